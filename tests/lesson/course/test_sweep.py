"""Drawings and measures of the lesson "sweep" agree with closed forms."""

import pytest

from game.lesson import load_lesson, play
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.motion_and_contacts import contact_of
from game.lesson.tools.svg_canvas import BEFORE, BODY, FAINT, PLANE, SOLID, T1
from tests.lesson.svg_parts import arrow, drawn, parts, places
from tests.lesson_pages import run_of


def test_the_jump_ends_behind_a_wall_one_metre_thick():
    svg = DRAWINGS["wall_jump"]()(run_of("sweep", 1))
    (start, tip), wall = arrow(svg, BEFORE), next(places(part) for part in drawn(svg, "polygon", SOLID))
    pixels_a_metre = (tip[0] - start[0]) / MEASURES["pass_length"]()(run_of("sweep", 1))
    near, far = min(x for x, _ in wall), max(x for x, _ in wall)
    assert (far - near) / pixels_a_metre == pytest.approx(1.0, abs=0.01)
    body = [x for x, _ in places(drawn(svg, "polygon", BODY)[0])]
    assert max(body) == pytest.approx(near, abs=0.6) and tip[0] - (max(body) - min(body)) / 2 > far


@pytest.mark.parametrize("page, gap", [(7, 0.5), (8, 1.0)])
def test_the_distance_of_a_parallel_plane_is_that_of_the_wall(page, gap):
    """The wall's face is at y = 3.5 m, the body's centre at 2.9 m and at 2.7 m."""
    svg = DRAWINGS["parallel_plane"]()(run_of("sweep", page))
    circle = next(part for part in parts(svg, "ellipse") if part.get("stroke") == FAINT)  # the start
    plane = places(drawn(svg, "polyline", SOLID)[0])[0][1]
    radius = float(circle.get("ry"))
    assert (plane - float(circle.get("cy"))) / radius - 1.0 == pytest.approx(gap, abs=0.01)


def test_the_gap_that_is_not_crossed_is_longer_than_the_way_towards_the_plane():
    svg = DRAWINGS["parallel_plane"](letters="gap")(run_of("sweep", 8))
    (_, high), (_, low) = places(drawn(svg, "polyline", T1)[0])
    start, tip = arrow(svg, PLANE)
    assert abs(low - high) > abs(tip[1] - start[1]) > 0.0


def test_the_path_crosses_the_plane_beside_the_front():
    svg = DRAWINGS["front_from_above"]()(run_of("sweep", 12))
    (x, low), (_, high) = arrow(svg, BEFORE)
    plane = next(places(part) for part in drawn(svg, "polyline", PLANE))
    walls = [place for part in drawn(svg, "polyline", SOLID) for place in places(part)]
    assert high < plane[0][1] < low and x > max(place[0] for place in walls)


def test_the_numbers_of_a_plane_give_its_interval():
    run = run_of("sweep", 4)
    d, closing = MEASURES["plane_distance"]()(run), MEASURES["normal_dot_velocity"]()(run)
    assert MEASURES["plane_time"]()(run) == pytest.approx((1.0 - d) / closing)
    assert MEASURES["plane_time"](last=True)(run) == pytest.approx((-1.0 - d) / closing)


def test_the_terms_of_the_plane_are_those_of_its_equation():
    """The constant is taken from the start of the sweep; a corner of the triangle gives the same."""
    run = run_of("sweep", 3)
    step = contact_of(run)
    normal = [MEASURES["normal"](axis=axis, espace=True)(run) for axis in "xyz"]
    contact = [part / radius for part, radius in zip(step.point, run.simulation.params.radii)]
    constant = -sum(n * part for n, part in zip(normal, contact))
    assert MEASURES["plane_term"](term="constant")(run) == pytest.approx(constant)


@pytest.mark.parametrize("name, page", [("iterating", 0), ("nearest", 0)])
def test_a_corner_of_the_touched_triangle_is_in_its_plane(name, page):
    """N . p1 + C = 0. The corners of a test count from the start of the tick, and were taken from the start of the sweep."""
    run = play(load_lesson(name).pages[page])
    vectors = [[MEASURES["sweep_vector"](vector=v, axis=axis)(run) for axis in "xyz"] for v in ("N", "p1")]
    constant = MEASURES["plane_term"](term="constant")(run)
    assert sum(a * b for a, b in zip(*vectors)) == pytest.approx(-constant, abs=1e-9)
