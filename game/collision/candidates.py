"""Gathering: the triangles near a body, once a tick, brought into eSpace for all sweeps of both passes."""

from math import sqrt

import numpy as np

from .bvh import BRANCHES, boxes_overlap, first_leaf
from .columns import E_FACE_NORMAL, HEIGHT, MESH_TRIANGLE, P1, P2, P3, START_DISTANCE, WINDING
from .contact import NEEDLE, closest_on_triangle, touch_triangle, triangle_normal
from .detection import check_triangle
from .espace import to_espace
from .jit import inlined, shared
from .kinds import FACE, FULL_TEST, HIT, UNREACHED
from .rules import EXACT_CONTACT, TWO_SIDED
from .vec3 import scale, sub


@inlined
def get3(array, row, column):
    return array[row, column], array[row, column + 1], array[row, column + 2]


@inlined
def put3(array, row, column, vector):
    array[row, column] = vector[0]
    array[row, column + 1] = vector[1]
    array[row, column + 2] = vector[2]


@inlined
def write_candidate(candidates, row, corners, order, triangle, origin, space):
    """Write one triangle of the mesh as a candidate: corners, normal and start distance in eSpace."""
    p1 = to_espace(space, sub(get3(corners, triangle, 0), origin))
    p2 = to_espace(space, sub(get3(corners, triangle, 3), origin))
    p3 = to_espace(space, sub(get3(corners, triangle, 6), origin))
    normal, height = triangle_normal(p1, p2, p3)
    squared, _, _ = closest_on_triangle((0.0, 0.0, 0.0), p1, p2, p3, normal, height < NEEDLE)
    number = order[triangle]
    winding = 1.0 if number >= 0 else -1.0
    put3(candidates, row, P1, p1)
    put3(candidates, row, P2, p2)
    put3(candidates, row, P3, p3)
    put3(candidates, row, E_FACE_NORMAL, scale(normal, winding))
    candidates[row, WINDING] = winding
    candidates[row, HEIGHT] = height
    candidates[row, START_DISTANCE] = sqrt(squared)
    candidates[row, MESH_TRIANGLE] = number if number >= 0 else ~number


@inlined
def triangle_overlaps(corners, triangle, low, high):
    """Does the box around a triangle overlap the box from `low` to `high`?"""
    for axis in range(3):
        a, b, c = corners[triangle, axis], corners[triangle, axis + 3], corners[triangle, axis + 6]
        if min(a, b, c) > high[axis] or max(a, b, c) < low[axis]:
            return False
    return True


@shared
def gather(nodes, corners, order, origin, space, low, high, candidates):
    """Write all triangles that overlap a box to `candidates`; returns how many, also when they do not fit in.

    origin: position of the body, where the tick starts [m]; low, high: corners of the box [m]
    """
    stack = np.empty(64, np.int64)
    count, top = 0, 1
    stack[0] = 0
    leaves, capacity = first_leaf(corners.shape[0]), candidates.shape[0]
    while top > 0:
        top -= 1
        node = stack[top]
        if node >= leaves:
            first = (node - leaves) * BRANCHES
            for triangle in range(first, min(first + BRANCHES, corners.shape[0])):
                if triangle_overlaps(corners, triangle, low, high):
                    if count < capacity:
                        write_candidate(candidates, count, corners, order, triangle, origin, space)
                    count += 1
            continue
        for child in range(BRANCHES * node + 1, BRANCHES * node + BRANCHES + 1):
            if boxes_overlap(nodes, child, low, high):
                stack[top] = child
                top += 1
    return count


# The nearest of all (section 3.1: we cannot stop at the first triangle that is hit)


@inlined
def test_candidate(candidates, k, base, direction, reach, rules):
    """One candidate against the sweep, by the exact form or as printed.

    Returns (outcome, distance, feature, point); distance in eSpace lengths along the unit `direction`.
    """
    p1, p2, p3 = get3(candidates, k, P1), get3(candidates, k, P2), get3(candidates, k, P3)
    normal, winding = get3(candidates, k, E_FACE_NORMAL), candidates[k, WINDING]
    two_sided = rules[TWO_SIDED] != 0.0
    if rules[EXACT_CONTACT] != 0.0:
        needle = candidates[k, HEIGHT] < NEEDLE
        return touch_triangle(p1, p2, p3, normal, winding, needle, base, direction, reach, two_sided)
    outcome, t, feature, point = check_triangle(p1, p2, p3, normal, base, scale(direction, reach), two_sided)
    return outcome, t * reach, feature, point


@shared
def nearest_contact(candidates, count, base, travelled, direction, reach, rules, outcomes, row):
    """The nearest contact of a sweep with any of `count` candidates.

    base: eSpace, relative to the start of the tick; travelled: its distance from there
    Returns (candidate or -1, distance, feature, point); how each candidate left goes to outcomes[row].
    Ties go to the lower feature, then the more upright face, then the smaller point, then the smaller number.
    """
    hit, nearest, feature, point = -1, reach, FACE, (0.0, 0.0, 0.0)
    for k in range(count):
        if candidates[k, START_DISTANCE] - travelled - nearest > 1.0 + 1e-9:
            outcomes[row, k] = UNREACHED
            continue
        outcome, distance, part, touched = test_candidate(candidates, k, base, direction, nearest, rules)
        outcomes[row, k] = outcome
        if outcome != HIT:
            continue
        outcomes[row, k] = FULL_TEST
        if hit < 0 or distance < nearest or distance == nearest and goes_first(candidates, k, part, touched, hit, feature, point):
            hit, nearest, feature, point = k, distance, part, touched
    if hit >= 0:
        outcomes[row, hit] = HIT
    return hit, nearest, feature, point


@inlined
def goes_first(candidates, k, feature, point, other, other_feature, other_point):
    """Which of two contacts at the same distance counts. Nothing of it hangs on the order of the triangles in the mesh."""
    if feature != other_feature:
        return feature < other_feature
    upright, other_upright = abs(candidates[k, E_FACE_NORMAL + 2]), abs(candidates[other, E_FACE_NORMAL + 2])
    if upright != other_upright:
        return upright > other_upright
    if point != other_point:
        return point < other_point
    return candidates[k, MESH_TRIANGLE] < candidates[other, MESH_TRIANGLE]
