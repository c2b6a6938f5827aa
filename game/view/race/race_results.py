"""What a finished run came to: its medal, the next one, and how each part of it was beside the best run before. No renderer."""

from typing import NamedTuple

from game.simulation.race import MEDALS, clock_text, medal_of


class Result(NamedTuple):
    """seconds: how long the run took; splits: ((number of a checkpoint's volume, when [s]), ...); before: the BestRun until then
    or None; counts: was it a run whose time may be compared? finish: the level's Finish"""

    seconds: float
    splits: tuple
    before: object
    counts: bool
    finish: object

    @property
    def medal(self):
        return medal_of(self.finish, self.seconds)

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
    """One line: is it the best one?"""
    if not result.counts:
        return "not kept: not the usual run"
    if result.before is None:
        return "your first time"
    return "your best" if result.is_best else f"your best is {clock_text(result.before.seconds)}"


def next_medal(result):
    """One line: what is there to win the next time."""
    better = [medal for medal in MEDALS if getattr(result.finish, medal) < result.seconds]
    if not better:
        return "now beat your ghost"
    medal = better[-1]
    return f"{medal}: {result.seconds - getattr(result.finish, medal):.2f} s faster"
