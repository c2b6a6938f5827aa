"""One picture of the scene, or two side by side: the same camera, the same moment, each half with a scene of its own."""

from math import atan, degrees, radians, tan

from panda3d.core import Camera, NodePath

WHOLE, LEFT, RIGHT = (0.0, 1.0, 0.0, 1.0), (0.0, 0.5, 0.0, 1.0), (0.5, 1.0, 0.0, 1.0)
NARROWER = 0.7  # how much less a half shows across. 0.5: as if cut out of the whole; 1: as if squeezed, all of it smaller


class SideBySide:
    """output: GraphicsOutput (window or buffer); camera: NodePath of the camera that shows all of it as long as it is not split.

    scene: NodePath, root of the right half's scene; cameras: NodePaths, left and right
    """

    def __init__(self, output, camera):
        self._region = camera.node().getDisplayRegion(0)
        self.scene = NodePath("right half")
        other = self.scene.attachNewNode(Camera("right half", camera.node().getLens()))
        self._other = output.makeDisplayRegion(*RIGHT)
        self._other.setSort(self._region.getSort())
        self._other.setClearDepthActive(True)
        self._other.setCamera(other)
        self.cameras = (camera, other)
        self.split(False)

    def split(self, wanted):
        self.is_split = wanted
        self._region.setDimensions(*(LEFT if wanted else WHOLE))
        self._other.setActive(wanted)

    def across(self, number):
        """Where the picture of a camera begins and ends, in parts of the width."""
        return (RIGHT if number else LEFT)[:2] if self.is_split else WHOLE[:2]

    def aim(self, size, field_of_view):
        """Once the first camera has its place: both lenses and the second camera. size: of the whole [pixels]; angle: degrees"""
        width, height = size
        lens = self.cameras[0].node().getLens()
        if self.is_split:
            width, field_of_view = width / 2, degrees(2 * atan(NARROWER * tan(radians(field_of_view) / 2)))
        lens.setAspectRatio(width / max(1, height))
        lens.setFov(field_of_view)
        self.cameras[1].setTransform(self.cameras[0].getNetTransform())
