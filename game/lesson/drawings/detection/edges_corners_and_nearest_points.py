"""Drawings of edges, corners and nearest points.

An edge's right triangle, the approach to a corner, the nearest point and a bound of its distance, a touching start, a needle.
"""

from math import hypot, sqrt
from typing import Annotated

import numpy as np

from ....core.value_rules import Number, OneOf
from ...measures.argument_types import Index, PassName, Tick
from ...measures.triangle_test_values import touched_part, touched_test
from ..registry import drawing
from ..svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, PLANE, SOLID, T0, T1, Sheet
from .vectors_and_spaces import DEPTH

CORNER_MARK = 0.16  # [eSpace], side of the mark of a right angle


@drawing
def edge_triangle(
    run,
    letters: Annotated[str, OneOf(("distance", "place"))] = "distance",
    of: PassName = "move",
    contact: Index = 0,
    tick: Tick = 0,
):
    """Draw the touched edge in the plane of edge and centre: the right triangle of p1, the contact q and the centre.

    letters: "distance" draws v, w and k of the edge's equation; "place" the part f e from p1 to q
    """
    test, part = touched_test(run, of, contact, tick), touched_part(run, of, contact, tick)
    first, second = (np.array(end) for end in part.points)
    base, touched = np.array(test.sweep.base), np.array(test.point)
    centre = base + part.t * np.array(test.sweep.velocity)
    along, up = (second - first) / np.linalg.norm(second - first), centre - touched

    def seen(point):
        """Return the coordinates (along the edge, towards the centre) of a point (3,), from the first corner."""
        return float((point - first) @ along), float((point - first) @ up)

    (p1, p2), start, end, foot = (seen(first), seen(second)), seen(base), seen(centre), seen(touched)
    high = start[1] if letters == "distance" else 1.7
    sheet = Sheet((0.0, -0.3, p2[0], high), height=200, margin=22)
    sheet.path([p1, foot, end], "none", fill=AFTER, opacity=0.15, closed=True)
    sheet.circle(end, 1.0, BODY, fill=BODY, opacity=0.1)
    sheet.arrow(p1, p2, INK, 2.4)
    sheet.letter(((foot[0] + p2[0]) / 2, 0.0), "$e$", INK, (0.6, -1))
    sheet.path([end, foot], T1, 2.4)
    draw_right_angle(sheet, foot, p1, end)
    sheet.letter((foot[0], 0.5), "1", T1, (1, 0))
    sheet.arrow(p1, end, AFTER, 2.4)
    sheet.letter((0.5 * end[0], 0.5), "$k$", AFTER, (0, 1) if letters == "place" else (0, -0.8))
    if letters == "distance":
        sheet.arrow(start, end, BEFORE, 2.4)
        sheet.letter((start[0], 0.8 * start[1]), "$t\\,v$", BEFORE, (1, 0))
        sheet.arrow(start, p1, FAINT, 2.0)
        sheet.letter((0.5 * start[0], 0.5 * start[1]), "$w$", FAINT, (-0.6, 1))
        sheet.dot(start)
        sheet.letter(start, "$p$", INK, (1, 0))
    else:
        sheet.path([p1, foot], PLANE, 4.4)
        sheet.letter((0.5 * foot[0], 0.0), "$f\\,e$", PLANE, (0, -1))
    sheet.dot(end)
    sheet.letter(end, "$C(t)$", INK, (1, 0.8))
    sheet.dot(foot, CONTACT, 4.0)
    sheet.letter(foot, "$q$", CONTACT, (0, -1))
    for point, name, towards in ((p1, "$p_1$", (0, -1)), (p2, "$p_2$", (0, -1))):
        sheet.letter(point, name, INK, towards)
    return sheet.svg("The centre at the contact, its foot q on the edge, and the first corner p1 make a right triangle.")


def draw_right_angle(sheet, corner, first, second):
    """Draw the mark of a right angle at `corner`, between the directions to the points `first` and `second`, each (x, y)."""
    sides = [np.subtract(point, corner) for point in (first, second)]
    a, b = (CORNER_MARK * side / np.linalg.norm(side) for side in sides)
    sheet.path([tuple(corner + a), tuple(corner + a + b), tuple(corner + b)], FAINT, 1.2)


