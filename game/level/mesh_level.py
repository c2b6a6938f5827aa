"""A mesh file as a level, or as the text of a level file: its objects become spawn points, movers, volumes and scenery.

The custom properties of an object are the keys of its table. Unknown properties are ignored.
"""

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..core.elementary_functions import cos, product, sin
from ..core.input_errors import InputError, counted
from ..core.value_rules import call_checked, parameters
from ..core.vec3 import Vector
from .contents.level import Level, Material, Spawn, Sun, View
from .contents.limits import MOST_MOVERS
from .contents.mover import Mover
from .level_reader import MoverTable
from .mesh_import.mesh_file import format_of, load_model
from .mesh_import.model import Model, Object, heading_of, object_part, rotate_back, surfaces_of
from .mesh_import.object_roles import ARRIVAL, SOLID, SPAWN, VOLUMES, TrianglesByRole, base_of, sorted_triangles
from .mesh_import.spawn_and_tour_search import find_spawn, plan_stroll
from .volume_table import KINDS, read_volume

AS_IN_FILE = "spawn as in the file"  # the remark on a spawn that was not searched
MEDALS = {"gold": 30.0, "silver": 60.0, "bronze": 120.0}  # [s] of a goal without times
THINNEST = 0.01  # [m] of a volume; a flat one would have no inside
WAY = ("heading", "time", "pause")  # keys of a waypoint, from the custom properties of its own object and of its mover


@dataclass
class Tables:
    """Tables for a level file, made from the objects of a mesh file, in metres with z up."""

    spawn: dict[str, Any] | None = None
    volumes: dict[str, dict[str, Any]] = field(default_factory=dict)  # by the names of their objects
    movers: dict[int, dict[str, Any]] = field(default_factory=dict)  # by the numbers of their objects; without parts


def tables_of(model: Model, found: TrianglesByRole) -> Tables:
    """Return the tables for the objects of an upright model in metres. Of several spawns the first by name counts."""
    tables = Tables()
    for number in sorted(range(len(model.objects)), key=lambda number: model.objects[number].name):  # the order of checkpoints
        one, role = model.objects[number], found.roles[number]
        if role == SPAWN and tables.spawn is None:
            tables.spawn = {"at": rounded(one.matrix[:3, 3]), "heading": degrees(heading_of(one))}
        elif role in VOLUMES:
            for table in volume_tables(model, number, role):
                tables.volumes[f"{one.name} [{number}]"] = table
        elif number in found.movers:
            tables.movers[number] = mover_table(one, found.waypoints[number])
    return tables


def rounded(numbers: Iterable[float]) -> list[float]:
    return [round(float(number), 6) + 0.0 for number in numbers]


def degrees(angle: float) -> float:
    return round(math.degrees(angle), 6) + 0.0


def volume_tables(model: Model, number: int, kind: str) -> Iterator[dict[str, Any]]:
    """Yield the table of a volume, or nothing for a portal without an exit.

    It is a box with the object's heading around its triangles, or without any around a cube from -1 to 1 along its axes.
    """
    one = model.objects[number]
    heading = heading_of(one)
    rows = model.owners == number if model.owners is not None else np.zeros(0, bool)
    if rows.any():
        corners = model.vertices[model.triangles[rows]].reshape(-1, 3)
    else:
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)
        corners = product(signs, one.matrix[:3, :3].T) + one.matrix[:3, 3]
    own = rotate_back(corners, heading)
    low, high = own.min(axis=0), own.max(axis=0)
    size = np.maximum(high - low, THINNEST)
    at = rotate_back(np.array([[*(low + high)[:2] / 2, low[2]]]), -heading)[0]
    numbers = {"at": at.round(6).tolist(), "size": size.round(6).tolist(), "heading": degrees(heading)}
    allowed = parameters(KINDS[kind])
    settings = {key: value for key, value in one.extras.items() if key in allowed}
    if kind == "finish":
        settings = {**MEDALS, **settings}
    if kind == "portal" and "to" not in settings:
        exits = [other for other in model.objects if other.name == f"{base_of(one.name)}-{ARRIVAL}"]
        if not exits:
            return  # a portal to nowhere
        settings |= {"to": rounded(exits[0].matrix[:3, 3]), "to_heading": degrees(heading_of(exits[0]))}
    yield {"kind": kind, **numbers, **settings}


