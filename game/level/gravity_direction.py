"""Which way things fall: along one direction everywhere, or towards a point."""

from dataclasses import dataclass
from math import hypot
from typing import Annotated

from game.collision.engine.vec3 import UP
from game.level.level import Vector
from game.level.schema import ImpossibleShape, Number, Point, Row

Direction = Annotated[tuple | None, Row(Number(-1e5, 1e5), 3)]
Towards = Annotated[tuple | None, Point.__metadata__[0]]


@dataclass(frozen=True)
class Down:
    """direction: unit vector, or None; towards: a point [m] in the middle of a planet, or None"""

    direction: Vector | None = None
    towards: Vector | None = None

    def up(self, position: Vector) -> Vector:
        """The unit vector against it at a position [m]; +z in the very middle of a planet."""
        if self.towards is None:
            x, y, z = self.direction
            return 0.0 - x, 0.0 - y, 0.0 - z
        away = tuple(p - c for p, c in zip(position, self.towards))
        distance = hypot(*away)
        return tuple(part / distance for part in away) if distance > 0.0 else UP


def down_of(direction: Vector | None, towards: Vector | None) -> Down | None:
    """Of the keys `direction` and `towards`, of which one may be given. ImpossibleShape when both are."""
    if direction is not None and towards is not None:
        raise ImpossibleShape("gravity has either direction = [x, y, z] or towards = [x, y, z], not both")
    if direction is None:
        return None if towards is None else Down(towards=towards)
    return Down(direction=unit("direction", direction))


def unit(key: str, vector: Vector) -> Vector:
    """The unit vector along the value of a key. ImpossibleShape for one that leads nowhere."""
    size = hypot(*vector)
    if size == 0.0:
        raise ImpossibleShape(f"{key} = [0, 0, 0] leads nowhere; [0, 0, -1] is down")
    return tuple(part / size for part in vector)


def gravity_table(direction: Direction = None, towards: Towards = None) -> Down:
    """The table [gravity] of a level file."""
    down = down_of(direction, towards)
    if down is None:
        raise ImpossibleShape("gravity needs direction = [x, y, z] or towards = [x, y, z]")
    return down
