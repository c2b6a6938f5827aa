"""Drawings and measures of the lesson "pointing" agree with closed forms."""

import numpy as np
import pytest

from game.lab.physics.forum_picking import triangle_at
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.pointing import RED
from game.lesson.tools.svg_canvas import CONTACT, FAINT, NORMAL
from tests.lesson.svg_parts import parts
from tests.lesson_pages import run_of


def test_the_eye_is_before_the_mean_of_the_corners():
    at = {axis: MEASURES["own_eye"](axis=axis)(run_of("pointing", 1)) for axis in ("x", "y")}
    assert (at["x"], at["y"]) == pytest.approx((720.0 / 3.0, 820.0 / 3.0))


def test_the_weights_of_the_hit_sum_to_one_and_give_the_hit():
    run = run_of("pointing", 2)
    weights = [MEASURES["hit_weight"](exhibit="gallery", corner=corner)(run) for corner in ("first", "second", "third")]
    hit = [MEASURES["picked_place"](exhibit="gallery", of="hit", axis=axis)(run) for axis in "xyz"]
    assert sum(weights) == pytest.approx(1.0) and min(weights) > 0.0
    assert np.array(weights) @ triangle_at(200.0) == pytest.approx(hit)


def test_the_printed_foot_is_drawn_on_the_other_side_of_the_mouse_as_far_away():
    dots = parts(DRAWINGS["foot_and_hit"](exhibit="gallery", printed=True)(run_of("pointing", 4)), "circle")
    x = {part.get("fill"): float(part.get("cx")) for part in dots}
    assert x["currentColor"] - x[RED] == pytest.approx(x[NORMAL] - x["currentColor"], abs=0.02)
    assert x[RED] < x["currentColor"]


def test_the_wrong_answers_of_the_drawing_are_many():
    dots = [part.get("fill") for part in parts(DRAWINGS["winding_answers"]()(run_of("pointing", 5)), "circle")]
    assert dots.count(CONTACT) > dots.count(NORMAL) and FAINT in dots


def test_two_areas_are_drawn():
    assert len(parts(DRAWINGS["screen_areas"](exhibit="gallery")(run_of("pointing", 3)), "polygon")) == 3
