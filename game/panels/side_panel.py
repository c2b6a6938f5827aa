"""A column of text at the right of the picture, which scrolls: blocks of text, broken into lines that fit a width."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import Any, NamedTuple

from panda3d.core import NodePath

from ..core.shapes import Colour
from ..explain.inspector_text import split_subscripts
from ..explain.twin_paths_and_distances import DistancePlot
from ..lesson.tools.latex_to_svg import Svg, formula_lines
from .canvas import CAP_GAP, Canvas, pairs_of, text_size_of
from .hud_panel import draw_plot
from .panel import Panel, side_width, strip_height
from .theme import (
    ACCENT,
    ASIDE,
    CODE,
    FOCUS,
    HEADING,
    LINE,
    LINE_HEIGHT,
    NOTE,
    PANEL,
    SCROLLED,
    SMALL,
    TEXT,
    Rgba,
    Size,
    TextStyle,
)

FIGURE_HEIGHT = 170  # [units] of a plot. Lower: curves lie on each other; higher: little room for text
LEAST_FIGURE = 76  # [units] of a plot in a full column. Lower: the numbers of its axis touch; higher: a hole is left above it
SMALLEST_PICTURE = 0.4  # least scale of a drawing. Smaller: its letters, which keep their size, cover it; larger: holes in pages
CAP_LINE = 1.85  # height of a line with key caps, in text sizes
TIGHT_LINE, TIGHT_GAP = 1.2, 0.5  # height of a tight line, in text sizes, and part of its gaps. Less: lines run into each other
SUBSCRIPT_LOWERED = 6  # [units] of a subscript. Less: it looks like a letter of the line; more: it touches the next line
COMMENT_GAP = re.compile(r" {2,}#")  # in a line of code
LINE_GAP = 4.0  # [units] between the lines of a formula. Less: they touch; more: they look like two formulas
RELATIONS = {"=", "<", ">", "≤", "≥"}
HANGING = 2  # letters of indent of the further lines of a broken line of code


Action = tuple[str, Any]  # the kind of a click, and its value, such as the number of an answer
NO_ACTION: Action = ("", None)


class Span(NamedTuple):
    text: str
    style: TextStyle = TEXT
    is_cap: bool = False  # True for the name of a key, drawn as a key cap on the same line as the next Span.
    lowered: float = 0.0  # distance of a subscript below the line [units]


class Block(NamedTuple):
    """A paragraph, a heading, a table row, a line of code, or instead of text a figure or a picture of the side panel."""

    spans: tuple[Span, ...] = ()  # of one text size
    right: Span | None = None  # Span at the right end, or None
    indent: float = 0.0  # of the lines [units]
    gap: float = 0.0  # space above the block [units]
    square: Colour | None = None  # colour of a square before the text, or None
    ground: Rgba | None = None  # colour behind the lines, or None
    rule: bool = False  # True for a line above the block
    action: Action | None = None  # of a click on the block, or None
    buttons: tuple[Action, ...] = ()  # actions of clicks on its Spans, each with the caps before it, or () if they are no buttons
    is_focus: bool = False  # True for a block that must be in view.
    is_spare: bool = False  # True for a block that is left out if the focused ones are not in view with it
    figure: DistancePlot | None = None
    picture: Svg | None = None
    is_drawing: bool = False  # True for a picture that may shrink in a full column
    formula: str = ""  # LaTeX to draw instead of text, or "". A long formula takes several lines.

    @property
    def size(self) -> float:
        return (self.spans[0].style if self.spans else TEXT).size


Piece = tuple[float, Span]
Pieces = tuple[Piece, ...]


class Line(NamedTuple):
    y: float  # its top, from the start of the column [units]
    height: float  # [units]
    pieces: Pieces  # ((x [units], Span), ...)
    block: Block
    is_first: bool  # True for the first line of its block


def text_block(text: str, style: TextStyle = TEXT, **block: Any) -> Block:
    return Block((Span(text, style),), **block)


def heading_block(text: str, size: float = HEADING.size, **block: Any) -> Block:
    return text_block(text, HEADING._replace(size=size), **block)


def row_block(name: str, value: str, **block: Any) -> Block:
    return Block((Span(name, ASIDE),), Span(value, CODE), **block)


class BrokenBlock(NamedTuple):
    """A Block, or a line of its formula, and the pieces of its lines, which depend on the column's width alone."""

    block: Block
    lines: Sequence[Pieces]  # none of a figure or a picture
    is_formula: bool


