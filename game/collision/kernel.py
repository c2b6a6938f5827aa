"""The compiled entry points: few, so that a warm start loads little, each for one crossing from Python.

mesh arrays: nodes, corners, order (mesh.py); scratch arrays: candidates, steps, outcomes (nearby.py).
Vectors come and go as tuples. Positions inside are relative to `origin`, the body's place at the start of the tick.
"""

from math import sqrt

import numpy as np

from .candidates import gather, get3, put3
from .columns import (
    E_FACE_NORMAL,
    HEIGHT,
    IS_HIT,
    NORMAL,
    P1,
    P2,
    P3,
    PLANES,
    WINDING,
)
from .contact import NEEDLE, closest_on_triangle
from .espace import normal_to_world, transposed
from .jit import compiled, inlined, shared
from .kinds import GRAVITY, MOVE
from .response import ZERO, collide_with_world
from .rules import EXTENTS, SLIDE_IN_WORLD, SPACE
from .vec3 import add, dot, length, reject, scale, sub

ROOM = 1e-3  # slack of the gathered box [m]; smaller: the skin's and rounding's neighbours are missed


@inlined
def space_of(numbers):
    """The change of basis out of the array of body and rules."""
    return numbers[SPACE], numbers[SPACE + 1], numbers[SPACE + 2], numbers[SPACE + 3], numbers[SPACE + 4], numbers[SPACE + 5]


@inlined
def longest_way(space, numbers, way):
    """How far [m] a path that is `way` metres long may lead after sliding.

    Slides projected in the world never make a path longer. Projected in eSpace (as printed) it is the eSpace length that
    does not grow, and the world's may, up to the ratio of the radii.
    """
    if numbers[SLIDE_IN_WORLD] != 0.0:
        return way
    shortest = max(length((space[0], space[2], 0.0)), length((space[1], space[3], 0.0)), space[4])
    return way * shortest * max(numbers[EXTENTS], numbers[EXTENTS + 1], numbers[EXTENTS + 2])


@compiled
def gather_near(nodes, corners, order, candidates, numbers, origin, low, high):
    """Gather all triangles that overlap the box from `low` to `high`; returns how many (see `gather`)."""
    return gather(nodes, corners, order, origin, space_of(numbers), low, high, candidates)


@compiled
def run_pass(candidates, count, steps, outcomes, numbers, position, displacement, which, row):
    """One pass of collide and slide over gathered candidates, or a plain sweep. Returns (position, next free row)."""
    space = space_of(numbers)
    return collide_with_world(candidates, count, space, numbers, position, displacement, which, steps, outcomes, row)


@shared
def both_passes(nodes, corners, order, candidates, steps, outcomes, numbers, origin, velocity, gravity):
    """Gather, move pass, gravity pass (appendix F). Returns (count, next free row, position, velocity left)."""
    space = space_of(numbers)
    way = longest_way(space, numbers, length(velocity) + length(gravity)) + ROOM
    half = (numbers[EXTENTS] + way, numbers[EXTENTS + 1] + way, numbers[EXTENTS + 2] + way)
    count = gather(nodes, corners, order, origin, space, sub(origin, half), add(origin, half), candidates)
    if count > candidates.shape[0]:
        return count, 0, ZERO, ZERO
    position, row, left = ZERO, 0, velocity
    for which, displacement in ((MOVE, velocity), (GRAVITY, gravity)):
        position, row = collide_with_world(candidates, count, space, numbers, position, displacement, which, steps, outcomes, row)
        if which == MOVE:
            left = velocity_left(velocity, steps, 0, row)
    return count, row, add(origin, position), left


@inlined
def velocity_left(velocity, steps, first, end):
    """What the planes that stopped a pass leave of its velocity."""
    for row in range(first, end):
        if steps[row, IS_HIT] != 0.0 and steps[row, PLANES] != 0.0:
            normal = get3(steps, row, NORMAL)
            if dot(velocity, normal) < 0.0:
                velocity = reject(velocity, normal)
    return velocity


@compiled
def step(nodes, corners, order, candidates, steps, outcomes, numbers, origin, velocity, gravity):
    """`both_passes` for one body, its result flat: (count, next free row, x, y, z, velocity left x, y, z)."""
    count, row, end, left = both_passes(nodes, corners, order, candidates, steps, outcomes, numbers, origin, velocity, gravity)
    return count, row, end[0], end[1], end[2], left[0], left[1], left[2]


@compiled
def step_many(nodes, corners, order, candidates, steps, outcomes, numbers, origins, velocities, gravity, results, first):
    """`both_passes` for many bodies of one shape, from row `first` on.

    origins, velocities: (n, 3); results: (n, 7), position, velocity left, contacts a row
    Returns n, or the row whose candidates did not fit in.
    """
    for i in range(first, origins.shape[0]):
        origin, velocity = get3(origins, i, 0), get3(velocities, i, 0)
        count, rows, end, left = both_passes(
            nodes, corners, order, candidates, steps, outcomes, numbers, origin, velocity, gravity
        )
        if count > candidates.shape[0]:
            return i
        put3(results, i, 0, end)
        put3(results, i, 3, left)
        results[i, 6] = 0.0
        for row in range(rows):
            results[i, 6] += steps[row, IS_HIT]
    return origins.shape[0]


@compiled
def deepest(candidates, count, numbers):
    """(penetration [m], normal, candidate) of the deepest touched triangle; candidate -1 when there are none.

    The body is at the origin. Penetration is measured along the contact's normal, negative when apart.
    """
    space = space_of(numbers)
    worst, worst_normal, worst_candidate = -np.inf, ZERO, -1
    for k in range(count):
        normal, winding = get3(candidates, k, E_FACE_NORMAL), candidates[k, WINDING]
        needle = candidates[k, HEIGHT] < NEEDLE
        p1, p2, p3 = get3(candidates, k, P1), get3(candidates, k, P2), get3(candidates, k, P3)
        squared, nearest, _ = closest_on_triangle(ZERO, p1, p2, p3, scale(normal, winding), needle)
        e_normal = scale(nearest, -1.0) if squared > 0.0 else normal
        e_normal = scale(e_normal, 1.0 / length(e_normal))
        gap = sqrt(squared) - 1.0
        # An eSpace way s along e_normal is s / |n_e / r| along the world's normal: radii stretch it.
        depth = -gap / length(transposed(space, e_normal))
        if depth > worst:
            worst, worst_normal, worst_candidate = depth, normal_to_world(space, e_normal), k
    return worst, worst_normal, worst_candidate
