"""On curved ground neither normals nor colours show the triangles; at creases, on flat surfaces and between patterns they do."""

import numpy as np
import pytest

from game.level.contents.level import PALETTE
from game.scene.light.shading_mesh import graded_look, material_albedos, normals_of, smooth_groups, smooth_normals
from tests.simulation.scenes import box

PLAIN, PATTERNED = PALETTE["earth"], PALETTE["grass"]


def fan(sides, height):
    """A cone of triangles around an apex, corners (t, 3, 3)."""
    angles = np.arange(sides + 1) * (2.0 * np.pi / sides)
    rim = np.column_stack((np.cos(angles), np.sin(angles), 0.0 * angles))
    return np.stack((np.tile((0.0, 0.0, height), (sides, 1)), rim[:-1], rim[1:]), axis=1)


@pytest.mark.parametrize("sides, height, count", [(12, 0.4, 1), (4, 2.0, 4)])
def test_the_apex_of_a_hill_has_one_normal_and_that_of_a_pyramid_one_for_each_side(sides, height, count):
    """Opposite triangles of the hill meet at 43 degrees, which is a crease; neighbours at 11, which is none."""
    corners = fan(sides, height)
    normals, doubled = normals_of(corners)
    apex = smooth_normals(smooth_groups(corners, normals), normals, doubled)[:, 0]
    assert len(np.unique(np.round(apex, 9), axis=0)) == count


def test_each_face_of_a_box_keeps_its_normal():
    corners = np.asarray(box((0.0, 0.0, 0.0), (1.0, 2.0, 3.0)), dtype=float)
    normals, doubled = normals_of(corners)
    assert np.allclose(smooth_normals(smooth_groups(corners, normals), normals, doubled), normals[:, None])


@pytest.mark.parametrize("other, flat, is_graded", [(PATTERNED, False, True), (PATTERNED, True, False), (PLAIN, False, False)])
def test_earth_runs_into_grass_on_curved_ground_only(other, flat, is_graded):
    groups, surfaces = np.array([0, 1, 2, 0, 1, 3]), np.array([0, 1])
    look = graded_look((PLAIN, other), surfaces, groups, np.full(2, flat), np.array([1.0, 3.0]))
    assert (look is not None) is is_graded
    if look is not None:
        earth, grass = material_albedos((PLAIN, other))
        assert np.allclose(look[:, :2, 2:], 0.25 * earth + 0.75 * grass), "the same on both sides, by area"
        assert np.allclose(look[0, 2, 2:], earth) and np.allclose(look[1, 2, 2:], grass)
