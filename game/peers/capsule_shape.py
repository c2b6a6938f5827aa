"""The capsule of a peer: as high as the player's body, with the smallest radius of the body."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from game.collision import Ellipsoid, Nearby, Rules
from game.collision.engine.vec3 import Vector
from game.simulation import PlayerParams

DEFAULT = PlayerParams()
# Distance of the spheres that stand for a capsule, as a part of its radius. More: an edge between two of them seems less deep, at
# 0.5 by 3 % of the radius; less: only slower.
SPACING = 0.5


class Capsule(NamedTuple):
    """An upright capsule.

    radius: [m]
    half_axis: half the distance between the centres of its two half spheres [m]
    """

    radius: float
    half_axis: float

    @classmethod
    def of(cls, params: PlayerParams) -> Capsule:
        """Return the capsule of a standing player.

        It contains the player's ellipsoid if the ellipsoid is round and at least as high as wide.
        """
        radius = min(params.radii)
        return cls(radius, params.radii[2] - radius)

    def centres(self, position: Vector) -> list[Vector]:
        """Return the centres [(3,), ...] [m] of a row of spheres that stands for the capsule. They have its radius.

        position: centre of the capsule (3,) [m]
        """
        x, y, z = position
        gaps = ceil(2.0 * self.half_axis / (SPACING * self.radius)) or 1
        return [(x, y, z + self.half_axis * (2.0 * i / gaps - 1.0)) for i in range(gaps + 1)]


class CapsuleDepth:
    """The depth of a capsule in a mesh, measured with Glissade's own contact test.

    near: Nearby of the mesh, not shared with other code
    capsule: Capsule
    """

    def __init__(self, near: Nearby, capsule: Capsule):
        radius = capsule.radius
        self._near, self._capsule = near.use(Ellipsoid((radius, radius, radius)), Rules.modern()), capsule

    def depth(self, position: Vector) -> float:
        """Return the deepest penetration [m] of the capsule with its centre at `position` (3,) [m].

        It is the deepest one of the spheres of `Capsule.centres`. It is at most 0 if the capsule is free, and -inf if no
        triangle is near.
        """
        return max(map(self._near.depth, self._capsule.centres(position)))
