"""The renderer, and the window: its icon, size, full screen, keyboard focus and screenshots."""

import ctypes
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import numpy as np
from direct.showbase.ShowBase import ShowBase
from panda3d.core import (
    AntialiasAttrib,
    Filename,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsPipe,
    GraphicsPipeSelection,
    GraphicsWindow,
    WindowProperties,
    load_prc_file_data,
)
from PIL import Image

from ..core.input_errors import InputError
from ..panels.theme import Size
from ..pictures.offscreen import FAR, NEAR, write_picture
from ..scene.side_by_side_cameras import SplitScreen
from .panels.loading_screen import CLOSE
from .sound import sound_library

FILE = Path(__file__).resolve().parents[2] / "assets" / "icon.ico"  # made from the logo by `python -m tests.menu_cards icon`
SIZES = (16, 32, 64)  # [pixels]
CARDINAL, LONG, REPLACE = 6, 32, 0  # of the X protocol


def set_x11_icon(handle: int) -> None:
    """Set the icon of the X11 window with this handle. Do nothing on other systems and without libX11."""
    if not sys.platform.startswith("linux"):
        return
    with suppress(OSError, AttributeError):
        x11 = ctypes.CDLL("libX11.so.6")
        x11.XOpenDisplay.restype = ctypes.c_void_p
        x11.XInternAtom.restype = ctypes.c_ulong
        display = x11.XOpenDisplay(None)
        if not display:
            return
        data = icon_data()
        display = ctypes.c_void_p(display)
        name = ctypes.c_ulong(x11.XInternAtom(display, b"_NET_WM_ICON", 0))
        values = (ctypes.c_ulong * len(data))(*data.tolist())
        x11.XChangeProperty(display, ctypes.c_ulong(handle), name, ctypes.c_ulong(CARDINAL), LONG, REPLACE, values, len(data))
        x11.XCloseDisplay(display)


def icon_data() -> np.ndarray:
    """Return the icon as X11 expects it, (n,) int64: for each size its width, its height, and its pixels 0xAARRGGBB."""
    parts = []
    with Image.open(FILE) as icon:
        pictures = [icon.ico.getimage((side, side)).convert("RGBA") for side in SIZES]  # type: ignore[attr-defined]
    for side, picture in zip(SIZES, pictures):
        red, green, blue, alpha = np.moveaxis(np.asarray(picture, dtype=np.int64), -1, 0)
        parts += [[side, side], (alpha << 24 | red << 16 | green << 8 | blue).ravel()]
    return np.concatenate(parts)


QUIET = """
print-pipe-types 0
notify-level-device fatal
notify-level-display error
notify-level-x11display fatal
notify-level-glxdisplay fatal
notify-level-egldisplay error
notify-level-windisplay error
audio-library-name null
notify-level-audio fatal
notify-level-openalAudio fatal
"""
# sleep-precision [s]: Panda3D spins for the end of each wait. Its usual 10 ms count as work of the frame: automatic quality falls
# to the lowest level. They also take half a processor from baking and compiling. Smaller: frames end late on some systems.
GAME = """
audio-library-name {audio}
window-title Glissade
icon-filename {icon}
load-display {module}
aux-display p3tinydisplay
win-size {width} {height}
fullscreen {fullscreen}
sync-video 1
textures-power-2 {sides}
text-minfilter nearest
framebuffer-multisample {smooth}
multisamples {samples}
texture-anisotropic-degree {anisotropy}
max-dt 0.1
clock-mode {clock}
clock-frame-rate 60
sleep-precision 0.001
"""
MODULES = {"gl": "pandagl", "tiny": "p3tinydisplay"}
TITLE_BAR = 48  # [pixels] for the frame of a window. Less: the lower edge is off the display; more: the window is too small
SAMPLES, ANISOTROPY = 4, 8  # on graphics cards only: drawn by the processor it takes four times as long


def why_no_display(renderer: str | None = None) -> str | None:
    """Return why no window of the renderer "gl" or "tiny", or of any, can be opened, or None if one can be opened."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return "there is no display (DISPLAY is not set)"
    if any(window_pipe(name) for name in ([renderer] if renderer else MODULES)):
        return None
    return f"the display {os.environ.get('DISPLAY', '')} cannot be opened".replace("  ", " ")


def require_display(renderer: str | None = None) -> None:
    reason = why_no_display(renderer)
    if reason:
        others = "sim, shot, explain, check, lesson NAME --shots, and main.py alone (a tour in pictures)"
        raise InputError(f"no window: {reason}; without one there are {others}")


@contextmanager
def silence_stderr() -> Iterator[None]:
    """Discard all output to the error stream during the `with` block, also that of C libraries, such as a warning of Xlib."""
    sys.stderr.flush()
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


@cache
def window_pipe(renderer: str) -> GraphicsPipe | None:
    """Return the pipe that opens windows of the renderer "gl" or "tiny", or None if it does not work."""
    load_prc_file_data("", QUIET)
    with silence_stderr():
        pipe = GraphicsPipeSelection.getGlobalPtr().makeModulePipe(MODULES[renderer])
    opens = pipe and pipe.isValid() and pipe.getSupportedTypes() & GraphicsPipe.OTWindow
    return pipe if opens else None


def choose_renderer(wanted: str | None = None, smooth: bool = False) -> str:
    """Return "gl" for a graphics card, "llvmpipe" for OpenGL on the processor, or "tiny" for Panda3D's software renderer.

    wanted: "gl", "tiny", or None for the fastest. Without a card that is "tiny", which cannot draw `smooth` edges.
    """
    if wanted == "tiny" or not window_pipe("gl"):
        return "tiny"
    driver = driver_name(window_pipe("gl"))
    if not driver:
        return "tiny"
    if "llvmpipe" in driver.lower() or "softpipe" in driver.lower():
        return "llvmpipe" if wanted == "gl" or smooth else "tiny"
    return "gl"


def driver_name(pipe: GraphicsPipe) -> str:
    """Return OpenGL's name of its renderer, read with a hidden buffer of one pixel, or "" if that fails."""
    engine = GraphicsEngine(pipe)
    buffer = engine.makeOutput(
        pipe, "probe", 0, FrameBufferProperties.getDefault(), WindowProperties.size(1, 1), GraphicsPipe.BFRefuseWindow
    )
    if buffer is None:
        return ""
    engine.openWindows()
    name = buffer.getGsg().getDriverRenderer() if buffer.getGsg() else ""
    engine.removeAllWindows()
    return name


