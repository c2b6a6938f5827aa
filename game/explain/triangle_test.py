"""Reproduce the test of a triangle with all intermediate results, which the solver does not keep (the paper's chapter 3).

The functions of detection.py and exact_detection.py calculate the results, and this file names them. All values are in eSpace,
relative to the start of the tick. Times are parts of the velocity, as in the paper.
"""

from dataclasses import dataclass
from enum import Enum
from math import inf, sqrt
from typing import NamedTuple

from ..collision.detection import (
    Contact,
    Sweep,
    both_roots,
    check_triangle,
    corner_equation,
    edge_equation,
    place_on_edge,
    plane_interval,
    plane_point,
    sweep_corner,
    sweep_edge,
)
from ..collision.engine.vec3 import dot, scale, sub
from ..collision.exact_detection import closest_on_triangle, reach_corner, reach_edge, sides, sweep_triangle
from ..collision.kinds import Feature, Outcome

FARTHEST_ROOT = 1e5  # [velocities] Smaller: true roots of slow bodies are not shown; larger: rounding is shown as roots


class VelocitySweep(NamedTuple):
    """The sweep of an iteration in eSpace, with the velocity that the paper has instead of a direction.

    base: centre of the sphere (3,); velocity: the displacement (3,); direction: unit vector (3,) of the velocity
    length: of the velocity
    reach: distance up to which contacts count, which is a little longer for a slide
    """

    base: tuple
    velocity: tuple
    direction: tuple
    length: float
    reach: float

    @property
    def path(self):
        """The solver's Sweep with the same values."""
        return Sweep(self.base, self.direction, self.reach)


class Verdict(Enum):
    """The reason to accept or reject the roots of a corner or an edge."""

    FIRST = "the nearest"
    NO_ROOT = "no root"
    BEHIND = "behind"
    STARTS_INSIDE = "starts inside"
    LATER = "later"
    BEYOND_END = "beyond 1"
    BESIDE = "beside the edge"


class Stage(Enum):
    """The stage at which a triangle's test ended."""

    UNREACHED = "box"
    BACK_FACING = "facing"
    INTERVAL = "interval"
    TOUCHING = "touching"
    AWAY = "away"
    INSIDE = "inside"
    OUTLINE = "outline"


@dataclass(frozen=True)
class Part:
    """A corner or an edge in the sweep test, with the equation A t^2 + B t + C = 0.

    points: the corner, or the ends of the edge
    roots: (x1, x2) with x1 <= x2, both inf if there are none
    f0: position of the first root along the edge, 0..1 on the edge, or None
    t: accepted root, or None
    """

    name: str
    points: tuple
    equation: tuple
    roots: tuple
    f0: float | None
    t: float | None
    verdict: Verdict


@dataclass(frozen=True)
class TriangleTest:
    """The test of a triangle with its intermediate numbers. A number that the test did not need is None.

    normal, constant: the plane N . p + Cp = 0
    distance: signed distance of the base from the plane
    interval: [t0, t1] in which the sphere touches the plane, (2, 2) if it never does
    point_on_plane: the point at which the sphere first touches the plane
    barycentric: weights of the corners at that point
    at_start: (distance to the triangle at the start, part of the direction towards the triangle), or None
    parts: corners and edges, in the order of the test
    nearest: time of the nearest contact before this test
    t, feature, point: of the contact with this triangle, or None
    e_distance: distance to that contact in eSpace, or the negative penetration at the start
    """

    triangle: int
    corners: tuple
    sweep: VelocitySweep
    exact: bool
    two_sided: bool
    normal: tuple
    constant: float
    distance: float
    normal_dot_velocity: float
    interval: tuple
    point_on_plane: tuple | None
    barycentric: tuple | None
    at_start: tuple | None
    parts: tuple
    nearest: float
    outcome: Outcome
    stage: Stage
    t: float | None
    e_distance: float | None
    feature: Feature | None
    point: tuple | None


def reproduce_test(triangle, sweep, nearest, rules, unreached):
    """Return the TriangleTest of a Triangle.

    nearest: eSpace distance to the nearest contact of the candidates before it
    unreached: True if the triangle's box is out of the sweep's reach
    """
    corners, normal = (triangle.p1, triangle.p2, triangle.p3), triangle.normal
    distance, closing = dot(normal, sub(sweep.base, triangle.p1)), dot(normal, sweep.velocity)
    interval = plane_interval(distance, closing)
    plane_contact = touch_plane(triangle, sweep, distance, closing, interval)
    at_start = None if unreached else start_distance(triangle, distance, sweep, rules)
    nearest = nearest if rules.exact_contact else sweep.reach  # the printed test ignores earlier contacts
    contact = Contact(Outcome.UNREACHED, nearest, 0, None)
    if not unreached:
        path = sweep.path._replace(reach=nearest)
        contact = (sweep_triangle if rules.exact_contact else check_triangle)(triangle, path, rules.two_sided)
    stage = stage_of(contact, at_start)
    hit = contact.outcome == Outcome.HIT
    return TriangleTest(
        triangle.number,
        corners,
        sweep,
        rules.exact_contact,
        rules.two_sided,
        normal,
        -dot(normal, triangle.p1),
        distance,
        closing,
        interval,
        *plane_contact,
        at_start,
        outline(corners, sweep, nearest, rules) if stage == Stage.OUTLINE else (),
        nearest / sweep.length,
        Outcome(contact.outcome),
        stage,
        max(contact.distance, 0.0) / sweep.length if hit else None,
        contact.distance if hit else None,
        Feature(contact.feature) if hit else None,
        contact.point if hit else None,
    )


