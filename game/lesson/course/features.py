"""Lesson "features": the inside test, the disc in a triangle's plane, the equations of an edge and of a corner."""

from collections.abc import Sequence
from math import inf, sqrt
from typing import Annotated

import numpy as np

from ...core.value_rules import Number, OneOf, Yes
from ...core.vec3 import VectorLike
from ...explain.triangle_test_replay import TrianglePart, TriangleTest, VelocitySweep
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.motion_and_contacts import contact_of, touched_test
from ..tools.registry import Index, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, DEPTH, FAINT, INK, PLANE, SOLID, T0, T1, XY, SvgSheet

Coefficient = Annotated[str, OneOf(("a", "b", "c"))]
InsideTerm = Annotated[str, OneOf(tuple("abcdexyzn"))]
EdgeProduct = Annotated[str, OneOf(("ee", "ev", "ew", "vv", "vw", "ww"))]
CORNER_MARK = 0.16  # [eSpace], side of the mark of a right angle
SAMPLES = 120  # of a curve
DISCS = 5  # of a growing disc
WIDEST = 3.0  # [velocities] that a parabola is drawn to each side of its first root


# Measures


@measure
def feature(run: Run) -> float:
    """Return the feature that was touched: 0 for a face, 1 for an edge, 2 for a corner."""
    return int(contact_of(run).feature)


def touched_part(run: Run) -> TrianglePart:
    parts = [part for part in touched_test(run).parts if part.t is not None]
    if not parts:
        raise ValueError("this contact is with a face: it has no quadratic equation")
    return parts[-1]


@measure
def inside_term(run: Run, letter: InsideTerm) -> float:
    """Return a number of the paper's inside test (appendix C), by its letter in the listing, where the sphere meets the plane."""
    test = touched_test(run)
    first, second, third = np.array(test.corners)
    along, across, inwards = second - first, third - first, test.point_on_plane - first
    a, b, c, d, e = along @ along, along @ across, across @ across, inwards @ along, inwards @ across
    x, y = d * c - e * b, e * a - d * b
    n = a * c - b * b
    return float(dict(zip("abcdexyzn", (a, b, c, d, e, x, y, x + y - n, n)))[letter])


@measure
def weight(run: Run, corner: Index = 0) -> float:
    """Return the barycentric weight of a corner, 0, 1 or 2, at the point where the sphere meets the touched triangle's plane."""
    weights = touched_test(run).barycentric
    assert weights is not None  # the sphere meets the plane
    return weights[corner]


@measure
def weight_sum(run: Run, weight: Annotated[float, Number(0.0, 1.0)] = 0.0) -> float:
    """Return the sum of the three barycentric weights, or of three times a `weight` above 0. It is 1 in the triangle's plane."""
    weights = touched_test(run).barycentric
    assert weights is not None  # the sphere meets the plane
    return sum((weight,) * 3 if weight else weights)


@measure
def coefficient(run: Run, letter: Coefficient) -> float:
    """Return the coefficient a, b or c of the quadratic equation of the touched corner or edge."""
    return touched_part(run).equation["abc".index(letter)]


@measure
def edge_product(run: Run, factors: EdgeProduct) -> float:
    """Return a dot product of the touched edge's equation [eSpace], such as "ew": along the edge, displacement, to p1."""
    start, end = np.array(touched_part(run).points)
    velocity = contact_of(run).displacement / np.array(run.simulation.params.radii)
    vectors = {"e": end - start, "v": velocity, "w": start - touched_test(run).sweep.base}
    return float(vectors[factors[0]] @ vectors[factors[1]])


@measure
def root(run: Run, last: Yes = False) -> float:
    """Return the first, or with `last` the last, root of the quadratic equation of the touched corner or edge."""
    return touched_part(run).roots[1 if last else 0]


@measure
def edge_place(run: Run) -> float | None:
    """Return f, the contact's position along the touched edge: 0 at its first corner, 1 at its second; None for a corner."""
    return touched_part(run).f0


# Drawings


