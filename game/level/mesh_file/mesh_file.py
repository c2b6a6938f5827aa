"""A mesh file of any format as a level: triangles in metres, z up, a spawn, and a tour."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from game.errors import InputError
from game.level.level import Level, Material, Spawn, Sun, View
from game.level.limits import MOST_TRIANGLES, require
from game.level.mesh_file.gltf_file import read_gltf
from game.level.mesh_file.model import Model, floor_area, require_finite, surfaces_of
from game.level.mesh_file.obj_file import read_obj
from game.level.mesh_file.panda_file import read_with_panda
from game.level.mesh_file.ply_file import read_ply
from game.level.mesh_file.spawn_search import find_spawn
from game.level.mesh_file.stl_file import read_stl
from game.level.mesh_file.tour_planner import plan_stroll
from game.level.schema import nearest

AXES = ("y-up", "z-up")


@dataclass(frozen=True)
class Format:
    read: Callable[[Path], Model]
    axis: str  # up axis of files of this format, unless the user chooses another


# glTF is y up by its standard, OBJ usually is. Panda3D's loader turns DAE y up; egg and bam are its own. STL and PLY come from
# CAD and scans, which usually have z up.
FORMATS = {
    ".glb": Format(read_gltf, "y-up"),
    ".gltf": Format(read_gltf, "y-up"),
    ".obj": Format(read_obj, "y-up"),
    ".stl": Format(read_stl, "z-up"),
    ".ply": Format(read_ply, "z-up"),
    ".dae": Format(read_with_panda, "y-up"),
    ".egg": Format(read_with_panda, "z-up"),
    ".egg.pz": Format(read_with_panda, "z-up"),
    ".bam": Format(read_with_panda, "z-up"),
}


def load_mesh_level(path: Path, axis: str | None = None, scale: float | None = None) -> Level:
    """Load a mesh file as a level. Raises InputError in one line."""
    model = load_model(path, axis, scale)
    surfaces, materials = surfaces_of(model)
    level = bare_level(path, model, surfaces, materials)
    mesh = level.mesh
    place = find_spawn(mesh)
    heading, tour = plan_stroll(mesh, place)
    spawn = replace(place, heading=heading)
    # the mesh is reused: building it twice would double the loading time
    about = ", ".join(filter(None, [level.report.partition(": ")[2], model.note])) + "."
    walkable = replace(level, about=about, spawn=spawn, tour=tour, views=overviews(mesh.bounds, spawn))
    walkable.__dict__["mesh"] = mesh
    return walkable


def load_model(path: Path, axis: str | None = None, scale: float | None = None) -> Model:
    """Read the triangles of a mesh file in metres, z up. Raises InputError if it is missing, broken, empty or unknown."""
    kind = format_of(path)
    check_options(path, axis, scale)
    model = checked_model(kind.read, path)
    up = axis or likely_axis(model, kind.axis)
    upright = model.upright(up).scaled(scale or 1.0)
    return upright if up in (axis, kind.axis) else replace(upright, note=f"taken as {up}, as its floors face along it")


def checked_model(read: Callable[[Path], Model], path: Path) -> Model:
    """Read a file by its reader and check the result. Raises InputError."""
    try:
        with np.errstate(all="ignore"):  # overflows are found below, without a warning of numpy
            model = read(path)
        require_finite(model.vertices)
        require(len(model.triangles), MOST_TRIANGLES, "triangles")
    except InputError:
        raise
    except OSError as problem:
        beside = f": {problem.filename}" if problem.filename and Path(problem.filename) != path else ""
        raise InputError(f"{path}: {problem.strerror or problem}{beside}") from None
    except ValueError as problem:
        raise InputError(f"{path}: {problem}") from None
    if len(model.triangles) == 0:
        raise InputError(f"{path}: contains no triangles")
    if model.triangles.min() < 0 or model.triangles.max() >= len(model.vertices):
        raise InputError(f"{path}: names vertices that it does not have")
    return model


def likely_axis(model: Model, usual: str) -> str:
    """The format's up axis, or the other one if the mesh is flat along it and its floors face along it."""
    other = AXES[1 - AXES.index(usual)]
    size = np.ptp(model.vertices, axis=0)
    y, z = size[1], size[2]
    flat = max(size[0], y) > 0 and (z if other == "z-up" else y) < 0.5 * min(size[0], y if other == "z-up" else z)
    floors = {axis: floor_area(model.upright(axis)) for axis in AXES} if flat else {}
    return other if flat and floors[other] > 3.0 * floors[usual] else usual


def existing(path: Path) -> Path:
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name a level or mesh file in it")
    if not path.exists():
        raise InputError(f"{path}: no such file")
    return path


def format_of(path: Path) -> Format:
    """The format by the file's suffix; Panda3D's own models have none and are egg or bam."""
    name = path.name.lower()
    ending = next((ending for ending in FORMATS if name.endswith(ending)), None)
    return FORMATS[ending or ".egg"]


def check_options(path: Path, axis: str | None, scale: float | None) -> None:
    if axis is not None and axis not in AXES:
        raise InputError(f'{path}: axis = "{axis}": allowed is {" or ".join(AXES)}{nearest(axis, AXES)}')
    if scale is not None and not 1e-6 <= scale <= 1e6:
        raise InputError(f"{path}: scale = {scale}: allowed is a number from 1e-6 to 1e6, metres per unit of the file")


def bare_level(path: Path, model: Model, surfaces: np.ndarray, materials: tuple[Material, ...]) -> Level:
    return Level(
        name=path.name.split(".")[0],
        title=path.name,
        about="",
        path=path,
        vertices=model.vertices,
        triangles=model.triangles,
        surfaces=surfaces,
        materials=materials,
        spawn=Spawn((0.0, 0.0, 0.0), 0.0),
        sun=Sun(math.radians(128.0), math.radians(48.0)),
    )


def overviews(bounds: tuple, spawn: Spawn) -> tuple[View, ...]:
    """Views: the whole level from above a corner, and the player's first view."""
    low, high = (np.array(corner) for corner in bounds)
    middle, size = (low + high) / 2, high - low
    above = middle + np.array([-0.55, -0.75, 0.0]) * max(size[0], size[1]) + [0.0, 0.0, size[2] / 2 + 0.45 * max(size)]
    x, y, z = spawn.feet
    eye = (x, y, z + 1.62)
    ahead = (x - 5 * math.sin(spawn.heading), y + 5 * math.cos(spawn.heading), z + 1.3)
    return View("from above", tuple(above.tolist()), tuple(middle.tolist())), View("on arrival", eye, ahead)
