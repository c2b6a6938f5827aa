"""Libraries in a child process with limits on memory and time: Panda3D's loaders, and the decoder of Draco."""

import os
import signal
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from ...core.input_errors import InputError, cut
from ...core.safe_files import as_utf8, encoding_of, file_bytes, require_regular
from ..contents.limits import CHILD_BYTES, CHILD_CLOCK, CHILD_SECONDS, MOST_TRIANGLES, MOST_VERTICES, require
from ..contents.mesh_pictures_and_colours import SurfaceFinish, linear_colour
from . import native_worker
from .gltf_document import GltfDocument, extension_of, listed, whole
from .model import Model, Paint, display_colour, emitting, lit_colours, rounded

REMEDY = "open it in Blender and save it as glTF (.glb)"


LIBRARIES = {"panda": "Panda3D's reader", "draco": "the Draco decoder"}  # the names in messages, by the words for the child


def run_child(library: str, path: Path, out: Path) -> str:
    """Read a file with a library in a child process, which writes the arrays of native_worker.py to the file `out`.

    path: for "draco" a file as `draco_arrays` reads it. Returns the reason of a failure in one line, or "" after success.
    """
    limits = str(CHILD_BYTES), str(CHILD_SECONDS)
    command = [sys.executable, "-P", native_worker.__file__, library, str(path), str(out), *limits]
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # each takes memory for its stack
    no_window = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open a console
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=CHILD_CLOCK,
            env=one_thread,
            creationflags=no_window,
        )
    except subprocess.TimeoutExpired:
        return f"it takes more than {CHILD_CLOCK:.0f} s; {REMEDY}"
    if done.returncode == 0:
        return ""
    if done.returncode == 1 and done.stdout:
        return " ".join(cut(word) for word in done.stdout.decode("utf-8", "replace").split())
    if -done.returncode in (getattr(signal, "SIGXCPU", None), getattr(signal, "SIGKILL", None)):
        return f"it takes {LIBRARIES[library]} more than {CHILD_SECONDS} s; {REMEDY}"
    return f"it ends {LIBRARIES[library]}, or needs more than {CHILD_BYTES >> 20} MB; {REMEDY}"


def read_with_panda(path: Path) -> Model:
    """Read a file, or a model of Panda3D itself, in its own frame. Raises InputError if Panda3D cannot read it."""
    if path.exists():
        require_regular(path)
        if path.stat().st_size == 0:
            raise InputError(f"{path}: is an empty file")
    with tempfile.TemporaryDirectory(prefix="glissade-") as folder:
        out = Path(folder) / "arrays"
        reason = run_child("panda", plain_egg(path, Path(folder) / path.name), out)
        if reason:
            raise InputError(f"{path}: cannot be read as a mesh: {reason}")
        try:
            return model_of(out)
        except (OSError, ValueError, EOFError):
            raise InputError(f"{path}: cannot be read as a mesh: Panda3D's reader returned nothing; {REMEDY}") from None


def plain_egg(path: Path, copy: Path) -> Path:
    """Return the path of an egg file in UTF-8 without a mark, written to `copy` if it is another text, or of another file."""
    if path.suffix.lower() == ".egg" and path.exists():
        with path.open("rb") as stream:
            is_plain = encoding_of(stream.read(4)) == ("utf-8", 0)
        if not is_plain:
            copy.write_bytes(as_utf8(file_bytes(path)))
            return copy
    return path


def model_of(out: Path) -> Model:
    """Return the Model of the arrays that the child process has written. Pieces of the same colour share a Paint."""
    with out.open("rb") as stream:
        vertices, triangles, pieces, found, coloured, emissions = (np.load(stream, allow_pickle=False) for _ in range(6))
    named = [paint_of(colour if is_known else None, light) for colour, is_known, light in zip(found, coloured, emissions)]
    paints = list(dict.fromkeys(named))
    numbers = np.array([paints.index(paint) for paint in named], np.int64)
    return Model(vertices, triangles, numbers[pieces], tuple(paints))


def paint_of(colour: np.ndarray | None, emission: np.ndarray) -> Paint:
    """Return the Paint of displayed colours (3,), of a surface and of the light that it emits."""
    if emission.max() <= 0.0:
        return Paint(None if colour is None else rounded(colour))
    light = emitting(None if colour is None else linear_colour(colour), None, linear_colour(emission), False)
    lit = lit_colours(light.base, light.emission, None)
    return Paint(rounded(display_colour(lit)), finish=SurfaceFinish(glow=light.glow))


# Draco: one child decodes all blocks of a file with the package DracoPy, because each child takes a fifth of a second to start

DRACO_EXTENSION = "KHR_draco_mesh_compression"


class DracoBlock:
    """A decoded primitive: triangles (t, 3), and attributes (v, width) by their Draco numbers."""

    def __init__(self, triangles: np.ndarray, attributes: dict[int, np.ndarray]):
        if triangles.dtype.kind not in "iu" or triangles.ndim != 2:
            raise ValueError("a Draco block has no triangles")
        self.triangles, self.attributes = triangles.astype(np.int64), attributes


def draco_blocks(file: GltfDocument, path: Path) -> dict[int, DracoBlock]:
    """Return the decoded blocks by buffer view, {} if the file does not require Draco. Raises InputError, ValueError."""
    if DRACO_EXTENSION not in file.listed("extensionsRequired"):
        return {}
    views = sorted(set(compressed_views(file)))
    if not views:
        return {}
    if find_spec("DracoPy") is None:
        raise InputError(
            f"{path}: is compressed with Draco ({DRACO_EXTENSION}); install its decoder by pip install DracoPy, "
            "or save the file without mesh compression"
        )
    data = [file.slice_of(*file.item("bufferViews", view)) for view in views]
    with tempfile.TemporaryDirectory(prefix="glissade-") as folder:
        blocks, out = Path(folder) / "blocks", Path(folder) / "arrays"
        with blocks.open("wb") as stream:
            for numbers in (np.array([len(data)]), *(np.frombuffer(block, np.uint8) for block in data)):
                np.save(stream, numbers, allow_pickle=False)
        reason = run_child("draco", blocks, out)
        if reason:
            raise InputError(f"{path}: cannot be decoded with Draco: {reason}")
        return dict(zip(views, read_blocks(out, len(views))))


def compressed_views(file: GltfDocument) -> list[int]:
    """Return the index of the buffer view of each compressed primitive. An index may be repeated."""
    views = []
    for number in range(len(file.listed("meshes"))):
        mesh, where = file.item("meshes", number)
        for primitive in listed(mesh, "primitives", where):
            packed = extension_of(primitive, DRACO_EXTENSION, where) if isinstance(primitive, dict) else {}
            if packed:
                views.append(whole(packed, "bufferView", where))
    return views


def read_blocks(out: Path, count: int) -> list[DracoBlock]:
    """Return the blocks in the output of the child process. Raises ValueError, or EOFError if it ends early."""
    blocks, triangle_count, vertex_count = [], 0, 0
    with out.open("rb") as stream:
        for _ in range(count):
            triangles, numbers = np.load(stream, allow_pickle=False), np.load(stream, allow_pickle=False)
            attributes = {int(number): np.load(stream, allow_pickle=False) for number in numbers}
            triangle_count += len(triangles)
            vertex_count += max((len(values) for values in attributes.values()), default=0)
            require(triangle_count, MOST_TRIANGLES, "triangles")
            require(vertex_count, MOST_VERTICES, "vertices")
            blocks.append(DracoBlock(triangles, attributes))
    return blocks
