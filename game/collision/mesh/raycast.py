"""Ray casts against the mesh's tree: to bake light, and to keep cameras in front of walls."""

import numpy as np

from ..engine.jit import compiled, inlined
from ..engine.vec3 import cross, dot, sub
from .bvh import BRANCHES, first_leaf, next_node

PARALLEL = 1e-300  # determinants below are no crossing; larger would lose needles, zero would divide by zero


@inlined
def ray_enters_box(nodes, node, origin, inverse, nearest):
    """True if the ray passes through the box of `node` before the distance `nearest` (slab test)."""
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
def ray_hits_triangle(corners, triangle, origin, direction):
    """Distance along the ray to a triangle, from either side; inf when it passes by (Moeller and Trumbore's test)."""
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
def goes_first(corners, triangle, other):
    """True if `triangle` counts, rather than `other`, at the same distance: the order of the tree must not decide."""
    for column in range(9):
        if corners[triangle, column] != corners[other, column]:
            return corners[triangle, column] < corners[other, column]
    return False


@inlined
def cast_ray(nodes, corners, origin, direction, farthest):
    """(distance, row in `corners`) of the nearest triangle; (inf, -1) when there is none up to `farthest`."""
    inverse = (safe_inverse(direction[0]), safe_inverse(direction[1]), safe_inverse(direction[2]))
    leaves = first_leaf(corners.shape[0])
    nearest, found, number, node = farthest, np.inf, -1, 0
    while True:
        is_met = ray_enters_box(nodes, node, origin, inverse, nearest)
        if is_met and node >= leaves:
            first = (node - leaves) * BRANCHES
            for triangle in range(first, min(first + BRANCHES, corners.shape[0])):
                distance = ray_hits_triangle(corners, triangle, origin, direction)
                if distance < nearest or distance == nearest < np.inf and (number < 0 or goes_first(corners, triangle, number)):
                    nearest = found = distance
                    number = triangle
        node = next_node(node, is_met, leaves)
        if node == 0:
            return found, number


@inlined
def safe_inverse(x):
    """1 / x, with a huge number for zero: an infinite one would make NaN of a box side that the ray lies in."""
    if abs(x) < 1e-300:
        return 1e300
    return 1.0 / x


@compiled
def cast_rays(nodes, corners, origins, directions, lengths, distances):
    """`cast_ray` for each row; writes to `distances` (n,)."""
    for i in range(origins.shape[0]):
        origin = (origins[i, 0], origins[i, 1], origins[i, 2])
        direction = (directions[i, 0], directions[i, 1], directions[i, 2])
        distances[i], _ = cast_ray(nodes, corners, origin, direction, lengths[i])
