"""Drawings of one triangle's test: the point in the triangle, and the quadratic of a corner or an edge."""

from math import inf
from typing import Annotated

import numpy as np

from ....collision import Feature, Outcome, Pass
from ....core.value_rules import OneOf
from ....explain import palette
from ....explain.describe_trace import OUTCOME_WORDS
from ....explain.triangle_test_steps import VelocitySweep
from ...measures.argument_types import Index, PassName, Tick
from ...measures.triangle_test_values import touched_test
from ..bar_charts import bars_of
from ..registry import drawing
from ..svg_canvas import AFTER, CONTACT, FAINT, INK, PLANE, SOLID, T0, T1, Sheet, hex_of

SAMPLES = 120  # of a curve
DISCS = 5  # of a growing disc
BALL_RIM = hex_of((0.62, 0.36, 0.20))  # brighter than a ball in the scene, which is nearly as dark as the ground of a drawing
WIDEST = 3.0  # [velocities] that a parabola is drawn to each side of its first root


@drawing
def inside_test(
    run,
    letters: Annotated[str, OneOf(("signs", "edges"))] = "signs",
    of: PassName = "move",
    contact: Index = 0,
    tick: Tick = 0,
):
    """Draw the touched triangle in its own plane, with the point q where the sphere meets the plane.

    letters: "signs" draws the sign at each edge; "edges" the sum of multiples of two edges that leads from p1 to q
    """
    test = touched_test(run, of, contact, tick)
    normal = np.array(test.normal)
    first = np.array(test.corners[1]) - test.corners[0]
    across = first / np.linalg.norm(first)
    up = np.cross(normal, across)

    def flat(point):
        """Return the plane coordinates (x, y) of a point (3,) along `across` and `up`, relative to the first corner."""
        from_corner = np.array(point) - test.corners[0]
        return float(across @ from_corner), float(up @ from_corner)

    corners = [flat(corner) for corner in test.corners]
    if cross(corners[0], corners[1], corners[2]) < 0.0:
        corners = [corners[0], corners[2], corners[1]]
    point = flat(test.point_on_plane if test.point_on_plane is not None else test.point)
    xs, ys = zip(*corners, point)
    sheet = Sheet((min(xs), min(ys), max(xs), max(ys)), height=150, margin=34)
    sheet.path(corners, SOLID, 2.2, fill=SOLID, opacity=0.22, closed=True)
    middle = np.mean(corners, axis=0)
    for number, corner in enumerate(corners, 1):
        outwards = np.array(corner) - middle
        sheet.letter(corner, f"$p_{number}$", INK, tuple(outwards / max(abs(outwards))))
    if letters == "edges":
        draw_sum(sheet, corners, point)
    else:
        draw_signs(sheet, corners, point)
    sheet.dot(point, CONTACT, 4.0)
    sheet.letter(point, "$q$", CONTACT, (1, -0.6) if letters == "signs" else (0.6, 1))
    return sheet.svg("The point where the sphere meets the plane, and the three edges of the triangle with the sign at each.")


def draw_signs(sheet, corners, point):
    """Draw a sign at each edge of a triangle: - if the point is on the edge's outer side, else +.

    corners: [(x, y), ...], counterclockwise; point: (x, y)
    """
    middle = np.mean(corners, axis=0)
    for a, b in zip(corners, corners[1:] + corners[:1]):
        sign = cross(a, b, point)
        centre = (np.array(a) + b) / 2
        sheet.letter(tuple(centre), "+" if sign >= 0.0 else "-", INK if sign >= 0.0 else T1, tuple(np.sign(centre - middle)))
        sheet.path([a, point], FAINT, 1.0, dashed=True)


