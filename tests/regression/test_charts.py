"""Drawings: inside their frames, in scale, and with round numbers."""

import re
import xml.etree.ElementTree as xml

import pytest

from game.regression.case import compare
from game.regression.charts import HEIGHT, WIDTH, distance_of, frame_of, height_of, map_of, round_values, shaking_of
from game.simulation import PlayerParams


@pytest.fixture(scope="module")
def different(level, pristine):
    return compare(level, pristine, PlayerParams(step_up=0.1), pictures=False)


@pytest.mark.parametrize("draw", [map_of, height_of, distance_of, shaking_of])
def test_all_that_is_drawn_lies_inside(different, draw):
    picture = xml.fromstring(draw(different))
    pairs = [pair.split(",") for line in picture.iter("polyline") for pair in line.get("points").split()]
    assert len(pairs) >= 13
    assert all(0 <= float(x) <= WIDTH and 0 <= float(y) <= HEIGHT for x, y in pairs)


def test_the_parting_is_marked_only_where_there_is_one(level, pristine, different):
    same = compare(level, pristine, pictures=False)
    assert 'class="parting"' in map_of(different) and 'class="parting"' not in map_of(same)


def test_a_map_has_one_scale():
    frame = frame_of([(0.0, 0.0), (30.0, 1.0)], equal=True)
    assert frame.scale[0] == frame.scale[1]
    x, y = (float(number) for number in re.split(",", frame.at(15.0, 0.5)))
    assert (x, y) == pytest.approx((WIDTH / 2, HEIGHT / 2), abs=0.1)


def test_a_path_that_does_not_move_can_be_drawn():
    frame_of([(1.0, 1.0), (1.0, 1.0)], equal=True)


def test_grid_values_are_round():
    assert round_values(-2.3, 3.1) == [-2, -1, 0, 1, 2, 3]
    assert round_values(0.0, 100.0) == [20, 40, 60, 80, 100]
