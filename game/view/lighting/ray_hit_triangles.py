"""The level's triangle for each row of the collision tree, because ray casts return rows."""

import numpy as np

from game.view.lighting.mesh.facets import normals_of


def row_triangles(mesh):
    """Return the triangle number (t,) of each row of the tree. The mesh stores ~number if it reversed the winding."""
    return np.maximum(mesh.order, ~mesh.order)


def row_normals(level):
    """Return the unit normal (t, 3) of each row of the tree."""
    return normals_of(level.vertices[level.triangles[row_triangles(level.mesh)]])[0]
