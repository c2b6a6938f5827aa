"""Drawings and measures of the lesson "climbing" agree with closed forms."""

from math import atan2, degrees

import pytest

from game.lesson.course import DRAWINGS
from game.lesson.course.climbing import flat_part
from game.lesson.tools.motion_and_contacts import contact_of
from game.lesson.tools.svg_canvas import FAINT, NORMAL, T1
from tests.lesson.svg_parts import arrow, arrow_lengths, drawn, places
from tests.lesson_pages import run_of


def test_the_normals_at_an_edge_have_the_angle_between_tread_and_sliding_plane():
    svg = DRAWINGS["edge_contact"]()(run_of("climbing", 8))
    (start, leans), (_, upright) = arrow(svg, NORMAL), arrow(svg, FAINT)
    assert upright[0] == pytest.approx(start[0], abs=0.05)
    assert degrees(atan2(start[0] - leans[0], start[1] - leans[1])) == pytest.approx(59.3, abs=0.2)


def test_the_flat_part_of_the_bottom_ends_where_it_is_50_degrees_steep():
    (line,) = drawn(DRAWINGS["flat_bottom"]()(run_of("climbing", 11)), "polyline", NORMAL)
    (x0, y0), (x1, y1) = places(line)[-2:]
    assert degrees(atan2(y0 - y1, x1 - x0)) == pytest.approx(50.0, abs=1.0)


def test_the_search_for_ground_goes_up_by_a_step_inwards_by_a_printed_d_and_down_to_the_top():
    run = run_of("climbing", 12)
    up, inwards, down = arrow_lengths(DRAWINGS["search_behind"]()(run), T1)
    metre, edge = up / run.simulation.params.step_up, contact_of(run, "step_down")
    border = edge.point[1] - edge.end[1] - flat_part(run.simulation.params)[1]
    parts = (inwards / metre - border) / flat_part(run.simulation.params)[1] * 8
    assert min(abs(parts - printed) for printed in (1, 3, 7)) < 0.05
    feet = edge.end[2] - run.simulation.params.radii[2]
    assert 0.1 < feet + (up - down) / metre < 0.3, "the body lands on the edge of a top of 0.3 m"
