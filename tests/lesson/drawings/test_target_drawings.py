"""Drawings of target practice and of overlap tests: their places are worked out here from closed forms and from the run."""

import re
import xml.etree.ElementTree as ET
from math import hypot

import pytest

from game.lab.physics.bullet_tests import LOOK
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.overlap import METHOD, last_shot
from game.lesson.course.target import HIGH_ARC, LOW_ARC, arc
from game.lesson.tools.svg_canvas import AFTER, CONTACT, FAINT, T0
from tests.lesson.drawings.test_detection_drawings import drawn, places
from tests.lesson.drawings.test_drawings import parts, run_of


def heights(part):
    """Return (length of the base, greatest height over it) of a polyline [pixels]."""
    points = places(part)
    return points[-1][0] - points[0][0], points[0][1] - min(y for _, y in points)


def test_an_arc_ends_at_its_target():
    """At 9.81 m/s upwards a flight of 2 s returns to the height of its launch; half way it is 9.81 / 2 m high."""
    points = arc(20.0, 9.81, 2.0)
    assert points[-1] == pytest.approx((40.0, 0.0)) and points[24] == pytest.approx((20.0, 4.905))


def test_both_arcs_have_their_greatest_heights():
    svg = DRAWINGS["two_arcs"](exhibit="aim")(run_of("target", 3))
    for colour, apex in ((LOW_ARC, 3.530479), (HIGH_ARC, 28.324771)):
        base, height = heights(drawn(svg, "polyline", colour)[0])
        assert height / base == pytest.approx(apex / 40.0, abs=1e-3)


def test_the_fan_holds_the_flight_of_each_time():
    """A flight of t seconds to the same height is g t t / 8 high."""
    svg = DRAWINGS["launch_fan"](exhibit="aim", times=(1.0, 2.0, 3.0, 4.0))(run_of("target", 1))
    arcs = [part for part in parts(svg, "polyline") if len(places(part)) == 49]
    shares = [height / base for base, height in map(heights, arcs)]
    assert shares == pytest.approx([9.81 * time * time / 8.0 / 40.0 for time in (1, 2, 3, 4)], abs=1e-3)


def test_no_flight_crosses_the_curve_that_bounds_them():
    svg = DRAWINGS["launch_reach"](speed=25.0)(None)
    bound = places(drawn(svg, "polyline", CONTACT)[0])
    left, right, ground = bound[0][0], bound[-1][0], bound[-1][1]
    top = ground - bound[0][1]
    assert (right - left) / top == pytest.approx(2.0, abs=0.01), "v v / g wide, v v / 2 g high"
    for part in drawn(svg, "polyline", FAINT)[1:]:
        assert all(y + 0.02 >= ground - top * (1.0 - ((x - left) / (right - left)) ** 2) for x, y in places(part))


@pytest.mark.parametrize("page, miss", [(6, 0.832274), (7, 2.357397)])
def test_the_miss_in_the_drawing_is_that_of_explicit_euler(page, miss):
    """g h t / 2 with h = .1 s (game/lab/physics/motion_and_stability_formulas.py); the target's radius is 1 m."""
    svg = DRAWINGS["flight_at_target"](exhibit="steps")(run_of("target", page))
    (_, low), (_, high) = places(drawn(svg, "polyline", CONTACT)[0])
    target = [y for part in parts(svg, "polyline") if part.get("stroke-width") == "6.00" for _, y in places(part)]
    assert (low - high) / (max(target) - min(target)) == pytest.approx(miss / 2.0, abs=0.01)


@pytest.mark.parametrize("page, is_seen", [(1, True), (3, False)])
def test_a_tested_place_is_in_the_zone_only_if_the_test_notices(page, is_seen):
    run = run_of("overlap", page)
    svg = DRAWINGS["tested_places"](exhibit="wall")(run)
    zone = next(places(part) for part in parts(svg, "polygon") if part.get("fill") == CONTACT)
    near, far = min(x for x, _ in zone), max(x for x, _ in zone)
    circles = [float(part.get("cx")) for part in parts(svg, "ellipse") if part.get("stroke") in (CONTACT, FAINT)]
    assert any(near <= x <= far for x in circles) == is_seen
    gaps = {round(b - a, 1) for a, b in zip(circles, circles[1:])}
    step = MEASURES["step_length"](exhibit="wall")(run)
    assert max(gaps) / (far - near) == pytest.approx(step / 0.2, abs=0.01)
    if is_seen:
        touching = next(float(part.get("cx")) for part in parts(svg, "ellipse") if part.get("stroke") == T0)
        late = MEASURES["late_by"](exhibit="wall")(run)
        assert (circles[-1] - touching) / (far - near) == pytest.approx(late / 0.2, abs=0.01)


