"""Closed solids of parts, as lists of faces. A face is a pair of a polygon, counter-clockwise seen from outside, and its role."""

import math
from collections.abc import Sequence

from ...core.elementary_functions import cos, sin

Point2 = tuple[float, float]
Point3 = tuple[float, float, float]
Face = tuple[list[Point3], str]


def extrusion(profile: Sequence[Point2], low: float, high: float, roles: Sequence[str], cap: str) -> list[Face]:
    """Return the faces of a profile extruded from x = low to x = high.

    profile: points (y, z) [m], counter-clockwise seen from +x
    roles: roles[i] is the role of the side face that starts at profile[i]
    cap: role of both end faces
    """
    near = [(low, y, z) for y, z in profile]
    far = [(high, y, z) for y, z in profile]
    count = len(profile)
    sides = [([near[i - 1], near[i], far[i], far[i - 1]], roles[i - 1]) for i in range(count)]
    return [*sides, (near[::-1], cap), (far, cap)]


def box(low: Point3, high: Point3, top: str = "top", side: str = "side") -> list[Face]:
    """Return the six faces of a box that is parallel to the axes.

    low, high: lowest and highest corner (x, y, z) [m]
    top, side: roles of the top face and of all other faces
    """
    (_, y0, z0), (_, y1, z1) = low, high
    return extrusion([(y0, z0), (y1, z0), (y1, z1), (y0, z1)], low[0], high[0], [side, side, top, side], side)


def loft(lower: Sequence[Point3], upper: Sequence[Point3], side: str, top: str, bottom: str) -> list[Face]:
    """Return the faces of a solid between two outlines with the same number of points.

    lower, upper: points (x, y, z) [m] of the outlines, counter-clockwise seen from above
    side, top, bottom: roles of the faces
    """
    return [*band(lower, upper, side), (list(upper), top), (list(lower)[::-1], bottom)]


def band(lower: Sequence[Point3], upper: Sequence[Point3], role: str) -> list[Face]:
    """Return the side faces between two closed outlines with the same number of points.

    lower, upper: points (x, y, z) [m] of the outlines, counter-clockwise seen from above
    role: role of all faces
    """
    return [([lower[i - 1], lower[i], upper[i], upper[i - 1]], role) for i in range(len(lower))]


def circle(radius: float, sides: int, z: float, start: float = 0.0) -> list[Point3]:
    """Return the corners (x, y, z) [m] of a regular polygon around the z axis, counter-clockwise seen from above.

    radius: distance of the corners from the axis [m]
    sides: number of corners
    z: height of the corners [m]
    start: angle of the first corner from +x [rad]
    """
    angles = [start + math.tau * i / sides for i in range(sides)]
    return [(radius * cos(a), radius * sin(a), z) for a in angles]
