"""A player's state as a row of the compiled tick, and a state that is read from the bytes of such a row.

It is decoded when it is first read. Most states of a run are never read, and decoding takes a sixth of a tick.
"""

from __future__ import annotations

from math import nan
from struct import Struct

import numpy as np

from ..player.tick import Players
from ..player.tick_rows import INPUT, PLAYER
from .tick_input_and_output import Ground, Intent, PlayerState, hashed_bytes

NUMBER = Struct("=q")
GROUND, TICK, LOOSE, GROUND_BODY, FRAME, HAS_FRAME = (
    PLAYER.fields[name][1] for name in ("ground", "tick", "loose", "ground_body", "frame", "has_frame")
)


class EncodedPlayerState:
    """A PlayerState that is decoded when it is first read.

    decoded: PlayerState, or None if it is to be decoded from `row`
    row: bytes of a row of PLAYER (player/tick_rows.py), or b"" if only `decoded` is given
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


GROUNDS = tuple(Ground)  # by number: calling Ground(number) takes ten times as long
NO_VECTOR, NO_FRAME = (nan, nan, nan), (0.0,) * 9  # of a player that was never on a floor; that is upright
# The fields of a state at the beginning of a row of PLAYER, and of an intent at that of INPUT. A field of the row at a time takes
# ten times as long.
STATE, INTENT = Struct("=40d10q3?"), Struct("=3d3?")
new = tuple.__new__  # a NamedTuple's own constructor takes twice as long


def write_state(rows, i, state):
    """Write a PlayerState into row i of `rows`, an array of PLAYER. The volumes in `state.inside` are not written."""
    frame = state.frame
    STATE.pack_into(
        rows, i * PLAYER.itemsize, *state.position, *state.velocity, *state.normal, *state.fall, *(state.stood or NO_VECTOR),
        *state.flow, *state.walk, state.coyote, state.buffered, state.airborne, state.walked, state.heading,
        nan if state.facing is None else state.facing, state.crouched, state.stood_crouched, state.loose, state.late,
        state.finish_part, *(NO_FRAME if frame is None else (*frame[0], *frame[1], *frame[2])),
        state.ground, state.tick, state.ground_body, state.crushed, state.returns, state.deaths, state.ported, state.checkpoint,
        state.started, state.finished, state.jump_held, state.jumping, frame is not None,
    )  # fmt: skip


def read_state(rows, i, inside):
    """Return the PlayerState in row i of `rows`, an array of PLAYER or its bytes.

    inside: tuple of the numbers of the volumes that contain the player
    """
    (
        x, y, z, vx, vy, vz, nx, ny, nz, fx, fy, fz, sx, sy, sz, u, v, w, wx, wy, coyote, buffered, airborne, walked, heading,
        facing, crouched, stood_crouched, loose, late, finish_part, a, b, c, d, e, f, g, h, k, ground, tick, ground_body, crushed,
        returns, deaths, ported, checkpoint, started, finished, jump_held, jumping, has_frame,
    ) = STATE.unpack_from(rows, i * PLAYER.itemsize)  # fmt: skip
    return new(PlayerState, (
        (x, y, z), (vx, vy, vz), GROUNDS[ground], (nx, ny, nz), heading, tick, (wx, wy), (fx, fy, fz), coyote, buffered,
        jump_held, (sx, sy, sz) if sx == sx else None, returns, ground_body, loose, late, crushed, walked, inside, checkpoint,
        deaths, started, finished, ported, jumping, airborne, crouched, facing if facing == facing else None,
        ((a, b, c), (d, e, f), (g, h, k)) if has_frame else None, (u, v, w), finish_part, stood_crouched,
    ))  # fmt: skip


def write_intent(rows, i, intent):
    """Write an Intent into row i of `rows`, an array of INPUT. Its actions are not written."""
    heading = nan if intent.heading is None else intent.heading
    INTENT.pack_into(rows, i * INPUT.itemsize, *intent.wish, heading, intent.jump, intent.run, intent.crouch)


def read_intent(rows, i):
    """Return the Intent in row i of `rows`, an array of INPUT. It has no actions."""
    x, y, heading, jump, run, crouch = INTENT.unpack_from(rows, i * INPUT.itemsize)
    return Intent((x, y), jump, run, crouch, heading if heading == heading else None)


class PlayerRows:
    """The rows of `count` players, which begin as copies of one PlayerState.

    volumes: number of volumes in the level
    before, after: (count,) of PLAYER, at the start and the end of a tick
    inputs: (count,) of INPUT
    inside: (count, volumes) bool, the volumes that contain each player
    tables: these arrays as Players, for a tick of all players
    swapped: the same with `before` and `after` exchanged, for `swap`
    """

    def __init__(self, state, count, volumes):
        self.before, self.after, self.inputs = np.zeros(count, PLAYER), np.zeros(count, PLAYER), np.zeros(count, INPUT)
        self.inside = np.zeros((count, volumes), np.bool_)
        write_state(self.before, 0, state)
        self.before[1:] = self.before[0]
        self.inside[:, list(state.inside)] = True
        self._all = np.arange(count)
        self.tables = self.swapped = None
        self._bind()

    def _bind(self):
        rest = self.inputs, self.inside, self._all
        self.tables, self.swapped = Players(self.before, self.after, *rest), Players(self.after, self.before, *rest)

    def __getstate__(self):
        return self.before, self.after, self.inputs, self.inside, self._all

    def __setstate__(self, state):
        self.before, self.after, self.inputs, self.inside, self._all = state
        self._bind()

    def only(self, rows):
        """Return `tables` for a tick of the players with the indices `rows` (m,), an integer array."""
        return self.tables._replace(rows=rows)

    def swap(self):
        """Exchange `before` and `after`, so that the states after this tick are those before the next one."""
        self.before, self.after = self.after, self.before
        self.tables, self.swapped = self.swapped, self.tables

    def state(self, i):
        """Return the PlayerState of player i before the tick."""
        return read_state(self.before, i, self.volumes_of(i))

    def state_after(self, i):
        """Return the PlayerState of player i after the tick."""
        return read_state(self.after, i, self.volumes_of(i))

    def set_state(self, i, state):
        """Set the PlayerState of player i before the tick."""
        write_state(self.before, i, state)
        self._set_volumes(i, state.inside)

    def set_state_after(self, i, state):
        """Set the PlayerState of player i after the tick."""
        write_state(self.after, i, state)
        self._set_volumes(i, state.inside)

    def volumes_of(self, i):
        """Return the numbers of the volumes that contain player i, as a tuple. A tick updates them."""
        if not self.inside.size:
            return ()
        flags = self.inside[i].tolist()
        return tuple(number for number, is_inside in enumerate(flags) if is_inside) if True in flags else ()

    def _set_volumes(self, i, numbers):
        self.inside[i] = False
        if numbers:
            self.inside[i, list(numbers)] = True
