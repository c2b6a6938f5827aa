"""Simulation: the one mutable object. A level, a player in it, and the history of his ticks."""

from math import hypot, isfinite, radians
from time import perf_counter_ns
from typing import NamedTuple

import numpy as np

from ..collision import Nearby, Rules
from ..collision.frame import frame_at, up_of
from ..collision.vec3 import UP, along
from ..errors import InputError
from .advance import advance
from .frame import above
from .lost import home, put_back, sent_to
from .movers import Movers
from .params import PlayerParams
from .past import Past
from .posture import body_of, take_posture
from .riding import STILL, ridden, settled
from .standing_up import stood_up
from .state import Ground, PlayerState, StepRecord
from .surroundings import Surroundings, up_in
from .timed_run import clock_text, run_seconds
from .turned import Turned
from .volumes import Volumes

HISTORY = 7200  # records kept: two minutes at 60 ticks a second; more only costs memory
LOWEST_RATE, HIGHEST_RATE = 30, 480


class Saved(NamedTuple):
    """A run at one of its ticks, with all that is remembered of it."""

    hz: int
    params: PlayerParams
    rules: Rules
    state: PlayerState
    past: Past


class Simulation:
    """A level in which a player is moved by fixed ticks.

    level: Level, or anything with `mesh` and `spawn`, `movers` and `volumes` if there are any
    params: PlayerParams; rules: Rules; hz: ticks a second, 30..480
    history: how many of the newest records are kept
    refuse: a rule of the caller's: called with the state before each tick, returns the triangles that must not stop the player
    """

    def __init__(self, level, params=None, rules=None, hz=60, history=HISTORY, refuse=None):
        self.level, self.mesh = level, level.mesh
        self.params = params or PlayerParams()
        self._remembered = max(history, 1)
        self.near, self.turned = Nearby(self.mesh), None
        movers = getattr(level, "movers", ())
        lows, highs = zip(self.mesh.bounds, *(mover.range for mover in movers))
        self.bounds = tuple(map(min, zip(*lows))), tuple(map(max, zip(*highs)))  # movers' ways included
        self.volumes = Volumes(level, self.params) if getattr(level, "volumes", ()) else None
        self.refuse = refuse
        self._run_at(hz)
        self.set_rules(rules or Rules.modern())
        self.restart()

    # What a run goes by

    def _run_at(self, hz):
        """hz: ticks a second; the movers' places are worked out for each tick."""
        if not LOWEST_RATE <= hz <= HIGHEST_RATE:
            raise InputError(f"hz must lie between {LOWEST_RATE} and {HIGHEST_RATE} ticks a second, not {hz!r}")
        self.hz, movers = hz, getattr(self.level, "movers", ())
        self.movers = Movers(movers, len(self.mesh.triangles), hz) if movers else None

    def set_rules(self, rules):
        """Change the rules from the next tick on; skin and slope limit are the player's."""
        self.rules = self.params.on(rules)

    def set_params(self, params):
        """Change the player from the next tick on. params: PlayerParams; however high he becomes, his feet stay there."""
        taller = params.at(self.state.crouched).feet - self.params.at(self.state.crouched).feet
        if taller:
            position = along(self.state.position, up_of(self.state.frame), taller)
            self.state = self.state._replace(position=position)
        self._take_params(params)
        self.set_rules(self.rules)

    def _take_params(self, params):
        if self.volumes is not None and params.radii != self.params.radii:
            self.volumes = Volumes(self.level, params)
        self.params = params

    def set_rate(self, hz):
        """Change the ticks a second from the next tick on; the history begins anew. InputError between two ticks of that rate."""
        tick = self.state.tick * hz
        if tick % self.hz:
            raise InputError(f"tick {self.state.tick} at {self.hz} a second lies between two ticks at {hz} a second")
        before = self.hz
        self._run_at(hz)
        started, finished = (round(t * hz / before) if t >= 0 else t for t in (self.state.started, self.state.finished))
        self.restore(self.state._replace(tick=tick // before, started=started, finished=finished))

    # Where a run begins, and going back in it

    def restart(self):
        """Begin again where the level's spawn is."""
        self.begin_at()

    def begin_at(self, feet=None, heading=None):
        """Begin with the feet [m] and the heading [degrees] given, or the level's where None."""
        angle = self.level.spawn.heading if heading is None else radians(heading)
        self.teleport(self._above(feet or self.level.spawn.feet), angle)

    def _above(self, feet):
        """Where the centre is when the feet are there, one skin above the floor."""
        return above(feet, self.up_at(feet), self.params)

    def up_at(self, position):
        """Against gravity, a unit vector."""
        if self.volumes is None:
            return up_in(self.level, position)
        return self.volumes.up_at(position, self.volumes.holding(position))

    def teleport(self, position, heading=0.0):
        """Put the player's centre at `position` [m], at rest, looking along `heading` [rad]; the history begins anew."""
        position = tuple(float(x) for x in position)
        if len(position) != 3 or not all(isfinite(x) for x in (*position, heading)):
            raise InputError(f"a position is three finite numbers [m] and a heading one [rad], not {position!r}, {heading!r}")
        frame = frame_at(self.up_at(position))
        self.restore(PlayerState(position=position, heading=float(heading), frame=frame))

    def restore(self, state):
        """Go on from a state saved earlier; the history begins anew."""
        self.state = state
        self.past = Past(state, self._remembered, self.movers is not None)

    @property
    def history(self):
        """The newest StepRecords, the oldest of them first."""
        return self.past.records

    def rewind(self, ticks):
        """Go back by so many ticks, 0..len(history): all is as it was then, and what came after is forgotten."""
        if not 0 <= ticks <= len(self.history):
            raise InputError(f"going back {ticks} ticks is not possible: {len(self.history)} are remembered")
        if ticks:
            first = self.past.take_back(ticks)
            self.state = first.before
            self._go_by(first.params, first.rules)

    def _go_by(self, params, rules):
        """Take up what a run went by: these PlayerParams, and Rules with what is the player's in them already."""
        self._take_params(params)
        self.rules = rules

    def saved(self):
        """The run as it is now, for `bring_back`."""
        return Saved(self.hz, self.params, self.rules, self.state, self.past.copy())

    def bring_back(self, saved):
        """Go on from what `saved` returned, as often as you like."""
        if saved.hz != self.hz:
            self._run_at(saved.hz)
        self._go_by(saved.params, saved.rules)
        self.state, self.past = saved.state, saved.past.copy()

    @property
    def body(self):
        """The player's ellipsoid now."""
        return self.body_in(self.state)

    def body_in(self, state):
        """The player's ellipsoid in a state."""
        return body_of(state, self.params, self.rules)

    @property
    def time(self):
        """Seconds since the start."""
        return self.state.tick / self.hz

    def tick(self, intent):
        """Move the player by one tick. Returns its StepRecord, which also goes into the history."""
        check_intent(intent)
        begun = perf_counter_ns()
        before, dt = self.state, 1.0 / self.hz
        start, carried, ride = self._let_movers_move(self.body, before)
        around, allowed = self._look_around(start, intent)
        start, allowed = stood_up(start, allowed, around.up if around else UP, dt)
        after, trace = self._advance(start, allowed, around)
        self.state = self._come_to_rest(before, after, intent, carried, ride, trace)
        microseconds = (perf_counter_ns() - begun) / 1000.0
        earlier, by = self.history[-1].trace if self.history else None, (self.params, self.rules)
        told = self.state.tick, before, intent, trace, self.state, microseconds, ride, earlier, self.mesh.surfaces, *by
        self.past.add(record := StepRecord(*told))
        return record

    def _let_movers_move(self, body, before):
        """The movers' part of a tick, before the player's own: (state carried and pushed, Carried, Ride)."""
        if self.movers is None:
            return before, None, STILL
        return ridden(self.movers, self.near, self.mesh, body, before, self.params)

    def _look_around(self, state, intent):
        """The volumes' part before the player's own: (Surroundings or None, the intent as far as they let it be)."""
        self.near.refused = self._refused(state)
        if self.volumes is not None:
            return self.volumes.around(state, intent, 1.0 / self.hz)
        up = up_in(self.level, state.position)
        return None if up == UP else Surroundings(self.params.gravity, up=up), intent

    def _advance(self, state, intent, around):
        """The player's own tick: (the next state, its Trace), the world turned round him when his up is not +z."""
        if state.frame is None:
            return self._own_tick(self.near, state, intent, around), self.near.trace()
        self.turned = self.turned or Turned(self.mesh)
        around = around or Surroundings(self.params.gravity)
        near, seen, seen_around = self.turned.enter(self.near, state, around, self.params, 1.0 / self.hz)
        return self.turned.leave(state, self._own_tick(near, seen, intent, seen_around))

    def _own_tick(self, near, state, intent, around):
        dt = 1.0 / self.hz
        state = take_posture(near, state, intent, self.params, self.rules, dt)
        return advance(near, self.body_in(state), state, intent, self.params.at(state.crouched), self.rules, dt, around)

    def _refused(self, state):
        """What must not stop the player in this tick, as Nearby takes it: by the level's magic walls and the caller's rule."""
        mask = self.volumes.magic.refused(state.position) if self.volumes else None
        if self.refuse is None:
            return mask
        asked = np.zeros(len(self.mesh.triangles), dtype=np.uint8)
        asked[list(self.refuse(state))] = 1
        return asked if mask is None else asked | mask

    def _come_to_rest(self, before, after, intent, carried, ride, trace):
        """The state at the end of a tick: on which mover, in which volumes, and put back when he was lost or crushed."""
        if self.movers is not None:
            after = settled(self.movers, before, after, carried, trace.contacts)
        if before.ground == after.ground == Ground.FLOOR:
            after = after._replace(walked=before.walked + hypot(*after.walk) / self.hz)
        if self.volumes is not None:
            after = self.volumes.after(before, after, intent)
        if ride.crushed_by is not None:
            feet, _ = home(self.level, after)
            crushed = sent_to(after, self._above(feet))._replace(ground=Ground.AIR, crushed=after.crushed + 1)
            return self._upright(crushed)
        back = put_back(after, self.bounds, self.params, self.volumes)
        return after if back is after else self._upright(back)

    def _upright(self, state):
        """The state of a player who was put somewhere, standing as gravity wants it there."""
        return state._replace(frame=frame_at(self.up_at(state.position), state.frame))

    def state_hash(self):
        """Hash of all states since the start (16 hexadecimal digits): equal for equal runs, on every run."""
        return self.past.hash()

    def summary(self):
        """Where the run led, in one line."""
        x, y, feet = along(self.state.position, up_of(self.state.frame), -self.params.at(self.state.crouched).feet)
        run = f"; finished in {clock_text(run_seconds(self.state, self.hz))}" if self.state.finished >= 0 else ""
        deaths = f"; died {self.state.deaths} times" if self.state.deaths else ""
        crushed = f"; crushed {self.state.crushed} times" if self.state.crushed else ""
        returns = f"; fell out of the level and was put back {self.state.returns} times" if self.state.returns else ""
        shares = ", ".join(f"{self.past.grounds[ground]} {ground.name.lower()}" for ground in Ground)
        return (
            f"{self.level.name}: {self.state.tick} ticks at {self.hz} a second; feet at {x:.4f}, {y:.4f}, {feet:.4f}; "
            f"on {self.state.ground.name.lower()} (ticks: {shares}){returns}{deaths}{crushed}{run}"
        )


def check_intent(intent):
    """A wish that is not two finite numbers would spoil the state for ever, so it is refused."""
    x, y = intent.wish
    if not (isfinite(x) and isfinite(y)) or (intent.heading is not None and not isfinite(intent.heading)):
        raise InputError(f"an intent's wish and heading must be finite numbers, not {intent.wish!r}, {intent.heading!r}")
