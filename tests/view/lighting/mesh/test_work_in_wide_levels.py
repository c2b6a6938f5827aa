"""The work for light and lines is bounded by a level's edges, whatever its width in metres."""

import numpy as np
import pytest

from game.view.lighting.mesh.facet_refinement import Edges
from game.view.lighting.mesh.shading_mesh import share_vertices
from game.view.lighting.mesh.shadow_border_refinement import CENTRE_LIT, MOST_PROBES, SHADOWS, Borders
from game.view.scene.scenery.feature_edges import MOST_PIECES, cut_to_pieces

WIDTHS = (1e4, 4e4, 1e5, 1e6, 1e8)  # [m]: a house in centimetres and in millimetres, a terrain, a country, a file's farthest


class CountingSource:
    """A source of light that is dark everywhere, and counts the tested points."""

    count = 0

    def in_field(self, field, points, normals):
        self.count += len(points)
        return np.zeros(len(points), dtype=bool)

    def borders(self, field, inner, outer, normals):
        return np.zeros(len(inner))


@pytest.mark.parametrize("width", WIDTHS)
def test_probes_of_shadow_borders(width):
    corners = width * np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]], dtype=float)
    up, frames = np.tile((0.0, 0.0, 1.0), (2, 3, 1)), np.tile(np.eye(3)[:2], (2, 1, 1))
    facets = share_vertices(corners, up, np.zeros(2, dtype=int), np.zeros(2, dtype=bool), frames)
    source = CountingSource()
    Borders(source, CENTRE_LIT, SHADOWS).probe(facets, Edges.of(facets))
    assert source.count <= MOST_PROBES + 10


@pytest.mark.parametrize("width", WIDTHS)
def test_pieces_of_lines(width):
    starts, ends, owners = cut_to_pieces(np.zeros((3, 3)), width * np.eye(3))
    assert len(starts) <= MOST_PIECES + 3
    assert np.linalg.norm(ends - starts, axis=1).sum() == pytest.approx(3 * width)


def test_lines_of_a_small_level_have_short_pieces():
    starts, ends, _ = cut_to_pieces(np.zeros((1, 3)), np.array([[10.0, 0.0, 0.0]]))
    assert len(starts) == 20 and np.allclose(np.linalg.norm(ends - starts, axis=1), 0.5)
