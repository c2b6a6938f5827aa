"""An oriented body: an ellipsoid with the frame in which it is upright. It slides and recovers in any mesh.

The sweeps of the collision module have +z as their up. For a tilted body, the triangles nearby are rotated about its centre until
the body is upright. The result is rotated back.
"""

from functools import cache, lru_cache
from math import dist, hypot, inf
from threading import local
from types import SimpleNamespace
from typing import NamedTuple, cast

import numpy as np

from ..collision import Ellipsoid, Nearby, Rules, TriangleMesh, depenetrate
from ..collision.candidates_and_nearest_contact import rotate_candidates
from ..collision.depenetration import LONGEST
from ..collision.mesh.bvh import BRANCHES, build_nodes
from ..collision.public_api import call_entry_point, nearby_for
from ..core.elementary_functions import cos_sin
from ..core.right_forward_up_frame import WORLD, Frame, own_to_world, to_frame
from ..core.vec3 import ZERO, Vector, add, sub
from ..level.contents.mover import Pose

FAR = 1e30  # [m] position of the only triangle of an empty mesh
EVERYWHERE = (-inf, -inf, -inf, inf, inf, inf)  # a box of a tree that every query meets
UNIT, ANY = Ellipsoid((1.0, 1.0, 1.0)), Rules.modern()  # a body whose eSpace is the world, seen from its centre


class OrientedBody(NamedTuple):
    """A body that is upright in its own frame."""

    ellipsoid: Ellipsoid  # with its heading in the frame
    frame: Frame | None = None  # (right, forward, up), unit vectors (3,) of the world, or None for x, y and z

    @property
    def extents(self) -> Vector:
        """Half extents (3,) [m] of a box that contains the body at every heading, and with a frame at every orientation."""
        most = max(self.ellipsoid.radii)
        if self.frame is not None:
            return most, most, most
        across = max(self.ellipsoid.radii[:2])
        return across, across, self.ellipsoid.radii[2]

    def half_extent(self, normal: Vector) -> float:
        """Return the distance [m] that the body reaches from its centre along a unit vector (3,) of the world."""
        x, y, z = normal if self.frame is None else to_frame(self.frame, normal)
        c, s = cos_sin(self.ellipsoid.heading)
        return hypot(*(part * radius for part, radius in zip((c * x + s * y, c * y - s * x, z), self.ellipsoid.radii)))

    def slide(self, mesh: TriangleMesh, start: Vector, end: Vector, rules: Rules) -> Vector:
        """Collide and slide from `start` towards `end`, both (3,) [m], in a mesh. Return the position reached (3,) [m]."""
        displacement = sub(end, start)
        if self.frame is None:
            return call_entry_point(nearby_for(mesh, self.ellipsoid, rules), "step", start, displacement, ZERO)[2]
        rotated, displacement = self._rotated(mesh, start, dist(start, end)), to_frame(self.frame, displacement)
        near = nearby_for(rotated, self.ellipsoid, rules)
        return self._to_world(start, call_entry_point(near, "step", ZERO, displacement, ZERO)[2])

    def depth(self, mesh: TriangleMesh, position: Vector, rules: Rules = ANY) -> float:
        """Return the penetration depth [m] at a position [m] in a mesh, at most 0 without an overlap, -inf with nothing near."""
        if self.frame is None:
            return nearby_for(mesh, self.ellipsoid, rules).depth(position)
        return nearby_for(self._rotated(mesh, position, 0.0), self.ellipsoid, rules).depth(ZERO)

    def depenetrate(self, mesh: TriangleMesh, position: Vector, rules: Rules) -> Vector:
        """Return the position [m] of the body moved out of a mesh. It may still be inside, if the mesh leaves no space."""
        if self.frame is None:
            return depenetrate(mesh, self.ellipsoid, position, rules)[0]
        rotated = self._rotated(mesh, position, LONGEST * max(self.ellipsoid.radii))
        return self._to_world(position, depenetrate(rotated, self.ellipsoid, ZERO, rules)[0])

    def in_frame_of(self, pose: Pose) -> "OrientedBody":
        """Return this body in the own frame of a mover at a Pose. It is `self` for a round body that is upright in the world."""
        if self.frame is not None:
            right, forward, up = (pose.vector_to_own(row) for row in self.frame)
            return OrientedBody(self.ellipsoid, (right, forward, up))
        if self.ellipsoid.radii[0] == self.ellipsoid.radii[1] or pose.heading == 0.0:
            return self
        return OrientedBody(ellipsoid(self.ellipsoid.radii, self.ellipsoid.heading - pose.heading))

    def _rotated(self, mesh: TriangleMesh, position: Vector, distance: float) -> TriangleMesh:
        """Return the triangles within `distance` [m] of the body, in its frame, relative to its position, until the next call."""
        reach = max(self.ellipsoid.radii) + distance
        corners, order = triangles_around(nearby_for(mesh, UNIT, ANY), self.frame or WORLD, position, (reach, reach, reach))
        return rotated_mesh(corners, order)

    def _to_world(self, origin: Vector, position: Vector) -> Vector:
        """Return the world position (3,) [m] of a position in the body's frame, relative to the centre `origin` (3,) [m]."""
        return add(origin, own_to_world(self.frame, position))


