"""The reader of one part of a level: the keys that every part has, such as position, material and repetition, and its own."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from ..core.input_errors import InputError, cut
from ..core.value_rules import (
    METRES,
    Count,
    Degrees,
    Passing,
    Point,
    TableOf,
    Text,
    Values,
    call_checked,
    nearest,
    parameters,
    refusal,
    unknown_key,
)
from ..core.vec3 import UP
from .contents.level import Material
from .contents.limits import Tally
from .contents.shape import Shape
from .contents.volume import Direction, unit
from .parts import PARTS, Part
from .top_level_keys import Header


@dataclass(frozen=True)
class Repeat:
    """The copies of a part. Copy i, counted from 0, is moved by i times `step`, and then rotated by i times `turn`."""

    count: Count  # of all parts, with the first one
    step: Point = (0.0, 0.0, 0.0)  # [m]
    turn: Degrees = 0.0  # [degrees], counterclockwise from above
    about: Annotated[tuple[float, float], Values(METRES, 2)] = (0.0, 0.0)  # point (x, y) [m] of the axis


# One material for the whole part, or one for each role.
MATERIAL = Passing(
    'the name of a material, or a table such as {tread = "wood", side = "stone"}',
    lambda value: all(isinstance(name, str) for name in (value.values() if isinstance(value, dict) else [value])),
)
# True keeps the part's own sign, false omits it, and a text replaces the sign's text.
SIGN = Passing("true, false or a text", lambda value: isinstance(value, (bool, str)))


@dataclass(frozen=True)
class Placement:
    """The keys that the table of every part may have."""

    part: Text
    at: Point = (0.0, 0.0, 0.0)  # of the part's origin [m]
    heading: Degrees = 0.0  # [degrees]
    upwards: Direction = UP  # to which +z is rotated after `heading`
    material: Annotated[str | dict[str, str], MATERIAL] = ""  # {role: name}, or "" for the default ones
    sign: Annotated[bool | str, SIGN] = True
    sign_at: Point | None = None  # in the part's frame, or its own choice
    repeat: Annotated[Repeat, TableOf(Repeat)] = Repeat(1)

    def __post_init__(self) -> None:
        unit("upwards", self.upwards)  # checks it

    def copies(self, shape: Shape) -> Iterator[Shape]:
        """Yield each copy of a shape in the part's frame, with the sign that the table sets. A shape without a sign gets none."""
        sign = shape.sign if self.sign else None
        if sign and isinstance(self.sign, str):
            sign = replace(sign, text=self.sign)
        if sign and self.sign_at:
            sign = replace(sign, position=self.sign_at)
        shape = replace(shape, sign=sign)
        oriented = shape.placed((0.0, 0.0, 0.0), math.radians(self.heading)).oriented(unit("upwards", self.upwards))
        for index in range(self.repeat.count):
            around = (*self.repeat.about, 0.0)
            move = [index * length for length in self.repeat.step]
            first = oriented.placed([a - b + c for a, b, c in zip(self.at, around, move)])
            yield first.placed(around, math.radians(index * self.repeat.turn))

    def materials(self, defaults: dict[str, str], palette: dict[str, Material], where: str) -> dict[str, Material]:
        """Return the material of each role, of which `defaults` are names. Raises InputError for an unknown one."""
        given = self.material if isinstance(self.material, dict) else dict.fromkeys(defaults, self.material)
        for role in given:
            if role not in defaults:
                raise refusal(role, f"{where}: material", "a role: " + ", ".join(defaults) + nearest(role, defaults))
        names = {role: given.get(role) or name for role, name in defaults.items()}
        for name in names.values():
            if name not in palette:
                raise refusal(name, f"{where}: material", "one of " + ", ".join(palette) + nearest(name, palette))
        return {role: palette[name] for role, name in names.items()}


Piece = tuple[Shape, dict[str, Material]]  # a shape, and the material of each of its roles


def read_part(table: Any, where: str, header: Header, path: Path, tally: Tally, times: int = 1) -> Iterator[Piece]:
    """Yield each copy of a part. Raises InputError that names the wrong key, or if the level has too many triangles.

    path: of the level file, to which a mesh file's path is relative; times: copies of the part's mover, or 1
    """
    common, own, part = split(table, where)
    placement = call_checked(Placement, common, where)
    materials = placement.materials(part.materials, header.palette(), where)
    if "file" in own and isinstance(own["file"], str):
        own["file"] = str(path.parent / own["file"])
    shape = call_checked(part.build, own, where)
    drawn_as = shape.drawn_as and replace(shape.drawn_as, part=common["part"])
    shape = replace(shape, part=common["part"], drawn_as=drawn_as)
    own_materials = shape.own_materials
    if own_materials and isinstance(placement.material, str) and placement.material:  # one material for the whole mesh
        (chosen,) = placement.materials({"all": placement.material}, header.palette(), where).values()
        own_materials = dict.fromkeys(own_materials, chosen)
        shape = replace(shape, look=None, drawn_as=shape.drawn_as and replace(shape.drawn_as, look=None))
    tally.add(len(shape.triangles) * placement.repeat.count * times, where)
    for copy in placement.copies(shape):
        yield copy, {**materials, **own_materials}


def split(table: Any, where: str) -> tuple[dict[str, Any], dict[str, Any], Part]:
    """Return the keys that every part has, the part's own keys, and the part. Raises InputError for an unknown part or key."""
    if not isinstance(table, dict) or "part" not in table:
        raise InputError(f"{where}: part is missing; allowed: {', '.join(sorted(PARTS))}")
    if not isinstance(table["part"], str) or table["part"] not in PARTS:
        close = nearest(table["part"], PARTS)
        raise InputError(f'{where}: unknown part "{cut(str(table["part"]))}"{close}; allowed: {", ".join(sorted(PARTS))}')
    part = PARTS[table["part"]]
    shared = parameters(Placement)
    own_rules = parameters(part.build)
    for key in table:
        if key not in shared and key not in own_rules:
            raise unknown_key(key, [*own_rules, *shared], where)
    common = {key: value for key, value in table.items() if key in shared}
    return common, {key: value for key, value in table.items() if key in own_rules}, part
