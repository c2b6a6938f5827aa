"""The crosshair near an exhibit's desk. Beside it are the name, value and effect of the control that the crosshair points at."""

from .canvas import ACCENT, ASIDE, INK, LARGE, LINE_HEIGHT, PANEL, TEXT, TextStyle
from .panel import Panel

DOT, BESIDE, PADDING = 3, 26, 10  # [units]: half of the crosshair, from it to the words, around the words
STYLES = (TextStyle(LARGE, ACCENT), TEXT, ASIDE)  # of the name and value, the effect, and the keys


class HandPanel(Panel):
    """The crosshair and the text of a control.

    The panel's data is ((x, y), texts): the crosshair's position in fractions of the window, and `Hand.texts`, empty without a
    control or a hint.
    """

    NAME, SORT = "hand", 3

    def draw(self, canvas, data):
        (across, down), words = data
        x, y = across * canvas.width, down * canvas.height
        canvas.box(x - DOT, y - DOT, 2 * DOT, 2 * DOT, ACCENT if words else INK)
        if not words:
            return
        lines = list(zip(words, STYLES))
        width = max(canvas.text_width(*line) for line in lines) + 2 * PADDING
        height = sum(style.size for _, style in lines) * LINE_HEIGHT + 2 * PADDING
        canvas.box(x + BESIDE, y + BESIDE, width, height, PANEL)
        top = y + BESIDE + PADDING
        for line, style in lines:
            canvas.text(line, x + BESIDE + PADDING, top - 2, style)
            top += style.size * LINE_HEIGHT


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
        self._panel.show((self._window.screen.middle, hand.texts) if is_uncovered and hand.is_near else None)

    def remove(self):
        self._panel.remove()
