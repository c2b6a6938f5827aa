"""Triangles are left out only if no part of them is visible. Otherwise the surface has a hole."""

from pathlib import Path

import numpy as np
import pytest

from game.core.jit import COMPILED
from game.level import level_names, load_level
from game.scene.light import shading_mesh
from game.scene.light.bake import COARSE_SAMPLING, bake
from game.scene.light.level_light import LevelLight
from game.scene.light.shading_mesh import in_closed_solids, level_facets, normals_of
from game.scene.light.shadow_border_refinement import are_hidden, reduced
from tests.conftest import ROOT

pytestmark = pytest.mark.skipif(not COMPILED, reason="rays are cast by compiled code only")

LEVELS = [*level_names(), *sorted(map(str, (ROOT / "levels" / "lessons" / "levels").glob("*.toml")))]
POINTS = 60  # tested in each level
SHAFT = np.array((1.13, 0.37))  # centre of a shaft that is 0.1 m wide
BOX = '[[parts]]\npart = "box"\nat = [{}, {}, {}]\nsize = [{}, {}, {}]\n'


def test_the_floor_of_a_narrow_shaft_between_four_boxes_is_drawn(tmp_path):
    """No edge of the floor's triangles and no centre is in the shaft, so all tested points of the floor are hidden."""
    x, y = SHAFT
    boxes = [(0, 0, -0.5, 24, 24, 0.5), (x - 4.05, y, 0, 8, 16.1, 1), (x + 4.05, y, 0, 8, 16.1, 1)]
    boxes += [(x, y - 4.05, 0, 0.1, 8, 1), (x, y + 4.05, 0, 0.1, 8, 1)]
    path = tmp_path / "shaft.toml"
    path.write_text('title = "Shaft"\n[spawn]\nat = [-10.0, 0.0, 0.0]\n' + "".join(BOX.format(*box) for box in boxes))
    baked = bake(load_level(str(path)))
    corners = baked.positions[baked.triangles].astype(float)
    floor = corners[(corners[:, :, 2] == 0.0).all(axis=1)]
    assert has_point(floor, SHAFT)
    assert not has_point(floor, SHAFT - (4.0, 2.0)), "under a box"


@pytest.mark.parametrize("name", LEVELS, ids=lambda name: Path(name).stem)
def test_no_shipped_level_has_a_hole(name, monkeypatch):
    """If the vertices of all triangles count as buried, `are_hidden` alone decides: each point left out is inside a solid."""
    monkeypatch.setattr(shading_mesh, "LONGEST", 6.0)  # fewer triangles, and more of them are hidden in part
    level = load_level(name).drawn
    facets = level_facets(level)
    left_out = are_hidden(facets, np.ones(len(facets.positions), dtype=bool), LevelLight(level, COARSE_SAMPLING, threads=1))
    if left_out.any():
        points = points_above(facets.corners[left_out], np.random.default_rng(1))
        outside = winding_numbers(points, level.vertices[level.triangles[in_closed_solids(level)]]) < 0.5
        assert not outside.any(), points[outside].round(2)


def points_above(corners, generator):
    """Return POINTS points (n, 3) 4 mm above triangles (t, 3, 3). Half of them are near corners."""
    chosen = reduced(corners, 0.004)[generator.integers(len(corners), size=POINTS)]
    weights = generator.dirichlet((1.0, 1.0, 1.0), POINTS)
    weights[::2] = np.eye(3)[generator.integers(3, size=len(weights[::2]))]
    return np.einsum("nk,nkj->nj", weights, chosen) + 0.0041 * normals_of(chosen)[0]


def winding_numbers(points, corners):
    """Return the number (n,) of closed solids with triangles (t, 3, 3) that contain each of points (n, 3).

    It is the sum of all triangles' solid angles, divided by 4 pi.
    """
    a, b, c = (corners[None, :, k] - points[:, None] for k in range(3))
    x, y, z = (np.sqrt(dot(side, side)) for side in (a, b, c))
    angles = np.arctan2(dot(a, np.cross(b, c)), x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y)
    return angles.sum(axis=1) / (2.0 * np.pi)


def dot(a, b):
    return np.einsum("ntk,ntk->nt", a, b)


def has_point(corners, point):
    """True if one of triangles (t, 3, 3) on a level floor contains `point` (2,)."""
    a, b = corners[:, :, :2] - point, np.roll(corners[:, :, :2], -1, axis=1) - point
    return bool((a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0] > 0.0).all(axis=1).any())
