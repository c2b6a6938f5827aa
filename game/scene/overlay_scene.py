"""Overlay shapes in the scene graph, in any space: buffers of triangles that are overwritten when the shapes change.

Arrows, curves and points are drawn twice, dimmed without a depth test, then bright with it. So behind a wall they are dim. Shapes
are mapped to a space before they become triangles, so that lines keep their width.
"""

from collections.abc import Sequence

import numpy as np
from panda3d.core import (
    BoundingBox,
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
    LMatrix4,
    NodePath,
    TransparencyAttrib,
)

from ..core.shapes import Lines, Shape, Skin, Triangles, mapped
from ..core.vec3 import VectorLike
from ..explain.spaces import WORLD, Space
from ..explain.tessellate import DIMMED, Tessellation, to_triangles

UNSEEN = 0.004  # opacity of triangles that only write their depth. 0: they are left out; larger: they tint the picture
SURFACES = (Skin, Lines)
SECTION_SORT = 9  # and 10. Smaller: shadows, glass, water or ghosts are drawn over cut faces; larger: cut faces hide arrows
FRONT_SORT = 30  # and 31. Smaller: the body dims arrows in it
BELOW_SHADOWS = -2  # drawing order of tinted triangles of the level. Larger: the body's shadow cuts holes into them
DEPTH_OFFSET = 8  # the smallest that has an effect in the software renderer


class OverlayScene:
    def __init__(self, parent: NodePath):
        self.root = parent.attachNewNode("overlay")
        self.root.setLightOff()
        self.root.setTextureOff()
        self.root.setTwoSided(True)
        self.root.setDepthOffset(DEPTH_OFFSET)
        self._tinted = Layer(self.root, sort=BELOW_SHADOWS)
        self._faces, self._things = Layer(self.root, sort=10), Layer(self.root, sort=20, through=True)
        self._solids = Layer(self.root, sort=15, is_solid=True)
        self._section, self._front = (Layer(self.root, sort=sort, is_over_all=True) for sort in (SECTION_SORT, FRONT_SORT))

    def show(self, shapes: Sequence[Shape], eye: VectorLike | None = None) -> None:
        """Draw other shapes. Flat ones are moved off their surface, towards `eye` [m], or without it along their normals."""
        tinted = [shape for shape in shapes if isinstance(shape, Triangles)]
        solids = [shape for shape in shapes if isinstance(shape, Skin) and shape.is_solid]
        section = [shape for shape in shapes if isinstance(shape, SURFACES) and shape.is_section]
        faces = [shape for shape in shapes if isinstance(shape, SURFACES) and shape not in solids and shape not in section]
        front = [shape for shape in shapes if getattr(shape, "in_front", False)]
        others = [shape for shape in shapes if not getattr(shape, "in_front", False)]
        things = [shape for shape in others if not isinstance(shape, (Triangles, *SURFACES))]
        self._tinted.write(to_triangles(tinted, eye))
        self._faces.write(to_triangles(faces, eye))
        self._solids.write(to_triangles(solids, eye))
        self._section.write(to_triangles(section, eye))
        self._things.write(to_triangles(things, eye))
        self._front.write(to_triangles(front, eye))


class Layer:
    """A layer of opaque and transparent triangles.

    sort: drawing order, and the next four; through: True to draw also what the level hides, dimmed, but not for surfaces;
    is_solid: True to draw only the nearest transparent triangle at each pixel; is_over_all: True to draw all without a depth test
    """

    def __init__(
        self, parent: NodePath, sort: int, through: bool = False, is_solid: bool = False, is_over_all: bool = False
    ):
        self._glass, self._solid = TriangleBuffer("glass"), TriangleBuffer("solid")
        if is_over_all:
            for number, buffer in enumerate((self._glass, self._solid)):
                state_path(parent, buffer, sort + number, TransparencyAttrib.MNone, writes_depth=False).setDepthTest(False)
            return
        for number, buffer in enumerate((self._glass, self._solid) if through else ()):
            hidden = state_path(parent, buffer, sort + number, TransparencyAttrib.MAlpha, writes_depth=False)
            hidden.setDepthTest(False)
            hidden.setAlphaScale(DIMMED)
        state_path(parent, self._solid, sort + 2, TransparencyAttrib.MNone, writes_depth=True)
        if is_solid:
            depth = state_path(parent, self._glass, sort + 3, TransparencyAttrib.MAlpha, writes_depth=True)
            depth.setAlphaScale(UNSEEN)
            depth.setDepthOffset(-DEPTH_OFFSET)  # added to the root's: the same triangles, drawn after it, pass the depth test
        state_path(parent, self._glass, sort + 4, TransparencyAttrib.MAlpha, writes_depth=False)

    def write(self, triangles: Tessellation) -> None:
        self._glass.write(triangles.transparent)
        self._solid.write(triangles.opaque)


