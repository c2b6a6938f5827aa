"""Drawings of two bodies and of collisions: places and lengths are worked out here from closed forms."""

from math import atan2, degrees, hypot

import pytest

from game.lab.exhibits.zeno_row import COLOURS
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.impulse import HEAVY, LIGHT
from game.lesson.course.spheres import FIRST, LEAST, RELATIVE, SECOND, situation_at
from game.lesson.tools.svg_canvas import AFTER, CONTACT, FAINT, INK, NORMAL, hex_of
from tests.lesson.drawings.test_detection_drawings import arrow, drawn, places
from tests.lesson.drawings.test_drawings import parts, run_of

ORANGE = hex_of(COLOURS[4])  # of the ball with e = 0.8


def circles(svg, colour):
    """Return [(x, y, radius), ...] of the circles with an outline of a colour."""
    found = [part for part in parts(svg, "ellipse") if part.get("stroke") == colour]
    return [tuple(float(part.get(name)) for name in ("cx", "cy", "rx")) for part in found]


def dots(svg, colour):
    """Return [(x, y), ...] of the dots of a colour."""
    return [(float(part.get("cx")), float(part.get("cy"))) for part in parts(svg, "circle") if part.get("fill") == colour]


def test_the_sphere_at_the_plane_touches_it_at_the_time_of_the_sweep():
    run = run_of("spheres", 1)
    svg = DRAWINGS["plane_crossing"](exhibit="bench")(run)
    (start, end), ((x, _, radius),) = arrow(svg, FIRST), circles(svg, FIRST)
    enter = MEASURES["plane_sweep"](exhibit="bench", term="enter")(run)
    assert (x - start[0]) / (end[0] - start[0]) == pytest.approx(enter, abs=0.002)
    (touched,) = dots(svg, CONTACT)
    _, y, _ = circles(svg, FIRST)[0]
    assert hypot(touched[0] - x, touched[1] - y) == pytest.approx(radius, abs=0.02)


def test_the_distances_at_both_ends_are_drawn_to_scale():
    run = run_of("spheres", 1)
    svg = DRAWINGS["plane_crossing"](exhibit="bench")(run)
    lines = [places(part) for part in drawn(svg, "polyline", INK) if part.get("stroke-dasharray")]
    lengths = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in lines]
    first, last = (MEASURES["plane_sweep"](exhibit="bench", term=term)(run) for term in ("d0", "d1"))
    assert lengths[0] / lengths[1] == pytest.approx(first / -last, abs=0.01)


@pytest.mark.parametrize("page, names", [(1, ("C0", "C1")), (3, ("P1", "P2", "Q1", "Q2"))])
def test_marks_are_at_the_ends_of_the_paths(page, names):
    """Seen from the side: a mark may be in front of its sphere."""
    run = run_of("spheres", page)
    situation = situation_at(run, "bench", 0)
    ends = [*situation.first, *(situation.second or ())]
    marked = {mark.name: mark.at[1] for mark in run.page.marks}
    assert [marked[name][::2] for name in names] == [pytest.approx(end[::2]) for end in ends]


def test_a_hit_is_marked_at_each_side_of_the_plane_and_none_for_a_sphere_that_leaves():
    svg = DRAWINGS["signed_distances"](exhibit="bench")(run_of("spheres", 2))
    (front,), (behind,) = dots(svg, NORMAL), dots(svg, LEAST)
    assert front[0] == pytest.approx(behind[0]) and front[1] < behind[1] and not dots(svg, CONTACT)


def test_seen_from_the_second_sphere_the_first_touches_at_the_sum_of_the_radii():
    run = run_of("spheres", 3)
    svg = DRAWINGS["relative_motion"](exhibit="bench")(run)
    (small, large), ((x, y, first),) = circles(svg, SECOND), circles(svg, FIRST)
    assert (small[2], first) == pytest.approx((large[2] * 5 / 9, large[2] * 4 / 9), abs=0.02)
    assert hypot(x - large[0], y - large[1]) == pytest.approx(large[2], abs=0.02)
    (start, end), time = arrow(svg, RELATIVE), MEASURES["spheres_sweep"](exhibit="bench", term="time")(run)
    assert (x - start[0]) / (end[0] - start[0]) == pytest.approx(time, abs=0.002)


def test_the_parabola_is_at_the_level_of_the_radii_at_the_hit():
    svg = DRAWINGS["distance_parabola"](exhibit="bench")(run_of("spheres", 4))
    (level, _), (hit,), (least,) = places(drawn(svg, "polyline", SECOND)[0]), dots(svg, FIRST), dots(svg, LEAST)
    bottom = places(drawn(svg, "polyline", FIRST)[0])[0][1]
    assert hit[1] == pytest.approx(level[1]) and (bottom - least[1]) / (bottom - level[1]) == pytest.approx(0.36 / 0.81, abs=0.01)


