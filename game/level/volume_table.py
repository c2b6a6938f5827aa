"""The tables [[volumes]] of a level file: the keys of all volumes and those of each kind. Degrees become radians here.

The signature of a kind's class or function is the schema of its keys: the parameters are the keys, the annotations the rules.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any

from ..core.value_rules import (
    Direction,
    Heading,
    ImpossibleShape,
    Length,
    Number,
    Point,
    Size3,
    call_checked,
    named_entry,
    split_table,
)
from .contents.volume import (
    Checkpoint,
    Conveyor,
    Effect,
    Finish,
    Gravity,
    Kill,
    MagicWall,
    Portal,
    TurnedGravity,
    Volume,
    Water,
    Wind,
    down_of,
)
from .toml_reader import read_list


@dataclass(frozen=True)
class VolumePlace:
    """The keys of every volume: a box has `size`, a vertical cylinder `radius` and `height`, else ImpossibleShape is raised."""

    at: Point  # centre of the bottom [m]
    heading: Heading = 0.0
    size: Size3 | None = None  # width, depth, height [m]
    radius: Length | None = None
    height: Length | None = None

    def __post_init__(self) -> None:
        box, cylinder = self.size is not None, self.radius is not None and self.height is not None
        if box == cylinder or (box and (self.radius or self.height)):
            raise ImpossibleShape("a volume has either size = [width, depth, height], or radius and height")

    def volume(self, kind: str, effect: Effect) -> Volume:
        if self.size is not None:
            return Volume(kind, effect, self.at, self.heading, self.size[2], size=self.size[:2])
        assert self.radius is not None and self.height is not None  # checked above
        return Volume(kind, effect, self.at, self.heading, self.height, radius=self.radius)


# Kinds of volumes whose keys are not the fields of their effect


def gravity(
    factor: Annotated[float | None, Number(-10.0, 10.0)] = None, direction: Direction | None = None, towards: Point | None = None
) -> Gravity:
    """Make a volume in which gravity is multiplied by `factor`, or has another direction. The take-off speed of a jump stays the
    same, so a factor below 1 makes jumps higher. With `direction` or `towards`, the player turns upright in this gravity.

    factor: without this key it is 1, and one of the other two keys must be given
    direction: along gravity in the level, of any length except 0
    towards: point in the level to which gravity pulls [m]
    Raises ImpossibleShape if no key, or both `direction` and `towards`, are given.
    """
    down = down_of(direction, towards)
    if down is not None:
        return TurnedGravity(1.0 if factor is None else factor, down)
    if factor is None:
        raise ImpossibleShape("gravity needs factor, or direction = [x, y, z], or towards = [x, y, z]")
    return Gravity(factor)


def portal(to: Point, to_heading: Heading = 0.0) -> Portal:
    """Make a portal, which teleports the player's feet to `to`. A player that enters along the portal's heading leaves along
    `to_heading`.
    """
    return Portal(to, to_heading)


KINDS: dict[str, Callable[..., Effect]] = {
    "water": Water,
    "wind": Wind,
    "conveyor": Conveyor,
    "gravity": gravity,
    "kill": Kill,
    "checkpoint": Checkpoint,
    "finish": Finish,
    "portal": portal,
    "magic_wall": MagicWall,
}


def read_volumes(tables: Any, text: str, file: str) -> tuple[Volume, ...]:
    return read_list(tables, "volumes", "kind", text, file, read_volume)


def read_volume(table: Any, where: str) -> Volume:
    """Return the Volume of one table. Raises InputError for a wrong key or value."""
    kind = named_entry(table, "kind", KINDS, where)
    common, own = split_table({key: table[key] for key in table if key != "kind"}, VolumePlace, KINDS[kind], where)
    return call_checked(VolumePlace, common, where).volume(kind, call_checked(KINDS[kind], own, where))
