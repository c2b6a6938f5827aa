"""Ellipsoid space in the picture: alone, beside the world, and the morph to it."""

import numpy as np
import pytest
from PIL import Image

from game.app.teaching.teaching_views import SpaceChoice
from game.cli_commands import main
from game.explain.tick_overlay import Switches
from game.level import load_level
from game.pictures.offscreen import Studio
from game.pictures.photographer import Photographer, PictureView
from game.scene.framing import Area
from game.simulation import Intent, Simulation
from tests.app.small_level import write_small_level

SIZE = (320, 180)
SPACES = ("world", "ellipsoid", "both")


@pytest.fixture(scope="module")
def pictures(tmp_path_factory):
    """The same moment in each space. {name: (180, 320, 3) ints}"""
    simulation = Simulation(load_level(str(write_small_level(tmp_path_factory.mktemp("level")))))
    for _ in range(30):
        simulation.tick(Intent(wish=(0.0, 1.0)))
    return {space: picture(simulation, PictureView(space=space)) for space in SPACES}


def test_the_minkowski_view_in_both_spaces_from_the_command_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    level = str(write_small_level(tmp_path))
    words = ("--tick", "30", "--third-person", "--overlays", "--size", "320x180", "--out")
    assert main(["shot", level, *words, "body.png", "--space", "both"]) == 0
    assert main(["shot", level, *words, "point.png", "--space", "both", "--minkowski"]) == 0
    body, point = (np.asarray(Image.open(name).convert("RGB")).astype(int) for name in ("body.png", "point.png"))
    assert all(differing(body[:, half], point[:, half]) > 0.05 for half in (slice(0, 160), slice(160, 320)))


def picture(simulation, view):
    with Photographer(simulation, SIZE, Switches.none().toggled("ellipsoid"), hud=False, view=view) as photographer:
        return np.asarray(photographer.picture(simulation.history[-1], third_person=True)).astype(int)


def differing(one, other):
    return (np.abs(one - other) > 12).any(axis=2).mean()


def test_each_space_has_its_own_picture(pictures):
    assert all(differing(pictures[a], pictures[b]) > 0.2 for a in SPACES for b in SPACES if a != b)


def test_halves_differ(pictures):
    both = pictures["both"]
    assert differing(both[:, :160], both[:, 160:]) > 0.2


def test_halves_leave_room_for_a_text():
    with Studio(SIZE) as studio:
        screen = studio.screen
        screen.split(True, Area(left=0.4))
        assert [screen.across(number) for number in (0, 1)] == [pytest.approx((0.4, 0.7)), pytest.approx((0.7, 1.0))]
        regions = [camera.node().getDisplayRegion(0) for camera in screen.cameras]
        assert [(region.getLeft(), region.getRight()) for region in regions] == [pytest.approx(screen.across(k)) for k in (0, 1)]
        studio.aim((0.0, 0.0, 0.0), 0.3)
        assert screen.cameras[1].getTransform() == studio.camera.getTransform()
        assert studio.camera.node().getLens().getAspectRatio() == pytest.approx(0.3 * SIZE[0] / SIZE[1])
        screen.split(False)
        assert screen.across(0) == (0.0, 1.0)


def test_key_e_goes_round_the_spaces():
    choice = SpaceChoice()
    names = [(choice.next(), choice.name)[1] for _ in range(4)]
    assert names == ["ellipsoid", "both", "world", "ellipsoid"]


def test_the_morph_takes_a_second_begun_and_ended_softly():
    choice = SpaceChoice()
    choice.choose("ellipsoid")
    way = []
    for _ in range(60):
        choice.advance(1 / 50)
        way.append(choice.blends[0])
    assert way == sorted(way) and way[48] < 1.0 and way[50] == pytest.approx(1.0)
    steps = np.diff(way)
    assert steps[0] < 0.2 * steps.max() and steps[48] < 0.2 * steps.max()


def test_side_by_side_is_there_at_once():
    choice = SpaceChoice("ellipsoid")
    choice.choose("both")
    assert choice.blends == (0.0, 1.0)
