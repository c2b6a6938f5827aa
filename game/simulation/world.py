"""World: a level with its volumes and movers, and the whole tick of its players. Simulation and Crowd extend it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from numbers import Real
from operator import index
from types import SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from .. import collision
from ..collision import Ellipsoid, Nearby, Rules, TriangleMesh
from ..collision.warmup import nearby_of_point
from ..core import background_compiling
from ..core.argument_checks import instance
from ..core.input_errors import InputError, shown
from ..core.jit import machine_code
from ..core.progress_bar import Progress
from ..core.vec3 import UP, ZERO, Vector
from ..level import Level, Spawn
from ..level.contents.mover import Motion
from ..level.contents.volume import Checkpoint, Finish, MagicWall
from ..player.forces import BORDER_WIDTH, gravity_at
from ..player.obstacles_and_one_way_walls import MovingTriangles, wall_rows
from ..player.player_params import PlayerParams
from ..player.player_state import PlayerState
from ..player.tick import BEGIN, MOVED
from ..player.volume_containment import (
    GRAVITY_VOLUME,
    KILL,
    LEVEL,
    VOLUME,
    Surroundings,
    find_inside_kind,
    find_volumes,
    volume_row,
    write_gravity_direction,
)
from .body_heading import body_of
from .carrying import BaseMotion, carry_player, store_base
from .compiled_tick_driver import PlayerRows, TickDriver, write_state
from .intent_and_tick_record import NO_RIDE, Intent, Ride
from .movers import Movers
from .respawn_and_portals import apply_event
from .teleport_placement import place_body, standing_position

LOWEST_RATE, HIGHEST_RATE = 30, 480
WORKING_MEMORY = ("driver", "surroundings", "_ahead", "_rows", "_in_rows")  # attributes that copies do not share


def check_rate(hz: int) -> None:
    """Raise InputError for a tick rate [ticks per second] that is not from LOWEST_RATE to HIGHEST_RATE."""
    if not isinstance(hz, Real) or not LOWEST_RATE <= hz <= HIGHEST_RATE:
        raise InputError(f"hz must be between {LOWEST_RATE} and {HIGHEST_RATE} ticks a second, not {shown(hz)}")


class World:
    """A level with its movers and volumes, and the player's parameters and rules. It contains no PlayerState.

    hz: ticks per second, 30..480
    refuse: function called with the PlayerState before each tick. It returns the numbers of triangles that must not stop the
    player. None: all triangles stop it.
    is_course: True for a level with checkpoints or a finish, where a fall out of the level counts as a death
    Raises InputError that names the argument.
    """

    def __init__(
        self,
        level: Level,
        params: PlayerParams,
        rules: Rules,
        hz: int,
        refuse: Callable[[PlayerState], Iterable[int]] | None = None,
    ):
        if not hasattr(level, "mesh"):
            raise InputError(f"level must be a Level, not {shown(level)}")
        instance("params", params, PlayerParams)
        instance("rules", rules, Rules)
        if refuse is not None and not callable(refuse):
            raise InputError(f"refuse must be a function of a state, or None, not {refuse!r}")
        self.level, self.mesh, self.params, self.refuse = level, level.mesh, params, refuse
        self.is_course = any(isinstance(volume.effect, Checkpoint | Finish) for volume in level.volumes)
        lows, highs = zip(self.mesh.bounds, (level.spawn.at, level.spawn.at), *(mover.range for mover in level.movers))
        # Paths of movers included, and the spawn: a player does not fall out of the level by returning to it.
        self.bounds = tuple(map(min, zip(*lows))), tuple(map(max, zip(*highs)))
        self.rules = params.on(rules)
        self._prepare()
        self._use_rate(hz)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in WORKING_MEMORY}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._prepare()
        self.driver.use(self.params, self.rules, self.hz, self.movers)

    def _prepare(self) -> None:
        self.surroundings = surroundings_of(self.level, self.params, self.bounds)
        self.driver = TickDriver(self.mesh, self.surroundings)
        self._ahead = self.new_rows(PlayerState(ZERO), 1)

    def new_rows(self, state: PlayerState, count: int) -> PlayerRows:
        return PlayerRows(state, count, len(self.surroundings.volumes))

    @property
    def nearby(self) -> Nearby:
        return self.driver.nearby

    def _use_rate(self, hz: int) -> None:
        """Use a tick rate [ticks per second], and new Movers, which depend on it. Raise InputError for an invalid rate."""
        check_rate(hz)
        self.hz, movers = hz, self.level.movers
        self.movers = Movers(movers, len(self.mesh.triangles), hz) if movers else None
        self.driver.use(self.params, self.rules, hz, self.movers)

    def set_rules(self, rules: Rules) -> None:
        """Change the rules from the next tick on. Skin, slope limit and step height remain the player's."""
        self._use(self.params, self.params.on(instance("rules", rules, Rules)))

    def _use(self, params: PlayerParams, rules: Rules) -> None:
        """Use these parameters and rules. The rules must already have the skin, slope limit and step height of the parameters."""
        resized = params.radii != self.params.radii
        self.params, self.rules = params, rules
        if resized:
            self._prepare()
        self.driver.use(params, rules, self.hz, self.movers)

    # Positions

    def _centre_above(self, feet: Vector) -> Vector:
        """Return the centre (3,) [m] of a player that stands on the point `feet` (3,) [m] of a floor (`standing_position`)."""
        return standing_position(self.mesh, feet, self.up_at(feet), self.params)

    def up_at(self, position: Vector) -> Vector:
        """Return the unit vector against gravity for a player, upright in the volumes, with its centre at a position [m]."""
        volumes = self.surroundings.volumes
        inside = np.zeros(len(volumes), np.bool_)
        if (volumes["kind"] == GRAVITY_VOLUME).any():  # else none changes it, and a search takes 0.2 ms a volume
            find_volumes(volumes, position, UP, self.params.feet, inside)
        return gravity_at(self.surroundings, position, inside, UP).up

    def state_at(self, position: Vector, heading: float, crouched: float = 0.0) -> PlayerState:
        """Return the PlayerState of a body at rest at a position [m], with a heading [rad] and a posture, by `place_body`."""
        return place_body(self, PlayerState(position=position, heading=heading, crouched=crouched), among_movers=False)

    def solid_mesh(self, refused: ArrayLike = ()) -> TriangleMesh:
        """Return the level's mesh without magic and one-way walls and `refused` triangles, or all if nothing else is left."""
        walls = np.union1d(self.surroundings.wall_triangles, refused).astype(np.int64)
        if len(walls) in (0, len(self.mesh.triangles)):
            return self.mesh
        return TriangleMesh(self.mesh.vertices, np.delete(self.mesh.triangles, walls, axis=0))

    def body_in(self, state: PlayerState) -> Ellipsoid:
        return body_of(state, self.params, self.rules)

    # One tick

    def predict(self, before: PlayerState, intent: Intent) -> tuple[PlayerState, Ride]:
        """Compute one tick from a PlayerState with an Intent. Returns the PlayerState after it and the Ride.

        A run of this world does not change. The bodies of exhibits are ignored. `refuse` is called as for a tick of a run.
        """
        rows = self._ahead
        rows.set_state(0, before)
        rows.set_intent(intent)
        phase, ride, base = self.apply_movers(rows, 0, before)
        events = self.driver.advance(rows, phase)
        return self.outcome(rows, 0, before, rows.state_after(0), events, ride, base), ride

    def apply_movers(
        self, rows: PlayerRows, i: int, before: PlayerState, solids: np.ndarray | None = None
    ) -> tuple[int, Ride, BaseMotion | None]:
        """Apply the movers' part of a tick to player i, set the triangles that can stop it, and choose it.

        solids: triangles of exhibits' bodies, corners (n, 9) [m], or None
        Returns (phase, Ride, BaseMotion or None). The first is for `TickDriver.advance`, the others are for `outcome`.
        """
        is_mesh_only = self.movers is None and self.refuse is None and solids is None
        if is_mesh_only and rows.count == 1:  # most runs
            self.driver.set_obstacles(None, None)
            return BEGIN, NO_RIDE, None
        refused, refused_movers = self.refused_by_caller(before) if self.refuse is not None else (None, ())
        if rows.chosen != 1 or rows.count != 1:
            rows.choose(i)
        ride, base, phase, moving = NO_RIDE, None, BEGIN, None
        if self.movers is not None:
            base, ride, moving = carry_player(self, rows, i, before, refused_movers)
            phase = BEGIN if base is None else MOVED
        self.driver.set_obstacles(moving if solids is None else self._with_solids(moving, solids), refused)
        return phase, ride, base

    def outcome(
        self, rows: PlayerRows, i: int, before: PlayerState, after: PlayerState, events: int, ride: Ride, base: BaseMotion | None
    ) -> PlayerState:
        """Return the PlayerState of player i after a tick, with the mover underfoot and the effect of an event."""
        is_crushed = ride.crushed_by is not None
        if base is not None:
            after = self.write_base(rows, i, before, base, after)
        return self.write_event_outcome(rows, i, is_crushed) if events or is_crushed else after

    @property
    def first_solid(self) -> int:
        """The number of the first triangle of an exhibit's body. Such triangles follow those of the mesh and of movers."""
        return self.movers.firsts[-1] if self.movers else len(self.mesh.triangles)

    def _with_solids(self, moving: MovingTriangles | None, solids: np.ndarray) -> MovingTriangles:
        """Return the triangles of movers, if any, and those of exhibits (m, 9) [m], together as MovingTriangles."""
        numbers = np.arange(self.first_solid, self.first_solid + len(solids), dtype=np.int32)
        if moving is None:
            return solids, numbers
        return np.concatenate([moving[0], solids]), np.concatenate([moving[1], numbers])

    def refused_by_caller(self, state: PlayerState) -> tuple[np.ndarray | None, Collection[int]]:
        """Return (triangles, movers) that must not stop a player in a PlayerState.

        The triangles are a mask (t,) uint8 over the mesh, or None. The movers are a set of their numbers. Without
        `refuse` the result is (None, ()). Raises InputError if `refuse` returns anything but numbers of triangles.
        """
        if self.refuse is None:
            return None, ()
        in_mesh = len(self.mesh.triangles)
        count = self.movers.firsts[-1] if self.movers else in_mesh
        answer = self.refuse(state)
        try:
            triangles = [index(triangle) for triangle in answer]
        except TypeError:
            raise InputError(f"refuse must return the numbers of triangles, () for none, not {answer!r:.80}") from None
        if triangles and not 0 <= min(triangles) <= max(triangles) < count:
            raise InputError(f"refuse: there are triangles 0 to {count - 1}, not {min(triangles)} to {max(triangles)}")
        mask = np.zeros(in_mesh, dtype=np.uint8)
        mask[[triangle for triangle in triangles if triangle < in_mesh]] = 1
        return mask, {self.movers.owner(triangle) for triangle in triangles if triangle >= in_mesh} if self.movers else ()

    def write_base(self, rows: PlayerRows, i: int, before: PlayerState, base: BaseMotion, moved: PlayerState) -> PlayerState:
        """Write the mover that player i stands on after the tick. Return its PlayerState."""
        assert self.movers is not None
        after = store_base(self.movers, before, moved, base)
        if after is not moved:
            write_state(rows.after, i, after)
        return after

    def write_event_outcome(self, rows: PlayerRows, i: int, is_crushed: bool = False) -> PlayerState:
        """Write the state of player i after a crush, or after the event that ended its tick, and return it."""
        after = apply_event(self, rows.state_after(i), is_crushed)
        rows.set_state_after(i, after)
        return after


