"""Pairs of balls in a box that may touch in a step, in the frame of the box, ordered from the lowest up."""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ...collision.engine.jit import inlined, shared
from ...collision.engine.vec3 import along, dot, get3, put3, scale, sub, vec
from ..balls.cells import FLIGHT, INVERSE_MASS, NO_BALL, RADIUS, Cells, Q, U, cells_of
from ..balls.turning_box import to_box

REACH = 2.0  # greatest displacement in a step, in largest radii. Larger: many pairs; smaller: fast balls are slowed
LEAST_REACH = 0.25  # of balls that were slow, in largest radii. Smaller: a struck ball stays; larger: many pairs
PAIRS_A_BALL = 24  # capacity. Smaller: displacements are shortened to have fewer pairs; larger: memory
NX, GAP, TARGET, IMPULSE, CONTACT = 0, 3, 4, 5, 6  # columns of `contacts`: normal, gap [m], least speed [m/s], impulse [N s]
LOW, HIGH, LIMITS = 0, 3, 6  # columns of `limits`: least and greatest w along the three axes [m/s]
BINS = 1024  # of the order by height. Fewer: neighbours in height are in any order; more: time


class HeapScratch(NamedTuple):
    """Memory for n balls. flights: (n, FLIGHT), place in the box and w; pairs: (m, 2); contacts: (m, CONTACT)

    limits: (n, LIMITS); touches: (n, CONTACT) of the obstacle; reach: (n,) greatest displacement [m]; share, height: (n,)
    order: (m,) rows of pairs from the lowest up; bins: (BINS + 1,);
    counts: (3,) pairs, rounds of shares, balls with a share below 1; kick: (3,) impulse on the obstacle [N s]
    """

    flights: np.ndarray
    cells: Cells
    pairs: np.ndarray
    contacts: np.ndarray
    limits: np.ndarray
    touches: np.ndarray
    reach: np.ndarray
    share: np.ndarray
    height: np.ndarray
    order: np.ndarray
    bins: np.ndarray
    counts: np.ndarray
    kick: np.ndarray


def heap_scratch(count):
    """A HeapScratch for `count` balls."""
    most = PAIRS_A_BALL * count + 64
    arrays = np.zeros((most, 2), np.int64), np.zeros((most, CONTACT)), np.zeros((count, LIMITS)), np.zeros((count, CONTACT))
    order = np.zeros(most, np.int64), np.zeros(BINS + 1, np.int64)
    return HeapScratch(
        np.zeros((count, FLIGHT)), cells_of(count), *arrays, *np.ones((3, count)), *order, np.zeros(3, np.int64), np.zeros(3)
    )


@shared
def enter_frame(balls, flights, world):
    """Fill `flights` with places and displacements per second in the box's frame."""
    box = world.box
    for i in range(balls.shape[0]):
        ball = balls[i]
        place, radius = vec(ball["position"]), float(ball["radius"])
        start = to_box(box.axes, place)
        velocity = along(vec(ball["velocity"]), world.rules.gravity, box.step)
        end = to_box(box.turned, along(place, velocity, box.step))
        most = box.half[0] - radius, box.half[1] - radius, box.half[2] - radius
        for k in range(3):  # inside by more than rounding is a wish only at the very first step
            flights[i, Q + k] = min(max(start[k], -most[k]), most[k])
        rate = scale(sub(end, start), 1.0 / box.step)
        put3(flights, i, U, rate)
        flights[i, RADIUS], flights[i, INVERSE_MASS] = radius, 1.0 / ball["mass"]


@shared
def limit_reach(scratch, least, most, step):
    """Set the reach of each ball, between `least` and `most` [m], and shorten displacements to it; returns the greatest."""
    greatest = least
    for i in range(scratch.reach.shape[0]):
        rate = get3(scratch.flights, i, U)
        length = sqrt(dot(rate, rate)) * step
        if length > most:
            put3(scratch.flights, i, U, scale(rate, most / length))
        scratch.reach[i] = min(max(length, least), most)
        greatest = max(greatest, scratch.reach[i])
    return greatest


@shared
def find_pairs(scratch, skin):
    """Fill `pairs`, and normals and gaps of `contacts`, with all within reach; returns their number, -1: too many."""
    flights, cells, count = scratch.flights, scratch.cells, 0
    place, sizes = cells.place, cells.sizes
    for ball in range(flights.shape[0]):
        here, near = get3(flights, ball, Q), flights[ball, RADIUS] + scratch.reach[ball] + skin
        low_j, high_j = max(place[ball, 1] - 1, 0), min(place[ball, 1] + 1, sizes[1] - 1)
        low_k, high_k = max(place[ball, 2] - 1, 0), min(place[ball, 2] + 1, sizes[2] - 1)
        for i in range(place[ball, 0], min(place[ball, 0] + 1, sizes[0] - 1) + 1):
            for j in range(low_j, high_j + 1):
                row = (i * sizes[1] + j) * sizes[2]
                for k in range(low_k, high_k + 1):
                    other = cells.heads[row + k]
                    while other != NO_BALL:
                        # In the same layer both balls see each other: the smaller number counts.
                        if other > ball or place[other, 0] > place[ball, 0]:
                            offset = sub(here, get3(flights, other, Q))
                            most = near + flights[other, RADIUS] + scratch.reach[other]
                            if dot(offset, offset) < most * most:
                                if count == scratch.pairs.shape[0]:
                                    return -1
                                add_pair(scratch, count, ball, other, offset)
                                count += 1
                        other = cells.following[other]
    return count


@inlined
def add_pair(scratch, row, ball, other, offset):
    """Write a pair's numbers, normal and gap to a row."""
    distance = sqrt(dot(offset, offset))
    radii = scratch.flights[ball, RADIUS] + scratch.flights[other, RADIUS]
    scratch.pairs[row, 0], scratch.pairs[row, 1] = ball, other
    put3(scratch.contacts, row, NX, scale(offset, 1.0 / distance) if distance > 0.0 else (0.0, 0.0, 1.0))
    scratch.contacts[row, GAP] = distance - radii


@shared
def order_upwards(scratch, count, up):
    """Fill `order` with the pairs by the height of their upper ball. up: unit vector in the box's frame"""
    height, bins, order, low, high = scratch.height, scratch.bins, scratch.order, np.inf, -np.inf
    for i in range(height.shape[0]):
        height[i] = dot(up, get3(scratch.flights, i, Q))
        low, high = min(low, height[i]), max(high, height[i])
    factor = (BINS - 1) / (high - low) if high > low else 0.0
    for k in range(BINS + 1):
        bins[k] = 0
    for row in range(count):
        upper = max(height[scratch.pairs[row, 0]], height[scratch.pairs[row, 1]])
        bins[int((upper - low) * factor) + 1] += 1
    for k in range(BINS):
        bins[k + 1] += bins[k]
    for row in range(count):
        upper = max(height[scratch.pairs[row, 0]], height[scratch.pairs[row, 1]])
        place = int((upper - low) * factor)
        order[bins[place]] = row
        bins[place] += 1
