"""The compiled entry points: few, so that a warm start loads little, each for one crossing from Python.

mesh arrays: nodes, corners, order (mesh.py); scratch arrays: candidates, steps, outcomes (nearby.py).
Vectors come and go as tuples. Positions inside are relative to `origin`, the body's place at the start of the tick.
"""

from math import sqrt

import numpy as np

from .candidates import gather, get3
from .columns import (
    CANDIDATE_COLUMNS,
    E_FACE_NORMAL,
    HEIGHT,
    IS_HIT,
    ITERATION,
    NORMAL,
    P1,
    P2,
    P3,
    PASS,
    PLANES,
    STEP_COLUMNS,
    WINDING,
)
from .contact import NEEDLE, closest_on_triangle
from .espace import normal_to_world, transposed
from .jit import compiled, inlined, shared
from .kinds import ARRIVED, GRAVITY, MOVE, STOPPED
from .response import ZERO, advance, classify, collide_with_world, finish, sweep_once
from .rules import SLIDE_IN_WORLD
from .vec3 import add, dot, length, reject, scale, sub

ROOM = 1e-3  # slack of the gathered box [m]; smaller: the skin's and rounding's neighbours are missed


@inlined
def longest_way(space, extents, way, rules):
    """How far [m] a path that is `way` metres long may lead after sliding.

    Slides projected in the world never make a path longer. Projected in eSpace (as printed) it is the eSpace length that
    does not grow, and the world's may, up to the ratio of the radii.
    """
    if rules[SLIDE_IN_WORLD] != 0.0:
        return way
    shortest = max(length((space[0], space[2], 0.0)), length((space[1], space[3], 0.0)), space[4])
    return way * shortest * max(extents[0], extents[1], extents[2])


@compiled
def gather_near(nodes, corners, order, candidates, space, origin, low, high):
    """Gather all triangles that overlap the box from `low` to `high`; returns how many (see `gather`)."""
    return gather(nodes, corners, order, origin, space, low, high, candidates)


@compiled
def slide_pass(candidates, count, steps, outcomes, rules, space, position, displacement, which, row):
    """One pass of collide and slide over gathered candidates. Returns (position, next free row)."""
    return collide_with_world(candidates, count, space, rules, position, displacement, which, steps, outcomes, row)


@compiled
def sweep_pass(candidates, count, steps, outcomes, rules, space, position, displacement, which, row):
    """One plain sweep to the first contact, closed up to the skin. Returns (position, next free row)."""
    steps[row, PASS], steps[row, ITERATION] = which, 0.0
    if sweep_once(candidates, count, space, rules, position, displacement, steps, outcomes, row):
        classify(candidates, space, rules, steps, row)
        position, fraction = advance(space, rules, position, displacement, steps, row)
        finish(steps, row, position, ZERO, 1.0 - fraction, STOPPED)
    else:
        position = add(position, displacement)
        finish(steps, row, position, ZERO, 0.0, ARRIVED)
    return position, row + 1


@shared
def both_passes(nodes, corners, order, candidates, steps, outcomes, rules, space, extents, origin, velocity, gravity):
    """Gather, move pass, gravity pass (appendix F). Returns (count, position, velocity left, next free row)."""
    way = longest_way(space, extents, length(velocity) + length(gravity), rules) + ROOM
    half = (extents[0] + way, extents[1] + way, extents[2] + way)
    count = gather(nodes, corners, order, origin, space, sub(origin, half), add(origin, half), candidates)
    if count > candidates.shape[0] or count > outcomes.shape[1]:
        return count, ZERO, ZERO, 0
    position, middle = collide_with_world(candidates, count, space, rules, ZERO, velocity, MOVE, steps, outcomes, 0)
    left = velocity_left(velocity, steps, 0, middle)
    position, row = collide_with_world(candidates, count, space, rules, position, gravity, GRAVITY, steps, outcomes, middle)
    return count, add(origin, position), left, row


@compiled
def step(nodes, corners, order, candidates, steps, outcomes, rules, space, extents, origin, velocity, gravity):
    """`both_passes` for one body."""
    return both_passes(nodes, corners, order, candidates, steps, outcomes, rules, space, extents, origin, velocity, gravity)


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
def deepest(candidates, count, space):
    """(penetration [m], normal, candidate) of the deepest touched triangle; candidate -1 when there are none.

    The body is at the origin. Penetration is measured along the contact's normal, negative when apart.
    """
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


@compiled
def step_many(nodes, corners, order, rules, space, extents, origins, velocities, gravity, positions, left, contacts):
    """`both_passes` for many bodies of one shape, one after the other.

    origins, velocities: (n, 3); gravity: tuple; results: positions (n, 3), left (n, 3), contacts (n,) int
    """
    candidates, outcomes = np.empty((256, CANDIDATE_COLUMNS)), np.empty((64, 256), np.uint8)
    steps = np.empty((64, STEP_COLUMNS))
    for i in range(origins.shape[0]):
        origin, velocity = get3(origins, i, 0), get3(velocities, i, 0)
        count, position, rest, rows = both_passes(
            nodes, corners, order, candidates, steps, outcomes, rules, space, extents, origin, velocity, gravity
        )
        if count > candidates.shape[0]:
            candidates, outcomes = np.empty((2 * count, CANDIDATE_COLUMNS)), np.empty((64, 2 * count), np.uint8)
            count, position, rest, rows = both_passes(
                nodes, corners, order, candidates, steps, outcomes, rules, space, extents, origin, velocity, gravity
            )
        for axis in range(3):
            positions[i, axis], left[i, axis] = position[axis], rest[axis]
        contacts[i] = 0
        for row in range(rows):
            contacts[i] += int(steps[row, IS_HIT])
