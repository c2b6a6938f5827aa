"""A short glow over the whole picture: something happened that matters for the run."""

from game.simulation import EventKind

from ..panels.panel import Panel

COLOURS = {  # (red, green, blue, how thick at first)
    EventKind.CHECKPOINT: (0.25, 0.85, 0.90, 0.28),
    EventKind.FINISHED: (0.98, 0.82, 0.35, 0.40),
    EventKind.DIED: (0.80, 0.12, 0.05, 0.55),
}
LASTING = 0.45  # [s]. Shorter: not noticed; longer: it hides the way


class Flash(Panel):
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]. Behind all else that lies flat there.

    Data: (EventKind, how long ago it was [s]).
    """

    NAME, SORT = "flash", -9

    def show(self, kind, since):
        """kind: EventKind, or None for nothing; since: then [s]"""
        super().show(None if kind is None or since >= LASTING else (kind, since))

    def draw(self, canvas, data):
        kind, since = data
        *colour, thick = COLOURS[kind]
        canvas.box(0, 0, canvas.width + 1, canvas.height + 1, (*colour, thick * (1.0 - since / LASTING)))
