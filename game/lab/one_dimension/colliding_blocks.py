"""The counting wall: a heavy block pushes a light one against a wall, and the collisions count the digits of pi.

For a ratio of masses of 100^k there are floor(pi 10^k) collisions (Galperin, Playing Pool with pi, 2003). The count is only
right if the collisions are resolved exactly in the order of time.
"""

from typing import NamedTuple

from ...core.input_errors import InputError, shown
from ...core.jit import compiled

MOST_DIGITS = 6  # exponent k. More: ten times as many collisions each, and a tick takes seconds


class Blocks(NamedTuple):
    """Two blocks without friction, the light one first, and a wall at 0.

    places: distances of both blocks from the wall [m]
    velocities: of both blocks [m/s], positive away from the wall
    ratio: heavy mass over light mass
    collisions: number of collisions so far, of the blocks with each other and of the light block with the wall
    """

    places: tuple[float, float]
    velocities: tuple[float, float]
    ratio: float
    collisions: int


def blocks(exponent, speed=1.0):
    """Return the Blocks at the start: the light one at rest at 1 m, the heavy one at 2 m, which approaches with `speed` [m/s].

    exponent: k of the ratio of masses 100^k, an int from 0 to MOST_DIGITS
    speed: above 0, below 1e6 [m/s]
    Raises InputError for an exponent or a speed out of range.
    """
    if not (isinstance(exponent, int) and 0 <= exponent <= MOST_DIGITS):
        raise InputError(f"exponent must be a whole number from 0 to {MOST_DIGITS}, not {shown(exponent)}")
    if not 0.0 < speed < 1e6:
        raise InputError(f"speed must be positive, not {shown(speed)}")
    return Blocks((1.0, 2.0), (0.0, -float(speed)), 100.0**exponent, 0)


@compiled
def advance(blocks, step):
    """Return the Blocks after a step [s]. All collisions in the step are resolved and counted."""
    (light, heavy), (light_speed, heavy_speed), ratio, collisions = blocks
    left = step
    while True:
        to_wall = -light / light_speed if light_speed < 0.0 else 1e300
        closing = light_speed - heavy_speed
        to_meeting = (heavy - light) / closing if closing > 0.0 else 1e300
        time = min(to_wall, to_meeting)
        if time > left:
            places = light + light_speed * left, heavy + heavy_speed * left
            return Blocks(places, (light_speed, heavy_speed), ratio, collisions)
        light, heavy, left = light + light_speed * time, heavy + heavy_speed * time, left - time
        collisions += 1
        if to_meeting <= to_wall:
            light = heavy
            mean = (light_speed + ratio * heavy_speed) / (1.0 + ratio)
            light_speed, heavy_speed = 2.0 * mean - light_speed, 2.0 * mean - heavy_speed
        else:
            light, light_speed = 0.0, -light_speed
