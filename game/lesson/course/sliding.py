"""Lesson "sliding": the ellipsoid's normal from two tangents, a ramp's normal in eSpace, the gradient of a surface."""

from math import acos, atan, cos, degrees, hypot, radians, sin, tan
from typing import Annotated

import numpy as np

from ...core.value_rules import Number
from ...core.vec3 import VectorLike
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.motion_and_contacts import centre_at_contact, contact_of
from ..tools.registry import drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, T1, XY, SvgSheet

TURN, LIFT, SEEN_FROM = -0.9, 0.6, 0.45  # [rad] place of the point around the body and above its middle; height of the view


# Measures


@measure
def off_gradient(run: Run) -> float:
    """Return the angle [degrees] between the first contact's normal and the ellipsoid's gradient at that point, turned inward."""
    found = contact_of(run)
    gradient = 2.0 * (np.array(found.point) - centre_at_contact(found)) / np.array(run.simulation.params.radii) ** 2
    cosine = -np.dot(gradient, found.normal) / np.linalg.norm(gradient)
    return degrees(acos(min(1.0, float(cosine))))


# Drawings


@drawing
def tangent_plane(run: Run) -> Svg:
    """Draw two curves on the ellipsoid through one point, with their tangents, the tangent plane and the normal."""
    across, up = run.simulation.params.radii[0], run.simulation.params.radii[2]

    def surface(a: float, b: float) -> np.ndarray:
        return np.array((across * np.cos(a) * np.cos(b), across * np.sin(a) * np.cos(b), up * np.sin(b)))

    def seen(point: np.ndarray) -> XY:
        return float(point[0]), float(point[2] * np.cos(SEEN_FROM) + point[1] * np.sin(SEEN_FROM))

    point, (first, second), normal = surface(TURN, LIFT), *tangents_and_normal((across, across, up), TURN, LIFT)
    sheet = SvgSheet((-1.1, -0.95, 1.3, 1.25), margin=6)
    half = np.hypot(across * np.sin(SEEN_FROM), up * np.cos(SEEN_FROM))
    sheet.circle((0.0, 0.0), (across, float(half)), BODY, fill=BODY, opacity=0.12)
    turns = np.linspace(-np.pi, 0.0, 40)
    lifts = np.linspace(-0.4 * np.pi, 0.5 * np.pi, 40)
    sheet.path([seen(surface(a, LIFT)) for a in turns], BEFORE, 1.4)
    sheet.path([seen(surface(TURN, b)) for b in lifts], AFTER, 1.4)
    corners = [point + 0.4 * (i * first + j * second) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    sheet.path([seen(corner) for corner in corners], PLANE, 1.4, fill=PLANE, opacity=0.2, closed=True)
    for end, colour, name in ((first, BEFORE, "$A'$"), (second, AFTER, "$B'$"), (normal, NORMAL, r"$A' \times B'$")):
        sheet.arrow(seen(point), seen(point + 0.55 * end), colour, text=name, towards=(1, 0.4))
    sheet.letter(seen(surface(turns[0], LIFT)), "curve $A$", BEFORE, (-1, 0))
    sheet.letter(seen(surface(TURN, lifts[0])), "curve $B$", AFTER, (0.9, -1))
    sheet.dot(seen(point), CONTACT, 4.0, text="$P$", towards=(-0.6, -0.8))
    return sheet.svg("Two curves on the ellipsoid through one point, with their tangents, the tangent plane and the normal.")


def tangents_and_normal(radii: VectorLike, turn: float, lift: float) -> tuple[tuple[np.ndarray, np.ndarray], np.ndarray]:
    """Return ((tangent along the latitude, tangent upwards), normal), unit vectors, at a longitude and a latitude [rad]."""
    x, y, z = radii
    first = np.array((-x * np.sin(turn), y * np.cos(turn), 0.0))
    second = np.array((-x * np.cos(turn) * np.sin(lift), -y * np.sin(turn) * np.sin(lift), z * np.cos(lift)))
    normal = np.cross(first, second)
    return (first / np.linalg.norm(first), second / np.linalg.norm(second)), normal / np.linalg.norm(normal)


@drawing
def squeezed_ramp(run: Run, slope: Annotated[float, Number(1.0, 89.0, "degrees")] = 45.0) -> Svg:
    """Draw a ramp of a slope [degrees] in the world and in eSpace: points are divided by the radii, normals multiplied."""
    across, up = run.simulation.params.radii[0], run.simulation.params.radii[2]
    sheet = SvgSheet((-0.6, -0.35, 5.6, 1.9), margin=8)
    base, rise = 1.0, tan(radians(slope))
    flat = (base / across) * up, rise  # the squeezed ramp, scaled so that both have the same height
    shrink = min(1.0, 2.4 / flat[0], 1.7 / rise)
    for left, size, title in ((0.0, (base, rise), "world"), (3.3, flat, "eSpace")):
        ramp = size[0] * shrink, size[1] * shrink
        foot, top = (left, 0.0), (left + ramp[0], ramp[1])
        sheet.path([foot, top, (top[0], 0.0)], FAINT, 2.0, fill=FAINT, opacity=0.2, closed=True)
        middle = (left + ramp[0] / 2, ramp[1] / 2)
        length = (ramp[0] ** 2 + ramp[1] ** 2) ** 0.5
        tip = middle[0] - 0.8 * ramp[1] / length, middle[1] + 0.8 * ramp[0] / length
        sheet.arrow(middle, tip, NORMAL, text="$n$" if title == "world" else "$n_e$", towards=(1, 0.6))
        if title == "eSpace":  # the world's normal squeezed like a point: wrong
            old = (-sin(radians(slope)) / across, cos(radians(slope)) / up)
            size = (old[0] ** 2 + old[1] ** 2) ** 0.5
            wrong = (middle[0] + 0.8 * old[0] / size, middle[1] + 0.8 * old[1] / size)
            sheet.arrow(middle, wrong, BEFORE, dashed=True, text="$n$ divided", towards=(-1, 0))
        angle = radians(slope) if title == "world" else atan(tan(radians(slope)) * across / up)
        sheet.arc(foot, 0.55, 0.0, angle, f"{angle * 57.29578:.0f}°")
        sheet.letter((left + 0.9, -0.1), title, INK, (0, -1))
    return sheet.svg("A ramp in the world and in eSpace, with its normal in both.")


@drawing
def gradient_curve(run: Run) -> Svg:
    """Draw a surface on which f is k, a curve c(t) in it, the curve's tangent c', and the gradient, which points to larger f."""
    sheet = SvgSheet((-2.4, -0.1, 2.9, 1.75), 400, 150, margin=4)
    turns = np.linspace(0.1 * np.pi, 0.9 * np.pi, 60)
    surface = [(2.0 * cos(turn), sin(turn)) for turn in turns]
    sheet.path([*surface, (surface[-1][0], -0.1), (surface[0][0], -0.1)], "none", fill=BODY, opacity=0.12, closed=True)
    sheet.path(surface, BODY, 2.4)
    turn = 0.32 * np.pi
    point, tangent, normal = (2.0 * cos(turn), sin(turn)), (2.0 * sin(turn), -cos(turn)), (cos(turn), 2.0 * sin(turn))
    size = hypot(*tangent)
    for (x, y), colour, name, side in ((tangent, AFTER, "$c'$", (1, 0)), (normal, T1, r"$\nabla f$", (1, 0.4))):
        sheet.arrow(point, (point[0] + 0.9 * x / size, point[1] + 0.9 * y / size), colour, text=name, towards=side)
    along, up = (0.14 * tangent[0] / size, 0.14 * tangent[1] / size), (0.14 * normal[0] / size, 0.14 * normal[1] / size)
    corner = [(point[0] + a * along[0] + b * up[0], point[1] + a * along[1] + b * up[1]) for a, b in ((1, 0), (1, 1), (0, 1))]
    sheet.path(corner, INK, 1.2)
    sheet.dot(point, INK)
    sheet.letter(surface[-12], "curve $c(t)$", BODY, (-1, 0.4))
    sheet.letter((-0.2, 0.75), "surface: $f = k$", BODY, (0, 0))
    sheet.letter((-0.2, 0.35), "inside: $f < k$", FAINT, (0, 0))
    sheet.letter((-0.5, 1.4), "outside: $f > k$", FAINT, (0, 0))
    return sheet.svg("A curve in a surface: its tangent is at a right angle to the gradient.")
