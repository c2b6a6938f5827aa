"""One triangle's test made again, with everything that the solver works out on the way and throws away (the paper's chapter 3).

The functions of detection.py and exact_detection.py do the work; here their answers get names. All in eSpace, relative to the
start of the tick; times are parts of the velocity, as in the paper.
"""

from dataclasses import dataclass
from enum import Enum
from math import inf, sqrt
from typing import NamedTuple

from ..collision.columns import E_FACE_NORMAL, HEIGHT, MESH_TRIANGLE, P1, P2, P3, WINDING
from ..collision.detection import (
    both_roots,
    corner_equation,
    edge_equation,
    place_on_edge,
    plane_interval,
    plane_point,
    sweep_corner,
    sweep_edge,
)
from ..collision.engine.vec3 import dot, scale, sub
from ..collision.exact_detection import NEEDLE, closest_on_triangle, reach_corner, reach_edge, sides
from ..collision.kinds import Feature, Outcome
from ..collision.nearest_contact import get3, test_candidate
from ..collision.rules import EXACT_CONTACT, TWO_SIDED

NOWHERE = 1e5  # ways. Smaller: true roots of slow bodies are not shown; larger: rounding is shown as roots


class Sweep(NamedTuple):
    """What an iteration asks of each candidate.

    velocity: eSpace displacement; direction: the same, unit; length: of it; reach: how far it looks, a little more for a slide
    """

    base: tuple
    velocity: tuple
    direction: tuple
    length: float
    reach: float


class Verdict(Enum):
    """What became of the roots of a corner or an edge."""

    FIRST = "the nearest"
    NO_ROOT = "no root"
    BEHIND = "behind"
    LEFT = "left already"
    LATER = "later"
    BEYOND_END = "beyond 1"
    BESIDE = "beside it"


class Stage(Enum):
    """Where a triangle's test came to its end."""

    UNREACHED = "box"
    BACK_FACING = "facing"
    INTERVAL = "interval"
    TOUCHING = "touching"
    AWAY = "away"
    INSIDE = "inside"
    OUTLINE = "outline"


