"""Vectors as tuples: each function against numpy."""

from decimal import Decimal, localcontext

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.collision.interpreted import plain

vec3 = plain.vec3
NUMBER = st.floats(-1e3, 1e3, allow_subnormal=False)
VECTOR = st.tuples(NUMBER, NUMBER, NUMBER)


@given(a=VECTOR, b=VECTOR, factor=NUMBER)
def test_against_numpy(a, b, factor):
    x, y = np.array(a), np.array(b)
    np.testing.assert_array_equal(vec3.add(a, b), x + y)
    np.testing.assert_array_equal(vec3.sub(a, b), x - y)
    np.testing.assert_array_equal(vec3.scale(a, factor), x * factor)
    np.testing.assert_array_equal(vec3.along(a, b, factor), x + y * factor)
    np.testing.assert_allclose(vec3.dot(a, b), x @ y, atol=1e-9)
    np.testing.assert_allclose(vec3.cross(a, b), np.cross(x, y), atol=1e-9)
    np.testing.assert_allclose(vec3.length(a), np.linalg.norm(x), rtol=1e-14)


@given(a=VECTOR.filter(lambda a: max(map(abs, a)) > 1e-3), b=VECTOR)
def test_reject_leaves_what_is_at_right_angles(a, b):
    normal = vec3.normalise(a)
    rest = vec3.reject(b, normal)
    assert vec3.length(normal) == pytest.approx(1.0, rel=1e-14)
    assert vec3.dot(rest, normal) == pytest.approx(0.0, abs=1e-9)
    np.testing.assert_allclose(np.cross(vec3.sub(b, rest), normal), 0.0, atol=1e-9)


def test_the_zero_vector_stays_zero():
    assert vec3.normalise((0.0, 0.0, 0.0)) == (0.0, 0.0, 0.0)


def exact_length(x, y):
    with localcontext() as context:
        context.prec = 80
        return float((Decimal(x) ** 2 + Decimal(y) ** 2).sqrt())


@given(NUMBER.filter(lambda x: x == 0.0 or abs(x) > 1e-60), NUMBER.filter(lambda y: y == 0.0 or abs(y) > 1e-60))
def test_the_length_of_a_level_vector_is_rounded_right(x, y):
    assert vec3.hypot(x, y) == exact_length(x, y)


def test_a_wish_of_any_size_has_a_length():
    assert vec3.hypot(0.0, 0.0) == 0.0 and vec3.hypot(3e120, 4e120) == pytest.approx(5e120)


@pytest.mark.parametrize("size", [5e-324, 1e-320, 1e-200, 1e-162, 1e-155, 0.9 * vec3.NEGLIGIBLE])
def test_negligible_lengths_count_as_zero(size):
    """In each function that takes a length: never zero in one place and some in another."""
    for vector in ((size, 0.0, 0.0), (0.0, -size, 0.0), (0.0, 0.0, size)):
        assert vec3.length(vector) == 0.0 and vec3.normalise(vector) == (0.0, 0.0, 0.0)
    assert vec3.hypot(size, 0.0) == vec3.hypot(0.0, -size) == 0.0


@given(NUMBER, NUMBER, NUMBER, st.floats(-130.0, 140.0))
def test_a_unit_vector_is_one_at_any_magnitude(x, y, z, exponent):
    size = np.linalg.norm((x, y, z))
    vector = tuple(part * 10.0**exponent for part in (x, y, z))
    if size > 1e-3 and size * 10.0**exponent > 2.0 * vec3.NEGLIGIBLE:
        assert vec3.normalise(vector) == pytest.approx((x / size, y / size, z / size), rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("size", [1e99, 1e101, 1e155, 1e200, 1e307])
def test_huge_level_vectors_have_a_length(size):
    assert vec3.hypot(3.0 * size, -4.0 * size) == pytest.approx(5.0 * size, rel=1e-15)
