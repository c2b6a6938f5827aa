"""Measures of flights and springs agree with closed forms."""

from math import pi, sqrt

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES
from game.lesson.course.particle import falls_of


@pytest.fixture(scope="module")
def shots():
    return play(load_lesson("particle").pages[5])


@pytest.fixture(scope="module")
def springs():
    return play(load_lesson("steps").pages[3])


@pytest.mark.parametrize("method, sign", [("explicit", 1.0), ("Verlet", 0.0), ("Verlet, wrong start", -1.0), ("implicit", -1.0)])
def test_a_fall_has_the_error_of_its_formula(method, sign):
    """It is g h t / 2 (LAB 2.1): 0.1635 m after 2 s at 60 steps a second."""
    error = MEASURES["fall_error"](method=method, rate=60.0, time=2.0)(None)
    assert error == pytest.approx(sign * 9.81 * 2.0 / 120.0, abs=1e-9)


def test_a_falling_ball_starts_at_its_highest_point_and_stays_below_its_terminal_speed(shots):
    for name, drag in (("heavy", 0.02), ("light", 0.08)):
        times, speeds = falls_of(shots, name)
        assert times[0] == 0.0 and abs(speeds[0]) < 9.81 * 0.1 and (speeds[1:] > speeds[:-1]).all()
        assert speeds[-1] < sqrt(9.81 / drag) == MEASURES["by_formula"](result="terminal_speed", numbers=(9.81, drag))(None)


def test_the_ratio_of_two_falls_is_that_of_their_speeds(shots):
    fast, slow = (MEASURES["fall_speed"](exhibit=name, after=1.0)(shots) for name in ("heavy", "light"))
    assert MEASURES["fall_ratio"](exhibit="heavy", other="light", after=1.0)(shots) == fast / slow > 1.05


def test_a_spring_of_one_hertz_has_the_period_of_a_second(springs):
    assert MEASURES["spring_period"](exhibit="springs", lane="Runge-Kutta")(springs) == pytest.approx(1.0, abs=1e-3)


def test_the_last_step_of_a_spring_multiplies_its_energy(springs):
    angle = MEASURES["step_angle"](exhibit="springs")(springs)
    assert angle == pytest.approx(2.0 * pi / 60.0)
    assert MEASURES["energy_factor"](exhibit="springs", lane="explicit")(springs) == pytest.approx(1.0 + angle * angle)
    assert MEASURES["energy_factor"](exhibit="springs", lane="implicit")(springs) == pytest.approx(1.0 / (1.0 + angle * angle))


def test_verlet_begins_where_the_exact_flight_was_one_step_before():
    run = play(load_lesson("steps").pages[4])
    up = MEASURES["exhibit_number"](exhibit="cannon", path="flight.0.5")(run)
    assert MEASURES["verlet_start"](exhibit="cannon")(run) == pytest.approx(-0.1 * up - 0.5 * 9.81 * 0.01)
