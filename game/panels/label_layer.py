"""Labels beside their points, without overlap. Boxes are (left, top, right, bottom), y downwards."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from math import atan2, cos, degrees, hypot, radians, sin
from types import MappingProxyType

from panda3d.core import CardMaker, Mat4, NodePath, Point2, Point3, TransparencyAttrib

from ..core.shapes import Label
from ..core.vec3 import Vector
from ..explain.palette import text_colour
from .canvas import Canvas
from .panel import Panel
from .theme import LARGE, PANEL, SMALL, Size, TextStyle

Point = tuple[float, float]  # (x, y), or a size (width, height)
Box = tuple[float, float, float, float]

DISTANCES = (22, 44, 72, 104, 140, 180, 230)  # from a point to the nearest side of its label. The first free one is used
ANGLES = (60, 120, 0, 180, -60, -120, 90, -90)  # [degrees] counter-clockwise from the right
PLACES = tuple((angle, distance) for distance in DISTANCES for angle in ANGLES)
# for a label that wants a side, or none: indices of PLACES in the order in which they are tried
ORDERS: dict[float | None, tuple[int, ...]] = {
    side: tuple(sorted(range(len(PLACES)), key=lambda choice: PLACES[choice][0] != side))
    for side in (None, *ANGLES)
}
CHOICES = tuple((distance * cos(radians(angle)), -distance * sin(radians(angle))) for angle, distance in PLACES)
APART = 3  # between two labels
DOT = 7  # half width of a square around each point that no label covers


class LabelLayout:
    """The layout of all labels. A label keeps its position as long as possible, so that it does not jump between frames."""

    def __init__(self) -> None:
        self._last: dict[Hashable, int] = {}

    def place(
        self,
        labels: Sequence[tuple[Hashable, Point, Point]],
        area: Box,
        taken: Sequence[Box] = (),
        sides: Mapping[Hashable, float] = MappingProxyType({}),
    ) -> list[Box]:
        """Place labels (key, point (x, y), (width, height)) inside `area`, and return their boxes.

        They avoid each other and the boxes `taken`. Without a free position, a label stays on its side and may cover others.
        sides: {key: one of ANGLES} of the labels that want a side of their points, and get it if there is room
        """
        dots = [(x - DOT, y - DOT, x + DOT, y + DOT) for _, (x, y), _ in labels]
        taken, chosen, boxes = [*taken, *dots], {}, []
        for key, at, size in labels:
            chosen[key], box = self._choose(key, at, size, area, taken, sides.get(key))
            taken.append(expand(box, APART))
            boxes.append(box)
        self._last = chosen
        return boxes

    def _choose(
        self, key: Hashable, at: Point, size: Point, area: Box, taken: Sequence[Box], side: float | None
    ) -> tuple[int, Box]:
        """Return an index of CHOICES, and its box: the last choice if free, else the first free one, else the last one."""
        order = ORDERS[side]
        last = self._last.get(key, order[0])
        for choice in (last, *order):
            box = beside(at, size, CHOICES[choice])
            if is_inside(box, area) and not any(boxes_overlap(box, other) for other in taken):
                return choice, box
        return last, push_inside(beside(at, size, CHOICES[last]), area)


def beside(at: Point, size: Point, offset: Point) -> Box:
    """Return a box beside a point. The offset leads from the point to the box's nearest corner, or to the middle of a side."""
    (x, y), (width, height), (right, down) = at, size, offset
    across = 0.5 if abs(right) < 1e-6 * abs(down) else float(right < 0)
    along = 0.5 if abs(down) < 1e-6 * abs(right) else float(down < 0)
    left, top = x + right - across * width, y + down - along * height
    return left, top, left + width, top + height


def boxes_overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def is_inside(box: Box, area: Box) -> bool:
    return area[0] <= box[0] and area[1] <= box[1] and box[2] <= area[2] and box[3] <= area[3]


def expand(box: Box, room: float) -> Box:
    return box[0] - room, box[1] - room, box[2] + room, box[3] + room


def push_inside(box: Box, area: Box) -> Box:
    right = max(area[0] - box[0], min(0.0, area[2] - box[2]))
    down = max(area[1] - box[1], min(0.0, area[3] - box[3]))
    return box[0] + right, box[1] + down, box[2] + right, box[3] + down


def nearest_point(box: Box, at: Point) -> Point:
    return min(max(at[0], box[0]), box[2]), min(max(at[1], box[1]), box[3])


PADDING, HEIGHT, LARGE_HEIGHT = 6, 22, 32  # [units]
EDGE = 4  # [units] between labels and the edges of the picture
NOT_IN_THE_WAY = ("labels", "tint", "shade", "menu", "help")  # canvases that labels may cover
LOOK_AGAIN = 12  # frames between two updates of the panels' rectangles


