"""Drawings and measures of the lesson "recovery" agree with closed forms."""

from math import radians, sin

import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.svg_canvas import BODY, NORMAL, SOLID, T1
from tests.lesson.svg_parts import arrow, drawn, parts, places
from tests.lesson_pages import run_of


def test_the_way_out_of_a_wall_is_an_arrow():
    run = run_of("recovery", 1)
    svg = DRAWINGS["tick_path"](seen="above", names=False)(run)
    start, end = arrow(svg, T1)
    outline = [float(x) for part in parts(svg, "polygon")[:2] for x, _ in places(part)]
    pixels_a_metre = (max(outline) - min(outline)) / 0.8
    assert (end[1] - start[1]) / pixels_a_metre == pytest.approx(MEASURES["recovered"]()(run) / 1000.0, rel=0.02)


def test_an_embedded_sphere_is_as_deep_as_the_page_says():
    """D = 0.75: the wall is at three quarters of the radius above the centre."""
    run = run_of("recovery", 1)
    svg = DRAWINGS["embedded_sphere"]()(run)
    body = next(part for part in parts(svg, "ellipse") if part.get("stroke") == BODY)
    wall = places(next(part for part in drawn(svg, "polyline", SOLID)))[0][1]
    distance = (float(body.get("cy")) - wall) / float(body.get("ry"))
    assert distance == pytest.approx(MEASURES["nearest_before"]()(run), abs=0.01) and distance == pytest.approx(0.75, abs=0.01)


def test_the_push_out_of_a_notch_has_the_length_of_the_page():
    run = run_of("recovery", 3)
    svg = DRAWINGS["push_out"]()(run)
    (start, end), body = arrow(svg, T1), next(part for part in parts(svg, "ellipse") if part.get("stroke") == BODY)
    assert (end[1] - start[1]) * 0.4 / float(body.get("rx")) == pytest.approx(MEASURES["recovered"]()(run) / 1000.0, abs=0.003)
    assert len(drawn(svg, "line", NORMAL)) == 2, "one normal for each wall"


def test_recovery_moves_by_the_depth_and_a_skin():
    run = run_of("recovery", 1)
    depth, skin = MEASURES["depth_before"]()(run), 1000.0 * run.simulation.rules.skin
    assert MEASURES["recovered"]()(run) == pytest.approx(depth + skin)


def test_out_of_two_walls_the_push_is_the_depth_over_the_sine_of_half_the_angle():
    run = run_of("recovery", 3)
    depth, skin = MEASURES["depth_before"]()(run), 1000.0 * run.simulation.rules.skin
    assert MEASURES["recovered"]()(run) == pytest.approx((depth + skin) / sin(radians(10.0)))
