"""A panel: a flat drawing over the scene. Also which panels hide others, and the area that none covers while time is paused.

In the window, the Interface (app/panels) draws the panels whose content or place depends on that of others, such as the numbers
below the clock. Each other panel has a PanelView, which knows all that its panel shows.
"""

from typing import Generic, TypeVar

from panda3d.core import NodePath

from ..scene.framing import Area
from .canvas import Canvas
from .theme import NEEDED, REFERENCE_HEIGHT, SCROLLED, Size, unit_of

THIRD = 1.0 / 3.0  # largest width of the side panel, as a fraction of the window. Larger: tiny picture; smaller: too short lines
WIDER = 1.25  # largest factor of that width for larger text. Larger: tiny picture; smaller: most pages scroll
WIDEST = 426  # [units] largest width of the side panel. Larger: lines too long to read
STRIP = 64  # [pixels] height of the timeline at 720 lines. Higher: it covers the feet; lower: its buttons cannot be hit


def side_width(size: Size, text_size: float) -> int:
    unit = unit_of(size, text_size, SCROLLED)
    return round(min(size[0] * THIRD * min(WIDER, unit / unit_of(size, 1.0)), WIDEST * unit))


def strip_height(size: Size) -> int:
    return round(STRIP * size[1] / REFERENCE_HEIGHT)


def free_area(size: Size, text_size: float = 1.0, has_strip: bool = True, has_side: bool = True, top: float = 0.0) -> Area:
    """Return the Area of a window of a size [pixels] that no panel covers. `top`: height of one along the upper edge [units]"""
    right = 1.0 - side_width(size, text_size) / size[0] if has_side else 1.0
    above = top * unit_of(size, text_size) / size[1]
    return Area(top=above, right=right, bottom=1.0 - strip_height(size) / size[1] if has_strip else 1.0)


Rectangle = tuple[float, float, float, float]  # (left, right, top, bottom) [pixels]
# Names of canvases that may hide others, the most important first. Canvases of one row are layers of one panel.
ORDER = (
    ("inside", "lesson", "side", "timeline", "timeline front"),  # they share the window's edges without overlap
    ("message",),
    ("desk",),
    ("prompt",),
    ("found",),
    ("timer",),
    ("results",),
    ("spaces",),
    ("hint",),
    ("hud",),
    ("legend",),
    ("distances",),
    ("sign",),
    ("goal",),
    ("background",),
)
# Names of the other canvases: they hide none, and none hides them.
ALWAYS_SHOWN = "tint", "flash", "labels", "dot", "crosshair", "captions", "shade", "help", "menu", "loading"
ENDS_LOW = (("legend",), ("distances",))  # hidden when its end is below the window
SEAM = 1.0  # [pixels] that panels may share: places are rounded


def hide_overlapped(root: NodePath, height: float | None = None) -> None:
    """Hide each panel that overlaps a more important one, and those of ENDS_LOW that end below a `height` [pixels]."""
    taken: list[Rectangle] = []
    for names in ORDER:
        panel = [canvas for canvas in root.getChildren() if canvas.getName() in names and not canvas.isHidden()]
        own = [rectangle for canvas in panel for rectangle in rectangles_of(root, canvas)]
        is_low = names in ENDS_LOW and height is not None and any(bottom > height for _, _, _, bottom in own)
        if is_low or any(overlap(one, other) for one in own for other in taken):
            for canvas in panel:
                canvas.hide()
        else:
            taken += own


def rectangles_of(root: NodePath, canvas: NodePath) -> list[Rectangle]:
    bounds = [canvas.getTightBounds(root)]
    return [(low.x, high.x, -high.z, -low.z) for low, high in (found for found in bounds if found)]


def overlap(one: Rectangle, other: Rectangle) -> bool:
    (left, right, top, bottom), (a, b, c, d) = one, other
    return min(right, b) - max(left, a) > SEAM and min(bottom, d) - max(top, c) > SEAM


Data = TypeVar("Data")


class Panel(Generic[Data]):
    """A Canvas over the scene, drawn from data. A subclass defines `draw`, and NAME, SORT and NEEDED for its Canvas.

    Raises TypeError for a subclass whose NAME is neither in ORDER nor in ALWAYS_SHOWN.
    """

    NAME, SORT, NEEDED = "", 0, NEEDED

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if not any(cls.NAME in names for names in (*ORDER, ALWAYS_SHOWN)):
            raise TypeError(f'the NAME "{cls.NAME}" of {cls.__name__} is neither in ORDER nor in ALWAYS_SHOWN')

    def __init__(self, parent: NodePath, size: Size):
        self.canvas = Canvas(parent, size, self.NAME, self.SORT, self.NEEDED)
        self._data: Data | None = None

    def draw(self, canvas: Canvas, data: Data) -> None:
        raise NotImplementedError

    def differs(self, data: Data | None) -> bool:
        return data != self._data

    def show(self, data: Data | None) -> None:
        """Draw the panel if `data` has changed. None makes the panel empty."""
        if self.differs(data):
            self._data = data
            self.canvas.clear()
            if data is not None:
                self.draw(self.canvas, data)

    @property
    def visible(self) -> bool:
        """True if the panel has data and is not hidden. Setting it hides the panel, or shows it again."""
        return self._data is not None and not self.canvas.root.isHidden()

    @visible.setter
    def visible(self, visible: bool) -> None:
        self.canvas.root.show() if visible else self.canvas.root.hide()

    def units(self, x: float, y: float) -> tuple[float, float]:
        return x / self.canvas.scale, y / self.canvas.scale

    def remove(self) -> None:
        self.canvas.remove()


ThePanel = TypeVar("ThePanel", bound=Panel)


class PanelView(Generic[ThePanel]):
    """The owner of one panel of the window, which is made again at each new size of the window. PANEL is the panel's class."""

    PANEL: type[ThePanel]
    IS_BESIDE_MENU = False  # True if the panel is shown beside the open menu, too
    _panel: ThePanel

    def build(self, parent: NodePath, size: Size) -> None:
        """Make the panel, after the caller has removed the old one. `parent` is `pixel2d`, `size` that of the window [pixels]."""
        self._panel = self.PANEL(parent, size)

    def refresh(self, is_uncovered: bool) -> None:
        """Update the panel. It is shown again if a more important one was in its place in the picture before."""
        self._panel.visible = True
        self.update(is_uncovered)

    def update(self, is_uncovered: bool) -> None:
        raise NotImplementedError

    def click(self, x: float, y: float) -> bool:
        """Handle a click at (x, y) [pixels] while time stands. Return True if the panel covers that point."""
        return False

    def scroll(self, x: float, y: float, turns: int) -> bool:
        """Scroll the panel by turns of the wheel, positive to its start, if it covers (x, y) [pixels]. Return True if it does."""
        return False

    def remove(self) -> None:
        self._panel.remove()


class PanelGroup:
    def __init__(self, *panels: "Panel | PanelGroup"):
        self._panels = panels

    @property
    def visible(self) -> bool:
        return any(panel.visible for panel in self._panels)

    @visible.setter
    def visible(self, visible: bool) -> None:
        for panel in self._panels:
            panel.visible = visible

    def remove(self) -> None:
        for panel in self._panels:
            panel.remove()
