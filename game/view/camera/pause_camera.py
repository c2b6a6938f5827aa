"""The camera of a paused game. The movement keys fly it away, and it glides back after the pause. No renderer."""

from math import pi

from .camera import Look, fly

RETURN_TIME = 0.3  # [s] to glide back. Smaller: viewers lose their place; larger: the player walks before the camera is back


class FreeCamera:
    """The free camera. place [m], look: its position and Look; None: it follows the player"""

    def __init__(self):
        self.place = self.look = self._from = None
        self._returning = 0.0  # [s] since the end of the pause
        # True if the movement keys were up since the pause began: a key held from walking must not move the camera.
        self._released = False

    def put(self, place, look):
        """Move the camera to a position [m] and give it a Look of its own."""
        self.place, self.look = place, look

    def fly(self, view, controls, seconds):
        """Move by the movement keys, after they were released once. view: (position [m], Look) of the following camera"""
        moved = any(controls.axes())
        self._released |= not moved
        if not (moved and self._released):
            return
        if self.place is None:
            place, look = view
            self.put(place, Look(look.heading, look.pitch, look.frame))
        self.place = fly(self.place, self.look, controls, seconds)

    def come_back(self):
        """Start to glide back to the player."""
        self._released = False
        if self.place is not None:
            self._from, self._returning = (self.place, self.look), 0.0
            self.place = self.look = None

    def view(self, view, seconds):
        """(position [m], Look) of the camera, `seconds` after the last call. view: that of the following camera"""
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
    """Interpolate between two (position [m], Look). part: 0..1"""
    (start_place, start_look), (end_place, end_look) = start, end
    turn = (end_look.heading - start_look.heading + pi) % (2.0 * pi) - pi
    place = tuple(a + (b - a) * part for a, b in zip(start_place, end_place))
    pitch = start_look.pitch + (end_look.pitch - start_look.pitch) * part
    return place, Look(start_look.heading + turn * part, pitch, end_look.frame)
