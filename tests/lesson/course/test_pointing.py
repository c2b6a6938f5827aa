"""Drawings and measures of the lesson "pointing" agree with closed forms."""

import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.pointing import RED
from game.lesson.tools.svg_canvas import CONTACT, FAINT, NORMAL
from tests.lesson.svg_parts import parts
from tests.lesson_pages import run_of


def test_the_eye_settles_over_the_drawn_centroid():
    """At z = 0 the drawn triangle is the triangle; its centroid is the mean of the corners."""
    at = {axis: MEASURES["drawn_centroid"](depth=0.0, axis=axis)(run_of("pointing", 1)) for axis in ("x", "y")}
    assert (at["x"], at["y"]) == pytest.approx((720.0 / 3.0, 820.0 / 3.0))


def test_the_weights_of_the_hit_sum_to_one():
    run = run_of("pointing", 1)
    weights = [MEASURES["hit_weight"](exhibit="gallery", corner=corner)(run) for corner in ("first", "second", "third")]
    assert sum(weights) == pytest.approx(1.0) and min(weights) > 0.0


def test_the_printed_foot_is_drawn_on_the_other_side_of_the_mouse():
    run = run_of("pointing", 3)
    places = {}
    for printed in (True, False):
        dots = parts(DRAWINGS["foot_and_hit"](exhibit="gallery", printed=printed)(run), "circle")
        x = {part.get("fill"): float(part.get("cx")) for part in dots}
        places[printed] = x[RED] - x["currentColor"]
    assert places[True] * places[False] < 0.0


def test_the_wrong_answers_of_the_drawing_are_many():
    dots = [part.get("fill") for part in parts(DRAWINGS["winding_answers"]()(run_of("pointing", 4)), "circle")]
    assert dots.count(CONTACT) > dots.count(NORMAL) and FAINT in dots


def test_two_areas_are_drawn():
    assert len(parts(DRAWINGS["screen_areas"](exhibit="gallery")(run_of("pointing", 2)), "polygon")) == 3
