"""Collisions of balls in the order of time, from a queue with the next event of each ball (Lubachevsky 1991).

The queue is a binary heap ordered by (time, index of the ball), so that ties never depend on the order of insertion. An event is
a collision with a ball, a wall or the obstacle, or the moment when the ball leaves its cell. After each one the next is computed
again. If the partner of a ball collides with a third ball first, the planned collision is cancelled. balls is (n,) of BALL, of
which only the spins change before the end of the step.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ...core.jit import compiled, inlined, shared
from ...core.vec3 import add, along, cross, dot, get3, put, scale, sub, vec
from .ball_array import BallRules, BallWorld
from .cells import (
    FLIGHT,
    INVERSE_MASS,
    NO_BALL,
    RADIUS,
    Cells,
    Q,
    U,
    cells_of,
    enter_cell,
    lay_out,
    leave_cell,
    slack_for,
    time_in_cell,
)
from .contact_impulses import energy_lost, friction_impulse, kicked, normal_impulse, spin_change, surface_slip
from .ellipsoid_among_balls import ellipsoid_gap, meets_obstacle
from .free_flight import change_velocity, land, meeting_time, position_at, take_off, velocity_at
from .walls_of_turning_box import Box, Flight, first_wall, wall_gap

SIZE = 0  # the place of the number of entries in `counters`
ABSENT = -1


class Queue(NamedTuple):
    """The next event of each ball, as a binary heap."""

    time: np.ndarray  # (n,) of each ball's next event [s].
    heap: np.ndarray  # (n,) numbers of balls in the order of the heap, of which only the first `counters[SIZE]` are valid.
    slot: np.ndarray  # (n,) index of each ball in the heap, ABSENT if it has no entry
    counters: np.ndarray  # (1,) number of entries


def queue_of(count: int) -> Queue:
    integers = np.full((2, count), ABSENT, np.int64)
    return Queue(np.full(count, np.inf), integers[0], integers[1], np.zeros(1, np.int64))


@inlined
def empty(queue: Queue) -> None:
    """Remove all entries, and set all times to inf."""
    queue.counters[SIZE] = 0
    for i in range(queue.time.shape[0]):
        queue.time[i], queue.slot[i] = np.inf, ABSENT


@inlined
def comes_first(queue: Queue, i: int, j: int) -> bool:
    return queue.time[i] < queue.time[j] or (queue.time[i] == queue.time[j] and i < j)


@shared
def sift_up(queue: Queue, place: int) -> None:
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
def sift_down(queue: Queue, place: int) -> None:
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
def schedule(queue: Queue, ball: int, time: float, end: float) -> None:
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
def remove(queue: Queue, place: int) -> None:
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


# Kinds of a ball's next event; a ball's number is a meeting with it, FIRST_WALL and less are walls.
NO_EVENT, LOOK_AGAIN, CHANGE_CELL, AT_OBSTACLE, FIRST_WALL = -1, -2, -3, -4, -5
# Most events of one ball in a step, if collisions lose energy. Fewer: quick bounces are cut; more: a ball that comes to rest
# bounces on for nothing (the infinitely many bounces take a finite time).
MOST_EVENTS = 24
MOST_ELASTIC_EVENTS = 1000  # the same without loss. Fewer: energy is lost in corners; more: a step may take seconds
MORE_EVENTS = 1000  # most events of all balls, beyond MOST_EVENTS a ball
# Indices of `counts`, then of `sums`.
EVENTS, MEETINGS, WALL_HITS, OBSTACLE_HITS = 0, 1, 2, 3
LOST, WORK = 0, 1


class EventScratch(NamedTuple):
    """The working memory of a simulation of n balls, and the sums of the last step. Lost energy and work assume no friction."""

    flights: np.ndarray  # (n, FLIGHT), as in free_flight.py
    partner: np.ndarray  # (n,) kind of each ball's next event, NO_EVENT to FIRST_WALL and below, or the ball that it meets.
    events: np.ndarray  # (n,) number of events of each ball in this step
    queue: Queue  # the next events
    cells: Cells  # find neighbours
    counts: np.ndarray  # (4,) events, meetings, hits of walls and of the obstacle
    sums: np.ndarray  # (2,) energy lost [J], work of the walls [J]


def scratch_of(count: int) -> EventScratch:
    integers = np.zeros((2, count), np.int64)
    flights = np.zeros((count, FLIGHT))
    return EventScratch(flights, integers[0], integers[1], queue_of(count), cells_of(count), np.zeros(4, np.int64), np.zeros(2))


# Prediction


@shared
def is_clear_of_walls(box: Box, flight: Flight, now: float) -> bool:
    """True if a ball certainly meets no wall from `now` [s] to the step's end."""
    start, velocity, gravity, radius = flight
    rest, end = box.step - now, box.step
    place = along(along(start, velocity, end), gravity, 0.5 * end * end)
    here = along(along(start, velocity, now), gravity, 0.5 * now * now)
    turning, margin = dot(box.spin, box.spin), 0.0
    if turning > 0.0 or dot(gravity, gravity) > 0.0:
        # Greatest curvature of the height at a wall: gravity, and that of a turning wall.
        far, fast = dot(place, place) + dot(here, here), dot(velocity, velocity)
        curvature = abs(gravity[0]) + abs(gravity[1]) + abs(gravity[2])
        margin = rest * rest * (curvature + turning * (far + 1.0) + (turning + 1.0) * (fast + 1.0))
    for k in range(3):
        free = box.half[k] - radius - margin
        if abs(dot(box.turned[k], place)) > free or (margin > 0.0 and abs(dot(box.axes[k], here)) > free):
            return False
    return True


