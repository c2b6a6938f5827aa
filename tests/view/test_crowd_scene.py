"""The crowd in the scene: one thing to draw, its bodies where the walkers are, closed and seen from outside."""

import numpy as np
import pytest
from panda3d.core import NodePath

from game.level import load_level
from game.simulation import Simulation
from game.view.crowd_scene import CrowdScene, body_shape
from game.view.geometry import VERTEX
from game.view.offscreen import Studio

from .small_level import write_small_level

COUNT = 12


@pytest.fixture
def level(tmp_path):
    return load_level(str(write_small_level(tmp_path)))


@pytest.fixture
def scene(level):
    return CrowdScene(NodePath("scene"), Simulation(level), COUNT)


def drawn_centres(scene):
    """The middle of each body's lowest and highest corner, as they are drawn (n, 3)."""
    data = scene.root.node().getGeom(0).getVertexData()
    rows = np.frombuffer(bytes(data.getArray(0)), VERTEX)["position"].reshape(COUNT, -1, 3)
    return 0.5 * (rows[:, 0] + rows[:, -1])


def test_bodies_are_drawn_where_the_walkers_are(scene):
    assert scene.root.node().getNumGeoms() == 1
    for _ in range(40):
        scene.tick(60)
    scene.place(1.0)
    np.testing.assert_allclose(drawn_centres(scene), scene.crowd.positions, atol=1e-5)
    assert np.ptp(scene.crowd.positions[:, 0]) > 0.5


def test_between_two_ticks_they_are_between(scene):
    scene.tick(60)
    before = scene.crowd.positions.copy()
    scene.tick(60)
    scene.place(0.25)
    np.testing.assert_allclose(drawn_centres(scene), 0.75 * before + 0.25 * scene.crowd.positions, atol=1e-5)


def test_who_is_put_back_does_not_fly_there(scene):
    scene.tick(60)
    scene.crowd.positions[3] += 30.0
    np.testing.assert_allclose(scene.places(0.5)[3], scene.crowd.positions[3])


def test_whose_body_hangs_before_the_eye_is_not_drawn(scene):
    scene.crowd.positions[:] = [(3.0 * number, 0.0, 0.9) for number in range(COUNT)]
    scene.place(1.0, (3.0, 0.5, 1.6))
    assert (drawn_centres(scene)[:, 2] < 0.0).tolist() == [number == 1 for number in range(COUNT)]


def test_a_body_is_closed_and_seen_from_outside():
    corners, triangles = body_shape((0.4, 0.4, 0.9))
    sides = [(a, b) for t in triangles.tolist() for a, b in zip(t, t[1:] + t[:1])]
    assert len(sides) == len(set(sides)) and {(b, a) for a, b in sides} == set(sides)
    a, b, c = (corners[triangles[:, k]] for k in range(3))
    assert (np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c) > 0.0).all()
    assert np.abs(corners).max(axis=0) == pytest.approx((0.4, 0.4, 0.9), abs=0.01)


def test_they_are_seen(level):
    with Studio((160, 90)) as studio:
        studio.look((0.0, -6.0, 4.0), (0.0, 0.0, 1.0))
        empty = studio.pixels()
        scene = CrowdScene(studio.scene, Simulation(level), COUNT)
        for _ in range(20):
            scene.tick(60)
        scene.place(1.0)
        assert (studio.pixels() != empty).any(axis=2).sum() > 50
