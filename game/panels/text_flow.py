"""Blocks of text, broken into lines that fit a width. Words of a line may differ in colour and font."""

import re
from itertools import pairwise
from typing import NamedTuple

from ..explain.inspector_text import split_subscripts
from ..lesson.tools.latex_to_svg import formula_lines
from .theme import ASIDE, CODE, HEADING, LINE_HEIGHT, SMALL, TEXT, TextStyle

FIGURE_HEIGHT = 170  # [units] of a plot. Lower: curves lie on each other; higher: little room for text
LEAST_FIGURE = 76  # [units] of a plot in a full column. Lower: the numbers of its axis touch; higher: a hole is left above it
SMALLEST_PICTURE = 0.4  # least scale of a drawing. Smaller: its letters, which keep their size, cover it; larger: holes in pages
CAP_LINE, CAP_GAP = 1.85, 5  # height of a line with key caps, in text sizes; [units] after a cap
TIGHT_LINE, TIGHT_GAP = 1.2, 0.5  # height of a tight line, in text sizes, and part of its gaps. Less: lines run into each other
LOWERED = 6  # [units] of a subscript. Less: it looks like a letter of the line; more: it touches the next line
COMMENT_GAP = re.compile(r" {2,}#")  # in a line of code
LINE_GAP = 4.0  # [units] between the lines of a formula. Less: they touch; more: they look like two formulas
RELATIONS = {"=", "<", ">", "≤", "≥"}
HANGING = 2  # letters of indent of the further lines of a broken line of code


class Span(NamedTuple):
    """Text in one TextStyle.

    is_cap: True for the name of a key, drawn as a key cap on the same line as the next Span
    lowered: distance of a subscript below the line [units]
    """

    text: str
    style: TextStyle = TEXT
    is_cap: bool = False
    lowered: float = 0.0


class Block(NamedTuple):
    """A paragraph, a heading, a table row or a line of code of the side panel.

    runs: Runs of one text size
    right: Span at the right end, or None
    indent: of the lines [units]
    gap: space above the block [units]
    square: colour (3,) of a square before the text, or None
    ground: colour (4,) behind the lines, or None
    rule: True for a line above the block
    action: value that a click on the block returns, or None. A tuple of tuples makes each Span a button, with the caps before it.
    is_focus: True for a block that must be in view
    is_spare: True for a block that is left out if the focused ones are not in view with it
    figure, picture: Plot or Svg to draw instead of text, or None
    is_drawing: True for a picture that may shrink in a full column
    formula: LaTeX to draw instead of text, or "". A long formula takes several lines.
    """

    runs: tuple = ()
    right: Span | None = None
    indent: float = 0.0
    gap: float = 0.0
    square: tuple | None = None
    ground: tuple | None = None
    rule: bool = False
    action: object = None
    is_focus: bool = False
    is_spare: bool = False
    figure: object = None
    picture: object = None
    is_drawing: bool = False
    formula: str = ""

    @property
    def size(self):
        """Size of the text [units]."""
        return (self.runs[0].style if self.runs else TEXT).size


class Line(NamedTuple):
    """A line of a Block with its position in the column.

    y: its top, from the start of the column [units]
    height: [units]
    pieces: ((x [units], Span), ...)
    block: the Block
    is_first: True for the first line of its block
    """

    y: float
    height: float
    pieces: tuple
    block: Block
    is_first: bool


def text_block(text, style=TEXT, **block):
    """Return a Block with one text in a TextStyle. The keyword arguments `block` are other fields of the Block."""
    return Block((Span(text, style),), **block)


def heading_block(text, size=HEADING.size, **block):
    """Return a Block with a text as heading.

    size: of the letters [units]
    block: other fields of the Block
    """
    return text_block(text, HEADING._replace(size=size), **block)


def row_block(name, value, **block):
    """Return a Block with the text `name` at the left and the text `value` at the right.

    `block` are other fields of the Block.
    """
    return Block((Span(name, ASIDE),), Span(value, CODE), **block)


