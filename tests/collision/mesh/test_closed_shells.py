"""Closed shells whose seams and poles have two vertices where one is meant, as rounding makes them."""

import numpy as np
import pytest

from game.collision.mesh.closed_shells import ClosedShells, meets_a_back

TAU = 2.0 * np.pi


def grid_surface(rows, columns, place):
    """(vertices, triangles) of a closed surface over a grid, whose seam and poles have vertices of their own.

    place: function of the shares 0..1 along rows and columns, to positions (3, n)
    """
    v, u = (part.ravel() for part in np.meshgrid(np.linspace(0, 1, rows + 1), np.linspace(0, 1, columns + 1), indexing="ij"))
    first = (np.arange(rows)[:, None] * (columns + 1) + np.arange(columns)).ravel()
    below, beside, across = first + columns + 1, first + 1, first + columns + 2
    return place(v, u).T, np.concatenate([np.stack(corners, 1) for corners in ((first, below, beside), (beside, below, across))])


def ball(v, u, kind=np.float64):
    polar, around = (kind(np.pi) * v.astype(kind)), (kind(TAU) * u.astype(kind))
    return np.array([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around), np.cos(polar)])


def drum(v, u, kind=np.float64):
    """A cylinder with lids, whose middles are the poles."""
    around = kind(TAU) * u.astype(kind)
    radius, height = np.interp(v, [0.0, 1 / 3, 2 / 3, 1.0], [0, 1, 1, 0]), np.interp(v, [0.0, 1 / 3, 2 / 3, 1.0], [1, 1, -1, -1])
    return np.array([radius * np.cos(around), radius * np.sin(around), height])


@pytest.mark.parametrize("kind", [np.float64, np.float32])
@pytest.mark.parametrize("scale", [0.02, 1.0, 500.0])
@pytest.mark.parametrize("shape", [ball, drum])
def test_a_seam_and_poles_of_doubled_vertices_are_closed(shape, scale, kind):
    vertices, triangles = grid_surface(12, 24, lambda v, u: shape(v, u, kind))
    vertices = ((vertices + 0.3) * scale).astype(np.float32).astype(float)  # as a mesh file keeps them
    middle = np.full(3, 0.3 * scale)
    for corners in (vertices, vertices[triangles].reshape(-1, 3)):
        shells = ClosedShells(corners, triangles if corners is vertices else np.arange(len(corners)).reshape(-1, 3))
        assert len(shells.shells) == 1 and len(shells.sheets) == 0
        for direction in ((0, 0, 0), (1, 0, 0), (0.9, -1e-3, 0), (0, 0, 0.9), (0, -0.9, 0)):  # also beside the seam and a pole
            assert shells.in_solid(middle + 0.99 * scale * np.array(direction)) and not shells.in_solid(middle + 1.5 * scale)


def test_a_gap_that_is_meant_stays_open():
    vertices, triangles = grid_surface(12, 24, ball)
    vertices[:, 1] += 1e-4 * (np.arange(len(vertices)) % 25 == 0)  # the seam is apart by a tenth of a millimetre
    shells = ClosedShells(vertices, triangles)
    assert len(shells.shells) == 0 and not shells.in_solid(np.zeros(3))


def test_other_sheets_near_a_seam_stay_as_they_are():
    vertices, triangles = grid_surface(12, 24, ball)
    sheet = np.array([(-9.0, -9.0, -2.0), (9.0, -9.0, -2.0), (0.0, 9.0, -2.0)])
    shells = ClosedShells(np.concatenate([vertices, sheet]), np.concatenate([triangles, [[325, 326, 327]]]))
    assert len(shells.shells) == 1 and shells.sheets.tolist() == [sheet.tolist()]


@pytest.mark.parametrize("corner", [(0.0, 0.0), (0.5, 0.5), (1.0, -1.0), (0.3, 0.3)])
def test_a_ray_along_an_edge_or_through_a_corner_meets_the_back(corner):
    """The two triangles of a square, seen from behind: no ray passes between them."""
    square = np.array([[(1, -1, -1), (1, 1, -1), (1, 1, 1)], [(1, -1, -1), (1, 1, 1), (1, -1, 1)]], float)
    ray = np.array((1.0, *corner))
    assert meets_a_back(square, ray) and not meets_a_back(square[:, ::-1], ray) and not meets_a_back(square, -ray)
