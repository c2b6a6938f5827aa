"""Drawings and measures of the lesson "drum" agree with closed forms."""

from math import hypot

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.drum import has_room
from game.lesson.tools.exhibit_measures import bodies_at
from game.lesson.tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, HEAD, INK, PLANE
from tests.lesson.svg_parts import arrow_lengths, drawn, parts, places
from tests.lesson_pages import run_of


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


def test_the_dots_are_the_errors_of_a_sum_that_is_rounded_after_each_ball():
    """The units of the program are 256 for 3 m, and 60 ticks for a second."""
    run = run_of("drum", 9)
    dots = [float(part.get("cy")) for part in parts(DRAWINGS["rounded_sums"](exhibit="printed")(run), "circle")]
    speeds = np.linalg.norm(bodies_at(run, "printed").balls["velocity"], axis=1) * 256.0 / 3.0 / 60.0
    energies, total, errors = (0.5 * speeds * speeds).tolist(), 0, []
    for count, one in enumerate(energies, 1):
        total = round(total + one)
        errors.append(total - sum(energies[:count]))
    assert len(dots) == 15 and errors[-1] < min(errors[:-1])
    scale = (dots[-1] - dots[0]) / (errors[-1] - errors[0])
    assert np.subtract(dots, dots[0]) == pytest.approx(scale * np.subtract(errors, errors[0]), abs=0.2)


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


def test_the_measures_of_balls_agree_with_closed_forms():
    """A wall kicks a ball at rest to twice its speed; the printed shadow is twice as high."""
    kicked = run_of("drum", 2)
    speeds = [MEASURES[name](exhibit="one", tick=11)(kicked) for name in ("ball_speed", "wall_speed")]
    assert speeds[0] == pytest.approx(2.0 * speeds[1], rel=1e-9)
    assert MEASURES["shadow_height"](exhibit="one")(run_of("drum", 7)) == pytest.approx(2.0)
    bend = MEASURES["chord_bend"]()(kicked)
    assert bend == pytest.approx(1000.0 * 9.81 / 60.0**2 / 8.0)


def test_the_printed_test_of_room_never_finds_the_walls_across_z():
    """E12: with the wall's number for z its answers are wrong along two walls, a share of (60 / 512) (1 - 60 / 512)^2."""
    run = run_of("drum", 11)
    wrong = MEASURES["wrong_rooms"](z="number")(run)
    assert wrong == pytest.approx(MEASURES["wrong_rooms_formula"]()(run), abs=0.6)
    assert MEASURES["wrong_rooms"](z="ball")(run) == 0.0
    beside = has_room(np.array([[0.0, 0.0, 250.0], [0.0, 0.0, -250.0], [250.0, 0.0, 0.0], [0.0, 0.0, 0.0]]), "number")
    assert beside.tolist() == [True, True, False, True]


def test_the_tests_of_pairs_grow_as_the_theory_says():
    """All pairs: N^2; a grid at one density: N; one axis: N boxes, each with N^(2/3) others in its slice."""
    powers = {method: MEASURES["tests_power"](method=method)(None) for method in ("all", "grid", "sweep")}
    assert powers["all"] == pytest.approx(2.0, abs=1e-3) and powers["grid"] == pytest.approx(1.0, abs=0.06)
    assert powers["sweep"] == pytest.approx(5 / 3, abs=0.02)


def test_a_sweep_is_sorted_again_by_the_exchanges_of_boxes_that_pass_each_other():
    """None without a move. Ends of 5000 intervals in 17 m are 1.7 mm apart, so boxes that move by 1 cm pass a few others."""
    still, moved = (MEASURES["exchanges"](count=5000, moved=moved)(None) for moved in (0.0, 0.01))
    assert still == 0.0 and 0.3 < moved < 3.0
