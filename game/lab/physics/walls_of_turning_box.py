"""The turning box: six walls that turn about the box's centre, which is the origin.

Within a step the turn is a rational function of time, exact at both ends, with a nearly constant rate. A ball is inside if |axis
. position| <= half side - radius for all three axes.

A box with a hatch at -y turns about its y axis. So its end walls do not leave their planes. The walls push a player, and are the
triangles that stop it.
"""

from functools import cache, lru_cache
from math import copysign, hypot, sqrt
from typing import NamedTuple

import numpy as np

from ...collision import TriangleMesh
from ...core.elementary_functions import atan2, cos, cos_sin, each, sin
from ...core.jit import shared
from ...core.vec3 import ZERO, Vector, add, along, cross, dot, scale, vec

Axes = tuple[Vector, Vector, Vector]  # three unit vectors at right angles
Flight = tuple[Vector, Vector, Vector, float]  # (q, u, gravity, radius) of a ball at q + u t + gravity t^2 / 2
UPRIGHT = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
AXIS = (0.48, 0.36, 0.8)  # unit vector about which the boxes of exhibits turn, without a hatch
Y_AXIS = (0.0, 1.0, 0.0)  # with a hatch
NEWTON_STEPS = 40  # most steps to a wall's root. Newton needs four, halving all of them
ROOT_WITHIN = 1e-14  # of a wall's distance over the box's half side. Smaller: rounding never gets there; larger: energy drifts
SPAN_TURN = 0.05  # turn in a span of `time_outside` [rad]. Larger: a ball leaves and returns unnoticed; smaller: slower
# Part of a side and of a speed that is rounding. Smaller: a ball without bounce meets its wall for ever; larger: it sinks in.
SUNK = 1e-14


class Box(NamedTuple):
    half: Vector  # half of its sides [m]
    axes: Axes  # at the start of the step
    turned: Axes  # at the end of the step
    half_turn: Vector  # unit axis of the turn times the tangent of half of the step's angle
    spin: Vector  # angular velocity [rad/s]
    step: float  # length of the step [s]


def box(half: Vector, step: float, axes: Axes = UPRIGHT, turned: Axes | None = None) -> Box:
    """Return a Box of half sides [m] from its poses at both ends of a step [s], or at rest. It turns less than half a turn."""
    if turned is None:
        return Box(vec(half), axes, axes, ZERO, ZERO, step)
    # Sums in a fixed order: a product of matrices rounds differently on other processors, and the hash of a run would too.
    turn = np.array([[dot(after, before) for before in zip(*axes)] for after in zip(*turned)])
    skew = (turn - turn.T) / (1.0 + turn[0, 0] + turn[1, 1] + turn[2, 2])
    half_turn = (float(skew[2, 1]), float(skew[0, 2]), float(skew[1, 0]))
    tangent = sqrt(dot(half_turn, half_turn))
    rate = 2.0 * atan2(tangent, 1.0) / (tangent * step) if tangent > 0.0 else 0.0
    return Box(vec(half), axes, turned, half_turn, scale(half_turn, rate), step)


@lru_cache(maxsize=16)  # a tick asks three times for the same pose
def axes_at(angle: float, axis: Vector = AXIS) -> Axes:
    """Return the axes of a box after a turn from UPRIGHT by `angle` [rad] about a unit vector."""
    (x, y, z), (c, s) = axis, cos_sin(angle)
    d = 1.0 - c
    columns = (
        (c + x * x * d, y * x * d + z * s, z * x * d - y * s),
        (x * y * d - z * s, c + y * y * d, z * y * d + x * s),
        (x * z * d + y * s, y * z * d - x * s, c + z * z * d),
    )
    if angle == 0.0:
        return UPRIGHT
    rows = (vec([part / sqrt(sum(p * p for p in row)) for part in row]) for row in columns)
    right, forward, up = rows
    return right, forward, up


@shared
def partial_turn(box: Box, time: float) -> Vector:
    """Return the half-turn vector, unit axis times tangent of half the angle, from the step's start to a time [s]."""
    part, tangent_squared = time / box.step, dot(box.half_turn, box.half_turn)
    rest = 1.0 - part * part
    change = -rest / 3.0 + tangent_squared * rest * (3.0 - 2.0 * part * part) / 15.0
    return scale(box.half_turn, part * (1.0 + tangent_squared * change))


