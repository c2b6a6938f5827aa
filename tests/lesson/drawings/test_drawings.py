"""Drawings show what the run says: places on the sheet are worked out here from the trace and from closed forms."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from math import atan, degrees, radians, sqrt, tan

import numpy as np
import pytest

from game.lesson import load_lesson, play
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.features import cross, discs_of
from game.lesson.course.nearest import posts_of, single_contacts
from game.lesson.course.sliding import tangents_and_normal
from game.lesson.course.wedges import projections
from game.lesson.tools.svg_canvas import AFTER, BEFORE, CONTACT, HEAD, INK, NORMAL, T0, T1, Sheet
from game.lesson.tools.sweep_and_slide_sections import cut_basis, ellipse_cut
from game.lesson.tools.sweeps_and_contacts import touched_test


@cache
def run_of(lesson, number):
    return play(load_lesson(lesson).pages[number - 1])


def parts(svg, kind):
    return [part for part in ET.fromstring(svg.text).iter() if part.tag.rpartition("}")[2] == kind]


def test_a_sheet_has_one_scale_and_y_up():
    sheet = Sheet((0.0, 0.0, 2.0, 1.0), 220, 220, margin=10)
    assert sheet.at((0.0, 0.5)) == (10.0, 110.0) and sheet.at((2.0, 1.0)) == (210.0, 60.0)
    left, bottom, right, top = sheet.box
    assert (right - left, top - bottom) == pytest.approx((2.2, 2.2))


def test_the_head_of_an_arrow_ends_at_its_point():
    sheet = Sheet((0.0, 0.0, 1.0, 1.0), 120, 120, margin=10)
    sheet.arrow((0.0, 0.0), (1.0, 0.0))
    tip = parts(sheet.svg(""), "polygon")[0].get("points").split()[0]
    assert tip == "110.00,110.00"
    assert float(parts(sheet.svg(""), "line")[0].get("x2")) == pytest.approx(110.0 - 0.7 * HEAD)


def test_letters_stay_on_the_sheet():
    sheet = Sheet((0.0, 0.0, 1.0, 1.0), 120, 120, margin=0)
    sheet.letter((1.0, 1.0), "a long text here", towards=(1, 1))
    placed = parts(sheet.svg(""), "svg")[1]
    assert float(placed.get("x")) + float(placed.get("width")) <= 120.0 and float(placed.get("y")) >= 0.0


def test_the_sphere_at_t0_rests_on_the_plane():
    """In the section the sphere at t0 is a circle of the start's size, whose lowest point is the contact."""
    svg = DRAWINGS["sweep_section"]()(run_of("sweep", 4))
    start = parts(svg, "ellipse")[0]
    first = next(part for part in parts(svg, "circle") if part.get("stroke") == T0)
    assert start.get("rx") == start.get("ry") == first.get("r")
    assert len(first) == 0, "the outline stays there while a disc moves: a still picture shows it in its place"
    contact = next(part for part in parts(svg, "circle") if part.get("fill") == CONTACT)
    assert float(first.get("cy")) + float(first.get("r")) == pytest.approx(float(contact.get("cy")), abs=0.02)


def test_the_section_of_an_ellipsoid_is_the_ellipsoid():
    radii = np.array((0.4, 0.4, 0.9))
    along, up = cut_basis((1.0, 2.0, 0.5), (0.3, -0.2, 0.9))
    assert along @ up == pytest.approx(0.0, abs=1e-12) and along @ (1.0, 2.0, 0.5) > 0.0
    for x, y in ellipse_cut(radii, along, up):
        assert np.linalg.norm((x * along + y * up) / radii) == pytest.approx(1.0)


def tips_of(svg, *colours):
    """Return the tips (x, y) [pixels] of the arrows of these colours, in the order of the colours."""
    heads = [next(part for part in parts(svg, "polygon") if part.get("fill") == colour) for colour in colours]
    return [tuple(map(float, head.get("points").split()[0].split(","))) for head in heads]


