"""The level's triangle for each row of the collision tree.

Ray casts return rows, which are positions of triangles in the tree. Materials belong to the level's triangles.
"""

import numpy as np

from .mesh.shading_mesh import normals_of


def row_triangles(mesh):
    """Return the index (t,) of the level's triangle for each row of a TriangleMesh's tree.

    A row is the position of a triangle in the tree. `mesh.order` holds ~index where the mesh reversed a triangle's winding.
    """
    return np.maximum(mesh.order, ~mesh.order)


def row_normals(level):
    """Return the unit normal (t, 3) of each row of the Level's collision tree, by the winding of the level's file."""
    return normals_of(level.vertices[level.triangles[row_triangles(level.mesh)]])[0]
