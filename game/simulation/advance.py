"""From one state to the next: the compiled tick, and what it leaves to Python because it is rare."""

import numpy as np

from .embedded import come_out
from .rows import input_of, numbers_of, row_of, state_of
from .surroundings import Surroundings
from .tick import tick_all
from .tick.columns import INSIDE, NO_ROOM, TOUCHED

NOTHING_MOVES = (np.empty((0, 9)), np.empty(0, np.int32))
NONE_REFUSED = np.empty(0, np.uint8)
ONE = np.zeros(1, np.int64)  # the rows of a tick of one player


def advance(near, body, state, intent, params, rules, dt, around=None):
    """One tick. near: a Nearby of the mesh; body: Ellipsoid; rules: Rules; dt [s]; around: Surroundings, None: empty air.

    Returns (the next PlayerState, triangle of the last contact or -1). What the sweeps did is left in `near`, for its trace.
    """
    before, inputs = row_of(state), input_of(intent, around or Surroundings(params.gravity))
    after = np.empty_like(before)
    count, row = advance_rows(near.use(body, rules), before, after, inputs, numbers_of(params, rules, dt), ONE)
    near.keep(tuple(before[0, :3].tolist()), count, row)
    heading = state.heading if intent.heading is None else float(intent.heading)
    ended = after[0].tolist()
    return state_of(ended, state, heading), int(ended[TOUCHED])


def advance_rows(near, before, after, inputs, numbers, rows):
    """One tick of many players of one shape, those in `rows` (m,), each a row of the others; see rows.py.

    Returns (candidates, next free row) of the last one.
    """
    first, freed, moving = 0, -1, near.moving or NOTHING_MOVES
    refused = NONE_REFUSED if near.refused is None else near.refused
    while True:
        scratch = near.candidates, near.steps, near.numbers
        arguments = near.tree, moving, refused, scratch, before, after, inputs, numbers, rows, first, freed
        first, ending, count, row = tick_all(*arguments)
        if ending == NO_ROOM:
            near.make_room(count)
        elif ending == INSIDE:
            at = rows[first]
            before[at, :3] = come_out(near, tuple(before[at, :3].tolist()), near.rules)
            freed = first
        else:
            return count, row
