"""The renderer, the window and its icon."""

import ctypes
import os
import sys
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import numpy as np
from panda3d.core import (
    Filename,
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsPipe,
    GraphicsPipeSelection,
    WindowProperties,
    load_prc_file_data,
)
from PIL import Image

from ..core.input_errors import InputError
from .sound_player import sound_library

FILE = Path(__file__).resolve().parents[2] / "assets" / "icon.ico"  # made from the logo by `python -m tests.menu_cards icon`
SIZES = (16, 32, 64)  # [pixels]
CARDINAL, LONG, REPLACE = 6, 32, 0  # of the X protocol


def set_x11_icon(handle):
    """Set the icon of the X11 window with this handle, an int. Do nothing on other systems and without libX11."""
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


def icon_data():
    """Return the icon as X11 expects it, (n,) int64: for each size its width, its height, and its pixels 0xAARRGGBB."""
    parts = []
    with Image.open(FILE) as icon:
        pictures = [icon.ico.getimage((side, side)).convert("RGBA") for side in SIZES]
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


def why_no_display(renderer=None):
    """Return a text with the reason why no window can be opened, or None if a window can be opened.

    renderer: "gl" or "tiny", or None for any
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return "there is no display (DISPLAY is not set)"
    if any(window_pipe(name) for name in ([renderer] if renderer else MODULES)):
        return None
    return f"the display {os.environ.get('DISPLAY', '')} cannot be opened".replace("  ", " ")


def require_display(renderer=None):
    """Raise InputError if no window of a renderer can be opened. `renderer` is "gl" or "tiny", or None for any."""
    reason = why_no_display(renderer)
    if reason:
        others = "sim, shot, explain, check, lesson NAME --shots, and main.py alone (a tour in pictures)"
        raise InputError(f"no window: {reason}; without one there are {others}")


@contextmanager
def silence_stderr():
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
def window_pipe(renderer):
    """Return the GraphicsPipe that opens windows of the renderer "gl" or "tiny", or None if it does not work."""
    load_prc_file_data("", QUIET)
    with silence_stderr():
        pipe = GraphicsPipeSelection.getGlobalPtr().makeModulePipe(MODULES[renderer])
    opens = pipe and pipe.isValid() and pipe.getSupportedTypes() & GraphicsPipe.OTWindow
    return pipe if opens else None


def choose_renderer(wanted=None, smooth=False):
    """Return "gl" for a graphics card, "llvmpipe" for OpenGL on the processor, or "tiny" for Panda3D's software renderer.

    wanted: "gl" for OpenGL if it works, "tiny", or None for the fastest. Without a card that is "tiny", which takes half of
    OpenGL's time.
    smooth: True if edges must be smooth, which "tiny" cannot draw. So OpenGL is chosen if it works and `wanted` is None.
    """
    if wanted == "tiny" or not window_pipe("gl"):
        return "tiny"
    driver = driver_name(window_pipe("gl"))
    if not driver:
        return "tiny"
    if "llvmpipe" in driver.lower() or "softpipe" in driver.lower():
        return "llvmpipe" if wanted == "gl" or smooth else "tiny"
    return "gl"


def driver_name(pipe):
    """Return OpenGL's name of its renderer, read with a hidden buffer of one pixel, or "" if that fails.

    pipe: GraphicsPipe of OpenGL
    """
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


def display_size(renderer):
    """Return (width, height) of the display [pixels], each 0 if unknown. `renderer` is a result of `choose_renderer`."""
    pipe = window_pipe("tiny" if renderer == "tiny" else "gl")
    return pipe.getDisplayWidth(), pipe.getDisplayHeight()


def fit_to_display(size, display):
    """Return the largest (width, height) [pixels] of a window that fits on a display together with a title bar, at most `size`.

    size: (width, height) [pixels], whose aspect ratio is kept
    display: (width, height) of the display [pixels], each 0 if unknown. Then the result is `size`.
    """
    if not all(display):  # not known
        return tuple(size)
    share = min(1.0, display[0] / size[0], (display[1] - TITLE_BAR) / size[1])
    return tuple(int(share * side) for side in size)


def configure(renderer, size, fullscreen=False):
    """Configure Panda3D for a window. This must be called before ShowBase is made.

    renderer: a result of `choose_renderer`
    size: (width, height) of the window [pixels]
    fullscreen: True for full screen
    """
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
