"""The compiled entry points. They are few, so a warm start loads little. Each does much work in one call from Python.

Vectors are passed and returned as tuples. Inside, positions are relative to `origin`, the body's position at the start of the
tick. The arguments `tree` and `scratch` are the Tree of the mesh and the Scratch of a Nearby (nearby.py).
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ..core.argument_checks import FARTHEST
from ..core.jit import called_often, inlined, interpreted_first, result_maker, shared
from ..core.vec3 import NEGLIGIBLE_SQUARED, ZERO, Vector, VectorLike, add, along, get3, length, normalise, put3, scale, sub, vec
from .candidates_and_nearest_contact import NO_ROOM, Hit, Query, gather, is_out_of_reach, nearest_in_tree, triangle_at
from .ellipsoid_and_espace import Space, Sweep, multiply_transposed, normal_to_world, to_espace, to_world
from .mesh.bvh import Tree, ray_hits_triangle
from .plane_set import clip_at_once, largest_scale
from .response import AHEAD_SKINS, collide_with_world
from .robust_detection import closest_on_triangle
from .rules import pass_rules, space_of
from .trace import GRAVITY, MOVE, Feature

NOT_DONE = -1  # returned instead of the next free row if there are more candidates than the capacity
MARGIN = 1e-3  # of the gathered box [m]. Smaller: by rounding, triangles at its border are missed; larger only costs time


class CandidateOverflow(Exception):
    pass


make_hit = result_maker(Hit, feature=tuple(Feature))


class Scratch(NamedTuple):
    """The arrays that entry points write to, as in Query."""

    candidates: np.ndarray
    iterations: np.ndarray
    outcomes: np.ndarray
    planes: np.ndarray
    settings: np.ndarray  # one row of BODY_AND_RULES
    waiting: np.ndarray  # (n,) int32, the nodes that a sweep meets (`nearest_in_tree`)


@inlined
def query_of(scratch: Scratch, count: int) -> Query:
    settings = scratch.settings
    space, rules = space_of(settings), pass_rules(settings)
    return Query(scratch.candidates, count, space, rules, scratch.iterations, scratch.outcomes, scratch.planes)


@inlined
def half_sides(settings: np.ndarray) -> Vector:
    """Return the half extents (3,) [m] of the box around the body, with a margin for rounding and for look-ahead."""
    row = settings[0]
    (x, y, z), margin = vec(row.extents), MARGIN + AHEAD_SKINS * row.skin
    return x + margin, y + margin, z + margin


@inlined
def box_of_sweep(settings: np.ndarray, origin: Vector, displacement: Vector) -> tuple[Vector, Vector]:
    """Return the corners (low, high) (3,) [m] of the box of the swept body, with the margin of `half_sides`."""
    x, y, z = displacement
    low = sub((min(x, 0.0), min(y, 0.0), min(z, 0.0)), half_sides(settings))
    high = add((max(x, 0.0), max(y, 0.0), max(z, 0.0)), half_sides(settings))
    return add(origin, low), add(origin, high)


@inlined
def box_of_slides(settings: np.ndarray, origin: Vector, distance: float) -> tuple[Vector, Vector]:
    """Return the corners (low, high) (3,) [m] of a box that contains the body on each possible path of its slides.

    distance: length of the displacements that the slides begin with [m]. Slides projected in the world never make a path longer.
    Slides projected in eSpace never increase its eSpace length, but that in the world perhaps by the ratio of the radii.
    """
    sides = half_sides(settings)
    if not settings[0].slide_in_world:
        distance *= largest_scale(space_of(settings)) * max(sides[0], sides[1], sides[2])
    sides = add(sides, (distance, distance, distance))
    return sub(origin, sides), add(origin, sides)


@called_often
def gather_near(tree: Tree, scratch: Scratch, origin: Vector, low: Vector, high: Vector) -> int:
    """Write the triangles of a Tree near a box (low, high) [m] to `scratch.candidates`, as `gather` does."""
    return gather(tree, origin, space_of(scratch.settings), low, high, scratch.candidates)


@called_often
def raycast_triangles(corners: np.ndarray, origin: Vector, direction: Vector, farthest: float) -> float:
    """Return the distance of the first triangle (n, 9) [m] along a ray, or inf beyond `farthest`, in lengths of `direction`."""
    nearest = np.inf
    for triangle in range(corners.shape[0]):
        nearest = min(nearest, ray_hits_triangle(corners, triangle, origin, direction))
    return nearest if nearest <= farthest else np.inf


@called_often
def remove_refused(candidates: np.ndarray, count: int, refused: np.ndarray) -> int:
    """Remove the refused triangles from the first `count` candidates, in order. Returns the new count.

    refused: (t,) uint8, above 0 for each triangle of the mesh that must not stop this body. Movers' triangles stay.
    """
    kept = 0
    for k in range(count):
        number = triangle_at(candidates, k).number
        if number >= refused.shape[0] or refused[number] == 0:
            for column in range(candidates.shape[1]):
                candidates[kept, column] = candidates[k, column]
            kept += 1
    return kept


@shared
def gather_and_step(
    tree: Tree, scratch: Scratch, origin: Vector, velocity: Vector, gravity: Vector
) -> tuple[int, int, Vector, Vector]:
    """Gather triangles, then run the velocity's pass and gravity's pass (appendix F), or one pass of both (section 4.3).

    origin: position (3,) [m]; velocity, gravity: displacements in this tick (3,) [m]. Returns (number of candidates, next free
    row of the trace, position (3,) [m], velocity clipped by the contacts (3,) [m]). The row is NOT_DONE if the candidates exceed
    the capacity, and the vectors are then zero.
    """
    low, high = box_of_slides(scratch.settings, origin, length(velocity) + length(gravity))
    count = gather(tree, origin, space_of(scratch.settings), low, high, scratch.candidates)
    if count > scratch.candidates.shape[0]:
        return count, NOT_DONE, ZERO, ZERO
    query = query_of(scratch, count)
    separate = query.rules.separate_gravity
    position, row = collide_with_world(query, ZERO, velocity if separate else add(velocity, gravity), MOVE, 0)
    left = clip_at_once(query, 0, row, velocity, False)
    if separate:
        position, row = collide_with_world(query, position, gravity, GRAVITY, row)
    return count, row, add(origin, position), left


@inlined
def floats(vector: VectorLike) -> Vector:
    """Return a vector (3,) of numbers of any type as three floats."""
    x, y, z = vector
    return float(x), float(y), float(z)


@inlined
def is_within_limits(vector: Vector) -> bool:
    """True if all components of a vector (3,) are between -FARTHEST and FARTHEST. False for NaN."""
    return abs(vector[0]) <= FARTHEST and abs(vector[1]) <= FARTHEST and abs(vector[2]) <= FARTHEST


@called_often
def step(
    tree: Tree, scratch: Scratch, origin: VectorLike, velocity: VectorLike, gravity: VectorLike
) -> tuple[int, int, Vector, Vector]:
    """Check the vectors, whose numbers may be of any type, and move one body as `gather_and_step` does.

    Raises ValueError as `sweep` does, and CandidateOverflow if the candidates exceed the capacity.
    """
    origin, velocity, gravity = floats(origin), floats(velocity), floats(gravity)
    if not (is_within_limits(origin) and is_within_limits(velocity) and is_within_limits(gravity)):
        raise ValueError
    count, row, position, left = gather_and_step(tree, scratch, origin, velocity, gravity)
    if row == NOT_DONE:
        raise CandidateOverflow
    return count, row, position, left


@called_often
def sweep(tree: Tree, scratch: Scratch, origin: VectorLike, displacement: VectorLike) -> Hit | None:
    """Return the first contact of a sweep by `displacement` (3,) [m] from `origin` (3,) [m] (chapter 3), a Hit, or None.

    Raises ValueError if a vector is not finite or beyond FARTHEST, and CandidateOverflow if more nodes are met than can wait.
    """
    origin, displacement = floats(origin), floats(displacement)
    if not (is_within_limits(origin) and is_within_limits(displacement)):
        raise ValueError
    space = space_of(scratch.settings)
    e_displacement = to_espace(space, displacement)
    reach = length(e_displacement)
    if reach == 0.0:
        return None
    direction = scale(e_displacement, 1.0 / reach)
    low, high = box_of_sweep(scratch.settings, origin, displacement)
    triangle, contact = nearest_in_tree(tree, scratch.waiting, origin, space, low, high, Sweep(ZERO, direction, reach))
    if triangle.number == NO_ROOM:
        raise CandidateOverflow
    if triangle.number < 0:
        return None
    distance = max(contact.distance, 0.0)
    normal = normal_to_world(space, normalise(sub(along(ZERO, direction, distance), contact.point)))
    point = add(origin, to_world(space, contact.point))
    return make_hit((min(distance / reach, 1.0), point, normal, contact.feature, triangle.number))


@interpreted_first
def step_many(
    tree: Tree, scratch: Scratch, origins: np.ndarray, velocities: np.ndarray, gravity: Vector, results: np.ndarray, first: int
) -> int:
    """Compute the passes of velocity and gravity for many bodies of one shape, from row `first` on.

    origins, velocities: (n, 3) [m] and [m per tick]; gravity: (3,) [m]; results: (n, 7), written: position (3), velocity clipped
    by the contacts (3), number of contacts. Returns n, or the row of the first body whose candidates exceed the capacity.
    """
    for i in range(first, origins.shape[0]):
        _, rows, end, left = gather_and_step(tree, scratch, get3(origins, i, 0), get3(velocities, i, 0), gravity)
        if rows == NOT_DONE:
            return i
        put3(results, i, 0, end)
        put3(results, i, 3, left)
        contacts = 0
        for row in range(rows):
            contacts += scratch.iterations[row].is_hit
        results[i, 6] = contacts
    return origins.shape[0]


@inlined
def penetration(space: Space, squared: float, e_normal: Vector) -> float:
    """Return the depth [m] by which a body penetrates a triangle along the contact's world normal, negative for a gap.

    squared: squared eSpace distance of the triangle; e_normal: unit eSpace direction (3,) from it to the centre. An eSpace
    distance s along e_normal is s / |m| along the world normal, with m from `multiply_transposed`.
    """
    return (1.0 - sqrt(squared)) / length(multiply_transposed(space, e_normal))


@called_often
def find_penetrations(
    candidates: np.ndarray, count: int, settings: np.ndarray, only_near: bool
) -> tuple[float, float, float, Vector]:
    """Return the deepest penetration [m] of a body, then three values of the candidate nearest in eSpace.

    The three are the eSpace distance from the centre, the penetration [m], and the contact's unit world normal (3,), towards the
    body. Without candidates the result is -inf, inf, -inf, zero. Recovery starts with the nearest triangle, because the deepest
    penetration may be at an inner edge of a floor.
    only_near: True to skip triangles whose box the body does not reach. The result is the same if the body is inside any
    triangle. A tick asks for nothing else, and takes 0.85 of the time so.
    """
    space, deepest, nearest_squared, nearest_normal = space_of(settings), -np.inf, np.inf, ZERO
    for k in range(count):
        if only_near and is_out_of_reach(candidates, k, ZERO, ZERO):
            continue
        triangle = triangle_at(candidates, k)
        squared, nearest, _ = closest_on_triangle(ZERO, triangle)
        e_normal = scale(nearest, -1.0 / sqrt(squared)) if squared >= NEGLIGIBLE_SQUARED else triangle.normal
        deepest = max(deepest, penetration(space, squared, e_normal))
        if squared < nearest_squared or squared == nearest_squared and e_normal < nearest_normal:
            nearest_squared, nearest_normal = squared, e_normal
    if nearest_squared == np.inf:
        return deepest, np.inf, deepest, ZERO
    depth = penetration(space, nearest_squared, nearest_normal)
    return deepest, sqrt(nearest_squared), depth, normal_to_world(space, nearest_normal)
