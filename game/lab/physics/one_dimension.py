"""Bodies on one line, where collisions can be counted: a bouncing ball (Zeno), two blocks and a wall, Newton's cradle.

A ball dropped from a height H, with restitution e, rests after the time sqrt(2 H / g) (1 + e) / (1 - e). A loop over all bounces
never ends. The loop here ends when all remaining bounces fit into the step, unlike Tang's lecture.
For a ratio of masses of 100^k there are floor(pi 10^k) collisions (Galperin, Playing Pool with pi, 2003), if they are resolved
exactly in the order of time. Swings are small, so every ball and every gap is a harmonic oscillator of the same frequency. In
pairs, the first ball's velocity is passed to the last. At once, all relative velocities are reversed: (1, 0, 0, 0, 0) becomes
(-.6, .4, .4, .4, .4). Both keep momentum and energy.
"""

from collections.abc import Callable, Sequence
from math import inf, sqrt
from typing import NamedTuple

from ...core.elementary_functions import atan2, cos_sin
from ...core.jit import compiled

MOST_BOUNCES = 10_000  # in a step. Fewer: a nearly elastic ball rests early; more: a step may take milliseconds


class Bouncing(NamedTuple):
    height: float  # of its lowest point [m]
    speed: float = 0.0  # upwards [m/s], negative while it falls
    bounces: int = 0  # so far, without the infinitely many ones just before the ball comes to rest
    is_at_rest: bool = False  # True if all bounces are over
    time: float = 0.0  # of the last bounce so far, since the start [s]; 0.0 before the first one


@compiled
def bounce(ball: Bouncing, gravity: float, restitution: float, now: float, step: float) -> Bouncing:
    """Return the Bouncing after a step from the time `now` [s], at rest after MOST_BOUNCES. gravity: magnitude [m/s2]"""
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


def last_bounce(height: float, gravity: float, restitution: float) -> float:
    """Return the time from the drop of a ball from a height [m] to its last bounce [s]; inf if a bounce loses no speed."""
    if restitution >= 1.0:
        return inf
    return sqrt(2.0 * height / gravity) * (1.0 + restitution) / (1.0 - restitution)


class Blocks(NamedTuple):
    """Two blocks without friction, the light one first, and a wall at 0."""

    places: tuple[float, float]  # distances of both blocks from the wall [m]
    velocities: tuple[float, float]  # of both blocks [m/s], positive away from the wall
    ratio: float  # heavy mass over light mass
    collisions: int  # number of collisions so far, of the blocks with each other and of the light block with the wall


def blocks(exponent: int) -> Blocks:
    """Return the Blocks at the start: the light one at rest at 1 m, the heavy one, of 100^exponent, from 2 m at 1 m/s."""
    return Blocks((1.0, 2.0), (0.0, -1.0), 100.0**exponent, 0)


@compiled
def advance_blocks(blocks: Blocks, step: float) -> Blocks:
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


REST_GAP = 1e-12  # gap of balls in contact [m]. Smaller: rounding parts them; larger: a visible gap counts as none
ROUNDS = 10_000  # of the solution at once; five balls need 70
SOLVED = 1e-14  # change of an impulse in the last round [m/s]. Smaller: never reached; larger: digits are lost

Solver = Callable[[Sequence[float], Sequence[bool], float], list[float]]  # from velocities, touching gaps and restitution


def solve_in_pairs(velocities: Sequence[float], touching: Sequence[bool], restitution: float) -> list[float]:
    """Return the velocities [m/s] of equal balls after collisions of touching neighbours, pair by pair."""
    after, changed = list(velocities), True
    while changed:
        changed = False
        for k, is_contact in enumerate(touching):
            approach = after[k + 1] - after[k]
            if is_contact and approach < -SOLVED:
                mean, half = (after[k] + after[k + 1]) / 2.0, -restitution * approach / 2.0
                after[k], after[k + 1] = mean - half, mean + half
                changed = True
    return after


def solve_at_once(velocities: Sequence[float], touching: Sequence[bool], restitution: float) -> list[float]:
    """Return the velocities [m/s] after all contacts are resolved at once. Arguments: as in `solve_in_pairs`

    Relative velocities are then at least -restitution times those before, and at least 0. Method: Gauss-Seidel on the impulses.
    """
    after, impulses = list(velocities), [0.0] * len(touching)
    wanted = [-restitution * min(velocities[k + 1] - velocities[k], 0.0) for k in range(len(touching))]
    for _ in range(ROUNDS):
        greatest = 0.0
        for k, is_contact in enumerate(touching):
            if not is_contact:
                continue
            change = max((wanted[k] - (after[k + 1] - after[k])) / 2.0, -impulses[k])
            impulses[k] += change
            after[k] -= change
            after[k + 1] += change
            greatest = max(greatest, abs(change))
        if greatest <= SOLVED:
            break
    return after


def swing(
    offsets: Sequence[float],
    velocities: Sequence[float],
    frequency: float,
    step: float,
    solve: Solver = solve_in_pairs,
    restitution: float = 1.0,
) -> tuple[Sequence[float], Sequence[float], int]:
    """Return (offsets [m], velocities, number of calls of `solve`) after a step [s] of swings of a frequency [rad/s]."""
    left, collisions = step, 0
    while True:
        time = min([left, *(next_contact(offsets, velocities, k, frequency) for k in range(len(offsets) - 1))])
        c, s = cos_sin(frequency * time)
        moved = [(x * c + v / frequency * s, v * c - x * frequency * s) for x, v in zip(offsets, velocities)]
        offsets, velocities = [x for x, _ in moved], [v for _, v in moved]
        left -= time
        if left <= 0.0:
            return offsets, velocities, collisions
        touching = [after - before <= REST_GAP for before, after in zip(offsets, offsets[1:])]
        velocities = solve(velocities, touching, restitution)
        collisions += 1


def next_contact(offsets: Sequence[float], velocities: Sequence[float], k: int, frequency: float) -> float:
    """Return the time until ball k meets ball k + 1 [s]; 0.0 if they touch and approach, inf if they touch and part."""
    gap, rate = offsets[k + 1] - offsets[k], (velocities[k + 1] - velocities[k]) / frequency
    if gap <= REST_GAP:
        return 0.0 if rate < -SOLVED else inf
    return atan2(gap, -rate) / frequency
