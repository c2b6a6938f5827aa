"""The way through a level by its checkpoints: which comes next, and what to tell who reaches one."""

from ..level.volume import Checkpoint, Finish
from .race import clock_text


def numbers_of(level):
    """Numbers of the level's checkpoints among its volumes, in their order."""
    return [number for number, volume in enumerate(level.volumes) if isinstance(volume.effect, Checkpoint)]


def next_goal(level, checkpoint):
    """The number of the volume to go for: the next checkpoint, after the last the finish; None where there is neither.

    checkpoint: number of the last one reached, -1: none
    """
    ahead = [number for number in numbers_of(level) if number > checkpoint]
    finishes = [number for number, volume in enumerate(level.volumes) if isinstance(volume.effect, Finish)]
    return next(iter(ahead + finishes), None)


def count_of(level, checkpoint):
    """(how many of them are behind who reached this one last, how many there are)."""
    numbers = numbers_of(level)
    return sum(number <= checkpoint for number in numbers), len(numbers)


def told_at(level, checkpoint, seconds=None, apart=None):
    """What to say of a checkpoint that was reached: the time [s] of a timed run, how far behind the best, what is ahead."""
    words = "checkpoint {} of {}".format(*count_of(level, checkpoint))
    if seconds is not None:
        words += f" at {clock_text(seconds)}"
    if apart is not None:
        words += f", {abs(apart):.2f} s {'behind' if apart > 0 else 'ahead of'} your best"
    ahead = level.volumes[checkpoint].effect.ahead
    return f"{words}. {ahead}" if ahead else words
