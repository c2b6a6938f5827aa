"""A progress bar on a terminal; nothing elsewhere, where it would only fill a log."""

import sys

BAR = 28  # width of the bar [characters]
CLEAR = "\r\x1b[K"


def show_bar(fraction, text):
    """Show the bar. fraction: 0..1 of the whole; text: the current step"""
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
    """A progress(fraction, text) for number `number` of `count` equal parts."""
    return lambda fraction, text: show((number + fraction) / count, f"{name}: {text}")
