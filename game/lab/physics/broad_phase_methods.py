"""Pairs of boxes that touch or overlap, by four methods: all pairs, a grid, a plane sweep, a tree.

Tang's lecture, reduce number of detections (space partition, plane sweep). The functions here are compiled. pairs.py checks the
arguments and calls them.

boxes: in all functions (n, 6) [m], low x, y, z and high x, y, z of each box
out: (capacity, 2) int64. The pairs (i, j), i < j, that are found are written to it. Those above its capacity are only counted.
scratch: a PairScratch for n boxes
Each method returns (number of pairs, number of tests). A test compares two boxes, in the tree also a box and a node.
"""

from typing import NamedTuple

import numpy as np

from ...collision.mesh.bvh import BRANCHES, boxes_overlap, leaf_nodes, next_node, to_float32, write_inner_nodes
from ...collision.mesh.tree_splits import LEAF, split_by_centre
from ...core.jit import compiled, inlined, shared
from ...core.vec3 import get3

LOW, HIGH = 0, 3  # first columns of `boxes`
Counts = tuple[int, int]
# Cells of a grid for each box. Fewer: a cell contains many boxes where they are few elsewhere; more: emptying them takes longer
# than using them.
CELLS_A_BOX, LEAST_CELLS = 4, 64
WIDER = 1.25  # factor of the sides of cells while there are too many. Smaller: slower; larger: cells wider than necessary
SLACK = 1.0 + 1e-6  # factor of the sides of cells. Smaller: rounding loses pairs of boxes as wide as a cell; larger: more tests
# Relative inflation of a tree's nodes. Smaller: the rounding to float32 (6e-8) loses pairs; larger: more tests.
NODE_MARGIN = 1e-6


class PairScratch(NamedTuple):
    """Working memory of the methods for n boxes."""

    numbers: np.ndarray  # (n,) int64, numbers of boxes
    cell_of: np.ndarray  # (n,) int64, the cell of each narrow box
    cells: np.ndarray  # (n,) int64, numbers of boxes in the order of their cells
    starts: np.ndarray  # int64, index in `cells` of the first box of each cell, and the end of the last one
    frame: np.ndarray  # (2, 3), low corner of the grid [m], and 1 / side of a cell [1/m]
    sizes: np.ndarray  # (3,) int64, numbers of cells along the axes
    sorted_boxes: np.ndarray  # (n, 6), boxes in the order of their cells, of the sweep or of the tree
    centres: np.ndarray  # (n, 4) float32, rows of tree_splits.py
    nodes: np.ndarray  # (m, 6) float32, nodes of a tree


def scratch_for(n: int) -> PairScratch:
    count = leaf_nodes(n)
    integers = np.empty((3, n), np.int64)
    cells = np.empty(CELLS_A_BOX * n + LEAST_CELLS + 1, np.int64)
    places = integers[0], integers[1], integers[2], cells, np.empty((2, 3)), np.empty(3, np.int64)
    nodes = np.empty((inner_nodes(count) + count, 6), np.float32)
    return PairScratch(*places, np.empty((n, 6)), np.empty((n, 4), np.float32), nodes)


@inlined
def inner_nodes(leaf_count: int) -> int:
    """Return the number of nodes above the leaves of a complete tree."""
    inner, width = 0, 1
    while width < leaf_count:
        inner += width
        width *= BRANCHES
    return inner


@inlined
def rows_overlap(a: np.ndarray, i: int, b: np.ndarray, j: int) -> bool:
    return boxes_overlap(a, i, get3(b, j, LOW), get3(b, j, HIGH))


@inlined
def write_pair(out: np.ndarray, row: int, i: int, j: int) -> None:
    if row < out.shape[0]:
        out[row, 0], out[row, 1] = min(i, j), max(i, j)


@compiled  # a tenth of numpy's time
def reflect(centres: np.ndarray, velocities: np.ndarray, low: np.ndarray, high: np.ndarray) -> None:
    """Reflect boxes (n, 3) at the walls, in place. low, high: (3,) [m], limits of the centres"""
    for box in range(centres.shape[0]):
        for axis in range(3):
            end = centres[box, axis]
            inside = min(max(end, low[axis]), high[axis])
            if inside != end:
                velocities[box, axis] = -velocities[box, axis]
                centres[box, axis] = min(max(2.0 * inside - end, low[axis]), high[axis])


