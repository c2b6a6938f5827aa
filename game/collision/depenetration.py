"""Depenetration: a body that is inside something moves out through the nearest face, and never gets deeper on the path.

A push away from the nearest triangle leads out of that triangle. It may lead into another one, as in an acute corner. Then the
shortest push that leads out of both planes is taken. A sweep checks each push: the body is first shrunk until it just touches
the nearest triangle. The shrunk body may hit no triangle on the path, so no triangle comes nearer than the nearest was.
"""

from __future__ import annotations

from itertools import combinations
from math import inf
from typing import TYPE_CHECKING

from ..core.argument_checks import vector
from ..core.vec3 import ZERO, add, cross, dot, length, scale
from .candidates_and_nearest_contact import TIE, triangle_at
from .ellipsoid_and_espace import LEAST_RADIUS, Ellipsoid, normal_to_espace
from .entry_points import find_penetrations
from .plane_set import FLAT, is_in_one_plane
from .public_api import MODERN, nearby_for, sweep

if TYPE_CHECKING:
    from ..core.vec3 import Vector, VectorLike
    from .mesh.triangle_mesh import TriangleMesh
    from .nearby import Nearby
    from .rules import Rules

    Plane = tuple[Vector, float]  # unit normal (3,), least distance that a push must go along it [m]

PUSHES = 16  # most pushes of one depenetration. Fewer: bodies in crowded corners stay embedded; more only costs time
MOST_ESCAPE_PLANES = 8  # that one push leads out of. Fewer: the same; more: there are many combinations of three
# Longest push [greatest radii]. Shorter: bodies half inside a wedge of 15 degrees stay embedded; longer: a body is put far from
# its old position.
LONGEST = 6.0
ROUNDING = 1e-9  # part of a push and of a size. Smaller: no push out along a wall; larger: it may lead slightly deeper
# Least sine of the angle between two planes that count as two, and root of the least volume that three normals span. Smaller: a
# push out of all of them is all rounding; larger: bodies in acute wedges stay embedded.
PARALLEL = 1e-7
SMALLEST = 1e-6  # least size of the shrunk body [of its size]. Smaller: it vanishes; larger: the body visibly gets deeper


def depenetrate(mesh: TriangleMesh, body: Ellipsoid, position: VectorLike, rules: Rules = MODERN) -> tuple[Vector, bool]:
    """Move an embedded body out through the nearest faces. The body never gets deeper on the path.

    rules: only the skin matters, the gap to the faces afterwards [m]. Returns (position (3,) [m], True if it is free there). A
    free body does not move. Without a way out, it stays where the last push led. Raises ValueError.
    """
    place: Vector = vector("position", position)
    for _ in range(PUSHES):
        deepest, distance, depth, normal = nearby_for(mesh, body, rules).gather(place, ZERO, ZERO).penetrations()
        if deepest <= 0.0:
            return place, True
        push = shortest_escape(mesh, body, rules, place, distance, (normal, depth + rules.skin))
        if push is None:
            return place, False
        place = add(place, push)
    return place, nearby_for(mesh, body, rules).depth(place) <= 0.0


def shortest_escape(
    mesh: TriangleMesh, body: Ellipsoid, rules: Rules, position: Vector, distance: float, nearest: Plane
) -> Vector | None:
    """Return the shortest push (3,) [m] out of the nearest plane and of all planes that this push would lead into.

    distance: to the nearest triangle [eSpace]. Returns None without a push out of at most MOST_ESCAPE_PLANES planes and at most
    LONGEST times the greatest radius long.
    """
    size = max(distance * (1.0 - ROUNDING), SMALLEST)
    shrunk = Ellipsoid(tuple(max(size * radius, LEAST_RADIUS) for radius in body.radii), body.heading)
    planes = [nearest]
    met: set[int] = set()  # numbers of the triangles behind these planes
    while len(planes) <= MOST_ESCAPE_PLANES:
        push = shortest_push(planes)
        if push is None or length(push) > LONGEST * max(body.radii):
            return None
        hit = sweep(mesh, shrunk, position, push)
        touched = {hit.triangle} if hit else deepest_triangles(nearby_for(mesh, body, rules), add(position, push))
        if touched <= met:
            return None if hit else push
        plane, face = plane_of(nearby_for(mesh, body, rules), position, push, touched - met)
        planes.append(plane)
        met |= face
    return None


