"""Pictures that are drawn without a window, and their files. Each PNG has a mark by which Glissade recognises its own.

    with Studio((1280, 720)) as studio:
        build_scenery(level).reparentTo(studio.scene)
        studio.aim(eye, heading, pitch)
        studio.render().save("picture.png")

A process can have several studios of different sizes. A process that opened an OpenGL window must not open a studio: models
shared by two renderers crash Panda3D at exit.
"""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Self

import numpy as np
from panda3d.core import (
    Camera,
    CullBinManager,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsOutput,
    GraphicsPipe,
    GraphicsPipeSelection,
    Lens,
    NodePath,
    OrthographicLens,
    PerspectiveLens,
    Texture,
    WindowProperties,
    load_prc_file_data,
)
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from ..core.input_errors import InputError
from ..core.safe_files import make_parents, refuse_foreign, write_file
from ..core.vec3 import VectorLike
from ..scene.look_and_spring_arm import FAR, NEAR, Look
from ..scene.split_screen_and_resolution import SplitScreen

MARK = "Software\0Glissade"  # in the head of every PNG


def write_picture(picture: Image.Image, out: str | Path) -> Path:
    """Write a picture to a file, and return the path. Missing folders are made. The suffix sets the format.

    Raises InputError if the file cannot be written, or if it would replace a file that Glissade did not write.
    """
    path = Path(out)
    prepare(path)
    kind = Image.registered_extensions().get(path.suffix.lower())
    if kind is None:
        reason = f"no kind of picture ends in {path.suffix}" if path.suffix else "its name has no ending"
        raise InputError(f"{path}: cannot be written: {reason}; take .png")
    signed, data = PngInfo(), BytesIO()
    name, maker = MARK.split("\0")
    signed.add_text(name, maker)
    try:
        picture.save(data, kind, pnginfo=signed)
    except (OSError, ValueError, KeyError) as problem:
        raise InputError(f"{path}: cannot be written: {problem}; take .png") from None
    write_file(path, data.getvalue())
    return path


def prepare(path: Path) -> None:
    """Make the folders of a picture file before it is drawn. Raises InputError if it could not be written."""
    make_parents(path)
    refuse_foreign(path, MARK)


# Without transform-cache 0, a node gets the matrix of an earlier node that differs by rounding: then pictures depend on what the
# process drew before them.
SETTINGS = """
transform-cache 0
print-pipe-types 0
notify-level-device fatal
notify-level-display error
notify-level-x11display fatal
audio-library-name null
textures-power-2 up
"""
FIELD_OF_VIEW = 80.0  # horizontal [degrees]
SKY_FALLBACK = (0.62, 0.72, 0.86, 1.0)  # the background of a scene without a sky


