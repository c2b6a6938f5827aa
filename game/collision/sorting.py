"""The order of the triangles in the tree: neighbours in space become neighbours in the row.

First roughly, along a Morton curve; then each block of some thousands is halved, and its halves are halved, across where they
are widest, down to the four triangles of a leaf. The halves are those of the complete tree (bvh.py), which needs no pointers.
"""

import numpy as np

from .jit import compiled, inlined, shared
from .threads import both
from .vec3 import cross, dot, sub

LEAF = 4  # triangles of a leaf
CELLS = 2**10  # of the Morton curve along the longest side. Fewer: blocks overlap; more: a third pass of sorting
# Triangles halved as one block, a power of two. Fewer: the tree is left as coarse as the curve; more: slower, out of the cache.
BLOCK = 2**14
MANY = 2**17  # triangles that two threads sort. Fewer: starting them costs more than they save
# Relative height (height / longest side) below which a triangle has no area. Smaller: rounding dirt passes for a triangle;
# larger: needles that are real would vanish, and with open edges a hole would open.
FLATTEST = 1e-13


def sorted_in_space(vertices, triangles):
    """Numbers of the triangles that have an area, neighbours near each other: (t,) int32."""
    low = tuple(float(vertices[:, axis].min()) for axis in range(3))
    longest = max(float(vertices[:, axis].max()) - low[axis] for axis in range(3))
    cells_per_metre = (CELLS - 1) / max(longest, 1e-300)
    codes, centres = np.empty(len(triangles), np.uint32), np.empty((len(triangles), 4), np.float32)
    count = write_centres(vertices, triangles, low, cells_per_metre, codes, centres, numbers_of(centres))
    centres = centres[radix_order(codes[:count])]
    halve_all(centres)
    return numbers_of(centres).copy()


def numbers_of(centres):
    """The fourth column holds whole numbers, in the bits of its floats, so that a centre and its number move as one."""
    return centres.view(np.int32)[:, 3]


def radix_order(codes):
    """The order that sorts 32-bit numbers: by 16 bits after the other, the lower first (numpy's own radix sort)."""
    order = np.argsort((codes & 0xFFFF).astype(np.uint16), kind="stable")
    return order[np.argsort((codes >> 16).astype(np.uint16)[order], kind="stable")]


# Which triangles have an area, and where they lie on the curve


@compiled
def write_centres(vertices, triangles, low, cells_per_metre, codes, centres, numbers):
    """Write Morton code, centre relative to `low` and number of each triangle that has an area; returns how many have.

    vertices (v, 3) [m]; triangles (t, 3); codes (t,); centres (t, 4) float32, of which numbers (t,) is the last column
    """
    count = 0
    for number in range(triangles.shape[0]):
        a, b, c = corners_of(vertices, triangles, number)
        if has_area(a, b, c):
            code = 0
            for axis in range(3):
                centre = (a[axis] + b[axis] + c[axis]) / 3.0 - low[axis]
                cell = int(centre * cells_per_metre)
                code |= spread_bits(min(max(cell, 0), CELLS - 1)) << axis
                centres[count, axis] = centre
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
    """Put two zero bits between each two of the 10 low bits of `x`."""
    x = (x | x << 16) & 0x030000FF
    x = (x | x << 8) & 0x0300F00F
    x = (x | x << 4) & 0x030C30C3
    return (x | x << 2) & 0x09249249


# Halving


def halve_all(centres):
    """Bring rows of centres into the order of the tree, the two halves of many by two threads."""
    if len(centres) < MANY:
        halve_blocks(centres)
        return
    middle = len(centres) // (2 * BLOCK) * BLOCK
    both(halve_blocks, (centres[:middle],), (centres[middle:],))


@compiled
def halve_blocks(centres):
    """Halve each block, then its halves, down to leaves: across the widest axis, the lesser coordinates first."""
    count = centres.shape[0]
    for block in range(0, count, BLOCK):
        end = min(block + BLOCK, count)
        width = BLOCK // 2
        while width >= LEAF:
            for first in range(block, end - width, 2 * width):
                part(centres, first, min(first + 2 * width, end), first + width)
            width //= 2


@shared
def part(centres, first, end, middle):
    """Move rows of `first` .. `end` about until none before `middle` has a greater coordinate than one behind it."""
    axis, low, high = widest_axis(centres, first, end), first, end
    while high - low > 1:
        pivot = median(centres[low, axis], centres[(low + high) // 2, axis], centres[high - 1, axis])
        split = lesser_first(centres, low, high, axis, pivot)
        if split == low:  # the pivot is the least: all that equal it go to the front
            split = lesser_first(centres, low, high, axis, np.nextafter(pivot, np.float32(np.inf)))
            if middle < split:
                return
        low, high = (low, split) if middle < split else (split, high)


@shared
def lesser_first(centres, low, high, axis, bound):
    """Move the rows below `bound` to the front of `low` .. `high`; returns where the others begin.

    Every row is swapped and only then counted or not: the processor's guess at a branch would be wrong every other time (5 ns
    a row; so .7). Unsigned, since a number that may be negative counts from the end, which costs as much again.
    """
    split = np.uint64(low)
    for row in range(np.uint64(low), np.uint64(high)):
        coordinate = centres[row, axis]
        swap(centres, row, split)
        split += np.uint64(coordinate < bound)
    return np.int64(split)


@shared
def widest_axis(centres, first, end):
    """The axis along which the centres of `first` .. `end` spread farthest."""
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


@inlined
def median(a, b, c):
    """The middle one of three numbers."""
    return max(min(a, b), min(max(a, b), c))


@inlined
def swap(centres, i, j):
    """Exchange two rows."""
    a, b, c, d = centres[i, 0], centres[i, 1], centres[i, 2], centres[i, 3]
    e, f, g, h = centres[j, 0], centres[j, 1], centres[j, 2], centres[j, 3]
    centres[i, 0], centres[i, 1], centres[i, 2], centres[i, 3] = e, f, g, h
    centres[j, 0], centres[j, 1], centres[j, 2], centres[j, 3] = a, b, c, d
