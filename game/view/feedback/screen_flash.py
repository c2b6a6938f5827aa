"""A short glow over the whole picture: something happened that matters for the run."""

from panda3d.core import TransparencyAttrib

from game.simulation import EventKind

from ..panels.canvas import Canvas

COLOURS = {  # (red, green, blue, how thick at first)
    EventKind.CHECKPOINT: (0.25, 0.85, 0.90, 0.28),
    EventKind.FINISHED: (0.98, 0.82, 0.35, 0.40),
    EventKind.DIED: (0.80, 0.12, 0.05, 0.55),
}
LASTING = 0.45  # [s]. Shorter: not noticed; longer: it hides the way


class Flash:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]. Behind all else that lies flat there."""

    def __init__(self, parent, size):
        self._canvas = Canvas(parent, size, "flash", sort=-9)
        self._card = self._canvas.box(0, 0, self._canvas.width + 1, self._canvas.height + 1, (1.0, 1.0, 1.0, 1.0))
        self._card.setTransparency(TransparencyAttrib.MAlpha)
        self._canvas.root.hide()

    def show(self, kind, since):
        """kind: EventKind, or None for nothing; since: then [s]"""
        if kind is None or since >= LASTING:
            self._canvas.root.hide()
            return
        *colour, thick = COLOURS[kind]
        self._card.setColor(*colour, thick * (1.0 - since / LASTING))
        self._canvas.root.show()

    def remove(self):
        self._canvas.remove()