@shared
def predict_alone(scratch: EventScratch, world: BallWorld, ball: int, now: float) -> None:
    """Set the next event of a ball (its index) after `now` [s]: a wall, the obstacle, or a new cell. Ignores other balls."""
    flights, box, gravity = scratch.flights, world.box, world.rules.gravity
    flight = get3(flights, ball, Q), get3(flights, ball, U), gravity, flights[ball, RADIUS]
    first, kind = np.inf, NO_EVENT
    if not is_clear_of_walls(box, flight, now):
        first, wall = first_wall(box, flight, now)
        kind = FIRST_WALL - wall if wall >= 0 else NO_EVENT
    if world.obstacle.is_there:
        time, is_contact = meets_obstacle(world.obstacle, flight, now, min(box.step, first))
        if time < first:
            first, kind = time, AT_OBSTACLE if is_contact else LOOK_AGAIN
    position, velocity = position_at(flights, ball, gravity, now), velocity_at(flights, ball, gravity, now)
    time = now + time_in_cell(scratch.cells, ball, position, velocity, gravity)
    if time < first:
        first, kind = time, CHANGE_CELL
    scratch.partner[ball] = kind
    schedule(scratch.queue, ball, first, box.step)


@shared
def predict_meetings(scratch: EventScratch, ball: int, now: float, only_later: bool, end: float) -> None:
    """Find the first meeting of a ball before the next events of both balls, and make it their next event.

    now, end: bounds of its time [s]; only_later: True to search only among balls with larger indices
    """
    flights, cells, time, partner = scratch.flights, scratch.cells, scratch.queue.time, scratch.partner
    place, sizes = cells.place, cells.sizes
    before, found = min(time[ball], end), NO_BALL
    low_j, high_j = max(place[ball, 1] - 1, 0), min(place[ball, 1] + 1, sizes[1] - 1)
    low_k, high_k = max(place[ball, 2] - 1, 0), min(place[ball, 2] + 1, sizes[2] - 1)
    for i in range(max(place[ball, 0] - 1, 0), min(place[ball, 0] + 1, sizes[0] - 1) + 1):
        for j in range(low_j, high_j + 1):
            row = (i * sizes[1] + j) * sizes[2]
            for k in range(low_k, high_k + 1):
                other = cells.heads[row + k]
                while other != NO_BALL:
                    if other != ball and (other > ball or not only_later):
                        meeting = meeting_time(flights, ball, other, now, min(before, time[other]))
                        if meeting < before or (meeting == before and NO_BALL < other < found):
                            before, found = meeting, other
                    other = cells.following[other]
    if found != NO_BALL:
        lose_partner(partner, ball)
        lose_partner(partner, found)
        partner[ball], partner[found] = found, ball
        schedule(scratch.queue, ball, before, end)
        schedule(scratch.queue, found, before, end)


