"""Facets with light at their vertices. Refinement adds vertices where interpolated light is wrong."""

import numpy as np

from game.view.lighting.facet_refinement import Edges, mean_normals, split_edges
from game.view.lighting.level_light import tone_map, unit

SMALLEST = 0.25  # [m] shorter edges are not split. Smaller: crisper shadows, more triangles
TOLERANCE = 0.07  # brightness: allowed difference of an edge's midpoint from the mean of its ends. Smaller: more triangles
CONTRAST = 0.4  # brightness: allowed difference between the ends of an edge
CRISP = 0.16, 0.25  # edges are split down to this length [m] where their ends differ by more than this: edges of shadows
SHORT = 0.4  # [m] shorter edges whose ends agree are not tested, since no shadow fits between them
BORDER = 0.5  # [m] shorter edges are not split if only one end is buried.
PULL = 0.012  # [m] light of a vertex on a border is measured this far inwards, so that no ray starts in the next surface
NUDGE = (0.0031, 0.0017, 0.0013)  # [m] and this far to the side: a ray in the plane of a surface may hit or miss
BURIED = 0.6  # share of rays inside a solid from which on a vertex's own light is ignored
HIDDEN = 0.95  # share from which on a vertex cannot be seen; triangles of such vertices alone are left out
FILL_ROUNDS = 12  # in which light spreads to vertices buried in solids. Fewer: dark edges where surfaces enter solids


class LitFacets:
    """facets; light (n, 3) linear; inside (n,): share of each vertex's rays that hit a solid from its inside."""

    def __init__(self, facets, source, progress=None):
        self.facets, self._source = facets, source
        self._tested = np.empty(0, dtype=np.int64)  # keys of the edges of the round before
        inward = mean_direction(facets.positions, facets.triangles, facets.corners)
        self.light, self.inside = source.at(facets.positions + PULL * inward + NUDGE, facets.normals, progress)

    def refine(self, progress=None):
        """Split the edges where interpolated light is wrong. Returns True if there were any."""
        edges = Edges.of(self.facets)
        midpoints = Midpoints(self.facets, edges, self._source)
        tested = np.flatnonzero(self._to_test(edges))
        midpoints.measure(tested, progress)
        wanted = np.zeros(len(edges.ends), dtype=bool)
        wanted[tested] = self._must_split(edges, tested, midpoints)
        wanted = edges.with_neighbours(wanted)
        chosen = np.flatnonzero(wanted)
        midpoints.measure(chosen[~midpoints.known[chosen]])
        self.facets = split_edges(self.facets, edges, wanted)
        self.light = np.concatenate((self.light, midpoints.light[chosen]))
        self.inside = np.concatenate((self.inside, midpoints.inside[chosen]))
        return len(chosen) > 0

    def _to_test(self, edges):
        """Mask (e,) of the edges to test: long enough, new, and with light that interpolation may miss."""
        keys = edges.ends[:, 0] << 32 | edges.ends[:, 1]
        new = ~np.isin(keys, self._tested)
        self._tested = keys
        brightness, buried = self._brightness()[edges.ends], self.inside[edges.ends] > BURIED
        difference = np.abs(brightness[:, 0] - brightness[:, 1])
        unlike = buried[:, 0] != buried[:, 1]
        long = (edges.lengths > SMALLEST) | (edges.lengths > CRISP[0]) & (difference > CRISP[1])
        return new & long & ((edges.lengths > SHORT) | (difference > TOLERANCE) | unlike)

    def _must_split(self, edges, tested, midpoints):
        """Mask (k,) of the tested edges (k,) that must be split."""
        ends = edges.ends[tested]
        brightness = self._brightness()[ends]
        middle = tone_map(midpoints.light[tested].mean(axis=1))
        wrong = np.abs(middle - brightness.mean(axis=1)) > TOLERANCE
        wrong |= np.abs(brightness[:, 0] - brightness[:, 1]) > CONTRAST
        buried = (self.inside[ends] > BURIED).sum(axis=1) + (midpoints.inside[tested] > BURIED)
        return np.where(buried == 0, wrong, (buried < 3) & (edges.lengths[tested] > BORDER))

    def _brightness(self):
        return tone_map(self.light.mean(axis=1))

    def visible_triangles(self):
        """The triangles (t, 3) that are not inside solids."""
        triangles = self.facets.triangles
        return triangles[(self.inside[triangles] < HIDDEN).any(axis=1)]

    def without_buried(self):
        """The light (n, 3); at buried vertices it is the mean of their neighbours."""
        ends = Edges.of(self.facets).ends
        ends = np.concatenate((ends, ends[:, ::-1]))
        light, unknown = self.light.copy(), self.inside > BURIED
        for _ in range(FILL_ROUNDS):
            border = ends[unknown[ends[:, 0]] & ~unknown[ends[:, 1]]]
            counts = np.bincount(border[:, 0], minlength=len(light))
            reached = counts > 0
            sums = np.stack([np.bincount(border[:, 0], light[border[:, 1], k], len(light)) for k in range(3)], axis=1)
            light[reached] = sums[reached] / counts[reached, None]
            unknown &= ~reached
        return light


class Midpoints:
    """The midpoints of edges and their light. light (e, 3), inside (e,): valid where known (e,) is True"""

    def __init__(self, facets, edges, source):
        self._facets, self._ends, self._source = facets, edges.ends, source
        self._positions = facets.positions[edges.ends].mean(axis=1)
        self._inward = mean_direction(self._positions, edges.sides, facets.corners)
        self.light = np.zeros((len(edges.ends), 3))
        self.inside = np.zeros(len(edges.ends))
        self.known = np.zeros(len(edges.ends), dtype=bool)

    def measure(self, numbers, progress=None):
        """Measure the light at the midpoints of the edges `numbers` (k,)."""
        points = self._positions[numbers] + PULL * self._inward[numbers] + NUDGE
        normals = mean_normals(self._facets, self._ends[numbers])
        self.light[numbers], self.inside[numbers] = self._source.at(points, normals, progress)
        self.known[numbers] = True


def mean_direction(points, around, corners):
    """The mean (n, 3) of the unit vectors from a point to the centres of the triangles around it.

    It is zero inside a surface and points inwards on its border. points (n, 3); around (t, 3): the points of each triangle;
    corners (t, 3, 3)
    """
    numbers = around.ravel()
    directions = unit(np.repeat(corners.mean(axis=1), 3, axis=0) - points[numbers])
    sums = np.stack([np.bincount(numbers, directions[:, k], len(points)) for k in range(3)], axis=1)
    return sums / np.maximum(np.bincount(numbers, minlength=len(points)), 1)[:, None]
