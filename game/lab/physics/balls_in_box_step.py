"""One step of balls in a turning box by any of five methods. One with too many events is finished by the solver for heaps."""

from threading import local
from typing import NamedTuple

import numpy as np

from . import event_driven, forum_ball_method, overlap_response, simultaneous_contacts
from .ball_array import BallWorld
from .ball_pairs_in_box import HeapScratch, heap_scratch
from .event_driven import EVENTS, WORK, EventScratch, scratch_of
from .walls_of_turning_box import rest_of

EVENT_DRIVEN, SIMULTANEOUS, OVERLAP, PENALTY, APART = range(5)
STIFFNESS = 0.25  # of a penalty contact, in 1 / step^2: omega h = .5. More: energy grows; less: balls pass through each other
MOST_MEMORIES = 8  # kept in a thread. Fewer: a turn of the dial makes them again; more: only takes memory
_memories = local()


class BoxMemory(NamedTuple):
    """The working memory of n balls."""

    events: EventScratch  # for collisions in the order of time
    heap: HeapScratch  # for all contacts at once


class BoxStep(NamedTuple):
    """The results of one step, zero for methods other than EVENT_DRIVEN."""

    events: int = 0  # number of events
    cut: float = 0.0  # duration of the last part of the step, which the solver for heaps computed [s]
    work: float = 0.0  # done by the walls on the balls before this last part [J]


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
    elif method in (PENALTY, APART):
        springs = overlap_response.MOVED_APART
        if method == PENALTY:
            duration = world.box.step
            springs = STIFFNESS / (duration * duration), (1.0 - world.rules.restitution) * 0.5 / duration
        overlap_response.advance(balls, memory.events, world, springs)
    elif method == SIMULTANEOUS:
        simultaneous_contacts.advance.with_same_types(balls, memory.heap, world)
    else:
        done = event_driven.advance.with_same_types(balls, memory.events, world)
        rest = world.box.step - done
        if rest > 0.0:
            late = BallWorld(rest_of(world.box, done), world.rules, world.obstacle)
            simultaneous_contacts.advance.with_same_types(balls, memory.heap, late)
        return BoxStep(int(memory.events.counts[EVENTS]), rest, float(memory.events.sums[WORK]))
    return BoxStep()
