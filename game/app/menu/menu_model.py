"""The menu as data: pages of rows, the row in focus, and the effect of keys. This module uses no renderer."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

OPENS = ">"  # value of a row that opens a page


class Cell(NamedTuple):
    """A cell of a page that is a table: a text, a note in smaller letters below it, and the text's colour, None for the usual."""

    text: str
    note: str = ""
    colour: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class MenuRow:
    """A line of a menu page: a name and a value. draw(canvas, left, top, width, height) draws beside it while in focus."""

    name: str
    value: Callable[[], str] = lambda: ""  # the text at the right, each time the row is drawn
    activate: Callable[[], None] | None = None  # called by Enter or a click
    change: Callable[[int], None] | None = None  # called by the keys left (-1) and right (+1)
    about: str = ""  # description, shown while the row has the focus
    picture: Path | None = None  # of the row's card, and behind the menu while the row has the focus. None shows the scene.
    share: float | None = None  # length of the card's progress bar, 0..1, or None for no bar
    restore: Callable[[], None] | None = None  # restores the usual value; called by Delete
    draw: Callable | None = None
    cells: tuple[Cell, ...] = ()  # of a row of a table, one for each of its columns


@dataclass(frozen=True)
class MenuPage:
    """A page of the menu: rows, cards or a table. `leave` is the index of the row that `back` activates on the first page."""

    title: str
    rows: tuple[MenuRow, ...]
    about: str = ""  # description for rows that have none
    columns: int = 0  # number of columns of cards, or 0 for rows below each other
    leave: int | None = None
    table: tuple[tuple[str, float], ...] = ()  # (head, share of the width) of each column of a table, or () for another page


class Menu:
    """A stack of pages, of which the last one is shown. Without a page, the menu is closed, and few methods work."""

    def __init__(self, on_close: Callable[[], None], on_change: Callable[[], None] = lambda: None):
        self._on_close, self._on_change = on_close, on_change
        self._stack: list[tuple[MenuPage, int]] = []

    @property
    def is_open(self) -> bool:
        return bool(self._stack)

    @property
    def page(self) -> MenuPage:
        return self._stack[-1][0]

    @property
    def focus(self) -> int:
        return self._stack[-1][1]

    @property
    def way_back(self) -> str:
        """The effect of `back` as text: "back", or the name of the row that it activates, in lower case."""
        return "back" if self._leaving is None else self.page.rows[self._leaving].name.lower()

    @property
    def _leaving(self) -> int | None:
        return self.page.leave if len(self._stack) == 1 else None

    def open(self, page: MenuPage, focus: int = 0) -> None:
        self._stack.append((page, focus))
        self._on_change()

    def focus_on(self, number: int) -> None:
        self._stack[-1] = self.page, number % len(self.page.rows)

    def move(self, rows: int) -> None:
        """Move the focus by a number of rows, or of lines of cards, down (+) or up (-). It wraps around at both ends."""
        columns = self.page.columns
        if not columns:
            return self.focus_on(self.focus + rows)
        lines = -(-len(self.page.rows) // columns)
        line, column = divmod(self.focus, columns)
        number = (line + rows) % lines * columns + column
        self.focus_on(min(number, len(self.page.rows) - 1))

    def change(self, direction: int) -> None:
        """Change the value of the row in focus by the key left (-1) or right (+1). Among cards, move the focus.

        Right also opens a page, because the value of its row is an arrow to the right.
        """
        row = self.page.rows[self.focus]
        if self.page.columns:
            self.focus_on(self.focus + direction)
        elif row.change:
            row.change(direction)
        elif direction > 0 and row.value() == OPENS and row.activate:
            row.activate()

    def activate(self) -> None:
        """Perform the action of the row in focus, as Enter does. A row without an action changes to its next value."""
        row = self.page.rows[self.focus]
        if row.activate:
            row.activate()
        elif row.change:
            row.change(1)

    def restore(self) -> None:
        row = self.page.rows[self.focus]
        if row.restore:
            row.restore()

    def back(self) -> None:
        """Go back to the previous page. From the first page, close the menu, or activate its row `leave`."""
        leave = None if self._leaving is None else self.page.rows[self._leaving].activate
        if leave:
            leave()
            return
        self._stack.pop()
        if not self._stack:
            self._on_close()
        self._on_change()

    def closing(self, act: Callable[[], None]) -> Callable[[], None]:
        def close_and_act() -> None:
            self.close()
            act()

        return close_and_act

    def put_aside(self) -> Callable[[], None]:
        """Hide all pages, and return the function that shows them again. Without pages, both change nothing."""
        stack, self._stack = self._stack, []

        def show_again() -> None:
            self._stack = stack
            self._on_change()

        self._on_change()
        return show_again

    def close(self) -> None:
        self._stack.clear()
        self._on_close()
        self._on_change()
