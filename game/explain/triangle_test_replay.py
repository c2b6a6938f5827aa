"""The record of a triangle's test with all intermediate results, which the solver does not keep (the paper's chapter 3).

An Inspection runs the tests of a recorded tick again with the solver's own functions, so every number has the solver's bits. All
values are in eSpace, relative to the body's position at the start of the tick. A time t is the fraction of the velocity, which is
a displacement as in the paper: 0 at its start, 1 at its end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from math import inf, sqrt
from typing import NamedTuple

import numpy as np

from ..collision import Iteration, Trace
from ..collision.candidates_and_nearest_contact import (
    COLUMNS,
    TIE,
    Query,
    is_out_of_reach,
    nearest_contact,
    triangle_at,
    write_candidate,
)
from ..collision.ellipsoid_and_espace import to_espace
from ..collision.paper_detection import (
    Contact,
    Sweep,
    Triangle,
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
from ..collision.rules import PassRules
from ..collision.trace import Ending, Feature, Outcome, Pass, Turn
from ..core.right_forward_up_frame import to_frame
from ..core.vec3 import Vector, along, dot, length, scale, sub
from ..simulation import Simulation, TickRecord
from ..simulation.movers import Movers


class VelocitySweep(NamedTuple):
    """The sweep of an iteration in eSpace, from `base`, with the paper's velocity and the solver's unit direction.

    reach: distance up to which contacts count: `length`, or slightly more in a pass that slides (`look_ahead`)
    """

    base: Vector
    velocity: Vector
    direction: Vector
    length: float
    reach: float

    @property
    def path(self) -> Sweep:
        return Sweep(self.base, self.direction, self.reach)


class TriangleVerdict(Enum):
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
    """A corner or an edge in the sweep test, with the equation A t^2 + B t + C = 0 and its roots x1 <= x2, or inf.

    name: "p1" for a corner or "p1p2" for an edge; points: one or two; equation: (A, B, C); f0: parameter along the edge, 0..1 on
    it, or None; t: time of the contact, or None if it was rejected
    """

    name: str
    points: tuple[Vector, ...]
    equation: Vector
    roots: tuple[float, float]
    f0: float | None
    t: float | None
    verdict: TriangleVerdict


@dataclass(frozen=True)
class TriangleTest:
    """The test of a triangle with its intermediate results. A result that the test did not need is None.

    corners: (p1, p2, p3); exact: False for the printed test; normal, constant: of the plane N . p + Cp = 0; distance: signed, of
    the base; normal_dot_velocity: negative towards its front
    interval: (t0, t1) of the touch with the plane, or if parallel (0, 1), or (2, 2) without a touch; point_on_plane: first
    touched; barycentric: its weights; at_start: (length, component along the sweep) to the nearest point from the base
    parts: corners and edges in the order of the test; nearest: time up to which a contact is accepted
    outcome: of this test alone, HIT even if another contact is nearer; e_distance: in eSpace, or minus the penetration
    """

    triangle: int
    corners: tuple[Vector, Vector, Vector]
    sweep: VelocitySweep
    exact: bool
    two_sided: bool
    normal: Vector
    constant: float
    distance: float
    normal_dot_velocity: float
    interval: tuple[float, float]
    point_on_plane: Vector | None
    barycentric: Vector | None
    at_start: tuple[float, float] | None
    parts: tuple[TrianglePart, ...]
    nearest: float
    outcome: Outcome
    stage: Stage
    t: float | None
    e_distance: float | None
    feature: Feature | None
    point: Vector | None


FARTHEST_ROOT = 1e5  # [velocities] Smaller: true roots of slow bodies are not shown; larger: rounding is shown as roots


def reproduce_test(triangle: Triangle, sweep: VelocitySweep, nearest: float, rules: PassRules, unreached: bool) -> TriangleTest:
    """Run the test of a candidate again, by the exact test or the test as printed, as the rules choose.

    nearest: eSpace distance of the nearest earlier contact, for the exact test; unreached: the bounding box is out of reach
    """
    corners, normal = (triangle.p1, triangle.p2, triangle.p3), triangle.normal
    distance, closing = dot(normal, sub(sweep.base, triangle.p1)), dot(normal, sweep.velocity)
    interval = plane_interval(distance, closing)
    plane_contact = touch_plane(triangle, sweep, distance, closing, interval)
    at_start = None if unreached else start_distance(triangle, distance, sweep, rules)
    nearest = nearest if rules.exact_contact else sweep.reach  # the printed test ignores earlier contacts
    contact = Contact(Outcome.UNREACHED, nearest, 0, (0.0, 0.0, 0.0))
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


def touch_plane(
    triangle: Triangle, sweep: VelocitySweep, distance: float, closing: float, interval: tuple[float, float]
) -> tuple[Vector | None, Vector | None]:
    """Return the point at which the sphere first touches the plane, and its barycentric weights.

    Both are None for a parallel motion or a touch before the start or after the end, the weights also without area. distance: of
    the base from the plane, signed; closing: normal . velocity; interval: (t0, t1) of the touch
    """
    if closing == 0.0 or interval[0] < 0.0 or interval[0] > sweep.reach / sweep.length:
        return None, None
    touched = plane_point(sweep.base, triangle.normal, sweep.velocity, interval[0], 1.0 if distance >= 0.0 else -1.0)
    corners = triangle.p1, triangle.p2, triangle.p3
    return touched, weights_at(touched, corners, scale(triangle.normal, triangle.winding))


def weights_at(point: Vector, corners: Sequence[Vector], normal: Vector) -> Vector | None:
    """Return the weights of a point in the plane of a triangle, of sum 1, or None for a triangle without area.

    normal: unit normal of the triangle, whose corners are counter-clockwise seen from its tip
    """
    third, first, second = edge_functions(point, *corners, normal)
    whole = first + second + third
    return (first / whole, second / whole, third / whole) if whole else None


# The stage at which it ended


def start_distance(triangle: Triangle, distance: float, sweep: VelocitySweep, rules: PassRules) -> tuple[float, float] | None:
    """Return (length, component along the sweep) of the vector from its base to the triangle, for the exact test."""
    if not rules.exact_contact or not (triangle.is_needle or abs(distance) <= 1.0):
        return None
    squared, nearest, _ = closest_on_triangle(sweep.base, triangle)
    return sqrt(squared), dot(sub(nearest, sweep.base), sweep.direction)


EARLY: dict[int, Stage] = {
    Outcome.UNREACHED: Stage.UNREACHED,
    Outcome.BACK_FACING: Stage.BACK_FACING,
    Outcome.INTERVAL_OUTSIDE: Stage.INTERVAL,
}


def stage_of(contact: Contact, at_start: tuple[float, float] | None) -> Stage:
    """Return the Stage at which a test ended. at_start: result of `start_distance`"""
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

DistanceTest = Callable[[tuple[Vector, ...], VelocitySweep, float, float], float | None]


def sweep_outline(corners: Sequence[Vector], sweep: VelocitySweep, nearest: float, rules: PassRules) -> tuple[TrianglePart, ...]:
    """Sweep the three edges and three corners, in the order in which the rules' test examines them.

    nearest: eSpace distance up to which a contact counts. The distance of each contact is the new limit for the parts after it.
    """
    p1, p2, p3 = corners
    points = [("p1", (p1,)), ("p2", (p2,)), ("p3", (p3,))]
    edges = [("p1p2", (p1, p2)), ("p2p3", (p2, p3))]
    if rules.exact_contact:
        return sweep_parts([*edges, ("p1p3", (p1, p3)), *points], sweep, nearest, exact_distance)
    return sweep_parts([*points, *edges, ("p3p1", (p3, p1))], sweep, nearest, printed_distance)


def sweep_parts(
    parts: Sequence[tuple[str, tuple[Vector, ...]]], sweep: VelocitySweep, nearest: float, distance_to: DistanceTest
) -> tuple[TrianglePart, ...]:
    """Sweep corners and edges, given as pairs (name, points), one after another. nearest: as for `sweep_outline`"""
    tested, reach = [], nearest
    for name, points in parts:
        distance = distance_to(points, sweep, reach, nearest)
        tested.append(make_part(name, points, sweep, distance, distance_to is exact_distance))
        nearest = nearest if distance is None else distance
    return tuple(tested)


def exact_distance(points: tuple[Vector, ...], sweep: VelocitySweep, reach: float, nearest: float) -> float | None:
    """Return the eSpace distance to a corner or an edge by the exact test, or None without a contact before `nearest`.

    A contact at exactly `nearest` counts if no part of this triangle, which began with `reach`, was met before.
    """
    if len(points) == 1:
        distance = reach_corner(*points, sweep.base, sweep.direction)
    else:
        distance, _ = reach_edge(*points, sweep.base, sweep.direction)
    return distance if 0.0 <= distance < nearest or 0.0 <= distance == nearest == reach else None


def printed_distance(points: tuple[Vector, ...], sweep: VelocitySweep, reach: float, nearest: float) -> float | None:
    """Return the eSpace distance to a corner or an edge by the test as printed, as `exact_distance` does by the exact one."""
    velocity, before = scale(sweep.direction, reach), nearest / reach
    if len(points) == 1:
        t = sweep_corner(*points, sweep.base, velocity, before)
    else:
        t, _ = sweep_edge(*points, sweep.base, velocity, before)
    return t * reach if t >= 0.0 else None


def make_part(name: str, points: tuple[Vector, ...], sweep: VelocitySweep, distance: float | None, exact: bool) -> TrianglePart:
    """Describe a corner or an edge. distance: eSpace distance to the contact, or None if the test found none"""
    equation = (corner_equation if len(points) == 1 else edge_equation)(*points, sweep.base, sweep.velocity)
    x1, x2 = both_roots(*equation)
    if min(abs(x1), abs(x2)) > FARTHEST_ROOT:  # A is a rounding error instead of zero
        x1 = x2 = inf
    t = distance / sweep.length if distance is not None else None
    first = x1 if x1 > 0.0 or exact else x2
    f0 = edge_parameter(*points, sweep.base, sweep.velocity, first) if len(points) == 2 and first < inf else None
    verdict = TriangleVerdict.FIRST if t is not None else why_rejected(x1, x2, f0, exact)
    return TrianglePart(name, points, equation, (x1, x2), f0, t, verdict)


def why_rejected(x1: float, x2: float, f0: float | None, exact: bool) -> TriangleVerdict:
    """Return the reason why the test rejected a corner or an edge. Arguments: as the fields of TrianglePart"""
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

    corners: (k, 9) [m] of the candidates in the world; order: (k,) their triangle numbers, or ~number if the winding is reversed
    """

    def __init__(self, trace: Trace, corners: np.ndarray, order: np.ndarray):
        self.trace, self.rules, self.space = trace, trace.rules, trace.space
        self.candidates = self._write_candidates(corners, order)
        self._outcomes = np.empty(len(order), np.uint8)
        self._tests: dict[tuple[Iteration, int], TriangleTest] = {}  # those that were run again

    def _write_candidates(self, corners: np.ndarray, order: np.ndarray) -> np.ndarray:
        """Return the candidates (k, COLUMNS), with exactly the solver's bits."""
        candidates, origin, turn = np.empty((len(order), COLUMNS)), self.trace.origin, self.trace.turn
        if turn:
            corners, origin = np.array([turned_corners(row, turn) for row in corners]).reshape(-1, 9), turn.origin
        for row, (triangle, number) in enumerate(zip(np.asarray(corners).tolist(), order.tolist())):
            write_candidate(candidates, row, triangle, number, origin, self.space)
        return candidates

    def test(self, iteration: Iteration, k: int) -> TriangleTest | None:
        """Test candidate k of the trace in an iteration again. Returns None if the iteration has no displacement."""
        sweep = sweep_of(self.trace, iteration)
        if sweep is None:
            return None
        if (iteration, k) in self._tests:
            return self._tests[iteration, k]
        unused = np.empty(0)
        query = Query(self.candidates, k, self.space, self.rules, unused, self._outcomes, unused)
        _, nearest = nearest_contact(query, sweep.path, 0)
        unreached = is_out_of_reach(self.candidates, k, sweep.base, along(sweep.base, sweep.direction, sweep.reach))
        farthest = min(nearest.distance + TIE, sweep.reach)
        test = reproduce_test(triangle_at(self.candidates, k), sweep, farthest, self.rules, unreached)
        return self._tests.setdefault((iteration, k), test)


