"""The picking program of the FreeBASIC forum (dodicat, April 2020): a triangle under the mouse, as printed and repaired.

The screen is the plane z = 0, its y axis points down, and z leads into the screen; lengths are pixels. The program takes the foot
of the perpendicular from the mouse to the triangle's plane. A winding number decides if it is inside, in x and y alone.

| what | printed | true |
|---|---|---|
| foot | p + distance * n, which lies on the other side of p | p - distance * n |
| winding number | in our copy the `Else` is lost, so an edge downwards is asked in the wrong case | with `Else` |
| the question | the foot, in x and y | what the eye sees under the mouse: the ray, or the drawn triangle |
"""

from functools import lru_cache
from math import inf

import numpy as np

from ...core.elementary_functions import product

# The program's triangle and eye. Its second corner goes into the screen with the mouse wheel; the eye stands over the centroid of
# the drawn triangle.
TRIANGLE = np.array([[20.0, 20.0, 0.0], [500.0, 300.0, 0.0], [200.0, 500.0, 0.0]])
EYE_DISTANCE = 500.0
ALMOST_ZERO = 1e-20  # as printed, in place of a zero that would be divided by


def triangle_at(depth: float) -> np.ndarray:
    """Return the program's triangle, corners (3, 3), with its second corner at a depth in the screen."""
    corners = TRIANGLE.copy()
    corners[1, 2] = depth
    return corners


def own_eye() -> np.ndarray:
    """Return the program's eye (3,) before the flat triangle's centroid. Its z is its distance before the screen, outwards."""
    x, y, _ = TRIANGLE.sum(axis=0) / 3.0
    return np.array([x, y, EYE_DISTANCE])


def perspective(points: np.ndarray, eye: np.ndarray) -> np.ndarray:
    """Return where points (n, 3) are drawn, (n, 3), for an eye (3,): w = 1 + z / e_z, then (p - e) / w + e."""
    w = 1.0 + points[:, 2:] / eye[2]
    return (points - eye) / np.where(w == 0.0, ALMOST_ZERO, w) + eye


def plane_normal(corners: np.ndarray) -> np.ndarray:
    """Return the unit normal (3,) of a triangle, corners (3, 3), as the program computes it; zero for a flat line."""
    normal = np.cross(corners[0] - corners[1], corners[1] - corners[2])
    size = float(np.sqrt(product(normal, normal)))
    return normal / (size or ALMOST_ZERO)


def feet(corners: np.ndarray, points: np.ndarray, is_repaired: bool = True) -> tuple[np.ndarray, np.ndarray]:
    """Return (feet (n, 3), signed distances (n,)) of points (n, 3) on a triangle's plane. Printed feet are on the other side."""
    normal = plane_normal(corners)
    distances = product(points - corners[0], normal)
    return points + (-distances if is_repaired else distances)[:, None] * normal, distances


def winding_numbers(corners: np.ndarray, points: np.ndarray, has_else: bool = True) -> np.ndarray:
    """Return how often the border of a polygon winds around each point, (n,). points: (n, 2)

    corners: (k, 2) or more columns, or (k, 2, n) for a polygon of its own a point

    has_else: False for our copy of the program, which has lost this line
    """
    x, y = points[:, 0], points[:, 1]
    numbers = np.zeros(len(points), int)
    for first, second in zip(corners, [*corners[1:], corners[0]]):
        side = (first[0] - second[0]) * (y - second[1]) - (x - second[0]) * (first[1] - second[1])
        starts_above = first[1] <= y
        numbers += starts_above & (second[1] > y) & (side > 0.0)
        numbers -= (~starts_above if has_else else starts_above) & (second[1] <= y) & (side < 0.0)
    return numbers


def is_picked(corners: np.ndarray, mouse: np.ndarray, is_repaired: bool = True) -> np.ndarray:
    """Return, (n,), if the program finds the triangle under mouse places (n, 2): the feet in x and y, by the winding number.

    is_repaired: with the `Else` and the foot on the plane; the question is the program's all the same
    """
    on_plane, _ = feet(corners, np.column_stack([mouse, np.zeros(len(mouse))]), is_repaired)
    return winding_numbers(corners, on_plane[:, :2], is_repaired) != 0


