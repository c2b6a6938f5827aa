"""TickDriver: calls of the compiled tick of a level's players, and the rare work that the tick leaves to Python.

The rare work is more capacity for candidates, changes of a body's shape or heading, and recovery of embedded players.
PlayerRows are the rows of the players, PlainRows their copies for a tick that runs without compilation.
"""

from __future__ import annotations

from functools import partial
from math import isfinite, nan
from struct import Struct
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..collision import Nearby, Rules, TriangleMesh
from ..collision.entry_points import Scratch
from ..collision.rules import settings_of
from ..core.argument_checks import FARTHEST
from ..core.input_errors import InputError
from ..core.jit import BoundRecord, bind, has_new_code
from ..core.right_forward_up_frame import WORLD
from ..core.vec3 import ZERO, Vector
from ..lab.exhibits.exhibit import Action
from ..player.obstacles_and_one_way_walls import NONE_REFUSED, NOTHING_MOVES, Obstacles
from ..player.player_params import PARAMS, PlayerParams, params_row
from ..player.player_state import FIELDS, INPUT, PLAYER, WHOLE, PlayerState, state_bytes
from ..player.tick import (
    BEGIN,
    DONE,
    INSIDE,
    OVERFLOW,
    POSTURED,
    RECOVERED,
    UNKNOWN,
    Memory,
    Players,
    advance_players,
    tick_players,
    write_block,
)
from ..player.volume_containment import Surroundings
from .body_heading import body_of, turn_body
from .compiled_carrying import CARRIED, NOTHING_NEAR, Carrying, prepare_carried
from .intent_and_tick_record import PACKED, Intent, unpack_intent
from .oriented_body import ANY, UNIT, ellipsoid, empty_mesh, triangles_around
from .recovery import recovered_position

if TYPE_CHECKING:  # movers import this file
    from collections.abc import Callable

    from .movers import Movers


TEN, THREE = Struct("=10d"), Struct("=3d")
Buffer = Any  # an array of rows. numpy's hints say from Python 3.12 on that an array is a buffer


