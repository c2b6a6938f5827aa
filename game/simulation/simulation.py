"""Simulation: the one mutable object. A level, a player in it, and the history of his ticks."""

from math import isfinite, radians
from numbers import Integral
from time import perf_counter_ns
from typing import NamedTuple

from ..collision import Rules
from ..collision.engine.frames import frame_at, up_of
from ..collision.engine.vec3 import along
from ..collision.mesh.validation import FARTHEST
from ..errors import InputError
from .history import Past
from .params import PlayerParams
from .race import clock_text, run_seconds
from .state import Ground, PlayerState, StepRecord
from .world import Setting

HISTORY = 7200  # records kept: two minutes at 60 ticks a second; more only costs memory
MOST_RECORDS = 10**9  # more is a slip of the keyboard


class Saved(NamedTuple):
    """A run at one of its ticks, with all that is remembered of it."""

    hz: int
    params: PlayerParams
    rules: Rules
    state: PlayerState
    past: Past


class Simulation(Setting):
    """A level in which a player is moved by fixed ticks.

    level: Level, or anything with `mesh` and `spawn`, `movers` and `volumes` if there are any
    params: PlayerParams; rules: Rules; hz: ticks a second, 30..480
    history: how many of the newest records are kept, 0 to MOST_RECORDS; of 0 one
    refuse: a rule of the caller's: called with the state before each tick, returns the triangles that must not stop the player
    A copy goes on by itself; it shares the level unless it is a deep one or was pickled. Raises InputError by name.
    """

    def __init__(self, level, params=None, rules=None, hz=60, history=HISTORY, refuse=None):
        super().__init__(level, params or PlayerParams(), rules or Rules.modern(), hz, refuse)
        if not isinstance(history, Integral) or not 0 <= history <= MOST_RECORDS:
            raise InputError(f"history must be a whole number of records, 0 to {MOST_RECORDS}")
        self._remembered = max(int(history), 1)
        self.restart()

    def __getstate__(self):
        return super().__getstate__() | {"past": self.past.copy()}

    # What a run goes by

    def set_params(self, params):
        """Change the player from the next tick on. params: PlayerParams; however high he becomes, his feet stay there."""
        taller = params.at(self.state.crouched).feet - self.params.at(self.state.crouched).feet
        if taller:
            position = along(self.state.position, up_of(self.state.frame), taller)
            self.state = self.state._replace(position=position)
        self._take_params(params)
        self.set_rules(self.rules)

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

    def teleport(self, position, heading=0.0):
        """Put the player's centre at `position` [m], at rest, looking along `heading` [rad]; the history begins anew."""
        position = tuple(float(x) for x in position)
        if len(position) != 3 or not all(abs(x) <= FARTHEST for x in position) or not isfinite(heading):
            limits = f"a position is three numbers of at most {FARTHEST:g} [m] and a heading a finite one [rad]"
            raise InputError(f"{limits}, not {position!r}, {heading!r}")
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

    @property
    def time(self):
        """Seconds since the start."""
        return self.state.tick / self.hz

    def tick(self, intent):
        """Move the player by one tick. Returns its StepRecord, which also goes into the history."""
        check_intent(intent)
        begun, before = perf_counter_ns(), self.state
        self.state, made = self.next(before, intent)
        trace = self.trace(made)
        microseconds = (perf_counter_ns() - begun) / 1000.0
        moved = self.state.tick, before, intent, trace, self.state, microseconds, made.ride
        earlier = self.history[-1].trace if self.history else None
        record = StepRecord(*moved, earlier, self.mesh.surfaces, self.params, self.rules, self.movers)
        self.past.add(record)
        return record

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
    """Refuse what would spoil the state for ever: InputError unless wish and heading are numbers, the wish's within FARTHEST."""
    x, y = intent.wish
    if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST) or (intent.heading is not None and not isfinite(intent.heading)):
        limits = f"an intent's wish must be numbers of at most {FARTHEST:g} and its heading a finite one"
        raise InputError(f"{limits}, not {intent.wish!r}, {intent.heading!r}")
