"""Drawings of the ellipsoid's normal: from two tangents at a point, and at a contact with an edge."""

from typing import Annotated

import numpy as np

from ...core.value_rules import ListOf, OneOf, Whole, Yes
from ..measures.argument_types import Index, PassName, Tick
from ..measures.sweeps_and_contacts import contact_of
from .registry import drawing
from .svg_canvas import AFTER, BEFORE, BODY, CONTACT, HEIGHT, INK, NORMAL, PLANE, SOLID, T1, Sheet
from .sweep_and_slide_sections import ellipse_cut

NORMAL_DRAWN, GRADIENT = 0.42, r"$\nabla f$"  # length of a normal [high radii], and the letters of a gradient
TURN, LIFT, SEEN_FROM = -0.9, 0.6, 0.45  # [rad] place of the point around the body and above its middle; height of the view


@drawing
def tangent_plane(run):
    """Draw two curves on the ellipsoid through one point, with their tangents, the tangent plane and the normal."""
    across, up = run.simulation.params.radii[0], run.simulation.params.radii[2]

    def surface(a, b):
        return np.array((across * np.cos(a) * np.cos(b), across * np.sin(a) * np.cos(b), up * np.sin(b)))

    def seen(point):
        return float(point[0]), float(point[2] * np.cos(SEEN_FROM) + point[1] * np.sin(SEEN_FROM))

    point, (first, second), normal = surface(TURN, LIFT), *tangents_and_normal((across, across, up), TURN, LIFT)
    sheet = Sheet((-1.1, -0.95, 1.3, 1.25), margin=6)
    half = np.hypot(across * np.sin(SEEN_FROM), up * np.cos(SEEN_FROM))
    sheet.circle((0.0, 0.0), (across, float(half)), BODY, fill=BODY, opacity=0.12)
    turns = np.linspace(-np.pi, 0.0, 40)
    lifts = np.linspace(-0.4 * np.pi, 0.5 * np.pi, 40)
    sheet.path([seen(surface(a, LIFT)) for a in turns], BEFORE, 1.4)
    sheet.path([seen(surface(TURN, b)) for b in lifts], AFTER, 1.4)
    corners = [point + 0.4 * (i * first + j * second) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    sheet.path([seen(corner) for corner in corners], PLANE, 1.4, fill=PLANE, opacity=0.2, closed=True)
    for end, colour, name in ((first, BEFORE, "$A'$"), (second, AFTER, "$B'$"), (normal, NORMAL, r"$A' \times B'$")):
        tip = point + 0.55 * end
        sheet.arrow(seen(point), seen(tip), colour)
        sheet.letter(seen(tip), name, colour, (1, 0.4))
    sheet.letter(seen(surface(turns[0], LIFT)), "curve $A$", BEFORE, (-1, 0))
    sheet.letter(seen(surface(TURN, lifts[0])), "curve $B$", AFTER, (0.9, -1))
    sheet.dot(seen(point), CONTACT, 4.0)
    sheet.letter(seen(point), "$P$", CONTACT, (-0.6, -0.8))
    return sheet.svg("Two curves on the ellipsoid through one point, with their tangents, the tangent plane and the normal.")


def tangents_and_normal(radii, turn, lift):
    """Return ((tangent along the latitude, tangent upwards), normal) of an ellipsoid at one of its points, all unit vectors (3,).

    radii: (3,) [m]; turn, lift: longitude and latitude of the point [rad]
    """
    x, y, z = radii
    first = np.array((-x * np.sin(turn), y * np.cos(turn), 0.0))
    second = np.array((-x * np.cos(turn) * np.sin(lift), -y * np.sin(turn) * np.sin(lift), z * np.cos(lift)))
    normal = np.cross(first, second)
    return (first / np.linalg.norm(first), second / np.linalg.norm(second)), normal / np.linalg.norm(normal)


@drawing
def contact_normal(
    run,
    of: PassName = "move",
    contact: Index = 0,
    tick: Tick = 0,
    espace: Yes = False,
    shows: Annotated[tuple, ListOf(OneOf(("centre", "plane", "gradient")), least=1)] = ("centre",),
    height: Annotated[int, Whole(100, 400)] = HEIGHT,
):
    """Draw the body at a contact with an edge, cut by the vertical plane through centre and contact, with the contact's normal.

    espace: True to draw it in eSpace, False in the world; height: of the drawing [pixels]
    shows: "centre" draws the line from the contact to the centre, with its angle to the normal; "plane" the sliding plane with
    its slope; "gradient" the gradient of the body's surface, which points outwards
    """
    step, radii = contact_of(run, of, tick, contact), np.array(run.simulation.params.radii)
    scales = 1.0 / radii if espace else np.ones(3)
    centre = np.array(step.start) + step.fraction * np.array(step.displacement)
    towards, normal = (step.point - centre) * scales, np.array(step.normal) / scales
    normal = normal / np.linalg.norm(normal)
    up = np.array((0.0, 0.0, 1.0))
    along = towards * (1.0, 1.0, 0.0)
    along = along / np.linalg.norm(along)

    def cut(vector):
        return float(vector @ along), float(vector @ up)

    touched = cut(towards)
    outline = ellipse_cut(np.ones(3) if espace else radii, along, up)
    high = max(y for _, y in outline)
    sheet = Sheet((-high * 0.9, -high * 1.1, high * 0.9, high * 1.05), height=height, margin=6)
    sheet.path(outline, BODY, fill=BODY, opacity=0.12, closed=True)
    right, low = sheet.box[2], sheet.box[1]
    sheet.path([touched, (right, touched[1]), (right, low), (touched[0], low)], "none", fill=SOLID, opacity=0.28, closed=True)
    sheet.path([(touched[0], low), touched, (right, touched[1])], SOLID, 2.4)
    across, rise = cut(normal)

    def from_contact(size, x, y):
        return touched[0] + size * high * x, touched[1] + size * high * y

    if "plane" in shows:
        sheet.path([from_contact(-0.5, rise, -across), from_contact(0.8, rise, -across)], PLANE, 2.0)
        sheet.letter(from_contact(0.8, rise, -across), "sliding plane", PLANE, (1, 0))
        slope = float(np.arctan2(-across, rise))
        sheet.arc(touched, 0.35 * high, 0.0, slope, f"{np.degrees(slope):.1f}°", PLANE)
    if "centre" in shows:
        sheet.path([touched, (0.0, 0.0)], INK, 1.4, dashed=True)
        sheet.letter((0.0, 0.0), "centre", INK, (0, 1))
        back, lean = np.arctan2(-touched[1], -touched[0]), np.arctan2(rise, across)
        if abs(back - lean) > 0.01:
            sheet.arc(touched, 0.3 * high, min(back, lean), max(back, lean), f"{np.degrees(abs(back - lean)):.1f}°")
    sheet.dot((0.0, 0.0))
    beside = (-1.4, -1.2) if espace else (-0.9, -0.7)  # not on the outline, nor on the line to the centre
    for wanted, size, name, side in ((True, NORMAL_DRAWN, "$n$", beside), ("gradient" in shows, -0.55, GRADIENT, (1, 0.2))):
        if wanted:
            tip = from_contact(size, across, rise)
            sheet.arrow(touched, tip, NORMAL if size > 0.0 else T1)
            sheet.letter(tip, name, NORMAL if size > 0.0 else T1, side)
    sheet.dot(touched, CONTACT, 4.0)
    if "gradient" not in shows:
        sheet.letter(touched, "contact", CONTACT, (1, -1))
    return sheet.svg("The body at the edge of a step: its normal, and the line from the contact to its centre.")
