"""The results of a finished run: its medal, the next medal, and its split times beside those of the best run.

This module uses no renderer.
"""

from typing import NamedTuple

from ...simulation.runs.race_times_and_checkpoints import MEDALS, clock_text, medal_of

RECORDING = "it is a recording"  # the reason why a run with ticks of a recording or a script does not count
ELSEWHERE = "it did not begin at the start"  # the reason why a run that begins far from the spawn does not count
CHANGED = "you changed rules or player"  # the reason why a run by other rules does not count; a restart keeps these rules
UNCHANGED = "with the usual rules and player"
UNCOUNTED = "this run does not count:"


class RaceResult(NamedTuple):
    """The result of a timed run.

    seconds: duration of the run [s]
    splits: ((index of a checkpoint's volume, time of the run [s]), ...)
    before: the BestRun before this run, or None
    reason: why the run does not count, or "" if it does
    finish: the level's Finish
    respawns: number of the player's respawns before the finish, in this run and earlier
    """

    seconds: float
    splits: tuple
    before: object
    reason: str
    finish: object
    respawns: int = 0

    @property
    def is_replay(self):
        """True if a recording or a script made some ticks of the run."""
        return self.reason == RECORDING

    @property
    def medal(self):
        """Name of the medal, or None for a run that is too slow or does not count."""
        return None if self.reason else medal_of(self.finish, self.seconds)

    @property
    def is_best(self):
        """True if the run is the new best run."""
        return not self.reason and (self.before is None or self.seconds < self.before.seconds)


def respawn_count(state):
    """Return how often the player of a PlayerState died, was crushed, or fell out of the level."""
    return state.deaths + state.crushed + state.returns


def result_rows(result):
    """Return the rows of the card with a RaceResult: one for each checkpoint, and one for the finish.

    There is none for a run of the player that does not count. A row is (name, time as text, seconds behind the best run or None).
    """
    if result.reason and not result.is_replay:
        return []
    best = dict(result.before.splits) if result.before else {}
    ends = [(f"checkpoint {place}", time, best.get(number)) for place, (number, time) in enumerate(result.splits, 1)]
    ends.append(("finish", result.seconds, result.before.seconds if result.before else None))
    return [(name, clock_text(time), None if then is None else time - then) for name, time, then in ends]


def delta_text(seconds):
    """Return a time difference [s] as text, such as "-0.31" for a run 0.31 s ahead of the best run."""
    return f"{seconds:+.2f}"


def uncounted_message(reason):
    """Return the message about a run that does not count, and how to start one that counts. `reason` is why."""
    return f"{UNCOUNTED} {reason}. {UNCHANGED + ', ' if reason == CHANGED else ''}{{restart}} starts one that counts"


def verdict_lines(result):
    """Return the lines of text on the card with a RaceResult: verdict and next aim, or why the run does not count.

    A third line says what a run needs that counts, if a restart alone is not enough.
    """
    if result.is_replay:
        return f"{UNCOUNTED} {result.reason}", "now run it yourself"
    if result.reason:
        return UNCOUNTED, result.reason, *((f"{UNCHANGED}:",) if result.reason == CHANGED else ())
    return verdict_text(result), next_medal_text(result)


def verdict_text(result):
    """Return a line of text that compares a timed run with the best run before it.

    result: RaceResult of a run that counts
    """
    if result.before is None:
        return "your first time"
    return "your best" if result.is_best else f"your best is {clock_text(result.before.seconds)}"


def next_medal_text(result):
    """Return the line of text about the player's next aim after the RaceResult of a run that counts.

    The aim is the next better medal, with the seconds to gain. With the best medal, it is a run faster than the ghost.
    """
    better = [medal for medal in MEDALS if getattr(result.finish, medal) < result.seconds]
    if not better:
        return "now beat your ghost"
    medal = better[-1]
    return f"for {medal}: {clock_text(result.seconds - getattr(result.finish, medal))} faster"
