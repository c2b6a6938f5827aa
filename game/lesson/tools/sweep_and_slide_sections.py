"""Cuts along displacement and normal: the sweep of the unit sphere, the sliding plane, a contact's normal, a touching start.

A cut is a plane through the body's centre, in which the sphere becomes a circle, and the touched plane a line.
"""

from math import inf
from typing import Annotated

import numpy as np

from ...core.value_rules import ListOf, Number, OneOf, Whole, Yes
from ...core.vec3 import VectorLike
from .latex_to_svg import Svg
from .lesson_records import Run
from .motion_and_contacts import centre_at_contact, contact_of, touched_test
from .registry import drawing
from .svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, HEIGHT, INK, NORMAL, PLANE, SOLID, T0, T1, XY, SvgSheet

ALMOST = 1e-9  # length below which a direction is rounding
LETTERED = ("interval", "time", "distance", "contact", "velocity", "end", "last")  # "last": the sphere at a finite t1, too
NORMAL_DRAWN, GRADIENT = 0.42, r"$\nabla f$"  # length of a normal [high radii], and the letters of a gradient


def cut_basis(displacement: VectorLike, normal: VectorLike) -> tuple[np.ndarray, np.ndarray]:
    """Return two orthogonal unit vectors (along, up) of a cut: up is the normal, along the rest of the displacement."""
    up = np.array(normal) / np.linalg.norm(normal)
    along = np.array(displacement) - (np.array(displacement) @ up) * up
    if np.linalg.norm(along) < ALMOST * np.linalg.norm(displacement):
        along = np.cross(up, (1.0, 0.0, 0.0) if abs(up[0]) < 0.7 else (0.0, 1.0, 0.0))
    return along / np.linalg.norm(along), up


@drawing
def sweep_section(
    run: Run,
    letters: Annotated[tuple, ListOf(OneOf(LETTERED), least=1)] = ("interval", "distance", "contact", "velocity"),
) -> Svg:
    """Draw the sweep to a contact in eSpace, cut along velocity and normal: the plane, and the sphere at the start and at t0."""
    test = touched_test(run)
    side = 1.0 if test.distance >= 0.0 else -1.0
    along, up = cut_basis(test.sweep.velocity, side * np.array(test.normal))
    d, v = abs(test.distance), (float(along @ test.sweep.velocity), float(up @ test.sweep.velocity))
    start, (t0, t1) = (0.0, d), test.interval
    first, last, end = ((t * v[0], d + t * v[1]) for t in (t0, t1, 1.0))
    shows_last = "last" in letters and t1 < inf
    seen = [start, first, end] + [last] * shows_last
    lowest = min(-0.45, end[1] - 0.2, last[1] - 1.0 if shows_last else 0.0)
    box = (min(x for x, _ in seen) - 1.0, lowest, max(x for x, _ in seen) + 1.0, max(y for _, y in seen) + 1.0)
    sheet = SvgSheet(box)
    left, _, right, _ = sheet.box
    sheet.wall((left, 0.0), (right, 0.0), 0.35)
    sheet.letter((left, 0.0), "the triangle's plane", FAINT, (1, -1))
    sheet.circle(start, 1.0, BODY, fill=BODY, opacity=0.12)
    sheet.moving_circle(start, first)
    if shows_last:
        sheet.circle(last, 1.0, T1, dashed=True)
        sheet.letter((last[0] + 1.0, last[1]), "$C(t_1)$", T1, (1, 0))
        sheet.dot(last, T1)
    if "velocity" in letters:
        sheet.arrow(start, end, BEFORE, text="$v$", towards=(1, 0.6), part=0.35)
    if "distance" in letters:
        sheet.measure(start, (0.0, 0.0), "$d$", INK, side=-1)
        normal_at = (left + 0.25 * (right - left) * 0.3, 0.0)
        sheet.arrow(normal_at, (normal_at[0], 1.0), NORMAL, text="$N$", towards=(1, 0))
    sheet.dot(start)
    sheet.letter((-1.0, d), "$t = 0$" if "time" in letters else "base point $p$", INK, (-1, 0))
    if "end" in letters:
        sheet.dot(end, BEFORE, text="$t = 1$", towards=(-1.7, -1.3) if shows_last else (-1, -1))
    if "time" in letters:
        sheet.dot(first, T0)
        sheet.letter((first[0] + 1.0, first[1]), f"$t = {t0:.2f}$", T0, (1, 0))
    if "interval" in letters:
        sheet.dot(first, T0)
        sheet.letter((first[0] + 1.0, first[1]), "$C(t_0)$", T0, (1, 0))
    if "contact" in letters:
        touched = (first[0], 0.0)
        sheet.arrow(touched, first, NORMAL, text="$N$", towards=(-0.6, 0), part=0.5)
        sheet.dot(touched, CONTACT, 4.0, text="$q$", towards=(-1, -1))
    return sheet.svg(f"The unit sphere is {d:.2f} from a plane; it touches the plane from t0 = {t0:.2f} to t1 = {t1:.2f}.")


