"""One picture of the scene, or two side by side with the same camera and Moment. Each picture has its own scene graph."""

from math import atan, degrees, radians, tan

from panda3d.core import Camera, NodePath, OrthographicLens, Point3

from ..camera.look_and_spring_arm import FAR, NEAR
from ..camera.window_area import WHOLE
from .node_placement import place
from .render_scale import RenderScale

# Exponent of the width in the field of view of half a window. 1: as if cut out of the whole picture; 0: squeezed
NARROWER = 0.5


class SplitScreen:
    """A picture that can be split into two pictures side by side.

    output: GraphicsOutput, a window or a buffer
    camera: NodePath of the camera of the whole or left picture
    cameras: (left, right) NodePaths
    roots: (left, right) NodePaths of the scene that each camera sees
    scale: RenderScale
    is_split: True with two pictures
    area: Area of the window that no panel covers. Two pictures lie side by side in its width.
    """

    def __init__(self, output, camera):
        self._output, region = output, camera.node().getDisplayRegion(0)
        right = NodePath("right half")
        self._lens, self._flat_lens = camera.node().getLens(), OrthographicLens()
        other = right.attachNewNode(Camera("right half", self._lens))
        half = output.makeDisplayRegion()
        half.setSort(region.getSort())
        half.setClearDepthActive(True)
        half.setCamera(other)
        self.scale = RenderScale(output, [region, half])
        self.cameras, self.roots = (camera, other), (camera.getTop(), right)
        self.is_split, self.area = None, WHOLE
        self.split(False)

    def split(self, wanted, area=WHOLE):
        """Draw two pictures if `wanted` is True, else one. `area` is the Area of the window that no panel covers."""
        if (wanted, area) == (self.is_split, self.area):
            return
        self.is_split, self.area = wanted, area
        for number, region in enumerate(self.scale.regions):
            region.setDimensions(*self.across(number), 0.0, 1.0)
        self.scale.regions[1].setActive(wanted)

    def across(self, number):
        """Return the left and the right edge of the picture of camera `number`, 0 or 1, in fractions of the window's width."""
        if not self.is_split:
            return WHOLE.left, WHOLE.right
        middle = self.area.middle[0]
        return (middle, self.area.right) if number else (self.area.left, middle)

    @property
    def middle(self):
        """Middle (x, y) of that part of the first picture that no panel covers, in fractions of the window."""
        x, y = self.area.middle
        return (sum(self.across(0)) / 2.0 if self.is_split else x), y

    def place_in_picture(self, x, y):
        """Convert a point of the window to a point of a picture.

        x, y: [pixels], from the left and the top
        Return (x, y, number): -1..1 from left to right and from bottom to top, and the index of the picture.
        """
        width, height = self._output.getXSize(), self._output.getYSize()
        number = int(self.is_split and x >= self.across(1)[0] * width)
        left, right = self.across(number)
        return 2.0 * (x / width - left) / (right - left) - 1.0, 1.0 - 2.0 * y / height, number

    def aim(self, eye, look, field_of_view, target=None, near=NEAR, flat_height=None):
        """Aim both cameras.

        eye: their position (3,) [m]
        look: Look (heading, pitch and frame), ignored if there is a target
        field_of_view: of a picture as wide as the window, horizontal [degrees]
        target: point (3,) [m] to aim at instead of along `look`, or None
        near: distance of the near clipping plane [m]
        flat_height: height of a picture without perspective [m], or None for a picture with perspective
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
        """Shift the Lens so that the point ahead of the camera is drawn in the middle of the area.

        middle, width: of the first picture, in fractions of the window's width
        """
        x, y = self.middle
        film_width, film_height = lens.getFilmSize()
        lens.setFilmOffset((middle - x) / width * film_width, (y - 0.5) * film_height)
