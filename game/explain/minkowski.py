"""The Minkowski view: triangles expanded by the body, and the body as a point.

In ellipsoid space, a triangle expanded by the unit sphere consists of all points at most 1 from the triangle: the triangle moved
to both sides, half cylinders around the edges, and pieces of a sphere at the corners. The paper's three tests (3.3, 3.4) find the
first point of the centre's path on these surfaces. Surface inside another expanded triangle is left out.

All lengths are in eSpace [radii]. `middle` (3,) and `reach` are the centre and the radius of the region that is drawn. Shared
arguments: pieces: facets (n, 3, 3) of one triangle's expanded surface; features: their Features (n,); own: the triangle of that
surface; others: the triangles that may hide a part of it; side, number: index of an edge or a corner, 0..2
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any, cast

import numpy as np

from ..collision import Ellipsoid, Feature, Iteration
from ..core.right_forward_up_frame import Frame
from ..core.shapes import Lines, Point, Shape, Skin
from ..core.vec3 import Vector, VectorLike, along
from ..simulation import Simulation, TickRecord
from . import palette, tessellate
from .spaces import body_axes
from .tick_overlay import Switches, contacts, corners_around, labels, normals, path, planes, velocity

# The part of the outer surface that one triangle adds: facets (n, 3, 3), their features (n,), their normals at the corners
# (n, 3, 3), seams (k, 2, 3) and creases (m, 2, 3). At a seam one feature ends. At a crease two expanded triangles meet.
Surface = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]
Clipped = tuple[np.ndarray, np.ndarray, np.ndarray]  # facets (m, 3, 3), their features or origins (m,), cut segments (k, 2, 3)
# (segments (n, 2, 3), unit vectors (n, 3) along the surface to the second feature) of seams
Seams = tuple[np.ndarray, np.ndarray]


class ExpandedTriangle:
    """A triangle with an area above 0, and all vectors that its distance from points needs.

    corners, sides, inwards: (3, 3), inwards in the plane, perpendicular to the sides and as long; normal, middle, low, high: (3,)
    """

    def __init__(self, corners: np.ndarray):
        self.corners, self.sides = corners, np.roll(corners, -1, axis=0) - corners
        normal = np.cross(self.sides[0], self.sides[1])
        self.normal = normal / np.linalg.norm(normal)
        self.inwards = np.cross(self.normal, self.sides)
        self.middle, self.low, self.high = corners.mean(axis=0), corners.min(axis=0), corners.max(axis=0)
        self._rows = np.concatenate([self.sides, self.inwards, -2.0 * corners]).T
        offsets = [(corners * self.sides).sum(axis=1), (corners * self.inwards).sum(axis=1), -(corners**2).sum(axis=1)]
        self._centre, self._half = (self.low + self.high) / 2.0, (self.high - self.low) / 2.0
        self._offsets, self._squared = np.concatenate(offsets), (self.sides**2).sum(axis=1)

    def in_box(self, points: np.ndarray, margin: float) -> np.ndarray:
        """Return a mask (n,) of the points (n, 3) that are in the triangle's bounding box, enlarged by `margin` on every side."""
        within = np.abs(points - self._centre) < self._half + margin
        return within[:, 0] & within[:, 1] & within[:, 2]

    def nearest(self, points: np.ndarray) -> np.ndarray:
        """Return the point (n, 3) of the triangle that is nearest to each of the points (n, 3)."""
        products = points @ self._rows - self._offsets
        along, over, away = products[:, :3], products[:, 3:6], products[:, 6:]
        part = np.minimum(np.maximum(along / self._squared, 0.0), 1.0)
        side = (away - part * (2.0 * along - part * self._squared)).argmin(axis=1)  # squared distances minus |point|^2
        places = self.corners[side] + part[np.arange(len(points)), side, None] * self.sides[side]
        foot = points - ((points - self.corners[0]) @ self.normal)[:, None] * self.normal
        within = (over[:, 0] >= 0.0) & (over[:, 1] >= 0.0) & (over[:, 2] >= 0.0)
        return np.where(within[:, None], foot, places)

    def measure(self, points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the distances (n,) of points (n, 3), and the unit vectors (n, 3) to them, zero on the triangle."""
        offset = points - self.nearest(points)
        distance = np.sqrt(np.einsum("nx,nx->n", offset, offset))
        return distance, offset / np.maximum(distance, 1e-300)[:, None]

    def away(self, points: np.ndarray) -> np.ndarray:
        return self.measure(points.reshape(-1, 3))[1].reshape(points.shape)


def clipped_facets(facets: np.ndarray, values: np.ndarray) -> Clipped:
    """Clip facets (n, 3, 3) to where a linear field is at least 0. `values` (n, 3): the field at their corners

    Returns facets (m, 3, 3), the index (m,) of the facet that each comes from, and the cut segments (k, 2, 3).
    """
    count = (values >= 0.0).sum(axis=1)
    of = [np.flatnonzero(count == corners) for corners in (3, 1, 2, 2)]
    (one, one_at), (two, two_at) = (rotated(facets[of[inside]], values[of[inside]], inside) for inside in (1, 2))
    tip, left, right = one[:, 0], crossing(one, one_at, 1), crossing(one, one_at, 2)
    b, c, ab, ac = two[:, 1], two[:, 2], crossing(two, two_at, 1), crossing(two, two_at, 2)
    pieces = [facets[of[0]], stacked(tip, left, right), stacked(ab, b, c), stacked(ab, c, ac)]
    return np.concatenate(pieces), np.concatenate(of), np.concatenate([stacked(left, right), stacked(ab, ac)])


def rotated(facets: np.ndarray, values: np.ndarray, inside: int) -> tuple[np.ndarray, np.ndarray]:
    """Change the order of each facet's corners cyclically, so that the corner alone on its side of the cut comes first.

    values: (n, 3), field at the corners of the facets (n, 3, 3); inside: number of corners with at least 0 in every facet, 1 or 2
    """
    first = np.argmax((values >= 0.0) == (inside == 1), axis=1)
    order = (first[:, None] + np.arange(3)) % 3
    rows = np.arange(len(order))[:, None]
    return facets[rows, order], values[rows, order]


def crossing(facets: np.ndarray, values: np.ndarray, corner: int) -> np.ndarray:
    """Return the points (n, 3) at which the field is 0, between corner 0 and another corner of facets (n, 3, 3)."""
    part = values[:, 0] / (values[:, 0] - values[:, corner])
    return facets[:, 0] + part[:, None] * (facets[:, corner] - facets[:, 0])


def stacked(*corners: np.ndarray) -> np.ndarray:
    return np.stack(corners, axis=1)


def quartered_facets(facets: np.ndarray) -> np.ndarray:
    """Subdivide facets (n, 3, 3) at the midpoints of their sides into (4 n, 3, 3): four blocks, each in the given order."""
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    return np.concatenate([stacked(a, ab, ca), stacked(ab, b, bc), stacked(ca, bc, c), stacked(ab, bc, ca)])


def square_triangles(columns: int, rows: int) -> np.ndarray:
    """Return triangles (n, 3, 2) that cover the unit square, two for each cell of a grid of columns x rows cells."""
    x, y = np.meshgrid(np.arange(columns), np.arange(rows), indexing="ij")
    a = np.stack([x.ravel(), y.ravel()], axis=1)
    b, c, d = a + (1, 0), a + (1, 1), a + (0, 1)
    return np.concatenate([stacked(a, b, c), stacked(a, c, d)]) / (columns, rows)


CELL = 0.4  # [radii] size of facets. Smaller: slower; larger: borders are ragged
LONG = 0.8  # [radii] length of facets along a straight edge
AROUND = 10  # facets around a half cylinder. Fewer: it looks angular; more: slower


def parts(triangle: ExpandedTriangle, middle: np.ndarray, reach: float) -> list[tuple[Feature, np.ndarray]]:
    """Return [(feature, facets (n, 3, 3)), ...] of the expanded triangle within `reach` of `middle`."""
    face = flat(triangle, middle, reach)
    edges = [half_cylinder(triangle, number, middle, reach) for number in range(3)]
    corners = [piece_of_sphere(triangle, number, middle, reach) for number in range(3)]
    faces = [face + triangle.normal, face - triangle.normal]
    expanded = (Feature.FACE, faces), (Feature.EDGE, edges), (Feature.CORNER, corners)
    return [(feature, near(np.concatenate(pieces), middle, reach)) for feature, pieces in expanded]


def near(pieces: np.ndarray, middle: np.ndarray, reach: float) -> np.ndarray:
    return pieces[np.linalg.norm(pieces.mean(axis=1) - middle, axis=1) < reach]


def flat(triangle: ExpandedTriangle, middle: np.ndarray, reach: float) -> np.ndarray:
    """Return small facets of the triangle itself: all that are within `reach` of `middle`, and some farther ones."""
    one = unit_vector(triangle.sides[0])
    axes = np.array([one, np.cross(triangle.normal, one)])
    foot = middle - (middle - triangle.corners[0]) @ triangle.normal * triangle.normal
    cells = int(np.ceil(2.0 * reach / CELL))
    pieces = foot + (square_triangles(cells, cells) - 0.5) * 2.0 * reach @ axes
    for side in range(3):
        pieces, _, _ = clipped_facets(pieces, (pieces - triangle.corners[side]) @ triangle.inwards[side])
    return pieces


def half_cylinder(triangle: ExpandedTriangle, side: int, middle: np.ndarray, reach: float) -> np.ndarray:
    """Return facets of the outer half of the cylinder around an edge: all within `reach` of `middle`, and some more."""
    start, along = triangle.corners[side], triangle.sides[side]
    span = within_reach(start, along, middle, reach + 1.0)
    if span is None:
        return np.empty((0, 3, 3))
    outwards = -unit_vector(triangle.inwards[side])
    cells = square_triangles(int(np.ceil((span[1] - span[0]) * np.linalg.norm(along) / LONG)), AROUND)
    turn, part = np.pi * cells[..., 1:], span[0] + (span[1] - span[0]) * cells[..., :1]
    return start + part * along + np.cos(turn) * triangle.normal + np.sin(turn) * outwards


def within_reach(start: np.ndarray, along: np.ndarray, middle: np.ndarray, reach: float) -> tuple[float, float] | None:
    """Return the fractions (first, last), 0..1, of a segment from `start` by `along` that are within `reach`, or None."""
    squared = along @ along
    foot = (middle - start) @ along / squared
    half = reach**2 - ((start + foot * along - middle) ** 2).sum()
    low, high = foot - np.sqrt(max(half, 0.0) / squared), foot + np.sqrt(max(half, 0.0) / squared)
    return (max(0.0, low), min(1.0, high)) if half > 0.0 and low < 1.0 and high > 0.0 else None


def piece_of_sphere(triangle: ExpandedTriangle, number: int, middle: np.ndarray, reach: float) -> np.ndarray:
    """Return facets of the sphere around a corner, nearer to it than to the rest of the triangle, none beyond `reach`."""
    corner, pieces = triangle.corners[number], ball()
    if np.linalg.norm(corner - middle) > reach + 1.0:
        return np.empty((0, 3, 3))
    for away in (-triangle.sides[number], triangle.sides[number - 1]):
        pieces, _, _ = clipped_facets(pieces, pieces @ away)
    return corner + on_sphere(pieces)


def borders(triangle: ExpandedTriangle, middle: np.ndarray, reach: float) -> Seams:
    found = [lines for side in range(3) for lines in (*straight(triangle, side, middle, reach), *arcs(triangle, side))]
    segments, directions = (np.concatenate(group) for group in zip(*found))
    close = np.linalg.norm(segments.mean(axis=1) - middle, axis=1) < reach
    return segments[close], directions[close]


def straight(triangle: ExpandedTriangle, side: int, middle: np.ndarray, reach: float) -> Iterator[Seams]:
    """Yield the two straight seams between the face and edge number `side`. Parts beyond `reach` of `middle` may be left out."""
    start, along, outwards = triangle.corners[side], triangle.sides[side], -unit_vector(triangle.inwards[side])
    span = within_reach(start, along, middle, reach + 1.0) or (0.0, 0.0)
    parts = np.linspace(*span, 2 + int((span[1] - span[0]) * np.linalg.norm(along) / CELL))[:, None]
    for normal in (triangle.normal, -triangle.normal):
        points = start + parts * along + normal
        yield np.stack([points[:-1], points[1:]], axis=1), np.tile(outwards, (len(points) - 1, 1))


def arcs(triangle: ExpandedTriangle, side: int) -> Iterator[Seams]:
    """Yield the half circles between edge number `side` and its two corners."""
    along, outwards = unit_vector(triangle.sides[side]), -unit_vector(triangle.inwards[side])
    turn = np.linspace(0.0, np.pi, 2 * AROUND + 1)[:, None]
    arc = np.cos(turn) * triangle.normal + np.sin(turn) * outwards
    for corner, direction in ((triangle.corners[side], -along), (triangle.corners[(side + 1) % 3], along)):
        points = corner + arc
        yield np.stack([points[:-1], points[1:]], axis=1), np.tile(direction, (len(points) - 1, 1))


def unit_vector(vector: np.ndarray) -> np.ndarray:
    return vector / np.linalg.norm(vector)


@cache
def ball() -> np.ndarray:
    return on_sphere(quartered_facets(tessellate.ball().reshape(-1, 3, 3)))


def on_sphere(points: np.ndarray) -> np.ndarray:
    return points / np.linalg.norm(points, axis=-1, keepdims=True)


def on_surface(points: np.ndarray, triangle: ExpandedTriangle) -> np.ndarray:
    """Move points (..., 3) near the expanded surface of a triangle onto it, to distance 1 from the triangle."""
    rows = points.reshape(-1, 3)
    return triangle.nearest(rows).reshape(points.shape) + triangle.away(points)


TIE = 1e-4  # [radii] Surfaces that are nearer to each other than this are merged. Smaller: rounding decides; larger: gaps
ROUNDS = 1  # of subdividing facets that are partly inside. Fewer: creases are ragged; more: slower
CLOSE = 0.02  # [radii] Largest distance of a crease from both surfaces, since facets are flat
CREASE = np.cos(np.radians(6.0))  # surfaces that meet at a smaller angle count as one
FAR = 0.6  # [radii] larger than a facet; farther clearances do not matter
BESIDE = 0.1  # [radii] from a seam to where its second feature must show. Smaller: seams on flat floors; larger: some vanish


def surface(own: int, triangles: Sequence[ExpandedTriangle], middle: np.ndarray, reach: float) -> Surface:
    """Return the part of the union's outer surface that the triangle with index `own` adds to it, without duplicates."""
    triangle = triangles[own]
    low, high = triangle.low - 2.0, triangle.high  # the others' expanded boxes must overlap the own one
    others = [one for one in triangles if one is not triangle and (low < one.high).all() and (one.low - 2.0 < high).all()]
    others.sort(key=lambda other: np.linalg.norm(other.middle - triangle.middle))  # near ones hide most of it
    earlier, later = ([other for other in group if other in others] for group in (triangles[:own], triangles[own:]))
    expanded = parts(triangle, middle, reach)
    features = np.concatenate([np.full(len(pieces), feature) for feature, pieces in expanded])
    pieces, features, cuts = outside(np.concatenate([pieces for _, pieces in expanded]), features, triangle, others)
    new = ~is_duplicate(pieces, triangle, earlier)
    seams = visible(borders(triangle, middle, reach), triangle, others)
    cuts = cuts[clearance(cuts.mean(axis=1), others, np.full(len(cuts), CLOSE))[0] > -CLOSE]
    return pieces[new], features[new], triangle.away(pieces[new]), seams, creases(cuts, triangle, later)


def outside(pieces: np.ndarray, features: np.ndarray, own: ExpandedTriangle, others: Sequence[ExpandedTriangle]) -> Clipped:
    """Return the part of a triangle's expanded surface that lies outside all others.

    The distance from a triangle is convex and changes no faster than the position. So the distance at a facet's centroid shows
    that it is wholly inside or outside, except near the border.
    """
    kept = []
    for _ in range(ROUNDS):
        middles = pieces.mean(axis=1)
        spread = pieces - middles[:, None]
        size = np.sqrt((spread**2).sum(axis=2).max(axis=1, initial=0.0))
        room, least = clearance(middles, others, size, spread)
        kept.append((pieces[least > 0.0], features[least > 0.0]))
        border = (least <= 0.0) & (room >= -size)
        pieces, features = on_surface(quartered_facets(pieces[border]), own), np.tile(features[border], 4)
    pieces, features, cuts = clip_by(pieces, features, others)
    kept.append((on_surface(pieces, own), features))
    facets, kinds = (np.concatenate(group) for group in zip(*kept))
    return facets, kinds, on_surface(cuts, own)


def clip_by(pieces: np.ndarray, features: np.ndarray, others: Sequence[ExpandedTriangle]) -> Clipped:
    """Clip facets by expanded triangles. Return the facets left, their features and the cut segments.

    The triangles clip one by one, because the distance to one triangle is smooth, but the distance to the nearest one is not.
    """
    cuts = [np.empty((0, 2, 3))]
    for triangle in others:
        near = np.flatnonzero(triangle.in_box(pieces.mean(axis=1), 1.0 + FAR))
        if not len(near):
            continue
        values = (triangle.measure(pieces[near].reshape(-1, 3))[0] - 1.0 + TIE).reshape(-1, 3)
        met = (values < 0.0).any(axis=1)
        if met.any():
            kept, of, segments = clipped_facets(pieces[near[met]], values[met])
            pieces = np.concatenate([np.delete(pieces, near[met], axis=0), kept])
            features = np.concatenate([np.delete(features, near[met]), features[near[met]][of]])
            cuts.append(segments)
    return pieces, features, np.concatenate(cuts)


def is_duplicate(pieces: np.ndarray, own: ExpandedTriangle, earlier: Sequence[ExpandedTriangle]) -> np.ndarray:
    """Return a mask (n,): True for facets that also belong to one of the triangles `earlier`, such as those at a shared edge."""
    middles = on_surface(pieces.mean(axis=1), own)
    before = np.zeros(len(pieces), dtype=bool)
    for triangle in earlier if len(pieces) else ():
        before |= np.abs(triangle.measure(middles)[0] - 1.0) < TIE
    return before


def clearance(
    points: np.ndarray, others: Sequence[ExpandedTriangle], size: np.ndarray, spread: np.ndarray | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return (distances (n,) of points from the union of expanded triangles, lower bounds (n,) for the points' facets).

    A distance is negative inside. Both are at most FAR, and TIE larger than the exact ones. points: (n, 3); size: (n,) depth,
    from which a point is not compared further; spread: (n, k, 3) from each point to the corners of its facet, or None for no
    facets
    """
    spread = np.zeros((len(points), 1, 3)) if spread is None else spread
    room, least, active = np.full(len(points), FAR), np.full(len(points), FAR), np.arange(len(points))
    for triangle in others:
        if not len(active):
            break
        near = active[triangle.in_box(points[active], 1.0 + FAR)]
        if len(near):
            distance, away = triangle.measure(points[near])
            found = distance - 1.0 + TIE
            lower = found + np.einsum("nkx,nx->nk", spread[near], away).min(axis=1)
            room[near], least[near] = np.minimum(room[near], found), np.minimum(least[near], lower)
            active = active[room[active] >= -size[active]]
    return room, least


def creases(cuts: np.ndarray, own: ExpandedTriangle, later: Sequence[ExpandedTriangle]) -> np.ndarray:
    """Return those segments of `cuts` (m, 2, 3) where the surfaces of `own` and of a `later` triangle meet at an angle."""
    middles = on_surface(cuts.mean(axis=1), own)
    normals, kept = own.away(middles), np.zeros(len(cuts), dtype=bool)
    for triangle in later if len(cuts) else ():
        distance, away = triangle.measure(middles)
        kept |= (distance < 1.0 + CLOSE) & ((normals * away).sum(axis=1) < CREASE)
    return cuts[kept]


def visible(seams: Seams, own: ExpandedTriangle, others: Sequence[ExpandedTriangle]) -> np.ndarray:
    """Return the seams (k, 2, 3) that lie on the outer surface and have visible features on both sides."""
    segments, directions = seams
    middles = segments.mean(axis=1)
    beyond = on_surface(middles + BESIDE * directions, own)
    shown = clearance(middles, others, np.zeros(len(middles)))[0] > 0.0
    shown[shown] = clearance(beyond[shown], others, np.zeros(shown.sum()))[0] > 0.0
    return segments[shown]


MOST_PAUSED, MOST_RUNNING = 64, 6  # triangles to expand: while time is paused, and while it runs. Fewer: holes; more: slower
REACH = 2.4  # [radii] drawn around the body's centre. Smaller: too little to recognise; larger: the surface hides the level
GRID = 0.6  # [radii] spacing of the centres for the union. Smaller: calculated more often; larger: more of the union is not drawn
OPACITY, FADE = 0.6, 0.2  # FADE: the outermost part of the reach, in which opacity drops to 0
SUN, SHADE = np.array((0.30, -0.45, 0.84)), 0.35  # direction to the light, and the brightness of faces turned away from it
LINE, THIN, THICK = (0.95, 0.96, 0.97), 0.003, 0.007  # thin where one feature ends, thick where two expanded triangles meet


def build_minkowski(
    record: TickRecord, sim: Simulation, switches: Switches, most: int = MOST_PAUSED, more: int | None = None
) -> list[Shape]:
    """Return a tick's shapes in the Minkowski view: its overlays, expanded triangles, and the body's centre as a Point.

    most: number of triangles to expand, the nearest; more: number to expand beyond those of earlier calls, or None for all
    """
    builders = (
        (switches.planes, planes),
        (True, path),
        (switches.normals, normals),
        (True, contacts),
        (switches.velocity, velocity),
        (switches.labels, labels),
    )
    iterations = tuple(AtCentre(iteration) for iteration in record.trace.iterations)
    trace, met = SimpleNamespace(iterations=iterations), tuple(iteration for iteration in iterations if iteration.hit)
    point = SimpleNamespace(trace=trace, contacts=met, before=record.before, after=record.after)
    shapes = [shape for wanted, build in builders if wanted for shape in build(cast(TickRecord, point))]
    return [*expanded_triangles(record, sim, most, more), *shapes, Point(record.after.position, palette.BODY, 0.035)]


class AtCentre:
    """An Iteration whose contact point is replaced by the body's centre at the contact."""

    def __init__(self, iteration: Iteration):
        self._iteration, self.point = iteration, along(iteration.start, iteration.displacement, iteration.fraction)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._iteration, name)


def expanded_triangles(record: TickRecord, sim: Simulation, most: int, more: int | None) -> list[Shape]:
    """Return [Skin, Lines, Lines] in the world, or []: the surface that the centre cannot cross, its seams and creases."""
    space = Espace(record.body, record.after.frame)
    middle = space.enter(record.after.position)
    about = tuple((np.round(middle / GRID) * GRID).tolist())
    triangles = triangles_near(record, sim, space, about)
    if len(triangles) == 0:  # in the air, far from all triangles
        return []
    hiding, most = triangles[: 2 * most], min(most, len(triangles))
    found = surfaces_so_far(hiding.tobytes(), about)
    solids, count = [ExpandedTriangle(one) for one in hiding], most if more is None else min(len(found) + more, most)
    found += [surface(own, solids, np.array(about), REACH + GRID) for own in range(len(found), count)]
    pieces, features, normals, seams, creases = (np.concatenate(group) for group in zip(*found[:most]))
    clear = (1.0 - FADE) * REACH  # beyond, lines without a surface would crowd the picture
    near = [lines[np.linalg.norm(lines.mean(axis=1) - middle, axis=1) < clear] for lines in (seams, creases)]
    skin = Skin(space.leave(pieces), painted(pieces, features, normals, space, middle), is_solid=True)
    return [skin, *(Lines(space.leave(lines), LINE, width) for lines, width in zip(near, (THIN, THICK)))]


@lru_cache(maxsize=16)
def surfaces_so_far(corners: bytes, about: Vector) -> list[Surface]:
    """Return the stored list of surfaces, empty at first, which the caller appends to.

    It stays while the body stays in one cell of the grid, and no triangle near it moves. corners: (n, 3, 3) in eSpace of the
    triangles that can hide each other, the nearest first, as bytes; about: grid point in eSpace nearest to the body's centre
    """
    return []


class Espace:
    """The map between the world and ellipsoid space, in radii along the body's axes. Both have the world's origin."""

    def __init__(self, body: Ellipsoid, frame: Frame | None):
        self._axes, self._radii = body_axes(body.heading, frame), np.array(body.radii)

    def enter(self, places: VectorLike) -> np.ndarray:
        """Transform positions (..., 3) from the world [m] to eSpace [radii]."""
        return np.asarray(places) @ self._axes.T / self._radii

    def leave(self, places: np.ndarray) -> np.ndarray:
        """Transform positions (..., 3) from eSpace [radii] to the world [m]."""
        return places * self._radii @ self._axes

    def normals(self, normals: np.ndarray) -> np.ndarray:
        """Transform unit normals (..., 3) from eSpace to unit normals of the world."""
        mapped = normals / self._radii @ self._axes
        return mapped / np.linalg.norm(mapped, axis=-1, keepdims=True)


def triangles_near(record: TickRecord, sim: Simulation, space: Espace, about: Vector) -> np.ndarray:
    """Return the corners (n, 3, 3) in eSpace of the triangles nearer than REACH + GRID + 2 to a point, the nearest first."""
    reach = (REACH + GRID + 2.0) * max(record.body.radii)
    corners = space.enter(corners_around(record, sim, record.after.position, reach))
    away = np.array([ExpandedTriangle(one).measure(np.array([about]))[0][0] for one in corners])
    nearest = np.argsort(away, kind="stable")
    return corners[nearest[away[nearest] < REACH + GRID + 2.0]]


def painted(pieces: np.ndarray, features: np.ndarray, normals: np.ndarray, space: Espace, middle: np.ndarray) -> np.ndarray:
    """Return the colour and opacity (n, 3, 4) of the corners of facets: the feature's, shaded by the normal in the world.

    The opacity falls to 0 at REACH. pieces, normals, middle: facets (n, 3, 3), normals (n, 3, 3), body's centre (3,), in eSpace
    """
    light = SHADE + (1.0 - SHADE) * np.clip(space.normals(normals) @ SUN, 0.0, 1.0)
    away = np.linalg.norm(pieces - middle, axis=2) / REACH
    colours = np.empty((*away.shape, 4))
    colours[..., :3] = np.array([palette.FEATURES[feature] for feature in Feature])[features][:, None] * light[..., None]
    colours[..., 3] = OPACITY * np.clip((1.0 - away) / FADE, 0.0, 1.0)
    return colours


class MinkowskiView:
    def __init__(self, on: bool = False):
        self.on = on
        self._wanted: tuple[TickRecord, Switches, int] | None = None
        self._expanded = 0
        self._shapes: list[Shape] = []

    def shapes(
        self, record: TickRecord | None, sim: Simulation, switches: Switches, paused: bool = True, at_once: bool = True
    ) -> list[Shape] | None:
        """Return the shapes to draw instead of the record's overlays, or None if the view is off or there is no record.

        paused: True to expand MOST_PAUSED triangles, else MOST_RUNNING
        at_once: False to expand MOST_RUNNING more in each call, because all take seconds
        """
        if not self.on or record is None:
            return None
        most = MOST_PAUSED if paused else MOST_RUNNING
        wanted = (record, switches, most)
        if self._wanted is None or any(a is not b for a, b in zip(self._wanted, wanted)):
            self._wanted, self._expanded = wanted, 0
        if self._expanded < most:
            self._expanded += most if at_once else MOST_RUNNING
            self._shapes = build_minkowski(record, sim, switches, most, None if at_once else MOST_RUNNING)
        return self._shapes
