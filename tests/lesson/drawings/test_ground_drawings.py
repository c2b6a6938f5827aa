"""Drawings of the floor, of steps and of the skin show lengths and angles of the run."""

import re
import xml.etree.ElementTree as ET
from functools import cache
from math import atan, atan2, cos, degrees, hypot, radians, tan

import pytest

from game.explain import palette
from game.lesson import load_lesson, play
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.level_section import clipped, surfaces_of, within
from game.lesson.tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, HEAD, NORMAL, PLANE, SOLID, T1, hex_of
from game.lesson.tools.tick_paths import places_of
from tests.lesson.drawings.test_drawings import parts


@cache
def run_of(lesson, number):
    return play(load_lesson(lesson).pages[number - 1])


def places(part):
    return [tuple(map(float, place.split(","))) for place in part.get("points").split()]


def drawn(svg, kind, stroke):
    return [part for part in parts(svg, kind) if part.get("stroke") == stroke]


def arrow(svg, colour):
    """((x, y) of the start, (x, y) of the tip) of the first arrow of a colour."""
    shaft = drawn(svg, "line", colour)[0]
    tip = next(places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == colour)
    return (float(shaft.get("x1")), float(shaft.get("y1"))), tip


def test_the_tilted_displacement_has_the_old_length_and_the_slope_of_the_ramp():
    svg = DRAWINGS["tilted_displacement"]()(run_of("gravity", 8))
    (start, level), (_, tilted) = arrow(svg, BEFORE), arrow(svg, AFTER)
    lengths = [hypot(tip[0] - start[0], tip[1] - start[1]) for tip in (level, tilted)]
    assert lengths[0] == pytest.approx(lengths[1], abs=0.05)
    assert degrees(atan2(start[1] - tilted[1], tilted[0] - start[0])) == pytest.approx(30.0, abs=0.1)


def test_in_plan_view_the_floor_is_level():
    svg = DRAWINGS["sheared_slope"]()(run_of("wedges", 8))
    floors = [places(part) for part in drawn(svg, "polyline", SOLID) if float(part.get("stroke-width")) == 2.4]
    angles = [degrees(atan2(start[1] - end[1], end[0] - start[0])) for start, end in floors]
    seen = degrees(atan(tan(radians(25.0)) * cos(radians(30.0))))  # along the player's path, squarely into the wall
    assert angles == pytest.approx([seen, 0.0], abs=0.1)


def test_both_rays_hit_the_next_ledge():
    svg = DRAWINGS["tread_rays"]()(run_of("stepping", 6))
    assert len(drawn(svg, "line", T1)) == 2 and drawn(svg, "line", CONTACT) == []
    start, end = arrow(svg, T1)
    assert degrees(atan2(start[1] - end[1], end[0] - start[0])) == pytest.approx(50.0, abs=0.6), "it begins 2 mm above the edge"


def test_the_gap_and_the_distance_kept_back_have_the_angle_of_the_path():
    """30 degrees to the wall: the body stops twice as far back along its path as it is away from the wall."""
    svg = DRAWINGS["gap_section"]()(run_of("skin", 4))
    wall = min(y for part in drawn(svg, "polyline", SOLID) for _, y in places(part))
    body = places(drawn(svg, "polyline", BODY)[0])[0][1]
    stop, contact = places(drawn(svg, "polyline", BEFORE)[0])
    assert hypot(stop[0] - contact[0], stop[1] - contact[1]) == pytest.approx(2.0 * (wall - body), rel=1e-3)
    assert stop[1] == pytest.approx(body, abs=0.02) and contact[1] == pytest.approx(wall, abs=0.02)


def test_the_gap_of_each_tick_is_a_mark():
    svg = DRAWINGS["gap_ticks"](since=70, until=80)(run_of("skin", 3))
    heights = sorted({round(float(part.get("cy"))) for part in parts(svg, "circle")})
    assert len(parts(svg, "circle")) == 11 and len(heights) == 2, "it bobs between two gaps"


def test_places_of_a_path_are_merged():
    assert places_of([(0.0, 0.0), (1.0, 0.0), (0.0, 1e-6)], 7) == {(0.0, 0.0): [7, 9], (1.0, 0.0): [8]}


