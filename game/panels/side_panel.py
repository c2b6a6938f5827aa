"""A column of text at the right of the picture, which scrolls: its sheets, their places, clicks on them."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from panda3d.core import NodePath

from .canvas import Canvas, text_size_of
from .hud_panel import draw_plot
from .panel import Panel, side_width, strip_height
from .text_column_layout import MORE_HEIGHT, Action, Block, Line, fitting_lines, lay_out_blocks
from .theme import ACCENT, FOCUS, LINE, PANEL, SCROLLED, SMALL, Size, TextStyle

PADDING, GAP = 14, 8
SQUARE = 10
LOWERED = 3  # [units] of the colour behind a line, and of the rule above it: letters lie low in their line
ABOVE, MORE = "more above: mouse wheel", "more below: mouse wheel"
SCROLLED_BY = 60  # [units] that the text moves for each turn of the mouse wheel


class Sheet(NamedTuple):
    """The content of the side panel. The blocks scroll; those in the foot below them and in the head above them do not."""

    blocks: tuple[Block, ...]
    foot: tuple[Block, ...] = ()
    head: tuple[Block, ...] = ()
    begins: bool = False  # True to show the first blocks even if a focused one is not in view with them
    is_short: bool = False  # True for a panel that ends with its text, and leaves the picture below it free


class Column(NamedTuple):
    """A Sheet as it is arranged in a panel: the Lines of its foot, of its head and of its blocks, and heights [units]."""

    foot: Sequence[Line]
    head: Sequence[Line]
    lines: Sequence[Line]
    top: float  # of the blocks, from the panel's top
    end: float  # of the room for the blocks, from the panel's top
    hidden: float  # height of the blocks that does not fit into the room
    begins: bool  # as of the Sheet

    @property
    def scrolled_to_focus(self) -> float:
        return 0.0 if self.begins else min(max(0.0, focus_end(self.lines) - (self.end - self.top) + MORE_HEIGHT), self.hidden)


class SidePanel(Panel[Sheet]):
    """A column of text at the right. `has_strip` is True to leave room for the timeline below."""

    NAME, SORT, NEEDED = "side", 3, SCROLLED

    def __init__(self, parent: NodePath, size: Size, has_strip: bool = True):
        super().__init__(parent, size)
        scale = self.canvas.scale
        self.width = side_width(size, text_size_of(parent)) / scale
        self.left, self.bottom = self.canvas.width - self.width, self.canvas.height - has_strip * strip_height(size) / scale
        self._end = self.bottom  # of what covers the picture
        self._scrolled = self._hidden = 0.0
        self._is_following = True  # False while `scroll` draws, so that the user can scroll past the focus
        self._places: list[tuple[float, float, float, float, Action]] = []

    def show(self, data: Sheet | None) -> None:
        """Draw a Sheet if it has changed. The scroll position stays as long as the head and the first block are the same."""
        if data is None or self._data is None or title_of(data) != title_of(self._data):
            self._scrolled = 0.0
        self._is_following = True
        super().show(data)

    def draw(self, canvas: Canvas, data: Sheet) -> None:
        width = self.width - 2 * PADDING
        self._places = []
        foot, head, lines, top, end, self._hidden, _ = column = self.arranged(data)
        foot_height = foot[-1].y + foot[-1].height + 2 * GAP if foot else 0.0
        self._end = min(end + foot_height + PADDING, self.bottom) if data.is_short else self.bottom
        # the timeline is drawn over the end of a panel that is not short
        canvas.box(self.left, 0, self.width + 1, self._end if self._end < self.bottom else canvas.height + 1, PANEL)
        if foot:
            canvas.box(self.left + PADDING, end + GAP, width, 1, LINE)
            self._draw_lines(foot, end + 2 * GAP, self.bottom)
        self._draw_lines(head, PADDING, self.bottom)
        if self._is_following:
            self._scrolled = max(self._scrolled, column.scrolled_to_focus)
        self._scrolled = min(self._scrolled, self._hidden)
        has_more = self._scrolled < self._hidden
        above = top if head else 0.0
        begin = above + MORE_HEIGHT if self._scrolled else top - PADDING / 2
        self._draw_lines(lines, top - self._scrolled, end - has_more * MORE_HEIGHT, begin)
        draw_bars(canvas, self.left, self.width, above if self._scrolled else None, end + GAP if has_more else None)

    def arranged(self, data: Sheet) -> Column:
        width = self.width - 2 * PADDING
        foot, foot_height = lay_out_blocks(self.canvas, data.foot, width)
        end = self.bottom - (GAP if foot else PADDING) - foot_height - (2 * GAP if foot else 0)
        head, head_height = lay_out_blocks(self.canvas, data.head, width)
        top = PADDING + head_height
        room = end - top
        lines, height = fitting_lines(self.canvas, data.blocks, width, room)
        if focus_end(lines) > room - MORE_HEIGHT:
            blocks = [block for block in data.blocks if not block.is_spare]
            lines, height = fitting_lines(self.canvas, blocks, width, room, ends_tight=True)
        end = min(end, top + height + 2.0 * GAP) if data.is_short else end
        return Column(foot, head, lines, top, end, height - room if height > room + 0.01 else 0.0, data.begins)

    def _draw_lines(self, lines: Sequence[Line], top: float, end: float, begin: float = 0.0) -> None:
        """Draw the Lines between the heights `begin` and `end` [units], and of a drawing the part. top: y of the start"""
        canvas, left = self.canvas, self.left + PADDING
        for line, following in zip_longest(lines, lines[1:]):
            y, block = top + line.y, line.block
            is_whole = begin <= y and y + line.height <= end + 0.5
            if not is_whole and not (block.is_drawing and y + line.height > begin + 1 and y < end - 1):
                continue
            view = None if is_whole else (begin, end)
            if following and following.block.figure and top + following.y + following.height > end + 0.5:
                continue  # the heading of a plot that is not in view
            if block.rule and line.is_first:
                canvas.box(left, y + LOWERED - max(1.0, block.gap / 2), self.width - 2 * PADDING, 1, LINE)
            if block.ground:
                canvas.box(self.left, y + LOWERED, self.width, line.height, block.ground)
            if block.square and line.is_first:
                canvas.box(left + block.indent, y + (line.height - SQUARE) / 2, SQUARE, SQUARE, (*block.square[:3], 1.0))
            if block.figure:
                draw_plot(canvas, block.figure, left, y, self.width - 2 * PADDING, line.height)
            if block.picture:
                svg, scale = block.picture, line.height / block.picture.height
                if svg.enlarge and scale < 1.0:  # letters keep their size
                    width = self.width - 2 * PADDING
                    canvas.picture(svg.enlarge(1.0 / scale, width / scale), left, y, width, view)
                else:
                    canvas.picture(svg.text, left, y, svg.width * scale, view)
            for x, span in line.pieces:
                if span.is_cap:
                    canvas.key_cap(span.text, left + x, y, block.size)
                else:
                    canvas.text(span.text, left + x, y + 2 + span.lowered, span.style)
            if block.right and line.is_first:
                canvas.text(block.right.text, self.left + self.width - PADDING, y + 2, block.right.style, "right")
            self._add_places(line, y)

    def _add_places(self, line: Line, y: float) -> None:
        """Store the rectangles of a Line's actions for `action_at`. `y` is the line's top [units]."""
        block, left = line.block, self.left
        actions = block.buttons or (() if block.action is None else (block.action,))
        if not actions:
            return
        each = self.width / len(actions)
        top = y - block.gap if line.is_first else y  # a click between two answers chooses the lower one
        self._places += [(top, y + line.height, left + n * each, left + (n + 1) * each, one) for n, one in enumerate(actions)]

    def scroll(self, turns: int) -> None:
        """Scroll the text by a number of turns of the mouse wheel, positive towards the start."""
        scrolled = min(max(self._scrolled - SCROLLED_BY * turns, 0.0), self._hidden)
        if scrolled != self._scrolled and self._data:
            self._scrolled, self._is_following = scrolled, False
            self.canvas.clear()
            self.draw(self.canvas, self._data)

    def action_at(self, x: float, y: float) -> Action | None:
        x, y = self.units(x, y)
        found = (action for top, bottom, left, right, action in self._places if left <= x < right and top <= y < bottom)
        return next(found, None)

    def covers(self, x: float, y: float) -> bool:
        x, y = self.units(x, y)
        return self.visible and x >= self.left and y < self._end


def draw_bars(canvas: Canvas, left: float, width: float, top: float | None, end: float | None) -> None:
    """Draw the bars that say that text is hidden above and below, from `top` on and up to `end` [units]. None: without one"""
    bars = [("▲", ABOVE, top)] if top is not None else []
    bars += [("▼", MORE, end - MORE_HEIGHT)] if end is not None else []
    for arrow, text, y in bars:
        canvas.box(left, y, width, MORE_HEIGHT, FOCUS)
        canvas.text(arrow, left + PADDING, y + 1, TextStyle(SMALL, ACCENT))
        canvas.text(text, left + width / 2, y + 1, TextStyle(SMALL, ACCENT), align="centre")


def title_of(sheet: Sheet) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    return sheet.head, sheet.blocks[:1]


def focus_end(lines: Sequence[Line]) -> float:
    return max((line.y + line.height for line in lines if line.block.is_focus), default=0.0)