@shared
def turn_by(half_turn: Vector, vector: Vector) -> Vector:
    """Return a vector rotated by a half-turn vector (unit axis times the tangent of half of the angle; Rodrigues)."""
    first = cross(half_turn, vector)
    return along(vector, add(first, cross(half_turn, first)), 2.0 / (1.0 + dot(half_turn, half_turn)))


@shared
def axis_at(box: Box, k: int, time: float) -> Vector:
    """Return the box's axis k (0, 1 or 2) at a time within the step [s]."""
    if dot(box.half_turn, box.half_turn) == 0.0:
        return box.axes[k]
    return turn_by(partial_turn(box, time), box.axes[k])


@shared
def rest_of(box: Box, time: float) -> Box:
    """Return the Box for the part of the step after a time [s]."""
    start = (axis_at(box, 0, time), axis_at(box, 1, time), axis_at(box, 2, time))
    passed, whole = partial_turn(box, time), box.half_turn
    # Both turns are about one axis, so tangents subtract as those of angles do.
    rest = scale(add(whole, scale(passed, -1.0)), 1.0 / (1.0 + dot(passed, whole)))
    return Box(box.half, start, box.turned, rest, box.spin, box.step - time)


@shared
def wall_gap(box: Box, wall: int, flight: Flight, time: float) -> tuple[float, float, Vector]:
    """Return (height of a ball outside a wall [m], its rate [m/s], outward normal of the wall) at a time [s]."""
    start, velocity, gravity, radius = flight
    k = wall if wall < 3 else wall - 3
    normal = axis_at(box, k, time)
    if wall >= 3:
        normal = scale(normal, -1.0)
    place = along(along(start, velocity, time), gravity, 0.5 * time * time)
    speed = along(velocity, gravity, time)
    rate = dot(normal, speed) - dot(normal, cross(box.spin, place))
    return dot(normal, place) - (box.half[k] - radius), rate, normal


@shared
def wall_root(box: Box, wall: int, flight: Flight, now: float, end: float) -> float:
    """Return the time [s] at which a ball, inside at `now` and outside at `end`, meets a wall, by bounded Newton steps."""
    inside, outside, time = now, end, end
    most = ROOT_WITHIN * (abs(flight[0][0]) + abs(flight[0][1]) + abs(flight[0][2]))
    for _ in range(NEWTON_STEPS):
        height, rate, _ = wall_gap(box, wall, flight, time)
        if abs(height) <= most:
            return time
        if height > 0.0:
            outside = time
        else:
            inside = time
        time = time - height / rate if rate > 0.0 else inside
        if not inside < time < outside:
            time = 0.5 * (inside + outside)
        if not inside < time < outside:
            return inside
    return inside


@shared
def time_outside(box: Box, wall: int, flight: Flight, now: float, height: float, rate: float) -> float:
    """Return a time after `now` [s] at which a ball is outside a wall, or inf if it stays inside.

    The rest of the step is divided into spans, in which the box turns by about SPAN_TURN at most. A cubic with the same heights
    and rates at both ends approximates the height in a span. Its end and the top of the cubic are tested, because a ball can
    leave and return in one span. The error of the cubic is below 4e-12 m for a ball of 1000 m/s.
    """
    sunk = SUNK * box.half[wall % 3]
    spans = 1 + int(2.0 * sqrt(dot(box.half_turn, box.half_turn)) * (1.0 - now / box.step) / SPAN_TURN)
    span = (box.step - now) / spans
    for k in range(spans):
        start = now + k * span
        end = start + span if k < spans - 1 else box.step
        later, later_rate, _ = wall_gap(box, wall, flight, end)
        rise, slope, later_slope = later - height, rate * span, later_rate * span
        square, cube = 3.0 * rise - 2.0 * slope - later_slope, slope + later_slope - 2.0 * rise
        root = square * square - 3.0 * cube * slope
        if root > 0.0 and sqrt(root) != square:
            top = slope / (sqrt(root) - square)
            if 0.0 < top < 1.0 and wall_gap(box, wall, flight, start + top * span)[0] > sunk:
                return start + top * span
        if later > sunk:
            return end
        height, rate = later, later_rate
    return np.inf


