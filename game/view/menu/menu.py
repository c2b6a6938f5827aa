"""The menu as data: pages of rows, the row in focus, and the effect of keys. No renderer."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


def no_value():
    return ""


@dataclass(frozen=True)
class Row:
    """A line of a menu.

    value(): returns the text at its right; called each time the row is drawn.
    activate(): called by Enter or a click.
    change(direction): called by left (-1) and right (+1)
    about: description, shown while the row has the focus
    picture: path of the picture of its card, and behind the menu while the row has the focus; None for the scene
    share: on a card the part done, 0..1; None for no bar
    clear(): called by Delete
    """

    name: str
    value: Callable[[], str] = no_value
    activate: Callable[[], None] | None = None
    change: Callable[[int], None] | None = None
    about: str = ""
    picture: Path | None = None
    share: float | None = None
    clear: Callable[[], None] | None = None


@dataclass(frozen=True)
class Page:
    """A page of rows, or of cards. columns: number of columns of cards; 0 for rows below each other"""

    title: str
    rows: tuple[Row, ...]
    about: str = ""
    columns: int = 0


class Menu:
    """A stack of pages. on_close(): called when the last page is closed; on_change(): called after each change of the page"""

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

    @property
    def is_first(self):
        """True on the page that was opened first."""
        return len(self._stack) == 1

    def open(self, page, focus=0):
        self._stack.append([page, focus])
        self._on_change()

    def focus_on(self, number):
        self._stack[-1][1] = number % len(self.page.rows)

    def move(self, rows):
        """Move the focus down (+1) or up (-1). Among cards it stays in its column."""
        columns = self.page.columns
        if not columns:
            return self.focus_on(self.focus + rows)
        lines = -(-len(self.page.rows) // columns)
        line, column = divmod(self.focus, columns)
        number = (line + rows) % lines * columns + column
        self.focus_on(min(number, len(self.page.rows) - 1))

    def change(self, direction):
        """Change the row in focus: left (-1) or right (+1). Among cards, move the focus instead."""
        row = self.page.rows[self.focus]
        if self.page.columns:
            self.focus_on(self.focus + direction)
        elif row.change:
            row.change(direction)

    def activate(self):
        row = self.page.rows[self.focus]
        if row.activate:
            row.activate()
        elif row.change:
            row.change(1)

    def clear(self):
        """Restore the usual value of the row in focus, if the row has `clear`."""
        row = self.page.rows[self.focus]
        if row.clear:
            row.clear()

    def back(self):
        """Go back to the previous page. From the first page, close the menu."""
        self._stack.pop()
        if not self._stack:
            self._on_close()
        self._on_change()

    def close(self):
        self._stack.clear()
        self._on_close()
        self._on_change()
