"""Advancing a state by the compiled tick. Rare work is left to Python: recovery of embedded bodies, and more capacity."""

import numpy as np

from ..collision.engine.jit import direct
from ..collision.mesh.bvh import Tree
from .environment.forces import Forces
from .player.agent_rows import Obstacles
from .player.columns import BODY_COLUMNS, DONE, FRAME_COLUMNS, OVERFLOW, TOUCHED
from .player.embedded_start import come_out
from .player.state_arrays import input_of, numbers_of, row_of, state_of
from .player.tick import tick_all

NOTHING_MOVES = (np.empty((0, 9)), np.empty(0, np.int32))
NONE_REFUSED = np.empty(0, np.uint8)
# No individual data: all players have one body, and are upright.
EMPTY_MESH = Tree(np.zeros((1, 6), np.float32), np.full((1, 9), 1e30), np.zeros(1, np.int32))  # out of reach
ALIKE = np.empty((0, BODY_COLUMNS)), np.empty((0, FRAME_COLUMNS)), EMPTY_MESH
ONE = np.zeros(1, np.int64)  # the rows of a tick of one player


def advance(near, body, state, intent, params, rules, dt, forces=None):
    """Advance a state by one tick of dt [s].

    near: a Nearby of the mesh; body: Ellipsoid; rules: Rules; forces: Forces, None: empty air
    Returns (the next PlayerState, triangle of the last contact or -1). `near` keeps the steps of the sweeps for its trace.
    """
    before, inputs = row_of(state), input_of(intent, forces or Forces(params.gravity))
    after = np.empty_like(before)
    count, row = advance_rows(near.use(body, rules), before, after, inputs, numbers_of(params, rules, dt), ONE)
    near.keep(tuple(before[0, :3].tolist()), count, row)
    heading = state.heading if intent.heading is None else float(intent.heading)
    ended = after[0].tolist()
    return state_of(ended, state, heading), int(ended[TOUCHED])


def advance_rows(near, before, after, inputs, numbers, rows):
    """Advance many players of one shape: those in `rows` (m,) of the other arrays (state_arrays.py).

    Returns (number of candidates, next free row of the trace) of the last player.
    """
    first, recovered, tables = 0, -1, (before, after, inputs, numbers, rows)
    while True:
        first, ending, count, row = tick_with_capacity(near, ALIKE, tables, first, recovered)
        if ending == DONE:
            return count, row
        at = rows[first]
        before[at, :3] = come_out(near, tuple(before[at, :3].tolist()), near.rules)
        recovered = first


def advance_each(near, individual, before, after, inputs, numbers, recovered_position):
    """Advance players with `individual` data (simulation/player/agent_rows.py), each a row of the other arrays.

    recovered_position: called with the row of an embedded player, returns its position after recovery, or None if unknown
    Returns the rows with None: they are not advanced.
    """
    first, recovered, inside, tables = 0, -1, [], (before, after, inputs, numbers, np.arange(len(before)))
    while True:
        first, ending, _, _ = tick_with_capacity(near, individual, tables, first, recovered)
        if ending == DONE:
            return inside
        place = recovered_position(first)
        if place is None:
            inside.append(first)
            first += 1
        else:
            before[first, :3], recovered = place, first


def tick_with_capacity(near, individual, tables, first, recovered):
    """Call the compiled tick, with enough capacity for all candidates. tables: before, after, inputs, numbers, rows"""
    refused = NONE_REFUSED if near.refused is None else near.refused
    obstacles = Obstacles(near.tree, near.moving or NOTHING_MOVES, refused)
    while True:
        arrays = near.scratch, near.turned, near.is_beyond
        call = obstacles, arrays, individual, tables, first, recovered
        first, ending, count, row = direct(tick_all, *call)(*call)
        if ending != OVERFLOW:
            return first, ending, count, row
        near.ensure(count)
