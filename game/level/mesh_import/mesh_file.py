"""Read a mesh file of any format into a model: triangles in metres, z up."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ...core.input_errors import InputError
from ...core.value_rules import nearest
from ..contents.limits import MOST_TRIANGLES, require
from .gltf_importer import read_gltf
from .likely_axis_and_unit import AXES, Axis, likely_axis, shift_to_origin, size_remarks
from .model import Model, require_near
from .obj_file import read_obj
from .off_file import read_off
from .ply_file import read_ply
from .quake_map import UNIT, read_map
from .sandboxed_panda_loader import read_with_panda
from .stl_file import read_stl


@dataclass(frozen=True)
class Format:
    """A format of mesh files: its reader, and the up axis and the unit [m] that its files usually have."""

    read: Callable[[Path], Model]
    axis: str  # "y-up" or "z-up"; the user or the shape of the mesh may decide otherwise
    unit: float = 1.0  # [m], unless the user chooses a scale


# glTF is y up by its standard, OBJ usually is. Panda3D's loader turns DAE and 3DS y up; egg and bam are its
# own. STL, PLY and OFF come from CAD and scans, which usually have z up.
FORMATS = {
    ".glb": Format(read_gltf, "y-up"),
    ".gltf": Format(read_gltf, "y-up"),
    ".obj": Format(read_obj, "y-up"),
    ".stl": Format(read_stl, "z-up"),
    ".ply": Format(read_ply, "z-up"),
    ".off": Format(read_off, "z-up"),
    ".map": Format(read_map, "z-up", UNIT),
    ".3ds": Format(read_with_panda, "y-up"),
    ".dae": Format(read_with_panda, "y-up"),
    ".egg": Format(read_with_panda, "z-up"),
    ".egg.pz": Format(read_with_panda, "z-up"),
    ".bam": Format(read_with_panda, "z-up"),
}


def load_model(path: Path, axis: str | None = None, scale: float | None = None) -> Model:
    """Read a mesh file into a Model in metres, with z up, near the origin.

    axis: "y-up" or "z-up". None takes the likely axis.
    scale: metres per unit of the file. None takes the unit of the format.
    Raises InputError if the file is missing, broken or empty, or if the axis or the scale is not valid.
    """
    kind = format_of(path)
    check_options(path, axis, scale)
    model = checked_model(kind.read, path)
    up = Axis(axis) if axis else likely_axis(model, kind.axis)
    unit = scale or kind.unit
    upright = model.upright(up.name).scaled(unit)
    sizes = size_remarks(upright, up.name, unit, scale is not None)
    remarks = [*sizes, *filter(None, [up.remark])]
    shift = shift_to_origin(upright.vertices)
    if shift.any():
        upright = upright.moved(shift)
        remarks.append(f"moved by ({', '.join(f'{number:g}' for number in shift)}) m, as it lies far from the origin")
    return replace(upright, notes=(*model.notes, *remarks))


def checked_model(read: Callable[[Path], Model], path: Path) -> Model:
    """Read a file into a Model, and drop its triangles that have an infinite or nan coordinate.

    read: reader of the file's format
    Raises InputError if the file is broken or has no triangles.
    """
    try:
        with np.errstate(all="ignore"):  # overflows are found below, without a warning of numpy
            model = read(path)
        require_near(model.vertices)
        require(len(model.triangles), MOST_TRIANGLES, "triangles")
    except InputError:
        raise
    except OSError as problem:
        beside = f": {problem.filename}" if problem.filename and Path(problem.filename) != path else ""
        raise InputError(f"{path}: {problem.strerror or problem}{beside}") from None
    except ValueError as problem:
        raise InputError(f"{path}: {problem}") from None
    if len(model.triangles) and (model.triangles.min() < 0 or model.triangles.max() >= len(model.vertices)):
        raise InputError(f"{path}: names vertices that it does not have")
    whole = model.without_broken()
    if len(whole.triangles) == 0:
        raise InputError(f"{path}: contains no triangles{''.join(f'; {note}' for note in whole.notes)}")
    return whole


# Files of other programs that cannot be read, each with advice for the user.
OTHER_PROGRAMS = {
    ".blend": "open it in Blender and use File > Export > glTF 2.0 (.glb)",
    **dict.fromkeys((".fbx", ".usd", ".usda", ".usdc", ".usdz", ".abc", ".x3d", ".wrl"),
                    "import it in Blender and use File > Export > glTF 2.0 (.glb)"),
    ".bsp": "it is compiled; open the .map that it was made of, or export it as OBJ or glTF with a BSP tool",
    **dict.fromkeys((".pk3", ".pak", ".wad"), "it is an archive of a game; unpack it, and open a .map in it"),
    ".vmf": "it is a map of Source's editor; export it as OBJ or .map",
    **dict.fromkeys((".tscn", ".scn", ".escn"), "open it in Godot and use Scene > Export As > glTF 2.0 Scene"),
    **dict.fromkeys((".unity", ".prefab", ".uasset", ".umap"), "export the scene as glTF in its editor"),
    **dict.fromkeys((".max", ".ma", ".mb", ".c4d", ".skp", ".3dm"), "export it as glTF or OBJ in the program that made it"),
    **dict.fromkeys((".step", ".stp", ".iges", ".igs"), "it has no triangles; export it as STL or glTF in a CAD program"),
    **dict.fromkeys((".x", ".3mf", ".lwo", ".zip", ".gz"), "convert it to glTF (.glb), for example in Blender"),
}  # fmt: skip


def existing(path: Path) -> Path:
    """Return the path. Raises InputError if it is a folder, or if there is no such file."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name a level or mesh file in it")
    if not path.exists():
        raise InputError(f"{path}: no such file")
    return path


def format_of(path: Path) -> Format:
    """Return the Format of a file by the end of its name. Panda3D's own models have no such end and are read like egg files."""
    name = path.name.lower()
    ending = next((ending for ending in FORMATS if name.endswith(ending)), None)
    return FORMATS[ending or ".egg"]


def check_options(path: Path, axis: str | None, scale: float | None) -> None:
    """Raise InputError if the axis is unknown or the scale is out of range. None is valid for both. `path` names the file."""
    if axis is not None and axis not in AXES:
        raise InputError(f'{path}: axis = "{axis}": allowed is {" or ".join(AXES)}{nearest(axis, AXES)}')
    if scale is not None and not 1e-6 <= scale <= 1e6:
        raise InputError(f"{path}: scale = {scale}: allowed is a number from 1e-6 to 1e6, metres per unit of the file")