def draw_sum(sheet, corners, point):
    """Draw the edges e10 and e20 from a triangle's first corner, and the multiples of both whose sum leads to the point.

    corners: three points (x, y); point: (x, y)
    """
    first, second, third = (np.array(corner) for corner in corners)
    f, g = np.linalg.solve(np.column_stack([second - first, third - first]), np.array(point) - first)
    turn = first + f * (second - first)
    sheet.arrow(corners[0], corners[1], SOLID, 2.4)
    sheet.arrow(corners[0], corners[2], SOLID, 2.4)
    sheet.letter(tuple(first + 0.8 * (second - first)), "$e_{10}$", INK, (0, -1))
    sheet.letter(tuple(first + 0.75 * (third - first)), "$e_{20}$", INK, (-0.4, 1))
    sheet.arrow(corners[0], tuple(turn), AFTER, 3.0)
    sheet.letter(tuple((first + turn) / 2), "$f\\,e_{10}$", AFTER, (0, -1))
    sheet.arrow(tuple(turn), point, PLANE, 3.0)
    sheet.letter(point, "$g\\,e_{20}$", PLANE, (1.3, -0.6))


@drawing
def growing_disc(run, of: PassName = "move", contact: Index = 0, tick: Tick = 0):
    """Draw the touched triangle from its front, and the disc in which the sphere cuts its plane, from t0 to the contact."""
    test = touched_test(run, of, contact, tick)
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
    sheet = Sheet((min(xs) - radius, min(ys) - 0.2, max(xs) + radius, max(ys) + 0.2), margin=6)
    sheet.path(corners, SOLID, 2.2, fill=SOLID, opacity=0.4, closed=True)
    sheet.letter(tuple(np.mean(corners, axis=0)), "triangle", INK, (0, 0))
    for centre, size in discs[1:]:
        sheet.circle(centre, size, T0, 1.4, dashed=size < radius)
    sheet.dot(discs[0][0], T0, 4.0)
    sheet.letter(discs[0][0], "$q$ at $t_0$", T0, (-side, 0))
    sheet.letter((discs[-1][0][0], discs[-1][0][1] + radius), "disc at the contact", T0, (-0.6 * side, 1))
    sheet.dot(touched, CONTACT, 4.0)
    sheet.letter(touched, "contact", CONTACT, (0.9 * side, 1.4))
    return sheet.svg(
        "The disc in which the sphere cuts the plane grows from a point outside the triangle until it meets the border."
    )


def discs_of(test):
    """Return the discs in which the sphere cuts the triangle's plane, from t0 to the contact, as [(centre (3,), radius), ...].

    test: TriangleTest with a contact. The discs are in eSpace, with the same origin as the positions in the test.
    """
    base, velocity, normal = np.array(test.sweep.base), np.array(test.sweep.velocity), np.array(test.normal)
    discs = []
    for t in np.linspace(test.interval[0], test.t, DISCS):
        height = test.distance + t * test.normal_dot_velocity
        discs.append((base + t * velocity - height * normal, float(np.sqrt(max(1.0 - height * height, 0.0)))))
    return discs


def flat_in(corner, across, up, point):
    """Return the plane coordinates (x, y) of a point relative to a corner of a triangle, as floats.

    corner, point: arrays (3,)
    across, up: arrays (3,), unit vectors of the x and the y axis in the triangle's plane
    """
    return float(across @ (point - corner)), float(up @ (point - corner))


