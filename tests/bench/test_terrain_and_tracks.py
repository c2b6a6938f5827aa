"""The terrain that is measured on, and the moves: every place at rest on its mesh, every velocity a walk."""

from math import hypot

import numpy as np
import pytest

from game.bench.speed import tracks
from game.bench.terrain_and_tracks import BODY, GAP, PLACES, SPEED, box_mesh, joined_meshes, terrain
from game.collision import TriangleMesh, overlap, sweep


@pytest.fixture(scope="module")
def measured():
    return tracks((2_000,))


def test_each_terrain_is_walked_and_scattered(measured):
    assert [track.name for track in measured] == ["playground", "terrain 3 k", "scattered"]
    assert measured[1].mesh is measured[2].mesh


def test_every_place_is_at_rest_a_gap_above_the_ground(measured):
    for track in measured:
        assert len(track.starts) == len(track.velocities) == PLACES
        for start in track.starts[::16]:
            ground = sweep(track.mesh, BODY, start, (0.0, 0.0, -2.0 * GAP))
            assert overlap(track.mesh, BODY, start) <= 1e-9
            assert ground and ground.fraction == pytest.approx(0.5, abs=0.02)


def test_every_velocity_is_a_walk_and_a_displacement_a_tick_of_it(measured):
    for track in measured:
        assert {round(hypot(*velocity), 6) for velocity in track.velocities} == {SPEED}
        assert np.allclose(np.array(track.displacements)[:, :2] * 60.0, track.velocities)


def test_the_walk_goes_along_its_circle_and_the_scattered_places_do_not(measured):
    _, walk, scattered = (np.array(track.starts)[:, :2] for track in measured)
    assert np.linalg.norm(np.diff(walk, axis=0), axis=1) == pytest.approx(SPEED / 60.0, rel=1e-3)
    assert np.median(np.linalg.norm(np.diff(scattered, axis=0), axis=1)) > 10.0 * SPEED / 60.0


def test_terrain_has_about_as_many_triangles_as_requested():
    for size in (10_000, 100_000):
        course = terrain(size)
        assert 0.8 * size < len(course.triangles) < 1.25 * size
        assert course.triangles.max() < len(course.vertices)
    assert TriangleMesh(course.vertices, course.triangles).dropped == 0


def test_boxes_are_closed_and_wound_outward():
    vertices, triangles = joined_meshes([box_mesh((1, 2, 3), (1, 2, 3)), box_mesh((9, 9, 9), (1, 1, 1))])
    a, b, c = (vertices[triangles[:, i]] for i in range(3))
    assert np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6 == pytest.approx(6 + 1)
