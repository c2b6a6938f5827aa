"""Rays against the tree: known distances, and every triangle asked by itself."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.collision.mesh.bvh import cast_ray
from tests.collision.scenes import floor, mesh, wall
from tests.collision.soups import KINDS, mesh_of


def ray(world, origin, direction, length=100.0):
    return world.raycast([origin], [direction], length)[0]


def test_known_distances():
    world = mesh(floor(), wall(4.0))
    assert ray(world, (0, 0, 3), (0, 0, -1)) == 3.0
    assert ray(world, (0, 0, 3), (0, 0, -2)) == 1.5  # measured in directions
    assert ray(world, (0, 0, 3), (0, 1, 0)) == 4.0
    assert ray(world, (0, 9, 3), (0, -1, 0)) == 5.0  # from behind
    assert ray(world, (0, 0, 3), (1, 0, 0)) == np.inf
    assert ray(world, (0, 0, 3), (0, 0, 1)) == np.inf


def test_nothing_beyond_the_length():
    world = mesh(floor())
    assert ray(world, (0, 0, 3), (0, 0, -1), 2.999) == np.inf
    assert ray(world, (0, 0, 3), (0, 0, -1), 3.0) == 3.0


def test_past_everything_however_far_one_looks():
    world = mesh(floor(), wall(4.0))
    for direction in ((0.0, 0.0, 1.0), (0.0, -1.0, 0.1), (0.6, 0.0, 0.8)):
        assert cast_ray(world.nodes, world.corners, (0.0, 0.0, 3.0), direction, np.inf) == (np.inf, -1)


def test_each_ray_has_its_own_length():
    distances = mesh(floor()).raycast([(0, 0, 3)] * 3, [(0, 0, -1)] * 3, [2.0, 3.0, 4.0])
    assert distances.tolist() == [np.inf, 3.0, 3.0]


@pytest.mark.parametrize("seed", range(8))
def test_of_two_at_one_distance_it_is_the_same_in_every_order(seed):
    """The underside of a box lies in the floor: which of the two a ray meets is seen in the light that bounces off."""
    p, q = np.array([(4, 1), (5, -2), (3, 3), (6, 0), (1, 5)]), np.array([(-2, 3), (1, 5), (-5, 1), (-3, 4), (-6, -1)])
    triangles = np.pad(np.stack([p, q, -p - q], axis=1), ((0, 0), (0, 0), (0, 1))).astype(float)  # one centre for all
    expected = mesh_of(triangles)
    shuffled = mesh_of(np.random.default_rng(seed).permutation(triangles))
    for place in ((0.1, 0.05, 3.0), (0.2, -0.1, 3.0), (0.0, 0.0, 3.0)):
        hits = [cast_ray(world.nodes, world.corners, place, (0.0, 0.0, -1.0), 9.0) for world in (expected, shuffled)]
        assert hits[0][0] == hits[1][0] == 3.0
        assert expected.corners[hits[0][1]].tolist() == shuffled.corners[hits[1][1]].tolist()


def one_by_one(triangles, origin, direction):
    """Least distance over all triangles, by solving for the barycentric coordinates of each."""
    nearest = np.inf
    for a, b, c in triangles:
        matrix = np.column_stack([b - a, c - a, -direction])
        if abs(np.linalg.det(matrix)) < 1e-14:
            continue
        u, v, t = np.linalg.solve(matrix, origin - a)
        if u >= 0 and v >= 0 and u + v <= 1 and t >= 0:
            nearest = min(nearest, t)
    return nearest


@pytest.mark.parametrize("kind", ["soup", "terrain"])
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1))
def test_against_all_triangles(kind, seed):
    rng = np.random.default_rng(seed)
    triangles = KINDS[kind](rng, 60)
    world = mesh_of(triangles)
    origins, directions = rng.uniform(-4, 4, (8, 3)), rng.normal(size=(8, 3))
    expected = [one_by_one(triangles, origin, direction) for origin, direction in zip(origins, directions)]
    np.testing.assert_allclose(world.raycast(origins, directions, 1e9), expected, rtol=1e-9)


@pytest.mark.parametrize(
    "origins, directions, named",
    [
        ([(0, 0, np.nan)], [(0, 0, 1)], "origins: row 0"),
        ([(0, 0, 0)], [(0, np.inf, 1)], "directions: row 0"),
        ([], [], "origins"),
        ([(0, 0, 0), (0, 0, 1)], [(0, 0, 1)], "directions"),
    ],
)
def test_bad_rays_are_named(origins, directions, named):
    with pytest.raises(ValueError, match=rf"^{named}\b"):
        mesh(floor()).raycast(origins, directions, 1.0)


@pytest.mark.parametrize("lengths", [np.nan, -1.0, [1.0, 2.0], "far"])
def test_bad_lengths_are_named(lengths):
    with pytest.raises(ValueError, match=r"^lengths\b"):
        mesh(floor()).raycast([(0, 0, 3)], [(0, 0, -1)], lengths)
