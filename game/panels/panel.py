"""A panel: a flat drawing over the scene. And the area of the window that no panel covers while time is paused."""

from ..scene.framing import Area
from .canvas import Canvas
from .theme import NEEDED, REFERENCE_HEIGHT, SCROLLED, unit_of

THIRD = 1.0 / 3.0  # largest width of the side panel, as a fraction of the window. Larger: tiny picture; smaller: too short lines
WIDER = 1.25  # largest factor of that width for larger text. Larger: tiny picture; smaller: most pages scroll
WIDEST = 426  # [units] largest width of the side panel. Larger: lines too long to read
STRIP = 64  # [pixels] height of the timeline at 720 lines. Higher: it covers the feet; lower: its buttons cannot be hit


def side_width(size, text_size):
    """Return the width of the side panel [pixels].

    size: (width, height) of the window [pixels]
    text_size: factor, 1 is normal
    """
    unit = unit_of(size, text_size, SCROLLED)
    return round(min(size[0] * THIRD * min(WIDER, unit / unit_of(size, 1.0)), WIDEST * unit))


def strip_height(size):
    """Return the height of the timeline [pixels]. `size` is (width, height) of the window [pixels]."""
    return round(STRIP * size[1] / REFERENCE_HEIGHT)


def free_area(size, text_size=1.0, has_strip=True, has_side=True, top=0.0):
    """Return the Area of the window that no panel covers.

    size: (width, height) of the window [pixels]
    text_size: factor, 1 is normal
    has_strip, has_side: True if the timeline is shown, and if the side panel is shown
    top: height of a panel along the upper edge [units], 0.0 for none
    """
    right = 1.0 - side_width(size, text_size) / size[0] if has_side else 1.0
    above = top * unit_of(size, text_size) / size[1]
    return Area(top=above, right=right, bottom=1.0 - strip_height(size) / size[1] if has_strip else 1.0)


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
