"""Measures of aiming and of overlap tests, against closed forms."""

from math import hypot

import pytest

from game.lesson.measures import MEASURES
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





def test_the_impact_of_a_bisection_is_before_that_of_the_sweep():
    found, exact = (measured("impact_part", "overlap", 5, exhibit="wall", lane=lane) for lane in ("bisection", "our sweep"))
    assert exact - 1.0 / 32.0 <= found <= exact


def test_two_panes_at_random_places_have_even_chances():
    """Within three standard deviations of 10 000 pairs."""
    assert measured("second_pane_share", "overlap", 6) == pytest.approx(50.0, abs=1.5)


@pytest.mark.parametrize("ratio, missed", [(1.0, 100.0 / 12.0), (2.0, 100.0 / 3.0), (4.0, 200.0 / 3.0)])
def test_hits_of_a_sphere_that_are_missed(ratio, missed):
    assert measured("missed_spheres", "overlap", 4, ratio=ratio) == pytest.approx(missed)


def test_what_is_not_noticed_is_missed():
    keys = {"exhibit": "wall", "reading": "predicted"}
    assert measured("percentage", "overlap", 4, **keys) + measured("percentage", "overlap", 4, missed=True, **keys) == 100.0
    assert measured("missed_share", "overlap", 4, exhibit="wall") == pytest.approx((20.0 / 60.0 / 0.38) ** 2 / 12.0)


def test_a_late_test_is_less_than_a_step_late():
    late, step = (measured(name, "overlap", 1, exhibit="wall") for name in ("late_by", "step_length"))
    assert 0.0 < late < step == pytest.approx(10.0 / 60.0)


def test_the_reach_at_a_speed_is_its_square_over_gravity():
    assert measured("reach", "target", 4, exhibit="aim") == pytest.approx(20.0**2 / 9.81)
    assert measured("reach", "target", 4, exhibit="aim", speed=25.0) == pytest.approx(25.0**2 / 9.81)
