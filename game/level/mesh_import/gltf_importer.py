"""Read glTF 2.0 files: the nodes of a scene, their transforms and skins in the rest pose, triangles and materials.

Animations are ignored, and a missing picture is only a note. The package panda3d-gltf 1.3.0 is not used. It raises on a missing
picture, on integer positions, on a space in a buffer's name, and on unindexed positions that start inside a view. It ignores
sparse changes, reads some embedded buffers as zeros, and takes 2.3 s instead of 0.2 s for 200 000 triangles. Panda3D's own loader
(assimp) crashes on a broken file. Functions raise ValueError that names the fault. Matrices act on columns.
Source: glTF 2.0, chapters 3.5 and 3.7; EXT_mesh_gpu_instancing, KHR_node_visibility.
"""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ...core.elementary_functions import product
from ...core.input_errors import InputError, cut, shown
from ...core.safe_files import file_bytes
from ..contents.limits import MOST_NODES, MOST_TRIANGLES, MOST_VERTICES, require
from ..contents.mesh_pictures_and_colours import MeshLook
from .files_beside import faults_named
from .gltf_document import MESHOPT, GltfDocument, Table, custom_properties, extension_of, numbers_at, table_in, whole, wholes
from .gltf_primitives import MeshReader, Primitive
from .model import Model, Object, Piece, joined
from .sandboxed_loaders import DRACO_EXTENSION, DracoBlock, draco_blocks

INSTANCING, VISIBILITY = "EXT_mesh_gpu_instancing", "KHR_node_visibility"


@dataclass(frozen=True)
class Node:
    table: Table  # as the file has it
    where: str  # its name in messages
    matrix: np.ndarray  # (4, 4), acting on columns, from the node's frame to the scene's
    is_visible: bool
    parent: int = -1  # number of the node above

    @property
    def name(self) -> str:
        name = self.table.get("name")
        return name if isinstance(name, str) else ""


def scene_nodes(file: GltfDocument) -> dict[int, Node]:
    """Return all nodes of the scene by their indices, parents first, or {} if the file has no scene."""
    if not file.listed("scenes"):
        return {}
    scene, where = file.item("scenes", whole(file.document, "scene", "the file", 0))
    return nodes_below(file, wholes(scene, "nodes", where))


def all_nodes(file: GltfDocument) -> dict[int, Node]:
    """Return the nodes of all scenes and of none, in the frame of their topmost ancestor."""
    tables = [file.item("nodes", number) for number in range(len(file.listed("nodes")))]
    below = {child for table, where in tables for child in wholes(table, "children", where)}
    return nodes_below(file, [number for number in range(len(tables)) if number not in below])


def nodes_below(file: GltfDocument, roots: list[int]) -> dict[int, Node]:
    """Return the nodes at and below some nodes, parents first."""
    require(len(file.listed("nodes")), MOST_NODES, "nodes")
    waiting = deque((number, np.eye(4), True, -1) for number in roots)
    nodes: dict[int, Node] = {}
    while waiting:
        number, frame, is_visible, parent = waiting.popleft()
        table, where = file.item("nodes", number)
        if number in nodes:  # by the standard nodes are trees; each is shown once, so none can multiply
            raise ValueError(f"{where} is shown more than once: a node has one parent, and is not its own child")
        is_visible = is_visible and extension_of(table, VISIBILITY, where).get("visible", True) is not False
        matrix = product(frame, node_matrix(table, where))
        nodes[number] = Node(table, where, matrix, is_visible, parent)
        waiting += [(child, matrix, is_visible, number) for child in wholes(table, "children", where)]
    return nodes


def node_matrix(table: Table, where: str) -> np.ndarray:
    """Return a node's transform to its parent (4, 4): its matrix, or translation, rotation and scale."""
    if "matrix" in table:
        return numbers_at(table, "matrix", where, (0.0,) * 16).reshape(4, 4).T
    translation = numbers_at(table, "translation", where, (0.0, 0.0, 0.0))
    rotation = numbers_at(table, "rotation", where, (0.0, 0.0, 0.0, 1.0))
    scale = numbers_at(table, "scale", where, (1.0, 1.0, 1.0))
    return transforms(translation[None], rotation[None], scale[None])[0]


