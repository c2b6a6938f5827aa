"""A mover: triangles that move as one rigid body, and their motion."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from game.collision import TriangleMesh
from game.collision.engine.vec3 import add
from game.errors import InputError
from game.level.look import Look
from game.level.mover_motion import Motion
from game.level.pose import Pose


@dataclass(frozen=True, eq=False)
class Mover:
    """A rigid body of triangles that moves by itself.

    name: for messages; vertices (v, 3) [m] in the mover's own frame, triangles (t, 3), surfaces (t,) as a Level's

    turns_view: True if the view of a player on it turns with it; look: of its triangles, as a Level's
    """

    name: str
    vertices: np.ndarray
    triangles: np.ndarray
    surfaces: np.ndarray
    motion: Motion
    turns_view: bool = False
    look: Look | None = None

    @cached_property
    def mesh(self):
        """Its triangles in its own frame. Raises InputError if none has an area."""
        try:
            return TriangleMesh(self.vertices, self.triangles, self.surfaces)
        except ValueError as problem:
            raise InputError(f"the mover {self.name} cannot be used: {problem}") from None

    @cached_property
    def corners(self):
        """Corners (t, 3, 3) [m] of its triangles in its own frame, counter-clockwise seen from outside."""
        return self.vertices[self.triangles]

    def pose(self, time) -> Pose:
        """The Pose at a time [s], a pure function."""
        return self.motion.pose(time)

    @cached_property
    def range(self):
        """(low, high): corners [m] of a box that it never leaves."""
        places = np.add([point.to for point in self.motion.path], self.motion.at) + (*self.motion.axis, 0.0)
        low, high = self._around_axis
        return places.min(axis=0) + low, places.max(axis=0) + high

    @cached_property
    def _around_axis(self):
        """(low, high): corners [m] of a box around it, relative to its axis, at any heading."""
        (_, _, low), (_, _, high) = self.mesh.bounds
        return (-self._radius, -self._radius, low), (self._radius, self._radius, high)

    @cached_property
    def _radius(self):
        """Distance of its farthest point from its axis [m]."""
        return float(np.linalg.norm((self.vertices[:, :2] - self.motion.axis), axis=1).max())

    def bounds_at(self, pose):
        """(low, high): corners [m] of a box around it at a pose, large enough for any heading."""
        place, (low, high) = pose.to_world((*self.motion.axis, 0.0)), self._around_axis
        return add(place, low), add(place, high)

    @cached_property
    def fastest(self):
        """Upper bound of the speed of any point of it [m/s]."""
        speed, rate = self.motion.fastest
        return speed + rate * self._radius

    def digest(self):
        """The bytes of everything that its motion and its collisions depend on."""
        arrays = [np.ascontiguousarray(self.vertices + 0.0, dtype="<f8"), np.ascontiguousarray(self.triangles, dtype="<i8")]
        return b"".join(array.tobytes() for array in arrays) + repr((self.motion, self.turns_view)).encode()
