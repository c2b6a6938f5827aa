"""The layout of a column of text: blocks of spans, formulas and drawings, broken into lines that fit a width and a height."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

from ..core.shapes import Colour, Rgba
from ..explain.twin_paths_and_distances import DistancePlot
from ..lesson.tools.latex_to_svg import Svg, formula_lines
from .canvas import CAP_GAP, Canvas, pairs_of
from .theme import ASIDE, CODE, HEADING, LINE_HEIGHT, NOTE, SMALL, TEXT, TextStyle

FIGURE_HEIGHT = 170  # [units] of a plot. Lower: curves lie on each other; higher: little room for text
LEAST_FIGURE = 76  # [units] of a plot in a full column. Lower: the numbers of its axis touch; higher: a hole is left above it
# Least scale of a drawing that was as wide as the column, and of one in a narrow column, which has shrunk already. Smaller: its
# letters, which keep their size, cover it; larger: holes in pages.
SMALLEST_PICTURE, SMALLEST_IN_NARROW = 0.4, 0.3
CAP_LINE = 1.85  # height of a line with key caps, in text sizes
TIGHT_LINE, TIGHT_GAP = 1.2, 0.5  # height of a tight line, in text sizes, and part of its gaps. Less: lines run into each other
SUBSCRIPT_LOWERED = 6  # [units] of a subscript. Less: it looks like a letter of the line; more: it touches the next line
COMMENT_GAP = re.compile(r" {2,}#")  # in a line of code
LINE_GAP = 4.0  # [units] between the lines of a formula. Less: they touch; more: they look like two formulas
RELATIONS = {"=", "<", ">", "≤", "≥"}
BUTTON_GAP = 6  # [units] between two buttons of a row, at least. Less: they read as one; more: rows break where all had room
ROW_GAP = 4  # [units] between rows of buttons. Less: their key caps touch; more: less text above
HANGING = 2  # letters of indent of the further lines of a broken line of code
Action = tuple[str, Any]  # the kind of a click, and its value, such as the number of an answer
NO_ACTION: Action = ("", None)
ACT = "act"  # first part of the action of a Block or button that performs an action of the table of bindings
NO_BREAK = "\u00a0"  # a space at which no line ends


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
        for part in button_rows(canvas, whole, width) if whole.buttons else formula_blocks(whole, width):
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
    if block.picture is None:
        return 0.0, 0.0
    scale = min(1.0, width / block.picture.width)
    least = min(scale, max(SMALLEST_PICTURE * scale, SMALLEST_IN_NARROW)) if block.is_drawing else scale
    return block.picture.height * scale, block.picture.height * least


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


def button_rows(canvas: Canvas, block: Block, width: float) -> Iterator[Block]:
    """Yield a Block of buttons as one row, or as several where one of a width [units] is too narrow for its longest button."""
    buttons = list(buttons_of(block))
    longest = max(sum(wide for _, wide in measured(canvas, spans)) for spans in buttons) + BUTTON_GAP
    rows = next((rows for rows in range(1, len(buttons)) if longest <= width / ceil(len(buttons) / rows)), len(buttons))
    each = ceil(len(buttons) / rows)
    for first in range(0, len(buttons), each):
        spans = tuple(span for button in buttons[first : first + each] for span in button)
        yield block._replace(spans=spans, buttons=block.buttons[first : first + each], gap=ROW_GAP if first else block.gap)


def buttons_of(block: Block) -> Iterator[list[Span]]:
    """Yield the Spans of each button: a text with the caps before it."""
    button = []
    for span in block.spans:
        button.append(span)
        if not span.is_cap:
            yield button
            button = []


def measured(canvas: Canvas, spans: Sequence[Span]) -> list[tuple[Span, float]]:
    """Return each Span with its width [units]."""
    caps, texts = canvas.cap_width, canvas.text_width
    sizes = (caps(one.text, one.style.size) + CAP_GAP if one.is_cap else texts(one.text, one.style) for one in spans)
    return list(zip(spans, sizes))


def button_pieces(canvas: Canvas, block: Block, width: float) -> Iterator[Piece]:
    """Yield the pieces of a row of buttons, each in the middle of its equal part of the width [units]."""
    each = width / len(block.buttons)
    for number, spans in enumerate(buttons_of(block)):
        button = measured(canvas, spans)
        x = each * number + (each - sum(wide for _, wide in button)) / 2
        for part, wide in button:
            yield x, part
            x += wide


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


MORE_HEIGHT = 22  # [units] of a mark of more text above or below
# Part of the column's height that is hidden below tight lines. More: lines are close although the user must scroll far anyway;
# less: a page that nearly fits is scrolled farther.
MOST_HIDDEN = 0.25


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


# One letter, an underscore, one or two letters or digits. Names of functions, such as step_up, have more letters before it.
PATTERN = re.compile(r"\b([A-Za-zΔ])_([a-z0-9]{1,2})\b")


def split_subscripts(text: str) -> list[tuple[str, bool]]:
    """Split a text at its subscripts, into its pieces in order without the underscores, with True for a subscript."""
    pieces, end = [], 0
    for found in PATTERN.finditer(text):
        pieces += [(text[end : found.end(1)], False), (found[2], True)]
        end = found.end()
    return [piece for piece in [*pieces, (text[end:], False)] if piece[0]] or [(text, False)]
