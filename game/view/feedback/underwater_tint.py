"""A blue tint over the whole picture while the camera is under water."""

from ..panels.panel import Panel

COLOUR = (0.10, 0.34, 0.52, 0.45)


class UnderwaterTint(Panel):
    """A blue tint over the picture, behind all panels. The panel's data is True under water, and None above it.

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    """

    NAME, SORT = "tint", -10

    def draw(self, canvas, data):
        canvas.box(0, 0, canvas.width + 1, canvas.height + 1, COLOUR)
