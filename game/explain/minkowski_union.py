"""The outer surface of triangles expanded by the unit sphere: each one rounded, then clipped by the others.

The surface consists of the triangle moved to both sides, half cylinders around the edges, and pieces of a sphere at the corners.
The paper's three tests (3.3, 3.4: face, edge, corner) find the first point of the centre's path on these surfaces.
All lengths are in eSpace [radii]. `middle` (3,) and `reach` are the centre and the radius of the region that is drawn.

Arguments that most functions share:
pieces: facets (n, 3, 3) of one triangle's expanded surface; features: their Features (n,)
own: the Triangle of that surface
others: the Triangles that may hide a part of it
"""

from functools import cache

import numpy as np

from ..collision import Feature
from . import tessellate


def clipped(facets, values):
    """Clip facets (n, 3, 3) to the region in which a linear field is at least 0. `values` (n, 3) is the field at their corners.

    Returns facets (m, 3, 3), the index (m,) of the facet that each comes from, and the cut segments (k, 2, 3).
    """
    count = (values >= 0.0).sum(axis=1)
    of = [np.flatnonzero(count == corners) for corners in (3, 1, 2, 2)]
    (one, one_at), (two, two_at) = (rotated(facets[of[inside]], values[of[inside]], inside) for inside in (1, 2))
    tip, left, right = one[:, 0], crossing(one, one_at, 1), crossing(one, one_at, 2)
    b, c, ab, ac = two[:, 1], two[:, 2], crossing(two, two_at, 1), crossing(two, two_at, 2)
    pieces = [facets[of[0]], stacked(tip, left, right), stacked(ab, b, c), stacked(ab, c, ac)]
    return np.concatenate(pieces), np.concatenate(of), np.concatenate([stacked(left, right), stacked(ab, ac)])


def rotated(facets, values, inside):
    """Change the order of each facet's corners cyclically, so that the corner alone on its side of the cut comes first.

    facets: (n, 3, 3); values: (n, 3), the field at their corners
    inside: number of corners with a value of at least 0 in every facet, 1 or 2
    Returns the facets (n, 3, 3) and their values (n, 3).
    """
    first = np.argmax((values >= 0.0) == (inside == 1), axis=1)
    order = (first[:, None] + np.arange(3)) % 3
    rows = np.arange(len(order))[:, None]
    return facets[rows, order], values[rows, order]


def crossing(facets, values, corner):
    """Return the points (n, 3) at which the field is 0, on the sides from corner 0 to another corner of facets (n, 3, 3).

    values: (n, 3), the field at the corners, with different signs at both corners
    corner: index of the other corner, 1 or 2
    """
    part = values[:, 0] / (values[:, 0] - values[:, corner])
    return facets[:, 0] + part[:, None] * (facets[:, corner] - facets[:, 0])


def stacked(*corners):
    """Return facets or segments (n, k, 3) whose corners are the points in k arrays (n, 3)."""
    return np.stack(corners, axis=1)


def quartered(facets):
    """Subdivide each of the facets (n, 3, 3) into four at the midpoints of its sides. Return facets (4 n, 3, 3).

    They are four blocks of n facets, each block in the order of the given facets.
    """
    a, b, c = facets[:, 0], facets[:, 1], facets[:, 2]
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    return np.concatenate([stacked(a, ab, ca), stacked(ab, b, bc), stacked(ca, bc, c), stacked(ab, bc, ca)])


def grid(columns, rows):
    """Return triangles (n, 3, 2) that cover the unit square, two for each cell of a grid of columns x rows cells."""
    x, y = np.meshgrid(np.arange(columns), np.arange(rows), indexing="ij")
    a = np.stack([x.ravel(), y.ravel()], axis=1)
    b, c, d = a + (1, 0), a + (1, 1), a + (0, 1)
    return np.concatenate([stacked(a, b, c), stacked(a, c, d)]) / (columns, rows)


CELL = 0.4  # [radii] size of facets. Smaller: slower; larger: borders are ragged
LONG = 0.8  # [radii] length of facets along a straight edge
AROUND = 10  # facets around a half cylinder. Fewer: it looks angular; more: slower