def test_the_car_is_before_the_line_and_then_behind_it():
    svg = DRAWINGS["line_places"](exhibit="line")(run_of("overlap", 2))
    line = places(parts(svg, "polygon")[0])
    near, far = min(x for x, _ in line), max(x for x, _ in line)
    tested = [float(part.get("cx")) for part in parts(svg, "circle")]
    assert not any(near <= x <= far for x in tested) and min(tested) < near < far < max(tested)


def test_the_counted_shares_lie_on_the_curve():
    """Within three standard deviations of 10 000 shots: 1.5 percent."""
    svg = DRAWINGS["noticed_shares"](exhibit="wall")(run_of("overlap", 3))
    curve = max((places(part) for part in drawn(svg, "polyline", T0)), key=len)
    dots = [part for part in parts(svg, "circle") if part.get("fill") == METHOD[LOOK]][:-1]
    full = max(y for _, y in curve) - min(y for _, y in curve)
    assert len(dots) == 8
    for dot in dots:
        x, y = float(dot.get("cx")), float(dot.get("cy"))
        nearest = min(curve, key=lambda place: hypot(place[0] - x, place[1] - y))
        assert abs(nearest[1] - y) < 0.04 * full


def test_a_grazing_path_is_tested_before_and_behind_its_chord():
    run = run_of("overlap", 4)
    svg = DRAWINGS["grazing_hit"](exhibit="wall")(run)
    chord = next(places(part) for part in drawn(svg, "polyline", CONTACT) if part.get("stroke-width") == "3.40")
    grown = next(part for part in parts(svg, "ellipse") if part.get("stroke") == CONTACT)
    aside, half = float(grown.get("cy")) - chord[0][1], (chord[1][0] - chord[0][0]) / 2.0
    assert hypot(aside, half) == pytest.approx(float(grown.get("rx")), abs=0.05)
    tested = [float(part.get("cx")) for part in parts(svg, "ellipse") if part.get("stroke") == FAINT]
    assert not any(chord[0][0] <= x <= chord[1][0] for x in tested)
    shot = last_shot(run, "wall")
    assert half / float(grown.get("rx")) == pytest.approx(0.31 * shot.step / shot.reach, abs=0.01)


LECTURE, SECOND_PANE = ["1/2", "1/4", "3/8", "7/16", "13/32"], ["1/2", "3/4", "7/8", "15/16", "29/32"]


@pytest.mark.parametrize("page, words", [(5, LECTURE), (6, SECOND_PANE)])
def test_halvings_test_the_middles_of_what_is_left(page, words):
    svg = DRAWINGS["halvings"](exhibit="wall")(run_of("overlap", page))
    full = places(drawn(svg, "polyline", FAINT)[0])
    left, width = full[0][0], full[1][0] - full[0][0]
    tested = [(float(part.get("cx")) - left) / width for part in parts(svg, "circle")]
    wanted = [int(word.split("/")[0]) / int(word.split("/")[1]) for word in words]
    assert tested == pytest.approx(wanted, abs=1e-3)
    rest = places(drawn(svg, "polyline", AFTER)[-1])
    assert (rest[1][0] - rest[0][0]) / width == pytest.approx(1.0 / 32.0, abs=1e-3)
    found = MEASURES["impact_part"](exhibit="wall", lane="bisection")(run_of("overlap", page))
    assert (rest[0][0] - left) / width == pytest.approx(found, abs=1e-3)


EVERY = [
    ("launch_fan", {"exhibit": "aim", "times": (1.0, 4.0)}, "target", 1),
    ("launch_letters", {}, "target", 2),
    ("two_arcs", {"exhibit": "aim"}, "target", 3),
    ("launch_reach", {"speed": 25.0}, "target", 4),
    ("flight_at_target", {"exhibit": "steps"}, "target", 6),
    ("tested_places", {"exhibit": "wall"}, "overlap", 1),
    ("line_places", {"exhibit": "line"}, "overlap", 2),
    ("noticed_shares", {"exhibit": "wall"}, "overlap", 3),
    ("grazing_hit", {"exhibit": "wall"}, "overlap", 4),
    ("halvings", {"exhibit": "wall"}, "overlap", 5),
]


@pytest.mark.parametrize("name, keys, lesson, page", EVERY)
def test_every_drawing_is_whole_and_inside_its_sheet(name, keys, lesson, page):
    svg = DRAWINGS[name](**keys)(run_of(lesson, page))
    root = ET.fromstring(svg.text)
    assert root.get("aria-label") and not re.search(r"nan|inf", svg.text.replace(root.get("aria-label"), ""))
    for part in parts(svg, "circle"):
        assert 0.0 <= float(part.get("cx")) <= svg.width and 0.0 <= float(part.get("cy")) <= svg.height
