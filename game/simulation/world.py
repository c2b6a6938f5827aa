"""World: a level with its volumes and movers, and one whole tick of a player. A Simulation and a Crowd both use it."""

from operator import index
from typing import NamedTuple

import numpy as np

from ..collision import Nearby
from ..collision.engine.orientation_frame import frame_at, up_of
from ..collision.engine.vec3 import UP
from ..errors import InputError
from .advance import advance
from .environment.forces import Forces, change_flow, level_up
from .environment.orientation import reorient
from .environment.oriented_body import OrientedBody
from .environment.oriented_tick import OrientedTick, state_in_world
from .environment.respawn import at_rest, respawn_if_lost, respawn_point, was_teleported
from .environment.volumes import Volumes
from .movers.carrying import NO_RIDE, BaseMotion, apply_movers, update_base
from .movers.movers import Movers
from .movers.placement import position_outside_movers, standing_position
from .player.crouching import body_of, take_posture
from .state import Ground, Intent, PlayerState, Ride

LOWEST_RATE, HIGHEST_RATE = 30, 480


class PreparedTick(NamedTuple):
    """The inputs of the player's own part of a tick.

    state, intent: after movers, volumes and gravity, None: nothing had to be prepared; forces: on the player, None: empty air
    base, ride: the part of movers
    """

    state: PlayerState | None
    intent: Intent | None
    forces: Forces | None
    base: BaseMotion | None
    ride: Ride