@lru_cache(maxsize=64)
def ellipsoid(radii: Vector, heading: float) -> Ellipsoid:
    """Return an Ellipsoid from a cache. Equal ones in it are the same object, so callers can see that nothing has changed."""
    return Ellipsoid(radii, heading)


class RotatedTriangles:
    """A few triangles that change, with the parts of a TriangleMesh that a Nearby needs.

    capacity: most triangles that it can hold, a power of BRANCHES. So each inner node of the tree has all of its children.
    nodes, corners, order: as in Tree. The boxes contain everything, and unused triangles are out of reach. So queries find the
    same triangles in the same order as in a tree of tight boxes.
    """

    def __init__(self, capacity: int):
        self.capacity, self._count, self.scratch = capacity, 0, SimpleNamespace()
        self.bound_sweep, self.bound_step = TriangleMesh.bound_sweep, TriangleMesh.bound_step
        self.corners, self.order = np.full((capacity, 9), FAR), np.zeros(capacity, np.int32)
        self.nodes = build_nodes(self.corners)
        self.nodes[:] = EVERYWHERE

    def hold(self, corners: np.ndarray, order: np.ndarray) -> "RotatedTriangles":
        """Replace the triangles. The parameters are those of `rotated_mesh`. Returns this RotatedTriangles."""
        count = len(order)
        self.corners[:count], self.order[:count], self.corners[count : self._count] = corners, order, FAR
        self._count = count
        return self


# Least capacity [triangles], a power of BRANCHES. Smaller: it is made again more often; larger: queries test unused triangles.
FEW = BRANCHES**3
THREAD = local()  # `rotated`: the RotatedTriangles of this thread


def rotated_mesh(corners: np.ndarray, order: np.ndarray) -> TriangleMesh:
    """Return this thread's RotatedTriangles with triangles as from `triangles_around`, valid until the next call.

    A new mesh with its Nearby would take 200 us, ten times as long as a query.
    """
    if not hasattr(THREAD, "rotated") or THREAD.rotated.capacity < len(order):
        capacity = FEW
        while capacity < len(order):
            capacity *= BRANCHES
        THREAD.rotated = RotatedTriangles(capacity)
    return cast(TriangleMesh, THREAD.rotated.hold(corners, order))  # it has all that a Nearby reads


@cache
def empty_mesh() -> TriangleMesh:
    """Return a mesh out of reach, for ticks in a player's frame. Then the level's triangles are passed as moving ones."""
    return TriangleMesh([(FAR, FAR, FAR), (FAR, FAR, 0.0), (FAR, 0.0, FAR)], [(0, 1, 2)])


def triangles_around(nearby: Nearby, frame: Frame, position: Vector, sides: Vector) -> tuple[np.ndarray, np.ndarray]:
    """Return corners (n, 9) [m] and numbers (n,) of the triangles in a box around a position [m], in a frame and relative to it.

    nearby: set to the body UNIT; sides: half lengths of the box along the world's axes [m]. A reversed triangle has ~number.
    """
    nearby.gather(position, tuple(-side for side in sides), sides)
    corners, order = np.empty((nearby.count, 9)), np.empty(nearby.count, np.int32)
    rotate_candidates.with_same_types(nearby.candidates, nearby.count, frame, corners, order)
    return corners, order
