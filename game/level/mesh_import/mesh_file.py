"""Read a mesh file of any format into a model: triangles in metres, z up. The likely up axis and unit of a file."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from importlib import import_module
from numbers import Real
from pathlib import Path
from typing import NamedTuple

import numpy as np

from ...core.input_errors import InputError
from ...core.value_rules import nearest
from ...core.vec3 import triangle_normals
from ..contents.limits import MOST_TRIANGLES, require
from .model import Model, require_near
from .object_roles import sorted_triangles

AXES = ("y-up", "z-up")
UNSEEN = 1.0 / 255.0  # opacity of a surface that is not seen. Larger: glass is called invisible


@dataclass(frozen=True)
class Format:
    """A format of mesh files: its reader, and the up axis and the unit [m] that its files have, or usually have."""

    module: str  # of this package, imported when the first file is read: all of them take a sixth of a start
    function: str  # in it, from a Path to a Model
    axis: str  # "y-up" or "z-up", unless the user chooses another
    unit: float = 1.0  # [m], unless the user chooses a scale
    is_guessed: bool = False  # True if the format gives no axis

    def read(self, path: Path) -> Model:
        """Return the Model in a file. Raises InputError, or what `checked_model` makes an InputError of."""
        return getattr(import_module(f"{__package__}.{self.module}"), self.function)(path)


# glTF is y up by its standard, a map z up. COLLADA, egg and bam declare their axis, and Panda3D's loader turns all DAE and 3DS
# y up. OBJ usually is. STL, PLY and OFF come from CAD and scans, which usually have z up.
FORMATS = {
    ".glb": Format("gltf_importer", "read_gltf", "y-up"),
    ".gltf": Format("gltf_importer", "read_gltf", "y-up"),
    ".obj": Format("obj_file", "read_obj", "y-up", is_guessed=True),
    ".stl": Format("stl_file", "read_stl", "z-up", is_guessed=True),
    ".ply": Format("ply_file", "read_ply", "z-up", is_guessed=True),
    ".off": Format("off_file", "read_off", "z-up", is_guessed=True),
    ".map": Format("quake_map", "read_map", "z-up", 1.0 / 32.0),
    ".3ds": Format("sandboxed_loaders", "read_with_panda", "y-up", is_guessed=True),
    ".dae": Format("sandboxed_loaders", "read_with_panda", "y-up"),
    ".egg": Format("sandboxed_loaders", "read_with_panda", "z-up"),
    ".egg.pz": Format("sandboxed_loaders", "read_with_panda", "z-up"),
    ".bam": Format("sandboxed_loaders", "read_with_panda", "z-up"),
}


def load_model(path: Path, axis: str | None = None, scale: float | None = None) -> Model:
    """Read a mesh file into a Model in metres, with z up, near the origin. Raises InputError for a file or option at fault.

    axis: "y-up" or "z-up". None takes the likely axis. scale: metres per unit of the file. None takes the unit of the format.
    """
    require_known_kind(path)
    kind = format_of(path)
    check_options(path, axis, scale)
    model = checked_model(kind.read, path)
    up = Axis(axis) if axis else likely_axis(model, kind)
    unit = scale or kind.unit
    upright = model.upright(up.name).scaled(unit)
    sizes = size_remarks(upright, up.name, unit, scale is not None)
    remarks = [*sizes, *filter(None, [up.remark])]
    if all(paint.finish and paint.finish.opacity < UNSEEN for paint in model.paints):
        remarks.append("all of it is transparent (opacity 0): only its outlines are drawn; --look grid shows its surfaces")
    shift = shift_to_origin(upright.vertices)
    if shift.any():
        upright = upright.moved(shift)
        remarks.append(f"moved by ({', '.join(f'{number:g}' for number in shift)}) m, as it lies far from the origin")
    return replace(upright, notes=(*model.notes, *remarks), axis=up.name)


def checked_model(read: Callable[[Path], Model], path: Path) -> Model:
    """Read a file without triangles that have an infinite or nan coordinate. Raises InputError if none are left."""
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


# First bytes of files that are no meshes of these formats, whatever their names say.
OTHER_KINDS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a zip archive; unpack it",
    b"\x1f\x8b": "a gzip archive; unpack it",
    b"BLENDER": f"a file of Blender; {OTHER_PROGRAMS['.blend']}",
    b"Kaydara FBX": f"an FBX file; {OTHER_PROGRAMS['.fbx']}",
}


def existing(path: Path) -> Path:
    """Return the path. Raises InputError if it is a folder, or if there is no such file."""
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name a level or mesh file in it")
    if not path.exists():
        raise InputError(f"{path}: no such file")
    return path


def require_known_kind(path: Path, others: Iterable[str] = ()) -> None:
    """Raise InputError if a file's name or its first bytes say that it is no mesh. others: endings of what else can be loaded"""
    name = path.name.lower()
    if remedy := next((words for ending, words in OTHER_PROGRAMS.items() if name.endswith(ending)), ""):
        raise InputError(f"{path}: cannot load this kind of file; {remedy}")
    if path.exists() and not name.endswith(tuple(FORMATS)):
        raise InputError(f"{path}: cannot load this kind of file; these can be loaded: {' '.join((*others, *FORMATS))}")
    if path.is_file():
        with path.open("rb") as stream:
            start = stream.read(16)
        if kind := next((words for begin, words in OTHER_KINDS.items() if start.startswith(begin)), ""):
            raise InputError(f"{path}: is not what its name says, but {kind}")


