"""The level's triangle behind each row of a mesh's tree. Ray casts return rows."""

import numpy as np

from game.view.lighting.facets import normals_of


def row_triangles(mesh):
    """Triangle number of each row of the tree; the mesh stores ~number where it reversed the winding. -> (t,) int."""
    return np.maximum(mesh.order, ~mesh.order)


def row_normals(level):
    """Unit normal of each row. -> (t, 3)."""
    return normals_of(level.vertices[level.triangles[row_triangles(level.mesh)]])[0]
