"""The brushes of a Quake map: intersections of half-spaces, and the convex polygons of their faces."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..model import Paint, Piece

FARTHEST_SIDE = 2.0**20  # units; half the side of the square that a face is cut from. Smaller: large maps lose walls
ON_PLANE = 1e-4  # units; points nearer to a plane are on it. Smaller: slivers from rounding; larger: thin brushes vanish


class Face(NamedTuple):
    """A face of a brush: its plane and its texture."""

    normal: tuple[float, float, float]  # unit vector, which points outward
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


def polygons(brush: list[Face]) -> Iterator[tuple[list[tuple[float, float, float]], str]]:
    """Yield (corners, texture) of each face of a brush. The corners (x, y, z) are counter-clockwise seen from outside.

    Faces that the planes of the other faces cut away completely are left out.
    """
    for number, (facing, distance, texture) in enumerate(brush):
        corners = square_on(facing, distance)
        for other, (cutter, reach, _) in enumerate(brush):
            if other != number and corners:
                corners = clipped_below(corners, cutter, reach)
        if len(corners) > 2:
            yield corners, texture


def square_on(normal: tuple, distance: float) -> list[tuple[float, float, float]]:
    """Return the corners of a very large square on a plane, counter-clockwise seen from the side that the normal points to.

    normal: unit vector (3,)
    distance: of the plane from the origin along its normal
    """
    least = min(range(3), key=lambda axis: abs(normal[axis]))
    across = np.cross(np.eye(3)[least], normal)
    across *= FARTHEST_SIDE / np.sqrt((across * across).sum())
    along, middle = np.cross(normal, across), distance * np.array(normal)
    corners = (middle - across - along, middle + across - along, middle + across + along, middle - across + along)
    return [(float(x), float(y), float(z)) for x, y, z in corners]


def clipped_below(corners: list, normal: tuple, distance: float) -> list:
    """Clip a convex polygon to the inner side of a plane. Return a list of corners (x, y, z).

    The list has fewer than three corners if no area is left, because corners on the plane are kept.
    corners: of the polygon, each (x, y, z)
    normal: unit vector (3,), which points outward
    distance: of the plane from the origin along its normal
    """
    a, b, c = normal
    heights = [a * x + b * y + c * z - distance for x, y, z in corners]
    if max(heights) <= ON_PLANE:
        return corners
    kept = []
    for number, (here, height) in enumerate(zip(corners, heights)):
        before, other = corners[number - 1], heights[number - 1]
        if (height > ON_PLANE and other < -ON_PLANE) or (height < -ON_PLANE and other > ON_PLANE):
            share = other / (other - height)
            kept.append(tuple(p + (q - p) * share for p, q in zip(before, here)))
        if height <= ON_PLANE:
            kept.append(here)
    return kept


def piece_of(faces: list, owner: int) -> Piece:
    """Return the Piece of convex polygons, each split into a fan of triangles. Coordinates are rounded to 4 decimals.

    faces: the polygons, lists of corners (x, y, z)
    owner: index of the polygons' object
    """
    corners = [corner for polygon in faces for corner in polygon]
    triangles, first = [], 0
    for polygon in faces:
        triangles += [(first, first + i, first + i + 1) for i in range(1, len(polygon) - 1)]
        first += len(polygon)
    return Piece(np.round(np.array(corners), 4), np.array(triangles, np.int64), Paint(), owner)
