"""The split screen: one picture of the scene, or two side by side with the same camera and moment, each in its own space."""

from math import atan, degrees, radians, tan

from panda3d.core import Camera, NodePath, Point3

from .node_placement import place
from .render_scale import RenderScale

WHOLE = (0.0, 1.0)
# Exponent of the width in the field of view. 1: a half shows half of the whole picture; 0: it shows all of it, compressed
NARROWER = 0.5
# Part of the width that a text may take at most. Smaller: it covers a picture; larger: the pictures are too narrow.
MOST_TEXT = 0.6


class SplitScreen:
    """A picture that can be split into two, side by side.

    output: GraphicsOutput (window or buffer); camera: NodePath of the camera of the whole, or left, picture.

    cameras: NodePaths, left and right; roots: NodePaths, the scene that each of them sees
    scale: RenderScale; is_split; text_width: the part of the width, left of two pictures, that is for a text
    """

    def __init__(self, output, camera):
        self._output, region = output, camera.node().getDisplayRegion(0)
        right = NodePath("right half")
        other = right.attachNewNode(Camera("right half", camera.node().getLens()))
        half = output.makeDisplayRegion()
        half.setSort(region.getSort())
        half.setClearDepthActive(True)
        half.setCamera(other)
        self.scale = RenderScale(output, [region, half])
        self.cameras, self.roots = (camera, other), (camera.getTop(), right)
        self.is_split = self.text_width = None
        self.split(False)

    def split(self, wanted, text_width=0.0):
        """Show two pictures, or one."""
        if (wanted, text_width) == (self.is_split, self.text_width):
            return
        self.is_split, self.text_width = wanted, text_width
        for number, region in enumerate(self.scale.regions):
            region.setDimensions(*self.across(number), 0.0, 1.0)
        self.scale.regions[1].setActive(wanted)

    def across(self, number):
        """(left, right): the sides of a camera's picture, in parts of the width."""
        begin = min(self.text_width, MOST_TEXT)
        middle = (begin + 1.0) / 2.0
        return ((middle, 1.0) if number else (begin, middle)) if self.is_split else WHOLE

    def place_in_picture(self, x, y):
        """(x, y, number) of a place of the window [pixels]: -1..1 from the middle of a picture, and the picture's number."""
        width, height = self._output.getXSize(), self._output.getYSize()
        number = int(self.is_split and x >= self.across(1)[0] * width)
        left, right = self.across(number)
        return 2.0 * (x / width - left) / (right - left) - 1.0, 1.0 - 2.0 * y / height, number

    def aim(self, eye, look, field_of_view, target=None):
        """Place and turn the cameras. eye (3,) [m]

        look: Look; field_of_view: of a whole picture, horizontal [degrees]; target (3,) [m]: turn to it and ignore `look`
        """
        if target is None:
            place(self.cameras[0], eye, look.heading, look.pitch, look.frame)
        else:
            self.cameras[0].setPos(*eye)
            self.cameras[0].lookAt(Point3(*target))
        lens = self.cameras[0].node().getLens()
        left, right = self.across(0)
        lens.setAspectRatio(self._output.getXSize() * (right - left) / max(1, self._output.getYSize()))
        lens.setFov(degrees(2.0 * atan((right - left) ** NARROWER * tan(radians(field_of_view) / 2.0))))
        self.cameras[1].setTransform(self.cameras[0].getNetTransform())
