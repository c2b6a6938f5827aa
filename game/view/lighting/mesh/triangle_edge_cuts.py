"""Cut triangles along a line that crosses their edges. Such a line is the border of a shadow or of a solid."""

import numpy as np

from .facet_refinement import with_vertices

NEAREST = 0.004  # fraction of an edge: a cut stays this far from its ends. 0: triangles without area


def cut_edges(facets, edges, parts):
    """Cut Facets through points on their Edges.

    parts: (e,) position of the cut as a fraction of each edge, or nan for no cut. Edges between the same two positions are cut
    together. A cut is moved to be at least NEAREST away from both ends.
    Return the new Facets, the indices (k,) of the cut edges, and the fractions (k,) of their cuts. In the Facets, the k new
    vertices come last, in this order.
    """
    cut = np.flatnonzero(~np.isnan(parts))[::-1]
    of_span = np.full(edges.spans.max() + 1, np.nan)
    of_span[edges.spans[cut]] = np.clip(parts[cut], NEAREST, 1.0 - NEAREST)
    chosen = np.flatnonzero(~np.isnan(of_span[edges.spans]))
    parts = of_span[edges.spans[chosen]]
    points = np.full(len(edges.ends), -1)
    points[chosen] = len(facets.positions) + np.arange(len(chosen))
    positions = np.concatenate((facets.positions, np.empty((len(chosen), 3))))
    ends = facets.positions[edges.ends[chosen]]
    positions[len(facets.positions) :] = ends[:, 0] + (ends[:, 1] - ends[:, 0]) * parts[:, None]
    triangles = cut_triangles(facets.triangles, points[edges.sides], positions)
    return with_vertices(facets, edges, chosen, parts, triangles), chosen, parts


def cut_triangles(triangles, points, positions):
    """Cut triangles (t, 3) through points on their sides. Return the vertex indices (p, 3) of the resulting triangles.

    points: (t, 3) index of the vertex on each side, or -1
    positions: (n, 3) of all vertices [m]
    Two points of a triangle are joined by an edge. The remaining quad is cut along its shorter diagonal.
    """
    count = (points >= 0).sum(axis=1)
    first = np.where(count == 1, (points >= 0).argmax(axis=1), ((points < 0).argmax(axis=1) + 1) % 3)  # after the uncut side
    turn = (first[:, None] + np.arange(3)) % 3
    rows = np.arange(len(triangles))[:, None]
    (a, b, c), (ab, bc, ca) = triangles[rows, turn].T, points[rows, turn].T
    far = np.linalg.norm(positions[a] - positions[bc], axis=1) > np.linalg.norm(positions[ab] - positions[c], axis=1)
    shapes = (
        (count == 0, ((a, b, c),)),
        (count == 1, ((a, ab, c), (ab, b, c))),
        ((count == 2) & ~far, ((ab, b, bc), (a, ab, bc), (a, bc, c))),
        ((count == 2) & far, ((ab, b, bc), (a, ab, c), (ab, bc, c))),
        (count == 3, ((a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca))),
    )
    return np.concatenate([np.column_stack(part)[chosen] for chosen, parts in shapes for part in parts])
