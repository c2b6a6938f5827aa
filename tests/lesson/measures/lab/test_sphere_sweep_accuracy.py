"""Hits that are missed and errors far away agree with closed forms."""

import pytest

from game.lesson.course import MEASURES


def test_the_listing_misses_all_steps_from_behind():
    """(1 - r r) / 4 of all: d0 is below -r with the probability (1 - r) / 2, and d1 above -r with (1 + r) / 2."""
    for radius in (0.2, 0.5):
        assert MEASURES["missed_by_listing"](radius=radius)(None) == pytest.approx(25.0 * (1.0 - radius**2), abs=1.0)


def test_far_away_the_quadratic_errs_and_the_closest_approach_does_not():
    """Lengths of 10 000 km are rounded to 1e-9 m, their squares to 1e-2 m2."""
    quadratic, closest = (MEASURES["place_error"](far=1e4, form=form)(None) for form in ("quadratic", "closest approach"))
    assert 1e-3 < quadratic < 1.0 and closest < 1e-8
    assert MEASURES["lost_hits"](far=1e3)(None) == 0.0 < MEASURES["lost_hits"](far=1e5)(None)
