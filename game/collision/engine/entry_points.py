"""The compiled entry points: few, so that a warm start loads little, each for one crossing from Python.

mesh arrays: nodes, corners, order (triangle_mesh.py); scratch arrays: candidates, steps (workspace.py).
Vectors come and go as tuples. Positions inside are relative to `origin`, the body's place at the start of the tick.
"""

from math import sqrt

import numpy as np

from ..columns import (
    E_FACE_NORMAL,
    E_NORMAL,
    FEATURE,
    FIRST,
    FRACTION,
    HEADER,
    IS_HIT,
    MESH_TRIANGLE,
    NORMAL,
    OUTCOMES,
    PLANES,
    POINT,
    TRIANGLE,
)
from ..espace import normal_to_world, transposed
from ..kinds import GRAVITY, GROUND, MOVE
from ..mesh.raycast import ray_hits_triangle
from ..mesh.validation import FARTHEST
from ..nearest_contact import append, gather, get3, put3
from ..plane_set import ZERO, distance_to_candidate, steepest_scale
from ..response import AHEAD_SKINS, collide_with_world, sweep_once
from ..rules import EXTENTS, SEPARATE_GRAVITY, SKIN, SLIDE_IN_WORLD, SPACE
from .jit import called_often, compiled, inlined, shared
from .vec3 import NEGLIGIBLE_SQUARED, add, dot, length, reject, scale, sub

NOT_DONE = 0  # stands for the next free row: the candidates did not fit in
ROOM = 1e-3  # slack of the gathered box [m]; smaller: rounding's neighbours are missed


class Crowded(Exception):
    """The candidates did not fit in."""


@inlined
def space_of(numbers):
    """The change of basis out of the array of body and rules."""
    return (
        float(numbers[SPACE]),
        float(numbers[SPACE + 1]),
        float(numbers[SPACE + 2]),
        float(numbers[SPACE + 3]),
        float(numbers[SPACE + 4]),
        float(numbers[SPACE + 5]),
    )


@inlined
def half_sides(numbers):
    """Half the sides of the body's box [m], and some room."""
    room = ROOM + AHEAD_SKINS * numbers[SKIN]
    return numbers[EXTENTS] + room, numbers[EXTENTS + 1] + room, numbers[EXTENTS + 2] + room


@inlined
def box_of_sweep(numbers, origin, displacement):
    """The box that holds the body on a straight way."""
    x, y, z = displacement
    low = sub((min(x, 0.0), min(y, 0.0), min(z, 0.0)), half_sides(numbers))
    high = add((max(x, 0.0), max(y, 0.0), max(z, 0.0)), half_sides(numbers))
    return add(origin, low), add(origin, high)


@inlined
def box_of_slides(space, numbers, origin, way):
    """The box that holds the body on all its ways: a slide may lead anywhere within `way` metres.

    Slides projected in the world never make a path longer. Projected in eSpace (as printed) it is the eSpace length that
    does not grow, and the world's may, up to the ratio of the radii.
    """
    sides = half_sides(numbers)
    if numbers[SLIDE_IN_WORLD] == 0.0:
        way *= steepest_scale(space) * max(sides[0], sides[1], sides[2])
    sides = add(sides, (way, way, way))
    return sub(origin, sides), add(origin, sides)


@called_often
def gather_near(nodes, corners, order, candidates, steps, numbers, origin, low, high):
    """Gather all triangles that overlap the box from `low` to `high`; returns how many (see `gather`)."""
    count = gather(nodes, corners, order, origin, space_of(numbers), low, high, candidates)
    write_header(candidates, count, steps)
    return count


@called_often
def append_near(corners, order, candidates, steps, numbers, origin, low, high, count):
    """Append those of a few more triangles that overlap the box behind the `count` gathered; returns how many there are now."""
    count = append(corners, order, origin, space_of(numbers), low, high, candidates, count)
    write_header(candidates, count, steps)
    return count


@called_often
def ray_among(corners, origin, direction, farthest):
    """Distance along a ray to the nearest of a few triangles that are in no tree; inf when there is none up to `farthest`."""
    nearest = np.inf
    for triangle in range(corners.shape[0]):
        nearest = min(nearest, ray_hits_triangle(corners, triangle, origin, direction))
    return nearest if nearest <= farthest else np.inf


@inlined
def write_header(candidates, count, steps):
    """Write which triangles were gathered to the row before the first."""
    for k in range(min(count, candidates.shape[0])):
        steps[HEADER, OUTCOMES + k] = candidates[k, MESH_TRIANGLE]


@called_often
def leave_out(candidates, count, steps, refused):
    """Take those candidates out whose triangle is refused, (t,) uint8; others, of movers, stay. Returns how many are left."""
    kept = 0
    for k in range(count):
        triangle = int(candidates[k, MESH_TRIANGLE])
        if triangle >= refused.shape[0] or refused[triangle] == 0:
            for column in range(candidates.shape[1]):
                candidates[kept, column] = candidates[k, column]
            kept += 1
    write_header(candidates, kept, steps)
    return kept


