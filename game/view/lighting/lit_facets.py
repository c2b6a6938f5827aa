"""Facets with light at their vertices, and their refinement: new vertices where the light is not what its neighbours promise."""

import numpy as np

from game.view.lighting.level_light import seen, unit
from game.view.lighting.refine import Edges, mean_normals, split_edges

SMALLEST = 0.25  # [m] edges shorter than this stay whole; smaller: crisper shadows, more triangles
PROMISE = 0.07  # how far the light in an edge's middle may be from its ends' mean; smaller: smoother, more triangles
CONTRAST = 0.4  # how far the ends of an edge may differ
CRISP = 0.16, 0.25  # edges are split down to this length [m] where their ends differ by more than this: edges of shadows
SHORT = 0.4  # [m] edges shorter than this whose ends agree are not asked: nothing hides between them
BORDER = 0.5  # [m] edges shorter than this are not split for being buried at one end only
PULL = 0.012  # [m] vertices on a border ask for their light this far inside, lest a ray start in the next surface
NUDGE = (0.0031, 0.0017, 0.0013)  # [m] and this far aside: in the very plane of another surface a ray could go either way
BURIED = 0.6  # share of rays from which on a vertex's own light counts for nothing
HIDDEN = 0.95  # share from which on triangles are left out: nobody can see them
FILLINGS = 12  # rounds in which light spreads to vertices buried in other solids, so that no dark leaks from them


class LitFacets:
    """facets; light (n, 3) linear; inside (n,): share of each vertex's rays that met the inside of another solid."""

    def __init__(self, facets, source, progress=None):
        self.facets, self._source = facets, source
        self._judged = np.empty(0, dtype=np.int64)  # edges that were asked before
        inward = mean_direction(facets.positions, facets.triangles, facets.corners)
        self.light, self.inside = source.at(facets.positions + PULL * inward + NUDGE, facets.normals, progress)

    def refine(self, progress=None):
        """Split the edges whose middle is lit otherwise than their ends promise. -> whether there were any."""
        edges = Edges.of(self.facets)
        middles = Middles(self.facets, edges, self._source)
        asked = np.flatnonzero(self._worth_asking(edges))
        middles.measure(asked, progress)
        wanted = np.zeros(len(edges.ends), dtype=bool)
        wanted[asked] = self._broken_promises(edges, asked, middles)
        wanted = edges.with_neighbours(wanted)
        chosen = np.flatnonzero(wanted)
        middles.measure(chosen[~middles.known[chosen]])
        self.facets = split_edges(self.facets, edges, wanted)
        self.light = np.concatenate((self.light, middles.light[chosen]))
        self.inside = np.concatenate((self.inside, middles.inside[chosen]))
        return len(chosen) > 0

    def _worth_asking(self, edges):
        """Which edges are long enough, uncertain, and new. -> (e,) bool."""
        keys = edges.ends[:, 0] << 32 | edges.ends[:, 1]
        new = ~np.isin(keys, self._judged)
        self._judged = keys
        brightness, buried = self._brightness()[edges.ends], self.inside[edges.ends] > BURIED
        difference = np.abs(brightness[:, 0] - brightness[:, 1])
        unlike = buried[:, 0] != buried[:, 1]
        long = (edges.lengths > SMALLEST) | (edges.lengths > CRISP[0]) & (difference > CRISP[1])
        return new & long & ((edges.lengths > SHORT) | (difference > PROMISE) | unlike)

    def _broken_promises(self, edges, asked, middles):
        """Which of the edges asked (k,) must be split. -> (k,) bool."""
        ends = edges.ends[asked]
        brightness = self._brightness()[ends]
        middle = seen(middles.light[asked].mean(axis=1))
        broken = np.abs(middle - brightness.mean(axis=1)) > PROMISE
        broken |= np.abs(brightness[:, 0] - brightness[:, 1]) > CONTRAST
        buried = (self.inside[ends] > BURIED).sum(axis=1) + (middles.inside[asked] > BURIED)
        return np.where(buried == 0, broken, (buried < 3) & (edges.lengths[asked] > BORDER))

    def _brightness(self):
        return seen(self.light.mean(axis=1))

    def visible_triangles(self):
        """The triangles that are not inside other solids. -> (t, 3)."""
        triangles = self.facets.triangles
        return triangles[(self.inside[triangles] < HIDDEN).any(axis=1)]

    def without_buried(self):
        """The light, with that of buried vertices replaced by their neighbours'. -> (n, 3)."""
        ends = Edges.of(self.facets).ends
        ends = np.concatenate((ends, ends[:, ::-1]))
        light, unknown = self.light.copy(), self.inside > BURIED
        for _ in range(FILLINGS):
            border = ends[unknown[ends[:, 0]] & ~unknown[ends[:, 1]]]
            counts = np.bincount(border[:, 0], minlength=len(light))
            reached = counts > 0
            sums = np.stack([np.bincount(border[:, 0], light[border[:, 1], k], len(light)) for k in range(3)], axis=1)
            light[reached] = sums[reached] / counts[reached, None]
            unknown &= ~reached
        return light


class Middles:
    """The middles of edges, and the light there once measured: light (e, 3), inside (e,), known (e,)."""

    def __init__(self, facets, edges, source):
        self._facets, self._ends, self._source = facets, edges.ends, source
        self._positions = facets.positions[edges.ends].mean(axis=1)
        self._inward = mean_direction(self._positions, edges.sides, facets.corners)
        self.light = np.zeros((len(edges.ends), 3))
        self.inside = np.zeros(len(edges.ends))
        self.known = np.zeros(len(edges.ends), dtype=bool)

    def measure(self, numbers, progress=None):
        """Ask for the light in the middles of the edges `numbers` (k,)."""
        points = self._positions[numbers] + PULL * self._inward[numbers] + NUDGE
        normals = mean_normals(self._facets, self._ends[numbers])
        self.light[numbers], self.inside[numbers] = self._source.at(points, normals, progress)
        self.known[numbers] = True


def mean_direction(points, around, corners):
    """Mean unit vector from points to the middles of the triangles around them: zero inside a surface, inward on its border.

    points (n, 3); around (t, 3): three points that each triangle touches; corners (t, 3, 3) -> (n, 3)
    """
    numbers = around.ravel()
    ways = unit(np.repeat(corners.mean(axis=1), 3, axis=0) - points[numbers])
    sums = np.stack([np.bincount(numbers, ways[:, k], len(points)) for k in range(3)], axis=1)
    return sums / np.maximum(np.bincount(numbers, minlength=len(points)), 1)[:, None]
