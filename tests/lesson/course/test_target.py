"""Drawings and measures of the lesson "target" agree with closed forms."""

from math import hypot

import pytest

from game.lesson.course import DRAWINGS
from game.lesson.course.target import HIGH_ARC, LOW_ARC, arc
from game.lesson.tools.svg_canvas import CONTACT, FAINT
from tests.lesson.svg_parts import drawn, parts, places
from tests.lesson_pages import measured, run_of


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


def test_the_tangents_solve_the_quadratic_equation():
    """k T T - x T + k = 0 for x = 40 m at the height of the muzzle, so their product is 1 and their sum x / k."""
    k, low, high = (measured("aim_term", "target", 3, exhibit="aim", term=term) for term in ("k", "low", "high"))
    assert low * high == pytest.approx(1.0) and low + high == pytest.approx(40.0 / k)
    assert measured("aim_term", "target", 3, exhibit="aim", term="root") == pytest.approx((high - low) * k)


def test_the_launch_for_a_time_has_the_speed_of_its_parts():
    keys = {"exhibit": "aim", "time": 4.0}
    ahead, up, speed = (measured("launch_for", "target", 1, part=part, **keys) for part in ("ahead", "up", "speed"))
    assert (ahead, up) == pytest.approx((10.0, 19.62)) and speed == pytest.approx(hypot(ahead, up))


def test_the_reach_at_a_speed_is_its_square_over_gravity():
    assert measured("reach", "target", 4, exhibit="aim") == pytest.approx(20.0**2 / 9.81)
    assert measured("reach", "target", 4, exhibit="aim", speed=25.0) == pytest.approx(25.0**2 / 9.81)
