"""The nearest points of a triangle: on its face, its sides and its corners."""

import numpy as np

from game.explain.minkowski import ExpandedTriangle


def test_nearest_points():
    triangle = ExpandedTriangle(np.array([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)]))
    points = np.array([(0.2, 0.2, 0.5), (0.5, -0.3, 0.4), (-3.0, -4.0, 0.0), (1.0, 1.0, 1.0)])
    expected = [(0.2, 0.2, 0.0), (0.5, 0.0, 0.0), (0.0, 0.0, 0.0), (0.5, 0.5, 0.0)]
    assert np.allclose(triangle.nearest(points), expected)
    assert np.allclose(triangle.measure(points)[0], [0.5, 0.5, 5.0, 1.5**0.5])
