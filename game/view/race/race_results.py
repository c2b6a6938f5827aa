"""What a finished run came to: its medal, the next one, and how each part of it was beside the best run before. No renderer."""

from typing import NamedTuple

from game.simulation.race import MEDALS, clock_text, medal_of


class Result(NamedTuple):
    """seconds: how long the run took; splits: ((number of a checkpoint's volume, when [s]), ...); before: the BestRun until then
    or None; counts: True for a run whose time may be compared; finish: the level's Finish
    is_replay: True if a recording or a script made some of its ticks, so that it is not the player's
    """

    seconds: float
    splits: tuple
    before: object
    counts: bool
    finish: object
    is_replay: bool = False

    @property
    def medal(self):
        """The medal's name; None for a time without one, and for a run that was played back."""
        return None if self.is_replay else medal_of(self.finish, self.seconds)

    @property
    def is_best(self):
        return self.counts and (self.before is None or self.seconds < self.before.seconds)


def result_rows(result):
    """[(name, time as text, seconds behind the best run or None), ...]: its checkpoints, then the finish."""
    best = dict(result.before.splits) if result.before else {}
    ends = [(f"checkpoint {place}", when, best.get(number)) for place, (number, when) in enumerate(result.splits, 1)]
    ends.append(("finish", result.seconds, result.before.seconds if result.before else None))
    return [(name, clock_text(when), None if then is None else when - then) for name, when, then in ends]


def apart_text(seconds):
    """-0.31 for who is that much ahead [s]."""
    return f"{seconds:+.2f}"


def verdict(result):
    """How the run compares with the best one, in one line."""
    if not result.counts:
        return "not kept: a recording" if result.is_replay else "not kept: not the usual run"
    if result.before is None:
        return "your first time"
    return "your best" if result.is_best else f"your best is {clock_text(result.before.seconds)}"


def next_medal(result):
    """What there is to win the next time, in one line."""
    if result.is_replay:
        return "now run it yourself"
    better = [medal for medal in MEDALS if getattr(result.finish, medal) < result.seconds]
    if not better:
        return "now beat your ghost"
    medal = better[-1]
    return f"{medal}: {result.seconds - getattr(result.finish, medal):.2f} s faster"
