"""A blue tint over the whole picture while the camera is under water."""

from ..panels.canvas import Canvas

COLOUR = (0.10, 0.34, 0.52, 0.45)


class UnderwaterTint:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]. Behind all panels."""

    def __init__(self, parent, size):
        self._canvas = Canvas(parent, size, "tint", sort=-10)
        self._canvas.box(0, 0, self._canvas.width + 1, self._canvas.height + 1, COLOUR)
        self.show(False)

    def show(self, under_water):
        self._canvas.root.show() if under_water else self._canvas.root.hide()

    def remove(self):
        self._canvas.remove()