@inlined
def lose_partner(partner: np.ndarray, ball: int) -> None:
    """Mark the partner of a ball (its index), if any, to predict again at the time of the lost meeting (EventScratch)"""
    lost = partner[ball]
    if lost >= 0:
        partner[lost] = LOOK_AGAIN


@shared
def predict(scratch: EventScratch, world: BallWorld, ball: int, now: float) -> None:
    predict_alone(scratch, world, ball, now)
    predict_meetings(scratch, ball, now, False, world.box.step)


# Events


@shared
def meet(balls: np.ndarray, scratch: EventScratch, rules: BallRules, first: int, second: int, now: float) -> None:
    """Resolve the meeting of balls `first` and `second` (indices) at `now` [s] by impulses, unless they move apart."""
    flights = scratch.flights
    relative = sub(get3(flights, first, U), get3(flights, second, U))
    offset = along(sub(get3(flights, first, Q), get3(flights, second, Q)), relative, now)
    normal = scale(offset, 1.0 / sqrt(dot(offset, offset)))
    approach, light = dot(relative, normal), flights[first, INVERSE_MASS] + flights[second, INVERSE_MASS]
    if approach >= 0.0:
        return
    size = normal_impulse(approach, light, rules.restitution)
    impulse = scale(normal, size)
    if rules.friction > 0.0:
        spin, other_spin = vec(balls[first]["spin"]), vec(balls[second]["spin"])
        radius, other_radius = flights[first, RADIUS], flights[second, RADIUS]
        roll = add(scale(spin, radius), scale(other_spin, other_radius))
        tangential = friction_impulse(surface_slip(relative, normal, roll), light, rules.friction * size)
        put(balls[first]["spin"], add(spin, spin_change(normal, tangential, 1.0 / flights[first, INVERSE_MASS], radius)))
        other_change = spin_change(normal, tangential, 1.0 / flights[second, INVERSE_MASS], other_radius)
        put(balls[second]["spin"], add(other_spin, other_change))
        impulse = add(impulse, tangential)
    change_velocity(flights, first, scale(impulse, flights[first, INVERSE_MASS]), now)
    change_velocity(flights, second, scale(impulse, -flights[second, INVERSE_MASS]), now)
    scratch.counts[MEETINGS] += 1
    scratch.sums[LOST] += energy_lost(approach, light, rules.restitution)


@shared
def hit_wall(balls: np.ndarray, scratch: EventScratch, world: BallWorld, ball: int, wall: int, now: float) -> None:
    """Resolve a ball's meeting at `now` [s] with a wall, which moves with the velocity spin x position. wall: as in `wall_gap`"""
    flights, box, rules = scratch.flights, world.box, world.rules
    flight = get3(flights, ball, Q), get3(flights, ball, U), rules.gravity, flights[ball, RADIUS]
    height, approach, outwards = wall_gap(box, wall, flight, now)
    if height > 0.0:  # by rounding
        for axis in range(3):
            flights[ball, Q + axis] -= outwards[axis] * height
    if approach <= 0.0:
        return
    normal, light = scale(outwards, -1.0), flights[ball, INVERSE_MASS]
    size = normal_impulse(-approach, light, rules.restitution)
    place = position_at(flights, ball, rules.gravity, now)
    impulse = scale(normal, size)
    if rules.friction > 0.0:
        spin, radius = vec(balls[ball]["spin"]), flights[ball, RADIUS]
        touched = along(place, normal, -radius)
        relative = sub(velocity_at(flights, ball, rules.gravity, now), cross(box.spin, touched))
        tangential = friction_impulse(surface_slip(relative, normal, scale(spin, radius)), light, rules.friction * size)
        put(balls[ball]["spin"], add(spin, spin_change(normal, tangential, 1.0 / light, radius)))
        impulse = add(impulse, tangential)
    change_velocity(flights, ball, scale(impulse, light), now)
    scratch.counts[WALL_HITS] += 1
    scratch.sums[LOST] += energy_lost(approach, light, rules.restitution)
    scratch.sums[WORK] += dot(impulse, cross(box.spin, place))


