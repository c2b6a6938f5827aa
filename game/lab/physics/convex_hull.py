"""The convex hull of points in space, as a polyhedron of vertices, edges and faces.

Points are added one by one to a hull of triangles. A point replaces the triangles that it sees. All decisions about sides are
exact, so points in one plane and duplicates are no special cases. Then triangles in one plane become one face.
Products and lengths have the same bits on every processor: rounding chooses one of several faces or vertices that are as far.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core.argument_checks import float_rows, vector
from ...core.elementary_functions import product
from ...core.vec3 import cross, dot, length, sub, triangle_normals
from .outline_and_delaunay import doubled_area, enlargement, integer_places, outline

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

# Part of its size below which a body has no thickness, and a point lies in a plane. Smaller: rounding makes the faces of a turned
# cube two triangles each; larger: real small faces are lost.
FLAT = 1e-12
ROUNDING = 2.0**-50  # of a coordinate, four units of its last digit. Smaller: far from the origin a plane counts as a body
# Factor of the tolerance for corners on an edge, whose two faces may each be off by the tolerance. Smaller: corners are kept that
# are none; larger: real corners of thin bodies are lost.
SLACK = 4.0
Face = tuple[int, ...]


class Polyhedron:
    """The convex hull of points. It may be a polygon, a line or a single point.

    points: (n, 3) [m], n at least 1
    vertices: (v, 3) [m], the corners, in the order of the points
    faces: a tuple of vertex numbers for each face, counterclockwise from outside. A polygon has two faces, a line none.
    edges: (e, 2) int64, the two vertex numbers of each edge, the smaller one first, sorted
    normals: (f, 3), the outward unit normals of the faces
    edge_faces: (e, 2) int64, the two faces of each edge, -1 for those of a line
    dimension: 3 for a body, 2 for a polygon, 1 for a line, 0 for a point
    tolerance: length [m] below which it counts as flat, and points as points of its surface
    Raises ValueError in one line for another shape, for numbers that are not finite, and for no points.
    """

    def __init__(self, points: ArrayLike):
        rows = float_rows("points", points)
        _, first = np.unique(rows, axis=0, return_index=True)
        rows = rows[np.sort(first)]
        size = float(np.ptp(rows, axis=0).max())
        self.tolerance = FLAT * size + ROUNDING * float(np.abs(rows).max())
        self._larger = larger = enlargement(size)
        local, tolerance = np.ldexp(rows - rows[0], larger), float(np.ldexp(self.tolerance, larger))
        start = affine_basis(local, tolerance)
        self.dimension = len(start) - 1
        if self.dimension == 3:
            faces = hull_faces(np.ldexp(rows, larger), start, tolerance)
        elif self.dimension == 2:
            faces = polygon_faces(local, start, tolerance)
        else:
            faces = ()
        kept = sorted({number for face in faces for number in face}) or line_ends(local, start)
        place = {number: k for k, number in enumerate(kept)}
        self.vertices = rows[kept]
        self.faces: tuple[Face, ...] = tuple(tuple(place[number] for number in face) for face in faces)
        beside: dict[tuple[int, int], list[int]] = {(0, 1): [-1, -1]} if self.dimension == 1 else {}
        for number, face in enumerate(self.faces):
            for u, v in zip(face, face[1:] + face[:1]):
                beside.setdefault((min(u, v), max(u, v)), []).append(number)
        self.edges = np.array(sorted(beside), np.int64).reshape(-1, 2)
        self.edge_faces = np.array([beside[edge] for edge in sorted(beside)], np.int64).reshape(-1, 2)
        corners = np.ldexp(self.vertices - self.vertices[0], larger)
        self.normals = unit_rows(np.array([newell_normal(corners[list(face)]) for face in self.faces]).reshape(-1, 3))
        for array in (self.vertices, self.edges, self.edge_faces, self.normals):
            array.setflags(write=False)

    def support(self, direction: ArrayLike) -> int:
        """Return the number of the vertex farthest along a direction (3,), the smallest number of several.

        Raises ValueError for a direction that is not three finite numbers.
        """
        return int(product(self.vertices - self.vertices[0], vector("direction", direction)).argmax())

    @property
    def directions(self) -> np.ndarray:
        """The unit vectors (e, 3) along the edges, from the first vertex to the second."""
        return unit_rows(np.ldexp(self.vertices[self.edges[:, 1]] - self.vertices[self.edges[:, 0]], self._larger))

    @property
    def triangles(self) -> np.ndarray:
        """The corners (n, 3, 3) [m] of the triangles of all faces, counterclockwise from outside."""
        return self.vertices[np.array([(face[0], b, c) for face in self.faces for b, c in zip(face[1:], face[2:])])]

    def contains(self, point: ArrayLike) -> bool:
        """True if a point (3,) [m] lies in the polyhedron or on its surface, within its tolerance.

        Raises ValueError for a point that is not three finite numbers.
        """
        place = np.ldexp(np.array(vector("point", point)) - self.vertices[0], self._larger)
        rows, tolerance = np.ldexp(self.vertices - self.vertices[0], self._larger), np.ldexp(self.tolerance, self._larger)
        if self.dimension == 0:
            return bool(np.abs(place).max() <= tolerance and length(place) <= tolerance)
        if self.dimension == 1:
            along = rows[1] / length(rows[1])
            t = product(along, place)
            return bool(length(place - t * along) <= tolerance and -tolerance <= t <= length(rows[1]) + tolerance)
        normals = self.normals
        if self.dimension == 2:  # also the sides of the polygon, as walls
            ring = rows[list(self.faces[0])]
            walls = cross_products(np.roll(ring, -1, axis=0) - ring, normals[0])
            normals = np.vstack((normals, unit_rows(walls)))
        return bool((product(normals, place) <= product(rows, normals.T).max(axis=0) + tolerance).all())


def affine_basis(rows: np.ndarray, tolerance: float) -> list[int]:
    """Return up to four rows of points (n, 3) that are far from one point, line and plane, one after the other.

    A point nearer than `tolerance` [m] to the point, line or plane before ends the list. The first row is (0, 0, 0).
    """
    first = int(np.lexsort(rows.T[::-1])[0])
    rest = rows - rows[first]
    found, distances = [first], lengths(rest)
    directions: list[np.ndarray] = []
    while len(found) < 4 and distances.max() > tolerance:
        found.append(int(distances.argmax()))
        across = rest[found[-1]].copy()
        for direction in directions * 2:  # twice, against the rounding of the first time
            across -= product(across, direction) * direction
        directions.append(across / length(across))
        distances = lengths(rest - sum(np.outer(product(rest, direction), direction) for direction in directions))
        distances[found] = 0.0
    return found


def line_ends(rows: np.ndarray, start: list[int]) -> list[int]:
    """Return the rows of both ends of points (n, 3) on a line, or the only row. start: rows of two points, or of one"""
    if len(start) == 1:
        return start
    along = product(rows - rows[start[0]], rows[start[1]] - rows[start[0]])
    return sorted((int(along.argmin()), int(along.argmax())))


def polygon_faces(rows: np.ndarray, start: list[int], tolerance: float) -> tuple[Face, Face]:
    """Return the two faces of the convex polygon around points (n, 3) in a plane. start: rows of three points in it"""
    one, other = rows[start[1]] - rows[start[0]], rows[start[2]] - rows[start[0]]
    right = one / length(one)
    forward = other - product(other, right) * right
    forward /= length(forward)
    places = np.column_stack((product(rows, right), product(rows, forward))).tolist()
    ring, k = outline(places), 0
    while k < len(ring) and len(ring) > 3:  # without corners on a line between their neighbours
        before, here, after = places[ring[k - 1]], places[ring[k]], places[ring[(k + 1) % len(ring)]]
        base = float(np.hypot(after[0] - before[0], after[1] - before[1]))
        if doubled_area(*before, *here, *after) <= tolerance * base:
            del ring[k]
            k = max(k - 1, 0)
        else:
            k += 1
    return tuple(ring), tuple(ring[::-1])


def cross_products(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the cross products of vectors (k, 3) or (3,): the bits of np.cross, whose search for axes takes ten times longer."""
    (x, y, z), (u, v, w) = one.T, other.T
    return np.stack((y * w - z * v, z * u - x * w, x * v - y * u), axis=-1)


