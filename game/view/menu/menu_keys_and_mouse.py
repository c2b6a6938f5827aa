"""The menu in the window: its panel, its keys, and its mouse clicks."""

from direct.showbase.DirectObject import DirectObject

from .menu_panel import MenuPanel, MenuState


class MenuView:
    """The menu in the window, one of the views of Interface.

    base: ShowBase
    menu: Menu
    show_message(message): shows a message in the menu; "" removes the last one
    is_blocked(): True while `Controls.catch_next_key` waits for a key, which must not move the focus
    message: the result of the last change, drawn beside the page
    """

    def __init__(self, base, menu, show_message):
        self._base, self._menu, self._show_message = base, menu, show_message
        self._panel = self._pointer = None
        self.message, self.is_blocked = "", lambda: False
        moves = {"arrow_up": (menu.move, -1), "arrow_down": (menu.move, 1), "wheel_up": (menu.move, -1)}
        moves |= {"wheel_down": (menu.move, 1), "arrow_left": (menu.change, -1), "arrow_right": (menu.change, 1)}
        for key, (method, amount) in moves.items():
            for event in (key, f"{key}-repeat"):
                base.accept(event, self._change, [method, amount])
        self._jumps = DirectObject()  # an object of its own: the game accepts these keys on `base`, too
        for key, place in (("home", 0), ("end", -1)):
            self._jumps.accept(key, self._change, [menu.focus_on, place])
        base.accept("enter", self._change, [menu.activate])
        base.accept("delete", self._change, [menu.restore])
        base.accept("mouse1", self._click)
        base.accept("mouse3", self._change, [menu.back])

    def build(self, parent, size):
        """Make a new panel, after the caller has removed the old one.

        parent: NodePath `pixel2d`
        size: (width, height) of the window [pixels]
        """
        self._panel = MenuPanel(parent, size)
        self.draw()

    def draw(self):
        """Draw the current page, or nothing if the menu is closed."""
        self._panel.show(MenuState.of(self._menu, self.message))

    def page_changed(self):
        """Draw the page after a change of page, without a message."""
        self.message = ""
        if not self._menu.is_open:
            self._pointer = None
        self.draw()

    def _change(self, method, *amount):
        """Clear the message, call a method of the Menu with the arguments `amount`, and draw the page.

        A closed or blocked menu ignores the call.
        """
        if self._menu.is_open and not self.is_blocked():
            self._show_message("")
            method(*amount)
            self.draw()

    def _click(self):
        row = self._row_under_pointer()
        if row is None:
            return
        menu = self._menu
        menu.focus_on(row)
        chosen = menu.page.rows[row]
        if chosen.change and not chosen.activate:
            self._change(menu.change, self._panel.side_at(self._base.win.getPointer(0).getX()))
        else:
            self._change(menu.activate)

    def _row_under_pointer(self):
        """Return the index of the row under the pointer, or None."""
        pointer = self._base.win.getPointer(0)
        return self._panel.row_at(pointer.getX(), pointer.getY()) if self._menu.is_open else None

    def update(self, is_uncovered):
        """Give the focus to the row under a moved pointer. Called once for each frame.

        is_uncovered: ignored. It is False while a menu or the help panel covers the other panels, but the menu is always drawn.
        """
        if not self._menu.is_open:
            return
        pointer = self._base.win.getPointer(0)
        here = (pointer.getX(), pointer.getY())
        moved, self._pointer = self._pointer not in (None, here), here
        row = self._row_under_pointer() if moved else None
        if row is not None and row != self._menu.focus:
            self._menu.focus_on(row)
            self.message = ""
            self.draw()

    def remove(self):
        self._panel.remove()
