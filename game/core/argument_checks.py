"""Checks of arguments. An invalid one raises ValueError with the name of the argument and, if it has rows, the row."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from functools import cache
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from .input_errors import shown

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from .vec3 import Vector, VectorLike

T = TypeVar("T")
# Greatest coordinate [m] of a position or displacement. Larger: areas and distances overflow, triangles are lost, lengths of
# displacements are infinite; smaller: nothing breaks, but less is allowed.
FARTHEST = 1e30
BOOLS = np.dtype(bool)


class ComponentCounts(dict[type, int]):
    """The number of components of each type of Panda3D's vectors, 0 for others, added when first met: .04 us less."""

    def __missing__(self, kind: type) -> int:
        count = self[kind] = getattr(kind, "num_components", 0)
        return count


COMPONENTS = ComponentCounts()


def number(value: object) -> float:
    """Return a real number, or an array () of one, as a float. Raises TypeError for others, OverflowError for large integers."""
    if type(value) is float:  # most are, and an abstract class takes long to ask
        return value
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Real):
        raise TypeError
    return float(value)


def finite_number(name: str, value: object) -> float:
    """Return the value as a float if it is a finite number. Raises ValueError with the argument's name otherwise."""
    try:
        found = number(value)
    except (TypeError, OverflowError):
        found = math.nan
    if not math.isfinite(found):
        raise ValueError(f"{name} must be a finite number, not {shown(value)}")
    return found


def one_of(name: str, value: object, allowed: tuple[str, ...]) -> str:
    """Return the value if it is one of the allowed texts. Raises ValueError with the argument's name otherwise."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {shown(value)}")
    return value


def array_of(name: str, values: ArrayLike, kinds: str, what: str) -> np.ndarray:
    """Return the values as an array whose dtype has one of numpy's `kinds`, such as "iu", or is empty.

    name: of the argument, for errors; what: the expected values in words. Raises ValueError for others, or for ragged rows.
    """
    try:
        array = np.asarray(values)
    except ValueError:  # rows of different lengths
        raise ValueError(f"{name} must have shape (n, 3)") from None
    if array.dtype.kind not in kinds and array.size:
        raise ValueError(f"{name} must be {what}, not {array.dtype}")
    return array


def rows_of_three(name: str, array: np.ndarray) -> np.ndarray:
    """Return the array if its shape is (n, 3) with n > 0. Raises ValueError with the argument's name otherwise."""
    if array.size == 0:
        raise ValueError(f"{name} is empty")
    if array.ndim != 2 or array.shape[1] != 3:
        raise ValueError(f"{name} must have shape (n, 3), not {array.shape}")
    return array


def float_rows(name: str, values: ArrayLike) -> np.ndarray:
    """Return a contiguous float64 array (n, 3), n > 0, finite and within FARTHEST. Raises ValueError with the name."""
    rows = rows_of_three(name, array_of(name, values, "iuf", "numbers"))
    rows = np.ascontiguousarray(rows, dtype=np.float64)
    near = np.abs(rows) <= FARTHEST  # false of NaN, too
    if not near.all():
        row = int((~near.all(axis=1)).argmax())
        raise ValueError(f"{name}: row {row} is not finite, or beyond {FARTHEST:g} m: {rows[row].tolist()}")
    return rows


def index_rows(values: ArrayLike, count: int) -> np.ndarray:
    """Return a contiguous int32 array (n, 3), n > 0, of numbers of vertices from 0 to `count` - 1. Raises ValueError."""
    rows = rows_of_three("triangles", array_of("triangles", values, "iu", "integers"))
    if rows.min() < 0 or rows.max() >= count:
        row = int(((rows < 0) | (rows >= count)).any(axis=1).argmax())
        raise ValueError(f"triangles: row {row} names a vertex that does not exist: {rows[row].tolist()} (0 .. {count - 1})")
    return np.ascontiguousarray(rows, dtype=np.int32)


def surface_numbers(values: ArrayLike | None, count: int) -> np.ndarray:
    """Return the values as an int32 array (count,), or zeros for None. Raises ValueError."""
    if values is None:
        return np.zeros(count, dtype=np.int32)
    numbers = array_of("surfaces", values, "iu", "integers")
    if numbers.shape != (count,):
        raise ValueError(f"surfaces must have shape ({count},), one number a triangle, not {numbers.shape}")
    fits = (numbers >= -(2**31)) & (numbers < 2**31)
    if not fits.all():
        row = int(fits.argmin())
        raise ValueError(f"surfaces: row {row} is no number of 32 bits: {numbers[row]}")
    return np.ascontiguousarray(numbers, dtype=np.int32)


def ray_lengths(name: str, values: ArrayLike, count: int) -> np.ndarray:
    """Return a float64 array (count,) of lengths, also inf, or of one number. Raises ValueError with the name."""
    lengths = array_of(name, values, "iuf", "numbers")
    if lengths.shape not in ((), (1,), (count,)):
        raise ValueError(f"{name} must be one number or {count}, one a ray, not {lengths.shape}")
    lengths = np.array(lengths, dtype=np.float64) if lengths.shape == (count,) else np.full(count, lengths, np.float64)
    if not (lengths >= 0.0).all():
        row = int((lengths >= 0.0).argmin())
        raise ValueError(f"{name}: row {row} is no length: {lengths[row]}")
    return lengths


def numbers_in(name: str, value: Any) -> VectorLike:
    """Return the elements of a value as a tuple or list, mostly unchecked. This takes half the time of `vector`.

    Compiled code checks them. Only a value of an unusual type is checked here, by `vector`, which raises ValueError.
    """
    kind = type(value)
    if kind is tuple:
        return value
    if kind is np.ndarray and value.dtype is not BOOLS:
        return value.tolist()
    if kind is list:
        return tuple(value)
    if COMPONENTS[kind] == 3:
        return value[0], value[1], value[2]  # half of the time of tuple(value)
    return vector(name, value)


@cache
def may_be_vector(kind: type) -> bool:
    """True if a value of a type can be a vector. The elements of a mapping, a set or bytes are not coordinates."""
    return not issubclass(kind, (Mapping, Set, bytes))


def vector(name: str, value: Any) -> Vector:
    """Return the value as a tuple of three floats, finite and within FARTHEST. Raises ValueError with the name."""
    try:
        if not may_be_vector(type(value)):  # type: ignore[arg-type]
            raise TypeError
        x, y, z = value
        if not type(x) is type(y) is type(z) is float:
            x, y, z = number(x), number(y), number(z)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be three numbers, not {shown(value)}") from None
    if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST and abs(z) <= FARTHEST):  # false of NaN, too
        raise ValueError(f"{name} must be finite and within {FARTHEST:g} m along each axis, not {(x, y, z)}")
    return x, y, z


def instance(name: str, value: object, kind: type[T]) -> T:
    """Return the value if it is an instance of the class `kind`. Raises ValueError with the argument's name otherwise."""
    if not isinstance(value, kind):
        raise ValueError(f"{name} must be a {kind.__name__}, not {shown(value)}")
    return value
