"""The reader of a level file: its keys at the top, and its parts, movers and exhibits. Degrees become radians.

A function's signature is the schema of its table: parameters are keys, annotations are rules. Room, desk and board of an exhibit
are in its frame, so it moves and turns as a whole. The keys of each kind of exhibit are read by the lab.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from itertools import accumulate
from pathlib import Path
from typing import Annotated, Any

import numpy as np

from ..core.input_errors import InputError
from ..core.value_rules import (
    Colour,
    Count,
    Degrees,
    Direction,
    Heading,
    ListOf,
    Passing,
    Point,
    Point2,
    TableOf,
    Text,
    Yes,
    call_checked,
    errors_at,
    named_entry,
    nearest,
    parameters,
    refusal,
    split_table,
)
from ..core.vec3 import UP, Vector
from .case_table import read_cases
from .contents.exhibit_place import ExhibitPlace, ExhibitTable
from .contents.level import PALETTE, SIGN_TEXT, Goal, Level, Material, Pattern, Sign, Sky, Spawn, Sun, View, refuse_twice
from .contents.limits import MOST_MOVERS, MOST_TRIANGLES, Tally
from .contents.mover import Motion, Mover, Phase, Pose
from .contents.part_shape import PartShape, join
from .contents.volume import Down, gravity_table
from .parts import PARTS
from .toml_reader import read_list, read_tables, require_list, table_names
from .volume_table import read_volumes


def material_table(colour: Colour, pattern: Pattern = "grid") -> tuple[Vector, str]:
    return colour, pattern


class MaterialsRule:
    """The tables [materials.NAME]. A material here replaces the one of the same name in the palette."""

    def __str__(self) -> str:
        return "tables [materials.NAME] with colour and pattern"

    def check(self, value: Any, where: str) -> dict[str, Material]:
        if not isinstance(value, dict):
            raise refusal(value, where, self)
        return {name: Material(name, *call_checked(material_table, table, f"{where}.{name}")) for name, table in value.items()}


@dataclass(frozen=True)
class Header:
    """The top-level keys and tables of a level file except parts, movers, volumes, exhibits and cases, as in Level."""

    title: Text
    spawn: Annotated[Spawn, TableOf(Spawn)]
    about: Text = ""
    sun: Annotated[Sun, TableOf(Sun)] = Sun(math.radians(140.0), math.radians(42.0))
    sky: Annotated[Sky | None, TableOf(Sky)] = None
    materials: Annotated[dict[str, Material], MaterialsRule()] = field(default_factory=dict)
    signs: Annotated[tuple[Sign, ...], ListOf(TableOf(Sign))] = ()  # without those of parts
    goals: Annotated[tuple[Goal, ...], ListOf(TableOf(Goal))] = ()
    views: Annotated[tuple[View, ...], ListOf(TableOf(View))] = ()
    tour: Annotated[str, Passing("a script in quotes", lambda value: isinstance(value, str))] = ""
    gravity: Annotated[Down | None, TableOf(gravity_table)] = None


@dataclass(frozen=True)
class Repeat:
    """The copies of a part. Copy i, counted from 0, is moved by i times `step`, and then rotated by i times `turn`."""

    count: Count  # of all parts, with the first one
    step: Point = (0.0, 0.0, 0.0)  # [m]
    turn: Degrees = 0.0  # [degrees], counterclockwise from above
    about: Point2 = (0.0, 0.0)  # point (x, y) [m] of the axis


# One material for the whole part, or one for each role.
MATERIAL = Passing(
    'the name of a material, or a table such as {tread = "wood", side = "stone"}',
    lambda value: all(isinstance(name, str) for name in (value.values() if isinstance(value, dict) else [value])),
)
# True keeps the part's own sign, false omits it, and a text replaces the sign's text.
SIGN = Passing("true, false or a text", lambda value: isinstance(value, bool) or SIGN_TEXT.is_valid(value))


@dataclass(frozen=True)
class Placement:
    part: Text
    at: Point = (0.0, 0.0, 0.0)  # of the part's origin [m]
    heading: Heading = 0.0
    upwards: Direction = UP  # unit vector to which +z is rotated after `heading`
    material: Annotated[str | dict[str, str], MATERIAL] = ""  # {role: name}, or "" for the default ones
    sign: Annotated[bool | str, SIGN] = True
    sign_at: Point | None = None  # in the part's frame, or its own choice
    repeat: Annotated[Repeat, TableOf(Repeat)] = Repeat(1)

    def copies(self, shape: PartShape) -> Iterator[PartShape]:
        """Yield each copy of a shape in the part's frame, with the sign that the table sets. A shape without a sign gets none."""
        sign = shape.sign if self.sign else None
        if sign and isinstance(self.sign, str):
            sign = replace(sign, text=self.sign)
        if sign and self.sign_at:
            sign = replace(sign, at=self.sign_at)
        shape = replace(shape, sign=sign)
        oriented = shape.placed((0.0, 0.0, 0.0), self.heading).oriented(self.upwards)
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


