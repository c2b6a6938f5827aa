"""Overlap tests of a sphere with a plate or with another sphere (Tang's lecture, overlap testing).

Each test is of one instant. So a fast body can be before an obstacle at one instant and behind it at the next.
"""

from math import isfinite

import numpy as np

from ...core.input_errors import InputError, shown
from ...core.jit import inlined
from ...core.vec3 import dot, sub, vec

PLATE, SPHERE = 0, 1
# One obstacle. centre: [m]; normal: unit vector of a plate; size: half of a plate's thickness, or a sphere's radius [m]
OBSTACLE = np.dtype([("kind", "i8"), ("centre", "f8", 3), ("normal", "f8", 3), ("size", "f8")], align=True)
UNIT_WITHIN = 1e-9  # of a normal's squared length. Smaller: rounded unit vectors are refused; larger: distances are scaled


def plate(centre, normal, thickness):
    """Return an infinite plate as a row of OBSTACLE.

    centre: a point of its middle plane (3,) [m]
    normal: of that plane (3,), a unit vector, because any other would scale distances
    thickness: [m], at least 0
    Raises InputError if the normal is no unit vector, or the thickness is negative or not finite.
    """
    if not abs(sum(part * part for part in normal) - 1.0) <= UNIT_WITHIN:
        raise InputError(f"the normal of a plate must have length 1, not {shown(normal)}")
    if not (isfinite(thickness) and thickness >= 0.0):
        raise InputError(f"the thickness of a plate must be zero or more, not {shown(thickness)}")
    return np.array((PLATE, centre, normal, thickness / 2.0), OBSTACLE)


def sphere(centre, radius):
    """Return a sphere as a row of OBSTACLE. centre: (3,) [m]; radius: [m]

    Raises InputError if the radius is negative or not finite.
    """
    if not (isfinite(radius) and radius >= 0.0):
        raise InputError(f"the radius of a sphere must be zero or more, not {shown(radius)}")
    return np.array((SPHERE, centre, (0.0, 0.0, 1.0), radius), OBSTACLE)


@inlined
def spheres_overlap(centre, other, radius_sum):
    """True if two spheres touch or overlap. centre, other: their centres (3,) [m]; radius_sum: sum of both radii [m]"""
    offset = sub(centre, other)
    return dot(offset, offset) <= radius_sum * radius_sum


@inlined
def overlaps(obstacle, position, radius):
    """True if a sphere touches or overlaps an obstacle, a row of OBSTACLE. position: of its centre (3,) [m]; radius: [m]"""
    size, centre = radius + float(obstacle["size"]), vec(obstacle["centre"])
    if obstacle["kind"] == SPHERE:
        return spheres_overlap(position, centre, size)
    return abs(dot(vec(obstacle["normal"]), sub(position, centre))) <= size


@inlined
def first_overlap(obstacles, position, radius):
    """Return the index of the first obstacle that a sphere touches or overlaps, -1 if there is none.

    obstacles: (m,) of OBSTACLE; position: of the sphere's centre (3,) [m]; radius: [m]
    """
    for k in range(obstacles.shape[0]):
        if overlaps(obstacles[k], position, radius):
            return k
    return -1


def noticed_at_plate(thickness, radius, path, cosine=1.0):
    """Return the share (0..1) of shots through a plate that are noticed by overlap tests at equal distances along the path.

    The phase of the tests is random. The share is (w + 2 r) / (path cosine), at most 1.
    thickness: w, of the plate [m]; radius: r, of the bullet [m]; path: distance between two tests [m]
    cosine: of the angle between the path and the plate's normal, above 0, at most 1
    """
    return min(1.0, (thickness + 2.0 * radius) / (path * cosine)) if path > 0.0 else 1.0


def missed_at_sphere(radius_sum, path):
    """Return the share (0..1) of hits on a sphere that are missed by overlap tests at equal distances along the path.

    The place of each hit and the phase of the tests are random. For a path s up to 2 R the share is s^2 / (12 R^2). For a
    longer path it is 1 - 4 R / (3 s).
    radius_sum: R, the sum of both radii [m]; path: s, distance between two tests [m]
    Even short paths miss hits, because a grazing overlap can be shorter than any path.
    """
    ratio = path / radius_sum
    return ratio * ratio / 12.0 if ratio <= 2.0 else 1.0 - 4.0 / (3.0 * ratio)
