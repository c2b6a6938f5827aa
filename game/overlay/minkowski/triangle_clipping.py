"""Clipping and subdividing of many small triangles at once."""

import numpy as np


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
