"""Pairs of boxes that touch or overlap, out of many boxes (Tang's lecture, reduce number of detections).

All methods return the same pairs:
all    each box with each other one: n (n - 1) / 2 tests, the reason why collision detection is hard
grid   only boxes in adjacent cells of a grid. The tests grow with n, if most boxes have about the same size
sweep  only boxes whose intervals along one axis overlap, in their order along this axis (sweep and prune)
tree   only boxes in the leaves of a tree of boxes that a box overlaps

The lecture promises O(n) for the plane sweep. Along one axis its tests grow with n^(5/3), if the density is constant.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...collision.mesh.tree_splits import first_width
from ...core.argument_checks import array_of, float_rows, instance, one_of
from .broad_phase_methods import HIGH, Counts, all_pairs, grid_pairs, scratch_for, sort_again, sort_pairs, sweep_pairs, tree_pairs

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

METHODS = ("all", "grid", "sweep", "tree")
PAIRS_A_BOX, LEAST_PAIRS = 4, 64  # first capacity for pairs. Fewer: crowded boxes are searched twice; more: memory
# Part of all boxes that may be wider than a cell. Smaller: a few large boxes make all cells large; larger: more boxes are
# compared with all others.
FEW_WIDE = 1.0 / 256.0
# Factor. Smaller: boxes of usual sizes are compared with all others; larger: cells are wider than necessary.
MUCH_WIDER = 2.0


class Search(NamedTuple):
    """The result of a search for pairs, and the work that it took.

    pairs: (k, 2) int64, the numbers i < j of boxes that touch or overlap, sorted by i, then by j
    tests: number of comparisons of two boxes, in the tree also of a box and a node
    swaps: number of exchanges in which the order of the plane sweep was sorted again, otherwise 0
    axis: axis of the plane sweep, otherwise 0
    order: (n,) int64, the boxes in the order of the plane sweep, otherwise by number
    """

    pairs: np.ndarray
    tests: int
    swaps: int
    axis: int
    order: np.ndarray


def find_pairs(low: ArrayLike, high: ArrayLike, method: str = "grid") -> np.ndarray:
    """Return the pairs (k, 2) int64 of boxes that touch or overlap: numbers i < j, sorted by i, then by j.

    low, high: (n, 3) [m], the least and the greatest corner of each box. A box may be flat, a line or a point. n may be 0.
    method: "all", "grid", "sweep" or "tree"; the result is the same
    Raises ValueError in one line for other shapes, for numbers that are not finite, for a `high` below its `low`, and for an
    unknown method. Source: Tang's lecture, reduce number of detections.
    """
    return search(low, high, method).pairs


def search(low: ArrayLike, high: ArrayLike, method: str = "grid", before: Search | None = None) -> Search:
    """Return the pairs as `find_pairs` does, with the work that the method needed.

    before: the Search of the same boxes in the tick before, or None. The plane sweep sorts its order again, along its axis.
    """
    return search_boxes(boxes_of(low, high), method, before)


def search_boxes(boxes: np.ndarray, method: str, before: Search | None = None) -> Search:
    """Return the pairs as `search` does. boxes: (n, 6) [m], low and high corners, finite and in this order, unchecked"""
    one_of("method", method, METHODS)
    n, swaps, axis, order = len(boxes), 0, 0, np.arange(len(boxes))
    if n == 0:
        return Search(np.zeros((0, 2), np.int64), 0, 0, 0, order)
    if method == "sweep":
        if before is not None and len(instance("before", before, Search).order) == n:
            axis, order = before.axis, before.order.copy()
            swaps = sort_again(np.ascontiguousarray(boxes[:, axis]), order)
        else:
            axis = int(np.argmax(np.std(boxes[:, :HIGH] - boxes[0, :HIGH], axis=0)))
            order = np.argsort(boxes[:, axis], kind="stable")
    arguments: tuple[Any, ...] = ()
    if method == "grid":
        arguments = cell_sides(boxes), scratch_for(n)
    elif method == "sweep":
        arguments = axis, order, scratch_for(n)
    elif method == "tree":
        arguments = first_width(n), scratch_for(n)
    find = {"all": all_pairs, "grid": grid_pairs, "sweep": sweep_pairs, "tree": tree_pairs}[method]
    out = np.empty((PAIRS_A_BOX * n + LEAST_PAIRS, 2), np.int64)
    counts: Counts = find(boxes, *arguments, out)
    if counts[0] > len(out):
        out = np.empty((counts[0], 2), np.int64)
        find(boxes, *arguments, out)
    pairs = out[: counts[0]].copy()
    if method != "all":  # which finds them in this order
        sort_pairs(pairs, np.empty_like(pairs), np.empty(n + 1, np.int64))
    return Search(pairs, int(counts[1]), int(swaps), axis, order)


def boxes_of(low: ArrayLike, high: ArrayLike) -> np.ndarray:
    """Return the boxes (n, 6) [m], low and high corners. The arguments and errors are those of `find_pairs`."""
    corners = [array_of(name, values, "iuf", "numbers") for name, values in (("low", low), ("high", high))]
    if corners[0].size == corners[1].size == 0:
        return np.zeros((0, 6))
    one, other = float_rows("low", corners[0]), float_rows("high", corners[1])
    if one.shape != other.shape:
        raise ValueError(f"low and high must have the same shape, not {one.shape} and {other.shape}")
    if not (one <= other).all():
        row = int((one > other).any(axis=1).argmax())
        raise ValueError(f"high: row {row} is below low: {other[row].tolist()} < {one[row].tolist()}")
    return np.hstack((one, other))


def cell_sides(boxes: np.ndarray) -> np.ndarray:
    """Return the sides (3,) [m] of a cell of the grid: those of the widest box, without a few that are much wider.

    boxes: (n, 6) [m]
    """
    sides = np.empty((HIGH, len(boxes)))  # numpy is ten times slower across columns
    np.subtract(boxes.T[HIGH:], boxes.T[:HIGH], out=sides)
    widest, few = sides.max(axis=1), int(len(boxes) * FEW_WIDE)
    for axis in np.flatnonzero(widest > MUCH_WIDER * sides.mean(axis=1)):  # rarely: a partition takes longer than the rest
        usual = np.partition(sides[axis], len(boxes) - 1 - few)[-1 - few]
        widest[axis] = sides[axis][sides[axis] <= MUCH_WIDER * usual].max()
    return widest
