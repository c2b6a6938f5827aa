"""What is each player's own, where that is not the same for all of a crowd: how his body is turned, and where his up is.

own: (bodies, frames, nothing), rows by player as columns.py has them; no row: all have one body, and stand upright.
nothing: arrays of a mesh that holds nothing
"""

from ...collision.engine.entry_points import leave_out
from ...collision.engine.jit import shared, unfolded
from ...collision.engine.vec3 import add, sub
from ...collision.mesh.transform import turn
from ...collision.nearest_contact import append, gather, get3
from ...collision.rules import SPACE
from .columns import FRAME, PLACE, SIDES

METRES = (1.0, 0.0, 0.0, 1.0, 1.0, 1.0)  # the change of basis of a unit sphere


@unfolded
def take_body(rules, bodies, i):
    """Write player i's own body into the numbers of body and rules."""
    if bodies.shape[0] > 0:
        for column in range(bodies.shape[1]):
            rules[SPACE + column] = bodies[i, column]


@unfolded
def see(mesh, moving, refused, scratch, own, i):
    """What is around player i: the world, or the triangles near him, turned about him until his up is +z.

    Returns (how many were turned, also when they do not fit in, mesh, moving, refused).
    """
    candidates, steps, _, (corners, order) = scratch
    _, frames, nothing = own
    if frames.shape[0] == 0:
        return 0, mesh, moving, refused
    place, sides = get3(frames, i, PLACE), get3(frames, i, SIDES)
    count = gather_all(mesh, moving, place, METRES, sub(place, sides), add(place, sides), candidates)
    if count > candidates.shape[0]:
        return count, mesh, moving, refused
    if refused.shape[0] > 0:
        count = leave_out(candidates, count, steps, refused)
    turn(candidates, count, (get3(frames, i, FRAME), get3(frames, i, FRAME + 3), get3(frames, i, FRAME + 6)), corners, order)
    return count, nothing, (corners[:count], order[:count]), refused[:0]


@shared
def gather_all(mesh, moving, origin, space, low, high, candidates):
    """`gather` of the mesh and of what moves."""
    nodes, corners, order = mesh
    count = gather(nodes, corners, order, origin, space, low, high, candidates)
    return append(moving[0], moving[1], origin, space, low, high, candidates, count)
