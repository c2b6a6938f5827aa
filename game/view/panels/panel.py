"""The base class of all panels. A panel is drawn again only if its data have changed."""

from .canvas import NEEDED, Canvas


class Panel:
    """A panel: a canvas over the scene, drawn from data. A subclass sets NAME, SORT and NEEDED for its Canvas, and defines
    `draw`.

    parent: pixel2d or a Studio's overlay
    size: (width, height) of the window [pixels]
    """

    NAME, SORT, NEEDED = "panel", 0, NEEDED

    def __init__(self, parent, size):
        self.canvas = Canvas(parent, size, self.NAME, self.SORT, self.NEEDED)
        self._data = None

    def draw(self, canvas, data):
        """Draw data on the empty canvas. data: never None"""
        raise NotImplementedError

    def differs(self, data):
        """True if the data differ from those drawn last."""
        return data != self._data

    def show(self, data):
        """Draw data if they have changed. data: None to draw nothing"""
        if self.differs(data):
            self._data = data
            self.canvas.clear()
            if data is not None:
                self.draw(self.canvas, data)

    @property
    def visible(self):
        """True if the panel has data and is not hidden. Set it to False to hide the panel, to True to show it again."""
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
        """True if any of the panels is visible. Set it to hide or show all panels."""
        return any(panel.visible for panel in self._panels)

    @visible.setter
    def visible(self, visible):
        for panel in self._panels:
            panel.visible = visible

    def remove(self):
        for panel in self._panels:
            panel.remove()
