"""The ground under a point: the triangle below it and the height there, for a height field and for an irregular network.

Source: Tang's lecture, terrain collision detection. The lecture's y is up; here z is up.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import fsum, ldexp
from numbers import Real
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np

from ...core.argument_checks import FARTHEST, array_of, float_rows, number, one_of, vector
from ...core.input_errors import shown
from ...core.jit import compiled, inlined
from ...core.vec3 import Vector, dot
from .outline_and_delaunay import delaunay_triangles, doubled_area, enlargement, outline

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

DIAGONALS = ("00-11", "10-01")
Weights = tuple[float, float, float]


@dataclass(frozen=True)
class GroundTriangle:
    """A triangle of the ground, counterclockwise seen from above.

    number: its row in `triangles` of its HeightField or Tin; corners: three points [m]
    As an index it is its number, and as an array it is its corners (3, 3).
    """

    number: int
    corners: tuple[Vector, Vector, Vector]

    def __index__(self) -> int:
        return self.number

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.array(self.corners, dtype)


# The formulas of the lecture


def barycentric(triangle: ArrayLike | GroundTriangle, point: ArrayLike) -> Weights:
    """Return the weights of a triangle's corners at a point, seen from above. Their sum is 1.

    triangle: (3, 3) or (3, 2) [m]; point: x, y and perhaps z [m]; z has no effect
    A weight is the area opposite to its corner over the whole area. It is negative beyond that side, exactly 0 on its line.
    Raises ValueError for other shapes, for numbers that are not finite, and for a triangle without area seen from above.
    Source: Tang's lecture, barycentric coordinates, in which the point must lie in the triangle's plane.
    """
    corners, place = corners_of(triangle), coordinates("point", point)
    larger = enlargement(max(max(values) - min(values) for values in list(zip(*corners))[:2]))
    (ax, ay, *_), (bx, by, *_), (cx, cy, *_), (x, y, *_) = ([ldexp(value, larger) for value in row] for row in (*corners, place))
    one, two, three = (
        doubled_area(bx, by, cx, cy, x, y), doubled_area(cx, cy, ax, ay, x, y), doubled_area(ax, ay, bx, by, x, y),
    )  # fmt: skip
    whole = doubled_area(ax, ay, bx, by, cx, cy)
    if whole == 0.0:
        raise ValueError(f"triangle has no area seen from above: {np.asarray(triangle).tolist()}")
    if min(one, two, three) >= 0.0 or max(one, two, three) <= 0.0:
        whole = fsum((one, two, three))  # the same up to rounding, so that the sum of the weights is 1
    return one / whole, two / whole, three / whole


def weights_along_normal(triangle: ArrayLike | GroundTriangle, point: ArrayLike) -> Weights:
    """Return the weights that the lecture's matrix gives for a point (3,) [m], in or outside the plane of a triangle (3, 3) [m].

    They belong to the foot of the point along the normal. Seen from above, this is another point if the triangle is not level.
    The determinant loses its digits in thin triangles. Raises ValueError as `barycentric` does.
    Source: Tang's lecture, barycentric coordinates for a point in a triangle's plane.
    """
    corners, place = np.array(corners_of(triangle, SPATIAL)), np.array(vector("point", point))
    larger = enlargement(float(np.ptp(corners, axis=0).max()))
    one, two, offset = np.ldexp((corners[1] - corners[0], corners[2] - corners[0], place - corners[0]), larger).tolist()
    determinant = dot(one, one) * dot(two, two) - dot(one, two) ** 2
    if determinant == 0.0:
        raise ValueError(f"triangle has no area, or its determinant is rounded to 0: {corners.tolist()}")
    first = (dot(two, two) * dot(offset, one) - dot(one, two) * dot(offset, two)) / determinant
    second = (dot(one, one) * dot(offset, two) - dot(one, two) * dot(offset, one)) / determinant
    return 1.0 - first - second, first, second


def height_by_weights(triangle: ArrayLike | GroundTriangle, x: float, y: float) -> float:
    """Return the height [m] at x, y [m] of a triangle's plane: the sum of the corners' heights times their weights.

    triangle: (3, 3) [m]. Raises ValueError as `barycentric` does.
    """
    z0, z1, z2 = (corner[2] for corner in corners_of(triangle, SPATIAL))
    _, one, two = barycentric(triangle, coordinates("x, y", (x, y), (2,)))
    return z0 + (one * (z1 - z0) + two * (z2 - z0))


def height_by_plane(triangle: ArrayLike | GroundTriangle, x: float, y: float) -> float:
    """Return the height [m] at x, y [m] of a triangle's plane: (N . P0 - Nx x - Ny y) / Nz, from the first corner P0 on.

    triangle: (3, 3) [m]. Raises ValueError as `barycentric` does, and for a vertical triangle, which has Nz = 0.
    Source: Tang's lecture, locate point on triangle.
    """
    corners = np.array(corners_of(triangle, SPATIAL))
    x, y = coordinates("x, y", (x, y), (2,))
    larger = enlargement(float(np.ptp(corners, axis=0).max()))
    normal = np.cross(*np.ldexp((corners[1] - corners[0], corners[2] - corners[0]), larger))
    if normal[2] == 0.0:
        raise ValueError(f"triangle is vertical, so it has no height at x, y: {corners.tolist()}")
    return float(corners[0, 2] - (normal[0] * (x - corners[0, 0]) + normal[1] * (y - corners[0, 1])) / normal[2])


# The two kinds of ground


class HeightField:
    """Ground with a height at each point of a regular grid, and two triangles in each cell.

    heights: (m, n) [m], m and n at least 2; heights[i, j] is the height at origin + (i * dx, j * dy)
    spacing: dx and dy [m], or one number for both; origin: x, y [m], and a z that is added to all heights if there is one
    diagonal: "00-11" or "10-01", the corners of each cell that its diagonal connects
    vertices: (m * n, 3) [m], number i * n + j; triangles: (t, 3) int64, counterclockwise seen from above
    Cell (i, j) has the triangles 2 c and 2 c + 1, c = i * (n - 1) + j. The first one contains the cell's side with the smaller y.
    Raises ValueError in one line for other shapes, for numbers that are not finite, and for a spacing that is not above 0.
    Source: Tang's lecture, height field landscape.
    """

    def __init__(self, heights: ArrayLike, spacing: ArrayLike = 1.0, origin: ArrayLike = (0.0, 0.0), diagonal: str = "00-11"):
        table = array_of("heights", heights, "iuf", "numbers")
        if table.ndim != 2 or min(table.shape) < 2:
            raise ValueError(f"heights must have shape (m, n), m and n at least 2, not {table.shape}")
        if not (np.abs(table) <= FARTHEST).all():
            i, j = np.argwhere(~(np.abs(table) <= FARTHEST))[0]
            raise ValueError(f"heights: [{i}, {j}] is not finite, or beyond {FARTHEST:g} m: {table[i, j]}")
        dx, *others = coordinates("spacing", spacing, (1, 2))
        dy = others[0] if others else dx
        if dx <= 0.0 or dy <= 0.0:
            raise ValueError(f"spacing must be one or two numbers above 0, not {shown(spacing)}")
        x0, y0, *z0 = coordinates("origin", origin)
        self.diagonal = one_of("diagonal", diagonal, DIAGONALS)
        self.heights = np.array(table, np.float64) + (z0[0] if z0 else 0.0)
        self.heights.setflags(write=False)
        self.xs, self.ys = x0 + np.arange(table.shape[0]) * dx, y0 + np.arange(table.shape[1]) * dy
        if not ((np.diff(self.xs) > 0.0).all() and (np.diff(self.ys) > 0.0).all() and max(self.xs[-1], self.ys[-1]) <= FARTHEST):
            raise ValueError(f"spacing ({dx:g}, {dy:g}) m cannot be added to the origin ({x0:g}, {y0:g}) m")

    @property
    def vertices(self) -> np.ndarray:
        x, y = np.meshgrid(self.xs, self.ys, indexing="ij")
        return np.stack((x, y, self.heights), axis=2).reshape(-1, 3)

    @property
    def triangles(self) -> np.ndarray:
        numbers = np.arange(self.heights.size).reshape(self.heights.shape)
        at = {"00": numbers[:-1, :-1], "10": numbers[1:, :-1], "01": numbers[:-1, 1:], "11": numbers[1:, 1:]}
        corners = [at[name] for triangle in self._corners() for name in triangle]
        return np.stack(corners, axis=2).reshape(-1, 3)

    def _corners(self) -> tuple[tuple[str, str, str], tuple[str, str, str]]:
        """Return the corners of both triangles of a cell, "10" for x + dx, y."""
        if self.diagonal == "00-11":
            return ("00", "10", "11"), ("00", "11", "01")
        return ("00", "10", "01"), ("10", "11", "01")

    def height(self, x: float, y: float) -> float | None:
        """Return the height [m] at x, y [m], or None outside. Raises ValueError for numbers that are not finite."""
        place = self._place(x, y)
        if place is None:
            return None
        i, j, u, v, _ = place
        (z00, z01), (z10, z11) = self.heights[i, j : j + 2].tolist(), self.heights[i + 1, j : j + 2].tolist()
        return height_in_cell((z00, z01, z10, z11), u, v, self.diagonal == "00-11")

    def heights_at(self, points: ArrayLike) -> np.ndarray:
        """Return the heights (n,) [m] at points (n, 2) [m], NaN outside. Raises ValueError as `height` does."""
        places = level_rows(points)
        found = np.empty(len(places))
        write_heights(places, (self.xs, self.ys), self.heights, self.diagonal == "00-11", found)
        return found

    def triangle(self, x: float, y: float) -> GroundTriangle | None:
        """Return the triangle below x, y [m], or None outside. On a side or a corner it is the one with the smallest number.

        Raises ValueError for numbers that are not finite.
        Source: Tang's lecture, locate triangle on height field: Qz > Qx, or Rz > 1 - Rx, in the cell.
        """
        place = self._place(x, y)
        if place is None:
            return None
        i, j, _, _, second = place
        cells = ((i + int(name[0]), j + int(name[1])) for name in self._corners()[second])
        one, two, three = ((float(self.xs[i]), float(self.ys[j]), float(self.heights[i, j])) for i, j in cells)
        return GroundTriangle(2 * (i * (len(self.ys) - 1) + j) + second, (one, two, three))

    def _place(self, x: float, y: float) -> tuple[int, int, float, float, int] | None:
        """Return (i, j) of the cell, u and v 0..1 in it, and 1 in its second triangle, else 0. None outside."""
        x, y = coordinates("x, y", (x, y), (2,))
        column, row = cell_along(self.xs, x), cell_along(self.ys, y)
        if column is None or row is None:
            return None
        (i, u), (j, v) = column, row
        return i, j, u, v, int(v > u if self.diagonal == "00-11" else u + v > 1.0)


def cell_along(borders: np.ndarray, coordinate: float) -> tuple[int, float] | None:
    """Return the number of a cell between sorted borders (n,) [m] and the place 0..1 in it, the smaller number on a border.

    Returns None outside.
    """
    if not borders[0] <= coordinate <= borders[-1]:
        return None
    cell = cell_of(borders, coordinate)
    start, end = float(borders[cell]), float(borders[cell + 1])
    return cell, (coordinate - start) / (end - start)


@inlined
def cell_of(lines: np.ndarray, coordinate: float) -> int:
    """Return the number of the cell between two of the lines that contains a coordinate [m], the smaller one on a line."""
    last = lines.shape[0] - 2
    cell = int((coordinate - lines[0]) / (lines[last + 1] - lines[0]) * (last + 1))
    cell = min(max(cell, 0), last)
    while cell < last and lines[cell + 1] < coordinate:  # the estimate is rounded, and may be one off
        cell += 1
    while cell > 0 and lines[cell] >= coordinate:
        cell -= 1
    return cell


@inlined
def height_in_cell(corners: tuple[float, float, float, float], u: float, v: float, is_rising: bool) -> float:
    """Return the height [m] at u, v 0..1 in a cell, by its corners' heights z00, z01, z10, z11 [m].

    is_rising: True if the diagonal is "00-11". Source: Tang's lecture, locate point on triangle.
    """
    z00, z01, z10, z11 = corners
    if is_rising:
        return z00 + (v * (z01 - z00) + u * (z11 - z01)) if v > u else z00 + (u * (z10 - z00) + v * (z11 - z10))
    if u + v > 1.0:
        return z11 + ((1.0 - u) * (z01 - z11) + (1.0 - v) * (z10 - z11))
    return z00 + (u * (z10 - z00) + v * (z01 - z00))


@compiled
def write_heights(
    points: np.ndarray, lines: tuple[np.ndarray, np.ndarray], heights: np.ndarray, is_rising: bool, out: np.ndarray
) -> None:
    """Write the heights [m] at points (k, 2) [m] to `out` (k,), NaN outside.

    lines: the coordinates (m,) and (n,) [m] of the grid's lines along x and y; heights: (m, n) [m]
    """
    xs, ys = lines
    for row in range(points.shape[0]):
        x, y = points[row, 0], points[row, 1]
        if not (xs[0] <= x <= xs[xs.shape[0] - 1] and ys[0] <= y <= ys[ys.shape[0] - 1]):
            out[row] = np.nan
            continue
        i, j = cell_of(xs, x), cell_of(ys, y)
        corners = heights[i, j], heights[i, j + 1], heights[i + 1, j], heights[i + 1, j + 1]
        u, v = (x - xs[i]) / (xs[i + 1] - xs[i]), (y - ys[j]) / (ys[j + 1] - ys[j])
        out[row] = height_in_cell(corners, u, v, is_rising)


class Tin:
    """Ground of triangles between irregular points (triangulated irregular network): their Delaunay triangulation in x, y.

    points: (n, 3) [m], at least three that do not lie on one line seen from above. A point that is there twice counts once.
    vertices: (n, 3) [m], the points; triangles: (t, 3) int64, counterclockwise seen from above
    neighbours: (t, 3) int64, the triangle behind the side that is opposite to each corner, or -1
    Raises ValueError in one line for other shapes and for numbers that are not finite. Points on one line and two heights at one
    place are errors, too. Source: Tang's lecture, triangulated irregular networks.
    """

    def __init__(self, points: ArrayLike):
        self.vertices = float_rows("points", points).copy()
        self.vertices.setflags(write=False)
        _, first, place = np.unique(self.vertices[:, :2], axis=0, return_index=True, return_inverse=True)
        same = first[place.reshape(-1)]
        if (self.vertices[same, 2] != self.vertices[:, 2]).any():
            row = int((self.vertices[same, 2] != self.vertices[:, 2]).argmax())
            raise ValueError(f"points: rows {same[row]} and {row} have the same x, y and different heights")
        first.sort()
        self.triangles = first[delaunay_triangles(self.vertices[first, :2])]
        if len(self.triangles) == 0:
            raise ValueError("points must not all lie on one line seen from above")
        across = {(u, v): number for number, (a, b, c) in enumerate(self.triangles.tolist()) for u, v in pairwise((b, c, a, b))}
        self.neighbours = np.array(
            [[across.get((v, u), -1) for u, v in pairwise((b, c, a, b))] for a, b, c in self.triangles.tolist()], np.int64
        )
        self._corners = self.vertices[self.triangles].tolist()
        self._across = self.neighbours.tolist()

    def height(self, x: float, y: float) -> float | None:
        """Return the height [m] at x, y [m], or None outside. Raises ValueError for numbers that are not finite."""
        found = self.triangle(x, y)
        return None if found is None else height_by_weights(found, x, y)

    def heights_at(self, points: ArrayLike) -> np.ndarray:
        """Return the heights (n,) [m] at points (n, 2) [m], NaN outside. Each search starts where the one before ended.

        Raises ValueError as `height` does.
        """
        found: list[float] = []
        start: GroundTriangle | None = None
        for x, y in level_rows(points).tolist():
            there = self.triangle(x, y, start)
            found.append(np.nan if there is None else height_by_weights(there, x, y))
            start = there or start
        return np.array(found)

    def triangle(self, x: float, y: float, start: GroundTriangle | int | None = None) -> GroundTriangle | None:
        """Return the triangle below x, y [m], or None outside. On a side or a corner it is the one with the smallest number.

        start: a triangle near the point, or its number, where the search begins. The result does not depend on it.
        Raises ValueError for numbers that are not finite, and for a start that does not exist.
        """
        path = self.walk(x, y, start)
        weights = self._areas(path[-1], x, y)
        if min(weights) < 0.0:
            return None
        number = path[-1]
        if 0.0 in weights:
            number = min(self._touched(number, x, y))
        a, b, c = self._corners[number]
        return GroundTriangle(number, ((a[0], a[1], a[2]), (b[0], b[1], b[2]), (c[0], c[1], c[2])))

    def walk(self, x: float, y: float, start: GroundTriangle | int | None = None) -> list[int]:
        """Return the numbers of the triangles on the path of the search, from the start to the last one.

        Each step crosses the side with the most negative weight. In a Delaunay triangulation no triangle is visited twice. The
        last triangle contains the point, or the point lies outside, beyond one of its sides. Raises ValueError as `triangle`.
        """
        x, y = coordinates("x, y", (x, y), (2,))
        try:
            number = 0 if start is None else index(start)
        except TypeError:
            number = -1
        if not 0 <= number < len(self.triangles) or isinstance(start, bool):
            raise ValueError(f"start must be a triangle, 0 .. {len(self.triangles) - 1}, not {shown(start)}")
        path = [number]
        while True:
            areas = self._areas(number, x, y)
            side = areas.index(min(areas))
            following = self._across[number][side]
            if areas[side] >= 0.0 or following < 0:
                return path
            number = following
            path.append(number)

    def _areas(self, number: int, x: float, y: float) -> Weights:
        """Return the weights of a triangle's corners at x, y, times twice its area."""
        (ax, ay, _), (bx, by, _), (cx, cy, _) = self._corners[number]
        return doubled_area(bx, by, cx, cy, x, y), doubled_area(cx, cy, ax, ay, x, y), doubled_area(ax, ay, bx, by, x, y)

    def _touched(self, number: int, x: float, y: float) -> set[int]:
        """Return the numbers of all triangles that contain x, y, which lies on a side or a corner of a known one."""
        found, waiting = {number}, [number]
        while waiting:
            near = waiting.pop()
            for other, weight in zip(self._across[near], self._areas(near, x, y)):
                if weight == 0.0 and other >= 0 and other not in found:
                    found.add(other)
                    waiting.append(other)
        return found


