"""The pose of a mover or an exhibit: a rotation about z, then a translation. It transforms points and triangles to the world
and back.
"""


from typing import NamedTuple

import numpy as np

from ...collision.mesh.triangle_mesh import place_triangles
from ...core.elementary_functions import cos_sin


class Pose(NamedTuple):
    """The position and heading of a body in the world: a mover at one time, an exhibit, or its desk or board.

    x, y, z: position of the body's origin [m]
    heading: rotation about z [rad], counter-clockwise seen from above
    c, s: cosine and sine of the heading
    """

    x: float
    y: float
    z: float
    heading: float
    c: float
    s: float

    @classmethod
    def at(cls, place, heading=0.0):
        """Return the Pose at a position (3,) [m] and a heading [rad]."""
        c, s = cos_sin(heading) if heading != 0.0 else (1.0, 0.0)  # most bodies do not turn
        return tuple.__new__(cls, (*place, heading, c, s))  # the constructor takes twice as long

    def to_world(self, point):
        """Transform a point (3,) [m] from the body's own frame to the world."""
        x, y, z = point
        return self.x + self.c * x - self.s * y, self.y + self.s * x + self.c * y, self.z + z

    def to_own(self, point):
        """Transform a point (3,) [m] from the world to the body's own frame."""
        x, y, z = point[0] - self.x, point[1] - self.y, point[2] - self.z
        return self.c * x + self.s * y, self.c * y - self.s * x, z

    def vector_to_own(self, vector):
        """Rotate a vector (3,) from the world to the body's own frame."""
        x, y, z = vector
        return self.c * x + self.s * y, self.c * y - self.s * x, z

    def world_corners(self, corners):
        """Transform the corners of triangles (n, 9) [m] from the body's own frame to the world. Returns a new array (n, 9)."""
        world = np.empty_like(corners)
        place_triangles(corners, (self.x, self.y, self.z), self.c, self.s, world)
        return world
