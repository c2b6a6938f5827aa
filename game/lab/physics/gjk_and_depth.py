"""Sums and differences of convex bodies, their distance, and their depth.

Two bodies X and Y have a common point if, and only if, the origin lies in the difference X - Y. So the distance of the bodies is
the origin's distance from the difference, and their depth is its depth in it.
Tang's lecture, Minkowski sum, tests a point in the sum X + Y. This is right only for a Y that is its own mirror image through
a point, as a box is.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from itertools import product as pairs_of
from numbers import Integral
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...core.argument_checks import float_rows, vector
from ...core.elementary_functions import product, solution
from ...core.input_errors import shown
from ...core.vec3 import UP, Vector, add, cross, dot, length, scale, sub
from .convex_hull import Polyhedron, across, affine_basis, cross_products, lengths, unit_rows
from .outline_and_delaunay import enlargement, integer_places

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    Convex = Polyhedron | ArrayLike

MOST_STEPS = 64  # of GJK. Fewer: round bodies are not finished; more: nothing is gained after rounding has stopped the progress
# Relative progress below which GJK ends. Smaller: it tries in vain; larger: the distance loses digits.
PROGRESS = 1e-15
# Distance that counts as 0, relative to the size of the bodies. Smaller: bodies that touch are apart by rounding; larger: real
# gaps are lost.
NO_DISTANCE = 1e-14
# Distance over size below which GJK goes on in exact numbers. Smaller: a small distance has a wrong direction; larger: slower.
NEAR = 1e-3
SMALL = 1e-9  # volume of a simplex, relative, below which exact numbers decide if it contains the origin
FEW_SUMS = 400  # pairs of vertices. More: all sums of two vertices take longer than the search for those on the surface
CHUNK = 1 << 16  # directions at once. Fewer: slower; more: memory
MOST_TESTS = 200  # of a bisection. Fewer: nothing breaks; more: 60 halvings reach the last digit
SAME = 1e-10  # relative; of heights of vertices along a direction. Smaller: corners of a sum are lost; larger: more points


class Simplex(NamedTuple):
    """One step of GJK: up to four points of the difference of two bodies, and the point nearest to the origin between them.

    on_a, on_b: (k, 3) [m], vertices of the bodies; points: (k, 3) [m], on_a - on_b
    weights: (k,), of the points at the nearest one; nearest: (3,) [m]
    """

    on_a: np.ndarray
    on_b: np.ndarray
    points: np.ndarray
    weights: np.ndarray
    nearest: np.ndarray


class Closest(NamedTuple):
    """The result of `gjk`.

    distance: [m], 0.0 if the bodies touch or overlap
    closest_a, closest_b: (3,) [m], a point of each body. They are that distance apart, and a common point at distance 0.
    steps: a Simplex for each step
    """

    distance: float
    closest_a: np.ndarray
    closest_b: np.ndarray
    steps: tuple[Simplex, ...]


def polyhedron_of(name: str, body: Convex) -> Polyhedron:
    """Return a body as a Polyhedron. Points (n, 3) [m] become their hull. Raises ValueError with the argument's name."""
    if isinstance(body, Polyhedron):
        return body
    return Polyhedron(float_rows(name, body))


# Distance