def lay_out_blocks(canvas, blocks, width, too_high=0.0, is_tight=False):
    """Break Blocks into the Lines of a column. Return the list of Lines and the height of the column [units].

    width: of the column [units]
    too_high: height [units] by which the column would be too high. Drawings and plots shrink together by that height, but not
    below their least heights.
    is_tight: True for less space between lines and between paragraphs
    """
    if is_tight:  # but not before a formula, which has no margin, while the letters of a line lie low in it
        blocks = [block if block.formula else block._replace(gap=TIGHT_GAP * block.gap) for block in blocks]
    blocks = [part for block in blocks for part in formula_blocks(block, width)]
    spare = sum(full - least for full, least in (picture_heights(block, width) for block in blocks))
    shrunk = min(1.0, too_high / spare) if spare else 0.0
    lines, y, leading = [], 0.0, TIGHT_LINE if is_tight else LINE_HEIGHT
    for block in (beside_or_below(canvas, block, width) for block in blocks):
        y += block.gap
        if block.figure or block.picture:
            full, least = picture_heights(block, width)
            lines.append(Line(y, full - shrunk * (full - least), (), block, True))
            y += lines[-1].height
            continue
        for number, pieces in enumerate(break_lines(canvas, block, width)):
            height = round(block.size * (CAP_LINE if any(run.is_cap for _, run in pieces) else leading))
            lines.append(Line(y, height, pieces, block, number == 0))
            y += height
    return lines, y


def formula_blocks(block, width):
    """Return a list with a Block for each line of a Block's formula. A Block without a formula is returned alone, in a tuple.

    width: of the column, in which the formula is broken into lines [units]
    """
    if not block.formula:
        return (block,)
    lines = formula_lines(block.formula, width)
    return [block._replace(picture=line, formula="", gap=LINE_GAP if number else block.gap) for number, line in enumerate(lines)]


def picture_heights(block, width):
    """Return (full, least) height [units] of a Block's plot or picture, or (0.0, 0.0) for text. `width` is that of the column."""
    if block.figure:
        return FIGURE_HEIGHT, LEAST_FIGURE
    full = block.picture.height * picture_scale(block.picture, width) if block.picture else 0.0
    return full, full * (SMALLEST_PICTURE if block.is_drawing else 1.0)


def picture_scale(picture, width):
    """Return the scale at which a picture, an Svg, fits a width [units]. It is at most 1."""
    return min(1.0, width / picture.width)


def beside_or_below(canvas, block, width):
    """Return the Block, or a copy if `runs` and `right` do not fit on one line. In the copy, `right` is the last of `runs`.

    width: of the column [units]
    """
    runs = (*block.runs, block.right) if block.right else ()
    if sum(canvas.text_width(run.text, run.style) for run in runs) + block.indent + 3 * SMALL <= width:
        return block
    return block._replace(runs=(*block.runs, Span("  ", block.right.style), block.right), right=None) if block.right else block


def break_lines(canvas, block, width):
    """Break a Block into lines. Return the pieces ((x [units], Span), ...) of each line.

    width: of the column [units]
    """
    if is_row_of_buttons(block):
        return [tuple(button_pieces(canvas, block, width))]
    left = block.indent + (SMALL + 4 if block.square else 0)
    room = width - (canvas.text_width(block.right.text, block.right.style) + 8 if block.right else 0)
    if block.runs and block.runs[0].style.mono:
        return code_lines(canvas, block, left, width)
    lines, x = [[]], left
    joined = [False, *(is_joined(*two) for two in pairwise(block.runs)), False]  # before each run, and after the last one
    for place, run in enumerate(block.runs):
        if run.is_cap:
            wide, after = canvas.cap_width(run.text, run.style.size) + CAP_GAP, block.runs[place + 1 : place + 2]
            if x + wide + sum(canvas.text_width(other.text.rstrip(), other.style) for other in after) > room and x > left:
                lines.append([])
                x = left
            lines[-1].append((x, run))
            x += wide
            continue
        space = canvas.text_width("x x", run.style) - canvas.text_width("xx", run.style)
        words = run.text.split(" ")
        tail = block.runs[place + 1].text.split(" ")[0] if joined[place + 1] else ""  # such as a full stop
        for number, word in enumerate(words):
            more = " ".join(words[number + 1 : next(n for n in range(number + 1, len(words) + 1) if not is_glued(words, n))])
            x += space if number else 0.0
            parts = [part_of_word(run, *part) for part in split_subscripts(word)] if word else []
            widths = [canvas.text_width(part.text, part.style) for part in parts]
            ending = canvas.text_width(tail, run.style) if number == len(words) - 1 else 0.0
            ending += space + canvas.text_width(more, run.style) if more else 0.0
            may_end = not is_glued(words, number) and (number or not joined[place])
            if x + sum(widths) + ending > room and x > left and may_end:
                lines.append([])
                x = left
            for index, (part, wide) in enumerate(zip(parts, widths)):
                append_word(lines[-1], x, part, joined=number > 0 and index == 0)
                x += wide
    return [tuple(line) for line in lines]


