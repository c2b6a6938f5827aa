"""The Zeno row: all bounces of a ball are over at the time that the formula gives."""

from math import isfinite

import pytest

from game.lab.exhibits.zeno_row import HEIGHTS, NAMES, RESTITUTIONS
from game.lab.physics.one_dimension import last_bounce
from tests.lab.rooms import Run


def dropped(seconds, height=1.0, hz=60):
    return Run("zeno_row", round(seconds * hz), f"zeno_row.height:{height}", "zeno_row.drop", hz=hz)


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_a_ball_that_keeps_four_fifths_is_at_rest_after_4_0637_s(hz):
    """sqrt(2 H / g) (1 + e) / (1 - e) = sqrt(2 / 9.81) 1.8 / .2 = 4.0637 s, within one tick; here the time itself is exact."""
    assert last_bounce(1.0, 9.81, 0.8) == pytest.approx(4.0637, abs=5e-5)
    before, after = (dropped(4.0637 + ticks / hz, hz=hz) for ticks in (-1.0, 2.0))
    number = RESTITUTIONS.index(0.8)
    assert not before.bodies.balls[number].is_at_rest and after.bodies.balls[number].is_at_rest
    assert after.figures["e = 0.8, last bounce"] == pytest.approx(last_bounce(1.0, 9.81, 0.8), abs=1e-9)


@pytest.mark.parametrize("height", HEIGHTS)
def test_the_time_of_every_ball_is_that_of_the_formula(height):
    run = dropped(7.0, height)
    for name, restitution, ball in zip(NAMES, RESTITUTIONS, run.bodies.balls):
        time = last_bounce(height, 9.81, restitution)
        assert ball.is_at_rest is isfinite(time)
        if isfinite(time):
            assert run.figures[f"{name}, last bounce"] == pytest.approx(time, abs=1e-9)


def test_the_elastic_ball_reaches_its_height_again_and_again():
    run = Run("zeno_row", 1200)
    assert max(state.bodies.balls[-1].height for state in run.states[900:]) == pytest.approx(1.0, abs=2e-3)
    assert not run.bodies.balls[-1].is_at_rest


@pytest.mark.parametrize("seconds", [0.1, 1.0, 5.0])
def test_the_drawing_is_made_at_every_moment(seconds):
    assert len(dropped(seconds).drawn().rows) == 3
