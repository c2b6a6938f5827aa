"""The bounding volume tree over the triangles of a mesh, the order of the triangles in it, and rays against it.

Triangles are sorted in space and put into leaves of four in that order. Four boxes in a row share a parent, up to the root. So
the tree needs no pointers: the children of node i are 4i+1 .. 4i+4, and the leaf number j holds the triangles 4j .. 4j+3 of the
sorted order. One node is one box, (low x, y, z, high x, y, z), in float32.

Neighbours in space become neighbours in the list: it is split into halves, and the halves again, down to a leaf
(tree_splits.py). A very large mesh is split quickly, by centres. A mesh of the size of a level is split so that boxes are small.
"""

from typing import Any, NamedTuple

import numpy as np

from ...core.jit import inlined, interpreted_first, run_in_two_threads
from ...core.vec3 import Vector, cross, dot, sub
from .tree_splits import LEAF, MANY_CENTRES, can_sort_by_surface, sort_by_surface, split_into_leaves

BRANCHES = LEAF  # children of a node, triangles of a leaf. Fewer: deeper trees; more: useless tests of boxes
# Relative inflation of boxes. Smaller: the rounding of boxes to float32 (6e-8) loses triangles; larger only costs time.
BOX_MARGIN = 1e-6


Corner32 = tuple[np.float32, np.float32, np.float32]  # of a box, as `boxes_overlap` compares it


class Tree(NamedTuple):
    """A bounding volume tree."""

    nodes: np.ndarray  # (m, 6) float32, the boxes [m]
    corners: np.ndarray  # (t, 9), the triangles in the order of the tree [m]
    order: np.ndarray  # (t,) int32, the number of each triangle in the mesh, or ~number if its corners were reversed


# Corners in a fixed order, and the boxes