@compiled
def sort_pairs(pairs: np.ndarray, aside: np.ndarray, places: np.ndarray) -> None:
    """Sort pairs (k, 2) of n boxes by their first number, then by the second, in a time proportional to k + n.

    aside: (k, 2) int64; places: (n + 1,) int64; both are working memory
    """
    for column in (1, 0):
        source, target = (pairs, aside) if column == 1 else (aside, pairs)
        for box in range(places.shape[0]):
            places[box] = 0
        for row in range(source.shape[0]):
            places[source[row, column] + 1] += 1
        for box in range(places.shape[0] - 1):
            places[box + 1] += places[box]
        for row in range(source.shape[0]):
            place = places[source[row, column]]
            places[source[row, column]] += 1
            target[place, 0], target[place, 1] = source[row, 0], source[row, 1]


# All pairs


@compiled
def all_pairs(boxes: np.ndarray, out: np.ndarray) -> Counts:
    """Compare each box with all later ones: n (n - 1) / 2 tests."""
    n, count = boxes.shape[0], 0
    for i in range(n):
        for j in range(i + 1, n):
            if rows_overlap(boxes, i, boxes, j):
                write_pair(out, count, i, j)
                count += 1
    return count, n * (n - 1) // 2


# The grid


@compiled
def grid_pairs(boxes: np.ndarray, widest: np.ndarray, scratch: PairScratch, out: np.ndarray) -> Counts:
    """Compare boxes of the same and of adjacent cells. At a constant density the tests grow with n.

    widest: (3,) [m], side of a cell along each axis, unless that gives too many cells
    A box belongs to the cell of its low corner. The low corners of two boxes that overlap are at most `widest` apart. Boxes that
    are wider are compared with all others.
    """
    wide = put_wide_boxes_first(boxes, widest, scratch.numbers)
    count, tests = wide_pairs(boxes, scratch.numbers, wide, out)
    choose_cells(boxes, wide, widest, scratch)
    fill_cells(boxes, wide, scratch)
    cells, starts, sizes, sorted_boxes = scratch.cells, scratch.starts, scratch.sizes, scratch.sorted_boxes
    for i in range(sizes[0]):
        for j in range(sizes[1]):
            line = (i * sizes[1] + j) * sizes[2]
            for row in range(starts[line], starts[line + sizes[2]]):
                k = cell_along(sorted_boxes[row, 2], scratch, 2)
                below, above = max(k - 1, 0), min(k + 2, sizes[2])
                for part in range(5):  # the lines of cells that come later: the same one, (0, 1), (1, -1), (1, 0), (1, 1)
                    x, y = (i, j + part) if part < 2 else (i + 1, j + part - 3)
                    if x == sizes[0] or y < 0 or y == sizes[1]:
                        continue
                    other = (x * sizes[1] + y) * sizes[2]
                    first = row + 1 if part == 0 else starts[other + below]
                    end = starts[other + above]
                    tests += int(end - first)
                    for later in range(first, end):
                        if rows_overlap(sorted_boxes, row, sorted_boxes, later):
                            write_pair(out, count, cells[row], cells[later])
                            count += 1
    return count, tests


@shared
def put_wide_boxes_first(boxes: np.ndarray, widest: np.ndarray, numbers: np.ndarray) -> int:
    """Write the numbers of all boxes to `numbers` (n,), those wider than `widest` first. Returns how many these are."""
    wide, last = 0, boxes.shape[0]
    for i in range(boxes.shape[0] - 1, -1, -1):
        is_wide = False
        for axis in range(3):
            is_wide |= boxes[i, HIGH + axis] - boxes[i, axis] > widest[axis]
        if is_wide:
            numbers[wide] = i
            wide += 1
        else:
            last -= 1
            numbers[last] = i
    return wide


@shared
def wide_pairs(boxes: np.ndarray, numbers: np.ndarray, wide: int, out: np.ndarray) -> Counts:
    """Compare the first `wide` boxes of `numbers` with each other and with all others."""
    count, tests = 0, 0
    for row in range(wide):
        i = numbers[row]
        for later in range(row + 1, numbers.shape[0]):
            if rows_overlap(boxes, i, boxes, numbers[later]):
                write_pair(out, count, i, numbers[later])
                count += 1
        tests += numbers.shape[0] - row - 1
    return count, tests


