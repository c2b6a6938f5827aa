"""Measures of motion agree with closed forms."""

from math import hypot, radians, sin

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES
from tests.lesson_pages import run_of


def test_a_twin_of_a_run_is_the_twin_of_the_game():
    run = play(load_lesson("espace").pages[-1])
    moment = run.displayed_twins.at(run.record())
    assert moment.states == (run.of(1).record().after,)


def test_the_walking_velocity_loses_its_part_into_the_wall_and_no_more():
    run = run_of("gravity", 11)
    before = [MEASURES["velocity"](axis=axis, of="walk", tick=3)(run) for axis in "xy"]
    after = [MEASURES["velocity"](axis=axis, of="walk")(run) for axis in "xy"]
    assert after == pytest.approx([before[0], 0.0], abs=1e-9)


def test_a_slide_down_a_steep_slope_gains_the_part_of_gravity_along_it():
    run = run_of("gravity", 12)
    speeds = [hypot(*(MEASURES["velocity"](axis=axis, of="fall", tick=tick)(run) for axis in "xyz")) for tick in (5, 6)]
    gained = run.simulation.params.gravity * sin(radians(60.0)) / run.simulation.hz
    assert speeds[1] - speeds[0] == pytest.approx(gained)