def ordered_corners(vertices: np.ndarray, triangles: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Return the corners (t, 9) [m] of triangles in the order of the tree, with two threads for a large mesh."""
    corners = np.empty((len(order), 9))
    if len(order) < MANY_CENTRES:
        write_corners(vertices, triangles, order, corners)
        return corners
    half = len(order) // 2
    halves = slice(half), slice(half, None)
    run_in_two_threads(write_corners, *((vertices, triangles, order[rows], corners[rows]) for rows in halves))
    return corners


@interpreted_first
def write_corners(vertices: np.ndarray, triangles: np.ndarray, order: np.ndarray, corners: np.ndarray) -> None:
    """Write the corners of triangles to `corners` (t, 9) [m] in the order of the tree, those of each sorted by x, y, z.

    A number in `order` (t,) becomes ~number if the sorting reversed the winding. An edge shared by two triangles is then the same
    two points in the same order. So a contact with it has the same bits from either triangle.
    """
    for row in range(order.shape[0]):
        number = order[row]
        a, b, c = corners_of(vertices, triangles, number)
        flipped = False
        if b < a:
            a, b, flipped = b, a, not flipped
        if c < b:
            b, c, flipped = c, b, not flipped
        if b < a:
            a, b, flipped = b, a, not flipped
        for axis in range(3):
            corners[row, axis], corners[row, axis + 3], corners[row, axis + 6] = a[axis], b[axis], c[axis]
        if flipped:
            order[row] = ~number


def build_nodes(corners: np.ndarray) -> np.ndarray:
    """Return the boxes of the tree, (m, 6) float32 [m]. corners: (t, 9) [m], in the order of the tree"""
    leaf_count = leaf_nodes(len(corners))
    inner, width = 0, 1
    while width < leaf_count:  # a complete tree, level by level
        inner += width
        width *= BRANCHES
    nodes = np.empty((inner + leaf_count, 6), np.float32)
    write_leaves(corners, nodes)
    write_inner_nodes(nodes, inner)
    return nodes


@interpreted_first
def write_leaves(corners: np.ndarray, nodes: np.ndarray) -> None:
    """Write the box around each four successive triangles (t, 9) to a leaf of `nodes` (m, 6) float32 [m].

    With BOX_MARGIN. Leaves after the last get empty boxes. So each inner node has four children, or none.
    """
    leaves = first_leaf(nodes, corners)
    for node in range(leaves, nodes.shape[0]):
        first = (node - leaves) * BRANCHES
        for axis in range(3):
            low, high = np.inf, -np.inf
            for row in range(first, min(first + BRANCHES, corners.shape[0])):
                a, b, c = corners[row, axis], corners[row, axis + 3], corners[row, axis + 6]
                low, high = min(low, a, b, c), max(high, a, b, c)
            margin = BOX_MARGIN * max(abs(low), abs(high)) + 1e-30 if low <= high else 0.0
            nodes[node, axis], nodes[node, axis + 3] = low - margin, high + margin


@interpreted_first
def write_inner_nodes(nodes: np.ndarray, leaves: int) -> None:
    """Write the box of each inner node of `nodes` (m, 6), empty without children, from the last up to the root."""
    for node in range(leaves - 1, -1, -1):
        first = BRANCHES * node + 1
        for axis in range(3):
            low, high = np.float32(np.inf), np.float32(-np.inf)
            for child in range(first, min(first + BRANCHES, nodes.shape[0])):
                low, high = min(low, nodes[child, axis]), max(high, nodes[child, axis + 3])
            nodes[node, axis], nodes[node, axis + 3] = low, high


# Traversal of the tree


@inlined
def leaf_nodes(triangle_count: int) -> int:
    """Return the number of leaf nodes of a tree. Empty leaves complete the last four siblings. A root alone is the only leaf."""
    leaf_count = (triangle_count + BRANCHES - 1) // BRANCHES
    return (leaf_count + BRANCHES - 1) // BRANCHES * BRANCHES if leaf_count > 1 else 1


@inlined
def first_leaf(nodes: np.ndarray, corners: np.ndarray) -> int:
    """Return the index of the first leaf node of a Tree with these `nodes` and `corners`. Inner nodes come before it."""
    return nodes.shape[0] - leaf_nodes(corners.shape[0])


@inlined
def to_float32(corner: Vector) -> tuple[np.float32, np.float32, np.float32]:
    """Return a corner (3,) of a box in float32, as `boxes_overlap` compares it. BOX_MARGIN is more than the rounding."""
    return np.float32(corner[0]), np.float32(corner[1]), np.float32(corner[2])


@inlined
def boxes_overlap(nodes: np.ndarray, node: int, low: Corner32, high: Corner32) -> bool:
    """True if the box of node number `node` of a Tree's `nodes` overlaps or touches the box from `low` to `high`, (3,) [m]."""
    return (
        nodes[node, 0] <= high[0]
        and nodes[node, 3] >= low[0]
        and nodes[node, 1] <= high[1]
        and nodes[node, 4] >= low[1]
        and nodes[node, 2] <= high[2]
        and nodes[node, 5] >= low[2]
    )


@inlined
def next_node(node: int, is_met: bool, leaves: int) -> int:
    """Return the index of the node to visit next in a depth-first traversal, or 0 at the end.

    is_met: False to skip its children; leaves: index of the first leaf. The last of four siblings has an index divisible by four,
    and the node after its parent is next. So no stack is needed.
    """
    if is_met and node < leaves:
        return BRANCHES * node + 1
    while node > 0 and node % BRANCHES == 0:
        node = (node - 1) // BRANCHES
    return node + 1 if node > 0 else 0


# Most triangles for the SAH split. Fewer: in large levels twice as many boxes are tested; more: it takes a second.
FEW = 2**17
# Relative height (height / longest side) below which a triangle has no area. Smaller: results of rounding count as triangles;
# larger: real thin triangles are dropped, which can leave a hole.
FLATTEST = 1e-13


def sort_in_space(vertices: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Return the numbers (t,) int32 of the triangles with an area, so that neighbours in space are near each other."""
    low: Any = tuple(float(vertices[:, axis].min()) for axis in range(3))
    centres = np.empty((len(triangles), 4), np.float32)
    centres = centres[: write_centres(vertices, triangles, low, centres, centres.view(np.int32))]
    words = centres.view(np.int32)
    if len(centres) <= FEW and can_sort_by_surface():  # interpreted it would take longer than it ever saves
        boxes = np.empty((len(triangles), 6), np.float32)  # undefined for triangles without an area
        write_boxes(vertices, triangles, words, low, boxes)
        return sort_by_surface(boxes, words[:, 3])
    split_into_leaves(centres)
    return words[:, 3].copy()


# Triangles with an area, and their centres and boxes


@interpreted_first
def write_centres(vertices: np.ndarray, triangles: np.ndarray, low: Vector, centres: np.ndarray, words: np.ndarray) -> int:
    """Write the centre, relative to `low` [m], and the number of each triangle that has an area. Returns their count.

    centres: (t, 4) float32, written; words: (t, 4) int32, a view of its bytes. The last column gets the numbers.
    """  # a view of this column alone would have machine code of its own for one triangle, without gaps in memory
    count = 0
    for number in range(triangles.shape[0]):
        a, b, c = corners_of(vertices, triangles, number)
        if has_area(a, b, c):
            for axis in range(3):
                centres[count, axis] = (a[axis] + b[axis] + c[axis]) / 3.0 - low[axis]
            words[count, 3] = number
            count += 1
    return count


@interpreted_first
def write_boxes(vertices: np.ndarray, triangles: np.ndarray, words: np.ndarray, low: Vector, boxes: np.ndarray) -> None:
    """Write the box of each triangle in the last column of `words` (t, 4) to its row of `boxes` (n, 6) [m], relative to `low`."""
    for row in range(words.shape[0]):
        number = words[row, 3]
        a, b, c = corners_of(vertices, triangles, number)
        for axis in range(3):
            boxes[number, axis] = min(a[axis], b[axis], c[axis]) - low[axis]
            boxes[number, axis + 3] = max(a[axis], b[axis], c[axis]) - low[axis]


@inlined
def corners_of(vertices: np.ndarray, triangles: np.ndarray, number: int) -> tuple[Vector, Vector, Vector]:
    i, j, k = triangles[number, 0], triangles[number, 1], triangles[number, 2]
    return (
        (vertices[i, 0], vertices[i, 1], vertices[i, 2]),
        (vertices[j, 0], vertices[j, 1], vertices[j, 2]),
        (vertices[k, 0], vertices[k, 1], vertices[k, 2]),
    )


@inlined
def has_area(a: Vector, b: Vector, c: Vector) -> bool:
    """True if the smallest height of the triangle with corners a, b, c (3,) [m] is above FLATTEST times its longest side."""
    ab, bc, ca = sub(b, a), sub(c, b), sub(a, c)
    doubled = cross(ab, ca)
    longest = max(dot(ab, ab), dot(bc, bc), dot(ca, ca))
    return dot(doubled, doubled) > FLATTEST * FLATTEST * longest * longest


# Rays

# Determinants below are no crossing. Larger: needles are lost; zero: it is divided by.
PARALLEL = 1e-300


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
def comes_first(corners: np.ndarray, triangle: int, other: int) -> bool:
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
                is_tie = distance == nearest and distance < np.inf
                if distance < nearest or is_tie and (number < 0 or comes_first(corners, triangle, number)):
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
