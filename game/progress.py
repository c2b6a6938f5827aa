"""How far long work is: a bar on a terminal, nothing elsewhere, where it would only fill a log."""

import sys

BAR = 28  # letters
CLEAR = "\r\x1b[K"


def show_bar(fraction, text):
    """fraction: 0..1 of the whole; text: what is being done."""
    if sys.stderr.isatty():
        full = round(BAR * fraction)
        sys.stderr.write(f"{CLEAR}[{'#' * full}{'.' * (BAR - full)}] {text:.48}")
        sys.stderr.flush()


def clear_bar():
    """Make room for a line of text."""
    if sys.stderr.isatty():
        sys.stderr.write(CLEAR)
        sys.stderr.flush()


def part(show, number, count, name):
    """A progress(fraction, text) for one of `count` things."""
    return lambda fraction, text: show((number + fraction) / count, f"{name}: {text}")