def gjk(a: Convex, b: Convex) -> Closest:
    """Return the distance of two convex bodies [m], and their closest points, by the method of Gilbert, Johnson and Keerthi.

    a, b: Polyhedron, or points (n, 3) [m] of which each is the hull
    Each step adds the vertex of the difference that is farthest towards the origin, and keeps the simplex around the nearest
    point. It ends if no vertex is nearer. Raises ValueError for points that are not finite, or of another shape.
    Source: Gilbert, Johnson, Keerthi (1988), named in Tang's lecture, extract penetration depth.
    """
    one, other = polyhedron_of("a", a), polyhedron_of("b", b)
    origin = one.vertices[0]
    of_a, of_b = one.vertices - origin, other.vertices - origin
    size = max(float(np.ptp(of_a, axis=0).max()), float(np.ptp(of_b, axis=0).max()), float(np.abs(of_b[0]).max()))
    larger = enlargement(size)
    of_a, of_b, size = np.ldexp(of_a, larger), np.ldexp(of_b, larger), float(np.ldexp(size, larger))
    steps: list[Simplex] = []
    exact, last_square = None, np.inf
    towards = of_a.mean(axis=0) - of_b.mean(axis=0)
    simplex = [(int(product(of_a, -towards).argmax()), int(product(of_b, towards).argmax()))]
    while len(steps) < MOST_STEPS:
        if exact is None:
            points = [point(of_a, of_b, pair) for pair in simplex]
            kept, weights, nearest = nearest_of(points)
            square = dot(nearest, nearest)
            is_near = square < (NEAR * size) ** 2 and (len(kept) < 4 or volume_of(points) * min(weights) < SMALL * size**3)
            if is_near or square >= last_square:  # so rounding has ended the progress
                exact = ExactDifference(np.ldexp(one.vertices, larger), np.ldexp(other.vertices, larger))
            last_square = square
        if exact is not None:
            kept, weights, nearest = exact.nearest_of(simplex)
        simplex = [simplex[k] for k in kept]
        steps.append(simplex_of(of_a, of_b, simplex, weights, nearest))
        if len(simplex) == 4 or not any(nearest):
            break
        if exact is not None:
            new = exact.support()
        else:
            direction = np.array(nearest)
            new = int(product(of_a, -direction).argmax()), int(product(of_b, direction).argmax())
            if square - dot(nearest, point(of_a, of_b, new)) <= PROGRESS * square:
                break
        if new is None or new in simplex:
            break
        simplex.append(new)
    last = steps[-1]
    distance = length(last.nearest)
    distance = 0.0 if distance <= NO_DISTANCE * size else distance
    on_a, on_b = (np.ldexp(product(last.weights, points), -larger) + origin for points in (last.on_a, last.on_b))
    return Closest(float(np.ldexp(distance, -larger)), on_a, on_b, in_world(steps, origin, larger))


def volume_of(points: list[Vector]) -> float:
    """Return six times the volume of a simplex of four points."""
    a, b, c, d = points
    return abs(dot(cross(sub(b, a), sub(c, a)), sub(d, a)))


Integers = tuple[int, int, int]


class ExactDifference:
    """The difference of two bodies in integers of a small unit, for distances that are small compared with the bodies.

    There a direction between floats has no digits left. Nothing here is rounded but the results.
    """

    def __init__(self, on_a: np.ndarray, on_b: np.ndarray) -> None:
        places, self.units = integer_places(np.vstack((on_a, on_b)))
        self.of_a, self.of_b = places[: len(on_a)], places[len(on_a) :]
        self.towards: Integers = (0, 0, 0)  # along the nearest point
        self.square = Fraction(0)  # product of `towards` and the nearest point

    def point(self, pair: tuple[int, int]) -> Integers:
        (ax, ay, az), (bx, by, bz) = self.of_a[pair[0]], self.of_b[pair[1]]
        return ax - bx, ay - by, az - bz

    def nearest_of(self, simplex: list[tuple[int, int]]) -> tuple[tuple[int, ...], tuple[float, ...], Vector]:
        """Find the point nearest to the origin, as the function `nearest_of` does. simplex: pairs of vertex numbers"""
        points = [self.point(pair) for pair in simplex]
        least, best = None, None
        for count in range(1, len(points) + 1):
            for kept in combinations(range(len(points)), count):
                found = exact_foot([points[k] for k in kept])
                if found is not None and (least is None or found[3] < least):
                    least, best = found[3], (kept, found)
        assert best is not None  # one point always has a foot
        kept, (parts, whole, self.towards, square) = best
        a = points[kept[0]]
        self.square = Fraction(self.towards[0] * a[0] + self.towards[1] * a[1] + self.towards[2] * a[2])
        # The nearest point is a multiple of `towards`, the one whose square is right.
        size = self.towards[0] ** 2 + self.towards[1] ** 2 + self.towards[2] ** 2
        factor = self.square / size if size else Fraction(0)
        nearest = tuple(float(factor * part / self.units) for part in self.towards)
        return kept, tuple(float(Fraction(part, whole)) for part in parts), (nearest[0], nearest[1], nearest[2])

    def support(self) -> tuple[int, int] | None:
        """Return the vertex numbers of the farthest point towards the origin, or None if the nearest point is as far."""
        x, y, z = self.towards
        a = min(range(len(self.of_a)), key=lambda k: x * self.of_a[k][0] + y * self.of_a[k][1] + z * self.of_a[k][2])
        b = max(range(len(self.of_b)), key=lambda k: x * self.of_b[k][0] + y * self.of_b[k][1] + z * self.of_b[k][2])
        px, py, pz = self.point((a, b))
        return None if x * px + y * py + z * pz >= self.square else (a, b)


