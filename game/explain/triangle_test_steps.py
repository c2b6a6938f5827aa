"""Reproduce the solver's test of a triangle with all intermediate results, as a TriangleTest.

The functions of paper_detection.py and robust_detection.py calculate the results, and this file collects them. All values are
in eSpace, relative to the body's position at the start of the tick. A time t is the fraction of the velocity, which is a
displacement as in the paper: 0 at its start, 1 at its end.
"""

from math import inf, sqrt

from ..collision.paper_detection import (
    Contact,
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
from ..collision.robust_detection import closest_on_triangle, edge_functions, reach_corner, reach_edge, sweep_triangle
from ..collision.trace import Feature, Outcome
from ..core.vec3 import dot, scale, sub
from .triangle_test_types import Part, Stage, TriangleTest, Verdict

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
    """Return the Part of a corner or an edge.

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
    verdict = Verdict.FIRST if t is not None else why_rejected(x1, x2, f0, exact)
    return Part(name, points, equation, (x1, x2), f0, t, verdict)


def true_roots(x1, x2):
    """Return the roots x1, x2, or (inf, inf) if both are beyond FARTHEST_ROOT.

    Such roots come from a velocity that is parallel to the edge. A is then a rounding error instead of zero.
    """
    return (inf, inf) if min(abs(x1), abs(x2)) > FARTHEST_ROOT else (x1, x2)


def why_rejected(x1, x2, f0, exact):
    """Return the Verdict with the reason why the test rejected a corner or an edge with the roots x1 <= x2.

    f0: parameter along the edge at the root that the test uses, 0..1 on the edge; None for a corner, or if there are no roots
    exact: True for the exact test, False for the test as printed
    """
    if x1 == inf:
        return Verdict.NO_ROOT
    if x2 <= 0.0:
        return Verdict.BEHIND
    if exact and x1 < 0.0:
        return Verdict.STARTS_INSIDE
    if f0 is not None and not 0.0 <= f0 <= 1.0:
        return Verdict.BESIDE
    return Verdict.BEYOND_END if min(x for x in (x1, x2) if x > 0.0) > 1.0 else Verdict.LATER