def dot_of(svg, colour):
    """Return the centre (x, y) [pixels] of the first dot of a colour."""
    dot = next(part for part in parts(svg, "circle") if part.get("fill") == colour)
    return float(dot.get("cx")), float(dot.get("cy"))


def test_the_kept_displacement_is_parallel_to_the_wall():
    """v' leads from the centre along the wall, and ends straight above the end of v."""
    svg = DRAWINGS["slide_section"]()(run_of("sliding", 5))
    before, after = tips_of(svg, BEFORE, AFTER)
    assert after[1] == pytest.approx(dot_of(svg, INK)[1], abs=0.02)
    assert before[0] == pytest.approx(after[0], abs=0.02) and before[1] > after[1]


def test_the_projected_destination_is_in_the_sliding_plane():
    """E' is as high as q and straight above E, and v' leads from q to E'."""
    svg = DRAWINGS["slide_section"](points=True)(run_of("sliding", 4))
    touched, end, projected = (dot_of(svg, colour) for colour in (CONTACT, BEFORE, AFTER))
    assert projected == pytest.approx((end[0], touched[1]), abs=0.02) and projected == tips_of(svg, AFTER)[0]
    assert end == tips_of(svg, BEFORE)[0]


def test_the_posts_count_the_triangles_that_are_touched_alone():
    run = run_of("nearest", 5)
    alone = {number for _, number in single_contacts(run, 0, 0)}
    posts = posts_of(run, run.record(), float(run.state(1).position[2]))
    assert [len(numbers) for _, _, numbers in posts] == [12, 12, 12]
    assert [len(numbers & alone) for _, _, numbers in posts] == [5, 8, 10] and len(alone) == MEASURES["single_hits"]()(run) == 23


def test_the_first_post_of_the_file_is_the_farthest():
    run = run_of("nearest", 2)
    posts = posts_of(run, run.record(), float(run.state(0).position[2]))
    distances = [float(middle[1]) for middle, _, _ in posts]
    assert len(distances) == 3 and max(distances) == distances[0] and min(distances) == distances[2]


def test_one_call_with_gravity_leaves_less_than_walking_alone():
    """The drawing states the length that the tick's own slide has, and a shorter one for the sum."""
    run = run_of("gravity", 3)
    assert MEASURES["iteration"](part="next", tick=9)(run) == pytest.approx(43.0, abs=0.5)
    svg = DRAWINGS["combined_call"](tick=9)(run)
    touched, alone, combined = (np.array(dot_of(svg, colour)) for colour in (CONTACT, AFTER, T1))
    lengths = [np.linalg.norm(point - touched) for point in (alone, combined)]
    assert lengths[1] / lengths[0] == pytest.approx(31.0 / 43.0, abs=0.02)


def test_a_fall_is_clipped_along_the_slope():
    """f' and the part that the slope removes are at a right angle."""
    svg = DRAWINGS["clipped_fall"]()(run_of("gravity", 12))
    removed = next(part for part in parts(svg, "polyline") if part.get("stroke-dasharray")).get("points").split()
    start, end = (np.array(tuple(map(float, point.split(",")))) for point in removed)
    slope = next(part for part in parts(svg, "polyline") if not part.get("stroke-dasharray")).get("points").split()
    top, foot = (np.array(tuple(map(float, point.split(",")))) for point in slope)
    assert abs((end - start) @ (foot - top)) < 0.01 * np.linalg.norm(end - start) * np.linalg.norm(foot - top)


def test_the_curve_is_1_at_its_roots():
    run = run_of("features", 5)
    test = touched_test(run, "move", 0, 0)
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
    signs = [cross(a, b, point) for a, b in zip(corners, corners[1:] + corners[:1])]
    assert all(sign > 0.0 for sign in signs) or all(sign < 0.0 for sign in signs)


