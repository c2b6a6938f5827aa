"""The large page of the tick inspector with all numbers of an iteration, and the inspector's crosshair."""

from ...panels.panel import Panel, PanelGroup, strip_height
from ...panels.text_flow import lay_out_blocks
from ...panels.theme import INK, PANEL, SCROLLED
from ...panels.tick_sheets import all_blocks

PADDING, GAP = 18, 24
SCROLL_STEP = 60  # [units] that the text moves for each step of the mouse wheel
CROSS, ROOM = 9, 3  # [units] length of the crosshair's strokes; from its middle to the strokes
DARK = (0.04, 0.06, 0.09, 0.95)


class LargePanel(Panel):
    """A page over the scene with all numbers and the source code of an iteration.

    The panel's data is (InspectedTick, index of the iteration, Pick of a triangle or None).
    parent: NodePath `pixel2d`
    size: (width, height) of the window [pixels]
    """

    NAME, SORT, NEEDED = "inside", 4, SCROLLED

    def __init__(self, parent, size):
        super().__init__(parent, size)
        self.bottom = self.canvas.height - strip_height(size) / self.canvas.scale
        self._scrolled = self._hidden = 0.0

    def draw(self, canvas, data):
        canvas.box(0, 0, canvas.width + 1, self.bottom, PANEL)
        width = (canvas.width - 2 * PADDING - GAP) / 2
        columns = [lay_out_blocks(canvas, blocks, width) for blocks in all_blocks(*data)]
        self._hidden = max(0.0, max(height for _, height in columns) - (self.bottom - 2 * PADDING))
        self._scrolled = min(self._scrolled, self._hidden)
        for left, (lines, _) in zip((PADDING, PADDING + width + GAP), columns):
            for line in lines:
                self._draw_line(canvas, line, left, width)

    def _draw_line(self, canvas, line, left, width):
        y, block = PADDING + line.y - self._scrolled, line.block
        if y < PADDING / 2 or y + line.height > self.bottom - PADDING / 2:
            return
        if block.ground:
            canvas.box(left - 4, y, width + 8, line.height, block.ground)
        for x, run in line.pieces:
            canvas.text(run.text, left + x, y + 2, run.style)
        if block.right and line.is_first:
            canvas.text(block.right.text, left + width, y + 2, block.right.style, "right")

    def scroll(self, turns):
        """Scroll the text. `turns` is the number of steps of the mouse wheel, positive towards the start."""
        self._scrolled = min(max(self._scrolled - SCROLL_STEP * turns, 0.0), self._hidden)
        if self._data:
            self.canvas.clear()
            self.draw(self.canvas, self._data)

    def covers(self, x, y):
        """True if the panel covers the point (x, y) of the window [pixels]."""
        return self.visible and self.units(x, y)[1] < self.bottom


class Crosshair(Panel):
    """Four light strokes with dark borders, around the point that a click would pick.

    The panel's data is that point (x, y), in fractions of the window.
    """

    NAME, SORT = "crosshair", 1

    def draw(self, canvas, data):
        x, y = canvas.width * data[0], canvas.height * data[1]
        for colour, grown in ((DARK, 1), (INK, 0)):
            for away in (ROOM, -ROOM - CROSS):
                canvas.box(x + away - grown, y - grown, CROSS + 2 * grown, 1 + 2 * grown, colour)
                canvas.box(x - grown, y + away - grown, 1 + 2 * grown, CROSS + 2 * grown, colour)


class InspectorPanel(PanelGroup):
    """The tick inspector's large page and its crosshair.

    parent: NodePath `pixel2d`
    size: (width, height) of the window [pixels]
    """

    def __init__(self, parent, size):
        self._large, self._cross = LargePanel(parent, size), Crosshair(parent, size)
        super().__init__(self._large, self._cross)
        self.covers, self.scroll = self._large.covers, self._large.scroll

    def show(self, inspector, is_large, crosshair):
        """Draw the page and the crosshair, or hide them.

        inspector: TickInspector, or None to hide the page
        is_large: True to draw the page
        crosshair: position (x, y) in fractions of the window, or None to hide the crosshair
        """
        self._cross.show(crosshair)
        self._large.show((inspector.tick, inspector.number, inspector.picked) if inspector and is_large else None)