def exact_foot(points: list[Integers]) -> tuple[list[int], int, Integers, Fraction] | None:
    """Return the foot of the origin on the simplex through up to four points, exactly. None if it lies outside.

    The result is (weights times a whole number, this number, a vector along the foot, the foot's squared distance).
    """
    a = points[0]
    if len(points) == 1:
        return [1], 1, a, Fraction(dot(a, a))
    edges = [sub(point, a) for point in points[1:]]
    if len(points) == 2:
        whole, part = dot(edges[0], edges[0]), -dot(a, edges[0])
        if not 0 < part < whole:
            return None
        foot = add(scale(a, whole), scale(edges[0], part))
        return [whole - part, part], whole, foot, Fraction(dot(foot, foot), whole * whole)
    normal = cross(edges[0], edges[1])
    if len(points) == 3:
        b, c = points[1:]
        whole = dot(normal, normal)
        parts = [dot(cross(b, c), normal), dot(cross(c, a), normal), dot(cross(a, b), normal)]
        if whole == 0 or min(parts) <= 0:
            return None
        height = dot(a, normal)
        return parts, whole, scale(normal, height), Fraction(height * height, whole)
    b, c, d = points[1:]
    whole = dot(normal, edges[2])
    parts = [dot(b, cross(c, d)), -dot(a, cross(c, d)), dot(a, cross(b, d)), -dot(a, cross(b, c))]
    if whole < 0:
        whole, parts = -whole, [-part for part in parts]
    if whole == 0 or min(parts) < 0:
        return None
    return parts, whole, (0, 0, 0), Fraction(0)


def point(of_a: np.ndarray, of_b: np.ndarray, pair: tuple[int, int]) -> Vector:
    """Return the point of the difference for a pair of vertex numbers, (3,)."""
    (ax, ay, az), (bx, by, bz) = of_a[pair[0]].tolist(), of_b[pair[1]].tolist()
    return ax - bx, ay - by, az - bz


def simplex_of(
    of_a: np.ndarray, of_b: np.ndarray, pairs: list[tuple[int, int]], weights: tuple[float, ...], nearest: Vector
) -> Simplex:
    on_a, on_b = of_a[[pair[0] for pair in pairs]], of_b[[pair[1] for pair in pairs]]
    return Simplex(on_a, on_b, on_a - on_b, np.array(weights), np.array(nearest))


def in_world(steps: list[Simplex], origin: np.ndarray, larger: int) -> tuple[Simplex, ...]:
    """Return the steps in metres, with vertices from the world's origin on. larger: the bodies were enlarged by 2 ** larger"""
    found = []
    for on_a, on_b, points, weights, nearest in steps:
        on_a, on_b, points, nearest = (np.ldexp(rows, -larger) for rows in (on_a, on_b, points, nearest))
        found.append(Simplex(on_a + origin, on_b + origin, points, weights, nearest))
    return tuple(found)


def nearest_of(points: list[Vector]) -> tuple[tuple[int, ...], tuple[float, ...], Vector]:
    """Return the smallest simplex of up to four points that has the point nearest to the origin, its weights, and this point.

    Each subset of the points that surrounds the foot of the origin is tried. The first result is the indices of its points.
    """
    best = np.inf
    found: tuple[tuple[int, ...], tuple[float, ...], Vector] = (0,), (1.0,), points[0]
    for count in range(1, len(points) + 1):
        for kept in combinations(range(len(points)), count):
            foot = foot_in([points[k] for k in kept])
            if foot is not None and dot(foot[1], foot[1]) < best:
                best, found = dot(foot[1], foot[1]), (kept, *foot)
    return found


def foot_in(points: list[Vector]) -> tuple[tuple[float, ...], Vector] | None:
    """Return the foot of the origin on the simplex through up to four points: weights and place. None if it lies outside."""
    if len(points) == 1:
        return (1.0,), points[0]
    a, b = points[:2]
    if len(points) == 2:
        edge = sub(b, a)
        squared = dot(edge, edge)
        if squared == 0.0:
            return None
        t = -dot(a, edge) / squared
        return ((1.0 - t, t), add(a, scale(edge, t))) if 0.0 < t < 1.0 else None
    c = points[2]
    normal = cross(sub(b, a), sub(c, a))
    squared = dot(normal, normal)
    if squared == 0.0:
        return None
    if len(points) == 3:
        areas = (  # of the triangles of each side and the origin. Edges keep more digits than corners far away
            dot(cross(b, sub(c, b)), normal), dot(cross(c, sub(a, c)), normal), dot(cross(a, sub(b, a)), normal),
        )  # fmt: skip
        if min(areas) <= 0.0:
            return None
        whole = sum(areas)
        return tuple(area / whole for area in areas), scale(normal, dot(a, normal) / squared)
    d = points[3]
    volume = dot(normal, sub(d, a))
    if volume == 0.0:
        return None
    parts = [
        dot(b, cross(sub(c, b), sub(d, b))), -dot(a, cross(sub(c, a), sub(d, a))),
        dot(a, cross(sub(b, a), sub(d, a))), -dot(a, normal),
    ]  # fmt: skip
    if volume < 0.0:
        parts = [-part for part in parts]
    if min(parts) < 0.0:
        return None
    if sum(parts) <= 0.0:
        return None
    # The parts over the whole would be the weights, too. The solution of the equations has a smaller residual.
    weights = solution(np.array((sub(b, a), sub(c, a), sub(d, a))).T, -np.array(a))
    if weights is None:
        return None
    one, two, three = weights.tolist()
    return tuple(max(weight, 0.0) for weight in (1.0 - one - two - three, one, two, three)), (0.0, 0.0, 0.0)


