"""The splits that sort triangles into the order of the tree: by their centres, or by the surface area of the boxes.

The median split halves a list by the triangles' centres. It is quick for any number of triangles. A row (4,) float32 is a
triangle: its centre x, y, z, and its number in the bits of the fourth float. So both move together.
The split by the surface area heuristic (SAH) makes the boxes small, so that a body tests half as many. A split by centres can put
a room's floor into the same half as small objects, whose box is then the whole room. Here six splits are tried: by the low and by
the high side of the triangles' boxes along each axis. The cost is a sum over both halves: the surface of a half's box, a measure
of how many bodies test it, times its number of triangles.
"""

from collections.abc import Callable
from types import FunctionType

import numpy as np

from ...core.jit import inlined, interpreted_first, shared

LEAF = 4  # triangles of a leaf
MANY_CENTRES = 2**17  # triangles that one task of a thread halves. Fewer: starting it costs more than it saves


def first_width(count: int) -> int:
    """Return the number in the first half of `count`: the largest LEAF * 2^k below it, so that leaves are full."""
    width = LEAF
    while 2 * width < count:
        width *= 2
    return width


def split_into_leaves(
    rows: np.ndarray, halve: Callable[[np.ndarray, int, int], None] | None = None, many: int = MANY_CENTRES
) -> None:
    """Sort rows (t, ...) of triangles in place into the order of the tree: halve them again and again.

    halve(rows, width, least): or None for `split_by_centre`; many: least number of rows for which two threads share the work
    """
    width, parts = first_width(len(rows)), [rows]
    halve = halve or split_by_centre.code_for(rows, width, LEAF)
    if len(rows) < many:
        halve(rows, width, LEAF)
        return
    from concurrent.futures import ThreadPoolExecutor, wait  # only here, because its import delays the first answer

    with ThreadPoolExecutor(2) as threads:
        while width >= many:
            wait([threads.submit(halve, part, width, width) for part in parts])
            parts = [half for part in parts for half in (part[:width], part[width:]) if len(half)]
            width //= 2
        for task in [threads.submit(halve, part, width, LEAF) for part in parts]:
            task.result()


@interpreted_first
def split_by_centre(centres: np.ndarray, width: int, least: int) -> None:
    """Halve each successive 2 * `width` rows in place, then the halves, until the parts have `least` rows.

    centres: (t, 4) float32, the rows. The smaller coordinates come first, along the axis on which they spread farthest.
    """
    count = centres.shape[0]
    while width >= least:
        for first in range(0, count - width, 2 * width):
            end = min(first + 2 * width, count)
            partition(centres, first, end, first + width, widest_axis(centres, first, end))
        width //= 2


