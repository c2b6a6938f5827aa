"""The triangles of a recorded tick, of the level and of movers, at their positions in that tick."""

import numpy as np

from .replay import Inspection


def inspection_of(record, sim):
    """Return the Inspection of a StepRecord's trace. `sim` is the Simulation that made the record."""
    return Inspection(record.trace, *triangles_of(sim, record.trace.candidates, record.tick))


def triangles_of(sim, numbers, tick):
    """Return the corners (k, 9) [m] and order (k,) of triangles by number, in the format of the tree (triangle_mesh.py)."""
    mesh, corners = sim.mesh, np.empty((len(numbers), 9))
    order = np.empty(len(numbers), np.int32)
    is_static = numbers < len(mesh.triangles)
    rows = mesh.rows[numbers[is_static]]
    corners[is_static], order[is_static] = mesh.corners[rows], mesh.order[rows]
    for k in np.flatnonzero(~is_static):
        number = int(numbers[k])
        is_mover = number < sim.first_solid
        corners[k], order[k] = mover_triangle(sim.movers, number, tick) if is_mover else (sim.solid_corners(number, tick).ravel(), number)
    return corners, order


def mover_triangle(movers, number, tick):
    """Return the corners (9,) [m] and the order of a mover's triangle at a tick."""
    corners, order = movers.triangles([movers.owner(number)], tick)
    row = int(np.flatnonzero(np.where(order >= 0, order, ~order) == number)[0])
    return corners[row], order[row]
