"""Drawings and measures of the lesson "solids" agree with closed forms."""

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
