"""Gathering: the triangles near a body become candidates, once a tick, in eSpace, for all sweeps of all passes."""

import numpy as np

from ..core.jit import called_often, inlined, shared
from ..core.right_forward_up_frame import Frame, to_frame
from ..core.vec3 import Vector, get3, put3, scale, sub
from .ellipsoid_and_espace import Space, to_espace
from .mesh.bvh import BRANCHES, Tree, boxes_overlap, first_leaf, next_node, to_float32
from .paper_detection import Triangle
from .robust_detection import NEEDLE, triangle_normal

# Radius of the unit sphere, with a margin for rounding. Smaller: grazed triangles are missed; larger only costs time.
REACH = 1.0 + 1e-9
# Columns of a candidate: what `triangle_at` and `is_out_of_reach` read. Plain numbers, as without numba a structured row takes
# five times as long to read.
P1, P2, P3, NORMAL, LOW, HIGH, WINDING, IS_NEEDLE, NUMBER, COLUMNS = 0, 3, 6, 9, 12, 15, 18, 19, 20, 21


@inlined
def corners_in_espace(corners: np.ndarray, origin: Vector, space: Space) -> tuple[Vector, Vector, Vector]:
    """Return the corners p1, p2, p3 (3,) of a triangle (9,) [m] in eSpace relative to the body's position."""
    return (
        to_espace(space, sub((float(corners[0]), float(corners[1]), float(corners[2])), origin)),
        to_espace(space, sub((float(corners[3]), float(corners[4]), float(corners[5])), origin)),
        to_espace(space, sub((float(corners[6]), float(corners[7]), float(corners[8])), origin)),
    )


@inlined
def triangle_of(p1: Vector, p2: Vector, p3: Vector, number: int) -> Triangle:
    """Return the Triangle with these corners [eSpace] and number, ~number if its corners were reversed (Tree.order)."""
    normal, height = triangle_normal(p1, p2, p3)
    winding, index = 1.0, int(number)
    if index < 0:
        winding, index = -1.0, ~index
    # Without a conditional expression in the call: Python 3.12 compiles it to two returns, whose types numba cannot unify.
    return Triangle(p1, p2, p3, scale(normal, winding), winding, height < NEEDLE, index)


@inlined
def write_candidate(candidates: np.ndarray, row: int, corners: np.ndarray, number: int, origin: Vector, space: Space) -> None:
    """Write a triangle to a row of `candidates` (capacity, COLUMNS), in eSpace relative to the body's position."""
    p1, p2, p3 = corners_in_espace(corners, origin, space)
    triangle = triangle_of(p1, p2, p3, number)
    put3(candidates, row, P1, p1)
    put3(candidates, row, P2, p2)
    put3(candidates, row, P3, p3)
    put3(candidates, row, NORMAL, triangle.normal)
    for axis in range(3):
        candidates[row, LOW + axis] = min(p1[axis], p2[axis], p3[axis]) - REACH
        candidates[row, HIGH + axis] = max(p1[axis], p2[axis], p3[axis]) + REACH
    candidates[row, WINDING] = triangle.winding
    candidates[row, IS_NEEDLE] = 1.0 if triangle.is_needle else 0.0
    candidates[row, NUMBER] = triangle.number


@inlined
def triangle_at(candidates: np.ndarray, k: int) -> Triangle:
    return Triangle(
        get3(candidates, k, P1),
        get3(candidates, k, P2),
        get3(candidates, k, P3),
        get3(candidates, k, NORMAL),
        float(candidates[k, WINDING]),
        candidates[k, IS_NEEDLE] != 0.0,
        int(candidates[k, NUMBER]),
    )


@inlined
def is_out_of_reach(candidates: np.ndarray, k: int, base: Vector, end: Vector) -> bool:
    """True if a unit sphere on the path from `base` to `end` [eSpace] cannot reach candidate k: by their boxes."""
    return (
        min(base[2], end[2]) > candidates[k, HIGH + 2]
        or max(base[2], end[2]) < candidates[k, LOW + 2]
        or min(base[0], end[0]) > candidates[k, HIGH]
        or max(base[0], end[0]) < candidates[k, LOW]
        or min(base[1], end[1]) > candidates[k, HIGH + 1]
        or max(base[1], end[1]) < candidates[k, LOW + 1]
    )


@inlined
def triangle_overlaps(corners: np.ndarray, triangle: int, low: Vector, high: Vector) -> bool:
    """True if the box around row `triangle` of `corners` (t, 9) overlaps the box from `low` to `high`, each (3,) [m]."""
    for axis in range(3):
        a, b, c = corners[triangle, axis], corners[triangle, axis + 3], corners[triangle, axis + 6]
        if min(a, b, c) > high[axis] or max(a, b, c) < low[axis]:
            return False
    return True


@inlined
def gather(tree: Tree, origin: Vector, space: Space, low: Vector, high: Vector, candidates: np.ndarray) -> int:
    """Find the triangles of a Tree whose bounding boxes overlap a box, and write them to `candidates` (capacity, COLUMNS).

    Returns their count. Those beyond the capacity are counted but not written. origin: of the body (3,) [m]; low, high: [m]
    """
    box_low, box_high = to_float32(low), to_float32(high)
    nodes, corners, order = tree
    count, node, capacity = 0, 0, candidates.shape[0]
    leaves = first_leaf(nodes, corners)
    while True:
        is_met = boxes_overlap(nodes, node, box_low, box_high)
        if is_met and node >= leaves:
            first = (node - leaves) * BRANCHES
            for triangle in range(first, min(first + BRANCHES, corners.shape[0])):
                if triangle_overlaps(corners, triangle, low, high):
                    if count < capacity:
                        write_candidate(candidates, count, corners[triangle], order[triangle], origin, space)
                    count += 1
        node = next_node(node, is_met, leaves)
        if node == 0:
            return count


@shared
def append(
    moving: tuple[np.ndarray, np.ndarray],
    origin: Vector,
    space: Space,
    low: Vector,
    high: Vector,
    candidates: np.ndarray,
    count: int,
) -> int:
    """Append the movers' triangles whose bounding boxes overlap a box to the first `count` rows of `candidates`.

    moving: (corners (n, 9) [m], order (n,)) with their numbers, as in Tree. Otherwise as `gather`.
    """
    corners, order = moving
    for triangle in range(corners.shape[0]):
        if triangle_overlaps(corners, triangle, low, high):
            if count < candidates.shape[0]:
                write_candidate(candidates, count, corners[triangle], order[triangle], origin, space)
            count += 1
    return count


@called_often
def rotate_candidates(candidates: np.ndarray, count: int, frame: Frame, corners: np.ndarray, order: np.ndarray) -> None:
    """Write the first `count` candidates, in a frame's coordinates, to `corners` (n, 9) [m] and `order` (n,).

    They must be gathered for a sphere of radius 1 m, so that their eSpace is in metres. Shared corners have the same bits.
    """
    for k in range(count):
        triangle = triangle_at(candidates, k)
        put3(corners, k, 0, to_frame(frame, triangle.p1))
        put3(corners, k, 3, to_frame(frame, triangle.p2))
        put3(corners, k, 6, to_frame(frame, triangle.p3))
        order[k] = triangle.number if triangle.winding > 0.0 else ~triangle.number
