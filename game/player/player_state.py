"""The player's state and its input, as rows that the compiled tick reads and writes. PlayerState is a view of a row of PLAYER.

Fields of a row are read as attributes, compiled and interpreted: `player.jump_held`.
A field is declared in one place, in PlayerState. Its column in PLAYER, its default value and its copying follow from that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntEnum
from math import inf, nan
from operator import itemgetter
from struct import Struct
from typing import Any, Generic, TypeVar

import numpy as np

from ..core.jit import inlined
from ..core.right_forward_up_frame import WORLD, Frame
from ..core.vec3 import UP, ZERO, Vector, VectorLike

# A row of a table, with the table's fields as attributes: a record in compiled code, a SimpleNamespace in interpreted code.
Rows = Any  # such a table: an array, or PlainRows
PlayerRow = Any  # of PLAYER
InputRow = Any  # of INPUT

# The ground state of a player (Ground).
FLOOR, STEEP, AIR = range(3)
LONG_AGO = 1e9  # [s], the `coyote` time after a jump from the floor, so that no second jump is possible

# The event that Python handles after a tick: none, or the player died, goes through a portal, or fell out of the level.
NOTHING, DIED, PORTED, LOST = range(4)

T = TypeVar("T")
new = object.__new__


@inlined
def is_given(x: float) -> bool:
    """True if a field of a row has a value. NaN stands for None."""
    return x == x


def row_dtype(*fields: tuple) -> np.dtype:
    """Return a numpy dtype of rows whose fields are read as attributes.

    fields: (names separated by spaces, kind) or, for arrays, (names, kind, shape)
    """
    rows = [(name, *kind) for names, *kind in fields for name in names.split()]
    return np.dtype((np.record, np.dtype(rows, align=True)))


# The input of a tick: the fields of Intent, NaN for a heading of None. Then the forces on the player (forces.py),
# in its frame. surface: height of the water's surface above the player's centre [m], -inf without water.
INPUT = row_dtype(("wish", "f8", 2), ("heading", "f8"), ("jump run crouch", "?"), ("pull kept surface", "f8"), ("flow", "f8", 2))


class Ground(IntEnum):
    """The kind of ground under the player."""

    FLOOR = FLOOR
    STEEP = STEEP
    AIR = AIR


GROUNDS = tuple(Ground)  # by number: calling Ground(number) takes ten times as long


class Field(Generic[T]):
    """A field of PlayerState. It is read from the row at each use (0.2 us), because most states of a run are never read.

    form: of its column, as in struct and numpy: "3d" for three doubles, "q" for an integer, "?" for a bool
    read: from the tuple of the column's values to the field's value; write: the inverse
    is_state: False for a result of the last tick, on which the next tick does not depend
    """

    name: str
    offset: int  # in a row [bytes]
    is_state = True

    def __init__(self, form: str, default: T, read: Callable[[tuple], T], write: Callable[[T], Iterable]):
        self.form, self.default, self._read, self._write = form, default, read, write
        column = Struct("=" + form)
        self._unpack, self._pack = column.unpack_from, column.pack_into

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, state: PlayerState | None, owner: type | None = None) -> T:
        if state is None:
            raise AttributeError(f"only a state has the field {self.name}, not its class")
        return self._read(self._unpack(state.row, self.offset))

    def write(self, row: bytearray, value: T) -> None:
        """Write a value into a row of PLAYER."""
        self._pack(row, self.offset, *self._write(value))

    def of_last_tick(self) -> Field[T]:
        """Make this field a result of the last tick, and return it."""
        self.is_state = False
        return self


def single(value: T) -> tuple[T]:
    return (value,)


def number_field(default: float = 0.0) -> Field[float]:
    return Field("d", default, itemgetter(0), single)


def integer_field(default: int = 0) -> Field[int]:
    return Field("q", default, itemgetter(0), single)


def fact_field() -> Field[bool]:
    return Field("?", False, itemgetter(0), single)


def vector_field(default: Vector = ZERO) -> Field[Vector]:
    return Field("3d", default, tuple, tuple)


# NaN in the row is None in the state (`is_given`).
def optional_number() -> Field[float | None]:
    return Field("d", None, lambda x: x[0] if x[0] == x[0] else None, lambda x: (nan if x is None else x,))


def optional_vector() -> Field[Vector | None]:
    return Field("3d", None, lambda v: v if v[0] == v[0] else None, lambda v: v or (nan, nan, nan))


class FrameField(Field[Frame | None]):
    """A frame, or None for the axes of the world. Its column is undefined where the column `has_frame` is False."""

    def __init__(self) -> None:
        super().__init__("9d", None, lambda v: (v[:3], v[3:6], v[6:]), lambda axes: sum(map(tuple, axes or ()), ()) or (0.0,) * 9)

    def __get__(self, state: PlayerState | None, owner: type | None = None) -> Frame | None:
        if state is None or state.has_frame:
            return super().__get__(state)
        return None

    def write(self, row: bytearray, value: Frame | None) -> None:
        super().write(row, value)
        FIELDS["has_frame"].write(row, value is not None)


class PlayerState:
    """The state that the next tick depends on, and results of the last tick: a view of a row of PLAYER, which never changes.

    Vectors are (3,) and in the world, except `walk`. Comparing states ignores the results of the last tick.
    """

    position = vector_field()  # centre [m]
    velocity = vector_field()  # sum of walk and fall [m/s]
    normal = vector_field(UP)  # of the ground, or in the air the player's up
    fall = vector_field()  # velocity by gravity and jumps [m/s]
    stood = optional_vector()  # last safe position on a floor [m], or None
    flow = vector_field()  # velocity of the wind, water or belt that carried the player in the last tick [m/s]
    walk: Field[tuple[float, float]] = Field("2d", (0.0, 0.0), tuple, tuple)  # own velocity (x, y) in the player's frame [m/s]
    coyote = number_field(LONG_AGO)  # time since the player left the floor [s], LONG_AGO after a jump
    buffered = number_field()  # remaining time of a buffered jump [s]
    airborne = number_field(inf)  # time since the last floor [s], inf: never on one
    walked = number_field()  # distance walked on floors since the start [m]
    heading = number_field()  # view direction in the player's frame [rad]
    facing = optional_number()  # heading of a body that could not turn with the view [rad], or None
    crouched = number_field()  # 0 standing to 1 fully crouched
    stood_crouched = number_field()  # `crouched` of the body at `stood`
    loose = number_field()  # downward speed of the mover under the player, relative to a free fall [m/s]
    late = number_field()  # fraction of the tick, 0..1, left when the player landed on its mover, which moved on without it
    finish_part = number_field(1.0)  # part of the last tick of a timed run before the finish, 0..1
    ground: Field[Ground] = Field("q", Ground.AIR, lambda x: GROUNDS[x[0]], single)
    tick = integer_field()  # number of ticks since the start of the run
    ground_body = integer_field(-1)  # number of the mover under the player, or -1
    crushed = integer_field()  # number of times that movers crushed the player
    returns = integer_field()  # number of falls out of the level (simulation/respawn_and_portals.py)
    deaths = integer_field()  # number of deaths
    ported = integer_field()  # number of passages through portals
    checkpoint = integer_field(-1)  # number of the volume of the farthest checkpoint reached, in the order of the level's, or -1
    started = integer_field(-1)  # tick in which a timed run began, or -1
    finished = integer_field(-1)  # tick in which it ended, or -1
    jump_held = fact_field()  # True if the jump key was down in the last tick
    jumping = fact_field()  # True while rising with the jump key held
    has_frame = fact_field()  # True if `frame` is not None
    # The beginning of the player's own part of the last tick, after movers and forces. With a frame, this part is calculated
    # relative to the pivot.
    pivot = vector_field().of_last_tick()  # centre [m]
    origin = vector_field().of_last_tick()  # centre [m], relative to the pivot if the player has a frame
    start_fall = vector_field().of_last_tick()  # `fall` [m/s]
    gravity = number_field().of_last_tick()  # mean acceleration downwards in the tick [m/s2], as in Forces
    start_ground = integer_field().of_last_tick()  # `ground`
    # Results of the last tick.
    touched = integer_field().of_last_tick()  # number of the triangle of the last contact, or -1
    step = integer_field().of_last_tick()  # StepOutcome (step_up.py)
    event = integer_field().of_last_tick()  # what Python has to do after the tick: NOTHING, DIED, PORTED or LOST
    volume = integer_field().of_last_tick()  # number of the portal, for PORTED
    enters = fact_field().of_last_tick()  # True if the volumes around the player changed
    # What only a player with a frame has. The bytes of other states end before it.
    frame = FrameField()  # the player's right, forward and up in the world (gravity_aligned_frame.py), or None for x, y and z
    sides = vector_field().of_last_tick()  # half of the box around the pivot that holds all that the player can meet [m]
    turned = integer_field().of_last_tick()  # number of triangles in the box

    __slots__ = ("row", "inside", "settings")  # an object with a dictionary takes 0.2 us more of a tick, and 80 bytes

    row: bytes  # the row's bytes, and behind them the input and the trace of the tick that led to the state, if they are kept
    inside: tuple[int, ...]  # numbers of the volumes that contain the player
    settings: bytes  # bytes of the row of BODY_AND_RULES (collision/rules.py) of that trace

    def __init__(self, position: VectorLike, **fields: Any):
        start = START.replace(position=position, **fields)
        self.row, self.inside, self.settings = start.row, start.inside, b""

    @staticmethod
    def of_row(row: bytes, inside: tuple[int, ...] = (), settings: bytes = b"") -> PlayerState:
        """Return a view of the bytes of a row of PLAYER."""
        state = new(PlayerState)
        state.row, state.inside, state.settings = row, inside, settings
        return state

    @property
    def size(self) -> int:
        """The number of bytes of the row alone. There the input and the trace of the tick begin."""
        return WHOLE.size if self.row[HAS_FRAME] else UPRIGHT.size

    @property
    def rest(self) -> bytes:
        """The bytes of the input and the trace, or b"" if they are not kept."""
        return self.row[self.size :]

    def alone(self) -> PlayerState:
        """Return the same state without input and trace."""
        return PlayerState.of_row(self.row[: self.size], self.inside)

    def replace(self, **fields: Any) -> PlayerState:
        """Return a view of a copy of the row, with other values of some fields. Raises TypeError for an unknown name."""
        row, inside = bytearray(self.row[: self.size].ljust(WHOLE.size, b"\0")), fields.pop("inside", self.inside)
        for name, value in fields.items():
            if name not in FIELDS:
                raise TypeError(f"a PlayerState has no field {name}")
            FIELDS[name].write(row, value)
        return PlayerState.of_row(state_bytes(row, 0) + self.rest, inside, self.settings)

    def values(self) -> dict[str, object]:
        """Return the values that the next tick depends on, by name."""
        return {name: getattr(self, name) for name, field in FIELDS.items() if field.is_state} | {"inside": self.inside}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlayerState) and self.values() == other.values()

    def __repr__(self) -> str:
        return f"PlayerState({', '.join(f'{name}={value!r}' for name, value in self.values().items())})"

    def __reduce__(self) -> tuple:
        return PlayerState.of_row, (self.row, self.inside, self.settings)


FIELDS: dict[str, Field] = {name: field for name, field in vars(PlayerState).items() if isinstance(field, Field)}
PLAYER = row_dtype(*((name, field.form) for name, field in FIELDS.items()))
assert PLAYER.fields is not None and INPUT.fields is not None
for _name, _field in FIELDS.items():
    _field.offset = PLAYER.fields[_name][1]
# The row of a state without a frame, and of one with a frame. In a tick's block follow the intent's part of INPUT and the trace.
UPRIGHT, WHOLE = Struct(f"{PLAYER.fields['frame'][1]}s"), Struct(f"{PLAYER.itemsize}s")
UPRIGHT_WORDS, INPUT_WORDS = UPRIGHT.size // 8, INPUT.fields["pull"][1] // 8  # [words of 8 bytes]
HAS_FRAME = PLAYER.fields["has_frame"][1]


def state_bytes(rows: Any, i: int) -> bytes:
    """Return a copy of the bytes of row i of an array of PLAYER, as a PlayerState keeps them."""
    (row,) = UPRIGHT.unpack_from(rows, i * PLAYER.itemsize)
    return row if not row[HAS_FRAME] else WHOLE.unpack_from(rows, i * PLAYER.itemsize)[0]


START = PlayerState.of_row(bytes(PLAYER.itemsize)).replace(**{name: field.default for name, field in FIELDS.items()})


@inlined
def frame_of(player: PlayerRow) -> Frame:
    """Return the frame of a row of PLAYER: right, forward and up in the world, three unit vectors (3,).

    They are the world's x, y and z for a player without a frame of its own.
    """
    if not player.has_frame:
        return WORLD
    f = player.frame
    right, forward = (float(f[0]), float(f[1]), float(f[2])), (float(f[3]), float(f[4]), float(f[5]))
    return right, forward, (float(f[6]), float(f[7]), float(f[8]))


@inlined
def heading_of_body(player: PlayerRow, turns: bool, heading: float) -> float:
    """Return the heading of the body [rad] for a heading of the view [rad], NaN for that before the tick. turns: as in PARAMS"""
    if not turns:
        return 0.0
    if is_given(player.facing):
        return player.facing
    return heading if is_given(heading) else player.heading


@inlined
def set_frame(player: PlayerRow, frame: Frame) -> None:
    """Write a frame to a row of PLAYER: right, forward and up in the world, three unit vectors (3,)."""
    player.has_frame = True
    for row in range(3):
        for axis in range(3):
            player.frame[3 * row + axis] = frame[row][axis]


@inlined
def vec2(field: np.ndarray) -> tuple[float, float]:
    """Return the two numbers of an array as a tuple of floats."""
    return float(field[0]), float(field[1])
