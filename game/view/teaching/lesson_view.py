"""The lesson in the window: its panel, keys and clicks."""

from direct.showbase.DirectObject import DirectObject

from .lesson_panel import AGAIN, ANSWER, BACK, NEXT, LessonPanel


class LessonView(DirectObject):
    """The lesson in the window.

    lessons: LessonPlayer; menu: Menu.

    Make it before the MenuView: Enter in the menu must not answer a question that the menu has just opened.
    """

    def __init__(self, lessons, menu):
        super().__init__()
        self._lessons, self._menu, self._panel = lessons, menu, None
        for key, answers in (("arrow_up", -1), ("arrow_down", 1)):
            self.accept(key, self._when_asked, [lessons.move_focus, answers])
        self.accept("enter", self._when_asked, [lessons.choose])

    def build(self, parent, size):
        """Make the panel, after the one before was removed. parent: pixel2d; size: (width, height) [pixels]"""
        self._panel = LessonPanel(parent, size)

    def show(self, visible):
        """Update once a frame."""
        self._panel.visible = visible
        self._panel.show(self._lessons.reading)

    def _when_asked(self, act, *amount):
        if self._lessons.asks and not self._menu.is_open:
            act(*amount)

    def click(self, x, y):
        """Handle a click at a place of the window [pixels]. Returns True if it was on the panel."""
        if not self._lessons.is_read:
            return False
        action, number = self._panel.action_at(x, y) or (None, None)
        if action == ANSWER:
            self._lessons.choose(number)
        elif action == AGAIN:
            self._lessons.show_page()
        elif action in (NEXT, BACK):
            self._lessons.turn(1 if action == NEXT else -1)
        return self._panel.covers(x, y)

    def remove(self):
        self._panel.remove()
