"""Nodes of triangles, and their position and orientation in the world or in a player's frame."""

from math import degrees

import numpy as np
from panda3d.core import (
    Geom,
    GeomEnums,
    GeomNode,
    GeomPrimitive,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
    LMatrix4,
    NodePath,
    OmniBoundingVolume,
)

from ..core.right_forward_up_frame import Frame
from ..core.vec3 import VectorLike
from .look_and_spring_arm import Look


def place_node(path: NodePath, position: VectorLike, heading: float, pitch: float = 0.0, frame: Frame | None = None) -> None:
    """Set position [m] and orientation [rad] of a node. Angles are positive to the left and upwards, in the frame."""
    if frame is None:
        path.setPosHpr(*position, degrees(heading), degrees(pitch), 0.0)
        return
    look = Look(heading, pitch, frame)
    path.setMat(LMatrix4(*look.across(), 0.0, *look.forward(), 0.0, *look.upwards(), 0.0, *position, 1.0))


VERTEX = np.dtype([("position", "<f4", 3), ("colour", "u1", 4), ("texture", "<f4", 2)])


def vertex_format() -> GeomVertexFormat:
    array = GeomVertexArrayFormat()
    array.addColumn(InternalName.getVertex(), 3, GeomEnums.NTFloat32, GeomEnums.CPoint)
    array.addColumn(InternalName.getColor(), 4, GeomEnums.NTUint8, GeomEnums.CColor)
    array.addColumn(InternalName.getTexcoord(), 2, GeomEnums.NTFloat32, GeomEnums.CTexcoord)
    made = GeomVertexFormat()
    made.addArray(array)
    return GeomVertexFormat.registerFormat(made)


def vertices(positions: np.ndarray, colours: np.ndarray, texture: np.ndarray | None = None) -> GeomVertexData:
    """Return n vertices. positions: (n, 3) [m]; colours: (n, 3) or (n, 4) uint8; texture: coordinates (n, 2), or None"""
    rows = np.zeros(len(positions), dtype=VERTEX)
    rows["position"] = positions
    rows["colour"][:, 3] = 255
    rows["colour"][:, : np.shape(colours)[1]] = colours
    if texture is not None:
        rows["texture"] = texture
    data = GeomVertexData("vertices", vertex_format(), Geom.UHStatic)
    data.uncleanSetNumRows(len(rows))
    data.modifyArrayHandle(0).copyDataFrom(rows)
    return data


def node(name: str, data: GeomVertexData, primitive: GeomPrimitive, indices: np.ndarray | list) -> GeomNode:
    """Return a node that draws one primitive, which is empty, such as GeomTriangles. indices: of the vertices"""
    primitive.setIndexType(GeomEnums.NTUint32)
    array = primitive.modifyVertices()
    flat = np.ascontiguousarray(indices, dtype=np.uint32).ravel()
    array.uncleanSetNumRows(len(flat))
    array.modifyHandle().copyDataFrom(flat)
    geom = Geom(data)
    geom.addPrimitive(primitive)
    made = GeomNode(name)
    made.addGeom(geom)
    return made


def triangles_of_grid(rows: int, columns: int) -> np.ndarray:
    """Return the triangles (t, 3) of a grid of points, row after row, counter-clockwise from outside of a body around it."""
    row, column = np.mgrid[: rows - 1, : columns - 1]
    a = (row * columns + column).ravel()
    b, c, d = a + 1, a + columns + 1, a + columns
    return np.concatenate([np.column_stack([a, c, b]), np.column_stack([a, d, c])])


def triangles_node(
    name: str, positions: np.ndarray, colours: np.ndarray, triangles: np.ndarray | list, texture: np.ndarray | None = None
) -> GeomNode:
    return node(name, vertices(positions, colours, texture), GeomTriangles(Geom.UHStatic), triangles)


def redrawn(name: str) -> NodePath:
    """Return a node without geometry, which `redraw` fills again and again. It is drawn wherever its vertices are."""
    node = triangles_node(name, np.zeros((1, 3)), np.zeros((1, 3), np.uint8), [])
    node.setBounds(OmniBoundingVolume())
    node.setFinal(True)
    return NodePath(node)


def redraw(path: NodePath, rows: np.ndarray, triangles: np.ndarray) -> None:
    """Replace a node's geometry by vertices (n,) of dtype VERTEX and triangles (t, 3), or hide it without triangles."""
    path.show() if len(triangles) else path.hide()  # Panda3D would draw all vertices if the list of indices were empty
    geom = path.node().modifyGeom(0)
    data, array = geom.modifyVertexData(), geom.modifyPrimitive(0).modifyVertices()
    flat = np.ascontiguousarray(triangles, dtype=np.uint32).ravel()
    for memory, numbers in ((data, rows), (array, flat)):
        memory.uncleanSetNumRows(len(numbers))
    data.modifyArrayHandle(0).copyDataFrom(rows)
    array.modifyHandle().copyDataFrom(flat)
