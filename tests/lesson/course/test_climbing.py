"""Drawings and measures of the lesson "climbing" agree with closed forms."""

from math import atan2, degrees

import pytest

from game.lesson.course import DRAWINGS
from game.lesson.tools.svg_canvas import FAINT, NORMAL
from tests.lesson.svg_parts import arrow
from tests.lesson_pages import run_of


def test_the_normals_at_an_edge_have_the_angle_between_tread_and_sliding_plane():
    svg = DRAWINGS["edge_contact"]()(run_of("climbing", 4))
    (start, leans), (_, upright) = arrow(svg, NORMAL), arrow(svg, FAINT)
    assert upright[0] == pytest.approx(start[0], abs=0.05)
    assert degrees(atan2(start[0] - leans[0], start[1] - leans[1])) == pytest.approx(59.3, abs=0.2)