@shared
def write_cells(extent: np.ndarray, widest: np.ndarray, count: int, sizes: np.ndarray) -> None:
    """Replace the extent (3,) [m] of the low corners of boxes by the sides of the cells of their grid.

    widest: as in `grid_pairs`; count: of the boxes; sizes: (3,), receives the numbers of cells. Cells are wider if they were too
    many.
    """
    most = float(CELLS_A_BOX * count + LEAST_CELLS)
    factor, total = SLACK, np.inf
    while total > most:
        total = 1.0
        for axis in range(3):
            side = factor * max(widest[axis], extent[axis] / most)
            sizes[axis] = int(extent[axis] / side) + 1 if side > 0.0 else 1
            total *= sizes[axis]
        factor *= WIDER
    for axis in range(3):
        extent[axis] = factor / WIDER * max(widest[axis], extent[axis] / most)


@shared
def choose_cells(boxes: np.ndarray, wide: int, widest: np.ndarray, scratch: PairScratch) -> None:
    """Write the frame and the sizes of a grid for the boxes in `numbers` from index `wide` on. widest: as in `grid_pairs`"""
    numbers, frame, sizes = scratch.numbers, scratch.frame, scratch.sizes
    for axis in range(3):
        least, greatest = np.inf, -np.inf
        for row in range(wide, numbers.shape[0]):
            corner = boxes[numbers[row], axis]
            least, greatest = min(least, corner), max(greatest, corner)
        frame[0, axis], frame[1, axis] = least, greatest - least if least <= greatest else 0.0  # the extent, for the moment
    write_cells(frame[1], widest, numbers.shape[0] - wide, sizes)
    for axis in range(3):
        frame[1, axis] = 1.0 / frame[1, axis] if sizes[axis] > 1 else 0.0


@inlined
def cell_along(corner: float, scratch: PairScratch, axis: int) -> int:
    """Return the number of the cell, along an axis, that contains the low corner of a box [m]."""
    return min(int((corner - scratch.frame[0, axis]) * scratch.frame[1, axis]), scratch.sizes[axis] - 1)


@shared
def fill_cells(boxes: np.ndarray, wide: int, scratch: PairScratch) -> None:
    """Write the order of cells, its starts, and the boxes in this order, for the boxes in `numbers` from index `wide` on."""
    numbers, starts, sizes, cell_of = scratch.numbers, scratch.starts, scratch.sizes, scratch.cell_of
    total, narrow = sizes[0] * sizes[1] * sizes[2], numbers.shape[0] - wide
    for cell in range(total + 1):
        starts[cell] = 0
    for row in range(narrow):
        cell = 0
        for axis in range(3):
            cell = cell * sizes[axis] + cell_along(boxes[numbers[wide + row], axis], scratch, axis)
        cell_of[row] = cell
        starts[cell] += 1
    end = 0
    for cell in range(total + 1):
        end += starts[cell]
        starts[cell] = end
    for row in range(narrow - 1, -1, -1):
        starts[cell_of[row]] -= 1
        place, number = starts[cell_of[row]], numbers[wide + row]
        scratch.cells[place] = number
        for column in range(6):
            scratch.sorted_boxes[place, column] = boxes[number, column]


# The plane sweep


@compiled
def sort_again(keys: np.ndarray, order: np.ndarray) -> int:
    """Sort the numbers in `order` (n,) by their `keys` (n,), by insertion, and return the number of exchanges.

    An order from the tick before is almost right, and then this takes a time proportional to n.
    """
    swaps = 0
    for row in range(1, order.shape[0]):
        number, place = order[row], row
        while place > 0 and keys[order[place - 1]] > keys[number]:
            order[place] = order[place - 1]
            place -= 1
        order[place] = number
        swaps += row - place
    return swaps


