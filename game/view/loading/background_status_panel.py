"""The line of text at the upper right that names the current background work, such as the baking of light."""

from ..panels.canvas.theme import ASIDE, NOTE, PANEL
from ..panels.panel import Panel

HEIGHT, MARGIN, PADDING = 24, 16, 10


class BackgroundPanel(Panel):
    """The panel with the line of text.

    The panel's data is (text, right end of the window's free area). The right end is a fraction of the window's width.
    """

    NAME, SORT = "background", 21  # above the menu, for the light of the front page is baked behind it

    def draw(self, canvas, data):
        text, right = data
        width = canvas.text_width(text, NOTE) + 2 * PADDING
        left = right * canvas.width - MARGIN - width
        canvas.box(left, MARGIN, width, HEIGHT, PANEL)
        canvas.text(text, left + PADDING, MARGIN + 2, ASIDE)


class BackgroundLine:
    """The line that names the current background work, one of the views of Interface.

    background: Background, whose `text` is shown
    area(): returns the Area of the window that no panel covers
    """

    def __init__(self, background, area):
        self._background, self._area, self._panel = background, area, None

    def build(self, parent, size):
        self._panel = BackgroundPanel(parent, size)

    def update(self, is_uncovered):
        """Update the line once a frame. It is drawn as long as there is background work, also behind an open menu.

        is_uncovered: False while a menu or the help panel covers the panels. Then the line is at the right edge of the window.
        """
        text = self._background.text
        self._panel.show((text, self._area().right if is_uncovered else 1.0) if text else None)
        self._panel.visible = True  # also if a more important panel was in its place

    def remove(self):
        self._panel.remove()
