"""Volumes: boxes and upright cylinders in which something is different, and what that is for each kind.

Vectors of an effect are in its volume's frame: to its right, along its heading, up.
"""

import math
from dataclasses import dataclass, field

from game.level.gravity_direction import Down
from game.level.level import Vector


@dataclass(frozen=True)
class Water:
    """current: of the water (3,) [m/s]; buoyancy: part of the weight it carries, above 1 he floats; drag: of rising and
    sinking [1/s]; swim: upwards while jump is held, downwards while crouching [m/s]; pace: part of the walking speed left"""

    current: Vector
    buoyancy: float
    drag: float
    swim: float
    pace: float


@dataclass(frozen=True)
class Wind:
    """velocity: it carries along at this (3,) [m/s]; one that blows up or down pushes, beside gravity."""

    velocity: Vector


@dataclass(frozen=True)
class Conveyor:
    """speed: of the belt along the heading [m/s], for whoever stands on the floor in it"""

    speed: float


@dataclass(frozen=True)
class Gravity:
    """factor: of the player's gravity; 0: none, below 0: upwards"""

    factor: float


@dataclass(frozen=True)
class TurnedGravity(Gravity):
    """It also points elsewhere; down: in the level's frame"""

    down: Down


@dataclass(frozen=True)
class Kill:
    """Sends the player back to the last checkpoint."""


@dataclass(frozen=True)
class Checkpoint:
    """Where the player goes on after he died: the middle of its bottom, looking along its heading.

    ahead: what comes next, for who reaches it; only words, so levels that differ in nothing else are the same
    """

    ahead: str = field(default="", repr=False)


@dataclass(frozen=True)
class Finish:
    """Ends a timed run. gold, silver, bronze: the longest times for each medal [s]"""

    gold: float
    silver: float
    bronze: float


@dataclass(frozen=True)
class Portal:
    """to: where the feet come out [m]; heading: where he looks who went in along the volume's own heading [rad]"""

    to: Vector
    heading: float


@dataclass(frozen=True)
class MagicWall:
    """What is inside of it does not stop the player; one_way: unless he comes against its heading."""

    one_way: bool


Effect = Water | Wind | Conveyor | Gravity | Kill | Checkpoint | Finish | Portal | MagicWall


@dataclass(frozen=True)
class Volume:
    """at: middle of its bottom [m]; heading [rad]; size: (width, depth) of a box [m], (0, 0) for a cylinder of `radius`."""

    kind: str  # as the level file says it
    effect: Effect
    at: Vector
    heading: float
    height: float
    size: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.0

    def turned(self, vector: Vector) -> Vector:
        """A vector of the volume's frame in the level's."""
        x, y, z = vector
        c, s = math.cos(self.heading), math.sin(self.heading)
        return x * c - y * s, x * s + y * c, z

    def turned_back(self, vector: Vector) -> Vector:
        """A vector of the level's frame in the volume's."""
        x, y, z = vector
        c, s = math.cos(self.heading), math.sin(self.heading)
        return x * c + y * s, y * c - x * s, z

    def depth_along(self, direction: Vector) -> float:
        """How far from its middle its side is along a unit vector of the level's frame [m]."""
        x, y, z = self.turned_back(direction)
        across, along = self.size[0] / 2.0, self.size[1] / 2.0
        level = [(math.hypot(x, y), self.radius)] if self.radius > 0.0 else [(abs(x), across), (abs(y), along)]
        return min(most / part for part, most in [(abs(z), self.height / 2.0), *level] if part > 0.0)
