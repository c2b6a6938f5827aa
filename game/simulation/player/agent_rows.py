"""The parts of a tick that may differ between players: the body's heading, and the direction of up.

own: (bodies, frames, empty), rows by player as columns.py has them; no row: all have one body, and are upright.
empty: Tree of a mesh that holds nothing
"""

from typing import NamedTuple

import numpy as np

from ...collision.engine.entry_points import leave_out
from ...collision.engine.jit import shared, unfolded
from ...collision.engine.vec3 import add, get3, sub
from ...collision.mesh.bvh import Tree
from ...collision.mesh.gather import append, gather
from ...collision.mesh.transform import turn
from .columns import FRAME, PLACE, SIDES

METRES = (1.0, 0.0, 0.0, 1.0, 1.0, 1.0)  # the change of basis of a unit sphere


class Obstacles(NamedTuple):
    """The triangles that a tick can meet.

    mesh: Tree; moving: (corners, order) of triangles in no tree
    refused (t,) uint8: 1 for triangles of the mesh that stop no body
    """

    mesh: Tree
    moving: tuple
    refused: np.ndarray


@unfolded
def take_body(settings, bodies, i):
    """Write player i's own body into the settings."""
    if bodies.shape[0] > 0:
        row = settings[0]
        for column in range(6):
            row["space"][column] = bodies[i, column]
        for axis in range(3):
            row["extents"][axis] = bodies[i, 6 + axis]


@unfolded
def obstacles_around(obstacles, scratch, turned, own, i):
    """The Obstacles around player i; with an up of its own, the triangles near it, turned about it until its up is +z.

    Returns (how many were turned, also if they exceed the capacity, Obstacles). turned: arrays for them, (corners, order)
    """
    _, frames, empty = own
    corners, order = turned
    if frames.shape[0] == 0:
        return 0, obstacles
    place, sides = get3(frames, i, PLACE), get3(frames, i, SIDES)
    count = gather_all(obstacles, place, METRES, sub(place, sides), add(place, sides), scratch.candidates)
    if count > scratch.candidates.shape[0]:
        return count, obstacles
    if obstacles.refused.shape[0] > 0:
        count = leave_out(scratch.candidates, count, obstacles.refused)
    frame = get3(frames, i, FRAME), get3(frames, i, FRAME + 3), get3(frames, i, FRAME + 6)
    turn(scratch.candidates, count, frame, corners, order)
    return count, Obstacles(empty, (corners[:count], order[:count]), obstacles.refused[:0])


@shared
def gather_all(obstacles, origin, space, low, high, candidates):
    """`gather` of the mesh and of what moves; refused triangles are still among them."""
    count = gather(obstacles.mesh, origin, space, low, high, candidates)
    return append(obstacles.moving, origin, space, low, high, candidates, count)
