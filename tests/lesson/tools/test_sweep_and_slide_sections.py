"""Cuts along displacement and normal: places and lengths are those of the contact."""

from math import degrees

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.svg_canvas import AFTER, BEFORE, CONTACT, INK, NORMAL, T0
from game.lesson.tools.sweep_and_slide_sections import cut_basis, ellipse_cut
from tests.lesson.svg_parts import arrow, dots, parts
from tests.lesson_pages import run_of


def test_the_sphere_at_t0_rests_on_the_plane():
    """In the section the sphere at t0 is a circle of the start's size, whose lowest point is the contact."""
    svg = DRAWINGS["sweep_section"]()(run_of("sweep", 4))
    start = parts(svg, "ellipse")[0]
    first = next(part for part in parts(svg, "circle") if part.get("stroke") == T0)
    assert start.get("rx") == start.get("ry") == first.get("r")
    assert len(first) == 0, "the outline stays there while a disc moves: a still picture shows it in its place"
    contact = next(part for part in parts(svg, "circle") if part.get("fill") == CONTACT)
    assert float(first.get("cy")) + float(first.get("r")) == pytest.approx(float(contact.get("cy")), abs=0.02)


def test_the_section_of_an_ellipsoid_is_the_ellipsoid():
    radii = np.array((0.4, 0.4, 0.9))
    along, up = cut_basis((1.0, 2.0, 0.5), (0.3, -0.2, 0.9))
    assert along @ up == pytest.approx(0.0, abs=1e-12) and along @ (1.0, 2.0, 0.5) > 0.0
    for x, y in ellipse_cut(radii, along, up):
        assert np.linalg.norm((x * along + y * up) / radii) == pytest.approx(1.0)


def test_the_kept_displacement_is_parallel_to_the_wall():
    """v' leads from the centre along the wall, and ends straight above the end of v."""
    svg = DRAWINGS["slide_section"]()(run_of("sliding", 5))
    (_, before), (_, after) = arrow(svg, BEFORE), arrow(svg, AFTER)
    assert after[1] == pytest.approx(dots(svg, INK)[0][1], abs=0.02)
    assert before[0] == pytest.approx(after[0], abs=0.02) and before[1] > after[1]


def test_the_projected_destination_is_in_the_sliding_plane():
    """E' is as high as q and straight above E, and v' leads from q to E'."""
    svg = DRAWINGS["slide_section"](points=True)(run_of("sliding", 4))
    touched, end, projected = (dots(svg, colour)[0] for colour in (CONTACT, BEFORE, AFTER))
    assert projected == pytest.approx((end[0], touched[1]), abs=0.02) and projected == arrow(svg, AFTER)[1]
    assert end == arrow(svg, BEFORE)[1]


def test_in_espace_the_normal_points_at_the_centre():
    """The angle in the drawing is the measured one in the world, and 0 in eSpace."""
    run = run_of("espace", 2)
    tips = {}
    for espace in (False, True):
        svg = DRAWINGS["contact_normal"](espace=espace)(run)
        (_, tip), contact, centre = arrow(svg, NORMAL), dots(svg, CONTACT)[0], dots(svg, INK)[0]
        tips[espace] = degrees(np.arctan2(*np.subtract(tip, contact)) - np.arctan2(*np.subtract(centre, contact)))
    assert abs(tips[True]) < 0.2 and abs(tips[False]) == pytest.approx(MEASURES["lean"]()(run), abs=0.2)
