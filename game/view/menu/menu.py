"""The menu as data: pages of rows, the row in focus, and the effect of keys. No renderer."""

from collections.abc import Callable
from dataclasses import dataclass


def no_value():
    return ""


@dataclass(frozen=True)
class Row:
    """One line of a menu.

    value(): the text at its right, read each time it is drawn
    activate(): called by Enter or a click; change(direction): called by left (-1) and right (+1)
    about: an explanation, shown while the row has the focus
    """

    name: str
    value: Callable[[], str] = no_value
    activate: Callable[[], None] | None = None
    change: Callable[[int], None] | None = None
    about: str = ""


@dataclass(frozen=True)
class Page:
    title: str
    rows: tuple[Row, ...]
    about: str = ""


class Menu:
    """A stack of pages. on_close(): called when the last page is closed; on_change(): after each change of the page"""

    def __init__(self, on_close, on_change=lambda: None):
        self._on_close, self._on_change = on_close, on_change
        self._stack = []

    @property
    def is_open(self):
        return bool(self._stack)

    @property
    def page(self):
        return self._stack[-1][0]

    @property
    def focus(self):
        """The number of the row in focus, on which keys act."""
        return self._stack[-1][1]

    def open(self, page, focus=0):
        self._stack.append([page, focus])
        self._on_change()

    def focus_on(self, number):
        self._stack[-1][1] = number % len(self.page.rows)

    def move(self, rows):
        self.focus_on(self.focus + rows)

    def change(self, direction):
        """Change the row in focus: left (-1) or right (+1). Rows without a change ignore it."""
        row = self.page.rows[self.focus]
        if row.change:
            row.change(direction)

    def activate(self):
        row = self.page.rows[self.focus]
        if row.activate:
            row.activate()
        elif row.change:
            row.change(1)

    def back(self):
        """Go back to the page before; from the first one, close the menu."""
        self._stack.pop()
        if not self._stack:
            self._on_close()
        self._on_change()

    def close(self):
        self._stack.clear()
        self._on_close()
        self._on_change()
