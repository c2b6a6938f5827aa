"""Ellipsoid space (the paper's chapter 2), upright and turned."""

from math import cos, pi, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.collision import Ellipsoid
from game.collision.plane_set import largest_scale
from tests.collision.interpreted import plain

espace = plain.ellipsoid_and_espace
RADIUS = st.floats(0.05, 5.0)
BODY = st.builds(Ellipsoid, st.tuples(RADIUS, RADIUS, RADIUS), st.floats(-7.0, 7.0))
DIRECTION = st.tuples(*[st.floats(-1.0, 1.0)] * 3).filter(lambda v: np.linalg.norm(v) > 0.1)


def unit(vector):
    return np.array(vector) / np.linalg.norm(vector)


def surface_point(body, direction):
    """The ellipsoid's point that eSpace sees in this direction, worked out from its definition: scale, then turn."""
    x, y, z = unit(direction) * body.radii
    c, s = cos(body.heading), sin(body.heading)
    return np.array([c * x - s * y, s * x + c * y, z])


@given(body=BODY, direction=DIRECTION)
def test_the_ellipsoid_becomes_the_unit_sphere(body, direction):
    e = espace.to_espace(body.space, tuple(surface_point(body, direction)))
    np.testing.assert_allclose(e, unit(direction), atol=1e-12)


@given(body=BODY, point=st.tuples(*[st.floats(-1e3, 1e3)] * 3))
def test_there_and_back(body, point):
    np.testing.assert_allclose(espace.to_world(body.space, espace.to_espace(body.space, point)), point, atol=1e-10)


@given(body=BODY, direction=DIRECTION)
def test_normals_of_the_sphere_become_normals_of_the_ellipsoid(body, direction):
    """The gradient of (x / rx)^2 + (y / ry)^2 + (z / rz)^2, turned."""
    x, y, z = unit(direction) / np.array(body.radii)
    c, s = cos(body.heading), sin(body.heading)
    np.testing.assert_allclose(
        espace.normal_to_world(body.space, tuple(unit(direction))), unit((c * x - s * y, s * x + c * y, z)), atol=1e-12
    )


@given(body=BODY, direction=DIRECTION)
def test_extents_are_the_farthest_points(body, direction):
    """No point of the ellipsoid lies outside of the box, and the point that looks along an axis lies on it."""
    extents = np.array(body.extents)
    assert (np.abs(surface_point(body, direction)) <= extents * (1 + 1e-12)).all()
    c, s = cos(body.heading), sin(body.heading)
    for axis, (x, y, z) in enumerate(np.eye(3)):
        e_direction = np.array([c * x + s * y, -s * x + c * y, z]) * body.radii
        assert surface_point(body, e_direction)[axis] == pytest.approx(extents[axis], rel=1e-12)


def test_an_upright_body_is_only_scaled():
    space = Ellipsoid((0.5, 0.25, 2.0)).space
    assert espace.to_espace(space, (1.0, 1.0, 1.0)) == (2.0, 4.0, 0.5)
    assert espace.to_world(space, (1.0, 1.0, 1.0)) == (0.5, 0.25, 2.0)


def test_a_quarter_turn_swaps_the_radii():
    assert Ellipsoid((0.5, 0.25, 2.0), pi / 2).extents == pytest.approx((0.25, 0.5, 2.0))
    # heading grows counter-clockwise: the body's own x axis now points along the world's +y
    assert espace.to_espace(Ellipsoid((0.5, 0.25, 2.0), pi / 2).space, (0.0, 1.0, 0.0)) == pytest.approx((2.0, 0.0, 0.0))


@given(BODY)
def test_the_steepest_scale_is_one_over_the_least_radius(body):
    """At any heading: slides look ahead by it."""
    assert largest_scale(body.space) == pytest.approx(1.0 / min(body.radii), rel=1e-12)


def test_bodies_are_values():
    assert Ellipsoid((1, 2, 3)) == Ellipsoid((1.0, 2.0, 3.0), 0) and hash(Ellipsoid()) == hash(Ellipsoid((0.4, 0.4, 0.9)))
    with pytest.raises(AttributeError):
        Ellipsoid().heading = 1.0
