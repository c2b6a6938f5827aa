"""The solids of a Quake map: brushes, which are intersections of half-spaces, and curved patches, which are Bezier surfaces."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ...core.vec3 import Vector
from .model import Paint, Piece

FARTHEST_SIDE = 2.0**20  # units; half the side of the square that a face is cut from. Smaller: large maps lose walls
ON_PLANE = 1e-4  # units; points nearer to a plane are on it. Smaller: slivers from rounding; larger: thin brushes vanish
# units; the farthest that a curved patch lies from its triangles, 1.6 cm. Smaller: more triangles; larger: arches have corners.
FLATNESS = 0.5


class Face(NamedTuple):
    normal: Vector  # unit vector, which points outward
    distance: float  # of the plane from the origin along the normal
    texture: str  # name with its folders, in small letters


def face_through(points: np.ndarray, texture: str) -> Face | None:
    """Return the Face through three points (3, 3), clockwise seen from outside, or None if they lie on a line."""
    first, middle, last = points
    return face_on(np.cross(first - middle, last - middle), middle, texture)


def face_on(outward: np.ndarray, point: np.ndarray, texture: str) -> Face | None:
    """Return the Face on the plane through a point (3,) with a normal (3,) of any length. None without a direction."""
    length = np.sqrt((outward * outward).sum())
    if not length > 0.0:
        return None
    unit = outward / length
    return Face(tuple(unit.tolist()), float((unit * point).sum()), texture)


def polygons(brush: list[Face]) -> Iterator[tuple[list[Vector], str]]:
    """Yield corners, counter-clockwise seen from outside, and texture of each face that the others do not cut away."""
    for number, (facing, distance, texture) in enumerate(brush):
        corners = square_on(facing, distance)
        for other, (cutter, reach, _) in enumerate(brush):
            if other != number and corners:
                corners = clipped_below(corners, cutter, reach)
        if len(corners) > 2:
            yield corners, texture


def square_on(normal: Vector, distance: float) -> list[Vector]:
    """Return the corners of a very large square, counter-clockwise seen from where the unit normal points to."""
    least = min(range(3), key=lambda axis: abs(normal[axis]))
    across = np.cross(np.eye(3)[least], normal)
    across *= FARTHEST_SIDE / np.sqrt((across * across).sum())
    along, middle = np.cross(normal, across), distance * np.array(normal)
    corners = (middle - across - along, middle + across - along, middle + across + along, middle - across + along)
    return [(float(x), float(y), float(z)) for x, y, z in corners]


def clipped_below(corners: list[Vector], normal: Vector, distance: float) -> list[Vector]:
    """Clip a convex polygon to the inner side of a plane. Corners on it are kept, so fewer than three have no area."""
    a, b, c = normal
    heights = [a * x + b * y + c * z - distance for x, y, z in corners]
    if max(heights) <= ON_PLANE:
        return corners
    kept = []
    for number, (here, height) in enumerate(zip(corners, heights)):
        before, other = corners[number - 1], heights[number - 1]
        if (height > ON_PLANE and other < -ON_PLANE) or (height < -ON_PLANE and other > ON_PLANE):
            share = other / (other - height)
            (x, y, z), (u, v, w) = before, here
            kept.append((x + (u - x) * share, y + (v - y) * share, z + (w - z) * share))
        if height <= ON_PLANE:
            kept.append(here)
    return kept


def piece_of(faces: list[list[Vector]], owner: int) -> Piece:
    """Return the Piece of convex polygons, each split into a fan of triangles. Coordinates are rounded to 4 decimals."""
    corners = [corner for polygon in faces for corner in polygon]
    triangles, first = [], 0
    for polygon in faces:
        triangles += [(first, first + i, first + i + 1) for i in range(1, len(polygon) - 1)]
        first += len(polygon)
    return Piece(np.round(np.array(corners), 4), np.array(triangles, np.int64), Paint(), owner)


class Patch(NamedTuple):
    """A curved patch: quadratic Bezier surfaces side by side."""

    points: np.ndarray  # (w, h, 3), w and h odd; pieces of 3 by 3 share their outermost points
    texture: str  # name with its folders, in small letters


def patch_divisions(patch: Patch) -> tuple[np.ndarray, np.ndarray]:
    """Return the numbers of parts, whole floats, of each piece along w ((w - 1) / 2,) and h ((h - 1) / 2,).

    A quadratic curve with control points p, q, r in n chords lies up to | p - 2 q + r | / 4 n^2 from them. The bends along w and
    h may make a quarter of FLATNESS each. The other half is for the twist of a cell, which has two triangles.
    """
    points = patch.points
    across, along = most_bend(points), most_bend(np.swapaxes(points, 0, 1))
    cells = points[1:, 1:] - points[:-1, 1:] - points[1:, :-1] + points[:-1, :-1]
    twist = np.sqrt((cells * cells).sum(axis=2)).reshape(len(across), 2, len(along), 2).max(axis=(1, 3))
    more = np.sqrt(np.maximum(twist / (FLATNESS / 2.0 * across[:, None] * along), 1.0))
    return np.ceil(across * more.max(axis=1)), np.ceil(along * more.max(axis=0))


def patch_triangle_count(patch: Patch) -> int:
    across, along = patch_divisions(patch)
    return 2 * int(across.sum()) * int(along.sum())


def most_bend(points: np.ndarray) -> np.ndarray:
    """Return the parts, at least 1, that the bend of each piece along the first axis needs, a fraction (pieces,)."""
    bend = points[:-2:2] - 2.0 * points[1:-1:2] + points[2::2]
    longest = np.sqrt((bend * bend).sum(axis=2)).max(axis=1)
    return np.maximum(np.sqrt(longest / FLATNESS), 1.0)


def patch_piece(patch: Patch, owner: int) -> Piece:
    """Return the Piece of a patch within FLATNESS of it, rounded to 4 decimals. Its front is along the cross product w x h."""
    across, along = patch_divisions(patch)
    points = curve_points(patch.points, across)
    points = np.swapaxes(curve_points(np.swapaxes(points, 0, 1), along), 0, 1)
    width, height, _ = points.shape
    first = (np.arange(width - 1)[:, None] * height + np.arange(height - 1)).ravel()
    right, up, far = first + height, first + 1, first + height + 1
    triangles = np.concatenate([np.stack([first, right, up], axis=1), np.stack([up, right, far], axis=1)])
    return Piece(np.round(points.reshape(-1, 3), 4), triangles, Paint(), owner)


def curve_points(points: np.ndarray, counts: np.ndarray) -> np.ndarray:
    """Return points (sum of counts + 1, h, 3) on quadratic Bezier curves along the first axis of control points (w, h, 3)."""
    rows = [points[:1]]
    for piece, count in enumerate(counts.astype(int).tolist()):
        p, q, r = points[2 * piece : 2 * piece + 3]
        t = (np.arange(1, count + 1) / count).reshape(-1, 1, 1)
        rows.append((1.0 - t) * (1.0 - t) * p + 2.0 * t * (1.0 - t) * q + t * t * r)
    return np.concatenate(rows)
