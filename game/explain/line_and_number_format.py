"""The text of an explanation: short lines, each with its section of the paper, and numbers in one format."""

from textwrap import wrap
from typing import NamedTuple

WIDTH = 52  # letters of a line, except for long vectors. Smaller: most lines wrap; larger: they do not fit beside the game
NO_BREAK = "\N{NO-BREAK SPACE}"
EXPONENT_FROM = 1e6  # larger numbers are written with an exponent, because their decimals are rounding


class Line(NamedTuple):
    """A line of an explanation.

    section: number of its section in the paper, such as "3.2", or "F" for appendix F. "" is the section of the line before.
    text: at most WIDTH letters, except for a long word or vector
    """

    section: str
    text: str


def lines_of(section, *texts):
    """Return texts as a list of Lines of one section of the paper. Each text is wrapped into lines of at most WIDTH letters.

    The second and later lines of a text are indented. A longer word or vector is not broken. An empty text gives no line.
    """
    lines = [line for text in texts for line in wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False)]
    return [Line(section, line.replace(NO_BREAK, " ")) for line in lines]


def without_repeats(lines):
    """Return a copy of the Lines. Of successive Lines of one section, only the first keeps the section. The others have ""."""
    sections = ["", *(line.section for line in lines)]
    return [Line("" if line.section == last else line.section, line.text) for last, line in zip(sections, lines)]


def number(value):
    """Return a number as text with six decimals, or with six digits and an exponent if its absolute value is very large.

    The exponent is used from EXPONENT_FROM on.
    """
    return f"{value:.6g}" if abs(value) >= EXPONENT_FROM else f"{round(float(value), 6) + 0.0:.6f}"


def point(vector):
    """Return a vector (3,) as text "(x, y, z)", with no-break spaces, so that `lines_of` does not wrap it."""
    return f"({f',{NO_BREAK}'.join(map(number, vector))})"


def length(vector):
    """Return the length of a vector, in the vector's unit."""
    return sum(x * x for x in vector) ** 0.5


def list_text(numbers, most=24):
    """Return numbers as text, separated by commas. Numbers after the first `most` are only counted, as in "1, 2 and 5 more"."""
    shown = ", ".join(str(n) for n in numbers[:most])
    return shown if len(numbers) <= most else f"{shown} and {len(numbers) - most} more"