@drawing
def closest_approach(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0):
    """Draw the sweep to a corner: the closest approach at s, the vector m from there to the corner, and the earlier contact."""
    test, part = touched_test(run, of, contact, tick), touched_part(run, of, contact, tick)
    offset, direction = np.subtract(part.points[-1], test.sweep.base), np.array(test.sweep.direction)
    s = float(offset @ direction)
    m = float(np.linalg.norm(offset - s * direction))
    root = sqrt(1.0 - m * m)
    t = s - root
    sheet = Sheet((-0.3, -1.0, s + 0.9, 1.65), height=230, margin=6)
    for height, end, words in ((1.15, t, "$t\\,|v|$"), (1.5, s, "$s$")):
        sheet.arrow((end / 2, height), (0.0, height), FAINT, 1.2)
        sheet.arrow((end / 2, height), (end, height), FAINT, 1.2)
        sheet.path([(end, height), (end, 0.45)], FAINT, 1.0, dashed=True)
        sheet.letter((0.4 * end, height), words, INK, (0, -1))
    sheet.path([(0.0, 1.5), (0.0, 0.0)], FAINT, 1.0, dashed=True)
    sheet.circle((t, 0.0), 1.0, BODY, fill=BODY, opacity=0.1)
    sheet.path([(0.0, 0.0), (s + 1.5, 0.0)], FAINT, 1.2, dashed=True)
    sheet.arrow((0.0, 0.0), (1.0, 0.0), BEFORE, 2.8)
    sheet.letter((0.5, 0.0), "$u$", BEFORE, (0, -1))
    sheet.path([(t, 0.0), (s, 0.0)], T1, 2.4)
    sheet.letter(((t + s) / 2, 0.0), r"$\sqrt{1 - m \cdot m}$", INK, (0, 0.8))
    sheet.arrow((s, 0.0), (s, -m), AFTER, 2.4)
    sheet.letter((s, -m / 2), "$m$", AFTER, (2.2, 0))
    sheet.path([(t, 0.0), (s, -m)], INK, 1.6)
    sheet.letter(((t + s) / 2, -m / 2), "1", INK, (-1, -0.6))
    draw_right_angle(sheet, (s, 0.0), (t, 0.0), (s, -m))
    sheet.dot((0.0, 0.0))
    sheet.letter((0.0, 0.0), "$p$", INK, (-1, 0))
    sheet.dot((t, 0.0), T0, 4.0)
    sheet.letter((t, 0.0), "$C(t)$", T0, (-0.7, -1))
    sheet.dot((s, 0.0))
    sheet.dot((s, -m), CONTACT, 4.0)
    sheet.letter((s, -m), "$p_1$", CONTACT, (1, -0.4))
    return sheet.svg("The contact is before the closest approach, by one side of a right triangle with the long side 1.")


@drawing
def nearest_point(run):
    """Draw the point x of a triangle nearest to a point p, in two cases: x is the foot of p, or a point of an edge."""
    sheet = Sheet((-0.2, -0.5, 8.9, 2.9), height=190, margin=4)

    def seen(left, x, y, z=0.0):
        return left + x + DEPTH[0] * y, z + DEPTH[1] * y

    for left, place, nearest, words in (
        (0.0, (1.5, 0.9), (1.5, 0.9), "foot inside: $x$ is the foot"),
        (4.9, (2.7, 1.4), (2.03, 0.97), "foot outside: $x$ is on an edge"),
    ):
        corners = [seen(left, 0.0, 0.0), seen(left, 3.0, 0.0), seen(left, 0.6, 2.4)]
        sheet.path(corners, SOLID, 2.2, fill=SOLID, opacity=0.3, closed=True)
        start, foot, x = seen(left, *place, 2.2), seen(left, *place), seen(left, *nearest)
        sheet.path([start, foot], FAINT, 1.4, dashed=True)
        if place != nearest:
            sheet.dot(foot, FAINT)
            sheet.letter(foot, "foot", FAINT, (1, -0.3))
        sheet.path([start, x], T1, 2.0)
        sheet.letter(tuple(np.mean([start, x], axis=0)), "$D$", T1, (-1, 0))
        sheet.dot(start)
        sheet.letter(start, "$p$", INK, (1, 0.4))
        sheet.dot(x, CONTACT, 4.0)
        sheet.letter(x, "$x$", CONTACT, (-1, -0.4))
        sheet.letter((left + 1.7, -0.05), words, INK, (0, -1))
    return sheet.svg("The nearest point of a triangle is the foot of p, or a point of an edge if the foot is outside.")