@shared
def hit_obstacle(scratch: EventScratch, world: BallWorld, ball: int, now: float) -> None:
    """Resolve the meeting of a ball (its index) with the obstacle, of infinite mass and without friction, at `now` [s]."""
    flights, rules, obstacle = scratch.flights, world.rules, world.obstacle
    _, normal = ellipsoid_gap(obstacle, along(position_at(flights, ball, rules.gravity, now), obstacle.motion, -now))
    velocity = velocity_at(flights, ball, rules.gravity, now)
    change = sub(kicked(velocity, normal, obstacle.velocity, obstacle.restitution), velocity)
    change_velocity(flights, ball, change, now)
    scratch.counts[OBSTACLE_HITS] += 1


@shared
def handle(balls: np.ndarray, scratch: EventScratch, world: BallWorld, ball: int, now: float) -> None:
    """Resolve the next event of a ball (its index) at `now` [s], and predict the next events of the balls that took part."""
    kind, queue, end = scratch.partner[ball], scratch.queue, world.box.step
    scratch.events[ball] += 1
    scratch.counts[EVENTS] += 1
    if kind >= 0:
        scratch.events[kind] += 1
        meet(balls, scratch, world.rules, ball, kind, now)
        scratch.partner[ball] = scratch.partner[kind] = NO_EVENT
        schedule(queue, ball, np.inf, end)
        predict_alone(scratch, world, kind, now)
        predict(scratch, world, ball, now)
        predict_meetings(scratch, kind, now, False, end)
        return
    if kind <= FIRST_WALL:
        hit_wall(balls, scratch, world, ball, FIRST_WALL - kind, now)
    elif kind == AT_OBSTACLE:
        hit_obstacle(scratch, world, ball, now)
    elif kind == CHANGE_CELL:
        leave_cell(scratch.cells, ball)
        enter_cell(scratch.cells, ball, position_at(scratch.flights, ball, world.rules.gravity, now))
    predict(scratch, world, ball, now)


@compiled
def advance(balls: np.ndarray, scratch: EventScratch, world: BallWorld) -> float:
    """Advance balls (n,) of BALL, in place, by the box's step. Returns the time that was simulated [s].

    It is less than the step if there were too many events. At that time no balls overlap, and all are inside the box.
    """
    count, queue, end = balls.shape[0], scratch.queue, world.box.step
    most = MOST_ELASTIC_EVENTS if world.rules.restitution == 1.0 else MOST_EVENTS
    take_off(balls, scratch.flights)
    lay_out(scratch.cells, scratch.flights, slack_for(scratch.flights, end))
    empty(queue)
    scratch.counts[:] = 0
    scratch.sums[:] = 0.0
    for ball in range(count):
        scratch.events[ball] = 0
        predict_alone(scratch, world, ball, 0.0)
    for ball in range(count):
        predict_meetings(scratch, ball, 0.0, True, end)
    now = end
    while queue.counters[SIZE] > 0:
        ball = queue.heap[0]
        if scratch.events[ball] >= most or scratch.counts[EVENTS] >= MOST_EVENTS * count + MORE_EVENTS:
            now = queue.time[ball]
            break
        handle(balls, scratch, world, ball, queue.time[ball])
    land(balls, scratch.flights, world.rules.gravity, now)
    return now
