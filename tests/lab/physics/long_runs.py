"""The long acceptance runs of the turning box. `python -m tests.lab.physics.long_runs` prints them; the suite has shorter ones.

Ten minutes are 36 000 ticks of 1/60 s.
"""

import sys

import numpy as np

from game.lab.physics import balls_in_box_step
from game.lab.physics.ball_array import BallRules, energy, fill_box
from game.lab.physics.ellipsoid_among_balls import NO_OBSTACLE
from tests.lab.physics.gases import AXIS, H, box_in_tick, figures, gas
from tests.lab.physics.walker import Walker, free_of

WEIGHT = (0.0, 0.0, -9.81)


def drift(count, ticks, rate=0.0, gravity=(0.0, 0.0, 0.0), half=1.0):
    """(greatest relative drift of energy or of E - spin . L, deepest overlap [m], balls outside, ticks cut short) of a gas.

    Balls have a radius of 10 cm and 3 m/s.
    """
    balls, memory, law = gas(count, half), balls_in_box_step.memory_of(count), BallRules(gravity)
    start, greatest, deepest, outside, cut = None, 0.0, 0.0, 0, 0
    scale = energy(balls) + float(balls["mass"].sum()) * np.linalg.norm(gravity) * half
    for tick in range(ticks):
        world = balls_in_box_step.BallWorld(box_in_tick(half, rate, tick), law, NO_OBSTACLE)
        if start is None:
            start = figures(balls, world).invariant
        cut += balls_in_box_step.step(balls_in_box_step.EVENT_DRIVEN, balls, memory, world).cut > 0.0
        if tick % 50 == 49 or tick == ticks - 1:
            found = figures(balls, world)
            greatest = max(greatest, abs(found.invariant - start) / scale)
            deepest, outside = max(deepest, found.overlap), max(outside, found.outside)
    return greatest, deepest, outside, cut


def fast(count, ticks, speed=1000.0, rate=0.3):
    """(deepest overlap [m], balls outside, ticks cut short) of balls of 22 cm at a speed in dodicat's box of 6 m, turning."""
    half = (3.0,) * 3
    balls = fill_box(half, count, 0.22 if count < 2000 else 0.1, speed, 1)
    memory, law, deepest, outside, cut = balls_in_box_step.memory_of(count), BallRules(), 0.0, 0, 0
    for tick in range(ticks):
        world = balls_in_box_step.BallWorld(box_in_tick(3.0, rate, tick), law, NO_OBSTACLE)
        cut += balls_in_box_step.step(balls_in_box_step.EVENT_DRIVEN, balls, memory, world).cut > 0.0
        if count <= 200 or tick % 10 == 9 or tick == ticks - 1:
            found = figures(balls, world)
            deepest, outside = max(deepest, found.overlap), max(outside, found.outside)
    return deepest, outside, cut


def leak(ticks, seed=1, rate=0.3):
    """The number of dodicat's 15 balls outside after each tick, by the printed law and in the order of time: (ticks, 2)."""
    half, counts = (3.0,) * 3, np.zeros((ticks, 2), int)
    for column, method in enumerate((balls_in_box_step.OVERLAP, balls_in_box_step.EVENT_DRIVEN)):
        balls, memory = fill_box(half, 15, 0.22, 3.0, seed), balls_in_box_step.memory_of(15)
        for tick in range(ticks):
            world = balls_in_box_step.BallWorld(box_in_tick(3.0, rate, tick), BallRules(), NO_OBSTACLE)
            balls_in_box_step.step(method, balls, memory, world)
            beyond = np.abs(balls["position"] @ np.asarray(world.box.turned).T) > np.asarray(half)
            counts[tick, column] = beyond.any(1).sum()
    return counts


def walk(ticks, method, rate):
    """(least gap of player and ball [m], deepest overlap of balls [m], balls outside) of a player among 60 balls of 22 cm."""
    half, walker = (2.0,) * 3, Walker((0.0, 0.0, -1.0), 1)
    balls = free_of(walker, fill_box(half, 60, 0.22, 3.0, 1), box_in_tick(2.0, rate, 0).axes)
    memory, law, least, deepest, outside = balls_in_box_step.memory_of(len(balls)), BallRules(WEIGHT, 0.8), np.inf, 0.0, 0
    for tick in range(ticks):
        frame = box_in_tick(2.0, rate, tick)
        world = balls_in_box_step.BallWorld(frame, law, walker.body(frame.axes))
        balls_in_box_step.step(method, balls, memory, world)
        walker.walk(balls, frame.turned, half, H)
        found = figures(balls, world)
        least = min(least, walker.least_gap(balls, frame.turned))
        deepest, outside = max(deepest, found.overlap), max(outside, found.outside)
    return least, deepest, outside


def main():
    """Print all runs."""
    print("player among balls for 60 s, box at rest, by time:", walk(3600, balls_in_box_step.EVENT_DRIVEN, 0), flush=True)
    print("player on the turning box for 60 s, heap:", walk(3600, balls_in_box_step.SIMULTANEOUS, 0.3), flush=True)
    print("at rest, 200 balls, 36 000 ticks: drift, overlap, outside, cut", drift(200, 36_000), flush=True)
    print("at rest with gravity, 200 balls, 36 000 ticks:", drift(200, 36_000, gravity=WEIGHT), flush=True)
    print("turning .5 rad/s, 200 balls, 36 000 ticks:", drift(200, 36_000, 0.5), flush=True)
    along_axis = tuple(9.81 * part for part in AXIS)
    print("turning with gravity along the axis, 36 000 ticks:", drift(200, 36_000, 0.5, along_axis), flush=True)
    for count, ticks in ((15, 3600), (200, 600), (1000, 60), (10_000, 6)):
        print(f"1000 m/s, {count} balls, {ticks} ticks: overlap, outside, cut", fast(count, ticks), flush=True)
    for rate in (0.05, 0.3, 1.0):
        outside = leak(3600, rate=rate)
        first = [int(np.argmax(column > 0)) if column.any() else None for column in outside.T]
        print(f"leak at {rate} rad/s in 60 s: first tick (printed, ours)", first, "at the end", outside[-1], flush=True)


if __name__ == "__main__":
    sys.exit(main())
