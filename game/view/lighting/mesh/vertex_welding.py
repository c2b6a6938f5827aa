"""Position numbers: corners at the same position get the same number."""

import numpy as np

WELD = 1e-5  # [m] corners nearer than this are at one position. Smaller: seams from rounding errors; larger: small details vanish


def place_numbers(points):
    """Return a position number (n,) for each point (n, 3) [m], equal for points at the same position."""
    return row_numbers(np.round(points / WELD).astype(np.int64))


def row_numbers(rows):
    """Return a number (n,), from 0 upwards, for each row of ints (n, k). Equal rows have equal numbers.

    The columns are numbered one after the other, because sorting whole rows is slow.
    """
    numbers = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        values, places = np.unique(column, return_inverse=True)
        numbers = np.unique(numbers * len(values) + places, return_inverse=True)[1]
    return numbers
