"""The union of many triangles expanded by the unit sphere, as one outer surface in eSpace. Lengths are in radii.

Arguments that most functions share:
pieces: facets (n, 3, 3) of one triangle's expanded surface; features: their Features (n,)
own: the Triangle of that surface
others: the Triangles that may hide a part of it
"""

import numpy as np

from . import triangle_clipping
from .rounded_triangle import borders, on_surface, parts

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
        pieces, features = on_surface(triangle_clipping.quartered(pieces[border]), own), np.tile(features[border], 4)
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
            kept, of, segments = triangle_clipping.clipped(pieces[near[met]], values[met])
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
