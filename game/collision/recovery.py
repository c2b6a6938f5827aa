"""Recovery of a body that is inside something: out through the nearest face, never deeper on the path.

A push away from the nearest triangle leads out of it. Where that leads into another, such as the second wall of an acute corner,
the push has to lead out of that one's plane as well: the shortest that does. A sweep of the body, shrunk until it just touches
the nearest triangle, checks that no other comes nearer.
"""

from itertools import combinations

import numpy as np

from .engine.entry_points import find_penetrations
from .espace import LEAST_RADIUS, Ellipsoid
from .mesh.gather import triangle_at
from .mesh.validation import vector
from .queries import MODERN, ZERO, nearby, sweep

PUSHES = 16  # before it gives up. Fewer: bodies in crowded corners stay in; more only costs time
MOST_PLANES = 8  # that one push leads out of. Fewer: the same; more: there are many combinations of three
# How long a push may be [greatest radii]. Shorter: bodies half inside a wedge of 15 degrees stay in; longer: a body is put
# far from where it was.
LONGEST = 6.0
ROUNDING = 1e-9  # part of a push and of a size. Smaller: no push out along a wall; larger: it may lead slightly deeper
SMALLEST = 1e-6  # part of its size to which the body is shrunk at most. Smaller: nothing is left of it; larger: seen to go deeper


def depenetrate(mesh, body, position, rules=MODERN):
    """Bring an embedded body out through the nearest faces, never deeper on the path.

    Returns (position, free): the position [m], and True if it touches nothing there. Raises ValueError that names the
    argument.
    """
    position = vector("position", position)
    for _ in range(PUSHES):
        deepest, distance, depth, normal = nearby(mesh, body, rules).gather(position, ZERO, ZERO).penetrations()
        if deepest <= 0.0:
            return position, True
        push = shortest_escape(mesh, body, rules, position, distance, (np.array(normal), depth + rules.skin))
        if push is None:
            return position, False
        position = moved(position, push)
    return position, nearby(mesh, body, rules).depth(position) <= 0.0


def shortest_escape(mesh, body, rules, position, distance, nearest):
    """The shortest push (3,) out of the nearest plane and of all others that it would lead into; None if there is none.

    distance: to the nearest triangle [eSpace]; nearest: its plane, (normal, how far the body has to go along it [m])
    """
    radii = np.array(body.radii) * max(distance * (1.0 - ROUNDING), SMALLEST)
    shrunk = Ellipsoid(np.maximum(radii, LEAST_RADIUS), body.heading)
    planes, triangles = [nearest], []
    while len(planes) <= MOST_PLANES:
        push = shortest_push(planes)
        if push is None or np.linalg.norm(push) > LONGEST * max(body.radii):
            return None
        hit = sweep(mesh, shrunk, position, push)
        triangle = hit.triangle if hit else deepest_triangle(nearby(mesh, body, rules), moved(position, push))
        if hit is None and triangle in (None, *triangles):
            return push
        if triangle in triangles:
            return None
        triangles.append(triangle)
        planes.append(plane_of(nearby(mesh, body, rules), position, push, triangle))
    return None


def moved(position, push):
    return tuple((position + push).tolist())


def deepest_triangle(near, position):
    """The number of the triangle that the body is deepest in there; None if it touches nothing."""
    near.gather(position, ZERO, ZERO)
    found = [find_penetrations(near.candidates[row : row + 1], 1, near.settings) for row in range(near.count)]
    deepest, _, row = max(((depth, normal, row) for row, (_, _, depth, normal) in enumerate(found)), default=(0.0, None, None))
    return triangle_at(near.candidates, row).number if deepest > 0.0 else None


def plane_of(near, position, push, triangle):
    """The plane through the point of a triangle nearest to the body, as (normal, how far the body has to go along it)."""
    low, high = np.minimum(push, 0.0), np.maximum(push, 0.0)
    near.gather(position, tuple(low.tolist()), tuple(high.tolist()))
    row = int(np.flatnonzero(near.triangles() == triangle)[0])
    _, _, depth, normal = find_penetrations(near.candidates[row : row + 1], 1, near.settings)
    return np.array(normal), depth + near.rules.skin


def shortest_push(planes):
    """The shortest vector (3,) that goes far enough along each plane's normal; None if there is none.

    planes: (normal, how far to go along it). It goes just far enough along one of them, two or three.
    """
    normals, far = (np.array(column) for column in zip(*planes))
    if len(planes) == 1:
        return normals[0] * far[0]
    best = None
    for count in (1, 2, 3):
        for chosen in map(list, combinations(range(len(planes)), count)):
            push = np.linalg.lstsq(normals[chosen], far[chosen], rcond=None)[0]
            shorter = best is None or push @ push < best @ best
            if shorter and (normals @ push >= far - ROUNDING * np.linalg.norm(push)).all():
                best = push
    return best