def mover_table(mover: Object, waypoints: list[Object]) -> dict[str, Any]:
    """Return the table of a mover without its parts. The path begins at the mover's own position."""
    allowed = set(parameters(MoverTable)) - {"parts", "name", "at", "heading", "path", "repeat"}
    table: dict[str, Any] = {"name": mover.name, "at": rounded(mover.matrix[:3, 3]), "heading": degrees(heading_of(mover))}
    table |= {key: value for key, value in mover.extras.items() if key in allowed}
    if waypoints:
        table["path"] = [waypoint_table(mover, point) for point in (mover, *waypoints)]
    return table


def waypoint_table(mover: Object, point: Object) -> dict[str, Any]:
    """Return the table of a mover's waypoint. Its keys are custom properties of `point`, or else of the mover."""
    away = (point.matrix - mover.matrix)[:3, 3]
    settings = {key: value for key, value in {**mover.extras, **point.extras}.items() if key in WAY}
    return {"to": rounded(away), **settings}


@dataclass(frozen=True)
class MeshLevel:
    level: Level
    tables: Tables
    axis: str  # up axis of the file, as it was taken


def read_mesh_level(path: Path, axis: str | None = None, scale: float | None = None) -> MeshLevel:
    """Read a mesh file as a level, and return it with the tables of its objects. axis, scale: as in `load_model`

    Raises InputError if the file cannot be read, if none of its triangles is solid, or if an object has a wrong property.
    """
    model = load_model(path, axis, scale)
    found = sorted_triangles(model)
    tables = tables_of(model, found)
    surfaces, materials = surfaces_of(model)
    if not found.solid.any():
        left_out = next((one.name for one, role in zip(model.objects, found.roles) if role in SOLID), "")
        because = f": names such as {left_out} leave them out" if left_out else ""
        raise InputError(f"{path}: contains no triangles that are solid{because}")
    level = bare_level(path, *chosen_part(model, surfaces, found.solid), materials)
    if not np.array_equal(found.solid, found.drawn):
        level = level.drawn_with(bare_level(path, *chosen_part(model, surfaces, found.drawn), materials))
    volumes = tuple(read_volume(table, f"{path}: {name}") for name, table in tables.volumes.items())
    level = replace(level, movers=movers_of(path, model, surfaces, found, tables), volumes=volumes)
    return MeshLevel(with_spawn(level, tables, model.notes, {"axis": axis, "scale": scale}), tables, model.axis)


def chosen_part(model: Model, surfaces: np.ndarray, rows: np.ndarray) -> tuple[Model, np.ndarray]:
    """Return the triangles of a mask (t,) and their surfaces (n,). The model itself is returned if all are chosen."""
    return (model, surfaces) if rows.all() else (model.chosen(rows), surfaces[rows])


def with_spawn(level: Level, tables: Tables, notes: tuple[str, ...], reading: dict[str, Any]) -> Level:
    """Return the level with a spawn, the file's own or the result of a search, a tour, views and a description.

    reading: {"axis": value or None, "scale": value or None}. Raises InputError for a wrong spawn or collision mesh.
    """
    mesh = level.mesh
    remarks: tuple[str, ...]
    if tables.spawn is not None:
        place, remarks = call_checked(Spawn, tables.spawn, f"{level.path}: spawn"), (AS_IN_FILE,)
        heading, tour = place.heading, plan_stroll(mesh, place)[1]
    else:
        place, remarks = find_spawn(mesh)
        heading, tour = plan_stroll(mesh, place)
    counts = [counted(len(found), name) for name, found in (("volume", level.volumes), ("mover", level.movers)) if found]
    notes = (*notes, *level.notes, *(["with " + " and ".join(counts)] if counts else []), *remarks)
    spawn = replace(place, heading=heading)
    about = ", ".join([level.report.partition(": ")[2], *notes]) + "."
    whole = replace(level, reading=reading, about=about, notes=notes, spawn=spawn, tour=tour, views=overviews(mesh.bounds, spawn))
    whole.__dict__["mesh"] = mesh  # reused: building it twice would double the loading time
    return whole


