"""Drawings and measures of the lesson "sliding" agree with closed forms."""

from math import atan, degrees, radians, tan

import numpy as np
import pytest

from game.lesson.course import DRAWINGS
from game.lesson.course.sliding import tangents_and_normal
from tests.lesson.svg_parts import parts
from tests.lesson_pages import run_of


def test_a_ramp_of_45_degrees_is_drawn_with_24_in_espace():
    svg = DRAWINGS["squeezed_ramp"](slope=45.0)(run_of("espace", 5))
    ramps = [part.get("points").split() for part in parts(svg, "polygon") if len(part.get("points").split()) == 3][::1]
    slopes = []
    for foot, top, _ in (ramp for ramp in ramps if ramp[1].split(",")[0] == ramp[2].split(",")[0]):
        (x0, y0), (x1, y1) = (tuple(map(float, place.split(","))) for place in (foot, top))
        slopes.append(degrees(atan((y0 - y1) / (x1 - x0))))
    assert slopes == pytest.approx([45.0, degrees(atan(tan(radians(45.0)) * 0.4 / 0.9))], abs=0.3)


def test_the_normal_of_two_tangents_is_the_gradient():
    """N of an ellipsoid is (x / rx^2, y / ry^2, z / rz^2), made unit (paper, appendix A)."""
    radii, turn, lift = np.array((0.4, 0.5, 0.9)), -0.9, 0.6
    place = radii * (np.cos(turn) * np.cos(lift), np.sin(turn) * np.cos(lift), np.sin(lift))
    (first, second), normal = tangents_and_normal(radii, turn, lift)
    gradient = place / radii**2
    assert normal == pytest.approx(gradient / np.linalg.norm(gradient))
    assert abs(first @ normal) + abs(second @ normal) == pytest.approx(0.0, abs=1e-12)
