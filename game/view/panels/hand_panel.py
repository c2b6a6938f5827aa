"""The crosshair near a desk, with name, value and effect of the control under it."""

from .canvas import ACCENT, DIM, INK, LARGE, LINE_HEIGHT, NORMAL, PANEL, SMALL
from .panel import Panel

DOT, ASIDE, PADDING = 3, 26, 10  # [units] half width of the crosshair; from the crosshair to the text; around the text


class HandPanel(Panel):
    """Data: (position (x, y) of the crosshair in parts of the window, lines of text of a Hand)."""

    NAME, SORT = "hand", 3

    def draw(self, canvas, data):
        (across, down), words = data
        x, y = across * canvas.width, down * canvas.height
        canvas.box(x - DOT, y - DOT, 2 * DOT, 2 * DOT, ACCENT if words else INK)
        if not words:
            return
        sizes, colours = (LARGE, NORMAL, SMALL), (ACCENT, INK, DIM)
        width = max(canvas.text_width(line, size) for line, size in zip(words, sizes)) + 2 * PADDING
        canvas.box(x + ASIDE, y + ASIDE, width, sum(sizes) * LINE_HEIGHT + 2 * PADDING, PANEL)
        top = y + ASIDE + PADDING
        for line, size, colour in zip(words, sizes, colours):
            canvas.text(line, x + ASIDE + PADDING, top - 2, size, colour)
            top += size * LINE_HEIGHT


class HandView:
    """The panel with the crosshair, as one of the views of Interface. hand: Hand; window: Window"""

    def __init__(self, hand, window):
        self._hand, self._window, self._panel = hand, window, None

    def build(self, parent, size):
        """Make the panel. parent: pixel2d; size: (width, height) of the window [pixels]"""
        self._panel = HandPanel(parent, size)

    def show(self, visible):
        """Update the panel for a frame. visible: False while a menu covers the panel"""
        hand = self._hand
        self._panel.show((self._window.screen.middle, hand.words) if visible and hand.is_near else None)

    def remove(self):
        self._panel.remove()
