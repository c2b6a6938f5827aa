"""The split by the surface area heuristic (SAH): a list of triangles is halved so that the boxes of the tree are small.

A body then tests half as many boxes as with a median split. The centre of a large triangle says little about its extent. So a
split by centres can put a room's floor into the same half as small objects. The box of this half is then the whole room. Here
six splits are tried: by the low and by the high side of the triangles' boxes along each axis. The split with the least cost is
taken. The cost is a sum over both halves: the surface of a half's box times its number of triangles. The surface is a measure
of how many bodies test the box.
"""

import numpy as np

from ..engine.compiling.jit import compiled, inlined, shared
from .median_split import median, split_into_leaves

MANY = 2**12  # triangles that one task of a thread halves. Fewer: starting it costs more than it saves
SIDES = 6  # of a box: low x, y, z, high x, y, z
# Most triangles of a mesh of which all six sides are tried. Fewer: a level's tree tests more boxes; more: it takes longer.
THOROUGH = 2**15
# In larger meshes, axes shorter than this part of the longest one are not tried. Smaller: slower; larger: worse trees.
# 94 000 triangles: 0.75 takes 0.6 of the time of 0, for boxes with 2 % more surface.
NARROW = 0.75
NUMBER_BITS = 32  # of a key that hold the triangle's number. The bits above them hold a coordinate.
NUMBER_MASK = 2**NUMBER_BITS - 1


def sort_by_surface(boxes, numbers):
    """Return triangle numbers (t,) int32 in the order of the tree, split by the surface area heuristic.

    boxes: (triangles, 6) float32 [m], by triangle number: low x, y, z, high x, y, z. No coordinate is negative.
    numbers: (t,) int32, of the triangles to sort
    """
    sides = np.ascontiguousarray(boxes.T).view(np.int32)  # floats that are not negative have the order of their bits
    narrow = np.float32(0.0 if len(numbers) <= THOROUGH else NARROW)
    keys = numbers.astype(np.int64)
    split_into_leaves(keys, lambda some, width, least: split_by_surface(boxes, sides, some, narrow, width, least), MANY)
    return (keys & NUMBER_MASK).astype(np.int32)


@compiled
def split_by_surface(boxes, sides, keys, narrow, width, least):
    """Halve each successive 2 * `width` keys in place, then the halves, and so on, until the parts have `least` keys.

    keys: (t,) int64, each with one coordinate of a triangle's box and the triangle's number. One exchange of 8 bytes moves both.
    boxes: (triangles, 6) float32 [m]; sides: (6, triangles) int32, the bits of the same numbers
    narrow: part 0..1 of the longest side of the box around the keys. Axes along which that box is shorter are not tried.
    """
    count = keys.shape[0]
    while width >= least:
        for first in range(0, count - width, 2 * width):
            split_keys(boxes, sides, keys, narrow, (first, first + width, min(first + 2 * width, count)))
        width //= 2


@shared
def split_keys(boxes, sides, keys, narrow, rows):
    """Split keys into two halves by the side of the triangles' boxes that gives the least cost (the top of this file).

    rows: (first, middle, end), the halves are keys[first:middle] and keys[middle:end]
    The other arguments are those of `split_by_surface`.
    """
    first, middle, end = rows
    extent = size(boxes, keys, first, end)
    least, best = np.inf, 0
    for side in range(SIDES):
        if extent[side % 3] < narrow * max(extent):
            continue
        partition_by(sides[side], keys, first, middle, end)
        one, other = size(boxes, keys, first, middle), size(boxes, keys, middle, end)
        cost = half_surface(one) * (middle - first) + half_surface(other) * (end - middle)
        if cost < least:
            least, best = cost, side
    partition_by(sides[best], keys, first, middle, end)


@shared
def partition_by(side, keys, first, middle, end):
    """Put a coordinate into each key from index `first` to `end` - 1, and move the smallest before index `middle` (quickselect).

    side: (triangles,) int32, the bits of one coordinate of each triangle's box
    """
    for row in range(np.uint64(first), np.uint64(end)):
        number = keys[row] & NUMBER_MASK
        keys[row] = (np.int64(side[number]) << NUMBER_BITS) | number
    low, high = first, end
    while high - low > 1:
        pivot = median(coordinate(keys[low]), coordinate(keys[(low + high) // 2]), coordinate(keys[high - 1]))
        split = move_smaller_keys(keys, low, high, pivot << NUMBER_BITS)
        if split == low:  # the pivot is the least: all that equal it go to the front
            split = move_smaller_keys(keys, low, high, (pivot + 1) << NUMBER_BITS)
            if middle < split:
                return
        low, high = (low, split) if middle < split else (split, high)


@shared
def move_smaller_keys(keys, low, high, bound):
    """Move the keys below `bound` to the front of those from index `low` to `high` - 1. Return the index of the first other key.

    Like `median_split.move_smaller_rows`, it has no branch that depends on a key, and its indices are unsigned.
    """
    split = np.uint64(low)
    for row in range(np.uint64(low), np.uint64(high)):
        key = keys[row]
        keys[row], keys[split] = keys[split], key
        split += np.uint64(key < bound)
    return np.int64(split)


@inlined
def coordinate(key):
    """Return the coordinate in a key, as the integer of the float's bits."""
    return key >> NUMBER_BITS


@shared
def size(boxes, keys, first, end):
    """Return the size (x, y, z) [m] of the box around the boxes (triangles, 6) of the keys from index `first` to `end` - 1."""
    box = boxes[keys[first] & NUMBER_MASK]
    low_x, low_y, low_z, high_x, high_y, high_z = box[0], box[1], box[2], box[3], box[4], box[5]
    for row in range(np.uint64(first), np.uint64(end)):
        box = boxes[np.uint64(keys[row] & NUMBER_MASK)]
        low_x, low_y, low_z = min(low_x, box[0]), min(low_y, box[1]), min(low_z, box[2])
        high_x, high_y, high_z = max(high_x, box[3]), max(high_y, box[4]), max(high_z, box[5])
    return high_x - low_x, high_y - low_y, high_z - low_z


@inlined
def half_surface(extent):
    """Return half the surface [m2] of a box of size `extent` (x, y, z) [m]."""
    x, y, z = extent
    return x * y + y * z + z * x
