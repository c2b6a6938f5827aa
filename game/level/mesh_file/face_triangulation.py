"""Triangulate faces with any number of corners, triangle strips and triangle fans."""

import numpy as np

from ..geometry.polygon_triangulation import TooManyCorners, triangulate
from ..limits import MOST_CORNER_TESTS, MOST_TRIANGLES, require


def face_triangles(corners: np.ndarray, positions: np.ndarray, first: int = 0) -> np.ndarray:
    """Cut n faces with the same number of corners into triangles. Return their vertex indices (t, 3).

    Triangles follow the order of the faces, except those of quads (see `split_quads`).
    corners: vertex indices (n, size) of the faces. Faces of fewer than three corners have no triangles.
    positions: vertices of the file (v, 3)
    first: number of the first vertex in the file, 0 or 1, for messages
    Raises ValueError if a face names a vertex that does not exist, or for too many triangles or corners.
    """
    count, size = corners.shape
    if size < 3:
        return np.zeros((0, 3), np.int64)
    bad = (corners < 0) | (corners >= len(positions))
    if bad.any():
        raise ValueError(f"a face names vertex {corners[bad][0] + first}, there are {len(positions)}")
    require(count * (size - 2), MOST_TRIANGLES, "triangles")
    if size > 4:
        require(count * size * size / 2, MOST_CORNER_TESTS, "corners to test while faces are cut", "divide them into triangles")
    if size == 3:
        return corners
    return split_quads(corners, positions) if size == 4 else split_polygons(corners, positions)


def split_quads(corners: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Split n quads (n, 4) of vertex indices into two triangles each. Return the triangles (2 n, 3).

    positions: vertices of the file (v, 3)
    The first n rows are the first triangle of each quad, and the last n rows are the second one.
    The diagonal joins the first and the third corner. It joins the second and the fourth corner if one of these two bends
    inward, or has an infinite or nan coordinate.
    """
    a, b, c, d = (positions[corners[:, i]] for i in range(4))
    normal = np.cross(c - a, d - b)
    first, second = np.cross(b - a, c - a), np.cross(c - a, d - a)
    along_ac = (np.sum(first * normal, axis=1) >= 0.0) & (np.sum(second * normal, axis=1) >= 0.0)
    finite = np.isfinite(positions[corners]).all(axis=2)
    along_ac = (along_ac | ~finite[:, [0, 2]].all(axis=1)) & finite[:, [1, 3]].all(axis=1)
    turned = np.where(along_ac[:, None], corners, np.roll(corners, -1, axis=1))
    return np.concatenate([turned[:, [0, 1, 2]], turned[:, [0, 2, 3]]])


def split_polygons(corners: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Split polygons (n, size) of vertex indices into triangles (t, 3) by ear clipping, which is right for concave outlines too.

    positions: vertices of the file (v, 3)
    A face that `triangulate` refuses, because it has no area or crosses itself, becomes a fan of triangles. A face with an
    infinite or nan corner becomes a fan that starts at this corner, so that all its triangles are dropped later.
    Raises TooManyCorners for a face that would take too long.
    """
    fan = [(0, i, i + 1) for i in range(1, corners.shape[1] - 1)]
    triangles = []
    for face in corners:
        bad = np.flatnonzero(~np.isfinite(positions[face]).all(axis=1))
        if len(bad):
            triangles += [np.roll(face, -bad[0])[list(triangle)] for triangle in fan]
            continue
        try:
            cut = triangulate(positions[face].tolist())
        except TooManyCorners:
            raise
        except ValueError:
            cut = fan
        triangles += [face[list(triangle)] for triangle in cut]
    return np.array(triangles)


def unstripped(corners: np.ndarray) -> np.ndarray:
    """Return the triangles (n - 2, 3) of a triangle strip of n corner indices, n at least 3.

    Every second triangle is reversed to keep the winding.
    """
    triangles = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
    triangles[1::2] = triangles[1::2, [1, 0, 2]]
    return triangles


def unfanned(corners: np.ndarray) -> np.ndarray:
    """Return the triangles (n - 2, 3) of a triangle fan of n corner indices, n at least 3."""
    return np.stack([np.full(len(corners) - 2, corners[0]), corners[1:-1], corners[2:]], axis=1)
