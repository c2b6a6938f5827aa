"""Give equal numbers to corners at the same place."""

import numpy as np

WELD = 1e-5  # [m] corners nearer than this are one. Smaller: seams from rounding errors; larger: small details vanish


def place_numbers(points):
    """Return a number (n,) for each point (n, 3) [m], equal for points at the same place."""
    return row_numbers(np.round(points / WELD).astype(np.int64))


def row_numbers(rows):
    """Return a number (n,), from 0 on, for each row of ints (n, k), equal for equal rows.

    It works column by column, because sorting whole rows is slow.
    """
    numbers = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        values, places = np.unique(column, return_inverse=True)
        numbers = np.unique(numbers * len(values) + places, return_inverse=True)[1]
    return numbers
