"""Bar charts: rows of names and values as horizontal bars, the outcomes of a sweep's triangle tests."""

from collections.abc import Sequence
from typing import Annotated

from ...collision import Outcome, Pass
from ...core.value_rules import ListOf, Number, OneOf, TableOf, Text
from ...explain import palette
from ...explain.describe_trace import OUTCOME_WORDS
from .latex_to_svg import Svg, label
from .pages import Run
from .registry import Index, PassName, Tick, drawing, names_of
from .svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, PLANE, SvgSheet, hex_of

ROW, GAP = 30.0, 8.0  # [pixels] height of a bar; between two of them
BAR_COLOURS = (PLANE, CONTACT, AFTER, BEFORE, FAINT)


def bar(name: Text, value: Annotated[float, Number(0.0, 1e9)]) -> tuple[str, float]:
    return name, value


@drawing
def bars(
    run: Run,
    rows: Annotated[tuple, ListOf(TableOf(bar), least=1)],
    unit: Text = "",
    outcomes: Annotated[tuple, ListOf(OneOf(names_of(Outcome)))] = (),  # of each row, which gives it the game's colour
) -> Svg:
    """Draw a chart of horizontal bars, one for each (name, value) in `rows`. `unit` follows each value."""
    twins = run.page.twins if run else ()
    bodies = BODY, *map(hex_of, palette.TWINS)
    usual = bodies if twins and len(rows) == 1 + len(twins) else BAR_COLOURS
    colours = [hex_of(palette.OUTCOMES[Outcome[name.upper()]]) for name in outcomes] or usual
    return bars_of([(name, value, colours[n % len(colours)]) for n, (name, value) in enumerate(rows)], unit)


def bars_of(rows: Sequence[tuple[str, float, str]], unit: str) -> Svg:
    """Return a bar chart. rows: (name, value, SVG colour) of each bar; unit: the text after each value"""
    height = len(rows) * (ROW + GAP) + GAP
    most = max([value for _, value, _ in rows]) or 1.0
    names = max(label(name, 14.0).width for name, _, _ in rows) + 14
    sheet = SvgSheet((0.0, 0.0, 400.0, height), 400, height, margin=0)
    for n, (name, value, colour) in enumerate(rows):
        low = height - (n + 1) * (ROW + GAP)
        end = names + (330 - names) * value / most
        outline = [(names, low), (end, low), (end, low + ROW), (names, low + ROW)]
        sheet.path(outline, "none", fill=colour, opacity=0.85, closed=True)
        sheet.letter((names - 7, low + ROW / 2), name, INK, (-1, 0))
        sheet.letter((end, low + ROW / 2), f"{value:g}{unit}", INK, (1, 0))
    return sheet.svg("; ".join(f"{name}: {value:g}{unit}" for name, value, _ in rows))


@drawing
def outcomes(run: Run, of: PassName = "move", sweep: Index = 0, tick: Tick = 0) -> Svg:
    """Draw, as a bar chart, the number of a sweep's candidates for each outcome of the triangle test that occurs."""
    iterations = [iteration for iteration in run.record(tick).trace.iterations if iteration.pass_ == Pass[of.upper()]]
    counts = [(OUTCOME_WORDS[kind], iterations[sweep].count(kind), hex_of(palette.OUTCOMES[kind])) for kind in Outcome]
    return bars_of([count for count in counts if count[1]], "")
