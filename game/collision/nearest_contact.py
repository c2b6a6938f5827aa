"""The nearest contact of a sweep (section 3.1: the first triangle that is hit may not be the nearest)."""

from typing import NamedTuple

import numpy as np

from ..core.jit import inlined, prefetch, shared
from ..core.vec3 import Vector, along, cross, dot, scale, sub
from .ellipsoid_and_espace import Space
from .gather import REACH, corners_in_espace, is_out_of_reach, triangle_at, triangle_of, triangle_overlaps
from .mesh.bvh import BRANCHES, Tree, boxes_overlap, first_leaf, to_float32
from .paper_detection import Contact, Sweep, Triangle, check_triangle
from .robust_detection import NOTHING, sweep_triangle
from .rules import PassRules
from .trace import FACE, FULL_TEST, HIT, UNREACHED, Feature

# Greatest difference of distances [eSpace], and of parts of normals, that count as equal. Smaller: at the common edge of two
# faces, rounding can decide which face is touched, and so the kind of ground; larger: near contacts count as one.
TIE = 1e-10
# Greatest rounding error of (height above a triangle's plane) * (twice its area), as a part of (its side)^2 * (its distance).
# Smaller: thin triangles in reach are lost; larger only costs time.
PLANE_ROUNDING = 1e-14
# Factor of a path that is cut off at the nearest contact. Smaller: rounding loses triangles at the same distance far away, and
# the order of the tree decides which one is hit; larger only costs time.
FARTHER = 1.0 + 1e-14
NO_TRIANGLE = Triangle(NOTHING, NOTHING, NOTHING, NOTHING, 1.0, False, -1)
NO_ROOM = -2  # in place of a triangle's number
TOO_MANY_NODES = Triangle(NOTHING, NOTHING, NOTHING, NOTHING, 1.0, False, NO_ROOM)
CACHE_LINE = 64  # bytes that a processor loads at once. Smaller: needless instructions; larger: half of the data is loaded late


class Hit(NamedTuple):
    """The first contact of a sweep.

    fraction: of the displacement before it, 0..1; point: (3,) [m]; normal: of the sliding plane, unit (3,), towards the body;
    feature: Feature that is touched; triangle: its number in the mesh
    """

    fraction: float
    point: Vector
    normal: Vector
    feature: Feature
    triangle: int


class Query(NamedTuple):
    """The input of all sweeps and slides of one tick, and the arrays that they write to.

    candidates: (capacity, COLUMNS), the gathered triangles (gather.py), of which the first `candidate_count` are valid
    space: change of basis to eSpace (ellipsoid_and_espace.py); iterations: (rows,) of ITERATION, the trace
    outcomes: (rows * capacity,) uint8, of each candidate's test. Those of iteration i begin at i * candidate_count, so this
    number must be the same for all iterations of a tick. planes: (MOST_PLANES, 3), normals that restrain the current slide
    """

    candidates: np.ndarray
    candidate_count: int
    space: Space
    rules: PassRules
    iterations: np.ndarray
    outcomes: np.ndarray
    planes: np.ndarray


@shared
def nearest_contact(query: Query, sweep: Sweep, row: int) -> tuple[int, Contact]:
    """Return (index, Contact) of the candidate that a Sweep meets first. Without a contact, the index is -1.

    row: of the trace, to whose `query.outcomes` each test's is written: HIT for the nearest contact, FULL_TEST for others. With
    the rule exact_contact, the distance is minus the depth if the sphere overlaps the triangle at the start. `wins_tie` decides
    between equal distances (TIE). Without a contact, the distance is the sweep's reach.
    """
    rules, nearest_index, nearest = query.rules, -1, sweep.reach
    outcomes = query.outcomes[row * query.candidate_count : (row + 1) * query.candidate_count]
    best = Contact(UNREACHED, sweep.reach, FACE, (0.0, 0.0, 0.0))
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
    """True if a Contact with a Triangle replaces the best one before, of the Triangle `other`. nearest: least distance"""
    if abs(contact.distance - nearest) <= TIE:
        return wins_tie(triangle, contact, other, other_contact)
    return contact.distance < nearest


@inlined
def wins_tie(triangle: Triangle, contact: Contact, other: Triangle, other_contact: Contact) -> bool:
    """True if the Contact with a Triangle is preferred to `other_contact` with the Triangle `other`, at equal distance (TIE).

    A face wins over an edge and an edge over a corner. Then the more upright normal wins, then the smaller contact point by x, y,
    z, and then the smaller corners. The number decides only among triangles that coincide. Of three whose distances differ by
    about TIE, the order of the triangles can decide, because the first two are compared first.
    """
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
    nearest_triangle, best, nearest = NO_TRIANGLE, Contact(UNREACHED, sweep.reach, FACE, NOTHING), sweep.reach
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
