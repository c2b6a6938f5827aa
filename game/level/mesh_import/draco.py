"""Decode primitives that are compressed with Draco. The package DracoPy, if installed, decodes them in a child process.

One child decodes all blocks of a file, because each child takes a fifth of a second to start.
"""

import tempfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np

from ...core.input_errors import InputError
from ..contents.limits import MOST_TRIANGLES, MOST_VERTICES, require
from .gltf_document import GltfDocument, extension_of, listed, whole
from .sandboxed_panda_loader import DRACO, run_child

NAME = "KHR_draco_mesh_compression"


class DracoBlock:
    """A decoded primitive: triangles (t, 3), and attributes (v, width) by their Draco numbers.

    Raises ValueError if `triangles` is not an array of whole numbers with two dimensions.
    """

    def __init__(self, triangles: np.ndarray, attributes: dict[int, np.ndarray]):
        if triangles.dtype.kind not in "iu" or triangles.ndim != 2:
            raise ValueError("a Draco block has no triangles")
        self.triangles, self.attributes = triangles.astype(np.int64), attributes


def draco_blocks(file: GltfDocument, path: Path) -> dict[int, DracoBlock]:
    """Return the decoded blocks of a document as {index of the buffer view: DracoBlock}.

    path: path of the file, for messages
    The result is empty if the file does not require the extension, because such a file has the same data uncompressed.
    Raises InputError if the decoder is missing or fails, or ValueError if the document is broken.
    """
    if NAME not in file.listed("extensionsRequired"):
        return {}
    views = sorted(set(compressed_views(file)))
    if not views:
        return {}
    if find_spec("DracoPy") is None:
        raise InputError(
            f"{path}: is compressed with Draco ({NAME}); install its decoder by pip install DracoPy, "
            "or save the file without mesh compression"
        )
    data = [file.slice_of(*file.item("bufferViews", view)) for view in views]
    with tempfile.TemporaryDirectory(prefix="glissade-") as folder:
        blocks, out = Path(folder) / "blocks", Path(folder) / "arrays"
        with blocks.open("wb") as stream:
            for numbers in (np.array([len(data)]), *(np.frombuffer(block, np.uint8) for block in data)):
                np.save(stream, numbers, allow_pickle=False)
        reason = run_child(DRACO, blocks, out)
        if reason:
            raise InputError(f"{path}: cannot be decoded with Draco: {reason}")
        return dict(zip(views, read_blocks(out, len(views))))


def compressed_views(file: GltfDocument) -> list[int]:
    """Return the index of the buffer view of each compressed primitive. An index may be repeated."""
    views = []
    for number in range(len(file.listed("meshes"))):
        mesh, where = file.item("meshes", number)
        for primitive in listed(mesh, "primitives", where):
            packed = extension_of(primitive, NAME, where) if isinstance(primitive, dict) else {}
            if packed:
                views.append(whole(packed, "bufferView", where))
    return views


def read_blocks(out: Path, count: int) -> list[DracoBlock]:
    """Return the `count` blocks in the file `out`, the output of the child process.

    Raises ValueError if they are not valid, or EOFError if the file ends early.
    """
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
