"""Vectors of three numbers as tuples: numba keeps them in registers, where small arrays would cost ten times more."""

from collections.abc import Sequence
from math import sqrt

import numpy as np

from .jit import inlined

Vector = tuple[float, float, float]
VectorLike = Sequence[float] | np.ndarray  # three numbers as callers hand them over
UP = (0.0, 0.0, 1.0)
# A shorter vector counts as zero, in any unit. Smaller: squares underflow, so a length loses its digits, or is zero while the
# components are not; larger: nothing is lost up to the rounding of places.
NEGLIGIBLE = 1e-130
NEGLIGIBLE_SQUARED = NEGLIGIBLE * NEGLIGIBLE
HUGE, DOWN_SCALE, UP_SCALE = 1e100, 2.0**-600, 2.0**600  # where squares of squares overflow, and what brings lengths below it


@inlined
def vec(field):
    """The three numbers of a field as a vector. Without numba they would be numpy's own, which are slow."""
    return float(field[0]), float(field[1]), float(field[2])


@inlined
def put(field, vector):
    """Write a vector to a field of three numbers."""
    field[0], field[1], field[2] = vector


@inlined
def get3(array, row, column):
    """The three numbers from `column` on as a vector."""
    return float(array[row, column]), float(array[row, column + 1]), float(array[row, column + 2])


@inlined
def put3(array, row, column, vector):
    """Write a vector to three columns from `column` on."""
    array[row, column], array[row, column + 1], array[row, column + 2] = vector


@inlined
def add(a, b):
    return a[0] + b[0], a[1] + b[1], a[2] + b[2]


@inlined
def sub(a, b):
    return a[0] - b[0], a[1] - b[1], a[2] - b[2]


@inlined
def scale(a, factor):
    return a[0] * factor, a[1] * factor, a[2] * factor


@inlined
def along(base, direction, distance):
    """The point `distance` directions away from `base`."""
    return base[0] + direction[0] * distance, base[1] + direction[1] * distance, base[2] + direction[2] * distance


@inlined
def dot(a, b):
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


@inlined
def cross(a, b):
    return a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]


@inlined
def length(a):
    """The length of a vector; 0.0 when it is so short that it counts as zero."""
    squared = a[0] * a[0] + a[1] * a[1] + a[2] * a[2]
    return 0.0 if squared < NEGLIGIBLE_SQUARED else sqrt(squared)


@inlined
def hypot(x, y):
    """Length of a vector of two numbers, correctly rounded: the same bits compiled, interpreted and on every machine.

    One step of Newton's method on the plain root, with the squares and so what is left over exact to twice the digits. A huge
    length is the plain root of scaled squares; its last digit does not matter. 0.0 when it counts as zero.
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
def squared(x):
    """x * x as a sum of two numbers, exactly: x is split into halves of 26 bits (Dekker 1971)."""
    shifted = 134217729.0 * x  # 2^27 + 1
    high = shifted - (shifted - x)
    low = x - high
    square = x * x
    return square, ((high * high - square) + 2.0 * high * low) + low * low


@inlined
def hypot3(x, y, z):
    """Length of a vector, correctly rounded as by `hypot`. Squares must not overflow: components up to HUGE."""
    size = sqrt(x * x + y * y + z * z)
    if size < NEGLIGIBLE:
        return 0.0
    (xx, x_rest), (yy, y_rest), (zz, z_rest), (square, rest) = squared(x), squared(y), squared(z), squared(size)
    xy, lost = exact_sum(xx, yy)
    xyz, lost_too = exact_sum(xy, zz)
    return size + ((xyz - square) + (((lost + lost_too) + ((x_rest + y_rest) + z_rest)) - rest)) / (2.0 * size)


@inlined
def exact_sum(a, b):
    """(a + b, the rounding error of this sum), Knuth 1969."""
    total = a + b
    rest = total - a
    return total, (a - (total - rest)) + (b - rest)


@inlined
def away_from(centre, position):
    """The unit vector from a centre to a position; UP at the centre."""
    x, y, z = sub(position, centre)
    distance = hypot3(x, y, z)
    return (x / distance, y / distance, z / distance) if distance > 0.0 else UP


@inlined
def normalise(a):
    """The unit vector along `a`; zero for a vector that counts as zero."""
    size = length(a)
    if size == 0.0:
        return 0.0, 0.0, 0.0
    return scale(a, 1.0 / size)


@inlined
def reject(a, normal):
    """Project `a` onto the plane with the unit vector `normal`: its part along `normal` is removed."""
    return along(a, normal, -dot(a, normal))
