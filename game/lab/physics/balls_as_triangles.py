"""Balls as triangles that stop the player: each ball is inside a polyhedron of triangles.

It is larger than the ball by a margin. In the simulation of the balls, the player is larger by at least this margin. So neither
side finds an overlap at a position that the other side has allowed.
"""

from functools import cache

import numpy as np

from ...core.vec3 import triangle_normals

TIMES, COARSE_TIMES = 2, 1  # subdivisions of an octahedron. Fewer: corners are felt; more: many candidates in a heap
COARSE = 0.08  # greatest radius of balls with COARSE_TIMES [m]. Smaller: ten thousand balls take long; larger: wide margins


@cache
def unit_ball(times: int) -> np.ndarray:
    """Return the corners (n, 3, 3) of a polyhedron that contains the unit ball. times: subdivisions of an octahedron"""
    x, y, z = np.eye(3)
    faces = [np.array(face) for a in (1, -1) for b in (1, -1) for c in (1, -1) for face in [(a * x, b * y, c * z)[:: a * b * c]]]
    for _ in range(times):
        faces = [part for face in faces for part in quartered_on_sphere(face)]
    corners = np.array(faces)
    return corners / inner_radius(corners)


def quartered_on_sphere(face: np.ndarray) -> list[np.ndarray]:
    """Divide a triangle (3, 3) at the midpoints of its sides, which are moved to the unit sphere, into four triangles."""
    a, b, c = face
    # Not np.linalg.norm(middle): of a single vector, its last bit depends on the processor.
    ab, bc, ca = (middle / np.sqrt((middle * middle).sum()) for middle in (a + b, b + c, c + a))
    return [np.array(part) for part in ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))]


def inner_radius(corners: np.ndarray) -> float:
    """Return the least distance of the origin from planes of triangles (n, 3, 3): of a convex polyhedron, the inner radius."""
    normals = triangle_normals(corners)
    return float((np.abs((normals * corners[:, 0]).sum(axis=1)) / np.linalg.norm(normals, axis=1)).min())


@cache
def outer_radius(times: int = TIMES) -> float:
    """Return the greatest distance of a corner of `unit_ball` from its centre, in radii of the ball."""
    return float(np.linalg.norm(unit_ball(times), axis=2).max())


def widest_margin(radius: float) -> float:
    """Return the greatest distance [m] of a corner of the triangles from its ball's surface, for balls up to a radius [m]."""
    coarse = (outer_radius(COARSE_TIMES) - 1.0) * min(radius, COARSE)
    return coarse if radius <= COARSE else max(coarse, (outer_radius() - 1.0) * radius)


def ball_triangles(centres: np.ndarray, radii: np.ndarray) -> np.ndarray:
    """Return the corners (n, 9) [m] of the triangles around balls (k, 3), (k,) [m]; those with radii above COARSE come first."""
    is_coarse = radii <= COARSE
    parts = [
        (centres[chosen][:, None, None] + radii[chosen][:, None, None, None] * unit_ball(times)).reshape(-1, 9)
        for chosen, times in ((~is_coarse, TIMES), (is_coarse, COARSE_TIMES))
    ]
    return parts[0] if len(parts[1]) == 0 else np.concatenate(parts)
