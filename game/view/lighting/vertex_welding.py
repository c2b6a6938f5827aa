"""Welding: equal numbers for corners at the same place."""

import numpy as np

WELD = 1e-5  # [m] corners nearer than this are one. Smaller: seams from rounding errors; larger: small details vanish


def place_numbers(points):
    """Equal numbers for equal points. (n, 3) -> (n,) int."""
    return row_numbers(np.round(points / WELD).astype(np.int64))


def row_numbers(rows):
    """Equal numbers, from 0 on, for equal rows of ints. (n, k) -> (n,) int.

    It works column by column, since sorting whole rows is slow.
    """
    numbers = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        values, places = np.unique(column, return_inverse=True)
        numbers = np.unique(numbers * len(values) + places, return_inverse=True)[1]
    return numbers
