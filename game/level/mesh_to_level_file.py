"""The text of a level file (TOML) for a mesh file, with its spawn, movers, volumes, tour and views. The user can edit it."""

import json
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .mesh_level import read_mesh_level


def level_file_text(path: Path, axis: str | None = None, scale: float | None = None) -> str:
    """Return the text of a level file that loads a mesh file.

    The text also has the spawn, volumes, movers, tour and views of the mesh.
    path: path of the mesh file, as the level file names it
    axis: "y-up" or "z-up". None takes the likely axis.
    scale: metres per unit of the file. None takes the unit of the format.
    Raises InputError if the mesh file cannot be read.
    """
    read = read_mesh_level(path, axis, scale)
    level, tables = read.level, read.tables
    options = {key: value for key, value in (("axis", axis), ("scale", scale)) if value is not None}
    mesh = {"part": "mesh", "file": path.as_posix(), **options}
    spawn = {"at": rounded(level.spawn.feet), "heading": round(math.degrees(level.spawn.heading), 3) + 0.0}
    lines = [f"# {note}" for note in (f"Made from {path.name}: {level.report.partition(': ')[2]}", *level.notes)]
    lines += keys({"title": path.stem, "about": f"From {path.name}.", "tour": level.tour})
    views = [{"name": view.name, "eye": rounded(view.eye), "target": rounded(view.target)} for view in level.views]
    lines += ["", "[spawn]", *keys(spawn)]
    for view in views:
        lines += ["", "[[views]]", *keys(view)]
    lines += ["", "[[parts]]", *keys(mesh)]
    for table in tables.movers.values():
        lines += ["", "[[movers]]", *keys(table), "", "[[movers.parts]]", *keys({**mesh, "object": table["name"]})]
    for table in tables.volumes.values():
        lines += ["", "[[volumes]]", *keys(table)]
    return "\n".join([*lines, ""])


def rounded(numbers: tuple[float, ...]) -> list[float]:
    """Return the numbers rounded to six decimals."""
    return [round(number, 6) + 0.0 for number in numbers]


def keys(table: dict) -> Iterator[str]:
    """Yield the lines `key = value` of a TOML table."""
    return (f"{key} = {value_text(value)}" for key, value in table.items())


def value_text(value: Any) -> str:
    """Return a value as TOML text. TOML writes texts, numbers and truth values like JSON."""
    if isinstance(value, dict):
        return "{ " + ", ".join(keys(value)) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return json.dumps(value)
