"""Sine, cosine, arc tangent and exponential with the same bits on every machine.

C libraries differ in the last bits of these functions, even one library on processors with and without fused operations. numpy
differs in the same way. Whatever can reach the state of a simulation or the vertices of a level calls the functions here.
They use +, -, *, /, % and sqrt alone, which IEEE 754 rounds in one way. Nothing here may be fused, reordered or raised by `**`.

Results are within 1 unit in the last place (ulp) of the true ones, by tests/core/test_elementary_functions.py;
`tan` within 2, which is a quotient of two of them. `sin`, `cos` and `tan` keep this up to NEAR_TURNS. Beyond, the argument first
loses whole turns of FULL_TURNS, which is wrong by a relative 2^-72: less than the last bit of the argument itself.

The series are those of Taylor, long enough for their intervals; their coefficients are divided out where they stand. The other
constants are parts of pi and ln 2 with few bits, so that products with whole numbers are exact (Cody and Waite 1980). They were
calculated with 60 digits: each part is the rest so far, rounded down to a multiple of the power of two in its comment.
"""

from collections.abc import Callable
from functools import lru_cache
from math import copysign, pi
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from .jit import inlined, shared
from .vec3 import exact_sum, squared

# Half of pi in four parts: multiples of 2^-32, 2^-65 and 2^-98, then the rest. A whole number below 2^20 times one of the first
# three is exact. Fewer parts: arguments near a multiple of pi lose their digits.
HALF_PI = 1.5707963267341256, 6.077100506303966e-11, 2.0222662487111665e-21, 8.4784276603689e-32
QUARTER_TURNS = 0.6366197723675814  # 2 / pi
NEAR_TURNS = FULL_TURNS = 1285231.8377688916  # 204551 whole turns [rad], which of all below 2^20 quarters lie nearest to a float
LN_2 = 0.6931471805592082, 7.371002565167799e-13  # the logarithm of 2: a multiple of 2^-40, and the rest
DOUBLINGS = 1.4426950408889634  # 1 / ln 2
OVERFLOW, UNDERFLOW = 709.782712893384, -745.1332191019412  # beyond, `exp` is infinite or zero
ONE_IS_LOST = 44.0  # beyond, e^x and e^x - 1 are the same float. Smaller: `expm1` is wrong in its last bit
ROUNDS = 6755399441055744.0  # 1.5 * 2^52: added and subtracted again, it rounds to a whole number
# Angles whose tangents are 0, 1/2 and 1, and the right and the straight angle: the nearest float, and the rest.
ATAN_HALF = 0.4636476090008061, 2.2698777452961687e-17
PI_4 = 0.7853981633974483, 3.061616997868383e-17
PI_2 = 1.5707963267948966, 6.123233995736766e-17
PI = 3.141592653589793, 1.2246467991473532e-16
# Quotients between which `atan2` starts from 0, from 1/2 and from 1: tangents halfway between these angles. Any other value
# leaves a greater angle to the series.
FROM_HALF, FROM_ONE = 0.236, 0.72
STRAIGHT = 2.0**-28  # an arc tangent below is its argument. Larger: a bit is lost; far smaller: a product underflows
LARGE, SMALL = 2.0**900, 2.0**-900  # arguments of `atan2` that are scaled by 2^-600 or 2^600, because products leave the range

Share = TypeVar("Share", float, np.ndarray)


@shared
def sin(x: float) -> float:
    """Return the sine of an angle [rad], or NaN for an infinite one."""
    quarter, rest, lost = nearest_quarter(x)
    result = cosine(rest, lost) if quarter & 1 else sine(rest, lost)
    return -result if quarter & 2 else result


@shared
def cos(x: float) -> float:
    """Return the cosine of an angle [rad], or NaN for an infinite one."""
    quarter, rest, lost = nearest_quarter(x)
    result = sine(rest, lost) if quarter & 1 else cosine(rest, lost)
    return -result if (quarter + 1) & 2 else result


@shared
def cos_sin(x: float) -> tuple[float, float]:
    """Return the cosine and the sine of an angle [rad] in less time than by two calls."""
    quarter, rest, lost = nearest_quarter(x)
    c, s = cosine(rest, lost), sine(rest, lost)
    if quarter & 1:
        c, s = -s, c
    if quarter & 2:
        c, s = -c, -s
    return c, s


@inlined
def tan(x: float) -> float:
    """Return the tangent of an angle [rad], within 2 ulp. No float is so near a right angle that the cosine is zero."""
    c, s = cos_sin(x)
    return s / c


@shared
def nearest_quarter(x: float) -> tuple[int, float, float]:
    """Return (q, rest, lost): x is about a whole number of quarter turns, which is q modulo 4, and rest + lost [rad]."""
    if not -NEAR_TURNS < x < NEAR_TURNS:
        x = without_full_turns(x)
        if x != x:
            return 0, x, x
    quarters = (x * QUARTER_TURNS + ROUNDS) - ROUNDS
    if quarters == 0.0:
        return 0, x, 0.0
    high, lost = exact_sum(x - quarters * HALF_PI[0], -quarters * HALF_PI[1])
    high, lost_too = exact_sum(high, -quarters * HALF_PI[2])
    rest, lost = exact_sum(high, lost + (lost_too - quarters * HALF_PI[3]))
    return int(quarters) & 3, rest, lost


