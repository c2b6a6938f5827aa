"""Which triangles of a level bound closed solids: only these have an inside, where no light is and nobody looks."""

import numpy as np

from game.view.lighting.refine import edges_of
from game.view.lighting.weld import place_numbers


def in_closed_solids(level):
    """Triangles whose connected piece has no open edge. Pieces of mesh files never count: their winding cannot be trusted.

    -> (t,) bool
    """
    if level.path.suffix != ".toml":
        return np.zeros(len(level.triangles), dtype=bool)
    places = place_numbers(level.vertices)[level.triangles]
    _, sides = edges_of(places)
    open_side = np.bincount(sides.ravel())[sides] % 2 == 1
    piece = pieces(places)
    leaky = np.zeros(len(piece), dtype=bool)
    leaky[piece[places[open_side.any(axis=1), 0]]] = True
    return ~leaky[piece[places[:, 0]]]


def pieces(triangles):
    """Number of the connected piece of each vertex: the lowest vertex in it. triangles (t, 3) -> (v,)."""
    label = np.arange(triangles.max() + 1)
    while True:
        lower = label.copy()
        np.minimum.at(lower, triangles.ravel(), np.repeat(label[triangles].min(axis=1), 3))
        lower = lower[lower]
        if (lower == label).all():
            return label
        label = lower
