"""The mouse pointer. In a paused game it is free to click, and turns the view while the right button is held."""

from direct.showbase.DirectObject import DirectObject


class Pointer(DirectObject):
    """The mouse pointer, which turns the view or is free to click.

    base: ShowBase; session: Session; menu: Menu; window: Window; controls: Controls; lessons: LessonPlayer.

    click_handlers: functions of (x, y) [pixels] that return True if they handled a click, or a function of (x, y) that handles
    the drag which began there; world_click(x, y): gets other clicks
    looks: True while the right button turns the view
    """

    def __init__(self, base, session, menu, window, controls, lessons):
        super().__init__()
        self._base, self._session, self._menu = base, session, menu
        self._window, self._controls, self._lessons = window, controls, lessons
        self._freed = self.looks = False
        self._drag = self._left_at = None
        self.click_handlers, self.world_click = [], lambda x, y: None
        self.accept("mouse1", self._press)
        self.accept("mouse1-up", self._release)
        self.accept("mouse3", self._look)
        self.accept("mouse3-up", self._stop_looking)
        self.accept("wheel_up", self._roll, [1])
        self.accept("wheel_down", self._roll, [-1])

    @property
    def is_free(self):
        """True if the pointer is shown and does not turn the view."""
        return self._freed or self._lessons.is_read

    @property
    def at(self):
        """The pointer's (x, y) in the window [pixels]; None while it turns the view, or is outside."""
        here = self._base.win.getPointer(0)
        return (here.getX(), here.getY()) if self.is_free and not self.looks and here.getInWindow() else None

    def update(self):
        """Hide the pointer if it turns the view: in play, but not in menus, without focus, or after it was freed."""
        playing = self._session.sim is not None and not self._menu.is_open and not self._window.away
        self._controls.grab(playing and (self.looks or not self.is_free))

    def set_free(self, free):
        """Free the pointer, or use it to turn the view."""
        self._freed, self.looks, self._drag = free, False, None
        self.update()

    def follow(self):
        """Update once a frame: continue a drag, and hide the pointer after a pause."""
        if self._freed and self._session.live:
            self.set_free(False)
        if self._drag and self.at:
            self._drag(*self.at)

    def _press(self):
        if self._menu.is_open or self._session.live:
            return
        (width, height), across = self._window.size, self._window.screen.across(0)
        x, y = self.at or (width * sum(across) / 2.0, height / 2.0)  # a hidden pointer clicks at the crosshair
        handled = next(filter(None, (handle(x, y) for handle in self.click_handlers)), None)
        if handled is None:
            self.world_click(x, y)
        self._drag = handled if callable(handled) else None

    def _release(self):
        self._drag = None

    def _look(self):
        if self._menu.is_open:
            return
        if not self.is_free:
            self._session.pause()
            self.set_free(True)
            return
        self.looks, self._left_at = True, self.at
        self.update()

    def _stop_looking(self):
        if not self.looks:
            return
        self.looks = False
        self.update()
        if self._left_at:
            self._base.win.movePointer(0, *map(int, self._left_at))

    def _roll(self, ticks):
        if self.is_free and not self._menu.is_open:
            self._session.scrub(ticks)
