"""Drawings: inside their frames, labelled with units, and with round numbers."""

import xml.etree.ElementTree as xml

import pytest

from game.level import load_level
from game.level.contents.level import Case
from game.regression.case_simulation import run_case
from game.regression.golden_records import trajectory_of
from game.regression.report_page import (
    HEIGHT,
    WIDTH,
    axes_around,
    distance_chart,
    eye_acceleration,
    height_chart,
    round_values,
    speed_chart,
    walked_distances,
)
from tests.app.small_level import write_small_level


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """(now, on record): up the stairs, and half as fast."""
    level = load_level(write_small_level(tmp_path_factory.mktemp("level")))
    return [trajectory_of(run_case(level, Case("any", script=f"60 forward={forward}"))) for forward in (1, 0.5)]


@pytest.mark.parametrize("order", [1, -1], ids=["slower on record", "faster on record"])
@pytest.mark.parametrize("draw", [height_chart, speed_chart, distance_chart])
def test_all_that_is_drawn_lies_inside(runs, draw, order):
    picture = xml.fromstring(draw(*runs[::order], 1))
    pairs = [pair.split(",") for line in picture.iter("polyline") for pair in line.get("points").split()]
    assert len(pairs) >= 61
    assert all(0 <= float(x) <= WIDTH and 0 <= float(y) <= HEIGHT for x, y in pairs)
    assert len([one for one in picture.iter("circle") if one.get("class") == "parting"]) == 1


def test_axes_have_units(runs):
    words = [text.text for draw in (height_chart, speed_chart) for text in xml.fromstring(draw(*runs, None)).iter("text")]
    assert {"height of the centre [m]", "distance [m]", "horizontal speed [m/s]", "time [s]"} <= set(words)


def test_both_runs_have_contacts_and_iterations(runs):
    kinds = [path.get("class") for path in xml.fromstring(height_chart(*runs, None)).iter("path")]
    assert all(kind in kinds for kind in ("dots was", "dots now", "bars was", "bars now"))


def test_a_run_without_a_record_is_drawn_alone(runs):
    kinds = [line.get("class") for line in xml.fromstring(height_chart(runs[0], None, None)).iter("polyline")]
    assert kinds == ["now"]


def test_a_fall_shakes_as_gravity_does():
    heights = [10 - 9.81 / 2 * (tick / 60) ** 2 for tick in range(30)]
    values = xml.fromstring(eye_acceleration(heights, 60)).find("polyline")
    assert len({pair.split(",")[1] for pair in values.get("points").split()}) == 1


def test_the_way_is_the_speed_times_the_time(runs):
    assert walked_distances(runs[1])[12] == pytest.approx(12 * 2.5 / 60)


def test_a_path_that_does_not_move_can_be_drawn():
    assert axes_around([(1.0, 1.0), (1.0, 1.0)]).at(1.0, 1.0)


def test_grid_values_are_round():
    assert round_values(-2.3, 3.1) == [-2, -1, 0, 1, 2, 3]
    assert round_values(0.0, 100.0) == [0, 20, 40, 60, 80, 100]