@shared
def gather_and_step(nodes, corners, order, candidates, steps, numbers, origin, velocity, gravity):
    """Gather, then the pass of the velocity, then that of gravity (appendix F); or one pass of both (section 4.3).

    Returns (count, next free row, position, velocity left); the row is NOT_DONE when the candidates did not fit in.
    """
    space = space_of(numbers)
    low, high = box_of_slides(space, numbers, origin, length(velocity) + length(gravity))
    count = gather(nodes, corners, order, origin, space, low, high, candidates)
    if count > candidates.shape[0]:
        return count, NOT_DONE, ZERO, ZERO
    write_header(candidates, count, steps)
    separate = numbers[SEPARATE_GRAVITY] != 0.0
    wish = velocity if separate else add(velocity, gravity)
    position, row = collide_with_world(candidates, count, space, numbers, ZERO, wish, MOVE, steps, FIRST)
    left = velocity_left(velocity, steps, FIRST, row)
    if not separate:
        return count, row, add(origin, position), left
    position, row = collide_with_world(candidates, count, space, numbers, position, gravity, GRAVITY, steps, row)
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


@inlined
def floats(vector):
    """Three floats, whatever numbers they were."""
    x, y, z = vector
    return float(x), float(y), float(z)


@inlined
def is_within_reach(vector):
    """True if no component lies beyond FARTHEST; false of NaN, too."""
    return abs(vector[0]) <= FARTHEST and abs(vector[1]) <= FARTHEST and abs(vector[2]) <= FARTHEST


@called_often
def step(nodes, corners, order, candidates, steps, numbers, origin, velocity, gravity):
    """`gather_and_step` for one body and whatever vectors its caller gave.

    Returns (count, next free row, position, velocity left). Raises as `sweep` does.
    """
    origin, velocity, gravity = floats(origin), floats(velocity), floats(gravity)
    if not (is_within_reach(origin) and is_within_reach(velocity) and is_within_reach(gravity)):
        raise ValueError
    count, row, position, left = gather_and_step(nodes, corners, order, candidates, steps, numbers, origin, velocity, gravity)
    if row == NOT_DONE:
        raise Crowded
    return count, row, position, left


@called_often
def sweep(nodes, corners, order, candidates, steps, numbers, origin, displacement):
    """The first contact of a plain sweep (chapter 3).

    Returns (fraction, point, normal, feature, triangle), or None. Raises ValueError when a vector is not finite or beyond
    FARTHEST, Crowded when the candidates did not fit in.
    """
    origin, displacement = floats(origin), floats(displacement)
    if not (is_within_reach(origin) and is_within_reach(displacement)):
        raise ValueError
    space = space_of(numbers)
    low, high = box_of_sweep(numbers, origin, displacement)
    count = gather(nodes, corners, order, origin, space, low, high, candidates)
    if count > candidates.shape[0]:
        raise Crowded
    if not sweep_once(candidates, count, space, numbers, ZERO, displacement, GROUND, steps, FIRST):
        return None
    point, e_normal = add(origin, get3(steps, FIRST, POINT)), get3(steps, FIRST, E_NORMAL)
    fraction, feature, triangle = steps[FIRST, FRACTION], int(steps[FIRST, FEATURE]), int(steps[FIRST, TRIANGLE])
    return min(float(fraction), 1.0), point, normal_to_world(space, e_normal), feature, triangle


@compiled
def step_many(nodes, corners, order, candidates, steps, numbers, origins, velocities, gravity, results, first):
    """Both passes for many bodies of one shape, from row `first` on.

    origins, velocities: (n, 3); results: (n, 7), position, velocity left, contacts a row
    Returns n, or the row whose candidates did not fit in.
    """
    for i in range(first, origins.shape[0]):
        origin, velocity = get3(origins, i, 0), get3(velocities, i, 0)
        _, rows, end, left = gather_and_step(nodes, corners, order, candidates, steps, numbers, origin, velocity, gravity)
        if rows == NOT_DONE:
            return i
        put3(results, i, 0, end)
        put3(results, i, 3, left)
        results[i, 6] = 0.0
        for row in range(FIRST, rows):
            results[i, 6] += steps[row, IS_HIT]
    return origins.shape[0]


@inlined
def penetration(space, squared, e_normal):
    """How far [m] a body has to go along the world's normal to touch no more; negative when apart.

    An eSpace way s along e_normal is s / |n_e / r| along the world's normal: radii stretch it.
    """
    return (1.0 - sqrt(squared)) / length(transposed(space, e_normal))


@called_often
def find_penetrations(candidates, count, numbers):
    """(deepest penetration of all [m]; of the triangle nearest in eSpace: its distance there, penetration [m], world normal).

    The body is at the origin. The way out begins at the nearest in eSpace: the deepest may be the inner edge of a floor.
    """
    space, deepest, nearest_squared, nearest_normal = space_of(numbers), -np.inf, np.inf, ZERO
    for k in range(count):
        squared, nearest, _ = distance_to_candidate(candidates, k, ZERO)
        e_normal = scale(nearest, -1.0 / sqrt(squared)) if squared >= NEGLIGIBLE_SQUARED else get3(candidates, k, E_FACE_NORMAL)
        deepest = max(deepest, penetration(space, squared, e_normal))
        if squared < nearest_squared or squared == nearest_squared and e_normal < nearest_normal:
            nearest_squared, nearest_normal = squared, e_normal
    if count == 0:
        return deepest, np.inf, deepest, ZERO
    depth = penetration(space, nearest_squared, nearest_normal)
    return deepest, sqrt(nearest_squared), depth, normal_to_world(space, nearest_normal)
