"""The rows of many players, and an Intent as a row of the compiled tick."""

from __future__ import annotations

from math import nan
from typing import Any

import numpy as np

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
    tables: these arrays as Players, for a tick of all players
    swapped: the same with `before` and `after` exchanged, for `swap`
    """

    def __init__(self, state: PlayerState, count: int, volumes: int):
        self.before, self.after, self.inputs = np.zeros(count, PLAYER), np.zeros(count, PLAYER), np.zeros(count, INPUT)
        self.inside = np.zeros((count, volumes), np.bool_)
        write_state(self.before, 0, state)
        self.before[1:] = self.before[0]
        self.inside[:, list(state.inside)] = True
        self._all, self.count = np.arange(count), count
        self._bind()

    def _bind(self) -> None:
        rest, words = (self.inputs, self.inside, self._all), self.inputs.view(np.int64).reshape(self.count, -1)
        before, after = (rows.view(np.int64).reshape(self.count, -1) for rows in (self.before, self.after))
        self._input_bytes = self.inputs.view(np.uint8).data  # numpy describes an array of INPUT again for each write
        self.tables = Players(self.before, self.after, *rest, after, words)
        self.swapped = Players(self.after, self.before, *rest, before, words)

    def __getstate__(self) -> tuple[np.ndarray, ...]:
        return self.before, self.after, self.inputs, self.inside, self._all

    def __setstate__(self, state: tuple[np.ndarray, ...]) -> None:
        self.before, self.after, self.inputs, self.inside, self._all = state
        self.count = len(self._all)
        self._bind()

    def set_intent(self, i: int, intent: Intent) -> None:
        """Set the Intent of player i. Its actions are not written."""
        (x, y), jump, run, crouch, heading, _ = intent
        PACKED.pack_into(self._input_bytes, i * INPUT.itemsize, x, y, nan if heading is None else heading, jump, run, crouch)

    def only(self, rows: np.ndarray) -> Players:
        """Return `tables` for a tick of the players with the indices `rows` (m,), an integer array."""
        return self.tables._replace(rows=rows)

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
        if not self.inside.size:
            return ()
        flags = self.inside[i].tolist()
        return tuple(number for number, is_inside in enumerate(flags) if is_inside) if True in flags else ()

    def _set_volumes(self, i: int, numbers: tuple[int, ...]) -> None:
        self.inside[i] = False
        if numbers:
            self.inside[i, list(numbers)] = True
