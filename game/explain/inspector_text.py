"""The text of the tick inspector: a summary of the tick, and title, legend, description and source code of an iteration."""

from typing import NamedTuple

from ..core.shapes import Colour
from ..simulation import TickRecord
from .describe_trace import PASS_WORDS, ExplanationLine, lines_of, point, result_of, story_of
from .hud_text import ground_text
from .iteration_overlay import InspectedTick
from .solver_source_lines import Source, source_of_ending, source_of_test
from .triangle_picking import NO_CANDIDATE, Pick, describe_pick


class InspectorText(NamedTuple):
    title: str
    story: list[tuple[str, str]]
    legend: list[tuple[Colour, str]]
    lines: list[ExplanationLine]
    sources: list[Source]


def summary_of(record: TickRecord) -> list[str]:
    """Return lines of text about a tick: its result, its start and end, and an up other than +z."""
    trace, ground = record.trace, " ".join(ground_text(record.after).split())
    result = result_of(record)
    lines = [result] if result else []
    lines.append(f"The centre went from {point(record.before.position)} to {point(record.after.position)}; then: {ground}")
    if trace and trace.frame is not None:
        lines.append(f"Up is {point(trace.up)} here; ellipsoid space is upright in that direction.")
    return lines


def text_of(tick: InspectedTick, number: int, picked: Pick | None = None) -> InspectorText:
    """Return the text of iteration `number` of a tick. picked: described instead of the triangle that was hit"""
    iteration = tick.iterations[number]
    title = f"{number + 1} of {len(tick.iterations)}. {PASS_WORDS[iteration.pass_]}, iteration {iteration.number + 1}"
    story = story_of(tick.trace, iteration)
    if picked is None:
        code = sources(tick, number, iteration.candidate if iteration.hit else None)
        return InspectorText(title, story, tick.legend(number), tick.lines(number), code)
    k = tick.candidate_of(picked.triangle)
    test = lines_of("", NO_CANDIDATE) if k is None else tick.test_lines(number, k)
    lines = describe_pick(picked, tick.trace.frame) + test
    return InspectorText(title, story, tick.legend(number, k), lines, [] if k is None else sources(tick, number, k)[:1])


def sources(tick: InspectedTick, number: int, k: int | None) -> list[Source]:
    test = None if k is None else tick.test(number, k)
    ended = source_of_ending(tick.iterations[number], tick.trace.rules)
    return [source_of_test(test), ended] if test else [ended]
