"""The record of a triangle's test with all intermediate results, which the solver does not keep (the paper's chapter 3).

`replay` runs the tests of a recorded iteration again, and makes such a record for each.

All values are in eSpace, relative to the body's position at the start of the tick. A time t is the fraction of the velocity,
which is a displacement as in the paper: 0 at its start, 1 at its end.

The functions of paper_detection.py and robust_detection.py calculate the results, and this file collects them. All values are
in eSpace, relative to the body's position at the start of the tick. A time t is the fraction of the velocity, which is a
displacement as in the paper: 0 at its start, 1 at its end.

The solver's own functions write, sweep and compare the same candidates in the same order. So every number has the solver's bits.
"""

from dataclasses import dataclass
from enum import Enum
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from ..collision.ellipsoid_and_espace import to_espace
from ..collision.gather import COLUMNS, is_out_of_reach, triangle_at, write_candidate
from ..collision.nearest_contact import TIE, Query, nearest_contact
from ..collision.paper_detection import (
    Contact,
    Sweep,
    both_roots,
    check_triangle,
    corner_equation,
    edge_equation,
    edge_parameter,
    plane_interval,
    plane_point,
    sweep_corner,
    sweep_edge,
)
from ..collision.response import look_ahead
from ..collision.robust_detection import closest_on_triangle, edge_functions, reach_corner, reach_edge, sweep_triangle
from ..collision.trace import Feature, Outcome
from ..core.right_forward_up_frame import to_frame
from ..core.vec3 import along, dot, length, scale, sub


class VelocitySweep(NamedTuple):
    """The sweep of an iteration in eSpace, with the paper's velocity as well as the solver's direction and reach.

    base: centre of the sphere at the start of the iteration (3,)
    velocity: displacement (3,)
    direction: unit vector (3,) of the velocity
    length: of the velocity
    reach: distance up to which contacts count: `length`, or slightly more in a pass that slides (`look_ahead`)
    """

    base: tuple
    velocity: tuple
    direction: tuple
    length: float
    reach: float

    @property
    def path(self):
        """The solver's Sweep with the same base, direction and reach."""
        return Sweep(self.base, self.direction, self.reach)


class TriangleVerdict(Enum):
    """The reason to accept or reject the roots of a corner or an edge."""

    FIRST = "the nearest"  # accepted: nearer than all contacts so far
    NO_ROOT = "no root"  # the sphere never touches it
    BEHIND = "behind"  # both roots are before the start
    STARTS_INSIDE = "starts inside"  # the sphere overlaps it at the start: no contact for the exact test
    LATER = "later"  # a nearer contact is known
    BEYOND_END = "beyond 1"  # touched after the end of the velocity
    BESIDE = "beside the edge"  # the line is touched beyond the ends of the edge


class Stage(Enum):
    """The stage at which a triangle's test ended, in the order of the tests."""

    UNREACHED = "box"  # its box is out of the sweep's reach
    BACK_FACING = "facing"  # the velocity points out of its front
    INTERVAL = "interval"  # its plane is not touched within the sweep
    TOUCHING = "touching"  # the sphere overlaps it at the start
    AWAY = "away"  # its distance stays above the radius
    INSIDE = "inside"  # the sphere touches its plane within the face
    OUTLINE = "outline"  # its edges and corners were tested


@dataclass(frozen=True)
class TrianglePart:
    """A corner or an edge in the sweep test, with the equation A t^2 + B t + C = 0.

    name: such as "p1" for a corner or "p1p2" for an edge
    points: the corner, or the two ends of the edge, each (3,)
    equation: (A, B, C)
    roots: (x1, x2), times with x1 <= x2, both inf if there are none or both are very far (`true_roots`)
    f0: parameter along the edge at the root that the test uses, 0..1 on the edge; None for a corner, or if there are no roots
    t: time of the contact, or None if it was rejected
    verdict: TriangleVerdict, the reason
    """

    name: str
    points: tuple
    equation: tuple
    roots: tuple
    f0: float | None
    t: float | None
    verdict: TriangleVerdict


