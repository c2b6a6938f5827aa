"""An ellipsoid of infinite mass among the balls of a box: the player's body. Positions are relative to the centre of the box."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ...collision import Ellipsoid, overlap
from ...core.jit import compiled, shared
from ...core.right_forward_up_frame import from_frame, to_frame
from ...core.vec3 import ZERO, Vector, along, dot, put, scale, sub, vec
from .walls_of_turning_box import UPRIGHT, Axes, Flight, end_walls_mesh

CLOSE = 1e-10  # gap of a contact [m]. Smaller: rounding hides it; larger: balls bounce visibly early
ROUNDS = 60  # most steps to a contact or to a nearest point. Newton needs five, halving all of them


class Obstacle(NamedTuple):
    """An ellipsoid of infinite mass among the balls."""

    centre: Vector  # [m], relative to the centre of the box
    radii: Vector  # half axes [m], along the vectors of `axes`
    axes: Axes = UPRIGHT
    velocity: Vector = ZERO  # of its surface [m/s]
    restitution: float = 0.3  # of balls that meet it, 0..1
    is_there: bool = True  # False if there is no obstacle
    motion: Vector = ZERO  # velocity of its centre during a step [m/s]; used only for collisions in the order of time


NO_OBSTACLE = Obstacle(ZERO, (1.0, 1.0, 1.0), is_there=False)


@shared
def level_of(local: Vector, radii: Vector, shift: float) -> tuple[float, float]:
    """Return (f, its derivative by the shift), with f = sum of (r x / (shift + r^2))^2 over the three axes, minus 1.

    The ellipsoid's nearest point to x has the coordinates r^2 x / (shift + r^2), with the largest root (Eberly).
    """
    total, slope = -1.0, 0.0
    for k in range(3):
        below = shift + radii[k] * radii[k]
        part = radii[k] * local[k] / below
        total += part * part
        slope -= 2.0 * part * part / below
    return total, slope


@shared
def ellipsoid_gap(obstacle: Obstacle, position: Vector) -> tuple[float, Vector]:
    """Return (signed distance of a position from the ellipsoid [m], unit normal out of it), by Newton's method.

    Inside, the distance is negative and at least the true depth. At the centre it is minus the smallest radius, along the third
    axis. Eberly, Distance from a Point to an Ellipsoid: one root of a convex, falling function.
    """
    local, radii = to_frame(obstacle.axes, sub(position, obstacle.centre)), obstacle.radii
    least = min(radii[0], radii[1], radii[2])
    low = (least * least) * -0.999999
    # At this shift the function is not positive: every radius times coordinate is at most the greatest.
    greatest = max(radii[0], radii[1], radii[2])
    size = sqrt(dot(local, local))
    high = greatest * size
    shift = 0.0 if level_of(local, radii, 0.0)[0] >= 0.0 else low
    for _ in range(ROUNDS):
        value, slope = level_of(local, radii, shift)
        if value >= 0.0:
            low = shift
        else:
            high = shift
        ahead = shift - value / slope if slope < 0.0 else 0.5 * (low + high)
        if not low <= ahead <= high:
            ahead = 0.5 * (low + high)
        if ahead == shift or abs(ahead - shift) <= 1e-16 * abs(shift):
            break
        shift = ahead
    outwards = (
        local[0] / (shift + radii[0] * radii[0]),
        local[1] / (shift + radii[1] * radii[1]),
        local[2] / (shift + radii[2] * radii[2]),
    )
    steep = sqrt(dot(outwards, outwards))
    if steep == 0.0:
        return -least, obstacle.axes[2]
    normal = scale(outwards, 1.0 / steep)
    # The distance to the tangent plane at the nearest point, whose support is sqrt(sum of (radius normal)^2).
    a, b, c = radii[0] * normal[0], radii[1] * normal[1], radii[2] * normal[2]
    return dot(normal, local) - sqrt(a * a + b * b + c * c), from_frame(obstacle.axes, normal)


@shared
def plane_time(gap: float, speed: float, pull: float) -> float:
    """Return the first time [s] at which gap + speed t + pull t^2 / 2 is zero, 1e300 if it never is.

    A gap of at most CLOSE counts as 0. For one that grows, the result is the time at which it is 0 again.
    """
    if gap <= CLOSE:
        if speed < 0.0:
            return 0.0
        return -2.0 * speed / pull if pull < 0.0 else 1e300
    under = speed * speed - 2.0 * pull * gap
    towards = -speed + sqrt(under) if under >= 0.0 else -1.0
    return 2.0 * gap / towards if towards > 0.0 else 1e300


@shared
def meets_obstacle(obstacle: Obstacle, flight: Flight, now: float, end: float) -> tuple[float, bool]:
    """Return (time [s], is_contact) of a ball's next contact with the obstacle between `now` and `end`.

    The time is `end` or later without a contact before. With is_contact False the ball is free up to the time, from which the
    search must continue. No contact comes before the ball meets a tangent plane.
    """
    start, velocity, gravity, radius = flight
    velocity = sub(velocity, obstacle.motion)  # as the obstacle sees the ball
    time, reach = now, radius + max(obstacle.radii[0], obstacle.radii[1], obstacle.radii[2])
    offset = sub(along(along(start, velocity, now), gravity, 0.5 * now * now), obstacle.centre)
    path = (end - now) * (sqrt(dot(velocity, velocity)) + sqrt(dot(gravity, gravity)) * end)
    if dot(offset, offset) > (reach + path + CLOSE) * (reach + path + CLOSE):
        return 1e300, False
    for _ in range(ROUNDS):
        position = along(along(start, velocity, time), gravity, 0.5 * time * time)
        gap, normal = ellipsoid_gap(obstacle, position)
        speed, pull = dot(normal, along(velocity, gravity, time)), dot(normal, gravity)
        ahead = plane_time(gap - radius, speed, pull)
        if ahead == 0.0:
            return time, True
        time += ahead
        if time >= end:
            return 1e300, False
    return time, False


# Gap of a ball that the obstacle kicks [m]. Smaller: a ball before a walking player is not kicked; larger: it is, from afar.
KICK_GAP = 0.01


@compiled
def kick(balls: np.ndarray, obstacle: Obstacle) -> None:
    """Change the velocities of balls nearer than KICK_GAP to the obstacle, if there is one, that approach it."""
    if not obstacle.is_there:
        return
    reach = max(obstacle.radii[0], obstacle.radii[1], obstacle.radii[2]) + KICK_GAP
    for i in range(balls.shape[0]):
        place, velocity, radius = vec(balls[i]["position"]), vec(balls[i]["velocity"]), float(balls[i]["radius"])
        away = sub(place, obstacle.centre)
        if dot(away, away) < (reach + radius) * (reach + radius):
            gap, normal = ellipsoid_gap(obstacle, place)
            closing = dot(normal, sub(velocity, obstacle.velocity))
            if gap - radius < KICK_GAP and closing < 0.0:
                put(balls[i]["velocity"], along(velocity, normal, -(1.0 + obstacle.restitution) * closing))


@compiled
def least_gap(balls: np.ndarray, obstacle: Obstacle) -> float:
    """Return the least distance of a ball's surface from the obstacle [m], negative if they overlap, inf if no ball is near."""
    reach, least = max(obstacle.radii[0], obstacle.radii[1], obstacle.radii[2]), np.inf
    for i in range(balls.shape[0]):
        place, radius = vec(balls[i]["position"]), float(balls[i]["radius"])
        away = sub(place, obstacle.centre)
        if dot(away, away) <= (reach + radius) * (reach + radius):
            least = min(least, ellipsoid_gap(obstacle, place)[0] - radius)
    return least


OVERLAP_ROUNDING = 1e-9  # [m] of an overlap that is rounding


def is_free(half: Vector, hatch: float, balls: np.ndarray, player: Obstacle) -> bool:
    """True if the player, an Obstacle with its own radii, overlaps neither a ball nor an end wall."""
    if least_gap(balls, player) < -OVERLAP_ROUNDING:
        return False
    return overlap(end_walls_mesh(half, hatch), Ellipsoid(player.radii), player.centre) <= OVERLAP_ROUNDING
