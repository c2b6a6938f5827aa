"""A ball dropped on a floor: infinitely many bounces in a finite time (Zeno).

A ball dropped from a height H, with restitution e, rests after the time sqrt(2 H / g) (1 + e) / (1 - e). A loop over all
bounces never ends. The loop here ends when all remaining bounces fit into the step. Tang's lecture does not mention this: it
calls instantaneous response "perfectly stable".
"""

from math import inf, isfinite, sqrt
from typing import NamedTuple

from ...core.input_errors import InputError, shown
from ...core.jit import compiled

MOST_BOUNCES = 10_000  # in a step. Fewer: a nearly elastic ball rests early; more: a step may take milliseconds


class Bouncing(NamedTuple):
    """A bouncing ball at an instant.

    height: of its lowest point [m]; speed: upwards [m/s], negative while it falls
    bounces: number of computed bounces so far. The infinitely many bounces just before the ball comes to rest are not counted.
    is_at_rest: True if all bounces are over
    time: of the last bounce so far, since the start [s]; 0.0 before the first one
    """

    height: float
    speed: float
    bounces: int
    is_at_rest: bool
    time: float


def dropped(height):
    """Return the Bouncing of a ball at the moment when it is dropped from a height [m].

    Raises InputError for a height that is negative or not finite.
    """
    if not (isfinite(height) and height >= 0.0):
        raise InputError(f"height must be zero or more, not {shown(height)}")
    return Bouncing(float(height), 0.0, 0, False, 0.0)


@compiled
def bounce(ball, gravity, restitution, now, step):
    """Return the Bouncing after a step. A ball that bounces MOST_BOUNCES times or more in the step is at rest after it.

    ball: Bouncing before the step
    gravity: its magnitude, above 0 [m/s2]
    restitution: 0..1
    now: time at the start of the step [s]
    step: length of the step [s]
    """
    height, speed, bounces, is_at_rest, last = ball
    left = step
    for _ in range(MOST_BOUNCES):
        if is_at_rest:
            return Bouncing(0.0, 0.0, bounces, True, last)
        landing = sqrt(speed * speed + 2.0 * gravity * height)
        time = (speed + landing) / gravity
        if time > left:
            end = height + speed * left - 0.5 * gravity * left * left
            return Bouncing(max(end, 0.0), speed - gravity * left, bounces, False, last)
        left -= time
        height, speed, bounces = 0.0, restitution * landing, bounces + 1
        last = now + step - left
        # All later bounces together take 2 v / g (1 + e + e e + ...).
        if 2.0 * speed <= left * gravity * (1.0 - restitution) or speed == 0.0:
            rest = 2.0 * speed / (gravity * (1.0 - restitution)) if restitution < 1.0 else 0.0
            is_at_rest, last = True, last + rest
    return Bouncing(0.0, 0.0, bounces, True, last)


def last_bounce(height, gravity, restitution):
    """Return the time from the drop of a ball to its last bounce [s]; inf if a bounce loses no speed.

    height: of the drop [m]; gravity: its magnitude [m/s2]; restitution: 0..1
    """
    if restitution >= 1.0:
        return inf
    return sqrt(2.0 * height / gravity) * (1.0 + restitution) / (1.0 - restitution)
