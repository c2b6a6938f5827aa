"""Volumes with an effect on the player, and the gravity of a level: constant, or towards a planet.

Vectors of an effect are usually in its volume's frame: x to the right, y along the volume's heading, z up.
"""

import math
from dataclasses import dataclass, field
from math import hypot
from typing import Annotated

from ...core.elementary_functions import cos_sin
from ...core.value_rules import Direction, ImpossibleShape, Number, Point, Text, Values, Yes
from ...core.vec3 import UP, Vector, away_from, sub


@dataclass(frozen=True)
class Down:
    """The direction of gravity. Without `direction` and `towards` gravity points along -z."""

    direction: Vector | None = None  # constant unit vector (3,)
    towards: Vector | None = None  # centre of a planet (3,) [m], without effect if `direction` is given

    def up(self, position: Vector) -> Vector:
        """Return the unit vector (3,) against gravity at a position (3,) [m]. At the centre of a planet it is +z."""
        if self.direction is not None:
            x, y, z = self.direction
            return 0.0 - x, 0.0 - y, 0.0 - z
        if self.towards is None:
            return UP
        return away_from(self.towards, position)


def down_of(direction: Vector | None, towards: Vector | None) -> Down | None:
    """Return the Down of a unit vector or a point, or None without both. Raises ImpossibleShape for both."""
    if direction is not None and towards is not None:
        raise ImpossibleShape("gravity needs either direction = [x, y, z] or towards = [x, y, z], not both")
    return None if direction is None and towards is None else Down(direction, towards)


def gravity_table(direction: Direction | None = None, towards: Point | None = None) -> Down:
    """Return the Down of the table [gravity]. Raises ImpossibleShape unless exactly one key is given."""
    down = down_of(direction, towards)
    if down is None:
        raise ImpossibleShape("gravity needs direction = [x, y, z] or towards = [x, y, z]")
    return down


SPEED = Number(-200.0, 200.0, "m/s")
Flow = Annotated[Vector, Values(SPEED, 3)]
Part = Annotated[float, Number(0.0, 1.0)]
Seconds = Annotated[float, Number(0.1, 36000.0, "s")]


@dataclass(frozen=True)
class Water:
    """Water flows, slows the player and lifts it. Jump swims up, crouch swims down."""

    current: Flow = (0.0, 0.0, 0.0)  # velocity (3,) [m/s]
    buoyancy: Annotated[float, Number(0.0, 5.0)] = 1.25  # part of the player's weight that it carries; above 1 the player floats
    drag: Annotated[float, Number(0.1, 20.0, "1/s")] = 3.0  # rate at which vertical velocity becomes that of the current [1/s]
    swim: Annotated[float, Number(0.0, 20.0, "m/s")] = 3.0  # speed upwards while jump is held, downwards while crouching [m/s]
    pace: Part = 0.6  # factor of the walking speed


@dataclass(frozen=True)
class Wind:
    """Wind carries the player. Upwards above 3.3 m/s it lifts the player, which keeps the wind's velocity in the air outside."""

    velocity: Flow  # (3,) [m/s]; horizontally it carries the player, vertically it adds to gravity


@dataclass(frozen=True)
class Conveyor:
    """A belt carries a player on its floor along its heading. A player that jumps off keeps the belt's speed."""

    speed: Annotated[float, SPEED]  # along the volume's heading [m/s]; it carries only a player on the floor


@dataclass(frozen=True)
class Gravity:
    factor: float  # multiplies the player's gravity; 0 means none, and below 0 it is reversed


@dataclass(frozen=True)
class TurnedGravity(Gravity):
    down: Down  # its direction in the level's frame, along which `factor` multiplies its strength


@dataclass(frozen=True)
class Kill:
    """A deadly volume. The player returns to the last checkpoint in the level's order that it has reached, or to the spawn."""


@dataclass(frozen=True)
class Checkpoint:
    """A place to return to: the centre of the volume's side that gravity points to. The player then looks along its heading.
    After a death the player returns to the last checkpoint, in the file's order, that it has reached. `ahead` is shown there.
    """

    ahead: Text = field(default="", repr=False)  # about the next section; the level's hash ignores it


@dataclass(frozen=True)
class Finish:
    """The end of a timed run, which began with the first step or jump, with the longest times for each medal [s].

    Raises ImpossibleShape if they are not in ascending order.
    """

    gold: Seconds
    silver: Seconds
    bronze: Seconds

    def __post_init__(self) -> None:
        if not self.gold < self.silver < self.bronze:
            times = f"gold = {self.gold:g}, silver = {self.silver:g}, bronze = {self.bronze:g}"
            raise ImpossibleShape(f"{times}: each must be longer than the last")


@dataclass(frozen=True)
class Portal:
    to: Vector  # of the feet at the exit in the level (3,) [m]
    heading: float  # at the exit [rad], of a player that enters along the volume's own heading


@dataclass(frozen=True)
class MagicWall:
    """Triangles that are wholly inside the volume do not stop the player. With `one_way` this holds only along its heading."""

    one_way: Yes = False  # they stop a player that is wholly beyond the volume, on the side that its heading points to


Effect = Water | Wind | Conveyor | Gravity | Kill | Checkpoint | Finish | Portal | MagicWall


@dataclass(frozen=True)
class Volume:
    kind: str  # name of the effect in the level file
    effect: Effect
    at: Vector  # centre of its bottom in the level (3,) [m]
    heading: float  # [rad]
    height: float  # [m]
    size: tuple[float, float] = (0.0, 0.0)  # width, depth of a box [m], or zeros
    radius: float = 0.0  # of a cylinder [m], or 0

    def rotate(self, vector: Vector) -> Vector:
        x, y, z = vector
        c, s = cos_sin(self.heading)
        return x * c - y * s, x * s + y * c, z

    def rotate_back(self, vector: Vector) -> Vector:
        x, y, z = vector
        c, s = cos_sin(self.heading)
        return x * c + y * s, y * c - x * s, z

    def contains(self, point: Vector) -> bool:
        x, y, z = self.rotate_back(sub(point, self.at))
        is_above = hypot(x, y) <= self.radius if self.radius else abs(x) <= self.size[0] / 2.0 and abs(y) <= self.size[1] / 2.0
        return is_above and 0.0 <= z <= self.height

    def depth_along(self, direction: Vector) -> float:
        """Return the distance [m] from the volume's centre to its surface along a unit vector of the level's frame."""
        x, y, z = self.rotate_back(direction)
        across, along = self.size[0] / 2.0, self.size[1] / 2.0
        level = [(math.hypot(x, y), self.radius)] if self.radius > 0.0 else [(abs(x), across), (abs(y), along)]
        return min(most / part for part, most in [(abs(z), self.height / 2.0), *level] if part > 0.0)