@dataclass(frozen=True)
class TriangleTest:
    """The test of a triangle with its intermediate results. A result that the test did not need is None.

    triangle: number of the triangle in the mesh
    corners: (p1, p2, p3), each (3,)
    sweep: VelocitySweep of the iteration
    exact: True for the exact test, False for the test as printed in the paper
    two_sided: True if back-facing triangles are tested too
    normal, constant: unit normal N (3,) and Cp of the plane N . p + Cp = 0
    distance: signed distance of the sweep's base from the plane
    normal_dot_velocity: negative if the sphere approaches the plane from its front
    interval: (t0, t1) between which the sphere touches the plane. If the sphere moves parallel to the plane, it is (0, 1), or
    (2, 2) without a touch.
    point_on_plane: the point (3,) at which the sphere first touches the plane
    barycentric: weights (3,) of the corners at `point_on_plane`
    at_start: (length, component along the sweep's direction) of the vector from `sweep.base` to the triangle's nearest point
    parts: corners and edges as Parts, in the order of the test; empty if they were not tested
    nearest: time up to which the test accepts a contact. For the exact test it is just after the nearest contact of the
    triangles tested before. For the test as printed it is the end of the sweep.
    outcome: Outcome of this test alone. It is HIT even if the contact with another triangle is nearer.
    stage: Stage at which the test ended
    t, feature, point: time, Feature and position (3,) of the contact with this triangle, or None
    e_distance: eSpace distance to the contact with this triangle, or minus the penetration at the start, or None
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


FARTHEST_ROOT = 1e5  # [velocities] Smaller: true roots of slow bodies are not shown; larger: rounding is shown as roots


def reproduce_test(triangle, sweep, nearest, rules, unreached):
    """Return the TriangleTest of a candidate Triangle, by the exact test or the test as printed, as the rules choose.

    sweep: VelocitySweep of the iteration
    nearest: eSpace distance up to which the exact test accepts a contact, just beyond the nearest one of earlier candidates.
    The test as printed does not use it.
    rules: PassRules
    unreached: True if the triangle's bounding box is out of the sweep's reach, so that the solver does not test the triangle
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
        sweep_outline(corners, sweep, nearest, rules) if stage == Stage.OUTLINE else (),
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
    """Return (point (3,) at which the sphere first touches the triangle's plane, the point's barycentric weights (3,)).

    Both are None if the sphere moves parallel to the plane, or first touches it before the start or after the end of the sweep.
    The weights are also None for a triangle without area.

    triangle: Triangle; sweep: VelocitySweep
    distance: signed distance of the sweep's base from the plane
    closing: dot product of the plane's normal and the velocity
    interval: (t0, t1) in which the sphere touches the plane
    """
    if closing == 0.0 or interval[0] < 0.0 or interval[0] > sweep.reach / sweep.length:
        return None, None
    touched = plane_point(sweep.base, triangle.normal, sweep.velocity, interval[0], 1.0 if distance >= 0.0 else -1.0)
    corners = triangle.p1, triangle.p2, triangle.p3
    return touched, barycentric(touched, corners, scale(triangle.normal, triangle.winding))


def barycentric(point, corners, normal):
    """Return the barycentric weights (3,) of a point in the plane of a triangle, or None for a triangle without area.

    point: (3,)
    corners: three points (3,)
    normal: unit normal (3,) of the triangle. The corners are counter-clockwise seen from its tip.
    The sum of the weights is 1. Those of a point inside the triangle are at least 0.
    """
    third, first, second = edge_functions(point, *corners, normal)
    whole = first + second + third
    return (first / whole, second / whole, third / whole) if whole else None


# The stage at which it ended


def start_distance(triangle, distance, sweep, rules):
    """Return (length, component along the sweep's direction) of the vector from the sweep's base to a Triangle's nearest point.

    Return None if the test does not need it. Only the exact test needs it, for needles and for a plane that the sphere touches
    at the start of the sweep.
    distance: signed distance of the sweep's base from the triangle's plane
    sweep: VelocitySweep; rules: PassRules
    """
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
    """Return the Stage at which a test ended.

    contact: Contact that the test returned
    at_start: result of `start_distance`, which may be None
    """
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