def parts(triangle, middle, reach):
    """Return [(Feature, facets (n, 3, 3)), ...] of the expanded Triangle within `reach` of `middle` (3,)."""
    face = flat(triangle, middle, reach)
    edges = [half_cylinder(triangle, number, middle, reach) for number in range(3)]
    corners = [piece_of_sphere(triangle, number, middle, reach) for number in range(3)]
    faces = [face + triangle.normal, face - triangle.normal]
    expanded = (Feature.FACE, faces), (Feature.EDGE, edges), (Feature.CORNER, corners)
    return [(feature, near(np.concatenate(pieces), middle, reach)) for feature, pieces in expanded]


def near(pieces, middle, reach):
    """Return the facets (n, 3, 3) whose centroids are within `reach` of `middle` (3,)."""
    return pieces[np.linalg.norm(pieces.mean(axis=1) - middle, axis=1) < reach]


def flat(triangle, middle, reach):
    """Return small facets (n, 3, 3) of the triangle itself.

    The result contains all that are within `reach` of `middle` (3,), and some farther ones.
    """
    one = unit(triangle.sides[0])
    axes = np.array([one, np.cross(triangle.normal, one)])
    foot = middle - (middle - triangle.corners[0]) @ triangle.normal * triangle.normal
    cells = int(np.ceil(2.0 * reach / CELL))
    pieces = foot + (grid(cells, cells) - 0.5) * 2.0 * reach @ axes
    for side in range(3):
        pieces, _, _ = clipped(pieces, (pieces - triangle.corners[side]) @ triangle.inwards[side])
    return pieces


def half_cylinder(triangle, side, middle, reach):
    """Return facets (n, 3, 3) of the outer half of the cylinder around edge number `side`, 0..2.

    triangle: Triangle; middle: (3,); reach: the result contains all facets that are nearer to `middle` than this
    """
    start, along = triangle.corners[side], triangle.sides[side]
    span = within_reach(start, along, middle, reach + 1.0)
    if span is None:
        return np.empty((0, 3, 3))
    outwards = -unit(triangle.inwards[side])
    cells = grid(int(np.ceil((span[1] - span[0]) * np.linalg.norm(along) / LONG)), AROUND)
    turn, part = np.pi * cells[..., 1:], span[0] + (span[1] - span[0]) * cells[..., :1]
    return start + part * along + np.cos(turn) * triangle.normal + np.sin(turn) * outwards


def within_reach(start, along, middle, reach):
    """Return the fractions (first, last), 0..1, between which a segment is within `reach` of `middle`.

    Return None if no point of the segment is.
    start: (3,); along: (3,), vector from the start to the end of the segment
    """
    squared = along @ along
    foot = (middle - start) @ along / squared
    half = reach**2 - ((start + foot * along - middle) ** 2).sum()
    low, high = foot - np.sqrt(max(half, 0.0) / squared), foot + np.sqrt(max(half, 0.0) / squared)
    return (max(0.0, low), min(1.0, high)) if half > 0.0 and low < 1.0 and high > 0.0 else None


def piece_of_sphere(triangle, number, middle, reach):
    """Return facets (n, 3, 3) of the piece of the sphere around corner `number`, 0..2, that belongs to the expanded surface.

    Its points are nearer to that corner than to the rest of the triangle. A sphere farther than `reach` from `middle` has none.
    """
    corner, pieces = triangle.corners[number], ball()
    if np.linalg.norm(corner - middle) > reach + 1.0:
        return np.empty((0, 3, 3))
    for away in (-triangle.sides[number], triangle.sides[number - 1]):
        pieces, _, _ = clipped(pieces, pieces @ away)
    return corner + on_sphere(pieces)


def borders(triangle, middle, reach):
    """Return the seams between face, edges and corners: segments (n, 2, 3), and their directions (n, 3).

    A direction is the unit vector along the surface towards the edge's or the corner's side of the seam.
    triangle: Triangle; reach: only segments nearer to `middle` (3,) than this count
    """
    found = [lines for side in range(3) for lines in (*straight(triangle, side, middle, reach), *arcs(triangle, side))]
    segments, directions = (np.concatenate(group) for group in zip(*found))
    close = np.linalg.norm(segments.mean(axis=1) - middle, axis=1) < reach
    return segments[close], directions[close]


