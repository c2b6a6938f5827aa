"""The point of a triangle nearest to a point, for any kind of number: floats or mpf.

It is the foot on the plane if that lies inside, otherwise the nearest point of the three sides. The code is slow and simple, and
independent of the game's own, so that an error in one is not in the other.
"""

from __future__ import annotations


def minus(a, b):
    return [x - y for x, y in zip(a, b)]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def moved(point, direction, by):
    """Return the vector `point + by * direction`."""
    return [x + d * by for x, d in zip(point, direction)]


def closest_point(point, triangle):
    """Return the nearest point of a triangle (three corners) as a list."""
    foot = foot_inside(point, triangle)
    if foot is not None:
        return foot
    a, b, c = triangle
    candidates = [closest_on_side(point, *side) for side in ((a, b), (b, c), (c, a))]
    return min(candidates, key=lambda q: dot(minus(point, q), minus(point, q)))


def closest_on_side(point, a, b):
    """Return the nearest point of the side from a to b, ends included."""
    side = minus(b, a)
    squared = dot(side, side)
    if squared == 0:
        return list(a)
    f = dot(minus(point, a), side) / squared
    return list(a) if f <= 0 else list(b) if f >= 1 else moved(a, side, f)


def foot_inside(point, triangle):
    """Return the foot of the perpendicular on the triangle's plane if it lies in the triangle, or None."""
    a, b, c = triangle
    normal = cross(minus(b, a), minus(c, a))
    squared = dot(normal, normal)
    if squared == 0:
        return None
    foot = moved(point, normal, -dot(minus(point, a), normal) / squared)
    for p, q in ((a, b), (b, c), (c, a)):
        if dot(cross(minus(q, p), minus(foot, p)), normal) < 0:
            return None
    return foot
