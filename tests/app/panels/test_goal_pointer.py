"""The pointer to the next golden mark or checkpoint: its side, and when the player needs no pointer."""

from dataclasses import replace
from math import dist, pi
from types import SimpleNamespace

import pytest
from panda3d.core import Camera, NodePath, PerspectiveLens

from game.app.panels.sign_and_goal_panels import GOAL_EDGE, FoundView, GoalView, pointer_at
from game.app.session.goals_to_find import FoundMark
from game.core.vec3 import along
from game.explain.tick_overlay import Switches
from game.level import Level, Sign
from game.scene.framing import WHOLE
from game.simulation import PlayerState, Simulation
from tests.shipped_levels import shipped
from tests.simulation.scenes import box, floor, level_of

SIZE, AHEAD = (1280, 720), (0.0, 20.0, 0.0)


@pytest.fixture
def camera():
    """A camera at a height of 1.25 m, the same as that of a mark above its floor. It looks along +y."""
    lens = PerspectiveLens()
    lens.setFov(85.0, 55.0)
    camera = NodePath("scene").attachNewNode(Camera("camera", lens))
    camera.setPos(0.0, 0.0, 1.25)
    return camera


def moment_of(place, boxes=(), signs=(), **fields):
    goals = [SimpleNamespace(at=place)]
    level = replace(Level.of_mesh("boxes", level_of(floor(-9.0), *boxes).mesh), signs=signs, goals=goals)
    sim = SimpleNamespace(level=level, up_at=lambda place: (0.0, 0.0, 1.0))
    state = PlayerState((0.0, 0.0, 0.0))
    usual = {"is_live": True, "found": (), "aim": place and ("0", place), "spaces": (0.0,), "overlays": Switches(), "time": 0.0}
    usual["eye"] = (0.0, 0.0, 1.25)
    return SimpleNamespace(sim=sim, state=state, **(usual | fields))


@pytest.mark.parametrize(
    "place, text, across",
    [
        ((20.0, 0.0, 0.0), "0, 20 m ▶", 1.0),
        ((-20.0, 5.0, 0.0), "◀ 0, 21 m", 0.0),
        ((-1.0, -20.0, 0.0), "◀ 0, 20 m", 0.0),
        ((0.0, 5.0, 20.0), "▲ 0, 21 m", 0.5),
        ((0.0, 5.0, -20.0), "▼ 0, 21 m", 0.5),
    ],
)
def test_out_of_sight_an_arrow_at_the_edge_shows_the_side(camera, place, text, across):
    assert pointer_at(moment_of(place), camera)[:2] == (text, pytest.approx(across))


def test_a_mark_in_view_has_its_distance_above_it_until_it_is_near(camera):
    text, across, down, is_above = pointer_at(moment_of(AHEAD), camera)
    assert (text, is_above) == ("0, 20 m", True) and (across, down) == pytest.approx((0.5, 0.5))
    assert pointer_at(moment_of((0.0, 4.0, 0.0)), camera) is None
    stop = "0: the door", (0.0, 4.0, 0.0)
    assert pointer_at(moment_of(AHEAD, aim=stop), camera)[0] == "0: the door, 4 m", "a stop has no star"


def test_only_a_mark_that_something_hides_has_an_arrow(camera):
    """The arrow and a star dead ahead were two golden things in one place."""
    wall = box((-1.0, 10.0, 0.0), (1.0, 10.2, 4.0))
    assert pointer_at(moment_of(AHEAD, boxes=[wall]), camera)[0] == "0, 20 m, out of sight"


@pytest.mark.parametrize("at, is_below", [((0.0, 19.9, 2.2), True), ((3.0, 19.9, 2.2), False), ((0.0, 40.0, 3.0), False)])
def test_a_label_that_would_lie_over_a_sign_is_below_its_mark(camera, at, is_below):
    view = GoalView(lambda: moment_of(AHEAD, signs=[Sign("up", at, pi, 0.5)]), camera, lambda: WHOLE)
    view.build(NodePath("window"), SIZE)
    view.update(True)
    assert (view._panel.canvas.root.getZ() < -0.5 * SIZE[1]) == is_below
    view.remove()


