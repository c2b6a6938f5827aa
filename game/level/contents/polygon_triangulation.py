"""Triangulation of flat polygons by ear clipping, and of the faces of mesh files.

mapbox-earcut 2.1 is not used. It takes 0.5 s instead of 16 s for a circle of 20 000 corners, but it cuts 8 047 of 8 509 outlines
of the bundled levels into other triangles. Those of stairs are 12 times as thin. For an outline that crosses itself it returns no
triangles and no error.
"""

import math
from collections.abc import Sequence

import numpy as np

from .limits import MOST_CORNER_TESTS, MOST_CORNERS, MOST_TRIANGLES, require

Point2 = tuple[float, float]
NO_EAR = -math.inf
NO_AREA = "the outline crosses itself or has no area"
# A corner this near an ear's edge, relative to the ear's longest side, lies on it. Smaller: rounding lets corners in a row (the
# treads of stairs) slip out of an ear and stay behind without area; larger: thin parts of an outline cannot be cut.
ON_EDGE = 1e-11
# From this number of corners on, numpy tests an ear against all of them at once. Smaller: a quad takes 0.2 ms instead of 0.01 ms;
# larger: a face of 20 000 corners takes minutes instead of seconds. The results are the same to the bit.
MANY = 48


class TooManyCorners(ValueError):
    pass


def triangulate(polygon: Sequence[Sequence[float]]) -> list[tuple[int, int, int]]:
    """Triangulate a simple flat polygon (n, 3) into n - 2 triangles of corner indices, in its own winding.

    The ear nearest to equilateral is clipped first, which avoids most slivers. The time grows with n * n. Raises ValueError if no
    ear is left, because the outline has no area or crosses itself, though not always, and TooManyCorners.
    """
    if len(polygon) == 3:
        return [(0, 1, 2)]
    if len(polygon) > MOST_CORNERS:
        raise TooManyCorners(f"a face has {len(polygon)} corners, at most {MOST_CORNERS} can be cut; divide it into smaller ones")
    if len(polygon) == 4:
        return halves(flattened(polygon))
    outline = Outline(flattened(polygon))
    triangles: list[tuple[int, int, int]] = []
    while len(outline.left) > 3:
        triangles.append(outline.clip_best_ear())
    a, b, c = outline.left
    return [*triangles, (a, b, c)]


def halves(flat: list[Point2]) -> list[tuple[int, int, int]]:
    """Cut a quad (4, 2) as an Outline is cut, in a fifth of the time: nine tenths of the faces of a level are quads."""
    best, quality = -1, NO_EAR
    for i in range(4):
        a, b, c, other = flat[i - 1], flat[i], flat[i - 3], flat[i - 2]
        area = turn(a, b, c)
        if area <= 0:
            continue
        longest = max(math.dist(a, b), math.dist(b, c), math.dist(c, a))
        least = -ON_EDGE * longest**2
        is_inside = turn(a, b, other) >= least and turn(b, c, other) >= least and turn(c, a, other) >= least
        if (not is_inside or other in (a, b, c)) and area / (longest * longest) > quality:
            best, quality = i, area / (longest * longest)
    if best < 0:
        raise ValueError(NO_AREA)
    first, second, third = (i for i in range(4) if i != best)
    return [((best - 1) % 4, best, (best + 1) % 4), (first, second, third)]


class Outline:
    """The corners of an outline, counter-clockwise, that are not clipped yet, and the quality of the ear at each of them."""

    def __init__(self, flat: list[Point2]):
        self.flat = flat
        self.left = list(range(len(flat)))
        self.tested = 0
        if len(flat) >= MANY:
            self.x, self.y = np.array(flat).T.copy()  # coordinates of the remaining corners
        self.quality = np.array([self.ear_quality(i) for i in self.left])

    def clip_best_ear(self) -> tuple[int, int, int]:
        """Remove the best ear's middle corner from `left`, and return its corners. Raises as `triangulate`."""
        best = int(self.quality.argmax())
        if self.quality[best] == NO_EAR:
            self.quality[:] = [self.ear_quality(i) for i in range(len(self.left))]
            best = int(self.quality.argmax())
        if self.quality[best] == NO_EAR:
            raise ValueError(NO_AREA)
        ear = self.corners_at(best)
        del self.left[best]
        self.quality = without(self.quality, best)
        if len(self.left) >= MANY:
            self.x, self.y = without(self.x, best), without(self.y, best)
        for i in (best - 1, best % len(self.left)):
            self.quality[i] = self.ear_quality(i)
        return ear

    def ear_quality(self, i: int) -> float:
        """Return the roundness of the triangle at `left[i]` and its two neighbours, or NO_EAR if it cannot be clipped."""
        a, b, c = (self.flat[corner] for corner in self.corners_at(i))
        if turn(a, b, c) <= 0:
            return NO_EAR
        holds = self.holds_one_of_many if len(self.left) >= MANY else self.holds_a_point
        return NO_EAR if holds(a, b, c) else roundness(a, b, c)

    def corners_at(self, i: int) -> tuple[int, int, int]:
        return self.left[i - 1], self.left[i], self.left[(i + 1) % len(self.left)]

    def holds_a_point(self, a: Point2, b: Point2, c: Point2) -> bool:
        """True if another remaining corner lies in triangle abc or on its edges. Corners equal to a, b or c do not count."""
        least = edge_tolerance(a, b, c)
        for index in self.left:
            p = self.flat[index]
            if p in (a, b, c):
                continue
            if turn(a, b, p) >= least and turn(b, c, p) >= least and turn(c, a, p) >= least:
                return True
        return False

    def holds_one_of_many(self, a: Point2, b: Point2, c: Point2) -> bool:
        """As `holds_a_point`, of all corners at once by numpy. Raises TooManyCorners if the outline takes too long."""
        self.tested += len(self.left)
        if self.tested > MOST_CORNER_TESTS:
            raise TooManyCorners(f"a face of {len(self.flat)} corners takes too long to cut; divide it into smaller ones")
        least, x, y = edge_tolerance(a, b, c), self.x, self.y
        for start, end in ((a, b), (b, c), (c, a)):
            inside = np.flatnonzero(turn(start, end, (x, y)) >= least)
            x, y = x[inside], y[inside]
        return any(p not in (a, b, c) for p in zip(x.tolist(), y.tolist()))


