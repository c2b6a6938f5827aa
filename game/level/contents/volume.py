"""Volumes with an effect on the player, and the gravity of a level: constant, or towards a planet.

Vectors of an effect are in the frame of its volume, unless the effect says otherwise. In this frame x points to the right, y
along the volume's heading, and z up.
"""

import math
from dataclasses import dataclass, field
from math import hypot
from typing import Annotated

from ...core.elementary_functions import cos_sin
from ...core.value_rules import ImpossibleShape, Number, Point, Values
from ...core.vec3 import UP, Vector, away_from

Direction = Annotated[tuple | None, Values(Number(-1e5, 1e5), 3)]
Towards = Annotated[tuple | None, Point.__metadata__[0]]


@dataclass(frozen=True)
class Down:
    """The direction of gravity. Without `direction` and `towards` gravity points along -z.

    direction: constant unit vector (3,), or None
    towards: centre of a planet (3,) [m], or None. It has no effect if `direction` is given.
    """

    direction: Vector | None = None
    towards: Vector | None = None

    def up(self, position: Vector) -> Vector:
        """Return the unit vector (3,) against gravity at a position (3,) [m]. At the centre of a planet it is +z."""
        if self.direction is not None:
            x, y, z = self.direction
            return 0.0 - x, 0.0 - y, 0.0 - z
        if self.towards is None:
            return UP
        return away_from(self.towards, position)


def down_of(direction: Vector | None, towards: Vector | None) -> Down | None:
    """Return the Down for the values of two keys in a table, or None if neither key is given.

    direction: vector along gravity (3,) of any length, or None
    towards: centre of a planet (3,) [m], or None
    Raises ImpossibleShape if both keys are given, or for a `direction` of length 0.
    """
    if direction is not None and towards is not None:
        raise ImpossibleShape("gravity needs either direction = [x, y, z] or towards = [x, y, z], not both")
    if direction is None:
        return None if towards is None else Down(towards=towards)
    return Down(direction=unit("direction", direction))


def unit(key: str, vector: Vector) -> Vector:
    """Return `vector` (3,) scaled to length 1. Raises ImpossibleShape that names the key `key` for the zero vector."""
    x, y, z = vector
    size = hypot(x, y, z)
    if size == 0.0:
        raise ImpossibleShape(f"{key} = [0, 0, 0] is not a direction; [0, 0, -1] is down")
    return x / size, y / size, z / size


def gravity_table(direction: Direction = None, towards: Towards = None) -> Down:
    """Return the Down of the table [gravity] in a level file.

    Raises ImpossibleShape unless exactly one of its two keys is given, or for a `direction` of length 0.
    """
    down = down_of(direction, towards)
    if down is None:
        raise ImpossibleShape("gravity needs direction = [x, y, z] or towards = [x, y, z]")
    return down


@dataclass(frozen=True)
class Water:
    """The effect of water.

    current: velocity of the water (3,) [m/s]
    buoyancy: fraction of the player's weight that the water carries; above 1 the player floats
    drag: rate at which vertical velocity decays to that of the current [1/s]
    swim: speed upwards while jump is held, and downwards while crouching [m/s]
    pace: factor of the walking speed, 0..1
    """

    current: Vector
    buoyancy: float
    drag: float
    swim: float
    pace: float


@dataclass(frozen=True)
class Wind:
    """The effect of wind.

    velocity: (3,) [m/s]. The horizontal part carries the player. The vertical part accelerates it, in addition to gravity.
    """

    velocity: Vector


@dataclass(frozen=True)
class Conveyor:
    """The effect of a conveyor belt.

    speed: speed of the belt along the volume's heading [m/s]. The belt carries only a player that stands on the floor.
    """

    speed: float


@dataclass(frozen=True)
class Gravity:
    """The effect of weaker, stronger or reversed gravity.

    factor: multiplies the player's gravity; 0 means no gravity, and a negative factor reverses gravity
    """

    factor: float


@dataclass(frozen=True)
class TurnedGravity(Gravity):
    """The effect of gravity with another direction.

    down: Down, the direction of gravity in the level's frame
    factor: multiplies the strength of gravity along `down`
    """

    down: Down


@dataclass(frozen=True)
class Kill:
    """The effect of a deadly volume: the player respawns at the last checkpoint in the level's order that it has reached.

    A player that has reached none respawns at the spawn.
    """


@dataclass(frozen=True)
class Checkpoint:
    """The effect of a checkpoint. After a death the player respawns in the volume and looks along the volume's heading.

    The player's feet are then at the centre of the volume's bottom. In gravity of another direction they are at the centre of
    the side that gravity points to.
    ahead: text about the next section, shown on arrival. The level's hash ignores it.
    """

    ahead: str = field(default="", repr=False)


@dataclass(frozen=True)
class Finish:
    """The effect of the end of a timed run. `gold`, `silver` and `bronze` are the longest times for each medal [s]."""

    gold: float
    silver: float
    bronze: float


@dataclass(frozen=True)
class Portal:
    """The effect of a portal, which teleports the player.

    to: position of the feet at the exit in the level (3,) [m]
    heading: heading at the exit [rad] of a player that enters along the volume's own heading
    """

    to: Vector
    heading: float


@dataclass(frozen=True)
class MagicWall:
    """The effect of a magic wall: triangles that are wholly inside the volume do not stop the player.

    one_way: True if these triangles still stop a player that is wholly beyond the volume, on the side that the volume's
        heading points to
    """

    one_way: bool


Effect = Water | Wind | Conveyor | Gravity | Kill | Checkpoint | Finish | Portal | MagicWall


@dataclass(frozen=True)
class Volume:
    """A box or a vertical cylinder with an effect on the player.

    kind: name of the effect in the level file
    at: centre of the volume's bottom in the level (3,) [m]
    heading: rotation about z [rad]
    height: [m]
    size: (width, depth) of a box [m], or (0, 0) for a cylinder
    radius: radius of a cylinder [m], or 0 for a box
    """

    kind: str
    effect: Effect
    at: Vector
    heading: float
    height: float
    size: tuple[float, float] = (0.0, 0.0)
    radius: float = 0.0

    def rotate(self, vector: Vector) -> Vector:
        """Rotate a vector (3,) from the volume's frame to the level's frame."""
        x, y, z = vector
        c, s = cos_sin(self.heading)
        return x * c - y * s, x * s + y * c, z

    def rotate_back(self, vector: Vector) -> Vector:
        """Rotate a vector (3,) from the level's frame to the volume's frame."""
        x, y, z = vector
        c, s = cos_sin(self.heading)
        return x * c + y * s, y * c - x * s, z

    def depth_along(self, direction: Vector) -> float:
        """Return the distance [m] from the volume's centre to its surface along a unit vector (3,) of the level's frame."""
        x, y, z = self.rotate_back(direction)
        across, along = self.size[0] / 2.0, self.size[1] / 2.0
        level = [(math.hypot(x, y), self.radius)] if self.radius > 0.0 else [(abs(x), across), (abs(y), along)]
        return min(most / part for part, most in [(abs(z), self.height / 2.0), *level] if part > 0.0)
