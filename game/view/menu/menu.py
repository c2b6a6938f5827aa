"""The menu as data: pages of rows, which row has the focus, and what keys do to it. No renderer."""

from collections.abc import Callable
from dataclasses import dataclass


def nothing():
    return ""


@dataclass(frozen=True)
class Row:
    """One line of a menu.

    value: what stands at its right, asked for every time it is drawn
    activate: what Enter or a click does; change: what left (-1) and right (+1) do
    about: one line that explains it, shown while it has the focus
    """

    name: str
    value: Callable[[], str] = nothing
    activate: Callable[[], None] | None = None
    change: Callable[[int], None] | None = None
    about: str = ""


@dataclass(frozen=True)
class Page:
    title: str
    rows: tuple[Row, ...]
    about: str = ""


class Menu:
    """A stack of pages. on_close: called when the last page is left."""

    def __init__(self, on_close):
        self._on_close = on_close
        self._stack = []

    @property
    def is_open(self):
        return bool(self._stack)

    @property
    def page(self):
        return self._stack[-1][0]

    @property
    def focus(self):
        """Number of the row that keys act on."""
        return self._stack[-1][1]

    def open(self, page, focus=0):
        self._stack.append([page, focus])

    def focus_on(self, number):
        self._stack[-1][1] = number % len(self.page.rows)

    def move(self, rows):
        self.focus_on(self.focus + rows)

    def change(self, direction):
        """Left or right. Rows without values ignore it; switches turn over."""
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
        """To the page before; from the first one, out of the menu."""
        self._stack.pop()
        if not self._stack:
            self._on_close()

    def close(self):
        self._stack.clear()
        self._on_close()