def test_a_ramp_of_45_degrees_is_drawn_with_24_in_espace():
    svg = DRAWINGS["squeezed_ramp"](slope=45.0)(run_of("espace", 5))
    ramps = [part.get("points").split() for part in parts(svg, "polygon") if len(part.get("points").split()) == 3][::1]
    slopes = []
    for foot, top, _ in (ramp for ramp in ramps if ramp[1].split(",")[0] == ramp[2].split(",")[0]):
        (x0, y0), (x1, y1) = (tuple(map(float, place.split(","))) for place in (foot, top))
        slopes.append(degrees(atan((y0 - y1) / (x1 - x0))))
    assert slopes == pytest.approx([45.0, degrees(atan(tan(radians(45.0)) * 0.4 / 0.9))], abs=0.3)


def test_bars_are_as_long_as_their_values():
    rows = (("one", 10.0), ("two", 5.0))
    first, second = parts(DRAWINGS["bars"](rows=rows)(None), "polygon")[:2]
    lengths = [np.ptp([float(place.split(",")[0]) for place in bar.get("points").split()]) for bar in (first, second)]
    assert lengths[0] == pytest.approx(2.0 * lengths[1], abs=0.02)


EVERY = [
    ("sweep_section", {"letters": ("interval", "last")}, "sweep", 1),
    ("gap_curve", {}, "skin", 3),
    ("tangent_plane", {}, "sliding", 7),
    ("outcomes", {}, "sweep", 9),
    ("growing_disc", {}, "features", 4),
    ("tick_path", {}, "climbing", 6),
    ("tick_path", {"seen": "above"}, "wedges", 1),
    ("script_path", {}, "espace", 6),
    ("candidates_above", {}, "wedges", 5),
    ("posts_above", {}, "nearest", 2),
    ("contact_normal", {"shows": ("centre", "plane")}, "sliding", 3),
    ("contact_normal", {"shows": ("gradient",)}, "sliding", 9),
    ("gradient_curve", {}, "sliding", 8),
    ("tick_path", {"seen": "above", "touched": True}, "iterating", 1),
    ("very_close", {}, "iterating", 4),
    ("steep_wall", {}, "gravity", 10),
    ("slide_section", {"normal": "m"}, "gravity", 11),
]


@pytest.mark.parametrize("name, keys, lesson, page", EVERY)
def test_every_drawing_is_whole_and_inside_its_sheet(name, keys, lesson, page):
    svg = DRAWINGS[name](**keys)(run_of(lesson, page))
    root = ET.fromstring(svg.text)
    assert root.get("aria-label") and (svg.width, svg.height) == (float(root.get("width")), float(root.get("height")))
    assert not re.search(r"nan|inf", svg.text.replace(root.get("aria-label"), ""))
    for part in parts(svg, "circle"):
        assert 0.0 <= float(part.get("cx")) <= svg.width and 0.0 <= float(part.get("cy")) <= svg.height


def test_the_normal_of_two_tangents_is_the_gradient():
    """N of an ellipsoid is (x / rx^2, y / ry^2, z / rz^2), made unit (paper, appendix A)."""
    radii, turn, lift = np.array((0.4, 0.5, 0.9)), -0.9, 0.6
    place = radii * (np.cos(turn) * np.cos(lift), np.sin(turn) * np.cos(lift), np.sin(lift))
    (first, second), normal = tangents_and_normal(radii, turn, lift)
    gradient = place / radii**2
    assert normal == pytest.approx(gradient / np.linalg.norm(gradient))
    assert abs(first @ normal) + abs(second @ normal) == pytest.approx(0.0, abs=1e-12)


