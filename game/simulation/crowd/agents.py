"""The states of many players as columns of numbers: those of the compiled tick, and the other fields of a PlayerState."""

import numpy as np

from ...collision.mesh.validation import FARTHEST
from ...errors import InputError
from ..player.columns import PLAYER_COLUMNS
from ..player.state_arrays import numbers_in, state_of
from ..state import PlayerState

# Columns that the compiled tick does not use; a flow is three numbers, a frame nine. FACING and FRAME are NaN where the state has
# None.
HEADING, FACING, CROUCHED, GROUND_BODY, LOOSE, LATE, LAST_FLOW = range(7)
CRUSHED, RETURNS, DEATHS, PORTED, CHECKPOINT, STARTED, FINISHED, FINISH_PART, FRAME = range(9, 18)
COUNTS = ("crushed", "returns", "deaths", "ported", "checkpoint", "started", "finished")  # from CRUSHED on, in this order
OTHER_COLUMNS = FRAME + 9
NAN = float("nan")
NO_FRAME = (NAN,) * 9


class Agents:
    """players (n, PLAYER_COLUMNS), others (n, OTHER_COLUMNS), inside (n, volumes) bool: the volumes that contain each agent.

    They begin as `count` copies of one PlayerState.
    """

    def __init__(self, state, count, volumes):
        self.players, self.others = np.empty((count, PLAYER_COLUMNS)), np.empty((count, OTHER_COLUMNS))
        self.players[:], self.others[:] = numbers_in(state), other_columns(state)
        self.inside = np.zeros((count, volumes), bool)
        self.after = self.players.copy()  # the states at the end of a tick

    def checked_wishes(self, wishes):
        """The wish of each agent (n, 2). Raises InputError with the row of a wish that is no number or beyond FARTHEST."""
        wishes = np.broadcast_to(wishes, (len(self.players), 2))
        near = (np.abs(wishes) <= FARTHEST).all(axis=1)  # false of NaN, too
        if not near.all():
            row = int(near.argmin())
            raise InputError(f"wishes: row {row} is not finite, or beyond {FARTHEST:g}: {wishes[row].tolist()}")
        return wishes

    def swap(self):
        """Make the states in `after` the current ones."""
        self.players, self.after = self.after, self.players

    def state(self, i, tick):
        """The current PlayerState of agent i. tick: its number"""
        return self._state(self.players, i, tick)

    def previous_state(self, i, tick):
        """The PlayerState of agent i before the last swap."""
        return self._state(self.after, i, tick)

    def _state(self, players, i, tick):
        others = self.others[i].tolist()
        inside = tuple(np.flatnonzero(self.inside[i]).tolist())
        state = PlayerState((), tick=tick - 1, inside=inside, **other_fields(others))
        return state_of(players[i].tolist(), state, others[HEADING])

    def set_state(self, i, state):
        """Put agent i into a state."""
        self.players[i], self.others[i] = numbers_in(state), other_columns(state)
        self.inside[i] = False
        self.inside[i, list(state.inside)] = True


def other_columns(state):
    """The fields of a state that `numbers_in` lacks, as a tuple of OTHER_COLUMNS numbers."""
    facing = NAN if state.facing is None else state.facing
    counts = [getattr(state, name) for name in COUNTS]
    frame = NO_FRAME if state.frame is None else [part for row in state.frame for part in row]
    own = state.heading, facing, state.crouched, state.ground_body, state.loose, state.late
    return *own, *state.flow, *counts, state.finish_part, *frame


def other_fields(others):
    """The fields of a PlayerState by name, without the heading, from a list of OTHER_COLUMNS numbers."""
    facing, crouched, ground_body, loose, late = others[FACING:LAST_FLOW]
    x, y, z, u, v, w, p, q, r = others[FRAME:]
    facts = dict(zip(COUNTS, map(int, others[CRUSHED:FINISH_PART])), finish_part=others[FINISH_PART])
    facts |= {"crouched": crouched, "ground_body": int(ground_body), "loose": loose, "late": late}
    facts["facing"] = facing if facing == facing else None
    facts["flow"] = tuple(others[LAST_FLOW:CRUSHED])
    facts["frame"] = ((x, y, z), (u, v, w), (p, q, r)) if x == x else None
    return facts


def axes_of(others, turn):
    """(n, 3, 3): rows of the agents' frames, turned by the bodies' headings if `turn`."""
    frames = others[:, FRAME:]
    axes = np.where(np.isnan(frames), np.eye(3).ravel(), frames).reshape(-1, 3, 3)
    if turn:
        headings = np.where(np.isnan(others[:, FACING]), others[:, HEADING], others[:, FACING])
        c, s = np.cos(headings)[:, None], np.sin(headings)[:, None]
        axes[:, 0], axes[:, 1] = axes[:, 0] * c + axes[:, 1] * s, axes[:, 1] * c - axes[:, 0] * s
    return axes
