"""The triangles that belong to the closed solids of a level. Their back sides are never visible, and need no light."""

import numpy as np

from ....collision.mesh.closed_shells import pieces
from .facet_refinement import edges_of
from .vertex_welding import place_numbers


def in_closed_solids(level):
    """Return a mask (t,), True for triangles of a Level that belong to a closed solid.

    A closed solid is a connected component without open edges. An edge is open if it belongs to an odd number of triangles.
    In a level that is a mesh file, all entries are False, because the winding of its triangles may be wrong.
    """
    if level.path.suffix != ".toml":
        return np.zeros(len(level.triangles), dtype=bool)
    places = place_numbers(level.vertices)[level.triangles]
    _, sides = edges_of(places)
    is_open = np.bincount(sides.ravel())[sides] % 2 == 1
    piece = pieces(places)
    has_opening = np.zeros(len(piece), dtype=bool)
    has_opening[piece[places[is_open.any(axis=1), 0]]] = True
    return ~has_opening[piece[places[:, 0]]]
