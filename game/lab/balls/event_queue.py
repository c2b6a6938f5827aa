"""The queue of next events, one for each ball.

It is a binary heap ordered by (time, index of the ball), so that ties never depend on the order of insertion.
"""

from typing import NamedTuple

import numpy as np

from ...core.jit import inlined, shared

SIZE = 0  # the place of the number of entries in `counters`
ABSENT = -1


class Queue(NamedTuple):
    """The next event of each ball, as a binary heap.

    time: (n,) of each ball's next event [s]
    heap: (n,) numbers of balls in the order of the heap, of which only the first `counters[SIZE]` are valid
    slot: (n,) index of each ball in the heap, ABSENT if it has no entry
    counters: (1,) number of entries
    """

    time: np.ndarray
    heap: np.ndarray
    slot: np.ndarray
    counters: np.ndarray


def queue_of(count):
    """Return an empty Queue for `count` balls."""
    integers = np.full((2, count), ABSENT, np.int64)
    return Queue(np.full(count, np.inf), integers[0], integers[1], np.zeros(1, np.int64))


@inlined
def empty(queue):
    """Remove all entries, and set all times to inf."""
    queue.counters[SIZE] = 0
    for i in range(queue.time.shape[0]):
        queue.time[i], queue.slot[i] = np.inf, ABSENT


@inlined
def comes_first(queue, i, j):
    """True if the event of ball i comes before that of ball j."""
    return queue.time[i] < queue.time[j] or (queue.time[i] == queue.time[j] and i < j)


@shared
def sift_up(queue, place):
    """Move an entry that now comes earlier up to its place in the heap. place: its index in `heap`"""
    heap, slot = queue.heap, queue.slot
    ball = heap[place]
    while place > 0:
        above = (place - 1) >> 1
        if not comes_first(queue, ball, heap[above]):
            break
        heap[place] = heap[above]
        slot[heap[place]] = place
        place = above
    heap[place] = ball
    slot[ball] = place


@shared
def sift_down(queue, place):
    """Move an entry that now comes later down to its place in the heap. place: its index in `heap`"""
    heap, slot, size = queue.heap, queue.slot, queue.counters[SIZE]
    ball = heap[place]
    while True:
        below = 2 * place + 1
        if below >= size:
            break
        if below + 1 < size and comes_first(queue, heap[below + 1], heap[below]):
            below += 1
        if not comes_first(queue, heap[below], ball):
            break
        heap[place] = heap[below]
        slot[heap[place]] = place
        place = below
    heap[place] = ball
    slot[ball] = place


@shared
def schedule(queue, ball, time, end):
    """Set the time of the next event of a ball (its index) [s]. The queue has no entry for a time of `end` [s] or later."""
    place, earlier = queue.slot[ball], time < queue.time[ball]
    queue.time[ball] = time
    if time < end:
        if place == ABSENT:
            place = queue.counters[SIZE]
            queue.counters[SIZE] += 1
            queue.heap[place] = ball
            earlier = True
        if earlier:
            sift_up(queue, place)
        else:
            sift_down(queue, place)
    elif place != ABSENT:
        remove(queue, place)


@shared
def remove(queue, place):
    """Remove an entry, but not its time. place: index of the entry in `heap`"""
    heap = queue.heap
    queue.slot[heap[place]] = ABSENT
    queue.counters[SIZE] -= 1
    last = queue.counters[SIZE]
    if place < last:
        heap[place] = heap[last]
        queue.slot[heap[place]] = place
        sift_up(queue, place)
        sift_down(queue, queue.slot[heap[place]])
