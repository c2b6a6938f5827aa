"""The base of all panels: a panel is drawn again if its data differ, and only then."""

from .canvas import NEEDED, Canvas


class Panel:
    """A panel: a canvas over the scene, drawn from data. parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]

    A subclass names its canvas (NAME, SORT and NEEDED as Canvas takes them) and writes `draw`.
    """

    NAME, SORT, NEEDED = "panel", 0, NEEDED

    def __init__(self, parent, size):
        self.canvas = Canvas(parent, size, self.NAME, self.SORT, self.NEEDED)
        self._data = None

    def draw(self, canvas, data):
        """Draw data, which are not None, on the empty canvas."""
        raise NotImplementedError

    def differs(self, data):
        """True if the data differ from those drawn last."""
        return data != self._data

    def show(self, data):
        """Draw these data if they are new; None: draw nothing."""
        if self.differs(data):
            self._data = data
            self.canvas.clear()
            if data is not None:
                self.draw(self.canvas, data)

    @property
    def visible(self):
        """True if something is drawn and not hidden. Setting it hides the panel, or shows again what is drawn."""
        return self._data is not None and not self.canvas.root.isHidden()

    @visible.setter
    def visible(self, visible):
        self.canvas.root.show() if visible else self.canvas.root.hide()

    def units(self, x, y):
        """A place of the window [pixels] in units of the canvas."""
        return x / self.canvas.scale, y / self.canvas.scale

    def remove(self):
        self.canvas.remove()


class PanelGroup:
    """Panels that are hidden, shown and removed together."""

    def __init__(self, *panels):
        self._panels = panels

    @property
    def visible(self):
        """True if one of them is visible. Setting it hides or shows all."""
        return any(panel.visible for panel in self._panels)

    @visible.setter
    def visible(self, visible):
        for panel in self._panels:
            panel.visible = visible

    def remove(self):
        for panel in self._panels:
            panel.remove()