class World:
    """A level with its movers and volumes, the player's parameters and rules. It keeps nothing of a run: states go in and out.

    level: Level, or anything with `mesh` and `spawn`, `movers` and `volumes` if there are any
    params: PlayerParams; rules: Rules; hz: ticks a second, 30..480
    refuse: a function of the caller: called with the state before each tick, returns the triangles that must not stop the player
    """

    def __init__(self, level, params, rules, hz, refuse=None):
        if refuse is not None and not callable(refuse):
            raise InputError(f"refuse must be a function of a state, or None, not {refuse!r}")
        self.level, self.mesh, self.params, self.refuse = level, level.mesh, params, refuse
        self.near, self.oriented = Nearby(self.mesh), None  # working memory
        movers = getattr(level, "movers", ())
        lows, highs = zip(self.mesh.bounds, *(mover.range for mover in movers))
        self.bounds = tuple(map(min, zip(*lows))), tuple(map(max, zip(*highs)))  # paths of movers included
        self.volumes = Volumes(level, params) if getattr(level, "volumes", ()) else None
        self._use_rate(hz)
        self.set_rules(rules)

    def __getstate__(self):
        """All but the working memory: a copy has its own."""
        return {name: value for name, value in vars(self).items() if name not in ("near", "oriented")}

    def __setstate__(self, state):
        vars(self).update(state, near=Nearby(state["mesh"]), oriented=None)

    def _use_rate(self, hz):
        """Use a tick rate [ticks a second]; the movers' poses belong to the ticks."""
        if not LOWEST_RATE <= hz <= HIGHEST_RATE:
            raise InputError(f"hz must be between {LOWEST_RATE} and {HIGHEST_RATE} ticks a second, not {hz!r}")
        self.hz, movers = hz, getattr(self.level, "movers", ())
        self.movers = Movers(movers, len(self.mesh.triangles), hz) if movers else None

    def set_rules(self, rules):
        """Change the rules from the next tick on; skin and slope limit are the player's."""
        self.rules = self.params.on(rules)

    def _use_params(self, params):
        if self.volumes is not None and params.radii != self.params.radii:
            self.volumes = Volumes(self.level, params)
        self.params = params

    # Positions

    def _centre_above(self, feet):
        """Position of the centre [m] of a player with its feet at a point, one skin above the floor."""
        return standing_position(self.mesh, feet, self.up_at(feet), self.params)

    def up_at(self, position):
        """Unit vector against gravity at a position [m]."""
        if self.volumes is None:
            return level_up(self.level, position)
        return self.volumes.up_at(position, self.volumes.containing(position))

    def body_in(self, state):
        """The player's ellipsoid in a state."""
        return body_of(state, self.params, self.rules)

    # One tick

    def next(self, before, intent):
        """Compute the tick after a state. Returns (the next PlayerState, PreparedTick)"""
        prepared = self.prepare(before, intent)
        after, touched = self._advance(prepared)
        return self.finish(before, after, intent, prepared, touched), prepared

    def trace(self, prepared):
        """The Trace of the sweeps of the last tick that `next` computed; a crowd makes none."""
        return self.near.trace() if prepared.state.frame is None else self.oriented.trace(prepared.state)

    def prepare(self, before, intent):
        """Run the stages before the player's own part: movers, forces of volumes, turn of the frame. Returns PreparedTick."""
        refused, refused_movers = self._refused_by_caller(before)
        start, base, ride = before, None, NO_RIDE
        if self.movers is not None:
            near, body, gravity = self.near, self.body_in(before), self._gravity_on_mover(before)
            moved = apply_movers(self.movers, near, self.mesh, body, before, self.params, gravity, refused_movers)
            start, base, ride = moved
        self.near.refused = self._refused_by_all(start, refused)
        forces, intent = self._forces_on(start, intent)
        start = change_flow(start, forces.flow) if forces else start
        start, intent = reorient(start, intent, forces.up if forces else UP, 1.0 / self.hz)
        return PreparedTick(start, intent, forces, base, ride)

    def _refused_by_caller(self, state):
        """Triangles that `refuse` lets the player pass in this tick: (mask (t,) over the mesh or None, numbers of movers)."""
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
        return mask, {self.movers.owner(triangle) for triangle in triangles if triangle >= in_mesh}

    def _gravity_on_mover(self, state):
        """Gravity that pulls a player towards the mover it stands on [m/s2]; in the air it does not matter."""
        if self.volumes is None or state.ground_body < 0:
            return self.params.gravity
        return self.volumes.forces_on(state, Intent(), 1.0 / self.hz)[0].gravity

    def _forces_on(self, state, intent):
        """The forces on the player: (Forces or None, the intent with the pace of its medium)."""
        if self.volumes is not None:
            return self.volumes.forces_on(state, intent, 1.0 / self.hz)
        up = level_up(self.level, state.position)
        return None if up == UP else Forces(self.params.gravity, up=up), intent

    def _refused_by_all(self, state, by_caller):
        """Mask (t,) of the triangles that one-way walls or the caller let the player pass in this tick, or None."""
        mask = self.volumes.one_way_walls.refused(state.position) if self.volumes else None
        if mask is None or by_caller is None:
            return by_caller if mask is None else mask
        return by_caller | mask

    def _advance(self, prepared):
        """The player's own part, in its frame when its up is not +z: (the next state, triangle touched last or -1)."""
        state, intent, forces = prepared[:3]
        if state.frame is None:
            return self._advance_upright(self.near, state, intent, forces)
        self.oriented = self.oriented or OrientedTick(self.mesh)
        forces = forces or Forces(self.params.gravity)
        near, local, local_forces = self.oriented.prepare(self.near, state, forces, self.params, 1.0 / self.hz)
        after, touched = self._advance_upright(near, local, intent, local_forces)
        return state_in_world(state, after), touched

    def _advance_upright(self, near, state, intent, forces):
        dt = 1.0 / self.hz
        state = take_posture(near, state, intent, self.params, self.rules, dt)
        return advance(near, self.body_in(state), state, intent, self.params.at(state.crouched), self.rules, dt, forces)

    def finish(self, before, after, intent, prepared, touched):
        """Run the stages after the player's own part: store its mover, apply volumes, respawn it if it is lost or crushed.

        before: the state at the tick's beginning; after: that of the player's own part; touched: triangle touched last, or -1
        """
        if self.movers is not None:
            gravity = prepared.forces.gravity if prepared.forces else self.params.gravity
            after = update_base(self.movers, before, prepared.state or before, after, prepared.base, touched, gravity)
        if self.volumes is not None:
            after = self.volumes.apply_effects(before, after, intent)
        if prepared.ride.crushed_by is not None:
            after = self._respawn_crushed(after)
        else:
            after = respawn_if_lost(after, self.bounds, self.params, self.volumes)
        return self._settle_in(after) if was_teleported(before, after) else after

    def _respawn_crushed(self, state):
        feet, _ = respawn_point(self.level, state, self.up_at)
        position = standing_position(self.mesh, feet, self.up_at(feet), self.params.at(state.crouched))
        return at_rest(state, position)._replace(ground=Ground.AIR, crushed=state.crushed + 1)

    def _settle_in(self, state):
        """The state after a teleport: upright, in no mover, with the volumes that contain it."""
        state = state._replace(frame=frame_at(self.up_at(state.position), state.frame))
        if self.movers is not None:
            body, params = OrientedBody(self.body_in(state), state.frame), self.params.at(state.crouched)
            position = position_outside_movers(self.movers, self.mesh, body, state.position, state.tick, params)
            state = state._replace(position=position)
        if self.volumes is None:
            return state
        return state._replace(inside=self.volumes.containing(state.position, up_of(state.frame), state.crouched))
