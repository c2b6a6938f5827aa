"""Target practice: the launch angles that hit a target at a given speed (Tang's lecture, particle physics).

The target is x metres ahead horizontally and y metres up, the launch speed is v, and gravity is g, above 0.
With k = g x^2 / (2 v^2) and T = tan(angle), `k T^2 - x T + (y + k) = 0`.
The radicand of its solution is x^2 - 4 k (y + k). There are two angles if it is positive, one if it is zero, else none.
"""

from math import degrees, isfinite, sqrt
from typing import NamedTuple

import numpy as np

from ...core.elementary_functions import atan2
from ...core.input_errors import InputError, shown


class Launch(NamedTuple):
    """A launch that hits the target."""

    direction: tuple[float, float]  # (cosine, sine) of the angle above the horizontal
    time: float  # of flight to the target [s]
    apex: float  # greatest height above the launch [m]; 0.0 for one downwards, inf for one upwards without gravity

    @property
    def angle(self) -> float:
        return degrees(atan2(self.direction[1], self.direction[0]))


class Aim(NamedTuple):
    """Both launches that hit a target, low and high. One that does not exist is None. Without gravity there is no high one."""

    radicand: float  # of both [m2], upright [m2/s2]; negative if out of reach, zero if both launches are the same
    low: Launch | None
    high: Launch | None


def aim(distance: float, height: float, speed: float, gravity: float = 9.81) -> Aim:
    """Return the Aim at a target at a horizontal distance and a height [m], with a speed [m/s]. Raises InputError."""
    for name, value, least in (("distance", distance, 0.0), ("height", height, -1e300), ("gravity", gravity, 0.0)):
        if not (isfinite(value) and value >= least):
            allowed = "finite" if name == "height" else "finite and not negative"
            raise InputError(f"{name} must be {allowed}, not {shown(value)}")
    if not (isfinite(speed) and speed > 0.0):
        raise InputError(f"speed must be positive and finite, not {shown(speed)}")
    if distance == 0.0:
        return aim_upright(height, speed, gravity)
    k = gravity * distance * distance / (2.0 * speed * speed)
    radicand = distance * distance - 4.0 * k * (height + k)
    if radicand < 0.0:
        return Aim(radicand, None, None)
    root = sqrt(radicand)
    # This form of the smaller root does not subtract nearly equal numbers if k is small.
    low = launch(2.0 * (height + k) / (distance + root), distance, speed, gravity)
    if k == 0.0:
        return Aim(radicand, low, None)
    return Aim(radicand, low, launch((distance + root) / (2.0 * k), distance, speed, gravity))


def launch(tangent: float, distance: float, speed: float, gravity: float) -> Launch:
    """Return the Launch at an angle, given by its tangent, that is known to hit the target at a horizontal distance [m]."""
    cosine = 1.0 / sqrt(1.0 + tangent * tangent)
    sine = tangent * cosine
    return Launch((cosine, sine), distance / (speed * cosine), apex_of(sine * speed, gravity))


def apex_of(climb: float, gravity: float) -> float:
    """Return the greatest height above the launch [m], 0.0 for a launch downwards, inf for one upwards without gravity."""
    if climb <= 0.0:
        return 0.0
    return climb * climb / (2.0 * gravity) if gravity > 0.0 else float("inf")


def aim_upright(height: float, speed: float, gravity: float) -> Aim:
    """Return the Aim at a target straight above, hit on the way up (`low`) and down (`high`), or below the launch."""
    reserve = speed * speed - 2.0 * gravity * height
    if reserve < 0.0:
        return Aim(reserve, None, None)
    up, apex, root = (0.0, 1.0), apex_of(speed, gravity), sqrt(reserve)
    high = Launch(up, (speed + root) / gravity, apex) if gravity > 0.0 else None
    if height < 0.0:
        return Aim(reserve, Launch((0.0, -1.0), -2.0 * height / (speed + root), 0.0), high)
    return Aim(reserve, Launch(up, 2.0 * height / (speed + root), apex), high)


def farthest(speed: float, gravity: float = 9.81) -> float:
    """Return the greatest horizontal distance at which a projectile returns to the height of its launch [m]."""
    return speed * speed / gravity


def passing_height(rows: np.ndarray, distance: float) -> float | None:
    """Return the height at which rows of `fly` (n, 6) pass a horizontal distance [m], by a parabola, or None."""
    passed = (rows[:, 0] >= distance).nonzero()[0]
    if not len(passed) or len(rows) < 3:
        return None
    first = min(max(int(passed[0]) - 1, 0), len(rows) - 3)
    (x0, z0), (x1, z1), (x2, z2) = rows[first : first + 3, [0, 2]].tolist()
    slope, next_slope = (z1 - z0) / (x1 - x0), (z2 - z1) / (x2 - x1)
    curvature = (next_slope - slope) / (x2 - x0)
    return z0 + (distance - x0) * (slope + (distance - x1) * curvature)