def surroundings_of(level: Level, params: PlayerParams, bounds: tuple[Vector, Vector]) -> Surroundings:
    """Return the Surroundings of a Level, with its volumes in the order of its file. bounds: of level and movers [m]"""
    volumes, row = level.volumes, np.zeros(1, LEVEL)
    write_gravity_direction(row[0], level.gravity)
    row["low"], row["high"] = bounds
    row["border"] = BORDER_WIDTH * params.feet
    row["is_timed"] = any(isinstance(volume.effect, Finish) for volume in volumes)
    rows = np.zeros(len(volumes), VOLUME)  # np.array leaves old bytes behind the last field, and a page gets the bytes of a row
    for number, volume in enumerate(volumes):
        rows[number] = volume_row(volume)
    return Surroundings(row, rows, *wall_rows([v for v in volumes if isinstance(v.effect, MagicWall)], level.mesh, params))


COLLISION = 0.65  # part of the time that the collision module takes


def warm_up(progress: Progress = lambda fraction, text: None, alone: bool = False) -> None:
    """Compile the collision module and the player's tick, or load them from the cache. alone: True for this process alone"""
    with machine_code():
        collision.warm_up(lambda fraction, text: progress(COLLISION * fraction, text), alone)
        progress(COLLISION, "compiling the player")
        compile_tick()
    progress(1.0, "compiled")


def compile_tick() -> None:
    point: Any = nearby_of_point().mesh
    point.bounds, point.triangles = ((0.0,) * 3,) * 2, np.zeros((1, 3), np.int64)
    mover: Any = SimpleNamespace(mesh=point, triangles=point.triangles, motion=Motion(), fastest=0.0, range=point.bounds)
    mover.turns_view = False
    level: Any = SimpleNamespace(mesh=point, spawn=Spawn(ZERO), movers=(mover,), volumes=(), gravity=None)
    world = World(level, PlayerParams(), Rules.modern(), 60)
    world.predict(PlayerState((0.0, 0.0, 9.0)), Intent())
    mover.motion.pose(0.0)
    find_inside_kind(world.surroundings.volumes, KILL, np.zeros((1, 3)), 1.0, np.empty(1, np.bool_))


background_compiling.register_warm_up(__name__, warm_up.__name__)
