"""The outline of a mover seen from above, as a grid of points in the mover's own frame."""

from typing import NamedTuple

import numpy as np

from .shadow_patches import grid

CELL = 0.35  # [m] between two points. Smaller: more rays a frame; larger: rounded corners
MOST_POINTS = 6000  # of a mover; with more, cells grow. Fewer: large lifts (27 x 27 m) get coarse shadows; more: slow pictures
FINE = 5  # rays across a cell when the outline is sampled. Fewer: thin arms flicker as they turn
OVER = 0.05  # [m] above the mover's box: start of these rays


class MoverOutline(NamedTuple):
    """The outline of a mover, seen from above, as a grid of cells.

    size: width of a cell [m]
    points: (n, 3) [m] in the mover's frame, at the height of its underside
    cells: (m, 4) indices of the points around each cell
    crisp, soft: (n,) share 0..1 of a disc around each point that the mover covers. The disc's radius is 0.6 cells for crisp, 1
    cell for soft.
    """

    size: float
    points: np.ndarray
    cells: np.ndarray
    crisp: np.ndarray
    soft: np.ndarray

    @classmethod
    def of(cls, mover):
        """Return the MoverOutline of a Mover."""
        (left, front, bottom), (right, back, top) = mover.mesh.bounds
        size = CELL
        while ((right - left) / size + 4.0) * ((back - front) / size + 4.0) > MOST_POINTS:  # the grid has no more points
            size *= 1.25
        flat, cells = grid((left - size, front - size), (right + size, back + size), size)
        is_below, underside = seen_from_above(mover.mesh, flat, size, bottom, top)
        shares = [is_below[:, near].mean(axis=1) for near in (within(0.6), within(1.0))]
        points = np.column_stack([flat, np.full(len(flat), underside)])
        return cls(size, points, cells[np.max(shares[1][cells], axis=1) > 0.0], *shares)


def around():
    """Return the sample positions (k, 2) around a point of the grid, as offsets of -1..1 cells."""
    side = (np.arange(2 * FINE) + 0.5) / FINE - 1.0
    return np.column_stack([axis.ravel() for axis in np.meshgrid(side, side)])


def within(radius):
    """Return a mask (k,), True for the sample positions of `around` within a radius [cells]."""
    return np.hypot(*around().T) < radius


def seen_from_above(mesh, flat, size, bottom, top):
    """Return a mask (n, k), True for sample positions covered by the mesh, and the median height of the mesh's underside [m].

    The height is `bottom` if no sample position is covered. All lengths are in the mover's frame.
    mesh: TriangleMesh of the mover
    flat: points (n, 2) of the grid [m]; around each are k sample positions
    size: width of the grid's cells [m]
    bottom, top: heights of the mesh's bounding box [m]
    """
    places = (flat[:, None, :] + size * around()).reshape(-1, 2)
    down, up = (np.tile((0.0, 0.0, sign), (len(places), 1)) for sign in (-1.0, 1.0))
    above = np.column_stack([places, np.full(len(places), top + OVER)])
    hit = np.isfinite(mesh.raycast(above, down, top - bottom + 2.0 * OVER))
    below = np.column_stack([places, np.full(len(places), bottom - OVER)])
    undersides = bottom - OVER + mesh.raycast(below, up, top - bottom + 2.0 * OVER)[hit]
    # the median, since the column below a lift reaches into the ground
    return hit.reshape(len(flat), -1), float(np.median(undersides)) if hit.any() else bottom
