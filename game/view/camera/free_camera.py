"""The camera while time stands: the walking keys fly it out of the eyes, and when time goes on it glides back. No renderer."""

from math import pi

from .camera import Look, fly

RETURN_TIME = 0.3  # [s] to glide back. Smaller: one loses where one is; larger: the body walks on before one sees with its eyes


class FreeCamera:
    """place [m], look: where it stands and looks; None: it is where it belongs."""

    def __init__(self):
        self.place = self.look = self._from = None
        self._returning = 0.0  # [s] since time went on
        self._released = False  # the walking keys were let go since time stands: who pauses while walking stays where he is

    def put(self, place, look):
        """Stand there. look: Look, from now on the camera's own"""
        self.place, self.look = place, look

    def fly(self, view, controls, seconds):
        """The walking keys move it, once they were let go. view: (position [m], Look) of a camera where it belongs"""
        moved = any(controls.axes())
        self._released |= not moved
        if not (moved and self._released):
            return
        if self.place is None:
            place, look = view
            self.put(place, Look(look.heading, look.pitch, look.frame))
        self.place = fly(self.place, self.look, controls, seconds)

    def come_back(self):
        """Time goes on."""
        self._released = False
        if self.place is not None:
            self._from, self._returning = (self.place, self.look), 0.0
            self.place = self.look = None

    def view(self, view, seconds):
        """(position [m], Look) of the camera, `seconds` after the last time. view: of one that is where it belongs."""
        if self.place is not None:
            return self.place, self.look
        if self._from is None:
            return view
        self._returning += seconds
        part = self._returning / RETURN_TIME
        if part >= 1.0:
            self._from = None
            return view
        return between(self._from, view, part * part * (3.0 - 2.0 * part))


def between(start, end, part):
    """A part of the way from one (position [m], Look) to another."""
    (place, away), (eye, look) = start, end
    turn = (look.heading - away.heading + pi) % (2.0 * pi) - pi
    moved = tuple(a + (b - a) * part for a, b in zip(place, eye))
    return moved, Look(away.heading + turn * part, away.pitch + (look.pitch - away.pitch) * part, look.frame)
