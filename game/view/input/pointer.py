"""The mouse pointer while the game is paused: free to click; with the right button held it turns the view."""

from direct.showbase.DirectObject import DirectObject


class Pointer(DirectObject):
    """base: ShowBase; game: Game.

    click_handlers: functions of (x, y) [pixels] that return True if they handled a click; world_click(x, y): gets other clicks
    looks: True while the right button turns the view
    """

    def __init__(self, base, game):
        super().__init__()
        self._base, self._game = base, game
        self._freed = self.looks = self._drags = False
        self._left_at = None
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
        return self._freed or self._game.guide.is_read

    @property
    def at(self):
        """(x, y) in the window [pixels]; None while it is not free, or outside."""
        here = self._base.win.getPointer(0)
        return (here.getX(), here.getY()) if self.is_free and not self.looks and here.getInWindow() else None

    def set_free(self, free):
        """Show the pointer, or let it turn the view."""
        self._freed, self.looks, self._drags = free, False, False
        self._game.window.update_pointer()

    def follow(self):
        """Update once a frame: a drag along the timeline; and the pointer is hidden when time goes on."""
        if self._freed and self._game.session.live:
            self.set_free(False)
        if self._drags and self.at:
            self._show_tick_at(self.at[0])

    def _show_tick_at(self, x):
        self._game.session.show_tick(self._game.interface.timeline.cursor_at(x))

    def _press(self):
        game = self._game
        if game.menu.is_open or game.session.live:
            return
        (width, height), across = game.window.size, game.window.screen.across(0)
        x, y = self.at or (width * sum(across) / 2.0, height / 2.0)  # a hidden pointer is the crosshair
        part = game.interface.timeline.part_at(x, y) if self.at else None
        if part == "bar":
            self._drags = True
            self._show_tick_at(x)  # at once: a short click ends before the next frame
        elif part:
            game.actions.act(part)
        elif part is None and not any(handle(x, y) for handle in self.click_handlers):
            self.world_click(x, y)

    def _release(self):
        self._drags = False

    def _look(self):
        game = self._game
        if game.menu.is_open:
            return
        if not self.is_free:
            game.session.pause()
            self.set_free(True)
            return
        self.looks, self._left_at = True, self.at
        game.window.update_pointer()

    def _stop_looking(self):
        if not self.looks:
            return
        self.looks = False
        self._game.window.update_pointer()
        if self._left_at:
            self._base.win.movePointer(0, *map(int, self._left_at))

    def _roll(self, ticks):
        if self.is_free and not self._game.menu.is_open:
            self._game.session.scrub(ticks)
