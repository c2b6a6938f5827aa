"""Balls in boxes for tests: gases on a grid, poses of a steady turn, and the faults of a state."""

from math import cos, sin

import numpy as np

from game.core.vec3 import vec
from game.lab.physics.ball_array import BallRules, BallWorld, balls_at
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


def deepest_overlap(balls):
    """The greatest overlap of two balls [m]; negative if all are apart."""
    order = np.argsort(balls["position"][:, 0])
    places, radii = balls["position"][order], balls["radius"][order]
    ends, deepest = np.searchsorted(places[:, 0], places[:, 0] + 2.0 * radii.max()), -np.inf
    for i, end in enumerate(ends):
        apart = np.sqrt(((places[i + 1 : end] - places[i]) ** 2).sum(1))
        deepest = max(deepest, (radii[i] + radii[i + 1 : end] - apart).max(initial=-np.inf))
    return deepest
