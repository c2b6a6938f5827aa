"""Measures of aiming agree with closed forms."""

from math import hypot

import pytest

from game.lesson.course import MEASURES
from tests.lesson.drawings.test_drawings import run_of


def measured(name, lesson, page, **keys):
    return MEASURES[name](**keys)(run_of(lesson, page))


def test_the_tangents_solve_the_quadratic_equation():
    """k T T - x T + k = 0 for x = 40 m at the height of the muzzle, so their product is 1 and their sum x / k."""
    k, low, high = (measured("aim_term", "target", 3, exhibit="aim", term=term) for term in ("k", "low", "high"))
    assert low * high == pytest.approx(1.0) and low + high == pytest.approx(40.0 / k)
    assert measured("aim_term", "target", 3, exhibit="aim", term="root") == pytest.approx((high - low) * k)


def test_the_launch_for_a_time_has_the_speed_of_its_parts():
    keys = {"exhibit": "aim", "time": 4.0}
    ahead, up, speed = (measured("launch_for", "target", 1, part=part, **keys) for part in ("ahead", "up", "speed"))
    assert (ahead, up) == pytest.approx((10.0, 19.62)) and speed == pytest.approx(hypot(ahead, up))


def test_the_reach_at_a_speed_is_its_square_over_gravity():
    assert measured("reach", "target", 4, exhibit="aim") == pytest.approx(20.0**2 / 9.81)
    assert measured("reach", "target", 4, exhibit="aim", speed=25.0) == pytest.approx(25.0**2 / 9.81)
