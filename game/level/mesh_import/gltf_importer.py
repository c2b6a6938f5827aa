"""Read the triangles and the materials of glTF 2.0 files. Animations are ignored, and a missing picture is only a note.

The package panda3d-gltf 1.3.0 is not used. It raises on a missing picture, on integer positions, on a space in a buffer's name,
and on unindexed positions that start inside a view. It ignores sparse changes, reads some embedded buffers as zeros, and takes
2.3 s instead of 0.2 s for 200 000 triangles. Panda3D's own loader (assimp) crashes on a broken file. Source: the glTF 2.0
specification, chapter 3.7 (meshes).
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from ...core.elementary_functions import product
from ...core.input_errors import InputError, brief, cut, shown
from ...core.safe_files import TooManyBytes, file_bytes
from ..contents.limits import MOST_TRIANGLES, MOST_VERTICES, require
from ..contents.mesh_file_look import MeshLook
from .gltf_document import MESHOPT, GltfDocument, custom_properties, whole
from .gltf_nodes import INSTANCING, VISIBILITY, Node, instances, joint_matrices, scene_nodes, skinned
from .gltf_primitives import MeshReader, Primitive
from .model import Model, Object, Piece, joined
from .sandboxed_loaders import DRACO_EXTENSION, DracoBlock, draco_blocks

READ = {"KHR_mesh_quantization", *MESHOPT, DRACO_EXTENSION, INSTANCING, VISIBILITY}
# Required extensions that change neither the triangles nor their positions, by the subject in their names: light, pictures,
# materials, sounds, animations, physics, levels of detail, data for a program, and other descriptions of the same triangles.
# Anything else may change the geometry, and is refused by name.
NOT_GEOMETRY = re.compile(
    r"[A-Z0-9]+_(materials?|textures?|techniques|procedurals|lights?|lightmap|image|environment|sky|animation|audio|xmp|physics|"
    r"implicit_shapes|collider|mesh_manifold|mesh_features|mesh_primitive_edge_visibility|primitive_outline|ngon_encoding|lod|"
    r"node_(selectability|hoverability|constraint)|interactivity|feature|structural_metadata|instance_features|metadata|stk|"
    r"articulations|spawn_point|seat|link|personality|vehicle|hubs_components|vrm|springBone|single_root)\w*|VRM"
)


def read_gltf(path: Path) -> Model:
    """Read a .glb or .gltf file, y up as stored. Raises InputError if it is broken or requires an unknown extension."""
    try:
        file = GltfDocument(file_bytes(path), path.parent)
        refuse_unknown(file.listed("extensionsRequired"), path)
        scene = GltfScene(file, draco_blocks(file, path))
        model = joined(list(scene.pieces()), scene.objects())
        return replace(model, notes=(*model.notes, *scene.reader.materials.notes))
    except InputError:
        raise
    except OSError as problem:
        raise InputError(f"{path}: {problem.strerror or problem}: {Path(problem.filename or path).name}") from None
    except TooManyBytes as problem:
        raise InputError(f"{path}: {problem}") from None
    except (ValueError, OverflowError, RecursionError) as problem:
        raise InputError(f"{path}: is a broken or truncated glTF file: {brief(problem)}") from None


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
            self.count(primitive)
            vertices = product(primitive.vertices, matrix[:3, :3].T) + matrix[:3, 3]
            yield piece(primitive, vertices, inside_out, owner)

    def skinned(self, primitives: list[Primitive], node: Node, owner: int) -> Iterator[Piece]:
        """Yield the primitives in the rest pose of a node's skin. One without joints or weights has the node's transform."""
        matrices = joint_matrices(self.file, whole(node.table, "skin", node.where), self.nodes)
        inside_out = np.median(np.linalg.det(matrices[:, :3, :3])) < 0.0
        for primitive in primitives:
            self.count(primitive)
            vertices = primitive.vertices
            if primitive.joints is None or primitive.weights is None:
                vertices = product(vertices, node.matrix[:3, :3].T) + node.matrix[:3, 3]
            else:
                vertices = skinned(vertices, primitive.joints, primitive.weights, matrices, node.where)
            yield piece(primitive, vertices, inside_out, owner)

    def count(self, primitive: Primitive) -> None:
        """Add a primitive to the totals. Raises ValueError if they exceed a limit."""
        self.triangle_count += len(primitive.triangles)
        self.vertex_count += len(primitive.vertices)
        require(self.triangle_count, MOST_TRIANGLES, "triangles in all its nodes")
        require(self.vertex_count, MOST_VERTICES, "vertices in all its nodes")


def piece(primitive: Primitive, vertices: np.ndarray, inside_out: bool, owner: int) -> Piece:
    """Return the Piece of a primitive with positions in the scene's frame. If it is inside out, its triangles are reversed."""
    triangles, look = primitive.triangles, primitive.look
    if inside_out:
        triangles, look = triangles[:, ::-1], look and MeshLook(look.coordinates[:, ::-1], look.tints[:, ::-1])
    return Piece(vertices, triangles, primitive.paint, owner, look)
