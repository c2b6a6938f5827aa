"""The capsule of a peer: as high as the player's body, with the smallest radius of the body. Also the body of the speed tests."""

from __future__ import annotations

from typing import NamedTuple

from ..simulation import PlayerParams

DEFAULT = PlayerParams()
RADIUS, HALF_HEIGHT = 0.4, 0.9  # [m] of the body in tests of speed
TICK = 1.0 / 60.0  # [s] of these tests


class Capsule(NamedTuple):
    """An upright capsule. radius: [m]; half_axis: half the distance between the centres of its two half spheres [m]"""

    radius: float
    half_axis: float

    @classmethod
    def of(cls, params: PlayerParams) -> Capsule:
        """Return the capsule of a standing player. It contains an ellipsoid that is round and at least as high as wide."""
        radius = min(params.radii)
        return cls(radius, params.radii[2] - radius)
