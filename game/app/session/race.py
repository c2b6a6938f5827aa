"""The race: its results with medals and split times, ghosts, and the run of a tour or a rival."""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from math import dist, inf
from time import monotonic
from typing import NamedTuple

from ...collision import Rules
from ...core.input_errors import InputError
from ...level import Level
from ...level.contents.volume import Finish
from ...player.player_params import FEELS
from ...simulation import Intent, PlayerParams, PlayerState, Recording, Simulation, TickRecord, parse_script
from ...simulation.race_clock_and_medals import MEDALS, checkpoint_message, clock_text, finish_of, medal_of, run_seconds
from ...simulation.simulation import History
from .saved_progress import BestRun, Ghost, load_best, path_of, row_of

RECORDING = "it is a recording"  # the reason why a run with ticks of a recording or a script does not count
ELSEWHERE = "it began again, not at the start"  # the reason why a run that begins far from the spawn does not count
CHANGED = "you changed "  # begins the reason why a run by other rules does not count; a restart keeps these rules
UNCHANGED = "with the usual rules and player"
STOPPED, SLOWED = "time stood still", "time was slowed down"  # reasons why a run does not count
UNCOUNTED = "this run does not count:"


class RaceResult(NamedTuple):
    seconds: float  # duration of the run [s]
    splits: tuple[tuple[int, float], ...]  # ((index of a checkpoint's volume, time of the run [s]), ...)
    before: "BestRun | None"  # the best run before this one, or None
    reason: str  # why the run does not count, or "" if it does
    finish: Finish
    respawns: int = 0  # number of the player's respawns before the finish, in this run and earlier

    @property
    def is_replay(self) -> bool:
        return self.reason == RECORDING

    @property
    def medal(self) -> str | None:
        return None if self.reason else medal_of(self.finish, self.seconds)

    @property
    def is_best(self) -> bool:
        return not self.reason and (self.before is None or self.seconds < self.before.seconds)


def respawn_count(state: PlayerState) -> int:
    return state.deaths + state.crushed + state.returns


def result_rows(result: RaceResult) -> list[tuple[str, str, float | None]]:
    """Return the card's rows (name, time as text, seconds behind the best run or None), none for a run that does not count."""
    if result.reason and not result.is_replay:
        return []
    best = dict(result.before.splits) if result.before else {}
    ends = [(f"checkpoint {place}", time, best.get(number)) for place, (number, time) in enumerate(result.splits, 1)]
    ends.append(("finish", result.seconds, result.before.seconds if result.before else None))
    return [(name, clock_text(time), None if then is None else time - then) for name, time, then in ends]


def delta_text(seconds: float) -> str:
    return f"{seconds:+.2f}"


def uncounted_message(reason: str) -> str:
    return f"{UNCOUNTED} {reason}. {UNCHANGED + ', ' if reason.startswith(CHANGED) else ''}{{restart}}: start again"


def verdict_lines(result: RaceResult) -> tuple[str, ...]:
    """Return the lines of text on the card with a result: verdict and next aim, or why the run does not count and what would."""
    if result.is_replay:
        return f"{UNCOUNTED} {result.reason}", "now run it yourself"
    if result.reason:
        return UNCOUNTED, result.reason, *((f"{UNCHANGED}:",) if result.reason.startswith(CHANGED) else ())
    if result.before is None:
        return "your first time", next_medal_text(result)
    return "your best" if result.is_best else f"your best is {clock_text(result.before.seconds)}", next_medal_text(result)


def next_medal_text(result: RaceResult) -> str:
    """Return the aim after a run that counts: the next better medal, or with the best one a run faster than the ghost."""
    better = [medal for medal in MEDALS if getattr(result.finish, medal) < result.seconds]
    if not better:
        return "now beat your ghost"
    medal = better[-1]
    return f"for {medal}: {clock_text(result.seconds - getattr(result.finish, medal))} faster"


EVERY = 3  # ticks between two rows of a track. More: the ghost cuts corners; fewer: larger files


PLAYERS = {feel: PlayerParams().with_feel(feel) for feel in FEELS}  # only runs with these and the default rules are compared
RULES = PlayerParams().on(Rules.modern())


def unusual_fields(params: PlayerParams, rules: Rules, feel: str) -> list[str]:
    """Return the names of the parameters and rules that are not those of a race by a feel."""
    usual = PLAYERS.get(feel, PLAYERS["smooth"])
    if (params, rules) == (usual, RULES):
        return []
    pairs = (params, usual), (rules, RULES)
    names = [f.name for own, other in pairs for f in fields(own) if getattr(own, f.name) != getattr(other, f.name)]
    return [name.replace("_", " ") for name in names]