def test_the_quadratic_loses_digits_twice_as_fast():
    """A A - R R is rounded relative to the square of the distance, A + t B relative to the distance."""
    svg = DRAWINGS["lost_digits"]()(run_of("spheres", 6))
    slopes = []
    for colour in (LEAST, NORMAL):
        curve = places(drawn(svg, "polyline", colour)[0])
        slopes.append((curve[0][1] - curve[5][1]) / (curve[5][0] - curve[0][0]))
    assert slopes[0] / slopes[1] == pytest.approx(2.0, abs=0.1)


def test_equal_balls_part_at_a_right_angle_and_the_impulses_are_opposite():
    """The table's balls have one mass, and e is 1."""
    svg = DRAWINGS["impulse_pair"](exhibit="billiards")(run_of("impulse", 1))

    def vectors(colour):
        tips = [places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == colour]
        starts = [(float(part.get("x1")), float(part.get("y1"))) for part in drawn(svg, "line", colour)]
        return [(tip[0] - start[0], tip[1] - start[1]) for start, tip in zip(starts, tips)]

    (ax, ay), (bx, by) = vectors(AFTER)
    assert abs(degrees(atan2(ay, ax) - atan2(by, bx))) == pytest.approx(90.0, abs=1.0)
    (jx, jy), (kx, ky) = vectors(CONTACT)
    assert (jx, jy) == pytest.approx((-kx, -ky), abs=0.02) and atan2(ky, kx) == pytest.approx(atan2(by, bx), abs=0.01)


def test_each_bounce_has_the_square_of_the_restitution_of_the_height_before():
    svg = DRAWINGS["bounces"](exhibit="zeno")(run_of("impulse", 2))
    floor = max(y for part in parts(svg, "polyline") for _, y in places(part))
    tops = sorted({round(y, 2) for _, y in dots(svg, ORANGE)})
    heights = [floor - y for y in tops]
    assert [after / before for before, after in zip(heights, heights[1:])] == pytest.approx([0.64, 0.64], abs=0.01)


def test_the_last_bounce_is_nine_falls_after_the_start():
    """(1 + e) / (1 - e) = 9 for e = 0.8."""
    svg = DRAWINGS["bounces"](exhibit="zeno", marks="times")(run_of("impulse", 5))
    flights = [places(part) for part in drawn(svg, "polyline", ORANGE)]
    end = places(drawn(svg, "polyline", CONTACT)[0])[0][0]
    start, landed = flights[0][0][0], flights[0][-1][0]
    assert (end - start) / (landed - start) == pytest.approx(9.0, abs=0.05)


def test_the_arrows_of_the_blocks_are_as_long_as_their_speeds():
    run = run_of("impulse", 3)
    svg = DRAWINGS["block_collision"](exhibit="blocks")(run)
    lengths = {}
    for colour in (LIGHT, HEAVY):
        tips = [places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == colour and len(places(part)) == 3]
        starts = [float(part.get("x1")) for part in drawn(svg, "line", colour)]
        lengths[colour] = [start - tip[0] for start, tip in zip(starts, tips)]
    (light,), (before, after) = lengths[LIGHT], lengths[HEAVY]
    speeds = [MEASURES["block_speed"](exhibit="blocks", block=block)(run) for block in ("light", "heavy")]
    assert (light / before, after / before) == pytest.approx(speeds, abs=0.005)


def test_both_results_of_the_cradle_have_the_momentum_of_the_first_ball():
    svg = DRAWINGS["cradle_speeds"](exhibit="cradle")(run_of("impulse", 4))
    lines = drawn(svg, "line", CONTACT)
    tips = [places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == CONTACT]
    arrows = [(float(line.get("y1")), tip[0] - float(line.get("x1"))) for line, tip in zip(lines, tips)]
    rows = {}
    for height, long in arrows:
        rows.setdefault(height, []).append(long)
    before, in_pairs, at_once = rows.values()
    assert [len(row) for row in rows.values()] == [1, 1, 5]
    assert (sum(in_pairs), sum(at_once)) == pytest.approx((sum(before), sum(before)), abs=0.1)


def test_the_points_of_the_collisions_are_equally_far_apart_on_a_circle():
    """Angle 2 theta, tan theta = 1/10 for k = 1; 31 collisions make 32 points."""
    svg = DRAWINGS["pi_circle"]()(run_of("impulse", 6))
    ((x, y, radius),) = circles(svg, FAINT)
    points = dots(svg, HEAVY) + dots(svg, CONTACT)
    angles = sorted(atan2(y - py, px - x) for px, py in points)
    assert len(points) == 32 and all(hypot(px - x, py - y) == pytest.approx(radius, abs=0.02) for px, py in points)
    gaps = [after - before for before, after in zip(angles, angles[1:])]
    theta = atan2(1.0, 10.0)
    assert max(gaps) == pytest.approx(2.0 * theta, abs=0.002)
    assert points[0] == pytest.approx((x + radius, y), abs=0.02)
