"""One picture of the scene, or two side by side: the same camera, the same moment, each picture with a scene of its own."""

from math import atan, degrees, radians, tan

from panda3d.core import Camera, NodePath, OrthographicLens, Point3

from ..camera.area import WHOLE
from ..camera.camera import FAR, NEAR
from .node_placement import place

# Exponent of the width: how much less a half shows across. 1: as if cut out of the whole picture; 0: squeezed
NARROWER = 0.5


class SplitScreen:
    """A picture that can be split into two, side by side.

    output: GraphicsOutput (window or buffer); camera: NodePath of the camera of the whole, or left, picture.

    cameras: NodePaths, left and right; roots: NodePaths, the scene that each of them sees
    is_split; area: Area of the window that no panel covers: the pictures share it
    """

    def __init__(self, output, camera):
        self._output, self._region = output, camera.node().getDisplayRegion(0)
        right = NodePath("right half")
        self._lens, self._flat_lens = camera.node().getLens(), OrthographicLens()
        other = right.attachNewNode(Camera("right half", self._lens))
        self._other = output.makeDisplayRegion()
        self._other.setSort(self._region.getSort())
        self._other.setClearDepthActive(True)
        self._other.setCamera(other)
        self.cameras, self.roots = (camera, other), (camera.getTop(), right)
        self.is_split, self.area = None, WHOLE
        self.split(False)

    def split(self, wanted, area=WHOLE):
        """Show two pictures, or one."""
        if (wanted, area) == (self.is_split, self.area):
            return
        self.is_split, self.area = wanted, area
        for number, region in enumerate((self._region, self._other)):
            region.setDimensions(*self.across(number), 0.0, 1.0)
        self._other.setActive(wanted)

    def across(self, number):
        """(left, right): the sides of a camera's picture, in parts of the width."""
        if not self.is_split:
            return WHOLE.left, WHOLE.right
        middle = self.area.middle[0]
        return (middle, self.area.right) if number else (self.area.left, middle)

    @property
    def middle(self):
        """(x, y) of the first picture's middle, in parts of the window."""
        x, y = self.area.middle
        return (sum(self.across(0)) / 2.0 if self.is_split else x), y

    def place_in_picture(self, x, y):
        """(x, y, number) of a place of the window [pixels]: -1..1 between the sides of a picture, and the picture's number."""
        width, height = self._output.getXSize(), self._output.getYSize()
        number = int(self.is_split and x >= self.across(1)[0] * width)
        left, right = self.across(number)
        return 2.0 * (x / width - left) / (right - left) - 1.0, 1.0 - 2.0 * y / height, number

    def aim(self, eye, look, field_of_view, target=None, near=NEAR, flat_height=None):
        """Put the cameras at `eye` (3,) [m].

        look: Look; field_of_view: of a whole picture, horizontal [degrees]; target (3,) [m]: turn to it and ignore `look`
        near: distance of the near plane [m]; flat_height: height of the window [m] without perspective, None: with perspective
        """
        if target is None:
            place(self.cameras[0], eye, look.heading, look.pitch, look.frame)
        else:
            self.cameras[0].setPos(*eye)
            self.cameras[0].lookAt(Point3(*target))
        lens = self._lens if flat_height is None else self._flat_lens
        left, right = self.across(0)
        aspect = self._output.getXSize() * (right - left) / max(1, self._output.getYSize())
        lens.setAspectRatio(aspect)
        if flat_height is None:
            lens.setFov(degrees(2.0 * atan((right - left) ** NARROWER * tan(radians(field_of_view) / 2.0))))
        else:
            lens.setFilmSize(flat_height * aspect, flat_height)
        lens.setNearFar(near, FAR)
        self._shift(lens, (left + right) / 2.0, right - left)
        for camera in self.cameras:
            camera.node().setLens(lens)
        self.cameras[1].setTransform(self.cameras[0].getNetTransform())

    def _shift(self, lens, middle, width):
        """Draw what the camera looks at in the middle of the area. middle, width: of the first picture, in parts of the window"""
        x, y = self.middle
        film_width, film_height = lens.getFilmSize()
        lens.setFilmOffset((middle - x) / width * film_width, (y - 0.5) * film_height)
