"""Recovery from the interior of a mover. A player placed inside a mover, far from its faces, is moved out or crushed.

Only closed meshes have an inside (closed_shells.py).
"""

import numpy as np

from ...collision.mesh.closed_shells import turns_around
from .pushing import TOUCHING

MOST_EXITS = 32  # tried. Fewer: a player in a mover of many faces is crushed; more only costs time, once


def mover_containing(movers, numbers, position, tick):
    """Return the number of the first mover that contains a point (3,) [m] at a tick, or None.

    movers: Movers; numbers: those that are tested
    """
    for number in numbers:
        own = movers.pose(number, tick).to_own(position)
        if contains(movers.all[number], own):
            return number
    return None


def contains(mover, point):
    """True if a Mover contains a point (3,) [m] in the mover's own frame. A mover with an open mesh contains no point."""
    (x, y, z), ((x0, y0, z0), (x1, y1, z1)) = point, mover.mesh.bounds
    if not (x0 < x < x1 and y0 < y < y1 and z0 < z < z1):
        return False
    return turns_around(mover.corners - np.asarray(point)) != 0


def move_out_of_mover(among, position):
    """Move a body whose centre is in a mover out of it, by the shortest free displacement along a triangle's normal.

    among: AmongMovers
    position: centre of the body (3,) [m]
    Returns the new position (3,) [m]. It is unchanged if the centre is in no mover, or if none of MOST_EXITS exits is free.
    """
    movers, numbers, mesh, body, tick, rules = among
    number = mover_containing(movers, numbers, position, tick)
    if number is None:
        return position
    pose, mover = movers.pose(number, tick), movers.all[number]
    local_body, local = body.in_frame_of(pose), pose.to_own(position)
    for displacement in exit_displacements(mover.corners - np.asarray(local), local_body, rules.skin)[:MOST_EXITS]:
        end = body.slide(mesh, position, pose.to_world(tuple(local + displacement)), rules)
        local_end = pose.to_own(end)
        if local_body.depth(mover.mesh, local_end) <= TOUCHING and not contains(mover, local_end):
            return end
    return position


def exit_displacements(corners, body, skin):
    """Return the displacements (n, 3) [m] that move a body at the origin out through each triangle's plane, shortest first.

    Triangles without area are left out.
    corners: (t, 3, 3) [m], relative to the body's centre
    body: OrientedBody in the frame of the corners; skin: gap that is left to the plane [m]
    """
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    sizes = np.linalg.norm(normals, axis=1)
    real = sizes > 0.0
    normals = normals[real] / sizes[real, None]
    ahead = (normals * corners[real, 0]).sum(axis=1)
    lengths = np.abs(ahead) + [body.half_extent(normal) + skin for normal in normals]
    return (normals * np.copysign(lengths, ahead)[:, None])[np.argsort(lengths, kind="stable")]
