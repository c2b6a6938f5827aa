"""The base class of all panels. A panel is drawn again only if its data has changed."""

from .canvas.canvas import Canvas
from .canvas.theme import NEEDED


class Panel:
    """A Canvas over the scene, drawn from data. A subclass defines `draw`, and NAME, SORT and NEEDED for its Canvas.

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    """

    NAME, SORT, NEEDED = "panel", 0, NEEDED

    def __init__(self, parent, size):
        self.canvas = Canvas(parent, size, self.NAME, self.SORT, self.NEEDED)
        self._data = None

    def draw(self, canvas, data):
        """Draw the panel on its empty Canvas. `data` is the argument of `show`, and never None."""
        raise NotImplementedError

    def differs(self, data):
        """True if `data` differs from the data drawn last."""
        return data != self._data

    def show(self, data):
        """Draw the panel if `data` has changed. None makes the panel empty. Each subclass says what type its data has."""
        if self.differs(data):
            self._data = data
            self.canvas.clear()
            if data is not None:
                self.draw(self.canvas, data)

    @property
    def visible(self):
        """True if the panel has data and is not hidden.

        Setting it to False hides the panel. Setting it to True shows the panel again.
        """
        return self._data is not None and not self.canvas.root.isHidden()

    @visible.setter
    def visible(self, visible):
        self.canvas.root.show() if visible else self.canvas.root.hide()

    def units(self, x, y):
        """Convert a point (x, y) of the window from pixels to units of the canvas."""
        return x / self.canvas.scale, y / self.canvas.scale

    def remove(self):
        self.canvas.remove()


class PanelGroup:
    """Panels that are hidden, shown and removed together."""

    def __init__(self, *panels):
        self._panels = panels

    @property
    def visible(self):
        """True if any of the panels is visible. Setting it hides or shows all panels."""
        return any(panel.visible for panel in self._panels)

    @visible.setter
    def visible(self, visible):
        for panel in self._panels:
            panel.visible = visible

    def remove(self):
        for panel in self._panels:
            panel.remove()
