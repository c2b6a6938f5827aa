"""Arrays to Panda3D's nodes, in whole blocks of memory: thousands of vertices in milliseconds."""

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
)

VERTEX = np.dtype([("position", "<f4", 3), ("colour", "u1", 4), ("texture", "<f4", 2)])


def vertex_format():
    """Position, colour in bytes red green blue alpha, texture coordinates: the layout of VERTEX."""
    array = GeomVertexArrayFormat()
    array.addColumn(InternalName.getVertex(), 3, GeomEnums.NTFloat32, GeomEnums.CPoint)
    array.addColumn(InternalName.getColor(), 4, GeomEnums.NTUint8, GeomEnums.CColor)
    array.addColumn(InternalName.getTexcoord(), 2, GeomEnums.NTFloat32, GeomEnums.CTexcoord)
    made = GeomVertexFormat()
    made.addArray(array)
    return GeomVertexFormat.registerFormat(made)


def vertices(positions, colours, texture=None):
    """Vertex data of positions (n, 3) [m], colours (n, 3 or 4) uint8 and texture coordinates (n, 2)."""
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
    """A node of one kind of primitive over vertex data. indices: int array."""
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
    """A node of triangles (t, 3) into vertices."""
    return node(name, vertices(positions, colours, texture), GeomTriangles(Geom.UHStatic), triangles)


def lines_node(name, positions, colours, lines):
    """A node of lines (k, 2) into vertices."""
    return node(name, vertices(positions, colours), GeomLines(Geom.UHStatic), lines)
