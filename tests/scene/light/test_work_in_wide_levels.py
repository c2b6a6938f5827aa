"""The work for light, lines, shadows and marks is bounded, whatever a level's width in metres."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from game.collision import TriangleMesh
from game.explain.volume_faces_and_flow import MOST_MARKS, look_of
from game.level.contents.level import PALETTE
from game.level.volume_table import read_volume
from game.scene.feature_edges import MOST_PIECES, cut_to_pieces
from game.scene.light import shading_mesh
from game.scene.light.facet_refinement import Edges, split_edges
from game.scene.light.shading_mesh import MOST_TRIANGLES, level_facets, share_vertices
from game.scene.light.shadow_border_refinement import CENTRE_LIT, MOST_PROBES, ROUNDS, SHADOWS, Borders, points_in_field
from game.scene.shadows import MOST_POINTS, MoverOutline

WIDTHS = (1e4, 4e4, 1e5, 1e6, 1e8)  # [m]: a house in centimetres and in millimetres, a terrain, a country, a file's farthest


class CountingSource:
    """A source of light that is dark everywhere, and counts the tested points."""

    count = 0

    def cast(self, function, extra, arrays, out):
        self.count += len(out) if function is points_in_field else 0
        out[:] = 0


@pytest.mark.parametrize("width", WIDTHS)
def test_probes_of_shadow_borders(width):
    corners = width * np.array([[[0, 0, 0], [1, 0, 0], [1, 1, 0]], [[0, 0, 0], [1, 1, 0], [0, 1, 0]]], dtype=float)
    up, frames = np.tile((0.0, 0.0, 1.0), (2, 3, 1)), np.tile(np.eye(3)[:2], (2, 1, 1))
    facets = share_vertices(corners, up, np.zeros(2, dtype=int), np.zeros(2, dtype=bool), frames)
    source = CountingSource()
    borders, tested = Borders(source, CENTRE_LIT, SHADOWS), 0
    for _ in range(ROUNDS):  # with all edges split, so that each round has new edges only
        edges = Edges.of(facets)
        borders.probe(facets, edges)
        tested += len(edges.ends)
        facets = split_edges(facets, edges, np.ones(len(edges.ends), dtype=bool))
    assert source.count <= MOST_PROBES + 2 * tested  # each edge has probes at both ends, whatever its length


@pytest.mark.parametrize("width", WIDTHS)
def test_pieces_of_lines(width):
    starts, ends, owners = cut_to_pieces(np.zeros((3, 3)), width * np.eye(3))
    assert len(starts) <= MOST_PIECES + 3
    assert np.linalg.norm(ends - starts, axis=1).sum() == pytest.approx(3 * width)


def test_lines_of_a_small_level_have_short_pieces():
    starts, ends, _ = cut_to_pieces(np.zeros((1, 3)), np.array([[10.0, 0.0, 0.0]]))
    assert len(starts) == 20 and np.allclose(np.linalg.norm(ends - starts, axis=1), 0.5)


STRIPS = [(1.0, 1e4), (1.0, 1e6), (10.0, 1e6), (300.0, 1e7), (0.1, 1e8), (1e6, 1e6)]


@pytest.mark.parametrize(("width", "length", "most"), [*((*strip, 3000) for strip in STRIPS), (10.0, 1e6, MOST_TRIANGLES)])
def test_facets_of_a_strip(width, length, most, monkeypatch):
    """With the game's own bound for one strip, and with a lower one, which takes a twentieth of the time, for all."""
    monkeypatch.setattr(shading_mesh, "MOST_TRIANGLES", most)
    corners = np.array([(0.0, 0.0, 0.0), (width, 0.0, 0.0), (width, length, 0.0), (0.0, length, 0.0)])
    surfaces, path = np.zeros(2, dtype=int), Path("strip.obj")
    triangles = np.array([(0, 1, 2), (0, 2, 3)])
    plain = {"path": path, "look": None, "materials": (PALETTE["grass"],)}
    facets = level_facets(SimpleNamespace(vertices=corners, triangles=triangles, surfaces=surfaces, **plain))
    assert len(facets.triangles) <= 1.5 * most
    sides = facets.corners[:, 1:] - facets.corners[:, :1]
    assert np.cross(sides[:, 0], sides[:, 1])[:, 2].sum() / 2 == pytest.approx(width * length, rel=1e-6)


@pytest.mark.parametrize("size", [(0.5, 0.5), (40.0, 40.0), (1e4, 1e4), (0.2, 1e6), (1e8, 3.0)])
def test_points_of_the_shadow_of_a_mover(size):
    x, y = size
    plate = TriangleMesh([(0, 0, 0), (x, 0, 0), (x, y, 0), (0, y, 0)], [(0, 1, 2), (0, 2, 3)])
    outline = MoverOutline.of(SimpleNamespace(mesh=plate))
    assert len(outline.points) <= MOST_POINTS + 10
    assert outline.crisp.max() == 1.0 or min(size) < 4 * outline.size


@pytest.mark.parametrize("size", [(5.0, 5.0, 5.0), (1e4, 1e4, 2.0), (1e4, 3e3, 0.5), (1e4, 2.0, 2.0), (1e4, 1e4, 1e4)])
@pytest.mark.parametrize("kind", ["wind", "water"])
def test_marks_in_a_current(size, kind):
    flow = {"wind": {"velocity": [0.0, 3.0, 0.0]}, "water": {"current": [0.0, 3.0, 0.0]}}[kind]
    table = {"kind": kind, "at": [0.0, 0.0, 0.0], "size": list(size), **flow}
    assert 0 < len(look_of(read_volume(table, "file")).marks) <= 3 * 4 * MOST_MARKS
