"""The direction of gravity, either constant or towards the centre of a planet."""

from dataclasses import dataclass
from math import hypot
from typing import Annotated

from ..core.value_rules import ImpossibleShape, Number, Point, Values
from ..core.vec3 import UP, Vector, away_from

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
