"""Vectors of three numbers as tuples. numba keeps them in registers; small arrays would take ten times longer."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from .jit import inlined

Vector = tuple[float, float, float]
VectorLike = Sequence[float] | np.ndarray  # three numbers as callers hand them over
ZERO, UP, DOWN = (0.0, 0.0, 0.0), (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)
# A shorter vector counts as zero, in any unit. Smaller: squares underflow, so a length loses its digits, or is zero while the
# components are not; larger: nothing is lost up to the rounding of places.
NEGLIGIBLE = 1e-130
NEGLIGIBLE_SQUARED = NEGLIGIBLE * NEGLIGIBLE
HUGE, DOWN_SCALE, UP_SCALE = 1e100, 2.0**-600, 2.0**600  # where squares of squares overflow, and what brings lengths below it


@inlined
def vec(field: VectorLike) -> Vector:
    """Return an array of three numbers as a vector of floats. Without numba, calculating with numpy's own numbers is slow."""
    return float(field[0]), float(field[1]), float(field[2])


@inlined
def put(field: np.ndarray, vector: Vector) -> None:
    """Write a vector (3,) to an array of three numbers."""
    field[0], field[1], field[2] = vector


@inlined
def get3(array: np.ndarray, row: int, column: int) -> Vector:
    """Return three numbers of an array's row, from `column` on, as a vector."""
    return float(array[row, column]), float(array[row, column + 1]), float(array[row, column + 2])


@inlined
def put3(array: np.ndarray, row: int, column: int, vector: Vector) -> None:
    """Write a vector (3,) to three columns of an array's row, from `column` on."""
    array[row, column], array[row, column + 1], array[row, column + 2] = vector


@inlined
def add(a: Vector, b: Vector) -> Vector:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@inlined
def sub(a: Vector, b: Vector) -> Vector:
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@inlined
def scale(a: Vector, factor: float) -> Vector:
    return a[0] * factor, a[1] * factor, a[2] * factor


@inlined
def along(base: Vector, direction: Vector, distance: float) -> Vector:
    """Return the point base + distance * direction, (3,)."""
    return base[0] + direction[0] * distance, base[1] + direction[1] * distance, base[2] + direction[2] * distance


@inlined
def dot(a: Vector, b: Vector) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def cross(a: Vector, b: Vector) -> Vector:
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inlined
def length(a: Vector) -> float:
    """Return the length of a vector `a` (3,), or 0.0 if it is below NEGLIGIBLE."""
    squared = a[0] * a[0] + a[1] * a[1] + a[2] * a[2]
    return 0.0 if squared < NEGLIGIBLE_SQUARED else sqrt(squared)


@inlined
def hypot(x: float, y: float) -> float:
    """Return the length of a vector of two numbers, correctly rounded, or 0.0 if it is below NEGLIGIBLE.

    So the bits are the same in compiled and in interpreted code, and on every machine. One step of Newton's method improves the
    plain root, with squares of twice the digits. A length above HUGE is the root of scaled squares, and less exact.
    """
    size = sqrt(x * x + y * y)
    if size < NEGLIGIBLE:
        return 0.0
    if size > HUGE:
        x, y = x * DOWN_SCALE, y * DOWN_SCALE
        return sqrt(x * x + y * y) * UP_SCALE
    (xx, x_rest), (yy, y_rest), (square, rest) = squared(x), squared(y), squared(size)
    greater, less = max(xx, yy), min(xx, yy)
    return size + (((greater - square) + less) + ((x_rest + y_rest) - rest)) / (2.0 * size)


@inlined
def squared(x: float) -> tuple[float, float]:
    """Return (x * x rounded, the rounding error). Their sum is exactly x * x. The halves of x have 26 bits (Dekker 1971)."""
    shifted = 134217729.0 * x  # 2^27 + 1
    high = shifted - (shifted - x)
    low = x - high
    square = x * x
    return square, ((high * high - square) + 2.0 * high * low) + low * low


@inlined
def hypot3(x: float, y: float, z: float) -> float:
    """Return the length of a vector of three numbers, at most HUGE, correctly rounded like `hypot`, or 0.0."""
    size = sqrt(x * x + y * y + z * z)
    if size < NEGLIGIBLE:
        return 0.0
    (xx, x_rest), (yy, y_rest), (zz, z_rest), (square, rest) = squared(x), squared(y), squared(z), squared(size)
    xy, lost = exact_sum(xx, yy)
    xyz, lost_too = exact_sum(xy, zz)
    return size + ((xyz - square) + (((lost + lost_too) + ((x_rest + y_rest) + z_rest)) - rest)) / (2.0 * size)


@inlined
def exact_sum(a: float, b: float) -> tuple[float, float]:
    """Return (a + b rounded, the rounding error). Their sum is exactly a + b (Knuth 1969)."""
    total = a + b
    rest = total - a
    return total, (a - (total - rest)) + (b - rest)


@inlined
def away_from(centre: Vector, position: Vector) -> Vector:
    """Return the unit vector (3,) from a centre to a position, both (3,), or UP if they are the same point."""
    x, y, z = sub(position, centre)
    distance = hypot3(x, y, z)
    return (x / distance, y / distance, z / distance) if distance > 0.0 else UP


@inlined
def normalise(a: Vector) -> Vector:
    """Return the unit vector along `a` (3,), or zero if its length is below NEGLIGIBLE."""
    size = length(a)
    if size == 0.0:
        return ZERO
    return scale(a, 1.0 / size)


@inlined
def reject(a: Vector, normal: Vector) -> Vector:
    """Return the projection (3,) of a vector `a` (3,) on the plane through the origin with the unit normal `normal` (3,)."""
    return along(a, normal, -dot(a, normal))


def triangle_normals(corners: np.ndarray) -> np.ndarray:
    """Return a normal (n, 3) of each triangle (n, 3, 3) in arrays. It is as long as twice the triangle's area."""
    origin = corners[:, 0]
    return np.cross(corners[:, 1] - origin, corners[:, 2] - origin)