PART_NAMES = sorted(PARTS)
Piece = tuple[PartShape, dict[str, Material]]  # a shape, and the material of each of its roles


def read_part(table: Any, where: str, header: Header, path: Path, tally: Tally, times: int = 1) -> Iterator[Piece]:
    """Yield each copy of a part. Raises InputError that names the wrong key, or if the level has too many triangles.

    path: of the level file, to which a mesh file's path is relative; times: copies of the part's mover, or 1
    """
    part = PARTS[named_entry(table, "part", PART_NAMES, where)]
    common, own = split_table(table, Placement, part.build, where)
    placement, palette = call_checked(Placement, common, where), {**PALETTE, **header.materials}
    materials = placement.materials(part.materials, palette, where)
    if "file" in own and isinstance(own["file"], str):
        own["file"] = str(path.parent / own["file"])
    shape = call_checked(part.build, own, where)
    drawn_as = shape.drawn_as and replace(shape.drawn_as, part=common["part"])
    shape = replace(shape, part=common["part"], drawn_as=drawn_as)
    own_materials = shape.own_materials
    if own_materials and isinstance(placement.material, str) and placement.material:  # one material for the whole mesh
        (chosen,) = placement.materials({"all": placement.material}, palette, where).values()
        own_materials = dict.fromkeys(own_materials, chosen)
        shape = replace(shape, look=None, drawn_as=shape.drawn_as and replace(shape.drawn_as, look=None))
    tally.add(len(shape.triangles) * placement.repeat.count * times, where)
    for copy in placement.copies(shape):
        yield copy, {**materials, **own_materials}


@dataclass(frozen=True)
class Copies:
    count: Count  # of all movers, with the first one
    phase: Phase = 0.0  # [s] by which each copy is ahead of the copy before
    step: Point = (0.0, 0.0, 0.0)  # [m] of each copy from the copy before


# Their keys are checked by `read_mover`, because that needs the level's materials.
MOVER_PARTS = Passing("one or more tables [[movers.parts]]", lambda value: isinstance(value, list) and len(value) > 0)


@dataclass(frozen=True, kw_only=True)
class MoverTable(Motion):
    parts: Annotated[list[dict[str, Any]], MOVER_PARTS]  # that move together
    name: Text = ""
    turns_view: Yes = False
    repeat: Annotated[Copies, TableOf(Copies)] = Copies(1)

    def movers(self, arrays: dict[str, Any]) -> list[Mover]:
        """Return the mover and its copies. arrays: of `level_arrays`, in the mover's own frame"""
        name = self.name or "mover"
        return [Mover(name=name, **arrays, motion=motion, turns_view=self.turns_view) for motion in self.motions()]

    def motions(self) -> list[Motion]:
        first = Motion(**{key.name: getattr(self, key.name) for key in fields(Motion)})
        (x, y, z), (u, v, w), ahead = self.at, self.repeat.step, self.repeat.phase
        return [
            replace(first, at=(x + index * u, y + index * v, z + index * w), phase=self.phase + index * ahead)
            for index in range(self.repeat.count)
        ]


Moving = tuple[MoverTable, list[Piece]]  # a mover and its copies, and its triangles in the mover's own frame


def read_movers(tables: list[Any], header: Header, path: Path, wheres: list[str], tally: Tally) -> list[Moving]:
    """Return the Moving of each table of the key `movers`. Raises InputError that names the wrong table, or for too many."""
    movers = [call_checked(MoverTable, table, where) for table, where in zip(tables, wheres)]
    with errors_at(str(path)):
        refuse_twice([mover.name for mover in movers if mover.name], "movers: name")
    copies = Tally(MOST_MOVERS, "movers")
    for mover, where in zip(movers, wheres):
        copies.add(mover.repeat.count, where)
    return [read_mover(mover, where, header, path, tally) for mover, where in zip(movers, wheres)]


def read_mover(mover: MoverTable, where: str, header: Header, path: Path, tally: Tally) -> Moving:
    named = ((part, f"{where}: parts[{number}]") for number, part in enumerate(mover.parts, 1))
    return mover, [piece for part, name in named for piece in read_part(part, name, header, path, tally, mover.repeat.count)]


MOST_EXHIBITS = 100  # in a level. Fewer: a large lab has no room; more: a typing error
DESK_PART = "desk"  # the part that makes the desk solid


def read_exhibits(tables: Any, text: str, file: str) -> tuple[ExhibitPlace, ...]:
    """Return the places of the value of the key `exhibits`. Raises InputError that names the wrong table, or for too many."""
    if isinstance(tables, list) and len(tables) > MOST_EXHIBITS:
        raise InputError(f"{file}: {len(tables)} tables [[exhibits]], {MOST_EXHIBITS} can be loaded")
    places = read_list(tables, "exhibits", "name", text, file, read_exhibit)
    with errors_at(file):
        refuse_twice([place.name for place in places], "exhibits: name")
    return places


