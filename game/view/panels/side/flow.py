"""Blocks of text, broken into lines that fit a width. Words of one line may differ in colour and face."""

from typing import NamedTuple

from ..canvas import ASIDE, CODE, HEADING, LINE_HEIGHT, SMALL, TEXT, TextStyle

FIGURE_HEIGHT = 130  # [units]. Lower: curves lie on each other; higher: the text below is pushed away
SMALLEST_PICTURE = 0.45  # of its size. Smaller: its letters cannot be read; larger: more pages have to be scrolled
HANGING = 2  # letters by which the further lines of a broken line of code are moved in


class Run(NamedTuple):
    """Words of one look."""

    text: str
    style: TextStyle = TEXT


class Block(NamedTuple):
    """A paragraph, a heading, a row or a line of code.

    runs: Runs of one size, one after the other; right: a Run at the right end, or None; indent, gap: before it [units]
    square: colour of a square in front, or None; ground: colour behind its lines, or None; rule: True for a line above it
    action: what a click on it means, or None; a tuple of tuples: one for each run, which share the width as buttons
    is_focus: True for a block that must be in view
    figure: Plot that is drawn instead of words, or None; picture: formula.Svg that is, or None
    is_drawing: True for a picture that may become smaller where the column is full
    """

    runs: tuple = ()
    right: Run | None = None
    indent: float = 0.0
    gap: float = 0.0
    square: tuple | None = None
    ground: tuple | None = None
    rule: bool = False
    action: object = None
    is_focus: bool = False
    figure: object = None
    picture: object = None
    is_drawing: bool = False

    @property
    def size(self):
        """Size of the text [units]."""
        return (self.runs[0].style if self.runs else TEXT).size


class Line(NamedTuple):
    """A line of a Block. y: its top in the column; pieces: [(x, Run), ...]; is_first: True for the first line of its block"""

    y: float
    height: float
    pieces: tuple
    block: Block
    is_first: bool


def words(text, style=TEXT, **block):
    """A Block of one Run. block: other fields of the Block"""
    return Block((Run(text, style),), **block)


def heading(text, size=HEADING.size, **block):
    """A Block with a heading. size [units]; block: other fields of the Block"""
    return words(text, HEADING._replace(size=size), **block)


def row(name, value, **block):
    """A Block of a name with a number at the right. block: other fields of the Block"""
    return Block((Run(name, ASIDE),), Run(value, CODE), **block)


def flowed(canvas, blocks, width, too_high=0.0):
    """The Lines of Blocks in a column of a width [units], and the column's height.

    too_high: height [units] that the pictures lose together if they can, each of them at most down to SMALLEST_PICTURE
    """
    heights = sum(block.picture.height * picture_scale(block.picture, width) for block in blocks if block.is_drawing)
    shrunk = max(SMALLEST_PICTURE, 1.0 - too_high / heights) if heights else 1.0
    lines, y = [], 0.0
    for block in (beside_or_below(canvas, block, width) for block in blocks):
        y += block.gap
        if block.figure:
            lines.append(Line(y, FIGURE_HEIGHT, (), block, True))
            y += FIGURE_HEIGHT
            continue
        if block.picture:
            height = block.picture.height * picture_scale(block.picture, width) * (shrunk if block.is_drawing else 1.0)
            lines.append(Line(y, height, (), block, True))
            y += lines[-1].height
            continue
        height = round(block.size * LINE_HEIGHT)
        for number, pieces in enumerate(broken(canvas, block, width)):
            lines.append(Line(y, height, pieces, block, number == 0))
            y += height
    return lines, y


def picture_scale(picture, width):
    """The scale at which a picture fits a width [units]: it is never enlarged."""
    return min(1.0, width / picture.width)


def beside_or_below(canvas, block, width):
    """The block, with its right Run among the others if both do not fit in one line."""
    runs = (*block.runs, block.right) if block.right else ()
    if sum(canvas.text_width(run.text, run.style) for run in runs) + block.indent + 3 * SMALL <= width:
        return block
    return block._replace(runs=(*block.runs, Run("  ", block.right.style), block.right), right=None) if block.right else block


def broken(canvas, block, width):
    """The pieces of each line of a block: ((x, Run), ...)."""
    if is_row_of_buttons(block):
        each = width / len(block.runs)
        return [tuple((each * n + (each - canvas.text_width(run.text, run.style)) / 2, run) for n, run in enumerate(block.runs))]
    left = block.indent + (SMALL + 4 if block.square else 0)
    room = width - (canvas.text_width(block.right.text, block.right.style) + 8 if block.right else 0)
    if block.runs and block.runs[0].style.mono:
        return code_lines(canvas, block, left, width)
    lines, x = [[]], left
    for run in block.runs:
        space = canvas.text_width("x x", run.style) - canvas.text_width("xx", run.style)
        for number, word in enumerate(run.text.split(" ")):
            x += space if number else 0.0
            wide = canvas.text_width(word, run.style) if word else 0.0
            if x + wide > room and x > left:
                lines.append([])
                x = left
            if word:
                append_word(lines[-1], x, run, word, joined=number > 0)
            x += wide
    return [tuple(line) for line in lines]


def is_row_of_buttons(block):
    return isinstance(block.action, tuple) and bool(block.action) and isinstance(block.action[0], tuple)


def append_word(line, x, run, word, joined):
    """Add a word to a line: to its last piece if that is of the same run."""
    if line and joined and line[-1][1].style == run.style:
        start, last = line[-1]
        line[-1] = start, last._replace(text=f"{last.text} {word}")
    else:
        line.append((x, run._replace(text=word)))


def code_lines(canvas, block, left, width):
    """Monospaced lines, broken where they are too long; further lines hang below the text of the first."""
    run = block.runs[0]
    letter = canvas.text_width("0", run.style)
    rest, lines = run.text, []
    hang = len(rest) - len(rest.lstrip()) + HANGING
    while rest or not lines:
        most = max(8, int((width - left) / letter) - (hang if lines else 0))
        cut = len(rest) if len(rest) <= most else max(rest.rfind(" ", hang, most + 1), 0) or most
        lines.append(((left + (hang * letter if lines else 0), run._replace(text=rest[:cut].rstrip())),))
        rest = rest[cut:].lstrip()
    return lines
