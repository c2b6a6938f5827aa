"""Facets: triangles that are cut where light needs vertices, with numbers for corners at the same position."""

from dataclasses import dataclass, replace

import numpy as np

WELD = 1e-5  # [m] corners nearer than this are at one position. Smaller: seams from rounding errors; larger: small details vanish


def place_numbers(points: np.ndarray) -> np.ndarray:
    """Return a position number (n,) for each point (n, 3) [m], equal for points at the same position."""
    return row_numbers(np.round(points / WELD))  # far away too large for integers


def row_numbers(rows: np.ndarray) -> np.ndarray:
    """Return a number (n,), from 0 upwards, for each row of whole numbers (n, k), by columns, because sorting rows is slow."""
    numbers = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:
        values, places = np.unique(column, return_inverse=True)
        numbers = np.unique(numbers * len(values) + places, return_inverse=True)[1]
    return numbers


SIDES = ((0, 1), (1, 2), (2, 0))  # of a triangle, by its corners


def edges_of(triangles: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the edges (e, 2) of triangles (t, 3) with the lower vertex index first, and the edge index of each side (t, 3)."""
    sides = np.sort(triangles[:, SIDES].reshape(-1, 2), axis=1)
    largest = int(triangles.max()) + 1 if len(triangles) else 1
    keys, numbers = np.unique(sides[:, 0] * largest + sides[:, 1], return_inverse=True)
    return np.column_stack((keys // largest, keys % largest)), numbers.reshape(-1, 3)


@dataclass
class Facets:
    """A mesh for shading: triangles to be lit at their vertices. Smooth surfaces of one material share vertices.

    positions: (n, 3) [m]; normals: (n, 3) unit; places: (n,) equal at the same position; materials: (n,) index in the level
    solid: (n,) True for a closed solid, visible from outside only; frames: (n, 2, 3) unit axes of the texture; triangles: (t, 3);
    own: (n, 5) texture coordinates and linear colour of the mesh file, or None
    """

    positions: np.ndarray
    normals: np.ndarray
    places: np.ndarray
    materials: np.ndarray
    solid: np.ndarray
    frames: np.ndarray
    triangles: np.ndarray
    own: np.ndarray | None = None

    @property
    def corners(self) -> np.ndarray:
        return self.positions[self.triangles]


@dataclass(frozen=True)
class Edges:
    """The edges of Facets.

    ends: (e, 2) vertex indices, the lower position number (`Facets.places`) first; sides: (t, 3) edge indices of the sides 0-1,
    1-2, 2-0; lengths: (e,) [m]; spans: (e,) equal between the same two positions, such as on both sides of a crease
    """

    ends: np.ndarray
    sides: np.ndarray
    lengths: np.ndarray
    spans: np.ndarray

    @classmethod
    def of(cls, facets: Facets) -> "Edges":
        ends, sides = edges_of(facets.triangles)
        places = facets.places[ends]
        ends = np.where(places[:, :1] <= places[:, 1:], ends, ends[:, ::-1])  # edges of one span have one direction
        lengths = np.linalg.norm(facets.positions[ends[:, 1]] - facets.positions[ends[:, 0]], axis=1)
        spans = np.empty(len(ends), dtype=np.int64)
        spans[sides.ravel()] = edges_of(facets.places[facets.triangles])[1].ravel()
        return cls(ends, sides, lengths, spans)

    def with_neighbours(self, wanted: np.ndarray) -> np.ndarray:
        """Return a mask (e,) of the wanted edges and of all edges that must be split together with them.

        These are edges between the same positions, and the longest side of each split triangle (Rivara's bisection).
        """
        longest = self.sides[np.arange(len(self.sides)), self.lengths[self.sides].argmax(axis=1)]
        split = np.zeros(self.spans.max() + 1, dtype=bool)
        split[self.spans[wanted]] = True
        while True:
            edges = split[self.spans]
            missing = longest[edges[self.sides].any(axis=1) & ~edges[longest]]
            if not len(missing):
                return edges
            split[self.spans[missing]] = True


def split_edges(facets: Facets, edges: Edges, wanted: np.ndarray) -> Facets:
    """Split the wanted edges (e,), of `Edges.with_neighbours`, at their midpoints. New vertices come last, in order."""
    chosen = np.flatnonzero(wanted)
    midpoints = np.full(len(wanted), -1)
    midpoints[chosen] = len(facets.positions) + np.arange(len(chosen))
    triangles = split_triangles(facets.triangles, edges, midpoints)
    return with_vertices(facets, edges, chosen, np.full(len(chosen), 0.5), triangles)


def with_vertices(facets: Facets, edges: Edges, chosen: np.ndarray, parts: np.ndarray, triangles: np.ndarray) -> Facets:
    """Return facets with new vertices, interpolated on their edges, and with other triangles.

    chosen: (k,) edges that get a vertex; parts: (k,) its fraction of the edge; triangles: (p, 3), also of the new vertices
    """
    ends = edges.ends[chosen]
    return replace(
        facets,
        positions=np.concatenate((facets.positions, between(facets.positions[ends], parts))),
        normals=np.concatenate((facets.normals, unit(between(facets.normals[ends], parts)))),
        places=np.concatenate((facets.places, facets.places.max() + 1 + edges.spans[chosen])),
        solid=np.concatenate((facets.solid, facets.solid[ends[:, 0]])),
        materials=np.concatenate((facets.materials, facets.materials[ends[:, 0]])),
        frames=np.concatenate((facets.frames, facets.frames[ends[:, 0]])),
        own=None if facets.own is None else np.concatenate((facets.own, between(facets.own[ends], parts))),
        triangles=triangles,
    )


def between(pairs: np.ndarray, parts: np.ndarray) -> np.ndarray:
    """Interpolate linearly between pairs (k, 2) or (k, 2, m) at the fractions `parts` (k,), 0..1."""
    parts = parts.reshape(-1, *[1] * (pairs.ndim - 2))
    return pairs[:, 0] * (1.0 - parts) + pairs[:, 1] * parts


def unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-300)


def split_triangles(triangles: np.ndarray, edges: Edges, midpoints: np.ndarray) -> np.ndarray:
    """Bisect each triangle whose longest side is split, and its halves if another side is. Return all, (p, 3).

    midpoints: (e,) index of the vertex at the midpoint of each edge, or -1. The longest side of each split triangle must be
    split, as `Edges.with_neighbours` ensures. Otherwise gaps open.
    """
    turn = (edges.lengths[edges.sides].argmax(axis=1)[:, None] + np.arange(3)) % 3
    rows = np.arange(len(triangles))[:, None]
    a, b, c = triangles[rows, turn].T
    ab, bc, ca = midpoints[edges.sides[rows, turn]].T
    whole = ab < 0
    return np.concatenate([np.column_stack((a, b, c))[whole], *halves(b, c, ab, bc, ~whole), *halves(c, a, ab, ca, ~whole)])


def halves(first: np.ndarray, last: np.ndarray, middle: np.ndarray, side: np.ndarray, chosen: np.ndarray) -> list[np.ndarray]:
    """Return the half of each chosen triangle as three arrays (k, 3), split again if its side first-last has a midpoint.

    first, last, middle: (t,) vertex indices; side: (t,) of the midpoint of first-last, or -1; chosen: (t,) bool
    """
    once, again = chosen & (side < 0), chosen & (side >= 0)
    return [
        np.column_stack((first, last, middle))[once],
        np.column_stack((first, side, middle))[again],
        np.column_stack((side, last, middle))[again],
    ]


def affordable_spacing(lengths: np.ndarray, wanted: float, most: float) -> float:
    """Return the spacing [m], at least `wanted`, that cuts lines of lengths (n,) [m] into about `most` pieces at most."""
    return max(wanted, float(lengths.sum()) / most)


def split_long_edges(facets: Facets, longest: float, most: int) -> Facets:
    """Split facets, the longest edges first, until none is above `longest` [m], or into about `most` triangles."""
    while (room := (most - len(facets.triangles)) // 2) > 0:  # a split edge adds two triangles
        edges = Edges.of(facets)
        long = np.flatnonzero(edges.lengths > longest)
        if len(long) == 0:
            break
        wanted = np.zeros(len(edges.ends), dtype=bool)
        wanted[long[np.argsort(-edges.lengths[long], kind="stable")[:room]]] = True
        facets = split_edges(facets, edges, edges.with_neighbours(wanted))
    return facets


NEAREST = 0.004  # fraction of an edge: a cut stays this far from its ends. 0: triangles without area


def cut_edges(facets: Facets, edges: Edges, parts: np.ndarray) -> tuple[Facets, np.ndarray, np.ndarray]:
    """Cut facets at the fractions `parts` (e,) of their edges, nan for no cut, NEAREST away from both ends.

    Return the new facets, the indices (k,) of the cut edges, and the fractions (k,). The k new vertices come last, in this order.
    """
    cut = np.flatnonzero(~np.isnan(parts))[::-1]
    of_span = np.full(edges.spans.max() + 1, np.nan)
    of_span[edges.spans[cut]] = np.clip(parts[cut], NEAREST, 1.0 - NEAREST)
    chosen = np.flatnonzero(~np.isnan(of_span[edges.spans]))
    parts = of_span[edges.spans[chosen]]
    points = np.full(len(edges.ends), -1)
    points[chosen] = len(facets.positions) + np.arange(len(chosen))
    positions = np.concatenate((facets.positions, np.empty((len(chosen), 3))))
    ends = facets.positions[edges.ends[chosen]]
    positions[len(facets.positions) :] = ends[:, 0] + (ends[:, 1] - ends[:, 0]) * parts[:, None]
    triangles = cut_triangles(facets.triangles, points[edges.sides], positions)
    return with_vertices(facets, edges, chosen, parts, triangles), chosen, parts


def cut_triangles(triangles: np.ndarray, points: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """Cut triangles (t, 3) through points on their sides (t, 3), or -1. Return the resulting triangles (p, 3).

    Two points of a triangle are joined by an edge. The quad is cut along its shorter diagonal. positions: (n, 3) [m]
    """
    count = (points >= 0).sum(axis=1)
    first = np.where(count == 1, (points >= 0).argmax(axis=1), ((points < 0).argmax(axis=1) + 1) % 3)  # after the uncut side
    turn = (first[:, None] + np.arange(3)) % 3
    rows = np.arange(len(triangles))[:, None]
    (a, b, c), (ab, bc, ca) = triangles[rows, turn].T, points[rows, turn].T
    far = np.linalg.norm(positions[a] - positions[bc], axis=1) > np.linalg.norm(positions[ab] - positions[c], axis=1)
    shapes = (
        (count == 0, ((a, b, c),)),
        (count == 1, ((a, ab, c), (ab, b, c))),
        ((count == 2) & ~far, ((ab, b, bc), (a, ab, bc), (a, bc, c))),
        ((count == 2) & far, ((ab, b, bc), (a, ab, c), (ab, bc, c))),
        (count == 3, ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))),
    )
    return np.concatenate([np.column_stack(part)[chosen] for chosen, parts in shapes for part in parts])
