"""Drawings and measures of the lesson "response" agree with closed forms."""

from math import log10, pi

import pytest

from game.lab.exhibits.penalty_floor import COLOURS
from game.lab.exhibits.springs import COLOURS as SPRING_COLOURS
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, PLANE, hex_of
from tests.lesson.svg_parts import arrow_lengths, drawn, parts, places
from tests.lesson_pages import measured, run_of


def test_the_ball_keeps_the_restitutions_part_of_its_speed():
    svg = DRAWINGS["wall_impulse"](exhibit="court")(run_of("response", 1))
    (before,), (after,) = arrow_lengths(svg, BEFORE), arrow_lengths(svg, AFTER)
    assert after / before == pytest.approx(0.7, abs=1e-3)


def test_the_ball_is_in_the_floor_for_half_a_period():
    """pi / omega = 1 / (2 f) = 0.25 s at 2 Hz; the depth is 3 / omega."""
    run = run_of("response", 2)
    svg = DRAWINGS["penalty_bounce"](exhibit="floor", method="semi-implicit", until=42)(run)
    (curve,) = [places(part) for part in drawn(svg, "polyline", hex_of(COLOURS[0]))]
    floor = places(drawn(svg, "polyline", hex_of((0.45, 0.48, 0.55)))[0])[0][1]
    inside = [point for point in curve if point[1] > floor]
    assert len(curve) == 42 and len(inside) == pytest.approx(15, abs=1)
    lowest, start = max(y for _, y in curve), curve[0][1]
    heights = [ball.height for ball in lanes(run)]
    assert (lowest - floor) / (floor - start) == pytest.approx(-min(heights) / heights[0], rel=1e-3)
    assert -min(heights) == pytest.approx(3.0 / (4.0 * pi), rel=1e-3)


def lanes(run):
    return [record.lab.after[1].bodies.balls[0] for record in run.records[:42]]


def test_the_dots_of_bounces_are_at_their_measured_energies():
    run = run_of("response", 3)
    svg = DRAWINGS["bounce_energies"](exhibit="floor")(run)
    dots = {part.get("fill"): float(part.get("cy")) for part in parts(svg, "circle")}
    heights = [dots[hex_of(colour)] for colour in COLOURS]
    kept = [MEASURES["readout"](exhibit="floor", reading=f"{n}, kept")(run) for n in ("semi-implicit", "implicit", "explicit")]
    scale = (heights[1] - heights[2]) / (kept[2] - kept[1])
    assert heights[0] == pytest.approx(heights[1] - scale * (kept[0] - kept[1]), abs=0.05)


def test_energies_of_springs_are_lines_on_a_logarithmic_axis():
    """Implicit Euler divides by 1 + x x in each step, Runge-Kutta multiplies by 1 - x^6 / 72 + x^8 / 576."""
    svg = DRAWINGS["spring_energies"](exhibit="springs")(run_of("response", 4))
    x = 2.0 * pi * 20.0 / 60.0
    slopes = []
    for colour in (SPRING_COLOURS[0], SPRING_COLOURS[3]):
        (curve,) = [places(part) for part in drawn(svg, "polyline", hex_of(colour))]
        slopes.append((curve[-1][1] - curve[0][1]) / (curve[-1][0] - curve[0][0]))
    factors = log10(1.0 - x**6 / 72.0 + x**8 / 576.0), -log10(1.0 + x * x)
    assert slopes[0] / slopes[1] == pytest.approx(factors[0] / factors[1], rel=1e-3)


def test_a_ball_that_passes_is_drawn_in_yellow_while_it_overlaps_the_wall():
    svg = DRAWINGS["passing_ball"](exhibit="court")(run_of("response", 7))
    inside = [float(part.get("cx")) for part in drawn(svg, "ellipse", CONTACT)]
    outside = [float(part.get("cx")) for part in drawn(svg, "ellipse", BODY)]
    wall = [x for x, _ in places(drawn(svg, "polygon", PLANE)[0])]
    radius = float(drawn(svg, "ellipse", BODY)[0].get("rx"))
    assert len(inside) == 4 and all(min(wall) - radius <= x <= max(wall) + radius for x in inside)
    assert all(not min(wall) - radius < x < max(wall) + radius for x in outside) and outside


def test_the_passing_ball_is_in_the_wall_for_as_long_as_its_path_through_it():
    """Two radii and the wall's thickness, 0.74 m, at 2 m/s."""
    ticks = MEASURES["in_wall"](exhibit="court")(run_of("response", 7))
    assert ticks == pytest.approx(0.74 / 2.0 * 60.0, abs=1.0)


def test_a_ball_of_one_kilogram_gets_its_speed_times_one_plus_the_restitution():
    """(1 + e) c with e = 0.7 and c = 8 m/s."""
    assert measured("flier_impulse", "response", 1, exhibit="court") == pytest.approx(1.7 * 8.0)
