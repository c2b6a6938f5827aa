"""The game's window: its size, full screen, keyboard focus and screenshots."""

import numpy as np
from panda3d.core import AntialiasAttrib, WindowProperties
from PIL import Image

from ..core.input_errors import InputError
from ..pictures.offscreen import FAR, NEAR, write_picture
from ..scene.side_by_side_cameras import SplitScreen
from .panels.loading_screen import CLOSE

# [pixels] OpenGL samples text at the borders of texels. A shift by a quarter of a pixel keeps text crisp. The software renderer
# does not need it.
OFF_THE_EDGE = (0.25, 0.0, 0.25)
GROUND = (0.06, 0.08, 0.11, 1.0)  # behind text beside two pictures


class Window:
    """The game's window.

    base: ShowBase
    resized(): called after a change of the window's size
    focus_changed(): called after a change of `away`
    closed(): called when the user closes the window
    screen: SplitScreen that draws the scene
    away: True while another program has the keyboard, or the window is minimised
    windowed_size: (width, height) [pixels] of the window after full screen has ended
    """

    def __init__(self, base, resized, focus_changed, closed):
        self._base, self._resized, self._focus_changed = base, resized, focus_changed
        self._size = self.windowed_size = self.size
        self.screen = SplitScreen(base.win, base.cam)
        base.win.setClearColor(GROUND)
        self._had_focus = base.win.getProperties().getForeground()  # its event may be over before this window listens
        self.away = False
        base.accept("window-event", self._event)
        base.win.setCloseRequestEvent(CLOSE)
        base.accept(CLOSE, closed)

    def prepare(self, renderer):
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
    def size(self):
        """(width, height) of the window [pixels]."""
        return self._base.win.getXSize(), self._base.win.getYSize()

    def _event(self, window):
        """Handle an event of `window`, a GraphicsWindow of Panda3D: a change of size or of focus."""
        self._base.windowEvent(window)
        if window != self._base.win or window.isClosed():
            return
        self._notice_focus(window.getProperties())
        if self.size != self._size:
            self._size = self.size
            self.screen.scale.resized()
            self._resized()

    def _notice_focus(self, properties):
        """Update `away` from WindowProperties. A window that never had focus, as without a window manager, does not lose it."""
        focused = properties.getForeground()
        away = properties.getMinimized() or (self._had_focus and not focused)
        self._had_focus = self._had_focus or focused
        if away != self.away:
            self.away = away
            self._focus_changed()

    def set_fullscreen(self, wanted):
        """Switch to full screen if `wanted` is True, else back to `windowed_size`."""
        properties = WindowProperties()
        properties.setFullscreen(wanted)
        if wanted:
            self.windowed_size = self.size
            properties.setSize(self._base.pipe.getDisplayWidth(), self._base.pipe.getDisplayHeight())
        else:
            properties.setSize(*self.windowed_size)
            properties.setOrigin(-2, -2)
        self._base.win.requestProperties(properties)

    def save_picture(self, path):
        """Write a screenshot of the window to the picture file `path`. Raises InputError if that fails."""
        texture = self._base.win.getScreenshot()
        if texture is None:
            raise InputError(f"{path}: cannot be written: the renderer gives no picture of the window")
        pixels = np.frombuffer(texture.getRamImageAs("RGB"), np.uint8).reshape(texture.getYSize(), texture.getXSize(), 3)
        write_picture(Image.fromarray(pixels[::-1]), path)