def format_of(path: Path) -> Format:
    name = path.name.lower()
    ending = next((ending for ending in FORMATS if name.endswith(ending)), None)
    return FORMATS[ending or ".egg"]


def check_options(path: Path, axis: str | None, scale: float | None) -> None:
    if axis is not None and axis not in AXES:
        raise InputError(f'{path}: axis = "{axis}": allowed is {" or ".join(AXES)}{nearest(axis, AXES)}')
    if scale is not None and not (isinstance(scale, Real) and 1e-6 <= scale <= 1e6):
        raise InputError(f"{path}: scale = {scale}: allowed is a number from 1e-6 to 1e6, metres per unit of the file")


# The likely up axis and unit

# The other axis than the format's is taken under two conditions: the mesh is flatter along it than this share of its width, and
# its floors along it are larger by this factor. Stricter: half of the z-up levels in y-up formats lie on their side; looser:
# towers and walls are laid down. Found on 61 levels of public repositories.
FLAT, CLEARLY = 0.62, 1.4
# The same for meshes of fewer triangles than FEW: a box says little about its axis.
FLAT_OF_FEW, CLEARLY_OF_FEW, FEW = 0.5, 3.0, 100
# If the floors of both axes differ by less than this factor, a note says that both axes are possible.
CLOSE = 2.0
A_UNIT = "m a unit"  # end of the remark on a file's size, which each file has
# Width of a level [m] that people walk in. Outside, a unit is proposed that brings it within the likely widths.
WIDEST, NARROWEST = 2000.0, 1.0
# A width [m] from which on a unit is proposed though the level may be that large: that of a room of 5 m in centimetres. Smaller:
# halls get the remark; larger: rooms in centimetres get none.
LARGE = 500.0
LIKELY_WIDTHS = 5.0, 400.0
# A mesh of which no point is so near to the origin [m] is moved to it: farther away single precision, in which it is drawn, has
# gaps of more than .1 mm. Smaller: coordinates of large worlds change without need; larger: pictures flicker.
AWAY = 1000.0
WHOLE = 1000.0  # [m] it is moved by multiples of this, so that its coordinates are still recognised
UNITS = ((0.01, "centimetres"), (0.0254, "inches"), (0.001, "millimetres"), (10.0, "tens of metres"), (1000.0, "kilometres"))


