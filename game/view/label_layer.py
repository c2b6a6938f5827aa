"""Labels of the overlay: text in pixels, at the place on the screen where its point in the world is."""

from panda3d.core import Point2, Point3

from game.overlay.shapes import Label

from .canvas import PANEL, SMALL, Canvas

ROW = 24  # [units], from one label to the next below it


class LabelLayer:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]; camera: NodePath of the camera in its scene."""

    def __init__(self, parent, size, camera):
        self._canvas = Canvas(parent, size, "labels", sort=-1)
        self._camera, self._across = camera, (0.0, 1.0)
        self._taken = []  # (x, y, width) of the labels drawn so far

    def show(self, shapes, across=(0.0, 1.0)):
        """Draw the labels among these shapes, each where the camera now sees it.

        across: where the camera's picture begins and ends, in parts of the width
        """
        self._across = across
        self._canvas.clear()
        self._taken = []
        for label in shapes:
            if isinstance(label, Label):
                self._draw(label)

    def _draw(self, label):
        place, canvas = self._project(label.position), self._canvas
        if place is None:
            return
        left, right = self._across
        x, y = (left + (1 + place[0]) / 2 * (right - left)) * canvas.width, (1 - place[1]) / 2 * canvas.height
        width = canvas.text_width(label.text, SMALL) + 12
        y = self._free_place(x, y, width)
        canvas.box(x - width / 2, y - 11, width, 22, PANEL)
        canvas.text(label.text, x, y - 8, SMALL, (*label.colour, 1.0), align="centre")

    def _free_place(self, x, y, width):
        """The first height at or below y where a label of this width covers no other."""
        while any(abs(y - other_y) < ROW and 2 * abs(x - other_x) < width + wide for other_x, other_y, wide in self._taken):
            y += ROW
        self._taken.append((x, y, width))
        return y

    def _project(self, position):
        """Where a point is on the screen, each -1..1 from the middle; None when it is not seen."""
        place = Point2()
        local = self._camera.getRelativePoint(self._camera.getTop(), Point3(*position))
        return place if self._camera.node().getLens().project(local, place) else None

    def remove(self):
        self._canvas.remove()
