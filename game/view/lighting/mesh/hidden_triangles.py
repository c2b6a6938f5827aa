"""The triangles of Facets that are hidden completely inside closed solids. They need no light, and are not drawn."""

import numpy as np

from .shading_mesh import normals_of


def are_hidden(facets, buried, source):
    """Return a mask (t,), True for triangles of Facets of which no part is visible.

    All three vertices of such a triangle are buried. That alone is not enough: a corner of the visible surface between two solids
    can lie in the middle of a triangle. Also, splits mark the midpoints of edges from a buried vertex as buried.

    buried: (n,) True for vertices inside a solid
    source: the LevelLight that knows the solids
    The triangles of a closed solid are visible from outside only, and all others from both sides.
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