def lay_out_blocks(canvas: Canvas, blocks: Sequence[Block], width: float) -> tuple[list[Line], float]:
    """Break Blocks into the Lines of a column of a width [units]. Return the Lines and the column's height [units]."""
    return stacked_lines(broken_blocks(canvas, blocks, width), width)


def broken_blocks(canvas: Canvas, blocks: Sequence[Block], width: float) -> list[BrokenBlock]:
    """Break Blocks into lines of at most a width [units]."""
    broken = []
    for whole in blocks:
        for part in formula_blocks(whole, width):
            block = beside_or_below(canvas, part, width)
            lines: Sequence[Pieces] = () if block.figure or block.picture else break_lines(canvas, block, width)
            broken.append(BrokenBlock(block, lines, bool(whole.formula)))
    return broken


def stacked_lines(
    broken: Sequence[BrokenBlock], width: float, too_high: float = 0.0, is_tight: bool = False
) -> tuple[list[Line], float]:
    """Return the Lines of broken Blocks below each other, and their height [units].

    too_high: by which the column would be too high [units]. Drawings and plots shrink by it, but not below their least heights.
    is_tight: True for less space between lines and paragraphs
    """
    spare = sum(full - least for full, least in (picture_heights(block, width) for block, _, _ in broken))
    shrunk = min(1.0, too_high / spare) if spare else 0.0
    lines, y, leading = [], 0.0, TIGHT_LINE if is_tight else LINE_HEIGHT
    for block, all_pieces, is_formula in broken:
        if is_tight and not is_formula:  # a formula has no margin, while the letters of a line lie low in it
            block = block._replace(gap=TIGHT_GAP * block.gap)
        y += block.gap
        if block.figure or block.picture:
            full, least = picture_heights(block, width)
            lines.append(Line(y, full - shrunk * (full - least), (), block, True))
            y += lines[-1].height
        for number, pieces in enumerate(all_pieces):
            height = round(block.size * (CAP_LINE if any(span.is_cap for _, span in pieces) else leading))
            lines.append(Line(y, height, pieces, block, number == 0))
            y += height
    return lines, y


def formula_blocks(block: Block, width: float) -> Sequence[Block]:
    if not block.formula:
        return (block,)
    lines = formula_lines(block.formula, width)
    return [block._replace(picture=line, formula="", gap=LINE_GAP if number else block.gap) for number, line in enumerate(lines)]


def picture_heights(block: Block, width: float) -> tuple[float, float]:
    if block.figure:
        return FIGURE_HEIGHT, LEAST_FIGURE
    full = block.picture.height * min(1.0, width / block.picture.width) if block.picture else 0.0
    return full, full * (SMALLEST_PICTURE if block.is_drawing else 1.0)


def beside_or_below(canvas: Canvas, block: Block, width: float) -> Block:
    """Return the Block, or a copy with `right` as its last Span if both do not fit on one line of a width [units]."""
    spans = (*block.spans, block.right) if block.right else ()
    if sum(canvas.text_width(span.text, span.style) for span in spans) + block.indent + 3 * SMALL <= width:
        return block
    return block._replace(spans=(*block.spans, Span("  ", block.right.style), block.right), right=None) if block.right else block


