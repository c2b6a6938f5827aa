"""Drawings and measures of the lesson "espace" agree with closed forms."""

from math import atan2, degrees

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.svg_canvas import AFTER, BEFORE, SOLID
from tests.lesson.svg_parts import arrow, drawn, parts, places, rectangles
from tests.lesson_pages import run_of


def test_a_vector_in_longer_basis_vectors_ends_at_the_same_place():
    svg = DRAWINGS["vector_in_bases"](bases="both")(None)
    tips = [place for part in parts(svg, "polygon") if part.get("fill") == AFTER for place in places(part)[:1]]
    starts = [(float(part.get("x1")), float(part.get("y1"))) for part in drawn(svg, "line", AFTER)]
    vectors = [np.subtract(tip, start) for tip, start in zip(tips, starts)]
    assert len(vectors) == 2 and vectors[0] == pytest.approx(vectors[1], abs=0.05)


def test_a_sum_of_two_displacements_closes_the_triangle():
    svg = DRAWINGS["vector_sum"](first=8, second=22)(run_of("espace", 4))
    lines = [(float(part.get("x1")), float(part.get("y1"))) for part in drawn(svg, "line", BEFORE)]
    tips = [places(part)[0] for part in parts(svg, "polygon") if part.get("fill") == BEFORE]
    assert lines[1] == pytest.approx(tips[0], abs=0.02), "Y begins where X ends"
    assert tips[1] == pytest.approx(arrow(svg, AFTER)[1], abs=0.02), "and X + Y ends where Y does"


def test_the_ramp_has_the_measured_angles_in_both_spaces():
    run = run_of("espace", 11)
    svg = DRAWINGS["ramp_in_both"]()(run)
    slopes = [places(part) for part in drawn(svg, "polyline", SOLID) if float(part.get("stroke-width")) > 2.0]
    angles = [degrees(atan2(start[1] - end[1], end[0] - start[0])) for start, end in slopes]
    wanted = [MEASURES["tilt"](of="gravity", face=True, espace=espace)(run) for espace in (False, True)]
    assert angles == pytest.approx(wanted, abs=0.1) and len(angles) == 2


@pytest.mark.parametrize("factor", [1.0, 1.5, 2.5])
def test_the_radii_of_the_body_are_written_beside_its_outline(factor):
    """A newcomer saw "0.9 m" across the outline, in a drawing that was smaller than usual."""
    svg = DRAWINGS["body_radii"]()(run_of("espace", 1))
    outline, letters = parts(svg, "ellipse")[0], rectangles(svg.enlarge(factor, svg.width * factor))
    middle, radii = ([float(outline.get(name)) for name in pair] for pair in (("cx", "cy"), ("rx", "ry")))
    assert len(letters) == 2
    for left, top, right, bottom in letters:
        nearest = min(max(middle[0], left), right), min(max(middle[1], top), bottom)
        assert sum(((a - b) / radius) ** 2 for a, b, radius in zip(nearest, middle, radii)) > 1.0
