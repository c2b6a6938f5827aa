"""Halving so that boxes fit: every triangle keeps its place in one order, and bodies ask fewer boxes."""

import numpy as np
import pytest

from game.bench.terrain_and_tracks import terrain
from game.collision import TriangleMesh
from game.collision.mesh import bvh, tree_splits
from game.core import jit
from tests.shipped_levels import shipped

pytestmark = pytest.mark.skipif(not jit.COMPILED, reason="interpreted, triangles are halved by their centres")


def boxes_asked(mesh, low, high):
    """The number of the tree's boxes that a query with the box from `low` to `high` visits."""
    nodes, leaves, asked, waiting = mesh.nodes, bvh.first_leaf(mesh.nodes, mesh.corners), 0, [0]
    while waiting:
        node, asked = waiting.pop(), asked + 1
        if node < leaves and (nodes[node, :3] <= high).all() and (nodes[node, 3:] >= low).all():
            waiting += range(4 * node + 1, min(4 * node + 5, len(nodes)))
    return asked


@pytest.mark.parametrize("name", ["stairs", "playground", "terrain"])
def test_fewer_boxes_are_asked_than_when_halved_by_centres(name, monkeypatch):
    level = shipped(name)
    fitting_mesh = TriangleMesh(level.vertices, level.triangles)
    monkeypatch.setattr(bvh, "FEW", 0)
    by_centres = TriangleMesh(level.vertices, level.triangles)
    middles = level.vertices[np.random.default_rng(3).integers(len(level.vertices), size=200)]
    fitted, plain = (
        sum(boxes_asked(mesh, middle - (0.4, 0.4, 0.9), middle + (0.4, 0.4, 0.9)) for middle in middles)
        for mesh in (fitting_mesh, by_centres)
    )
    assert fitted < 0.8 * plain


def test_two_threads_make_the_same_order_as_one(monkeypatch):
    level = shipped("terrain")
    monkeypatch.setattr(tree_splits, "MANY", 2**30)
    one = TriangleMesh(level.vertices, level.triangles).order
    monkeypatch.setattr(tree_splits, "MANY", 8)
    assert np.array_equal(TriangleMesh(level.vertices, level.triangles).order, one)
    assert np.array_equal(np.sort(np.where(one >= 0, one, ~one)), np.arange(len(level.triangles)))


def test_a_large_mesh_needs_no_splits_along_short_axes(monkeypatch):
    """Its tree is built in less time without them, and bodies test at most 5 % more boxes."""
    course = terrain(40_000)
    middles = course.vertices[np.random.default_rng(3).integers(len(course.vertices), size=200)]
    asked = []
    for thorough in (tree_splits.THOROUGH, 2**20):
        monkeypatch.setattr(tree_splits, "THOROUGH", thorough)
        mesh = TriangleMesh(course.vertices, course.triangles)
        asked.append(sum(boxes_asked(mesh, middle - (0.4, 0.4, 0.9), middle + (0.4, 0.4, 0.9)) for middle in middles))
    assert len(course.triangles) > 2**15 and asked[0] < 1.05 * asked[1]