@shared
def without_full_turns(x: float) -> float:
    """Return the remainder of x by FULL_TURNS, with the sign of x. Each difference is exact. NaN if x is infinite."""
    rest, turns = abs(x), FULL_TURNS
    if not rest - rest == 0.0:  # infinite, or NaN
        return x - x
    while turns <= 0.5 * rest:
        turns *= 2.0
    while turns >= FULL_TURNS:
        if rest >= turns:
            rest -= turns
        turns *= 0.5
    return copysign(rest, x)


@inlined
def sine(x: float, lost: float) -> float:
    """Return the sine of x + lost for |x| up to pi / 4 [rad]; lost is below the last bit of x."""
    z = x * x
    if z == 0.0:  # the sum below would lose the sign of zero
        return x
    tail = 1.0 / 6227020800.0 + z * (-1.0 / 1307674368000.0 + z * (1.0 / 355687428096000.0))
    tail = 1.0 / 120.0 + z * (-1.0 / 5040.0 + z * (1.0 / 362880.0 + z * (-1.0 / 39916800.0 + z * tail)))
    return x + (lost * (1.0 - 0.5 * z) + x * z * (-1.0 / 6.0 + z * tail))


@inlined
def cosine(x: float, lost: float) -> float:
    """Return the cosine of x + lost for |x| up to pi / 4 [rad]; lost is below the last bit of x."""
    z = x * x
    half = 0.5 * z
    tail = 1.0 / 479001600.0 + z * (-1.0 / 87178291200.0 + z * (1.0 / 20922789888000.0))
    tail = 1.0 / 24.0 + z * (-1.0 / 720.0 + z * (1.0 / 40320.0 + z * (-1.0 / 3628800.0 + z * tail)))
    near = 1.0 - half
    return near + (((1.0 - near) - half) + (z * z * tail - x * lost))


@shared
def atan2(y: float, x: float) -> float:
    """Return the angle [rad] of the vector (x, y) from the first axis, -pi to pi, with the signs of C's function at zeros."""
    if x != x or y != y:
        return x + y
    less, greater = min(abs(x), abs(y)), max(abs(x), abs(y))
    if greater - greater != 0.0:  # infinite: only directions count
        less, greater = (1.0 if less == greater else 0.0), 1.0
    elif greater == 0.0:
        greater = 1.0
    elif greater > LARGE:
        less, greater = less * 2.0**-600, greater * 2.0**-600
    elif greater < SMALL:
        less, greater = less * 2.0**600, greater * 2.0**600
    angle, lost = first_octant(less, greater)
    if abs(y) > abs(x):
        angle, rest = exact_sum(PI_2[0], -angle)
        lost = rest + (PI_2[1] - lost)
    if copysign(1.0, x) < 0.0:
        angle, rest = exact_sum(PI[0], -angle)
        lost = rest + (PI[1] - lost)
    return copysign(angle + lost, y)


@inlined
def first_octant(y: float, x: float) -> tuple[float, float]:
    """Return the angle [rad] of the vector (x, y) with 0 <= y <= x as (angle, lost), whose sum has twice the digits."""
    quotient = y / x
    if quotient < STRAIGHT:
        return quotient, 0.0
    # tan (a - b) = (y - t x) / (x + t y), if a is the angle of (x, y) and t the tangent of b
    above, above_lost, below, below_lost = y, 0.0, x, 0.0
    base, base_lost = 0.0, 0.0
    if quotient >= FROM_ONE:
        base, base_lost = PI_4
        (above, above_lost), (below, below_lost) = exact_sum(y, -x), exact_sum(x, y)
    elif quotient >= FROM_HALF:
        base, base_lost = ATAN_HALF
        (above, above_lost), (below, below_lost) = exact_sum(y, -0.5 * x), exact_sum(x, 0.5 * y)
    q = above / below
    product, rest = exact_product(q, below)
    q_lost = (((above - product) - rest) + (above_lost - q * below_lost)) / below
    z = q * q
    tail = -1.0 / 23.0 + z * (1.0 / 25.0 + z * (-1.0 / 27.0 + z * (1.0 / 29.0)))
    tail = -1.0 / 15.0 + z * (1.0 / 17.0 + z * (-1.0 / 19.0 + z * (1.0 / 21.0 + z * tail)))
    tail = -1.0 / 7.0 + z * (1.0 / 9.0 + z * (-1.0 / 11.0 + z * (1.0 / 13.0 + z * tail)))
    tail = q * z * (-1.0 / 3.0 + z * (1.0 / 5.0 + z * tail))
    angle, rest = exact_sum(base, q)
    return angle, rest + (tail + (q_lost + base_lost))


@inlined
def exact_product(a: float, b: float) -> tuple[float, float]:
    """Return (a * b rounded, the rounding error). Their sum is exactly a * b, as of `squared`."""
    a_shifted, b_shifted = 134217729.0 * a, 134217729.0 * b  # 2^27 + 1
    a_high, b_high = a_shifted - (a_shifted - a), b_shifted - (b_shifted - b)
    a_low, b_low = a - a_high, b - b_high
    product = a * b
    return product, ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low


@shared
def exp(x: float) -> float:
    """Return e^x, which is infinite above OVERFLOW and zero below UNDERFLOW."""
    if x != x:
        return x
    if x > OVERFLOW:
        return x * 2.0**1023
    if x < UNDERFLOW:
        return 0.0
    doublings, high, low = doublings_and_rest(x)
    total, lost = exact_sum(1.0, high)
    first = doublings >> 1  # in two steps, because a power of 2 has a smaller range than the result
    return (total + (lost + low)) * power_of_two(first) * power_of_two(doublings - first)


@shared
def expm1(x: float) -> float:
    """Return e^x - 1, with all digits near zero too."""
    if x != x or x == 0.0:
        return x
    if x > ONE_IS_LOST:
        return exp(x)
    if x < -ONE_IS_LOST:
        return -1.0
    doublings, high, low = doublings_and_rest(x)
    if doublings == 0:
        return high + low
    power = power_of_two(doublings)
    one_less, one_lost = exact_sum(power, -1.0)
    total, lost = exact_sum(one_less, power * high)
    return total + (lost + (one_lost + power * low))


@inlined
def doublings_and_rest(x: float) -> tuple[int, float, float]:
    """Return (n, high, low) with e^x = 2^n (1 + high + low); low is below the last bit of high, whose size is at most 0.42."""
    doublings = (x * DOUBLINGS + ROUNDS) - ROUNDS
    r, lost = exact_sum(x - doublings * LN_2[0], -doublings * LN_2[1])
    square, square_lost = squared(r)
    high, high_lost = exact_sum(r, 0.5 * square)
    tail = 1.0 / 39916800.0 + r * (1.0 / 479001600.0 + r * (1.0 / 6227020800.0 + r * (1.0 / 87178291200.0)))
    tail = 1.0 / 5040.0 + r * (1.0 / 40320.0 + r * (1.0 / 362880.0 + r * (1.0 / 3628800.0 + r * tail)))
    tail = r * square * (1.0 / 6.0 + r * (1.0 / 24.0 + r * (1.0 / 120.0 + r * (1.0 / 720.0 + r * tail))))
    return int(doublings), high, high_lost + (tail + (0.5 * square_lost + lost * (1.0 + high)))


@inlined
def power_of_two(n: int) -> float:
    """Return 2^n for a whole number n from -1074 to 1023, by squaring."""
    result, factor, rest = 1.0, (2.0 if n >= 0 else 0.5), abs(n)
    while rest > 0:
        if rest & 1:
            result *= factor
        factor *= factor
        rest >>= 1
    return result


@inlined
def smooth(t: Share) -> Share:
    """Return the share 3 t^2 - 2 t^3 of a change, 0..1, that begins and ends slowly. t: a number 0..1, or an array of them"""
    return t * t * (3.0 - 2.0 * t)


def wrapped_angle(angle: float) -> float:
    """Return the angle [rad] from -pi up to pi that differs from `angle` by whole turns."""
    return (angle + pi) % (2.0 * pi) - pi


@lru_cache(256)
def kept_cos(x: float) -> float:
    """Return `cos(x)`, for Python code that needs the cosines of a few angles in every tick."""
    return cos(x)


def each(function: Callable[[float], float], angles: ArrayLike) -> np.ndarray:
    """Return an array of the values of a function of one number, in the shape of `angles`. numpy's own have other last bits."""
    angles = np.asarray(angles, dtype=float)
    return np.array([function(x) for x in angles.ravel().tolist()]).reshape(angles.shape)


def product(a: ArrayLike, b: ArrayLike) -> np.ndarray:
    """Return the matrix product of a (..., n, k) or (k,) and b (..., k, m) or (k,), in the order of k, unlike numpy's library."""
    a, b = np.asarray(a, dtype=float), np.asarray(b, dtype=float)
    if b.ndim == 1:
        return product(a, b[:, None])[..., 0]
    total = a[..., :1] * b[..., 0, :] if a.ndim == 1 else a[..., :1] * b[..., :1, :]
    for k in range(1, b.shape[-2]):
        total += a[..., k : k + 1] * b[..., k, :] if a.ndim == 1 else a[..., k : k + 1] * b[..., k : k + 1, :]
    return total


def solution(matrix: ArrayLike, right: ArrayLike) -> np.ndarray | None:
    """Return x (n,) with matrix (n, n) times x = right (n,), or None if the matrix is singular. By elimination with pivots."""
    rows = np.column_stack((matrix, right))
    for k in range(len(rows)):
        pivot = k + int(np.abs(rows[k:, k]).argmax())
        if rows[pivot, k] == 0.0:
            return None
        rows[[k, pivot]] = rows[[pivot, k]]
        rows[k] /= rows[k, k]
        others = np.arange(len(rows)) != k
        rows[others] -= rows[others, k, None] * rows[k]
    return rows[:, -1]
