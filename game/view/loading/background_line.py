"""The line on the screen that shows the current background work."""

from ..panels.canvas import ASIDE, NOTE, PANEL
from ..panels.panel import Panel

HEIGHT, MARGIN, PADDING = 24, 16, 10


class BackgroundPanel(Panel):
    """The panel with the line. Its data: the line."""

    NAME, SORT = "background", 12

    def draw(self, canvas, data):
        width = canvas.text_width(data, NOTE) + 2 * PADDING
        canvas.box(MARGIN, MARGIN, width, HEIGHT, PANEL)
        canvas.text(data, MARGIN + PADDING, MARGIN + 2, ASIDE)


class BackgroundLine:
    """The line in the window, one of the views of Interface. background: Background"""

    def __init__(self, background):
        self._background, self._panel = background, None

    def build(self, parent, size):
        self._panel = BackgroundPanel(parent, size)

    def show(self, visible):
        """Update once a frame. visible: of other panels"""
        self._panel.show(self._background.text or None)

    def remove(self):
        self._panel.remove()