def test_the_way_out_of_a_wall_is_an_arrow():
    run = run_of("recovery", 1)
    svg = DRAWINGS["tick_path"](seen="above", names=False)(run)
    start, end = arrow(svg, T1)
    outline = [float(x) for part in parts(svg, "polygon")[:2] for x, _ in places(part)]
    pixels_a_metre = (max(outline) - min(outline)) / 0.8
    assert (end[1] - start[1]) / pixels_a_metre == pytest.approx(MEASURES["recovered"]()(run) / 1000.0, rel=0.02)


def test_a_corner_shows_the_sweeps_that_move_and_names_the_others():
    """Page 2 of the wedges: six sweeps, of which two move the body; the walls meet at the apex inside the drawing."""
    run = run_of("wedges", 2)
    svg = DRAWINGS["corner_sweeps"](reach=1.9)(run)
    assert (len(drawn(svg, "line", PLANE)), MEASURES["iterations"]()(run)) == (2, 6)
    ends = [place for part in drawn(svg, "polyline", SOLID) for place in places(part)]
    apex = min(y for x, y in ends if ends.count((x, y)) >= 2 and abs(x - svg.width / 2) < 10.0)
    body = next(part for part in parts(svg, "ellipse") if part.get("stroke") == BODY)
    assert 0.0 < apex < float(body.get("cy")) - float(body.get("ry"))


def test_the_enlarged_centre_jumps_as_far_as_the_page_says():
    run = run_of("wedges", 3)
    svg = DRAWINGS["trembling"](since=80, until=86)(run)
    bodies = [part for part in parts(svg, "ellipse") if part.get("stroke") == BODY]
    apart = hypot(*(float(bodies[0].get(axis)) - float(bodies[1].get(axis)) for axis in ("cx", "cy")))
    jump = apart * 0.4 / float(bodies[0].get("rx")) * 1000.0
    assert jump == pytest.approx(MEASURES["jitter"](since=80)(run), rel=0.02)
    assert drawn(DRAWINGS["trembling"](since=80)(run), "ellipse", BODY), "without `until`: up to the page's moment"


def test_lines_are_clipped_to_a_square():
    lines = [((-2.0, 0.0), (2.0, 0.0)), ((0.5, -3.0), (0.5, 0.5)), ((3.0, -1.0), (3.0, 1.0))]
    assert within(lines, (0.0, 0.0), 1.0) == [[(-1.0, 0.0), (1.0, 0.0)], [(0.5, -1.0), (0.5, 0.5)]]


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


def test_the_path_marks_as_many_ticks_in_the_air_as_the_page_says():
    dots = [part.get("fill") for part in parts(DRAWINGS["ground_path"]()(run_of("climbing", 2)), "circle")]
    assert (dots.count(AFTER), len(dots)) == (25, 47)


def test_the_ground_is_the_highest_line_above_each_place():
    floor, tread, gap = [(0.0, 0.0), (2.0, 0.0)], [(1.0, 0.5), (2.0, 0.5)], [(3.0, 1.0), (4.0, 2.0)]
    first = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.5), (2.0, 0.5)]
    assert surfaces_of([floor, tread, gap]) == [first, [(3.0, 1.0), (4.0, 2.0)]]


def test_a_line_is_clipped_to_a_box():
    box = (0.0, 0.0, 2.0, 1.0)
    assert clipped([(-1.0, 0.5), (3.0, 0.5)], box) == [(0.0, 0.5), (2.0, 0.5)]
    assert clipped([(1.0, -1.0), (1.0, 0.25)], box) == [(1.0, 0.0), (1.0, 0.25)]
    assert clipped([(0.0, 2.0), (2.0, 2.0)], box) is None and clipped([(3.0, 0.0), (4.0, 1.0)], box) is None


def test_the_sweeps_of_a_step_are_drawn_to_one_scale():
    svg = DRAWINGS["step_sweeps"]()(run_of("stepping", 1))
    up, forward, down = drawn(svg, "line", hex_of(palette.STEP_COLOUR))
    lengths = [abs(float(arrow.get("x2")) - float(arrow.get("x1"))) + abs(float(arrow.get("y2")) - float(arrow.get("y1")))
               for arrow in (up, forward, down)]
    heads = 0.7 * HEAD  # [pixels], by which the shaft of an arrow is shorter
    assert (lengths[0] + heads) / (lengths[1] + heads) == pytest.approx(0.4 / (5.0 / 30.0), rel=0.01)