def test_without_an_aim_it_is_not_there(camera):
    assert pointer_at(moment_of(None), camera) is None
    aim = "walk here", (0.0, -9.0, 0.0)
    assert pointer_at(moment_of(None, found=None, aim=aim), camera)[0] == "◀ walk here, 9 m", "of a lesson's task"


def test_in_a_race_it_points_to_the_next_checkpoint_and_then_to_the_finish(camera):
    sim = Simulation(shipped("river"))
    volumes = [(number, volume) for number, volume in enumerate(sim.level.volumes) if volume.kind in ("checkpoint", "finish")]
    reached = -1
    for number, volume in volumes:
        moment = SimpleNamespace(sim=sim, state=sim.state.replace(checkpoint=reached), found=set(), aim=None, time=0.0)
        away = dist(volume.at, sim.state.position)
        assert f"{volume.kind}, {away:.0f} m" in pointer_at(moment, camera)[0]
        reached = number
    assert [volume.kind for _, volume in volumes] == ["checkpoint", "checkpoint", "finish"]
    camera.setPos(*along(volumes[0][1].at, (0.0, -3.0, 1.25), 1.0))
    near = sim.state.replace(position=along(volumes[0][1].at, (0.0, -3.0, 0.9), 1.0))
    moment = SimpleNamespace(sim=sim, state=near, found=set(), aim=None, time=0.0)
    assert pointer_at(moment, camera)[0].endswith("checkpoint, 3 m"), "a gamer stood beside a zone without its label for 35 s"
    ended = SimpleNamespace(sim=sim, state=sim.state.replace(checkpoint=reached, finished=9), found=set(), aim=None)
    assert pointer_at(ended, camera) is None


@pytest.mark.parametrize("heading", [0.0, 0.5 * pi, -0.5 * pi])
def test_it_lies_within_the_picture(camera, heading):
    camera.setH(180.0 * heading / pi)
    root = NodePath("window")
    view = GoalView(lambda: moment_of(AHEAD), camera, lambda: WHOLE)
    view.build(root, SIZE)
    view.update(True)
    low, high = view._panel.canvas.root.getTightBounds(root)
    assert GOAL_EDGE - 1 <= low.x < high.x <= SIZE[0] - GOAL_EDGE + 1 and -SIZE[1] < low.z < high.z < 0
    view.remove()


def test_it_stays_without_overlays(camera):
    """A newcomer switched the overlays off, and with them went the arrow to the goal."""
    view = GoalView(lambda: moment_of(AHEAD, overlays=Switches.none()), camera, lambda: WHOLE)
    view.build(NodePath("window"), SIZE)
    view.update(True)
    assert view._panel.visible


@pytest.mark.parametrize("fields", [{"is_live": False}, {"spaces": (0.0, 1.0)}])
def test_it_is_hidden_in_a_pause_and_beside_another_space(camera, fields):
    view = GoalView(lambda: moment_of(AHEAD, **fields), camera, lambda: WHOLE)
    view.build(NodePath("window"), SIZE)
    view.update(True)
    assert not view._panel.visible


def test_the_card_is_hidden_inside_a_tick():
    clock = SimpleNamespace(now=1.0, is_inside=False)
    view = FoundView(lambda: clock.now, lambda: clock.is_inside)
    view.build(NodePath("pixel2d"), (1280, 720))
    view.put(FoundMark("the gate", 1, 3, "", "Next: the pond."))
    for now, is_inside, is_shown in ((1.0, False, True), (1.5, True, False), (2.0, False, True), (60.0, False, False)):
        clock.now, clock.is_inside = now, is_inside
        view.refresh(True)
        assert view._panel.visible is is_shown
