"""Many triangles grown by the unit sphere, as one surface: what is inside another grown triangle is left out."""

import numpy as np

from . import triangle_cutting
from .rounded_triangle import borders, on_surface, parts

TIE = 1e-4  # [radii] Surfaces of two triangles that agree to this are one. Smaller: rounding decides; larger: gaps
ROUNDS = 1  # of quartering facets that are partly inside. Fewer: creases are ragged; more: slower
CLOSE = 0.02  # [radii] How near to both surfaces a crease is, as facets see it
CREASE = np.cos(np.radians(6.0))  # surfaces that meet at less than this are taken for one
FAR = 0.6  # [radii] More than a facet's size
BESIDE = 0.1  # [radii] from a seam, where its second feature must be seen. Smaller: seams in flat floors; larger: some are lost


def union(triangles, most, middle, reach):
    """The surface of all grown triangles together, as far as it is within reach of the middle (3,); lengths in radii.

    triangles: sequence of Triangle; most: how many of the first to grow: the others only hide what is inside of them
    Returns (facets (n, 3, 3), their features (n,), normals (n, 3, 3) at their corners, seams (k, 2, 3) where one feature of a
    triangle ends and another begins, creases (m, 2, 3) where two grown triangles meet).
    """
    found = [surface(number, triangles, middle, reach) for number in range(min(most, len(triangles)))]
    return tuple(np.concatenate(group) for group in zip(*found))


def surface(own, triangles, middle, reach):
    """What one of the triangles adds to it."""
    triangle = triangles[own]
    others = [other for other in triangles if meet(triangle, other)]
    others.sort(key=lambda other: np.linalg.norm(other.middle - triangle.middle))  # neighbours hide most of it
    earlier, later = ([other for other in group if other in others] for group in (triangles[:own], triangles[own:]))
    grown = parts(triangle, middle, reach)
    features = np.concatenate([np.full(len(pieces), feature) for feature, pieces in grown])
    pieces, features, cuts = outside(np.concatenate([pieces for _, pieces in grown]), features, triangle, others)
    new = ~drawn_before(pieces, triangle, earlier)
    seams = seen(borders(triangle, middle, reach), triangle, others)
    cuts = cuts[room_of(cuts.mean(axis=1), others, np.full(len(cuts), CLOSE))[0] > -CLOSE]
    return pieces[new], features[new], triangle.away(pieces[new]), seams, bent(cuts, triangle, later)


def meet(one, other):
    """Can the grown triangles meet, by their boxes?"""
    return one is not other and (one.low - 2.0 < other.high).all() and (other.low - 2.0 < one.high).all()


def outside(pieces, features, own, others):
    """What of a triangle's grown surface is in no other grown triangle: (facets, features, segments where it was cut for that).

    Distance changes no faster than place, and is convex: so facets far inside and those outside are seen by their middles alone.
    """
    whole = []
    for _ in range(ROUNDS):
        middles = pieces.mean(axis=1)
        spread = pieces - middles[:, None]
        size = np.sqrt((spread**2).sum(axis=2).max(axis=1, initial=0.0))
        room, least = room_of(middles, others, size, spread)
        whole.append((pieces[least > 0.0], features[least > 0.0]))
        border = (least <= 0.0) & (room >= -size)
        pieces, features = on_surface(triangle_cutting.quartered(pieces[border]), own), np.tile(features[border], 4)
    pieces, features, cuts = cut_off(pieces, features, others)
    whole.append((on_surface(pieces, own), features))
    return *(np.concatenate(group) for group in zip(*whole)), on_surface(cuts, own)


def cut_off(pieces, features, others):
    """What of the facets is left by one grown triangle after the other: (facets, features, segments of the cuts).

    One by one, since distance to each is smooth, and to the nearest of them is not.
    """
    cuts = [np.empty((0, 2, 3))]
    for triangle in others:
        near = np.flatnonzero(triangle.in_box(pieces.mean(axis=1), 1.0 + FAR))
        if not len(near):
            continue
        values = (triangle.measure(pieces[near].reshape(-1, 3))[0] - 1.0 + TIE).reshape(-1, 3)
        met = (values < 0.0).any(axis=1)
        if met.any():
            kept, of, segments = triangle_cutting.clipped(pieces[near[met]], values[met])
            pieces = np.concatenate([np.delete(pieces, near[met], axis=0), kept])
            features = np.concatenate([np.delete(features, near[met]), features[near[met]][of]])
            cuts.append(segments)
    return pieces, features, np.concatenate(cuts)


def drawn_before(pieces, own, earlier):
    """Which facets (n, 3, 3) another triangle has as well, such as those round an edge that is both triangles'."""
    middles = on_surface(pieces.mean(axis=1), own)
    before = np.zeros(len(pieces), dtype=bool)
    for triangle in earlier if len(pieces) else ():
        before |= np.abs(triangle.measure(middles)[0] - 1.0) < TIE
    return before


def room_of(points, others, size, spread=None):
    """How far points (n, 3) are out of other grown triangles, below 0 inside; FAR at most.

    size (n,): farther inside than this nobody needs to know; spread (n, k, 3): from each point to corners of a facet
    Returns (room (n,), the least that it can be on the facet (n,)).
    """
    spread = np.zeros((len(points), 1, 3)) if spread is None else spread
    room, least, asked = np.full(len(points), FAR), np.full(len(points), FAR), np.arange(len(points))
    for triangle in others:
        if not len(asked):
            break
        near = asked[triangle.in_box(points[asked], 1.0 + FAR)]
        if len(near):
            distance, away = triangle.measure(points[near])
            found = distance - 1.0 + TIE
            lower = found + np.einsum("nkx,nx->nk", spread[near], away).min(axis=1)
            room[near], least[near] = np.minimum(room[near], found), np.minimum(least[near], lower)
            asked = asked[room[asked] >= -size[asked]]
    return room, least


def bent(cuts, own, later):
    """Those of the segments (n, 2, 3) where another grown triangle begins, in another direction: each crease once."""
    middles = on_surface(cuts.mean(axis=1), own)
    normals, kept = own.away(middles), np.zeros(len(cuts), dtype=bool)
    for triangle in later if len(cuts) else ():
        distance, away = triangle.measure(middles)
        kept |= (distance < 1.0 + CLOSE) & ((normals * away).sum(axis=1) < CREASE)
    return cuts[kept]


def seen(seams, own, others):
    """Those of the segments that are on the surface, with something of the features on both their sides.

    seams: (segments (n, 2, 3), ways (n, 3) along the surface to where the second feature is)
    """
    segments, ways = seams
    middles = segments.mean(axis=1)
    beyond = on_surface(middles + BESIDE * ways, own)
    shown = room_of(middles, others, np.zeros(len(middles)))[0] > 0.0
    shown[shown] = room_of(beyond[shown], others, np.zeros(shown.sum()))[0] > 0.0
    return segments[shown]
