"""The triangles that a recorded tick gathered: of the level, of movers and of lab exhibits, at their positions in that tick."""

import numpy as np

from .triangle_test_steps import Inspection


def inspection_of(record, sim):
    """Return the Inspection of a TickRecord's trace.

    sim: Simulation that made the record
    """
    return Inspection(record.trace, *triangles_of(sim, record.trace.candidates, record.tick))


def triangles_of(sim, numbers, tick):
    """Return (corners (k, 9) [m], order (k,)) of triangles at a tick.

    `order` has the triangles' numbers, or ~number if the winding is reversed.
    sim: Simulation
    numbers: triangle numbers (k,), of the level's mesh, of movers or of solid bodies of the lab
    """
    mesh, corners = sim.mesh, np.empty((len(numbers), 9))
    order = np.empty(len(numbers), np.int32)
    is_static = numbers < len(mesh.triangles)
    rows = mesh.rows[numbers[is_static]]
    corners[is_static], order[is_static] = mesh.corners[rows], mesh.order[rows]
    for k in np.flatnonzero(~is_static):
        number = int(numbers[k])
        is_mover = number < sim.first_solid
        found = mover_triangle(sim.movers, number, tick) if is_mover else (sim.solid_corners(number, tick).ravel(), number)
        corners[k], order[k] = found
    return corners, order


def mover_triangle(movers, number, tick):
    """Return (corners (9,) [m], number) of a mover's triangle at a tick. The number is ~number if the winding is reversed.

    movers: Movers of the simulation
    number: triangle number in the simulation
    """
    corners, order = movers.triangles([movers.owner(number)], tick)
    row = int(np.flatnonzero(np.where(order >= 0, order, ~order) == number)[0])
    return corners[row], order[row]
