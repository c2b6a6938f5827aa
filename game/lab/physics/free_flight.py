"""Free flight within a step: a ball is at q + u t + g t^2 / 2, with t since the start of the step.

Gravity is common, so relative paths are straight lines (Tang's lecture, sphere-sphere). A change dv of the velocity at the time t
changes u by dv and q by -t dv. flights: (n, FLIGHT), rows q (3,) [m], u (3,) [m/s], radius [m], inverse mass [1/kg]
"""

from math import sqrt

import numpy as np

from ...core.jit import inlined, shared
from ...core.vec3 import Vector, add, along, dot, get3, put, put3, sub, vec
from .cells import INVERSE_MASS, RADIUS, Q, U

CONTACT_GAP = 1e-13  # gap of balls in contact, in radii. Smaller: rounding parts them; larger: they meet visibly early
# Least speed of approach of balls in contact, in their speeds. Smaller: after a collision without bounce they meet again by
# rounding; larger: they sink into each other.
ROUNDING = 1e-14


@inlined
def position_at(flights: np.ndarray, ball: int, gravity: Vector, time: float) -> Vector:
    """Return the position [m] of a ball. time: since the start of the step [s]"""
    return along(along(get3(flights, ball, Q), get3(flights, ball, U), time), gravity, 0.5 * time * time)


@inlined
def velocity_at(flights: np.ndarray, ball: int, gravity: Vector, time: float) -> Vector:
    return along(get3(flights, ball, U), gravity, time)


@shared
def change_velocity(flights: np.ndarray, ball: int, change: Vector, time: float) -> None:
    """Add a change [m/s] to the velocity of a ball. Its position at `time` [s] stays the same."""
    put3(flights, ball, U, add(get3(flights, ball, U), change))
    put3(flights, ball, Q, along(get3(flights, ball, Q), change, -time))


@inlined
def meeting_time(flights: np.ndarray, i: int, j: int, now: float, before: float) -> float:
    """Return the time since the step's start, from `now` to `before` [s], at which two balls meet, or inf.

    Balls that touch meet at once if they approach. The root is computed from the closest approach, for precision.
    """
    relative = sub(get3(flights, i, U), get3(flights, j, U))
    offset = along(sub(get3(flights, i, Q), get3(flights, j, Q)), relative, now)
    approach = dot(offset, relative)
    if approach >= 0.0:
        return np.inf
    radii = flights[i, RADIUS] + flights[j, RADIUS]
    squared, gap = dot(relative, relative), dot(offset, offset) - radii * radii
    if gap <= CONTACT_GAP * radii * radii:
        fast = abs(flights[i, U]) + abs(flights[i, U + 1]) + abs(flights[i, U + 2])
        fast += abs(flights[j, U]) + abs(flights[j, U + 1]) + abs(flights[j, U + 2])
        return now if approach < -ROUNDING * radii * fast else np.inf
    # The distance falls by at most |B| a second, and the squared gap by 2 |A . B|: earliest time without a root.
    if gap > -2.0 * approach * (before - now):
        return np.inf
    closest = -approach / squared
    miss = along(offset, relative, closest)
    rest = radii * radii - dot(miss, miss)
    if rest <= 0.0:
        return np.inf
    time = now + max(closest - sqrt(rest / squared), 0.0)
    return time if time < before else np.inf


@shared
def take_off(balls: np.ndarray, flights: np.ndarray) -> None:
    """Fill `flights` (n, FLIGHT) at the start of a step from rows of BALL (n,)."""
    for i in range(balls.shape[0]):
        put3(flights, i, Q, vec(balls[i]["position"]))
        put3(flights, i, U, vec(balls[i]["velocity"]))
        flights[i, RADIUS], flights[i, INVERSE_MASS] = balls[i]["radius"], 1.0 / balls[i]["mass"]


@shared
def land(balls: np.ndarray, flights: np.ndarray, gravity: Vector, time: float) -> None:
    """Write positions and velocities at a time within the step [s] back to rows of BALL (n,)."""
    for i in range(balls.shape[0]):
        put(balls[i]["position"], position_at(flights, i, gravity, time))
        put(balls[i]["velocity"], velocity_at(flights, i, gravity, time))