class TickDriver:
    """The caller of the compiled tick in a level, with the working memory that the tick needs.

    prepared: one row of PLAYER, the player before its own part of the tick
    standing_params: one row of PARAMS, of a standing player
    count: number of candidates of the last tick; size: number of bytes of its block, see `written_block`
    """

    # Made when first needed: the calls of compiled code with their records, and Nearbys for players whose up is not +z.
    _call: partial  # `tick_players` with the records in which arrays do not change
    _bound: tuple[BoundRecord, ...]  # these records
    _records: tuple[Scratch, Memory, Obstacles]  # three of them as tuples of arrays, for a tick that runs interpreted
    _is_interpreted: bool
    _candidates_of_call: np.ndarray | None  # of the Nearby when they were made; None before the first call
    _plain_tables: tuple[Surroundings, PlainRows] | None
    _carry: partial | None  # `prepare_carried` with its records
    _carried_bytes: memoryview
    _near: np.ndarray
    _is_carry_interpreted: bool
    _in_world: Nearby | None
    _turned: Nearby

    def __init__(self, mesh: TriangleMesh, surroundings: Surroundings) -> None:
        self.nearby, self.surroundings, self._bound_surroundings = Nearby(mesh), surroundings, BoundRecord(surroundings)
        self.prepared, self._intent, self._params = np.zeros(1, PLAYER), np.zeros(1, INPUT), np.zeros(2, PARAMS)
        self._prepared_bytes, self.standing_params = self.prepared.view(np.uint8).data, self._params[:1]
        refused = np.zeros(self.nearby.static_count, np.uint8) if len(surroundings.walls) else NONE_REFUSED
        self._obstacles = Obstacles(self.nearby.tree, NOTHING_MOVES, refused)  # its arrays are written to
        self._moving, self._is_mesh_only = 0, False
        self._candidates_of_call = self._plain_tables = self._carry = self._in_world = None
        self.count = self.size = 0

    def use(self, params: PlayerParams, rules: Rules, hz: int, movers: Movers | None = None) -> None:
        """Use these parameters, rules, ticks per second and movers from now on. It must be called before the first tick."""
        self.params, self.rules, self.dt, self.movers = params, rules, 1.0 / hz, movers
        self._params[0] = params_row(params, rules, hz)[0]
        self._settings = settings_of(ellipsoid(params.radii, 0.0), rules)
        self._settings_bytes = self._settings.view(np.uint8).data
        self._candidates_of_call, self._plain_tables, self._carry, self._is_mesh_only = None, None, None, False
        self.set_obstacles(None, None)

    def set_obstacles(self, moving: tuple[np.ndarray, np.ndarray] | None, refused: np.ndarray | None) -> None:
        """Set the triangles that do not belong to the mesh, and the refused triangles, for the next ticks.

        moving: (corners (n, 9) [m], numbers (n,)) of the triangles of movers and exhibits, or None without any. ~number:
        reversed triangle
        refused: (t,) uint8, above 0 for triangles of the mesh that stop no player; None: only one-way walls refuse triangles
        """
        is_mesh_only = moving is None and refused is None
        if is_mesh_only and self._is_mesh_only:
            return
        self._is_mesh_only, count = is_mesh_only, 0 if moving is None else len(moving[1])
        room, given = len(self._obstacles.moving[1]), len(self._obstacles.refused)
        if count > room or (refused is not None and not given):
            room, given = max(2 * count, room), self.nearby.static_count if refused is not None else given
            arrays = (np.empty((room, 9)), np.empty(room, np.int32)), np.zeros(given, np.uint8)
            self._obstacles, self._candidates_of_call = Obstacles(self.nearby.tree, *arrays), None
        self._moving, (corners, order) = count, self._obstacles.moving
        if moving is not None:
            corners[:count], order[:count] = moving
        if given:
            self._obstacles.refused[:] = 0 if refused is None else refused
        self.nearby.mover_triangles = (corners[:count], order[:count]) if count else None
        self.nearby.refused = self._obstacles.refused if given else None

    def prepare_carried(self, rows: PlayerRows, i: int) -> list[int] | None:
        """Prepare player i as the mover under it lets it be before the coming tick, except for its position.

        Returns the numbers of the movers near it, or None without a mover near or under it. Then nothing is prepared.
        """
        if self._carry is None or has_new_code(self._carry):
            assert self.movers is not None
            carried, self._near = np.zeros(1, CARRIED), np.empty(len(self.movers.all), np.int64)
            self._carried_bytes = carried.view(np.uint8).data
            carrying = BoundRecord(Carrying(self.prepared, carried, self._near, self._params))
            self._carry = bind(prepare_carried, (self.movers.tables, self._bound_surroundings, carrying), rows.tables, 0)
            self._is_carry_interpreted = isinstance(self._carry.func, FunctionType)
        count = self._carry(rows.tables.record if self._is_carry_interpreted else rows.tables.address, i)
        return None if count == NOTHING_NEAR else self._near[:count].tolist()

    def carried(self) -> tuple[Vector, Vector, Vector, float]:
        """Return the fields of CARRIED of the player that was carried last, vectors as tuples."""
        x, y, z, u, v, w, a, b, c, turn = TEN.unpack_from(self._carried_bytes)
        return (x, y, z), (u, v, w), (a, b, c), turn

    def move_prepared(self, position: Vector) -> None:
        """Set the position (3,) [m] of the player in `prepared`."""
        THREE.pack_into(self._prepared_bytes, FIELDS["position"].offset, *position)

    def advance(self, rows: PlayerRows, phase: int = BEGIN) -> int:
        """Compute a tick of the chosen players into `after`, the first from `phase` on. Returns how many have an event."""
        players, end, first, total = rows.tables, rows.chosen, 0, 0
        while True:
            if self._candidates_of_call is not self.nearby.candidates or (self._is_interpreted and has_new_code(self._call)):
                self._bind(players)
            call: Callable[..., tuple] = self._interpret if self._is_interpreted else self._call
            argument = players.record if self._is_interpreted else players.address
            first, phase, reason, self.count, events, self.size = call(argument, self._moving, first, end, phase)
            total += events
            if reason == DONE:
                return total
            phase = self._do_rare_work(phase, reason)

    def _interpret(self, players: Players, moving: int, first: int, end: int, phase: int) -> tuple:
        """Run `tick_players` without compilation, on plain objects instead of numpy rows. Returns its result."""
        (scratch, memory, obstacles), surroundings, packing = self._records, self.surroundings, self.nearby.packing.record
        is_single, arrays = end == 1, players
        rows = players.rows[first:end].tolist()
        before, after, inputs = (PlainRows(table) for table in players[:3])
        players = players._replace(before=before.load(*rows), after=after, inputs=inputs.load(*rows))
        if self._plain_tables is None:
            tables = (PlainRows(table).load(*range(len(table))) for table in surroundings[:3])
            self._plain_tables = Surroundings._make([*tables, *surroundings[3:]]), PlainRows(memory.params).load(0)
        surroundings, params = self._plain_tables
        prepared, intent = PlainRows(memory.prepared).load(0), PlainRows(memory.intent).load(0)
        memory = memory._replace(prepared=prepared, intent=intent, params=params)
        result = advance_players(scratch, memory, surroundings, obstacles, players, moving, first, end, phase)
        for table in (prepared, intent, players.after):
            table.store()
        k, phase, reason, count, row, events = result
        size = write_block(packing, arrays, arrays.rows[0], count, row) if is_single and reason == DONE else 0
        return k, phase, reason, count, events, size

    def _bind(self, players: BoundRecord) -> None:
        """Bind the compiled tick to the records whose arrays stay the same. `players` is an example, which gives its type."""
        self._candidates_of_call = self.nearby.candidates  # not `scratch`, which changes with the body
        scratch = self.nearby.scratch._replace(settings=self._settings)
        corners, order = self.nearby.rotated_triangles
        memory = Memory(self.prepared, self._intent, self._params, corners, order, self.nearby.is_beyond)
        self._records = scratch, memory, self._obstacles
        one, two, three = map(BoundRecord, self._records)
        self._bound = one, two, self.nearby.packing, self._bound_surroundings, three
        self._call = bind(tick_players, self._bound, players, 0, 0, 0, 0)
        self._is_interpreted = isinstance(self._call.func, FunctionType)

    def records(self, players: BoundRecord) -> tuple[BoundRecord, ...]:
        """Return the records among the arguments of `tick_players`, in their order, so that it can run elsewhere (game/web)."""
        if self._candidates_of_call is not self.nearby.candidates:
            self._bind(players)
        return (*self._bound, players)

    def _do_rare_work(self, phase: int, reason: int) -> int:
        """Do what the player in `prepared` waits for: OVERFLOW, POSTURE or INSIDE. Returns the phase in which it goes on."""
        if reason == OVERFLOW:
            self.nearby.ensure_capacity(self.count)
            self.prepared["turned"] = UNKNOWN
            return phase
        state, nearby = read_state(self.prepared, 0), self._near_prepared(reason)
        if reason == INSIDE:
            nearby.use(body_of(state, self.params, self.rules), self.rules)
            leap = 0.0
            if self.movers is not None:
                triangles = nearby.gather(state.position, ZERO, ZERO).triangles().tolist()
                leap = self.movers.longest_displacement(triangles, state.tick + 1)
            state = state.replace(position=recovered_position(nearby, state.position, self.rules, leap))
        else:
            heading = unpack_intent(self._intent).heading
            heading = state.heading if heading is None else float(heading)
            state = turn_body(nearby, state, heading, self.params, self.rules, self.dt)
        write_state(self.prepared, 0, state)
        return RECOVERED if reason == INSIDE else POSTURED

    def _near_prepared(self, reason: int) -> Nearby:
        """Return the Nearby for the player in `prepared`, with triangles rotated into the player's frame if its up is not +z."""
        if not self.prepared["has_frame"][0]:
            return self.nearby
        if self._in_world is None:
            self._in_world, self._turned = Nearby(self.nearby.mesh).use(UNIT, ANY), Nearby(empty_mesh())
            self._turned.static_count = self._in_world.static_count
        if reason == INSIDE:  # the tick has turned them already
            count, (corners, order) = int(self.prepared["turned"][0]), self.nearby.rotated_triangles
            self._turned.mover_triangles = corners[:count], order[:count]
            return self._turned
        self._in_world.mover_triangles, self._in_world.refused = self.nearby.mover_triangles, self.nearby.refused
        pivot, sides = (tuple(self.prepared[name][0].tolist()) for name in ("pivot", "sides"))
        frame = read_state(self.prepared, 0).frame or WORLD
        self._turned.mover_triangles = triangles_around(self._in_world, frame, pivot, sides)
        return self._turned

    def written_block(self) -> tuple[bytes, bytes]:
        """Return what a run keeps of the newest tick of a single player: the bytes of a PlayerState, and its `settings`."""
        return self.nearby.written[: self.size].tobytes(), self.nearby.copy_settings(self._settings_bytes)


