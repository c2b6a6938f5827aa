"""Movers are solid: who is put into the middle of one, where no face is near him, is brought out or crushed.

Only closed meshes have an inside. They go round a point in it a whole number of times (its winding number, van Oosterom and
Strackee 1983), open ones by some part.
"""

import numpy as np

from .pushing import INSIDE

# How far the winding number may be from a whole one. Smaller: rounding beside a face opens a solid; larger: open shells are solid
CLOSED = 1e-6
WAYS_OUT = 32  # tried. Fewer: who is in a shape of many faces is crushed; more only costs time, once


def solid_around(movers, numbers, position, tick):
    """Number of the mover among these that a point (3,) [m] is inside of at a tick; None: of none."""
    for number in numbers:
        own = movers.pose(number, tick).to_own(position)
        if holds(movers.all[number], own):
            return number
    return None


def holds(mover, point):
    """Is a point (3,) of the mover's own frame inside of it?"""
    (x, y, z), ((x0, y0, z0), (x1, y1, z1)) = point, mover.mesh.bounds
    if not (x0 < x < x1 and y0 < y < y1 and z0 < z < z1):
        return False
    turns = winding(mover.corners - np.asarray(point))
    return round(turns) != 0 and abs(turns - round(turns)) < CLOSED


def winding(corners):
    """How often triangles (t, 3, 3), seen from the origin, go round it."""
    a, b, c = corners[:, 0], corners[:, 1], corners[:, 2]
    x, y, z = (np.sqrt((side * side).sum(axis=1)) for side in (a, b, c))
    volume = (a * np.cross(b, c)).sum(axis=1)
    around = x * y * z + (a * b).sum(axis=1) * z + (b * c).sum(axis=1) * x + (c * a).sum(axis=1) * y
    return float(np.arctan2(volume, around).sum() / (2.0 * np.pi))


def let_out(movers, numbers, mesh, stance, position, tick, rules):
    """Where a body whose centre is in a mover at a tick comes out of it: the shortest way along a normal that is open.

    Returns the same position when it is in none, or shut in.
    """
    number = solid_around(movers, numbers, position, tick)
    if number is None:
        return position
    pose, mover = movers.pose(number, tick), movers.all[number]
    seen, own = stance.seen_from(pose), pose.to_own(position)
    for way in ways_out(mover.corners - np.asarray(own), seen, rules.skin)[:WAYS_OUT]:
        there = stance.slid(mesh, position, pose.to_world(tuple(own + way)), rules)
        at = pose.to_own(there)
        if seen.depth(mover.mesh, at) <= INSIDE and not holds(mover, at):
            return there
    return position


def ways_out(corners, stance, skin):
    """Ways (n, 3) [m] that lead a body at the origin at right angles past each of the triangles (t, 3, 3), shortest first."""
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    sizes = np.linalg.norm(normals, axis=1)
    real = sizes > 0.0
    normals = normals[real] / sizes[real, None]
    ahead = (normals * corners[real, 0]).sum(axis=1)
    lengths = np.abs(ahead) + [stance.half_extent(normal) + skin for normal in normals]
    return (normals * np.copysign(lengths, ahead)[:, None])[np.argsort(lengths, kind="stable")]