@drawing
def edge_triangle(
    run: Run,
    letters: Annotated[str, OneOf(("distance", "place"))] = "distance",  # v, w, k of the equation, or f e from p1 to q
) -> Svg:
    """Draw the touched edge in the plane of edge and centre: the right triangle of p1, the contact q and the centre."""
    test, part = touched_test(run), touched_part(run)
    first, second = (np.array(end) for end in part.points)
    base, touched = np.array(test.sweep.base), np.array(test.point)
    centre = base + part.t * np.array(test.sweep.velocity)
    along, up = (second - first) / np.linalg.norm(second - first), centre - touched

    def seen(point: np.ndarray) -> XY:
        return float((point - first) @ along), float((point - first) @ up)

    (p1, p2), start, end, foot = (seen(first), seen(second)), seen(base), seen(centre), seen(touched)
    high = start[1] if letters == "distance" else 1.7
    sheet = SvgSheet((0.0, -0.3, p2[0], high), height=200, margin=22)
    sheet.path([p1, foot, end], "none", fill=AFTER, opacity=0.15, closed=True)
    sheet.circle(end, 1.0, BODY, fill=BODY, opacity=0.1)
    sheet.arrow(p1, p2, INK, 2.4, text="$e$", towards=(0.6, -1), part=0.85)
    sheet.path([end, foot], T1, 2.4)
    draw_right_angle(sheet, foot, p1, end)
    sheet.letter((foot[0], 0.5), "1", T1, (1, 0))
    sheet.arrow(p1, end, AFTER, 2.4, text="$k$", towards=(0, 1) if letters == "place" else (0, -0.8), part=0.5)
    if letters == "distance":
        sheet.arrow(start, end, BEFORE, 2.4)
        sheet.letter((start[0], 0.8 * start[1]), "$t\\,v$", BEFORE, (1, 0))
        sheet.arrow(start, p1, FAINT, 2.0, text="$w$", towards=(-0.6, 1), part=0.5)
        sheet.dot(start, text="$p$", towards=(1, 0))
    else:
        sheet.line(p1, foot, PLANE, 4.4, text="$f\\,e$", towards=(0, -1), part=0.5)
    sheet.dot(end, text="$C(t)$", towards=(1, 0.8))
    sheet.dot(foot, CONTACT, 4.0, text="$q$", towards=(0, -1))
    for point, name, towards in ((p1, "$p_1$", (0, -1)), (p2, "$p_2$", (0, -1))):
        sheet.letter(point, name, INK, towards)
    return sheet.svg("The centre at the contact, its foot q on the edge, and the first corner p1 make a right triangle.")


def draw_right_angle(sheet: SvgSheet, corner: XY, first: XY, second: XY) -> None:
    """Draw the mark of a right angle at `corner`, between the directions to two points."""
    sides = [np.subtract(point, corner) for point in (first, second)]
    a, b = (CORNER_MARK * side / np.linalg.norm(side) for side in sides)
    sheet.path([tuple(corner + a), tuple(corner + a + b), tuple(corner + b)], FAINT, 1.2)


