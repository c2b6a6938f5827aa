"""The meshes of a glTF file: triangles, positions with morph targets applied, joints and colours of each primitive.

Functions raise ValueError that names the fault. Source: glTF 2.0, chapter 3.7.2, and KHR_draco_mesh_compression.
"""

from dataclasses import dataclass

import numpy as np

from ..contents.level import PALETTE
from ..contents.limits import MOST_TRIANGLES, MOST_VERTICES, require
from ..contents.mesh_pictures_and_colours import MeshLook, SurfaceFinish
from ..contents.polygon_triangulation import unfanned, unstripped
from .gltf_document import GltfDocument, Table, extension_of, listed, numbers_at, table_in, whole
from .gltf_materials import GltfMaterial, MaterialReader
from .model import Paint, display_colour, lit_colours, rounded
from .sandboxed_loaders import DRACO_EXTENSION, DracoBlock

TRIANGLES, STRIP, FAN = 4, 5, 6


@dataclass(frozen=True)
class Primitive:
    vertices: np.ndarray  # (v, 3)
    triangles: np.ndarray  # (t, 3)
    paint: Paint
    joints: np.ndarray | None = None  # (v, n) numbers of joints, None without a skin
    weights: np.ndarray | None = None  # (v, n)
    look: MeshLook | None = None


