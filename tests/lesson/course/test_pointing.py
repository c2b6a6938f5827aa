"""Drawings and measures of the lesson "pointing" agree with closed forms."""

import numpy as np
import pytest

from game.lab.exhibits.pointing import PointingGallery
from game.lab.physics import forum_picking
from game.lab.physics.forum_picking import triangle_at
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.pointing import RED
from game.lesson.tools.svg_canvas import AFTER, FAINT, NORMAL, PLANE
from tests.lesson.svg_parts import parts
from tests.lesson_pages import run_of

CORNERS = ("first", "second", "third")


def test_the_eye_is_before_the_mean_of_the_corners():
    at = {axis: MEASURES["own_eye"](axis=axis)(run_of("pointing", 1)) for axis in ("x", "y")}
    assert (at["x"], at["y"]) == pytest.approx((720.0 / 3.0, 820.0 / 3.0))


def test_the_weights_of_the_hit_sum_to_one_and_give_the_hit():
    weights, hit = ([MEASURES["ray_number"](depth=200.0, part=part)(None) for part in parts] for parts in (CORNERS, "xyz"))
    assert sum(weights) == pytest.approx(1.0) and min(weights) > 0.0
    assert np.array(weights) @ triangle_at(200.0) == pytest.approx(hit)


def test_the_numbers_of_the_ray_follow_from_those_of_the_page():
    corners, mouse, normal = triangle_at(200.0), np.array([300.0, 300.0, 0.0]), np.array([8.0, -3.0, -15.0])
    eye = np.array([240.0, 820.0 / 3.0, -500.0])
    assert (corners - corners[0]) @ normal == pytest.approx([0.0, 0.0, 0.0])
    above, below = (corners[0] - mouse) @ normal, (mouse - eye) @ normal
    assert (above, below) == pytest.approx((-1400.0, -7100.0))
    assert MEASURES["ray_number"](depth=200.0, part="s")(None) == pytest.approx(above / below)
    hit = [MEASURES["ray_number"](depth=200.0, part=part)(None) for part in "xyz"]
    assert mouse + above / below * (mouse - eye) == pytest.approx(hit)


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_the_marks_of_the_scene_are_at_the_places_of_the_page(number):
    """In metres, at 100 pixels each: on the ray, on the triangle's plane, or as far off it as the printed foot."""
    run = run_of("pointing", number)
    places = {mark.name: mark.at[1] for mark in run.page.marks if mark.name}
    depth, mouse = (400.0, (450.0, 200.0, 0.0)) if number == 3 else (200.0, (300.0, 300.0, 0.0))
    corners, eye = triangle_at(depth), forum_picking.own_eye()
    foot, printed = (forum_picking.feet(corners, np.array([mouse]), is_repaired)[0][0] for is_repaired in (True, False))
    hit = forum_picking.ray_hit(corners, np.array(mouse[:2]), eye)[0]
    drawn = forum_picking.perspective(corners, eye)[1] * (1.0, 1.0, 0.0)
    named = {"eye e": eye * (1.0, 1.0, -1.0), "mouse m": mouse, "h": hit, "p": corners[1], "foot": foot}
    named |= {"m - d n": foot, "m + d n": printed, "v1": corners[0], "v2": corners[1], "v3": corners[2]}
    for name, place in places.items():
        assert place == pytest.approx(PointingGallery().place(named.get(name, drawn)), abs=0.05), name


def test_without_its_else_the_program_calls_p_inside():
    assert MEASURES["winding_at"](across=440.0, down=120.0)(None) == 1.0
    assert forum_picking.winding_numbers(triangle_at(0.0), np.array([[440.0, 120.0]]), True)[0] == 0
    (p,) = [mark for mark in run_of("pointing", 5).page.marks if mark.name == "p"]
    assert p.at[1] == pytest.approx(PointingGallery().place(np.array([440.0, 120.0, -8.0])), abs=1e-6)


def test_the_printed_foot_is_drawn_on_the_other_side_of_the_mouse_as_far_away():
    dots = parts(DRAWINGS["foot_and_hit"](exhibit="gallery", printed=True)(run_of("pointing", 4)), "circle")
    x = {part.get("fill"): float(part.get("cx")) for part in dots}
    assert x[AFTER] - x[RED] == pytest.approx(x[PLANE] - x[AFTER], abs=0.02)
    assert x[RED] < x[AFTER]


def test_the_wrong_answers_of_the_drawing_are_many():
    dots = [part.get("fill") for part in parts(DRAWINGS["winding_answers"]()(run_of("pointing", 5)), "circle")]
    assert dots.count(RED) > dots.count(NORMAL) and FAINT in dots


def test_two_areas_are_drawn():
    assert len(parts(DRAWINGS["screen_areas"](depth=400.0, across=450.0, down=200.0)(run_of("pointing", 3)), "polygon")) == 3