@drawing
def slide_section(
    run: Run,
    points: Yes = False,  # the paper's construction with E and E', in true size; else enlarged vectors from the centre
    normal: Annotated[str, OneOf(("n", "m"))] = "n",  # its letter
) -> Svg:
    """Draw a contact in the world, cut along displacement and normal: the rest v of the displacement, and its projection v'."""
    iteration = contact_of(run)
    along, up = cut_basis(iteration.displacement, iteration.normal)
    start, centre = np.array(iteration.start), centre_at_contact(iteration)

    def cut(point: VectorLike) -> XY:
        """Return the coordinates (along, up) of a world point (3,) in the cut, from the body's centre [m]."""
        from_contact = np.array(point) - centre
        return float(along @ from_contact), float(up @ from_contact)

    wish = cut(start + np.array(iteration.displacement))
    outline, touched = ellipse_cut(run.simulation.params.radii, along, up), cut(iteration.point)
    reach, width, lost = max(y for _, y in outline), max(x for x, _ in outline), wish[1]
    if not points:  # so long that the letters are beside the outline
        drawn = 1.3 * width / max(abs(wish[0]), abs(wish[1]) / 2.0, 1e-6)
        wish = wish[0] * drawn, wish[1] * drawn
    lowest = min(touched[1] - 0.4 * reach, wish[1] - 0.3 * reach) if points else min(wish[1], -reach) - 0.15 * reach
    sheet = SvgSheet((-width * 1.5, lowest, max(width * 1.2, wish[0] + 0.5 * width), reach * 1.05), margin=4)
    left, low, right, _ = sheet.box
    sheet.wall((left, touched[1]), (right, touched[1]), touched[1] - low)
    sheet.path(outline, BODY, fill=BODY, opacity=0.12, closed=True)
    if points:
        new = (touched[0] + wish[0], touched[1])
        sheet.path([(left, touched[1]), (right, touched[1])], PLANE, 1.4, dashed=True)
        sheet.path([wish, new], INK, 1.4, dashed=True)
        sheet.arrow((0.0, 0.0), wish, BEFORE)
        sheet.arrow(touched, new, AFTER, 4.0)
        for place, name, colour, towards in ((wish, "$E$", BEFORE, (1, 0.4)), (new, "$E'$", AFTER, (0.8, 1))):
            sheet.dot(place, colour, 4.0, text=name, towards=towards)
        sheet.letter((touched[0] + wish[0] / 2, touched[1]), "$v'$", AFTER, (0, -1))
        sheet.letter((left, touched[1]), "sliding plane", PLANE, (1, 1))
    else:
        result = (wish[0], 0.0)
        sheet.arrow((0.0, 0.0), wish, BEFORE)
        sheet.path([wish, result], INK, 1.4, dashed=True)
        sheet.arrow((0.0, 0.0), result, AFTER)
        sheet.letter((wish[0], 0.5 * wish[1]), rf"$(v \cdot {normal})\,{normal}$", INK, (1, 0))
        sheet.letter(result, "$v'$", AFTER, (1, 0.4))
    sheet.letter((0.45 * wish[0], 0.45 * wish[1]), "$v$", BEFORE, (0.9, 0.6))
    sheet.arrow(touched, (touched[0], touched[1] + 0.55 * reach), NORMAL, text=f"${normal}$", towards=(-1, -0.4))
    sheet.dot((0.0, 0.0), text="$C$", towards=(-0.8, 0.8))
    sheet.letter(touched, "$q$", CONTACT, (-1, -1))
    sheet.dot(touched, CONTACT, 4.0)
    return sheet.svg(f"The displacement is projected onto the sliding plane; {1000 * abs(lost):.1f} mm of it are lost.")


def ellipse_cut(radii: VectorLike, along: np.ndarray, up: np.ndarray) -> list[XY]:
    """Return the outline of an ellipsoid's cut through its centre: 96 points (along, up) [m]. radii: (3,) [m]"""
    shrunk = [np.array(axis) / radii for axis in (along, up)]
    a, b, c = shrunk[0] @ shrunk[0], shrunk[0] @ shrunk[1], shrunk[1] @ shrunk[1]
    angles = np.linspace(0.0, 2.0 * np.pi, 96, endpoint=False)
    x, y = np.cos(angles), np.sin(angles)
    distance = 1.0 / np.sqrt(a * x * x + 2.0 * b * x * y + c * y * y)
    return list(zip((distance * x).tolist(), (distance * y).tolist()))


