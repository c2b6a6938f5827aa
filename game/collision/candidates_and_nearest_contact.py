"""The nearest contact of a sweep (section 3.1: the first triangle that is hit may not be the nearest).

Broad phase: the triangles near a body become candidates, once a tick, in eSpace, for all sweeps of all passes. Narrow phase: each
candidate is tested exactly.
"""

from typing import NamedTuple

import numpy as np

from ..core.jit import called_often, inlined, prefetch, shared
from ..core.right_forward_up_frame import Frame, to_frame
from ..core.vec3 import ZERO, Vector, along, cross, dot, get3, put3, scale, sub
from .ellipsoid_and_espace import Contact, Space, Sweep, Triangle, to_espace
from .mesh.bvh import BRANCHES, Tree, boxes_overlap, first_leaf, next_node, to_float32
from .paper_detection import check_triangle
from .robust_detection import NEEDLE, sweep_triangle, triangle_normal
from .rules import PassRules
from .trace import FACE, FULL_TEST, HIT, UNREACHED, Feature

# Candidates

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


@called_often
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


# The nearest of the candidates

# Greatest difference of distances [eSpace], and of parts of normals, that count as equal. Smaller: at the common edge of two
# faces, rounding can decide which face is touched, and so the kind of ground; larger: near contacts count as one.
TIE = 1e-10
# Greatest rounding error of (height above a triangle's plane) * (twice its area), as a part of (its side)^2 * (its distance).
# Smaller: thin triangles in reach are lost; larger only costs time.
PLANE_ROUNDING = 1e-14
# Factor of a path that is cut off at the nearest contact. Smaller: rounding loses triangles at the same distance far away, and
# the order of the tree decides which one is hit; larger only costs time.
FARTHER = 1.0 + 1e-14
NO_TRIANGLE = Triangle(ZERO, ZERO, ZERO, ZERO, 1.0, False, -1)
NO_ROOM = -2  # in place of a triangle's number
TOO_MANY_NODES = Triangle(ZERO, ZERO, ZERO, ZERO, 1.0, False, NO_ROOM)
# Leaves of a tree that stays in the processor's cache. More: scattered places wait for memory; fewer: a sweep in a level of some
# hundred triangles takes 4 % longer.
IN_CACHE = 4096
CACHE_LINE = 64  # bytes that a processor loads at once. Smaller: needless instructions; larger: half of the data is loaded late


class Hit(NamedTuple):
    """The first contact of a sweep."""

    fraction: float  # of the displacement before it, 0..1
    point: Vector  # (3,) [m]
    normal: Vector  # of the sliding plane, unit (3,), towards the body
    feature: Feature  # that is touched
    triangle: int  # its number in the mesh


class Query(NamedTuple):
    """The input of all sweeps and slides of one tick, and the arrays that they write to.

    The outcomes of iteration i begin at i * candidate_count, so this number must be the same for all iterations of a tick.
    """

    candidates: np.ndarray  # (capacity, COLUMNS), the gathered triangles, of which the first `candidate_count` are valid
    candidate_count: int
    space: Space  # change of basis to eSpace (ellipsoid_and_espace.py)
    rules: PassRules
    iterations: np.ndarray  # (rows,) of ITERATION, the trace
    outcomes: np.ndarray  # (rows * capacity,) uint8, of each candidate's test
    planes: np.ndarray  # (MOST_PLANES, 3), normals that restrain the current slide


@shared
def nearest_contact(query: Query, sweep: Sweep, row: int) -> tuple[int, Contact]:
    """Return (index, Contact) of the candidate that a Sweep meets first. Without a contact, the index is -1.

    row: of the trace, to whose `query.outcomes` each test's is written: HIT for the nearest contact, FULL_TEST for others. With
    the rule exact_contact, the distance is minus the depth if the sphere overlaps the triangle at the start. Between equal
    distances (TIE) `is_preferred` decides. Without a contact, the distance is the sweep's reach.
    """
    rules, nearest_index, nearest = query.rules, -1, sweep.reach
    outcomes = query.outcomes[row * query.candidate_count : (row + 1) * query.candidate_count]
    best = Contact(UNREACHED, sweep.reach, FACE, ZERO)
    end = along(sweep.base, sweep.direction, sweep.reach)
    for k in range(query.candidate_count):
        if is_out_of_reach(query.candidates, k, sweep.base, end):
            outcomes[k] = UNREACHED
            continue
        triangle = triangle_at(query.candidates, k)
        if rules.exact_contact:
            shorter = Sweep(sweep.base, sweep.direction, min(nearest + TIE, sweep.reach))
            contact = sweep_triangle(triangle, shorter, rules.two_sided)
        else:  # t is a part of the displacement; for a shorter one it would be rounded differently, and ties depend on the order
            contact = check_triangle(triangle, sweep, rules.two_sided)
        outcomes[k] = contact.outcome
        if contact.outcome != HIT:
            continue
        outcomes[k] = FULL_TEST
        if nearest_index < 0 or is_preferred(triangle, contact, triangle_at(query.candidates, nearest_index), best, nearest):
            nearest_index, best = k, contact
        nearest = min(nearest, contact.distance)
    if nearest_index >= 0:
        outcomes[nearest_index] = HIT
    return nearest_index, best


