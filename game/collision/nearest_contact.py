"""Gathering: the triangles near a body, once a tick, brought into eSpace for all sweeps of both passes."""

import numpy as np

from .columns import E_FACE_NORMAL, E_HIGH, E_LOW, HEIGHT, MESH_TRIANGLE, OUTCOMES, P1, P2, P3, WINDING
from .detection import check_triangle
from .engine.jit import inlined, shared
from .engine.vec3 import along, scale, sub
from .espace import to_espace
from .exact_detection import NEEDLE, touch_triangle, triangle_normal
from .kinds import FACE, FULL_TEST, HIT, UNREACHED
from .mesh.bvh import BRANCHES, after, boxes_overlap, first_leaf
from .rules import EXACT_CONTACT, TWO_SIDED

# Radius of the unit sphere, with room for rounding. Smaller: a grazed triangle is passed over; larger only costs time.
REACH = 1.0 + 1e-9
# Distances [eSpace], and parts of normals, that differ by no more are the same. Smaller: where one of two faces is cut at their
# common edge, rounding decides which of them is touched there, and so what ground it is; larger: near contacts are taken for one.
TIE = 1e-10


@inlined
def get3(array, row, column):
    # float: without numba, numbers of arrays are numpy's own, which are slow
    return float(array[row, column]), float(array[row, column + 1]), float(array[row, column + 2])


@inlined
def put3(array, row, column, vector):
    array[row, column] = vector[0]
    array[row, column + 1] = vector[1]
    array[row, column + 2] = vector[2]


@inlined
def write_candidate(candidates, row, corners, order, triangle, origin, space):
    """Write one triangle of the mesh as a candidate: corners, normal and box in eSpace."""
    p1 = to_espace(space, sub(get3(corners, triangle, 0), origin))
    p2 = to_espace(space, sub(get3(corners, triangle, 3), origin))
    p3 = to_espace(space, sub(get3(corners, triangle, 6), origin))
    normal, height = triangle_normal(p1, p2, p3)
    number = order[triangle]
    winding = 1.0 if number >= 0 else -1.0
    put3(candidates, row, P1, p1)
    put3(candidates, row, P2, p2)
    put3(candidates, row, P3, p3)
    put3(candidates, row, E_FACE_NORMAL, scale(normal, winding))
    for axis in range(3):
        candidates[row, E_LOW + axis] = min(p1[axis], p2[axis], p3[axis]) - REACH
        candidates[row, E_HIGH + axis] = max(p1[axis], p2[axis], p3[axis]) + REACH
    candidates[row, WINDING] = winding
    candidates[row, HEIGHT] = height
    candidates[row, MESH_TRIANGLE] = number if number >= 0 else ~number


@inlined
def triangle_overlaps(corners, triangle, low, high):
    """Does the box around a triangle overlap the box from `low` to `high`?"""
    for axis in range(3):
        a, b, c = corners[triangle, axis], corners[triangle, axis + 3], corners[triangle, axis + 6]
        if min(a, b, c) > high[axis] or max(a, b, c) < low[axis]:
            return False
    return True


@inlined
def gather(nodes, corners, order, origin, space, low, high, candidates):
    """Write all triangles that overlap a box to `candidates`; returns how many, also when they do not fit in.

    origin: position of the body, where the tick starts [m]; low, high: corners of the box [m]
    """
    box_low = (np.float32(low[0]), np.float32(low[1]), np.float32(low[2]))
    box_high = (np.float32(high[0]), np.float32(high[1]), np.float32(high[2]))
    count, node, capacity = 0, 0, candidates.shape[0]
    leaves = first_leaf(corners.shape[0])
    while True:
        if not boxes_overlap(nodes, node, box_low, box_high):
            node = after(node)
        elif node < leaves:
            node = BRANCHES * node + 1
            continue
        else:
            first = (node - leaves) * BRANCHES
            for triangle in range(first, min(first + BRANCHES, corners.shape[0])):
                if triangle_overlaps(corners, triangle, low, high):
                    if count < capacity:
                        write_candidate(candidates, count, corners, order, triangle, origin, space)
                    count += 1
            node = after(node)
        if node == 0:
            return count


