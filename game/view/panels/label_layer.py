"""Labels of the overlay: text beside a point of the world, with a line to the point."""

from math import atan2, degrees, hypot

from panda3d.core import CardMaker, Point2, Point3, TransparencyAttrib

from ...core.shapes import Label
from ...explain.palette import text_colour
from .canvas.theme import NOTE, PANEL, SMALL, TextStyle
from .layout.label_layout import Layout, nearest_point
from .panel import Panel

PADDING, HEIGHT = 6, 22  # [units]
EDGE = 4  # [units] between labels and the edges of the picture
NOT_IN_THE_WAY = ("labels", "tint", "shade", "menu", "help")  # canvases that labels may cover
LOOK_AGAIN = 12  # frames between two updates of the panels' rectangles


class LabelLayer(Panel):
    """The layer that draws the Labels in a list of overlay shapes.

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    camera: NodePath of the camera in its scene
    """

    NAME, SORT = "labels", -1

    def __init__(self, parent, size, camera):
        super().__init__(parent, size)
        self._parent, self._camera, self._layout = parent, camera, Layout()
        self._drawn, self._seen, self._panels, self._frames = [], None, [], 0

    def show(self, shapes, across=(0.0, 1.0)):
        """Draw the Labels in a list of overlay shapes. Other shapes are ignored.

        The labels are drawn again only if the list is another object. They are moved after a change of the camera, of
        `across` or of the panels.

        shapes: list of overlay shapes, in the space that the camera sees
        across: (left, right) end of the camera's picture, in fractions of the window's width
        """
        super().show(shapes)
        if self._drawn:
            self._look_for_panels()
            view = self._camera.getNetTransform().getMat(), self._camera.node().getLens().getProjectionMat(), across, self._panels
            if view != self._seen:
                self._seen = view
                self._place(across)

    def differs(self, data):
        """True if the list of shapes is another object than in the last call."""
        return data is not self._data

    def draw(self, canvas, data):
        labels = [shape for shape in data if isinstance(shape, Label)]
        self._drawn, self._seen = [DrawnLabel(canvas, number, label) for number, label in enumerate(labels)], None

    def _look_for_panels(self):
        """Update the rectangles of the panels that labels must not cover, once in LOOK_AGAIN frames and for new labels."""
        if self._seen is None or self._frames % LOOK_AGAIN == 0:
            self._panels = [self._box(path) for path in self._parent.getChildren() if self._is_in_the_way(path)]
        self._frames += 1

    def _is_in_the_way(self, path):
        return path.getName() not in NOT_IN_THE_WAY and not path.isHidden() and path.getNumChildren()

    def _box(self, path):
        """Return the rectangle (left, top, right, bottom) [units] of a panel's NodePath."""
        low, high = path.getTightBounds(self._parent) or (Point3(0), Point3(0))
        scale = self.canvas.scale
        return low.x / scale, -high.z / scale, high.x / scale, -low.z / scale

    def _place(self, across):
        """Move all labels beside their points, and hide those with points outside the picture.

        across: (left, right) end of the camera's picture, in fractions of the window's width
        """
        left, right = (part * self.canvas.width for part in across)
        places = [self._project(drawn.position, left, right) for drawn in self._drawn]
        shown = [(drawn, at) for drawn, at in zip(self._drawn, places) if at is not None]
        for drawn in self._drawn:
            drawn.root.hide()
        area = left + EDGE, EDGE, right - EDGE, self.canvas.height - EDGE
        boxes = self._layout.place([(drawn.key, at, drawn.size) for drawn, at in shown], area, self._panels)
        for (drawn, at), box in zip(shown, boxes):
            drawn.put(at, box)

    def _project(self, position, left, right):
        """Project a point of the scene to the window. Return (x, y) [units], or None for a point outside the camera's view.

        position: (3,) [m]
        left, right: ends of the camera's picture [units]
        """
        place = Point2()
        local = self._camera.getRelativePoint(self._camera.getTop(), Point3(*position))
        if not self._camera.node().getLens().project(local, place):
            return None
        return left + (1 + place[0]) / 2 * (right - left), (1 - place[1]) / 2 * self.canvas.height


class DrawnLabel:
    """The nodes of a label: line, box and text. They are moved instead of being made again.

    canvas: the Canvas of the layer
    number: index of the label in its list of shapes
    label: the Label shape
    key: (number, text before the colon). A label with the same key in the next frame keeps its position.
    """

    def __init__(self, canvas, number, label):
        self.position, self.key = label.position, (number, label.text.partition(":")[0])
        self.size = canvas.text_width(label.text, NOTE) + 2 * PADDING, HEIGHT
        self._scale = canvas.scale
        self.root = canvas.root.attachNewNode("label")
        self._line = self.root.attachNewNode(line_node())
        self._line.setColor(*label.colour, 0.9)
        self._line.setTransparency(TransparencyAttrib.MAlpha)
        self._box = self.root.attachNewNode("box")
        for path in (
            canvas.box(0, 0, *self.size, PANEL),
            canvas.text(label.text, PADDING, 3, TextStyle(SMALL, text_colour(label.colour))),
        ):
            path.reparentTo(self._box)

    def put(self, at, box):
        """Show the label at its new position, with a line from the labelled point to its box.

        at: position (x, y) of the labelled point [units]
        box: rectangle (left, top, right, bottom) of the text [units]
        """
        self._box.setPos(round(box[0] * self._scale), 0, -round(box[1] * self._scale))
        end = nearest_point(box, at)
        right, down = end[0] - at[0], end[1] - at[1]
        self._line.setPos(at[0] * self._scale, 0, -at[1] * self._scale)
        self._line.setR(degrees(atan2(down, right)))
        self._line.setSx(max(1e-3, hypot(right, down) * self._scale))
        self.root.show()


def line_node():
    """Return a GeomNode for a line to the right, 1 pixel long and 2 pixels thick."""
    card = CardMaker("line")
    card.setFrame(0.0, 1.0, -1.0, 1.0)
    return card.generate()
