"""Every key on one sheet, from the table of bindings."""

from .bindings import groups
from .canvas import ACCENT, DIM, INK, LARGE, LINE, NORMAL, SHADE, SMALL, Canvas

ROW, INSET, APART = 20, 22, 14
COLUMNS = (("move", "levels"), ("time", "inside"), ("view", "overlays"))  # groups that stand below each other


class HelpPanel:
    """parent: pixel2d; size: (width, height) [pixels]. Hidden until toggled."""

    def __init__(self, parent, size):
        self._canvas = Canvas(parent, size, "help", sort=15)
        self._draw()
        self.set_visible(False)

    def _draw(self):
        canvas, columns = self._canvas, columns_of(groups())
        widths = [sum(self._widths(column)) for column in columns]
        width, height = sum(widths) + APART * (len(columns) - 1) + 2 * INSET, 74 + ROW * max(map(rows_in, columns))
        x, y = (canvas.width - width) / 2, max(4, (canvas.height - height) / 2)
        canvas.box(0, 0, canvas.width, canvas.height, SHADE)
        canvas.panel(x, y, width, height)
        canvas.text("Keys", x + INSET, y + 12, LARGE, INK, bold=True)
        canvas.text("the mouse looks; H closes", x + width - INSET, y + 16, SMALL, DIM, align="right")
        canvas.box(x + INSET, y + 46, width - 2 * INSET, 1, LINE)
        for number, column in enumerate(columns):
            self._draw_column(column, x + INSET + sum(widths[:number]) + APART * number, y + 58)

    def _widths(self, column):
        """Of a column's keys, and of what they do."""
        bindings = [binding for _, group in column for binding in group]
        keys = max(self._canvas.text_width(binding.shown + "  ", SMALL, True) for binding in bindings)
        return keys, max(self._canvas.text_width(binding.does, SMALL) for binding in bindings)

    def _draw_column(self, column, x, y):
        keys, _ = self._widths(column)
        for name, bindings in column:
            self._canvas.text(name, x, y, NORMAL, ACCENT, bold=True)
            y += ROW
            for binding in bindings:
                self._canvas.text(binding.shown, x, y, SMALL, INK, bold=True)
                self._canvas.text(binding.does, x + keys, y, SMALL, DIM)
                y += ROW
            y += ROW / 2

    def set_visible(self, visible):
        self.visible = visible
        self._canvas.root.show() if visible else self._canvas.root.hide()

    def remove(self):
        self._canvas.remove()


def columns_of(groups):
    """[[(name, bindings), ...], ...], a list a column; a group that is in none of COLUMNS is in the shortest."""
    known = {name for column in COLUMNS for name in column}
    columns = [[group for group in groups if group[0] in names] for names in COLUMNS]
    for group in groups:
        if group[0] not in known:
            min(columns, key=rows_in).append(group)
    return columns


def rows_in(column):
    """How high a column is, in rows."""
    return sum(1.5 + len(bindings) for _, bindings in column)
