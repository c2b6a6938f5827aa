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