@shared
def append(corners, order, origin, space, low, high, candidates, count):
    """`gather` from a few triangles that are in no tree, behind `count` candidates; returns how many there are then."""
    for triangle in range(corners.shape[0]):
        if triangle_overlaps(corners, triangle, low, high):
            if count < candidates.shape[0]:
                write_candidate(candidates, count, corners, order, triangle, origin, space)
            count += 1
    return count


# The nearest of all (section 3.1: we cannot stop at the first triangle that is hit)


@inlined
def test_candidate(candidates, k, base, direction, reach, nearest, rules):
    """One candidate against the sweep, by the exact form up to the nearest contact so far, or as printed up to `reach`.

    As printed t is a part of the displacement, so cutting that short would round each t in its own way, and ties would hang on
    which triangle was asked first.
    Returns (outcome, distance, feature, point); distance in eSpace lengths along the unit `direction`.
    """
    p1, p2, p3 = get3(candidates, k, P1), get3(candidates, k, P2), get3(candidates, k, P3)
    normal, winding = get3(candidates, k, E_FACE_NORMAL), candidates[k, WINDING]
    two_sided = rules[TWO_SIDED] != 0.0
    if rules[EXACT_CONTACT] != 0.0:
        needle = candidates[k, HEIGHT] < NEEDLE
        return touch_triangle(p1, p2, p3, normal, winding, needle, base, direction, nearest, two_sided)
    outcome, t, feature, point = check_triangle(p1, p2, p3, normal, base, scale(direction, reach), two_sided)
    return outcome, t * reach, feature, point


@shared
def nearest_contact(candidates, count, base, direction, reach, rules, steps, row):
    """The nearest contact of a sweep with any of `count` candidates. base: eSpace, relative to the start of the tick

    Returns (candidate or -1, distance, feature, point), the distance below 0 by how deep it touches from the start; how each
    candidate left goes to the end of the row. Ties (TIE) go to the lower feature, then the more level face, then the smaller
    point, then the smaller corners; to the smaller number only among triangles that coincide.
    """
    hit, nearest, hit_distance, feature, point = -1, reach, reach, FACE, (0.0, 0.0, 0.0)
    end = along(base, direction, reach)
    for k in range(count):
        if is_out_of_reach(candidates, k, base, end):
            steps[row, OUTCOMES + k] = UNREACHED
            continue
        farthest = min(nearest + TIE, reach)
        outcome, distance, part, touched = test_candidate(candidates, k, base, direction, reach, farthest, rules)
        steps[row, OUTCOMES + k] = outcome
        if outcome != HIT:
            continue
        steps[row, OUTCOMES + k] = FULL_TEST
        is_tie = hit >= 0 and abs(distance - nearest) <= TIE
        if goes_first(candidates, k, part, touched, hit, feature, point) if is_tie else hit < 0 or distance < nearest:
            hit, hit_distance, feature, point = k, distance, part, touched
        nearest = min(nearest, distance)
    if hit >= 0:
        steps[row, OUTCOMES + hit] = HIT
    return hit, hit_distance, feature, point


@inlined
def is_out_of_reach(candidates, k, base, end):
    """Does the candidate's box, grown by the sphere, miss the box of the way from `base` to `end`?"""
    return (
        min(base[2], end[2]) > candidates[k, E_HIGH + 2]
        or max(base[2], end[2]) < candidates[k, E_LOW + 2]
        or min(base[0], end[0]) > candidates[k, E_HIGH]
        or max(base[0], end[0]) < candidates[k, E_LOW]
        or min(base[1], end[1]) > candidates[k, E_HIGH + 1]
        or max(base[1], end[1]) < candidates[k, E_LOW + 1]
    )


@inlined
def goes_first(candidates, k, feature, point, other, other_feature, other_point):
    """Which of two contacts at the same distance counts. Nothing of it hangs on the order of the triangles in the mesh."""
    if feature != other_feature:
        return feature < other_feature
    upright, other_upright = abs(candidates[k, E_FACE_NORMAL + 2]), abs(candidates[other, E_FACE_NORMAL + 2])
    if abs(upright - other_upright) > TIE:
        return upright > other_upright
    if point != other_point:
        return point < other_point
    for column in range(P1, P1 + 9):  # of an edge's two triangles, not the one that the mesh has first
        if candidates[k, column] != candidates[other, column]:
            return candidates[k, column] < candidates[other, column]
    return candidates[k, MESH_TRIANGLE] < candidates[other, MESH_TRIANGLE]
