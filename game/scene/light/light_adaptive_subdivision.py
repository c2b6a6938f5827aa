"""The mesh of a level with light at its vertices. Vertices are added where light interpolated along an edge is wrong."""

import numpy as np

from .exposure import tone_map
from .facet_refinement import Edges, Facets, between, cut_edges, split_edges, unit
from .level_light import LevelLight, Share
from .shadow_border_refinement import LIT, NUDGE, PULL, SHADED, are_hidden, ends_of_field, inward, mean_direction

SMALLEST = 0.25  # [m] shorter edges are not split. Smaller: smoother corners, more triangles
TOLERANCE = 0.07  # brightness: how far an edge's middle may be from the mean of its ends. Smaller: smoother, more triangles
SHORT = 0.4  # [m] shorter edges whose ends agree are not tested
BURIED = 0.9  # share of rays inside a solid, above which the light measured at a vertex is ignored
FACING = 0.01  # cosine to the sun above which a surface can have shadows
FILL_ROUNDS = 12  # in which light spreads to vertices buried in solids. Fewer: dark edges where surfaces enter solids


class LitFacets:
    """Facets (a mesh for shading) with light at their vertices. Both `refine` and `cut_at_shadows` replace them.

    buried: (n,) True inside a solid; sky: (n, 3) linear light; sun: (n,) visible share, 0..1; unknown: (n,) True for vertices
    without measured light, because they are buried or lie where solids touch
    """

    def __init__(self, facets: Facets, buried: np.ndarray, source: LevelLight, progress: Share | None = None):
        self.facets, self.buried, self._source = facets, buried, source
        self._tested = np.empty(0, dtype=np.int64)  # keys of the edges of the round before
        seen = ~buried[facets.triangles].any(axis=1)
        points = facets.positions + PULL * mean_direction(facets.positions, facets.triangles[seen], facets.corners[seen]) + NUDGE
        found = source.at(points, facets.normals, progress)
        self.sky, self.sun, self.unknown = found.sky, found.sun, buried | (found.inside > BURIED)

    def refine(self, progress: Share) -> bool:
        """Split the edges whose interpolated light is wrong, and light the new vertices. Return True if any edge was split."""
        edges = Edges.of(self.facets)
        midpoints = Midpoints(self, edges, self._source)
        tested = np.flatnonzero(self._to_test(edges))
        midpoints.measure(tested, progress)
        wanted = np.zeros(len(edges.ends), dtype=bool)
        wanted[tested] = self._is_wrong(edges, tested, midpoints)
        wanted = edges.with_neighbours(wanted)
        chosen = np.flatnonzero(wanted)
        midpoints.measure(chosen[~midpoints.known[chosen]])
        self.facets = split_edges(self.facets, edges, wanted)
        self.sky = np.concatenate((self.sky, midpoints.sky[chosen]))
        self.sun = np.concatenate((self.sun, midpoints.sun[chosen]))
        self.buried = np.concatenate((self.buried, self.buried[edges.ends[chosen]].any(axis=1)))
        self.unknown = np.concatenate((self.unknown, midpoints.unknown[chosen]))
        return len(chosen) > 0

    def _to_test(self, edges: Edges) -> np.ndarray:
        """Return a mask (e,) of the long edges, new in this round, whose ends have measured light."""
        keys = edges.ends.min(axis=1) << 32 | edges.ends.max(axis=1)
        new = ~np.isin(keys, self._tested)
        self._tested = keys
        brightness = tone_map((self.sky + self._source.sunlight(self.facets.normals, self.sun)).mean(axis=1))[edges.ends]
        alike = np.abs(brightness[:, 0] - brightness[:, 1]) < TOLERANCE
        return new & ~self.unknown[edges.ends].any(axis=1) & (edges.lengths > np.where(alike, SHORT, SMALLEST))

    def _is_wrong(self, edges: Edges, tested: np.ndarray, midpoints: "Midpoints") -> np.ndarray:
        """Return a mask (k,) of the tested edges with wrong interpolated light, of the sky alone across a shadow."""
        ends = edges.ends[tested]
        is_cut = np.abs(self.sun[ends[:, 0]] - self.sun[ends[:, 1]]) > 0.5
        mean = self.sun[ends].mean(axis=1)
        normals = unit(self.facets.normals[ends].sum(axis=1))
        sun = self._source.sunlight(normals, np.where(is_cut, 0.5, mean))
        measured = self._source.sunlight(normals, np.where(is_cut, 0.5, midpoints.sun[tested]))
        middle = tone_map((midpoints.sky[tested] + measured).mean(axis=1))
        expected = tone_map((self.sky[ends].mean(axis=1) + sun).mean(axis=1))
        return (np.abs(middle - expected) > TOLERANCE) & ~midpoints.unknown[tested]

    def cut_at_shadows(self) -> None:
        """Cut at the borders of full sun and full shadow, between which the sun's light is linear. Not in plain light."""
        if self._source.is_plain:
            return
        facing = self._source.facing(self.facets.normals) > FACING
        for field in (LIT, SHADED):
            edges = Edges.of(self.facets)
            inside = self.sun >= 1.0 if field == LIT else self.sun <= 0.0
            usable = (facing & ~self.buried)[edges.ends].all(axis=1)
            crossed = np.flatnonzero(usable & (inside[edges.ends[:, 0]] != inside[edges.ends[:, 1]]))
            parts = np.full(len(edges.ends), np.nan)
            parts[crossed] = self._borders(field, edges, crossed, inside)
            self.facets, chosen, where = cut_edges(self.facets, edges, parts)
            ends, own = edges.ends[chosen], ~np.isnan(parts[chosen])
            sun = np.where(own, 1.0 if field == LIT else 0.0, between(self.sun[ends], where))
            self.sky = np.concatenate((self.sky, between(self.sky[ends], where)))
            self.sun = np.concatenate((self.sun, sun))
            self.buried = np.concatenate((self.buried, self.buried[ends].any(axis=1)))
            self.unknown = np.concatenate((self.unknown, self.unknown[ends].any(axis=1)))
            facing = np.concatenate((facing, facing[ends].all(axis=1)))

    def _borders(self, field: int, edges: Edges, crossed: np.ndarray, inside: np.ndarray) -> np.ndarray:
        """Return a field's border on each crossed edge, as a fraction (k,) of it. inside: (n,) of the vertices"""
        seen = ~self.buried[self.facets.triangles].any(axis=1)
        ends = edges.ends[crossed]
        points = self.facets.positions[ends] + PULL * inward(self.facets, edges, seen)[crossed, None] + NUDGE
        turned = inside[ends[:, 1]]
        points = np.where(turned[:, None, None], points[:, ::-1], points)
        border = ends_of_field(self._source, field, points[:, 0], points[:, 1], unit(self.facets.normals[ends].sum(axis=1)))
        return np.where(turned, 1.0 - border, border)

    def visible_triangles(self) -> np.ndarray:
        return self.facets.triangles[~are_hidden(self.facets, self.buried, self._source)]

    def light(self) -> np.ndarray:
        """Return the linear light (n, 3) of all vertices. Unknown sky and buried sun are the mean of their neighbours."""
        sky = self._filled(self.sky, self.unknown)
        sun = self._filled(self.sun[:, None], self.buried)[:, 0]
        return sky + self._source.sunlight(self.facets.normals, sun)

    def _filled(self, values: np.ndarray, unknown: np.ndarray) -> np.ndarray:
        """Return values (n, k), in which unknown ones (n,) get the mean of their neighbours in FILL_ROUNDS rounds."""
        ends = Edges.of(self.facets).ends
        ends = np.concatenate((ends, ends[:, ::-1]))
        values, unknown = values.copy(), unknown.copy()
        for _ in range(FILL_ROUNDS):
            border = ends[unknown[ends[:, 0]] & ~unknown[ends[:, 1]]]
            counts = np.bincount(border[:, 0], minlength=len(values))
            reached = counts > 0
            sums = np.stack([np.bincount(border[:, 0], column, len(values)) for column in values[border[:, 1]].T], axis=1)
            values[reached] = sums[reached] / counts[reached, None]
            unknown &= ~reached
        return values


class Midpoints:
    """The midpoints of the edges of LitFacets: their light as there, and `known` (e,) once it is measured."""

    def __init__(self, lit: LitFacets, edges: Edges, source: LevelLight):
        self._ends, self._source, self._normals = edges.ends, source, lit.facets.normals
        seen = ~lit.buried[lit.facets.triangles].any(axis=1)
        self._points = lit.facets.positions[edges.ends].mean(axis=1) + PULL * inward(lit.facets, edges, seen) + NUDGE
        count = len(edges.ends)
        self.sky, self.sun = np.zeros((count, 3)), np.zeros(count)
        self.unknown, self.known = np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)

    def measure(self, edge_indices: np.ndarray, progress: Share | None = None) -> None:
        """Measure and store the light at the midpoints of some edges, given by indices (k,)."""
        normals = unit(self._normals[self._ends[edge_indices]].sum(axis=1))
        found = self._source.at(self._points[edge_indices], normals, progress)
        self.sky[edge_indices], self.sun[edge_indices], self.unknown[edge_indices] = found.sky, found.sun, found.inside > BURIED
        self.known[edge_indices] = True
