"""Drawings and measures of the lesson "iterating" agree with closed forms."""

from math import cos, dist, log, pi, radians, sin, tan

import pytest

from game.collision import Rules
from game.lesson.course import MEASURES
from game.lesson.course.iterating import ASKED, AWAY
from game.lesson.course.iterating import BEFORE_END as BEFORE
from game.lesson.course.iterating import ELLIPSOID as BODY


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
    errors = [abs(MEASURES["past_wall_end"](calls=calls, rules=rules, angle=angle)(None) - right) for calls in (1, 10, 60, 600)]
    assert errors == sorted(errors, reverse=True) and errors[0] > 0.05 and errors[-1] < 2e-3


@pytest.mark.parametrize("rules", Rules.NAMES)
def test_one_call_goes_along_the_plane_of_the_first_contact(rules):
    turn = radians(45.0)
    end = ASKED * cos(turn), AWAY
    assert MEASURES["past_wall_end"](calls=1, rules=rules, angle=45.0)(None) == pytest.approx(dist(end, (0.0, 0.0)), abs=2e-3)
