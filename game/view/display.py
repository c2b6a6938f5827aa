"""Is there a display, and which renderer draws on it: OpenGL where it works, Panda3D's software renderer where not."""

import os
import sys
from contextlib import contextmanager
from functools import cache

from panda3d.core import (
    FrameBufferProperties,
    GraphicsEngine,
    GraphicsPipe,
    GraphicsPipeSelection,
    WindowProperties,
    load_prc_file_data,
)

from game.errors import InputError

from .feedback.sound_player import sound_library

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
GAME = """
audio-library-name {audio}
window-title Glissade
load-display {module}
aux-display p3tinydisplay
win-size {width} {height}
fullscreen {fullscreen}
sync-video 1
textures-power-2 up
text-minfilter nearest
framebuffer-multisample {smooth}
multisamples {samples}
texture-anisotropic-degree {anisotropy}
max-dt 0.1
clock-mode {clock}
clock-frame-rate 60
"""
MODULES = {"gl": "pandagl", "tiny": "p3tinydisplay"}
SAMPLES, ANISOTROPY = 4, 8  # only on graphics cards: a processor that draws would take four times as long


def why_no_display(renderer=None):
    """None, or in a few words why no window can be opened."""
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return "there is no display (DISPLAY is not set)"
    if any(window_pipe(name) for name in ([renderer] if renderer else MODULES)):
        return None
    return f"the display {os.environ.get('DISPLAY', '')} cannot be opened".replace("  ", " ")


def require_display(renderer=None):
    """Raises InputError where no window can be opened."""
    reason = why_no_display(renderer)
    if reason:
        others = "sim, shot, explain, check, lesson NAME --shots, and main.py alone (a tour in pictures)"
        raise InputError(f"no window: {reason}; without one there are {others}")


@contextmanager
def hushed():
    """Keep what C libraries write to the error stream from the user: Xlib tells of an extension nobody needs."""
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
    """The pipe that opens windows of a renderer, "gl" or "tiny"; None when it does not work here."""
    load_prc_file_data("", QUIET)
    with hushed():
        pipe = GraphicsPipeSelection.getGlobalPtr().makeModulePipe(MODULES[renderer])
    opens = pipe and pipe.isValid() and pipe.getSupportedTypes() & GraphicsPipe.OTWindow
    return pipe if opens else None


def choose_renderer(wanted=None):
    """"gl" for a graphics card, "llvmpipe" for OpenGL drawn by the processor, "tiny" without OpenGL.

    wanted: "gl" or "tiny" to insist; None: the best that works.
    """
    if wanted == "tiny" or not window_pipe("gl"):
        return "tiny"
    driver = driver_name(window_pipe("gl"))
    if not driver:
        return "tiny"
    return "llvmpipe" if "llvmpipe" in driver.lower() or "softpipe" in driver.lower() else "gl"


def driver_name(pipe):
    """What OpenGL calls its renderer, asked through a hidden buffer of one pixel; "" when it does not work."""
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


def configure(renderer, size, fullscreen=False):
    """Set Panda3D up for a window; before ShowBase is made. renderer: as choose_renderer returns it."""
    card = renderer == "gl"
    settings = GAME.format(
        module=MODULES["tiny" if renderer == "tiny" else "gl"],
        width=size[0],
        height=size[1],
        fullscreen=int(fullscreen),
        smooth=int(card),
        samples=SAMPLES if card else 0,
        anisotropy=ANISOTROPY if card else 1,
        audio=sound_library(),
        clock="normal" if card else "limited",  # a card waits for the screen; a processor would draw as fast as it can
    )
    load_prc_file_data("", QUIET.replace("audio-library-name null\n", "") + settings)