def display_size(renderer: str) -> Size:
    """Return (width, height) of the display [pixels], each 0 if unknown. `renderer` is a result of `choose_renderer`."""
    pipe = window_pipe("tiny" if renderer == "tiny" else "gl")
    return (pipe.getDisplayWidth(), pipe.getDisplayHeight()) if pipe else (0, 0)


def fit_to_display(size: Size, display: Size) -> Size:
    """Return the largest size [pixels] of the same proportions, at most `size`, that fits a display, of which 0 is unknown."""
    if not all(display):  # not known
        return size
    share = min(1.0, display[0] / size[0], (display[1] - TITLE_BAR) / size[1])
    return int(share * size[0]), int(share * size[1])


def configure(renderer: str, size: Size, fullscreen: bool = False) -> None:
    """Configure Panda3D for a window of a size [pixels] and a result of `choose_renderer`, before ShowBase is made."""
    card = renderer == "gl"
    settings = GAME.format(
        module=MODULES["tiny" if renderer == "tiny" else "gl"],
        width=size[0],
        height=size[1],
        fullscreen=int(fullscreen),
        smooth=int(card),
        samples=SAMPLES if card else 0,
        anisotropy=ANISOTROPY if card else 1,
        sides="up" if renderer == "tiny" else "none",  # OpenGL would show a scaled scene in a part of the window
        audio=sound_library(),
        icon=Filename.fromOsSpecific(str(FILE)),
        clock="normal" if card else "limited",  # a card waits for the screen, the processor does not
    )
    load_prc_file_data("", QUIET.replace("audio-library-name null\n", "") + settings)


# [pixels] OpenGL samples text at the borders of texels. A shift by a quarter of a pixel keeps text crisp. The software renderer
# does not need it.
OFF_THE_EDGE = (0.25, 0.0, 0.25)
GROUND = (0.06, 0.08, 0.11, 1.0)  # behind text beside two pictures


class Window:
    """The game's window. resized(), focus_changed() and closed() are called after these events."""

    def __init__(
        self, base: ShowBase, resized: Callable[[], None], focus_changed: Callable[[], None], closed: Callable[[], None]
    ):
        self._base, self._resized, self._focus_changed = base, resized, focus_changed
        self._size = self.windowed_size = self.size
        self.screen = SplitScreen(base.win, base.cam)  # draws the scene
        base.win.setClearColor(GROUND)
        self._had_focus = base.win.getProperties().getForeground()  # its event may be over before this window listens
        self.away = False  # True while another program has the keyboard, or the window is minimised
        base.accept("window-event", self._event)
        base.win.setCloseRequestEvent(CLOSE)
        base.accept(CLOSE, closed)

    def prepare(self, renderer: str) -> None:
        """Set up lens, antialiasing and text once, for a renderer: "gl", "llvmpipe" or "tiny"."""
        base = self._base
        base.disableMouse()
        base.camLens.setNearFar(NEAR, FAR)
        if renderer == "gl":
            for root in self.screen.roots:
                root.setAntialias(AntialiasAttrib.MAuto)
        if renderer != "tiny":
            base.pixel2d.setPos(base.pixel2d, *OFF_THE_EDGE)

    @property
    def size(self) -> Size:
        return self._base.win.getXSize(), self._base.win.getYSize()

    def _event(self, window: GraphicsWindow) -> None:
        self._base.windowEvent(window)
        if window != self._base.win or window.isClosed():
            return
        self._notice_focus(window.getProperties())
        if self.size != self._size:
            self._size = self.size
            self.screen.scale.resized()
            self._resized()

    def _notice_focus(self, properties: WindowProperties) -> None:
        """Update `away`. A window that never had focus, as without a window manager, does not lose it."""
        focused = properties.getForeground()
        away = properties.getMinimized() or (self._had_focus and not focused)
        self._had_focus = self._had_focus or focused
        if away != self.away:
            self.away = away
            self._focus_changed()

    def set_fullscreen(self, wanted: bool) -> None:
        properties = WindowProperties()
        properties.setFullscreen(wanted)
        if wanted:
            self.windowed_size = self.size
            properties.setSize(self._base.pipe.getDisplayWidth(), self._base.pipe.getDisplayHeight())
        else:
            properties.setSize(*self.windowed_size)
            properties.setOrigin(-2, -2)
        self._base.win.requestProperties(properties)

    def save_picture(self, path: Path) -> None:
        """Write a screenshot of the window to a picture file. Raises InputError if that fails."""
        texture = self._base.win.getScreenshot()
        if texture is None:
            raise InputError(f"{path}: cannot be written: the renderer gives no picture of the window")
        pixels = np.frombuffer(texture.getRamImageAs("RGB"), np.uint8).reshape(texture.getYSize(), texture.getXSize(), 3)
        write_picture(Image.fromarray(pixels[::-1]), path)
