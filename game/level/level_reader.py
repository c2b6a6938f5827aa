"""The reader of a level file: its parts and its tables."""

from dataclasses import replace
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np

from ..core.input_errors import InputError
from ..core.value_rules import call_checked
from .case_table import read_cases
from .contents.level import Level, Material, Sign
from .contents.limits import MOST_TRIANGLES, Tally
from .contents.shape import join
from .exhibit_table import desk_part, read_exhibits
from .mover_table import Moving, read_movers
from .part_reader import Piece, read_part
from .toml_reader import read_tables, table_names
from .top_level_keys import Header
from .volume_table import read_volumes


def read_level(path: Path) -> Level:
    """Read a level file. Raises InputError that names the first fault in one line."""
    document, text, file = read_tables(path)
    tables = document.pop("parts", None)
    if not isinstance(tables, list) or not tables:
        raise InputError(f"{file}: parts is missing; a level needs at least one [[parts]] table")
    mover_tables, volume_tables, case_tables, exhibit_tables = (
        document.pop(key, []) for key in ("movers", "volumes", "cases", "exhibits")
    )
    if not isinstance(mover_tables, list):
        raise InputError(f"{file}: movers must be tables [[movers]]")
    header = call_checked(Header, document, f"{file}:")
    exhibits = read_exhibits(exhibit_tables, text, file)
    wheres = table_names(tables, "parts", "part", text, file)
    tally = Tally(MOST_TRIANGLES, "triangles")
    placed = [piece for table, where in zip(tables, wheres) for piece in read_part(table, where, header, path, tally)]
    for exhibit in exhibits:
        placed += read_part(desk_part(exhibit.desk), exhibit.where, header, path, tally) if exhibit.desk else ()
    moving = read_movers(mover_tables, header, path, table_names(mover_tables, "movers", "name", text, file), tally)
    volumes, cases = read_volumes(volume_tables, text, file), read_cases(case_tables, text, file)
    parts = [*tables, *(part for table in mover_tables for part in table["parts"])]
    files = tuple(dict.fromkeys(path.parent / part["file"] for part in parts if "file" in part))
    read = assembled(path, header, placed, moving)
    return replace(read, volumes=volumes, cases=cases, exhibits=exhibits, files=files)


def assembled(path: Path, header: Header, placed: list[Piece], moving: list[Moving]) -> Level:
    """Assemble the Level of one mesh, meshes of movers and used materials. Volumes, cases, exhibits, files are left empty."""
    drawn = [(shape.drawn_as or shape, materials) for shape, materials in placed]
    used = [name for pieces in (placed, drawn, *(one.pieces for one in moving)) for name in materials_of(pieces)]
    materials = list(dict.fromkeys(used))
    number = {material: index for index, material in enumerate(materials)}
    signs: list[Sign] = [shape.sign for shape, _ in placed if shape.sign]
    level = Level(
        name=path.stem,
        title=header.title,
        about=header.about,
        path=path,
        **arrays_of(placed, number),
        parts=parts_of(placed),
        materials=tuple(materials),
        spawn=header.spawn,
        sun=header.sun,
        sky=header.sky,
        signs=(*header.signs, *signs),
        tour=header.tour,
        goals=header.goals,
        views=header.views,
        gravity=header.gravity,
        movers=tuple(mover for one in moving for mover in one.movers(arrays_of(one.pieces, number))),
    )
    if all(shape.drawn_as is None for shape, _ in placed):
        return level
    return level.drawn_with(replace(level, **arrays_of(drawn, number), parts=parts_of(drawn)))


def parts_of(pieces: list[Piece]) -> tuple[tuple[int, str], ...]:
    """Return the first triangle and the name of the part of each Piece, as in `Level.parts`."""
    firsts = accumulate((len(shape.triangles) for shape, _ in pieces), initial=0)
    return tuple((first, shape.part) for first, (shape, _) in zip(firsts, pieces))


def materials_of(pieces: list[Piece]) -> list[Material]:
    return [materials[role] for shape, materials in pieces for role in shape.roles]


def arrays_of(pieces: list[Piece], number: dict[Material, int]) -> dict[str, Any]:
    """Join Pieces: {"vertices": (v, 3) [m], 9 decimals, "triangles": (t, 3), "surfaces": (t,), "look": or None}."""
    whole = join(shape for shape, _ in pieces)
    surfaces = np.array([number[material] for material in materials_of(pieces)], dtype=np.int64)
    vertices = np.round(whole.vertices, 9) + 0.0  # flush faces stay flush after a turn
    return {"vertices": vertices, "triangles": whole.triangles, "surfaces": surfaces, "look": whole.look}
