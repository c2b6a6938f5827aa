"""The collision program of the FreeBASIC forum ("Collision detection in 3D", thebigh, April 2020), step by step as printed.

Rules.thebigh() are rules after this program. This file is the program itself, with its errors, and a switch that repairs each:

| switch | printed | true |
|---|---|---|
| turned | the matrix scales first and turns then: lengths stay, so the body never turns | turn first, then scale |
| inside | three areas without signs: a point is inside a parallelogram of four times the triangle's area | areas with signs |
| step | displacement * (distance - margin): far too short, or too long for a displacement above 1 | the length is set to this |
| normal | the slide n x (rest x n) is too long by the factor |n|^2, as n is no unit vector | n has length 1 |

Only the first root of a quadratic is used, a face counts only for t0 > 0, and corners and edges take turns. Our copy lacks the
line that stores the root, and the value of ZERO_TOLERANCE. The program has its y axis up, here z is up. It uses 32-bit numbers,
here they have 64 bits, so that rounding is not taken for one of its errors.
"""

from math import cos, sin, sqrt
from typing import NamedTuple

import numpy as np

from ..collision.ellipsoid_and_espace import Space, to_espace, to_world
from ..core.vec3 import Vector, VectorLike, add, along, cross, dot, get3, length, normalise, sub

SAFETY_MARGIN, RECURSE_DEPTH = 0.00001, 5  # as printed: a distance in eSpace, and the number of slides
# Not printed. Smaller: a division by almost zero; larger: the edges of a short displacement are ignored.
ZERO_TOLERANCE = 1e-12
FACE, VERTEX, EDGE = range(3)  # feature numbers
SLACK = 1e-6  # of the search for near triangles [m]. Smaller: rounding hides a contact; larger: more triangles are tested


class Repairs(NamedTuple):
    """Errors of the program that are repaired (top of this file). Without any it is the program as printed."""

    turned: bool = False
    inside: bool = False
    step: bool = False
    normal: bool = False


AS_PRINTED, REPAIRED = Repairs(), Repairs(True, True, True, True)

Corners = tuple[Vector, Vector, Vector]


class Collision(NamedTuple):
    """The nearest collision of a displacement, in eSpace."""

    distance: float  # along the displacement
    point: Vector
    feature: int  # FACE, VERTEX or EDGE


class Call(NamedTuple):
    """One call of the recursive `collide_with_world`, in eSpace."""

    start: Vector
    displacement: Vector
    collision: Collision | None
    end: Vector  # where the sphere is moved to
    slide: Vector  # displacement of the next call; zero without a collision


# Ellipsoid space


def space_of(radii: Vector, heading: float, is_turned: bool = False) -> Space:
    """Return the change of basis to eSpace: as printed, or with `is_turned` the right one. radii: [m]; heading: [rad]

    As printed, the points are divided by the radii and then turned, which no length notices.
    """
    (rx, ry, rz), c, s = radii, cos(heading), sin(heading)
    if is_turned:
        return c / rx, s / rx, -s / ry, c / ry, 1.0 / rz, rx * ry
    return c / rx, s / ry, -s / rx, c / ry, 1.0 / rz, rx * ry


# One triangle


def plane_times(distance: float, normal_dot_displacement: float) -> tuple[float, float]:
    """Return the times (t0, t1), t0 <= t1, at which the sphere's distance from the plane is 1. distance: signed, at the start"""
    times = (1.0 - distance) / normal_dot_displacement, (-1.0 - distance) / normal_dot_displacement
    return min(times), max(times)


def is_in_triangle(point: Vector, corners: Corners) -> bool:
    """True if the printed test by areas finds a point inside a triangle. It never takes the areas' signs."""
    first, second, third = corners
    whole = length(cross(sub(third, first), sub(second, first)))
    a = length(cross(sub(third, point), sub(second, point))) / whole
    b = length(cross(sub(third, point), sub(first, point))) / whole
    c = 1.0 - a - b
    return a <= 1.0 and b <= 1.0 and 0.0 <= c <= 1.0


