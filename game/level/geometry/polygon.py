"""Cutting a flat polygon into triangles by clipping ears; concave outlines and points along an edge are fine."""

import math
from collections.abc import Sequence

Point2 = tuple[float, float]
NO_EAR = -math.inf
# A corner this near an ear's edge, relative to the ear's longest side, lies on it. Smaller: rounding lets corners in a row (the
# treads of stairs) slip out of an ear and stay behind without area; larger: thin parts of an outline cannot be cut.
ON_EDGE = 1e-11


def triangulate(polygon: Sequence[Sequence[float]]) -> list[tuple[int, int, int]]:
    """Triangles (n - 2 corner numbers) of a simple flat polygon of n points (n, 3), in the polygon's own winding.

    The roundest ear is clipped first, so that slivers are left only where nothing else is possible.
    ValueError when the outline crosses itself or has no area.
    """
    if len(polygon) == 3:
        return [(0, 1, 2)]
    flat, left, triangles = flattened(polygon), list(range(len(polygon))), []
    quality = [ear_quality(flat, left, i) for i in range(len(left))]
    while len(left) > 3:
        ear = best_ear(flat, left, quality)
        triangles.append(corners_at(left, ear))
        del left[ear], quality[ear]
        for i in (ear - 1, ear % len(left)):
            quality[i] = ear_quality(flat, left, i)
    return triangles + [tuple(left)]


def best_ear(flat: list[Point2], left: list[int], quality: list[float]) -> int:
    """The place in `left` of the roundest ear; when none is known, all are looked at afresh."""
    if max(quality) == NO_EAR:
        quality[:] = [ear_quality(flat, left, i) for i in range(len(left))]
    best = max(range(len(left)), key=quality.__getitem__)
    if quality[best] == NO_EAR:
        raise ValueError("the outline crosses itself or has no area")
    return best


def ear_quality(flat: list[Point2], left: list[int], i: int) -> float:
    """How round the triangle at corner i of what is left is; NO_EAR when it cannot be clipped."""
    a, b, c = (flat[corner] for corner in corners_at(left, i))
    if turn(a, b, c) <= 0 or holds_a_point(flat, left, a, b, c):
        return NO_EAR
    return roundness(a, b, c)


def corners_at(left: list[int], i: int) -> tuple[int, int, int]:
    return left[i - 1], left[i], left[(i + 1) % len(left)]


def newell_normal(polygon: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Twice the polygon's area along its normal: right for concave outlines too (Newell's method)."""
    x = y = z = 0.0
    for (ax, ay, az), (bx, by, bz) in zip(polygon, (*polygon[1:], polygon[0])):
        x += (ay - by) * (az + bz)
        y += (az - bz) * (ax + bx)
        z += (ax - bx) * (ay + by)
    return x, y, z


def flattened(polygon: Sequence[Sequence[float]]) -> list[Point2]:
    """The polygon in 2D, counter-clockwise: drop the axis its normal is longest along."""
    normal = newell_normal(polygon)
    axis = max(range(3), key=lambda i: abs(normal[i]))
    u, v = ((1, 2), (2, 0), (0, 1))[axis]
    if normal[axis] < 0:
        u, v = v, u
    return [(float(point[u]), float(point[v])) for point in polygon]


def turn(a: Point2, b: Point2, c: Point2) -> float:
    """Twice the signed area of abc, positive when counter-clockwise."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def roundness(a: Point2, b: Point2, c: Point2) -> float:
    """Area over the longest side squared: largest for the equilateral triangle."""
    longest = max(math.dist(a, b), math.dist(b, c), math.dist(c, a))
    return turn(a, b, c) / longest**2


def holds_a_point(flat: list[Point2], left: list[int], a: Point2, b: Point2, c: Point2) -> bool:
    """Whether another corner lies in triangle abc or on its edges; the ear's own corners do not count."""
    least = -ON_EDGE * max(math.dist(a, b), math.dist(b, c), math.dist(c, a)) ** 2
    for index in left:
        p = flat[index]
        if p in (a, b, c):
            continue
        if turn(a, b, p) >= least and turn(b, c, p) >= least and turn(c, a, p) >= least:
            return True
    return False
