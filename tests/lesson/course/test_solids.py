"""Drawings and measures of the lesson "solids" agree with closed forms."""

import re

import pytest

from game.lesson.course import DRAWINGS, MEASURES
from tests.lesson_pages import run_of


def test_a_plane_proves_the_distance():
    run = run_of("solids", 2)
    distance = MEASURES["readout"](exhibit="sums", reading="distance")(run)
    assert MEASURES["gap_of_planes"](exhibit="sums")(run) == pytest.approx(distance, abs=1e-9)


def test_the_least_depth_is_no_more_than_that_along_the_rail():
    """p = (.4, .3) is behind the face x + z = 1.2 of the difference: .5 along x, .5 / sqrt 2 across."""
    run = run_of("solids", 3)
    assert MEASURES["depth_along_rail"](exhibit="sums")(run) == pytest.approx(0.5, abs=1e-9)
    assert MEASURES["depth_in_room"](exhibit="sums")(run) == pytest.approx(0.5 / 2.0**0.5, abs=1e-9)


def test_each_step_is_drawn():
    run = run_of("solids", 2)
    steps = int(MEASURES["readout"](exhibit="sums", reading="steps")(run))
    assert DRAWINGS["gjk_steps"](exhibit="sums")(run).text.count("<circle") == steps + 1


def test_two_ways_out_are_drawn_the_shorter_one_half_as_long_across_and_along():
    """.5 along the rail, and .5 / sqrt 2 through the face x + z = 1.2: .25 along x. Each arrow ends 6.3 pixels before its tip."""
    text = DRAWINGS["ways_out"](exhibit="sums")(run_of("solids", 3)).text
    rail, least = re.findall(r'<polygon points="([\d.]+),([\d.]+) ', text)[1:]
    (x, y), *_ = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', text)
    across, along = float(rail[0]) - float(x), float(least[0]) - float(x)
    assert along == pytest.approx(across / 2.0, abs=0.02) and float(y) - float(least[1]) == pytest.approx(along, abs=0.02)
