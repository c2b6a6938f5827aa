"""The card of a finished run, below the clock: its parts beside the best run, the next goal, and the keys."""

from ..panels.canvas import ACCENT, DIM, INK, NORMAL, PANEL, SMALL, Canvas
from .race_results import delta_text, next_medal, result_rows, verdict

ROW, PADDING = 22, 14
TIME_RIGHT, DELTA_RIGHT = 0.66, 0.97  # right ends of these columns [parts of the width]
AHEAD, BEHIND = (0.45, 0.87, 0.52, 1.0), (0.97, 0.52, 0.45, 1.0)


def delta_colour(delta):
    """The colour of a time behind (or ahead of) the best run. delta [s]"""
    return BEHIND if delta > 0.0 else AHEAD


class ResultsCard:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]; width, top [units]"""

    def __init__(self, parent, size, width, top):
        self._canvas = Canvas(parent, size, "results")
        self._left, self._width, self._top = (self._canvas.width - width) / 2, width, top
        self._shown, self.bottom = None, top

    def show(self, result):
        """Draw the card. result: RaceResult, or None for no card"""
        if result is self._shown:
            return
        self._canvas.clear()
        self._shown, self.bottom = result, self._top
        if result:
            self._draw(result_rows(result), verdict(result), next_medal(result))

    def _draw(self, rows, *lines):
        y, height = self._top + 8, (len(rows) + len(lines) + 1) * ROW + 24
        self.bottom = self._top + height
        self._canvas.box(self._left, self._top, self._width, height, PANEL)
        for row in rows:
            self._draw_row(y, *row)
            y += ROW
        for text, colour in zip((*lines, "R  try again     Esc  menu"), (INK, ACCENT, DIM)):
            y += 4
            self._canvas.text(text, self._left + self._width / 2, y, SMALL, colour, align="centre")
            y += ROW

    def _draw_row(self, y, name, time, delta):
        self._canvas.text(name, self._left + PADDING, y, SMALL, DIM)
        self._canvas.text(time, self._left + TIME_RIGHT * self._width, y - 1, NORMAL, INK, align="right")
        if delta is not None:
            right = self._left + DELTA_RIGHT * self._width
            self._canvas.text(delta_text(delta), right, y - 1, NORMAL, delta_colour(delta), align="right")

    def set_visible(self, visible):
        self._canvas.root.show() if visible else self._canvas.root.hide()

    def remove(self):
        self._canvas.remove()
