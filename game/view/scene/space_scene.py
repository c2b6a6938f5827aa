"""The stage as one space shows it: what stands in it is stretched by the scene graph, overlays before they are cut."""

from panda3d.core import LMatrix4

from game.overlay import mapped
from game.overlay.spaces import WORLD

from .overlay_scene import OverlayScene


class SpaceScene:
    """sky, things: NodePaths that several of these scenes share; `space`, `shapes`: what is shown, as it is drawn."""

    def __init__(self, parent, sky, things):
        self.root = parent.attachNewNode("space")
        sky.instanceTo(self.root)
        self._stretched = self.root.attachNewNode("stretched")
        things.instanceTo(self._stretched)
        self._overlay = OverlayScene(self.root)
        self._source = self._pinned = None
        self.space, self.shapes = WORLD, []

    def show(self, shapes, space, pin, eye):
        """Draw things and shapes in a space. eye: the camera's place there.

        pin (3,): a place that stays with the shapes, about which they are mapped: while the space's own anchor moves on
        between two ticks they need not be cut again, only moved.
        """
        self.space = space
        self._stretched.setMat(panda_matrix(space))
        if self._is_news(shapes, space.matrix):
            self._pinned = space.about(pin)
            self.shapes = mapped(shapes, self._pinned)
            self._overlay.show(self.shapes, eye)
        self._overlay.root.setPos(*(space.shift - self._pinned.shift))

    def _is_news(self, shapes, matrix):
        """Are they other shapes than the last time, or is the map another? Remembers both."""
        before, self._source = self._source, (shapes, matrix)
        return before is None or before[0] is not shapes or (before[1] != matrix).any()

    def remove(self):
        self.root.removeNode()


def panda_matrix(space):
    """A Space as Panda3D writes it: rows, and the shift below."""
    x, y, z = space.matrix.T.tolist()
    return LMatrix4(*x, 0.0, *y, 0.0, *z, 0.0, *space.shift.tolist(), 1.0)
