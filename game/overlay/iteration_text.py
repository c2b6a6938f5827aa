"""What stands above the iterations of a tick, and beside one: title, legend with counts, words, and the source."""

from typing import NamedTuple

from game.collision.kinds import Pass
from game.explain.describe_trace import PASS_WORDS
from game.explain.text import point, say

from ..explain.source_lines import source_of_ending, source_of_test
from .hud import ground_text
from .picking import tell_pick

NONE = "no candidate in this tick"
STEPPED = "A step was taken: it led farther than sliding did, so where the move pass ended does not count."


class Words(NamedTuple):
    """legend: (colour, text) each; lines: of Said; sources: of Source"""

    title: str
    legend: list
    lines: list
    sources: list


def summary_of(record):
    """The tick as a whole, as lines: where it led, a step that was taken, and which way is up where that is not z."""
    trace, ground = record.trace, " ".join(ground_text(record.after).split())
    lines = [f"The centre went from {point(record.before.position)} to {point(record.after.position)}; then: {ground}"]
    if trace and any(step.pass_ == Pass.STEP_UP for step in trace.steps):  # a step that was refused leaves no iterations
        lines.append(STEPPED)
    if trace and trace.frame is not None:
        lines.append(f"Up is {point(trace.up)} here; ellipsoid space stands upright in that.")
    return lines


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
