"""What stands beside one iteration: its title, a legend with counts, its words or those of a picked triangle, and the source."""

from typing import NamedTuple

from game.collision.telling import PASS_WORDS
from game.collision.wording import say

from .picking import tell_pick
from .source import source_of_ending, source_of_test

NONE = "no candidate in this tick"


class Words(NamedTuple):
    """legend: (colour, text) each; lines: of Said; sources: of Source"""

    title: str
    legend: list
    lines: list
    sources: list


def words_of(tick, number, picked=None):
    """What to read of an iteration. tick: InsideTick; picked: Pick to be told instead of the triangle that was hit"""
    step = tick.steps[number]
    title = f"{PASS_WORDS[step.pass_]}, iteration {step.iteration}: {number + 1} of {len(tick.steps)}"
    if picked is None:
        return Words(title, tick.legend(number), tick.lines(number), sources(tick, number, step.candidate if step.hit else None))
    place = tick.place_of(picked.triangle)
    test = say("", NONE) if place is None else tick.test_lines(number, place)
    lines = tell_pick(picked, tick.trace.frame) + test
    return Words(title, tick.legend(number), lines, [] if place is None else sources(tick, number, place)[:1])


def sources(tick, number, place):
    """The lines that decided a candidate's test, and those that ended the iteration."""
    test = None if place is None else tick.test(number, place)
    ended = source_of_ending(tick.steps[number], tick.trace.numbers)
    return [source_of_test(test), ended] if test else [ended]
