"""The content of the side panel for a paused tick: numbers, iterations, and a legend of the colours."""

from ....explain.hud_text import hud_rows, step_rows
from ....explain.twin_shapes import distance_plot
from ..canvas.theme import ACCENT, ASIDE, CODE, DIM, FOCUS, HEADLINE, NOTE, SMALL, TEXT
from ..twin_distance_panel import TITLE
from .side_panel import ACT, Sheet, hint_block
from .text_flow import Block, Run, heading_block, row_block, text_block

FOOT = (
    "{pause}  go on   {scrub_back} {step}  tick   {inspector}  look inside   {third_person}  from behind   {contact}  contact   "
    "Right\u00a0button  orbit   Wheel  zoom   {help}  keys"
)
FROM_EYES = "You look through the eyes of the body, so it is not drawn. {third_person}: from behind, {inspector}: from the side."
ON = NOTE._replace(colour=ACCENT)  # the name of an overlay that is shown
BUTTONS = 5  # in a row. Fewer: many rows; more: their names touch


def tick_sheet(session, legend, has_numbers, twins=None, note="", switches=None):
    """Return the Sheet (content of the side panel) for the tick that a Session shows.

    session: Session with at least one stored tick
    legend: [(heading, [(colour (3,), name), ...]), ...], a result of `game.overlay.legend`
    has_numbers: True to show the numbers of the head-up display
    twins: Twins, or None
    note: text at the top, such as the length of a recording, or ""
    switches: Switches of the overlays, each of which gets a button, or None for no buttons
    """
    record, sim = session.record, session.sim
    time = Run(f"{record.tick / sim.hz:.2f} s", HEADLINE._replace(colour=DIM, bold=False, mono=True))
    blocks = [Block((Run(f"Tick {record.tick}", HEADLINE),), time)]
    blocks += [text_block(note, NOTE._replace(colour=ACCENT))] if note else []
    blocks += [text_block(mark.words, TEXT._replace(colour=ACCENT)) for mark in session.marks() if mark.tick == record.tick]
    blocks += number_rows(record, sim) if has_numbers else []
    blocks += iteration_list(record)
    blocks += twin_rows(twins, session) if twins else []
    blocks += overlay_buttons(switches) if switches else []
    blocks += legend_blocks(legend)
    return Sheet(tuple(blocks), (hint_block(FOOT),))


def tick_note(recording, is_first_person):
    """Return the text at the top of a tick's sheet: the length of a recording and, in first person, why no body is drawn.

    recording: length of the recording as text, or ""
    """
    return f"{recording} {FROM_EYES if is_first_person else ''}".strip()


def number_rows(record, sim):
    """Return a list with a Block for each number that the head-up display shows for a StepRecord of a Simulation."""
    return [row_block(name, value, gap=10 if not number else 0) for number, (name, value) in enumerate(hud_rows(record, sim))]


def iteration_list(record, chosen=None):
    """Return a list of Blocks: a heading, and a row to click on for each iteration of a StepRecord, or [] without iterations.

    chosen: index of the inspected iteration, or None
    """
    rows = step_rows(record)
    blocks = [heading_block(f"{len(rows)} iterations" if len(rows) != 1 else "1 iteration", gap=14, rule=True)] if rows else []
    for number, (colour, name, result) in enumerate(rows):
        is_chosen = number == chosen
        ground = FOCUS if is_chosen else None
        style = NOTE if is_chosen else ASIDE
        blocks.append(Block((Run(name, style),), Run(result, style), square=colour, ground=ground, action=("iteration", number)))
    return blocks


def twin_rows(twins, session):
    """Return Blocks with the plot of the distances of Twins, and the rules of each, or [] if there is nothing to plot.

    session: Session, whose displayed tick is marked
    """
    plot = distance_plot(twins, session.record, session.newest, session.sim.hz)
    if not plot:
        return []
    blocks = [heading_block(TITLE, gap=14, rule=True), Block(figure=plot)]
    for curve in plot.curves:
        name, distance = Run(curve.name, NOTE._replace(colour=(*curve.colour, 1.0), bold=True)), Run(curve.distance, CODE)
        blocks.append(Block((name,), distance, square=curve.colour))
        blocks += [text_block(text, style, indent=SMALL + 4) for text, style in ((curve.rules, NOTE), (curve.status, ASIDE))]
    return blocks


def overlay_buttons(switches):
    """Return Blocks with a heading and a button for each overlay. `switches` are the Switches."""
    names = (*switches.names(), "all")
    rows = [names[first : first + BUTTONS] for first in range(0, len(names), BUTTONS)]
    blocks = [heading_block("Overlays: click to show or hide", gap=14, rule=True)]
    for names in rows:
        is_on = [switches.any() if name == "all" else getattr(switches, name) for name in names]
        runs = tuple(Run(name, ON if on else ASIDE) for name, on in zip(names, is_on))
        actions = tuple((ACT, "all_overlays" if name == "all" else f"overlay_{name}") for name in names)
        blocks.append(Block(runs, action=actions, gap=2))
    return blocks


def legend_blocks(legend):
    """Return Blocks for a legend [(heading, [(colour (3,), name), ...]), ...]."""
    blocks = []
    for title, entries in legend:
        blocks.append(heading_block(title, SMALL, gap=12))
        blocks += [text_block(name, NOTE, square=colour) for colour, name in entries]
    return blocks
