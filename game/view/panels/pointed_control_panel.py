"""The crosshair near an exhibit's desk, and a panel with the name, value and effect of the control that it points at.

The panel repeats the numbers of the exhibit's board, which is too far away to be read from the desk.
"""

from .canvas import ACCENT, ASIDE, INK, LARGE, LINE_HEIGHT, PANEL, TEXT, TextStyle
from .hud.key_hints import draw_hint, hint_width
from .panel import Panel

DOT, PADDING = 3, 10  # [units]: half of the crosshair, around the words
ABOVE = 0.1  # of the window's height, above the panel. Less: it touches the edge; more: it covers the desk below the crosshair
KEYS = 30  # [units] height of the line of keys
STYLES = TextStyle(LARGE, ACCENT), TEXT  # of the name and value, and of the effect


class HandPanel(Panel):
    """The crosshair, and above it the text of a control and the numbers of its exhibit's board.

    The panel's data is ((x, y), texts, rows): the crosshair's position in fractions of the window, `Hand.texts`, empty without a
    control or a hint, and `Hand.rows`.
    """

    NAME, SORT = "hand", 3

    def draw(self, canvas, data):
        (across, down), words, rows = data
        x, y = across * canvas.width, down * canvas.height
        canvas.box(x - DOT, y - DOT, 2 * DOT, 2 * DOT, ACCENT if words else INK)
        if not words:
            return
        lines, keys, table = list(zip(words, STYLES)), words[len(STYLES) :], rows
        widths = [max((canvas.text_width(row[column], TEXT) for row in table), default=0) + PADDING for column in range(3)]
        across = [sum(widths), *(canvas.text_width(*line) for line in lines), *(hint_width(canvas, hint) for hint in keys)]
        width, row_height = max(across) + 2 * PADDING, TEXT.size * LINE_HEIGHT
        height = sum(style.size for _, style in lines) * LINE_HEIGHT + len(table) * row_height + KEYS * len(keys) + 2 * PADDING
        left, top = x - width / 2, ABOVE * canvas.height
        canvas.box(left, top, width, height, PANEL)
        top += PADDING
        for line, style in lines:
            canvas.text(line, left + PADDING, top - 2, style)
            top += style.size * LINE_HEIGHT
        for hint in keys:
            draw_hint(canvas, hint, left + PADDING, top + 4)
            top += KEYS
        for number, row in enumerate(table):
            for column, text in enumerate(row):
                at = left + PADDING + sum(widths[:column])
                canvas.text(text, at, top - 2, TEXT if number else ASIDE)
            top += row_height


class HandView:
    """The HandPanel as one of the views of Interface, shown while the player is near a desk.

    hand: the Hand, which finds the control under the crosshair
    window: the Window
    """

    def __init__(self, hand, window):
        self._hand, self._window, self._panel = hand, window, None

    def build(self, parent, size):
        """Make the panel. `parent` is the NodePath `pixel2d`, `size` is (width, height) of the window [pixels]."""
        self._panel = HandPanel(parent, size)

    def update(self, is_uncovered):
        """Update the panel once a frame. `is_uncovered` is False while a menu or the help panel covers it."""
        hand = self._hand
        self._panel.show((self._window.screen.middle, hand.texts, hand.rows) if is_uncovered and hand.is_near else None)

    def remove(self):
        self._panel.remove()
