"""Follows a run: the checkpoints it reaches, and of a timed one its track, its medal, and whether it is the best. No renderer."""

from math import dist

from game.collision import Rules
from game.simulation import PlayerParams
from game.simulation.checkpoints import checkpoint_message
from game.simulation.race import clock_text, finish_of, run_seconds

from .best_runs import EVERY, BestRun, load_best, path_of, row_of
from .race_results import Result

PLAYER = PlayerParams()  # the parameters of the player and the rules by which times can be compared
RULES = PLAYER.on(Rules.modern())
AT_THE_START = 1.0  # [m] from the spawn a run may begin; from elsewhere, flown to, it does not count


class RunKeeper:
    """sim: Simulation. It hears every record; of a level without a finish it knows the checkpoints alone."""

    def __init__(self, sim):
        self._sim, self._track, self._splits = sim, [], []
        self._last, self._fair = None, True  # trace of the tick before; was every tick since the start heard, and usual?
        self._is_replay = False  # did a recording make a tick since the start?
        self.finish = finish_of(sim.level)
        self.best = load_best(path_of(sim.level), sim.level.hash) if self.finish else None
        self.ghost = self.best  # the run that walks beside: the best one when this run began
        self.result = None  # Result of the run that ended last

    @property
    def level(self):
        return self._sim.level

    def hear(self, record, is_players=True):
        """Follow one tick. Returns what to tell the player of a checkpoint or of the end of the run, else None.

        is_players: False for a tick of a recording or a script: a run with such a tick wins no medal and is not kept
        """
        ended = self._follow(record, is_players)
        if ended is None and record.after.checkpoint > record.before.checkpoint:
            return self._reached(record.after)
        return ended

    def _follow(self, record, is_players):
        """The same of a timed run's end."""
        after = record.after
        self._fair, self._last = self._fair and record.earlier is self._last and is_usual(record), record.trace
        self._is_replay = self._is_replay or not is_players
        if self.finish is None or after.started < 0:
            return None
        if record.before.started < 0:
            self._track, self._splits, self.ghost, self._fair = [], [], self.best, is_usual(record)
            self._is_replay = not is_players
        ended = record.before.finished < 0 <= after.finished
        if after.finished < 0 or ended:
            if (record.tick - after.started - 1) % EVERY == 0:
                self._track.append(row_of(record.before))
        return self._ended(after) if ended else None

    def _reached(self, state):
        """What to tell at a checkpoint."""
        number, level = state.checkpoint, self._sim.level
        if self.finish is None or state.finished >= 0:
            return checkpoint_message(level, number)
        seconds = run_seconds(state, self._sim.hz)
        self._splits.append((number, round(seconds, 4)))
        return checkpoint_message(level, number, seconds, self.apart(number))

    def _ended(self, state):
        seconds, before = run_seconds(state, self._sim.hz), self.best
        self._track.append(row_of(state))
        self.result = result = Result(seconds, tuple(self._splits), before, self._counts(), self.finish, self._is_replay)
        medal = f"{result.medal} medal" if result.medal else "no medal yet"
        words = [f"finished in {clock_text(seconds)}", "a recording, so not kept" if result.is_replay else medal]
        if result.is_best:
            self._keep(seconds)
            words.append(f"your best (before: {clock_text(before.seconds)})" if before else "your best")
        return ": ".join([words[0], ", ".join(words[1:])]) + ". R: once more"

    def apart(self, checkpoint):
        """How far behind the best run this one reached a checkpoint [s]; None when one of them has not. -1: none reached"""
        now, then = dict(self._splits).get(checkpoint), dict(self.ghost.splits).get(checkpoint) if self.ghost else None
        return None if now is None or then is None else now - then

    def _counts(self):
        """True if the player ran it from the start, by the usual parameters and rules, and without going back in time."""
        spawn = self._sim.level.spawn.feet
        return self._fair and not self._is_replay and dist(self._track[0][:2], spawn[:2]) < AT_THE_START

    def _keep(self, seconds):
        rows = tuple(tuple(round(x, 3) for x in row) for row in self._track)
        self.best = BestRun(self._sim.level.hash, seconds, EVERY / self._sim.hz, rows, tuple(self._splits))
        self.best.save(path_of(self._sim.level))

    def ghost_at(self, moment):
        """((x, y, z), heading, frame) of the ghost at a moment of the simulation [s], or None."""
        started = self._sim.state.started
        if self.ghost is None:
            return None
        return self.ghost.at(moment - started / self._sim.hz if started >= 0 else 0.0)


def is_usual(record):
    """Is it a tick of the usual player, by the usual rules?"""
    return record.params == PLAYER and record.rules == RULES