# The rows


def read_state(rows: Buffer, i: int, inside: tuple[int, ...] = ()) -> PlayerState:
    """Return a copy of row i of `rows`, an array of PLAYER, as a PlayerState in the volumes with the numbers `inside`."""
    return PlayerState.of_row(state_bytes(rows, i), inside)


def write_state(rows: Buffer, i: int, state: PlayerState) -> None:
    WHOLE.pack_into(rows, i * PLAYER.itemsize, state.row[: state.size])  # zeros follow the row of an upright player


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

    def set_intent(self, intent: Intent) -> tuple[Action, ...]:
        """Set the Intent of the first player. Returns its actions, which are not written.

        Raises InputError if a component of the wish is not from -FARTHEST to FARTHEST, or if the heading is not finite. A heading
        of None is allowed. Other values would corrupt the state.
        """
        (x, y), jump, run, crouch, heading, actions = intent
        if not (-FARTHEST <= x <= FARTHEST and -FARTHEST <= y <= FARTHEST) or (heading is not None and not isfinite(heading)):
            limits = f"an intent's wish must be two numbers of at most {FARTHEST:g} and its heading a finite number"
            raise InputError(f"{limits}, not {intent.wish!r}, {heading!r}")
        PACKED.pack_into(self._input_bytes, 0, x, y, nan if heading is None else heading, jump, run, crouch)
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


class PlainRows:
    """Copies of the rows of a numpy table as plain Python objects, for ticks that run without compilation.

    `load` reads rows from the table, an index accesses the copy of a row, and `store` writes all copies back.

    Reading a field of a numpy row takes ten times as long, and a whole tick with numpy rows takes twice as long.
    """

    def __init__(self, rows: np.ndarray):
        self.shape, self._rows = rows.shape, rows.view(np.dtype((np.void, rows.dtype)))
        self._plain = [SimpleNamespace() for _ in rows]

    def load(self, *numbers: int) -> PlainRows:
        """Read the rows of the table with these indices. Returns this object."""
        for number in numbers:
            row = self._rows[number]
            for name in self._rows.dtype.names or ():
                setattr(self._plain[number], name, row[name].tolist())
        return self

    def store(self) -> None:
        """Write all rows that have values to the table."""
        for row, plain in zip(self._rows, self._plain):
            for name, value in vars(plain).items():
                row[name] = value

    def __getitem__(self, number: int) -> SimpleNamespace:
        return self._plain[number]

    def __setitem__(self, number: int, row: SimpleNamespace) -> None:
        for name, value in vars(row).items():
            setattr(self._plain[number], name, value.copy() if isinstance(value, list) else value)
