"""The states of many players as columns of numbers: those of the compiled tick, and what else a PlayerState tells."""

import numpy as np

from ...collision.mesh.validation import FARTHEST
from ...errors import InputError
from ..player.columns import PLAYER_COLUMNS
from ..player.rows import numbers_in, state_of
from ..state import PlayerState

# What the compiled tick does not know of; a flow is three numbers, a frame nine. FACING and FRAME are not numbers where the state
# has None.
HEADING, FACING, CROUCHED, GROUND_BODY, LOOSE, LATE, LAST_FLOW = range(7)
CRUSHED, RETURNS, DEATHS, PORTED, CHECKPOINT, STARTED, FINISHED, FINISH_PART, FRAME = range(9, 18)
COUNTS = ("crushed", "returns", "deaths", "ported", "checkpoint", "started", "finished")  # from CRUSHED on, in this order
OTHER_COLUMNS = FRAME + 9
NAN = float("nan")
NO_FRAME = (NAN,) * 9


class Walkers:
    """players (n, PLAYER_COLUMNS), others (n, OTHER_COLUMNS), inside (n, volumes) bool: which volumes hold whom.

    They begin as `count` times the same PlayerState.
    """

    def __init__(self, state, count, volumes):
        self.players, self.others = np.empty((count, PLAYER_COLUMNS)), np.empty((count, OTHER_COLUMNS))
        self.players[:], self.others[:] = numbers_in(state), others_in(state)
        self.inside = np.zeros((count, volumes), bool)
        self.after = self.players.copy()  # room for the end of a tick

    def checked(self, wishes):
        """The wish of each (n, 2). InputError that names the row of a wish that is no number, or beyond FARTHEST."""
        wishes = np.broadcast_to(wishes, (len(self.players), 2))
        near = (np.abs(wishes) <= FARTHEST).all(axis=1)  # false of NaN, too
        if not near.all():
            row = int(near.argmin())
            raise InputError(f"wishes: row {row} is not finite, or beyond {FARTHEST:g}: {wishes[row].tolist()}")
        return wishes

    def turn_over(self):
        """What stands in `after` is how they are now."""
        self.players, self.after = self.after, self.players

    def state(self, i, tick):
        """The PlayerState of number i at a tick."""
        return self._state(self.players, i, tick)

    def earlier(self, i, tick):
        """The same, as he was before the others turned over."""
        return self._state(self.after, i, tick)

    def _state(self, players, i, tick):
        others = self.others[i].tolist()
        inside = tuple(np.flatnonzero(self.inside[i]).tolist())
        beside = PlayerState((), tick=tick - 1, inside=inside, **other_facts(others))
        return state_of(players[i].tolist(), beside, others[HEADING])

    def put(self, i, state):
        """Number i is in this state from now on."""
        self.players[i], self.others[i] = numbers_in(state), others_in(state)
        self.inside[i] = False
        self.inside[i, list(state.inside)] = True


def others_in(state):
    """What a state tells beside `numbers_in`, a tuple of OTHER_COLUMNS numbers."""
    facing = NAN if state.facing is None else state.facing
    counts = [getattr(state, name) for name in COUNTS]
    frame = NO_FRAME if state.frame is None else [part for row in state.frame for part in row]
    own = state.heading, facing, state.crouched, state.ground_body, state.loose, state.late
    return *own, *state.flow, *counts, state.finish_part, *frame


def other_facts(others):
    """The same as fields of a PlayerState by name, but for the heading, from a list of OTHER_COLUMNS numbers."""
    facing, crouched, ground_body, loose, late = others[FACING:LAST_FLOW]
    x, y, z, u, v, w, p, q, r = others[FRAME:]
    facts = dict(zip(COUNTS, map(int, others[CRUSHED:FINISH_PART])), finish_part=others[FINISH_PART])
    facts |= {"crouched": crouched, "ground_body": int(ground_body), "loose": loose, "late": late}
    facts["facing"] = facing if facing == facing else None
    facts["flow"] = tuple(others[LAST_FLOW:CRUSHED])
    facts["frame"] = ((x, y, z), (u, v, w), (p, q, r)) if x == x else None
    return facts


def axes_of(others, turn):
    """(n, 3, 3): the rows of the frames of these `others`, and of their bodies' headings when they `turn` with them."""
    frames = others[:, FRAME:]
    axes = np.where(np.isnan(frames), np.eye(3).ravel(), frames).reshape(-1, 3, 3)
    if turn:
        headings = np.where(np.isnan(others[:, FACING]), others[:, HEADING], others[:, FACING])
        c, s = np.cos(headings)[:, None], np.sin(headings)[:, None]
        axes[:, 0], axes[:, 1] = axes[:, 0] * c + axes[:, 1] * s, axes[:, 1] * c - axes[:, 0] * s
    return axes
