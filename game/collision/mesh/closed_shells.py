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
            piece[is_open] = np.where(welded < 0, -1, welded + 2 * len(triangles) + len(vertices))
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

    Triangles with an edge that only they share are of one piece. So boxes that touch at their edges and corners are separate
    solids. If such a piece is open, all open triangles with common vertices are one. A piece is closed if its triangles pass each
    edge equally often in both directions.
    """
    a, b, c = triangles.T
    is_line = (a == b) | (b == c) | (c == a)  # as at the poles of a ball: it belongs to the piece beside it
    piece, proper = np.full(len(triangles), -1, np.int64), triangles[~is_line]
    if len(proper) == 0:
        return piece
    number, sheet = np.full(len(proper), -1, np.int64), sheets_of(proper)
    is_closed = are_closed(proper, sheet)
    number[is_closed] = sheet[is_closed]
    rest = proper[~is_closed]
    if len(rest):
        own = pieces(rest, int(rest.max()) + 1)[rest[:, 0]]
        number[~is_closed] = np.where(are_closed(rest, own), own + len(triangles), -1)
    piece[~is_line] = number
    beside = np.full(int(triangles.max()) + 1, -1, np.int64)
    beside[proper] = number[:, None]
    piece[is_line] = beside[triangles[is_line]].max(axis=1)
    return piece


def sheets_of(triangles: np.ndarray) -> np.ndarray:
    """Return (t,), a number for each triangle, equal for two that share an edge, in opposite directions, with no other one."""
    keys, direction = edge_keys(triangles)
    _, place, counts = np.unique(keys, return_inverse=True, return_counts=True)
    is_shared = (counts == 2) & (np.bincount(place, direction) == 0.0)
    sides = np.flatnonzero(is_shared[place])
    pairs = sides[np.argsort(place[sides], kind="stable")].reshape(-1, 2) % len(triangles)
    return pieces(pairs, len(triangles))


def are_closed(triangles: np.ndarray, piece: np.ndarray) -> np.ndarray:
    """Return (t,) True for the triangles of closed pieces. piece: (t,) numbers from 0 on"""
    keys = piece[:, None] * (int(triangles.max()) + 1) + triangles.astype(np.int64)
    _, own = np.unique(keys, return_inverse=True)  # each piece has its own vertices
    own = own.reshape(-1, 3)
    is_end = np.zeros(int(own.max()) + 1, dtype=bool)
    is_end[open_edges(own)] = True
    is_open = np.zeros(int(piece.max()) + 1, dtype=bool)
    is_open[piece[is_end[own].any(axis=1)]] = True
    return ~is_open[piece]


def edge_keys(triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (3 t,) numbers of the sides, equal for sides of one edge, and their directions: 1, -1, or 0 without length."""
    count = int(triangles.max()) + 1
    begin, end = np.concatenate([triangles[:, [k, (k + 1) % 3]] for k in range(3)]).astype(np.int64).T
    return np.minimum(begin, end) * count + np.maximum(begin, end), np.sign(end - begin)


def open_edges(triangles: np.ndarray) -> np.ndarray:
    """Return the edges (n, 2), as vertex indices, that triangles (t, 3) do not pass equally often in both directions."""
    count = int(triangles.max()) + 1
    keys, direction = edge_keys(triangles)
    edges, place = np.unique(keys, return_inverse=True)
    balance = np.bincount(place, direction, len(edges))
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


def pieces(groups: np.ndarray, count: int) -> np.ndarray:
    """Return (count,), the connected component of each member, as its lowest member. groups: (n, k) members that are connected"""
    label = np.arange(count)
    while True:
        lower = label.copy()
        np.minimum.at(lower, groups.ravel(), np.repeat(label[groups].min(axis=1), groups.shape[1]))
        lower = lower[lower]
        if (lower == label).all():
            return label
        label = lower


def volume_of(corners: np.ndarray) -> float:
    """Return the volume [m3] enclosed by a closed surface of triangles (t, 3, 3), negative for inward normals."""
    return float((corners[:, 0] * np.cross(corners[:, 1], corners[:, 2])).sum() / 6.0)
