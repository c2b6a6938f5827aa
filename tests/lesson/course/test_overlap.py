"""Drawings and measures of the lesson "overlap" agree with closed forms."""

from math import hypot

import pytest

from game.lab.physics.bullet_tests import LOOK
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.overlap import METHOD, last_shot
from game.lesson.tools.svg_canvas import AFTER, CONTACT, FAINT, T0
from tests.lesson.svg_parts import drawn, parts, places
from tests.lesson_pages import measured, run_of


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


def test_the_impact_of_a_bisection_is_before_that_of_the_sweep():
    found, exact = (measured("impact_part", "overlap", 5, exhibit="wall", lane=lane) for lane in ("bisection", "our sweep"))
    assert exact - 1.0 / 32.0 <= found <= exact


def test_two_panes_at_random_places_have_even_chances():
    """Within three standard deviations of 10 000 pairs."""
    assert measured("second_pane_share", "overlap", 6) == pytest.approx(50.0, abs=1.5)


@pytest.mark.parametrize("ratio, missed", [(1.0, 100.0 / 12.0), (2.0, 100.0 / 3.0), (4.0, 200.0 / 3.0)])
def test_hits_of_a_sphere_that_are_missed(ratio, missed):
    assert measured("missed_spheres", "overlap", 4, ratio=ratio) == pytest.approx(missed)


def test_what_is_not_noticed_is_missed():
    keys = {"exhibit": "wall", "reading": "predicted"}
    assert measured("percentage", "overlap", 4, **keys) + measured("percentage", "overlap", 4, missed=True, **keys) == 100.0
    assert measured("missed_share", "overlap", 4, exhibit="wall") == pytest.approx((20.0 / 60.0 / 0.38) ** 2 / 12.0)


def test_a_late_test_is_less_than_a_step_late():
    late, step = (measured(name, "overlap", 1, exhibit="wall") for name in ("late_by", "step_length"))
    assert 0.0 < late < step == pytest.approx(10.0 / 60.0)


def test_a_receiver_with_gravity_is_right_until_it_misses_a_bounce():
    """Before the bounce 0 with gravity and g t^2 / 2 without; after it |dV| t, until the packet arrives that reports it."""
    run, keys = run_of("overlap", 9), {"exhibit": "zeno", "ball": 5}
    for tick in (14, 20, 26):
        assert MEASURES["late_error"](**keys, gravity=True, tick=tick)(run) == pytest.approx(0.0, abs=1e-9)
        late = MEASURES["late_error"](**keys, gravity=False, tick=tick)(run)
        assert late == pytest.approx(MEASURES["late_formula"](tick=tick)(run), rel=1e-12)
    for tick in (28, 32, 35):
        error = MEASURES["late_error"](**keys, gravity=True, metres=True, tick=tick)(run)
        assert error == pytest.approx(MEASURES["late_bounce"](**keys, tick=tick)(run), rel=1e-9)
    assert MEASURES["late_error"](**keys, gravity=True, tick=43)(run) == pytest.approx(0.0, abs=1e-9), "it knows now"


def test_the_heights_of_a_receiver_go_below_the_floor():
    svg = DRAWINGS["late_heights"](exhibit="zeno", ball=5, until=50)(run_of("overlap", 9))
    curves = [places(part) for part in parts(svg, "polyline") if len(places(part)) > 30]
    true, with_gravity = (max(y for _, y in curve) for curve in curves[:2])
    assert with_gravity > true + 20.0
