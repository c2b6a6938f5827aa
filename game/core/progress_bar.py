"""A progress bar on a terminal. Nothing is shown elsewhere, because the bar would fill a log."""

import sys
from collections.abc import Callable

Progress = Callable[[float, str], object]  # gets the finished fraction 0..1 of the work, and a text about its current step
BAR = 28  # width of the bar [characters]
CLEAR = "\r\x1b[K"


def show_bar(fraction: float, text: str) -> None:
    """Show the progress bar. `fraction` is the finished fraction of the work, 0..1, and `text` names its current step."""
    if sys.stderr.isatty():
        full = round(BAR * fraction)
        sys.stderr.write(f"{CLEAR}[{'#' * full}{'.' * (BAR - full)}] {text:.48}")
        sys.stderr.flush()


def clear_bar() -> None:
    """Clear the line of the bar, so that other text can be printed."""
    if sys.stderr.isatty():
        sys.stderr.write(CLEAR)
        sys.stderr.flush()


def part_of_progress(show: Progress, number: int, count: int, name: str) -> Progress:
    """Return a Progress for part `number` of `count` equal ones, which `show` shows by its name."""
    return lambda fraction, text: show((number + fraction) / count, f"{name}: {text}")
