"""Drawings and measures of the lesson "gravity" agree with closed forms."""

from math import atan2, degrees, hypot

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.svg_canvas import AFTER, BEFORE, CONTACT, T1
from tests.lesson.svg_parts import arrow, dots, parts
from tests.lesson_pages import run_of


def test_one_call_with_gravity_leaves_less_than_walking_alone():
    """The drawing states the length that the tick's own slide has, and a shorter one for the sum."""
    run = run_of("gravity", 3)
    assert MEASURES["iteration"](part="next", tick=9)(run) == pytest.approx(43.0, abs=0.5)
    svg = DRAWINGS["combined_call"](tick=9)(run)
    touched, alone, combined = (np.array(dots(svg, colour)[0]) for colour in (CONTACT, AFTER, T1))
    lengths = [np.linalg.norm(point - touched) for point in (alone, combined)]
    assert lengths[1] / lengths[0] == pytest.approx(31.0 / 43.0, abs=0.02)


def test_a_fall_is_clipped_along_the_slope():
    """f' and the part that the slope removes are at a right angle."""
    svg = DRAWINGS["clipped_fall"]()(run_of("gravity", 12))
    removed = next(part for part in parts(svg, "polyline") if part.get("stroke-dasharray")).get("points").split()
    start, end = (np.array(tuple(map(float, point.split(",")))) for point in removed)
    slope = next(part for part in parts(svg, "polyline") if not part.get("stroke-dasharray")).get("points").split()
    top, foot = (np.array(tuple(map(float, point.split(",")))) for point in slope)
    assert abs((end - start) @ (foot - top)) < 0.01 * np.linalg.norm(end - start) * np.linalg.norm(foot - top)


def test_the_tilted_displacement_has_the_old_length_and_the_slope_of_the_ramp():
    svg = DRAWINGS["tilted_displacement"]()(run_of("gravity", 8))
    (start, level), (_, tilted) = arrow(svg, BEFORE), arrow(svg, AFTER)
    lengths = [hypot(tip[0] - start[0], tip[1] - start[1]) for tip in (level, tilted)]
    assert lengths[0] == pytest.approx(lengths[1], abs=0.05)
    assert degrees(atan2(start[1] - tilted[1], tilted[0] - start[0])) == pytest.approx(30.0, abs=0.1)


def test_the_speed_of_a_jump_reaches_its_height():
    run = run_of("gravity", 2)
    assert MEASURES["jump_speed"]()(run) ** 2 / (2.0 * run.simulation.params.gravity) == pytest.approx(1.0)
