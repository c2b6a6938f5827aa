"""The text of the tick inspector: a summary of the tick, and title, legend, description and source code of an iteration.

Terms have the colours of their shapes, and subscripts are found.
"""

import re
from typing import NamedTuple

from ..collision.trace import Pass
from . import palette
from .describe_trace import PASS_WORDS, lines_of, point
from .hud_text import ground_text
from .source_lines import source_of_ending, source_of_test
from .triangle_picking import NO_CANDIDATE, describe_pick

STEPPED = "A step was taken: it led farther than sliding did, so the end of the move pass does not count."


class InspectorText(NamedTuple):
    """The text of the tick inspector for one iteration.

    title: pass and number of the iteration
    legend: [(colour (3,), text), ...]
    lines: [ExplanationLine, ...] of describe_trace, the description
    sources: [Source, ...] of game.explain.source_lines, lines of the solver's code
    """

    title: str
    legend: list
    lines: list
    sources: list


def summary_of(record):
    """Return lines of text about a TickRecord, as a list: start and end of the tick, a step up, and an up other than +z."""
    trace, ground = record.trace, " ".join(ground_text(record.after).split())
    lines = [f"The centre went from {point(record.before.position)} to {point(record.after.position)}; then: {ground}"]
    if trace and any(iteration.pass_ == Pass.STEP_UP for iteration in trace.iterations):  # a rejected step leaves no iterations
        lines.append(STEPPED)
    if trace and trace.frame is not None:
        lines.append(f"Up is {point(trace.up)} here; ellipsoid space is upright in that direction.")
    return lines


def text_of(tick, number, picked=None):
    """Return the InspectorText of an iteration.

    tick: InspectedTick
    number: index of the iteration in the tick
    picked: Pick to describe instead of the triangle that was hit, or None
    """
    iteration = tick.iterations[number]
    title = f"{PASS_WORDS[iteration.pass_]}, iteration {iteration.number + 1}: {number + 1} of {len(tick.iterations)}"
    if picked is None:
        code = sources(tick, number, iteration.candidate if iteration.hit else None)
        return InspectorText(title, tick.legend(number), tick.lines(number), code)
    k = tick.candidate_of(picked.triangle)
    test = lines_of("", NO_CANDIDATE) if k is None else tick.test_lines(number, k)
    lines = describe_pick(picked, tick.trace.frame) + test
    return InspectorText(title, tick.legend(number), lines, [] if k is None else sources(tick, number, k)[:1])


def sources(tick, number, k):
    """Return the code that decided the test of candidate k and the code that ended iteration `number`, as a list of Source.

    tick: InspectedTick
    k: index of a candidate, or None to leave out the test
    """
    test = None if k is None else tick.test(number, k)
    ended = source_of_ending(tick.iterations[number], tick.trace.rules)
    return [source_of_test(test), ended] if test else [ended]


# Longer names come first, so that "new displacement" is not found as "displacement".
NAMES = (
    (r"new displacements?", palette.VELOCITY_AFTER),
    (r"displacements?", palette.VELOCITY_BEFORE),
    (r"sliding planes?", palette.MOVE_COLOUR),
    (r"contact points?|contacts?", palette.CONTACT),
    (r"(?<!of )normals?(?! gravity)", palette.NORMAL),  # not "three times of normal", "normal gravity"
)
COLOURED = re.compile("|".join(f"(?P<n{number}>\\b(?:{name})\\b)" for number, (name, _) in enumerate(NAMES)), re.IGNORECASE)


def coloured_words(text, plane=None):
    """Split a text at its coloured terms. Return [(text, colour (3,) or None), ...], the pieces of the text in order.

    plane: colour (3,) of the term "sliding plane", or None for the colour of the move pass
    """
    pieces, end = [], 0
    for found in COLOURED.finditer(text):
        pieces.append((text[end : found.start()], None))
        colour = NAMES[int(found.lastgroup[1:])][1]
        pieces.append((found.group(), plane if plane and colour == palette.MOVE_COLOUR else colour))
        end = found.end()
    return [piece for piece in [*pieces, (text[end:], None)] if piece[0]]


# One letter, an underscore, one or two letters or digits. Names of functions, such as step_up, have more letters before it.
PATTERN = re.compile(r"\b([A-Za-zΔ])_([a-z0-9]{1,2})\b")


def split_subscripts(text):
    """Split a text at its subscripts. Return [(text, True for a subscript), ...] in order, without the underscores."""
    pieces, end = [], 0
    for found in PATTERN.finditer(text):
        pieces += [(text[end : found.end(1)], False), (found[2], True)]
        end = found.end()
    return [piece for piece in [*pieces, (text[end:], False)] if piece[0]] or [(text, False)]