@drawing
def needle(run):
    """Draw a needle, a triangle with nearly no height, with its edges and corners. The height is exaggerated."""
    sheet = Sheet((-0.4, -0.6, 6.4, 1.0), height=120, margin=8)
    corners = [(0.0, 0.0), (6.0, 0.0), (2.4, 0.34)]
    sheet.path(corners, T0, 2.6, fill=SOLID, opacity=0.3, closed=True)
    sheet.path([(2.4, 0.34), (2.4, 0.0)], INK, 1.2, dashed=True)
    sheet.letter((2.4, 0.0), "height", INK, (0, -1))
    for corner, name, towards in zip(corners, ("$p_1$", "$p_2$", "$p_3$"), ((-1, 0), (1, 0), (0, 1))):
        sheet.dot(corner, CONTACT, 4.0)
        sheet.letter(corner, name, CONTACT, towards)
    sheet.letter((5.0, 0.15), "edges", T0, (0, 1))
    return sheet.svg("A triangle with nearly no height. Only its edges and corners are tested.")


@drawing
def touching_start(run, depth: Annotated[float, Number(0.0, 0.9)] = 0.0):
    """Draw a sphere that touches a surface at its start, or is `depth` radii inside, with three directions. One is a contact."""
    sheet = Sheet((-1.3, -0.6, 3.7, 2.1), margin=4)
    left, _, right, _ = sheet.box
    centre = (0.0, 1.0 - depth)
    sheet.wall((left, 0.0), (right, 0.0), 0.4)
    sheet.circle(centre, 1.0, BODY, fill=BODY, opacity=0.12)
    sheet.path([centre, (0.0, 0.0)], FAINT, 1.2, dashed=True)
    sheet.dot((0.0, 0.0), CONTACT, 4.0)
    sheet.letter((0.0, 0.0), "$x$", CONTACT, (-0.6, -1))
    for (across, up), words, colour in (
        ((1.35, 0.7), "away: no contact", AFTER),
        ((1.5, 0.0), "past it: no contact", AFTER),
        ((1.35, -0.5), "towards $x$: contact at $t = 0$", BEFORE),
    ):
        tip = (centre[0] + across, centre[1] + up)
        sheet.arrow(centre, tip, colour)
        sheet.letter(tip, words, colour, (1, 0))
    sheet.dot(centre)
    sheet.letter(centre, "$p$", INK, (-1, 0))
    return sheet.svg("A sphere that touches at the start is hit only if it moves towards the nearest point.")


@drawing
def tangent_bound(run):
    """Draw the distance D(s) of a moving centre from a triangle, its tangent at s = 0, and the contact distance 1.

    The tangent is drawn up to L, where it is still above 1.
    """
    across, ahead, longest = 1.5, 2.2, 1.6  # of the triangle's nearest point from the path and along it; L
    sheet = Sheet((0.0, 0.0, 2.4, 3.0), 400, 190, stretched=True, margin=26)
    start, slope = hypot(across, ahead), -ahead / hypot(across, ahead)
    sheet.arrow((0.0, 0.0), (2.5, 0.0))
    sheet.arrow((0.0, 0.0), (0.0, 3.2))
    sheet.path([(s, hypot(across, ahead - s)) for s in np.linspace(0.0, 2.3, 40)], BODY, 2.2)
    sheet.path([(0.0, start), (longest, start + slope * longest)], AFTER, 2.0)
    sheet.path([(0.0, 1.0), (2.4, 1.0)], CONTACT, 1.4, dashed=True)
    sheet.path([(longest, 0.0), (longest, start + slope * longest)], FAINT, 1.2, dashed=True)
    sheet.dot((longest, start + slope * longest), AFTER, 4.0)
    sheet.letter((2.1, hypot(across, ahead - 2.1)), "$D(s)$", BODY, (0, 1))
    sheet.letter((0.75, start + slope * 0.75), "tangent", AFTER, (-1, -0.8))
    sheet.letter((0.0, 1.0), "1: contact", CONTACT, (1, -1))
    sheet.letter((longest, 0.0), "$L$", INK, (0, -1))
    sheet.letter((2.4, 0.0), "$s$", INK, (0, -1))
    sheet.letter((0.0, start), "$D$", INK, (-1, 0))
    return sheet.svg("The distance is above its tangent, which is above 1 up to L: no contact.")
