"""The triangles of Panda3D nodes, read by the nodes' own methods: nothing here imports panda3d, or anything but numpy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..engine.elementary_functions import product


def geometry_nodes(root: Any) -> list:
    """Return a list of the NodePaths with geometry at or below the NodePath `root`.

    Of a node that shows one child at a time (a level of detail or a switch), only the first child counts.
    """
    found = list(root.find_all_matches("**/+GeomNode"))
    if root.node().is_geom_node():
        found.insert(0, root)
    return [node for node in found if not is_below_unread_child(node)]


def is_below_unread_child(node: Any) -> bool:
    """True if the node is at or below an unread child of a level of detail or a switch.

    Only the first child of such a node is read.
    """
    while node.has_parent():
        parent = node.get_parent()
        kind = parent.node().get_type().get_name()
        if kind in ("LODNode", "FadeLODNode", "SwitchNode") and parent.get_child(0) != node:
            return True
        node = parent
    return False


def node_pieces(node: Any) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """Yield (vertices (v, 3), triangles (t, 3) int, index of the geom) for each geom with triangles.

    node: NodePath of a GeomNode
    The vertices are in the coordinates of the node's topmost ancestor.
    """
    matrix = np.array([list(row) for row in node.get_net_transform().get_mat().get_rows()])
    for index in range(node.node().get_num_geoms()):
        geom = node.node().get_geom(index)
        triangles = geom_triangles(geom)
        if len(triangles):
            vertices = product(geom_vertices(geom.get_vertex_data()), matrix[:3, :3]) + matrix[3, :3]
            if np.linalg.det(matrix[:3, :3]) < 0.0:  # a mirroring transform turns the triangles inside out
                triangles = triangles[:, ::-1]
            yield vertices, triangles, index


def geom_vertices(data: Any) -> np.ndarray:
    """Return the positions (v, 3) float64 in Panda3D's vertex data."""
    column = data.get_format().get_column("vertex")
    array = data.get_array(data.get_format().get_array_with("vertex"))
    number = f"<f{column.get_component_bytes()}"
    fields = {"names": ["p"], "formats": [(number, 3)], "offsets": [column.get_start()]}
    kind = np.dtype(fields | {"itemsize": array.get_array_format().get_stride()})  # type: ignore[call-overload]
    return np.frombuffer(array.get_handle().get_data(), kind, array.get_num_rows())["p"].astype(np.float64)


def geom_triangles(geom: Any) -> np.ndarray:
    """Return the corner numbers (t, 3) of a geom's triangles. Strips and fans are decomposed, lines and points left out."""
    parts = [primitive_triangles(primitive) for primitive in geom.decompose().get_primitives()]
    return np.concatenate([np.zeros((0, 3), np.int64), *parts])


def primitive_triangles(primitive: Any) -> np.ndarray:
    """Return the corner numbers (t, 3) of the triangles of one primitive. Lines and points have none."""
    if primitive.get_type().get_name() != "GeomTriangles":
        return np.zeros((0, 3), np.int64)
    if not primitive.is_indexed():
        first = primitive.get_first_vertex()
        return np.arange(first, first + primitive.get_num_vertices() // 3 * 3, dtype=np.int64).reshape(-1, 3)
    array = primitive.get_vertices()
    kind = {1: "<u1", 2: "<u2", 4: "<u4"}[array.get_array_format().get_stride()]
    return np.frombuffer(array.get_handle().get_data(), kind).astype(np.int64).reshape(-1, 3)
