"""glTF 2.0, the geometry only: textures, skins and animations are ignored, so a missing one is no error.

The package panda3d-gltf is not used, because its version 1.3.0 has these faults:
- It raises on a missing picture, on whole-number positions (KHR_mesh_quantization), on unindexed positions that start inside a
  view, and on a space in a buffer's name.
- Without a warning it ignores sparse changes, reads embedded buffers of unusual type as zeros, and shows nothing of a file
  without a scene.
- It takes 2.3 s for 200 000 triangles; this module takes 0.2 s.
A repair of the file before that package reads it needs decoded positions, which is most of this module. Panda3D's own loader by
assimp ends the process on a broken file.
Source: the glTF 2.0 specification, chapter 3.7 (meshes).
"""

from collections import deque
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from game.errors import InputError, brief
from game.level.limits import MOST_NODES, MOST_TRIANGLES, MOST_VERTICES, file_bytes, require
from game.level.mesh_file.gltf_document import GltfDocument, listed, numbers_in, table_in, whole, wholes
from game.level.mesh_file.model import Model, joined, rounded, unfanned, unstripped

COMPRESSED = {
    "KHR_draco_mesh_compression": "Draco",
    "EXT_meshopt_compression": "meshopt",
    "KHR_meshopt_compression": "meshopt",
}
TRIANGLES, STRIP, FAN = 4, 5, 6


def read_gltf(path: Path) -> Model:
    """Read the triangles of a .glb or .gltf file, y up as stored. Raises InputError if it is broken or compressed."""
    try:
        file = GltfDocument(file_bytes(path), path.parent)
        refuse_compressed(file.listed("extensionsRequired"), path)
        return joined(list(Scene(file).pieces()))
    except InputError:
        raise
    except OSError as problem:
        raise InputError(f"{path}: {problem.strerror or problem}: {Path(problem.filename or path).name}") from None
    except (ValueError, OverflowError, RecursionError) as problem:
        raise InputError(f"{path}: is a broken or truncated glTF file: {brief(problem)}") from None


def refuse_compressed(needed: list, path: Path) -> None:
    for extension, name in COMPRESSED.items():
        if extension in needed:
            raise InputError(f"{path}: is compressed with {name} ({extension}); save it without mesh compression")