def is_truly_in_triangle(point: Vector, corners: Corners) -> bool:
    """True if a point of a triangle's plane is inside the triangle or on its border, by areas with signs."""
    first, second, third = corners
    normal = cross(sub(second, first), sub(third, first))
    sides = ((first, second), (second, third), (third, first))
    return all(dot(cross(sub(end, start), sub(point, start)), normal) >= 0.0 for start, end in sides)


def lowest_positive_root(a: float, b: float, c: float, most: float) -> float | None:
    """Return the lower root of a t^2 + b t + c if it is above 0 and below `most`, else None. The other root is never used."""
    determinant = b * b - 4.0 * a * c
    if determinant < 0.0 or abs(a) < ZERO_TOLERANCE:
        return None
    root = sqrt(determinant)
    lower = min((-b - root) / (2.0 * a), (-b + root) / (2.0 * a))
    return lower if 0.0 < lower < most else None


def edge_quadratic(first: Vector, second: Vector, position: Vector, displacement: Vector, in_text: bool = False) -> Vector:
    """Return the coefficients (A, B, C) of the times at which the sphere touches the line through two corners.

    in_text: True for r = position - first, as in the thread's text, which changes the sign of B. Its code has the opposite r.
    """
    edge, r = sub(second, first), sub(position, first) if in_text else sub(first, position)
    edge2, along_edge, edge_r = dot(edge, edge), dot(displacement, edge), dot(edge, r)
    a = along_edge * along_edge - edge2 * dot(displacement, displacement)
    b = 2.0 * edge2 * dot(displacement, r) - 2.0 * along_edge * edge_r
    return a, b, edge2 * (1.0 - dot(r, r)) + edge_r * edge_r


def edge_place(first: Vector, second: Vector, position: Vector, displacement: Vector, t: float) -> float:
    """Return the place f0 of the contact on the line at a time t: 0 at the first corner, 1 at the second."""
    edge, r = sub(second, first), sub(first, position)
    return (dot(displacement, edge) * t - dot(edge, r)) / dot(edge, edge)


def check_triangle(corners: Corners, position: Vector, displacement: Vector, repairs: Repairs) -> Collision | None:
    """Return the Collision of the unit sphere with one triangle, or None. All vectors are in eSpace."""
    first, second, third = corners
    normal = normalise(cross(sub(second, first), sub(third, first)))
    approach, distance = dot(normal, displacement), dot(normal, sub(position, first))
    if abs(approach) < ZERO_TOLERANCE and abs(distance) >= 1.0:
        return None
    t0, t1 = (0.0, 1.0) if abs(distance) < 1.0 else plane_times(distance, approach)
    if t0 > 1.0 or t1 < 0.0:
        return None
    side = 1.0 if distance < 0.0 else -1.0
    on_plane = along(along(position, normal, side), displacement, t0)
    is_inside = is_truly_in_triangle if repairs.inside else is_in_triangle
    if is_inside(on_plane, corners) and t0 > 0.0:
        return Collision(t0 * length(displacement), on_plane, FACE)
    t, point, feature = 1.0, first, -1
    for start, end in ((first, second), (second, third), (third, first)):  # corner, edge, corner, edge, corner, edge
        off = sub(position, start)
        root = lowest_positive_root(dot(displacement, displacement), 2.0 * dot(displacement, off), dot(off, off) - 1.0, t)
        if root is not None:
            t, point, feature = root, start, VERTEX
        root = lowest_positive_root(*edge_quadratic(start, end, position, displacement), t)
        if root is not None:
            place = edge_place(start, end, position, displacement, root)
            if 0.0 <= place <= 1.0:
                t, point, feature = root, along(start, sub(end, start), place), EDGE
    return None if feature < 0 else Collision(t * length(displacement), point, feature)


# The world


