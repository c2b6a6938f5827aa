"""The page of one tick, in the style of the regression's report."""

from base64 import b64encode
from html import escape
from io import BytesIO
from pathlib import Path

from ...collision.kinds import Outcome
from ...explain.describe_trace import OUTCOME_WORDS, PASS_WORDS
from ...explain.source_lines import excerpt
from ...files import make_parents, refuse_foreign, write_file
from ...html_page import MARK, whole_page
from ...overlay import palette
from ...overlay.hud import hud_rows
from ...overlay.inspector import InspectedTick
from ...overlay.iteration_text import summary_of, words_of

STYLE = Path(__file__).with_name("tick_page.css")
SIZE = (960, 540)  # of the pictures [pixels]
LINES = 9  # of source, around the marked line
BODY = """<p class="lead">{lead}</p>
{numbers}
{summary}
{statistics}
{iterations}"""


def write_page(record, sim, rules, path):
    """Write the page of a StepRecord. sim: the Simulation that made it; rules: their name. InputError if that is impossible."""
    make_parents(path)
    refuse_foreign(path, MARK)  # before anything is drawn for it
    tick = InspectedTick(record, sim)
    body = BODY.format(
        lead=escape(f"{sim.level.title}. Rules {rules}, {sim.hz} ticks a second. Section numbers are those of Fauerby's paper."),
        numbers=numbers_of(record, sim),
        summary="".join(f"<p>{escape(line)}</p>" for line in summary_of(record)),
        statistics=statistics_of(tick),
        iterations="\n".join(section_of(tick, number, picture) for number, picture in enumerate(pictures_of(tick, sim))),
    )
    title = escape(f"{sim.level.name}, tick {record.tick}")
    write_file(path, whole_page(title, body, STYLE.read_text(encoding="utf-8")), MARK)


def pictures_of(tick, sim):
    """A picture of each iteration."""
    from .tick_pictures import tick_pictures

    return tick_pictures(tick, sim, SIZE)


def numbers_of(record, sim):
    """The numbers of the head-up display, without the duration of the tick, which differs in each run."""
    rows = [f"<dt>{escape(name)}<dd>{escape(value)}" for name, value in hud_rows(record, sim) if name != "time"]
    return f'<dl class="numbers">{"".join(rows)}</dl>'


# How the candidates left


def statistics_of(tick):
    """The table of the paper's chapter 5: a row for each iteration, and their sum."""
    head = "".join(f"<th>{swatch(palette.OUTCOMES[outcome])}{words}" for outcome, words in OUTCOME_WORDS.items())
    rows = [statistics_row(f'<a href="#i{number}">{name_of(step)}</a>', step.count) for number, step in enumerate(tick.steps)]
    whole = tick.trace.statistics()
    rows.append(statistics_row("all", whole.get))
    caption = "How the candidates left the test"
    return f'<table class="statistics"><caption>{caption}</caption><tr><th>iteration{head}</tr>{"".join(rows)}</table>'


def statistics_row(name, count):
    return f"<tr><td>{name}{''.join(f'<td>{count(outcome)}' for outcome in Outcome)}</tr>"


def name_of(step):
    return f"{PASS_WORDS[step.pass_]}, {step.iteration}"


def swatch(colour):
    red, green, blue = (round(255 * part) for part in colour)
    return f'<i class="swatch" style="background:rgb({red},{green},{blue})"></i>'


# One iteration


def section_of(tick, number, picture):
    """Picture, legend and source beside the words of an iteration."""
    words = words_of(tick, number)
    legend = "".join(f"<span>{swatch(colour)}{escape(text)}</span>" for colour, text in words.legend)
    lines = "".join(f"<tr><th>{escape(section)}<td>{escape(text)}</tr>" for section, text in words.lines)
    return (
        f'<section class="iteration" id="i{number}"><h2>{escape(words.title)}</h2><div class="sides-by-side">'
        f'<figure>{image(picture, words.title)}<figcaption class="marks">{legend}</figcaption>'
        f"{''.join(map(source_of, words.sources))}</figure>"
        f'<table class="said">{lines}</table></div></section>'
    )


def image(picture, words):
    """A PIL image as data in the page."""
    data = BytesIO()
    picture.save(data, "WEBP", quality=82, method=4)
    width, height = picture.size
    coded = b64encode(data.getvalue()).decode()
    return f'<img alt="{escape(words)}" width="{width}" height="{height}" src="data:image/webp;base64,{coded}">'


def source_of(source):
    """A piece of source with its line marked."""
    lines, at = excerpt(source, LINES)
    shown = "\n".join(f"<mark>{escape(line)}</mark>" if place == at else escape(line) for place, line in enumerate(lines))
    return f"<pre><b>{escape(source.name)}</b>\n{shown}</pre>"
