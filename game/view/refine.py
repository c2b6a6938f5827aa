"""Splitting triangles at the middles of chosen edges. An edge is split for all its triangles or for none: no gaps open."""

import numpy as np

SIDES = ((0, 1), (1, 2), (2, 0))  # of a triangle, by its corners


def edges_of(triangles):
    """The edges of triangles (t, 3): edges (e, 2), low vertex first, and the edge number of each side (t, 3)."""
    sides = np.sort(triangles[:, SIDES].reshape(-1, 2), axis=1)
    largest = int(triangles.max()) + 1 if len(triangles) else 1
    keys, numbers = np.unique(sides[:, 0] * largest + sides[:, 1], return_inverse=True)
    return np.column_stack((keys // largest, keys % largest)), numbers.reshape(-1, 3)


def with_longest_sides(split, sides, lengths):
    """Also split the longest side of each triangle that is split at all: triangles stay stout (Rivara's bisection).

    split (e,) bool, sides (t, 3) edge numbers, lengths (e,) -> (e,) bool
    """
    longest = sides[np.arange(len(sides)), lengths[sides].argmax(axis=1)]
    split = split.copy()
    while True:
        missing = longest[split[sides].any(axis=1) & ~split[longest]]
        if not len(missing):
            return split
        split[missing] = True


def split_triangles(triangles, sides, middles, lengths):
    """Split triangles at the middles of their sides.

    triangles (t, 3); sides (t, 3) edge numbers; middles (e,): vertex in the middle of each edge, or -1 for an edge that
    stays; lengths (e,). The longest side of a split triangle must be split. -> (p, 3)
    """
    turn = (lengths[sides].argmax(axis=1)[:, None] + np.arange(3)) % 3
    rows = np.arange(len(triangles))[:, None]
    a, b, c = triangles[rows, turn].T
    ab, bc, ca = middles[sides[rows, turn]].T
    whole = ab < 0
    pieces = [np.column_stack((a, b, c))[whole], *halves(b, c, ab, bc, ~whole), *halves(c, a, ab, ca, ~whole)]
    return np.concatenate(pieces)


def halves(first, last, middle, side, chosen):
    """The half (first, last, middle) of a bisected triangle, split again where the side first-last has a middle."""
    once, again = chosen & (side < 0), chosen & (side >= 0)
    return [
        np.column_stack((first, last, middle))[once],
        np.column_stack((first, side, middle))[again],
        np.column_stack((side, last, middle))[again],
    ]
