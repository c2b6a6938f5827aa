"""The bounding volume tree over the triangles of a mesh.

Triangles are sorted along a Morton curve and put into leaves of four in that order; four boxes in a row share a parent, up
to the root. So the tree needs no pointers: the children of node i are 4i+1 .. 4i+4, and the leaf with number j holds the
triangles 4j .. 4j+3 of the sorted order. One node is one box, (low x, y, z, high x, y, z), in float32.
"""

import numpy as np

from .jit import compiled, inlined
from .vec3 import cross, dot, sub

BRANCHES = 4  # children a node and triangles a leaf; fewer: deeper trees; more: boxes tested in vain
CELLS = 2**16  # of the Morton curve along the longest side. Fewer: triangles in one cell fall out of order; more: slower sort
# Relative inflation of boxes. Smaller: the rounding of boxes to float32 (6e-8) loses triangles; larger only costs time.
BOX_MARGIN = 1e-6
# Relative height (height / longest side) below which a triangle has no area. Smaller: rounding dirt passes for a triangle;
# larger: needles that are real would vanish, and with open edges a hole would open.
FLATTEST = 1e-13


# Which triangles have an area, and where they lie on the curve


@compiled
def number_triangles(vertices, triangles, low, cells_per_metre, codes, numbers):
    """Write Morton code and number of each triangle that has an area; returns how many have.

    vertices (v, 3) [m]; triangles (t, 3); codes (t,) int64; numbers (t,) int32
    """
    count = 0
    for number in range(triangles.shape[0]):
        a, b, c = corners_of(vertices, triangles, number)
        if has_area(a, b, c):
            code = 0
            for axis in range(3):
                centre = (a[axis] + b[axis] + c[axis]) / 3.0
                cell = int((centre - low[axis]) * cells_per_metre)
                code |= spread_bits(min(max(cell, 0), CELLS - 1)) << axis
            codes[count], numbers[count] = code, number
            count += 1
    return count


@inlined
def corners_of(vertices, triangles, number):
    """The three corners of a triangle, as three tuples."""
    i, j, k = triangles[number, 0], triangles[number, 1], triangles[number, 2]
    return (
        (vertices[i, 0], vertices[i, 1], vertices[i, 2]),
        (vertices[j, 0], vertices[j, 1], vertices[j, 2]),
        (vertices[k, 0], vertices[k, 1], vertices[k, 2]),
    )


@inlined
def has_area(a, b, c):
    """Has a triangle an area to speak of?"""
    ab, bc, ca = sub(b, a), sub(c, b), sub(a, c)
    doubled = cross(ab, ca)
    longest = max(dot(ab, ab), dot(bc, bc), dot(ca, ca))
    return dot(doubled, doubled) > FLATTEST * FLATTEST * longest * longest


@inlined
def spread_bits(x):
    """Put two zero bits between each two of the 16 low bits of `x`."""
    x = (x | x << 16) & 0x0000FF0000FF
    x = (x | x << 8) & 0x00F00F00F00F
    x = (x | x << 4) & 0x0C30C30C30C3
    return (x | x << 2) & 0x249249249249


def sorted_along_curve(vertices, triangles):
    """Numbers of the triangles that have an area, along the Morton curve: (t,) int32."""
    low = tuple(float(vertices[:, axis].min()) for axis in range(3))
    longest = max(float(vertices[:, axis].max()) - low[axis] for axis in range(3))
    cells_per_metre = (CELLS - 1) / max(longest, 1e-300)
    codes, numbers = np.empty(len(triangles), np.int64), np.empty(len(triangles), np.int32)
    count = number_triangles(vertices, triangles, low, cells_per_metre, codes, numbers)
    return numbers[:count][radix_order(codes[:count])]


def radix_order(codes):
    """The order that sorts 48-bit numbers: by 16 bits after the other, the lowest first (numpy's own radix sort)."""
    order = np.argsort((codes & 0xFFFF).astype(np.uint16), kind="stable")
    for shift in (16, 32):
        digits = (codes >> shift & 0xFFFF).astype(np.uint16)[order]
        order = order[np.argsort(digits, kind="stable")]
    return order


# Corners in a fixed order, and the boxes


@compiled
def write_corners(vertices, triangles, order, corners):
    """Write the corners of the triangles along the curve, each three sorted by x, y, z; `order` becomes ~number where that
    turned the winding.

    A side shared by two triangles then is the same two points in the same order for both, so a contact with it has
    the same bits whichever of the two is asked, and whichever corner its author began with.
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
    """The boxes of the tree. corners (t, 9) [m], along the curve -> (nodes, 6) float32."""
    leaf_count = -(-len(corners) // BRANCHES)
    families = -(-leaf_count // BRANCHES) * BRANCHES if leaf_count > 1 else 1
    nodes = np.empty((first_leaf(len(corners)) + families, 6), np.float32)
    write_leaves(corners, nodes)
    write_inner_nodes(nodes, first_leaf(len(corners)))
    return nodes


@compiled
def write_leaves(corners, nodes):
    """The boxes around each four triangles in a row; empty ones, which overlap nothing, fill up the last family."""
    leaves = first_leaf(corners.shape[0])
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
    """The boxes around each four brothers, from the last inner node up to the root."""
    for node in range(leaves - 1, -1, -1):
        first = BRANCHES * node + 1
        for axis in range(3):
            low, high = np.float32(np.inf), np.float32(-np.inf)
            for child in range(first, min(first + BRANCHES, nodes.shape[0])):
                low, high = min(low, nodes[child, axis]), max(high, nodes[child, axis + 3])
            nodes[node, axis], nodes[node, axis + 3] = low, high


# Walking through the tree


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
