"""The window's own affairs: size, full screen, focus, who has the mouse pointer, where the camera looks."""

from panda3d.core import Filename, PNMImage, WindowProperties

from .scene.split_screen import SplitScreen

GROUND = (0.06, 0.08, 0.11, 1.0)  # behind a text beside which two pictures stand


class Window:
    """base: ShowBase; game: Game. `away`: the keyboard is another program's at the moment."""

    def __init__(self, base, game):
        self._base, self._game = base, game
        self._size = self.size
        self.screen = SplitScreen(base.win, base.cam)
        base.win.setClearColor(GROUND)
        self._had_focus = base.win.getProperties().getForeground()  # its event may be over before anybody listens
        self.away = False
        base.accept("window-event", self._event)
        base.win.setCloseRequestEvent("close-window")
        base.accept("close-window", game.quit)

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
        playing = game.session.sim is not None and not game.menu.is_open and not self.away
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

    def save_picture(self, path):
        """Write what the window shows; says whether that worked."""
        image = PNMImage()
        if not self._base.win.getScreenshot(image):
            return False
        if image.hasAlpha():
            image.removeAlpha()  # the software renderer's, which says nothing
        return image.write(Filename.fromOsSpecific(str(path)))
