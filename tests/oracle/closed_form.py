"""The second oracle: all roots of the contact's equations, at 50 digits, for the plane, three cylinders and three spheres.

The first valid root is the contact. Vectors are lists of mpf in eSpace, and an interval is (entry, exit) in fractions of the
displacement.
"""

from __future__ import annotations

from math import nan

from mpmath import mp, mpf, sqrt

from tests.oracle.distance import cross, dot, minus, moved
from tests.oracle.verdict import Verdict

DIGITS = 50


def closed_form(triangle, start, displacement) -> Verdict:
    """Return the Verdict on the sweep of a unit sphere against a triangle. The arguments are floats, which are taken as exact."""
    with mp.workdps(DIGITS):
        corners = [[mpf(float(x)) for x in corner] for corner in triangle]
        start, velocity = ([mpf(float(x)) for x in vector] for vector in (start, displacement))
        roots = face_roots(corners, start, velocity)
        for one, other in ((0, 1), (1, 2), (2, 0)):
            roots += edge_roots(corners[one], corners[other], start, velocity)
        for corner in corners:
            roots += corner_roots(corner, start, velocity)
        return verdict(roots)


def verdict(roots) -> Verdict:
    """Return the Verdict for all intervals during which the sphere overlaps a feature of the triangle.

    The sphere overlaps the triangle during the hull of these intervals, because that set is convex along a line.
    """
    if not roots:
        return Verdict("miss", None, nan)
    entry, leave = min(first for first, _ in roots), max(last for _, last in roots)
    if leave <= 0 or entry > 1:
        return Verdict("miss", None, nan)
    return Verdict("hit", entry, nan) if entry >= 0 else Verdict("embed", None, nan)


def quadratic(a, half_b, c):
    """Return [(lower root, higher root)] of a t^2 + 2 half_b t + c = 0, or [] if there is none."""
    discriminant = half_b * half_b - a * c
    if a == 0 or discriminant <= 0:
        return []
    root = sqrt(discriminant)
    return [((-half_b - root) / a, (-half_b + root) / a)]


def corner_roots(corner, start, velocity):
    """Return the interval during which a corner is nearer than 1 to the centre, as a list of one or none."""
    offset = minus(start, corner)
    return quadratic(dot(velocity, velocity), dot(velocity, offset), dot(offset, offset) - 1)


def edge_roots(a, b, start, velocity):
    """Return the entry into the cylinder around an edge and the exit, as empty intervals (t, t), if they lie beside the edge."""
    edge, offset = minus(b, a), minus(start, a)
    squared = dot(edge, edge)
    if squared == 0:
        return []
    across, away = cross(velocity, edge), cross(offset, edge)
    found = quadratic(dot(across, across), dot(across, away), dot(away, away) - squared)
    times = [t for pair in found for t in pair]
    return [(t, t) for t in times if 0 <= dot(moved(offset, velocity, t), edge) <= squared]


def face_roots(corners, start, velocity):
    """Return the fractions t at which the centre is 1 from the plane with its foot in the triangle, as empty intervals (t, t)."""
    a, b, c = corners
    normal = cross(minus(b, a), minus(c, a))
    size = sqrt(dot(normal, normal))
    speed = dot(normal, velocity)
    if size == 0 or speed == 0:
        return []
    found = []
    for side in (-1, 1):
        t = (side * size - dot(normal, minus(start, a))) / speed
        foot = moved(moved(start, velocity, t), normal, -side / size)
        if all(dot(cross(minus(q, p), minus(foot, p)), normal) >= 0 for p, q in ((a, b), (b, c), (c, a))):
            found.append((t, t))
    return found
