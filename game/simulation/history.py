"""What a run leaves behind it, so that one can go back: its newest records, and what was summed up when each of them ended."""

import hashlib
import struct
from collections import Counter, deque


class Past:
    """The newest records of a run; the hash of its states and the ticks on each ground, since its start.

    state: PlayerState that it begins with; most: how many records are kept; among_movers: are there movers in the level?
    """

    def __init__(self, state, most, among_movers):
        self.records = deque(maxlen=most)
        self.grounds = Counter()
        self._among_movers = among_movers
        # One before the records and one after each of them: copying a hash is quicker than making the run's hash again.
        self._digests = deque([hashlib.sha256(packed(state, among_movers))], maxlen=most + 1)

    def add(self, record):
        """A tick more."""
        self.records.append(record)
        self.grounds[record.after.ground] += 1
        digest = self._digests[-1].copy()
        digest.update(packed(record.after, self._among_movers))
        self._digests.append(digest)

    def take_back(self, ticks):
        """Forget the last ticks, 1..len(records). Returns the first StepRecord that is forgotten."""
        for _ in range(ticks):
            record = self.records.pop()
            self._digests.pop()
            self.grounds[record.after.ground] -= 1
        return record

    def copy(self):
        """Another one with the same records: what is added to one, or taken back, does not show in the other."""
        other = object.__new__(Past)
        other.records, other._digests = self.records.copy(), self._digests.copy()
        other.grounds, other._among_movers = self.grounds.copy(), self._among_movers
        return other

    def hash(self):
        """Of all states since the start, 16 hexadecimal digits."""
        return self._digests[-1].hexdigest()[:16]


def packed(state, among_movers):
    """A state's bytes, as they go into the hash."""
    data = struct.pack("<6dqq", *state.position, *state.velocity, int(state.ground), state.tick)
    if among_movers:
        data += struct.pack("<dqq", state.loose, state.ground_body, state.crushed)
    if state.frame is not None:
        data += struct.pack("<9d", *(part for row in state.frame for part in row))
    return data
