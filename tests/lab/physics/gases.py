"""Balls in boxes for tests: gases on a grid, poses of a steady turn, and the faults of a state."""

from math import cos, sin
from typing import NamedTuple

import numpy as np

from game.core.vec3 import dot, vec
from game.lab.physics.ball_array import BallRules, BallWorld, angular_momentum, balls_at, deepest_overlap, energy
from game.lab.physics.ellipsoid_among_balls import NO_OBSTACLE
from game.lab.physics.event_driven import advance, scratch_of
from game.lab.physics.walls_of_turning_box import box

H = 1.0 / 60.0
AXIS = (1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0)


def gas(count, half, radius=0.1, speed=3.0, seed=1):
    """Balls (n,) on a grid in a box with this half side [m], in random directions at one speed [m/s]."""
    side = int(np.ceil(count ** (1 / 3)))
    line = np.linspace(-1.0, 1.0, side) * (half - radius) * 0.999
    places = np.stack(np.meshgrid(line, line, line), -1).reshape(-1, 3)[:count]
    velocities = np.random.default_rng(seed).normal(size=(count, 3))
    velocities *= speed / np.linalg.norm(velocities, axis=1)[:, None]
    return balls_at(places, velocities, radius)


def pose(rate, time, axis=AXIS):
    """The three axes (rows) of a box that turns about an axis at a rate [rad/s], at a time [s]."""
    angle, (x, y, z) = rate * time, axis
    skew = np.array([[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]])
    return tuple(map(vec, (np.eye(3) + sin(angle) * skew + (1.0 - cos(angle)) * skew @ skew).T))


def box_in_tick(half, rate, tick, step=H):
    """The Box of one tick of a steady turn."""
    turned = pose(rate, (tick + 1) * step) if rate else None
    return box((half,) * 3, step, pose(rate, tick * step), turned)


def run(balls, half, ticks, rate=0.0, **keys):
    """Advance balls in the order of time for some ticks; returns (ticks that were cut short, work of the walls [J], events)."""
    scratch, law = scratch_of(len(balls)), BallRules(**keys)
    short, work, events = 0, 0.0, 0
    for tick in range(ticks):
        world = BallWorld(box_in_tick(half, rate, tick), law, NO_OBSTACLE)
        short += advance(balls, scratch, world) < H
        work += scratch.sums[1]
        events += int(scratch.counts[0])
    return short, work, events


class BoxFigures(NamedTuple):
    """Sums and violations of a state of balls in a box."""

    invariant: float  # energy - spin . angular momentum [J], which elastic balls in a steadily turning box keep without gravity
    overlap: float  # deepest of two balls [m], 0.0 if none
    outside: int  # number of balls beyond a wall by more than 1e-9 m


def figures(balls, world):
    """The BoxFigures of balls (n,) of BALL at the end of a step in a BallWorld."""
    heights = np.abs(balls["position"] @ np.asarray(world.box.turned).T) + balls["radius"][:, None] - np.asarray(world.box.half)
    turning = float(dot(world.box.spin, angular_momentum(balls)))
    outside = int((heights > 1e-9).any(1).sum())
    return BoxFigures(energy(balls, world.rules.gravity) - turning, deepest_overlap(balls), outside)
