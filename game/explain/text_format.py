"""The text of an explanation: short lines, each with its section of the paper, and numbers in one format."""

from textwrap import wrap
from typing import NamedTuple

WIDTH = 52  # letters of a line, except for long vectors. Smaller: most lines wrap; larger: they do not fit beside the game
NO_BREAK = "\N{NO-BREAK SPACE}"
EXPONENT_FROM = 1e6  # larger numbers are written with an exponent, because their decimals are rounding


class Line(NamedTuple):
    """A line of an explanation.

    section: section of the paper that it belongs to, such as "3.2", "F" for an appendix, or "" for that of the line before
    """

    section: str
    text: str


def lines_of(section, *texts):
    """Return texts as Lines of one section of the paper, each text wrapped into lines of at most WIDTH letters.

    A word or a vector that is longer is not broken.
    """
    lines = [line for text in texts for line in wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False)]
    return [Line(section, line.replace(NO_BREAK, " ")) for line in lines]


def without_repeats(lines):
    """Return a copy of the Lines in which successive Lines of one section have it only on the first, and "" on the others."""
    sections = ["", *(line.section for line in lines)]
    return [Line("" if line.section == last else line.section, line.text) for last, line in zip(sections, lines)]


def number(value):
    """Return a number as text with six decimals, or with six digits and an exponent if its size is EXPONENT_FROM or more."""
    return f"{value:.6g}" if abs(value) >= EXPONENT_FROM else f"{round(float(value), 6) + 0.0:.6f}"


def point(vector):
    """Return a vector (3,) as text "(x, y, z)", without line breaks between its numbers."""
    return f"({f',{NO_BREAK}'.join(map(number, vector))})"


def length(vector):
    """Return the length of a vector, in the vector's unit."""
    return sum(x * x for x in vector) ** 0.5


def list_text(numbers, most=24):
    """Return numbers as text, separated by commas. Numbers after the first `most` are only counted, as in "1, 2 and 5 more"."""
    shown = ", ".join(str(n) for n in numbers[:most])
    return shown if len(numbers) <= most else f"{shown} and {len(numbers) - most} more"