# Sums


def minkowski_sum(a: Convex, b: Convex) -> Polyhedron:
    """Return the Minkowski sum of two convex bodies: all sums of a point of `a` and a point of `b`.

    a, b: Polyhedron, or points (n, 3) [m]. Raises ValueError for points that are not finite, or of another shape.
    It is swept by `b` if the origin of `b` moves through all points of `a`. Source: Tang's lecture, Minkowski sum.
    """
    one, other = polyhedron_of("a", a), polyhedron_of("b", b)
    origin = one.vertices[0] + other.vertices[0]
    of_a, of_b = one.vertices - one.vertices[0], other.vertices - other.vertices[0]
    if len(of_a) * len(of_b) <= FEW_SUMS:
        sums = (of_a[:, None] + of_b[None]).reshape(-1, 3)
    else:
        pairs = sorted(surface_pairs(one, other))
        sums = of_a[[i for i, _ in pairs]] + of_b[[j for _, j in pairs]]
    return Polyhedron(sums + origin)


def minkowski_difference(a: Convex, b: Convex) -> Polyhedron:
    """Return the Minkowski difference of two convex bodies: all differences of a point of `a` and a point of `b`.

    `b` moved by p has a common point with `a` if, and only if, p lies in it. Arguments and errors are those of `minkowski_sum`.
    """
    return minkowski_sum(a, mirrored(polyhedron_of("b", b)))


def mirrored(body: Polyhedron) -> Polyhedron:
    return Polyhedron(-body.vertices)


def surface_pairs(one: Polyhedron, other: Polyhedron) -> set[tuple[int, int]]:
    """Return pairs of vertex numbers with all vertices of the sum of two bodies: those that are farthest along some normal."""
    of_a, of_b = one.vertices - one.vertices[0], other.vertices - other.vertices[0]
    found: set[tuple[int, int]] = set()
    normals = sum_normals(one, other)
    for first in range(0, len(normals), CHUNK):
        some = normals[first : first + CHUNK].T
        along_a, along_b = product(of_a, some), product(of_b, some)
        far_a = along_a >= along_a.max(axis=0) - SAME * np.abs(of_a).max()
        far_b = along_b >= along_b.max(axis=0) - SAME * np.abs(of_b).max()
        counts = far_a.sum(axis=0) * far_b.sum(axis=0)
        for column in np.flatnonzero(counts > 1).tolist():
            found.update(pairs_of(np.flatnonzero(far_a[:, column]).tolist(), np.flatnonzero(far_b[:, column]).tolist()))
    return found


def sum_normals(one: Polyhedron, other: Polyhedron) -> np.ndarray:
    """Return unit vectors (k, 3) that contain the normals of all faces of the sum of two bodies.

    A face of the sum is a face of either body, or it is spanned by an edge of each. The normals between the two faces of an edge
    are an arc on the unit sphere. Two edges span a face if their arcs cross. Edges whose arcs surely do not are left out.
    """
    directions_a, directions_b = one.directions, other.directions
    may_cross = crosses_plane(one, directions_b) & crosses_plane(other, directions_a).T
    i, j = np.nonzero(may_cross)
    spanned = cross_products(directions_a[i], directions_b[j])
    spanned = unit_rows(spanned[lengths(spanned) > 1e-9])  # parallel edges span nothing
    flat = normals_of_flat(one, other)
    return np.vstack((one.normals, other.normals, spanned, -spanned, flat, -flat))


