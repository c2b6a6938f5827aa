"""Split Facets along the borders of shadows and of solids, until a border crosses each triangle in a straight line.

An edge is split if a border crosses it twice, or if the border between two edges of a triangle is bent.
"""

import numpy as np

from .facet_refinement import Edges, Facets, affordable_spacing, between, cut_edges, split_edges, unit
from .ray_traced_light import CENTRE_LIT, VISIBLE
from .shading_mesh import normals_of
from .sun_and_sky_light import LevelLight, Share

ROUNDS = 9  # of splitting: from a metre's diagonal down to the smallest edge
SPACING = 0.25  # [m] between the probes of an edge. Larger: thin shadows are missed; smaller: more rays
# Probes of all rounds, each of which uses half of what is left; with more, SPACING grows. Fewer: the bundled levels (up to
# 590 000 in the first round) lose thin shadows; more: time and memory
MOST_PROBES = 1_600_000
PORTION = 100_000  # probes tested at a time. More: memory; fewer: threads wait for each other
# [m] (how far a border may be off the line that is drawn, length of edges that are not split). Larger: corners of shadows are cut
# off, and light leaks out of walls; smaller: more triangles. The solid itself hides the border of what it covers.
SHADOWS, SOLIDS = (0.025, 0.12), (0.15, 0.5)
MOST_TRIANGLES = 90_000  # a level that reaches this keeps bent borders. More: smoother, but slow without a graphics card
PULL = 0.012  # [m] probes on a border of a surface are moved inwards, so that no ray starts in the next surface
NUDGE = np.array((0.0031, 0.0017, 0.0013))  # [m] probes are moved aside, so that no ray starts in the plane of another surface


def fit_to_borders(facets: Facets, source: LevelLight, progress: Share | None = None) -> tuple[Facets, np.ndarray]:
    """Split facets until shadows have straight borders in each triangle, and cut the facets where they enter solids.

    Return the new facets, without hidden ones, and a mask (n,) of the vertices inside solids. Some borders stay bent after ROUNDS
    rounds, or above MOST_TRIANGLES triangles.
    """
    solids, shadows = Borders(source, VISIBLE, SOLIDS), Borders(source, CENTRE_LIT, SHADOWS)
    for number in range(ROUNDS):
        if progress:
            progress(number / ROUNDS)
        edges = Edges.of(facets)
        solids.probe(facets, edges)
        shadows.probe(facets, edges)
        wanted = solids.bent(facets, edges) | shadows.bent(facets, edges)
        if not wanted.any() or len(facets.triangles) > MOST_TRIANGLES:
            break
        facets = split_edges(facets, edges, edges.with_neighbours(wanted))
    edges = Edges.of(facets)
    solids.probe(facets, edges)
    visible = solids.contained(facets, edges)
    facets, chosen, _ = cut_edges(facets, edges, np.where(solids.changes == 1, solids.parts, np.nan))
    buried = ~np.concatenate((visible, np.ones(len(chosen), dtype=bool)))
    facets.triangles = facets.triangles[~are_hidden(facets, buried, source)]
    return facets, buried