def sweep_outline(corners, sweep, nearest, rules):
    """Return a tuple with the Parts of the three edges and three corners, in the order in which the rules' test examines them.

    corners: three points (3,)
    sweep: VelocitySweep; rules: PassRules
    nearest: eSpace distance up to which a contact counts. The distance of each contact is the new limit for the Parts after it.
    """
    p1, p2, p3 = corners
    points = [("p1", (p1,)), ("p2", (p2,)), ("p3", (p3,))]
    edges = [("p1p2", (p1, p2)), ("p2p3", (p2, p3))]
    if rules.exact_contact:
        return sweep_parts([*edges, ("p1p3", (p1, p3)), *points], sweep, nearest, exact_distance)
    return sweep_parts([*points, *edges, ("p3p1", (p3, p1))], sweep, nearest, printed_distance)


def sweep_parts(parts, sweep, nearest, distance_to):
    """Return a tuple with the Parts of corners and edges, tested one after another.

    parts: pairs (name, points), with one point (3,) for a corner and two for an edge
    sweep: VelocitySweep
    nearest: eSpace distance up to which a contact counts. The distance of each contact is the new limit for the parts after it.
    distance_to: the test, `exact_distance` or `printed_distance`
    """
    tested, reach = [], nearest
    for name, points in parts:
        distance = distance_to(points, sweep, reach, nearest)
        tested.append(make_part(name, points, sweep, distance, distance_to is exact_distance))
        nearest = nearest if distance is None else distance
    return tuple(tested)


def exact_distance(points, sweep, reach, nearest):
    """Return the eSpace distance to a corner or an edge by the exact test, or None without a contact nearer than `nearest`.

    A contact at exactly `nearest` also counts if no corner or edge of this triangle was met before.
    points: the corner, or the two ends of the edge, each (3,)
    sweep: VelocitySweep
    reach: the value of `nearest` before the first corner or edge of this triangle
    nearest: eSpace distance to the nearest contact so far
    """
    if len(points) == 1:
        distance = reach_corner(*points, sweep.base, sweep.direction)
    else:
        distance, _ = reach_edge(*points, sweep.base, sweep.direction)
    return distance if 0.0 <= distance < nearest or 0.0 <= distance == nearest == reach else None


def printed_distance(points, sweep, reach, nearest):
    """Return the eSpace distance to a corner or an edge by the test as printed, None without a contact nearer than `nearest`.

    points: the corner, or the two ends of the edge, each (3,)
    sweep: VelocitySweep
    reach: the value of `nearest` before the first corner or edge of this triangle
    nearest: eSpace distance to the nearest contact so far
    """
    velocity, before = scale(sweep.direction, reach), nearest / reach
    if len(points) == 1:
        t = sweep_corner(*points, sweep.base, velocity, before)
    else:
        t, _ = sweep_edge(*points, sweep.base, velocity, before)
    return t * reach if t >= 0.0 else None


def make_part(name, points, sweep, distance, exact):
    """Return the TrianglePart of a corner or an edge.

    name: such as "p1" or "p1p2"
    points: the corner, or the two ends of the edge, each (3,)
    sweep: VelocitySweep
    distance: eSpace distance to the contact, or None if the test found none
    exact: True for the exact test, False for the test as printed
    """
    equation = (corner_equation if len(points) == 1 else edge_equation)(*points, sweep.base, sweep.velocity)
    x1, x2 = true_roots(*both_roots(*equation))
    t = distance / sweep.length if distance is not None else None
    first = x1 if x1 > 0.0 or exact else x2
    f0 = edge_parameter(*points, sweep.base, sweep.velocity, first) if len(points) == 2 and first < inf else None
    verdict = TriangleVerdict.FIRST if t is not None else why_rejected(x1, x2, f0, exact)
    return TrianglePart(name, points, equation, (x1, x2), f0, t, verdict)


