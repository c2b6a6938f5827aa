"""The Simulation that is played: fixed ticks, pause, slow motion, films of stored ticks, undo and redo.

A film shows stored ticks one after the other, without simulating. A run that is replaced is stored as a branch and can be
restored. A cursor is the number of ticks from the displayed one to the newest. This module uses no renderer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import dist, gcd, pi
from typing import Any, NamedTuple

from ...collision import Ellipsoid, Rules
from ...core.input_errors import InputError
from ...core.right_forward_up_frame import Frame, up_of
from ...core.vec3 import Vector, along
from ...explain.rule_explanations import RuleAtWork
from ...explain.timeline_marks import Mark, MarkBook
from ...player.gravity_aligned_frame import interpolate
from ...simulation import Event, Intent, PlayerParams, PlayerState, Simulation, TickRecord, events_of
from ...simulation.respawn_and_portals import was_teleported
from ...simulation.simulation import Snapshot
from ...simulation.view_smoothing import Eyes, above_centre
from ...simulation.world import check_rate

MOST = 8  # branches kept. Fewer: after some changes the first cannot be undone; more: each takes up to 25 MB of memory


class StoredRun(NamedTuple):
    """A run that was replaced. `forks` are the ticks at which the run had left another branch, in ascending order."""

    run: Snapshot
    cursor: int
    forks: tuple[int, ...]


class Branches:
    """The branches of a Simulation: at most MOST replaced runs each. `forks` are the ticks of the current run's branching."""

    def __init__(self, sim: Simulation):
        self._sim = sim
        self._kept: deque[StoredRun] = deque(maxlen=MOST)
        self._undone: deque[StoredRun] = deque(maxlen=MOST)
        self.forks: tuple[int, ...] = ()

    def __len__(self) -> int:
        return len(self._kept)

    def keep(self, cursor: int, ticks: int) -> None:
        """Store the current run, whose last `ticks` ticks are about to be replaced. Undone runs can no longer be restored."""
        self._kept.append(self._now(cursor))
        self._undone.clear()
        fork = self._sim.state.tick - ticks
        self.forks = (*(earlier for earlier in self.forks if earlier < fork), fork)

    def replace_whole(self, cursor: int, begin: Callable[[], None]) -> None:
        """Store the current run, unless it has no ticks, and call `begin`, which begins another one from its start."""
        before = self._now(cursor) if self._sim.history else None
        begin()
        if before:
            self._kept.append(before)
            self._undone.clear()
        self.forks = ()

    def _now(self, cursor: int) -> StoredRun:
        return StoredRun(self._sim.snapshot(), cursor, self.forks)

    def undo(self, cursor: int = 0) -> int | None:
        """Restore the run that was replaced last. Return its cursor, or None. `redo` returns the cursor of the current run."""
        return self._change(self._kept, self._undone, cursor)

    def forget_undone(self) -> None:
        self._undone.clear()

    def redo(self, cursor: int = 0) -> int | None:
        """Restore the run that was undone last. Return its cursor, or None, as after a new branch."""
        return self._change(self._undone, self._kept, cursor)

    def _change(self, runs: deque[StoredRun], others: deque[StoredRun], cursor: int) -> int | None:
        """Restore the last of `runs`, and append the current run to `others`. Return the restored cursor, or None."""
        if not runs:
            return None
        others.append(self._now(cursor))
        run, cursor, self.forks = runs.pop()
        self._sim.load_snapshot(run)
        return cursor

    def replay(
        self, cursor: int, ticks: int, rules: Rules | None = None, params: PlayerParams | None = None, hz: int | None = None
    ) -> None:
        """Simulate the last `ticks` ticks again with other rules, parameters or ticks per second (hz), and keep the old run.

        A new rate clears the history, which then begins at the last time, at or before these ticks, that is a tick at both rates.
        Raises InputError without such a tick or if the rate is not valid. The run is then unchanged.
        """
        sim, before = self._sim, self._sim.hz
        hz, ticks = hz or before, min(ticks, len(sim.history))
        check_rate(hz)
        if hz != before:
            ticks = self._ticks_to_common_time(ticks, hz)
        if ticks or hz != before:
            self.keep(cursor, ticks)
        again = list(sim.history)[len(sim.history) - ticks :]
        sim.rewind(ticks)
        if hz != before:
            sim.set_rate(hz)
            self.forks = (sim.state.tick,)
        for tick in range(ticks * hz // before):
            record = again[tick * before // hz]
            self._set_rules(rules or record.rules, params or record.params)
            sim.tick(record.intent)
        self._set_rules(rules or sim.rules, params or sim.params)

    def _ticks_to_common_time(self, ticks: int, hz: int) -> int:
        """Return the least number of ticks, at least `ticks`, back to a tick at the rate `hz`. Raises InputError without one."""
        sim = self._sim
        every = sim.hz // gcd(sim.hz, hz)
        ticks += (sim.state.tick - ticks) % every
        if ticks > len(sim.history):
            raise InputError(f"{hz} ticks a second: no remembered tick is also a tick at that rate")
        return ticks

    def _set_rules(self, rules: Rules, params: PlayerParams) -> None:
        """Set rules and parameters of the Simulation, if they differ. Skin, slope limit and step height come from `params`."""
        sim, rules = self._sim, params.on(rules)
        if (params, rules) != (sim.params, sim.rules):
            sim.set_params(params)
            sim.set_rules(rules)


LONGEST_FRAME = 0.1  # [s] of simulation in one frame at most: after a hitch the game slows down and does not skip
MOST_IN_FRAME = 5  # ticks. Smaller: slow motion on slow machines; larger: slow machines become even slower
SLOWER = (1, 2, 4, 8, 16, 30, 60)  # times slower than normal speed, to choose from
NOT, FORWARD, BACKWARD = 0, 1, -1  # direction of the film of stored ticks, NOT: no film runs


class Session:
    """A Simulation that is played, with its clock, history and branches.

    on_tick(record, events): called for each new tick, except those that `branch` simulates again
    film: direction of the film that runs, FORWARD or BACKWARD, or NOT; slower: index in SLOWER of the clock's speed
    """

    sim: Simulation

    def __init__(self, sim: Simulation | None = None, on_tick: Callable[[TickRecord, Sequence[Event]], None] | None = None):
        self.sim = None  # type: ignore[assignment]  # until `begin`
        self._on_tick = on_tick or (lambda record, events: None)
        self.is_smooth_later = False  # True if the feel "smooth" comes back with the usual rules
        if sim is not None:
            self.begin(sim)

    def begin(self, sim: Simulation) -> None:
        self.sim = sim
        self.branches, self._book = Branches(sim), MarkBook()
        self._marked: tuple[tuple, Sequence[Mark]] = (0, 0, 0), ()  # (inputs of the marks, marks)
        self.paused, self.film, self._glances = False, NOT, False
        self.trial: RuleAtWork | None = None  # the rule that is switched off for the displayed and later ticks
        self.before_trial: TickRecord | None = None  # the displayed tick with that rule
        self.slower = 0
        self._behind = 0.0  # ticks from the displayed time to the end of the newest tick
        self._owed = 0.0  # [s] of simulated time that is due and not simulated yet
        self._eyes = Eyes(sim)

    @property
    def cursor(self) -> int:
        return int(self._behind)

    @property
    def live(self) -> bool:
        return not self.paused and self.film == NOT

    @property
    def speed(self) -> float:
        return 1.0 / SLOWER[self.slower]

    @property
    def record(self) -> TickRecord | None:
        history = self.sim.history
        return history[-1 - self.cursor] if history else None

    @property
    def newest(self) -> TickRecord | None:
        return self.sim.history[-1] if self.sim.history else None

    @property
    def state(self) -> PlayerState:
        return self.record.after if self.record else self.sim.state

    @property
    def rules(self) -> Rules:
        """The rules of the displayed tick. During play and before the first tick, those of the next tick."""
        return self.sim.rules if self.live or self.record is None else self.record.rules

    @property
    def params(self) -> PlayerParams:
        """The parameters of the displayed tick. During play and before the first tick, those of the next tick."""
        return self.sim.params if self.live or self.record is None else self.record.params

    @property
    def options(self) -> dict[str, Any]:
        return {"params": self.sim.params, "rules": self.sim.rules, "hz": self.sim.hz}

    @property
    def body(self) -> Ellipsoid:
        return self.record.body if self.record else self.sim.body

    # The clock

    def advance(self, seconds: float, next_intent: Callable[[], Intent | None]) -> int:
        """Simulate the ticks that are due after `seconds` [s], at most MOST_IN_FRAME, and return their number.

        A tick that pauses the game is the last, and so is one for which next_intent() returns None.
        """
        if self.paused:
            return 0
        self._owed += min(seconds, LONGEST_FRAME) * self.speed
        if self.film != NOT:
            return self._play_film()
        due, done = min(int(self._owed * self.sim.hz), MOST_IN_FRAME), 0
        while done < due and not self.paused and (intent := next_intent()):  # a tick may pause the game
            self._tick(intent)
            done += 1
        self._owed = min(self._owed - due / self.sim.hz, 1.0 / self.sim.hz)
        return done

    def _tick(self, intent: Intent) -> None:
        record = self.sim.tick(intent)
        events = events_of(record)
        self._book.enter(record, events)  # in each tick: all at once at a pause would cause a hitch
        self._on_tick(record, events)

    def _play_film(self) -> int:
        """Advance the film of stored ticks, which pauses at its end. Return 0, because no tick is simulated."""
        oldest = max(len(self.sim.history) - 1, 0)
        behind = self._behind - self.film * self._owed * self.sim.hz
        self._owed = 0.0
        if 0.0 < behind < oldest:
            self._behind = behind
        else:
            self.show_tick(0 if behind <= 0.0 else oldest)
        return 0

    def slow_down(self, places: int) -> None:
        """Make the clock slower by `places` entries of SLOWER. The simulated length of a tick does not change."""
        self.slower = max(0, min(self.slower + places, len(SLOWER) - 1))

    def pause(self) -> None:
        self.show_tick(self.cursor)

    def resume(self) -> bool:
        """Play on from the displayed tick, or after a glance from the newest. Return True if that replaces ticks (`undo`).

        A rule that was switched off for a trial is on again.
        """
        self.end_trial()
        self._behind = 0.0 if self._glances else self._behind
        branched = self.cursor > 0
        if branched:
            self.branches.keep(self.cursor, self.cursor)
            self.sim.rewind(self.cursor)
        self._behind, self.paused, self.film, self._glances = 0.0, False, NOT, False
        self._owed = 1.0 / self.sim.hz if self.sim.history else 0.0  # from the end of the tick shown
        return branched

    def restart(self) -> None:
        """Begin again at the spawn, at normal speed: a run in slow motion does not count."""
        self._play_from_start(self.sim.restart)
        self.slower = 0

    def begin_at(self, feet: Sequence[float], heading: float) -> None:
        """Restart with the feet at another position [m] and a heading [degrees]."""
        self._play_from_start(lambda: self.sim.begin_at(feet, heading))

    def _play_from_start(self, begin: Callable[[], None]) -> None:
        """Play the run that begin() begins, with an empty history. `undo` brings back the one before it."""
        self.end_trial()
        self.branches.replace_whole(self.cursor, begin)
        self._behind = 0.0
        self.resume()

    def move_eye_to(self, eye: Vector, heading: float) -> None:
        """Restart with the player's eyes at `eye` [m], or at a free position nearby, and with a heading [rad]."""
        params, before = self.sim.params, self.sim.state  # to which a fall out of the level leads back

        def begin() -> None:
            self.sim.teleport(along(eye, self.sim.up_at(eye), params.feet - params.eye_height), heading)
            self.sim.restore(self.sim.state.replace(stood=before.stood, stood_crouched=before.stood_crouched))

        self._play_from_start(begin)

    # The history

    def show_tick(self, cursor: int, glance: bool = False) -> None:
        """Pause and show the tick `cursor` ticks before the newest. If `glance` is True, `resume` plays on from the newest."""
        self.paused, self.film, self._owed, self._glances = True, NOT, 0.0, glance
        self._behind = float(max(0, min(cursor, len(self.sim.history) - 1)))

    def scrub(self, ticks: int) -> None:
        self.show_tick(self.cursor - ticks)

    def step(self, next_intent: Callable[[], Intent]) -> None:
        """Show the next tick, or simulate one with next_intent() after the newest, and pause."""
        if not self.cursor:
            self._tick(next_intent())
        self.scrub(1)

    def play_film(self, direction: int) -> None:
        """Play a film of stored ticks, FORWARD or BACKWARD from the displayed tick, at the clock's speed."""
        self.paused, self.film, self._owed = False, direction, 0.0

    # Branches

    def branch(self, rules: Rules | None = None, params: PlayerParams | None = None, hz: int | None = None) -> None:
        """Change rules, parameters or ticks per second (hz). Raises InputError if a value is not valid.

        In a pause or a film, the displayed and all later ticks are simulated again, and `undo` restores them. A new hz starts a
        new history. Otherwise the change is valid from the next tick on.
        """
        self.end_trial()
        cursor, before = self.cursor, self.sim.hz
        self.branches.replay(cursor, 0 if self.live else cursor + 1, rules, params, hz)
        if not self.live:
            self.show_tick(cursor * self.sim.hz // before, self._glances)

    def params_for(self, at_once: bool) -> PlayerParams:
        """Return the player's parameters, with the feel "exact" instead of "smooth" by rules that set the speed at once.

        In the paper, the velocity of each tick is the wished one. By its rules, a body that speeds up stays below the first step.
        """
        feel, comes_back = self.params.feel, self.is_smooth_later and not at_once
        self.is_smooth_later = at_once and (self.is_smooth_later or feel == "smooth")
        if at_once and feel == "smooth":
            return self.params.with_feel("exact")
        return self.params.with_feel("smooth") if comes_back and feel == "exact" else self.params

    def begin_trial(self, rule: RuleAtWork) -> float:
        """Simulate the displayed and all later ticks again without a rule, until `end_trial` or another change of the run.

        Return how far the newest tick is then from where it was [m].
        """
        before, displayed = self.sim.state.position, self.record
        self.branch(rules=replace(self.rules, **rule.off))
        self.trial, self.before_trial = rule, displayed
        return dist(before, self.sim.state.position)

    def end_trial(self) -> bool:
        """Restore the run, and the rules, from before a trial, for good. Return False if there is none."""
        if self.trial is None:
            return False
        self.trial = self.before_trial = None
        self._show_run(self.branches.undo(self.cursor))
        self.branches.forget_undone()
        return True

    def undo(self) -> bool:
        """Restore the run that was replaced last, paused at the tick that it displayed. Return False if there is none."""
        return self.end_trial() or self._show_run(self.branches.undo(self.cursor))

    def redo(self) -> bool:
        """Restore the run that was undone last, and pause. Return False if there is none, or after a new branch."""
        return self._show_run(self.branches.redo(self.cursor))

    def _show_run(self, cursor: int | None) -> bool:
        if cursor is not None:
            self.show_tick(cursor, self._glances)
        return cursor is not None

    def marks(self) -> Sequence[Mark]:
        """Return the timeline's marks of all stored events and branches. The list stays the same object until ticks change."""
        now = self.sim.history[-1] if self.sim.history else None, self.sim.past, self.branches.forks
        if any(a is not b for a, b in zip(self._marked[0], now)):
            self._marked = now, self._book.read(self.sim.history, self.branches.forks)
        return self._marked[1]

    # The state to show

    @property
    def part(self) -> float:
        """The fraction of the displayed tick that has passed at the displayed time, 0..1."""
        if self.live:
            return self._owed * self.sim.hz
        return 1.0 - (self._behind - self.cursor)

    def view_turn(self) -> float:
        """Return the angle [rad], positive to the left, by which the newest tick, and not the user, turned the player's view."""
        if not self.sim.history:
            return 0.0
        record = self.sim.history[-1]
        if record.intent.heading is None:
            return record.after.heading - record.before.heading
        return record.ride.turn + record.after.heading - record.intent.heading

    def time(self) -> float:
        return (self.record.before.tick + self.part if self.record else self.state.tick) / self.sim.hz

    def position(self) -> Vector:
        """Return the body's centre [m] at the displayed time, interpolated unless the tick has ended or has a teleport."""
        if (ends := self._ends()) is None:
            return self.state.position
        x, y, z = (self._between(a, b) for a, b in zip(ends[0].position, ends[1].position))
        return x, y, z

    def _ends(self) -> tuple[PlayerState, PlayerState] | None:
        """Return the states between which a state is displayed, or None if `state` is displayed as it is."""
        record = self.record
        if self.part == 1.0 or record is None or was_teleported(record.before, record.after):
            return None
        return record.before, record.after

    def _between(self, before: float, after: float) -> float:
        return before + (after - before) * self.part

    def heading(self) -> float:
        if (ends := self._ends()) is None:
            return self.state.heading
        before, after = ends[0].heading, ends[1].heading
        return self._between(before, before + (after - before + pi) % (2.0 * pi) - pi)

    def frame(self) -> Frame | None:
        """Return the player's axes right, forward, up, interpolated like `position`, or None if its up is +z."""
        ends = self._ends()
        if ends is None or ends[0].frame is ends[1].frame:
            return self.state.frame
        return interpolate(ends[0].frame, ends[1].frame, self.part)

    def eye(self) -> Vector:
        """Return the position of the player's eyes [m] at the displayed time. Their height is smoothed at steps."""
        up, record = up_of(self.frame()), self.record
        if record is None:
            return along(self.position(), up, above_centre(self.state, self.sim.params))
        above = self._between(*(above_centre(state, record.params) for state in (record.before, record.after)))
        return along(self.position(), up, above + self._between(*(eye.above for eye in self._eyes.before_and_after(self.cursor))))
