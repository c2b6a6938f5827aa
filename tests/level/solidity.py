"""Checks of the triangles of a closed part."""

from collections import Counter

import numpy as np


def open_edges(shape):
    """Edges that are not used exactly once in each direction: none for a closed, evenly wound solid."""
    uses = Counter()
    for a, b, c in shape.triangles.tolist():
        uses.update([(a, b), (b, c), (c, a)])
    return [edge for edge, count in uses.items() if count != 1 or uses[edge[::-1]] != 1]


def volume(shape):
    """Signed volume [m3]: positive when the triangles are wound counter-clockwise seen from outside."""
    corners = shape.vertices[shape.triangles]
    return float(np.einsum("ij,ij->", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))) / 6


def areas(shape):
    corners = shape.vertices[shape.triangles]
    return np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2


def area_of(shape, role):
    return float(areas(shape)[shape.roles == role].sum())


def uprightness(shape):
    """z of each triangle's unit normal."""
    corners = shape.vertices[shape.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return normals[:, 2] / np.linalg.norm(normals, axis=1)


def extent(shape):
    return np.ptp(shape.vertices, axis=0)


def same_both_ways(shape):
    """Every edge is used as often one way as the other: no hole. Two openings may share an edge at a corner."""
    edges = np.concatenate([shape.triangles[:, [i, (i + 1) % 3]] for i in range(3)])
    forth, back = (np.unique(e, axis=0, return_counts=True) for e in (edges, edges[:, ::-1]))
    return np.array_equal(forth[0], back[0]) and np.array_equal(forth[1], back[1])