def true_roots(x1, x2):
    """Return the roots x1, x2, or (inf, inf) if both are beyond FARTHEST_ROOT.

    Such roots come from a velocity that is parallel to the edge. A is then a rounding error instead of zero.
    """
    return (inf, inf) if min(abs(x1), abs(x2)) > FARTHEST_ROOT else (x1, x2)


def why_rejected(x1, x2, f0, exact):
    """Return the TriangleVerdict with the reason why the test rejected a corner or an edge with the roots x1 <= x2.

    f0: parameter along the edge at the root that the test uses, 0..1 on the edge; None for a corner, or if there are no roots
    exact: True for the exact test, False for the test as printed
    """
    if x1 == inf:
        return TriangleVerdict.NO_ROOT
    if x2 <= 0.0:
        return TriangleVerdict.BEHIND
    if exact and x1 < 0.0:
        return TriangleVerdict.STARTS_INSIDE
    if f0 is not None and not 0.0 <= f0 <= 1.0:
        return TriangleVerdict.BESIDE
    return TriangleVerdict.BEYOND_END if min(x for x in (x1, x2) if x > 0.0) > 1.0 else TriangleVerdict.LATER


class Inspection:
    """The triangle tests of a recorded tick, which can be run again one by one.

    trace: Trace of the tick
    corners: (k, 9) [m] of the trace's candidates in the world, at their positions in that tick
    order: (k,) int, the candidates' triangle numbers, or ~number if the winding of the corners is reversed
    """

    def __init__(self, trace, corners, order):
        self.trace, self.rules, self.space = trace, trace.rules, trace.space
        self.candidates = self._write_candidates(corners, order)
        self._outcomes = np.empty(len(order), np.uint8)

    def _write_candidates(self, corners, order):
        """Return the candidates (k, COLUMNS), with exactly the solver's bits. corners, order: as for the class"""
        candidates, origin, turn = np.empty((len(order), COLUMNS)), self.trace.origin, self.trace.turn
        if turn:
            corners, origin = np.array([into_frame(row, turn) for row in corners]).reshape(-1, 9), turn.origin
        for row, (triangle, number) in enumerate(zip(np.asarray(corners).tolist(), order.tolist())):
            write_candidate(candidates, row, triangle, number, origin, self.space)
        return candidates

    def test(self, iteration, k):
        """Return the TriangleTest of one candidate in an iteration, or None if the iteration has no displacement.

        iteration: Iteration to describe
        k: index of the candidate in `Trace.candidates`
        """
        sweep = sweep_of(self.trace, iteration)
        if sweep is None:
            return None
        query = Query(self.candidates, k, self.space, self.rules, None, self._outcomes, None)
        _, nearest = nearest_contact(query, sweep.path, 0)
        unreached = is_out_of_reach(self.candidates, k, sweep.base, along(sweep.base, sweep.direction, sweep.reach))
        farthest = min(nearest.distance + TIE, sweep.reach)
        return reproduce_test(triangle_at(self.candidates, k), sweep, farthest, self.rules, unreached)


def into_frame(corners, turn):
    """Return the world corners (9,) [m] of a triangle in the frame of a Turn, relative to the Turn's pivot, as a list [m]."""
    points = [tuple(corners[at : at + 3].tolist()) for at in (0, 3, 6)]
    return [x for point in points for x in to_frame(turn.frame, sub(point, turn.pivot))]


def sweep_of(trace, iteration):
    """Return the VelocitySweep of an iteration, or None if it has no displacement.

    trace: Trace
    iteration: Iteration to describe
    """
    space = trace.space
    velocity = to_espace(space, iteration.own_displacement)
    reach = length(velocity)
    if reach == 0.0:
        return None
    direction = scale(velocity, 1.0 / reach)
    ahead = look_ahead(space, trace.rules, iteration.pass_)
    return VelocitySweep(to_espace(space, iteration.own_start), velocity, direction, reach, reach + ahead)