@drawing
def closest_approach(run: Run) -> Svg:
    """Draw the sweep to a corner: the closest approach at s, the vector m from there to the corner, and the earlier contact."""
    test, part = touched_test(run), touched_part(run)
    offset, direction = np.subtract(part.points[-1], test.sweep.base), np.array(test.sweep.direction)
    s = float(offset @ direction)
    m = float(np.linalg.norm(offset - s * direction))
    root = sqrt(1.0 - m * m)
    t = s - root
    sheet = SvgSheet((-0.3, -1.0, s + 0.9, 1.65), height=230, margin=6)
    for height, end, words in ((1.15, t, "$t\\,|v|$"), (1.5, s, "$s$")):
        sheet.arrow((end / 2, height), (0.0, height), FAINT, 1.2)
        sheet.arrow((end / 2, height), (end, height), FAINT, 1.2)
        sheet.path([(end, height), (end, 0.45)], FAINT, 1.0, dashed=True)
        sheet.letter((0.4 * end, height), words, INK, (0, -1))
    sheet.path([(0.0, 1.5), (0.0, 0.0)], FAINT, 1.0, dashed=True)
    sheet.circle((t, 0.0), 1.0, BODY, fill=BODY, opacity=0.1)
    sheet.path([(0.0, 0.0), (s + 1.5, 0.0)], FAINT, 1.2, dashed=True)
    sheet.arrow((0.0, 0.0), (1.0, 0.0), BEFORE, 2.8, text="$u$", towards=(0, -1), part=0.5)
    sheet.path([(t, 0.0), (s, 0.0)], T1, 2.4)
    sheet.letter(((t + s) / 2, 0.0), r"$\sqrt{1 - m \cdot m}$", INK, (0, 0.8))
    sheet.arrow((s, 0.0), (s, -m), AFTER, 2.4, text="$m$", towards=(2.2, 0), part=0.5)
    sheet.line((t, 0.0), (s, -m), INK, 1.6, text="1", towards=(-1, -0.6), part=0.5)
    draw_right_angle(sheet, (s, 0.0), (t, 0.0), (s, -m))
    sheet.dot((0.0, 0.0), text="$p$", towards=(-1, 0))
    sheet.dot((t, 0.0), T0, 4.0, text="$C(t)$", towards=(-0.7, -1))
    sheet.dot((s, 0.0))
    sheet.dot((s, -m), CONTACT, 4.0, text="$p_1$", towards=(1, -0.4))
    return sheet.svg("The contact is before the closest approach, by one side of a right triangle with the long side 1.")


@drawing
def nearest_point(run: Run) -> Svg:
    """Draw the point x of a triangle nearest to a point p, in two cases: x is the foot of p, or a point of an edge."""
    sheet = SvgSheet((-0.2, -0.5, 8.9, 2.9), height=190, margin=4)

    def seen(left: float, x: float, y: float, z: float = 0.0) -> XY:
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
            sheet.dot(foot, FAINT, text="foot", towards=(1, -0.3))
        sheet.line(start, x, T1, 2.0, text="$D$", towards=(-1, 0), part=0.5)
        sheet.dot(start, text="$p$", towards=(1, 0.4))
        sheet.dot(x, CONTACT, 4.0, text="$x$", towards=(-1, -0.4))
        sheet.letter((left + 1.7, -0.05), words, INK, (0, -1))
    return sheet.svg("The nearest point of a triangle is the foot of p, or a point of an edge if the foot is outside.")


@drawing
def needle(run: Run) -> Svg:
    """Draw a needle, a triangle with nearly no height, with its edges and corners. The height is exaggerated."""
    sheet = SvgSheet((-0.4, -0.6, 6.4, 1.0), height=120, margin=8)
    corners = [(0.0, 0.0), (6.0, 0.0), (2.4, 0.34)]
    sheet.path(corners, T0, 2.6, fill=SOLID, opacity=0.3, closed=True)
    sheet.line((2.4, 0.34), (2.4, 0.0), INK, 1.2, dashed=True, text="height", towards=(0, -1))
    for corner, name, towards in zip(corners, ("$p_1$", "$p_2$", "$p_3$"), ((-1, 0), (1, 0), (0, 1))):
        sheet.dot(corner, CONTACT, 4.0, text=name, towards=towards)
    sheet.letter((5.0, 0.15), "edges", T0, (0, 1))
    return sheet.svg("A triangle with nearly no height. Only its edges and corners are tested.")