# The plane (sections 3.2 and 3.3)


def touch_plane(triangle, sweep, distance, closing, interval):
    """Return the first point (3,) of contact with the plane and its weights (3,); None for both without a contact ahead."""
    if closing == 0.0 or interval[0] < 0.0 or interval[0] > sweep.reach / sweep.length:
        return None, None
    touched = plane_point(sweep.base, triangle.normal, sweep.velocity, interval[0], 1.0 if distance >= 0.0 else -1.0)
    corners = triangle.p1, triangle.p2, triangle.p3
    return touched, barycentric(touched, corners, scale(triangle.normal, triangle.winding))


def barycentric(point, corners, normal):
    """Return the barycentric weights (3,) of a point of the plane, at least 0 inside the triangle, or None without area."""
    third, first, second = sides(point, *corners, normal)
    whole = first + second + third
    return (first / whole, second / whole, third / whole) if whole else None


# The stage at which it ended


def start_distance(triangle, distance, sweep, rules):
    """Return the distance to the triangle at the start and the part of the direction towards it, or None if not needed."""
    if not rules.exact_contact or not (triangle.is_needle or abs(distance) <= 1.0):
        return None
    squared, nearest, _ = closest_on_triangle(sweep.base, triangle)
    return sqrt(squared), dot(sub(nearest, sweep.base), sweep.direction)


EARLY = {
    Outcome.UNREACHED: Stage.UNREACHED,
    Outcome.BACK_FACING: Stage.BACK_FACING,
    Outcome.INTERVAL_OUTSIDE: Stage.INTERVAL,
}


def stage_of(contact, at_start):
    """Return the Stage at which the test with this Contact ended."""
    outcome, _, feature, point = contact
    if outcome in EARLY:
        return EARLY[outcome]
    if at_start and at_start[0] <= 1.0:
        return Stage.TOUCHING
    if outcome == Outcome.STAYS_AWAY:
        return Stage.AWAY
    inside = feature == Feature.FACE and (outcome == Outcome.HIT or point != (0.0, 0.0, 0.0))
    return Stage.INSIDE if inside else Stage.OUTLINE


# Corners and edges (section 3.4)


def outline(corners, sweep, nearest, rules):
    """Return the Parts of the three edges and three corners, tested in the order of the rules' test.

    nearest: eSpace distance to the nearest contact so far. Each nearer part replaces it for the next part.
    """
    p1, p2, p3 = corners
    points = [("p1", (p1,)), ("p2", (p2,)), ("p3", (p3,))]
    edges = [("p1p2", (p1, p2)), ("p2p3", (p2, p3))]
    if rules.exact_contact:
        return sweep_parts([*edges, ("p1p3", (p1, p3)), *points], sweep, nearest, exact_distance)
    return sweep_parts([*points, *edges, ("p3p1", (p3, p1))], sweep, nearest, printed_distance)


def sweep_parts(parts, sweep, nearest, distance_to):
    """Return the Parts, tested one after another. `distance_to` is `exact_distance` or `printed_distance`."""
    tested, reach = [], nearest
    for name, points in parts:
        distance = distance_to(points, sweep, reach, nearest)
        tested.append(part_of(name, points, sweep, distance, distance_to is exact_distance))
        nearest = nearest if distance is None else distance
    return tuple(tested)


def exact_distance(points, sweep, reach, nearest):
    """Return the eSpace distance to a corner or an edge by the exact test, or None without a contact up to the nearest."""
    if len(points) == 1:
        distance = reach_corner(*points, sweep.base, sweep.direction)
    else:
        distance, _ = reach_edge(*points, sweep.base, sweep.direction)
    return distance if 0.0 <= distance < nearest or 0.0 <= distance == nearest == reach else None


def printed_distance(points, sweep, reach, nearest):
    """Return the eSpace distance to a corner or an edge by the printed test, or None without a contact up to the nearest."""
    velocity, before = scale(sweep.direction, reach), nearest / reach
    if len(points) == 1:
        t = sweep_corner(*points, sweep.base, velocity, before)
    else:
        t, _ = sweep_edge(*points, sweep.base, velocity, before)
    return t * reach if t >= 0.0 else None


def part_of(name, points, sweep, distance, exact):
    """Return the Part of a corner or an edge. `distance` is that of its contact, or None."""
    equation = (corner_equation if len(points) == 1 else edge_equation)(*points, sweep.base, sweep.velocity)
    x1, x2 = true_roots(*both_roots(*equation))
    t = distance / sweep.length if distance is not None else None
    first = x1 if x1 > 0.0 or exact else x2
    f0 = place_on_edge(*points, sweep.base, sweep.velocity, first) if len(points) == 2 and first < inf else None
    verdict = Verdict.FIRST if t is not None else why_rejected(x1, x2, f0, exact)
    return Part(name, points, equation, (x1, x2), f0, t, verdict)


def true_roots(x1, x2):
    """Return the roots, or (inf, inf) if both are very far. The velocity is then parallel to the edge, and A is only rounding."""
    return (inf, inf) if min(abs(x1), abs(x2)) > FARTHEST_ROOT else (x1, x2)


def why_rejected(x1, x2, f0, exact):
    """Return the Verdict on roots that were rejected."""
    if x1 == inf:
        return Verdict.NO_ROOT
    if x2 <= 0.0:
        return Verdict.BEHIND
    if exact and x1 < 0.0:
        return Verdict.STARTS_INSIDE
    if f0 is not None and not 0.0 <= f0 <= 1.0:
        return Verdict.BESIDE
    return Verdict.BEYOND_END if min(x for x in (x1, x2) if x > 0.0) > 1.0 else Verdict.LATER
