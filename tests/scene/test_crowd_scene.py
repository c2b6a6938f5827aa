"""The crowd in the scene: few nodes, bodies where the agents are, meshes closed and facing outwards."""

from math import cos, sin

import numpy as np
import pytest
from panda3d.core import NodePath

from game.collision import Outcome
from game.core.right_forward_up_frame import frame_at
from game.explain import palette
from game.level import load_level
from game.pictures.offscreen import Studio
from game.scene.crowd_scene import DETAIL_LEVELS, IMPOSTOR_CORNERS, CrowdImpostors, CrowdScene, body_mesh, by_detail, colours
from game.scene.geometry_nodes import VERTEX
from game.simulation import PlayerParams, Simulation
from game.simulation.body_heading import body_heading
from tests.app.small_level import write_small_level
from tests.simulation.scenes import floor, join, level_of, wall

COUNT = 12


@pytest.fixture
def level(tmp_path):
    return load_level(str(write_small_level(tmp_path)))


@pytest.fixture
def scene(level):
    return CrowdScene(NodePath("scene"), Simulation(level), COUNT)


def corners_of(path, each):
    """Drawn corners of a node whose instances have `each` corners (k, each, 3)."""
    rows = np.frombuffer(bytes(path.node().getGeom(0).getVertexData().getArray(0)), VERTEX)
    return rows["position"].reshape(-1, each, 3)


def drawn(scene):
    """Corners of the bodies of the finest level, nearest first (k, corners, 3)."""
    finest = scene.root.getChild(0)
    return corners_of(finest, len(body_mesh(DETAIL_LEVELS[0], (1, 1, 1))[0])) if not finest.isHidden() else np.zeros((0, 1, 3))


def drawn_centres(scene):
    """The middle of each body's lowest and highest corner (k, 3), nearest first."""
    return 0.5 * (drawn(scene)[:, 0] + drawn(scene)[:, -1])


EYE = (3.0, 4.0, 1.0)  # the whole room is within reach of the finest level


def by_distance(places):
    return places[np.argsort(np.linalg.norm(places - EYE, axis=1))]


def test_bodies_are_drawn_where_the_agents_are(scene):
    assert len(scene.root.getChildren()) == len(DETAIL_LEVELS) + 2
    for _ in range(8):
        scene.tick(60, scene.crowd.ticks + 1)
    scene.place(1.0, EYE)
    np.testing.assert_allclose(drawn_centres(scene), by_distance(scene.crowd.positions), atol=1e-5)
    assert np.ptp(scene.crowd.positions[:, 0]) > 0.5


def test_positions_are_interpolated_between_ticks(scene):
    scene.tick(60, scene.crowd.ticks + 1)
    before = scene.crowd.positions.copy()
    scene.tick(60, scene.crowd.ticks + 1)
    scene.place(0.25, EYE)
    between = 0.75 * before + 0.25 * scene.crowd.positions
    np.testing.assert_allclose(drawn_centres(scene), by_distance(between), atol=1e-5)


def test_a_teleport_is_not_interpolated(scene):
    scene.tick(60, scene.crowd.ticks + 1)
    scene.crowd.positions[3] += 30.0
    np.testing.assert_allclose(scene.places(0.5)[3], scene.crowd.positions[3])


def in_a_row(scene, distance):
    """Put the agents in a row along +y that begins at the origin."""
    scene.crowd.positions[:] = [(0.0, distance * number, 0.9) for number in range(COUNT)]
    scene._remember()


def test_a_body_close_to_the_eye_is_not_drawn(scene):
    in_a_row(scene, 0.45)
    scene.place(1.0, (0.0, 0.0, 0.9))
    assert drawn_centres(scene)[:, 1] == pytest.approx([0.45 * n for n in range(2, COUNT)])


def test_no_walker_has_a_colour_of_what_a_tick_shows():
    """A gamer saw a purple walker before the eyes, beside a sentence about the purple disc."""
    shown = palette.MOVE_COLOUR, palette.GRAVITY_COLOUR, palette.OUTCOMES[Outcome.HIT], palette.VELOCITY_BEFORE
    shown = np.array([*shown, palette.VELOCITY_AFTER, palette.PLAYER, *palette.TWINS, palette.CONTACT])
    assert np.linalg.norm(colours(500)[:, None] - shown, axis=2).min() > 0.3
    assert len(np.unique(colours(12).round(2), axis=0)) == 12, "walkers differ from each other"


