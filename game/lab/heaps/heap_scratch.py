"""The working memory of the solver for heaps: arrays for balls and pairs, and the columns of these arrays."""

from typing import NamedTuple

import numpy as np

from ..balls.cells import FLIGHT, MOST_CELLS

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
