"""One step of balls in a turning box by any of five methods. One with too many events is finished by the solver for heaps."""

from threading import local
from typing import NamedTuple

import numpy as np

from . import event_driven, forum_ball_method, overlap_response, simultaneous_contacts
from .ball_array import BallWorld
from .ball_pairs_in_box import HeapScratch, heap_scratch
from .event_driven import EVENTS, LOST, WORK, EventScratch, scratch_of
from .walls_of_turning_box import rest_of

EVENT_DRIVEN, SIMULTANEOUS, OVERLAP, PENALTY, APART = range(5)
STIFFNESS = 0.25  # of a penalty contact, in 1 / step^2: omega h = .5. More: energy grows; less: balls pass through each other
KICK = slice(3, 6)  # of the sums of a Scratch: impulse on the obstacle
MOST_MEMORIES = 8  # kept in a thread. Fewer: a turn of the dial makes them again; more: only takes memory
_memories = local()


class BoxMemory(NamedTuple):
    """The working memory of n balls."""

    events: EventScratch  # for collisions in the order of time
    heap: HeapScratch  # for all contacts at once


class BoxStep(NamedTuple):
    """The results of one step. Events, cut, work and lost are zero for methods other than EVENT_DRIVEN."""

    events: int  # number of events
    cut: float  # duration of the last part of the step, which the solver for heaps computed [s]
    work: float  # done by the walls on the balls before this last part [J]
    lost: float  # energy lost in collisions before this last part [J]
    kick: np.ndarray  # impulse on the obstacle (3,) [N s]; zero for PENALTY, OVERLAP and APART, which ignore the obstacle


def memory_of(count: int) -> BoxMemory:
    return BoxMemory(scratch_of(count), heap_scratch(count))


def memory_for(count: int) -> BoxMemory:
    """Return this thread's BoxMemory for `count` balls. Each step overwrites all of it."""
    kept: dict[int, BoxMemory] = vars(_memories).setdefault("by count", {})
    if count not in kept:
        if len(kept) >= MOST_MEMORIES:
            kept.clear()
        kept[count] = memory_of(count)
    return kept[count]


def step(method: int, balls: np.ndarray, memory: BoxMemory, world: BallWorld) -> BoxStep:
    """Advance balls (n,) of BALL, in place, by one step of the box. method: EVENT_DRIVEN to APART"""
    if method == OVERLAP:
        forum_ball_method.advance(balls, world.box, forum_ball_method.UNITS)
        return BoxStep(0, 0.0, 0.0, 0.0, np.zeros(3))
    if method in (PENALTY, APART):
        springs = overlap_response.MOVED_APART
        if method == PENALTY:
            duration = world.box.step
            springs = STIFFNESS / (duration * duration), (1.0 - world.rules.restitution) * 0.5 / duration
        overlap_response.advance(balls, memory.events, world, springs)
        return BoxStep(0, 0.0, 0.0, 0.0, np.zeros(3))
    if method == SIMULTANEOUS:
        simultaneous_contacts.advance.with_same_types(balls, memory.heap, world)
        return BoxStep(0, 0.0, 0.0, 0.0, memory.heap.kick.copy())
    scratch = memory.events
    done = event_driven.advance.with_same_types(balls, scratch, world)
    kick = scratch.sums[KICK].copy()
    rest = world.box.step - done
    if rest > 0.0:
        late = BallWorld(rest_of(world.box, done), world.rules, world.obstacle)
        simultaneous_contacts.advance.with_same_types(balls, memory.heap, late)
        kick += memory.heap.kick
    return BoxStep(int(scratch.counts[EVENTS]), rest, float(scratch.sums[WORK]), float(scratch.sums[LOST]), kick)
