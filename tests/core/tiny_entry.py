"""A compiled function of one line and its warm-up, for tests of compiling in the background."""

import os
from pathlib import Path

from game.core.background_compiling import register_warm_up
from game.core.jit import interpreted_first


@interpreted_first
def twice(x):
    """Twice a number, or twice the first element of an array."""
    return 2.0 * x


@interpreted_first
def total(array):
    """The sum of the elements of an array (n, 2), read by their strides."""
    found = 0.0
    for row in range(array.shape[0]):
        for column in range(array.shape[1]):
            found = 10.0 * found + array[row, column]
    return found


def warm_up(alone):
    """Note that this process compiles, and compile `twice`."""
    assert alone
    if "FAILS" in os.environ:
        raise RuntimeError("the compiling process fails")
    if "NOTES" in os.environ:
        with Path(os.environ["NOTES"]).open("a", encoding="utf-8") as notes:
            notes.write(f"{os.getpid()}\n")
    twice(1.0)


register_warm_up(__name__, warm_up.__name__)
