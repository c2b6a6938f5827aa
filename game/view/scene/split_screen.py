"""One picture of the scene, or two side by side: the same camera, the same moment, each half with a scene of its own."""

from math import atan, degrees, radians, tan

from panda3d.core import Camera, NodePath

WHOLE = (0.0, 1.0)
NARROWER = 0.5  # power of its part of the width: how much less a half shows across. 1: as if cut out of the whole; 0: squeezed
# Part of the width that a text may have to itself. Smaller: it covers a picture; larger: pictures too narrow to see anything in.
MOST_TEXT = 0.6


class SideBySide:
    """output: GraphicsOutput (window or buffer); camera: NodePath of the camera that shows all of it as long as it is not split.

    scene: NodePath, root of the right half's scene; cameras: NodePaths, left and right
    begins: where the left half begins, in parts of the width: what is left of it is for text
    """

    def __init__(self, output, camera):
        self._region = camera.node().getDisplayRegion(0)
        self.scene = NodePath("right half")
        other = self.scene.attachNewNode(Camera("right half", camera.node().getLens()))
        self._other = output.makeDisplayRegion()
        self._other.setSort(self._region.getSort())
        self._other.setClearDepthActive(True)
        self._other.setCamera(other)
        self.cameras = (camera, other)
        self.split(False)

    def split(self, wanted, begins=0.0):
        self.is_split, self.begins = wanted, begins
        for number, region in enumerate((self._region, self._other)):
            region.setDimensions(*self.across(number), 0.0, 1.0)
        self._other.setActive(wanted)

    def across(self, number):
        """Where the picture of a camera begins and ends, in parts of the width."""
        begin = min(self.begins, MOST_TEXT)
        middle = (begin + 1.0) / 2.0
        return ((middle, 1.0) if number else (begin, middle)) if self.is_split else WHOLE

    def aim(self, size, field_of_view):
        """Once the first camera has its place: both lenses and the second camera. size: of the whole [pixels]; angle: degrees"""
        width, height = size
        lens = self.cameras[0].node().getLens()
        left, right = self.across(0)
        lens.setAspectRatio(width * (right - left) / max(1, height))
        lens.setFov(degrees(2.0 * atan((right - left) ** NARROWER * tan(radians(field_of_view) / 2.0))))
        self.cameras[1].setTransform(self.cameras[0].getNetTransform())
