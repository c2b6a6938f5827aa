"""EncodedPlayerState: the state of a player between two ticks, as the bytes that the compiled tick wrote.

It is decoded when it is first read. Most states of a run are never read, and decoding takes a sixth of a tick.
"""

from __future__ import annotations

from struct import Struct

from .player.player_rows import read_state
from .player.tick_rows import PLAYER
from .tick_input_and_output import PlayerState, hashed_bytes

NUMBER = Struct("=q")
GROUND, TICK, LOOSE, GROUND_BODY, FRAME, HAS_FRAME = (
    PLAYER.fields[name][1] for name in ("ground", "tick", "loose", "ground_body", "frame", "has_frame")
)


class EncodedPlayerState:
    """A PlayerState that is decoded when it is first read.

    decoded: PlayerState, or None for a state that is stored in `row`
    row: bytes of a row of PLAYER (player/tick_rows.py), or b"" if `decoded` is given
    inside: tuple of the numbers of the volumes that contain the player, needed only with `row`
    """

    __slots__ = ("_decoded", "_row", "_inside")

    def __init__(self, decoded: PlayerState | None, row: bytes = b"", inside: tuple[int, ...] = ()):
        self._decoded, self._row, self._inside = decoded, row, inside

    @property
    def state(self) -> PlayerState:
        """The PlayerState. The first call decodes it if it is stored in a row."""
        if self._decoded is None:
            self._decoded = read_state(self._row, 0, self._inside)
        return self._decoded

    @property
    def tick(self) -> int:
        """Number of ticks since the start of the run."""
        return NUMBER.unpack_from(self._row, TICK)[0] if self._row else self.state.tick

    @property
    def ground(self) -> int:
        """The kind of ground under the player, as a number of Ground."""
        return NUMBER.unpack_from(self._row, GROUND)[0] if self._row else int(self.state.ground)

    def hashed_bytes(self, among_movers: bool) -> bytes:
        """Return the same bytes as `tick_input_and_output.hashed_bytes` for this state, without decoding it.

        among_movers: True if the level has movers
        """
        row = self._row
        if not row:
            return hashed_bytes(self.state, among_movers)
        data = row[:48] + row[GROUND : GROUND + 16]  # position and velocity; ground and tick
        if among_movers:
            data += row[LOOSE : LOOSE + 8] + row[GROUND_BODY : GROUND_BODY + 16]  # loose; ground_body and crushed
        return data + row[FRAME : FRAME + 72] if row[HAS_FRAME] else data

    def __eq__(self, other):
        return isinstance(other, EncodedPlayerState) and self.state == other.state
