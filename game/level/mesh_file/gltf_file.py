"""glTF 2.0, the geometry only: textures, skins and animations are not looked at, so a missing one cannot spoil a level.

Read here and not by panda3d-gltf, of which 1.3.0 raises on a missing picture, on whole-number positions (KHR_mesh_quantization),
on unindexed positions that start inside a view and on a space in a buffer's name; and without a word leaves out sparse changes,
puts zeros for embedded buffers of unusual type and shows nothing of a file without a scene. To mend that before it reads the file
means decoding the positions, which is most of this module. It takes 2.3 s for 200 000 triangles, this module 0.2 s. Panda3D's own
loader by assimp ends the process on a broken file.
Source: the glTF 2.0 specification, chapters 3.6 (buffers, accessors) and 3.7 (meshes).
"""

import base64
import json
import struct
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import numpy as np

from game.errors import InputError
from game.level.mesh_file.model import Model, joined, rounded, unfanned, unstripped

KINDS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
COMPRESSED = {
    "KHR_draco_mesh_compression": "Draco",
    "EXT_meshopt_compression": "meshopt",
    "KHR_meshopt_compression": "meshopt",
}
TRIANGLES, STRIP, FAN = 4, 5, 6


def read_gltf(path: Path) -> Model:
    """The triangles of a .glb or .gltf file, y up as stored. InputError when it is broken or compressed."""
    try:
        document, binary = parsed(path.read_bytes())
        refuse_compressed(document, path)
        file = GltfFile(document, binary, path.parent)
        return joined(list(file.pieces()))
    except InputError:
        raise
    except OSError as problem:
        raise InputError(f"{path}: {problem.strerror or problem}: {Path(problem.filename or path).name}") from None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, struct.error, RecursionError) as problem:
        raise InputError(f"{path}: is a broken or truncated glTF file ({type(problem).__name__}: {problem})") from None


def parsed(data: bytes) -> tuple[dict, bytes]:
    """The JSON document and the binary chunk of a .glb, or the document alone."""
    if data[:4] != b"glTF":
        return json.loads(data.decode("utf-8")), b""
    _, version, length = struct.unpack("<III", data[:12])
    if version != 2:
        raise ValueError(f"version {version}, only 2 is known")
    if len(data) < length:
        raise ValueError(f"{len(data)} bytes of {length}")
    chunks, at = {}, 12
    while at + 8 <= length:
        size, kind = struct.unpack("<I4s", data[at : at + 8])
        chunks.setdefault(kind, data[at + 8 : at + 8 + size])
        at += 8 + size
    return json.loads(chunks[b"JSON"].decode("utf-8")), chunks.get(b"BIN\0", b"")


def refuse_compressed(document: dict, path: Path) -> None:
    needed = document.get("extensionsRequired", [])
    for extension, name in COMPRESSED.items():
        if extension in needed:
            raise InputError(f"{path}: is compressed with {name} ({extension}); save it without mesh compression")


