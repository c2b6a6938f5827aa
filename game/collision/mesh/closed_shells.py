"""Closed shells: the connected pieces of a mesh that enclose space. They decide if a point is inside a solid.

The winding number of a closed shell around a point is a whole number: 1 inside a solid, whose normals point outwards, and -1
inside a room, whose normals point inwards (van Oosterom and Strackee 1983). The winding number of an open surface is not whole,
so open surfaces contain nothing.
"""

from __future__ import annotations

import numpy as np

# Largest difference of a winding number from a whole one. Smaller: rounding beside a face opens a solid; larger: open shells
# count as solid.
WHOLE_TOLERANCE = 1e-6
# Ends of open edges that are nearer than this part of the mesh's size are one point. The two ends of a seam differ by rounding of
# sin(2 pi): 2e-7 of the radius in single precision. Smaller: such cylinders and balls count as open; larger: gaps are closed.
WELD = 5e-7
# Two directions without a relation to the axes. Along an axis a ray would meet edges, where it is uncertain what it hits.
RAYS = ((0.2871, -0.1393, 0.9477), (-0.6113, 0.7499, 0.2529))
GRAZING = 1e-9  # part of a triangle by which a ray may miss it. Smaller: a ray passes between two triangles; larger: costs time


def winding_number(corners: np.ndarray) -> float:
    """Return the winding number of triangles (t, 3, 3) around the origin. It is a whole number if they are a closed surface."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    x, y, z = (np.sqrt((side * side).sum(axis=1)) for side in (a, b, c))
    volume = (a * np.cross(b, c)).sum(axis=1)
    around = x * y * z + (a * b).sum(axis=1) * z + (b * c).sum(axis=1) * x + (c * a).sum(axis=1) * y
    # numpy's last bits differ between processors, but the callers only round the result.
    return float(np.arctan2(volume, around).sum() / (2.0 * np.pi))


def turns_around(corners: np.ndarray) -> int:
    """Return the winding number of triangles (t, 3, 3) around the origin, or 0 if it is not a whole number."""
    turns = winding_number(corners)
    return round(turns) if abs(turns - round(turns)) < WHOLE_TOLERANCE else 0


def may_be_in_solid(corners: np.ndarray, point: np.ndarray) -> bool:
    """True if every ray of RAYS from a point (3,) meets the back of a triangle (t, 3, 3). This is so at all points in solids."""
    return all(meets_a_back(corners - point, np.array(ray)) for ray in RAYS)


def meets_a_back(corners: np.ndarray, ray: np.ndarray) -> bool:
    """True if a ray (3,) from the origin meets the back of any triangle (t, 3, 3)."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    shares = [(np.cross(p, q) * ray).sum(axis=1) for p, q in ((b, c), (c, a), (a, b))]
    whole = shares[0] + shares[1] + shares[2]
    volume = (a * np.cross(b, c)).sum(axis=1)
    return bool(((whole > 0.0) & (volume > 0.0) & (np.minimum.reduce(shares) >= -GRAZING * whole)).any())