def changed_text(record: TickRecord, feel: str) -> str:
    """Return why a tick is none of a run that counts by a feel: the names of what was changed. "" if nothing was."""
    names = unusual_fields(record.params, record.rules, feel)
    if not names:
        return ""
    if record.params.feel in FEELS and record.rules == RULES and not unusual_fields(record.params, RULES, record.params.feel):
        return f"{CHANGED}the feel during the run"
    words = ", ".join(names[:MOST_NAMES])
    return f"{CHANGED}{words}" + (" and more" if len(names) > MOST_NAMES else "")


MOST_NAMES = 2  # in the reason why a run does not count. More: the line does not fit the card
WENT_BACK = "you went back in time"  # the reason why a run with a rewind does not count
START_RADIUS = 1.0  # [m] around the spawn; a run that begins elsewhere does not count


def paced(run: BestRun, seconds: float) -> BestRun:
    """Return a run slowed down or hurried so that it takes so many seconds."""
    factor = seconds / run.seconds
    splits = tuple((number, time * factor) for number, time in run.splits)
    return replace(run, seconds=seconds, step=run.step * factor, splits=splits)


class RaceTracker:
    """The times, messages and medal of the player's run. `reason` says why the run does not count, or is "".

    chosen_ghost(): returns a name in GHOSTS
    rival: the run of a file that the user races against, or None
    tour: the run of the level's tour, which gives the ghosts of medals, or None until it is known
    run, past: the last run that reached the finish, whether it counts or not, and its history at the finish
    """

    def __init__(self, sim: Simulation, chosen_ghost: Callable[[], str] = lambda: "own"):
        self._sim, self._chosen_ghost = sim, chosen_ghost
        self.rival: BestRun | None = None
        self.tour: BestRun | None = None
        self.run: BestRun | None = None
        self.past: History | None = None
        self.ghost_name = ""
        self._track: list[tuple[float, ...]] = []
        self._splits: list[tuple[int, float]] = []
        self._last: TickRecord | None = None  # of the last tick
        self.reason = ""
        self.finish = finish_of(sim.level)
        self.feel = sim.params.feel  # of the run
        self.best = self._load_best()
        self.ghost = self._choose_ghost()  # at the start of this run, or None
        self.result: RaceResult | None = None  # of the last finished run, or None

    @property
    def level(self) -> Level:
        return self._sim.level

    def _choose_ghost(self) -> BestRun | None:
        """Return the ghost that the user has chosen, and store its name. Without a run of one's own it is that of silver."""
        kind = self._chosen_ghost()
        if self.rival is not None:
            self.ghost_name = "the ghost"
            return self.rival
        if kind == "own" and self.best is not None:
            self.ghost_name = "your best"
            return self.best
        if kind == "off" or self.tour is None or self.finish is None:
            return None
        self.ghost_name = kind if kind in MEDALS else "silver"
        return paced(self.tour, getattr(self.finish, self.ghost_name))

    def _load_best(self) -> BestRun | None:
        level = self._sim.level
        return load_best(path_of(level.name, self.feel), level.hash) if self.finish and self.feel in FEELS else None

    @property
    def is_replay(self) -> bool:
        return self.reason == RECORDING

    def disturb(self, reason: str) -> str | None:
        """Let the present run not count for a reason, STOPPED or SLOWED. Return the message, or None if nothing changes."""
        state = self._sim.state
        if self.finish is None or self.reason or state.started < 0 or state.finished >= 0:
            return None
        self.reason = reason
        return uncounted_message(reason)

    def update(self, record: TickRecord, is_players: bool = True) -> str | None:
        """Add one tick to the run. Return a message for the user, or None.

        There is one for a checkpoint, for the end, and once it is known that the run does not count. Such a run has none at its
        end. is_players: False for a tick of a recording or a script, with which a run gets no medal and is not stored
        """
        if record.before.started < 0 and not record.follows(self._last):  # a restart, or the player was put elsewhere
            self.reason = ""
        after, counted = record.after, not self.reason
        finished = self._update_run(record, is_players)
        if finished is not None:
            return finished
        words = self._reach_checkpoint(after) if after.checkpoint > record.before.checkpoint else None
        if counted and self.reason and is_players and after.finished < 0:
            return uncounted_message(self.reason)
        return words

    def resume(self, other: "RaceTracker") -> str | None:
        """Continue the timed run of another RaceTracker whose Simulation was replaced. Return a message, or None."""
        self._track, self._splits, self.reason, self.ghost, self.result = (
            other._track, other._splits, other.reason, other.ghost, other.result,
        )  # fmt: skip
        state = self._sim.state
        if self.finish is None or state.started < 0 or state.finished >= 0:
            return None
        return f"your run goes on at {clock_text(run_seconds(state, self._sim.hz))} as soon as you walk"

    def _update_run(self, record: TickRecord, is_players: bool) -> str | None:
        """Add one tick to the timed run. Return the message for its end, or None."""
        after, went_back = record.after, not record.follows(self._last)
        self._last = record
        if self.finish is None:
            return None
        if record.before.started < 0:  # in each tick before the first input, so that a restart forgets the run before it
            is_elsewhere = dist(record.before.position[:2], self._sim.level.spawn.at[:2]) >= START_RADIUS
            if record.params.feel != self.feel:
                self.feel = record.params.feel
                self.best = self._load_best()
            self._track, self._splits, self.ghost, went_back = [], [], self._choose_ghost(), False
            self.reason = ELSEWHERE if is_elsewhere else ""
        if after.started < 0:
            return None
        if not is_players:
            self.reason = RECORDING
        elif not self.reason:
            self.reason = WENT_BACK if went_back else changed_text(record, self.feel)
        ended = record.before.finished < 0 <= after.finished
        if after.finished < 0 or ended:
            if (record.tick - after.started - 1) % EVERY == 0:
                self._track.append(row_of(record.before))
        return self._finish_run(after) if ended else None

    def _reach_checkpoint(self, state: PlayerState) -> str:
        """Return the message for the last checkpoint in a PlayerState. In a timed run that goes on, store its split time."""
        number, level = state.checkpoint, self._sim.level
        if self.finish is None or state.finished >= 0:
            return checkpoint_message(level, number)
        seconds = run_seconds(state, self._sim.hz)
        self._splits.append((number, round(seconds, 4)))
        return checkpoint_message(level, number, seconds, self.delta(number), self.ghost_name)

    def _finish_run(self, state: PlayerState) -> str | None:
        """Make the result of the run that ends, and save a best run. Return a message if it counts or is a replay."""
        seconds, before = run_seconds(state, self._sim.hz), self.best
        self._track.append(row_of(state))
        splits = tuple(self._splits)
        assert self.finish is not None
        self.result = result = RaceResult(seconds, splits, before, self.reason, self.finish, respawn_count(state))
        rows = tuple(tuple(round(x, 3) for x in row) for row in self._track)
        self.run = BestRun(self._sim.level.hash, seconds, EVERY / self._sim.hz, rows, splits)
        self.past = self._sim.past.copy()
        if self.reason and not result.is_replay:
            return None
        medal = f"{result.medal} medal" if result.medal else "no medal yet"
        parts = ["a recording, so not kept" if result.is_replay else medal]
        if result.is_best:
            self.best = self.run
            self.best.save(path_of(self._sim.level.name, self.feel))
            parts.append(f"your best (before: {clock_text(before.seconds)})" if before else "your best")
        return f"finished in {clock_text(seconds)}: {', '.join(parts)}. {{restart}}: start again"

    def delta(self, checkpoint: int) -> float | None:
        """Return the seconds behind the ghost, negative if ahead, at a checkpoint's volume that both have reached, else None."""
        now, then = dict(self._splits).get(checkpoint), dict(self.ghost.splits).get(checkpoint) if self.ghost else None
        return None if now is None or then is None else now - then

    def ghost_at(self, time: float) -> Ghost | None:
        """Return the ghost at a time of the Simulation [s]. It waits at its start, and is None after the end of its run."""
        started = self._sim.state.started
        if self.ghost is None:
            return None
        return self.ghost.at(time - started / self._sim.hz if started >= 0 else 0.0)


