"""Every key on one sheet, from the table of bindings."""

from .bindings import groups
from .canvas import ACCENT, DIM, INK, LARGE, LINE, NORMAL, SHADE, SMALL, Canvas

COLUMN, KEY_WIDTH, ROW, INSET = 500, 92, 21, 26
LEFT_GROUPS = ("move", "time", "levels")


class HelpPanel:
    """parent: pixel2d; size: (width, height) [pixels]. Hidden until toggled."""

    def __init__(self, parent, size):
        self._canvas = Canvas(parent, size, "help", sort=15)
        self._draw()
        self.set_visible(False)

    def _draw(self):
        canvas = self._canvas
        width, height = 2 * COLUMN + INSET, 600
        x, y = (canvas.width - width) / 2, max(8, (canvas.height - height) / 2)
        canvas.box(0, 0, canvas.width, canvas.height, SHADE)
        canvas.panel(x, y, width, height)
        canvas.text("Keys", x + INSET, y + 18, LARGE, INK, bold=True)
        canvas.text("the mouse looks; H closes", x + width - INSET, y + 22, SMALL, DIM, align="right")
        canvas.box(x + INSET, y + 52, width - 2 * INSET, 1, LINE)
        for number, chosen in enumerate((True, False)):
            columns = [group for group in groups() if (group[0] in LEFT_GROUPS) is chosen]
            self._draw_column(columns, x + INSET + number * COLUMN, y + 64)

    def _draw_column(self, sections, x, y):
        for name, bindings in sections:
            self._canvas.text(name, x, y, NORMAL, ACCENT, bold=True)
            y += ROW + 3
            for binding in bindings:
                self._canvas.text(binding.shown, x, y, SMALL, INK, bold=True)
                self._canvas.text(binding.does, x + KEY_WIDTH, y, SMALL, DIM)
                y += ROW
            y += 8

    def set_visible(self, visible):
        self.visible = visible
        self._canvas.root.show() if visible else self._canvas.root.hide()

    def remove(self):
        self._canvas.remove()