def state_path(parent: NodePath, buffer: "TriangleBuffer", sort: int, transparency: int, writes_depth: bool) -> NodePath:
    """Attach a buffer below a new node, set its drawing order and state, and return its path. A state belongs to a node."""
    path = parent.attachNewNode("state")
    path.attachNewNode(buffer.node)
    path.setTransparency(transparency)
    path.setDepthWrite(writes_depth)
    path.setBin("fixed", sort)
    return path


ROOM = 3 * 1024  # vertices at first. Fewer: it grows in play; more: memory that small overlays do not need


class TriangleBuffer:
    """A node of coloured triangles whose vertices are overwritten. Its memory, at first for ROOM ones, never shrinks."""

    def __init__(self, name: str):
        self._data = GeomVertexData(name, GeomVertexFormat.getV3c4(), GeomEnums.UH_dynamic)
        self._row = self._data.getFormat().getArray(0).getStride()
        self._triangles = GeomTriangles(GeomEnums.UH_dynamic)
        geom = Geom(self._data)
        geom.addPrimitive(self._triangles)
        self.node = GeomNode(name)
        self.node.addGeom(geom)
        self.node.setBounds(BoundingBox((-1e6, -1e6, -1e6), (1e6, 1e6, 1e6)))  # fixed: computing them costs time
        self.node.setFinal(True)
        self.node.setOverallHidden(True)  # while it is empty
        self._data.setNumRows(ROOM)

    def write(self, vertices: np.ndarray) -> None:
        """Replace the triangles. vertices: (n,) of the dtype VERTEX of `tessellate.py`, three for each triangle"""
        if not len(vertices) and self.node.isOverallHidden():  # as most layers: to write nothing took a millisecond a frame
            return
        self.node.setOverallHidden(not len(vertices))
        if len(vertices) > self._data.getNumRows():
            self._data.setNumRows(2 * len(vertices))
        geom = self.node.modifyGeom(0)
        handle = geom.modifyVertexData().modifyArrayHandle(0)
        handle.copySubdataFrom(0, vertices.nbytes, vertices.view("u1"))
        geom.modifyPrimitive(0).setNonindexedVertices(0, len(vertices))

    def bound(self, vertices: np.ndarray) -> None:
        """Set the box around the node to that of the vertices, so that it is not drawn where the camera does not see it."""
        if len(vertices):
            columns = vertices["position"].T.copy()  # numpy is ten times slower across columns
            low, high = (edge(columns, axis=1).tolist() for edge in (np.min, np.max))
            self.node.setBounds(BoundingBox(tuple(low), tuple(high)))


class SpaceScene:
    """The nodes that show the scene in one Space. `sky` and `things` are shared by all spaces, and only `things` scaled."""

    def __init__(self, parent: NodePath, sky: NodePath, things: NodePath):
        self.root = parent.attachNewNode("space")
        sky.instanceTo(self.root)
        self._stretched = self.root.attachNewNode("stretched")
        things.instanceTo(self._stretched)
        self._overlay = OverlayScene(self.root)
        self._source: tuple[Sequence[Shape], np.ndarray] | None = None
        self._pinned = self.space = WORLD
        self.shapes: Sequence[Shape] = []

    def show(self, shapes: Sequence[Shape], space: Space, pin: VectorLike, eye: VectorLike) -> None:
        """Draw the level and overlay shapes in a Space. eye: of the camera in this space [m]

        pin: point [m] in the world. Triangles are relative to it, and made for new shapes or a new scale. Else their node is
        moved.
        """
        self.space = space
        self._stretched.setMat(panda_matrix(space))
        if self._is_new(shapes, space.matrix):
            self._pinned = space.about(pin)
            self.shapes = mapped(shapes, self._pinned)
            self._overlay.show(self.shapes, eye)
        self._overlay.root.setPos(*(space.shift - self._pinned.shift))

    def _is_new(self, shapes: Sequence[Shape], matrix: np.ndarray) -> bool:
        """True if the shapes are another list than in the last call, or the map's matrix (3, 3) has changed. Store both."""
        before, self._source = self._source, (shapes, matrix)
        return before is None or before[0] is not shapes or bool((before[1] != matrix).any())

    def remove(self) -> None:
        self.root.removeNode()


def panda_matrix(space: Space) -> LMatrix4:
    """Return the rows of a Space's matrix for Panda3D: the images of the three axes, and the shift."""
    x, y, z = space.matrix.T.tolist()
    return LMatrix4(*x, 0.0, *y, 0.0, *z, 0.0, *space.shift.tolist(), 1.0)
