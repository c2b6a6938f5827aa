"""The line on the screen that shows the current background work."""

from ..panels.canvas import ASIDE, NOTE, PANEL
from ..panels.panel import Panel

HEIGHT, MARGIN, PADDING = 24, 16, 10


class BackgroundPanel(Panel):
    """The panel with the line. Data: (text, right end of the free area in parts of the window)."""

    NAME, SORT = "background", 12

    def draw(self, canvas, data):
        text, right = data
        width = canvas.text_width(text, NOTE) + 2 * PADDING
        left = right * canvas.width - MARGIN - width
        canvas.box(left, MARGIN, width, HEIGHT, PANEL)
        canvas.text(text, left + PADDING, MARGIN + 2, ASIDE)


class BackgroundLine:
    """The line in the window, one of the views of Interface. `background` is a Background."""

    def __init__(self, background, area):
        self._background, self._area, self._panel = background, area, None

    def build(self, parent, size):
        self._panel = BackgroundPanel(parent, size)

    def show(self, visible):
        """Update the line once a frame. It stays visible if other panels are hidden."""
        text = self._background.text
        self._panel.show((text, self._area().right if visible else 1.0) if text else None)
        self._panel.visible = True  # also if a more important panel was in its place

    def remove(self):
        self._panel.remove()