class Borders:
    """The borders of a field of light (`ray_traced_light`) on facets, found by tests of points along edges.

    accuracy: (allowed deviation of a border from a straight line, length up to which edges are not split) [m]
    changes: (e,) crossings of each edge; parts: (e,) fraction of the edge, or nan unless there is one; begins, ends: (e,) 1 if
    that end is in the field, else 0; is_new: (e,) True for edges new in this `probe`
    """

    def __init__(self, source: LevelLight, field: int, accuracy: tuple[float, float]):
        self._source, self._field, (self._bent, self._smallest) = source, field, accuracy
        self._keys, self._known = np.empty(0, dtype=np.int64), np.empty((4, 0))
        self._left = MOST_PROBES

    def probe(self, facets: Facets, edges: Edges) -> None:
        """Test points along those edges that are new since the last call, and store the results of all edges."""
        low, high = edges.ends.min(axis=1), edges.ends.max(axis=1)
        keys = low << 32 | high
        order = np.argsort(keys)
        found = np.searchsorted(self._keys, keys)
        found[found == len(self._keys)] = 0
        self.is_new = self._keys[found] != keys if len(self._keys) else np.ones(len(keys), dtype=bool)
        known = self._known[:, found] if len(self._keys) else np.empty((4, len(keys)))
        new = np.flatnonzero(self.is_new)
        known[:, new] = self._measured(facets, edges, new)
        self._keys, self._known = keys[order], known[:, order]
        self.changes, self.parts, self.begins, self.ends = known

    def _measured(
        self, facets: Facets, edges: Edges, new_edges: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
        """Return the arrays changes, parts, begins and ends, as in the class but each (k,), for edges with indices (k,)."""
        pulled = PULL * inward(facets, edges)[new_edges, None] + NUDGE
        ends = facets.positions[edges.ends[new_edges]] + pulled
        normals = unit(facets.normals[edges.ends[new_edges]].sum(axis=1))
        spacing = affordable_spacing(edges.lengths[new_edges], SPACING, max(1, self._left / 2))
        counts = np.maximum(2, np.ceil(edges.lengths[new_edges] / spacing).astype(int) + 1)
        self._left -= counts.sum()
        owners, firsts = np.repeat(np.arange(len(new_edges)), counts), np.cumsum(counts) - counts
        parts = (np.arange(len(owners)) - firsts[owners]) / (counts - 1)[owners]
        pieces = (np.array_split(array, len(owners) // PORTION + 1) for array in (owners, parts))
        found = [self._source.in_field(self._field, between(ends[own], part), normals[own]) for own, part in zip(*pieces)]
        inside = np.concatenate(found)
        changed = (inside[1:] != inside[:-1]) & (owners[1:] == owners[:-1])
        changes = np.bincount(owners[1:], changed, len(new_edges))
        begins, finishes = inside[firsts], inside[firsts + counts - 1]
        once = np.flatnonzero(changes == 1)
        turned = np.where(begins[once, None, None], ends[once], ends[once, ::-1])
        border = self._source.borders(self._field, turned[:, 0], turned[:, 1], normals[once])
        where = np.full(len(new_edges), np.nan)
        where[once] = np.where(begins[once], border, 1.0 - border)
        return changes, where, begins, finishes

    def bent(self, facets: Facets, edges: Edges) -> np.ndarray:
        """Return a mask (e,) of the edges that a border crosses several times, and longest edges of triangles where it bends."""
        wanted = self.is_new & (self.changes > 1)
        crossed = self.changes[edges.sides] == 1
        pairs = np.flatnonzero((crossed.sum(axis=1) == 2) & self.is_new[edges.sides].any(axis=1))
        longest = edges.sides[pairs, edges.lengths[edges.sides[pairs]].argmax(axis=1)]
        wanted[longest[~self._is_straight(facets, edges, pairs, crossed[pairs])]] = True
        return wanted & (edges.lengths > self._smallest)

    def _is_straight(self, facets: Facets, edges: Edges, chosen: np.ndarray, crossed: np.ndarray) -> np.ndarray:
        """Return a mask (k,) of triangles with a straight border, or one below four times the allowed deviation.

        chosen: (k,) indices of triangles with exactly two crossed sides; crossed: (k, 3) True for the crossed sides
        """
        rows = np.arange(len(chosen))[:, None]
        two = edges.sides[chosen][rows, np.argsort(~crossed, axis=1, kind="stable")[:, :2]]  # the two edges crossed
        points = facets.positions[edges.ends[two]]
        crossings = points[:, :, 0] + (points[:, :, 1] - points[:, :, 0]) * self.parts[two][..., None]
        normals = unit(facets.normals[facets.triangles[chosen]].sum(axis=1))
        along = crossings[:, 1] - crossings[:, 0]
        across = np.cross(normals, unit(along))
        first = np.where(self.begins[two[:, 0]] > 0.5, 0, 1)
        inner = points[np.arange(len(chosen)), 0, first]  # the end of the first edge that is in the field
        across *= np.where(np.einsum("ij,ij->i", inner - crossings[:, 0], across) < 0.0, -1.0, 1.0)[:, None]
        straight = np.ones(len(chosen), dtype=bool)
        long = np.flatnonzero(np.linalg.norm(along, axis=1) > 4.0 * self._bent)
        for part in (0.25, 0.5, 0.75):
            middle = crossings[long, 0] + part * along[long] + NUDGE
            for side, expected in ((self._bent, True), (-self._bent, False)):
                inside = self._source.in_field(self._field, middle + side * across[long], normals[long])
                straight[long] &= inside == expected
        return straight

    def contained(self, facets: Facets, edges: Edges) -> np.ndarray:
        """Return a mask (n,) of vertices for which half of the tests at their edges, moved by PULL, are in the field."""
        count, total = np.zeros(len(facets.positions)), np.zeros(len(facets.positions))
        for end, inside in ((edges.ends[:, 0], self.begins), (edges.ends[:, 1], self.ends)):
            count += np.bincount(end, minlength=len(count))
            total += np.bincount(end, inside, len(count))
        return total >= 0.5 * count


def are_hidden(facets: Facets, buried: np.ndarray, source: LevelLight) -> np.ndarray:
    """Return a mask (t,) of triangles of which no part is visible, by rays from their side, or both sides if not solid.

    All three vertices are buried. That alone is not enough: a corner of the visible surface between two solids can lie in the
    middle of a triangle. Also, splits mark the midpoints of edges from a buried vertex as buried.
    """
    is_hidden = buried[facets.triangles].all(axis=1)
    chosen = np.flatnonzero(is_hidden)
    corners = facets.corners[chosen]
    normals = normals_of(corners)[0]
    seen = source.may_be_visible(corners, normals)
    two_sided = np.flatnonzero(~facets.solid[facets.triangles[chosen, 0]])
    seen[two_sided] |= source.may_be_visible(corners[two_sided], -normals[two_sided])
    is_hidden[chosen[seen]] = False
    return is_hidden


def inward(facets: Facets, edges: Edges, seen: np.ndarray | None = None) -> np.ndarray:
    """Return the mean unit direction (e, 3) from each edge to its triangles `seen` (t,), near zero within a flat surface."""
    chosen = slice(None) if seen is None else seen
    middles = facets.positions[edges.ends].mean(axis=1)
    return mean_direction(middles, edges.sides[chosen], facets.corners[chosen])


def mean_direction(points: np.ndarray, around: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Return the mean (n, 3) of the unit vectors from points (n, 3) [m] to the centres of the triangles `around` (t, 3)."""
    numbers = around.ravel()
    directions = unit(np.repeat(corners.mean(axis=1), 3, axis=0) - points[numbers])
    sums = np.stack([np.bincount(numbers, directions[:, k], len(points)) for k in range(3)], axis=1)
    return sums / np.maximum(np.bincount(numbers, minlength=len(points)), 1)[:, None]
