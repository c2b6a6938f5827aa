"""The rows of many players, and an Intent as a row of the compiled tick."""

from __future__ import annotations

from math import isfinite, nan
from typing import Any

import numpy as np

from ..core.argument_checks import FARTHEST
from ..core.input_errors import InputError
from ..core.jit import BoundRecord
from ..lab.exhibits.exhibit import Action
from ..player.player_state import PLAYER, WHOLE, PlayerState, state_bytes
from ..player.tick import Players
from ..player.tick_rows import INPUT
from .tick_input_and_output import PACKED, Intent, unpack_intent

Buffer = Any  # an array of rows. numpy's hints say from Python 3.12 on that an array is a buffer


def read_state(rows: Buffer, i: int, inside: tuple[int, ...] = ()) -> PlayerState:
    """Return a copy of row i of `rows`, an array of PLAYER, as a PlayerState in the volumes with the numbers `inside`."""
    return PlayerState.of_row(state_bytes(rows, i), inside)


def write_state(rows: Buffer, i: int, state: PlayerState) -> None:
    """Write a PlayerState into row i of `rows`, an array of PLAYER."""
    WHOLE.pack_into(rows, i * PLAYER.itemsize, state.row[: state.size])  # zeros follow the row of an upright player


def read_intent(rows: Buffer, i: int) -> Intent:
    """Return the Intent in row i of `rows`, an array of INPUT. It has no actions."""
    return unpack_intent(rows, i * INPUT.itemsize)


class PlayerRows:
    """The rows of `count` players, which begin as copies of one PlayerState.

    volumes: number of volumes in the level
    before, after: (count,) of PLAYER, at the start and the end of a tick
    inputs: (count,) of INPUT
    inside: (count, volumes) bool, the volumes that contain each player
    chosen: number of players that the next ticks move, see `choose`
    tables: these arrays as a BoundRecord of Players
    swapped: the same with `before` and `after` exchanged, for `swap`
    """

    def __init__(self, state: PlayerState, count: int, volumes: int):
        self.before, self.after, self.inputs = np.zeros(count, PLAYER), np.zeros(count, PLAYER), np.zeros(count, INPUT)
        self.inside = np.zeros((count, volumes), np.bool_)
        write_state(self.before, 0, state)
        self.before[1:] = self.before[0]
        self.inside[:, list(state.inside)] = True
        self._rows, self.count, self.chosen = np.arange(count), count, count
        self._bind()

    def _bind(self) -> None:
        rest, words = (self.inputs, self.inside, self._rows), self.inputs.view(np.int64).reshape(self.count, -1)
        before, after = (rows.view(np.int64).reshape(self.count, -1) for rows in (self.before, self.after))
        self._has_volumes = self.inside.size > 0
        self._input_bytes = self.inputs.view(np.uint8).data  # numpy describes an array of INPUT again for each write
        self.tables = BoundRecord(Players(self.before, self.after, *rest, after, words))
        self.swapped = BoundRecord(Players(self.after, self.before, *rest, before, words))

    def __getstate__(self) -> tuple[np.ndarray, ...]:
        return self.before, self.after, self.inputs, self.inside

    def __setstate__(self, state: tuple[np.ndarray, ...]) -> None:
        self.before, self.after, self.inputs, self.inside = state
        self.count = self.chosen = len(self.before)
        self._rows = np.arange(self.count)
        self._bind()

    def set_intent(self, i: int, intent: Intent) -> tuple[Action, ...]:
        """Set the Intent of player i. Returns its actions, which are not written.

        Raises InputError if a component of the wish is not from -FARTHEST to FARTHEST, or if the heading is not finite. A heading
        of None is allowed. Other values would corrupt the state.
        """
        (x, y), jump, run, crouch, heading, actions = intent
        if not (-FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST) or (heading is not None and not isfinite(heading)):
            limits = f"an intent's wish must be two numbers of at most {FARTHEST:g} and its heading a finite number"
            raise InputError(f"{limits}, not {intent.wish!r}, {heading!r}")
        PACKED.pack_into(self._input_bytes, i * INPUT.itemsize, x, y, nan if heading is None else heading, jump, run, crouch)
        return actions

    def choose(self, rows: np.ndarray | int) -> None:
        """Let the next ticks move the players with the indices `rows` (m,), or the one with this index. At first all move."""
        self.chosen = 1 if isinstance(rows, int) else len(rows)
        self._rows[: self.chosen] = rows

    def swap(self) -> None:
        self.before, self.after = self.after, self.before
        self.tables, self.swapped = self.swapped, self.tables

    def state(self, i: int) -> PlayerState:
        return read_state(self.before, i, self.volumes_of(i))

    def state_after(self, i: int) -> PlayerState:
        return read_state(self.after, i, self.volumes_of(i))

    def set_state(self, i: int, state: PlayerState) -> None:
        write_state(self.before, i, state)
        self._set_volumes(i, state.inside)

    def set_state_after(self, i: int, state: PlayerState) -> None:
        write_state(self.after, i, state)
        self._set_volumes(i, state.inside)

    def volumes_of(self, i: int) -> tuple[int, ...]:
        """Return the numbers of the volumes that contain player i, as a tuple. A tick updates them."""
        if not self._has_volumes:
            return ()
        flags = self.inside[i].tolist()
        return tuple(number for number, is_inside in enumerate(flags) if is_inside) if True in flags else ()

    def _set_volumes(self, i: int, numbers: tuple[int, ...]) -> None:
        self.inside[i] = False
        if numbers:
            self.inside[i, list(numbers)] = True
