"""The content of the side panel for a paused tick and for one iteration: numbers, legends, source."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Protocol

from ..collision import Iteration
from ..collision.trace import Ending, Feature
from ..core.shapes import Colour, Rgba
from ..explain import palette
from ..explain.describe_trace import ENDING_WORDS, PASS_WORDS
from ..explain.hud_text import hud_rows, iteration_rows
from ..explain.inspector_text import text_of
from ..explain.iteration_overlay import InspectedTick, arrow_words
from ..explain.palette import coloured_words
from ..explain.plain_sentences import plain_sentence, plain_words
from ..explain.rule_explanations import RuleAtWork, rule_at_work
from ..explain.solver_source_lines import Source, excerpt
from ..explain.tick_overlay import Entries, Switches
from ..explain.timeline_marks import LOOKS, Mark
from ..explain.triangle_picking import Pick
from ..explain.twin_paths_and_distances import distance_plot
from ..lesson.tools.document_headings import heading_of
from ..simulation import Simulation, TickRecord, Twins
from ..simulation.race_clock_and_medals import clock_text, finish_of, run_seconds
from .bindings import hint_for, name_of
from .hud_panel import TWINS_TITLE, Legend
from .side_panel import Sheet
from .text_column_layout import ACT, NO_BREAK, Block, Span, heading_block, hint_block, row_block, text_block
from .theme import ACCENT, ASIDE, CODE, DIM, FOCUS, INK, LARGE, NOTE, SMALL, TEXT, TextStyle

STOPPED = ("pause",)  # actions that are on while time stands
PLAIN_FOOT = hint_for("pause", "scrub_back step", "reverse", "inspector", "hud", "help", off=STOPPED)
FOOT = (
    hint_for("pause", "scrub_back step", "reverse", "inspector", "hud", "third_person", off=STOPPED)
    + "    Right\u00a0button  turn the view    Wheel  nearer    "
    + hint_for("help")
)
FROM_EYES = (
    f"You look {name_of('third_person', off=('third_person',))} of the body. "
    f"{{third_person}}: {name_of('third_person')}, {{inspector}}: {name_of('inspector')}."
)
HEADING_OF_SECTION = NOTE._replace(colour=ACCENT, bold=True)
ON = NOTE._replace(colour=ACCENT)  # the name of an overlay that is shown
LARGE_TEXT = TextStyle(LARGE, INK)
BUTTONS = 5  # in a row. Fewer: many rows; more: their names touch


class PlayedRun(Protocol):
    """The part of a Session that the sheets read: the displayed tick, the newest one, and the marks of the timeline."""

    @property
    def sim(self) -> Simulation: ...

    @property
    def record(self) -> TickRecord | None: ...

    @property
    def newest(self) -> TickRecord | None: ...
    def marks(self) -> Sequence[Mark]: ...


class InspectedIteration(Protocol):
    """The part of a TickInspector that a sheet reads: the iteration with index `number` of a tick, and the picked triangle.

    legend: the colours of what is drawn
    """

    tick: InspectedTick | None
    number: int
    picked: Pick | None
    legend: Entries


def tick_sheet(
    session: PlayedRun, legend: Legend, has_numbers: bool, twins: Twins | None = None, note: str = "",
    switches: Switches | None = None
) -> Sheet:
    """Return the content of the side panel for the displayed tick, which must exist.

    legend: of `explain.tick_overlay`; has_numbers: show the head-up display's; note: below the sentence and the tick's number
    switches: each gets a button
    """
    record, sim = session.record, session.sim
    assert record is not None
    seconds = f"{record.tick / sim.hz:.2f} s" if finish_of(sim.level) is None else clock_text(run_seconds(record.after, sim.hz))
    time = Span(seconds, CODE._replace(colour=DIM))
    title = Block((Span(f"Tick {record.tick}", NOTE),), time, gap=6)
    blocks = [text_block(plain_words(record), LARGE_TEXT), title]
    blocks += [text_block(note, NOTE._replace(colour=ACCENT))] if note else []
    blocks += [text_block(mark.words, TEXT._replace(colour=ACCENT)) for mark in session.marks() if mark.tick == record.tick]
    rows = hud_rows(record, sim) if has_numbers else []
    blocks += [row_block(name, value, gap=0 if number else 10) for number, (name, value) in enumerate(rows)]
    blocks += iteration_list(record)
    blocks += twin_rows(twins, session) if twins else []
    blocks += overlay_buttons(switches) if switches else []
    blocks += legend_blocks(legend) + timeline_blocks(session.marks())
    return Sheet(tuple(blocks), (hint_block(FOOT),))


def rule_hint(record: TickRecord, iteration: Iteration, trial: RuleAtWork | None) -> list[Block]:
    """Return the row that offers to simulate the tick without the rule at work in it, or with the rule of the trial again."""
    rule = trial or rule_at_work(record, iteration)
    if rule is None:
        return []
    does = f"{'with' if trial else 'without'} {rule.name}"
    return [hint_block(f"{{break_rule}}  {does}", ("break_rule",))._replace(gap=10)]


def plain_sheet(record: TickRecord, inspector: InspectedIteration, trial: RuleAtWork | None = None, note: str = "") -> Sheet:
    """Return the content of the side panel for a newcomer: what happened, and in the inspector a list of moves to choose from."""
    tick = inspector.tick
    if tick is None:
        notes = [text_block(note, NOTE._replace(colour=DIM), gap=10)] if note else []
        return Sheet((text_block(plain_words(record), LARGE_TEXT), *notes), (hint_block(PLAIN_FOOT),), is_short=True)
    iteration = tick.iterations[inspector.number]
    sentence = text_block(plain_sentence(tick.trace, iteration), LARGE_TEXT)
    moves = [block._replace(right=None) for block in iteration_list(record, inspector.number, "move")]
    return Sheet((sentence, *rule_hint(record, iteration, trial), *moves), (hint_block(PLAIN_ITERATION_FOOT),), is_short=True)


def tick_note(recording: str, is_first_person: bool) -> str:
    return f"{recording} {FROM_EYES if is_first_person else ''}".strip()


def iteration_list(record: TickRecord, chosen: int | None = None, word: str = "iteration") -> list[Block]:
    """Return a heading and a row to click on for each iteration of a tick. `chosen` is the index of the inspected one.

    word: what the heading calls them. Newcomers do not know "iteration"
    """
    rows = iteration_rows(record)
    blocks = [heading_block(f"{len(rows)} {word}{'s' * (len(rows) != 1)}", gap=14, rule=True)] if rows else []
    for number, (colour, name, result) in enumerate(rows):
        is_chosen = number == chosen
        ground = FOCUS if is_chosen else None
        style = NOTE if is_chosen else ASIDE
        blocks.append(
            Block((Span(name, style),), Span(result, style), square=colour, ground=ground, action=("iteration", number))
        )
    return blocks


def twin_rows(twins: Twins, session: PlayedRun) -> list[Block]:
    """Return the plot of the distances of Twins up to the displayed tick, and the rules of each, or [] without a plot."""
    plot = distance_plot(twins, session.record, session.newest, session.sim.hz)
    if not plot:
        return []
    blocks = [heading_block(TWINS_TITLE, gap=14, rule=True), Block(figure=plot)]
    for curve in plot.curves:
        name, distance = Span(curve.name, NOTE._replace(colour=(*curve.colour, 1.0), bold=True)), Span(curve.distance, CODE)
        blocks.append(Block((name,), distance, square=curve.colour))
        blocks += [text_block(text, style, indent=SMALL + 4) for text, style in ((curve.rules, NOTE), (curve.status, ASIDE))]
    return blocks


def overlay_buttons(switches: Switches) -> list[Block]:
    names = (*switches.names(), "all")
    rows = [names[first : first + BUTTONS] for first in range(0, len(names), BUTTONS)]
    blocks = [heading_block("Overlays: click to show or hide", gap=14, rule=True)]
    for names in rows:
        is_on = [switches.any() if name == "all" else getattr(switches, name) for name in names]
        spans = tuple(Span(name, ON if on else ASIDE) for name, on in zip(names, is_on))
        actions = tuple((ACT, "all_overlays" if name == "all" else f"overlay_{name}") for name in names)
        blocks.append(Block(spans, buttons=actions, gap=2))
    return blocks


def legend_blocks(legend: Legend) -> list[Block]:
    blocks = []
    for title, entries in legend:
        blocks.append(heading_block(title, SMALL, gap=12))
        blocks += [text_block(name, NOTE, square=colour) for colour, name in entries]
    return blocks


def timeline_blocks(marks: Sequence[Mark]) -> list[Block]:
    """Return the legend of the signs that are on the timeline, or [] without a sign."""
    signs = []
    for sign, colour, name in (LOOKS[kind] for kind in sorted({mark.kind for mark in marks})):
        signs.append(Span(f"{sign} {name}".replace(" ", NO_BREAK) + "   ", NOTE._replace(colour=(*colour, 1.0))))
    return [heading_block("On the timeline", SMALL, gap=12), Block(tuple(signs))] if signs else []


IS_INSIDE = "inspector", "pause"  # actions that are on
PLAIN_ITERATION_FOOT = hint_for(
    "previous_iteration next_iteration", "play_sweep", "hud", "help", "pause", "inspector", off=IS_INSIDE
).replace("  iteration ", "  move ")  # the word of the list above it: newcomers do not know the other
ITERATION_FOOT = hint_for(
    "previous_iteration next_iteration", "play_sweep", "contact", "pick", "inspector_panel", "hud", "pause", "inspector",
    off=IS_INSIDE,
)
TOUCHED = {Feature.FACE: "the face", Feature.EDGE: "an edge", Feature.CORNER: "a corner"}
AROUND = 1  # lines of source before and after the line that decided that are in view with it. More: less text above is
SOURCE_LINES = 9  # shown around the line that decided. More: no room for the iterations; fewer: no context


def iteration_sheet(inspector: InspectedIteration, trial: RuleAtWork | None = None) -> Sheet:
    """Return the content of the side panel for an iteration: what happened, in one sentence. `all_blocks` has the numbers.

    The test of a picked triangle is shown with its numbers and source, for which the user has asked.
    """
    tick, number = inspector.tick, inspector.number
    assert tick is not None
    iteration = tick.iterations[number]
    count = sum(one.pass_ == iteration.pass_ for one in tick.iterations)
    title = f"{PASS_WORDS[iteration.pass_]}, iteration {iteration.number + 1} of {count}"
    colour = palette.text_colour(palette.PASSES[iteration.pass_])
    name = Block((Span(title, NOTE._replace(colour=colour)),), Span(f"tick {tick.record.tick}", ASIDE), gap=6)
    head = text_block(plain_sentence(tick.trace, iteration), LARGE_TEXT), name, *rule_hint(tick.record, iteration, trial)
    blocks: list[Block] = []
    if inspector.picked is not None:
        found = text_of(tick, number, inspector.picked)
        blocks += [code_block(line.text, gap=4 if line.section else 0) for line in found.lines]
        blocks += source_blocks(found.sources[-1:])
    blocks += iteration_list(tick.record, number)
    blocks += legend_blocks([("In the picture", inspector.legend)])
    words = arrow_words(iteration)
    blocks += [text_block(words, NOTE, indent=SMALL + 4)] if words else []
    return Sheet(tuple(blocks), (hint_block(ITERATION_FOOT),), head, begins=True)


def result_blocks(iteration: Iteration) -> list[Block]:
    """Return the result of an iteration: a table of its points and vectors, and what ended it."""
    plane = palette.PASSES[iteration.pass_]
    rows = [("start", iteration.start, palette.BODY), ("displacement v", iteration.displacement, palette.VELOCITY_BEFORE)]
    if iteration.hit:
        rows += [("contact p", iteration.point, palette.CONTACT), ("normal N", iteration.normal, palette.NORMAL)]
    rows.append(("end", iteration.end, palette.BODY))
    if iteration.ending == Ending.SLID:
        rows.append(("new displacement", iteration.next_displacement, palette.VELOCITY_AFTER))
    touched = f"The body touches {TOUCHED[iteration.feature]} of triangle {iteration.triangle}, "
    how = touched + f"after {100 * iteration.fraction:.3g} % of the displacement." if iteration.hit else FREE
    ended = ENDING_WORDS[iteration.ending][1] if iteration.hit or iteration.ending != Ending.ARRIVED else ""  # as FREE says
    head = code_block("".join(f"{text:>{CELL}}" for text in ("x", "y", "z")).rjust(NAME_CELL + 3 * CELL), DIM)
    table = [code_block(table_row(name, value), palette.text_colour(colour)) for name, value, colour in rows]
    blocks = [heading_block("In the world, in metres", gap=10, rule=True), head, *table, sentence_block(how, plane)]
    return [*blocks, sentence_block(ended, plane)] if ended else blocks


FREE = "No contact: the body moves by the whole displacement."
NAME_CELL, CELL = 17, 9  # letters of the name and of a number in a row of a table. Fewer: they touch


def table_row(name: str, value: Sequence[float]) -> str:
    numbers = "".join(f"{part + 0.0:{CELL}.3f}" for part in value).replace("-0.000", " 0.000")
    return f"{name:<{NAME_CELL}}{numbers}"


def sentence_block(text: str, plane: Colour | None = None, colour: Rgba = INK, **block: Any) -> Block:
    """Return a Block of a text in which contact, normal, displacement and the sliding plane have their colours."""
    spans = tuple(
        Span(part, TextStyle(colour=palette.text_colour(found) if found else colour, bold=bool(found)))
        for part, found in coloured_words(text, plane)
    )
    return Block(spans, **({"gap": 6} | block))


def code_block(text: str, colour: Rgba = INK, **block: Any) -> Block:
    return text_block(text, CODE._replace(colour=colour), **block)


def source_blocks(sources: Sequence[Source]) -> list[Block]:
    """Return Blocks of source code, in which the line that decided has a bright ground."""
    blocks = []
    for source in sources:
        lines, marked = excerpt(source, SOURCE_LINES)
        blocks.append(heading_block(source.name, SMALL, gap=14, rule=True))
        for is_comment, group in groupby(enumerate(lines), key=lambda pair: pair[1].lstrip().startswith("# ")):
            if is_comment:  # its lines are one paragraph, which the panel wraps at its own width
                (at, first), *others = group
                text = " ".join([first, *(line.lstrip(" #") for _, line in others)])
                blocks.append(code_block(text, DIM, is_spare=at < marked))
                continue
            for at, line in group:
                colour, ground = (INK, FOCUS) if at == marked else (DIM, None)
                is_focus = abs(at - marked) <= AROUND
                blocks.append(code_block(line, colour, ground=ground, is_focus=is_focus, is_spare=at < marked))
    return blocks


def all_blocks(tick: InspectedTick, number: int, picked: Pick | None) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    """Return the two columns of the large page.

    Left: what happened in a sentence, a table, and the source that decided. Right: the lines of the command `explain` under the
    headings of the paper, or a picked triangle's test
    """
    found, iteration = text_of(tick, number, picked), tick.iterations[number]
    left = [text_block(plain_sentence(tick.trace, iteration), LARGE_TEXT), text_block(found.title, ASIDE, gap=6)]
    left += [*result_blocks(iteration), *source_blocks(found.sources)]
    right = [heading_block("Step by step, in the symbols of the paper")]
    for line in found.lines:
        right += [text_block(heading_of(line.section), HEADING_OF_SECTION, gap=8)] if line.section else []
        right.append(code_block(line.text, indent=SMALL))
    return tuple(left), tuple(right)