@inlined
def is_preferred(triangle: Triangle, contact: Contact, other: Triangle, other_contact: Contact, nearest: float) -> bool:
    """True if a Contact with a Triangle replaces the best one before, of the Triangle `other`. nearest: least distance

    The nearer one does. At equal distance (TIE) a face wins over an edge and an edge over a corner. Then the more upright normal
    wins, then the smaller contact point by x, y, z, and then the smaller corners. The number decides only among triangles that
    coincide. Of three whose distances differ by about TIE, the order of the triangles can decide, because the first two are
    compared first.
    """
    if abs(contact.distance - nearest) > TIE:
        return contact.distance < nearest
    if contact.feature != other_contact.feature:
        return contact.feature < other_contact.feature
    upright, other_upright = abs(triangle.normal[2]), abs(other.normal[2])
    if abs(upright - other_upright) > TIE:
        return upright > other_upright
    if contact.point != other_contact.point:
        return contact.point < other_contact.point
    if triangle.p1 != other.p1:
        return triangle.p1 < other.p1
    if triangle.p2 != other.p2:
        return triangle.p2 < other.p2
    if triangle.p3 != other.p3:
        return triangle.p3 < other.p3
    return triangle.number < other.number


@inlined
def nearest_in_tree(
    tree: Tree, waiting: np.ndarray, origin: Vector, space: Space, low: Vector, high: Vector, sweep: Sweep
) -> tuple[Triangle, Contact]:
    """Return the (Triangle, Contact) that a Sweep meets first, among all triangles of a Tree, or number -1.

    waiting: (n,) int32, overwritten with the nodes that the box meets. If there are more, the number is NO_ROOM.
    low, high: corners of a box (3,) [m] that contains the body on the whole path. The result has the bits of `gather` and
    `nearest_contact` with the repaired rules, in three quarters of their time: two cheap tests (`is_in_reach`) come first.
    The tree is visited level by level, and the processor loads what is below a node while that node waits. At a place that is
    not in its cache this takes 0.83 of the time of a depth-first search among 100 000 triangles, and 0.8 among a million.
    """
    nodes, corners, order = tree
    box_low, box_high = to_float32(low), to_float32(high)
    nearest_triangle, best, nearest = NO_TRIANGLE, Contact(UNREACHED, sweep.reach, FACE, ZERO), sweep.reach
    end = scale(sweep.direction, sweep.reach * FARTHER)
    leaves, done, count = first_leaf(nodes, corners), 0, 1
    waiting[0] = 0
    while done < count and waiting[done] < leaves:
        if count + BRANCHES > waiting.shape[0]:
            return TOO_MANY_NODES, best
        first = BRANCHES * waiting[done] + 1
        done += 1
        for child in range(first, first + BRANCHES):
            if boxes_overlap(nodes, child, box_low, box_high):
                waiting[count] = child
                count += 1
                if leaves > IN_CACHE:
                    load_early(tree, child, leaves)
    for place in range(done, count):
        first = (waiting[place] - leaves) * BRANCHES
        for row in range(first, min(first + BRANCHES, corners.shape[0])):
            if not triangle_overlaps(corners, row, low, high):
                continue
            p1, p2, p3 = corners_in_espace(corners[row], origin, space)
            if not is_in_reach(p1, p2, p3, end):
                continue
            triangle = triangle_of(p1, p2, p3, order[row])
            contact = sweep_triangle(triangle, Sweep(sweep.base, sweep.direction, min(nearest + TIE, sweep.reach)), True)
            if contact.outcome == HIT:
                if nearest_triangle.number < 0 or is_preferred(triangle, contact, nearest_triangle, best, nearest):
                    nearest_triangle, best = triangle, contact
                nearest = min(nearest, contact.distance)
                end = scale(sweep.direction, max(nearest, 0.0) * FARTHER)  # what is farther need not be tested
    return nearest_triangle, best


@inlined
def load_early(tree: Tree, node: int, leaves: int) -> None:
    """Let the processor load the boxes below a node of a Tree, or the triangles of a leaf. leaves: index of the first leaf"""
    nodes, corners, order = tree
    if node < leaves:
        for byte in (0, CACHE_LINE):
            prefetch(nodes, BRANCHES * node + 1, byte)
        return
    row = (node - leaves) * BRANCHES
    prefetch(order, row, 0)
    for byte in (0, CACHE_LINE, 2 * CACHE_LINE, 3 * CACHE_LINE, 4 * CACHE_LINE):
        prefetch(corners, row, byte)


@inlined
def is_in_reach(p1: Vector, p2: Vector, p3: Vector, end: Vector) -> bool:
    """False if the unit sphere is sure to miss a triangle on its straight path from zero to `end` (3,) [eSpace].

    It misses if the triangle's box is farther than the radius from the path's. It also misses if both ends are farther than that
    from the triangle's plane on one side.
    """
    x = gap_on_axis(p1[0], p2[0], p3[0], end[0])
    y = gap_on_axis(p1[1], p2[1], p3[1], end[1])
    z = gap_on_axis(p1[2], p2[2], p3[2], end[2])
    if x * x + y * y + z * z > REACH * REACH:
        return False
    side, other = sub(p2, p1), sub(p3, p1)
    normal = cross(side, other)  # its length, twice the area, stays in the heights: comparing squares saves the root
    at_start = -dot(normal, p1)
    at_end = at_start + dot(normal, end)
    if (at_start > 0.0) != (at_end > 0.0):
        return True
    distance = abs(p1[0]) + abs(p1[1]) + abs(p1[2]) + abs(end[0]) + abs(end[1]) + abs(end[2])
    height = min(abs(at_start), abs(at_end)) - PLANE_ROUNDING * max(dot(side, side), dot(other, other)) * distance
    return height <= 0.0 or height * height <= dot(normal, normal) * (REACH * REACH)


@inlined
def gap_on_axis(a: float, b: float, c: float, end: float) -> float:
    """Return the distance from the interval of the numbers a, b, c to the interval from 0 to `end`. It is 0 if they overlap."""
    return max(min(a, b, c) - max(end, 0.0), min(end, 0.0) - max(a, b, c), 0.0)
