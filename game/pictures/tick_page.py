"""The HTML page of a tick, in the style of the regression report."""

from pathlib import Path

from ..collision.trace import Outcome
from ..core.html_writer import MARK, element, embedded, html, table, whole_page
from ..core.safe_files import make_parents, refuse_foreign, write_file
from ..explain import palette
from ..explain.describe_trace import OUTCOME_WORDS, PASS_WORDS
from ..explain.hud_text import hud_rows
from ..explain.inspector_text import excerpt, summary_of, text_of
from ..explain.iteration_overlay import InspectedTick

STYLE = Path(__file__).with_name("tick_page.css")
SIZE = (960, 540)  # of the pictures [pixels]
LINES = 9  # of source, around the marked line


def write_page(record, sim, rules, path):
    """Write the HTML page of a tick to `path`.

    record: TickRecord of the tick
    sim: the Simulation that made the record
    rules: name of the rules
    Raises InputError if the page cannot be written, or if it would replace a file that Glissade did not write.
    """
    make_parents(path)
    refuse_foreign(path, MARK)  # before anything is drawn for it
    tick = InspectedTick(record, sim)
    lead = f"{sim.level.title}. Rules {rules}, {sim.hz} ticks a second. Section numbers are those of Fauerby's paper."
    page = whole_page(
        f"{sim.level.name}, tick {record.tick}",
        element("p", lead, class_="lead"),
        numbers_of(record, sim),
        [element("p", line) for line in summary_of(record)],
        statistics_of(tick),
        [section_of(tick, number, picture) for number, picture in enumerate(pictures_of(tick, sim))],
        style=STYLE.read_text(encoding="utf-8"),
    )
    write_file(path, page, MARK)


def pictures_of(tick, sim):
    """Return a list with a PIL image of each iteration of an InspectedTick. `sim` is the Simulation that made the tick."""
    from .iteration_pictures import tick_pictures

    return tick_pictures(tick, sim, SIZE)


def numbers_of(record, sim):
    """Return the HTML of the numbers that the head-up display shows for a TickRecord. `sim` is the Simulation that made it.

    The duration of the tick is left out, because it differs in each run.
    """
    rows = [(element("dt", name), element("dd", value)) for name, value in hud_rows(record, sim) if name != "time"]
    return element("dl", rows, class_="numbers")


# Statistics of the candidates


def statistics_of(tick):
    """Return an HTML table of candidate triangles for an InspectedTick, the statistics of the paper's chapter 5.

    A row for each iteration counts the triangles by the outcome of their test. The last row is the sum.
    """
    head = ["iteration", *(html(swatch(palette.OUTCOMES[outcome]), words) for outcome, words in OUTCOME_WORDS.items())]
    rows = [
        [element("a", name_of(iteration), href=f"#i{number}"), *counts(iteration.count)]
        for number, iteration in enumerate(tick.iterations)
    ]
    rows.append(["all", *counts(tick.trace.statistics().get)])
    return table(rows, head, caption="How the candidates left the test", class_="statistics")


def counts(count):
    """Return a list with the number count(outcome) for each Outcome, in the order of the table's columns."""
    return [count(outcome) for outcome in Outcome]


def name_of(iteration):
    """Return the name of an iteration from its Iteration: pass and number, such as "move pass, 2"."""
    return f"{PASS_WORDS[iteration.pass_]}, {iteration.number + 1}"


def swatch(colour):
    """Return the HTML of a small square in a colour (3,), 0..1."""
    red, green, blue = (round(255 * part) for part in colour)
    return element("i", class_="swatch", style=f"background:rgb({red},{green},{blue})")


# One iteration


def section_of(tick, number, picture):
    """Return the HTML of one iteration: picture, legend and source code, and beside them the description.

    tick: InspectedTick
    number: index of the iteration
    picture: PIL image
    """
    words = text_of(tick, number)
    legend = element("figcaption", [element("span", swatch(colour), text) for colour, text in words.legend], class_="marks")
    figure = element("figure", embedded(picture, words.title), legend, map(source_of, words.sources))
    lines = [element("tr", element("th", name), element("td", text)) for name, text in words.lines]
    beside = element("div", figure, element("table", lines, class_="said"), class_="sides-by-side")
    return element("section", element("h2", words.title), beside, class_="iteration", id=f"i{number}")


def source_of(source):
    """Return the HTML of some lines of source code: those around the line that decided, which is marked.

    source: Source of game.explain
    """
    lines, at = excerpt(source, LINES)
    shown = [("\n", element("mark", line) if place == at else line) for place, line in enumerate(lines)]
    return element("pre", element("b", source.name), shown)