def network_within(points: ArrayLike, error: float) -> Tin:
    """Return a Tin of some of the points that is at most `error` [m] above or below each of them.

    points: (n, 3) [m], as for Tin, whose network covers them
    In each round every triangle gets its worst point, if its error is too large (greedy insertion). The worst come first.
    Raises ValueError as Tin does, and for an error that is not above 0.
    Source: Garland and Heckbert, Fast polygonal approximation of terrains and height fields (1995).
    """
    rows = float_rows("points", points)
    (most,) = coordinates("error", error, (1,))
    if most <= 0.0:
        raise ValueError(f"error must be above 0, not {shown(error)}")
    kept = outline(rows[:, :2].tolist())
    while True:
        tin = Tin(rows[kept])
        there = set(kept)  # where only rounding is above a very small error
        worst = [row for row in worst_points(tin, rows, most) if row not in there]
        if not worst:
            return tin
        kept += worst[:MOST_A_ROUND]


# Points that a round of `network_within` adds. Fewer: more rounds; more: some of them are not needed.
MOST_A_ROUND = 40
# Weight of a corner at which a point counts as on the side opposite to it. Smaller: by rounding a point on a side is in neither
# triangle, and its error is not seen; larger: errors are measured outside of the triangle.
ON_SIDE = 1e-9


