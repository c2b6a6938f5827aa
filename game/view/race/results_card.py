"""The card of a finished run, below the clock: its parts beside the best run, what is there to win next, which key to press."""

from ..panels.canvas import ACCENT, DIM, INK, NORMAL, PANEL, SMALL, Canvas
from .race_results import apart_text, next_medal, result_rows, verdict

ROW, PADDING = 22, 14
TIME, APART = 0.66, 0.97  # where these columns end [parts of the width]
AHEAD, BEHIND = (0.45, 0.87, 0.52, 1.0), (0.97, 0.52, 0.45, 1.0)


def colour_of(apart):
    """Of so many seconds behind the best run."""
    return BEHIND if apart > 0.0 else AHEAD


class ResultsCard:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]; width, top [units]"""

    def __init__(self, parent, size, width, top):
        self._canvas = Canvas(parent, size, "results")
        self._left, self._width, self._top = (self._canvas.width - width) / 2, width, top
        self._shown, self.bottom = None, top

    def show(self, result):
        """result: Result, or None for no card"""
        if result is self._shown:
            return
        self._canvas.clear()
        self._shown, self.bottom = result, self._top
        if result:
            self._draw(result_rows(result), verdict(result), next_medal(result))

    def _draw(self, rows, *words):
        y, height = self._top + 8, (len(rows) + len(words) + 1) * ROW + 24
        self.bottom = self._top + height
        self._canvas.box(self._left, self._top, self._width, height, PANEL)
        for row in rows:
            self._draw_row(y, *row)
            y += ROW
        for text, colour in zip((*words, "R  try again     Esc  menu"), (INK, ACCENT, DIM)):
            y += 4
            self._canvas.text(text, self._left + self._width / 2, y, SMALL, colour, align="centre")
            y += ROW

    def _draw_row(self, y, name, time, apart):
        self._canvas.text(name, self._left + PADDING, y, SMALL, DIM)
        self._canvas.text(time, self._left + TIME * self._width, y - 1, NORMAL, INK, align="right")
        if apart is not None:
            self._canvas.text(apart_text(apart), self._left + APART * self._width, y - 1, NORMAL, colour_of(apart), align="right")

    def set_visible(self, visible):
        self._canvas.root.show() if visible else self._canvas.root.hide()

    def remove(self):
        self._canvas.remove()
