"""The tree never loses a triangle: what it finds is what asking every triangle by itself finds, bit for bit."""

import contextlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.collision import Ellipsoid, Trace, collide_and_slide, sweep
from game.collision.mesh.bvh import BOX_MARGIN, FLATTEST, first_leaf, has_area
from tests.collision.soups import KINDS, mesh_of, random_body, random_move

SEEDS = st.integers(0, 2**32 - 1)


def divided(triangles):
    """A mesh of each triangle that has an area: of nothing else a mesh is refused."""
    meshes = []
    for triangle in triangles:
        with contextlib.suppress(ValueError):
            meshes.append(mesh_of(triangle[None]))
    return meshes


def one_by_one(meshes, body, position, displacement):
    """Least fraction over meshes of one triangle each, None for none."""
    hits = [sweep(mesh, body, position, displacement) for mesh in meshes]
    return min((hit.fraction for hit in hits if hit), default=None)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_sweep_equals_brute_force(kind, seed):
    rng = np.random.default_rng(seed)
    triangles, body = KINDS[kind](rng), random_body(rng)
    mesh, meshes = mesh_of(triangles), divided(triangles)
    for _ in range(3):
        position, displacement = random_move(rng)
        hit = sweep(mesh, body, position, displacement)
        assert (hit.fraction if hit else None) == one_by_one(meshes, body, position, displacement)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40, deadline=None, derandomize=True)
@given(seed=SEEDS, flat_axis=st.integers(-1, 2))
def test_gathering_finds_every_triangle(kind, seed, flat_axis):
    rng = np.random.default_rng(seed)
    triangles = KINDS[kind](rng, 400)
    mesh, half = mesh_of(triangles), rng.uniform(0.01, 1.5, 3)
    centre = rng.uniform(-3, 3, 3)
    if flat_axis >= 0:  # a box without thickness, in the very plane of some triangles
        half[flat_axis] = 1e-12
        centre[flat_axis] = rng.choice([0.0, 1.25, triangles[0, 0, flat_axis]])
    trace = Trace()
    collide_and_slide(mesh, Ellipsoid(tuple(half)), tuple(centre), (0.0, 0.0, 1e-9), trace=trace)
    solid = np.array([has_area(*(tuple(corner) for corner in triangle)) for triangle in triangles])
    overlapping = solid & ((triangles.min(1) <= centre + half) & (triangles.max(1) >= centre - half)).all(axis=1)
    candidates = trace.candidates.tolist()
    assert set(np.flatnonzero(overlapping)) <= set(candidates)
    assert len(set(candidates)) == len(candidates)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_far_from_the_origin(seed):
    rng = np.random.default_rng(seed)
    away = rng.uniform(-1, 1, 3) * 10 ** rng.uniform(2, 7)
    triangles, body = KINDS["soup"](rng) + away, random_body(rng)
    mesh = mesh_of(triangles)
    position, displacement = random_move(rng)
    position = tuple((np.array(position) + away).tolist())
    hit = sweep(mesh, body, position, displacement)
    assert (hit.fraction if hit else None) == one_by_one(divided(triangles), body, position, displacement)


@pytest.mark.parametrize("count", [1, 5, 70, 333])
def test_a_box_is_as_small_as_what_it_contains(count):
    """A larger one would find the same, later. Leaves behind the last triangle have the empty box."""
    mesh = mesh_of(KINDS["soup"](np.random.default_rng(count), count))
    nodes, corners = mesh.nodes, mesh.corners.reshape(-1, 3, 3)
    for node in range(first_leaf(nodes, mesh.corners), len(nodes)):
        own = corners[4 * (node - first_leaf(nodes, mesh.corners)) :][:4].reshape(-1, 3)
        low, high = nodes[node, :3], nodes[node, 3:]
        if len(own):
            room = 1.1 * BOX_MARGIN * np.abs(own).max()
            assert (own.min(axis=0) - room <= low).all() and (low <= own.min(axis=0)).all()
            assert (own.max(axis=0) <= high).all() and (high <= own.max(axis=0) + room).all()
        else:
            assert (low == np.inf).all() and (high == -np.inf).all()
    for node in range(first_leaf(nodes, mesh.corners)):
        children = nodes[4 * node + 1 : 4 * node + 5]
        if len(children) == 0:
            children = np.array([[np.inf] * 3 + [-np.inf] * 3])
        assert (nodes[node, :3] == children[:, :3].min(axis=0)).all() and (nodes[node, 3:] == children[:, 3:].max(axis=0)).all()


@pytest.mark.parametrize("turn", range(3))
@pytest.mark.parametrize("height, is_solid", [(0.9, False), (1.1, True)])
def test_an_area_is_measured_by_the_longest_side(turn, height, is_solid):
    """Whichever corner is the first: a needle whose least height is around FLATTEST of its length."""
    needle = [(0.0, 0.0, 0.0), (8.0, 0.0, 0.0), (7.0, height * FLATTEST * 8.0, 0.0)]
    assert has_area(*needle[turn:], *needle[:turn]) is is_solid