def worst_points(tin: Tin, rows: np.ndarray, error: float) -> list[int]:
    """Return the row with the largest error in each triangle, if it is above `error` [m], the largest errors first.

    rows: (n, 3) [m]
    """
    found = []
    order = rows[:, 0].argsort()
    from_left = rows[order, 0]
    for a, b, c in tin.vertices[tin.triangles]:
        low, high = np.minimum(np.minimum(a, b), c), np.maximum(np.maximum(a, b), c)
        strip = order[from_left.searchsorted(low[0]) : from_left.searchsorted(high[0], "right")]
        near = np.sort(strip[(low[1] <= rows[strip, 1]) & (rows[strip, 1] <= high[1])])
        x, y, z = rows[near].T
        whole = doubled_area(a[0], a[1], b[0], b[1], c[0], c[1])
        one = ((c[0] - x) * (a[1] - y) - (c[1] - y) * (a[0] - x)) / whole
        two = ((a[0] - x) * (b[1] - y) - (a[1] - y) * (b[0] - x)) / whole
        errors = np.abs(a[2] + one * (b[2] - a[2]) + two * (c[2] - a[2]) - z)
        errors[(one < -ON_SIDE) | (two < -ON_SIDE) | (one + two > 1.0 + ON_SIDE)] = 0.0
        worst = int(errors.argmax())
        if errors[worst] > error:
            found.append((-float(errors[worst]), int(near[worst])))
    return list(dict.fromkeys(row for _, row in sorted(found)))


