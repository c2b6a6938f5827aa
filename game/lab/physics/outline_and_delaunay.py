"""Points in a plane: their outline (convex hull), and their Delaunay triangulation.

No circle through the corners of a Delaunay triangle contains another point.

The arithmetic is exact: a coordinate is an integer number of one small unit. So points on one line or on one circle, duplicates
and a great distance from the origin are no special cases.
Source: Lawson, Software for C1 surface interpolation (1977), exchange of diagonals.
"""

from __future__ import annotations

from math import frexp

import numpy as np

# Relative to its two products, an area below this is computed exactly. Smaller: thin triangles lose digits, and below 3.4e-16
# signs are wrong (Shewchuk 1997, adaptive predicates); larger: slower.
CANCELLED = 1e-6
UNDERFLOW = 1e-290  # [m2]. Smaller: products lose their digits near 1e-308; larger: small triangles are slower

TINY = 1e-30  # [m]. Smaller: areas and their squares are 0; larger: nothing breaks
MOST_ENLARGED = 900  # Smaller: areas of the smallest bodies are 0; larger: coordinates overflow


def enlargement(size: float) -> int:
    """Return the power of 2 by which something of a size [m] is enlarged so that no area is rounded to 0. Usually it is 0."""
    return min(-frexp(size)[1], MOST_ENLARGED) if 0.0 < size < TINY else 0


def doubled_area(ax: float, ay: float, bx: float, by: float, cx: float, cy: float) -> float:
    """Return twice the area [m2] of a triangle, negative if it is clockwise. The sign is exact, and 0 only on one line.

    An area below 1e-300, as of a triangle with sides of 1e-150 m, may be returned as 1e-300: its sign is right, its size is not.
    """
    left, right = (ax - cx) * (by - cy), (ay - cy) * (bx - cx)
    area = left - right
    if abs(area) > CANCELLED * (abs(left) + abs(right)) + UNDERFLOW:
        return area
    ratios = [value.as_integer_ratio() for value in (ax, ay, bx, by, cx, cy)]
    units = max(below for _, below in ratios)
    px, py, qx, qy, rx, ry = (above * (units // below) for above, below in ratios)
    exact = (px - rx) * (qy - ry) - (py - ry) * (qx - rx)
    return exact / (units * units) or (1e-300 if exact > 0 else -1e-300 if exact < 0 else 0.0)


def outline(places: list[list[float]]) -> list[int]:
    """Return the numbers of the corners of the convex hull of points in a plane, counterclockwise, none between two others.

    places: x, y [m] of each point. Source: Andrew, Another efficient algorithm for convex hulls in two dimensions (1979).
    """
    order = sorted(range(len(places)), key=places.__getitem__)
    found: list[int] = []
    for line in (order, order[::-1]):
        chain: list[int] = []
        for here in line:
            while len(chain) > 1 and doubled_area(*places[chain[-2]], *places[chain[-1]], *places[here]) <= 0.0:
                chain.pop()
            chain.append(here)
        found += chain
    return list(dict.fromkeys(found))


def delaunay_triangles(points: np.ndarray) -> np.ndarray:
    """Return the triangles (t, 3) int64, numbers of points, counterclockwise, the smallest number first, sorted.

    points: (n, 2) [m], finite, no two the same
    Four points on a circle have two triangulations. Either is a result. There is no triangle if all points lie on one line.
    """
    places, _ = integer_places(points)
    order = sorted(range(len(places)), key=places.__getitem__)
    apexes = Triangulation(places)
    apexes.add_from_left_to_right(order)
    apexes.exchange_diagonals(list(apexes.third))
    triangles = sorted({smallest_first(u, v, w) for (u, v), w in apexes.third.items()})
    return np.array(triangles, np.int64).reshape(-1, 3)


def integer_places(points: np.ndarray) -> tuple[list[tuple[int, ...]], int]:
    """Return points (n, k) as integers, exactly, from the first point on, and how many of their units are 1 [1/m]."""
    ratios = [[value.as_integer_ratio() for value in row] for row in points.tolist()]
    units = max((below for row in ratios for _, below in row), default=1)
    places = [[above * (units // below) for above, below in row] for row in ratios]
    return [tuple(x - x0 for x, x0 in zip(place, places[0])) for place in places], units  # smaller numbers are quicker


def smallest_first(u: int, v: int, w: int) -> tuple[int, int, int]:
    """Return a triangle with the smallest number first, in the same direction."""
    return min((u, v, w), (v, w, u), (w, u, v))


class Triangulation:
    """Triangles of a plane, by their edges.

    places: exact places of the points
    third: {(u, v): w} of each counterclockwise triangle u, v, w, three times
    """

    def __init__(self, places: list[tuple[int, ...]]) -> None:
        self.places = places
        self.third: dict[tuple[int, int], int] = {}

    def add(self, u: int, v: int, w: int) -> None:
        self.third[u, v], self.third[v, w], self.third[w, u] = w, u, v

    def side(self, u: int, v: int, w: int) -> int:
        """Return a number above 0 if w lies left of the line from u to v, 0 on it, and below 0 right of it."""
        (ux, uy), (vx, vy), (wx, wy) = self.places[u], self.places[v], self.places[w]
        return (vx - ux) * (wy - uy) - (vy - uy) * (wx - ux)

    def is_in_circle(self, u: int, v: int, w: int, other: int) -> bool:
        """True if a point lies inside the circle through the corners of a counterclockwise triangle, and not on it."""
        (ux, uy), (vx, vy), (wx, wy), (x, y) = self.places[u], self.places[v], self.places[w], self.places[other]
        ux, uy, vx, vy, wx, wy = ux - x, uy - y, vx - x, vy - y, wx - x, wy - y
        one, two, three = ux * ux + uy * uy, vx * vx + vy * vy, wx * wx + wy * wy
        return one * (vx * wy - vy * wx) + two * (wx * uy - wy * ux) + three * (ux * vy - uy * vx) > 0

    def add_from_left_to_right(self, order: list[int]) -> None:
        """Add triangles between each point and the sides of the hull that it sees. Each point lies outside the hull before it.

        order: the points, sorted by x, then by y
        """
        apart = next((k for k in range(2, len(order)) if self.side(order[0], order[1], order[k])), None)
        if apart is None:
            return
        base = order[:apart]
        if self.side(order[0], order[1], order[apart]) < 0:
            base.reverse()
        after: dict[int, int] = {}  # the next point on the hull, counterclockwise
        before: dict[int, int] = {}
        ring = [*base, order[apart]]
        for k, point in enumerate(ring):
            after[ring[k - 1]], before[point] = point, ring[k - 1]
        for u, v in zip(base, base[1:]):
            self.add(u, v, order[apart])
        for last, point in zip(order[apart:], order[apart + 1 :]):
            first = end = last
            while self.side(end, after[end], point) < 0:
                self.add(after[end], end, point)
                end = after[end]
            while self.side(before[first], first, point) < 0:
                self.add(first, before[first], point)
                first = before[first]
            after[first], before[point], after[point], before[end] = point, first, end, point

    def exchange_diagonals(self, waiting: list[tuple[int, int]]) -> None:
        """Exchange the diagonal of two triangles if a circle contains a point. Go on with their sides until none does."""
        while waiting:
            u, v = waiting.pop()
            w, x = self.third.get((u, v)), self.third.get((v, u))
            if w is None or x is None or not self.is_in_circle(u, v, w, x):
                continue
            del self.third[u, v], self.third[v, u]
            self.add(w, u, x)
            self.add(x, v, w)
            waiting += ((u, x), (x, v), (v, w), (w, u))
