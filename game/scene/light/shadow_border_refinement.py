"""Split Facets along the borders of shadows and of solids, until a border crosses each triangle in a straight line.

An edge is split if a border crosses it twice, or if the border between two edges of a triangle is bent. Rays find the borders.
A visible part of a triangle can be smaller than any distance between tested points. So the test also looks for surfaces of solids
that cross the triangle. Without such a surface, all parts of the triangle are hidden or none is.
"""

import numpy as np

from ...collision.mesh.bvh import BRANCHES, boxes_overlap, cast_ray, first_leaf, next_node, ray_hits_triangle
from ...core.jit import compiled, inlined
from ...core.vec3 import Vector, along, dot, get3, normalise, scale, sub, triangle_normals
from .facet_refinement import Edges, Facets, affordable_spacing, between, cut_edges, split_edges, unit
from .level_light import LevelLight, Share
from .ray_traced_light import FAR, LIFT, RIM, Lights, Surfaces, is_blocked, row, tangents
from .shading_mesh import normals_of

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
LEANING = 0.4  # slope of two of the rays that test if a point is buried. 0: a thin gap decides; 1: the rays leave thin walls
HALVINGS = 9  # bisection steps of an edge that a border crosses: 2 m become 4 mm. Fewer: shadow edges zigzag; more: slower
# Fields, which are regions on the surfaces: outside of solids; in full sun; without sun; the centre of the sun is visible
VISIBLE, LIT, SHADED, CENTRE_LIT = range(4)


@inlined
def is_inside(surfaces: Surfaces, start: Vector, normal: Vector) -> bool:
    """True if at least two of three rays from `start` [m], slightly above a surface, hit a closed solid from its inside."""
    first, _ = tangents(normal)
    hits = 0
    for k in range(3):
        direction = normalise(along(normal, first, LEANING * (k - 1)))
        _, number = cast_ray(surfaces.nodes, surfaces.corners, start, direction, FAR)
        if number >= 0 and surfaces.solid[number] and dot(row(surfaces.faces, number), direction) > 0.0:
            hits += 1
    return hits >= 2


@inlined
def in_field(surfaces: Surfaces, lights: Lights, field: int, point: Vector, normal: Vector) -> bool:
    """True if a surface point [m] is in a field: VISIBLE (outside of solids), LIT, SHADED, or CENTRE_LIT (sun's centre seen)."""
    start = along(point, normal, LIFT)
    if field == VISIBLE:
        return not is_inside(surfaces, start, normal)
    if dot(normal, lights.sun) <= 0.0:
        return field == SHADED
    if field == CENTRE_LIT:
        return not is_blocked(surfaces, start, lights.sun, FAR)
    samples = lights.sun_samples.shape[0]
    for k in range(samples - 1, max(samples - 1 - RIM, -1), -1):
        if is_blocked(surfaces, start, row(lights.sun_samples, k), FAR) == (field == LIT):
            return False
    return True


@compiled
def points_in_field(
    surfaces: Surfaces, lights: Lights, field: int, points: np.ndarray, normals: np.ndarray, out: np.ndarray
) -> None:
    for i in range(points.shape[0]):
        out[i] = in_field(surfaces, lights, field, row(points, i), row(normals, i))


@compiled
def borders_of_field(
    surfaces: Surfaces, lights: Lights, field: int, inner: np.ndarray, outer: np.ndarray, normals: np.ndarray, out: np.ndarray
) -> None:
    """Write to `out` (n,) the fraction of each of n segments, from its inner end, at which a field ends.

    inner, outer: (n, 3) [m] ends inside and outside the field; normals: (n, 3) of the surfaces that the segments lie on
    """
    for i in range(inner.shape[0]):
        start, displacement = row(inner, i), sub(row(outer, i), row(inner, i))
        low, high = 0.0, 1.0
        for _ in range(HALVINGS):
            middle = 0.5 * (low + high)
            if in_field(surfaces, lights, field, along(start, displacement, middle), row(normals, i)):
                low = middle
            else:
                high = middle
        out[i] = low


WEIGHTS = (0.43, 0.31, 0.26)  # of the corners in the tested point. Equal weights: rays often run exactly in planes of surfaces


@inlined
def has_edge_through(corners: np.ndarray, triangle: int, others: np.ndarray, other: int) -> bool:
    """True if an edge of row `triangle` of `corners` (t, 9) crosses row `other` of `others` (n, 9) [m]."""
    for k in range(3):
        start = get3(corners, triangle, 3 * k)
        if ray_hits_triangle(others, other, start, sub(get3(corners, triangle, 3 * ((k + 1) % 3)), start)) <= 1.0:
            return True
    return False


