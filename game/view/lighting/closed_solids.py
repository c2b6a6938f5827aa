"""The closed solids of a level. Only these have an inside, which needs no light and is not seen."""

import numpy as np

from game.view.lighting.facet_refinement import edges_of
from game.view.lighting.vertex_welding import place_numbers


def in_closed_solids(level):
    """True for triangles whose connected piece has no open edge. Never in mesh files: their winding cannot be trusted.

    -> (t,) bool
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


def pieces(triangles):
    """The connected piece of each vertex, numbered by its lowest vertex. triangles (t, 3) -> (v,)."""
    label = np.arange(triangles.max() + 1)
    while True:
        lower = label.copy()
        np.minimum.at(lower, triangles.ravel(), np.repeat(label[triangles].min(axis=1), 3))
        lower = lower[lower]
        if (lower == label).all():
            return label
        label = lower
