"""A level file (TOML) -> Level. Every error names the file, the line, the table, the key and what is allowed."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from game.errors import InputError
from game.level.header import Header
from game.level.level import Level, Material, Sign
from game.level.parts import PARTS
from game.level.placement import Placement
from game.level.schema import call_checked, nearest, parameters, unknown_key
from game.level.shape import Shape, join

PART_LINE = re.compile(r"\s*\[\[\s*parts\s*\]\]")


def read_level(path: Path) -> Level:
    """The level in a TOML file. InputError says in one line what is wrong with it."""
    file = shown_path(path)
    text = read_text(path, file)
    document = parse(text, file)
    tables = document.pop("parts", None)
    if not isinstance(tables, list) or not tables:
        raise InputError(f"{file}: parts is missing; a level needs at least one [[parts]] table")
    header = call_checked(Header, document, f"{file}:")
    wheres = part_names(tables, text, file)
    placed = [piece for table, where in zip(tables, wheres) for piece in read_part(table, where, header, path)]
    return assembled(path, header, placed)


def shown_path(path: Path) -> str:
    """The path as the user would type it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)


def read_text(path: Path, file: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise InputError(f"{file}: cannot be read: {problem.strerror}") from None
    except UnicodeDecodeError:
        raise InputError(f"{file}: is not text in UTF-8; a level file is TOML") from None


def parse(text: str, file: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise InputError(f"{file}: is not valid TOML: {problem}") from None


def part_names(tables: list, text: str, file: str) -> list[str]:
    """How errors name each part: file and line, number from 1, kind."""
    lines = [number for number, line in enumerate(text.splitlines(), 1) if PART_LINE.match(line)]
    known = len(lines) == len(tables)
    names = []
    for index, table in enumerate(tables):
        kind = f" {table['part']}" if isinstance(table, dict) and isinstance(table.get("part"), str) else ""
        names.append(f"{file}{f':{lines[index]}' if known else ''}: parts[{index + 1}]{kind}")
    return names


def read_part(table: Any, where: str, header: Header, path: Path) -> Iterator[tuple[Shape, dict[str, Material]]]:
    """The copies of one part, each with the material of its roles."""
    common, own, part = split(table, where)
    placement = call_checked(Placement, common, where)
    materials = placement.materials(part.materials, header.palette(), where)
    if "file" in own and isinstance(own["file"], str):
        own["file"] = str(path.parent / own["file"])
    shape = call_checked(part.build, own, where)
    for copy in placement.copies(shape):
        yield copy, {**materials, **shape.own_materials}


def split(table: Any, where: str) -> tuple[dict, dict, Any]:
    """The keys that every part has, the part's own keys, and the part."""
    if not isinstance(table, dict) or "part" not in table:
        raise InputError(f"{where}: part is missing; allowed: {', '.join(sorted(PARTS))}")
    if not isinstance(table["part"], str) or table["part"] not in PARTS:
        close = nearest(table["part"], PARTS)
        raise InputError(f'{where}: unknown part "{table["part"]}"{close}; allowed: {", ".join(sorted(PARTS))}')
    part = PARTS[table["part"]]
    shared = parameters(Placement)
    own_rules = parameters(part.build)
    for key in table:
        if key not in shared and key not in own_rules:
            raise unknown_key(key, [*own_rules, *shared], where)
    common = {key: value for key, value in table.items() if key in shared}
    return common, {key: value for key, value in table.items() if key in own_rules}, part


def assembled(path: Path, header: Header, placed: list[tuple[Shape, dict[str, Material]]]) -> Level:
    """The level: all triangles in one mesh, and one number for each material that is used."""
    whole = join(shape for shape, _ in placed)
    used = [materials[role] for shape, materials in placed for role in shape.roles]
    materials = list(dict.fromkeys(used))
    number = {material: index for index, material in enumerate(materials)}
    signs: list[Sign] = [shape.sign for shape, _ in placed if shape.sign]
    return Level(
        name=path.stem,
        title=header.title,
        about=header.about,
        path=path,
        vertices=np.round(whole.vertices, 9) + 0.0,  # flush faces stay flush after a turn
        triangles=whole.triangles,
        surfaces=np.array([number[material] for material in used], dtype=np.int64),
        materials=tuple(materials),
        spawn=header.spawn,
        sun=header.sun,
        sky=header.sky,
        signs=(*header.signs, *signs),
        tour=header.tour,
        views=header.views,
    )