@compiled
def sweep_pairs(boxes: np.ndarray, axis: int, order: np.ndarray, scratch: PairScratch, out: np.ndarray) -> Counts:
    """Compare boxes whose intervals along an axis overlap. At a constant density the tests grow with n^(5/3).

    order: (n,), the boxes by their low sides along the axis, in which a plane sweeps over them
    """
    n, count, tests, sorted_boxes = boxes.shape[0], 0, 0, scratch.sorted_boxes
    for row in range(n):
        for column in range(3):  # the axis of the sweep becomes the first one
            source = (axis + column) % 3
            sorted_boxes[row, column] = boxes[order[row], source]
            sorted_boxes[row, HIGH + column] = boxes[order[row], HIGH + source]
    for row in range(n):
        high = sorted_boxes[row, HIGH]
        for later in range(row + 1, n):
            if sorted_boxes[later, LOW] > high:
                break
            tests += 1
            if rows_overlap(sorted_boxes, row, sorted_boxes, later):
                write_pair(out, count, order[row], order[later])
                count += 1
    return count, tests


# The tree


@compiled
def tree_pairs(boxes: np.ndarray, width: int, scratch: PairScratch, out: np.ndarray) -> Counts:
    """Compare each box with the nodes of a tree, and with the boxes in the leaves that it overlaps.

    width: the number of boxes in the first half of the tree (`first_width` in tree_splits.py)
    The tree is the one that bvh.py builds over triangles. A box visits only nodes that come after its own leaf.
    """
    n, count, tests = boxes.shape[0], 0, 0
    sort_for_tree(boxes, width, scratch)
    leaves = build_tree(n, scratch)
    sorted_boxes, numbers, nodes = scratch.sorted_boxes, scratch.numbers, scratch.nodes
    for row in range(n):
        low, high = to_float32(get3(sorted_boxes, row, LOW)), to_float32(get3(sorted_boxes, row, HIGH))
        node, is_met = leaves + row // BRANCHES, True
        while True:
            if is_met and node >= leaves:
                first = (node - leaves) * BRANCHES
                for later in range(max(first, row + 1), min(first + BRANCHES, n)):
                    tests += 1
                    if rows_overlap(boxes, numbers[row], boxes, numbers[later]):
                        write_pair(out, count, numbers[row], numbers[later])
                        count += 1
            node = next_node(node, is_met, leaves)
            if node == 0:
                break
            tests += 1
            is_met = boxes_overlap(nodes, node, low, high)
    return count, tests


@shared
def sort_for_tree(boxes: np.ndarray, width: int, scratch: PairScratch) -> None:
    """Write the order of the tree to `numbers`, and the boxes in this order, from their low corner on, to `sorted_boxes`."""
    n, frame, centres = boxes.shape[0], scratch.frame, scratch.centres
    numbers = centres.view(np.int32)
    for axis in range(3):
        frame[0, axis] = np.inf
        for i in range(n):
            frame[0, axis] = min(frame[0, axis], boxes[i, axis])
    for i in range(n):
        for axis in range(3):
            low, high = boxes[i, axis] - frame[0, axis], boxes[i, HIGH + axis] - frame[0, axis]
            centres[i, axis] = np.float32(0.5 * (low + high))
        numbers[i, 3] = i
    split_by_centre(centres, width, LEAF)
    for row in range(n):
        number = numbers[row, 3]
        scratch.numbers[row] = number
        for column in range(6):
            scratch.sorted_boxes[row, column] = boxes[number, column] - frame[0, column % 3]


@shared
def build_tree(n: int, scratch: PairScratch) -> int:
    """Write the nodes of the tree over `sorted_boxes`, none of which is below 0. Returns the index of the first leaf."""
    sorted_boxes, nodes = scratch.sorted_boxes, scratch.nodes
    leaves = nodes.shape[0] - leaf_nodes(n)
    for node in range(leaves, nodes.shape[0]):
        first = (node - leaves) * BRANCHES
        for axis in range(3):
            low, high = np.inf, -np.inf
            for row in range(first, min(first + BRANCHES, n)):
                low, high = min(low, sorted_boxes[row, axis]), max(high, sorted_boxes[row, HIGH + axis])
            nodes[node, axis], nodes[node, HIGH + axis] = low * (1.0 - NODE_MARGIN), high * (1.0 + NODE_MARGIN)
    write_inner_nodes(nodes, leaves)
    return leaves