@drawing
def touching_start(run: Run, depth: Annotated[float, Number(0.0, 0.9)] = 0.0) -> Svg:
    """Draw a sphere that touches a surface at its start, or is `depth` radii inside, with three directions. One is a contact."""
    sheet = SvgSheet((-1.3, -0.6, 3.7, 2.1), margin=4)
    left, _, right, _ = sheet.box
    centre = (0.0, 1.0 - depth)
    sheet.wall((left, 0.0), (right, 0.0), 0.4)
    sheet.circle(centre, 1.0, BODY, fill=BODY, opacity=0.12)
    sheet.path([centre, (0.0, 0.0)], FAINT, 1.2, dashed=True)
    sheet.dot((0.0, 0.0), CONTACT, 4.0, text="$x$", towards=(-0.6, -1))
    for (across, up), words, colour in (
        ((1.35, 0.7), "away: no contact", AFTER),
        ((1.5, 0.0), "past it: no contact", AFTER),
        ((1.35, -0.5), "towards $x$: contact at $t = 0$", BEFORE),
    ):
        sheet.arrow(centre, (centre[0] + across, centre[1] + up), colour, text=words, towards=(1, 0))
    sheet.dot(centre, text="$p$", towards=(-1, 0))
    return sheet.svg("A sphere that touches at the start is hit only if it moves towards the nearest point.")


@drawing
def contact_normal(
    run: Run,
    espace: Yes = False,
    shows: Annotated[tuple, ListOf(OneOf(("centre", "plane", "gradient")), least=1)] = ("centre",),
    height: Annotated[int, Whole(100, 400)] = HEIGHT,
) -> Svg:
    """Draw the body at a contact with an edge, cut by the vertical plane through centre and contact, and its normal."""
    iteration, radii = contact_of(run), np.array(run.simulation.params.radii)
    scales = 1.0 / radii if espace else np.ones(3)
    centre = centre_at_contact(iteration)
    towards, normal = (iteration.point - centre) * scales, np.array(iteration.normal) / scales
    normal = normal / np.linalg.norm(normal)
    up = np.array((0.0, 0.0, 1.0))
    along = towards * (1.0, 1.0, 0.0)
    along = along / np.linalg.norm(along)

    def cut(vector: np.ndarray) -> XY:
        return float(vector @ along), float(vector @ up)

    touched = cut(towards)
    outline = ellipse_cut(np.ones(3) if espace else radii, along, up)
    high = max(y for _, y in outline)
    sheet = SvgSheet((-high * 0.9, -high * 1.1, high * 0.9, high * 1.05), height=height, margin=6)
    sheet.path(outline, BODY, fill=BODY, opacity=0.12, closed=True)
    right, low = sheet.box[2], sheet.box[1]
    sheet.path([touched, (right, touched[1]), (right, low), (touched[0], low)], "none", fill=SOLID, opacity=0.28, closed=True)
    sheet.path([(touched[0], low), touched, (right, touched[1])], SOLID, 2.4)
    across, rise = cut(normal)

    def from_contact(size: float, x: float, y: float) -> XY:
        return touched[0] + size * high * x, touched[1] + size * high * y

    if "plane" in shows:
        sheet.path([from_contact(-0.5, rise, -across), from_contact(0.8, rise, -across)], PLANE, 2.0)
        sheet.letter(from_contact(0.8, rise, -across), "sliding plane", PLANE, (1, 0))
        slope = float(np.arctan2(-across, rise))
        sheet.arc(touched, 0.35 * high, 0.0, slope, f"{np.degrees(slope):.1f}°", PLANE)
    if "centre" in shows:
        sheet.line(touched, (0.0, 0.0), INK, 1.4, dashed=True, text="centre", towards=(0, 1))
        back, lean = np.arctan2(-touched[1], -touched[0]), np.arctan2(rise, across)
        if abs(back - lean) > 0.01:
            sheet.arc(touched, 0.3 * high, min(back, lean), max(back, lean), f"{np.degrees(abs(back - lean)):.1f}°")
    sheet.dot((0.0, 0.0))
    beside = (-1.4, -1.2) if espace else (-0.9, -0.7)  # not on the outline, nor on the line to the centre
    for wanted, size, name, side in ((True, NORMAL_DRAWN, "$n$", beside), ("gradient" in shows, -0.55, GRADIENT, (1, 0.2))):
        if wanted:
            sheet.arrow(touched, from_contact(size, across, rise), NORMAL if size > 0.0 else T1, text=name, towards=side)
    sheet.dot(touched, CONTACT, 4.0)
    if "gradient" not in shows:
        sheet.letter(touched, "contact", CONTACT, (1, -1))
    return sheet.svg("The body at the edge of a step: its normal, and the line from the contact to its centre.")