def test_bodies_behind_the_camera_are_not_drawn(scene):
    in_a_row(scene, 0.5)
    scene.place(1.0, (1.0, 2.6, 0.9), np.array((0.0, 1.0, 0.0)))
    assert sorted(drawn_centres(scene)[:, 1]) == pytest.approx([0.5 * n for n in range(4, COUNT)])


def test_nearer_bodies_get_a_finer_level():
    found = by_detail(np.array([50.0, 3.0, np.inf, 9.0, 1.0, 15.0, 200.0]))
    assert [numbers.tolist() for numbers in found] == [[4, 1], [3], [5], [0, 6]]
    most = [detail.most for detail in DETAIL_LEVELS]
    assert [len(numbers) for numbers in by_detail(np.ones(500))] == [*most, 500 - sum(most)]


def test_an_impostor_has_the_outline_of_the_body():
    """By brute force: seen from a far eye, its corners are as far out as the surface of the ellipsoid in their directions."""
    eye, centre, radii = np.array((90.0, -60.0, 55.0)), np.array((1.0, 2.0, 3.0)), np.array((0.4, 0.4, 0.9))
    impostors, axes = CrowdImpostors(radii, np.ones((1, 3))), np.array(frame_at((0.6, 0.0, 0.8)))
    impostors.draw(np.array([0]), centre[None], axes[None], eye)
    (corners,) = corners_of(impostors.root, IMPOSTOR_CORNERS) - centre
    sight = (centre - eye) / np.linalg.norm(centre - eye)
    surface = body_mesh(DETAIL_LEVELS[0]._replace(around=90, heights=tuple(np.linspace(-0.99, 0.99, 80))), radii)[0] @ axes
    assert np.abs(corners @ sight).max() < 1e-5
    for corner in corners:
        assert (surface @ corner).max() >= corner @ corner * 0.99
    across = np.cross(sight, axes[2]) / np.linalg.norm(np.cross(sight, axes[2]))
    assert np.abs(corners @ across).max() == pytest.approx(np.abs(surface @ across).max(), rel=0.06)


def drawn_axes(scene):
    """From each body's lowest drawn corner to its highest (k, 3)."""
    return drawn(scene)[:, -1] - drawn(scene)[:, 0]


def test_bodies_are_drawn_with_their_own_up_and_lower_when_crouched(scene):
    up, crowd = (0.6, 0.0, 0.8), scene.crowd
    crowd.agents.set_state(2, crowd.state(2).replace(frame=frame_at(up)))
    crowd.agents.set_state(5, crowd.state(5).replace(crouched=1.0))
    in_a_row(scene, 0.4)
    scene.place(1.0, (9.0, -0.2, 0.9))
    expected = np.tile((0.0, 0.0, 1.8), (COUNT, 1))
    expected[2], expected[5, 2] = np.multiply(up, 1.8), 1.2
    assert not len(drawn(scene))
    scene.place(1.0, (1.2, -0.2, 0.9))
    np.testing.assert_allclose(drawn_axes(scene), expected, atol=1e-5)


def test_standing_bodies_have_a_shadow_on_the_floor(scene):
    in_a_row(scene, 0.5)
    scene.crowd.grounds[:] = [0.0] * 4 + [2.0] * (COUNT - 4)
    scene.place(1.0, (1.5, 0.0, 1.0))
    discs = corners_of(scene._shadows.root, 11)
    assert len(discs) == 4 and np.allclose(discs[..., 2], 0.03, atol=1e-5)
    np.testing.assert_allclose(discs[:, 0, 1], [0.0, 0.5, 1.0, 1.5], atol=1e-5)


@pytest.mark.parametrize("radii", [(0.6, 0.3, 0.9), (0.4, 0.4, 0.9)])
def test_a_body_is_drawn_with_its_heading(level, radii):
    scene = CrowdScene(NodePath("scene"), Simulation(level, PlayerParams(radii=radii)), COUNT)
    for _ in range(30):
        scene._wander.headings[:] = 0.8
        scene.tick(60, scene.crowd.ticks + 1)
    in_a_row(scene, 0.4)
    scene.place(1.0, (1.2, 0.0, 0.9))
    ring = 1 + DETAIL_LEVELS[0].around * DETAIL_LEVELS[0].heights.index(0.42)
    ahead = drawn(scene)[3, ring] - scene.crowd.positions[3]
    heading = body_heading(scene.crowd.state(3)) if radii[0] != radii[1] else 0.8
    assert ahead[:2] / np.hypot(*ahead[:2]) == pytest.approx((-sin(heading), cos(heading)), abs=0.03)
    assert np.hypot(*ahead[:2]) == pytest.approx(radii[1] * (1 - 0.42**2) ** 0.5, rel=0.01)