class LabelLayer(Panel[Sequence]):
    """The layer that draws the Labels in a list of overlay shapes, as the NodePath `camera` sees them."""

    NAME, SORT, NEEDED = "labels", -1, (400, 225)  # names share no rows, so that their letters may be large

    def __init__(self, parent: NodePath, size: Size, camera: NodePath, is_large: bool = False):
        """is_large: True to draw all labels as large as those of marks"""
        super().__init__(parent, size)
        self._parent, self._camera, self._is_large, self._layout = parent, camera, is_large, LabelLayout()
        self._drawn: list[DrawnLabel] = []
        self._seen: tuple | None = None  # the inputs of the positions
        self._panels: list[Box] = []
        self._frames = 0

    def show(self, data: Sequence | None, across: tuple[float, float] = (0.0, 1.0)) -> None:
        """Draw the Labels in a list of overlay shapes, in the space that the camera sees, if it is another list.

        They are moved after a change of the camera, of the panels or of `across`, the ends of its picture in fractions of the
        width.
        """
        super().show(data)
        if self._drawn:
            self._look_for_panels()
            lens = Mat4(self._camera.node().getLens().getProjectionMat())  # a copy: what the lens returns changes with it
            view = self._camera.getNetTransform().getMat(), lens, across, self._panels
            if view != self._seen:
                self._seen = view
                self._place(across)

    def differs(self, data: Sequence | None) -> bool:
        return data is not self._data

    def draw(self, canvas: Canvas, data: Sequence) -> None:
        labels = [replace(shape, is_large=True) if self._is_large else shape for shape in data if isinstance(shape, Label)]
        self._drawn, self._seen = [DrawnLabel(canvas, number, label) for number, label in enumerate(labels)], None

    def _look_for_panels(self) -> None:
        """Update the rectangles of the panels that labels must not cover, once in LOOK_AGAIN frames and for new labels."""
        if self._seen is None or self._frames % LOOK_AGAIN == 0:
            drawn = [path for path in self._parent.getChildren() if not path.isHidden() and path.getNumChildren()]
            self._panels = [self._box(path) for path in drawn if path.getName() not in NOT_IN_THE_WAY]
        self._frames += 1

    def _box(self, path: NodePath) -> Box:
        low, high = path.getTightBounds(self._parent) or (Point3(0), Point3(0))
        scale = self.canvas.scale
        return low.x / scale, -high.z / scale, high.x / scale, -low.z / scale

    def _place(self, across: tuple[float, float]) -> None:
        left, right = (part * self.canvas.width for part in across)
        places = [self._project(drawn.position, left, right) for drawn in self._drawn]
        shown = [(drawn, at) for drawn, at in zip(self._drawn, places) if at is not None]
        for drawn in self._drawn:
            drawn.root.hide()
        area = left + EDGE, EDGE, right - EDGE, self.canvas.height - EDGE
        sides: dict[Hashable, float] = {drawn.key: drawn.side for drawn, _ in shown if drawn.side is not None}
        boxes = self._layout.place([(drawn.key, at, drawn.size) for drawn, at in shown], area, self._panels, sides)
        for (drawn, at), box in zip(shown, boxes):
            drawn.put(at, box)

    def _project(self, position: Vector, left: float, right: float) -> Point | None:
        """Project a point [m] to the window [units], or return None outside the view. `left`, `right` are the picture's ends."""
        place = Point2()
        local = self._camera.getRelativePoint(self._camera.getTop(), Point3(*position))
        if not self._camera.node().getLens().project(local, place):
            return None
        return left + (1 + place[0]) / 2 * (right - left), (1 - place[1]) / 2 * self.canvas.height


class DrawnLabel:
    """The nodes of a Label, which are moved instead of being made again. By its `key` it keeps its place in the next frame."""

    def __init__(self, canvas: Canvas, number: int, label: Label):
        self.position, self.side, self.key = label.position, label.side, (number, label.text.partition(":")[0])
        style = TextStyle(LARGE if label.is_large else SMALL, text_colour(label.colour))
        self.size = canvas.text_width(label.text, style) + 2 * PADDING, LARGE_HEIGHT if label.is_large else HEIGHT
        self._scale = canvas.scale
        self.root = canvas.root.attachNewNode("label")
        card = CardMaker("line")
        card.setFrame(0.0, 1.0, -1.0, 1.0)
        self._line = self.root.attachNewNode(card.generate())
        self._line.setColor(*label.colour, 0.9)
        self._line.setTransparency(TransparencyAttrib.MAlpha)
        self._box = self.root.attachNewNode("box")
        for path in (canvas.box(0, 0, *self.size, PANEL), canvas.text(label.text, PADDING, 3, style)):
            path.reparentTo(self._box)

    def put(self, at: Point, box: Box) -> None:
        """Show the label in a box [units], with a line from the labelled point [units]."""
        self._box.setPos(round(box[0] * self._scale), 0, -round(box[1] * self._scale))
        end = nearest_point(box, at)
        right, down = end[0] - at[0], end[1] - at[1]
        self._line.setPos(at[0] * self._scale, 0, -at[1] * self._scale)
        self._line.setR(degrees(atan2(down, right)))
        self._line.setSx(max(1e-3, hypot(right, down) * self._scale))
        self.root.show()
