"""Volumes: boxes and upright cylinders with an effect on the player, and the kinds of effects.

Vectors of an effect are in its volume's frame: to its right, along its heading, up.
"""

import math
from dataclasses import dataclass, field

from game.level.gravity_direction import Down
from game.level.level import Vector


@dataclass(frozen=True)
class Water:
    """The effect of water.

    current: (3,) [m/s]; buoyancy: part of the weight that the water carries, above 1 the player floats
    drag: on rising and sinking [1/s]; swim: speed upwards while jump is held, downwards while crouching [m/s]
    pace: factor of the walking speed
    """

    current: Vector
    buoyancy: float
    drag: float
    swim: float
    pace: float


@dataclass(frozen=True)
class Wind:
    """The effect of wind.

    velocity: at which the player is carried (3,) [m/s]; its vertical part is a force beside gravity.
    """

    velocity: Vector


@dataclass(frozen=True)
class Conveyor:
    """The effect of a conveyor belt.

    speed: of the belt along the heading [m/s], for a player on the floor
    """

    speed: float


@dataclass(frozen=True)
class Gravity:
    """The effect of changed gravity.

    factor: of the player's gravity; 0: none, below 0: reversed
    """

    factor: float


@dataclass(frozen=True)
class TurnedGravity(Gravity):
    """Gravity with another direction. down: in the level's frame"""

    down: Down


@dataclass(frozen=True)
class Kill:
    """Kills the player, which respawns at the last checkpoint."""


@dataclass(frozen=True)
class Checkpoint:
    """The respawn point after a death: the middle of its bottom, looking along its heading.

    ahead: text about the next section, shown when it is reached; not part of the level's hash
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
    """A teleport to another place.

    to: exit of the feet [m]; heading: at the exit, of a player that enters along the volume's own heading [rad]
    """

    to: Vector
    heading: float


@dataclass(frozen=True)
class MagicWall:
    """Triangles inside do not stop the player; one_way: only against the volume's heading they do"""

    one_way: bool


Effect = Water | Wind | Conveyor | Gravity | Kill | Checkpoint | Finish | Portal | MagicWall


@dataclass(frozen=True)
class Volume:
    """A box or an upright cylinder with an effect on the player.

    at: middle of its bottom [m]; heading [rad]; size: (width, depth) of a box [m], (0, 0) for a cylinder of `radius`.
    """

    kind: str  # as the level file says it
    effect: Effect
    at: Vector
    heading: float
    height: float
    size: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.0

    def turned(self, vector: Vector) -> Vector:
        """Rotate a vector from the volume's frame to the level's."""
        x, y, z = vector
        c, s = math.cos(self.heading), math.sin(self.heading)
        return x * c - y * s, x * s + y * c, z

    def turned_back(self, vector: Vector) -> Vector:
        """Rotate a vector from the level's frame to the volume's."""
        x, y, z = vector
        c, s = math.cos(self.heading), math.sin(self.heading)
        return x * c + y * s, y * c - x * s, z

    def depth_along(self, direction: Vector) -> float:
        """Distance of the side from the middle along a unit vector of the level's frame [m]."""
        x, y, z = self.turned_back(direction)
        across, along = self.size[0] / 2.0, self.size[1] / 2.0
        level = [(math.hypot(x, y), self.radius)] if self.radius > 0.0 else [(abs(x), across), (abs(y), along)]
        return min(most / part for part, most in [(abs(z), self.height / 2.0), *level] if part > 0.0)