def lengths(rows: np.ndarray) -> np.ndarray:
    """Return the lengths (...,) of vectors (..., 3)."""
    return np.sqrt((rows * rows).sum(axis=-1))


def unit_rows(rows: np.ndarray) -> np.ndarray:
    """Return the unit vectors (n, 3) along vectors (n, 3)."""
    return rows / lengths(rows)[:, None]


def across(directions: np.ndarray) -> np.ndarray:
    """Return a unit vector at right angles to each direction (k, 3)."""
    return unit_rows(cross_products(directions, np.eye(3)[np.abs(directions).argmin(axis=1)]))


def newell_normal(corners: np.ndarray) -> np.ndarray:
    """Return a normal (3,) of a polygon with corners (k, 3), counterclockwise from outside, as long as twice its area."""
    ring = corners - corners[0]
    return cross_products(ring, np.concatenate((ring[1:], ring[:1]))).sum(axis=0)


def hull_faces(rows: np.ndarray, start: list[int], tolerance: float) -> tuple[Face, ...]:
    """Return the faces of the convex hull of points (n, 3) [m]. start: rows of four points that do not lie in one plane"""
    hull = Hull(rows)
    hull.begin(*start)
    for row in range(len(rows)):
        if row not in start:
            hull.add_point(row)
    merged = merge(hull, tolerance)
    return merged if is_closed(merged) else tuple(hull.triangles.values())


