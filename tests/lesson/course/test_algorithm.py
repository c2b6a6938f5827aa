"""Drawings and measures of the lesson "algorithm" agree with closed forms."""

import pytest

from game.collision import sweep
from game.lesson.course import MEASURES
from game.lesson.course.algorithm import ELLIPSOID as BODY
from game.lesson.course.algorithm import FLOOR


def test_only_the_forums_rules_hold_a_body_that_leaves_what_it_touches():
    assert sweep(FLOOR, BODY, (0.0, 0.0, BODY.radii[2]), (0.0, 0.0, 0.1)) is None
    rises = [MEASURES["leaves_touch"](rules=rules)(None) for rules in ("fauerby", "thebigh", "modern")]
    assert rises == pytest.approx([100.0, 0.0, 100.0], abs=1e-9)


def test_the_repaired_rules_never_move_a_body_farther_than_its_displacement():
    assert MEASURES["moved_farther"](rules="modern")(None) == 0.0 < MEASURES["moved_farther"](rules="fauerby")(None) < 2.0
