"""The tracker of a run: its checkpoints, and in a timed run its track, its medal and the best run.

This module uses no renderer.
"""

from math import dist

from ...collision import Rules
from ...simulation import PlayerParams
from ...simulation.runs.race_times_and_checkpoints import checkpoint_message, clock_text, finish_of, run_seconds
from .best_runs import EVERY, BestRun, load_best, path_of, row_of
from .race_results import CHANGED, ELSEWHERE, RECORDING, RaceResult, respawn_count, uncounted_message

PLAYER = PlayerParams()  # only runs with the default player and the default rules are compared
RULES = PLAYER.on(Rules.modern())
WENT_BACK = "you went back in time"  # the reason why a run with a rewind does not count
START_RADIUS = 1.0  # [m] around the spawn; a run that begins elsewhere does not count


class RaceTracker:
    """The times, messages and medal of the player's run through a level. Without a finish there are only checkpoints.

    sim: Simulation
    finish: the level's Finish, or None
    best: the BestRun of the level, or None
    ghost: the BestRun at the start of this run, or None
    result: RaceResult of the last finished run, or None
    reason: why the run does not count, or "" if it can. It is also set while the player waits for its first input elsewhere.
    """

    def __init__(self, sim):
        self._sim, self._track, self._splits = sim, [], []
        self._last = None  # Trace of the last tick
        self.reason = ""
        self.finish = finish_of(sim.level)
        self.best = load_best(path_of(sim.level), sim.level.hash) if self.finish else None
        self.ghost = self.best  # the best run at the start of this run
        self.result = None  # RaceResult of the last finished run

    @property
    def level(self):
        return self._sim.level

    def update(self, record, is_players=True):
        """Add one tick to the run. Return a message for the user, or None.

        A message is returned for a checkpoint and for the end of the run. There is one, too, as soon as it is known that the
        run does not count. Such a run of the player has no second message at its end: the card shows the reason.

        record: StepRecord of the tick
        is_players: False for a tick of a recording or a script. A run with such a tick gets no medal and is not stored.
        """
        if record.before.started < 0 and record.earlier is not self._last:  # a restart, or the player was put elsewhere
            self.reason = ""
        after, counted = record.after, not self.reason
        finished = self._update_run(record, is_players)
        if finished is not None:
            return finished
        words = self._reach_checkpoint(after) if after.checkpoint > record.before.checkpoint else None
        if counted and self.reason and is_players and after.finished < 0:
            return uncounted_message(self.reason)
        return words

    def resume(self, other):
        """Continue the timed run of another RaceTracker of the same level, whose Simulation was replaced. Return a message.

        Without a run that has started and not finished, the message is None.
        """
        self._track, self._splits, self.reason, self.ghost, self.result = (
            other._track, other._splits, other.reason, other.ghost, other.result,
        )  # fmt: skip
        state = self._sim.state
        if self.finish is None or state.started < 0 or state.finished >= 0:
            return None
        return f"your run goes on at {clock_text(run_seconds(state, self._sim.hz))} as soon as you walk"

    def _update_run(self, record, is_players):
        """Add one tick to the timed run. Return the message for its end, or None.

        record: StepRecord of the tick
        is_players: False for a tick of a recording or a script
        """
        after, went_back = record.after, record.earlier is not self._last
        self._last = record.trace
        if self.finish is None:
            return None
        if record.before.started < 0:  # in each tick before the first input, so that a restart forgets the run before it
            is_elsewhere = dist(record.before.position[:2], self._sim.level.spawn.feet[:2]) >= START_RADIUS
            self._track, self._splits, self.ghost, went_back = [], [], self.best, False
            self.reason = ELSEWHERE if is_elsewhere else ""
        if after.started < 0:
            return None
        if not is_players:
            self.reason = RECORDING
        elif not self.reason:
            self.reason = WENT_BACK if went_back else "" if is_default(record) else CHANGED
        ended = record.before.finished < 0 <= after.finished
        if after.finished < 0 or ended:
            if (record.tick - after.started - 1) % EVERY == 0:
                self._track.append(row_of(record.before))
        return self._finish_run(after) if ended else None

    def _reach_checkpoint(self, state):
        """Return the message for the last checkpoint in a PlayerState. In a timed run that goes on, store its split time."""
        number, level = state.checkpoint, self._sim.level
        if self.finish is None or state.finished >= 0:
            return checkpoint_message(level, number)
        seconds = run_seconds(state, self._sim.hz)
        self._splits.append((number, round(seconds, 4)))
        return checkpoint_message(level, number, seconds, self.delta(number))

    def _finish_run(self, state):
        """Make the result of the run that ends with a PlayerState, and save a best run. Return the message for the finish.

        It is None for a run of the player that does not count.
        """
        seconds, before = run_seconds(state, self._sim.hz), self.best
        self._track.append(row_of(state))
        splits = tuple(self._splits)
        self.result = result = RaceResult(seconds, splits, before, self.reason, self.finish, respawn_count(state))
        if self.reason and not result.is_replay:
            return None
        medal = f"{result.medal} medal" if result.medal else "no medal yet"
        parts = ["a recording, so not kept" if result.is_replay else medal]
        if result.is_best:
            rows = tuple(tuple(round(x, 3) for x in row) for row in self._track)
            self.best = BestRun(self._sim.level.hash, seconds, EVERY / self._sim.hz, rows, splits)
            self.best.save(path_of(self._sim.level))
            parts.append(f"your best (before: {clock_text(before.seconds)})" if before else "your best")
        return f"finished in {clock_text(seconds)}: {', '.join(parts)}. {{restart}}: try again"

    def delta(self, checkpoint):
        """Return the seconds behind the ghost at a checkpoint, negative if ahead of it.

        The result is None if the ghost or this run did not reach the checkpoint, or without a ghost.
        checkpoint: index of its volume, or -1 for none
        """
        now, then = dict(self._splits).get(checkpoint), dict(self.ghost.splits).get(checkpoint) if self.ghost else None
        return None if now is None or then is None else now - then

    def ghost_at(self, time):
        """Return centre (x, y, z) [m], heading [rad] and frame of the ghost. `time` is the time of the Simulation [s].

        The frame is None if the ghost's up is +z. The result is None without a ghost, and after the end of its run. Before the
        player's run starts, the ghost is at the start of its track.
        """
        started = self._sim.state.started
        if self.ghost is None:
            return None
        return self.ghost.at(time - started / self._sim.hz if started >= 0 else 0.0)


def is_default(record):
    """True if a StepRecord has the default player and the default rules."""
    return record.params == PLAYER and record.rules == RULES