@inlined
def is_crossed(surfaces: Surfaces, corners: np.ndarray, triangle: int) -> bool:
    """True if the surface of a closed solid crosses row `triangle` of `corners` (t, 9) [m]."""
    a, b, c = get3(corners, triangle, 0), get3(corners, triangle, 3), get3(corners, triangle, 6)
    low = min(a[0], b[0], c[0]), min(a[1], b[1], c[1]), min(a[2], b[2], c[2])
    high = max(a[0], b[0], c[0]), max(a[1], b[1], c[1]), max(a[2], b[2], c[2])
    node, leaves = 0, first_leaf(surfaces.nodes, surfaces.corners)
    while True:
        is_met = boxes_overlap(surfaces.nodes, node, low, high)
        if is_met and node >= leaves:
            first = (node - leaves) * BRANCHES
            for other in range(first, min(first + BRANCHES, surfaces.corners.shape[0])):
                if surfaces.solid[other] and (
                    has_edge_through(corners, triangle, surfaces.corners, other)
                    or has_edge_through(surfaces.corners, other, corners, triangle)
                ):
                    return True
        node = next_node(node, is_met, leaves)
        if node == 0:
            return False


@compiled
def triangles_seen(surfaces: Surfaces, lights: Lights, corners: np.ndarray, normals: np.ndarray, out: np.ndarray) -> None:
    """Write False to `out` (n,) for triangles that are hidden completely on the side of the normals (n, 3).

    corners: (n, 9) of the triangles [m], slightly above the surface and slightly inside its border; lights: not used
    """
    for i in range(corners.shape[0]):
        point = scale(get3(corners, i, 0), WEIGHTS[0])
        point = along(point, get3(corners, i, 3), WEIGHTS[1])
        point = along(point, get3(corners, i, 6), WEIGHTS[2])
        out[i] = not is_inside(surfaces, point, get3(normals, i, 0)) or is_crossed(surfaces, corners, i)


def are_in_field(source: LevelLight, field: int, points: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Return a mask (n,) of the points (n, 3) [m], on surfaces of normals (n, 3), that are in a field of light."""
    out = np.empty(len(points), dtype=bool)
    source.cast(points_in_field, (field,), (points, normals), out)
    return out


def ends_of_field(source: LevelLight, field: int, inner: np.ndarray, outer: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Return the fractions (n,) of segments, from the inner end, at which a field ends, as `borders_of_field`."""
    out = np.empty(len(inner))
    source.cast(borders_of_field, (field,), (inner, outer, normals), out)
    return out


def may_be_visible(source: LevelLight, corners: np.ndarray, normals: np.ndarray) -> np.ndarray:
    """Return a mask (n,), False for triangles (n, 3, 3) [m] that are hidden on the side of their normals (n, 3)."""
    lifted = reduced(corners, INSET) + LIFT * normals[:, None]
    out = np.empty(len(corners), dtype=bool)
    source.cast(triangles_seen, (), (lifted.reshape(-1, 9), normals), out)
    return out


def fit_to_borders(facets: Facets, source: LevelLight, progress: Share) -> tuple[Facets, np.ndarray]:
    """Split facets until shadows have straight borders in each triangle, and cut the facets where they enter solids.

    Return the new facets, without hidden ones, and a mask (n,) of the vertices inside solids. Some borders stay bent after ROUNDS
    rounds, or above MOST_TRIANGLES triangles.
    """
    solids, shadows = Borders(source, VISIBLE, SOLIDS), Borders(source, CENTRE_LIT, SHADOWS)
    for number in range(ROUNDS):
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
    """The borders of a field of light on facets, found by tests of points along edges.

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
        found = [are_in_field(self._source, self._field, between(ends[own], part), normals[own]) for own, part in zip(*pieces)]
        inside = np.concatenate(found)
        changed = (inside[1:] != inside[:-1]) & (owners[1:] == owners[:-1])
        changes = np.bincount(owners[1:], changed, len(new_edges))
        begins, finishes = inside[firsts], inside[firsts + counts - 1]
        once = np.flatnonzero(changes == 1)
        turned = np.where(begins[once, None, None], ends[once], ends[once, ::-1])
        border = ends_of_field(self._source, self._field, turned[:, 0], turned[:, 1], normals[once])
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
                inside = are_in_field(self._source, self._field, middle + side * across[long], normals[long])
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
    seen = may_be_visible(source, corners, normals)
    two_sided = np.flatnonzero(~facets.solid[facets.triangles[chosen, 0]])
    seen[two_sided] |= may_be_visible(source, corners[two_sided], -normals[two_sided])
    is_hidden[chosen[seen]] = False
    return is_hidden


INSET = 0.002  # [m] triangles are smaller by this when crossing surfaces are looked for. Larger: gaps at borders of solids


def reduced(corners: np.ndarray, distance: float) -> np.ndarray:
    """Return triangles (n, 3, 3) [m], scaled to their incentres by `distance` [m], at most half of the incircle's radius."""
    opposite = np.linalg.norm(corners[:, (2, 0, 1)] - corners[:, (1, 2, 0)], axis=2)
    around = np.maximum(opposite.sum(axis=1), 1e-300)
    centres = np.einsum("nk,nkj->nj", opposite, corners) / around[:, None]
    radii = np.linalg.norm(triangle_normals(corners), axis=1) / around
    shares = np.minimum(distance / np.maximum(radii, 1e-300), 0.5)
    return corners + shares[:, None, None] * (centres[:, None] - corners)


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
