"""Hostile boxes: seeded random boxes that turn fast, with balls of very unequal sizes and masses. Run it to see the full count.

`python -m tests.lab.physics.hostile_boxes 1000` runs 1000 boxes and prints escapes, overlaps and faulty numbers.
"""

import sys
from typing import NamedTuple

import numpy as np

from game.core.vec3 import vec
from game.lab.physics import balls_in_box_step
from game.lab.physics.ball_array import BALL, BallRules
from game.lab.physics.ellipsoid_among_balls import NO_OBSTACLE
from game.lab.physics.walls_of_turning_box import box
from tests.lab.physics.gases import H, figures, pose


class Fate(NamedTuple):
    """ball_ticks: simulated; escapes, faults: balls outside and states that are not finite; overlap: deepest [m]

    cut: ticks that the solver for heaps finished
    """

    ball_ticks: int
    escapes: int
    faults: int
    overlap: float
    cut: int


def crowded(rng, half, count):
    """Balls with radii 1 : 10 and masses 1 : 1000 at random places without overlap, as many as fit up to `count`."""
    smallest, made = min(half) * 0.03, []
    for _ in range(40 * count):
        radius = smallest * 10.0 ** rng.random()
        place = rng.uniform(-1.0, 1.0, 3) * (np.array(half) - radius * 1.001)
        if all(np.linalg.norm(place - other) > radius + r + 1e-6 for other, r in made):
            made.append((place, radius))
        if len(made) == count:
            break
    balls = np.zeros(len(made), BALL)
    balls["position"], balls["radius"] = [place for place, _ in made], [radius for _, radius in made]
    balls["mass"] = 10.0 ** rng.uniform(-1.5, 1.5, len(made))
    balls["velocity"] = rng.normal(size=(len(made), 3)) * 10.0 ** rng.uniform(-1.0, 3.0)
    return balls


def run_box(seed, ticks, method=None, count=40):
    """The Fate of one seeded box. method: None for either, as the seed has it"""
    rng = np.random.default_rng(seed)
    half = 10.0 ** rng.uniform(-0.5, 0.5, 3) * 10.0 ** rng.uniform(-0.25, 0.25)
    axis, rate = rng.normal(size=3), rng.uniform(-10.0, 10.0)
    axis /= np.linalg.norm(axis)
    balls = crowded(rng, half, count)
    law = BallRules(vec(rng.normal(size=3) * rng.choice([0.0, 5.0])), rng.choice([0.0, 0.5, 0.9, 1.0]), rng.choice([0.0, 0.5]))
    method = rng.integers(2) if method is None else method
    memory, faults, escapes, deepest, cut = balls_in_box_step.memory_of(len(balls)), 0, 0, 0.0, 0
    for tick in range(ticks):
        turned = pose(rate, (tick + 1) * H, axis)
        world = balls_in_box_step.BallWorld(box(half, H, pose(rate, tick * H, axis), turned), law, NO_OBSTACLE)
        cut += balls_in_box_step.step(method, balls, memory, world).cut > 0.0
        found = figures(balls, world)
        faults += not np.isfinite([balls["position"], balls["velocity"]]).all()
        escapes, deepest = escapes + found.outside, max(deepest, found.overlap)
    return Fate(ticks * len(balls), escapes, faults, deepest, cut)


def main(boxes):
    """Run boxes and print their common Fate."""
    fates = [run_box(seed, 25) for seed in range(boxes)]
    total = Fate(*(sum(column) if k != 3 else max(column) for k, column in enumerate(zip(*fates))))
    print(total)


if __name__ == "__main__":
    main(int(sys.argv[1]))