def is_closed(faces: tuple[Face, ...]) -> bool:
    """True if each edge of the faces has a face on both sides, and v + f = e + 2 (Euler)."""
    directed = [edge for face in faces for edge in zip(face, face[1:] + face[:1])]
    vertices, edges = {number for face in faces for number in face}, set(directed)
    both = len(edges) == len(directed) and all((v, u) in edges for u, v in edges)
    return both and min(map(len, faces)) > 2 and 2 * (len(vertices) + len(faces)) == len(directed) + 4


class Hull:
    """A hull of triangles that grows.

    triangles: {number: corners, counterclockwise from outside}; left: {directed edge: number of the triangle left of it}
    """

    def __init__(self, rows: np.ndarray) -> None:
        self.places, _ = integer_places(rows)
        self.rows = rows - rows[0]
        self.corners = self.rows.tolist()
        self.triangles: dict[int, Face] = {}
        self.left: dict[tuple[int, int], int] = {}
        self.planes = np.empty((64, 5))  # normal (3,), its product with a corner, and the rounding error of the distance
        self.count = 0
        self.reach = float(np.abs(self.rows).max())

    def begin(self, a: int, b: int, c: int, d: int) -> None:
        if self.exact_side((a, b, c), d) > 0:
            b, c = c, b
        for corners in ((a, b, c), (a, c, d), (c, b, d), (b, a, d)):
            self.add_triangle(*corners)

    def add_triangle(self, a: int, b: int, c: int) -> None:
        number = self.count
        self.count += 1
        if number == len(self.planes):
            self.planes = np.vstack((self.planes, np.empty_like(self.planes)))
        self.triangles[number] = a, b, c
        self.left[a, b] = self.left[b, c] = self.left[c, a] = number
        one, other = sub(self.corners[b], self.corners[a]), sub(self.corners[c], self.corners[a])
        normal = cross(one, other)
        error = 2.0**-47 * self.reach * self.reach * sum(map(abs, one + other))
        self.planes[number] = *normal, dot(normal, self.corners[a]), error

    def add_point(self, row: int) -> None:
        """Replace the triangles that a point sees by triangles between it and their outline."""
        planes = self.planes[: self.count]
        sides = product(planes[:, :3], self.rows[row]) - planes[:, 3]
        seen = []
        for number in np.flatnonzero(sides >= -planes[:, 4]).tolist():
            corners = self.triangles.get(number)
            if corners and (sides[number] > planes[number, 4] or self.exact_side(corners, row) > 0):
                seen.append(number)
        gone = set(seen)
        outline = []
        for number in seen:
            a, b, c = self.triangles[number]
            outline += [(u, v) for u, v in ((a, b), (b, c), (c, a)) if self.left[v, u] not in gone]
        for number in seen:
            del self.triangles[number]
            self.planes[number] = 0.0, 0.0, 0.0, np.inf, 0.0  # sees nothing
        for u, v in outline:
            self.add_triangle(u, v, row)

    def exact_side(self, corners: Face, row: int) -> int:
        """Return a number above 0 if a point lies outside the plane of a triangle, 0 in it, below 0 inside."""
        (ax, ay, az), (bx, by, bz), (cx, cy, cz), (x, y, z) = (self.places[k] for k in (*corners, row))
        ax, ay, az, bx, by, bz, cx, cy, cz = ax - x, ay - y, az - z, bx - x, by - y, bz - z, cx - x, cy - y, cz - z
        return -(ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx))


