"""Pairs of balls within reach, in the frame of their box, and the working memory `scratch` of the solver for heaps."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ...core.jit import inlined, shared
from ...core.right_forward_up_frame import to_frame
from ...core.vec3 import Vector, along, dot, get3, put3, scale, sub, vec
from .ball_array import BallWorld
from .cells import FLIGHT, INVERSE_MASS, MOST_CELLS, RADIUS, Q, U

PAIRS_A_BALL = 24  # capacity. Smaller: displacements are shortened to have fewer pairs; larger: memory
# Columns of `contacts`: normal, gap [m], least speed [m/s], impulse [N s], gap after free flight along the normal [m].
NX, GAP, TARGET, IMPULSE, AHEAD, CONTACT = 0, 3, 4, 5, 6, 7
PUSH = IMPULSE + 1  # columns that impulses need
TOWARDS, OTHER_TOWARDS = TARGET, IMPULSE  # the same columns later: displacements of both balls towards each other [m]
LOW, HIGH, LIMITS = 0, 3, 6  # columns of `limits`: least and greatest w along the three axes [m/s]
REACH, WIDTH = FLIGHT, FLIGHT + 1  # one more column of flights: greatest displacement in the step [m]
BINS = 1024  # of the order by height. Fewer: neighbours in height are in any order; more: time


class HeapScratch(NamedTuple):
    """Working memory for n balls and up to m pairs. A flight is a ball's row in `flights`, with columns as in cells.py.

    w is the displacement per second [m/s] in the box's frame.
    """

    flights: np.ndarray  # (n, WIDTH) position [m], w, radius [m], inverse mass [1/kg] and reach [m], in the order of cells
    loose: np.ndarray  # (n, WIDTH), the same in the order of the balls
    number: np.ndarray  # (n,) ball of each flight
    cell: np.ndarray  # (n,) cell of each ball
    starts: np.ndarray  # (MOST_CELLS + 1,) first flight of each cell
    sizes: np.ndarray  # (3,) numbers of cells along the axes
    pairs: np.ndarray  # (m, 2) flights of each pair
    contacts: np.ndarray  # (m, CONTACT) contact of each pair
    limits: np.ndarray  # (n, LIMITS) least and greatest w of each flight at the walls
    touches: np.ndarray  # (n, CONTACT) contact of each flight with the obstacle
    share: np.ndarray  # (n,) factor of each flight's displacement, 0..1
    height: np.ndarray  # (n,) of each flight along the upward direction [m]
    pushing: np.ndarray  # (m, 2) flights of the pairs that may push, from the lowest up
    pushes: np.ndarray  # (m, PUSH) their contacts
    order: np.ndarray  # (m,) rows of `pairs` that could overlap in the step
    bins: np.ndarray  # (BINS + 1,) numbers of pairs by height


def heap_scratch(count: int) -> HeapScratch:
    most = PAIRS_A_BALL * count + 64
    return HeapScratch(
        flights=np.zeros((count, WIDTH)),
        loose=np.zeros((count, WIDTH)),
        number=np.zeros(count, np.int64),
        cell=np.zeros(count, np.int64),
        starts=np.zeros(MOST_CELLS + 1, np.int64),
        sizes=np.ones(3, np.int64),
        pairs=np.zeros((most, 2), np.int64),
        contacts=np.zeros((most, CONTACT)),
        limits=np.zeros((count, LIMITS)),
        touches=np.zeros((count, CONTACT)),
        share=np.ones(count),
        height=np.ones(count),
        pushing=np.zeros((most, 2), np.int64),
        pushes=np.zeros((most, PUSH)),
        order=np.zeros(most, np.int64),
        bins=np.zeros(BINS + 1, np.int64),
    )


MOST_REACH = 2.0  # greatest displacement in a step, in largest radii. Larger: many pairs; smaller: fast balls are slowed
LEAST_REACH = 0.2  # of balls that were slow, in largest radii. Smaller: a struck ball stays; larger: many pairs
NEAR = 3.0  # skins. Smaller: pairs that are pushed together are left to the shares; larger: more time


@shared
def enter_frame(balls: np.ndarray, loose: np.ndarray, world: BallWorld) -> float:
    """Fill `loose` (n, WIDTH) with positions [m] and displacements per second [m/s] of free flight in the box's frame.

    Positions outside are moved into the box. Radii and inverse masses are written, too. Returns the largest radius [m].
    """
    box, largest = world.box, 0.0
    for i in range(balls.shape[0]):
        ball = balls[i]
        place, radius = vec(ball["position"]), float(ball["radius"])
        start = to_frame(box.axes, place)
        velocity = along(vec(ball["velocity"]), world.rules.gravity, box.step)
        end = to_frame(box.turned, along(place, velocity, box.step))
        for k in range(3):  # a ball is outside by rounding only
            most = box.half[k] - radius
            loose[i, Q + k] = min(max(start[k], -most), most)
        put3(loose, i, U, scale(sub(end, start), 1.0 / box.step))
        loose[i, RADIUS], loose[i, INVERSE_MASS] = radius, 1.0 / ball["mass"]
        largest = max(largest, radius)
    return largest


@shared
def limit_reach(loose: np.ndarray, least: float, most: float, step: float) -> float:
    """Set the reach of each ball, at least `least`; shorten those longer than `most` [m]. Returns the greatest reach."""
    greatest = least
    for i in range(loose.shape[0]):
        rate = get3(loose, i, U)
        length = sqrt(dot(rate, rate)) * step
        if length > most:
            put3(loose, i, U, scale(rate, most / length))
        loose[i, REACH] = min(max(length, least), most)
        greatest = max(greatest, loose[i, REACH])
    return greatest


@inlined
def place_along(coordinate: float, half: float, side: float, size: int) -> int:
    """Return the index along an axis of the cell that holds a coordinate [m]; the last one is the widest. side: of a cell [m]"""
    return min(int((coordinate + half) / side), size - 1)


@shared
def sort_into_cells(scratch: HeapScratch, half: Vector, side: float) -> None:
    """Copy `loose` to `flights` in the order of cells, and write the first flight of each cell to `starts`. side: least [m]"""
    loose, flights, starts, sizes = scratch.loose, scratch.flights, scratch.starts, scratch.sizes
    count, cells = loose.shape[0], np.inf
    while cells > starts.shape[0] - 1 or cells > 8.0 * count + 64.0:
        cells = 1.0
        for axis in range(3):
            cells *= max(2.0 * half[axis] / side, 1.0)
        side *= 1.0 if cells <= starts.shape[0] - 1 and cells <= 8.0 * count + 64.0 else 1.25
    for axis in range(3):
        sizes[axis] = max(int(2.0 * half[axis] / side), 1)
    total = sizes[0] * sizes[1] * sizes[2]
    for cell in range(total + 1):
        starts[cell] = 0
    for i in range(count):
        x, y = place_along(loose[i, 0], half[0], side, sizes[0]), place_along(loose[i, 1], half[1], side, sizes[1])
        cell = (x * sizes[1] + y) * sizes[2] + place_along(loose[i, 2], half[2], side, sizes[2])
        scratch.cell[i] = cell
        starts[cell] += 1
    first = 0
    for cell in range(total + 1):
        first, starts[cell] = first + starts[cell], first
    for i in range(count):
        place = starts[scratch.cell[i]]
        starts[scratch.cell[i]] += 1
        scratch.number[place] = i
        for column in range(WIDTH):
            flights[place, column] = loose[i, column]
    for cell in range(total, 0, -1):  # each start has moved to the next one's
        starts[cell] = starts[cell - 1]
    starts[0] = 0


@shared
def find_ball_pairs(scratch: HeapScratch, skin: float) -> int:
    """Fill `pairs` and `contacts` with those within reach. Return their number, -1 for too many. skin: gap to keep [m]"""
    starts, sizes, count = scratch.starts, scratch.sizes, 0
    for i in range(sizes[0]):
        for j in range(sizes[1]):
            for k in range(sizes[2]):
                row = (i * sizes[1] + j) * sizes[2]
                for ball in range(starts[row + k], starts[row + k + 1]):
                    for part in range(5):
                        x, y = (i, j + part) if part < 2 else (i + 1, j + part - 3)
                        if x == sizes[0] or y < 0 or y == sizes[1]:
                            continue
                        other_row = (x * sizes[1] + y) * sizes[2]
                        low = ball + 1 if part == 0 else starts[other_row + max(k - 1, 0)]
                        count = add_pairs(scratch, ball, low, starts[other_row + min(k + 2, sizes[2])], (skin, count))
                        if count < 0:
                            return -1
    return count


@inlined
def add_pairs(scratch: HeapScratch, ball: int, low: int, high: int, skin_and_count: tuple[float, int]) -> int:
    """Add the pairs of a ball with those of the flights `low` to `high` - 1 within reach. Returns their number, or -1."""
    flights, (skin, count) = scratch.flights, skin_and_count
    here, near = get3(flights, ball, Q), flights[ball, RADIUS] + flights[ball, REACH] + skin
    for other in range(low, high):
        offset = sub(here, get3(flights, other, Q))
        most = near + flights[other, RADIUS] + flights[other, REACH]
        if dot(offset, offset) < most * most:
            if count == scratch.pairs.shape[0]:
                return -1
            add_pair(scratch, count, ball, other, offset)
            count += 1
    return count


@inlined
def add_pair(scratch: HeapScratch, row: int, ball: int, other: int, offset: Vector) -> None:
    """Write two flights with the offset between them [m], and their normal, (0, 0, 1) for equal centres, to a row."""
    distance = sqrt(dot(offset, offset))
    radii = scratch.flights[ball, RADIUS] + scratch.flights[other, RADIUS]
    scratch.pairs[row, 0], scratch.pairs[row, 1] = ball, other
    put3(scratch.contacts, row, NX, scale(offset, 1.0 / distance) if distance > 0.0 else (0.0, 0.0, 1.0))
    scratch.contacts[row, GAP] = distance - radii


@shared
def order_upwards(scratch: HeapScratch, count: int, up: Vector, skin: float) -> int:
    """Copy the pairs that may push to `pushing` and `pushes`, by the height of their upper ball. Returns their number.

    This order makes the rounds of impulses faster. Pairs that stay a skin [m] apart are left out.
    """
    height, bins, low, high = scratch.height, scratch.bins, np.inf, -np.inf
    pairs, contacts, near = scratch.pairs, scratch.contacts, 0
    for i in range(height.shape[0]):
        height[i] = dot(up, get3(scratch.flights, i, Q))
        low, high = min(low, height[i]), max(high, height[i])
    factor = (BINS - 1) / (high - low) if high > low else 0.0
    for k in range(BINS + 1):
        bins[k] = 0
    for row in range(count):
        if contacts[row, GAP] < NEAR * skin or contacts[row, AHEAD] < skin:
            bins[int((max(height[pairs[row, 0]], height[pairs[row, 1]]) - low) * factor) + 1] += 1
            near += 1
    for k in range(BINS):
        bins[k + 1] += bins[k]
    for row in range(count):
        if contacts[row, GAP] < NEAR * skin or contacts[row, AHEAD] < skin:
            place = int((max(height[pairs[row, 0]], height[pairs[row, 1]]) - low) * factor)
            target = bins[place]
            bins[place] += 1
            scratch.pushing[target, 0], scratch.pushing[target, 1] = pairs[row, 0], pairs[row, 1]
            for column in range(PUSH):
                scratch.pushes[target, column] = contacts[row, column]
    return near
