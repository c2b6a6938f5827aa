"""The tick inspector's panel: a legend with counts, the text of `explain`, and the lines of source."""

from typing import NamedTuple

from game.explain.source_lines import excerpt
from game.overlay.iteration_text import words_of

from ..teaching.tick_inspector import HIDDEN, LARGE
from .canvas import ACCENT, CROWDED, DIM, FOCUS, INK, LINE
from .panel import Panel, PanelGroup

MARGIN, PADDING = 14, 12
WIDTH = 420
WHOLE = (0.0, 1.0)  # extent of one picture that is not split
COLUMNS = 3  # of the legend
# Text sizes and rows beside the world, and in the large panel.
SMALL_TEXT, SMALL_ROW = 12, 14
LARGE_TEXT, LARGE_ROW = 18, 23
SECTIONS = 4.5  # letters of the column of sections
LEAST_SOURCE = 3  # lines worth showing
MOST_SOURCE = 34
CROSS, GAP = 9, 3  # [units] of the crosshair
SIDE, DARK = (0.05, 0.07, 0.10, 0.86), (0.04, 0.06, 0.09, 0.95)


class IterationPanel(Panel):
    """The panel of an iteration. Its data: (InspectedTick, number of iteration, Pick or None, BESIDE or LARGE, across, below)."""

    NAME, SORT, NEEDED = "inside", 4, CROWDED

    def draw(self, canvas, data):
        tick, number, picked, size, across, below = data
        words = words_of(tick, number, picked)
        if size == LARGE:
            draw_large(canvas, words)
        elif across == WHOLE:
            draw_beside(canvas, words)
        else:  # two pictures and their titles leave no room for text beside them
            draw_legend(canvas, words, canvas.width - MARGIN - WIDTH, below, WIDTH)

    def covers(self, x, y):
        """True if the panel hides a place of the window [pixels]."""
        root = self.canvas.root
        bounds = root.getTightBounds(root.getParent()) if self.visible else None
        return bounds is not None and bounds[0].x <= x <= bounds[1].x and bounds[0].z <= -y <= bounds[1].z


class Crosshair(Panel):
    """The crosshair: four light strokes with dark borders in the middle of a picture. Its data: `across` of `show`."""

    NAME, SORT = "crosshair", 1

    def draw(self, canvas, data):
        x, y = canvas.width * sum(data) / 2, canvas.height / 2
        for colour, grown in ((DARK, 1), (INK, 0)):
            for away in (GAP, -GAP - CROSS):
                canvas.box(x + away - grown, y - grown, CROSS + 2 * grown, 1 + 2 * grown, colour)
                canvas.box(x - grown, y + away - grown, 1 + 2 * grown, CROSS + 2 * grown, colour)


class InspectorPanel(PanelGroup):
    """The tick inspector's panel and its crosshair.

    parent: pixel2d; size: (width, height) [pixels].
    """

    def __init__(self, parent, size):
        self._iteration, self._cross = IterationPanel(parent, size), Crosshair(parent, size)
        super().__init__(self._iteration, self._cross)
        self.covers = self._iteration.covers

    def show(self, inspector, across=WHOLE, below=MARGIN):
        """Show an iteration. inspector: TickInspector, or None to hide everything

        across: left and right end of the crosshair's picture, in parts of the width
        below: lower end of the titles of two pictures [units]
        """
        self._cross.show(inspector and across)
        is_shown = inspector and inspector.panel != HIDDEN
        data = is_shown and (inspector.tick, inspector.number, inspector.picked, inspector.panel, across, below)
        self._iteration.show(data or None)


class Column(NamedTuple):
    """A column of text. left, width [units]; size: of the text; row: height of a line [units]"""

    left: float
    width: float
    size: float
    row: float


def draw_beside(canvas, words):
    """Draw the text in the right column, and below it as much of the source as fits."""
    left, bottom = canvas.width - MARGIN - WIDTH, canvas.height - MARGIN
    column = Column(left + PADDING, WIDTH - 2 * PADDING, SMALL_TEXT, SMALL_ROW)
    below = draw_legend(canvas, words, left, MARGIN, WIDTH)
    ground = canvas.box(left, below, WIDTH, bottom - below, SIDE)
    y = draw_words(canvas, column, words, below + 6, bottom)
    y = draw_sources(canvas, column, words.sources, y, bottom - 6)
    ground.setSz((y - below) / (bottom - below))
    ground.setZ(-round(below * canvas.scale) * (1.0 - ground.getSz()))


