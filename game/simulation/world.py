"""What a player's ticks go by, and one whole tick: the same for the player of a Simulation and for each of a Crowd."""

from operator import index
from typing import NamedTuple

import numpy as np

from ..collision import Nearby
from ..collision.engine.frames import frame_at, up_of
from ..collision.engine.vec3 import UP
from ..errors import InputError
from .advance import advance
from .environment.forces import Surroundings, blown, up_in
from .environment.oriented_body import Stance
from .environment.oriented_tick import Turned, in_world
from .environment.reorientation import stood_up
from .environment.respawn import home, put_back, sent_to, was_put_back
from .environment.volumes import Volumes
from .movers.carrying import STILL, Carried, ridden, settled
from .movers.movers import Movers
from .movers.placement import in_no_mover, standing_at
from .player.crouching import body_of, take_posture
from .state import Ground, Intent, PlayerState, Ride

LOWEST_RATE, HIGHEST_RATE = 30, 480


class Begun(NamedTuple):
    """A tick before the player's own part of it.

    state, intent: as movers, volumes and gravity leave them; around: what is around him, None: empty air
    carried, ride: what movers did
    """

    state: PlayerState
    intent: Intent
    around: Surroundings | None
    carried: Carried | None
    ride: Ride


class Setting:
    """A level with its movers and volumes, the player's parameters and rules. It keeps nothing of a run: states go in and out.

    level: Level, or anything with `mesh` and `spawn`, `movers` and `volumes` if there are any
    params: PlayerParams; rules: Rules; hz: ticks a second, 30..480
    refuse: a rule of the caller's: called with the state before each tick, returns the triangles that must not stop the player
    """

    def __init__(self, level, params, rules, hz, refuse=None):
        if refuse is not None and not callable(refuse):
            raise InputError(f"refuse must be a function of a state, or None, not {refuse!r}")
        self.level, self.mesh, self.params, self.refuse = level, level.mesh, params, refuse
        self.near, self.turned = Nearby(self.mesh), None  # room to work in
        movers = getattr(level, "movers", ())
        lows, highs = zip(self.mesh.bounds, *(mover.range for mover in movers))
        self.bounds = tuple(map(min, zip(*lows))), tuple(map(max, zip(*highs)))  # movers' ways included
        self.volumes = Volumes(level, params) if getattr(level, "volumes", ()) else None
        self._run_at(hz)
        self.set_rules(rules)

    def __getstate__(self):
        """All but the room to work in: a copy has its own."""
        return {name: value for name, value in vars(self).items() if name not in ("near", "turned")}

    def __setstate__(self, state):
        vars(self).update(state, near=Nearby(state["mesh"]), turned=None)

    def _run_at(self, hz):
        """hz: ticks a second; the movers' places are worked out for each tick."""
        if not LOWEST_RATE <= hz <= HIGHEST_RATE:
            raise InputError(f"hz must lie between {LOWEST_RATE} and {HIGHEST_RATE} ticks a second, not {hz!r}")
        self.hz, movers = hz, getattr(self.level, "movers", ())
        self.movers = Movers(movers, len(self.mesh.triangles), hz) if movers else None

    def set_rules(self, rules):
        """Change the rules from the next tick on; skin and slope limit are the player's."""
        self.rules = self.params.on(rules)

    def _take_params(self, params):
        if self.volumes is not None and params.radii != self.params.radii:
            self.volumes = Volumes(self.level, params)
        self.params = params

    # Places

    def _above(self, feet):
        """Where the centre is when the feet are there, one skin above the floor."""
        return standing_at(self.mesh, feet, self.up_at(feet), self.params)

    def up_at(self, position):
        """Against gravity, a unit vector."""
        if self.volumes is None:
            return up_in(self.level, position)
        return self.volumes.up_at(position, self.volumes.holding(position))

    def body_in(self, state):
        """The player's ellipsoid in a state."""
        return body_of(state, self.params, self.rules)

    # One tick

    def next(self, before, intent):
        """The tick after a state. Returns (the next PlayerState, Begun)"""
        begun = self.begin(before, intent)
        after, touched = self._advance(begun)
        return self.end(before, after, intent, begun, touched), begun

    def trace(self, begun):
        """What the sweeps of the tick that `next` made last did, a Trace; a crowd does without."""
        return self.near.trace() if begun.state.frame is None else self.turned.trace(begun.state)

    def begin(self, before, intent):
        """What comes before the player's own part: movers move, volumes are asked, and he turns to where gravity pulls."""
        refused, open_movers = self._asked(before)
        start, carried, ride = self._let_movers_move(before, open_movers)
        self.near.refused = self._refused(start, refused)
        around, allowed = self._look_around(start, intent)
        start = blown(start, around.flow) if around else start
        start, allowed = stood_up(start, allowed, around.up if around else UP, 1.0 / self.hz)
        return Begun(start, allowed, around, carried, ride)

    def _asked(self, state):
        """What the caller's rule lets him pass in this tick: (mask (t,) of the mesh's triangles or None, numbers of movers)."""
        if self.refuse is None:
            return None, ()
        standing = len(self.mesh.triangles)
        count = self.movers.firsts[-1] if self.movers else standing
        answer = self.refuse(state)
        try:
            triangles = [index(triangle) for triangle in answer]
        except TypeError:
            raise InputError(f"refuse must return the numbers of triangles, () for none, not {answer!r:.80}") from None
        if triangles and not 0 <= min(triangles) <= max(triangles) < count:
            raise InputError(f"refuse: there are triangles 0 to {count - 1}, not {min(triangles)} to {max(triangles)}")
        mask = np.zeros(standing, dtype=np.uint8)
        mask[[triangle for triangle in triangles if triangle < standing]] = 1
        return mask, {self.movers.owner(triangle) for triangle in triangles if triangle >= standing}

    def _let_movers_move(self, before, refused):
        """The movers' part but for those `refused`: (state carried and pushed, Carried, Ride)."""
        if self.movers is None:
            return before, None, STILL
        gravity = self._gravity_on(before)
        return ridden(self.movers, self.near, self.mesh, self.body_in(before), before, self.params, gravity, refused)

    def _gravity_on(self, state):
        """What pulls a player on a mover towards it [m/s2]; in the air it does not matter."""
        if self.volumes is None or state.ground_body < 0:
            return self.params.gravity
        return self.volumes.around(state, Intent(), 1.0 / self.hz)[0].gravity

    def _look_around(self, state, intent):
        """The volumes' part: (Surroundings or None, the intent as far as they let it be)."""
        if self.volumes is not None:
            return self.volumes.around(state, intent, 1.0 / self.hz)
        up = up_in(self.level, state.position)
        return None if up == UP else Surroundings(self.params.gravity, up=up), intent

    def _refused(self, state, asked):
        """What must not stop the player in this tick, as Nearby takes it: by the level's magic walls and the caller's rule."""
        mask = self.volumes.magic.refused(state.position) if self.volumes else None
        if mask is None or asked is None:
            return asked if mask is None else mask
        return asked | mask

    def _advance(self, begun):
        """His own tick, the world turned round him when his up is not +z: (the next state, triangle touched last or -1)."""
        state, intent, around = begun[:3]
        if state.frame is None:
            return self._own_tick(self.near, state, intent, around)
        self.turned = self.turned or Turned(self.mesh)
        around = around or Surroundings(self.params.gravity)
        near, seen, seen_around = self.turned.enter(self.near, state, around, self.params, 1.0 / self.hz)
        after, touched = self._own_tick(near, seen, intent, seen_around)
        return in_world(state, after), touched

    def _own_tick(self, near, state, intent, around):
        dt = 1.0 / self.hz
        state = take_posture(near, state, intent, self.params, self.rules, dt)
        return advance(near, self.body_in(state), state, intent, self.params.at(state.crouched), self.rules, dt, around)

    def end(self, before, after, intent, begun, touched):
        """What comes after it: on which mover he is, in which volumes, and that he is put back when he was lost or crushed.

        before: the state at the tick's beginning; after: where his own part led; touched: triangle of its last contact, or -1
        """
        if self.movers is not None:
            gravity = begun.around.gravity if begun.around else self.params.gravity
            after = settled(self.movers, before, begun.state or before, after, begun.carried, touched, gravity)
        if self.volumes is not None:
            after = self.volumes.after(before, after, intent)
        if begun.ride.crushed_by is not None:
            after = self._crushed(after)
        else:
            after = put_back(after, self.bounds, self.params, self.volumes)
        return self._arrived(after) if was_put_back(before, after) else after

    def _crushed(self, state):
        """The state of who was crushed, where he goes on."""
        feet, _ = home(self.level, state, self.up_at)
        place = standing_at(self.mesh, feet, self.up_at(feet), self.params.at(state.crouched))
        return sent_to(state, place)._replace(ground=Ground.AIR, crushed=state.crushed + 1)

    def _arrived(self, state):
        """The state of whoever was put somewhere, as he is there: upright, in no mover, in what volumes hold him."""
        state = state._replace(frame=frame_at(self.up_at(state.position), state.frame))
        if self.movers is not None:
            told = self.movers, self.mesh, Stance(self.body_in(state), state.frame), state.position, state.tick
            state = state._replace(position=in_no_mover(*told, self.params.at(state.crouched)))
        if self.volumes is None:
            return state
        return state._replace(inside=self.volumes.holding(state.position, up_of(state.frame), state.crouched))
