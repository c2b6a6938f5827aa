"""Drawings and measures of the lesson "ground" agree with closed forms."""

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from tests.lesson.svg_parts import parts, places
from tests.lesson_pages import run_of


def test_plane_weights_and_ray_agree_at_every_tick():
    run = run_of("ground", 3)
    for tick in (1, 30, 60):
        plane, weights, ray = (MEASURES["ground_height"](by=by, tick=tick)(run) for by in ("plane", "weights", "ray"))
        assert plane == pytest.approx(weights, abs=1e-12) and plane == pytest.approx(ray, abs=1e-12)
        assert sum(MEASURES["ground_weight"](corner=k, tick=tick)(run) for k in range(3)) == pytest.approx(1.0, abs=1e-15)


def test_the_lectures_weights_lie_aside_by_sine_times_cosine_of_the_slope():
    """E29: the height above the ground times sin a cos a, so half of it at 45 degrees."""
    run = run_of("ground", 4)
    normal = np.array(run.record(60).after.normal)
    expected = 100.0 * normal[2] * np.hypot(normal[0], normal[1])
    assert MEASURES["aside"](above=1.0, by="normal")(run) == pytest.approx(expected, rel=1e-6)
    assert MEASURES["aside"](above=1.0, by="areas")(run) < 1e-9


def test_the_cell_is_drawn_around_the_player():
    assert DRAWINGS["cell_from_above"]()(run_of("ground", 1)).text.count("<circle") == 1


def test_the_plane_is_that_of_the_corners():
    """z_0 - N_x u - N_y v, with N_z = 1 and sides of a metre, and the slope is that of the ground below the player."""
    run = run_of("ground", 2)
    x, y, slope = (MEASURES["ground_plane"](term=term)(run) for term in ("x", "y", "slope"))
    u, v = (MEASURES["cell_term"](term=term)(run) for term in ("u", "v"))
    height = MEASURES["corner_height"](corner=0)(run) - x * u - y * v
    assert height == pytest.approx(MEASURES["ground_height"](by="plane")(run), abs=1e-9)
    assert np.cos(np.radians(slope)) == pytest.approx(run.record(60).after.normal[2], abs=1e-6)


def test_three_areas_are_drawn_opposite_to_their_corners():
    areas = [places(part) for part in parts(DRAWINGS["three_areas"]()(run_of("ground", 3)), "polygon")]
    sizes = [abs(np.linalg.det([np.subtract(b, a), np.subtract(c, a)])) for a, b, c in areas]
    assert np.divide(sizes, sum(sizes)) == pytest.approx((0.3, 0.3, 0.4), abs=1e-3)


def test_the_foot_is_drawn_aside():
    q, foot, _ = parts(DRAWINGS["foot_aside"]()(run_of("ground", 4)), "circle")
    (x, y), (end_x, end_y) = ((float(dot.get("cx")), float(dot.get("cy"))) for dot in (q, foot))
    aside = MEASURES["aside"](above=1.0, by="normal")(run_of("ground", 4)) / 100.0
    slope = np.radians(MEASURES["ground_plane"](term="slope")(run_of("ground", 4)))
    assert (end_x - x) / (end_y - y) == pytest.approx(aside / np.cos(slope) ** 2, abs=1e-2)