def straight(triangle, side, middle, reach):
    """Yield the two straight seams between the face and edge number `side`, 0..2: segments (n, 2, 3) and directions (n, 3).

    A direction is the unit vector along the surface towards the edge's side of the seam.
    triangle: Triangle; reach: parts of the seams that are farther from `middle` (3,) than this may be left out
    """
    start, along, outwards = triangle.corners[side], triangle.sides[side], -unit(triangle.inwards[side])
    span = within_reach(start, along, middle, reach + 1.0) or (0.0, 0.0)
    parts = np.linspace(*span, 2 + int((span[1] - span[0]) * np.linalg.norm(along) / CELL))[:, None]
    for normal in (triangle.normal, -triangle.normal):
        points = start + parts * along + normal
        yield np.stack([points[:-1], points[1:]], axis=1), np.tile(outwards, (len(points) - 1, 1))


def arcs(triangle, side):
    """Yield the half circles between edge number `side`, 0..2, and its two corners: segments (n, 2, 3) and directions (n, 3).

    A direction is the unit vector along the surface towards the corner's side of the seam.
    """
    along, outwards = unit(triangle.sides[side]), -unit(triangle.inwards[side])
    turn = np.linspace(0.0, np.pi, 2 * AROUND + 1)[:, None]
    arc = np.cos(turn) * triangle.normal + np.sin(turn) * outwards
    for corner, direction in ((triangle.corners[side], -along), (triangle.corners[(side + 1) % 3], along)):
        points = corner + arc
        yield np.stack([points[:-1], points[1:]], axis=1), np.tile(direction, (len(points) - 1, 1))


def unit(vector):
    return vector / np.linalg.norm(vector)


@cache
def ball():
    """Return the unit sphere as facets (n, 3, 3)."""
    return on_sphere(quartered(tessellate.ball().reshape(-1, 3, 3)))


def on_sphere(points):
    return points / np.linalg.norm(points, axis=-1, keepdims=True)


def on_surface(points, triangle):
    """Move points (..., 3) near the expanded surface of a Triangle onto it, to distance 1 from the triangle."""
    rows = points.reshape(-1, 3)
    return triangle.nearest(rows).reshape(points.shape) + triangle.away(points)


TIE = 1e-4  # [radii] Surfaces that are nearer to each other than this are merged. Smaller: rounding decides; larger: gaps
ROUNDS = 1  # of subdividing facets that are partly inside. Fewer: creases are ragged; more: slower
CLOSE = 0.02  # [radii] Largest distance of a crease from both surfaces, since facets are flat
CREASE = np.cos(np.radians(6.0))  # surfaces that meet at a smaller angle count as one
FAR = 0.6  # [radii] larger than a facet; farther clearances do not matter
BESIDE = 0.1  # [radii] from a seam to where its second feature must show. Smaller: seams on flat floors; larger: some vanish


def surface(own, triangles, middle, reach):
    """Return the part of the union's outer surface that the triangle with index `own` adds to it.

    triangles: list of all Triangles. Surface inside another expanded triangle is hidden.
    middle, reach: only the surface within `reach` of the point `middle` (3,) counts
    Returns facets (n, 3, 3), their features (n,), their normals at the corners (n, 3, 3), seams (k, 2, 3) and creases (m, 2, 3).
    At a seam one feature of a triangle ends and another begins. At a crease two expanded triangles meet. Facets and creases that
    an earlier triangle has too are left out.
    """
    triangle = triangles[own]
    others = [other for other in triangles if may_overlap(triangle, other)]
    others.sort(key=lambda other: np.linalg.norm(other.middle - triangle.middle))  # near ones hide most of it
    earlier, later = ([other for other in group if other in others] for group in (triangles[:own], triangles[own:]))
    expanded = parts(triangle, middle, reach)
    features = np.concatenate([np.full(len(pieces), feature) for feature, pieces in expanded])
    pieces, features, cuts = outside(np.concatenate([pieces for _, pieces in expanded]), features, triangle, others)
    new = ~is_duplicate(pieces, triangle, earlier)
    seams = visible(borders(triangle, middle, reach), triangle, others)
    cuts = cuts[clearance(cuts.mean(axis=1), others, np.full(len(cuts), CLOSE))[0] > -CLOSE]
    return pieces[new], features[new], triangle.away(pieces[new]), seams, creases(cuts, triangle, later)