class TourRun:
    """A run that intents give from a Simulation's state, of a level's tour or a recording, simulated in parts."""

    def __init__(self, sim: Simulation, intents: Iterator[Intent]):
        self._sim, self._intents, self._tracker = sim, intents, RaceTracker(sim)
        self.is_done = False

    @classmethod
    def of_level(cls, level: Level) -> "TourRun":
        sim = Simulation(level, history=1)
        return cls(sim, parse_script(level.tour, level.name).intents(sim.state.heading))

    @property
    def run(self) -> BestRun | None:
        return self._tracker.run

    def advance(self, seconds: float = inf) -> None:
        """Simulate for so many seconds of this computer's time, or to the end."""
        until = monotonic() + seconds
        while not self.is_done and monotonic() < until:
            intent = next(self._intents, None)
            self.is_done = intent is None
            if intent is not None:
                self._tracker.update(self._sim.tick(intent), is_players=False)


def rival_of(recording: Recording, level: Level, file: str) -> BestRun:
    """Return the run of a recording, to race against. Raises InputError if it is of another level, or was changed."""
    simulation = recording.simulation(level)
    if finish_of(level) is None:
        raise InputError(f"{file}: {level.name} has no finish; record a race")
    parts = (recording.rules, recording.params), *((rules, params) for _, rules, params in recording.changes)
    for rules, params in parts:
        if why := unusual_fields(params, rules, recording.params.feel):
            raise InputError(f"{file}: its player is not the usual one ({', '.join(why)}); race against another run")
    tour = TourRun(simulation, recording.intents(simulation))
    tour.advance()
    if simulation.state_hash() != recording.final_hash:
        raise InputError(f"{file}: its states are not those that it is signed with: it was changed, or made by another version")
    if tour.run is None:
        raise InputError(f"{file}: this run does not reach the finish of {level.name}")
    return tour.run