# Arguments


SPATIAL: tuple[tuple[int, int], ...] = ((3, 3),)
COUNTS = {(1,): "a number", (2,): "two numbers", (1, 2): "one or two numbers", (2, 3): "two or three numbers"}


def corners_of(triangle: ArrayLike | GroundTriangle, shapes: tuple[tuple[int, int], ...] = ((3, 3), (3, 2))) -> list[list[float]]:
    """Return the corners of a triangle as lists of two or three floats. Raises ValueError as `barycentric` does."""
    if isinstance(triangle, GroundTriangle):
        return [list(corner) for corner in triangle.corners]
    corners = array_of("triangle", triangle, "iuf", "numbers")
    if corners.shape not in shapes:
        raise ValueError(f"triangle must have shape {' or '.join(map(str, shapes))}, not {corners.shape}")
    if not (np.abs(corners) <= FARTHEST).all():
        raise ValueError(f"triangle is not finite, or beyond {FARTHEST:g} m: {corners.tolist()}")
    return corners.astype(np.float64).tolist()


def level_rows(points: ArrayLike) -> np.ndarray:
    """Return points as a contiguous float64 array (n, 2). n may be 0. Raises ValueError for others."""
    rows = np.asarray(array_of("points", points, "iuf", "numbers"))
    if rows.shape == (0,):
        rows = np.empty((0, 2))
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise ValueError(f"points must have shape (n, 2), not {rows.shape}")
    places = np.ascontiguousarray(rows, np.float64)
    near = (np.abs(places) <= FARTHEST).all(axis=1)  # false of NaN, too
    if not near.all():
        row = int(near.argmin())
        raise ValueError(f"points: row {row} is not finite, or beyond {FARTHEST:g} m: {places[row].tolist()}")
    return places


def coordinates(name: str, values: Any, counts: tuple[int, ...] = (2, 3)) -> list[float]:
    """Return finite numbers, as many as one of the counts, as floats. Raises ValueError with the argument's name otherwise."""
    try:
        several = [values] if isinstance(values, Real) or np.ndim(values) == 0 else values
        found = [number(value) for value in (several.tolist() if isinstance(several, np.ndarray) else several)]
    except (TypeError, ValueError, OverflowError):
        found = []
    if len(found) not in counts:
        raise ValueError(f"{name} must be {COUNTS[counts]}, not {shown(values)}")
    if not all(abs(value) <= FARTHEST for value in found):  # false of NaN, too
        raise ValueError(f"{name} must be finite and within {FARTHEST:g} m, not {shown(values)}")
    return found
