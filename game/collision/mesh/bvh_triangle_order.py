"""The order of the triangles in the tree: neighbours in space become neighbours in the list.

The list is split into halves, and the halves again, down to the four triangles of a leaf. The sizes of the halves are those of
a complete tree (bvh.py), which needs no pointers. A very large mesh is split quickly, by the triangles' centres
(median_split.py). A mesh of the size of a level is split so that the boxes become small (sah_split.py).
"""

import numpy as np

from ..engine.compiling import jit
from ..engine.compiling.jit import compiled, inlined
from ..engine.vec3 import cross, dot, sub
from .median_split import numbers_of, split_into_leaves
from .sah_split import sort_by_surface

# Most triangles for the SAH split. Fewer: in large levels twice as many boxes are tested; more: it takes a second.
FEW = 2**17
# Relative height (height / longest side) below which a triangle has no area. Smaller: results of rounding count as triangles;
# larger: real thin triangles are dropped, which can leave a hole.
FLATTEST = 1e-13


def sort_in_space(vertices, triangles):
    """Return the numbers (t,) int32 of the triangles that have an area, sorted so that neighbours in space are near each other.

    vertices: (v, 3) [m]; triangles: (n, 3) int
    """
    low = tuple(float(vertices[:, axis].min()) for axis in range(3))
    centres = np.empty((len(triangles), 4), np.float32)
    centres = centres[: write_centres(vertices, triangles, low, centres, numbers_of(centres))]
    numbers = numbers_of(centres)
    if not jit.is_interpreted() and len(centres) <= FEW:  # interpreted it would take longer than it ever saves
        return sort_by_surface(boxes_of(vertices, triangles, numbers, low), numbers)
    split_into_leaves(centres)
    return numbers.copy()


def boxes_of(vertices, triangles, numbers, low):
    """Return the boxes of triangles by triangle number, (n, 6) float32: low x, y, z, high x, y, z, relative to `low` (3,) [m].

    vertices: (v, 3) [m]; triangles: (n, 3) int; numbers: (t,) of the triangles whose rows are written. Other rows are undefined.
    """
    boxes = np.empty((len(triangles), 6), np.float32)
    write_boxes(vertices, triangles, numbers, low, boxes)
    return boxes


# Triangles with an area, and their centres and boxes


@compiled
def write_centres(vertices, triangles, low, centres, numbers):
    """Write the centre, relative to `low` (3,) [m], and the number of each triangle that has an area. Returns their count.

    vertices: (v, 3) [m]; triangles: (t, 3) int
    centres: (t, 4) float32, written; numbers: (t,) int32, written, a view of the bytes of the last column of `centres`
    """
    count = 0
    for number in range(triangles.shape[0]):
        a, b, c = corners_of(vertices, triangles, number)
        if has_area(a, b, c):
            for axis in range(3):
                centres[count, axis] = (a[axis] + b[axis] + c[axis]) / 3.0 - low[axis]
            numbers[count] = number
            count += 1
    return count


@compiled
def write_boxes(vertices, triangles, numbers, low, boxes):
    """Write the box of each triangle in `numbers` to the row of `boxes` with the triangle's number.

    boxes: (t, 6) float32, low x, y, z and high x, y, z [m], relative to `low`
    vertices: (v, 3) [m]; triangles: (t, 3) int; low: origin of the boxes (3,) [m]
    """
    for row in range(numbers.shape[0]):
        number = numbers[row]
        a, b, c = corners_of(vertices, triangles, number)
        for axis in range(3):
            boxes[number, axis] = min(a[axis], b[axis], c[axis]) - low[axis]
            boxes[number, axis + 3] = max(a[axis], b[axis], c[axis]) - low[axis]


@inlined
def corners_of(vertices, triangles, number):
    """Return the three corners of a triangle as three tuples (3,) [m].

    vertices: (v, 3) [m]; triangles: (t, 3) int; number: row of `triangles`
    """
    i, j, k = triangles[number, 0], triangles[number, 1], triangles[number, 2]
    return (
        (vertices[i, 0], vertices[i, 1], vertices[i, 2]),
        (vertices[j, 0], vertices[j, 1], vertices[j, 2]),
        (vertices[k, 0], vertices[k, 1], vertices[k, 2]),
    )


@inlined
def has_area(a, b, c):
    """True if the smallest height of the triangle with corners a, b, c (3,) [m] is above FLATTEST times its longest side."""
    ab, bc, ca = sub(b, a), sub(c, b), sub(a, c)
    doubled = cross(ab, ca)
    longest = max(dot(ab, ab), dot(bc, bc), dot(ca, ca))
    return dot(doubled, doubled) > FLATTEST * FLATTEST * longest * longest
