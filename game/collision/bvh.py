"""The bounding volume tree over the triangles of a mesh.

Triangles are sorted along a Morton curve and put into leaves of four in that order; four boxes in a row share a parent, up
to the root. So the tree needs no pointers: the children of node i are 4i+1 .. 4i+4, and the leaf with number j holds the
triangles 4j .. 4j+3 of the sorted order. One node is one box, (low x, y, z, high x, y, z) in float32, rounded outward.
Built by whole-array numpy operations: the same bits with numba and without, a million triangles in a fraction of a second.
"""

import numpy as np

from .jit import inlined

BRANCHES = 4  # children a node and triangles a leaf; fewer: deeper trees; more: boxes tested in vain
MORTON_BITS = 21  # bits an axis; three axes fill 63 bits. Fewer: triangles in one cell fall out of order
BOX_MARGIN = 1e-6  # relative inflation of boxes: less loses triangles to rounding, more only costs time


def sorted_along_curve(corners):
    """Order of triangles along the Morton curve of their centres. corners (t, 3, 3) [m] -> (t,) int64."""
    centres = corners.sum(axis=1) / 3.0
    low = centres.min(axis=0)
    size = max(float((centres.max(axis=0) - low).max()), 1e-300)
    cells = np.minimum((centres - low) * ((2**MORTON_BITS - 1) / size), 2**MORTON_BITS - 1).astype(np.uint64)
    code = spread_bits(cells[:, 0]) | spread_bits(cells[:, 1]) << np.uint64(1) | spread_bits(cells[:, 2]) << np.uint64(2)
    return np.argsort(code, kind="stable")


def spread_bits(x):
    """Put two zero bits between each two of the 21 low bits of `x` (uint64)."""
    for shift, mask in (
        (32, 0x1F00000000FFFF),
        (16, 0x1F0000FF0000FF),
        (8, 0x100F00F00F00F00F),
        (4, 0x10C30C30C30C30C3),
        (2, 0x1249249249249249),
    ):
        x = (x | x << np.uint64(shift)) & np.uint64(mask)
    return x


def build_nodes(corners):
    """The boxes of the tree. corners (t, 3, 3) [m], sorted along the curve -> (nodes, 6) float32."""
    leaves = group_by_branches(corners.min(axis=1), corners.max(axis=1))
    levels = [leaves]
    while len(levels[0][0]) > 1:
        levels.insert(0, group_by_branches(*levels[0]))
    inner = [padded_to(boxes, BRANCHES**depth) for depth, boxes in enumerate(levels[:-1])]
    low, high = (np.concatenate(sides) for sides in zip(*inner, whole_families(levels[-1])))
    return rounded_outward(low, high)


def group_by_branches(low, high):
    """The boxes around each four boxes in a row."""
    low, high = padded_to((low, high), -(-len(low) // BRANCHES) * BRANCHES)
    return low.reshape(-1, BRANCHES, 3).min(axis=1), high.reshape(-1, BRANCHES, 3).max(axis=1)


def whole_families(boxes):
    """Boxes, filled up with empty ones to a multiple of four (a lone root stays alone)."""
    count = len(boxes[0])
    return boxes if count == 1 else padded_to(boxes, -(-count // BRANCHES) * BRANCHES)


def padded_to(boxes, count):
    """Boxes, filled up with empty ones, which overlap nothing."""
    low, high = boxes
    empty = np.full((count - len(low), 3), np.inf)
    return np.concatenate((low, empty)), np.concatenate((high, -empty))


def rounded_outward(low, high):
    """Boxes as float32 that contain the float64 boxes, with a margin of 1e-6 of their largest coordinate."""
    finite = np.isfinite(low)
    largest = np.maximum(np.abs(np.where(finite, low, 0.0)), np.abs(np.where(finite, high, 0.0)))
    margin = BOX_MARGIN * largest.max(axis=1, keepdims=True) + 1e-30
    nodes = np.concatenate((low - margin, high + margin), axis=1).astype(np.float32)
    nodes[:, :3] = np.nextafter(nodes[:, :3], np.float32(-np.inf))
    nodes[:, 3:] = np.nextafter(nodes[:, 3:], np.float32(np.inf))
    return nodes


@inlined
def first_leaf(triangle_count):
    """Number of the first leaf node: the count of inner nodes of the complete tree above the leaves."""
    leaf_count = (triangle_count + BRANCHES - 1) // BRANCHES
    inner, width = 0, 1
    while width < leaf_count:
        inner += width
        width *= BRANCHES
    return inner


@inlined
def boxes_overlap(nodes, node, low, high):
    """Does the box of `node` overlap the box from `low` to `high` (float32)?"""
    return (
        nodes[node, 0] <= high[0]
        and nodes[node, 3] >= low[0]
        and nodes[node, 1] <= high[1]
        and nodes[node, 4] >= low[1]
        and nodes[node, 2] <= high[2]
        and nodes[node, 5] >= low[2]
    )


@inlined
def after(node):
    """The node that follows in depth-first order when the children of `node` are left out; 0 at the end.

    The last of four brothers has a number divisible by four; then it goes on behind the parent. So no stack is needed.
    """
    while node > 0 and node % BRANCHES == 0:
        node = (node - 1) // BRANCHES
    return node + 1 if node > 0 else 0
