"""Drawings and measures of the lesson "spheres" agree with closed forms."""

from math import hypot

import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.spheres import FIRST, LEAST, RELATIVE, SECOND, situation_at
from game.lesson.tools.svg_canvas import CONTACT, INK, NORMAL
from tests.lesson.svg_parts import arrow, circles, dots, drawn, places
from tests.lesson_pages import run_of


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


@pytest.mark.parametrize("page, names", [(1, ("C0", "C1")), (5, ("P1", "P2", "Q1", "Q2"))])
def test_marks_are_at_the_ends_of_the_paths(page, names):
    """Seen from the side: a mark may be in front of its sphere."""
    run = run_of("spheres", page)
    situation = situation_at(run, "bench")
    ends = [*situation.first, *(situation.second or ())]
    marked = {mark.name: mark.at[1] for mark in run.page.marks}
    assert [marked[name][::2] for name in names] == [pytest.approx(end[::2]) for end in ends]


def test_a_hit_is_marked_at_each_side_of_the_plane_and_none_for_a_sphere_that_leaves():
    svg = DRAWINGS["signed_distances"](exhibit="bench")(run_of("spheres", 4))
    (front,), (behind,) = dots(svg, NORMAL), dots(svg, LEAST)
    assert front[0] == pytest.approx(behind[0]) and front[1] < behind[1] and not dots(svg, CONTACT)


def test_seen_from_the_second_sphere_the_first_touches_at_the_sum_of_the_radii():
    run = run_of("spheres", 5)
    svg = DRAWINGS["relative_motion"](exhibit="bench")(run)
    (small, large), ((x, y, first),) = circles(svg, SECOND), circles(svg, FIRST)
    assert (small[2], first) == pytest.approx((large[2] * 5 / 9, large[2] * 4 / 9), abs=0.02)
    assert hypot(x - large[0], y - large[1]) == pytest.approx(large[2], abs=0.02)
    (start, end), time = arrow(svg, RELATIVE), MEASURES["spheres_sweep"](exhibit="bench", term="time")(run)
    assert (x - start[0]) / (end[0] - start[0]) == pytest.approx(time, abs=0.002)


def test_the_parabola_is_at_the_level_of_the_radii_at_the_hit():
    svg = DRAWINGS["distance_parabola"](exhibit="bench")(run_of("spheres", 6))
    (level, _), (hit,), (least,) = places(drawn(svg, "polyline", SECOND)[0]), dots(svg, FIRST), dots(svg, LEAST)
    bottom = places(drawn(svg, "polyline", FIRST)[0])[0][1]
    assert hit[1] == pytest.approx(level[1]) and (bottom - least[1]) / (bottom - level[1]) == pytest.approx(0.36 / 0.81, abs=0.01)


def test_the_quadratic_loses_digits_twice_as_fast():
    """A A - R R is rounded relative to the square of the distance, A + t B relative to the distance."""
    svg = DRAWINGS["lost_digits"]()(run_of("spheres", 8))
    slopes = []
    for colour in (LEAST, NORMAL):
        curve = places(drawn(svg, "polyline", colour)[0])
        slopes.append((curve[0][1] - curve[5][1]) / (curve[5][0] - curve[0][0]))
    assert slopes[0] / slopes[1] == pytest.approx(2.0, abs=0.1)


def test_the_listing_misses_all_steps_from_behind():
    """(1 - r r) / 4 of all: d0 is below -r with the probability (1 - r) / 2, and d1 above -r with (1 + r) / 2."""
    for radius in (0.2, 0.5):
        missed = MEASURES["wrong_crossings"](of="missed", radius=radius, listing=True)
        assert missed(None) == pytest.approx(25.0 * (1.0 - radius**2), abs=1.0)


def test_far_away_the_quadratic_errs_and_the_closest_approach_does_not():
    """Lengths of 10 000 km are rounded to 1e-9 m, their squares to 1e-2 m2."""
    quadratic, closest = (MEASURES["place_error"](far=1e4, form=form)(None) for form in ("quadratic", "closest approach"))
    assert 1e-3 < quadratic < 1.0 and closest < 1e-8
    assert MEASURES["lost_hits"](far=1e3)(None) == 0.0 < MEASURES["lost_hits"](far=1e5)(None)


def test_the_numbers_of_two_spheres_solve_the_quadratic():
    run = run_of("spheres", 6)
    bench = {"exhibit": "bench"}
    names = ("AA", "AB", "BB", "RR", "radicand", "dd", "closest", "time")
    aa, ab, bb, rr, radicand, dd, closest, time = (MEASURES["spheres_sweep"](term=term, **bench)(run) for term in names)
    assert bb * time * time + 2.0 * ab * time + aa == pytest.approx(rr) and radicand == pytest.approx(ab * ab - bb * (aa - rr))
    assert dd == pytest.approx(aa + ab * closest) and closest == pytest.approx(-ab / bb)
    offset = [MEASURES["relative"](of="A", axis=axis, **bench)(run) for axis in "xyz"]
    assert sum(x * x for x in offset) == pytest.approx(aa)
