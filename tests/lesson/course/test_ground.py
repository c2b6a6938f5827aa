"""Drawings and measures of the lesson "ground" agree with closed forms."""

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from tests.lesson_pages import run_of


def test_plane_weights_and_ray_agree_at_every_tick():
    run = run_of("ground", 2)
    for tick in (1, 30, 60):
        plane, weights, ray = (MEASURES["ground_height"](by=by, tick=tick)(run) for by in ("plane", "weights", "ray"))
        assert plane == pytest.approx(weights, abs=1e-12) and plane == pytest.approx(ray, abs=1e-12)
        assert sum(MEASURES["ground_weight"](corner=k, tick=tick)(run) for k in range(3)) == pytest.approx(1.0, abs=1e-15)


def test_the_lectures_weights_lie_aside_by_sine_times_cosine_of_the_slope():
    """E29: the height above the ground times sin a cos a, so half of it at 45 degrees."""
    run = run_of("ground", 3)
    normal = np.array(run.record(60).after.normal)
    expected = 100.0 * normal[2] * np.hypot(normal[0], normal[1])
    assert MEASURES["aside"](above=1.0, by="normal")(run) == pytest.approx(expected, rel=1e-6)
    assert MEASURES["aside"](above=1.0, by="areas")(run) < 1e-9


def test_the_cell_is_drawn_around_the_player():
    assert DRAWINGS["cell_from_above"]()(run_of("ground", 1)).text.count("<circle") == 1