def read_exhibit(table: Any, where: str) -> ExhibitPlace:
    """Return the place of one table, with desk and board in the world. The keys of the kind are not checked yet."""
    shared = parameters(ExhibitTable)
    if not isinstance(table, dict):
        raise InputError(f"{where}: must be a table with {', '.join(shared)} and the keys of its kind")
    common = call_checked(ExhibitTable, {key: value for key, value in table.items() if key in shared}, where)
    own = tuple(sorted((key, value) for key, value in table.items() if key not in shared))
    pose = Pose.at(common.at, common.heading)
    desk, board = (
        furniture and replace(furniture, at=pose.to_world(furniture.at), heading=furniture.heading + common.heading)
        for furniture in (common.desk, common.board)
    )
    return ExhibitPlace(**{**vars(common), "desk": desk, "board": board}, keys=own, where=where)


def read_level(path: Path) -> Level:
    """Read a level file. Raises InputError that names the first fault in one line."""
    document, text, file = read_tables(path)
    for key in ("parts", "movers", "signs", "goals", "views"):  # the other lists are read by `read_list`
        require_list(document.get(key, []), key, text, file)
    tables = document.pop("parts", [])
    if not tables:
        raise InputError(f"{file}: parts is missing; a level needs at least one [[parts]] table")
    mover_tables, volume_tables, case_tables, exhibit_tables = (
        document.pop(key, []) for key in ("movers", "volumes", "cases", "exhibits")
    )
    header = call_checked(Header, document, file)
    exhibits = read_exhibits(exhibit_tables, text, file)
    wheres = table_names(tables, "parts", "part", text, file)
    tally = Tally(MOST_TRIANGLES, "triangles")
    placed = [piece for table, where in zip(tables, wheres) for piece in read_part(table, where, header, path, tally)]
    for exhibit in exhibits:
        if desk := exhibit.desk:
            table = {"part": DESK_PART, "at": list(desk.at), "heading": math.degrees(desk.heading), "width": desk.width}
            placed += read_part(table, exhibit.where, header, path, tally)
    moving = read_movers(mover_tables, header, path, table_names(mover_tables, "movers", "name", text, file), tally)
    volumes, cases = read_volumes(volume_tables, text, file), read_cases(case_tables, text, file)
    parts = [*tables, *(part for table in mover_tables for part in table["parts"])]
    files = tuple(dict.fromkeys(path.parent / part["file"] for part in parts if "file" in part))
    read = assembled(path, header, placed, moving)
    return replace(read, volumes=volumes, cases=cases, exhibits=exhibits, files=files)


def assembled(path: Path, header: Header, placed: list[Piece], moving: list[Moving]) -> Level:
    """Assemble the Level of one mesh, meshes of movers and used materials. Volumes, cases, exhibits, files are left empty."""
    drawn = [(shape.drawn_as or shape, materials) for shape, materials in placed]
    used = [name for pieces in (placed, drawn, *(pieces for _, pieces in moving)) for name in materials_of(pieces)]
    materials = list(dict.fromkeys(used))
    number = {material: index for index, material in enumerate(materials)}
    everything = [*placed, *(piece for _, pieces in moving for piece in pieces)]
    signs: list[Sign] = [shape.sign for shape, _ in placed if shape.sign]
    read: dict[str, Any] = {
        **vars(header),
        **level_arrays(placed, number),
        "parts": parts_of(placed),
        "materials": tuple(materials),
        "signs": (*header.signs, *signs),
        "movers": tuple(mover for table, pieces in moving for mover in table.movers(level_arrays(pieces, number))),
        "notes": tuple(dict.fromkeys(note for shape, _ in everything for note in shape.notes)),
    }
    level = Level(name=path.stem, path=path, **read)
    if all(shape.drawn_as is None for shape, _ in placed):
        return level
    return level.drawn_with(replace(level, **level_arrays(drawn, number), parts=parts_of(drawn)))


def parts_of(pieces: list[Piece]) -> tuple[tuple[int, str], ...]:
    """Return the first triangle and the name of the part of each Piece, as in `Level.parts`."""
    firsts = accumulate((len(shape.triangles) for shape, _ in pieces), initial=0)
    return tuple((first, shape.part) for first, (shape, _) in zip(firsts, pieces))


def materials_of(pieces: list[Piece]) -> list[Material]:
    return [materials[role] for shape, materials in pieces for role in shape.roles]


def level_arrays(pieces: list[Piece], number: dict[Material, int]) -> dict[str, Any]:
    """Join Pieces: {"vertices": (v, 3) [m], 9 decimals, "triangles": (t, 3), "surfaces": (t,), "look": or None}."""
    whole = join(shape for shape, _ in pieces)
    surfaces = np.array([number[material] for material in materials_of(pieces)], dtype=np.int64)
    vertices = np.round(whole.vertices, 9) + 0.0  # flush faces stay flush after a turn
    return {"vertices": vertices, "triangles": whole.triangles, "surfaces": surfaces, "look": whole.look}
