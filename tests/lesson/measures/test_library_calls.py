"""Measures of single calls agree with closed forms, and with what a sweep alone finds."""

from math import cos, dist, log, pi, radians, sin, tan

import pytest

from game.collision import Rules, sweep
from game.lesson.course import MEASURES
from game.lesson.course.algorithm import ELLIPSOID as BODY
from game.lesson.course.algorithm import FLOOR
from game.lesson.course.iterating import ASKED, AWAY
from game.lesson.course.iterating import BEFORE_END as BEFORE


@pytest.mark.parametrize("angle", [20.0, 30.0, 45.0])
@pytest.mark.parametrize("rules", ["thebigh", "modern"])
def test_many_calls_go_around_the_end_as_a_body_that_always_slides(angle, rules):
    """The way to the wall, along it, around its end on a circle of the body's radius, and straight on.

    Around the end, the speed is the cosine of the angle between the displacement and the circle's tangent.
    """
    turn, radius = radians(angle), BODY.radii[0]
    left = ASKED - AWAY / sin(turn) - (BEFORE - AWAY / tan(turn)) / cos(turn) - radius * log(tan(pi / 4.0 + turn / 2.0))
    end = radius * sin(turn) + left * cos(turn), -radius * cos(turn) + left * sin(turn), 0.0
    right = dist(end, (-BEFORE, -radius - AWAY, 0.0))
    errors = [
        abs(MEASURES["past_wall_end"](calls=calls, rules=rules, angle=angle)(None) - right) for calls in (1, 10, 60, 600)
    ]
    assert errors == sorted(errors, reverse=True) and errors[0] > 0.05 and errors[-1] < 2e-3


@pytest.mark.parametrize("rules", Rules.NAMES)
def test_one_call_goes_along_the_plane_of_the_first_contact(rules):
    turn = radians(45.0)
    end = ASKED * cos(turn), AWAY
    assert MEASURES["past_wall_end"](calls=1, rules=rules, angle=45.0)(None) == pytest.approx(dist(end, (0.0, 0.0)), abs=2e-3)


def test_only_the_forums_rules_hold_a_body_that_leaves_what_it_touches():
    assert sweep(FLOOR, BODY, (0.0, 0.0, BODY.radii[2]), (0.0, 0.0, 0.1)) is None
    rises = [MEASURES["leaves_touch"](rules=rules)(None) for rules in ("fauerby", "thebigh", "modern")]
    assert rises == pytest.approx([100.0, 0.0, 100.0], abs=1e-9)


def test_the_repaired_rules_never_move_a_body_farther_than_its_displacement():
    assert MEASURES["moved_farther"](rules="modern")(None) == 0.0 < MEASURES["moved_farther"](rules="fauerby")(None) < 2.0
