"""How a trace is told in words: short lines, each with the section of the paper that it is of, and how numbers are written."""

from textwrap import wrap
from typing import NamedTuple

WIDTH = 52  # letters of a line at most, but for long vectors. Fewer: most lines break; more: they do not fit beside the game
GLUE = "\N{NO-BREAK SPACE}"
PLAIN = 1e6  # numbers from here on are written with an exponent: digits behind the point would say nothing


class Said(NamedTuple):
    """section: of the paper, such as "3.2" or "F", an appendix"""

    section: str
    text: str


def say(section, *texts):
    """Texts as lines of one section, broken where they are too long."""
    lines = [line for text in texts for line in wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False)]
    return [Said(section, line.replace(GLUE, " ")) for line in lines]


def without_repeats(lines):
    """The same lines, a section named only where it begins."""
    sections = ["", *(line.section for line in lines)]
    return [Said("" if line.section == last else line.section, line.text) for last, line in zip(sections, lines)]


def number(value):
    return f"{value:.6g}" if abs(value) >= PLAIN else f"{round(float(value), 6) + 0.0:.6f}"


def point(vector):
    return f"({f',{GLUE}'.join(map(number, vector))})"


def length(vector):
    return sum(x * x for x in vector) ** 0.5


def listed(numbers, most=24):
    shown = ", ".join(str(n) for n in numbers[:most])
    return shown if len(numbers) <= most else f"{shown} and {len(numbers) - most} more"
