"""Ear clipping: the area is kept, whatever the outline."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.level.contents.polygon_triangulation import newell_normal, triangulate


def cut_area(polygon, triangles):
    points = np.array(polygon)
    return sum(np.linalg.norm(np.cross(points[b] - points[a], points[c] - points[a])) / 2 for a, b, c in triangles)


@settings(max_examples=80, deadline=None)
@given(radii=st.lists(st.floats(0.2, 5.0), min_size=3, max_size=24), tilt=st.floats(-3.0, 3.0), lean=st.floats(-1.4, 1.4))
def test_star_shaped_outlines_are_cut_without_overlap(radii, tilt, lean):
    flat = [(r * math.cos(math.tau * i / len(radii)), r * math.sin(math.tau * i / len(radii))) for i, r in enumerate(radii)]
    leaned = [(x, y * math.cos(lean), y * math.sin(lean)) for x, y in flat]
    polygon = [(x * math.cos(tilt) - y * math.sin(tilt), x * math.sin(tilt) + y * math.cos(tilt), z) for x, y, z in leaned]
    triangles = triangulate(polygon)
    assert len(triangles) == len(polygon) - 2
    assert cut_area(polygon, triangles) == pytest.approx(np.linalg.norm(newell_normal(polygon)) / 2)


@pytest.mark.parametrize("steps", [1, 2, 12, 40])
def test_corners_in_a_row_leave_no_triangle_without_area(steps):
    line = [p for i in range(steps) for p in ((i * 0.25, i * 0.15), (i * 0.25, (i + 1) * 0.15))]
    polygon = [(0.0, y, z) for y, z in [*line, (steps * 0.25, steps * 0.15), (steps * 0.25, 0.0)]]
    points = np.array(polygon)
    for a, b, c in triangulate(polygon):
        assert np.linalg.norm(np.cross(points[b] - points[a], points[c] - points[a])) > 1e-6


@pytest.mark.parametrize("corners", [4, 5])
def test_an_outline_that_crosses_itself_is_refused(corners):
    with pytest.raises(ValueError, match="crosses"):
        triangulate([(i, i, 0) for i in range(corners)])