def without(numbers: np.ndarray, index: int) -> np.ndarray:
    numbers[index:-1] = numbers[index + 1 :]
    return numbers[:-1]


def edge_tolerance(a: Point2, b: Point2, c: Point2) -> float:
    """Return the least `turn` for which a point counts as inside an edge of abc, slightly below 0 for rounding."""
    return -ON_EDGE * max(math.dist(a, b), math.dist(b, c), math.dist(c, a)) ** 2


def newell_normal(polygon: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Return the normal of a polygon (n, 3), as long as twice its area. Newell's method is right for concave outlines, too."""
    x = y = z = 0.0
    for (ax, ay, az), (bx, by, bz) in zip(polygon, (*polygon[1:], polygon[0])):
        x += (ay - by) * (az + bz)
        y += (az - bz) * (ax + bx)
        z += (ax - bx) * (ay + by)
    return x, y, z


def flattened(polygon: Sequence[Sequence[float]]) -> list[Point2]:
    """Project a polygon (n, 3) to points (x, y), counter-clockwise, by dropping the axis along which its normal is longest."""
    normal = newell_normal(polygon)
    axis = max(range(3), key=lambda i: abs(normal[i]))
    u, v = ((1, 2), (2, 0), (0, 1))[axis]
    if normal[axis] < 0:
        u, v = v, u
    return [(float(point[u]), float(point[v])) for point in polygon]


def turn(a: Point2, b: Point2, c: Point2) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def roundness(a: Point2, b: Point2, c: Point2) -> float:
    """Return twice the area of abc divided by the square of its longest side. It is largest for the equilateral triangle."""
    longest = max(math.dist(a, b), math.dist(b, c), math.dist(c, a))
    return turn(a, b, c) / (longest * longest)


def face_triangles(corners: np.ndarray, positions: np.ndarray, first: int = 0) -> np.ndarray:
    """Cut n faces with as many corners each into triangles (t, 3), in their order except for `split_quads`.

    corners: vertex indices (n, size), none of fewer than three; positions: (v, 3); first: number of the first vertex, 0 or 1, for
    messages. Raises ValueError if a face names a vertex that does not exist, or for too many triangles or corners.
    """
    count, size = corners.shape
    if size < 3:
        return np.zeros((0, 3), np.int64)
    bad = (corners < 0) | (corners >= len(positions))
    if bad.any():
        raise ValueError(f"a face names vertex {corners[bad][0] + first}, there are {len(positions)}")
    require(count * (size - 2), MOST_TRIANGLES, "triangles")
    if size > 4:
        require(count * size * size / 2, MOST_CORNER_TESTS, "corners to test while faces are cut", "divide them into triangles")
    if size == 3:
        return corners
    return split_quads(corners, positions) if size == 4 else split_polygons(corners, positions)


def split_quads(corners: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Split quads (n, 4) into triangles (2 n, 3), all first ones, then all second ones.

    The diagonal joins the first and the third corner, unless one of the other two bends inward or is not finite.
    """
    a, b, c, d = (positions[corners[:, i]] for i in range(4))
    normal = np.cross(c - a, d - b)
    first, second = np.cross(b - a, c - a), np.cross(c - a, d - a)
    along_ac = (np.sum(first * normal, axis=1) >= 0.0) & (np.sum(second * normal, axis=1) >= 0.0)
    finite = np.isfinite(positions[corners]).all(axis=2)
    along_ac = (along_ac | ~finite[:, [0, 2]].all(axis=1)) & finite[:, [1, 3]].all(axis=1)
    turned = np.where(along_ac[:, None], corners, np.roll(corners, -1, axis=1))
    return np.concatenate([turned[:, [0, 1, 2]], turned[:, [0, 2, 3]]])


def split_polygons(corners: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Split polygons (n, size) into triangles (t, 3) by ear clipping, which is right for concave outlines, too.

    A face that `triangulate` refuses becomes a fan. One with a corner that is not finite becomes a fan from it, so that all its
    triangles are dropped later. Raises TooManyCorners.
    """
    fan = [(0, i, i + 1) for i in range(1, corners.shape[1] - 1)]
    triangles = []
    for face in corners:
        bad = np.flatnonzero(~np.isfinite(positions[face]).all(axis=1))
        if len(bad):
            triangles += [np.roll(face, -bad[0])[list(triangle)] for triangle in fan]
            continue
        try:
            cut = triangulate(positions[face].tolist())
        except TooManyCorners:
            raise
        except ValueError:
            cut = fan
        triangles += [face[list(triangle)] for triangle in cut]
    return np.array(triangles)


def unstripped(corners: np.ndarray) -> np.ndarray:
    """Return the triangles (n - 2, 3) of a strip of n corners. Every second one is reversed to keep the winding."""
    triangles = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
    triangles[1::2] = triangles[1::2, [1, 0, 2]]
    return triangles


def unfanned(corners: np.ndarray) -> np.ndarray:
    return np.stack([np.full(len(corners) - 2, corners[0]), corners[1:-1], corners[2:]], axis=1)
