"""Nodes of triangles, and their position and orientation in the world or in a player's frame."""

from math import degrees

import numpy as np
from panda3d.core import (
    Geom,
    GeomEnums,
    GeomLines,
    GeomNode,
    GeomTriangles,
    GeomVertexArrayFormat,
    GeomVertexData,
    GeomVertexFormat,
    InternalName,
    LMatrix4,
)

from .look_and_spring_arm import Look


def place(path, position, heading, pitch=0.0, frame=None):
    """Set position and orientation of a NodePath.

    position: (3,) [m]
    heading, pitch: [rad], positive to the left and upwards, measured in `frame`
    frame: (3, 3) unit axes right, forward, up of a player whose up is not +z, or None for the world's axes
    """
    if frame is None:
        path.setPosHpr(*position, degrees(heading), degrees(pitch), 0.0)
        return
    look = Look(heading, pitch, frame)
    path.setMat(LMatrix4(*look.across(), 0.0, *look.forward(), 0.0, *look.upwards(), 0.0, *position, 1.0))


VERTEX = np.dtype([("position", "<f4", 3), ("colour", "u1", 4), ("texture", "<f4", 2)])


def vertex_format():
    """Return the GeomVertexFormat of Panda3D with the memory layout of VERTEX."""
    array = GeomVertexArrayFormat()
    array.addColumn(InternalName.getVertex(), 3, GeomEnums.NTFloat32, GeomEnums.CPoint)
    array.addColumn(InternalName.getColor(), 4, GeomEnums.NTUint8, GeomEnums.CColor)
    array.addColumn(InternalName.getTexcoord(), 2, GeomEnums.NTFloat32, GeomEnums.CTexcoord)
    made = GeomVertexFormat()
    made.addArray(array)
    return GeomVertexFormat.registerFormat(made)


def vertices(positions, colours, texture=None):
    """Return the GeomVertexData of n vertices.

    positions: (n, 3) [m]
    colours: (n, 3) or (n, 4) uint8, opaque without a fourth number
    texture: texture coordinates (n, 2), or None for zeros
    """
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


def node(name, data, primitive, indices):
    """Return a GeomNode that draws one primitive.

    name: of the node
    data: GeomVertexData
    primitive: empty GeomPrimitive, such as GeomTriangles
    indices: int array of vertex indices, flattened
    """
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


def triangles_node(name, positions, colours, triangles, texture=None):
    """Return a GeomNode with this name, of n vertices and t triangles.

    positions: (n, 3) [m]
    colours: (n, 3) or (n, 4) uint8
    triangles: (t, 3) vertex indices
    texture: texture coordinates (n, 2), or None
    """
    return node(name, vertices(positions, colours, texture), GeomTriangles(Geom.UHStatic), triangles)


def lines_node(name, positions, colours, lines):
    """Return a GeomNode with this name, of n vertices and k lines.

    positions: (n, 3) [m]
    colours: (n, 3) or (n, 4) uint8
    lines: (k, 2) vertex indices
    """
    return node(name, vertices(positions, colours), GeomLines(Geom.UHStatic), lines)


def redraw(path, rows, triangles):
    """Replace the geometry of a node. Without triangles, hide it.

    path: NodePath of a node with one Geom, a result of `triangles_node`
    rows: vertices (n,) of dtype VERTEX
    triangles: (t, 3) vertex indices
    """
    path.show() if len(triangles) else path.hide()  # Panda3D would draw all vertices if the list of indices were empty
    geom = path.node().modifyGeom(0)
    data, array = geom.modifyVertexData(), geom.modifyPrimitive(0).modifyVertices()
    flat = np.ascontiguousarray(triangles, dtype=np.uint32).ravel()
    for memory, numbers in ((data, rows), (array, flat)):
        memory.uncleanSetNumRows(len(numbers))
    data.modifyArrayHandle(0).copyDataFrom(rows)
    array.modifyHandle().copyDataFrom(flat)
