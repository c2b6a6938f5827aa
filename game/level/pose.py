"""Where a mover is: turned about z by a heading, then moved. Points and triangles go to the world and back."""

from math import cos, sin
from typing import NamedTuple

import numpy as np

from game.collision.mesh.transform import place


class Pose(NamedTuple):
    """x, y, z: where the mover's origin is [m]; heading: its turn about z [rad], counter-clockwise from above."""

    x: float
    y: float
    z: float
    heading: float
    c: float
    s: float

    @classmethod
    def at(cls, place, heading=0.0):
        return cls(*place, heading, cos(heading), sin(heading))

    def to_world(self, point):
        """A point (3,) of the mover's own frame, in the world."""
        x, y, z = point
        return self.x + self.c * x - self.s * y, self.y + self.s * x + self.c * y, self.z + z

    def to_own(self, point):
        """A point (3,) of the world, in the mover's own frame."""
        x, y, z = point[0] - self.x, point[1] - self.y, point[2] - self.z
        return self.c * x + self.s * y, self.c * y - self.s * x, z

    def vector_to_own(self, vector):
        """A vector (3,) of the world, in the mover's own frame."""
        x, y, z = vector
        return self.c * x + self.s * y, self.c * y - self.s * x, z

    def world_corners(self, corners):
        """Corners of triangles (n, 9) of the mover's own frame, in the world."""
        world = np.empty_like(corners)
        place(corners, (self.x, self.y, self.z), self.c, self.s, world)
        return world