@dataclass(frozen=True)
class Part:
    """A corner or an edge in the sweep test: A t^2 + B t + C = 0 with the roots x1 <= x2, or inf when there are none.

    points: the corner, or the edge's ends; f0: where on the edge the first root lies; t: accepted, or None
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
    """A test with its numbers, None where nobody asked for them.

    normal, constant: the plane N . p + Cp = 0; distance: signed, of the base; interval: [t0, t1], (2, 2) when it never meets
    point_on_plane, barycentric: where the sphere first meets the plane, and that point's weights of the corners
    parts: corners and edges, in the order in which they were asked; nearest: the time to beat
    near: (distance, whether it goes towards it) of the triangle itself at the start, None when nobody asked
    t, feature, point: of the contact with this triangle, None without one; way: to it in eSpace, below 0 by how deep it touches
    """

    triangle: int
    corners: tuple
    sweep: Sweep
    exact: bool
    two_sided: bool
    normal: tuple
    constant: float
    distance: float
    normal_dot_velocity: float
    interval: tuple
    point_on_plane: tuple | None
    barycentric: tuple | None
    near: tuple | None
    parts: tuple
    nearest: float
    outcome: Outcome
    stage: Stage
    t: float | None
    way: float | None
    feature: Feature | None
    point: tuple | None


def retell(candidates, k, sweep, nearest, rules, unreached):
    """The TriangleTest of candidate k. nearest: eSpace way to the nearest contact of the candidates before it"""
    corners, normal = corners_of(candidates, k), get3(candidates, k, E_FACE_NORMAL)
    distance, closing = dot(normal, sub(sweep.base, corners[0])), dot(normal, sweep.velocity)
    interval = plane_interval(distance, closing)
    met = where_it_meets(corners, normal, candidates[k, WINDING], sweep, distance, closing, interval)
    near = None if unreached else nearness(candidates, k, corners, normal, distance, sweep, rules)
    answer = (Outcome.UNREACHED, nearest, 0, None)
    if not unreached:
        answer = test_candidate(candidates, k, sweep.base, sweep.direction, sweep.reach, nearest, rules)
    nearest = nearest if rules[EXACT_CONTACT] != 0.0 else sweep.reach  # as printed it asks for nothing better
    stage = stage_of(answer, near)
    hit = answer[0] == Outcome.HIT
    return TriangleTest(
        int(candidates[k, MESH_TRIANGLE]),
        corners,
        sweep,
        rules[EXACT_CONTACT] != 0.0,
        rules[TWO_SIDED] != 0.0,
        normal,
        -dot(normal, corners[0]),
        distance,
        closing,
        interval,
        *met,
        near,
        outline(corners, sweep, nearest, rules) if stage == Stage.OUTLINE else (),
        nearest / sweep.length,
        Outcome(answer[0]),
        stage,
        max(answer[1], 0.0) / sweep.length if hit else None,
        answer[1] if hit else None,
        Feature(answer[2]) if hit else None,
        answer[3] if hit else None,
    )


def corners_of(candidates, k):
    return tuple(get3(candidates, k, column) for column in (P1, P2, P3))


# The plane (sections 3.2 and 3.3)


def where_it_meets(corners, normal, winding, sweep, distance, closing, interval):
    """(point on the plane, its barycentric coordinates); (None, None) for a sphere that is in the plane or never meets it."""
    if closing == 0.0 or interval[0] < 0.0 or interval[0] > sweep.reach / sweep.length:
        return None, None
    met = plane_point(sweep.base, normal, sweep.velocity, interval[0], 1.0 if distance >= 0.0 else -1.0)
    return met, barycentric(met, corners, scale(normal, winding))


def barycentric(point, corners, normal):
    """The weights of the three corners that make a point of the plane: all at least 0 inside."""
    third, first, second = sides(point, *corners, normal)
    whole = first + second + third
    return (first / whole, second / whole, third / whole) if whole else None


# Where it ended


def nearness(candidates, k, corners, normal, distance, sweep, rules):
    """(distance to the triangle, part of the direction that goes towards it), when the exact test asks for them at the start."""
    needle = candidates[k, HEIGHT] < NEEDLE
    if rules[EXACT_CONTACT] == 0.0 or not (needle or abs(distance) <= 1.0):
        return None
    squared, nearest, _ = closest_on_triangle(sweep.base, *corners, scale(normal, candidates[k, WINDING]), needle)
    return sqrt(squared), dot(sub(nearest, sweep.base), sweep.direction)


EARLY = {
    Outcome.UNREACHED: Stage.UNREACHED,
    Outcome.BACK_FACING: Stage.BACK_FACING,
    Outcome.INTERVAL_OUTSIDE: Stage.INTERVAL,
}


def stage_of(answer, near):
    """Where the test ended, by what it answered: (outcome, distance, feature, point)."""
    outcome, _, feature, point = answer
    if outcome in EARLY:
        return EARLY[outcome]
    if near and near[0] <= 1.0:
        return Stage.TOUCHING
    if outcome == Outcome.STAYS_AWAY:
        return Stage.AWAY
    inside = feature == Feature.FACE and (outcome == Outcome.HIT or point != (0.0, 0.0, 0.0))
    return Stage.INSIDE if inside else Stage.OUTLINE


# Corners and edges (section 3.4)


def outline(corners, sweep, nearest, rules):
    """The sweep test of the six parts, each against the nearest before it, in the order of the rules' test.

    nearest: the eSpace way to beat
    """
    p1, p2, p3 = corners
    points = [("p1", (p1,)), ("p2", (p2,)), ("p3", (p3,))]
    edges = [("p1p2", (p1, p2)), ("p2p3", (p2, p3))]
    if rules[EXACT_CONTACT] != 0.0:
        return asked([*edges, ("p1p3", (p1, p3)), *points], sweep, nearest, reached)
    return asked([*points, *edges, ("p3p1", (p3, p1))], sweep, nearest, swept)


def asked(parts, sweep, nearest, way_to):
    """The Parts one after the other. way_to: `reached` or `swept`"""
    told, whole = [], nearest
    for name, points in parts:
        way = way_to(points, sweep, whole, nearest)
        told.append(part_of(name, points, sweep, way, way_to is reached))
        nearest = nearest if way is None else way
    return tuple(told)


def reached(points, sweep, whole, nearest):
    """The eSpace way to a corner or an edge by the exact test; None when there is no contact up to the nearest."""
    if len(points) == 1:
        way = reach_corner(*points, sweep.base, sweep.direction)
    else:
        way, _ = reach_edge(*points, sweep.base, sweep.direction)
    return way if 0.0 <= way < nearest or 0.0 <= way == nearest == whole else None


def swept(points, sweep, whole, nearest):
    """The same as the listing finds it, in parts of the whole way."""
    velocity, before = scale(sweep.direction, whole), nearest / whole
    if len(points) == 1:
        t = sweep_corner(*points, sweep.base, velocity, before)
    else:
        t, _ = sweep_edge(*points, sweep.base, velocity, before)
    return t * whole if t >= 0.0 else None


def part_of(name, points, sweep, way, exact):
    """A corner or an edge with its equation, and what became of its roots."""
    equation = (corner_equation if len(points) == 1 else edge_equation)(*points, sweep.base, sweep.velocity)
    x1, x2 = sensible(*both_roots(*equation))
    t = way / sweep.length if way is not None else None
    first = x1 if x1 > 0.0 or exact else x2
    f0 = place_on_edge(*points, sweep.base, sweep.velocity, first) if len(points) == 2 and first < inf else None
    verdict = Verdict.FIRST if t is not None else why_not(x1, x2, f0, exact)
    return Part(name, points, equation, (x1, x2), f0, t, verdict)


def sensible(x1, x2):
    """The roots; none when both are nowhere near: then the way goes along the edge, and what is left of A is rounding."""
    return (inf, inf) if min(abs(x1), abs(x2)) > NOWHERE else (x1, x2)


def why_not(x1, x2, f0, exact):
    """Why roots were rejected."""
    if x1 == inf:
        return Verdict.NO_ROOT
    if x2 <= 0.0:
        return Verdict.BEHIND
    if exact and x1 < 0.0:
        return Verdict.LEFT
    if f0 is not None and not 0.0 <= f0 <= 1.0:
        return Verdict.BESIDE
    return Verdict.BEYOND_END if min(x for x in (x1, x2) if x > 0.0) > 1.0 else Verdict.LATER
