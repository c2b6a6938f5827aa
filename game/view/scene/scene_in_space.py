"""The scene in one space: world space, or ellipsoid space, in which the body is a unit sphere.

A matrix in the scene graph scales the level. Overlay shapes are mapped before they become triangles, so that lines keep their
width.
"""

from panda3d.core import LMatrix4

from ...core.shapes import mapped
from ...explain.spaces import WORLD
from .overlay_scene import OverlayScene


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