def turned_corners(corners: np.ndarray, turn: Turn) -> list[float]:
    points = [tuple(corners[at : at + 3].tolist()) for at in (0, 3, 6)]
    return [x for point in points for x in to_frame(turn.frame, sub(point, turn.pivot))]


def sweep_of(trace: Trace, iteration: Iteration) -> VelocitySweep | None:
    """Return the sweep of an iteration, or None if it has no displacement."""
    space = trace.space
    velocity = to_espace(space, iteration.own_displacement)
    reach = length(velocity)
    if reach == 0.0:
        return None
    direction = scale(velocity, 1.0 / reach)
    ahead = look_ahead(space, trace.rules, Pass.GROUND if iteration.ending == Ending.SNAPPED else iteration.pass_)
    return VelocitySweep(to_espace(space, iteration.own_start), velocity, direction, reach, reach + ahead)


def inspection_of(record: TickRecord, sim: Simulation) -> Inspection:
    return Inspection(record.trace, *triangles_of(sim, record.trace.candidates, record))


def triangles_of(sim: Simulation, numbers: np.ndarray, record: TickRecord) -> tuple[np.ndarray, np.ndarray]:
    """Return (corners (k, 9) [m], order (k,)) of triangles as a tick left them. `order` has ~number for a reversed winding."""
    mesh, corners = sim.mesh, np.empty((len(numbers), 9))
    order = np.empty(len(numbers), np.int32)
    is_static = numbers < len(mesh.triangles)
    rows = mesh.rows[numbers[is_static]]
    corners[is_static], order[is_static] = mesh.corners[rows], mesh.order[rows]
    for k in np.flatnonzero(~is_static):
        number = int(numbers[k])
        if sim.movers is not None and number < sim.first_solid:
            corners[k], order[k] = mover_triangle(sim.movers, number, record.tick)
        else:
            corners[k], order[k] = sim.solid_corners(number, record).ravel(), number
    return corners, order


def mover_triangle(movers: Movers, number: int, tick: int) -> tuple[np.ndarray, int]:
    """Return (corners (9,) [m], number) of a mover's triangle at a tick. The number is ~number if the winding is reversed."""
    corners, order = movers.triangles([movers.owner(number)], tick)
    row = int(np.flatnonzero(np.where(order >= 0, order, ~order) == number)[0])
    return corners[row], order[row]
