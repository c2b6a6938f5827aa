"""Closed solids of parts, as lists of faces (polygon counter-clockwise from outside, role)."""

import math
from collections.abc import Sequence

Point2 = tuple[float, float]
Point3 = tuple[float, float, float]
Face = tuple[list[Point3], str]


def extrusion(profile: Sequence[Point2], low: float, high: float, roles: Sequence[str], cap: str) -> list[Face]:
    """Extrude a profile of (y, z) points, counter-clockwise seen from +x, from x = low to x = high.

    roles[i] is the role of the side that starts at profile point i; `cap` that of both ends.
    """
    near = [(low, y, z) for y, z in profile]
    far = [(high, y, z) for y, z in profile]
    count = len(profile)
    sides = [([near[i - 1], near[i], far[i], far[i - 1]], roles[i - 1]) for i in range(count)]
    return [*sides, (near[::-1], cap), (far, cap)]


def box(low: Point3, high: Point3, top: str = "top", side: str = "side") -> list[Face]:
    """A box between two opposite corners."""
    (_, y0, z0), (_, y1, z1) = low, high
    return extrusion([(y0, z0), (y1, z0), (y1, z1), (y0, z1)], low[0], high[0], [side, side, top, side], side)


def loft(lower: Sequence[Point3], upper: Sequence[Point3], side: str, top: str, bottom: str) -> list[Face]:
    """A solid between two outlines of equal length, both counter-clockwise seen from above."""
    return [*band(lower, upper, side), (list(upper), top), (list(lower)[::-1], bottom)]


def band(lower: Sequence[Point3], upper: Sequence[Point3], role: str) -> list[Face]:
    """The faces between two closed outlines, counter-clockwise from above: their outside looks away from the middle."""
    return [([lower[i - 1], lower[i], upper[i], upper[i - 1]], role) for i in range(len(lower))]


def circle(radius: float, sides: int, z: float, start: float = 0.0) -> list[Point3]:
    """Points of a regular polygon around the z axis, counter-clockwise from above."""
    angles = [start + math.tau * i / sides for i in range(sides)]
    return [(radius * math.cos(a), radius * math.sin(a), z) for a in angles]
