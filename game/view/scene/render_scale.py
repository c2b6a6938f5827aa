"""The resolution of the scene, which may differ from that of the window. Panels and texts keep the resolution of the window."""

from panda3d.core import Camera, CardMaker, NodePath, OrthographicLens, SamplerState

GROUND = (0.06, 0.08, 0.11, 1.0)  # colour of a region without a picture, behind a text


class RenderScale:
    """The DisplayRegions in which the scene is drawn, with a scale of the resolution.

    With OpenGL and a scale other than 1 they belong to a buffer, whose picture then fills the window. The software renderer
    scales by itself.
    output: GraphicsOutput, the window or a buffer
    regions: as an argument the DisplayRegions of the output, with their cameras; as an attribute those that are drawn now
    """

    def __init__(self, output, regions):
        self._output, self._own, self.regions = output, regions, regions
        self._scale, self._buffer, self._cover = 1.0, None, None

    def set(self, scale):
        """Set the number of pixels across and up, as a multiple of the window's.

        scale: below 1 the picture is coarser and faster. At 2 OpenGL smooths edges. The software renderer does not exceed 1.
        """
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

    def resized(self):
        """Adapt the buffer, if there is one, to a new size of the output."""
        if self._buffer:
            self.set(self._scale)

    def _make_buffer(self):
        width, height = (max(1, round(size * self._scale)) for size in (self._output.getXSize(), self._output.getYSize()))
        self._buffer = self._output.makeTextureBuffer("scene", width, height)
        if self._buffer is None:  # a driver without buffers: the scene keeps the window's resolution
            return
        self._buffer.setSort(self._output.getSort() - 1)
        self._buffer.setClearColor(GROUND)
        texture = self._buffer.getTexture()
        texture.setMinfilter(SamplerState.FTLinear)
        texture.setMagfilter(SamplerState.FTLinear)
        self.regions = [self._moved(region) for region in self._own]
        self._cover = self._output.makeDisplayRegion()
        self._cover.setSort(min(region.getSort() for region in self._own))
        self._cover.setCamera(flat_camera(texture))

    def _moved(self, region):
        """Make a DisplayRegion of the buffer with the position and camera of the output's `region`. Switch `region` off.

        Return the new DisplayRegion.
        """
        made = self._buffer.makeDisplayRegion(*region.getDimensions())
        made.setSort(region.getSort())
        made.setCamera(region.getCamera())
        made.setClearDepthActive(True)
        made.setActive(region.isActive())
        region.setActive(False)
        return made

    def _drop_buffer(self):
        if self._buffer is None:
            return
        for own, moved in zip(self._own, self.regions):
            own.setDimensions(*moved.getDimensions())
            own.setActive(moved.isActive())
        self._output.removeDisplayRegion(self._cover)
        self._output.getEngine().removeWindow(self._buffer)
        self._buffer, self.regions = None, self._own


def flat_camera(texture):
    """Return the NodePath of a camera that sees nothing but a Texture, which fills its picture."""
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
