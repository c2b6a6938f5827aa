"""The lesson in the window: its panel, and the keys and clicks that belong to it alone."""

from direct.showbase.DirectObject import DirectObject

from .lesson_panel import AGAIN, ANSWER, BACK, NEXT, LessonPanel


class LessonView(DirectObject):
    """game: Game. Made before the menu takes its keys: what Enter does in the menu must not answer what is asked after it."""

    def __init__(self, game):
        super().__init__()
        self._game, self._panel = game, None
        for key, answers in (("arrow_up", -1), ("arrow_down", 1)):
            self.accept(key, self._when_asked, [game.guide.move_focus, answers])
        self.accept("enter", self._when_asked, [game.guide.choose])
        game.pointer.click_handlers.append(self._click)

    def build(self, parent, size):
        """Make the panel, once the one before is removed. parent: pixel2d; size: (width, height) [pixels]"""
        self._panel = LessonPanel(parent, size)

    def show(self, visible):
        """Once a frame."""
        self._panel.visible = visible
        self._panel.show(self._game.guide.reading)

    def _when_asked(self, act, *amount):
        if self._game.guide.asks and not self._game.menu.is_open:
            act(*amount)

    def _click(self, x, y):
        """Says whether it was the panel's. x, y: of the pointer [pixels]"""
        guide = self._game.guide
        if not guide.is_read:
            return False
        action, number = self._panel.action_at(x, y) or (None, None)
        if action == ANSWER:
            guide.choose(number)
        elif action == AGAIN:
            guide.show_page()
        elif action in (NEXT, BACK):
            guide.turn(1 if action == NEXT else -1)
        return self._panel.covers(x, y)

    def remove(self):
        self._panel.remove()
