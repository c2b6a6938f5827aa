"""Drawings and measures of the lesson "solids" agree with closed forms."""

import re
from math import prod

import pytest

from game.lesson.course import DRAWINGS, MEASURES
from tests.lesson_pages import run_of


def test_a_plane_proves_the_distance():
    run = run_of("solids", 2)
    distance = MEASURES["readout"](exhibit="sums", reading="distance")(run)
    assert MEASURES["gap_of_planes"](exhibit="sums")(run) == pytest.approx(distance, abs=1e-9)


def test_the_least_depth_is_no_more_than_that_along_the_rail():
    """p = (.4, .3) is behind the face x + z = 1.2 of the difference: .5 along x, .5 / sqrt 2 across."""
    run = run_of("solids", 4)
    assert MEASURES["depth_along_rail"](exhibit="sums")(run) == pytest.approx(0.5, abs=1e-9)
    assert MEASURES["depth_in_room"](exhibit="sums")(run) == pytest.approx(0.5 / 2.0**0.5, abs=1e-9)


def test_each_step_is_drawn():
    run = run_of("solids", 2)
    steps = int(MEASURES["readout"](exhibit="sums", reading="steps")(run))
    assert DRAWINGS["gjk_steps"](exhibit="sums")(run).text.count("<circle") == steps + 1


def test_two_ways_out_are_drawn_the_shorter_one_half_as_long_across_and_along():
    """.5 along the rail, and .5 / sqrt 2 through the face x + z = 1.2: .25 along x. Each arrow ends 6.3 pixels before its tip."""
    text = DRAWINGS["ways_out"](exhibit="sums")(run_of("solids", 4)).text
    rail, least = re.findall(r'<polygon points="([\d.]+),([\d.]+) ', text)[1:]
    (x, y), *_ = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', text)
    across, along = float(rail[0]) - float(x), float(least[0]) - float(x)
    assert along == pytest.approx(across / 2.0, abs=0.02) and float(y) - float(least[1]) == pytest.approx(along, abs=0.02)


def test_the_tests_of_a_ball_follow_from_the_table():
    """1 + the sum of children times V, over the volume of the places."""
    run = run_of("solids", 8)
    children = {"whole": 2, "upper half": 4, "lower half": 3, "limbs": 2}
    found = sum(count * MEASURES["fattened_boxes"](of=group)(run) for group, count in children.items())
    expected = MEASURES["readout"](exhibit="statues", reading="expected")(run)
    assert 1.0 + found / MEASURES["probed_volume"]()(run) == pytest.approx(expected, abs=1e-6)


def test_the_sides_of_the_planks_box_give_its_volume():
    run = run_of("solids", 5)
    sides = [MEASURES["plank_side"](exhibit="statues", axis=axis)(run) for axis in "xyz"]
    assert prod(sides) == pytest.approx(MEASURES["readout"](exhibit="statues", reading="plank")(run), abs=1e-5)


def test_gaps_over_speeds_are_the_times():
    run = run_of("solids", 9)
    for axis in "xy":
        gap, speed, time = (
            MEASURES[name](exhibit="statues", axis=axis, tick=12)(run) for name in ("axis_gap", "axis_speed", "axis_time")
        )
        assert gap / speed == pytest.approx(time, abs=1e-9)
