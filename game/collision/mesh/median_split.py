"""The median split: a list of triangles is halved by their centres, to sort it into the order of the tree.

It is quick for any number of triangles. A row (4,) float32 is a triangle: its centre x, y, z, and its number in the bits of the
fourth float. So both move together.
"""

from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np

from ..engine.compiling.jit import compiled, inlined, shared

LEAF = 4  # triangles of a leaf
MANY = 2**17  # triangles that one task of a thread halves. Fewer: starting it costs more than it saves


def first_width(count):
    """Return the number of triangles in the first half of `count`: the largest LEAF * 2^k below `count`, but at least LEAF.

    So all leaves of the tree except the last are full.
    """
    width = LEAF
    while 2 * width < count:
        width *= 2
    return width


def split_into_leaves(rows, halve=None, many=MANY):
    """Sort rows (t, ...), one for each triangle, in place into the order of the tree: halve them again and again down to leaves.

    halve: function called as halve(rows, width, least), or None for `split_by_centre`, which explains these arguments
    many: least number of rows for which two threads share the work
    """
    halve, width, parts = halve or split_by_centre, first_width(len(rows)), [rows]
    if len(rows) < many:
        halve(rows, width, LEAF)
        return
    with ThreadPoolExecutor(2) as threads:
        while width >= many:
            wait([threads.submit(halve, part, width, width) for part in parts])
            parts = [half for part in parts for half in (part[:width], part[width:]) if len(half)]
            width //= 2
        for task in [threads.submit(halve, part, width, LEAF) for part in parts]:
            task.result()


def numbers_of(rows):
    """Return the triangle numbers in the bits of the fourth column of rows (t, 4) float32, as a view (t,) int32."""
    return rows.view(np.int32)[:, 3]


@compiled
def split_by_centre(centres, width, least):
    """Halve each successive 2 * `width` rows in place, then the halves, and so on, until the parts have `least` rows.

    centres: (t, 4) float32, the rows
    Each split puts the smaller coordinates first, along the axis on which the centres spread farthest.
    """
    count = centres.shape[0]
    while width >= least:
        for first in range(0, count - width, 2 * width):
            end = min(first + 2 * width, count)
            partition(centres, first, end, first + width, widest_axis(centres, first, end))
        width //= 2


@shared
def widest_axis(centres, first, end):
    """Return the axis, 0..2, along which the centres in the rows `first` to `end` - 1 spread farthest."""
    low_x = high_x = centres[first, 0]
    low_y = high_y = centres[first, 1]
    low_z = high_z = centres[first, 2]
    for row in range(first, end):
        x, y, z = centres[row, 0], centres[row, 1], centres[row, 2]
        low_x, high_x = min(low_x, x), max(high_x, x)
        low_y, high_y = min(low_y, y), max(high_y, y)
        low_z, high_z = min(low_z, z), max(high_z, z)
    x, y, z = high_x - low_x, high_y - low_y, high_z - low_z
    if x >= y and x >= z:
        return 0
    return 1 if y >= z else 2


@shared
def partition(centres, first, end, middle, axis):
    """Reorder the rows `first` to `end` - 1 of `centres` (t, 4) by their coordinate along `axis` (quickselect).

    Afterwards no row before `middle` has a larger coordinate than any row from `middle` on.
    """
    low, high = first, end
    while high - low > 1:
        pivot = median(centres[low, axis], centres[(low + high) // 2, axis], centres[high - 1, axis])
        split = move_smaller_rows(centres, low, high, axis, pivot)
        if split == low:  # the pivot is the least: all that equal it go to the front
            split = move_smaller_rows(centres, low, high, axis, np.nextafter(pivot, np.float32(np.inf)))
            if middle < split:
                return
        low, high = (low, split) if middle < split else (split, high)


@shared
def move_smaller_rows(centres, low, high, axis, bound):
    """Move the rows with a coordinate below `bound` to the front of the rows `low` to `high` - 1 of `centres` (t, 4).

    axis: 0..2, of the coordinate
    Returns the index of the first row whose coordinate is not below `bound`.

    Every row is swapped, and only the count depends on its value. A branch would be mispredicted every second time: 5 ns a row
    instead of 0.7. Indices are unsigned: signed ones may count from the end, and the check for that doubles the time.
    """
    split = np.uint64(low)
    for row in range(np.uint64(low), np.uint64(high)):
        coordinate = centres[row, axis]
        swap(centres, row, split)
        split += np.uint64(coordinate < bound)
    return np.int64(split)


@inlined
def median(a, b, c):
    """Return the median of three numbers."""
    return max(min(a, b), min(max(a, b), c))


@inlined
def swap(centres, i, j):
    """Exchange the rows i and j of `centres` (t, 4)."""
    a, b, c, d = centres[i, 0], centres[i, 1], centres[i, 2], centres[i, 3]
    e, f, g, h = centres[j, 0], centres[j, 1], centres[j, 2], centres[j, 3]
    centres[i, 0], centres[i, 1], centres[i, 2], centres[i, 3] = e, f, g, h
    centres[j, 0], centres[j, 1], centres[j, 2], centres[j, 3] = a, b, c, d
