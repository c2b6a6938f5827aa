"""Drawings and measures of the lesson "tree" agree with closed forms."""

import pytest

from game.lesson.course import MEASURES
from tests.lesson_pages import run_of


def test_without_a_tree_each_triangle_leaves_by_one_exit():
    run = run_of("features", 1)
    shares = [MEASURES["share_without_tree"](of=way)(run) for way in ("back_facing", "interval_outside", "full_test")]
    assert sum(shares) == pytest.approx(100.0) and min(shares) > 0.0
