"""Overlay shapes in the scene graph, in any space: buffers of triangles that are overwritten when the shapes change.

Arrows, curves and points are drawn twice: first dimmed without a depth test, then bright with a depth test. So an arrow behind a
wall is visible but dim.

A matrix in the scene graph scales the level. Overlay shapes are mapped before they become triangles, so that lines keep their
width.
"""

from panda3d.core import (
    BoundingBox,
    Geom,
    GeomEnums,
    GeomNode,
    GeomTriangles,
    GeomVertexData,
    GeomVertexFormat,
    LMatrix4,
    TransparencyAttrib,
)

from ..core.shapes import Lines, Skin, Triangles, mapped
from ..explain.spaces import WORLD
from ..explain.tessellate import to_triangles

DIMMED = 0.3  # opacity of shapes behind the level. Smaller: not visible; larger: front and behind look alike
UNSEEN = 0.004  # opacity of triangles that only write their depth. 0: they are left out; larger: they tint the picture
SURFACES = (Skin, Lines)
BELOW_SHADOWS = -2  # drawing order of tinted triangles of the level. Larger: the body's shadow cuts holes into them
DEPTH_OFFSET = 8  # the smallest that has an effect in the software renderer


class OverlayScene:
    """The nodes of the overlay shapes of one tick.

    parent: NodePath to attach them to
    root: NodePath of these nodes
    """

    def __init__(self, parent):
        self.root = parent.attachNewNode("overlay")
        self.root.setLightOff()
        self.root.setTextureOff()
        self.root.setTwoSided(True)
        self.root.setDepthOffset(DEPTH_OFFSET)
        self._tinted = Layer(self.root, sort=BELOW_SHADOWS)
        self._faces, self._things = Layer(self.root, sort=10), Layer(self.root, sort=20, through=True)
        self._solids = Layer(self.root, sort=15, is_solid=True)

    def show(self, shapes, eye=None):
        """Draw a list of overlay shapes instead of the last ones. Ellipsoids and Labels are left out.

        eye: position (3,) of the camera [m], or None. Flat shapes are moved off their surface, towards the camera. Without
        a camera they are moved along the surface's normal.
        """
        tinted = [shape for shape in shapes if isinstance(shape, Triangles)]
        solids = [shape for shape in shapes if isinstance(shape, Skin) and shape.is_solid]
        faces = [shape for shape in shapes if isinstance(shape, SURFACES) and shape not in solids]
        things = [shape for shape in shapes if not isinstance(shape, (Triangles, *SURFACES))]
        self._tinted.write(to_triangles(tinted, eye))
        self._faces.write(to_triangles(faces, eye))
        self._solids.write(to_triangles(solids, eye))
        self._things.write(to_triangles(things, eye))


class Layer:
    """A layer of opaque and transparent triangles.

    parent: NodePath to attach them to
    sort: the layer uses this number and the next four as drawing orders; higher numbers are drawn later
    through: True to draw also the triangles that the level hides, dimmed. False for surfaces, which are large and lie on the
    level.
    is_solid: True to draw only the nearest transparent triangle at each pixel. Shapes behind it that are drawn later are dimmed.
    """

    def __init__(self, parent, sort, through=False, is_solid=False):
        self._glass, self._solid = TriangleBuffer("glass"), TriangleBuffer("solid")
        if through:
            self._attach_hidden(parent, self._glass, sort)
            self._attach_hidden(parent, self._solid, sort + 1)
        self._attach_seen(parent, self._solid, sort + 2, TransparencyAttrib.MNone)
        if is_solid:
            self._attach_depth(parent, self._glass, sort + 3)
        self._attach_seen(parent, self._glass, sort + 4, TransparencyAttrib.MAlpha)

    def write(self, triangles):
        """Replace the triangles of the layer. `triangles` is a Tessellation, the result of `to_triangles`."""
        self._glass.write(triangles.transparent)
        self._solid.write(triangles.opaque)

    @staticmethod
    def _attach_hidden(parent, buffer, sort):
        path = state_path(parent, buffer, sort, TransparencyAttrib.MAlpha, writes_depth=False)
        path.setDepthTest(False)
        path.setAlphaScale(DIMMED)

    @staticmethod
    def _attach_seen(parent, buffer, sort, transparency):
        state_path(parent, buffer, sort, transparency, writes_depth=transparency == TransparencyAttrib.MNone)

    @staticmethod
    def _attach_depth(parent, buffer, sort):
        path = state_path(parent, buffer, sort, TransparencyAttrib.MAlpha, writes_depth=True)
        path.setAlphaScale(UNSEEN)
        path.setDepthOffset(-DEPTH_OFFSET)  # added to the root's: the same triangles, drawn after it, pass the depth test


