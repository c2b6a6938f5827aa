"""The crowd in the scene: a few things to draw, its bodies where the walkers are, closed and seen from outside."""

from math import cos, sin

import numpy as np
import pytest
from panda3d.core import NodePath

from game.collision.engine.frames import frame_at
from game.level import load_level
from game.simulation import PlayerParams, Simulation
from game.simulation.player.crouching import body_heading
from game.view.bodies.crowd_bodies import DETAILS, body_shape, by_detail
from game.view.bodies.crowd_outlines import AROUND, Outlines
from game.view.bodies.crowd_scene import CrowdScene
from game.view.pictures.offscreen import Studio
from game.view.scene.geometry import VERTEX

from ..small_level import write_small_level

COUNT = 12


@pytest.fixture
def level(tmp_path):
    return load_level(str(write_small_level(tmp_path)))


@pytest.fixture
def scene(level):
    return CrowdScene(NodePath("scene"), Simulation(level), COUNT)


def corners_of(path, each):
    """What is drawn of a node, `each` corners a thing (k, each, 3)."""
    rows = np.frombuffer(bytes(path.node().getGeom(0).getVertexData().getArray(0)), VERTEX)
    return rows["position"].reshape(-1, each, 3)


def drawn(scene):
    """The finest bodies by the order in which they are drawn, which is that of their distance (k, corners, 3)."""
    finest = scene.root.getChild(0)
    return corners_of(finest, len(body_shape(DETAILS[0], (1, 1, 1))[0])) if not finest.isHidden() else np.zeros((0, 1, 3))


def drawn_centres(scene):
    """The middle of each body's lowest and highest corner (k, 3), in the order of their distances from the eye."""
    return 0.5 * (drawn(scene)[:, 0] + drawn(scene)[:, -1])


EYE = (3.0, 4.0, 1.0)  # within reach of the finest from all of the room


def by_distance(places):
    return places[np.argsort(np.linalg.norm(places - EYE, axis=1))]


def test_bodies_are_drawn_where_the_walkers_are(scene):
    assert len(scene.root.getChildren()) == len(DETAILS) + 2
    for _ in range(8):
        scene.tick(60, scene.crowd.ticks + 1)
    scene.place(1.0, EYE)
    np.testing.assert_allclose(drawn_centres(scene), by_distance(scene.crowd.positions), atol=1e-5)
    assert np.ptp(scene.crowd.positions[:, 0]) > 0.5


def test_between_two_ticks_they_are_between(scene):
    scene.tick(60, scene.crowd.ticks + 1)
    before = scene.crowd.positions.copy()
    scene.tick(60, scene.crowd.ticks + 1)
    scene.place(0.25, EYE)
    between = 0.75 * before + 0.25 * scene.crowd.positions
    np.testing.assert_allclose(drawn_centres(scene), by_distance(between), atol=1e-5)


def test_who_is_put_back_does_not_fly_there(scene):
    scene.tick(60, scene.crowd.ticks + 1)
    scene.crowd.positions[3] += 30.0
    np.testing.assert_allclose(scene.places(0.5)[3], scene.crowd.positions[3])


def in_a_row(scene, apart):
    """Along +y from the origin on."""
    scene.crowd.positions[:] = [(0.0, apart * number, 0.9) for number in range(COUNT)]
    scene._remember()


def test_whose_body_hangs_before_the_eye_is_not_drawn(scene):
    in_a_row(scene, 0.45)
    scene.place(1.0, (0.0, 0.0, 0.9))
    assert drawn_centres(scene)[:, 1] == pytest.approx([0.45 * n for n in range(2, COUNT)])


def test_nobody_is_drawn_behind_the_camera(scene):
    in_a_row(scene, 0.5)
    scene.place(1.0, (1.0, 2.6, 0.9), np.array((0.0, 1.0, 0.0)))
    assert sorted(drawn_centres(scene)[:, 1]) == pytest.approx([0.5 * n for n in range(4, COUNT)])


def test_the_nearer_the_finer():
    near, middle, far = by_detail(np.array([50.0, 3.0, np.inf, 9.0, 1.0, 200.0]))
    assert (near.tolist(), middle.tolist(), far.tolist()) == ([4, 1], [3], [0, 5])
    near, middle, far = by_detail(np.ones(500))
    assert (len(near), len(middle), len(far)) == (DETAILS[0].most, DETAILS[1].most, 500 - DETAILS[0].most - DETAILS[1].most)


