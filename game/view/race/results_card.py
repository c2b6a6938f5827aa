"""The panel with the results below the clock: split times beside those of the best run, the next medal, and keys."""

from ..panels.canvas.canvas import texture_of
from ..panels.canvas.key_hints import draw_hint, hint_width
from ..panels.canvas.theme import ACCENT, ASIDE, INK, NORMAL, PANEL, SMALL, TextStyle
from ..panels.panel import Panel
from .medal_picture import MEDAL_PICTURES
from .race_results import delta_text, result_rows, verdict_lines

ROW, PADDING, MEDAL = 22, 14, 72  # [units]; MEDAL: side of its drawing
TIME_RIGHT, DELTA_RIGHT = 0.66, 0.97  # right ends of the columns of times and differences, in fractions of the width
KEYS = "{restart}  try again     {menu}  menu"
KEYS_UNCOUNTED = "{restart}  start one that counts     {menu}  menu"
AHEAD, BEHIND = (0.45, 0.87, 0.52, 1.0), (0.97, 0.52, 0.45, 1.0)


def delta_colour(delta):
    """Return the colour (4,) for a time difference `delta` [s]. It is positive behind the best run, negative ahead of it."""
    return BEHIND if delta > 0.0 else AHEAD


class ResultsCard(Panel):
    """The panel with the results of a run, or why it does not count. The panel's data is a RaceResult.

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    width, top: of the card [units]
    """

    NAME = "results"

    def __init__(self, parent, size, width, top):
        super().__init__(parent, size)
        self._left, self._width, self._top = (self.canvas.width - width) / 2, width, top
        self._height = 0  # [units]

    @property
    def bottom(self):
        """The lower end of the card [units], or its top without a result."""
        return self._top + (self._height if self._data else 0)

    def draw(self, canvas, data):
        rows, words = result_rows(data), verdict_lines(data)
        drawn = MEDAL if data.medal else 0
        y, self._height = self._top + 8 + drawn, (len(rows) + len(words) + 1) * ROW + 4 * len(words) + 16 + drawn
        canvas.box(self._left, self._top, self._width, self._height, PANEL)
        if data.medal:
            picture = texture_of(MEDAL_PICTURES[data.medal])
            canvas.image(picture, self._left + (self._width - MEDAL) / 2, self._top + 8, MEDAL, MEDAL)
        for row in rows:
            self._draw_row(y, *row)
            y += ROW
        for text, colour in zip(words, (INK, ACCENT, INK)):
            y += 4
            canvas.text(text, self._left + self._width / 2, y, TextStyle(SMALL, colour), align="centre")
            y += ROW
        keys = KEYS_UNCOUNTED if data.reason and not data.is_replay else KEYS
        draw_hint(canvas, keys, self._left + (self._width - hint_width(canvas, keys)) / 2, y + 4, ASIDE)

    def _draw_row(self, y, name, time, delta):
        self.canvas.text(name, self._left + PADDING, y, ASIDE)
        self.canvas.text(time, self._left + TIME_RIGHT * self._width, y - 1, align="right")
        if delta is not None:
            right = self._left + DELTA_RIGHT * self._width
            self.canvas.text(delta_text(delta), right, y - 1, TextStyle(NORMAL, delta_colour(delta)), align="right")