def merge(hull: Hull, tolerance: float) -> tuple[Face, ...]:
    """Return the faces of a hull: triangles in one plane become one polygon, without corners on a straight edge."""
    rows, left, triangles = hull.rows, hull.left, list(hull.triangles.values())
    index = {number: k for k, number in enumerate(hull.triangles)}
    corners = rows[np.array(triangles)]
    normals = triangle_normals(corners)
    areas = lengths(normals)
    longest = lengths(corners - np.roll(corners, 1, axis=1)).max(axis=1)
    thin = areas <= tolerance * longest  # so thin that its normal says nothing
    group = np.full(len(triangles), -1)
    for seed in np.argsort(-areas, kind="stable").tolist():
        if group[seed] >= 0 or areas[seed] == 0.0:
            continue
        group[seed], waiting, normal = seed, [seed], normals[seed] / areas[seed]
        while waiting:
            a, b, c = triangles[waiting.pop()]
            for u, v in ((a, b), (b, c), (c, a)):
                other = index[left[v, u]]
                if group[other] < 0 and (thin[other] or product(normal, normals[other]) >= 0.0):
                    if np.abs(product(corners[other] - rows[triangles[seed][0]], normal)).max() <= tolerance:
                        group[other] = seed
                        waiting.append(other)
    outlines: dict[int, dict[int, int]] = {}
    for k, (a, b, c) in enumerate(triangles):
        for u, v in ((a, b), (b, c), (c, a)):
            if group[k] < 0 or group[index[left[v, u]]] != group[k]:
                outlines.setdefault(int(group[k]), {})[u] = v
    rings = [ring_of(outline) for outline in outlines.values()]
    straight = on_straight_edges(rows, rings, tolerance)
    return tuple(tuple(vertex for vertex in ring if vertex not in straight) for ring in rings)


def on_straight_edges(rows: np.ndarray, rings: list[Face], tolerance: float) -> set[int]:
    """Return the vertices that lie between two others on a straight edge of two faces.

    rows: points (n, 3) [m]; rings: the vertices around each face
    """
    count: dict[int, int] = {}
    beside: dict[int, tuple[int, int]] = {}
    for ring in rings:
        for k, vertex in enumerate(ring):
            count[vertex] = count.get(vertex, 0) + 1
            beside[vertex] = ring[k - 1], ring[(k + 1) % len(ring)]
    found: set[int] = set()
    seen: set[int] = set()
    for vertex in sorted(vertex for vertex, faces in count.items() if faces == 2):
        if vertex in seen:
            continue
        chain = [vertex]
        for side in (0, 1):  # to both sides, up to a corner of three faces
            last, here = vertex, beside[vertex][side]
            while count[here] == 2 and here not in chain:
                chain.append(here)
                last, here = here, next(other for other in beside[here] if other != last)
            chain.append(here)
            chain.reverse()
        seen.update(chain[1:-1])
        start, end = rows[chain[0]], rows[chain[-1]]
        distance = length(end - start)
        if distance > 0.0 and count[chain[0]] > 2 and count[chain[-1]] > 2:
            away = cross_products(rows[chain[1:-1]] - start, (end - start) / distance)
            if lengths(away).max() <= SLACK * tolerance:
                found.update(chain[1:-1])
    return found


def ring_of(following: dict[int, int]) -> Face:
    """Return the vertices of an outline in its order. following: {vertex: the next one}"""
    first = min(following)
    ring, vertex = [first], following[first]
    while vertex != first and len(ring) <= len(following):
        ring.append(vertex)
        vertex = following[vertex]
    return tuple(ring)
