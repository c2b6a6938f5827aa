"""A blue tint over the whole picture while the camera is under water."""

from ..panels.panel import Panel

COLOUR = (0.10, 0.34, 0.52, 0.45)


class UnderwaterTint(Panel):
    """A colour over the picture while the eyes are under water.

    parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]. Behind all panels.

    Data: True under water, None above it.
    """

    NAME, SORT = "tint", -10

    def draw(self, canvas, data):
        canvas.box(0, 0, canvas.width + 1, canvas.height + 1, COLOUR)
