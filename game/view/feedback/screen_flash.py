"""A short flash of colour over the whole picture, at a checkpoint, at the finish and at a death."""

from panda3d.core import TransparencyAttrib

from game.simulation import EventKind

from ..panels.canvas import Canvas

COLOURS = {  # (red, green, blue, opacity at the start)
    EventKind.CHECKPOINT: (0.25, 0.85, 0.90, 0.28),
    EventKind.FINISHED: (0.98, 0.82, 0.35, 0.40),
    EventKind.DIED: (0.80, 0.12, 0.05, 0.55),
}
DURATION = 0.45  # [s]. Shorter: not noticed; longer: it hides the level


class ScreenFlash:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]. Behind all panels."""

    def __init__(self, parent, size):
        self._canvas = Canvas(parent, size, "flash", sort=-9)
        self._card = self._canvas.box(0, 0, self._canvas.width + 1, self._canvas.height + 1, (1.0, 1.0, 1.0, 1.0))
        self._card.setTransparency(TransparencyAttrib.MAlpha)
        self._canvas.root.hide()

    def show(self, kind, since):
        """Draw the flash. kind: EventKind, None for no flash; since: time since the event [s]"""
        if kind is None or since >= DURATION:
            self._canvas.root.hide()
            return
        *colour, opacity = COLOURS[kind]
        self._card.setColor(*colour, opacity * (1.0 - since / DURATION))
        self._canvas.root.show()

    def remove(self):
        self._canvas.remove()