def is_joined(run, following):
    """True if no line may end between two Runs: there is no space between them, and neither is a key cap."""
    return not (run.is_cap or following.is_cap or run.text.endswith(" ") or following.text.startswith(" "))


def is_glued(words, number):
    """True if no line may end before the word with index `number`: it is a relation such as "=", or follows one."""
    return 0 < number < len(words) and bool(RELATIONS & set(words[number - 1 : number + 1]))


def is_row_of_buttons(block):
    """True if each Span of a Block is a button, with the key caps before it."""
    return isinstance(block.action, tuple) and bool(block.action) and isinstance(block.action[0], tuple)


def button_pieces(canvas, block, width):
    """Yield the pieces (x [units], Span) of a row of buttons, each in the middle of its equal part of the width [units].

    A button is a Span with the key caps before it.
    """
    each, button, number = width / len(block.action), [], 0
    for run in block.runs:
        wide = canvas.cap_width(run.text, run.style.size) + CAP_GAP if run.is_cap else canvas.text_width(run.text, run.style)
        button.append((run, wide))
        if run.is_cap:
            continue
        x = each * number + (each - sum(wide for _, wide in button)) / 2
        for part, wide in button:
            yield x, part
            x += wide
        button, number = [], number + 1


def part_of_word(run, text, is_subscript):
    """Return a part of a Span's word as a Span of its own.

    text: the part
    is_subscript: True for a subscript, which has smaller letters below the line
    """
    if not is_subscript:
        return run._replace(text=text)
    return run._replace(text=text, style=run.style._replace(size=min(SMALL, run.style.size)), lowered=LOWERED)


def append_word(line, x, word, joined):
    """Add a word to a line.

    line: list of pieces (x [units], Span), to which the word is added
    x: left end of the word [units]
    word: Span
    joined: True to append the word after a space to the last piece, if that has the same style. In other cases the word becomes
    a new piece.
    """
    if line and joined and line[-1][1]._replace(text="") == word._replace(text=""):
        start, last = line[-1]
        line[-1] = start, last._replace(text=f"{last.text} {word.text}")
    else:
        line.append((x, word))


def code_lines(canvas, block, left, width):
    """Break the monospaced text of a Block if it is too long, with further lines indented.

    First the gap before a comment is closed. A comment that still does not fit gets the next line.
    left: x of the first line [units]
    width: of the column [units]
    Return the pieces ((x [units], Span), ...) of each line.
    """
    run = block.runs[0]
    letter = canvas.text_width("0", run.style)
    rest, lines = run.text, []
    hang = len(rest) - len(rest.lstrip()) + HANGING
    while rest or not lines:
        most = max(8, int((width - left) / letter) - (hang if lines else 0))
        if len(rest) > most:
            rest = COMMENT_GAP.sub(" #", rest)
        ends = rest.rfind(" #", hang, most + 2), rest.rfind(" ", hang, most + 1), most
        cut = len(rest) if len(rest) <= most else next(end for end in ends if end > 0)
        lines.append(((left + (hang * letter if lines else 0), run._replace(text=rest[:cut].rstrip())),))
        rest = rest[cut:].lstrip()
    return lines
