"""Line breaks: a text as lines that fit in a width."""

from .theme import TEXT

NARROWER = 20  # [units] step in which `balance_lines` reduces the width of lines


def balance_lines(canvas, text, width):
    """Break a text at spaces into as few lines of at most a width [units] as possible, and balance their lengths.

    Return the list of lines. The style is TEXT. A word that is longer than the width gets a line of its own.
    """
    lines, words = wrap_to_width(canvas, text, width), len(text.split())
    while 1 < len(lines) < words and len(narrower := wrap_to_width(canvas, text, width - NARROWER)) == len(lines):
        lines, width = narrower, width - NARROWER
    return lines


def wrap_to_width(canvas, text, width, style=TEXT):
    """Break a text in a TextStyle at spaces into lines of at most a width [units]. Return the list of lines.

    A word that is longer than the width gets a line of its own.
    """
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and canvas.text_width(longer, style) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines
