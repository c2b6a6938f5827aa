"""The solver's own elementary functions: their accuracy, their special values, and the same bits interpreted and compiled."""

import math
import random

import mpmath
import numpy as np
import pytest

from game.core import elementary_functions as own
from game.core.jit import COMPILED, compiled

RANDOM = random.Random(11)
ANY_SIGN = [-1.0, 1.0]
SMALL_AND_LARGE = [RANDOM.choice(ANY_SIGN) * 10.0 ** RANDOM.uniform(-12.0, 6.0) for _ in range(400)]
MULTIPLES = [float(RANDOM.randrange(-818000, 818000) * mpmath.pi / 2) for _ in range(400)]
ANGLES = [k / 64.0 for k in range(-500, 500)] + SMALL_AND_LARGE + MULTIPLES
POWERS = [k / 64.0 for k in range(-500, 500)] + [RANDOM.uniform(-745.1, 709.7) for _ in range(400)] + SMALL_AND_LARGE[:200]
SPECIAL = [0.0, -0.0, 1.0, -1.0, 5e-324, -5e-324, 1e308, -1e308, math.inf, -math.inf, math.nan]
VECTORS = [(y, x) for y in SPECIAL for x in SPECIAL] + [(y, x) for y, x in zip(SMALL_AND_LARGE, reversed(SMALL_AND_LARGE))]


def ulps(found, true):
    nearest = float(true)
    return 0.0 if found == nearest else float(abs(mpmath.mpf(found) - true) / mpmath.mpf(math.ulp(nearest)))


@pytest.mark.parametrize(("name", "arguments", "most"), [
    ("sin", ANGLES, 1.0), ("cos", ANGLES, 1.0), ("tan", ANGLES, 2.0), ("exp", POWERS, 1.0), ("expm1", POWERS, 1.0),
])
def test_results_are_within_one_unit_in_the_last_place(name, arguments, most):
    with mpmath.workdps(50):
        worst = max((ulps(getattr(own, name)(x), getattr(mpmath, name)(mpmath.mpf(x))), x) for x in arguments)
    assert worst[0] < most, worst


def test_the_angle_of_a_vector_is_within_one_unit_in_the_last_place():
    pairs = list(zip(SMALL_AND_LARGE, SMALL_AND_LARGE[::-1]))
    pairs += [(y / 8.0, x / 8.0) for y in range(-9, 10) for x in range(-9, 10) if x]
    with mpmath.workdps(50):
        worst = max((ulps(own.atan2(y, x), mpmath.atan2(mpmath.mpf(y), mpmath.mpf(x))), y, x) for y, x in pairs)
    assert worst[0] < 1.0, worst


def bits(value):
    return "nan" if math.isnan(value) else float(value).hex()


def test_zeros_and_infinities_are_those_of_c():
    for y in SPECIAL:
        for x in SPECIAL:
            assert bits(own.atan2(y, x)) == bits(math.atan2(y, x)), (y, x)
    for name in ("sin", "cos", "tan"):
        assert [bits(getattr(own, name)(x)) for x in (0.0, -0.0)] == [bits(getattr(math, name)(x)) for x in (0.0, -0.0)]
        assert all(math.isnan(getattr(own, name)(x)) for x in (math.inf, -math.inf, math.nan))
    assert [own.exp(x) for x in (-math.inf, -746.0, 0.0, 710.0, math.inf)] == [0.0, 0.0, 1.0, math.inf, math.inf]
    assert [bits(own.expm1(x)) for x in (-math.inf, -0.0, 0.0, math.inf)] == list(map(bits, (-1.0, -0.0, 0.0, math.inf)))


def results(angles, powers, vectors, out):
    for i in range(len(angles)):
        out[i, 0], out[i, 1] = own.sin(angles[i]), own.cos(angles[i])
        out[i, 2], out[i, 3] = own.cos_sin(angles[i])
        out[i, 4] = own.tan(angles[i])
    for i in range(len(powers)):
        out[i, 5], out[i, 6] = own.exp(powers[i]), own.expm1(powers[i])
    for i in range(len(vectors)):
        out[i, 7] = own.atan2(vectors[i, 0], vectors[i, 1])


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_compiled_and_interpreted_bits_are_the_same():
    arrays = np.array(ANGLES + SPECIAL), np.array(POWERS + SPECIAL), np.array(VECTORS)
    made, plain = np.zeros((len(arrays[0]), 8)), np.zeros((len(arrays[0]), 8))
    compiled(results)(*arrays, made)
    for i, x in enumerate(arrays[0].tolist()):
        plain[i, :5] = own.sin(x), own.cos(x), *own.cos_sin(x), own.tan(x)
    for i, x in enumerate(arrays[1].tolist()):
        plain[i, 5:7] = own.exp(x), own.expm1(x)
    for i, (y, x) in enumerate(arrays[2].tolist()):
        plain[i, 7] = own.atan2(y, x)
    assert np.array_equal(made + 0.0, plain + 0.0, equal_nan=True)
    assert np.array_equal(np.signbit(made[~np.isnan(made)]), np.signbit(plain[~np.isnan(made)]))


def test_products_are_added_in_order():
    a, b = np.random.default_rng(1).normal(size=(5, 4, 3)), np.random.default_rng(2).normal(size=(5, 3, 2))
    wanted = a[..., 0, None] * b[:, None, 0] + a[..., 1, None] * b[:, None, 1] + a[..., 2, None] * b[:, None, 2]
    assert np.array_equal(own.product(a, b), wanted)
    assert np.array_equal(own.product(a[0, 0], b[0]), wanted[0, 0])
    assert np.array_equal(own.product(a[0], b[0, :, 0]), wanted[0, :, 0])


@pytest.mark.parametrize("size", [1, 2, 3])
def test_solutions_are_those_of_60_digits(size):
    for seed in range(50):
        rng = np.random.default_rng(seed)
        matrix, right = rng.normal(size=(size, size)), rng.normal(size=size)
        matrix[0, 0] = 0.0 if size > 1 else 1.0  # needs a pivot
        with mpmath.workdps(60):
            true = [float(x) for x in mpmath.lu_solve(mpmath.matrix(matrix.tolist()), mpmath.matrix(right.tolist()))]
        assert own.solution(matrix, right) == pytest.approx(true, rel=1e-13 * np.linalg.cond(matrix))


def test_a_singular_matrix_has_no_solution():
    assert own.solution([[1.0, 2.0], [2.0, 4.0]], [1.0, 2.0]) is None
    assert own.solution(np.zeros((3, 3)), np.ones(3)) is None


def test_a_smooth_share_is_half_in_the_middle_and_level_at_both_ends():
    shares = own.smooth(np.array([0.0, 1e-6, 0.5, 1.0 - 1e-6, 1.0]))
    assert shares == pytest.approx([0.0, 0.0, 0.5, 1.0, 1.0], abs=1e-11) and own.smooth(0.25) == 0.15625


@pytest.mark.parametrize(("angle", "wrapped"), [
    (0.5, 0.5), (-0.5, -0.5), (4.0, 4.0 - math.tau), (-4.0, math.tau - 4.0), (50.0, 50.0 - 8 * math.tau),
])
def test_a_wrapped_angle_differs_by_whole_turns(angle, wrapped):
    assert own.wrapped_angle(angle) == pytest.approx(wrapped, abs=1e-14) and -math.pi <= own.wrapped_angle(angle) <= math.pi
