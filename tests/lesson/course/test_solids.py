"""Drawings and measures of the lesson "solids" agree with closed forms."""

import re
from math import pi, prod

import numpy as np
import pytest

from game.lab.exhibits.statues import COVARIANCE, STATUES, box_corners, volumes
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.exhibit_measures import exhibit_at
from game.lesson.tools.svg_canvas import PLANE, SOLID
from tests.lesson.svg_parts import drawn, places
from tests.lesson_pages import measured, run_of


def test_a_plane_proves_the_distance():
    run = run_of("solids", 2)
    distance = MEASURES["readout"](exhibit="sums", reading="distance")(run)
    assert MEASURES["gap_of_planes"](exhibit="sums")(run) == pytest.approx(distance, abs=1e-9)


def test_the_least_depth_is_no_more_than_that_along_the_rail():
    """p = (.4, .3) is behind the face x + z = 1.2 of the difference: .5 along x, .5 / sqrt 2 across."""
    run = run_of("solids", 4)
    assert MEASURES["depth_along_rail"](exhibit="sums")(run) == pytest.approx(0.5, abs=1e-9)
    assert MEASURES["depth_in_room"](exhibit="sums")(run) == pytest.approx(0.5 / 2.0**0.5, abs=1e-9)


def test_each_step_is_drawn():
    run = run_of("solids", 2)
    steps = int(MEASURES["readout"](exhibit="sums", reading="steps")(run))
    assert DRAWINGS["gjk_steps"](exhibit="sums")(run).text.count("<circle") == steps + 1


def test_two_ways_out_are_drawn_the_shorter_one_half_as_long_across_and_along():
    """.5 along the rail, and .5 / sqrt 2 through the face x + z = 1.2: .25 along x. Each arrow ends 6.3 pixels before its tip."""
    text = DRAWINGS["ways_out"](exhibit="sums")(run_of("solids", 4)).text
    rail, least = re.findall(r'<polygon points="([\d.]+),([\d.]+) ', text)[1:]
    (x, y), *_ = re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', text)
    across, along = float(rail[0]) - float(x), float(least[0]) - float(x)
    assert along == pytest.approx(across / 2.0, abs=0.02) and float(y) - float(least[1]) == pytest.approx(along, abs=0.02)


def test_the_tests_of_a_ball_follow_from_the_table():
    """1 + the sum of children times V, over the volume of the places."""
    run = run_of("solids", 8)
    children = {"whole": 2, "upper half": 4, "lower half": 3, "limbs": 2}
    found = sum(count * MEASURES["fattened_boxes"](of=group)(run) for group, count in children.items())
    expected = MEASURES["readout"](exhibit="statues", reading="expected")(run)
    assert 1.0 + found / MEASURES["probed_volume"]()(run) == pytest.approx(expected, abs=1e-6)


def test_the_sides_of_the_planks_box_give_its_volume():
    run = run_of("solids", 5)
    sides = [MEASURES["plank_side"](exhibit="statues", axis=axis)(run) for axis in "xyz"]
    assert prod(sides) == pytest.approx(MEASURES["readout"](exhibit="statues", reading="plank")(run), abs=1e-5)


def test_gaps_over_speeds_are_the_times():
    run = run_of("solids", 9)
    for axis in "xy":
        gap, speed, time = (
            MEASURES[name](exhibit="statues", axis=axis, tick=12)(run) for name in ("axis_gap", "axis_speed", "axis_time")
        )
        assert gap / speed == pytest.approx(time, abs=1e-9)


def test_b_is_drawn_at_the_rooms_p():
    """p = (-.6, .3) m, and a leg of the triangles is 1.2 m long: B is moved by (-.5, .25) of A's side."""
    text = DRAWINGS["sum_and_difference"](exhibit="sums")(run_of("solids", 1)).text
    rings = [[tuple(map(float, place.split(","))) for place in found.split()] for found in re.findall(r'points="([^"]*)"', text)]
    (a, b) = [ring for ring in rings if len(ring) == 3][1:3]
    side = a[1][0] - a[0][0]
    assert b[0][0] - a[0][0] == pytest.approx(-0.5 * side, abs=0.02) and a[0][1] - b[0][1] == pytest.approx(0.25 * side, abs=0.02)


def test_no_body_is_drawn_between_the_planes():
    text = DRAWINGS["two_planes"](exhibit="sums")(run_of("solids", 3)).text
    bodies = re.findall(r'gon points="([^"]*)"', text)[:2]
    one, other = ([float(place.split(",")[0]) for place in found.split()] for found in bodies)
    planes = sorted(float(x) for x in re.findall(r'polyline points="([\d.]+),', text)[:2])
    assert max(other) == pytest.approx(planes[0], abs=0.02) and min(one) == pytest.approx(planes[1], abs=0.02)


def test_the_tree_has_eighteen_boxes_and_counts_the_twelve_tests():
    run = run_of("solids", 7)
    text = DRAWINGS["tree_of_boxes"](exhibit="statues")(run).text
    assert text.count("<polygon") == 18
    hit = MEASURES["readout"](exhibit="statues", reading="hit")(run)
    assert len(re.findall('fill="#f79e29"', text)) == hit and len(re.findall('fill="#408ce0"', text)) == 12 - hit


def test_the_ball_touches_the_box_and_its_centre_is_on_the_border_of_the_volume():
    run = run_of("solids", 8)
    text = DRAWINGS["box_and_ball"]()(run).text
    outlines = re.findall(r'gon points="([^"]*)"', text)
    around, box = ([tuple(map(float, place.split(","))) for place in found.split()] for found in outlines)
    (x, radius) = map(float, re.findall(r'<ellipse cx="([\d.]+)" cy="[\d.]+" rx="([\d.]+)"', text)[0])
    right = max(place[0] for place in box)
    assert x - radius == pytest.approx(right, abs=0.02) and x == pytest.approx(max(place[0] for place in around), abs=0.02)
    assert MEASURES["probed_volume"]()(run) == pytest.approx(36.0 * pi, abs=1e-9)


def test_the_fitted_box_is_drawn_around_the_whole_cube():
    """Twelve edges each; the page's marks are along those of the box, whose volume has the page's ratio."""
    run = run_of("solids", 6)
    svg = DRAWINGS["fitted_box"](exhibit="statues")(run)
    edges = [drawn(svg, "polyline", colour) for colour in (SOLID, PLANE)]
    cube, box = (np.array([place for part in found for place in places(part)]) for found in edges)
    assert len(cube) == len(box) == 24
    assert (box.min(axis=0) <= cube.min(axis=0) + 0.01).all() and (box.max(axis=0) >= cube.max(axis=0) - 0.01).all()
    found, state = exhibit_at(run, "statues")
    there = volumes(COVARIANCE, int(found.kind.values(state)["turn"]))[STATUES["cube"]]
    assert there.size / 1.2**3 == pytest.approx(measured("readout", "solids", 6, exhibit="statues", reading="cube"), abs=1e-6)
    corners = np.array([found.place.pose.to_world(corner) for corner in box_corners(there)])
    marked = np.unique([place for mark in run.page.marks for place in (mark.at[1], mark.to[1])], axis=0)
    assert len(marked) == 8 and np.abs(marked[:, None] - corners).max(axis=2).min(axis=1).max() < 0.0051