def movers_of(path: Path, model: Model, surfaces: np.ndarray, found: TrianglesByRole, tables: Tables) -> tuple[Mover, ...]:
    """Return the movers, each with its triangles in its own frame. Raises InputError for too many movers or a wrong table."""
    if len(tables.movers) > MOST_MOVERS:
        raise InputError(f"{path}: {len(tables.movers)} movers, {MOST_MOVERS} can be read; give fewer objects a motion")
    movers = []
    for number, table in tables.movers.items():
        where = f"{path}: {table['name']}"
        checked = call_checked(MoverTable, {**table, "parts": [{}]}, where)
        (motion,) = checked.motions()
        part = object_part(model, number, found.movers[number])
        rows = surfaces[found.movers[number]]
        movers.append(Mover(table["name"], part.vertices, part.triangles, rows, motion, checked.turns_view, part.look))
    return tuple(movers)


def parts_of(model: Model) -> tuple[tuple[int, str], ...]:
    """Return the first triangle and the object's name, or "", of each run of triangles of one object; () without objects."""
    if model.owners is None or len(model.owners) == 0:
        return ()
    firsts = [0, *(np.flatnonzero(np.diff(model.owners)) + 1).tolist()]
    return tuple((first, model.objects[model.owners[first]].name if model.owners[first] >= 0 else "") for first in firsts)


def bare_level(path: Path, model: Model, surfaces: np.ndarray, materials: tuple[Material, ...]) -> Level:
    """Return a level of triangles, with the names of objects as parts. Spawn and sun have fixed values."""
    return Level(
        name=path.name.split(".")[0],
        title=path.name,
        about="",
        path=path,
        vertices=model.vertices,
        triangles=model.triangles,
        surfaces=surfaces,
        materials=materials,
        parts=parts_of(model),
        look=model.look,
        spawn=Spawn((0.0, 0.0, 0.0), 0.0),
        sun=Sun(math.radians(128.0), math.radians(48.0)),
    )


def overviews(bounds: tuple[Vector, Vector], spawn: Spawn) -> tuple[View, ...]:
    """Return two views: the whole level, whose corners are `bounds` [m], from above, and the player's first view."""
    low, high = (np.array(corner) for corner in bounds)
    middle, size = (low + high) / 2, high - low
    above = middle + np.array([-0.55, -0.75, 0.0]) * max(size[0], size[1]) + [0.0, 0.0, size[2] / 2 + 0.45 * max(size)]
    x, y, z = spawn.at
    eye = (x, y, z + 1.62)
    ahead = (x - 5 * sin(spawn.heading), y + 5 * cos(spawn.heading), z + 1.3)
    return View("from above", tuple(above.tolist()), tuple(middle.tolist())), View("on arrival", eye, ahead)


# A level file for a mesh file


def level_file_text(path: Path, axis: str | None = None, scale: float | None = None) -> str:
    """Return the text of a level file (TOML) that loads a mesh file, for the user to edit. `path`: as it is named there

    It has the spawn, volumes, movers, tour and views of the mesh. Parameters and errors are those of `read_mesh_level`.
    """
    read = read_mesh_level(path, axis, scale)
    level, tables = read.level, read.tables
    turned = read.axis if read.axis != format_of(path).axis else None  # a part is not turned by itself, or says so each time
    options = {key: value for key, value in (("axis", axis or turned), ("scale", scale)) if value is not None}
    mesh = {"part": "mesh", "file": path.as_posix(), **options}
    spawn = {"at": rounded(level.spawn.at), "heading": round(math.degrees(level.spawn.heading), 3) + 0.0}
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


def keys(table: dict[str, Any]) -> Iterator[str]:
    return (f"{key} = {value_text(value)}" for key, value in table.items())


def value_text(value: Any) -> str:
    """Return a value as TOML text. TOML writes texts, numbers and truth values like JSON."""
    if isinstance(value, dict):
        return "{ " + ", ".join(keys(value)) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    return json.dumps(value)