def deepest_triangles(nearby: Nearby, position: Vector) -> set[int]:
    """Return the numbers of the triangles that a body penetrates deepest: several with a common edge, or none."""
    nearby.gather(position, ZERO, ZERO)
    parts = [nearby.candidates[row : row + 1] for row in range(nearby.count)]
    depths = [find_penetrations.with_same_types(part, 1, nearby.settings, False)[2] for part in parts]
    least = max(depths, default=0.0) - TIE * max(nearby.body.radii)
    rows = [row for row, depth in enumerate(depths) if depth > 0.0 and depth >= least]
    return {triangle_at(nearby.candidates, row).number for row in rows}


def plane_of(nearby: Nearby, position: Vector, push: Vector, numbers: set[int]) -> tuple[Plane, set[int]]:
    """Return (Plane, triangle numbers) for the nearest of some flat faces, out of which the body must be pushed.

    push: (3,) [m] that would lead into them, whose box limits the search; numbers: at least one of each face. The Plane is
    tangent at the face's nearest point. The triangle numbers are those of the face that lie behind it.
    """
    nearby.gather(position, tuple(min(x, 0.0) for x in push), tuple(max(x, 0.0) for x in push))
    triangles = [triangle_at(nearby.candidates, row) for row in range(nearby.count)]
    found = []
    for row in [row for row, triangle in enumerate(triangles) if triangle.number in numbers]:
        face = [other for other in range(nearby.count) if other == row or is_in_one_plane(triangles[row], triangles[other])]
        _, *nearest = find_penetrations.with_same_types(nearby.candidates[face], len(face), nearby.settings, False)
        found.append((*nearest, row, face))
    distance, depth, normal, row, face = min(found)
    across = normal_to_espace(nearby.body.space, normal)
    behind = [other for other in face if max(dot(corner, across) for corner in triangles[other][:3]) <= FLAT - distance]
    return (normal, depth + nearby.rules.skin), {triangles[row].number, *(triangles[other].number for other in behind)}


def shortest_push(planes: list[Plane]) -> Vector | None:
    """Return the shortest vector (3,) [m] that goes far enough along each plane's normal, or None.

    It has exactly the least distance of one, two or three planes. So all such choices are tried.
    """
    best, shortest = None, inf
    for count in (1, 2, 3):
        for chosen in combinations(planes, count):
            push = shortest_to_planes(chosen)
            if push is None or (size := length(push)) >= shortest:
                continue
            if all(dot(normal, push) >= far - ROUNDING * size for normal, far in planes):
                best, shortest = push, size
    return best


def shortest_to_planes(planes: tuple[Plane, ...]) -> Vector | None:
    """Return the shortest vector (3,) [m] with exactly the least distance of each of one to three planes.

    None if normals are parallel or in one plane: then fewer planes give it. numpy's solvers depend on the processor.
    """
    if len(planes) == 1:
        ((a, p),) = planes
        return scale(a, p)
    if len(planes) == 2:
        (a, p), (b, q) = planes
        cosine, ab = dot(a, b), cross(a, b)
        squared_sine = dot(ab, ab)
        if squared_sine <= PARALLEL * PARALLEL:
            return None
        return add(scale(a, (p - cosine * q) / squared_sine), scale(b, (q - cosine * p) / squared_sine))
    (a, p), (b, q), (c, r) = planes
    ab, bc, ca = cross(a, b), cross(b, c), cross(c, a)
    volume = dot(a, bc)
    if abs(volume) <= PARALLEL * PARALLEL:
        return None
    return scale(add(add(scale(bc, p), scale(ca, q)), scale(ab, r)), 1.0 / volume)
