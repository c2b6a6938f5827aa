"""The renderer, the window (icon, size, full screen, keyboard focus, screenshots), and the automatic quality of its picture."""

import ctypes
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from math import inf
from pathlib import Path
from statistics import median
from time import thread_time

import numpy as np
from direct.showbase.ShowBase import ShowBase
from direct.task.Task import Task
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
from ..scene.moment import Moment
from ..scene.split_screen_and_resolution import GROUND, SplitScreen
from .panels.loading_screen import CLOSE
from .session.settings import AUTOMATIC, HIGH, LEVELS, Quality, Settings, level_named
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


def choose_renderer(wanted: str | None, smooth: bool) -> str:
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


WITHOUT_CARD = 60  # frames a second when no graphics card waits for the screen
BUDGET = 0.85 / 60  # [s] of work in a frame, so that 60 frames a second are reached; the rest is for the system
SPARE = 0.7  # fraction of the budget below which a higher level is tried. Larger: levels are tried in vain; smaller: never
RETRY = 8  # decisions until a level that was too slow is tried again; doubles with each failure. Fewer: the picture changes
# often; more: other work beside the game's start costs the picture for long
# [s] for which the view rests until the picture becomes sharp. Shorter: it changes during short stops; longer: letters of signs
# cannot be read for that time.
REST = 0.25
STILL = 3e-4  # [m], [rad] least change of the view from one frame to the next that counts. Less: a glide to rest never ends
# [s] of work in most sharp frames, while something moves, for 30 a second, and while nothing does. More: exhibits move by
# jerks before a view at rest, and the next motion begins late; less: boards are read on fast machines only.
SLOWEST, SLOWEST_WHILE_STILL = 0.9 / 30.0, 0.1
SLOW_FRAMES = 6  # slow ones in a row that end the sharp picture. Fewer: single ones do; more: a slow machine is slow for longer
FRAMES = 40  # measured before each decision. Fewer: a single slow frame decides; more: a slow start


class QualityChoice:
    """The automatic choice of the highest Quality, at most HIGH, whose frames are ready in time. It begins with `level`."""

    def __init__(self, level: Quality):
        self.level = level
        self._times: list[float] = []
        self._failures: Counter[Quality] = Counter()  # how often each level was too slow
        self._wait = 0  # decisions until a higher level is tried

    def add(self, seconds: float) -> bool:
        """Add the work time of a frame [s]. Return True if another level was chosen, after every FRAMES frames."""
        self._times.append(seconds)
        if len(self._times) < FRAMES:
            return False
        usual, self._times = median(self._times), []
        number, self._wait = LEVELS.index(self.level), max(self._wait - 1, 0)
        if usual > BUDGET and number > 0:
            self._wait = RETRY * 2 ** self._failures[self.level]
            self._failures[self.level] += 1
            self.level = LEVELS[number - 1]
            return True
        if usual < SPARE * BUDGET and not self._wait and number < LEVELS.index(HIGH):
            self.level = LEVELS[number + 1]
            return True
        return False


class QualityControl:
    """The quality of the picture: the one that the settings name, or an automatic choice.

    The renderer "tiny" draws all pixels while the view rests. Fewer are enough to walk by, but not to read signs and boards.
    drawn: the Quality that is applied: `level`, or while the view rests a sharper one
    """

    level: Quality  # the Quality that was chosen
    drawn: Quality

    def __init__(self, base: ShowBase, settings: Settings, renderer: str, apply: Callable[[Quality], None]):
        self._settings, self._apply, self._clock = settings, apply, base.clock
        self._can_choose, self._has_card = renderer == "tiny", renderer == "gl"
        self.drawn = None  # type: ignore[assignment]  # until `update`
        self._begun = thread_time()
        self._view: tuple[float, ...] = (inf,) * 5
        self._rested, self._slow = 0.0, 0  # [s] since the view changed; number of slow sharp frames in a row
        self._moves = True  # something in the picture, in the frame before
        self.update()
        base.taskMgr.add(self._begin_frame, "begin frame", sort=-60)  # before input is read
        base.taskMgr.add(self._end_frame, "end frame", sort=55)  # after the frame is drawn

    def update(self) -> None:
        """Apply the quality and the frame rate of the settings. Without the renderer "tiny", automatic quality means HIGH."""
        name = self._settings.quality
        wanted = level_named(self._settings.found_quality if name == AUTOMATIC and self._can_choose else name)
        self._choice = QualityChoice(wanted) if name == AUTOMATIC and self._can_choose else None
        self._set(wanted)
        rate = self._settings.frame_rate or (0 if self._has_card else WITHOUT_CARD)
        self._clock.setMode(self._clock.MLimited if rate else self._clock.MNormal)
        self._clock.setFrameRate(rate or WITHOUT_CARD)

    @property
    def text(self) -> str:
        return f"{AUTOMATIC} ({self.level.name})" if self._choice else self._settings.quality

    def see(self, moment: Moment, moves: bool, seconds: float) -> None:
        """Make the picture sharp once the view has rested for REST. `moves`: time runs or a sweep is shown"""
        view = *moment.eye, moment.look.heading, moment.look.pitch
        rests = moves == self._moves and all(abs(a - b) < STILL for a, b in zip(view, self._view))
        self._view, self._moves, self._rested = view, moves, self._rested + seconds if rests else 0.0
        self._set(self.level)

    @property
    def is_sharp(self) -> bool:
        return self._can_choose and self._rested >= REST

    def _set(self, level: Quality) -> None:
        self.level, drawn = level, level._replace(scale=max(level.scale, 1.0)) if self.is_sharp else level
        if drawn != self.drawn:
            self.drawn = drawn
            self._apply(drawn)

    def _begin_frame(self, task: Task) -> int:
        self._begun = thread_time()
        return task.cont

    def _end_frame(self, task: Task) -> int:
        """Add the work time of a frame of this thread to the automatic choice. Sharp frames are slow and do not count."""
        seconds = thread_time() - self._begun
        if self.is_sharp:
            self._slow = self._slow + 1 if seconds > (SLOWEST if self._moves else SLOWEST_WHILE_STILL) else 0
            self._rested = -inf if self._slow >= SLOW_FRAMES else self._rested
        elif self._choice and self._choice.add(seconds):
            self._settings.found_quality = self._choice.level.name
            self._set(self._choice.level)
        return task.cont
