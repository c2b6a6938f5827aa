"""Measures of the player's motion, and its twin, agree with the run."""

from math import hypot, radians, sin

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES


def test_a_twin_of_a_run_is_the_twin_of_the_game():
    run = play(load_lesson("espace").pages[-1])
    moment = run.displayed_twins.at(run.record())
    assert moment.states == (run.of(1).record().after,)


def test_the_speed_of_a_jump_reaches_its_height():
    run = play(load_lesson("gravity").pages[1])
    assert MEASURES["jump_speed"]()(run) ** 2 / (2.0 * run.simulation.params.gravity) == pytest.approx(1.0)


def test_the_walking_velocity_loses_its_part_into_the_wall_and_no_more():
    run = play(load_lesson("gravity").pages[10])
    before = [MEASURES["velocity"](axis=axis, of="walk", tick=3)(run) for axis in "xy"]
    after = [MEASURES["velocity"](axis=axis, of="walk")(run) for axis in "xy"]
    assert after == pytest.approx([before[0], 0.0], abs=1e-9)


def test_a_slide_down_a_steep_slope_gains_the_part_of_gravity_along_it():
    run = play(load_lesson("gravity").pages[11])
    speeds = [hypot(*(MEASURES["velocity"](axis=axis, of="fall", tick=tick)(run) for axis in "xyz")) for tick in (5, 6)]
    gained = run.simulation.params.gravity * sin(radians(60.0)) / run.simulation.hz
    assert speeds[1] - speeds[0] == pytest.approx(gained)
