"""Drawings and measures of the lesson "solids" agree with closed forms."""

import pytest

from game.lesson.course import DRAWINGS, MEASURES
from tests.lesson_pages import run_of


def test_a_point_in_the_sum_is_wrong_in_four_ninths_of_the_places():
    """Areas: X + X has 2, X - X has 3, both together .5, of 9 places (E22)."""
    run = run_of("solids", 1)
    assert MEASURES["wrong_places"](by="sum")(run) == pytest.approx(400.0 / 9.0, abs=2.5)
    assert MEASURES["wrong_places"](by="difference")(run) == 0.0


def test_a_plane_proves_the_distance():
    run = run_of("solids", 2)
    distance, plane = (MEASURES["gjk_result"](term=term, shift=-3.0)(run) for term in ("distance", "plane"))
    assert distance == pytest.approx(plane, abs=1e-14)
    assert MEASURES["depth_of"](by="least", shift=1.2)(run) <= MEASURES["depth_of"](by="bisection", shift=1.2)(run)


def test_each_step_is_drawn():
    steps = int(MEASURES["gjk_result"](term="steps", shift=-3.0)(run_of("solids", 2)))
    assert DRAWINGS["gjk_steps"](shift=-3.0)(run_of("solids", 2)).text.count("<circle") == steps + 1
