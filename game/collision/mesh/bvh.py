"""The bounding volume tree over the triangles of a mesh.

Triangles are sorted in space (bvh_triangle_order.py) and put into leaves of four in that order. Four boxes in a row share a
parent, up to the root. So the tree needs no pointers: the children of node i are 4i+1 .. 4i+4, and the leaf number j holds the
triangles 4j .. 4j+3 of the sorted order. One node is one box, (low x, y, z, high x, y, z), in float32.
"""

from typing import NamedTuple

import numpy as np

from ..engine.compiling.jit import compiled, inlined
from ..engine.two_parallel_calls import run_in_two_threads
from .bvh_triangle_order import corners_of
from .median_split import LEAF, MANY

BRANCHES = LEAF  # children of a node, triangles of a leaf. Fewer: deeper trees; more: useless tests of boxes
# Relative inflation of boxes. Smaller: the rounding of boxes to float32 (6e-8) loses triangles; larger only costs time.
BOX_MARGIN = 1e-6


class Tree(NamedTuple):
    """A bounding volume tree.

    nodes: (m, 6) float32, the boxes [m]
    corners: (t, 9), the triangles in the order of the tree [m]
    order: (t,) int32, the number of each triangle in the mesh, or ~number if its corners were reversed
    """

    nodes: np.ndarray
    corners: np.ndarray
    order: np.ndarray


# Corners in a fixed order, and the boxes


def ordered_corners(vertices, triangles, order):
    """Return the corners (t, 9) [m] of triangles in the order of the tree. Two threads share the work for a large mesh.

    vertices: (v, 3) [m]; triangles: (n, 3) int
    order: (t,) int32, triangle numbers in the order of the tree. `write_corners` changes some to ~number.
    """
    corners = np.empty((len(order), 9))
    if len(order) < MANY:
        write_corners(vertices, triangles, order, corners)
        return corners
    half = len(order) // 2
    halves = slice(half), slice(half, None)
    run_in_two_threads(write_corners, *((vertices, triangles, order[rows], corners[rows]) for rows in halves))
    return corners


@compiled
def write_corners(vertices, triangles, order, corners):
    """Write the corners of triangles to `corners` (t, 9) [m] in the order of the tree, those of each triangle sorted by x, y, z.

    vertices: (v, 3) [m]; triangles: (n, 3) int
    order: (t,) int32, triangle numbers in the order of the tree. A number becomes ~number if the sorting reversed the winding.
    An edge shared by two triangles is then the same two points in the same order for both. So a contact with it has the same bits
    from either triangle.
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


def build_nodes(corners):
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


@compiled
def write_leaves(corners, nodes):
    """Write the box around each four successive triangles to a leaf of `nodes` (m, 6) float32 [m], with BOX_MARGIN.

    corners: (t, 9) [m], in the order of the tree
    Leaves after the last triangle get empty boxes, which overlap nothing. So each inner node has four children, or none.
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


@compiled
def write_inner_nodes(nodes, leaves):
    """Write the box of each inner node, from the last one up to the root. It contains the boxes of the node's children.

    A node without children gets an empty box.
    nodes: (m, 6) float32 [m], whose leaves are already written; leaves: index of the first leaf node
    """
    for node in range(leaves - 1, -1, -1):
        first = BRANCHES * node + 1
        for axis in range(3):
            low, high = np.float32(np.inf), np.float32(-np.inf)
            for child in range(first, min(first + BRANCHES, nodes.shape[0])):
                low, high = min(low, nodes[child, axis]), max(high, nodes[child, axis + 3])
            nodes[node, axis], nodes[node, axis + 3] = low, high


# Traversal of the tree


@inlined
def leaf_nodes(triangle_count):
    """Return the number of leaf nodes of a tree. Empty leaves complete the last four siblings. A root alone is the only leaf."""
    leaf_count = (triangle_count + BRANCHES - 1) // BRANCHES
    return (leaf_count + BRANCHES - 1) // BRANCHES * BRANCHES if leaf_count > 1 else 1


@inlined
def first_leaf(nodes, corners):
    """Return the index of the first leaf node of a Tree with these `nodes` and `corners`. Inner nodes come before it."""
    return nodes.shape[0] - leaf_nodes(corners.shape[0])


@inlined
def to_float32(corner):
    """Return a corner (3,) of a box in float32, as `boxes_overlap` compares it. BOX_MARGIN is more than the rounding."""
    return np.float32(corner[0]), np.float32(corner[1]), np.float32(corner[2])


@inlined
def boxes_overlap(nodes, node, low, high):
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
def next_node(node, is_met, leaves):
    """Return the index of the node to visit next in a depth-first traversal, or 0 at the end.

    node: index of the current node; is_met: False to skip its children; leaves: index of the first leaf node
    The last of four siblings has an index divisible by four, and the node after its parent is next. So no stack is needed.
    """
    if is_met and node < leaves:
        return BRANCHES * node + 1
    while node > 0 and node % BRANCHES == 0:
        node = (node - 1) // BRANCHES
    return node + 1 if node > 0 else 0