@drawing
def inside_test(
    run: Run,
    letters: Annotated[str, OneOf(("signs", "edges"))] = "signs",  # at each edge, or multiples of two edges from p1 to q
) -> Svg:
    """Draw the touched triangle in its own plane, with the point q where the sphere meets the plane."""
    test = touched_test(run)
    normal = np.array(test.normal)
    first = np.array(test.corners[1]) - test.corners[0]
    across = first / np.linalg.norm(first)
    up = np.cross(normal, across)

    def flat(point: VectorLike) -> XY:
        from_corner = np.array(point) - test.corners[0]
        return float(across @ from_corner), float(up @ from_corner)

    corners = [flat(corner) for corner in test.corners]
    if twice_area(corners[0], corners[1], corners[2]) < 0.0:
        corners = [corners[0], corners[2], corners[1]]
    met = test.point_on_plane if test.point_on_plane is not None else test.point
    assert met is not None  # the triangle was touched
    point = flat(met)
    xs, ys = zip(*corners, point)
    sheet = SvgSheet((min(xs), min(ys), max(xs), max(ys)), height=150, margin=34)
    sheet.path(corners, SOLID, 2.2, fill=SOLID, opacity=0.22, closed=True)
    middle = np.mean(corners, axis=0)
    for number, corner in enumerate(corners, 1):
        outwards = np.array(corner) - middle
        sheet.letter(corner, f"$p_{number}$", INK, tuple(outwards / max(abs(outwards))))
    if letters == "edges":
        draw_sum(sheet, corners, point)
    else:
        draw_signs(sheet, corners, point)
    sheet.dot(point, CONTACT, 4.0, text="$q$", towards=(1, -0.6) if letters == "signs" else (0.6, 1))
    return sheet.svg("The point where the sphere meets the plane, and the three edges of the triangle with the sign at each.")


def draw_signs(sheet: SvgSheet, corners: list[XY], point: XY) -> None:
    """Draw a sign at each edge of a counterclockwise triangle: - if the point is on the edge's outer side, else +."""
    middle = np.mean(corners, axis=0)
    for a, b in zip(corners, corners[1:] + corners[:1]):
        sign = twice_area(a, b, point)
        centre = (np.array(a) + b) / 2
        sheet.letter(tuple(centre), "+" if sign >= 0.0 else "-", INK if sign >= 0.0 else T1, tuple(np.sign(centre - middle)))
        sheet.path([a, point], FAINT, 1.0, dashed=True)


def draw_sum(sheet: SvgSheet, corners: Sequence[XY], point: XY) -> None:
    """Draw the edges e10 and e20 from a triangle's first corner, and the multiples of both whose sum leads to the point."""
    first, second, third = (np.array(corner) for corner in corners)
    f, g = np.linalg.solve(np.column_stack([second - first, third - first]), np.array(point) - first)
    turn = first + f * (second - first)
    sheet.arrow(corners[0], corners[1], SOLID, 2.4)
    sheet.arrow(corners[0], corners[2], SOLID, 2.4)
    sheet.letter(tuple(first + 0.8 * (second - first)), "$e_{10}$", INK, (0, -1))
    sheet.letter(tuple(first + 0.75 * (third - first)), "$e_{20}$", INK, (-0.4, 1))
    sheet.arrow(corners[0], tuple(turn), AFTER, 3.0, text="$f\\,e_{10}$", towards=(0, -1), part=0.5)
    sheet.arrow(tuple(turn), point, PLANE, 3.0, text="$g\\,e_{20}$", towards=(1.3, -0.6))


@drawing
def growing_disc(run: Run) -> Svg:
    """Draw the touched triangle from its front, and the disc in which the sphere cuts its plane, from t0 to the contact."""
    test = touched_test(run)
    normal, corner, places = np.array(test.normal), np.array(test.corners[0]), discs_of(test)
    across = places[-1][0] - places[0][0]
    across = across / np.linalg.norm(across)
    up = np.cross(normal, across)
    up = up if up[2] >= 0.0 else -up
    side = 1.0 if np.cross(across, up) @ normal > 0.0 else -1.0  # the disc moves to the right or to the left
    across = side * across
    discs = [(flat_in(corner, across, up, centre), radius) for centre, radius in places]
    corners = [flat_in(corner, across, up, np.array(point)) for point in test.corners]
    touched, radius = flat_in(corner, across, up, np.array(test.point)), discs[-1][1]
    xs, ys = zip(*corners, touched, *(centre for centre, _ in discs))
    sheet = SvgSheet((min(xs) - radius, min(ys) - 0.2, max(xs) + radius, max(ys) + 0.2), margin=6)
    sheet.path(corners, SOLID, 2.2, fill=SOLID, opacity=0.4, closed=True)
    sheet.letter(tuple(np.mean(corners, axis=0)), "triangle", INK, (0, 0))
    for centre, size in discs[1:]:
        sheet.circle(centre, size, T0, 1.4, dashed=size < radius)
    sheet.dot(discs[0][0], T0, 4.0, text="$q$ at $t_0$", towards=(-side, 0))
    sheet.letter((discs[-1][0][0], discs[-1][0][1] + radius), "disc at the contact", T0, (-0.6 * side, 1))
    sheet.dot(touched, CONTACT, 4.0, text="contact", towards=(0.9 * side, 1.4))
    return sheet.svg(
        "The disc in which the sphere cuts the plane grows from a point outside the triangle until it meets the border."
    )