class ClosedShells:
    """The closed shells of a mesh.

    shells: the triangles (n, 3, 3) [m] of each; spans: (s,) True for one as wide and high as the mesh; lows, highs: (s, 3) of
    their boxes; sizes: (s,) volumes [m3]; sheets: all triangles (n, 3, 3) [m] of no closed shell
    """

    def __init__(self, vertices: np.ndarray, triangles: np.ndarray):
        corners = vertices[triangles]
        piece = closed_pieces(triangles)
        is_open = piece < 0
        if is_open.any():  # in many files each triangle has vertices of its own
            points, places = np.unique(corners[is_open].reshape(-1, 3), axis=0, return_inverse=True)
            equal = places.reshape(-1, 3)
            near = with_seams_closed(points, equal, WELD * float(np.ptp(corners, axis=(0, 1)).max()))
            corners[is_open] = np.where((near == equal)[..., None], corners[is_open], points[near])
            welded = closed_pieces(near)
            piece[is_open] = np.where(welded < 0, -1, welded + len(vertices))
        order = np.argsort(piece, kind="stable")
        starts = np.flatnonzero(np.diff(piece[order], prepend=-1))
        groups = np.split(order, starts)
        self.sheets = corners[groups[0]]
        self.shells = [corners[group] for group in groups[1:]]
        self.lows = np.array([shell.min(axis=(0, 1)) for shell in self.shells]).reshape(-1, 3)
        self.highs = np.array([shell.max(axis=(0, 1)) for shell in self.shells]).reshape(-1, 3)
        self.spans = ((self.lows <= corners.min(axis=(0, 1))) & (self.highs >= corners.max(axis=(0, 1)))).all(axis=1)
        self.sizes = np.array([abs(volume_of(shell - shell[0, 0])) for shell in self.shells])

    def around(self, point: np.ndarray) -> list[tuple[int, int]]:
        """Return (number, winding number) of each shell that contains a point (3,) [m], the smallest shell first."""
        within = np.flatnonzero(((point > self.lows) & (point < self.highs)).all(axis=1))
        found = [(int(number), turns_around(self.shells[number] - point)) for number in within]
        return sorted((pair for pair in found if pair[1]), key=lambda pair: (self.sizes[pair[0]], pair[0]))

    def in_solid(self, point: np.ndarray, is_free: bool = False) -> bool:
        """True if a point (3,) [m] is inside a solid. The smallest shell around it decides: a solid, or a room in one.

        is_free: True if a whole body is free at the point. A shell that spans the mesh then is a room, as in files of others.
        """
        found = self.around(point)
        return bool(found) and found[0][1] > 0 and not (is_free and self.spans[found[0][0]])

    def rooms(self, point: np.ndarray) -> frozenset[int]:
        """Return the numbers of the shells with inward normals that contain a point (3,) [m]."""
        return frozenset(number for number, turns in self.around(point) if turns < 0)

    def sheet_between(self, start: np.ndarray, end: np.ndarray) -> bool:
        """True if the line between two points (3,) [m] crosses a triangle that belongs to no closed shell."""
        a, b, c = (self.sheets[:, corner] - start for corner in range(3))
        ray = end - start
        shares = np.array([(np.cross(p, q) * ray).sum(axis=1) for p, q in ((b, c), (c, a), (a, b))])
        whole = shares.sum(axis=0)
        volume = (a * np.cross(b, c)).sum(axis=1)
        is_passed = (shares >= 0.0).all(axis=0) | (shares <= 0.0).all(axis=0)
        return bool((is_passed & (whole * volume > 0.0) & (np.abs(volume) <= np.abs(whole))).any())

    def connected(self, point: np.ndarray) -> np.ndarray:
        """Return the triangles (n, 3, 3) [m] of the solids around a point (3,) [m], and of the solids that touch their boxes."""
        found = {number for number, turns in self.around(point) if turns > 0}
        size = -1
        while size < len(found):
            size = len(found)
            for number in tuple(found):
                met = (self.lows <= self.highs[number]) & (self.highs >= self.lows[number])
                found |= set(np.flatnonzero(met.all(axis=1)).tolist())
        return np.concatenate([self.shells[number] for number in sorted(found)] or [np.empty((0, 3, 3))])


def closed_pieces(triangles: np.ndarray) -> np.ndarray:
    """Return (t,), the number of the closed piece of each triangle, or -1 if its piece is open.

    A piece is closed if its triangles pass each edge equally often in both directions.
    """
    label = pieces(triangles)
    has_opening = np.zeros(len(label), dtype=bool)
    has_opening[label[open_edges(triangles)[:, 0]]] = True
    own = label[triangles[:, 0]]
    return np.where(has_opening[own], -1, own)


def open_edges(triangles: np.ndarray) -> np.ndarray:
    """Return the edges (n, 2), as vertex indices, that triangles (t, 3) do not pass equally often in both directions."""
    count = int(triangles.max()) + 1
    sides = np.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)]).astype(np.int64)
    forward = sides[:, 0] < sides[:, 1]
    keys = np.where(forward, sides[:, 0] * count + sides[:, 1], sides[:, 1] * count + sides[:, 0])
    edges, place = np.unique(keys, return_inverse=True)
    balance = np.bincount(place, np.where(forward, 1.0, np.where(sides[:, 0] == sides[:, 1], 0.0, -1.0)), len(edges))
    return np.stack([edges[balance != 0.0] // count, edges[balance != 0.0] % count], axis=1)


def with_seams_closed(points: np.ndarray, triangles: np.ndarray, reach: float) -> np.ndarray:
    """Return triangles (t, 3) of points (v, 3) [m], with one point for ends of open edges within `reach` [m]."""
    ends = np.unique(open_edges(triangles))
    group = np.zeros(len(ends), np.int64)
    for numbers in points[ends].T:
        order = np.lexsort((numbers, group))
        is_apart = (np.diff(numbers[order], prepend=-np.inf) > reach) | (np.diff(group[order], prepend=-1) > 0)
        group[order] = np.cumsum(is_apart)
    _, first, number = np.unique(group, return_index=True, return_inverse=True)
    joined = np.arange(len(points))
    joined[ends] = ends[first[number]]
    return joined[triangles]


def pieces(triangles: np.ndarray) -> np.ndarray:
    """Return the connected component of each vertex (v,), as the lowest vertex index in the component."""
    label = np.arange(triangles.max() + 1)
    while True:
        lower = label.copy()
        np.minimum.at(lower, triangles.ravel(), np.repeat(label[triangles].min(axis=1), 3))
        lower = lower[lower]
        if (lower == label).all():
            return label
        label = lower


def volume_of(corners: np.ndarray) -> float:
    """Return the volume [m3] enclosed by a closed surface of triangles (t, 3, 3), negative for inward normals."""
    return float((corners[:, 0] * np.cross(corners[:, 1], corners[:, 2])).sum() / 6.0)