def state_path(parent, buffer, sort, transparency, writes_depth):
    """Attach a TriangleBuffer below a new node, set the drawing state of the new node, and return the new node's NodePath.

    A buffer that is drawn in two states needs a node above it for each state, because a state belongs to a node.
    parent: NodePath to attach the new node to
    sort: drawing order; higher numbers are drawn later
    transparency: mode of TransparencyAttrib
    writes_depth: True if the triangles write their depth
    """
    path = parent.attachNewNode("state")
    path.attachNewNode(buffer.node)
    path.setTransparency(transparency)
    path.setDepthWrite(writes_depth)
    path.setBin("fixed", sort)
    return path


class TriangleBuffer:
    """A node of coloured triangles whose vertices are overwritten. Its memory never shrinks.

    name: of the node
    room: number of vertices for which memory is reserved at first
    node: the GeomNode
    """

    def __init__(self, name, room=3 * 1024):
        self._data = GeomVertexData(name, GeomVertexFormat.getV3c4(), GeomEnums.UH_dynamic)
        self._row = self._data.getFormat().getArray(0).getStride()
        self._triangles = GeomTriangles(GeomEnums.UH_dynamic)
        geom = Geom(self._data)
        geom.addPrimitive(self._triangles)
        self.node = GeomNode(name)
        self.node.addGeom(geom)
        self.node.setBounds(BoundingBox((-1e6, -1e6, -1e6), (1e6, 1e6, 1e6)))  # fixed: computing them costs time
        self.node.setFinal(True)
        self._grow(room)

    def _grow(self, room):
        self._room = room
        self._data.setNumRows(room)

    def write(self, vertices):
        """Replace the triangles. `vertices` is (n,) of the dtype VERTEX of `tessellate.py`, three for each triangle."""
        if len(vertices) > self._room:
            self._grow(2 * len(vertices))
        geom = self.node.modifyGeom(0)
        handle = geom.modifyVertexData().modifyArrayHandle(0)
        handle.copySubdataFrom(0, vertices.nbytes, vertices.view("u1"))
        geom.modifyPrimitive(0).setNonindexedVertices(0, len(vertices))


class SpaceScene:
    """The nodes that show the scene in one Space.

    parent: NodePath to attach them to
    sky, things: NodePaths that all spaces share: the sky, which is not scaled, and all other nodes
    space: the Space drawn last, a linear map and a shift
    shapes: the overlay shapes drawn last, mapped to this space
    """

    def __init__(self, parent, sky, things):
        self.root = parent.attachNewNode("space")
        sky.instanceTo(self.root)
        self._stretched = self.root.attachNewNode("stretched")
        things.instanceTo(self._stretched)
        self._overlay = OverlayScene(self.root)
        self._source = self._pinned = None
        self.space, self.shapes = WORLD, []

    def show(self, shapes, space, pin, eye):
        """Draw the level and overlay shapes in a Space.

        shapes: overlay shapes in world space
        space: Space
        pin: (3,) point [m] in world space. Triangles are made relative to it, and only for new shapes or a new scale. Between
        two ticks their node is moved instead.
        eye: (3,) position of the camera in this space [m]
        """
        self.space = space
        self._stretched.setMat(panda_matrix(space))
        if self._is_new(shapes, space.matrix):
            self._pinned = space.about(pin)
            self.shapes = mapped(shapes, self._pinned)
            self._overlay.show(self.shapes, eye)
        self._overlay.root.setPos(*(space.shift - self._pinned.shift))

    def _is_new(self, shapes, matrix):
        """True if the shapes are another list than in the last call, or the map's matrix (3, 3) has changed. Store both."""
        before, self._source = self._source, (shapes, matrix)
        return before is None or before[0] is not shapes or (before[1] != matrix).any()

    def remove(self):
        self.root.removeNode()


def panda_matrix(space):
    """Return a Space as an LMatrix4 of Panda3D: its rows are the images of the three axes, and the shift."""
    x, y, z = space.matrix.T.tolist()
    return LMatrix4(*x, 0.0, *y, 0.0, *z, 0.0, *space.shift.tolist(), 1.0)