class GltfFile:
    """A parsed file and the buffers it names."""

    def __init__(self, document: dict, binary: bytes, folder: Path):
        self.document = document
        self.buffers = [self.buffer_bytes(buffer, binary, folder) for buffer in document.get("buffers", [])]

    @staticmethod
    def buffer_bytes(buffer: dict, binary: bytes, folder: Path) -> bytes:
        uri = buffer.get("uri")
        if uri is None:
            return binary
        if uri.startswith("data:"):
            return base64.b64decode(uri.split(",", 1)[1])
        return (folder / unquote(uri)).read_bytes()

    def pieces(self) -> Iterator[tuple[np.ndarray, np.ndarray, tuple | None]]:
        """(vertices, triangles, colour) of every primitive, in the frame of the scene."""
        for mesh, matrix in self.placed_meshes():
            for primitive in self.document["meshes"][mesh]["primitives"]:
                triangles = self.triangles(primitive)
                if len(triangles):
                    vertices = self.numbers(primitive["attributes"]["POSITION"]) @ matrix[:3, :3].T + matrix[:3, 3]
                    inside_out = np.linalg.det(matrix[:3, :3]) < 0.0
                    yield vertices, triangles[:, ::-1] if inside_out else triangles, self.colour(primitive)

    def placed_meshes(self) -> Iterator[tuple[int, np.ndarray]]:
        """(mesh, 4x4 matrix acting on columns) of every node of the scene; every mesh once when the file has no scene."""
        nodes, scenes = self.document.get("nodes", []), self.document.get("scenes", [])
        if not scenes:
            yield from ((mesh, np.eye(4)) for mesh in range(len(self.document.get("meshes", []))))
            return
        waiting = [(root, np.eye(4)) for root in scenes[self.document.get("scene", 0)].get("nodes", [])]
        for _ in range(len(nodes) + 1):
            waiting, here = [], waiting
            for number, parent in here:
                matrix = parent @ node_matrix(nodes[number])
                waiting += [(child, matrix) for child in nodes[number].get("children", [])]
                if "mesh" in nodes[number]:
                    yield nodes[number]["mesh"], matrix
        if waiting:
            raise ValueError("nodes that are their own children")

    def triangles(self, primitive: dict) -> np.ndarray:
        """(t, 3) corner numbers of a primitive; none for lines and points."""
        mode, count = primitive.get("mode", TRIANGLES), self.document["accessors"][primitive["attributes"]["POSITION"]]["count"]
        named = "indices" in primitive
        corners = self.numbers(primitive["indices"])[:, 0].astype(np.int64) if named else np.arange(count)
        if len(corners) and corners.max() >= count:
            raise ValueError(f"corner {corners.max()} of {count} vertices")
        if mode not in (TRIANGLES, STRIP, FAN) or len(corners) < 3:
            return np.zeros((0, 3), np.int64)
        return {TRIANGLES: untied, STRIP: unstripped, FAN: unfanned}[mode](corners)

    def numbers(self, number: int) -> np.ndarray:
        """(count, width) numbers of an accessor, sparse changes made, whole-number kinds made -1..1 or 0..1 where asked."""
        accessor = self.document["accessors"][number]
        width, kind = WIDTHS[accessor["type"]], np.dtype(KINDS[accessor["componentType"]])
        values = np.zeros((accessor["count"], width), kind)
        if "bufferView" in accessor:
            values = self.rows(accessor["bufferView"], accessor.get("byteOffset", 0), kind, accessor["count"], width).copy()
        if "sparse" in accessor:
            self.change_sparse(values, accessor["sparse"], kind, width)
        wide = values.astype(np.float64) if width > 1 else values
        return np.maximum(wide / np.iinfo(kind).max, -1.0) if accessor.get("normalized") else wide

    def change_sparse(self, values: np.ndarray, sparse: dict, kind: np.dtype, width: int) -> None:
        where, new, count = sparse["indices"], sparse["values"], sparse["count"]
        rows = self.rows(where["bufferView"], where.get("byteOffset", 0), np.dtype(KINDS[where["componentType"]]), count, 1)
        values[rows[:, 0]] = self.rows(new["bufferView"], new.get("byteOffset", 0), kind, count, width)

    def rows(self, view: int, offset: int, kind: np.dtype, count: int, width: int) -> np.ndarray:
        """(count, width) numbers straight out of a buffer."""
        view = self.document["bufferViews"][view]
        stride = view.get("byteStride", width * kind.itemsize)
        data = self.buffers[view["buffer"]]
        start = view.get("byteOffset", 0) + offset
        row = np.dtype({"names": ["n"], "formats": [(kind, (width,))], "offsets": [0], "itemsize": stride})
        if start + (count - 1) * stride + width * kind.itemsize > len(data):
            raise ValueError(f"a buffer of {len(data)} bytes ends before its numbers do")
        padded = data + bytes(stride) if start + count * stride > len(data) else data
        return np.frombuffer(padded, row, count, start)["n"]

    def colour(self, primitive: dict) -> tuple[float, float, float] | None:
        """The material's colour times the mean of the vertices'; None when there is neither."""
        material = self.document.get("materials", [])[primitive["material"]] if "material" in primitive else {}
        surface = material.get("pbrMetallicRoughness", {})
        named = "COLOR_0" in primitive["attributes"]
        if "baseColorFactor" not in surface and not named:
            return None
        base = np.array(surface.get("baseColorFactor", (1.0, 1.0, 1.0, 1.0))[:3])
        return rounded(base * (self.numbers(primitive["attributes"]["COLOR_0"])[:, :3].mean(axis=0) if named else 1.0))


def untied(corners: np.ndarray) -> np.ndarray:
    return corners[: len(corners) // 3 * 3].reshape(-1, 3)


def node_matrix(node: dict) -> np.ndarray:
    """The node's transform, from its matrix or from translation, rotation (x, y, z, w) and scale."""
    if "matrix" in node:
        return np.array(node["matrix"], dtype=np.float64).reshape(4, 4).T
    x, y, z, w = node.get("rotation", (0.0, 0.0, 0.0, 1.0))
    rotation = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])
    matrix = np.eye(4)
    matrix[:3, :3] = rotation * np.array(node.get("scale", (1.0, 1.0, 1.0)))
    matrix[:3, 3] = node.get("translation", (0.0, 0.0, 0.0))
    return matrix
