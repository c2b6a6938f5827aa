"""From the rows of a mesh's tree, which rays name, back to the level's own triangles."""

import numpy as np

from game.view.lighting.facets import normals_of


def row_triangles(mesh):
    """Number of the triangle that each row of the tree holds; the mesh marks those whose corners it turned round by ~number.

    -> (t,) int
    """
    return np.maximum(mesh.order, ~mesh.order)


def row_normals(level):
    """Unit normal of each row. -> (t, 3)."""
    return normals_of(level.vertices[level.triangles[row_triangles(level.mesh)]])[0]