def cross(a, b, p):
    """Return twice the signed area of the triangle a, b, p, each (x, y). It is positive if they are counterclockwise."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


@drawing
def distance_curve(
    run,
    part: Annotated[str, OneOf(("touched", "p1", "p2", "p3", "p1p2", "p2p3", "p1p3", "p3p1"))] = "touched",
    of: PassName = "move",
    contact: Index = 0,
    tick: Tick = 0,
):
    """Draw the squared distance of the moving centre from a corner or an edge over t: a parabola, marked where it is 1.

    part: "touched", or the name of a corner or edge
    Raises ValueError if the test has no such part, or for "touched" if a face was touched.
    """
    test = touched_test(run, of, contact, tick)
    wanted = [p for p in test.parts if (p.t is not None if part == "touched" else p.name == part)]
    if not wanted:
        raise ValueError(f"drawing distance_curve: the test of this contact has no part {part!r} with a root")
    chosen = wanted[-1]
    roots = [root for root in chosen.roots if abs(root) < inf]
    sweep: VelocitySweep = test.sweep
    left, right = min([0.0, *roots]), max([1.0, *(min(root, roots[0] + WIDEST) for root in roots)])
    room = 0.12 * (right - left)
    times = np.linspace(left - room, right + room, SAMPLES)
    points = np.array(sweep.base) + times[:, None] * np.array(sweep.velocity)
    squared = squared_distance(points, chosen.points)
    top = max(1.6, min(float(squared.max()), 4.0))
    sheet = Sheet((left - room, -0.15, right + room, top), stretched=True, margin=26)
    sheet.arrow((left - room, 0.0), (right + room * 1.4, 0.0))
    sheet.letter((right + room * 1.2, 0.0), "$t$", INK, (0, -1))
    sheet.arrow((0.0, 0.0), (0.0, top * 1.06))
    sheet.letter((0.0, top), "distance squared", INK, (1, 0))
    sheet.path([(left - room, 1.0), (right + room, 1.0)], FAINT, 1.2, dashed=True)
    sheet.letter((right + room, 1.0), "1", FAINT, (-1, 1))
    seen = squared <= 0.86 * top  # below the name of the axis
    sheet.path(list(zip(times[seen].tolist(), squared[seen].tolist())), PLANE, 2.2)
    for root, colour in zip(roots, (T0, T1)):
        if left - room <= root <= right + room:
            sheet.dot((root, 1.0), colour, 4.0)
            sheet.path([(root, 1.0), (root, 0.0)], colour, 1.0, dashed=True)
            sheet.letter((root, 0.0), f"{root:.3f}", colour, (0, -1))
    return sheet.svg("The squared distance over t; it is 1 where the sphere arrives, and again where it leaves.")


def squared_distance(points, ends):
    """Return the squared distances (n,) of points (n, 3) from a corner, or from the infinite line through an edge.

    ends: one point (3,) for a corner, two for an edge
    """
    away = points - np.array(ends[0])
    if len(ends) == 2:
        along = np.array(ends[1]) - ends[0]
        along = along / np.linalg.norm(along)
        away = away - (away @ along)[:, None] * along
    return (away * away).sum(axis=1)


@drawing
def outcomes(run, of: PassName = "move", sweep: Index = 0, tick: Tick = 0):
    """Draw, as a bar chart, the number of a sweep's candidates for each outcome of the triangle test that occurs."""
    steps = [step for step in run.record(tick).trace.steps if step.pass_ == Pass[of.upper()]]
    counts = [(OUTCOME_WORDS[kind], steps[sweep].count(kind), hex_of(palette.OUTCOMES[kind])) for kind in Outcome]
    return bars_of([count for count in counts if count[1]], "")


@drawing
def enlarged_triangle(run):
    """Draw a triangle, seen along its normal, and its Minkowski sum with the unit sphere: pipes at edges, balls at corners."""
    corners = np.array(((-2.2, -0.9), (2.0, -1.0), (0.5, 1.5)))
    flat, pipe, ball = (hex_of(palette.FEATURES[feature]) for feature in (Feature.FACE, Feature.EDGE, Feature.CORNER))
    sheet = Sheet((-3.3, -2.1, 3.6, 2.6), margin=4)
    for corner in corners:
        sheet.circle(tuple(corner), 1.0, BALL_RIM, 1.4, fill=ball)
    for start, end in zip(corners, np.roll(corners, -1, axis=0)):
        along = (end - start) / np.linalg.norm(end - start)
        outwards = np.array((along[1], -along[0]))
        strip = [tuple(point) for point in (start, end, end + outwards, start + outwards)]
        sheet.path(strip, pipe, 1.4, fill=pipe, opacity=0.4, closed=True)
        sheet.letter(tuple((start + end + 1.0 * outwards) / 2), "pipe", INK, (0, 0))
    sheet.path([tuple(corner) for corner in corners], flat, 2.0, fill=flat, opacity=0.45, closed=True)
    for corner in corners:
        sheet.letter(tuple(corner + 0.55 * corner / np.linalg.norm(corner)), "ball", INK, (0, 0))
    sheet.letter((0.05, -0.3), "inside: flat", INK, (0, 0))
    return sheet.svg("A triangle enlarged by the unit sphere: flat over the inside, a pipe at each edge, a ball at each corner.")
