"""The outline of a mover as seen from above: a grid of points in its own frame, and how much of it each has overhead."""

from typing import NamedTuple

import numpy as np

from .shadow_patches import grid

CELL = 0.35  # [m] between two points. Smaller: more rays a frame; larger: corners are rounded
FINE = 5  # rays across a cell that find the outline. Fewer: thin arms come and go as they turn
OVER = 0.05  # [m] above its box, where these rays begin


class Outline(NamedTuple):
    """points (n, 3): in the mover's frame [m], at the height of its underside; cells (m, 4): points around each cell

    crisp, soft (n,): share of what is around a point that is overhead, 0..1, close around it and farther
    """

    points: np.ndarray
    cells: np.ndarray
    crisp: np.ndarray
    soft: np.ndarray

    @classmethod
    def of(cls, mover):
        (left, front, bottom), (right, back, top) = mover.mesh.bounds
        flat, cells = grid((left - CELL, front - CELL), (right + CELL, back + CELL), CELL)
        overhead, underside = seen_from_above(mover.mesh, flat, bottom, top)
        shares = [overhead[:, near].mean(axis=1) for near in (within(0.6), within(1.0))]
        points = np.column_stack([flat, np.full(len(flat), underside)])
        return cls(points, cells[np.max(shares[1][cells], axis=1) > 0.0], *shares)


def around():
    """Places (k, 2) around a point that are asked, in cells, -1..1."""
    side = (np.arange(2 * FINE) + 0.5) / FINE - 1.0
    return np.column_stack([axis.ravel() for axis in np.meshgrid(side, side)])


def within(radius):
    """Which of the places around a point are within so many cells of it."""
    return np.hypot(*around().T) < radius


def seen_from_above(mesh, flat, bottom, top):
    """(overhead (n, k): is there something of the mesh at each place around each point, height of its underside [m])."""
    places = (flat[:, None, :] + CELL * around()).reshape(-1, 2)
    down, up = (np.tile((0.0, 0.0, way), (len(places), 1)) for way in (-1.0, 1.0))
    above = np.column_stack([places, np.full(len(places), top + OVER)])
    hit = np.isfinite(mesh.raycast(above, down, top - bottom + 2.0 * OVER))
    below = np.column_stack([places, np.full(len(places), bottom - OVER)])
    undersides = bottom - OVER + mesh.raycast(below, up, top - bottom + 2.0 * OVER)[hit]
    # of most of it: a lift's column goes down into the ground
    return hit.reshape(len(flat), -1), float(np.median(undersides)) if hit.any() else bottom