class MeshReader:
    """A reader of the meshes of a document. Nodes that show one mesh with the same morph weights share the result."""

    def __init__(self, file: GltfDocument, blocks: dict[int, DracoBlock]):
        self.file, self.blocks = file, blocks
        self.materials = MaterialReader(file)
        self.meshes: dict[tuple[int, tuple[float, ...]], list[Primitive]] = {}

    def mesh(self, number: int, node: Table, where: str) -> list[Primitive]:
        """Return the primitives with triangles of a mesh, morphed by the weights of the node that shows it, or else its own."""
        mesh, named = self.file.item("meshes", number)
        weights = weights_of(node, where) or weights_of(mesh, named)
        key = number, weights
        if key not in self.meshes:
            primitives = listed(mesh, "primitives", named)
            if not all(isinstance(primitive, dict) for primitive in primitives):
                raise ValueError(f"primitives of {named} must be tables {{ }}")
            read = [self.primitive(primitive, weights, f"a primitive of {named}") for primitive in primitives]
            self.meshes[key] = [piece for piece in read if len(piece.triangles)]
        return self.meshes[key]

    def primitive(self, primitive: Table, weights: tuple[float, ...], where: str) -> Primitive:
        """Return the Primitive of a table. Without triangles it is empty: no vertices and a Paint without a colour."""
        attributes = Attributes(self.file, primitive, self.blocks, where)
        triangles = self.triangles(primitive, attributes, where)
        if len(triangles) == 0:
            return Primitive(np.zeros((0, 3)), triangles, Paint())
        vertices = attributes.numbers("POSITION", "VEC3")
        if any(weights):
            vertices = vertices + self.morph(primitive, weights, len(vertices), where)
        joints, shares = attributes.all_of("JOINTS"), attributes.all_of("WEIGHTS")
        if joints is not None and (shares is None or joints.shape != shares.shape or len(joints) != len(vertices)):
            raise ValueError(f"{where} has joints without as many weights")
        numbered = "material" in primitive
        material = self.materials.material(whole(primitive, "material", where)) if numbered else GltfMaterial()
        paint, look = self.look(triangles, material, attributes)
        return Primitive(vertices, triangles, paint, joints, shares, look)

    def morph(self, primitive: Table, weights: tuple[float, ...], count: int, where: str) -> np.ndarray:
        """Return the changes (count, 3) of the positions by the weighted morph targets of a primitive."""
        changes = np.zeros((count, 3))
        for target, weight in zip(listed(primitive, "targets", where), weights):
            if not isinstance(target, dict):
                raise ValueError(f"targets of {where} must be tables {{ }}")
            if weight and "POSITION" in target:
                change = self.file.numbers(whole(target, "POSITION", where), "VEC3")
                if len(change) != count:
                    raise ValueError(f"{where} has {count} vertices, and a morph target for {len(change)}")
                changes += weight * change
        return changes

    def triangles(self, primitive: Table, attributes: "Attributes", where: str) -> np.ndarray:
        """Return the vertex indices (t, 3) of a primitive, or an empty array for lines and points."""
        mode = whole(primitive, "mode", where, TRIANGLES)
        if mode not in (TRIANGLES, STRIP, FAN):
            return np.zeros((0, 3), np.int64)
        count = attributes.count("POSITION")
        corners = np.arange(count)
        if attributes.block:
            mode, corners = TRIANGLES, attributes.block.triangles.ravel()
        elif "indices" in primitive:
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
        if mode == TRIANGLES:  # one or two corners at the end are dropped
            return corners[: len(corners) // 3 * 3].reshape(-1, 3)
        return unstripped(corners) if mode == STRIP else unfanned(corners)

    def look(self, triangles: np.ndarray, material: GltfMaterial, attributes: "Attributes") -> tuple[Paint, MeshLook | None]:
        """Return the look of triangles (t, 3), None without colours and picture. Vertex colours multiply the base colour."""
        finish, colours = material.finish, None
        coordinates = np.zeros((len(triangles), 3, 2), np.float32)
        if finish and finish.picture:
            name = f"TEXCOORD_{material.texcoord}"
            if name in attributes.table:
                found = attributes.numbers(name, "VEC2") @ material.transform[:, :2].T + material.transform[:, 2]
                coordinates = (found * (1.0, -1.0) + (0.0, 1.0)).astype(np.float32)[triangles]
            else:
                finish = finish._replace(picture=None)
        if "COLOR_0" in attributes.table:
            found = attributes.numbers("COLOR_0", "VEC3", "VEC4")[:, :3]
            colours = found if len(found) else None
            has_pattern = material.pattern or material.name in PALETTE
            finish = finish or (None if has_pattern else SurfaceFinish())
        if material.factor is None and colours is None and finish is None:
            return Paint(None, material.name, material.pattern), None
        if material.emission is not None:
            tints = lit_colours(material.factor, material.emission, colours)
        else:
            factor = np.ones(3) if material.factor is None else material.factor
            tints = factor if colours is None else colours * factor
        has_colour = material.factor is not None or material.emission is not None or colours is not None
        colour = rounded(display_colour(tints.reshape(-1, 3).mean(axis=0))) if has_colour else None
        tints = np.broadcast_to(tints, (len(triangles), 3, 3)) if colours is None else tints[triangles]
        return Paint(colour, material.name, material.pattern, finish), MeshLook(coordinates, tints.astype(np.float32))


class Attributes:
    """The attributes of a primitive, read from accessors or from a decoded Draco block."""

    def __init__(self, file: GltfDocument, primitive: Table, blocks: dict[int, DracoBlock], where: str):
        self.file, self.where, self.table = file, where, table_in(primitive, "attributes", where)
        packed = extension_of(primitive, DRACO_EXTENSION, where)
        self.block = blocks.get(whole(packed, "bufferView", where)) if packed else None
        self.packed = table_in(packed, "attributes", where)

    def count(self, name: str) -> int:
        values = self._of_block(name)
        return self.file.count(whole(self.table, name, self.where)) if values is None else len(values)

    def numbers(self, name: str, *types: str) -> np.ndarray:
        """Return the values (v, width) of an attribute of one of the types, such as "VEC3"."""
        number = whole(self.table, name, self.where)
        values = self._of_block(name)
        if values is None:
            return self.file.numbers(number, *types)
        if values.ndim != 2 or f"VEC{values.shape[1]}" not in types:
            raise ValueError(f"{name} of {self.where} has the wrong number of parts")
        accessor, _ = self.file.item("accessors", number)
        if values.dtype.kind != "f" and accessor.get("normalized") is True:
            return np.maximum(values / np.iinfo(values.dtype).max, -1.0)
        return values.astype(np.float64)

    def all_of(self, name: str) -> np.ndarray | None:
        """Return the values (v, 4 n) of the attributes NAME_0, NAME_1, ... side by side, or None if there are none."""
        found: list[np.ndarray] = []
        while f"{name}_{len(found)}" in self.table:
            found.append(self.numbers(f"{name}_{len(found)}", "VEC4"))
            require(len(found) * len(found[0]), MOST_VERTICES, "joints of vertices")
        return np.concatenate(found, axis=1) if found else None

    def _of_block(self, name: str) -> np.ndarray | None:
        """Return the stored values (v, width) of an attribute in the Draco block, or None if it is not in the block."""
        if self.block is None or name not in self.packed:
            return None
        number = whole(self.packed, name, self.where)
        if number not in self.block.attributes:
            raise ValueError(f"{name} of {self.where} is number {number} of its Draco data, which has no such attribute")
        return self.block.attributes[number]


def weights_of(table: Table, where: str) -> tuple[float, ...]:
    weights = listed(table, "weights", where)
    return tuple(numbers_at(table, "weights", where, (0.0,) * len(weights)).tolist())
