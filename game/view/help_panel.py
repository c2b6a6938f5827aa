"""Every key on one sheet, from the table of bindings."""

from functools import cache
from itertools import product

from .bindings import groups
from .canvas import ACCENT, DIM, INK, LARGE, LINE, NORMAL, SHADE, SMALL, Canvas

ROW, INSET, GAP = 20, 22, 24
HEAD, HEADING, BETWEEN = 60, 24, 8  # [units] above the columns, of a group's name, and between groups
MOST_COLUMNS = 3
SMALLER = 0.97
EDGE = 6  # [units] around the sheet at least


class HelpPanel:
    """parent: pixel2d; size: (width, height) [pixels]. Hidden until toggled."""

    def __init__(self, parent, size):
        self._shade, self._canvas = Canvas(parent, size, "shade", sort=14), Canvas(parent, size, "help", sort=15)
        self._shade.box(0, 0, self._shade.width + 1, self._shade.height + 1, SHADE)
        columns = self._best_columns()
        while self._fit(columns) < 1.0:  # step by step: letters are whole pixels wide
            self._canvas.zoom(SMALLER)
        self._draw(columns)
        self.set_visible(False)

    def _best_columns(self):
        """The groups in those columns in which they can be largest: a list of lists of groups."""
        names = groups()
        every = (
            [[group for group, place in zip(names, (0, *places)) if place == column] for column in range(MOST_COLUMNS)]
            for places in product(range(MOST_COLUMNS), repeat=len(names) - 1)
        )
        return max(([column for column in columns if column] for columns in every), key=self._fit)

    def _fit(self, columns):
        """How many times as large the sheet could be; below 1 it is too large."""
        width, height = self._extent(columns)
        return min((self._canvas.width - 2 * EDGE) / width, (self._canvas.height - 2 * EDGE) / height)

    def _extent(self, columns):
        """(width, height) of the sheet [units]"""
        width = sum(sum(self._widths(column)) + GAP for column in columns) - GAP + 2 * INSET
        return width, max(column_height(column) for column in columns) + HEAD + INSET

    def _widths(self, column):
        """Of a column's keys, and of what they do."""
        letter = self._canvas.text_width("x", SMALL)
        return tuple(max(letters) * letter for letters in zip(*(longest(name) for name, _ in column)))

    def _draw(self, columns):
        canvas, (width, height) = self._canvas, self._extent(columns)
        x, y = (canvas.width - width) / 2, (canvas.height - height) / 2
        canvas.panel(x, y, width, height)
        canvas.text("Keys", x + INSET, y + 15, LARGE, INK, bold=True)
        canvas.text("the mouse looks; H closes", x + width - INSET, y + 19, SMALL, DIM, align="right")
        canvas.box(x + INSET, y + 48, width - 2 * INSET, 1, LINE)
        for column in columns:
            self._draw_column(column, x + INSET, y + HEAD)
            x += sum(self._widths(column)) + GAP

    def _draw_column(self, column, x, y):
        keys, _ = self._widths(column)
        for name, bindings in column:
            self._canvas.text(name, x, y, NORMAL, ACCENT, bold=True)
            y += HEADING
            for binding in bindings:
                self._canvas.text(binding.shown, x, y, SMALL, INK, bold=True)
                self._canvas.text(binding.does, x + keys, y, SMALL, DIM)
                y += ROW
            y += BETWEEN

    def set_visible(self, visible):
        self.visible = visible
        for canvas in (self._shade, self._canvas):
            canvas.root.show() if visible else canvas.root.hide()

    def remove(self):
        self._shade.remove()
        self._canvas.remove()


@cache
def longest(name):
    """Letters of the longest key of a group, with room behind it, and of what the longest does."""
    bindings = dict(groups())[name]
    return max(len(binding.shown) for binding in bindings) + 2, max(len(binding.does) for binding in bindings)


def column_height(column):
    return sum(HEADING + BETWEEN + ROW * len(bindings) for _, bindings in column) - BETWEEN
