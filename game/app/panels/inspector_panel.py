"""The large page of the tick inspector with all numbers of an iteration, and the inspector's crosshair."""

from panda3d.core import NodePath

from ...explain.iteration_overlay import InspectedTick
from ...explain.triangle_picking import Pick
from ...panels.canvas import Canvas
from ...panels.panel import Panel, PanelGroup, strip_height
from ...panels.side_panel import SCROLLED_BY
from ...panels.text_flow import Line, lay_out_blocks
from ...panels.theme import INK, PANEL, SCROLLED, Size
from ...panels.tick_sheets import all_blocks
from ..teaching.teaching_views import TickInspector

PADDING, GAP = 18, 24
CROSS, ROOM = 9, 3  # [units] length of the crosshair's strokes; from its middle to the strokes
DARK = (0.04, 0.06, 0.09, 0.95)


class LargePanel(Panel[tuple[InspectedTick, int, Pick | None]]):
    """A page over the scene with all numbers and the source code of an iteration, given by tick, index and picked triangle."""

    NAME, SORT, NEEDED = "inside", 4, SCROLLED

    def __init__(self, parent: NodePath, size: Size):
        super().__init__(parent, size)
        self.bottom = self.canvas.height - strip_height(size) / self.canvas.scale
        self._scrolled = self._hidden = 0.0

    def draw(self, canvas: Canvas, data: tuple[InspectedTick, int, Pick | None]) -> None:
        canvas.box(0, 0, canvas.width + 1, self.bottom, PANEL)
        width = (canvas.width - 2 * PADDING - GAP) / 2
        columns = [lay_out_blocks(canvas, blocks, width) for blocks in all_blocks(*data)]
        self._hidden = max(0.0, max(height for _, height in columns) - (self.bottom - 2 * PADDING))
        self._scrolled = min(self._scrolled, self._hidden)
        for left, (lines, _) in zip((PADDING, PADDING + width + GAP), columns):
            for line in lines:
                self._draw_line(canvas, line, left, width)

    def _draw_line(self, canvas: Canvas, line: Line, left: float, width: float) -> None:
        y, block = PADDING + line.y - self._scrolled, line.block
        if y < PADDING / 2 or y + line.height > self.bottom - PADDING / 2:
            return
        if block.ground:
            canvas.box(left - 4, y, width + 8, line.height, block.ground)
        for x, run in line.pieces:
            canvas.text(run.text, left + x, y + 2, run.style)
        if block.right and line.is_first:
            canvas.text(block.right.text, left + width, y + 2, block.right.style, "right")

    def scroll(self, turns: int) -> None:
        """Scroll the text by a number of turns of the mouse wheel, positive towards the start."""
        self._scrolled = min(max(self._scrolled - SCROLLED_BY * turns, 0.0), self._hidden)
        if self._data:
            self.canvas.clear()
            self.draw(self.canvas, self._data)

    def covers(self, x: float, y: float) -> bool:
        return self.visible and self.units(x, y)[1] < self.bottom


class Crosshair(Panel[tuple[float, float]]):
    """Four light strokes with dark borders, around the point that a click would pick, in fractions of the window."""

    NAME, SORT = "crosshair", 1

    def draw(self, canvas: Canvas, data: tuple[float, float]) -> None:
        x, y = canvas.width * data[0], canvas.height * data[1]
        for colour, grown in ((DARK, 1), (INK, 0)):
            for away in (ROOM, -ROOM - CROSS):
                canvas.box(x + away - grown, y - grown, CROSS + 2 * grown, 1 + 2 * grown, colour)
                canvas.box(x - grown, y + away - grown, 1 + 2 * grown, CROSS + 2 * grown, colour)


class InspectorPanel(PanelGroup):
    def __init__(self, parent: NodePath, size: Size):
        self._large, self._cross = LargePanel(parent, size), Crosshair(parent, size)
        super().__init__(self._large, self._cross)
        self.covers, self.scroll = self._large.covers, self._large.scroll

    def show(self, inspector: TickInspector | None, is_large: bool, crosshair: tuple[float, float] | None) -> None:
        """Draw the large page, and the crosshair at a position in fractions of the window, or hide what is None or False."""
        self._cross.show(crosshair)
        tick = inspector.tick if inspector and is_large else None
        self._large.show((tick, inspector.number, inspector.picked) if inspector and tick else None)