def is_seen(corners: np.ndarray, mouse: np.ndarray, eye: np.ndarray) -> np.ndarray:
    """Return, (n,), if an eye (3,) sees the triangle at places (n, 2) of the screen, which are then in the drawn triangle."""
    return winding_numbers(perspective(corners, eye), mouse) != 0


def ray_hit(corners: np.ndarray, mouse: np.ndarray, eye: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (points (..., 3), weights (..., 3), distances from the eye) where rays from an eye through the screen meet a plane.

    corners: (3, 3) of the triangle in the plane; mouse: places on the screen (..., 2)
    A ray is outside of the triangle if a weight is below zero. A ray along the plane has nan, nan and inf.
    """
    start = np.array([eye[0], eye[1], -eye[2]])
    ways = np.concatenate([mouse, np.zeros((*mouse.shape[:-1], 1))], axis=-1) - start
    normal = plane_normal(corners)
    approach = product(ways, normal)
    points = start + (product(corners[0] - start, normal) / np.where(approach == 0.0, np.nan, approach))[..., None] * ways
    x, y, z = np.moveaxis(points - start, -1, 0)
    distances = np.where(approach == 0.0, inf, np.sqrt(x * x + y * y + z * z))
    return points, weights(corners, points), distances


def weights(corners: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Return the barycentric weights (..., 3) of points (..., 3) of a triangle's plane: signed areas over the triangle's."""
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    starts, ends = corners[[1, 2, 0]], corners[[2, 0, 1]]
    return product(np.cross(ends - starts, points[..., None, :] - starts), normal) / product(normal, normal)


# The disagreement of program and eye


def accepted_triangle(corners: np.ndarray) -> np.ndarray:
    """Return the mouse places, corners (3, 2), that the repaired program takes for the triangle: their feet are its corners."""
    normal = plane_normal(corners)
    # The foot's x and y are those of the mouse, less their part along the normal's x and y. This is the inverse map.
    places = corners[:, :2] - product(corners[0], normal) * normal[:2]
    return places + product(places, normal[:2])[:, None] * normal[:2] / normal[2] ** 2


@lru_cache(maxsize=256)
def disagreement(depth: float, screen: float) -> float:
    """Return the area over which the repaired program and its own eye disagree, over that of the drawn triangle.

    depth: of the second corner; screen: side of a square screen, at which everything is cut off
    """
    corners = triangle_at(depth)
    square = np.array([[0.0, 0.0], [screen, 0.0], [screen, screen], [0.0, screen]])
    drawn = clipped(square, perspective(corners, own_eye())[:, :2])
    taken = clipped(square, accepted_triangle(corners))
    return (area(drawn) + area(taken) - 2.0 * area(clipped(drawn, accepted_triangle(corners)))) / area(drawn)


def area(polygon: np.ndarray) -> float:
    """Return the area of a polygon (k, 2)."""
    if len(polygon) < 3:
        return 0.0
    x, y = polygon.T
    return abs(float(product(x, np.roll(y, -1)) - product(y, np.roll(x, -1)))) / 2.0


def clipped(polygon: np.ndarray, by: np.ndarray) -> np.ndarray:
    """Return the part of a convex polygon (k, 2) in another one (m, 2), of either winding."""
    turn = np.sign((by[1] - by[0])[0] * (by[2] - by[0])[1] - (by[1] - by[0])[1] * (by[2] - by[0])[0])
    kept = [np.asarray(point, float) for point in polygon]
    for start, end in zip(by, np.roll(by, -1, axis=0)):
        sides = [turn * float((end - start)[0] * (p - start)[1] - (end - start)[1] * (p - start)[0]) for p in kept]
        points, kept = kept, []
        for k, (point, side) in enumerate(zip(points, sides)):
            before, last = points[k - 1], sides[k - 1]
            if (last >= 0.0) != (side >= 0.0):
                kept.append(before + (point - before) * last / (last - side))
            if side >= 0.0:
                kept.append(point)
    return np.array(kept).reshape(-1, 2)
