"""Triangles of a unit tube, ball, box and disc, and the lines of unit rings. Shapes are built from them.

Three successive vertices are a triangle.
"""

from functools import cache

import numpy as np

DISC_SIDES = 48
RIM = 0.035  # width of a disc's rim, in parts of its radius
RING_PARTS = 48


def circle(parts):
    """Return points (parts + 1, 2) on the unit circle. The last point equals the first."""
    angles = np.linspace(0.0, 2.0 * np.pi, parts + 1)
    return np.column_stack([np.cos(angles), np.sin(angles)])


@cache
def tube(sides):
    """Return the vertices (6 * sides, 3) of a unit tube along z, from z = 0 to z = 1. Its ends are open."""
    around = circle(sides)
    low = np.column_stack([around, np.zeros(len(around))])
    high = np.column_stack([around, np.ones(len(around))])
    return np.stack([low[:-1], low[1:], high[1:], low[:-1], high[1:], high[:-1]], axis=1).reshape(-1, 3)


@cache
def ball(times=1):
    """Return the vertices (24 * 4 ** times, 3) of the unit sphere: an octahedron, subdivided `times` times."""
    x, y, z = np.eye(3)
    faces = [(a * x, b * y, c * z) for a in (1, -1) for b in (1, -1) for c in (1, -1)]
    for _ in range(times):
        parts = [part for face in faces for part in quartered(*face)]
        faces = [tuple(corner / np.linalg.norm(corner) for corner in part) for part in parts]
    return np.array(faces).reshape(-1, 3)


@cache
def box():
    """Return (vertices (36, 3), unit normals (36, 3)) of the box from -1 to 1, with two triangles for each side."""
    corners, normals = [], []
    for axis in range(3):
        one, other = (axis + 1) % 3, (axis + 2) % 3
        for sign in (-1.0, 1.0):
            quad = np.zeros((4, 3))
            quad[:, axis] = sign
            quad[:, one], quad[:, other] = (-1, 1, 1, -1), (-1, -1, 1, 1)
            corners += [quad[number] for number in (0, 1, 2, 0, 2, 3)]
            normals += [np.eye(3)[axis] * sign] * 6
    return np.array(corners), np.array(normals)


def quartered(a, b, c):
    """Divide a triangle at the midpoints of its sides. Returns four triangles, each a tuple of three corners (3,)."""
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    return (a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)


@cache
def disc():
    """Return (inner disc, rim) of the unit disc as vertices (3 * DISC_SIDES, 2) and (6 * DISC_SIDES, 2).

    The inner disc has the radius 1 - RIM. Three successive vertices are a triangle.
    """
    around = circle(DISC_SIDES)
    a, b = around[:-1], around[1:]
    inner_a, inner_b = a * (1.0 - RIM), b * (1.0 - RIM)
    fan = np.stack([np.zeros_like(a), inner_a, inner_b], axis=1).reshape(-1, 2)
    rim = np.stack([inner_a, a, b, inner_a, b, inner_b], axis=1).reshape(-1, 2)
    return fan, rim


@cache
def rings():
    """Return the segments (3 * RING_PARTS, 2, 3) of three circles on the unit sphere, one around each axis."""
    around = circle(RING_PARTS)
    ring = np.column_stack([around, np.zeros(len(around))])
    turned = (ring, ring[:, (0, 2, 1)], ring[:, (2, 0, 1)])
    return np.concatenate([np.stack([points[:-1], points[1:]], axis=1) for points in turned])
