"""Drawings and measures of the lesson "particle" agree with closed forms."""

from math import exp, pi, sqrt

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.particle import falls_of
from game.lesson.tools.exhibit_measures import LANE_COLOURS
from game.lesson.tools.svg_canvas import AFTER, BODY, CONTACT, FAINT, NORMAL, PLANE, T1
from tests.lesson.svg_parts import arrows, dots, lines
from tests.lesson_pages import run_of


def heights(svg, colour):
    """The heights of the vertical arrows in a colour, upwards positive."""
    return [start[1] - tip[1] for start, tip in arrows(svg, colour)]


def test_velocities_of_a_throw_lie_on_a_line_and_heights_do_not():
    svg = DRAWINGS["flight_slopes"](exhibit="cannon", step=3)(run_of("particle", 2))

    def bends(points):
        return [a[1] - 2.0 * b[1] + c[1] for a, b, c in zip(points, points[1:], points[2:])]

    heights, velocities = dots(svg, PLANE), dots(svg, NORMAL)
    assert max(map(abs, bends(velocities))) < 0.05 and len(heights) == len(velocities) == 17
    assert min(bends(heights)) > 0.5, "y points down in a picture"


def test_spring_and_weight_add_up():
    """At rest they are equal; 0.6 m below it the sum is k times 0.6 m, with k = 2 kg (2 pi / s)^2."""
    svg = DRAWINGS["spring_forces"](exhibit="springs")(run_of("particle", 3))
    (rest, pulled), (weight, same), (total,) = (heights(svg, colour) for colour in (PLANE, T1, AFTER))
    assert rest == pytest.approx(-weight, abs=0.05) and weight == pytest.approx(same, abs=0.05)
    assert total == pytest.approx(pulled + weight, abs=0.05)
    assert total / rest == pytest.approx((2.0 * pi) ** 2 * 0.6 / 9.81, rel=0.01)


def test_a_damper_leaves_one_part_in_e_of_the_swing_after_a_second():
    svg = DRAWINGS["swings"](exhibit="springs", damping=2.0)(run_of("particle", 5))
    (damped,), (free,) = lines(svg, CONTACT), lines(svg, LANE_COLOURS["Runge-Kutta"])
    middle = (min(y for _, y in free) + max(y for _, y in free)) / 2.0
    lows = [b[1] - middle for a, b, c in zip(damped, damped[1:], damped[2:]) if a[1] < b[1] >= c[1]]
    assert lows[1] / lows[0] == pytest.approx(exp(-1.0), abs=0.02)


def test_four_times_the_mass_has_twice_the_terminal_speed():
    svg = DRAWINGS["fall_speeds"](exhibits=["heavy", "light"])(run_of("particle", 6))
    (start,) = {line[0][1] for line in lines(svg, FAINT)}
    limits = [start - min(y for _, y in next(line for line in lines(svg, colour) if len(line) == 2)) for colour in (NORMAL, BODY)]
    assert limits[0] / limits[1] == pytest.approx(2.0, abs=0.01)
    for colour, limit in zip((NORMAL, BODY), limits):
        (curve,) = [line for line in lines(svg, colour) if len(line) > 2]
        assert 0.0 < start - curve[-1][1] < limit


def test_a_struck_ball_rolls_with_five_sevenths_of_its_speed():
    svg = DRAWINGS["sliding_speeds"](exhibit="table", since=3)(run_of("particle", 7))
    (particle,) = lines(svg, PLANE)
    ground, top = particle[-1][1], particle[0][1]
    balls = dots(svg, BODY)
    assert (ground - balls[-2][1]) / (ground - top) == pytest.approx(5.0 / 7.0, abs=0.01)
    assert balls[-2][1] == pytest.approx(balls[-8][1], abs=0.02)


def test_a_number_in_a_state_changes_by_its_slope():
    springs = run_of("steps", 4)
    path = "lanes.2.particle.position.2"
    slope = MEASURES["exhibit_slope"](exhibit="springs", path=path, tick=20)(springs)
    before, after = (MEASURES["exhibit_number"](exhibit="springs", path=path, tick=tick)(springs) for tick in (19, 20))
    assert slope == pytest.approx(60.0 * (after - before), abs=1e-9)
    velocity = MEASURES["exhibit_number"](exhibit="springs", path="lanes.2.particle.velocity.2", tick=20)(springs)
    assert slope == pytest.approx(velocity, abs=1e-9), "semi-implicit Euler moves with the new velocity"


@pytest.fixture(scope="module")
def shots():
    return run_of("particle", 6)


@pytest.fixture(scope="module")
def springs():
    return run_of("steps", 4)


def test_a_falling_ball_starts_at_its_highest_point_and_stays_below_its_terminal_speed(shots):
    for name, drag in (("heavy", 0.02), ("light", 0.08)):
        times, speeds = falls_of(shots, name)
        assert times[0] == 0.0 and abs(speeds[0]) < 9.81 * 0.1 and (speeds[1:] > speeds[:-1]).all()
        assert speeds[-1] < sqrt(9.81 / drag) == MEASURES["by_formula"](result="terminal_speed", numbers=(9.81, drag))(None)


def test_the_ratio_of_two_falls_is_that_of_their_speeds(shots):
    fast, slow = (np.interp(1.0, *falls_of(shots, name)) for name in ("heavy", "light"))
    assert MEASURES["fall_ratio"](exhibit="heavy", other="light", after=1.0)(shots) == fast / slow > 1.05


def test_a_spring_of_one_hertz_has_the_period_of_a_second(springs):
    assert MEASURES["spring_period"](exhibit="springs", lane="Runge-Kutta")(springs) == pytest.approx(1.0, abs=1e-3)


def test_balls_that_touch_have_no_gap():
    """The cue ball is 1.2 m before the triangle, whose balls are 0.1 mm apart; the radius is 6 cm."""
    run = run_of("particle", 7)
    assert MEASURES["ball_gap"](exhibit="table", ball=0, other=1, tick=3)(run) == pytest.approx(1.08)
    assert MEASURES["ball_gap"](exhibit="table", ball=1, other=2, tick=3)(run) == pytest.approx(1e-4, abs=1e-9)
