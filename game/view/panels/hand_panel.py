"""The crosshair near a desk, and beside it the control that it rests on: its name, value and effect."""

from .canvas import ACCENT, ASIDE, INK, LARGE, LINE_HEIGHT, PANEL, TEXT, TextStyle
from .panel import Panel

DOT, BESIDE, PADDING = 3, 26, 10  # [units]: half of the crosshair, from it to the words, around the words
STYLES = (TextStyle(LARGE, ACCENT), TEXT, ASIDE)  # of the name and value, the effect, and the way to use it


class HandPanel(Panel):
    """Data: ((x, y) of the crosshair in parts of the window, words of Hand)."""

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
    """The panel of the hand, one of the views of Interface. hand: Hand; window: Window"""

    def __init__(self, hand, window):
        self._hand, self._window, self._panel = hand, window, None

    def build(self, parent, size):
        """Make the panel. parent: pixel2d; size: (width, height) [pixels]"""
        self._panel = HandPanel(parent, size)

    def show(self, visible):
        """Update once a frame. visible: True unless a menu covers it"""
        hand = self._hand
        self._panel.show((self._window.screen.middle, hand.words) if visible and hand.is_near else None)

    def remove(self):
        self._panel.remove()
