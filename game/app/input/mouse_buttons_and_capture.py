"""The mouse pointer, which turns the view in play.

In a pause or a film it can click, the right button orbits, and the wheel zooms.
"""

from direct.showbase.DirectObject import DirectObject


class Pointer(DirectObject):
    """The mouse pointer, which turns the view or is free to click.

    Positions (x, y) are in pixels from the upper left corner of the window.

    base: ShowBase
    session: Session
    menu: Menu
    window: Window
    controls: Controls
    lessons: LessonPlayer
    hand: Hand, which clicks and the wheel use during play, or None
    click_handlers: functions (x, y) that return True if they handled a click, else None or False. To handle the drag that
    follows, they return a function (x, y), which is called in each frame.
    world_click(x, y): called for other clicks
    scroll_handlers: functions (x, y, turns) that return True if they handled a turn of the wheel. `turns` is 1 (up) or -1.
    zoom(turns): called for other turns of the wheel
    stop_time(): called when the right button is pressed during play
    turns_view: True while the right button turns the view
    """

    def __init__(self, base, session, menu, window, controls, lessons, hand=None):
        super().__init__()
        self._base, self._session, self._menu = base, session, menu
        self._window, self._controls, self._lessons = window, controls, lessons
        self._hand, self._caught, self.turns_view = hand, False, False
        self._drag = self._left_at = self._was_free = None
        self.click_handlers, self.world_click = [], lambda x, y: None
        self.scroll_handlers, self.zoom = [], lambda turns: None
        self.stop_time = session.pause
        self.accept("mouse1", self._press)
        self.accept("mouse1-up", self._release)
        self.accept("mouse3", self._look)
        self.accept("mouse3-up", self._stop_looking)
        self.accept("wheel_up", self._scroll, [1])
        self.accept("wheel_down", self._scroll, [-1])

    @property
    def is_free(self):
        """True if the pointer can click: in a pause or a film, unless `set_free` has let it turn the view.

        It stays True while the right button turns the view.
        """
        return self._session.sim is not None and not self._session.live and not self._caught

    @property
    def at(self):
        """Position (x, y) of the pointer in the window [pixels], or None while it turns the view or is outside."""
        here = self._base.win.getPointer(0)
        return (here.getX(), here.getY()) if self.is_free and not self.turns_view and here.getInWindow() else None

    def update(self):
        """Hide the pointer while it turns the view, else show it. Menus and a window without focus always show it."""
        playing = self._session.sim is not None and not self._menu.is_open and not self._window.away
        self._was_free = self.is_free
        self._controls.grab(playing and (self.turns_view or not self.is_free))

    def set_free(self, free):
        """Let the pointer of a paused game click if `free` is True. Otherwise hide it and let it turn the view. A drag ends."""
        self._caught, self.turns_view, self._drag = not free, False, None
        self.update()

    def update_frame(self):
        """Continue a drag, and show or hide the pointer when the game pauses or continues. Called once a frame."""
        if self._session.live and (self._caught or self.turns_view):
            self.set_free(True)
        if self.is_free != self._was_free:
            self.update()
        if self._drag and self.at:
            self._drag(*self.at)

    def _press(self):
        if self._menu.is_open or self._session.live:
            self._use_hand(lambda hand: hand.use())
            return
        x, y = self._aim()
        handled = next(filter(None, (handle(x, y) for handle in self.click_handlers)), None)
        if handled is None:
            self.world_click(x, y)
        self._drag = handled if callable(handled) else None

    def _use_hand(self, use):
        """Call use(hand), unless a menu is open or there is no Hand."""
        if self._hand and not self._menu.is_open:
            use(self._hand)

    def _aim(self):
        """Return the position (x, y) [pixels] of the pointer, or of the crosshair while `at` is None."""
        return self.at or tuple(part * pixels for part, pixels in zip(self._window.screen.middle, self._window.size))

    def pick(self):
        """Pick the triangle under the pointer or the crosshair, as a click does."""
        self.world_click(*self._aim())

    def _release(self):
        self._drag = None

    def _look(self):
        if self._menu.is_open:
            return
        if not self.is_free:
            self.stop_time()
            self.set_free(True)
            return
        self.turns_view, self._left_at = True, self.at
        self.update()

    def _stop_looking(self):
        if not self.turns_view:
            return
        self.turns_view = False
        self.update()
        if self._left_at:
            self._base.win.movePointer(0, *map(int, self._left_at))

    def _scroll(self, turns):
        if self._menu.is_open or self._session.live:
            self._use_hand(lambda hand: hand.turn(turns))
            return
        if not (self.at and any(handle(*self.at, turns) for handle in self.scroll_handlers)):
            self.zoom(turns)
