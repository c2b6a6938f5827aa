"""Measures of balls agree with closed forms."""

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import MEASURES


def test_the_measures_of_balls_agree_with_closed_forms():
    """A wall kicks a ball at rest to twice its speed; a ball of 1 kg gets (1 + e) c; the printed shadow is twice as high."""
    drum, response = load_lesson("drum").pages, load_lesson("response").pages
    kicked = play(drum[1])
    speeds = [MEASURES[name](exhibit="one", tick=11)(kicked) for name in ("ball_speed", "wall_speed")]
    assert speeds[0] == pytest.approx(2.0 * speeds[1], rel=1e-9)
    assert MEASURES["flier_impulse"](exhibit="court")(play(response[0])) == pytest.approx(1.7 * 8.0)
    assert MEASURES["shadow_height"](exhibit="one")(play(drum[6])) == pytest.approx(2.0)
    bend = MEASURES["chord_bend"]()(kicked)
    assert bend == pytest.approx(1000.0 * 9.81 / 60.0**2 / 8.0)


def test_the_passing_ball_is_in_the_wall_for_as_long_as_its_path_through_it():
    """Two radii and the wall's thickness, 0.74 m, at 2 m/s."""
    ticks = MEASURES["in_wall"](exhibit="court")(play(load_lesson("response").pages[6]))
    assert ticks == pytest.approx(0.74 / 2.0 * 60.0, abs=1.0)


def test_balls_that_touch_have_no_gap():
    """The cue ball is 1.2 m before the triangle, whose balls are 0.1 mm apart; the radius is 6 cm."""
    run = play(load_lesson("particle").pages[6])
    assert MEASURES["ball_gap"](exhibit="table", ball=0, other=1, tick=3)(run) == pytest.approx(1.08)
    assert MEASURES["ball_gap"](exhibit="table", ball=1, other=2, tick=3)(run) == pytest.approx(1e-4, abs=1e-9)
