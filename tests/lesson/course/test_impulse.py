"""Drawings and measures of the lesson "impulse" agree with closed forms."""

from math import atan2, degrees, hypot

import pytest

from game.lab.exhibits.zeno_row import COLOURS
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.impulse import HEAVY, LIGHT
from game.lesson.tools.svg_canvas import AFTER, CONTACT, FAINT, hex_of
from tests.lesson.svg_parts import circles, dots, drawn, parts, places
from tests.lesson_pages import run_of

ORANGE = hex_of(COLOURS[4])  # of the ball with e = 0.8


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


def test_a_collision_of_blocks_keeps_the_momentum():
    run = run_of("impulse", 3)
    blocks = {"exhibit": "blocks"}
    light, heavy = (MEASURES["block_speed"](block=block, **blocks)(run) for block in ("light", "heavy"))
    assert light + 100.0 * heavy == pytest.approx(100.0) and MEASURES["block_collisions"](tick=61, **blocks)(run) == 1.0
    assert MEASURES["block_impulse"](tick=61, **blocks)(run) == pytest.approx(light)


def test_a_bounce_keeps_its_part_of_the_speed():
    run = run_of("impulse", 2)
    for ball, restitution in ((4, 0.6), (5, 0.8), (6, 1.0)):
        assert MEASURES["kept_speed"](exhibit="zeno", ball=ball)(run) == pytest.approx(restitution)
        assert MEASURES["bounce_height"](exhibit="zeno", ball=ball)(run) == pytest.approx(restitution**2)


def test_the_cradle_keeps_momentum_and_energy():
    run = run_of("impulse", 4)
    speeds = [MEASURES["cradle_speed"](exhibit="cradle", ball=ball)(run) for ball in range(1, 6)]
    assert (sum(speeds), sum(speed * speed for speed in speeds)) == pytest.approx((1.0, 1.0))
