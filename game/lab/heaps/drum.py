"""One step of balls in a turning box, by any of four methods; and what the exhibit shows of it.

In the order of time, a step with too many events is finished by the solver for heaps, so its time is bounded.
"""

from typing import NamedTuple

import numpy as np

from ...collision.engine.jit import direct
from ...collision.engine.vec3 import dot
from ..balls import event_driven
from ..balls.ball import BALL, angular_momentum, energy, momentum, near_pairs
from ..balls.event_driven import EVENTS, LOST, WORK, Scratch, World, scratch_of
from ..balls.turning_box import rest_of
from . import penalty, printed_box, simultaneous
from .contact_pairs import HeapScratch, heap_scratch

EVENT_DRIVEN, SIMULTANEOUS, OVERLAP, PENALTY = range(4)
METHODS = {"event-driven": EVENT_DRIVEN, "simultaneous": SIMULTANEOUS, "overlap": OVERLAP, "penalty": PENALTY}
STIFFNESS = 0.25  # of a penalty contact, in 1 / step^2: omega h = .5. More: energy grows; less: balls pass through each other
KICK = slice(3, 6)  # of the sums of a Scratch: impulse on the obstacle


class Memory(NamedTuple):
    """The memory of n balls for all methods."""

    events: Scratch
    heap: HeapScratch


class DrumStep(NamedTuple):
    """A step of a drum. events: handled; cut: part of the step that the solver for heaps did [s]; work: of the walls [J]

    lost: energy in collisions [J]; kick: impulse on the obstacle (3,) [N s]. Only the order in time counts work and losses.
    """

    events: int
    cut: float
    work: float
    lost: float
    kick: np.ndarray


def memory_of(count):
    """A Memory for `count` balls."""
    return Memory(scratch_of(count), heap_scratch(count))


def step(method, balls, memory, world):
    """Advance balls (n,) of BALL, in place, by the step of a World's box; returns a DrumStep. method: see METHODS"""
    if method == OVERLAP:
        printed_box.advance(balls, world.box, printed_box.UNITS)
        return DrumStep(0, 0.0, 0.0, 0.0, np.zeros(3))
    if method == PENALTY:
        stiffness = STIFFNESS / world.box.step**2
        damping = (1.0 - world.rules.restitution) * 0.5 / world.box.step
        penalty.advance(balls, memory.events, world, stiffness, damping)
        return DrumStep(0, 0.0, 0.0, 0.0, np.zeros(3))
    if method == SIMULTANEOUS:
        direct(simultaneous.advance, balls, memory.heap, world)(balls, memory.heap, world)
        return DrumStep(0, 0.0, 0.0, 0.0, memory.heap.kick.copy())
    scratch = memory.events
    done = direct(event_driven.advance, balls, scratch, world)(balls, scratch, world)
    kick = scratch.sums[KICK].copy()
    rest = world.box.step - done
    if rest > 0.0:
        late = World(rest_of(world.box, done), world.rules, world.obstacle)
        direct(simultaneous.advance, balls, memory.heap, late)(balls, memory.heap, late)
        kick += memory.heap.kick
    return DrumStep(int(scratch.counts[EVENTS]), rest, float(scratch.sums[WORK]), float(scratch.sums[LOST]), kick)


class DrumFigures(NamedTuple):
    """Sums and faults of balls in a box. invariant: energy less spin . angular momentum [J]; momentum: (3,) [kg m/s]

    overlap: deepest of two balls [m], 0.0 if none; outside: the number of balls beyond a wall by more than 1e-9 m
    """

    energy: float
    invariant: float
    momentum: np.ndarray
    overlap: float
    outside: int


def figures(balls, world):
    """The DrumFigures at the end of a step."""
    total = energy(balls, world.rules.gravity)
    heights = np.abs(balls["position"] @ np.asarray(world.box.turned).T) + balls["radius"][:, None] - np.asarray(world.box.half)
    turning = float(dot(world.box.spin, angular_momentum(balls)))
    outside = int((heights > 1e-9).any(1).sum())
    return DrumFigures(total, total - turning, momentum(balls), deepest_overlap(balls), outside)


def deepest_overlap(balls):
    """The deepest overlap of two balls [m]; 0.0 if all are apart."""
    return max([0.0, *(float(depths.max()) for _, _, depths in near_pairs(balls))])


def fill(half, count, radius, speed, seed):
    """Balls (n,) of BALL on a grid inside a box with half sides [m], in random directions at one speed [m/s]; None: too many."""
    sides = np.asarray(half) - radius
    places = np.maximum((sides * (1.0 - 1e-6) / radius).astype(int) + 1, 1)
    if (sides <= 0.0).any() or places.prod() < count:
        return None
    while (shrunk := shrink(places, sides)).prod() >= count and (shrunk != places).any():
        places = shrunk
    lines = [np.linspace(-side, side, n) if n > 1 else np.zeros(1) for side, n in zip(sides * (1.0 - 1e-9), places)]
    grid = np.stack(np.meshgrid(*lines, indexing="ij"), -1).reshape(-1, 3)
    random = np.random.default_rng(seed)
    made = np.zeros(count, BALL)
    made["position"] = grid[np.sort(random.permutation(len(grid))[:count])]
    velocities = random.normal(size=(count, 3))
    made["velocity"] = velocities * (speed / np.linalg.norm(velocities, axis=1))[:, None]
    made["radius"], made["mass"] = radius, 1.0
    return made


def shrink(places, sides):
    """One place less along the axis with the narrowest grid."""
    narrow = int(np.argmin(np.where(places > 1, sides / np.maximum(places - 1, 1), np.inf)))
    fewer = places.copy()
    fewer[narrow] = max(fewer[narrow] - 1, 1)
    return fewer
