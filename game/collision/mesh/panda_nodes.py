"""The triangles of Panda3D nodes, read by the nodes' own methods: nothing here imports panda3d, or anything but numpy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

# Panda3D's numbers of the types of columns (GeomEnums.NumericType), as numpy names them.
NUMBERS = {0: "u1", 1: "<u2", 2: "<u4", 5: "<f4", 6: "<f8", 8: "i1", 9: "<i2", 10: "<i4"}
# The nodes that show one child, and their methods for its number. Of a level of detail the nearest and finest child is read.
SHOWN = {
    "SequenceNode": lambda node: node.get_frame(),
    "SwitchNode": lambda node: node.get_visible_child(),
    "LODNode": lambda node: 0,
    "FadeLODNode": lambda node: 0,
}


def geometry_nodes(root: Any) -> list:
    """Return the NodePaths with geometry at or below `root`. Raises ValueError if it is no NodePath, or empty.

    Of a level of detail only the first child counts, and of a sequence or a switch the child that is visible now.
    """
    if not hasattr(root, "find_all_matches") or root.is_empty():
        raise ValueError(f"{root!r} is no NodePath of Panda3D with a node in it")
    found = list(root.find_all_matches("**/+GeomNode"))
    if root.node().is_geom_node():
        found.insert(0, root)
    return [node for node in found if not is_below_unread_child(node)]


def is_below_unread_child(node: Any) -> bool:
    """True if the node is at or below an unread child of a level of detail, a sequence or a switch."""
    while node.has_parent():
        parent = node.get_parent()
        kind = parent.node().get_type().get_name()
        if kind in SHOWN:
            children, shown = parent.node().get_children(), SHOWN[kind](parent.node())
            if not 0 <= shown < len(children) or children[shown] != node.node():
                return True
        node = parent
    return False


def node_pieces(node: Any) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """Yield (vertices (v, 3) in the topmost ancestor's frame, triangles (t, 3), index) of each geom of a GeomNode."""
    matrix = np.array([list(row) for row in node.get_net_transform().get_mat().get_rows()])
    for index in range(node.node().get_num_geoms()):
        geom = node.node().get_geom(index)
        triangles = geom_triangles(geom)
        if len(triangles):
            x, y, z = geom_vertices(geom.get_vertex_data()).T[:, :, None]
            moved = x * matrix[0, :3] + y * matrix[1, :3] + z * matrix[2, :3]  # no `@`, whose bits depend on its library
            vertices = moved + matrix[3, :3]
            if np.linalg.det(matrix[:3, :3]) < 0.0:  # a mirroring transform turns the triangles inside out
                triangles = triangles[:, ::-1]
            yield vertices, triangles, index


def geom_vertices(data: Any) -> np.ndarray:
    """Return the positions (v, 3) in Panda3D's vertex data as its reader. Raises ValueError for packed numbers."""
    column = data.get_format().get_column("vertex")
    if column is None:
        raise ValueError("a geom has no column `vertex`")
    kind, count = column.get_numeric_type(), column.get_num_components()
    if kind not in NUMBERS:
        raise ValueError(f"the column `vertex` has packed numbers (type {kind}); write it as float32")
    array = data.get_array(data.get_format().get_array_with("vertex"))
    fields = {"names": ["p"], "formats": [(NUMBERS[kind], (count,))], "offsets": [column.get_start()]}
    row = np.dtype(fields | {"itemsize": array.get_array_format().get_stride()})  # type: ignore[call-overload]
    numbers = np.frombuffer(array.get_handle().get_data(), row, array.get_num_rows())["p"].astype(np.float64)
    if count == 4:
        return numbers[:, :3] / numbers[:, 3:]
    return np.pad(numbers, ((0, 0), (0, 3 - count)))


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
