"""How a body stands: an ellipsoid, and the frame in which it is upright; its slides and ways out through any mesh.

The module's sweeps know one up, +z. For a body that leans against it the triangles around are turned until it stands upright,
about its own centre, and what comes of that is turned back.
"""

from functools import cache
from math import cos, dist, hypot, sin
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np

from ...collision import Ellipsoid, Rules, TriangleMesh, collide_and_slide, depenetrate
from ...collision.engine.frames import to_frame, to_world
from ...collision.engine.vec3 import add, sub
from ...collision.mesh.bvh import build_nodes
from ...collision.mesh.transform import turn
from ...collision.queries import nearby
from ...collision.recovery import LONGEST

CENTRE = (0.0, 0.0, 0.0)
FAR = 1e30  # [m], where the only triangle of an empty mesh is
UNIT, ANY = Ellipsoid((1.0, 1.0, 1.0)), Rules.modern()  # a body whose eSpace is the world, seen from its centre


class Stance(NamedTuple):
    """body: Ellipsoid, turned by its heading in the frame; frame: where its right, forward and up are, None: along x, y, z"""

    body: Ellipsoid
    frame: tuple | None = None

    @property
    def extents(self):
        """Half of a box around it however it is turned about z (3,) [m]."""
        most = max(self.body.radii)
        if self.frame is not None:
            return most, most, most
        across = max(self.body.radii[:2])
        return across, across, self.body.radii[2]

    def half_extent(self, normal):
        """How far its outmost point lies along a unit vector (3,) of the world, from its centre [m]."""
        x, y, z = normal if self.frame is None else to_frame(self.frame, normal)
        c, s = cos(self.body.heading), sin(self.body.heading)
        return hypot(*(part * radius for part, radius in zip((c * x + s * y, c * y - s * x, z), self.body.radii)))

    def slid(self, mesh, start, end, rules):
        """Where the triangles of a mesh let a way from `start` to `end` lead [m]."""
        way = sub(end, start)
        if self.frame is None:
            return collide_and_slide(mesh, self.body, start, way, rules=rules).position
        seen = self._seen(mesh, start, dist(start, end))
        return self._back(start, collide_and_slide(seen, self.body, CENTRE, to_frame(self.frame, way), rules=rules).position)

    def depth(self, mesh, position, rules=ANY):
        """How deep it is in a mesh there [m]; not above 0 where it is in nothing."""
        if self.frame is None:
            return nearby(mesh, self.body, rules).depth(position)
        return nearby(self._seen(mesh, position, 0.0), self.body, rules).depth(CENTRE)

    def brought_out(self, mesh, position, rules):
        """Where it comes out of the nearest faces of a mesh, as `depenetrate` has it [m]."""
        if self.frame is None:
            return depenetrate(mesh, self.body, position, rules)[0]
        seen = self._seen(mesh, position, LONGEST * max(self.body.radii))
        return self._back(position, depenetrate(seen, self.body, CENTRE, rules)[0])

    def seen_from(self, pose):
        """The same body in the own frame of a mover; a round one that is upright is the same at every heading."""
        if self.frame is not None:
            return Stance(self.body, tuple(pose.vector_to_own(row) for row in self.frame))
        if self.body.radii[0] == self.body.radii[1]:
            return self
        return Stance(Ellipsoid(self.body.radii, self.body.heading - pose.heading))

    def _seen(self, mesh, position, way):
        """The triangles that it can meet on a way of that length [m], as it sees them from its centre."""
        reach = max(self.body.radii) + way
        corners, order = seen_around(nearby(mesh, UNIT, ANY), self.frame, position, (reach, reach, reach))
        return mesh_of(corners, order)

    def _back(self, origin, position):
        """A position of the frame, which began at `origin`, in the world."""
        return add(origin, to_world(self.frame, position))


def mesh_of(corners, order):
    """A mesh of some triangles for a while: corners (n, 9), order (n,), as `seen_around` has them."""
    return SimpleNamespace(nodes=build_nodes(corners), corners=corners, order=order, scratch=SimpleNamespace())


@cache
def nothing():
    """A mesh without triangles within reach: where the world is turned, all of it is among what moves."""
    return TriangleMesh([(FAR, FAR, FAR), (FAR, FAR, 0.0), (FAR, 0.0, FAR)], [(0, 1, 2)])


def seen_around(near, frame, position, sides):
    """Triangles in the box around a position, as a frame sees them from there. sides: half of the box's (3,) [m]

    near: a Nearby that uses UNIT. Returns (corners (n, 9), order (n,)), as trees hold them
    """
    near.gather(position, tuple(-side for side in sides), sides)
    corners, order = np.empty((near.count, 9)), np.empty(near.count, np.int32)
    turn(near.candidates, near.count, frame, corners, order)
    return corners, order