def test_in_espace_the_normal_points_at_the_centre():
    """The angle in the drawing is the measured one in the world, and 0 in eSpace."""
    run = run_of("espace", 2)
    tips = {}
    for espace in (False, True):
        svg = DRAWINGS["contact_normal"](espace=espace)(run)
        tip = next(
            tuple(map(float, part.get("points").split()[0].split(",")))
            for part in parts(svg, "polygon")
            if part.get("fill") == NORMAL
        )
        contact, centre = (
            next((float(part.get("cx")), float(part.get("cy"))) for part in parts(svg, "circle") if part.get("fill") == colour)
            for colour in (CONTACT, INK)
        )
        tips[espace] = degrees(np.arctan2(*np.subtract(tip, contact)) - np.arctan2(*np.subtract(centre, contact)))
    assert abs(tips[True]) < 0.2 and abs(tips[False]) == pytest.approx(MEASURES["lean"]()(run), abs=0.2)


def test_the_disc_grows_from_a_point_to_the_border():
    """At t0 it is a point outside the triangle; at the contact the touched point is on its rim."""
    test = touched_test(run_of("features", 4), "move", 0, 0)
    discs = discs_of(test)
    assert discs[0][1] == pytest.approx(0.0, abs=1e-6) and min(test.barycentric) < 0.0
    assert [radius for _, radius in discs] == sorted(radius for _, radius in discs)
    assert np.linalg.norm(discs[-1][0] - test.point) == pytest.approx(discs[-1][1])


@pytest.mark.parametrize("aside, allowed", [(0.6, [False, False]), (-0.6, [True, False])])
def test_a_projection_that_leads_into_the_other_wall_is_not_allowed(aside, allowed):
    """One wall ahead, one on the right: along the first wall the body gets away to the left only."""
    ends = projections(np.array((aside, 0.8, 0.0)), [np.array((0.0, -1.0, 0.0)), np.array((-1.0, 0.0, 0.0))])
    assert [is_allowed for _, is_allowed in ends] == allowed
    assert ends[0][0].tolist() == pytest.approx([aside, 0.0, 0.0])


def rectangles(text):
    """Return the rectangles (left, top, right, bottom) of the texts of an enlarged drawing [pixels]."""
    placed = [part for part in ET.fromstring(text).iter() if part.tag.endswith("svg") and part.get("x")]
    numbers = ([float(one.get(key)) for key in ("x", "y", "width", "height")] for one in placed)
    return [(x, y, x + wide, y + high) for x, y, wide, high in numbers]


def test_enlarged_letters_stay_apart_and_on_the_wider_sheet():
    sheet = Sheet((0.0, 0.0, 1.0, 1.0), 200, 100, margin=10)
    sheet.put(60, 50, "left")
    sheet.put(110, 50, "right")
    sheet.letter((1.0, 1.0), "at the end of it", towards=(1, 0))
    usual, large = rectangles(sheet.svg("").text), rectangles(sheet.svg("").enlarge(2.0, 400.0))
    growth = [(b[3] - b[1]) / (a[3] - a[1]) for a, b in zip(usual, large)]
    assert growth[2] == pytest.approx(2.0, abs=0.01) and large[2][2] > 200.0, "beside the usual sheet is room"
    assert 1.0 <= min(growth[:2]) < max(growth[:2]) < 2.0 and large[0][2] < large[1][0], "as large as they can be"
    assert all(-100.0 <= left and right <= 300.0 and 0.0 <= top and low <= 100.0 for left, top, right, low in large)


@pytest.mark.parametrize("factor", [1.0, 1.5, 2.5])
def test_the_radii_of_the_body_are_written_beside_its_outline(factor):
    """A newcomer saw "0.9 m" across the outline, in a drawing that was smaller than usual."""
    svg = DRAWINGS["body_radii"]()(run_of("espace", 1))
    outline, letters = parts(svg, "ellipse")[0], rectangles(svg.enlarge(factor, svg.width * factor))
    middle, radii = ([float(outline.get(name)) for name in pair] for pair in (("cx", "cy"), ("rx", "ry")))
    assert len(letters) == 2
    for left, top, right, bottom in letters:
        nearest = min(max(middle[0], left), right), min(max(middle[1], top), bottom)
        assert sum(((a - b) / radius) ** 2 for a, b, radius in zip(nearest, middle, radii)) > 1.0
