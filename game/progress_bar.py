"""A progress bar on a terminal. Nothing is shown elsewhere, because the bar would fill a log."""

import sys

BAR = 28  # width of the bar [characters]
CLEAR = "\r\x1b[K"


def show_bar(fraction, text):
    """Show the bar with the finished part of the whole, 0..1, and the current step as text."""
    if sys.stderr.isatty():
        full = round(BAR * fraction)
        sys.stderr.write(f"{CLEAR}[{'#' * full}{'.' * (BAR - full)}] {text:.48}")
        sys.stderr.flush()


def clear_bar():
    """Clear the bar for a line of text."""
    if sys.stderr.isatty():
        sys.stderr.write(CLEAR)
        sys.stderr.flush()


def part(show, number, count, name):
    """Return a function progress(fraction, text) for part `number` of `count` equal parts of the work."""
    return lambda fraction, text: show((number + fraction) / count, f"{name}: {text}")