@shared
def widest_axis(centres: np.ndarray, first: int, end: int) -> int:
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
def partition(centres: np.ndarray, first: int, end: int, middle: int, axis: int) -> None:
    """Reorder the rows `first` to `end` - 1 by a coordinate (quickselect), none before `middle` larger than from it on."""
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
def move_smaller_rows(centres: np.ndarray, low: int, high: int, axis: int, bound: float) -> np.int64:
    """Move the rows with a coordinate below `bound` to the front of `low` to `high` - 1. Return the first other.

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
def median(a: float, b: float, c: float) -> float:
    return max(min(a, b), min(max(a, b), c))


@inlined
def swap(centres: np.ndarray, i: int, j: int) -> None:
    a, b, c, d = centres[i, 0], centres[i, 1], centres[i, 2], centres[i, 3]
    e, f, g, h = centres[j, 0], centres[j, 1], centres[j, 2], centres[j, 3]
    centres[i, 0], centres[i, 1], centres[i, 2], centres[i, 3] = e, f, g, h
    centres[j, 0], centres[j, 1], centres[j, 2], centres[j, 3] = a, b, c, d


MANY = 2**12  # triangles that one task of a thread halves. Fewer: starting it costs more than it saves
SIDES = 6  # of a box: low x, y, z, high x, y, z
# Most triangles of a mesh of which all six sides are tried. Fewer: a level's tree tests more boxes; more: it takes longer.
THOROUGH = 2**15
# In larger meshes, axes shorter than this part of the longest one are not tried. Smaller: slower; larger: worse trees.
# 94 000 triangles: 0.75 takes 0.6 of the time of 0, for boxes with 2 % more surface.
NARROW = 0.75
NUMBER_BITS = 32  # of a key that hold the triangle's number. The bits above them hold a coordinate.
NUMBER_MASK = 2**NUMBER_BITS - 1


def can_sort_by_surface() -> bool:
    """True if `sort_by_surface` has machine code. In the interpreter it would take longer than it ever saves."""
    sides, keys = np.zeros((SIDES, 1), np.int32), np.zeros(1, np.int64)
    code = split_by_surface.code_for(np.zeros((1, SIDES), np.float32), sides, keys, np.float32(0.0), 1, 1)
    return not isinstance(code, FunctionType)


def sort_by_surface(boxes: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """Return triangle numbers (t,) int32 in the order of the tree, split by the surface area heuristic.

    boxes: (triangles, 6) float32 [m], by triangle number, without negative coordinates; numbers: (t,) int32 to sort
    """
    sides = np.ascontiguousarray(boxes.T).view(np.int32)  # floats that are not negative have the order of their bits
    narrow = np.float32(0.0 if len(numbers) <= THOROUGH else NARROW)
    keys = numbers.astype(np.int64)
    split_into_leaves(keys, lambda some, width, least: split_by_surface(boxes, sides, some, narrow, width, least), MANY)
    return (keys & NUMBER_MASK).astype(np.int32)


@interpreted_first
def split_by_surface(boxes: np.ndarray, sides: np.ndarray, keys: np.ndarray, narrow: float, width: int, least: int) -> None:
    """Halve each successive 2 * `width` keys in place, then the halves, until the parts have `least` keys.

    keys: (t,) int64, each a coordinate of a triangle's box and its number; boxes: (triangles, 6) float32 [m]; sides: (6,
    triangles) int32, the same bits; narrow: part 0..1 of the longest side, below which an axis is not tried
    """
    count = keys.shape[0]
    while width >= least:
        for first in range(0, count - width, 2 * width):
            split_keys(boxes, sides, keys, narrow, (first, first + width, min(first + 2 * width, count)))
        width //= 2


@shared
def split_keys(boxes: np.ndarray, sides: np.ndarray, keys: np.ndarray, narrow: float, rows: tuple[int, int, int]) -> None:
    """Split keys[first:end] at `middle` by the side of the boxes that gives the least cost (the top of this file)."""
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
def partition_by(side: np.ndarray, keys: np.ndarray, first: int, middle: int, end: int) -> None:
    """Put a coordinate (of bits `side`) into each key, and move the smallest before `middle` (quickselect)."""
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
def move_smaller_keys(keys: np.ndarray, low: int, high: int, bound: int) -> np.int64:
    """Move the keys below `bound` to the front. Return the index of the first other. See `move_smaller_rows`."""
    split = np.uint64(low)
    for row in range(np.uint64(low), np.uint64(high)):
        key = keys[row]
        keys[row], keys[split] = keys[split], key
        split += np.uint64(key < bound)
    return np.int64(split)


@inlined
def coordinate(key: int) -> int:
    """Return the coordinate in a key, as the integer of the float's bits."""
    return key >> NUMBER_BITS


@shared
def size(boxes: np.ndarray, keys: np.ndarray, first: int, end: int) -> tuple[float, float, float]:
    """Return the size (x, y, z) [m] of the box around the boxes (triangles, 6) of the keys from index `first` to `end` - 1."""
    box = boxes[keys[first] & NUMBER_MASK]
    low_x, low_y, low_z, high_x, high_y, high_z = box[0], box[1], box[2], box[3], box[4], box[5]
    for row in range(np.uint64(first), np.uint64(end)):
        box = boxes[np.uint64(keys[row] & NUMBER_MASK)]
        low_x, low_y, low_z = min(low_x, box[0]), min(low_y, box[1]), min(low_z, box[2])
        high_x, high_y, high_z = max(high_x, box[3]), max(high_y, box[4]), max(high_z, box[5])
    return high_x - low_x, high_y - low_y, high_z - low_z


@inlined
def half_surface(extent: tuple[float, float, float]) -> float:
    x, y, z = extent
    return x * y + y * z + z * x
