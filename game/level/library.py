"""Load levels by name or path."""

import os
from dataclasses import replace
from pathlib import Path

from ..core.input_errors import InputError
from ..core.value_rules import nearest, some_of
from .file.level_reader import read_level
from .level import Level
from .mesh_file.mesh_file import FORMATS, OTHER_PROGRAMS, existing
from .mesh_file.mesh_level import load_mesh_level
from .mesh_file_look import OWN
from .places_in_solids import notes_on_places

LEVELS = Path(__file__).resolve().parents[2] / "levels"


def level_names() -> list[str]:
    """Return the sorted names of all level files in the folder levels/."""
    return sorted(name.removesuffix(".toml") for name in os.listdir(LEVELS) if name.endswith(".toml"))


def load_level(source: str | Path, axis: str | None = None, scale: float | None = None, look: str = OWN) -> Level:
    """Load a level by its name in levels/, or by the path of a level file (.toml) or a mesh file.

    source: the name or the path, or a model of Panda3D itself, such as models/environment
    axis: "y-up" or "z-up", for mesh files. None takes the likely axis.
    scale: metres per unit, for mesh files. None takes the unit of the file format.
    look: "own" for the pictures and colours of mesh files, "grid" for plain colours with a metre grid.
    Raises InputError if there is no such level, the file has a fault, or there is too little memory. It is also raised for an
    axis or a scale with a level file.
    """
    try:
        level = load_any(str(source), Path(source), axis, scale)
        level = replace(level, notes=(*level.notes, *notes_on_places(level)))
        return level if look == OWN else replace(level.in_grid_look(), reading={**level.reading, "look": look})
    except MemoryError:  # the last resort: limits.py refuses most such files earlier
        raise InputError(f"{source}: needs more memory than there is; make it smaller or divide it") from None


def load_any(name: str, path: Path, axis: str | None, scale: float | None) -> Level:
    """Load a level by its name, or by its path if no level has this name.

    name, path: the `source` of `load_level`, as text and as Path. The other parameters are those of `load_level`.
    Raises InputError as `load_level` does, and MemoryError if there is too little memory.
    """
    shipped = LEVELS / f"{name}.toml"
    if shipped.parent == LEVELS and shipped.is_file() and shipped.name in os.listdir(LEVELS):  # some systems find "Stairs", too
        return read_toml(shipped, axis, scale)
    if path.suffix == ".toml":
        return read_toml(existing(path), axis, scale)
    if path.suffixes and path.name.lower().endswith(tuple(FORMATS)):
        return load_mesh_level(existing(path), axis, scale)
    return load_other(name, path, axis, scale)


def read_toml(path: Path, axis: str | None, scale: float | None) -> Level:
    """Read a level file. Raises InputError if the file has a fault, or if one of the options for mesh files is not None."""
    if axis is not None or scale is not None:
        raise InputError(f"{path.name}: axis and scale are for mesh files; a level file is in metres, z up")
    return read_level(path)


def load_other(name: str, path: Path, axis: str | None, scale: float | None) -> Level:
    """Load one of Panda3D's own models, such as models/environment.

    name, path: both are the `source` of `load_level`. Other parameters are the same as there.
    Raises InputError if Panda3D cannot load the model, or for any other name. The message has advice for a folder and for a
    file of an unknown kind.
    """
    if name.startswith("models/"):
        return load_mesh_level(path, axis, scale)
    if path.is_dir():
        raise InputError(f"{name}: is a folder; name a level or mesh file in it")
    remedy = next((words for ending, words in OTHER_PROGRAMS.items() if path.name.lower().endswith(ending)), "")
    if remedy:
        raise InputError(f"{name}: cannot load this kind of file; {remedy}")
    if path.exists():
        raise InputError(f"{name}: cannot load this kind of file; these can be loaded: .toml {' '.join(FORMATS)}")
    names = level_names()
    raise InputError(f'no level "{name}"{nearest(name, names)}; levels are {some_of(names, name)}, or give a path to a mesh')
