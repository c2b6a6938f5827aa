"""Embedded bodies come out through the nearest face, never deeper on the way; where there is no way, that is said."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.bench.courses import box
from game.collision import Ellipsoid, TriangleMesh, depenetrate, overlap

SEEDS = st.integers(0, 2**32 - 1)
FLOOR = TriangleMesh([(-50, -50, 0), (50, -50, 0), (50, 50, 0), (-50, 50, 0)], [(0, 1, 2), (0, 2, 3)])


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_out_of_a_floor(seed):
    """From up to half its size deep, on the side where the centre is."""
    rng = np.random.default_rng(seed)
    body = Ellipsoid(tuple(rng.uniform(0.1, 1.0, 3)), float(rng.uniform(-3, 3)))
    deep = float(rng.uniform(0, 1)) * body.radii[2]
    start = (float(rng.uniform(-9, 9)), float(rng.uniform(-9, 9)), body.radii[2] - deep)
    position, free = depenetrate(FLOOR, body, start)
    assert free and overlap(FLOOR, body, position) <= 0.0
    assert position[:2] == pytest.approx(start[:2], abs=1e-9)  # not along the edge between the floor's triangles
    assert position[2] == pytest.approx(body.radii[2], abs=1e-3)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_out_of_the_corner_of_a_room(seed):
    rng = np.random.default_rng(seed)
    vertices, triangles = box((0.0, 0.0, 0.0), (5.0, 5.0, 5.0))
    mesh = TriangleMesh(vertices, triangles)
    body = Ellipsoid(tuple(rng.uniform(0.2, 0.8, 3)))
    start = tuple((np.array(body.radii) * rng.uniform(0.5, 1.2, 3)).tolist())
    before = overlap(mesh, body, start)
    position, free = depenetrate(mesh, body, start)
    assert free and overlap(mesh, body, position) <= 0.0
    assert np.linalg.norm(np.subtract(position, start)) <= 3 * max(before, 0.0) + 1e-3


def test_free_bodies_stay_where_they_are():
    assert depenetrate(FLOOR, Ellipsoid(), (0.0, 0.0, 2.0)) == ((0.0, 0.0, 2.0), True)


def test_no_way_out_is_reported_and_never_deeper():
    """Between two walls closer than the body is wide."""
    left, left_triangles = box((-3.0, -3.0, -3.0), (2.7, 6.0, 6.0))
    right, right_triangles = box((0.3, -3.0, -3.0), (2.7, 6.0, 6.0))
    mesh = TriangleMesh(np.concatenate([left, right]), np.concatenate([left_triangles, right_triangles + 8]))
    start = (0.02, 0.0, 0.0)
    position, free = depenetrate(mesh, Ellipsoid(), start)
    assert not free
    assert overlap(mesh, Ellipsoid(), position) <= overlap(mesh, Ellipsoid(), start)
