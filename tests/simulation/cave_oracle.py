"""An oracle for bodies in triangles that does not use the solver: depth, free positions nearby, and winding numbers."""

from math import pi

import numpy as np

TOUCH = 1e-7  # [m] that rounding may leave a body in a face, a thousandth of the skin
SEARCHES, DESCENT = 100, 40  # places from which a way out is searched for; pushes of each. Fewer: free places are missed
FIRST = 4  # of the searches, done before the others. Fewer: all are done where the first ones find a way; more: takes longer


def depth(triangles, position, radii, axes=None):
    """Return the penetration depth [m] of an ellipsoid in triangles (t, 3, 3) along the contact's normal, negative outside.

    radii: (3,) [m]; axes: (3, 3), unit rows right, forward and up of the body, or None for x, y and z
    """
    axes = np.eye(3) if axes is None else axes
    return float(contacts(triangles, np.asarray(position)[None], radii, axes)[0].max(initial=-np.inf))


def contacts(triangles, places, radii, axes):
    """Return (depth [m] of an ellipsoid in each triangle (n, t), normal (n, t, 3) along which it must move that far).

    places: positions of the ellipsoid (n, 3) [m]; radii: (3,) [m]; axes: (3, 3), unit rows right, forward and up of the body
    """
    corners = (triangles - places[:, None, None]).reshape(-1, 3, 3)
    nearest = closest(corners @ axes.T / radii)
    distances = np.linalg.norm(nearest, axis=1)
    normals = -nearest / np.maximum(distances, 1e-300)[:, None] / radii
    sizes = np.linalg.norm(normals, axis=1)
    shape = len(places), len(triangles)
    return ((1.0 - distances) / sizes).reshape(shape), (normals / sizes[:, None] @ axes).reshape(*shape, 3)


def is_shut_in(standing, moving, place, far, body):
    """True if a search finds no free position within `far` [m] that a straight line reaches without entering resting triangles.

    standing, moving: triangles (t, 3, 3) of the level and of the movers [m]
    place: position of the body (3,) [m]; body: (radii, axes)
    Each search begins at a random position, and moves out of the deepest contact.
    """
    rng, room = np.random.default_rng(5), max(body[0]) + 3.0 * far
    nearby = [part[overlaps(part, place, room)] for part in (standing, moving)]
    everything, starts = np.concatenate(nearby), np.zeros((SEARCHES, 3))
    for start in starts:
        way = rng.normal(size=3)
        start[:] = place + way / np.linalg.norm(way) * far * rng.random() ** (1.0 / 3.0)
    for some in np.split(starts, [FIRST]):
        for there in pushed_out(everything, some, body):
            steps = place + np.linspace(0.0, 1.0, 9)[:, None] * (there - place)
            if np.linalg.norm(there - place) <= far and contacts(nearby[0], steps, *body)[0].max(initial=-np.inf) <= TOUCH:
                return False
    return True


def pushed_out(triangles, places, body):
    """Return the free positions (m, 3) [m] to which a body comes from places (n, 3) [m] by pushes out of the deepest contact."""
    places, is_free = places.copy(), np.zeros(len(places), bool)
    for _ in range(DESCENT):
        left = np.flatnonzero(~is_free)
        if not len(left):
            break
        depths, normals = contacts(triangles, places[left], *body)
        worst, each = depths.argmax(axis=1), np.arange(len(left))
        deepest = depths[each, worst]
        is_free[left] = deepest <= 0.0
        places[left] += np.where(deepest > 0.0, deepest + 1e-9, 0.0)[:, None] * normals[each, worst]
    return places[is_free]


def overlaps(triangles, place, room):
    """Return a mask (t,) of the triangles (t, 3, 3) whose boxes come within `room` [m] of a position along every axis."""
    return ((triangles.min(axis=1) < place + room) & (triangles.max(axis=1) > place - room)).all(axis=1)


def closest(corners):
    """Return the points (t, 3) of triangles (t, 3, 3) nearest to the origin: the foot, if it is inside, or a point of an edge."""
    points, squares = np.zeros((len(corners), 3)), np.full(len(corners), np.inf)
    after = corners[:, (1, 2, 0)]
    for begin, along in zip(np.moveaxis(corners, 1, 0), np.moveaxis(after - corners, 1, 0)):
        part = np.clip(-dots(begin, along) / np.maximum(dots(along, along), 1e-300), 0.0, 1.0)
        place = begin + part[:, None] * along
        nearer = dots(place, place) < squares
        points, squares = np.where(nearer[:, None], place, points), np.where(nearer, dots(place, place), squares)
    normal = crosses(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = dots(normal, normal)
    foot = normal * (dots(corners[:, 0], normal) / np.maximum(area, 1e-300))[:, None]
    around = crosses(corners - foot[:, None], after - foot[:, None])
    inside = (area > 0.0) & (np.einsum("tij,tj->ti", around, normal) >= 0.0).all(axis=1)
    return np.where(inside[:, None], foot, points)


def dots(a, b):
    """Return the dot products (n,) of the rows of two arrays (n, 3)."""
    return np.einsum("ij,ij->i", a, b)


def crosses(a, b):
    """Return the cross products of two arrays (..., 3). For few rows, numpy's own function takes three times as long."""
    return a[..., (1, 2, 0)] * b[..., (2, 0, 1)] - a[..., (2, 0, 1)] * b[..., (1, 2, 0)]


def winding(shell, place):
    """Return the winding number of a closed shell (t, 3, 3) around a point (3,), the sum of its solid angles over 4 pi."""
    a, b, c = np.moveaxis(shell - place, 1, 0)
    x, y, z = (np.linalg.norm(corner, axis=1) for corner in (a, b, c))
    above = np.einsum("ij,ij->i", a, np.cross(b, c))
    below = x * y * z + (a * b).sum(1) * z + (b * c).sum(1) * x + (c * a).sum(1) * y
    return 2.0 * float(np.arctan2(above, below).sum()) / (4.0 * pi)


def axes_of(body, frame):
    """Return the axes (3, 3) of a body, unit rows right, forward and up in the world.

    body: Ellipsoid; frame: (3, 3) of the player, or None if its up is +z
    """
    c, s = np.cos(body.heading), np.sin(body.heading)
    upright = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]])
    return upright if frame is None else upright @ np.array(frame)