def test_from_afar_the_outline_is_that_of_the_body():
    """By brute force: seen from a far eye, the outline's corners are as far out as the ellipsoid's surface reaches there."""
    eye, centre, radii = np.array((90.0, -60.0, 55.0)), np.array((1.0, 2.0, 3.0)), np.array((0.4, 0.4, 0.9))
    outlines, axes = Outlines(radii, np.ones((1, 3))), np.array(frame_at((0.6, 0.0, 0.8)))
    outlines.draw(np.array([0]), centre[None], axes[None], eye)
    (corners,) = corners_of(outlines.root, AROUND) - centre
    sight = (centre - eye) / np.linalg.norm(centre - eye)
    surface = body_shape(DETAILS[0]._replace(around=90, heights=tuple(np.linspace(-0.99, 0.99, 80))), radii)[0] @ axes
    assert np.abs(corners @ sight).max() < 1e-5
    for corner in corners:
        assert (surface @ corner).max() >= corner @ corner * 0.99
    across = np.cross(sight, axes[2]) / np.linalg.norm(np.cross(sight, axes[2]))
    assert np.abs(corners @ across).max() == pytest.approx(np.abs(surface @ across).max(), rel=0.06)


def drawn_axes(scene):
    """From each body's lowest corner to its highest, as they are drawn (k, 3)."""
    return drawn(scene)[:, -1] - drawn(scene)[:, 0]


def test_each_stands_as_gravity_wants_it_and_lower_when_crouched(scene):
    up, crowd = (0.6, 0.0, 0.8), scene.crowd
    crowd.agents.set_state(2, crowd.state(2)._replace(frame=frame_at(up)))
    crowd.agents.set_state(5, crowd.state(5)._replace(crouched=1.0))
    in_a_row(scene, 0.4)
    scene.place(1.0, (9.0, -0.2, 0.9))
    expected = np.tile((0.0, 0.0, 1.8), (COUNT, 1))
    expected[2], expected[5, 2] = np.multiply(up, 1.8), 1.2
    assert not len(drawn(scene))
    scene.place(1.0, (1.2, -0.2, 0.9))
    np.testing.assert_allclose(drawn_axes(scene), expected, atol=1e-5)


def test_who_stands_has_a_shadow_on_the_floor(scene):
    in_a_row(scene, 0.5)
    scene.crowd.agents.players[:, 3] = [0.0] * 4 + [2.0] * (COUNT - 4)
    scene.place(1.0, (1.5, 0.0, 1.0))
    discs = corners_of(scene._shadows.root, 11)
    assert len(discs) == 4 and np.allclose(discs[..., 2], 0.03, atol=1e-5)
    np.testing.assert_allclose(discs[:, 0, 1], [0.0, 0.5, 1.0, 1.5], atol=1e-5)


@pytest.mark.parametrize("radii", [(0.6, 0.3, 0.9), (0.4, 0.4, 0.9)])
def test_a_body_is_drawn_as_it_turns(level, radii):
    scene = CrowdScene(NodePath("scene"), Simulation(level, PlayerParams(radii=radii)), COUNT)
    for _ in range(30):
        scene._wander.headings[:] = 0.8
        scene.tick(60, scene.crowd.ticks + 1)
    in_a_row(scene, 0.4)
    scene.place(1.0, (1.2, 0.0, 0.9))
    ring = 1 + DETAILS[0].around * DETAILS[0].heights.index(0.42)
    ahead = drawn(scene)[3, ring] - scene.crowd.positions[3]
    heading = body_heading(scene.crowd.state(3)) if radii[0] != radii[1] else 0.8
    assert ahead[:2] / np.hypot(*ahead[:2]) == pytest.approx((-sin(heading), cos(heading)), abs=0.03)
    assert np.hypot(*ahead[:2]) == pytest.approx(radii[1] * (1 - 0.42**2) ** 0.5, rel=0.01)


def test_the_crowd_and_the_player_see_the_same_movers():
    scene = CrowdScene(NodePath("scene"), Simulation(load_level("platforms")), COUNT)
    scene.tick(60, 501)
    assert scene.crowd.ticks == 501 == scene.crowd.state(0).tick


@pytest.mark.parametrize("detail", DETAILS, ids=["near", "middle"])
def test_a_body_is_closed_and_seen_from_outside(detail):
    corners, triangles, _ = body_shape(detail, (0.4, 0.4, 0.9))
    sides = [(a, b) for t in triangles.tolist() for a, b in zip(t, t[1:] + t[:1])]
    assert len(sides) == len(set(sides)) and {(b, a) for a, b in sides} == set(sides)
    a, b, c = (corners[triangles[:, k]] for k in range(3))
    assert (np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c) > 0.0).all()
    assert np.abs(corners).max(axis=0) == pytest.approx((0.4, 0.4, 0.9), rel=0.1)


def test_they_are_seen(level):
    with Studio((160, 90)) as studio:
        studio.look((0.0, -6.0, 4.0), (0.0, 0.0, 1.0))
        empty = studio.pixels()
        scene = CrowdScene(studio.scene, Simulation(level), COUNT)
        for _ in range(20):
            scene.tick(60, scene.crowd.ticks + 1)
        scene.place(1.0)
        assert (studio.pixels() != empty).any(axis=2).sum() > 50