class ForumWorld:
    """The triangles of the world, corners (n, 9) [m]. The printed program tests all of them in each call.

    Here only those near the path are tested, in the same order, which finds the same: a triangle with its invisible face, the
    parallelogram around its third corner, must be within the body's reach.
    """

    def __init__(self, corners: np.ndarray):
        self.corners = np.asarray(corners, float).reshape(-1, 9)
        first, second, third = (self.corners[:, k : k + 3] for k in (0, 3, 6))
        outermost = np.stack([first, second, third, 2.0 * third - first, 2.0 * third - second])
        self._low, self._high = outermost.min(axis=0), outermost.max(axis=0)

    def near(self, low: VectorLike, high: VectorLike) -> np.ndarray:
        """Return the numbers of the triangles whose box touches another one [m], in their order."""
        return np.flatnonzero(((self._low <= high) & (self._high >= low)).all(axis=1))


class ForumBody(NamedTuple):
    """The ellipsoid in a tick. radii: [m]; space: from `space_of`"""

    radii: Vector
    space: Space


def nearest_collision(
    world: ForumWorld, body: ForumBody, position: Vector, displacement: Vector, repairs: Repairs
) -> Collision | None:
    """Return the nearest Collision of a displacement with the world, or None. position, displacement: in eSpace"""
    ends = np.array([to_world(body.space, position), to_world(body.space, add(position, displacement))])
    reach = np.array([max(body.radii[:2]), max(body.radii[:2]), body.radii[2]]) + SLACK
    nearest: Collision | None = None
    for number in world.near(ends.min(axis=0) - reach, ends.max(axis=0) + reach):
        first, second, third = (to_espace(body.space, get3(world.corners, number, k)) for k in (0, 3, 6))
        found = check_triangle((first, second, third), position, displacement, repairs)
        if found is not None and (nearest is None or found.distance < nearest.distance):
            nearest = found
    return nearest


def stop_before(position: Vector, displacement: Vector, found: Collision, repairs: Repairs) -> tuple[Vector, Vector]:
    """Return (the sphere's place before a Collision, the contact moved back by the margin). All are in eSpace.

    As printed the displacement is multiplied by the distance. Repaired, its length is set to the distance.
    """
    if found.distance < SAFETY_MARGIN:
        return position, found.point
    direction = normalise(displacement)
    moved = direction if repairs.step else displacement
    return along(position, moved, found.distance - SAFETY_MARGIN), along(found.point, direction, -SAFETY_MARGIN)


def slide_along(normal: Vector, rest: Vector, repairs: Repairs) -> Vector:
    """Return the rest of a displacement, projected on the plane with a normal of any length. Printed: times |n|^2."""
    if repairs.normal:
        normal = normalise(normal)
    return cross(normal, cross(rest, normal))


def collide_with_world(
    world: ForumWorld, body: ForumBody, position: Vector, displacement: Vector, repairs: Repairs = AS_PRINTED
) -> list[Call]:
    """Return the Calls of the recursive procedure. The sphere is at the `end` of the last one. All vectors are in eSpace."""
    calls: list[Call] = []
    for _ in range(RECURSE_DEPTH + 1):
        found = nearest_collision(world, body, position, displacement, repairs)
        if found is None:
            calls.append(Call(position, displacement, None, add(position, displacement), (0.0, 0.0, 0.0)))
            break
        end, point = stop_before(position, displacement, found, repairs)
        slide = slide_along(sub(end, point), sub(add(position, displacement), end), repairs)
        calls.append(Call(position, displacement, found, end, slide))
        position, displacement = end, slide
    return calls


class Moved(NamedTuple):
    position: Vector  # centre [m]
    own: list[Call]  # of the player's own displacement
    force: list[Call]  # of the displacement by forces


def collide_and_slide(
    world: ForumWorld, radii: Vector, heading: float, position: Vector, displacement: Vector, force: Vector = (0.0, 0.0, 0.0),
    repairs: Repairs = AS_PRINTED,
) -> Moved:  # fmt: skip
    """Move a body by its own displacement, then by that of forces such as gravity, as the printed wrapper does.

    radii: [m]; heading: [rad]; position, displacement, force: (3,) [m]
    """
    body = ForumBody(radii, space_of(radii, heading, repairs.turned))
    own = collide_with_world(world, body, to_espace(body.space, position), to_espace(body.space, displacement), repairs)
    forced = collide_with_world(world, body, own[-1].end, to_espace(body.space, force), repairs)
    return Moved(to_world(body.space, forced[-1].end), own, forced)