def transforms(translations: np.ndarray, rotations: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Return matrices (n, 4, 4) that scale, then rotate by unit quaternions x, y, z, w (n, 4), then translate."""
    x, y, z, w = rotations.T
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    matrices = np.tile(np.eye(4), (len(translations), 1, 1))
    matrices[:, :3, :3] = np.array(rows).transpose(2, 0, 1) * scales[:, None, :]
    matrices[:, :3, 3] = translations
    return matrices


def instances(file: GltfDocument, node: Node) -> np.ndarray:
    """Return matrices (n, 4, 4) from the frame of a node's mesh to that of the scene, for all instances, or for the one."""
    extension = extension_of(node.table, INSTANCING, node.where)
    if not extension:
        return node.matrix[None]
    where = f"{INSTANCING} of {node.where}"
    attributes = table_in(extension, "attributes", where)
    kinds = {"TRANSLATION": (0.0, 0.0, 0.0), "ROTATION": (0.0, 0.0, 0.0, 1.0), "SCALE": (1.0, 1.0, 1.0)}
    given = {name: whole(attributes, name, where) for name in kinds if name in attributes}
    counts = {file.count(number) for number in given.values()}
    if len(counts) > 1:
        raise ValueError(f"{where} has lists of {min(counts)} and of {max(counts)} places")
    count = counts.pop() if counts else 0
    require(count, MOST_NODES, f"instances of {node.where}")
    parts = []
    for name, default in kinds.items():
        kind = f"VEC{len(default)}"
        parts.append(file.numbers(given[name], kind) if name in given else np.tile(default, (count, 1)))
    return product(node.matrix, transforms(*parts))


# Vertices moved at once. Fewer: slower by what calls of numpy take; more: 200 bytes of memory for each.
AT_ONCE = 100_000


def joint_matrices(file: GltfDocument, number: int, nodes: dict[int, Node]) -> np.ndarray:
    """Return the matrices (joints, 4, 4) of a skin to the scene's frame. Joints outside the scene are found in the file."""
    skin, where = file.item("skins", number)
    joints = wholes(skin, "joints", where)
    if not joints:
        raise ValueError(f"{where} has no joints")
    if not nodes.keys() >= set(joints):  # a joint may be outside the scene: it is not drawn, but places the mesh
        nodes = {**all_nodes(file), **nodes}
    for joint in joints:
        if joint not in nodes:
            raise ValueError(f"nodes[{joint}], a joint of {where}, does not exist, or is its own ancestor")
    matrices = np.array([nodes[joint].matrix for joint in joints])
    if "inverseBindMatrices" not in skin:
        return matrices
    inverse = file.numbers(whole(skin, "inverseBindMatrices", where), "MAT4")
    if len(inverse) < len(joints):
        raise ValueError(f"{where} has {len(joints)} joints, but {len(inverse)} inverseBindMatrices")
    return product(matrices, inverse[: len(joints)].reshape(-1, 4, 4).transpose(0, 2, 1))


def skinned(vertices: np.ndarray, joints: np.ndarray, weights: np.ndarray, matrices: np.ndarray, where: str) -> np.ndarray:
    """Return the vertices (v, 3) moved by their joints (v, n) in proportion to the weights (v, n), which may have any sum."""
    joints = joints.astype(np.int64)
    used = weights > 0.0
    if (joints[used] >= len(matrices)).any():
        raise ValueError(f"{where} names joint {joints[used].max()}, its skin has {len(matrices)}")
    total = weights.sum(axis=1, keepdims=True)
    shares = np.where(total > 0.0, weights / np.where(total > 0.0, total, 1.0), 0.0)
    shares[total[:, 0] <= 0.0, 0] = 1.0  # a vertex without weights follows its first joint
    moved = np.zeros_like(vertices)
    for start in range(0, len(vertices), AT_ONCE):
        rows = slice(start, start + AT_ONCE)
        for joint, share in zip(np.minimum(joints[rows], len(matrices) - 1).T, shares[rows].T):
            at = (matrices[joint, :3, :3] * vertices[rows][:, None]).sum(axis=2) + matrices[joint, :3, 3]
            moved[rows] += share[:, None] * at
    return moved


READ = {"KHR_mesh_quantization", *MESHOPT, DRACO_EXTENSION, INSTANCING, VISIBILITY}
# Required extensions that change neither the triangles nor their positions, by the subject in their names: light, pictures,
# materials, sounds, animations, physics, levels of detail, data for a program, and other descriptions of the same triangles.
# Anything else may change the geometry, and is refused by name.
NOT_GEOMETRY = re.compile(
    r"[A-Z0-9]+_(materials?|textures?|techniques|procedurals|packing|lights?|lightmap|image|environment|sky|animation|audio|xmp|"
    r"property_animation|physics|rigid_bod|implicit_shapes|collision_shapes|collider|mesh_manifold|mesh_features|"
    r"mesh_primitive_edge_visibility|primitive_outline|ngon_encoding|lod|node_(selectability|hoverability|constraint)|"
    r"interactivity|feature|structural_metadata|instance_features|metadata|geometry_metadata|stk|articulations|tags|"
    r"normal_map_convention|temporal_light_traits|bim_data|tile_edges|spawn_point|seat|link|personality|vehicle|hubs_components|"
    r"vrm|springBone|single_root)\w*|VRM"
)


def read_gltf(path: Path) -> Model:
    """Read a .glb or .gltf file, y up as stored. Raises InputError if it is broken or requires an unknown extension."""
    try:
        with faults_named(path, "or truncated glTF"):
            file = GltfDocument(file_bytes(path), path.parent)
            refuse_unknown(file.listed("extensionsRequired"), path)
            scene = GltfScene(file, draco_blocks(file, path))
            model = joined(list(scene.pieces()), scene.objects())
            return replace(model, notes=(*model.notes, *scene.reader.materials.notes))
    except OSError as problem:
        raise InputError(f"{path}: {problem.strerror or problem}: {Path(problem.filename or path).name}") from None


def refuse_unknown(needed: list[Any], path: Path) -> None:
    """Raise InputError for the first needed extension that changes the geometry and is not supported here."""
    for name in needed:
        if not isinstance(name, str):
            raise ValueError(f"extensionsRequired of the file has {shown(name)}, and must have names")
        if name not in READ and not NOT_GEOMETRY.fullmatch(name):
            raise InputError(f"{path}: requires the extension {cut(name)}, which cannot be read; save it without")


class GltfScene:
    def __init__(self, file: GltfDocument, blocks: dict[int, DracoBlock]):
        self.file, self.reader = file, MeshReader(file, blocks)
        self.triangle_count = self.vertex_count = 0
        self.nodes = scene_nodes(file)

    def objects(self) -> tuple[Object, ...]:
        """Return the nodes of the scene as objects with their custom properties."""
        places = {number: place for place, number in enumerate(self.nodes)}
        return tuple(
            Object(node.name, custom_properties(node.table), node.matrix, places.get(node.parent, -1))
            for node in self.nodes.values()
        )

    def pieces(self) -> Iterator[Piece]:
        """Yield a Piece for every visible primitive, in the scene's frame. A file without a scene shows every mesh once."""
        nodes = list(self.nodes.values())
        if not self.file.listed("scenes"):
            nodes = [Node({"mesh": mesh}, "the file", np.eye(4), True) for mesh in range(len(self.file.listed("meshes")))]
        for owner, node in enumerate(nodes):
            if node.is_visible and "mesh" in node.table:
                primitives = self.reader.mesh(whole(node.table, "mesh", node.where), node.table, node.where)
                if "skin" in node.table and any(primitive.joints is not None for primitive in primitives):
                    yield from self.skinned(primitives, node, owner if self.nodes else -1)
                else:
                    for matrix in instances(self.file, node):
                        yield from self.placed(primitives, matrix, owner if self.nodes else -1)

    def placed(self, primitives: list[Primitive], matrix: np.ndarray, owner: int) -> Iterator[Piece]:
        """Yield the primitives of a mesh in the frame of the scene, to which `matrix` (4, 4), acting on columns, transforms."""
        inside_out = np.linalg.det(matrix[:3, :3]) < 0.0
        for primitive in primitives:
            yield self.piece(primitive, product(primitive.vertices, matrix[:3, :3].T) + matrix[:3, 3], inside_out, owner)

    def skinned(self, primitives: list[Primitive], node: Node, owner: int) -> Iterator[Piece]:
        """Yield the primitives in the rest pose of a node's skin. One without joints or weights has the node's transform."""
        matrices = joint_matrices(self.file, whole(node.table, "skin", node.where), self.nodes)
        inside_out = np.median(np.linalg.det(matrices[:, :3, :3])) < 0.0
        for primitive in primitives:
            vertices = primitive.vertices
            if primitive.joints is None or primitive.weights is None:
                vertices = product(vertices, node.matrix[:3, :3].T) + node.matrix[:3, 3]
            else:
                vertices = skinned(vertices, primitive.joints, primitive.weights, matrices, node.where)
            yield self.piece(primitive, vertices, inside_out, owner)

    def piece(self, primitive: Primitive, vertices: np.ndarray, inside_out: bool, owner: int) -> Piece:
        """Return the Piece of a primitive with positions in the scene's frame. One that is inside out is turned over."""
        triangles, look = primitive.triangles, primitive.look
        self.triangle_count += len(triangles)
        self.vertex_count += len(vertices)
        require(self.triangle_count, MOST_TRIANGLES, "triangles in all its nodes")
        require(self.vertex_count, MOST_VERTICES, "vertices in all its nodes")
        if inside_out:
            triangles, look = triangles[:, ::-1], look and MeshLook(look.coordinates[:, ::-1], look.tints[:, ::-1])
        return Piece(vertices, triangles, primitive.paint, owner, look)
