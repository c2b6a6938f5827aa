"""The triangles of a recorded tick where they were in it: those of the level, and those of movers at that tick."""

import numpy as np

from .replay import Inspection


def inspection_of(record, sim):
    """The Inspection of a StepRecord's trace. sim: the Simulation that made it"""
    return Inspection(record.trace, *triangles_of(sim, record.trace.candidates, record.tick))


def triangles_of(sim, numbers, tick):
    """(corners (k, 9) [m], order (k,)) of triangles by number, as the trees hold them (mesh.py)."""
    mesh, corners = sim.mesh, np.empty((len(numbers), 9))
    order = np.empty(len(numbers), np.int32)
    stands = numbers < len(mesh.triangles)
    rows = mesh.rows[numbers[stands]]
    corners[stands], order[stands] = mesh.corners[rows], mesh.order[rows]
    for place in np.flatnonzero(~stands):
        corners[place], order[place] = moving_triangle(sim.movers, int(numbers[place]), tick)
    return corners, order


def moving_triangle(movers, number, tick):
    """(corners (9,), order) of a mover's triangle at a tick."""
    corners, order = movers.triangles([movers.owner(number)], tick)
    row = int(np.flatnonzero(np.where(order >= 0, order, ~order) == number)[0])
    return corners[row], order[row]
