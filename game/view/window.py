"""The window's own affairs: size, full screen, focus, who has the mouse pointer, where the camera looks."""

import numpy as np
from panda3d.core import WindowProperties
from PIL import Image

from game.errors import InputError

from .loading_screen import CLOSE
from .pictures.picture_file import saved
from .scene.node_placement import place
from .scene.split_screen import SideBySide

GROUND = (0.06, 0.08, 0.11, 1.0)  # behind a text beside which two pictures stand


class Window:
    """base: ShowBase; game: Game. `away`: the keyboard is another program's at the moment."""

    def __init__(self, base, game):
        self._base, self._game = base, game
        self._size = self.size
        self.halves = SideBySide(base.win, base.cam)
        base.win.setClearColor(GROUND)
        self._had_focus = base.win.getProperties().getForeground()  # its event may be over before anybody listens
        self.away = False
        base.accept("window-event", self._event)
        base.win.setCloseRequestEvent(CLOSE)
        base.accept(CLOSE, game.quit)

    @property
    def size(self):
        """(width, height) in pixels."""
        return self._base.win.getXSize(), self._base.win.getYSize()

    def _event(self, window):
        self._base.windowEvent(window)
        if window != self._base.win or window.isClosed():
            return
        self._notice_focus(window.getProperties())
        if self.size != self._size:
            self._size = self.size
            self._game.controls.forget()
            self._game.interface.rebuild()

    def _notice_focus(self, properties):
        """Only a focus that was had can be lost: without a window manager nobody has it. Whoever minimises the window is away."""
        focused = properties.getForeground()
        away = properties.getMinimized() or (self._had_focus and not focused)
        self._had_focus = self._had_focus or focused
        if away != self.away:
            self.away = away
            self._game.controls.forget()
            self.update_pointer()

    def update_pointer(self):
        """While playing the pointer is ours; in menus, when away, and when it was freed, it is not."""
        game = self._game
        playing = game.session is not None and not game.menu.is_open and not self.away
        game.controls.grab(playing and (game.pointer.looks or not game.pointer.is_free))

    def set_fullscreen(self, wanted):
        properties = WindowProperties()
        properties.setFullscreen(wanted)
        properties.setSize(*(self._screen_size() if wanted else self._windowed_size()))
        if not wanted:
            properties.setOrigin(-2, -2)
        self._base.win.requestProperties(properties)

    def _screen_size(self):
        self._before = self.size
        pipe = self._base.pipe
        return pipe.getDisplayWidth(), pipe.getDisplayHeight()

    def _windowed_size(self):
        return getattr(self, "_before", (1280, 720))

    def aim(self, eye, look, field_of_view):
        """Put the camera there. eye [m]; look: Look; field_of_view: horizontal [degrees]"""
        place(self._base.camera, eye, look.heading, look.pitch, look.frame)
        self.halves.aim(self.size, field_of_view)

    def split(self, wanted, stage, begins):
        """Show the stage in one scene, or in two side by side. begins: see SideBySide"""
        if (wanted, begins) != (self.halves.is_split, self.halves.begins):
            self.halves.split(wanted, begins)
        if wanted != (len(stage.scenes) > 1):
            stage.split(self.halves.scene if wanted else None)

    def save_picture(self, path):
        """Write what the window shows. InputError when that fails."""
        texture = self._base.win.getScreenshot()
        if texture is None:
            raise InputError(f"{path}: cannot be written: the renderer gives no picture of the window")
        pixels = np.frombuffer(texture.getRamImageAs("RGB"), np.uint8).reshape(texture.getYSize(), texture.getXSize(), 3)
        saved(Image.fromarray(pixels[::-1]), path)
