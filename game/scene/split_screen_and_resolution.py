"""Pictures side by side in one window, and the resolution of the scene, which may differ from that of the window."""

from collections.abc import Sequence
from math import atan, degrees, radians, tan

from panda3d.core import (
    Camera,
    CardMaker,
    DisplayRegion,
    GraphicsOutput,
    NodePath,
    OrthographicLens,
    Point3,
    SamplerState,
    Texture,
)

from ..core.vec3 import VectorLike
from .framing import WHOLE, Area
from .geometry_nodes import place_node
from .look_and_spring_arm import FAR, NEAR, Look

GROUND = (0.06, 0.08, 0.11, 1.0)  # colour of a region without a picture, behind a text


class RenderScale:
    """The DisplayRegions of the scene, with a scale of the resolution. The software renderer scales by itself.

    With OpenGL and a scale other than 1, `regions` belong to a buffer, whose picture then fills the window.
    """

    def __init__(self, output: GraphicsOutput, regions: Sequence[DisplayRegion]):
        self._output, self._own, self.regions = output, regions, regions
        self._scale, self._buffer, self._cover = 1.0, None, None

    def set(self, scale: float) -> None:
        """Set the resolution as a multiple of the window's. At 2 OpenGL smooths edges. The software renderer stays below 1."""
        self._scale = scale
        if self._output.supportsPixelZoom():  # the software renderer scales by itself; it cannot smooth
            for region in self._own:
                region.setClearColor(GROUND)
                region.setClearColorActive(scale < 1.0)
                region.setClearDepthActive(True)
                region.setPixelZoom(max(1.0, scale**-2))  # Panda3D's zoom is a ratio of areas
            return
        self._drop_buffer()
        if scale != 1.0:
            self._make_buffer()

    def resized(self) -> None:
        if self._buffer:
            self.set(self._scale)

    def _make_buffer(self) -> None:
        width, height = (max(1, round(size * self._scale)) for size in (self._output.getXSize(), self._output.getYSize()))
        self._buffer = self._output.makeTextureBuffer("scene", width, height)
        if self._buffer is None:  # a driver without buffers: the scene keeps the window's resolution
            return
        self._buffer.setSort(self._output.getSort() - 1)
        self._buffer.setClearColor(GROUND)
        texture = self._buffer.getTexture()
        texture.setMinfilter(SamplerState.FTLinear)
        texture.setMagfilter(SamplerState.FTLinear)
        self.regions = [moved(region, self._buffer) for region in self._own]
        self._cover = self._output.makeDisplayRegion()
        self._cover.setSort(min(region.getSort() for region in self._own))
        self._cover.setCamera(flat_camera(texture))

    def _drop_buffer(self) -> None:
        if self._buffer is None:
            return
        for own, other in zip(self._own, self.regions):
            own.setDimensions(*other.getDimensions())
            own.setActive(other.isActive())
        self._output.removeDisplayRegion(self._cover)
        self._output.getEngine().removeWindow(self._buffer)
        self._buffer, self.regions = None, self._own


def moved(region: DisplayRegion, buffer: GraphicsOutput) -> DisplayRegion:
    """Return a region of the buffer with the position and camera of another region, which is switched off."""
    made = buffer.makeDisplayRegion(*region.getDimensions())
    made.setSort(region.getSort())
    made.setCamera(region.getCamera())
    made.setClearDepthActive(True)
    made.setActive(region.isActive())
    region.setActive(False)
    return made


def flat_camera(texture: Texture) -> NodePath:
    """Return a camera that sees nothing but a texture, which fills its picture."""
    root, lens = NodePath("flat"), OrthographicLens()
    card = CardMaker("scene")
    card.setFrame(-0.5, 0.5, -0.5, 0.5)
    lens.setFilmSize(1, 1)
    lens.setNearFar(-1, 1)
    shown = root.attachNewNode(card.generate())
    shown.setTexture(texture)
    shown.setDepthTest(False)
    shown.setDepthWrite(False)
    return root.attachNewNode(Camera("flat", lens))


# Exponent of the width in the field of view of half a window. 1: as if cut out of the whole picture; 0: squeezed
NARROWER = 0.5


class SplitScreen:
    """A picture of a window or buffer that can be split into two, with their (left, right) cameras and roots."""

    def __init__(self, output: GraphicsOutput, camera: NodePath):
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
        self.is_split, self.area = True, WHOLE
        self.split(False)

    def split(self, wanted: bool, area: Area = WHOLE) -> None:
        """Draw two pictures if `wanted`, else one. area: of the window that no panel covers"""
        if (wanted, area) == (self.is_split, self.area):
            return
        self.is_split, self.area = wanted, area
        for number, region in enumerate(self.scale.regions):
            region.setDimensions(*self.across(number), 0.0, 1.0)
        self.scale.regions[1].setActive(wanted)

    def across(self, number: int) -> tuple[float, float]:
        if not self.is_split:
            return WHOLE.left, WHOLE.right
        middle = self.area.middle[0]
        return (middle, self.area.right) if number else (self.area.left, middle)

    @property
    def middle(self) -> tuple[float, float]:
        x, y = self.area.middle
        return (sum(self.across(0)) / 2.0 if self.is_split else x), y

    def place_in_picture(self, x: float, y: float) -> tuple[float, float, int]:
        """Convert a point of the window [pixels] to (x, y, index of the picture), -1..1 to the right and upwards."""
        width, height = self._output.getXSize(), self._output.getYSize()
        number = int(self.is_split and x >= self.across(1)[0] * width)
        left, right = self.across(number)
        return 2.0 * (x / width - left) / (right - left) - 1.0, 1.0 - 2.0 * y / height, number

    def aim(
        self,
        eye: VectorLike,
        look: Look,
        field_of_view: float,
        target: VectorLike | None = None,
        near: float = NEAR,
        flat_height: float | None = None,
    ) -> None:
        """Aim both cameras from `eye` at `target` [m] or along `look`.

        field_of_view: of a picture as wide as the window, horizontal [degrees]; near: plane [m]; flat_height: of a picture
        without perspective [m], or None
        """
        if target is None:
            place_node(self.cameras[0], eye, look.heading, look.pitch, look.frame)
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
        (x, y), (width, height) = self.middle, lens.getFilmSize()
        lens.setFilmOffset(((left + right) / 2.0 - x) / (right - left) * width, (y - 0.5) * height)
        for camera in self.cameras:
            camera.node().setLens(lens)
        self.cameras[1].setTransform(self.cameras[0].getNetTransform())
