"""The history of a run: its newest records, and the hash of all states since its start."""

from __future__ import annotations

import hashlib
from collections import Counter, deque
from struct import pack
from typing import TYPE_CHECKING, Any

from ..player.player_state import Ground, PlayerState

if TYPE_CHECKING:
    from .tick_input_and_output import TickRecord


def hashed_bytes(state: PlayerState, among_movers: bool) -> bytes:
    """Return the bytes of a PlayerState that enter the state hash of a run. among_movers: True if the level has movers"""
    data = pack("<6dqq", *state.position, *state.velocity, state.ground, state.tick)
    if among_movers:
        data += pack("<dqq", state.loose, state.ground_body, state.crushed)
    if state.frame is not None:
        right, forward, up = state.frame
        data += pack("<9d", *right, *forward, *up)
    return data


class History:
    """The newest records of a run, the hash of its states, and the number of ticks on each ground.

    state: PlayerState at the start of the run
    most: largest number of records that are kept
    among_movers: True if the level has movers
    records: deque of the kept TickRecords, oldest first
    The hash of a tick in a level with exhibits includes the state of the exhibits.
    """

    def __init__(self, state: PlayerState, most: int, among_movers: bool):
        self.records: deque[TickRecord] = deque(maxlen=most)
        self._forgotten = [0] * len(Ground)  # numbers of ticks on each Ground, of records that are no longer kept
        self._among_movers = among_movers
        seed = hashed_bytes(state, among_movers)
        self._seed: bytes | None = seed  # None: records are forgotten
        self._before = hashlib.sha256(seed)  # of all states before the records

    def add(self, record: TickRecord) -> None:
        """Append the TickRecord of the next tick. Remove the oldest record if the largest number is kept already."""
        records = self.records
        if len(records) == records.maxlen:
            self._before.update(self._bytes_of(records[0]))
            self._seed = None
            self._forgotten[records[0].after.ground] += 1
        records.append(record)

    @property
    def grounds(self) -> Counter[Ground]:
        """The number of ticks on each Ground since the start of the run, as a Counter."""
        kept = Counter(record.after.ground for record in self.records)
        return kept + Counter({ground: self._forgotten[ground] for ground in Ground})

    def _bytes_of(self, record: TickRecord) -> bytes:
        """Return the bytes that a TickRecord adds to the hash: the states of the player and of the exhibits after the tick."""
        return hashed_bytes(record.after, self._among_movers) + (record.lab.digest if record.lab else b"")

    def remove_last(self, ticks: int) -> TickRecord:
        """Remove the last `ticks` records, 1..len(records). Returns the earliest removed TickRecord."""
        for _ in range(ticks):
            record = self.records.pop()
        return record

    def copy(self) -> History:
        other = object.__new__(History)
        other.records, other._before = self.records.copy(), self._before.copy()
        other._forgotten, other._among_movers, other._seed = self._forgotten.copy(), self._among_movers, self._seed
        return other

    def __deepcopy__(self, _: dict) -> History:
        return self.copy()  # records are immutable

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes for pickle, with the first hashed bytes instead of the hash object.

        A run longer than its history has lost these bytes, so its digest so far replaces them. The copy's hash then differs.
        """
        return self.__dict__ | {"_before": None, "_seed": self._seed or self._before.digest()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._before = hashlib.sha256(self._seed or b"")

    def hash(self) -> str:
        """Return the hash of all states since the start as 16 hexadecimal digits."""
        digest = self._before.copy()
        digest.update(b"".join(map(self._bytes_of, self.records)))
        return digest.hexdigest()[:16]
