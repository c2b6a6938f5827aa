"""The tables [[parts]] of a level file and of its movers, read into shapes with materials."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...core.input_errors import InputError, cut
from ...core.value_rules import call_checked, nearest, parameters, unknown_key
from ..geometry.shape import Shape
from ..level import Material
from ..limits import Tally
from ..parts import PARTS
from .common_part_keys import Placement
from .top_level_keys import Header

Piece = tuple[Shape, dict[str, Material]]  # a shape, and the material of each of its roles


def read_part(table: Any, where: str, header: Header, path: Path, tally: Tally, times: int = 1) -> Iterator[Piece]:
    """Yield each copy of a part as a Piece, a shape with the material of each of its roles.

    table: table of the part
    where: name of the table in errors
    header: Header of the file, with the materials
    path: path of the level file, to which a mesh file's path is relative
    tally: running total of the level's triangles
    times: number of copies of the mover that the part belongs to, or 1
    Raises InputError that names the wrong key, or if the level has too many triangles.
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


def split(table: Any, where: str) -> tuple[dict, dict, Any]:
    """Split a part's table. Returns the keys that every part has, the part's own keys, and the registered Part.

    where: name of the table in errors
    Raises InputError for an unknown part or key.
    """
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
