"""The mesh: what it keeps, what it drops, and that its numbers are the caller's own."""

import numpy as np
import pytest

from game.collision import Ellipsoid, Trace, TriangleMesh, collide_and_slide, overlap, sweep
from tests.collision.scenes import floor, mesh, side_wall, wall

BALL = Ellipsoid((0.5, 0.5, 0.5))


def test_bounds():
    assert mesh(wall(3.0)[:1]).bounds == ((-50.0, 3.0, -50.0), (50.0, 3.0, 50.0))


def test_surfaces_are_kept_and_zero_by_default():
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    assert TriangleMesh(corners, [(0, 1, 2)]).surfaces.tolist() == [0]
    assert TriangleMesh(corners, [(0, 1, 2), (2, 1, 0)], [7, 3]).surfaces.tolist() == [7, 3]


def test_arguments_are_not_changed():
    vertices, triangles = np.array(floor().reshape(-1, 3)), np.arange(6).reshape(-1, 3)
    before = vertices.copy(), triangles.copy()
    TriangleMesh(vertices, triangles)
    assert np.array_equal(vertices, before[0]) and np.array_equal(triangles, before[1])


def test_triangles_keep_their_numbers_beside_dropped_ones():
    """Rows without area before and between: a contact names the row that was given."""
    flat = np.zeros((1, 3, 3))
    world = mesh(flat, floor(), flat, flat, wall(4.0))
    assert world.dropped == 3
    assert sweep(world, BALL, (0, 0, 1), (0, 0, -3)).triangle in (1, 2)
    assert sweep(world, BALL, (0, 0, 1), (0, 9, 0)).triangle in (5, 6)
    trace = Trace()
    collide_and_slide(world, BALL, (0.0, 3.0, 1.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0), trace=trace)
    assert trace.candidates.tolist() and set(trace.candidates.tolist()) <= {1, 2, 5, 6}


@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65])
def test_every_number_of_triangles_has_a_tree(count):
    """Around the powers of four, where the tree gains a level: each triangle is found."""
    places = np.arange(count)[:, None, None] * np.array([10.0, 0.0, 0.0])
    world = mesh(np.array([[(-1.0, -1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 1.0, 0.0)]]) + places)
    found = [sweep(world, BALL, (10.0 * i, 0.0, 2.0), (0.0, 0.0, -4.0)).triangle for i in range(count)]
    assert found == list(range(count))
    assert sweep(world, BALL, (10.0 * count, 0.0, 2.0), (0.0, 0.0, -4.0)) is None


def test_memory_is_counted():
    """Less than 150 bytes for each triangle in total."""
    rng = np.random.default_rng(1)
    vertices = rng.uniform(-100, 100, (30_000, 3))
    world = TriangleMesh(vertices, rng.permutation(30_000)[np.arange(60_000) % 30_000].reshape(-1, 3))
    assert 50 < world.memory / len(world.triangles) < 150


def test_overlap_measures_how_deep():
    world = mesh(floor(), side_wall(5.0))
    assert overlap(world, BALL, (0.0, 0.0, 0.3)) == pytest.approx(0.2)
    assert overlap(world, BALL, (4.6, 0.0, 0.45)) == pytest.approx(0.1)
    assert overlap(world, BALL, (0.0, 0.0, 0.5005)) == pytest.approx(-0.0005)
    assert overlap(world, BALL, (0.0, 0.0, 9.0)) == -np.inf
    assert overlap(world, Ellipsoid((0.4, 0.4, 0.9)), (0.0, 0.0, 0.6)) == pytest.approx(0.3)
