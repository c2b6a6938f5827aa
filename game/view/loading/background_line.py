"""The line of text at the upper right that names the current background work."""

from ..panels.canvas import ASIDE, NOTE, PANEL
from ..panels.panel import Panel

HEIGHT, MARGIN, PADDING = 24, 16, 10


class BackgroundPanel(Panel):
    """The panel with the line of text.

    The panel's data is (text, right end of the free area), the latter in fractions of the window's width.
    """

    NAME, SORT = "background", 12

    def draw(self, canvas, data):
        text, right = data
        width = canvas.text_width(text, NOTE) + 2 * PADDING
        left = right * canvas.width - MARGIN - width
        canvas.box(left, MARGIN, width, HEIGHT, PANEL)
        canvas.text(text, left + PADDING, MARGIN + 2, ASIDE)


class BackgroundLine:
    """The text that names the current background work, as one of the views of Interface.

    background: Background
    area: function that returns the Area of the window that no panel covers
    """

    def __init__(self, background, area):
        self._background, self._area, self._panel = background, area, None

    def build(self, parent, size):
        self._panel = BackgroundPanel(parent, size)

    def show(self, visible):
        """Update the line once a frame. `visible` is False while a menu is open, and the line is then at the right edge."""
        text = self._background.text
        self._panel.show((text, self._area().right if visible else 1.0) if text else None)
        self._panel.visible = True  # also if a more important panel was in its place

    def remove(self):
        self._panel.remove()
