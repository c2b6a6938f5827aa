"""From one state to the next: the compiled tick, and what it leaves to Python because it is rare."""

import numpy as np

from ..collision.engine.jit import direct
from ..collision.mesh.bvh import Tree
from .environment.forces import Surroundings
from .player.agent_rows import Obstacles
from .player.columns import BODY_COLUMNS, DONE, FRAME_COLUMNS, OVERFLOW, TOUCHED
from .player.embedded_start import come_out
from .player.rows import input_of, numbers_of, row_of, state_of
from .player.tick import tick_all

NOTHING_MOVES = (np.empty((0, 9)), np.empty(0, np.int32))
NONE_REFUSED = np.empty(0, np.uint8)
# Nothing of his own: all have one body, and stand upright.
NOTHING = Tree(np.zeros((1, 6), np.float32), np.full((1, 9), 1e30), np.zeros(1, np.int32))  # far from all bodies
ALIKE = np.empty((0, BODY_COLUMNS)), np.empty((0, FRAME_COLUMNS)), NOTHING
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
    first, freed, tables = 0, -1, (before, after, inputs, numbers, rows)
    while True:
        first, ending, count, row = tick_with_room(near, ALIKE, tables, first, freed)
        if ending == DONE:
            return count, row
        at = rows[first]
        before[at, :3] = come_out(near, tuple(before[at, :3].tolist()), near.rules)
        freed = first


def advance_each(near, own, before, after, inputs, numbers, outside):
    """One tick of players each of whom has something of his `own` (simulation/player/agent_rows.py), a row of the others each.

    outside: says where the one in a row comes out who is inside of something, None: that is too much to say
    Returns the rows of those: for them nothing was done.
    """
    first, freed, inside, tables = 0, -1, [], (before, after, inputs, numbers, np.arange(len(before)))
    while True:
        first, ending, _, _ = tick_with_room(near, own, tables, first, freed)
        if ending == DONE:
            return inside
        place = outside(first)
        if place is None:
            inside.append(first)
            first += 1
        else:
            before[first, :3], freed = place, first


def tick_with_room(near, own, tables, first, freed):
    """The compiled tick, with a capacity for all candidates. tables: before, after, inputs, numbers, rows"""
    refused = NONE_REFUSED if near.refused is None else near.refused
    obstacles = Obstacles(near.tree, near.moving or NOTHING_MOVES, refused)
    while True:
        arrays = near.scratch, near.turned, near.is_beyond
        call = obstacles, arrays, own, tables, first, freed
        first, ending, count, row = direct(tick_all, *call)(*call)
        if ending != OVERFLOW:
            return first, ending, count, row
        near.ensure(count)
