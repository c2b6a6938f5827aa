"""Pictures without a window: the overlays are in them, from inside and from outside, and the same bits every time."""

import numpy as np
import pytest
from PIL import Image

from game.core.input_errors import InputError
from game.explain.tick_overlay import Switches
from game.level import load_level
from game.pictures.photographer import Photographer, gaze, take_picture
from game.simulation import Simulation

SIZE = (480, 270)


def picture(simulation, overlays, third_person=False, pitch=-1.4):
    with Photographer(simulation, SIZE, overlays, hud=False) as photographer:
        return np.asarray(photographer.picture(simulation.history[-1], third_person, pitch)).astype(int)


def test_a_picture_has_the_size_of_a_small_film_unless_another_is_wanted(climbing, tmp_path):
    assert Image.open(take_picture(climbing, tmp_path / "film.png")).size == (1280, 720)


@pytest.mark.parametrize("third_person", [False, True], ids=["first", "third"])
def test_the_plane_below_the_feet_is_visible(climbing, third_person):
    without = picture(climbing, Switches.none(), third_person)
    with_planes = picture(climbing, Switches.none().toggled("planes"), third_person)
    seen = (np.abs(with_planes - without) > 20).any(axis=2).mean()
    assert seen > 0.005 if third_person else 0.001 < seen < 0.1, "in first person it is small and quiet"


def test_the_same_bits_twice(climbing):
    assert (picture(climbing, Switches.all()) == picture(climbing, Switches.all())).all()


def test_a_picture_is_written_in_the_wanted_size(climbing, tmp_path):
    path = take_picture(climbing, tmp_path / "deep" / "shot.png", SIZE, overlays=True)
    assert Image.open(path).size == SIZE


def test_a_picture_before_the_first_tick(level, tmp_path):
    assert take_picture(Simulation(level), tmp_path / "start.png", SIZE).exists()


def test_a_picture_that_cannot_be_written_is_an_input_error(climbing, tmp_path):
    with pytest.raises(InputError, match="cannot be written"):
        take_picture(climbing, tmp_path / "shot.nonsense", SIZE)


SHEETS = {"a triangle": "v 0 0 0\nv 4 0 0\nv 0 0 -4\nf 1 2 3\n", "a square": "v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\nf 1 2 3 4\n",
          "a tile": "v 0 0 0\nv 1 0 0\nv 1 0 -1\nv 0 0 -1\nf 1 2 3 4\n",
          "a wall": "v 0 0 0\nv 4 0 0\nv 4 3 0\nv 0 3 0\nf 1 2 3 4\n"}


@pytest.mark.parametrize("name", SHEETS)
def test_the_first_picture_of_a_small_sheet_shows_it(tmp_path, name):
    path = tmp_path / "sheet.obj"
    path.write_text(SHEETS[name])
    with_sheet = np.asarray(Image.open(take_picture(Simulation(load_level(path, axis="y-up")), tmp_path / "a.png", SIZE)))
    rows = np.abs(np.diff(with_sheet.astype(int), axis=1)).max(axis=2)  # the sky changes from row to row only
    assert (rows > 8).any(axis=1).mean() > 0.1, "an edge of the sheet is in many rows"


def test_a_picture_of_a_room_is_level(level):
    assert gaze(Simulation(level), SIZE) == 0.0