def crosses_plane(body: Polyhedron, directions: np.ndarray) -> np.ndarray:
    """Return True (e, k) for each edge of a body whose arc of normals may cross the plane across a direction (k, 3)."""
    if body.dimension < 2:
        return np.ones((len(body.edges), len(directions)), bool)
    sides = product(body.normals, directions.T)
    return sides[body.edge_faces[:, 0]] * sides[body.edge_faces[:, 1]] <= 1e-9


def normals_of_flat(one: Polyhedron, other: Polyhedron) -> np.ndarray:
    """Return unit vectors (k, 3) across the sum of two bodies if it is a polygon, a line or a point; otherwise none."""
    rows = np.vstack((one.vertices - one.vertices[0], other.vertices - other.vertices[0]))
    larger = enlargement(float(np.abs(rows).max()))
    rows, tolerance = np.ldexp(rows, larger), float(np.ldexp(max(one.tolerance, other.tolerance), larger))
    start = affine_basis(rows, tolerance)
    edges = rows[start[1:]] - rows[start[0]]
    if len(edges) == 0:
        return np.eye(3)
    if len(edges) == 1:
        side = across(edges)
        return np.vstack((side, unit_rows(cross_products(edges, side))))
    return unit_rows(cross_products(edges[:1], edges[1:])) if len(edges) == 2 else np.empty((0, 3))


# Depth


def penetration(a: Convex, b: Convex) -> tuple[float, np.ndarray]:
    """Return the depth [m] of two bodies that overlap, and a unit direction (3,).

    `b` moved by depth * direction just touches `a`.
    a, b: Polyhedron, or points (n, 3) [m]. No shorter displacement separates them. It is the least distance of the origin from a
    face of their difference. The depth is 0 for bodies that touch, and minus their distance for bodies that are apart.
    Raises ValueError for points that are not finite, or of another shape. Source: Tang's lecture, extract penetration depth.
    """
    one, other = polyhedron_of("a", a), polyhedron_of("b", b)
    closest = gjk(one, other)
    if closest.distance > 0.0:
        towards = np.ldexp(closest.steps[-1].nearest, enlargement(closest.distance))
        return -closest.distance, -towards / length(towards)
    normals = sum_normals(one, mirrored(other))
    if len(normals) == 0:
        return 0.0, np.array(UP)
    heights = difference_heights(one, other, normals)
    k = int(heights.argmin())
    return max(float(heights[k]), 0.0), normals[k]


def difference_heights(one: Polyhedron, other: Polyhedron, normals: np.ndarray) -> np.ndarray:
    """Return how far the difference of two bodies reaches from the origin along unit vectors (k, 3), (k,) [m]."""
    origin = one.vertices[0]
    of_a, of_b = one.vertices - origin, other.vertices - origin
    parts = (normals[first : first + CHUNK] for first in range(0, len(normals), CHUNK))
    return np.concatenate([product(of_a, part.T).max(axis=0) - product(of_b, part.T).min(axis=0) for part in parts])


class Bisection(NamedTuple):
    """The result of `depth_along`.

    depth: the least displacement [m] that separates the bodies, at most the last interval too large
    tried: (k,) [m], the displacements in the order of the tests; overlaps: (k,) True where the bodies still overlap
    """

    depth: float
    tried: np.ndarray
    overlaps: np.ndarray


def depth_along(a: Convex, b: Convex, direction: ArrayLike, tests: int = 40) -> Bisection:
    """Find by bisection how far `b` must move along a direction until it no longer overlaps `a`, with GJK as the test.

    a, b: Polyhedron, or points (n, 3) [m]; direction: (3,), of any length but 0; tests: the number of halvings
    Raises ValueError for a direction that is 0, for too many tests, and for points as `gjk` does.
    Source: Tang's lecture, extract penetration depth (GJK, bisection).
    """
    one, other = polyhedron_of("a", a), polyhedron_of("b", b)
    way = np.array(vector("direction", direction))
    if not way.any():
        raise ValueError("direction must not be 0")
    way /= np.abs(way).max()  # so that no square is 0
    way /= length(way)
    if isinstance(tests, bool) or not isinstance(tests, Integral) or not 0 <= tests <= MOST_TESTS:
        raise ValueError(f"tests must be a whole number, 0 .. {MOST_TESTS}, not {shown(tests)}")
    low, high = 0.0, max(float(difference_heights(one, other, way[None])[0]), 0.0)
    tried, overlaps = [], []
    for _ in range(tests):
        middle = 0.5 * (low + high)
        tried.append(middle)
        overlaps.append(gjk(one, other.vertices + middle * way).distance == 0.0)
        low, high = (middle, high) if overlaps[-1] else (low, middle)
    return Bisection(high, np.array(tried), np.array(overlaps))