def may_overlap(one, other):
    """True if the bounding boxes of two expanded Triangles overlap. False for a Triangle and itself."""
    return one is not other and (one.low - 2.0 < other.high).all() and (other.low - 2.0 < one.high).all()


def outside(pieces, features, own, others):
    """Return the part of a triangle's expanded surface that lies outside all other expanded triangles.

    The result is (facets (m, 3, 3), their features (m,), segments (k, 2, 3) along which facets were cut).
    The distance from a triangle is convex and changes no faster than the position. So the distance at a facet's centroid shows
    that the facet is wholly inside or wholly outside, except near the border.
    """
    kept = []
    for _ in range(ROUNDS):
        middles = pieces.mean(axis=1)
        spread = pieces - middles[:, None]
        size = np.sqrt((spread**2).sum(axis=2).max(axis=1, initial=0.0))
        room, least = clearance(middles, others, size, spread)
        kept.append((pieces[least > 0.0], features[least > 0.0]))
        border = (least <= 0.0) & (room >= -size)
        pieces, features = on_surface(quartered(pieces[border]), own), np.tile(features[border], 4)
    pieces, features, cuts = clip_by(pieces, features, others)
    kept.append((on_surface(pieces, own), features))
    return *(np.concatenate(group) for group in zip(*kept)), on_surface(cuts, own)


def clip_by(pieces, features, others):
    """Clip facets by the expanded triangles `others`. Return the facets that are left, their features and the cut segments.

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
            kept, of, segments = clipped(pieces[near[met]], values[met])
            pieces = np.concatenate([np.delete(pieces, near[met], axis=0), kept])
            features = np.concatenate([np.delete(features, near[met]), features[near[met]][of]])
            cuts.append(segments)
    return pieces, features, np.concatenate(cuts)


def is_duplicate(pieces, own, earlier):
    """Return a mask (n,): True for facets that also belong to one of the triangles `earlier`, such as those at a shared edge."""
    middles = on_surface(pieces.mean(axis=1), own)
    before = np.zeros(len(pieces), dtype=bool)
    for triangle in earlier if len(pieces) else ():
        before |= np.abs(triangle.measure(middles)[0] - 1.0) < TIE
    return before


def clearance(points, others, size, spread=None):
    """Return (distances (n,) of points from the union of expanded triangles, lower bounds (n,) for the points' facets).

    A distance is negative inside. No point of the facet has a distance below the lower bound. Both results are at most FAR, and
    TIE larger than the exact ones.
    points: (n, 3), such as the centroids of facets
    size: (n,) depth. A point that is found deeper than this is not compared with further triangles, so its results may be too
        large.
    spread: (n, k, 3) vectors from each point to the corners of its facet, or None for points without facets
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


def creases(cuts, own, later):
    """Return the creases among the segments `cuts`: those where the surfaces of `own` and of a later triangle meet at an angle.

    Each segment is tested at its middle.
    cuts: segments (m, 2, 3) at which the surface of `own` was cut
    later: Triangles after `own`. Only these count, so each crease is found once.
    """
    middles = on_surface(cuts.mean(axis=1), own)
    normals, kept = own.away(middles), np.zeros(len(cuts), dtype=bool)
    for triangle in later if len(cuts) else ():
        distance, away = triangle.measure(middles)
        kept |= (distance < 1.0 + CLOSE) & ((normals * away).sum(axis=1) < CREASE)
    return cuts[kept]


def visible(seams, own, others):
    """Return the seams (k, 2, 3) that lie on the outer surface and have visible features on both sides.

    seams: (segments (n, 2, 3), directions (n, 3) along the surface to the second feature)
    """
    segments, directions = seams
    middles = segments.mean(axis=1)
    beyond = on_surface(middles + BESIDE * directions, own)
    shown = clearance(middles, others, np.zeros(len(middles)))[0] > 0.0
    shown[shown] = clearance(beyond[shown], others, np.zeros(shown.sum()))[0] > 0.0
    return segments[shown]
