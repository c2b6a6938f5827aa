"""Measures of overlap tests agree with closed forms."""

import pytest

from tests.lesson.measures.lab.test_cannon_aiming import measured


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
