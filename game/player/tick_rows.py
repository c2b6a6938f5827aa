"""The rows that the compiled tick reads and writes: inputs and parameters here, players in player_state.py.

Fields are read as attributes, compiled and interpreted: `player.jump_held`.
"""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..collision import Rules
from ..core.elementary_functions import cos, tan
from ..core.jit import inlined
from ..core.right_forward_up_frame import WORLD, Frame
from .player_params import PlayerParams

# A row of a table, with the table's fields as attributes: a record in compiled code, a SimpleNamespace in interpreted code.
Rows = Any  # such a table: an array, or PlainRows
PlayerRow = Any  # of PLAYER (player_state.py)
InputRow = Any  # of INPUT
ParamsRow = Any  # of PARAMS
VolumeRow = Any  # of VOLUME (volumes.py)
LevelRow = Any  # of LEVEL
WallRow = Any  # of WALL
IterationRow = Any  # of ITERATION (collision/trace.py)


# The ground state of a player (Ground).
FLOOR, STEEP, AIR = range(3)
LONG_AGO = 1e9  # [s], the `coyote` time after a jump from the floor, so that no second jump is possible

# The event that Python handles after a tick: none, or the player died, goes through a portal, or fell out of the level.
NOTHING, DIED, PORTED, LOST = range(4)


def row_dtype(*fields: tuple) -> np.dtype:
    """Return a numpy dtype of rows whose fields are read as attributes.

    fields: (names separated by spaces, kind) or, for arrays, (names, kind, shape)
    """
    rows = [(name, *kind) for names, *kind in fields for name in names.split()]
    return np.dtype((np.record, np.dtype(rows, align=True)))


# The input of a tick: the fields of Intent, NaN for a heading of None. Then the forces on the player (forces.py),
# in its frame. surface: height of the water's surface above the player's centre [m], -inf without water.
INPUT = row_dtype(("wish", "f8", 2), ("heading", "f8"), ("jump run crouch", "?"), ("pull kept surface", "f8"), ("flow", "f8", 2))
# The parameters: fields of PlayerParams with the same names, and what follows from them. dt: length of a tick [s]; feet, speed,
# run_speed: of the player as far as it is crouched.
PARAMS = row_dtype(
    ("radii", "f8", 3),
    ("dt feet speed run_speed crouch_time crouch_speed crouched_feet standing_feet standing_speed standing_run_speed", "f8"),
    ("acceleration friction air_control gravity terminal_speed step_up step_down", "f8"),
    ("jump_speed jump_release fall_gravity coyote_time jump_buffer tread_depth tread_rise steepest", "f8"),
    ("keep_horizontal_speed climb_steps turns exact_contact", "?"),
)
# Rows of a table of PARAMS: of a standing player, and of the player as far as it is crouched.
STANDING, CURRENT = range(2)
# Least depth of a tread [of the body's half width]. Smaller: a wall of narrow ledges is climbed like a ladder; larger: steep real
# stairs are refused.
TREAD = 0.5


@lru_cache(maxsize=16)
def params_row(params: PlayerParams, rules: Rules, hz: int) -> np.ndarray:
    """Return an array of one row of PARAMS for a standing player with these PlayerParams and Rules. hz: ticks per second

    The array is cached, so callers must not change it.
    """
    row = np.zeros(1, PARAMS)
    depth = TREAD * min(params.radii[:2])
    values = {name: getattr(params, name) for name in PARAMS.names or () if hasattr(params, name)} | {
        "dt": 1.0 / hz,
        "crouched_feet": min(0.5 * params.crouch_height, params.feet),
        "standing_feet": params.feet,
        "standing_speed": params.speed,
        "standing_run_speed": params.run_speed,
        "tread_depth": depth,
        "tread_rise": depth * tan(params.max_slope),
        "steepest": 1.0 / cos(params.max_slope) if params.keep_horizontal_speed else 1.0,
        "climb_steps": rules.climb_steps,
        "turns": rules.turn_body and params.radii[0] != params.radii[1],
        "exact_contact": rules.exact_contact,
    }
    for name, value in values.items():
        row[name] = value
    return row


class PlainRows:
    """Copies of the rows of a numpy table as plain Python objects, for ticks that run without compilation.

    `load` reads rows from the table, an index accesses the copy of a row, and `store` writes all copies back.

    Reading a field of a numpy row takes ten times as long, and a whole tick with numpy rows takes twice as long.
    """

    def __init__(self, rows: np.ndarray):
        self.shape, self._rows = rows.shape, rows.view(np.dtype((np.void, rows.dtype)))
        self._plain = [SimpleNamespace() for _ in rows]

    def load(self, *numbers: int) -> "PlainRows":
        """Read the rows of the table with these indices. Returns this object."""
        for number in numbers:
            row = self._rows[number]
            vars(self._plain[number]).update((name, row[name].tolist()) for name in self._rows.dtype.names or ())
        return self

    def store(self) -> None:
        """Write all rows that have values to the table."""
        for row, plain in zip(self._rows, self._plain):
            for name, value in vars(plain).items():
                row[name] = value

    def __getitem__(self, number: int) -> SimpleNamespace:
        return self._plain[number]

    def __setitem__(self, number: int, row: SimpleNamespace) -> None:
        values = ((name, value.copy() if isinstance(value, list) else value) for name, value in vars(row).items())
        vars(self._plain[number]).update(values)


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
