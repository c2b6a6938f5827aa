"""The split by the surface area heuristic (SAH): halves triangles so that the boxes of the tree are small.

A body then tests half as many boxes as with a median split. The centre of a large triangle says little about its extent. A split
by centres can put a room's floor into one half with small objects on it. Their box is then the whole room. So six splits are
tried: by the low and by the high side of the triangles' boxes along each axis. The split with the least cost is taken. The cost
is the sum over both halves of the box's surface times the number of triangles. The surface is a measure of how many bodies test
the box.
"""

import numpy as np

from ..engine.jit import compiled, shared
from .median_split import halve_all, numbers_of, part

MANY = 2**13  # triangles that two threads halve. Fewer: starting them costs more than they save
SIDES = 6  # of a box: low x, y, z, high x, y, z


def halve_fitting(boxes, rows):
    """Sort rows (t, 4) float32 into the order of the tree. Only their last column, the triangles' numbers, is valid afterwards.

    boxes: (triangles, 6) float32 [m], by triangle number
    """
    halve_all(rows, lambda some, width, least: halve_down_fitting(boxes, some, numbers_of(some), width, least), MANY)


@compiled
def halve_down_fitting(boxes, rows, numbers, width, least):
    """Split the rows down to `least` rows, first into parts of `width` rows, by the triangles' boxes (triangles, 6).

    numbers: (t,) int32, the last column of `rows` (t, 4) read as whole numbers
    """
    count = rows.shape[0]
    while width >= least:
        for first in range(0, count - width, 2 * width):
            halve(boxes, rows, numbers, first, min(first + 2 * width, count), first + width)
        width //= 2


@shared
def halve(boxes, rows, numbers, first, end, middle):
    """Split the rows `first` to `end` - 1 at `middle` by the side of the triangles' boxes that gives the two halves the least
    surface.

    boxes: (triangles, 6); rows: (t, 4); numbers: (t,) triangle number of each row
    """
    least, best = np.inf, 0
    for side in range(SIDES):
        part_by(side, boxes, rows, numbers, first, end, middle)
        cost = surface(boxes, numbers, first, middle) * (middle - first) + surface(boxes, numbers, middle, end) * (end - middle)
        if cost < least:
            least, best = cost, side
    part_by(best, boxes, rows, numbers, first, end, middle)


@shared
def part_by(side, boxes, rows, numbers, first, end, middle):
    """Move the rows with the smallest coordinates of one side of their boxes, 0..5, before row `middle`.

    The other arguments are those of `halve`.
    """
    for row in range(first, end):
        rows[row, 0] = boxes[numbers[row], side]
    part(rows, first, end, middle, 0)


@shared
def surface(boxes, numbers, first, end):
    """Return half the surface [m2] of the box around the boxes of the rows `first` to `end` - 1. numbers: (t,) triangle number of
    each row
    """
    box = boxes[numbers[first]]
    low_x, low_y, low_z, high_x, high_y, high_z = box[0], box[1], box[2], box[3], box[4], box[5]
    for row in range(first, end):
        box = boxes[numbers[row]]
        low_x, low_y, low_z = min(low_x, box[0]), min(low_y, box[1]), min(low_z, box[2])
        high_x, high_y, high_z = max(high_x, box[3]), max(high_y, box[4]), max(high_z, box[5])
    x, y, z = high_x - low_x, high_y - low_y, high_z - low_z
    return x * y + y * z + z * x
