"""Drawings and measures of the lesson "features" agree with closed forms."""

from math import hypot, sqrt

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.features import discs_of, twice_area
from game.lesson.tools.motion_and_contacts import touched_test
from game.lesson.tools.svg_canvas import BODY, CONTACT, PLANE, T0
from tests.lesson.svg_parts import drawn, parts, places
from tests.lesson_pages import run_of


def test_the_foot_on_an_edge_is_at_f():
    run = run_of("features", 7)
    svg = DRAWINGS["edge_triangle"](letters="place")(run)
    (start, _), tip = places(drawn(svg, "polyline", PLANE)[0]), places(drawn(svg, "polyline", PLANE)[0])[1]
    edge = float(parts(svg, "line")[0].get("x1")), max(x for part in parts(svg, "polygon") for x, _ in places(part))
    assert (tip[0] - start[0]) / (edge[1] - edge[0]) == pytest.approx(MEASURES["edge_place"]()(run), abs=0.01)


def test_the_contact_with_a_corner_is_one_radius_away():
    svg = DRAWINGS["closest_approach"]()(run_of("features", 9))
    sphere = next(part for part in parts(svg, "ellipse") if part.get("stroke") == BODY)
    corner = next(part for part in parts(svg, "circle") if part.get("fill") == CONTACT)
    away = hypot(*(float(sphere.get(name)) - float(corner.get(name)) for name in ("cx", "cy")))
    assert away == pytest.approx(float(sphere.get("rx")), abs=0.05)


def test_the_curve_is_1_at_its_roots():
    run = run_of("features", 5)
    test = touched_test(run)
    touched = next(part for part in test.parts if part.t is not None)
    a, b, c = touched.equation
    svg = DRAWINGS["distance_curve"]()(run)
    assert min((-b + sign * sqrt(b * b - 4 * a * c)) / (2 * a) for sign in (1, -1)) == pytest.approx(touched.roots[0])
    marks = [part for part in parts(svg, "circle") if part.get("fill") == T0]
    level = next(part for part in parts(svg, "polyline") if part.get("stroke-dasharray"))
    assert float(marks[0].get("cy")) == pytest.approx(float(level.get("points").split()[0].partition(",")[2]), abs=0.02)


def test_three_signs_are_drawn_and_the_point_is_in_the_triangle():
    svg = DRAWINGS["inside_test"]()(run_of("features", 1))
    corners = [tuple(map(float, place.split(","))) for place in parts(svg, "polygon")[0].get("points").split()]
    point = tuple(float(parts(svg, "circle")[0].get(name)) for name in ("cx", "cy"))
    signs = [twice_area(a, b, point) for a, b in zip(corners, corners[1:] + corners[:1])]
    assert all(sign > 0.0 for sign in signs) or all(sign < 0.0 for sign in signs)


def test_the_disc_grows_from_a_point_to_the_border():
    """At t0 it is a point outside the triangle; at the contact the touched point is on its rim."""
    test = touched_test(run_of("features", 4))
    discs = discs_of(test)
    assert discs[0][1] == pytest.approx(0.0, abs=1e-6) and min(test.barycentric) < 0.0
    assert [radius for _, radius in discs] == sorted(radius for _, radius in discs)
    assert np.linalg.norm(discs[-1][0] - test.point) == pytest.approx(discs[-1][1])


def test_the_coefficients_of_a_corner_give_its_roots():
    run = run_of("features", 5)
    a, b, c = (MEASURES["coefficient"](letter=letter)(run) for letter in "abc")
    root = sqrt(b * b - 4.0 * a * c)
    assert MEASURES["root"]()(run) == pytest.approx((-b - root) / (2.0 * a))
    assert MEASURES["root"](last=True)(run) == pytest.approx((-b + root) / (2.0 * a))


def test_a_face_has_no_coefficients():
    with pytest.raises(ValueError, match="a face"):
        MEASURES["root"]()(run_of("features", 1))


def test_the_edge_is_touched_at_its_place():
    """The block's front edge is 3 m long, and the player is 0.6 m beside its middle."""
    assert MEASURES["edge_place"]()(run_of("features", 7)) == pytest.approx(0.5 + 0.6 / 3.0)


def test_weights_sum_up_to_1():
    run = run_of("features", 2)
    assert sum(MEASURES["weight"](corner=corner)(run) for corner in range(3)) == pytest.approx(1.0)


def test_the_numbers_of_the_inside_test_give_the_weights():
    run = run_of("features", 3)
    a, b, c, x, y, z = (MEASURES["inside_term"](letter=letter)(run) for letter in "abcxyz")
    weights = [MEASURES["weight"](corner=corner)(run) for corner in range(3)]
    assert [-z / (a * c - b * b), x / (a * c - b * b), y / (a * c - b * b)] == pytest.approx(weights)
