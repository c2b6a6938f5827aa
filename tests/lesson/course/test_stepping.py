"""Drawings and measures of the lesson "stepping" agree with closed forms."""

import re
import xml.etree.ElementTree as ET
from math import atan2, degrees, radians, tan

import pytest

from game.explain import palette
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.svg_canvas import BEFORE, CONTACT, HEAD, NORMAL, T1, hex_of
from tests.lesson.svg_parts import arrow, drawn
from tests.lesson_pages import run_of


def test_both_rays_hit_the_next_ledge():
    svg = DRAWINGS["tread_rays"]()(run_of("stepping", 6))
    assert len(drawn(svg, "line", T1)) == 2 and drawn(svg, "line", CONTACT) == []
    start, end = arrow(svg, T1)
    assert degrees(atan2(start[1] - end[1], end[0] - start[0])) == pytest.approx(50.0, abs=0.6), "it begins 2 mm above the edge"


def test_the_sweeps_of_a_step_are_drawn_to_one_scale():
    svg = DRAWINGS["step_sweeps"]()(run_of("stepping", 1))
    up, forward, down = drawn(svg, "line", hex_of(palette.STEP_COLOUR))
    lengths = [
        abs(float(arrow.get("x2")) - float(arrow.get("x1"))) + abs(float(arrow.get("y2")) - float(arrow.get("y1")))
        for arrow in (up, forward, down)
    ]
    heads = 0.7 * HEAD  # [pixels], by which the shaft of an arrow is shorter
    assert (lengths[0] + heads) / (lengths[1] + heads) == pytest.approx(0.4 / (5.0 / 30.0), rel=0.01)


def test_the_edge_on_a_slope_is_low_above_the_floors_plane_alone():
    words = ET.fromstring(DRAWINGS["step_on_slope"]()(run_of("stepping", 5)).text).get("aria-label")
    high, low = map(float, re.findall(r"\d\.\d+", words))
    assert high > 0.4 >= low


def test_the_sweep_down_meets_the_edge_behind_the_player():
    """Its normal leads to the right, as the walk does."""
    svg = DRAWINGS["edge_left_behind"]()(run_of("stepping", 10))
    (start, tip), (begin, end) = arrow(svg, NORMAL), arrow(svg, BEFORE)
    assert tip[0] > start[0] and end[0] > begin[0]


def test_the_sweep_down_ends_at_the_edge_beside_the_player_and_the_tick_ends_lower():
    """The edge is 0.42 m above q0, too high for a step. Both lengths are printed and drawn."""
    words = ET.fromstring(DRAWINGS["edge_beside"]()(run_of("stepping", 11)).text).get("aria-label")
    high, sweep, tick = map(float, re.findall(r"\d\.\d+", words))
    assert high == pytest.approx(0.42, abs=0.006) and sweep < 0.05 < tick


def test_a_step_is_as_high_as_the_stairs_and_a_tread_rises_at_50_degrees():
    run = run_of("stepping", 4)
    assert MEASURES["step_height"]()(run) == pytest.approx(0.18)
    assert MEASURES["tread_rise"]()(run) == pytest.approx(0.2 * tan(radians(50.0)))