@shared
def first_wall(box: Box, flight: Flight, now: float) -> tuple[float, int]:
    """Return (time [s], wall) at which a ball first meets a wall from `now` [s] on; (inf, -1) if it meets none in this step."""
    first, found = np.inf, -1
    slow = SUNK * (abs(flight[1][0]) + abs(flight[1][1]) + abs(flight[1][2]))
    for wall in range(6):
        height, rate, _ = wall_gap(box, wall, flight, now)
        if height >= -SUNK * box.half[wall % 3] and rate > slow:
            return now, wall
        outside = time_outside(box, wall, flight, now, height, rate)
        if outside < np.inf:
            time = wall_root(box, wall, flight, now, outside)
            if time < first:
                first, found = time, wall
    return first, found


SIDE_AXES = (0, 2)  # of the box, with walls that leave their planes when the box turns
PUSH_GAP = 5e-5  # [m] from a pushed player to the wall, below the player's skin. Smaller: rounding; larger: a wall at rest pushes
PLAYER_SUNK = 0.02  # [m] that a player inside may be in a wall. Smaller: rounding lets it out; larger: it holds a player under it
RIM_SIDES = 48  # of the polygon around the hatch. Fewer: the rim has corners that are felt; more: more triangles


def half_extent(radii: Vector, normal: Vector) -> float:
    """Return the half extent [m] of an upright ellipsoid with these radii [m] along a unit vector."""
    return sqrt(sum(radius * part * radius * part for radius, part in zip(radii, normal)))


def is_inside(half: Vector, axes: Axes, place: Vector, radii: Vector) -> bool:
    """True if a player is between the side walls of the box, up to PLAYER_SUNK, not wholly before or behind it."""
    if abs(place[1]) >= half[1] + radii[1]:
        return False
    return all(abs(dot(axes[k], place)) <= half[k] - half_extent(radii, axes[k]) + PLAYER_SUNK for k in SIDE_AXES)


def pushed_by_walls(half: Vector, axes: Axes, place: Vector, radii: Vector) -> Vector:
    """Return the nearest centre [m] of the player in none of the side walls, which push it each along its own normal."""
    for k in SIDE_AXES:
        free = half[k] - half_extent(radii, axes[k]) - PUSH_GAP
        height = dot(axes[k], place)
        if abs(height) > free:
            place = along(place, axes[k], copysign(free, height) - height)
    return place


def side_walls(half: Vector, axes: Axes) -> np.ndarray:
    """Return the corners (8, 3, 3) [m] of the triangles of the four side walls, whose fronts face inwards."""
    rows, panels = np.array(axes) * np.array(half)[:, None], []
    for across, beside in ((rows[0], rows[2]), (rows[2], -rows[0])):
        for sign in (1.0, -1.0):
            middle, aside = sign * across, sign * beside
            low, high = middle - aside, middle + aside
            panels.append([low - rows[1], low + rows[1], high + rows[1], high - rows[1]])
    corners = np.array(panels)
    return corners[:, [[0, 2, 1], [0, 3, 2]]].reshape(-1, 3, 3)


@cache
def end_walls(half: Vector, hatch: float) -> np.ndarray:
    """Return the corners (n, 3, 3) [m] of both end walls, wide enough at any angle. hatch: radius of the opening at -y [m]"""
    angles = np.linspace(0.0, 2.0 * np.pi, RIM_SIDES + 1)
    ring = np.column_stack([each(cos, angles), np.zeros(RIM_SIDES + 1), each(sin, angles)])
    front, back = (0.0, -half[1], 0.0), (0.0, half[1], 0.0)
    outer = ring * (hypot(half[0], half[2]) / cos(np.pi / RIM_SIDES))
    a, b, c, d = hatch * ring[:-1] + front, hatch * ring[1:] + front, outer[1:] + front, outer[:-1] + front
    disc = [np.broadcast_to(back, (RIM_SIDES, 3)), outer[:-1] + back, outer[1:] + back]
    return np.concatenate([np.stack(three, axis=1) for three in ((a, b, c), (a, c, d), disc)])


@cache
def end_walls_mesh(half: Vector, hatch: float) -> TriangleMesh:
    corners = end_walls(half, hatch).reshape(-1, 3)
    return TriangleMesh(corners, np.arange(len(corners)).reshape(-1, 3))
