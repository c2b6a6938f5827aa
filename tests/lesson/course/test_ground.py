"""Drawings and measures of the lesson "ground" agree with closed forms."""

import numpy as np
import pytest

from game.lesson.course import DRAWINGS, MEASURES
from game.lesson.tools.svg_canvas import CONTACT, PLANE
from tests.lesson.svg_parts import parts, places
from tests.lesson_pages import measured, run_of

AT = 60  # the tick of the pages' Q. Then the player walks away, so that its place can be seen


def test_plane_weights_and_ray_agree_at_every_tick():
    run = run_of("ground", 3)
    for tick in (1, 30, 60):
        plane, weights, ray = (MEASURES["ground_height"](by=by, tick=tick)(run) for by in ("plane", "weights", "ray"))
        assert plane == pytest.approx(weights, abs=1e-12) and plane == pytest.approx(ray, abs=1e-12)
        assert sum(MEASURES["ground_weight"](corner=k, tick=tick)(run) for k in range(3)) == pytest.approx(1.0, abs=1e-15)


def test_the_lectures_weights_lie_aside_by_sine_times_cosine_of_the_slope():
    """E29: the height above the ground times sin a cos a, so half of it at 45 degrees."""
    run = run_of("ground", 4)
    normal = np.array(run.record(AT).after.normal)
    expected = 100.0 * normal[2] * np.hypot(normal[0], normal[1])
    assert MEASURES["aside"](above=1.0, by="normal", tick=AT)(run) == pytest.approx(expected, rel=1e-6)
    assert MEASURES["aside"](above=1.0, by="areas", tick=AT)(run) < 1e-9


def test_the_cell_is_drawn_around_the_player():
    assert DRAWINGS["cell_from_above"](tick=AT)(run_of("ground", 1)).text.count("<circle") == 1


def test_the_plane_is_that_of_the_corners():
    """z_0 - N_x u - N_y v, with N_z = 1 and sides of a metre, and the slope is that of the ground below the player."""
    run = run_of("ground", 2)
    x, y, slope = (MEASURES["ground_plane"](term=term, tick=AT)(run) for term in ("x", "y", "slope"))
    u, v = (MEASURES["cell_term"](term=term, tick=AT)(run) for term in ("u", "v"))
    height = MEASURES["corner_height"](corner=0, tick=AT)(run) - x * u - y * v
    assert height == pytest.approx(MEASURES["ground_height"](by="plane", tick=AT)(run), abs=1e-9)
    assert np.cos(np.radians(slope)) == pytest.approx(run.record(AT).after.normal[2], abs=1e-6)


def test_three_areas_are_drawn_opposite_to_their_corners():
    areas = [places(part) for part in parts(DRAWINGS["three_areas"](tick=AT)(run_of("ground", 3)), "polygon")]
    sizes = [abs(np.linalg.det([np.subtract(b, a), np.subtract(c, a)])) for a, b, c in areas]
    assert np.divide(sizes, sum(sizes)) == pytest.approx((0.3, 0.3, 0.4), abs=1e-3)


def test_the_foot_is_drawn_aside():
    q, foot, _ = parts(DRAWINGS["foot_aside"](tick=AT)(run_of("ground", 4)), "circle")
    (x, y), (end_x, end_y) = ((float(dot.get("cx")), float(dot.get("cy"))) for dot in (q, foot))
    aside = MEASURES["aside"](above=1.0, by="normal", tick=AT)(run_of("ground", 4)) / 100.0
    slope = np.radians(MEASURES["ground_plane"](term="slope", tick=AT)(run_of("ground", 4)))
    assert (end_x - x) / (end_y - y) == pytest.approx(aside / np.cos(slope) ** 2, abs=1e-2)


def test_the_normal_is_drawn_at_a_right_angle_to_the_arrow_to_q():
    """In the drawing's projection: x to the right, y along (.42, .34), z up."""
    normal, arrow = parts(DRAWINGS["plane_and_normal"](tick=AT)(run_of("ground", 2)), "line")
    found = []
    for part in (normal, arrow):
        start, end = (np.array([float(part.get(f"{axis}{k}")) for axis in "xy"]) * (1.0, -1.0) for k in (1, 2))
        found.append(end - start)
    x, y = (MEASURES["ground_plane"](term=term, tick=AT)(run_of("ground", 2)) for term in ("x", "y"))
    across, up = x + 0.42 * y, 0.34 * y + 1.0
    assert found[0][0] / found[0][1] == pytest.approx(across / up, abs=1e-2)
    u, v = 0.3, 0.4
    across, up = u + 0.42 * v, 0.34 * v - x * u - y * v
    assert found[1][0] / found[1][1] == pytest.approx(across / up, abs=1e-2)


def test_weights_on_the_hill_are_distances_over_the_side_of_a_cell():
    run = run_of("ground", 6)
    west, north = (MEASURES["distance_on_hill"](exhibit="hill", axis=axis)(run) for axis in "xy")
    weights = [MEASURES["readout"](exhibit="hill", reading=f"w{k}")(run) for k in range(3)]
    assert weights == pytest.approx((north / 75.0, west / 75.0, 1.0 - (north + west) / 75.0), abs=1e-9)
    assert DRAWINGS["bars_from_above"](exhibit="hill")(run).text.count("<circle") == 4


def test_a_search_in_the_net_is_about_as_long_as_the_square_root_of_the_number_of_triangles():
    mean = MEASURES["mean_search"](exhibit="hill")(run_of("ground", 5))
    assert 0.5 * 234**0.5 < mean < 2.0 * 234**0.5


def test_the_drawn_search_has_as_many_triangles_as_the_page_says():
    svg = DRAWINGS["search_from_above"](exhibit="hill")(run_of("ground", 5))
    filled = [part for part in parts(svg, "polygon") if part.get("fill") != "none"]
    assert len(filled) == measured("readout", "ground", 5, exhibit="hill", reading="steps")
    assert [part.get("fill") for part in filled] == [PLANE] * (len(filled) - 1) + [CONTACT]