class Axis(NamedTuple):
    """The up axis of a file, "y-up" or "z-up", and a remark on it for the user, or ""."""

    name: str
    remark: str = ""


def likely_axis(model: Model, kind: Format) -> Axis:
    """Return the format's axis, unless the mesh is flat along the other, with more floor that faces along it.

    Some programs store rooms against the standard of their format, but a sheet without any depth is the wall that it says.
    """
    usual, other = kind.axis, AXES[1 - AXES.index(kind.axis)]
    x, y, z = np.ptp(model.vertices, axis=0).tolist()
    along, across = (z, y) if other == "z-up" else (y, z)
    flat, clearly = (FLAT, CLEARLY) if len(model.triangles) >= FEW else (FLAT_OF_FEW, CLEARLY_OF_FEW)
    if max(x, y) <= 0.0 or along >= flat * min(x, across):
        return Axis(usual)
    floors = {axis: floor_area(model.upright(axis)) for axis in AXES}
    evidence = f"{floors[other]:.4g} of floor against {floors[usual]:.4g} with {usual}"
    if floors[other] > clearly * floors[usual] and not kind.is_guessed and along == 0.0:
        return Axis(usual, f"{usual} by its format, though floors face along the other one ({evidence}); --axis {other} turns it")
    if floors[other] > clearly * floors[usual]:
        return Axis(other, f"taken as {other}, as its floors face along it ({evidence}); --axis {usual} turns it back")
    if floors[other] * CLOSE > floors[usual]:
        return Axis(usual, f"taken as {usual}, though it is flat along the other axis ({evidence}); --axis {other} turns it")
    return Axis(usual)


def floor_area(model: Model) -> float:
    """Return the total area of the triangles that face up within some 18 degrees, in square units of the model."""
    normals = triangle_normals(model.vertices[model.triangles])
    lengths = np.linalg.norm(normals, axis=1)
    return float(lengths[normals[:, 2] > 0.95 * lengths].sum() / 2)


def size_remarks(model: Model, axis: str, scale: float, is_scale_given: bool) -> list[str]:
    """Return remarks on the size of a model in metres. An unlikely one gets a likely unit, unless the user gave the scale."""
    solid = sorted_triangles(model).solid
    size = np.ptp(model.vertices[np.unique(model.triangles[solid if solid.any() else slice(None)])], axis=0)
    remarks = [f"{size[0]:.4g} x {size[1]:.4g} x {size[2]:.4g} m, {axis}, {scale:.4g} {A_UNIT}"]
    width = float(size[:2].max())
    if width >= LARGE and not is_scale_given:
        remarks.append(f"{'very ' if width > WIDEST else ''}large{likely_unit(width, scale, below=1.0)}")
    elif 0.0 < width < NARROWEST and not is_scale_given:
        remarks.append(f"very small{likely_unit(width, scale, above=1.0)}")
    return remarks


def shift_to_origin(vertices: np.ndarray) -> np.ndarray:
    """Return the offset (3,) [m], multiples of WHOLE, that moves far vertices near to the origin, as of geographic scans."""
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    if max(low.max(), (-high).max()) <= AWAY:
        return np.zeros(3)
    return np.round((low + high) / -2.0 / WHOLE) * WHOLE + 0.0


def likely_unit(width: float, scale: float, below: float = np.inf, above: float = 0.0) -> str:
    """Return a hint such as "; if it is in centimetres, use --scale 0.01", with all likely units.

    width: of the model [m] now; below, above: limits of the factor between the proposed and the current scale
    """
    likely = [
        f"; if it is in {name}, use --scale {factor * scale:g}"
        for factor, name in UNITS
        if above < factor < below and LIKELY_WIDTHS[0] <= factor * width <= LIKELY_WIDTHS[1]
    ]
    return "".join(likely) or "; --scale changes its size"
