"""Facets with light at their vertices, and their refinement: new vertices where the light is not what its neighbours promise."""

from dataclasses import replace

import numpy as np

from game.view.light import seen, unit
from game.view.refine import edges_of, split_triangles, with_longest_sides

SMALLEST = 0.10  # [m] edges shorter than this stay whole; smaller: crisper shadows, more triangles
PROMISE = 0.012  # how far the light in an edge's middle may be from its ends' mean; smaller: smoother, more triangles
CONTRAST = 0.12  # how far the ends of an edge may differ
PULL = 0.012  # [m] vertices on a border ask for their light this far inside, lest a ray start in the next surface
FILLINGS = 12  # rounds in which light spreads to vertices buried in other solids, so that no dark leaks from them


class LitFacets:
    """facets; light (n, 3) linear; buried (n,) bool: inside another solid, where no light can be measured."""

    def __init__(self, facets, source, progress=None):
        self.facets, self._source = facets, source
        self._judged = np.empty(0, dtype=np.int64)  # edges that were asked before
        inward = mean_direction(facets.positions, facets.triangles, facets.corners)
        self.light, self.buried = source.at(facets.positions + PULL * inward, facets.normals, progress)

    def refine(self):
        """Split the edges whose middle is lit otherwise than their ends promise. -> whether there were any."""
        facets = self.facets
        edges, sides = edges_of(facets.triangles)
        middles = Middles(self, edges, sides)
        lengths = np.linalg.norm(np.diff(facets.positions[edges], axis=1)[:, 0], axis=1)
        asked = np.flatnonzero((lengths > SMALLEST) & self._is_new(edges))
        middles.measure(asked)
        wanted = np.zeros(len(edges), dtype=bool)
        wanted[asked] = middles.break_promises(asked, lengths[asked])
        wanted = self._in_all_surfaces(wanted, sides, lengths)
        middles.measure(np.flatnonzero(wanted & ~middles.known))
        self._split(wanted, edges, sides, lengths, middles)
        return bool(wanted.any())

    def _is_new(self, edges):
        keys = edges[:, 0] << 32 | edges[:, 1]
        new = ~np.isin(keys, self._judged)
        self._judged = np.concatenate((self._judged, keys[new]))
        return new

    def _in_all_surfaces(self, wanted, sides, lengths):
        """Surfaces that meet at an edge have one each there: split all of them or none, and keep triangles stout."""
        places, spans = edges_of(self.facets.places[self.facets.triangles])
        span_of = np.empty(len(wanted), dtype=np.int64)
        span_of[sides.ravel()] = spans.ravel()
        split, span_lengths = np.zeros(len(places), dtype=bool), np.empty(len(places))
        split[span_of[wanted]] = True
        span_lengths[span_of] = lengths
        self._span_of = span_of
        return with_longest_sides(split, spans, span_lengths)[span_of]

    def _split(self, wanted, edges, sides, lengths, middles):
        facets, count = self.facets, len(self.light)
        chosen = np.flatnonzero(wanted)
        vertex = np.full(len(edges), -1)
        vertex[chosen] = count + np.arange(len(chosen))
        first = edges[chosen, 0]
        self.facets = replace(
            facets,
            positions=np.concatenate((facets.positions, middles.positions[chosen])),
            normals=np.concatenate((facets.normals, middles.normals[chosen])),
            places=np.concatenate((facets.places, facets.places.max() + 1 + self._span_of[chosen])),
            materials=np.concatenate((facets.materials, facets.materials[first])),
            frames=np.concatenate((facets.frames, facets.frames[first])),
            triangles=split_triangles(facets.triangles, sides, vertex, lengths),
        )
        self.light = np.concatenate((self.light, middles.light[chosen]))
        self.buried = np.concatenate((self.buried, middles.buried[chosen]))

    def without_buried(self):
        """The light, with that of buried vertices replaced by their neighbours'. -> (n, 3)."""
        edges, _ = edges_of(self.facets.triangles)
        light, unknown = self.light.copy(), self.buried.copy()
        for _ in range(FILLINGS):
            ends = np.concatenate((edges, edges[:, ::-1]))
            ends = ends[unknown[ends[:, 0]] & ~unknown[ends[:, 1]]]
            if not len(ends):
                break
            counts = np.bincount(ends[:, 0], minlength=len(light))
            reached = counts > 0
            sums = np.stack([np.bincount(ends[:, 0], light[ends[:, 1], k], len(light)) for k in range(3)], axis=1)
            light[reached] = sums[reached] / counts[reached, None]
            unknown &= ~reached
        return light


class Middles:
    """The middles of edges (e, 2), and the light there once measured."""

    def __init__(self, lit, edges, sides):
        self._lit, self._edges, facets = lit, edges, lit.facets
        self.positions = facets.positions[edges].mean(axis=1)
        self.normals = unit(facets.normals[edges].sum(axis=1))
        self._inward = mean_direction(self.positions, sides, facets.corners)
        self.light = np.zeros((len(edges), 3))
        self.buried = np.zeros(len(edges), dtype=bool)
        self.known = np.zeros(len(edges), dtype=bool)

    def measure(self, numbers):
        if len(numbers):
            points = self.positions[numbers] + PULL * self._inward[numbers]
            self.light[numbers], self.buried[numbers] = self._lit._source.at(points, self.normals[numbers])
            self.known[numbers] = True

    def break_promises(self, numbers, lengths):
        """Which edges must be split. numbers (k,), lengths (k,) [m] -> (k,) bool."""
        ends = self._edges[numbers]
        brightness = seen(self._lit.light[ends].mean(axis=2))
        middle = seen(self.light[numbers].mean(axis=1))
        broken = np.abs(middle - brightness.mean(axis=1)) > PROMISE
        broken |= np.abs(brightness[:, 0] - brightness[:, 1]) > CONTRAST
        buried = self._lit.buried[ends].sum(axis=1) + self.buried[numbers]
        return np.where(buried == 0, broken, (buried < 3) & (lengths > 2 * SMALLEST))


def mean_direction(points, around, corners):
    """Mean unit vector from points to the middles of the triangles around them: zero inside a surface, inward on its border.

    points (n, 3); around (t, 3): three points that each triangle touches; corners (t, 3, 3) -> (n, 3)
    """
    numbers = around.ravel()
    ways = unit(np.repeat(corners.mean(axis=1), 3, axis=0) - points[numbers])
    sums = np.stack([np.bincount(numbers, ways[:, k], len(points)) for k in range(3)], axis=1)
    return sums / np.maximum(np.bincount(numbers, minlength=len(points)), 1)[:, None]
