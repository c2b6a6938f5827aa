"""Tints over the whole picture: blue while the camera is under water, and a flash."""

from ..simulation import EventKind
from .panel import Panel

COLOUR = (0.10, 0.34, 0.52, 0.45)


class UnderwaterTint(Panel):
    """A blue tint over the picture, behind all panels. The panel's data is True under water, and None above it.

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    """

    NAME, SORT = "tint", -10

    def draw(self, canvas, data):
        canvas.box(0, 0, canvas.width + 1, canvas.height + 1, COLOUR)


COLOURS = {  # (red, green, blue, opacity at the start)
    EventKind.CHECKPOINT: (0.25, 0.85, 0.90, 0.28),
    EventKind.FINISHED: (0.98, 0.82, 0.35, 0.40),
    EventKind.DIED: (0.07, 0.01, 0.01, 1.0),
}
# [s]. Shorter: flashes are not noticed; longer: they hide the level. After a death the picture fades in from dark.
DURATIONS = {EventKind.CHECKPOINT: 0.45, EventKind.FINISHED: 0.45, EventKind.DIED: 0.9}


class ScreenFlash(Panel):
    """A flash of colour over the whole picture, behind all panels. The panel's data is (EventKind, time since the event [s]).

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    """

    NAME, SORT = "flash", -9

    def show(self, kind, since):
        """Draw the flash of an EventKind, one of COLOURS. Draw none if `kind` is None, or if the flash is over.

        since: time since the event [s]
        """
        super().show(None if kind is None or since >= DURATIONS[kind] else (kind, since))

    def draw(self, canvas, data):
        kind, since = data
        *colour, opacity = COLOURS[kind]
        canvas.box(0, 0, canvas.width + 1, canvas.height + 1, (*colour, opacity * (1.0 - since / DURATIONS[kind])))
