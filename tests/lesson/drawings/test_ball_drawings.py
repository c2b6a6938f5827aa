"""Drawings of collision response and of balls in boxes: their lengths are worked out here from the run, or from closed forms."""

from math import hypot, log10, pi

import pytest

from game.lab.exhibits.penalty_floor import COLOURS
from game.lab.exhibits.springs import COLOURS as SPRING_COLOURS
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, HEAD, INK, PLANE, hex_of
from tests.lesson.drawings.test_detection_drawings import drawn, places
from tests.lesson.drawings.test_drawings import parts, run_of


def arrow_lengths(svg, colour):
    """Return the lengths of all arrows in a colour [pixels]."""
    shafts = drawn(svg, "line", colour)
    tips = [places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == colour and len(places(part)) == 3]
    return [hypot(x - float(line.get("x1")), y - float(line.get("y1"))) for line, (x, y) in zip(shafts, tips)]


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


def test_the_kicked_ball_has_twice_the_speed_of_the_wall():
    svg = DRAWINGS["wall_velocity"](exhibit="one", tick=11)(run_of("drum", 2))
    (kick,) = arrow_lengths(svg, AFTER)
    (height,) = [abs(line[0][1] - line[1][1]) for line in map(places, drawn(svg, "polyline", PLANE))]
    assert kick == pytest.approx(2.0 * height, abs=0.1)


def test_the_difference_of_both_sums_is_a_level_line():
    svg = DRAWINGS["kept_curves"](exhibit="ours")(run_of("drum", 5))
    kept = [y for part in drawn(svg, "polyline", AFTER) for _, y in places(part)]
    energy = [y for part in drawn(svg, "polyline", BEFORE) for _, y in places(part)]
    assert len(kept) == len(energy) == 600 and max(kept) - min(kept) < 0.02 < 5.0 < max(energy) - min(energy)


def test_the_chord_meets_the_floor_before_the_parabola_and_its_energy_ends_where_the_page_says():
    run = run_of("drum", 4)
    svg = DRAWINGS["chord_curve"](exhibit="tank")(run)
    dots = {part.get("fill"): (float(part.get("cx")), float(part.get("cy"))) for part in parts(svg, "circle")}
    chord = dots.pop(BEFORE)
    (parabola,) = dots.values()
    assert chord[0] < parabola[0]
    (curve,) = [places(part) for part in drawn(svg, "polyline", BEFORE) if len(places(part)) > 100]
    assert len(curve) == 1201 and curve[-1][1] < curve[0][1], "the energy has grown"
    assert MEASURES["energy_by_chords"](exhibit="tank")(run) > 101.0


def test_newtons_new_time_lies_between_the_root_and_the_ticks_end_on_the_tangent():
    svg = DRAWINGS["newton_step"]()(None)
    (curve,), (tangent,) = ([places(part) for part in drawn(svg, "polyline", colour)] for colour in (BODY, AFTER))
    centres = {part.get("fill"): (float(part.get("cx")), float(part.get("cy"))) for part in parts(svg, "circle")}
    (root, level), new, end = centres[CONTACT], centres[AFTER], centres[BODY]
    assert root < new[0] < end[0] and new[1] == level > end[1] and end == curve[-1] == tangent[-1]
    (x0, y0), (x1, y1) = curve[-2:]
    slope = (end[1] - new[1]) / (end[0] - new[0])
    assert slope == pytest.approx((y1 - y0) / (x1 - x0), rel=0.03), "the curve's last piece has nearly the tangent's slope"


def test_whole_displacements_overlap_and_shares_of_them_do_not():
    svg = DRAWINGS["pair_gap"]()(None)
    radius = float(drawn(svg, "ellipse", BODY)[0].get("rx"))
    ends = [(float(part.get("cx")), float(part.get("cy"))) for part in drawn(svg, "ellipse", AFTER)]
    starts = [(float(part.get("cx")), float(part.get("cy"))) for part in drawn(svg, "ellipse", BODY)]
    assert hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) >= 2.0 * radius
    tips = [places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == BEFORE]
    assert hypot(tips[0][0] - tips[1][0], tips[0][1] - tips[1][1]) < 2.0 * radius
    assert len(starts) == 2 and HEAD > 0.0


def test_the_printed_shadow_is_twice_as_high_as_the_ball():
    svg = DRAWINGS["shadow_places"](exhibit="one")(run_of("drum", 7))
    right, ball, printed = (float(drawn(svg, "ellipse", colour)[0].get("cy")) for colour in (AFTER, BODY, BEFORE))
    assert right - printed == pytest.approx(2.0 * (right - ball), abs=0.02)
    assert [part.get("fill") for part in parts(svg, "circle")].count(INK) == 3