def break_lines(canvas: Canvas, block: Block, width: float) -> list[Pieces]:
    """Break a Block into lines of at most a width [units]. Return the pieces of each line."""
    if block.buttons:
        return [tuple(button_pieces(canvas, block, width))]
    left = block.indent + (SMALL + 4 if block.square else 0)
    room = width - (canvas.text_width(block.right.text, block.right.style) + 8 if block.right else 0)
    if block.spans and block.spans[0].style.mono:
        return code_lines(canvas, block, left, width)
    lines: list[list[Piece]] = [[]]
    x = left
    joined = [False, *(is_joined(*two) for two in pairwise(block.spans)), False]  # before each span, and after the last one
    for place, span in enumerate(block.spans):
        if span.is_cap:
            wide, after = canvas.cap_width(span.text, span.style.size) + CAP_GAP, block.spans[place + 1 : place + 2]
            if x + wide + sum(canvas.text_width(other.text.rstrip(), other.style) for other in after) > room and x > left:
                lines.append([])
                x = left
            lines[-1].append((x, span))
            x += wide
            continue
        space = canvas.text_width("x x", span.style) - canvas.text_width("xx", span.style)
        words = span.text.split(" ")
        tail = block.spans[place + 1].text.split(" ")[0] if joined[place + 1] else ""  # such as a full stop
        for number, word in enumerate(words):
            more = " ".join(words[number + 1 : next(n for n in range(number + 1, len(words) + 1) if not is_glued(words, n))])
            x += space if number else 0.0
            parts = [part_of_word(span, *part) for part in split_subscripts(word)] if word else []
            widths = [canvas.text_width(part.text, part.style) for part in parts]
            ending = canvas.text_width(tail, span.style) if number == len(words) - 1 else 0.0
            ending += space + canvas.text_width(more, span.style) if more else 0.0
            may_end = not is_glued(words, number) and (number or not joined[place])
            if x + sum(widths) + ending > room and x > left and may_end:
                lines.append([])
                x = left
            for index, (part, wide) in enumerate(zip(parts, widths)):
                append_word(lines[-1], x, part, joined=number > 0 and index == 0)
                x += wide
    return [tuple(line) for line in lines]


def is_joined(span: Span, following: Span) -> bool:
    """True if no line may end between two Spans: there is no space between them, and neither is a key cap."""
    return not (span.is_cap or following.is_cap or span.text.endswith(" ") or following.text.startswith(" "))


def is_glued(words: Sequence[str], number: int) -> bool:
    """True if no line may end before the word with index `number`: it is a relation such as "=", or follows one."""
    return 0 < number < len(words) and bool(RELATIONS & set(words[number - 1 : number + 1]))


def button_pieces(canvas: Canvas, block: Block, width: float) -> Iterator[Piece]:
    """Yield the pieces of a row of buttons, each in the middle of its equal part of the width [units]."""
    each, button, number = width / len(block.buttons), [], 0
    for span in block.spans:
        wide = canvas.cap_width(span.text, span.style.size) + CAP_GAP if span.is_cap else canvas.text_width(span.text, span.style)
        button.append((span, wide))
        if span.is_cap:
            continue
        x = each * number + (each - sum(wide for _, wide in button)) / 2
        for part, wide in button:
            yield x, part
            x += wide
        button, number = [], number + 1


def part_of_word(span: Span, text: str, is_subscript: bool) -> Span:
    """Return a part of a Span's word as a Span of its own. A subscript has smaller letters below the line."""
    if not is_subscript:
        return span._replace(text=text)
    return span._replace(text=text, style=span.style._replace(size=min(SMALL, span.style.size)), lowered=SUBSCRIPT_LOWERED)


def append_word(line: list[Piece], x: float, word: Span, joined: bool) -> None:
    """Add a word with its left end at x [units] to a line. If `joined`, it goes to the last piece of the same style."""
    if line and joined and line[-1][1][1:] == word[1:]:
        start, last = line[-1]
        line[-1] = start, last._replace(text=f"{last.text} {word.text}")
    else:
        line.append((x, word))


