"""Drawings of the detection: their lengths and angles are worked out here from the run, or from closed forms."""

import re
import xml.etree.ElementTree as ET
from math import atan2, degrees, hypot

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, PLANE, SOLID, T1
from tests.lesson.drawings.test_drawings import parts, run_of


def places(part):
    return [tuple(map(float, place.split(","))) for place in part.get("points").split()]


def drawn(svg, kind, colour):
    return [part for part in parts(svg, kind) if part.get("stroke") == colour]


def arrow(svg, colour):
    """Return (start, tip) of the first arrow in a colour."""
    line = drawn(svg, "line", colour)[0]
    tip = next(places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == colour and len(places(part)) == 3)
    return (float(line.get("x1")), float(line.get("y1"))), tip


def test_a_vector_in_longer_basis_vectors_ends_at_the_same_place():
    svg = DRAWINGS["vector_in_bases"](bases="both")(None)
    tips = [place for part in parts(svg, "polygon") if part.get("fill") == AFTER for place in places(part)[:1]]
    starts = [(float(part.get("x1")), float(part.get("y1"))) for part in drawn(svg, "line", AFTER)]
    vectors = [np.subtract(tip, start) for tip, start in zip(tips, starts)]
    assert len(vectors) == 2 and vectors[0] == pytest.approx(vectors[1], abs=0.05)


def test_a_sum_of_two_displacements_closes_the_triangle():
    svg = DRAWINGS["vector_sum"](first=8, second=22)(run_of("espace", 4))
    lines = [(float(part.get("x1")), float(part.get("y1"))) for part in drawn(svg, "line", BEFORE)]
    tips = [places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == BEFORE]
    assert lines[1] == pytest.approx(tips[0], abs=0.02), "Y begins where X ends"
    assert tips[1] == pytest.approx(arrow(svg, AFTER)[1], abs=0.02), "and X + Y ends where Y does"


def test_the_ramp_has_the_measured_angles_in_both_spaces():
    run = run_of("espace", 11)
    svg = DRAWINGS["ramp_in_both"]()(run)
    slopes = [places(part) for part in drawn(svg, "polyline", SOLID) if float(part.get("stroke-width")) > 2.0]
    angles = [degrees(atan2(start[1] - end[1], end[0] - start[0])) for start, end in slopes]
    wanted = [MEASURES["tilt"](of="ground", face=True, espace=espace)(run) for espace in (False, True)]
    assert angles == pytest.approx(wanted, abs=0.1) and len(angles) == 2


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


EVERY = [
    ("body_radii", {}, "espace", 1),
    ("two_parts", {}, "espace", 2),
    ("cross_product", {}, "sweep", 3),
    ("front_and_back", {}, "sweep", 10),
    ("inside_test", {"letters": "edges"}, "features", 3),
    ("edge_triangle", {}, "features", 6),
    ("nearest_point", {}, "features", 10),
    ("needle", {}, "features", 12),
]


@pytest.mark.parametrize("name, keys, lesson, page", EVERY)
def test_every_drawing_is_whole_and_inside_its_sheet(name, keys, lesson, page):
    svg = DRAWINGS[name](**keys)(run_of(lesson, page))
    root = ET.fromstring(svg.text)
    assert root.get("aria-label") and not re.search(r"nan|inf", svg.text.replace(root.get("aria-label"), ""))
    for part in parts(svg, "circle"):
        assert 0.0 <= float(part.get("cx")) <= svg.width and 0.0 <= float(part.get("cy")) <= svg.height
