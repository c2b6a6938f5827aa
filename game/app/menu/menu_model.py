"""The menu as data: pages of rows, the row in focus, and the effect of keys. This module uses no renderer."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path


def no_value():
    return ""


@dataclass(frozen=True)
class MenuRow:
    """A line of a menu page, with a name at the left and a value at the right.

    name: text at the left
    value(): returns the text at the right. It is called each time the row is drawn.
    activate(): called by Enter or a click, or None
    change(direction): called by the keys left (-1) and right (+1), or None
    about: description, shown while the row has the focus
    picture: path of an image for the row's card, and behind the menu while the row has the focus. None shows the scene.
    share: length of the card's progress bar, 0..1, or None for no bar
    restore(): restores the usual value; called by Delete, or None
    draw(canvas, left, top, width, height): draws beside the page while the row has the focus, in a rectangle [units], or None
    """

    name: str
    value: Callable[[], str] = no_value
    activate: Callable[[], None] | None = None
    change: Callable[[int], None] | None = None
    about: str = ""
    picture: Path | None = None
    share: float | None = None
    restore: Callable[[], None] | None = None
    draw: Callable | None = None


@dataclass(frozen=True)
class MenuPage:
    """A page of the menu: rows below each other, or cards in a grid.

    about: description for rows that have none
    columns: number of columns of cards, or 0 for rows below each other
    leave: index of the row that `Menu.back` activates if no other page is open below this one. None closes the menu.
    """

    title: str
    rows: tuple[MenuRow, ...]
    about: str = ""
    columns: int = 0
    leave: int | None = None


class Menu:
    """A stack of Pages. The last one is shown. Without a page, the menu is closed.

    on_close(): called when the last page is closed
    on_change(): called after each change of the page
    """

    def __init__(self, on_close, on_change=lambda: None):
        self._on_close, self._on_change = on_close, on_change
        self._stack = []

    @property
    def is_open(self):
        """True if a page is open."""
        return bool(self._stack)

    @property
    def page(self):
        """The MenuPage that is shown. The menu must be open."""
        return self._stack[-1][0]

    @property
    def focus(self):
        """Index of the row in focus, on which keys act. The menu must be open."""
        return self._stack[-1][1]

    @property
    def way_back(self):
        """The effect of `back` as text: "back", or the name of the row that it activates. The menu must be open.

        The name is in lower case.
        """
        return "back" if self._leaving is None else self.page.rows[self._leaving].name.lower()

    @property
    def _leaving(self):
        """Index of the row that `back` activates, or None if it closes the page."""
        return self.page.leave if len(self._stack) == 1 else None

    def open(self, page, focus=0):
        """Show a MenuPage over the pages that are open, with the focus on the row with index `focus`."""
        self._stack.append([page, focus])
        self._on_change()

    def focus_on(self, number):
        """Move the focus to the row with index `number`, modulo the number of rows."""
        self._stack[-1][1] = number % len(self.page.rows)

    def move(self, rows):
        """Move the focus by a number of rows, down (+) or up (-). It wraps around at both ends.

        On a page of cards, a row is a line of cards, and the focus stays in its column. If a shorter last line lacks this
        column, the last card gets the focus.
        """
        columns = self.page.columns
        if not columns:
            return self.focus_on(self.focus + rows)
        lines = -(-len(self.page.rows) // columns)
        line, column = divmod(self.focus, columns)
        number = (line + rows) % lines * columns + column
        self.focus_on(min(number, len(self.page.rows) - 1))

    def change(self, direction):
        """Change the value of the row in focus, if the row has `change`. Among cards, move the focus by one card instead.

        direction: -1 for the key left, 1 for right
        """
        row = self.page.rows[self.focus]
        if self.page.columns:
            self.focus_on(self.focus + direction)
        elif row.change:
            row.change(direction)

    def activate(self):
        """Perform the action of the row in focus, as Enter does. A row without an action changes to its next value."""
        row = self.page.rows[self.focus]
        if row.activate:
            row.activate()
        elif row.change:
            row.change(1)

    def restore(self):
        """Restore the usual value of the row in focus, if the row has `restore`."""
        row = self.page.rows[self.focus]
        if row.restore:
            row.restore()

    def back(self):
        """Go back to the previous page. From the first page, close the menu, or activate its row `leave`."""
        if self._leaving is not None:
            return self.page.rows[self._leaving].activate()
        self._stack.pop()
        if not self._stack:
            self._on_close()
        self._on_change()

    def close(self):
        """Close all pages."""
        self._stack.clear()
        self._on_close()
        self._on_change()
