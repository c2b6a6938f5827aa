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
