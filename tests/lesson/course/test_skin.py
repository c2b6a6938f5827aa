"""Drawings and measures of the lesson "skin" agree with closed forms."""

from math import hypot

import pytest

from game.explain.triangle_test_replay import sweep_of
from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.course.skin import gap
from game.lesson.tools.motion_and_contacts import sweeps_of
from game.lesson.tools.svg_canvas import BEFORE, BODY, SOLID
from tests.lesson.svg_parts import drawn, parts, places
from tests.lesson_pages import run_of


def test_the_gap_and_the_distance_kept_back_have_the_angle_of_the_path():
    """30 degrees to the wall: the body stops twice as far back along its path as it is away from the wall."""
    svg = DRAWINGS["gap_section"]()(run_of("skin", 4))
    wall = min(y for part in drawn(svg, "polyline", SOLID) for _, y in places(part))
    body = places(drawn(svg, "polyline", BODY)[0])[0][1]
    stop, contact = places(drawn(svg, "polyline", BEFORE)[0])
    assert hypot(stop[0] - contact[0], stop[1] - contact[1]) == pytest.approx(2.0 * (wall - body), rel=1e-3)
    assert stop[1] == pytest.approx(body, abs=0.02) and contact[1] == pytest.approx(wall, abs=0.02)


def test_the_gap_of_each_tick_is_a_mark():
    svg = DRAWINGS["gap_ticks"](since=70, until=80)(run_of("skin", 3))
    heights = sorted({round(float(part.get("cy"))) for part in parts(svg, "circle")})
    assert len(parts(svg, "circle")) == 11 and len(heights) == 2, "it bobs between two gaps"


def test_a_flat_path_is_enlarged_across_the_wall():
    """The gap of 1 degree is 29 times thinner than the path that is left: both are seen."""
    svg = DRAWINGS["gap_section"]()(run_of("skin", 2))
    stop, contact = places(drawn(svg, "polyline", BEFORE)[0])
    assert contact[1] - stop[1] > 40.0 and contact[0] - stop[0] > 80.0


def test_the_snap_restores_the_skin():
    run = run_of("skin", 8)
    gap, raised = (MEASURES["snap"](part=part)(run) for part in ("gap", "raised"))
    assert gap < 0.5 * 1000.0 * run.simulation.rules.skin
    assert gap + raised == pytest.approx(1000.0 * run.simulation.rules.skin)


def test_the_gap_is_the_skin():
    wall = run_of("skin", 1)
    assert gap(wall) == pytest.approx(1000.0 * wall.simulation.params.skin, abs=1e-6)


def test_the_distance_kept_back_is_the_skin_over_the_sine():
    run = run_of("skin", 4)
    asked, into = (MEASURES["iteration"](part=part)(run) for part in ("displacement", "into"))
    assert MEASURES["kept_back"]()(run) == pytest.approx(1000.0 * run.simulation.rules.skin * asked / -into)


def test_a_sweep_looks_32_skins_ahead():
    run = run_of("skin", 6)
    assert MEASURES["sweep_beyond"]()(run) == pytest.approx(32.0 * run.simulation.rules.skin / min(run.simulation.params.radii))
    fall = sweep_of(run.record().trace, sweeps_of(run, "gravity")[0])
    assert fall.reach == fall.length
