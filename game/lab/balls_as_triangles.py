"""Balls as triangles that stop the player: each ball is inside a polyhedron of triangles.

The polyhedron is larger than the ball by a margin. In the simulation of the balls, the player is larger by at least this margin.
So the player and the balls never find an overlap that the other side allowed.
"""

from functools import cache

import numpy as np

TIMES = 2  # subdivisions of an octahedron. Fewer: balls have corners that are felt; more: many candidates in a heap


@cache
def unit_ball() -> np.ndarray:
    """Return the corners (n, 3, 3) of the triangles of a polyhedron that contains the unit ball."""
    x, y, z = np.eye(3)
    faces = [np.array(face) for a in (1, -1) for b in (1, -1) for c in (1, -1) for face in [(a * x, b * y, c * z)[:: a * b * c]]]
    for _ in range(TIMES):
        faces = [part for face in faces for part in quartered(face)]
    corners = np.array(faces)
    return corners / inner_radius(corners)


def quartered(face: np.ndarray) -> list[np.ndarray]:
    """Return the four triangles (3, 3) into which a triangle (3, 3) is divided; their new corners are on the unit sphere."""
    a, b, c = face
    ab, bc, ca = (middle / np.linalg.norm(middle) for middle in (a + b, b + c, c + a))
    return [np.array(part) for part in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]


def inner_radius(corners: np.ndarray) -> float:
    """Return the least distance of the origin from the planes of triangles (n, 3, 3).

    For a convex polyhedron around the origin, it is the radius of the largest ball inside.
    """
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    return float((np.abs((normals * corners[:, 0]).sum(axis=1)) / np.linalg.norm(normals, axis=1)).min())


@cache
def outer_radius() -> float:
    """Return the greatest distance of a corner of `unit_ball` from its centre, in radii of the ball."""
    return float(np.linalg.norm(unit_ball(), axis=2).max())


def ball_triangles(centres: np.ndarray, radii: np.ndarray) -> np.ndarray:
    """Return the corners (n, 9) [m] of the triangles around balls. centres (k, 3), radii (k,) [m]"""
    corners = unit_ball()
    return (centres[:, None, None] + radii[:, None, None, None] * corners).reshape(-1, 9)