def draw_large(canvas, words):
    """Draw text at the left and source at the right over the whole window, for a projector."""
    left, width, bottom = MARGIN, canvas.width - 2 * MARGIN, canvas.height - MARGIN
    canvas.box(left, MARGIN, width, canvas.height - 2 * MARGIN, DARK)
    below = draw_legend(canvas, words, left, MARGIN, width)
    size = largest(canvas, words, bottom - below - 12)
    row = round(size * LARGE_ROW / LARGE_TEXT)
    draw_words(canvas, Column(left + PADDING, width * 0.5, size, row), words, below + 6, bottom)
    right = Column(left + width * 0.5, width * 0.5 - PADDING, size, row)
    draw_sources(canvas, right, words.sources, below + 6, bottom - 6)


def largest(canvas, words, height):
    """The largest text size, up to LARGE_TEXT, in which all lines fit in a height, and in half of the width."""
    letters = SECTIONS + max(len(line.text) for line in words.lines)
    across = int(canvas.width * 0.45 / canvas.text_width("0" * int(letters + 1), LARGE_TEXT) * LARGE_TEXT)
    down = int(height / (len(words.lines) + 2) * LARGE_TEXT / LARGE_ROW)
    return max(SMALL_TEXT, min(LARGE_TEXT, across, down))


def draw_legend(canvas, words, left, top, width):
    """Draw coloured squares and names in columns. Returns the top of the space below them."""
    row, rows = SMALL_ROW + 1, -(-len(words.legend) // COLUMNS)
    canvas.box(left, top, width, rows * row + 12, SIDE)
    x = left + PADDING
    for first in range(0, len(words.legend), rows):
        column = words.legend[first : first + rows]
        for number, (colour, text) in enumerate(column):
            y = top + 6 + number * row
            canvas.box(x, y + 3, 9, 9, (*colour, 1.0))
            canvas.text(text, x + 14, y, SMALL_TEXT, INK)
        x += 26 + max(canvas.text_width(text, SMALL_TEXT) for _, text in column)
    return top + rows * row + 16


def draw_words(canvas, column, words, y, bottom):
    """Draw the title and as many lines as fit, each with its section. Returns their lower end."""
    canvas.text(words.title, column.left, y, column.size + 1, ACCENT, bold=True)
    y, indent = y + column.row + 3, SECTIONS * canvas.text_width("0", column.size)
    for section, text in that_fit(words.lines, int((bottom - y - 4) / column.row)):
        if section:
            canvas.text(section, column.left, y, column.size, DIM)
        canvas.text(text, column.left + indent, y, column.size, INK)
        y += column.row
    return y + 4


def that_fit(lines, most):
    """The lines; if there are more than `most`, the first of them and one that says how many are left out."""
    if len(lines) <= most:
        return lines
    kept = max(0, most - 1)
    return [*lines[:kept], ("", f"... and {len(lines) - kept} lines more, in a larger window")]


def draw_sources(canvas, column, sources, y, bottom):
    """Draw pieces of source in equal parts of the space, with the deciding line marked. Returns their lower end."""
    each = (bottom - y) / max(len(sources), 1) - column.row - 6
    most = min(int(each / column.row), MOST_SOURCE)
    if most < LEAST_SOURCE:
        return y
    letters = int(column.width / canvas.text_width("0", column.size))
    for source in sources:
        lines, marked = excerpt(source, most)
        canvas.box(column.left, y, column.width, 1, LINE)
        canvas.text(source.name, column.left, y + 2, column.size, ACCENT)
        y += column.row + 2
        canvas.box(column.left - 4, y + marked * column.row, column.width + 8, column.row, FOCUS)
        for line in lines:
            canvas.text(line[:letters], column.left, y, column.size, INK if line == lines[marked] else DIM)
            y += column.row
        y += 4
    return y
