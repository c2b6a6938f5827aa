"""Ray casts against the mesh's tree: to bake light, and to keep cameras in front of walls."""

import numpy as np

from ...core.jit import inlined, interpreted_first
from ...core.vec3 import Vector, cross, dot, sub
from .bvh import BRANCHES, first_leaf, next_node

PARALLEL = 1e-300  # determinants below are no crossing; larger would lose needles, zero would divide by zero


@inlined
def ray_enters_box(nodes: np.ndarray, node: int, origin: Vector, inverse: Vector, nearest: float) -> bool:
    """True if a ray meets the box of a node at `nearest` or less (slab test). inverse: one over each component"""
    if nodes[node, 0] > nodes[node, 3]:  # an empty box: its infinite sides would pass the slab test
        return False
    near, far = 0.0, nearest
    for axis in range(3):
        a = (float(nodes[node, axis]) - origin[axis]) * inverse[axis]
        b = (float(nodes[node, axis + 3]) - origin[axis]) * inverse[axis]
        near = max(near, min(a, b))
        far = min(far, max(a, b))
    return near <= far


@inlined
def ray_hits_triangle(corners: np.ndarray, triangle: int, origin: Vector, direction: Vector) -> float:
    """Return the distance along a ray to row `triangle` of `corners`, or inf (Moeller and Trumbore's test)."""
    a = (corners[triangle, 0], corners[triangle, 1], corners[triangle, 2])
    side = sub((corners[triangle, 3], corners[triangle, 4], corners[triangle, 5]), a)
    other = sub((corners[triangle, 6], corners[triangle, 7], corners[triangle, 8]), a)
    p = cross(direction, other)
    determinant = dot(side, p)
    if abs(determinant) < PARALLEL:
        return np.inf
    start = sub(origin, a)
    u = dot(start, p) / determinant
    q = cross(start, side)
    v = dot(direction, q) / determinant
    if u < 0.0 or v < 0.0 or u + v > 1.0:
        return np.inf
    distance = dot(other, q) / determinant
    return distance if distance >= 0.0 else np.inf


@inlined
def wins_tie(corners: np.ndarray, triangle: int, other: int) -> bool:
    """True if row `triangle` is preferred to row `other` at the same distance: by the first smaller number of nine."""
    for column in range(9):
        if corners[triangle, column] != corners[other, column]:
            return corners[triangle, column] < corners[other, column]
    return False


@inlined
def cast_ray(nodes: np.ndarray, corners: np.ndarray, origin: Vector, direction: Vector, farthest: float) -> tuple[float, int]:
    """Return (distance along a ray to the nearest triangle, its row in `corners`), or (inf, -1) beyond `farthest`."""
    inverse = (safe_inverse(direction[0]), safe_inverse(direction[1]), safe_inverse(direction[2]))
    leaves = first_leaf(nodes, corners)
    nearest, found, number, node = farthest, np.inf, -1, 0
    while True:
        is_met = ray_enters_box(nodes, node, origin, inverse, nearest)
        if is_met and node >= leaves:
            first = (node - leaves) * BRANCHES
            for triangle in range(first, min(first + BRANCHES, corners.shape[0])):
                distance = ray_hits_triangle(corners, triangle, origin, direction)
                if distance < nearest or distance == nearest < np.inf and (number < 0 or wins_tie(corners, triangle, number)):
                    nearest = found = distance
                    number = triangle
        node = next_node(node, is_met, leaves)
        if node == 0:
            return found, number


@inlined
def safe_inverse(x: float) -> float:
    """Return 1 / x, or 1e300 if x is almost zero. An infinite result would make NaN for a ray in the plane of a box's side."""
    if abs(x) < 1e-300:
        return 1e300
    return 1.0 / x


@interpreted_first
def cast_rays(
    nodes: np.ndarray,
    corners: np.ndarray,
    origins: np.ndarray,
    directions: np.ndarray,
    lengths: np.ndarray,
    distances: np.ndarray,
) -> None:
    """Write the distance of the nearest hit of each ray to `distances` (n,), inf without a hit.

    origins, directions: (n, 3) [m]; lengths: (n,) greatest distances. All are multiples of the direction's length.
    """
    for i in range(origins.shape[0]):
        # Python's floats, because numpy's warn of an overflow far away, in the interpreter
        origin = (float(origins[i, 0]), float(origins[i, 1]), float(origins[i, 2]))
        direction = (float(directions[i, 0]), float(directions[i, 1]), float(directions[i, 2]))
        distances[i], _ = cast_ray(nodes, corners, origin, direction, lengths[i])