def discs_of(test: TriangleTest) -> list[tuple[np.ndarray, float]]:
    """Return the discs (centre (3,), radius) in which the sphere cuts a touched plane, from t0 on, in the test's eSpace."""
    base, velocity, normal = np.array(test.sweep.base), np.array(test.sweep.velocity), np.array(test.normal)
    discs = []
    assert test.t is not None
    for t in np.linspace(test.interval[0], test.t, DISCS):
        height = test.distance + t * test.normal_dot_velocity
        discs.append((base + t * velocity - height * normal, float(np.sqrt(max(1.0 - height * height, 0.0)))))
    return discs


def flat_in(corner: np.ndarray, across: np.ndarray, up: np.ndarray, point: np.ndarray) -> XY:
    """Return the coordinates of a point (3,) along two unit vectors (3,) of a triangle's plane, from a corner (3,)."""
    return float(across @ (point - corner)), float(up @ (point - corner))


def twice_area(a: XY, b: XY, p: XY) -> float:
    """Return twice the signed area of the triangle a, b, p. It is positive if they are counterclockwise."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


@drawing
def distance_curve(run: Run) -> Svg:
    """Draw the squared distance of the moving centre from the touched corner or edge over t: a parabola, marked where it is 1."""
    test, chosen = touched_test(run), touched_part(run)
    roots = [root for root in chosen.roots if abs(root) < inf]
    sweep: VelocitySweep = test.sweep
    left, right = min([0.0, *roots]), max([1.0, *(min(root, roots[0] + WIDEST) for root in roots)])
    room = 0.12 * (right - left)
    times = np.linspace(left - room, right + room, SAMPLES)
    points = np.array(sweep.base) + times[:, None] * np.array(sweep.velocity)
    squared = squared_distance(points, chosen.points)
    top = max(1.6, min(float(squared.max()), 4.0))
    sheet = SvgSheet((left - room, -0.15, right + room, top), stretched=True, margin=26)
    sheet.arrow((left - room, 0.0), (right + room * 1.4, 0.0))
    sheet.letter((right + room * 1.2, 0.0), "$t$", INK, (0, -1))
    sheet.arrow((0.0, 0.0), (0.0, top * 1.06))
    sheet.letter((0.0, top), "distance squared", INK, (1, 0))
    sheet.line((left - room, 1.0), (right + room, 1.0), FAINT, 1.2, dashed=True, text="1", towards=(-1, 1))
    seen = squared <= 0.86 * top  # below the name of the axis
    sheet.path(list(zip(times[seen].tolist(), squared[seen].tolist())), PLANE, 2.2)
    for root, colour in zip(roots, (T0, T1)):
        if left - room <= root <= right + room:
            sheet.dot((root, 1.0), colour, 4.0)
            sheet.line((root, 1.0), (root, 0.0), colour, 1.0, dashed=True, text=f"{root:.3f}", towards=(0, -1))
    return sheet.svg("The squared distance over t; it is 1 where the sphere arrives, and again where it leaves.")


def squared_distance(points: np.ndarray, ends: Sequence[VectorLike]) -> np.ndarray:
    """Return the squared distances (n,) of points (n, 3) from a corner (one end) or from the infinite line of an edge (two)."""
    away = points - np.array(ends[0])
    if len(ends) == 2:
        along = np.array(ends[1]) - ends[0]
        along = along / np.linalg.norm(along)
        away = away - (away @ along)[:, None] * along
    return (away * away).sum(axis=1)