class Studio:
    """An offscreen picture buffer with a scene, a camera and a flat overlay, whose unit is a pixel as in pixel2d.

    samples: each pixel is the mean of samples x samples drawn pixels (antialiasing). Raises InputError if the software renderer
    cannot start, and RuntimeError in a process with an OpenGL window.
    """

    def __init__(self, size: Sequence[int] = (1280, 720), samples: int = 1):
        width, height = size
        self.size, self.samples = (width, height), samples
        self.scene, self.overlay = NodePath("scene"), NodePath("overlay")
        self.overlay.setDepthTest(False)
        self.overlay.setDepthWrite(False)
        self._engine = GraphicsEngine.getGlobalPtr()
        self._buffer = open_buffer(self._engine, width * samples, height * samples)
        self._picture = Texture("picture")
        self._buffer.addRenderTexture(self._picture, GraphicsOutput.RTMCopyRam)
        self.camera = self._add_view(self.scene, PerspectiveLens(), sort=0)
        self.camera.node().getLens().setNearFar(NEAR, FAR)
        self._add_view(self.overlay, pixel_lens(self.size), sort=10)
        self.screen = SplitScreen(self._buffer, self.camera)
        self.aim((0.0, 0.0, 0.0), 0.0)

    def _add_view(self, root: NodePath, lens: Lens, sort: int) -> NodePath:
        view = root.attachNewNode(Camera("camera", lens))
        region = self._buffer.makeDisplayRegion()
        region.setSort(sort)
        region.setCamera(view)
        region.setClearDepthActive(True)
        return view

    def aim(self, eye: VectorLike, heading: float, pitch: float = 0.0) -> None:
        """Place the camera at `eye` [m], upright in the world. heading, pitch: [rad], positive to the left and upwards"""
        self.screen.aim(eye, Look(heading, pitch), FIELD_OF_VIEW)

    def look_at(self, eye: VectorLike, target: VectorLike) -> None:
        self.screen.aim(eye, Look(), FIELD_OF_VIEW, target)

    def draw(self) -> None:
        self._engine.renderFrame()

    def pixels(self) -> np.ndarray:
        """Draw, and return the picture as an array (height, width, 3) uint8 red, green, blue, top row first."""
        self.draw()
        width, height = self._buffer.getXSize(), self._buffer.getYSize()
        data = np.frombuffer(self._picture.getRamImageAs("RGB"), np.uint8).reshape(height, width, 3)[::-1]
        return average_blocks(data, self.samples)

    def render(self) -> Image.Image:
        return Image.fromarray(self.pixels())

    def close(self) -> None:
        """Give the memory back.

        Panda3D keeps the pixels of a removed buffer, so it is made as small as possible first. The sky follows the camera, and a
        camera below its scene would keep both.
        """
        for region in self._buffer.getDisplayRegions():
            region.setActive(False)
        self._buffer.setSize(1, 1)
        self.draw()
        self._engine.removeWindow(self._buffer)
        for camera in self.screen.cameras:
            camera.detachNode()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_buffer(engine: GraphicsEngine, width: int, height: int) -> GraphicsOutput:
    """Return an offscreen buffer of the software renderer, width x height [pixels]. Raises the errors of Studio."""
    if any(window.getPipe().getInterfaceName() != "TinyPanda" for window in engine.getWindows()):
        raise RuntimeError("an OpenGL window is open in this process: the software renderer must not be used beside it")
    load_prc_file_data("", SETTINGS)
    draw_in_order()
    pipe = GraphicsPipeSelection.getGlobalPtr().makePipe("TinyOffscreenGraphicsPipe", "p3tinydisplay")
    if pipe is None:
        raise InputError(
            "pictures: Panda3D's software renderer does not start; it needs the system's libX11.so.6"
            " (Debian and Ubuntu: apt install libx11-6)"
        )
    properties = FrameBufferProperties()
    properties.setRgbColor(True)
    properties.setDepthBits(24)
    flags = GraphicsPipe.BFRefuseWindow | GraphicsPipe.BFResizeable
    buffer = engine.makeOutput(pipe, "studio", 0, properties, WindowProperties.size(width, height), flags)
    if buffer is None:
        raise InputError(f"pictures: cannot make a picture of {width} x {height} pixels; try a smaller size")
    buffer.setClearColor(SKY_FALLBACK)
    return buffer


def draw_in_order() -> None:
    """Make Panda3D draw opaque nodes in the order of the scene graph. Its own depends on memory addresses, and so do pixels."""
    bins = CullBinManager.getGlobalPtr()
    bins.setBinType(bins.findBin("opaque"), CullBinManager.BTUnsorted)


def pixel_lens(size: tuple[int, int]) -> OrthographicLens:
    """Return a lens in which a unit is a pixel. x is to the right of the top left corner, z above it."""
    width, height = size
    lens = OrthographicLens()
    lens.setFilmSize(width, height)
    lens.setFilmOffset(width / 2, -height / 2)
    lens.setNearFar(-1000, 1000)
    return lens


def average_blocks(pixels: np.ndarray, samples: int) -> np.ndarray:
    """Return the mean colour (h, w, 3) uint8 of each block of samples x samples pixels."""
    if samples == 1:
        return np.ascontiguousarray(pixels)
    return ((block_sums(pixels, samples) + samples**2 // 2) // samples**2).astype(np.uint8)


def block_sums(pixels: np.ndarray, side: int) -> np.ndarray:
    """Return the sum (h, w, 3) uint16 of each block of side x side pixels, up to 16 x 16. Adding pictures is fast."""
    sums = np.zeros((pixels.shape[0] // side, pixels.shape[1] // side, 3), np.uint16)
    for row in range(side):
        for column in range(side):
            sums += pixels[row::side, column::side]
    return sums