def code_lines(canvas: Canvas, block: Block, left: float, width: float) -> list[Pieces]:
    """Break the monospaced text of a Block, with further lines indented, in a column from `left` [units]. Return their pieces.

    First the gap before a comment is closed. A comment that still does not fit gets the next line.
    """
    span = block.spans[0]
    letter = canvas.text_width("0", span.style)
    rest, lines = span.text, list[Pieces]()
    hang = len(rest) - len(rest.lstrip()) + HANGING
    while rest or not lines:
        most = max(8, int((width - left) / letter) - (hang if lines else 0))
        if len(rest) > most:
            rest = COMMENT_GAP.sub(" #", rest)
        ends = rest.rfind(" #", hang, most + 2), rest.rfind(" ", hang, most + 1), most
        cut = len(rest) if len(rest) <= most else next(end for end in ends if end > 0)
        lines.append(((left + (hang * letter if lines else 0), span._replace(text=rest[:cut].rstrip())),))
        rest = rest[cut:].lstrip()
    return lines


PADDING, GAP = 14, 8
SQUARE = 10
LOWERED = 3  # [units] of the colour behind a line, and of the rule above it: letters lie low in their line
# Marks of more text above and below, and their height [units]
ABOVE, MORE, MORE_HEIGHT = "more above: mouse wheel", "more below: mouse wheel", 22
# Part of the column's height that is hidden below tight lines. More: lines are close although the user must scroll far anyway;
# less: a page that nearly fits is scrolled farther.
MOST_HIDDEN = 0.25
NO_BREAK = "\u00a0"  # a space at which no line ends
ACT = "act"  # first part of the action of a Block or button that performs an action of the table of bindings
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
        bars = [("▲", ABOVE, above)] if self._scrolled else []
        bars += [("▼", MORE, end + GAP - MORE_HEIGHT)] if has_more else []
        for arrow, text, y in bars:
            canvas.box(self.left, y, self.width, MORE_HEIGHT, FOCUS)
            canvas.text(arrow, self.left + PADDING, y + 1, TextStyle(SMALL, ACCENT))
            canvas.text(text, self.left + self.width / 2, y + 1, TextStyle(SMALL, ACCENT), align="centre")

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


def title_of(sheet: Sheet) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
    return sheet.head, sheet.blocks[:1]


def fitting_lines(
    canvas: Canvas, blocks: Sequence[Block], width: float, room: float, ends_tight: bool = False
) -> tuple[list[Line], float]:
    """Return the Lines of Blocks in a column of a width [units], and their height, at most `room` [units] if possible.

    In a full column, drawings and plots shrink. If that is not enough, the lines are tight. If the text scrolls even then, what
    begins in view ends in view. If more than MOST_HIDDEN stays hidden, its lines are as usual, unless it `ends_tight`.
    """
    broken = broken_blocks(canvas, blocks, width)
    for is_tight in (False, True):
        lines, height = stacked_lines(broken, width, is_tight=is_tight)
        smaller, least = stacked_lines(broken, width, height - room, is_tight) if height > room else (lines, height)
        if least <= room + 0.01:  # more is not rounding
            return smaller, least
    is_tight = ends_tight or least - room < MOST_HIDDEN * room
    lines, _ = stacked_lines(broken, width, is_tight=is_tight)
    return stacked_lines(broken, width, cut_height(lines, room - MORE_HEIGHT), is_tight)


def focus_end(lines: Sequence[Line]) -> float:
    return max((line.y + line.height for line in lines if line.block.is_focus), default=0.0)


def cut_height(lines: Sequence[Line], room: float) -> float:
    """Return how far [units] a drawing or plot that begins in the upper `room` [units] of the column extends below it, or 0.0."""
    pictures = (line for line in lines if line.block.figure or line.block.is_drawing)
    return max((line.y + line.height - room for line in pictures if line.y < room <= line.y + line.height), default=0.0)


def hint_block(keys: str, actions: Sequence[str] = ()) -> Block:
    """Return the Block of a hint (canvas.py) for the foot. With `actions`, one for each effect, it is a row of buttons."""
    spans, style, end = [], NOTE if actions else ASIDE, "" if actions else 3 * " "
    for names, does in pairs_of(keys):
        spans += [Span(name, style, is_cap=True) for name in names]
        spans.append(Span(does.replace(" ", NO_BREAK) + end, style))
    return Block(tuple(spans), buttons=tuple((ACT, name) for name in actions))
