"""The crowd in the scene: one thing to draw, its bodies where the walkers are, closed and seen from outside."""

from math import cos, sin

import numpy as np
import pytest
from panda3d.core import NodePath

from game.collision.frame import frame_at
from game.level import load_level
from game.simulation import PlayerParams, Simulation
from game.simulation.posture import body_heading
from game.view.crowd_scene import AROUND, CrowdScene, body_shape
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
        scene.tick(60, scene.crowd.ticks + 1)
    scene.place(1.0)
    np.testing.assert_allclose(drawn_centres(scene), scene.crowd.positions, atol=1e-5)
    assert np.ptp(scene.crowd.positions[:, 0]) > 0.5


def test_between_two_ticks_they_are_between(scene):
    scene.tick(60, scene.crowd.ticks + 1)
    before = scene.crowd.positions.copy()
    scene.tick(60, scene.crowd.ticks + 1)
    scene.place(0.25)
    np.testing.assert_allclose(drawn_centres(scene), 0.75 * before + 0.25 * scene.crowd.positions, atol=1e-5)


def test_who_is_put_back_does_not_fly_there(scene):
    scene.tick(60, scene.crowd.ticks + 1)
    scene.crowd.positions[3] += 30.0
    np.testing.assert_allclose(scene.places(0.5)[3], scene.crowd.positions[3])


def test_whose_body_hangs_before_the_eye_is_not_drawn(scene):
    scene.crowd.positions[:] = [(3.0 * number, 0.0, 0.9) for number in range(COUNT)]
    scene.place(1.0, (3.0, 0.5, 1.6))
    assert (drawn_centres(scene)[:, 2] < 0.0).tolist() == [number == 1 for number in range(COUNT)]


def drawn_axes(scene):
    """From each body's lowest corner to its highest, as they are drawn (n, 3)."""
    data = scene.root.node().getGeom(0).getVertexData()
    rows = np.frombuffer(bytes(data.getArray(0)), VERTEX)["position"].reshape(COUNT, -1, 3)
    return rows[:, -1] - rows[:, 0]


def test_each_stands_as_gravity_wants_it_and_lower_when_crouched(scene):
    up, crowd = (0.6, 0.0, 0.8), scene.crowd
    crowd.walkers.put(2, crowd.state(2)._replace(frame=frame_at(up)))
    crowd.walkers.put(5, crowd.state(5)._replace(crouched=1.0))
    scene._remember()
    scene.place(1.0)
    expected = np.tile((0.0, 0.0, 1.8), (COUNT, 1))
    expected[2], expected[5, 2] = np.multiply(up, 1.8), 1.2
    np.testing.assert_allclose(drawn_axes(scene), expected, atol=1e-5)


def test_a_body_wider_than_deep_is_drawn_as_it_turns(level):
    scene = CrowdScene(NodePath("scene"), Simulation(level, PlayerParams(radii=(0.6, 0.3, 0.9))), COUNT)
    for _ in range(3):
        scene.tick(60, scene.crowd.ticks + 1)
    scene.place(1.0)
    state = scene.crowd.state(3)
    data = scene.root.node().getGeom(0).getVertexData()
    rows = np.frombuffer(bytes(data.getArray(0)), VERTEX)["position"].reshape(COUNT, -1, 3)
    widest = rows[3, 1 + AROUND]  # the first corner of the ring in the middle, at the body's right
    right = 0.6 * cos(body_heading(state)), 0.6 * sin(body_heading(state)), 0.0
    np.testing.assert_allclose(widest - scene.crowd.positions[3], right, atol=1e-5)


def test_the_crowd_and_the_player_see_the_same_movers():
    scene = CrowdScene(NodePath("scene"), Simulation(load_level("platforms")), COUNT)
    scene.tick(60, 501)
    assert scene.crowd.ticks == 501 == scene.crowd.state(0).tick


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
            scene.tick(60, scene.crowd.ticks + 1)
        scene.place(1.0)
        assert (studio.pixels() != empty).any(axis=2).sum() > 50
