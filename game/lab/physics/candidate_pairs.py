"""Pairs of balls within reach, in the frame of their box, and the working memory of the solver for heaps.

scratch: in most functions, the HeapScratch of the balls
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ...core.jit import inlined, shared
from ...core.vec3 import along, dot, get3, put3, scale, sub, vec
from .cells import FLIGHT, INVERSE_MASS, MOST_CELLS, RADIUS, Q, U
from .turning_box import to_box

PAIRS_A_BALL = 24  # capacity. Smaller: displacements are shortened to have fewer pairs; larger: memory
# Columns of `contacts`: normal, gap [m], least speed [m/s], impulse [N s], gap after free flight along the normal [m].
NX, GAP, TARGET, IMPULSE, AHEAD, CONTACT = 0, 3, 4, 5, 6, 7
PUSH = IMPULSE + 1  # columns that impulses need
TOWARDS, OTHER_TOWARDS = TARGET, IMPULSE  # the same columns later: displacements of both balls towards each other [m]
LOW, HIGH, LIMITS = 0, 3, 6  # columns of `limits`: least and greatest w along the three axes [m/s]
REACH, WIDTH = FLIGHT, FLIGHT + 1  # one more column of flights: greatest displacement in the step [m]
BINS = 1024  # of the order by height. Fewer: neighbours in height are in any order; more: time


class HeapScratch(NamedTuple):
    """Working memory for n balls and up to m pairs. A flight is a ball's row in `flights`.

    w is the displacement per second [m/s] in the box's frame. The columns Q, U, RADIUS and INVERSE_MASS are in balls/cells.py,
    all others in this file.
    flights: (n, WIDTH) position [m], w, radius [m], inverse mass [1/kg] and reach [m], in the order of cells
    loose: (n, WIDTH), the same in the order of the balls
    number: (n,) ball of each flight; cell: (n,) cell of each ball; starts: (MOST_CELLS + 1,) first flight of each cell
    sizes: (3,) numbers of cells along the axes
    pairs: (m, 2) flights of each pair; contacts: (m, CONTACT) contact of each pair
    limits: (n, LIMITS) least and greatest w of each flight at the walls
    touches: (n, CONTACT) contact of each flight with the obstacle
    share: (n,) factor of each flight's displacement, 0..1; order: (m,) rows of `pairs` that could overlap in the step
    height: (n,) of each flight along the upward direction [m]; bins: (BINS + 1,) numbers of pairs by height
    pushing: (m, 2) flights of the pairs that may push, from the lowest up; pushes: (m, PUSH) their contacts
    kick: (3,) impulse on the obstacle [N s]
    counts: (3,) numbers of pairs, of rounds of shares, and of balls with a share below 1
    """

    flights: np.ndarray
    loose: np.ndarray
    number: np.ndarray
    cell: np.ndarray
    starts: np.ndarray
    sizes: np.ndarray
    pairs: np.ndarray
    contacts: np.ndarray
    limits: np.ndarray
    touches: np.ndarray
    share: np.ndarray
    height: np.ndarray
    pushing: np.ndarray
    pushes: np.ndarray
    order: np.ndarray
    bins: np.ndarray
    counts: np.ndarray
    kick: np.ndarray


def heap_scratch(count):
    """Return a HeapScratch for `count` balls."""
    most = PAIRS_A_BALL * count + 64
    arrays = np.zeros((most, 2), np.int64), np.zeros((most, CONTACT)), np.zeros((count, LIMITS)), np.zeros((count, CONTACT))
    integers, order = (
        np.zeros((2, count), np.int64),
        (np.zeros((most, 2), np.int64), np.zeros((most, PUSH)), np.zeros(most, np.int64), np.zeros(BINS + 1, np.int64)),
    )
    cells = np.zeros(MOST_CELLS + 1, np.int64), np.ones(3, np.int64)
    ends = np.zeros(3, np.int64), np.zeros(3)
    return HeapScratch(*np.zeros((2, count, WIDTH)), *integers, *cells, *arrays, *np.ones((2, count)), *order, *ends)


MOST_REACH = 2.0  # greatest displacement in a step, in largest radii. Larger: many pairs; smaller: fast balls are slowed
LEAST_REACH = 0.2  # of balls that were slow, in largest radii. Smaller: a struck ball stays; larger: many pairs
NEAR = 3.0  # skins. Smaller: pairs that are pushed together are left to the shares; larger: more time


@shared
def enter_frame(balls, loose, world):
    """Fill `loose` (n, WIDTH) with positions [m] and displacements per second [m/s] in the box's frame.

    The displacements are those of free flight with gravity. Positions outside the box are moved into it. Radii and inverse
    masses are written, too.
    balls: (n,) of BALL; world: World of the step
    Returns the largest radius [m].
    """
    box, largest = world.box, 0.0
    for i in range(balls.shape[0]):
        ball = balls[i]
        place, radius = vec(ball["position"]), float(ball["radius"])
        start = to_box(box.axes, place)
        velocity = along(vec(ball["velocity"]), world.rules.gravity, box.step)
        end = to_box(box.turned, along(place, velocity, box.step))
        for k in range(3):  # a ball is outside by rounding only
            most = box.half[k] - radius
            loose[i, Q + k] = min(max(start[k], -most), most)
        put3(loose, i, U, scale(sub(end, start), 1.0 / box.step))
        loose[i, RADIUS], loose[i, INVERSE_MASS] = radius, 1.0 / ball["mass"]
        largest = max(largest, radius)
    return largest


@shared
def limit_reach(loose, least, most, step):
    """Set the reach of each ball (its greatest displacement in the step), and shorten displacements longer than `most`.

    loose: (n, WIDTH), whose column REACH is written; least, most: bounds of the reach [m]; step: [s]
    Returns the greatest reach [m], at least `least`.
    """
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
def place_along(coordinate, half, side, size):
    """Return the index along an axis of the cell that holds a coordinate [m].

    half: half of the box's side [m]
    side: of a cell [m]
    size: number of cells along the axis; the last one is the widest
    """
    return min(int((coordinate + half) / side), size - 1)


@shared
def sort_into_cells(scratch, half, side):
    """Copy `loose` to `flights` in the order of cells, and write the first flight of each cell to `starts`.

    half: (3,) half of the box's sides [m]
    side: least side of a cell [m]
    """
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
def find_pairs(scratch, skin):
    """Fill `pairs` with all pairs within reach, and `contacts` with their normals and gaps.

    Returns the number of pairs, -1 if there are too many.
    skin: gap that contacts may keep [m]
    """
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
def add_pairs(scratch, ball, low, high, skin_and_count):
    """Add the pairs of a ball with those of the flights `low` to `high` - 1 that are within reach.

    Returns the number of pairs so far, -1 if there are too many.
    ball, low, high: indices of flights
    skin_and_count: (gap that contacts may keep [m], number of pairs before)
    """
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
def add_pair(scratch, row, ball, other, offset):
    """Write the indices, the normal and the gap of two flights to row `row` of `pairs` and `contacts`.

    The normal points from `other` to `ball`. For equal centres it is (0, 0, 1).
    ball, other: indices of the flights; offset: from the centre of `other` to that of `ball` (3,) [m]
    """
    distance = sqrt(dot(offset, offset))
    radii = scratch.flights[ball, RADIUS] + scratch.flights[other, RADIUS]
    scratch.pairs[row, 0], scratch.pairs[row, 1] = ball, other
    put3(scratch.contacts, row, NX, scale(offset, 1.0 / distance) if distance > 0.0 else (0.0, 0.0, 1.0))
    scratch.contacts[row, GAP] = distance - radii


@shared
def order_upwards(scratch, count, up, skin):
    """Copy the pairs that may push to `pushing` and `pushes`, ordered by the height of their upper ball. Returns their number.

    count: number of pairs; up: unit vector in the box's frame; skin: gap that contacts may keep [m]
    Copies in this order make the rounds of impulses faster. Pairs that are at least NEAR skins apart, and would still be a skin
    apart after the step, are left out.
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