class Scene:
    """The scene of a document: its nodes and meshes, and a count of their triangles and vertices."""

    def __init__(self, file: GltfDocument):
        self.file, self.triangle_count, self.vertex_count = file, 0, 0
        self.meshes: dict[int, list[tuple[np.ndarray, np.ndarray, tuple | None]]] = {}

    def pieces(self) -> Iterator[tuple[np.ndarray, np.ndarray, tuple | None]]:
        """(vertices, triangles, colour) of every primitive, in the frame of the scene."""
        for number, matrix in self.placed_meshes():
            inside_out = np.linalg.det(matrix[:3, :3]) < 0.0
            for vertices, triangles, colour in self.mesh(number):
                self.triangle_count += len(triangles)
                self.vertex_count += len(vertices)
                require(self.triangle_count, MOST_TRIANGLES, "triangles in all its nodes")
                require(self.vertex_count, MOST_VERTICES, "vertices in all its nodes")
                placed = vertices @ matrix[:3, :3].T + matrix[:3, 3]
                yield placed, triangles[:, ::-1] if inside_out else triangles, colour

    def mesh(self, number: int) -> list[tuple[np.ndarray, np.ndarray, tuple | None]]:
        """(vertices, triangles, colour) of every primitive of a mesh in its own frame; read once for all nodes that show it."""
        if number not in self.meshes:
            mesh, where = self.file.item("meshes", number)
            primitives = listed(mesh, "primitives", where)
            if not all(isinstance(primitive, dict) for primitive in primitives):
                raise ValueError(f"primitives of {where} must be tables {{ }}")
            read = [self.primitive(primitive, f"a primitive of {where}") for primitive in primitives]
            self.meshes[number] = [piece for piece in read if len(piece[1])]
        return self.meshes[number]

    def primitive(self, primitive: dict, where: str) -> tuple[np.ndarray, np.ndarray, tuple | None]:
        attributes = table_in(primitive, "attributes", where)
        triangles = self.triangles(primitive, attributes, where)
        if len(triangles) == 0:
            return np.zeros((0, 3)), triangles, None
        vertices = self.file.numbers(whole(attributes, "POSITION", where), "VEC3")
        return vertices, triangles, self.colour(primitive, attributes, where)

    def placed_meshes(self) -> Iterator[tuple[int, np.ndarray]]:
        """(mesh, 4x4 matrix acting on columns) of every node of the scene; every mesh once when the file has no scene."""
        if not self.file.listed("scenes"):
            yield from ((mesh, np.eye(4)) for mesh in range(len(self.file.listed("meshes"))))
            return
        scene, where = self.file.item("scenes", whole(self.file.document, "scene", "the file", 0))
        require(len(self.file.listed("nodes")), MOST_NODES, "nodes")
        waiting, seen = deque((number, np.eye(4)) for number in wholes(scene, "nodes", where)), set()
        while waiting:
            number, parent = waiting.popleft()
            node, where = self.file.item("nodes", number)
            if number in seen:  # by the standard nodes are trees; each is shown once, so none can multiply
                raise ValueError(f"{where} is shown more than once: a node has one parent, and is not its own child")
            seen.add(number)
            matrix = parent @ node_matrix(node, where)
            waiting += [(child, matrix) for child in wholes(node, "children", where)]
            if "mesh" in node:
                yield whole(node, "mesh", where), matrix

    def triangles(self, primitive: dict, attributes: dict, where: str) -> np.ndarray:
        """(t, 3) corner numbers of a primitive; none for lines and points."""
        mode = whole(primitive, "mode", where, TRIANGLES)
        if mode not in (TRIANGLES, STRIP, FAN):
            return np.zeros((0, 3), np.int64)
        count = self.file.count(whole(attributes, "POSITION", where))
        corners = np.arange(count)
        if "indices" in primitive:
            number = whole(primitive, "indices", where)
            rows = self.file.numbers(number, "SCALAR")[:, 0]
            if rows.dtype.kind == "f":
                raise ValueError(f"accessors[{number}] names corners, and must hold whole numbers")
            corners = rows.astype(np.int64)
        if len(corners) and not 0 <= corners.min() <= corners.max() < count:
            raise ValueError(f"{where} names corners {corners.min()} to {corners.max()}, there are {count} vertices")
        if len(corners) < 3:
            return np.zeros((0, 3), np.int64)
        require(len(corners) // (3 if mode == TRIANGLES else 1), MOST_TRIANGLES, "triangles")
        return {TRIANGLES: untied, STRIP: unstripped, FAN: unfanned}[mode](corners)

    def colour(self, primitive: dict, attributes: dict, where: str) -> tuple[float, float, float] | None:
        """The material's colour times the mean of the vertices'; None when there is neither."""
        material: dict = {}
        named = ""
        if "material" in primitive:
            material, named = self.file.item("materials", whole(primitive, "material", where))
        surface = table_in(material, "pbrMetallicRoughness", named)
        if "baseColorFactor" not in surface and "COLOR_0" not in attributes:
            return None
        base = numbers_in(surface, "baseColorFactor", named, (1.0, 1.0, 1.0, 1.0))[:3]
        if "COLOR_0" in attributes:
            found = self.file.numbers(whole(attributes, "COLOR_0", where), "VEC3", "VEC4")
            base = base * found[:, :3].mean(axis=0) if len(found) else base
        return rounded(base)


def untied(corners: np.ndarray) -> np.ndarray:
    return corners[: len(corners) // 3 * 3].reshape(-1, 3)


def node_matrix(node: dict, where: str) -> np.ndarray:
    """The node's transform, from its matrix or from translation, rotation (x, y, z, w) and scale."""
    if "matrix" in node:
        return numbers_in(node, "matrix", where, (0.0,) * 16).reshape(4, 4).T
    x, y, z, w = numbers_in(node, "rotation", where, (0.0, 0.0, 0.0, 1.0))
    rotation = np.array([
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ])
    matrix = np.eye(4)
    matrix[:3, :3] = rotation * numbers_in(node, "scale", where, (1.0, 1.0, 1.0))
    matrix[:3, 3] = numbers_in(node, "translation", where, (0.0, 0.0, 0.0))
    return matrix
