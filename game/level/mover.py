"""Movers: rigid bodies of triangles, each with a motion of its own."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..collision import TriangleMesh
from ..core.input_errors import InputError
from ..core.vec3 import add
from .mesh_file_look import Look
from .mover_motion import Motion
from .pose_transform import Pose


@dataclass(frozen=True, eq=False)
class Mover:
    """A kinematic rigid body of triangles: it follows a fixed motion, and nothing stops it.

    name: shown in messages
    vertices: (v, 3) [m] in the mover's own frame
    triangles: (t, 3) vertex indices, counter-clockwise seen from outside
    surfaces: (t,) indices of the level's materials
    motion: its pose as a function of time
    turns_view: True if the view of a player that stands on the mover turns with it
    look: textures and vertex colours of the triangles, or None to draw the colours of their materials
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
        """The TriangleMesh in the mover's own frame. Raises InputError if it cannot be built."""
        try:
            return TriangleMesh(self.vertices, self.triangles, self.surfaces)
        except ValueError as problem:
            raise InputError(f"the mover {self.name} cannot be used: {problem}") from None

    @cached_property
    def corners(self):
        """The corners (t, 3, 3) [m] of the triangles in the mover's own frame, counter-clockwise seen from outside."""
        return self.vertices[self.triangles]

    def pose(self, time) -> Pose:
        """Return the Pose at a time [s]. The pose depends on nothing but the time."""
        return self.motion.pose(time)

    @cached_property
    def range(self):
        """The opposite corners (low, high) in the world, each (3,) [m], of a box that the mover never leaves."""
        places = np.add([point.to for point in self.motion.path], self.motion.at) + (*self.motion.axis, 0.0)
        low, high = self._around_axis
        return places.min(axis=0) + low, places.max(axis=0) + high

    @cached_property
    def _around_axis(self):
        """The opposite corners (low, high), each (3,) [m], of a box around the mover at any heading.

        In this box x and y are relative to the rotation axis, and z is relative to the mover's origin.
        """
        (_, _, low), (_, _, high) = self.mesh.bounds
        return (-self._radius, -self._radius, low), (self._radius, self._radius, high)

    @cached_property
    def _radius(self):
        """The distance of the mover's farthest vertex from its rotation axis [m]."""
        return float(np.linalg.norm((self.vertices[:, :2] - self.motion.axis), axis=1).max())

    def bounds_at(self, pose):
        """Return opposite corners (low, high) in the world, each (3,) [m], of a box around the mover at a Pose.

        The box is large enough for any heading.
        """
        place, (low, high) = pose.to_world((*self.motion.axis, 0.0)), self._around_axis
        return add(place, low), add(place, high)

    @cached_property
    def fastest(self):
        """An upper bound of the speed of any point of the mover [m/s]."""
        speed, rate = self.motion.fastest
        return speed + rate * self._radius

    def digest(self):
        """Return bytes for the level's hash: the triangles, the motion, and `turns_view`."""
        arrays = [np.ascontiguousarray(self.vertices + 0.0, dtype="<f8"), np.ascontiguousarray(self.triangles, dtype="<i8")]
        return b"".join(array.tobytes() for array in arrays) + repr((self.motion, self.turns_view)).encode()
