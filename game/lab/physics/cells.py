"""A grid of cells that finds the neighbours of a ball.

A cell is wider than the largest ball by the slack on both sides. By this a ball may leave its cell before it is entered in
another. So balls that touch are in the same or in adjacent cells. flights: (n, FLIGHT), one row for each ball: q (3,) [m], u (3,)
[m/s], radius [m], inverse mass [1/kg]
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ...core.jit import inlined, shared
from ...core.vec3 import Vector, get3

MOST_CELLS = 1 << 17  # of a grid. Fewer: cells hold many balls; more: emptying them takes longer than using them
LEAST_SLACK, MOST_SLACK = 0.05, 0.5  # in largest radii. Smaller: balls change cells often; larger: cells hold many balls
NO_BALL = -1
Q, U, RADIUS, INVERSE_MASS, FLIGHT = 0, 3, 6, 7, 8  # columns of `flights`: position q + u t + g t t / 2


class Cells(NamedTuple):
    """The cells of a grid and the balls in each of them, as linked lists. NO_BALL ends a list."""

    heads: np.ndarray  # (MOST_CELLS,) number of the first ball of each cell, NO_BALL if it is empty
    following: np.ndarray  # (n,) number of the next ball of the same cell, or NO_BALL
    preceding: np.ndarray  # (n,) number of the previous one, or NO_BALL
    place: np.ndarray  # (n, 3) indices of each ball's cell along the axes.
    frame: np.ndarray  # (5,) low corner of the grid (3,) [m], side of a cell [m], slack [m].
    sizes: np.ndarray  # (3,) numbers of cells along the axes


def cells_of(count: int) -> Cells:
    lists = np.full((2, count), NO_BALL, np.int64)
    place, sizes = np.zeros((count, 3), np.int64), np.ones(3, np.int64)
    return Cells(np.full(MOST_CELLS, NO_BALL, np.int64), lists[0], lists[1], place, np.zeros(5), sizes)


@inlined
def cell_number(cells: Cells, i: int, j: int, k: int) -> int:
    return (i * cells.sizes[1] + j) * cells.sizes[2] + k


@inlined
def place_along(cells: Cells, axis: int, coordinate: float) -> int:
    """Return the index along an axis of the cell that holds a coordinate [m]. The outermost cells have no outer border."""
    place = (coordinate - cells.frame[axis]) / cells.frame[3]
    return int(min(max(place, 0.0), cells.sizes[axis] - 1.0))


@shared
def slack_for(flights: np.ndarray, step: float) -> float:
    """Return the distance by which balls may leave their cells [m]: .75 of the root mean square of their paths, in limits."""
    count, largest, squares = flights.shape[0], 0.0, 0.0
    for i in range(count):
        largest = max(largest, flights[i, RADIUS])
        x, y, z = get3(flights, i, U)
        squares += min(x * x + y * y + z * z, 1e200)
    path = step * sqrt(squares / max(count, 1))
    return min(max(0.75 * path, LEAST_SLACK * largest), MOST_SLACK * largest)


@shared
def lay_out(cells: Cells, flights: np.ndarray, slack: float) -> None:
    """Choose the size of the cells at the start of a step, and enter all balls. slack: by which a ball may leave its cell [m]"""
    count, largest, most = flights.shape[0], 0.0, float(MOST_CELLS)
    for i in range(count):
        largest = max(largest, flights[i, RADIUS])
    side, cells.frame[4] = 2.0 * largest + 2.0 * slack, slack
    total = 1.0
    for axis in range(3):
        low, high = np.inf, -np.inf
        for i in range(count):
            low, high = min(low, flights[i, axis]), max(high, flights[i, axis])
        cells.frame[axis] = low
        cells.sizes[axis] = int(min(max((high - low) / side, 1.0), most))
        total *= cells.sizes[axis]
    while total > most or total > 16.0 * count + 64.0:  # mostly empty: wider cells find the same neighbours
        side, total = side * 1.25, 1.0
        for axis in range(3):
            cells.sizes[axis] = max(int(cells.sizes[axis] / 1.25), 1)
            total *= cells.sizes[axis]
        if total == 1.0:
            break
    cells.frame[3] = side
    for number in range(int(total)):
        cells.heads[number] = NO_BALL
    for i in range(count):
        enter_cell(cells, i, get3(flights, i, Q))


@shared
def enter_cell(cells: Cells, ball: int, position: Vector) -> None:
    """Add a ball, which is in no cell, to the cell at a position [m]."""
    i, j, k = place_along(cells, 0, position[0]), place_along(cells, 1, position[1]), place_along(cells, 2, position[2])
    cells.place[ball, 0], cells.place[ball, 1], cells.place[ball, 2] = i, j, k
    number = cell_number(cells, i, j, k)
    head = cells.heads[number]
    cells.following[ball], cells.preceding[ball] = head, NO_BALL
    if head != NO_BALL:
        cells.preceding[head] = ball
    cells.heads[number] = ball


@shared
def leave_cell(cells: Cells, ball: int) -> None:
    before, after = cells.preceding[ball], cells.following[ball]
    if before == NO_BALL:
        number = cell_number(cells, cells.place[ball, 0], cells.place[ball, 1], cells.place[ball, 2])
        cells.heads[number] = after
    else:
        cells.following[before] = after
    if after != NO_BALL:
        cells.preceding[after] = before


@shared
def time_to(distance: float, speed: float, pull: float) -> float:
    """Return the next time [s] at which the path speed t + pull t^2 / 2 reaches `distance` (0 or more), or inf.

    With distance and speed 0, the time is 0 if `pull` is positive, and otherwise inf.
    """
    under = speed * speed + 2.0 * pull * distance
    if under < 0.0:
        return np.inf
    if speed < 0.0:
        return (sqrt(under) - speed) / pull if pull > 0.0 else np.inf
    towards = speed + sqrt(under)
    if towards > 0.0:
        return 2.0 * distance / towards
    return 0.0 if pull > 0.0 else np.inf


@shared
def time_in_cell(cells: Cells, ball: int, position: Vector, velocity: Vector, gravity: Vector) -> float:
    """Return the time until a ball has left its cell by the slack [s], inf if it never does."""
    first, side, slack = np.inf, cells.frame[3], cells.frame[4]
    for axis in range(3):
        place = cells.place[ball, axis]
        low = cells.frame[axis] + place * side - slack
        if place > 0:
            first = min(first, time_to(max(position[axis] - low, 0.0), -velocity[axis], -gravity[axis]))
        if place < cells.sizes[axis] - 1:
            high = low + side + 2.0 * slack
            first = min(first, time_to(max(high - position[axis], 0.0), velocity[axis], gravity[axis]))
    return first
