"""Checking of arguments: every refusal is a ValueError that names the argument and, where there are rows, the row."""

from math import isfinite

import numpy as np


def float_rows(name, values):
    """(n, 3) finite float64, n > 0."""
    try:
        rows = np.ascontiguousarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be an (n, 3) array of numbers") from None
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError(f"{name} must have shape (n, 3), not {rows.shape}")
    if len(rows) == 0:
        raise ValueError(f"{name} is empty")
    if not np.isfinite(rows).all():
        row = int((~np.isfinite(rows).all(axis=1)).argmax())
        raise ValueError(f"{name}: row {row} is not finite: {rows[row].tolist()}")
    return rows


def index_rows(name, values, count):
    """(n, 3) int32 within 0 .. count - 1, n > 0."""
    rows = np.asarray(values)
    if rows.ndim != 2 or rows.shape[1] != 3:
        raise ValueError(f"{name} must have shape (n, 3), not {rows.shape}")
    if len(rows) == 0:
        raise ValueError(f"{name} is empty")
    if not np.issubdtype(rows.dtype, np.integer):
        raise ValueError(f"{name} must be integers, not {rows.dtype}")
    if rows.min() < 0 or rows.max() >= count:
        row = int(((rows < 0) | (rows >= count)).any(axis=1).argmax())
        raise ValueError(f"{name}: row {row} names a vertex that does not exist: {rows[row].tolist()} (0 .. {count - 1})")
    return np.ascontiguousarray(rows, dtype=np.int32)


def surface_numbers(name, values, count):
    """(count,) int32; zeros when None."""
    if values is None:
        return np.zeros(count, dtype=np.int32)
    numbers = np.asarray(values)
    if numbers.shape != (count,):
        raise ValueError(f"{name} must have shape ({count},), one number a triangle, not {numbers.shape}")
    if not np.issubdtype(numbers.dtype, np.integer):
        raise ValueError(f"{name} must be integers, not {numbers.dtype}")
    return np.ascontiguousarray(numbers, dtype=np.int32)


def ray_lengths(name, values, count):
    """(count,) float64, each at least 0, inf allowed; one number is meant for all."""
    try:
        lengths = np.array(np.broadcast_to(np.asarray(values, dtype=np.float64), count))
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be one number or {count}, one a ray") from None
    if not (lengths >= 0.0).all():
        row = int((lengths >= 0.0).argmin())
        raise ValueError(f"{name}: row {row} is no length: {lengths[row]}")
    return lengths


def vector(name, value):
    """Three finite floats as a tuple."""
    try:
        x, y, z = value
        x, y, z = float(x), float(y), float(z)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be three numbers, not {value!r}") from None
    if isfinite(x + y + z) or (isfinite(x) and isfinite(y) and isfinite(z)):  # one look mostly does
        return x, y, z
    raise ValueError(f"{name} must be finite, not {(x, y, z)}")
