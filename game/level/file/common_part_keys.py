"""The keys that every part has: position, orientation, material, sign and repetition."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from ...core.value_rules import Count, Degrees, Offset, Point, TableOf, Text, Values, nearest, refusal
from ...core.vec3 import UP
from ..geometry.shape import Shape
from ..gravity_direction import Direction, unit
from ..level import Material, Vector


@dataclass(frozen=True)
class Repeat:
    """The number of copies of a part, and their displacements and rotations.

    count: total number of parts, including the first one. With 1 the part is not repeated.
    step: displacement (3,) [m]. Copy i, counted from 0, is first moved by i times `step`.
    turn: rotation [degrees], counterclockwise from above. Copy i is then rotated by i times `turn`.
    about: point (x, y) [m] of the vertical axis of this rotation
    """

    count: Count
    step: Point = (0.0, 0.0, 0.0)
    turn: Degrees = 0.0
    about: Annotated[tuple, Values(Offset.__metadata__[0], 2)] = (0.0, 0.0)


class MaterialRule:
    """The name of one material for the whole part, or a table with one name for each role."""

    def __str__(self) -> str:
        return 'the name of a material, or a table such as {tread = "wood", side = "stone"}'

    def check(self, value: Any, where: str) -> str | dict[str, str]:
        values = value.values() if isinstance(value, dict) else [value]
        if not all(isinstance(name, str) for name in values):
            raise refusal(value, where, self)
        return value


class SignRule:
    """The value of a part's key `sign`: true keeps the part's own sign, false omits it, and a text replaces the sign's text."""

    def __str__(self) -> str:
        return "true, false or a text"

    def check(self, value: Any, where: str) -> bool | str:
        if not isinstance(value, (bool, str)):
            raise refusal(value, where, self)
        return value


@dataclass(frozen=True)
class Placement:
    """The keys that the table of every part may have.

    part: name of the part
    at: position of the part's origin (3,) [m]
    heading: rotation about z [degrees], counterclockwise from above
    upwards: direction (3,) of any length, to which the part's z axis is rotated after the rotation by `heading`
    material: name of a material, {role: name}, or "" for the default materials
    sign: True for the part's own sign, False for none, or another text for this sign
    sign_at: position of the sign in the part's frame (3,) [m], or None for the part's own choice
    repeat: Repeat, the number of the copies, and their displacements and rotations
    """

    part: Text
    at: Point = (0.0, 0.0, 0.0)
    heading: Degrees = 0.0
    upwards: Annotated[Vector, Direction.__metadata__[0]] = UP
    material: Annotated[str | dict, MaterialRule()] = ""
    sign: Annotated[bool | str, SignRule()] = True
    sign_at: Annotated[Vector | None, Point.__metadata__[0]] = None
    repeat: Annotated[Repeat, TableOf(Repeat)] = Repeat(1)

    def __post_init__(self):
        unit("upwards", self.upwards)  # checks it

    def copies(self, shape: Shape) -> Iterator[Shape]:
        """Yield each copy of a shape with the sign that the table sets, in the frame of the level or of the part's mover.

        shape: in the part's frame. A shape without a sign gets none.
        """
        sign = shape.sign if self.sign else None
        if sign and isinstance(self.sign, str):
            sign = replace(sign, text=self.sign)
        if sign and self.sign_at:
            sign = replace(sign, position=self.sign_at)
        shape = replace(shape, sign=sign)
        oriented = shape.placed((0.0, 0.0, 0.0), math.radians(self.heading)).oriented(unit("upwards", self.upwards))
        for index in range(self.repeat.count):
            around = (*self.repeat.about, 0.0)
            step = [index * length for length in self.repeat.step]
            first = oriented.placed([a - b + c for a, b, c in zip(self.at, around, step)])
            yield first.placed(around, math.radians(index * self.repeat.turn))

    def materials(self, defaults: dict[str, str], palette: dict[str, Material], where: str) -> dict[str, Material]:
        """Return the material of each role as {role: Material}. Raises InputError that names an unknown role or material.

        defaults: {role: name of its default material}
        palette: {name: Material}
        where: name of the table in errors
        """
        given = self.material if isinstance(self.material, dict) else dict.fromkeys(defaults, self.material)
        for role in given:
            if role not in defaults:
                raise refusal(role, f"{where}: material", "a role: " + ", ".join(defaults) + nearest(role, defaults))
        names = {role: given.get(role) or name for role, name in defaults.items()}
        for name in names.values():
            if name not in palette:
                raise refusal(name, f"{where}: material", "one of " + ", ".join(palette) + nearest(name, palette))
        return {role: palette[name] for role, name in names.items()}