def test_the_crowd_and_the_player_have_the_same_time():
    scene = CrowdScene(NodePath("scene"), Simulation(load_level("platforms")), COUNT)
    scene.tick(60, 501)
    assert scene.crowd.ticks == 501 == scene.crowd.state(0).tick


@pytest.mark.parametrize("detail", DETAIL_LEVELS, ids=["near", "middle", "far"])
def test_a_mesh_is_closed_and_faces_outwards(detail):
    corners, triangles, _ = body_mesh(detail, (0.4, 0.4, 0.9))
    sides = [(a, b) for t in triangles.tolist() for a, b in zip(t, t[1:] + t[:1])]
    assert len(sides) == len(set(sides)) and {(b, a) for a, b in sides} == set(sides)
    a, b, c = (corners[triangles[:, k]] for k in range(3))
    assert (np.einsum("ij,ij->i", np.cross(b - a, c - a), a + b + c) > 0.0).all()
    assert np.abs(corners).max(axis=0) == pytest.approx((0.4, 0.4, 0.9), rel=0.1)


def test_the_crowd_is_in_the_picture(level):
    with Studio((160, 90)) as studio:
        studio.look_at((0.0, -6.0, 4.0), (0.0, 0.0, 1.0))
        empty = studio.pixels()
        scene = CrowdScene(studio.scene, Simulation(level), COUNT)
        for _ in range(20):
            scene.tick(60, scene.crowd.ticks + 1)
        scene.place(1.0)
        assert (studio.pixels() != empty).any(axis=2).sum() > 50


def from_one_of(places, drawn):
    """The largest distance of a drawn body from the nearest of the places [m]. Some bodies are far, and drawn as impostors."""
    assert len(drawn) >= 5
    return np.linalg.norm(drawn[:, None] - places, axis=2).min(axis=1).max()


def test_the_crowd_goes_back_in_time_and_on_from_there(scene):
    seen = {}
    for tick in range(1, 61):
        scene.tick(60, tick)
        seen[tick] = scene.crowd.positions.copy()
    for tick, apart in ((56, 1e-5), (40, 1e-5), (23, 0.19), (4, 1e-5)):  # between two stored places, a step is a slope
        scene.place(1.0, EYE, tick=tick)
        assert from_one_of(seen[tick], drawn_centres(scene)) < apart
    scene.tick(60, 31)
    assert scene.crowd.ticks == 31
    assert np.linalg.norm(scene.crowd.positions - seen[30], axis=1).max() < 0.2
    scene.tick(60, 32)
    scene.place(1.0, EYE, tick=24)
    assert from_one_of(seen[24], drawn_centres(scene)) < 1e-5


def overlaps(scene, position):
    """By how much each agent is too near to a player of the same size, in radii (n,)."""
    return 2.0 - np.linalg.norm((scene.crowd.positions - position) / np.array(scene.crowd.params.radii), axis=1)


@pytest.mark.parametrize("heading", np.arange(8) * np.pi / 4)
def test_walkers_make_way_for_the_player_but_not_into_walls(heading):
    """The player walks at run speed through walkers that all begin at one place, also towards a wall at y = 2 m."""
    level = level_of(join(floor(), wall(0.0, 2.0)))
    level.tour = ""
    scene = CrowdScene(NodePath("scene"), Simulation(level), COUNT)
    ahead, player = np.array([-np.sin(heading), np.cos(heading), 0.0]), scene.crowd.state(0)
    for tick in range(1, 91):
        at = np.array(player.position) + ahead * min(-3.0 + 0.13 * tick, 1.5)
        scene.tick(60, tick, player.replace(position=tuple(at.tolist())))
        pressed = scene.crowd.positions[overlaps(scene, at) > 0.02]
        assert (pressed[:, 1] > 2.0 - 0.4 - 0.1).all(), "only at the wall is there no way"
        assert (scene.crowd.positions[:, 1] < 2.0).all()