def test_the_edge_on_a_slope_is_low_above_the_floors_plane_alone():
    words = ET.fromstring(DRAWINGS["step_on_slope"]()(run_of("stepping", 5)).text).get("aria-label")
    high, low = map(float, re.findall(r"\d\.\d+", words))
    assert high > 0.4 >= low


def test_a_flat_path_is_enlarged_across_the_wall():
    """The gap of 1 degree is 29 times thinner than the path that is left: both are seen."""
    svg = DRAWINGS["gap_section"]()(run_of("skin", 2))
    stop, contact = places(drawn(svg, "polyline", BEFORE)[0])
    assert contact[1] - stop[1] > 40.0 and contact[0] - stop[0] > 80.0


def test_the_probe_meets_the_edge_behind_the_player():
    """Its normal leads to the right, as the walk does."""
    svg = DRAWINGS["edge_left_behind"]()(run_of("stepping", 10))
    (start, tip), (begin, end) = arrow(svg, NORMAL), arrow(svg, BEFORE)
    assert tip[0] > start[0] and end[0] > begin[0]


def test_the_probe_ends_at_the_edge_beside_the_player_and_the_tick_ends_lower():
    """The edge is 0.42 m above q0, too high for a step. Both lengths are printed and drawn."""
    words = ET.fromstring(DRAWINGS["edge_beside"]()(run_of("stepping", 11)).text).get("aria-label")
    high, probe, tick = map(float, re.findall(r"\d\.\d+", words))
    assert high == pytest.approx(0.42, abs=0.006) and probe < 0.05 < tick


def test_the_normals_at_an_edge_have_the_angle_between_tread_and_sliding_plane():
    svg = DRAWINGS["edge_contact"]()(run_of("climbing", 4))
    (start, leans), (_, upright) = arrow(svg, NORMAL), arrow(svg, FAINT)
    assert upright[0] == pytest.approx(start[0], abs=0.05)
    assert degrees(atan2(start[0] - leans[0], start[1] - leans[1])) == pytest.approx(59.3, abs=0.2)


def test_bars_of_twins_have_the_colours_of_the_bodies():
    run = run_of("climbing", 6)
    fills = [part.get("fill") for part in parts(run.page.drawing(run), "polygon")]
    assert fills == [BODY, *map(hex_of, palette.TWINS)]


EVERY = [
    ("tilted_displacement", {}, "gravity", 8),
    ("touching_start", {"depth": 0.3}, "features", 11),
    ("enlarged_triangle", {}, "sweep", 11),
    ("gap_section", {}, "skin", 1),
    ("pushes_in_gap", {}, "recovery", 5),
    ("query_box", {}, "tree", 4),
    ("script_path", {"bodies": True}, "climbing", 2),
    ("ground_path", {}, "climbing", 2),
    ("edge_contact", {}, "climbing", 4),
    ("edge_contact", {"letters": "height"}, "climbing", 5),
    ("step_limit", {}, "stepping", 4),
    ("post_above", {}, "stepping", 7),
    ("step_sweeps", {}, "stepping", 1),
    ("step_on_slope", {}, "stepping", 5),
    ("edge_left_behind", {}, "stepping", 10),
    ("edge_beside", {}, "stepping", 11),
    ("edge_words", {}, "climbing", 7),
    ("edge_contact", {"letters": "slide"}, "climbing", 1),
    ("gap_section", {}, "skin", 2),
    ("raised_skin", {}, "skin", 8),
    ("tick_path", {"bodies": False}, "gravity", 1),
    ("script_path", {"since": 80, "until": 86, "seen": "above"}, "wedges", 3),
    ("kept_planes", {}, "wedges", 4),
    ("shrunk_paths", {}, "recovery", 4),
    ("hollow_wall", {}, "recovery", 6),
    ("tree_boxes", {}, "tree", 2),
    ("tree_split", {}, "tree", 3),
    ("tangent_bound", {}, "tree", 5),
]


@pytest.mark.parametrize("name, keys, lesson, page", EVERY)
def test_every_drawing_is_whole(name, keys, lesson, page):
    svg = DRAWINGS[name](**keys)(run_of(lesson, page))
    words = ET.fromstring(svg.text).get("aria-label")
    assert words and not re.search(r"nan|inf", svg.text.replace(words, ""))
