"""The Zeno row: all bounces of a ball are over at the time that the formula gives."""

from math import isfinite

import pytest

from game.lab import Actor
from game.lab.exhibits.zeno_row import HEIGHTS, NAMES, RESTITUTIONS
from game.lab.physics.one_dimension import last_bounce
from tests.lab.rooms import lab_of, use

HERE = Actor((0.0, -3.0, 0.9), (0.4, 0.4, 0.9))


def balls_after(seconds, height=1.0, hz=60):
    lab = lab_of("zeno_row", hz=hz)
    state = lab.begin()
    for tick in range(round(seconds * hz)):
        state, readouts = lab.step(state, HERE, use(f"zeno_row.height:{height}", "zeno_row.drop") if tick == 0 else ())
    return lab, state, readouts["zeno_row"].figures


@pytest.mark.parametrize("hz", [30, 60, 240])
def test_a_ball_that_keeps_four_fifths_is_at_rest_after_4_0637_s(hz):
    """sqrt(2 H / g) (1 + e) / (1 - e) = sqrt(2 / 9.81) 1.8 / .2 = 4.0637 s, within one tick; here the time itself is exact."""
    assert last_bounce(1.0, 9.81, 0.8) == pytest.approx(4.0637, abs=5e-5)
    _, before, _ = balls_after(4.0637 - 1.0 / hz, hz=hz)
    _, after, figures = balls_after(4.0637 + 2.0 / hz, hz=hz)
    number = RESTITUTIONS.index(0.8)
    assert not before[0].bodies.balls[number].is_at_rest and after[0].bodies.balls[number].is_at_rest
    assert figures["e = 0.8, last bounce"] == pytest.approx(last_bounce(1.0, 9.81, 0.8), abs=1e-9)


@pytest.mark.parametrize("height", HEIGHTS)
def test_the_time_of_every_ball_is_that_of_the_formula(height):
    _, state, figures = balls_after(7.0, height)
    for name, restitution, ball in zip(NAMES, RESTITUTIONS, state[0].bodies.balls):
        time = last_bounce(height, 9.81, restitution)
        assert ball.is_at_rest is isfinite(time)
        if isfinite(time):
            assert figures[f"{name}, last bounce"] == pytest.approx(time, abs=1e-9)


def test_the_elastic_ball_reaches_its_height_again_and_again():
    lab = lab_of("zeno_row")
    state, highest = lab.begin(), 0.0
    for tick in range(1200):
        state, _ = lab.step(state, HERE, ())
        highest = max(highest, state[0].bodies.balls[-1].height) if tick > 900 else highest
    assert highest == pytest.approx(1.0, abs=2e-3) and not state[0].bodies.balls[-1].is_at_rest


@pytest.mark.parametrize("seconds", [0.1, 1.0, 5.0])
def test_the_drawing_is_made_at_every_moment(seconds):
    lab, state, _ = balls_after(seconds)
    exhibit = lab.exhibits[0]
    assert exhibit.kind.bodies(state[0], state[0], 0.5) and exhibit.kind.overlay(state[0])
    assert len(exhibit.kind.sheet(state[0]).rows) == 3
