"""Levels by name or path, and notes about a spawn, checkpoint or portal in a solid."""

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from ..collision.mesh.closed_shells import ClosedShells, may_be_in_solid
from ..core.argument_checks import one_of
from ..core.font_characters import MARK, SIGN_FONT, TEXT_FONT, missing
from ..core.input_errors import InputError, shown
from ..core.value_rules import nearest, some_of
from ..core.vec3 import Vector, along
from .contents.level import Level
from .contents.mesh_pictures_and_colours import LOOKS, OWN
from .contents.volume import Checkpoint, Portal
from .level_reader import read_level
from .mesh_import.mesh_file import FORMATS, existing, require_known_kind
from .mesh_level import AS_IN_FILE, read_mesh_level
from .spawn_notes import notes_on_spawn, ups_at

# Heights above the feet of the points that are tested [m]: at the knees and in the middle of a crouched body. Lower: floors that
# are a little above the feet are noted, although the player comes out of them at once; higher: low tunnels are noted.
HEIGHTS = 0.3, 0.6


def notes_on_places(level: Level) -> tuple[str, ...]:
    """Return a line for each place that lies in a closed solid, except in a mesh file's shell around the level."""
    corners, shells, notes = level.vertices[level.triangles], None, []
    for name, feet in places_of(level):
        points = [np.array(along(feet, up, height)) for up in ups_at(level, feet) for height in HEIGHTS]
        if not any(may_be_in_solid(corners, point) for point in points):
            continue
        shells = shells or ClosedShells(level.vertices, level.triangles)
        is_file = level.path.suffix != ".toml" or bool(level.files)
        inside = [shells.in_solid(point, is_free=is_file) for point in points]
        if all(any(inside[first : first + len(HEIGHTS)]) for first in range(0, len(inside), len(HEIGHTS))):
            at = ", ".join(f"{number:g}" for number in feet)
            notes.append(f"{name} at ({at}) m lies in a solid; the player is placed beside it")
    return tuple(notes)


def places_of(level: Level) -> Iterator[tuple[str, Vector]]:
    """Yield the name and the feet (3,) [m] of the level's given spawn, its checkpoints and the exits of its portals."""
    if level.path.suffix == ".toml" or AS_IN_FILE in level.notes:  # the search of a spawn has its own remark
        yield "the spawn", level.spawn.at
    for number, volume in enumerate(level.volumes, 1):
        if isinstance(volume.effect, Checkpoint):
            yield f"the checkpoint of volume {number}", volume.at
        if isinstance(volume.effect, Portal):
            yield f"the exit of the portal of volume {number}", volume.effect.to


def notes_on_characters(level: Level) -> tuple[str, ...]:
    """Return a line about the characters of signs and other texts of the level that the font lacks, or ()."""
    signs = missing("".join(sign.text for sign in level.signs), SIGN_FONT)
    texts = [level.title, level.about, *(word for goal in level.goals for word in (goal.name, goal.found))]
    lacking = "".join(dict.fromkeys(signs + missing("".join(texts), TEXT_FONT)))
    if not lacking:
        return ()
    shown = " ".join(f"{one} (U+{ord(one):04X})" for one in lacking[:MOST_SHOWN])
    more = f" and {len(lacking) - MOST_SHOWN} more" if len(lacking) > MOST_SHOWN else ""
    return (f"its texts have characters that the font lacks, drawn as {MARK}: {shown}{more}",)


MOST_SHOWN = 5  # characters that a note names. More: a text in Chinese gives a note of several lines
LEVELS = Path(__file__).resolve().parents[2] / "levels"


def level_names() -> list[str]:
    return sorted(name.removesuffix(".toml") for name in os.listdir(LEVELS) if name.endswith(".toml"))


def load_level(source: str | Path, axis: str | None = None, scale: float | None = None, look: str = OWN) -> Level:
    """Load a level by its name in levels/, or by the path of a level file (.toml) or a mesh file, or a Panda3D model.

    axis: "y-up" or "z-up", for mesh files. None takes the likely axis. scale: metres per unit, for mesh files. None takes the
    unit of the format. look: "own" for a mesh file's pictures and colours, "grid" for plain colours with a metre grid
    Raises InputError if there is no such level, for a fault, too little memory, or an axis or a scale with a level file.
    """
    if not isinstance(source, str | Path):
        raise InputError(f"source must be a name or a path, not {shown(source)}")
    one_of("look", look, LOOKS)
    try:
        level = load_any(str(source), Path(source), axis, scale)
        notes = *notes_on_places(level), *notes_on_spawn(level, level.spawn.at), *notes_on_characters(level)
        level = replace(level, notes=(*level.notes, *notes))
        return level if look == OWN else replace(level.in_grid_look(), reading={**level.reading, "look": look})
    except MemoryError:  # the last resort: limits.py refuses most such files earlier
        raise InputError(f"{source}: needs more memory than there is; make it smaller or divide it") from None


def load_any(name: str, path: Path, axis: str | None, scale: float | None) -> Level:
    """Load a level by its name, or by its path if no level has this name. `name` is the source as text."""
    shipped = LEVELS / f"{name}.toml"
    if shipped.parent == LEVELS and shipped.is_file() and shipped.name in os.listdir(LEVELS):  # some systems find "Stairs", too
        return read_toml(shipped, axis, scale)
    if path.suffix == ".toml":
        return read_toml(existing(path), axis, scale)
    if path.suffixes and path.name.lower().endswith(tuple(FORMATS)):
        return read_mesh_level(existing(path), axis, scale).level
    if name.startswith("models/"):  # one of Panda3D's own
        return read_mesh_level(path, axis, scale).level
    if path.is_dir():
        raise InputError(f"{name}: is a folder; name a level or mesh file in it")
    require_known_kind(path, (".toml",))
    names = level_names()
    raise InputError(f'no level "{name}"{nearest(name, names)}; levels are {some_of(names, name)}, or give a path to a mesh')


def read_toml(path: Path, axis: str | None, scale: float | None) -> Level:
    """Read a level file. Raises InputError if the file has a fault, or if one of the options for mesh files is not None."""
    if axis is not None or scale is not None:
        raise InputError(f"{path.name}: axis and scale are for mesh files; a level file is in metres, z up")
    return read_level(path)
