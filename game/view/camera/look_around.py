"""A turn of the camera once round, at a place with a view. This module uses no renderer."""

from math import pi

import numpy as np

from game.collision.engine.orientation_frame import up_of

from .camera_motion import Look

ROUND = 9.0  # [s] of the turn. Shorter: things fly past; longer: players turn away before its end
HEIGHT, BELOW = 2.6, 0.3  # [m] of the camera over the eyes; below a ceiling. Lower: a parapet hides the view
DOWNWARDS = -0.3  # [rad], pitch of the raised camera
PATIENCE = 4.0  # [s] in which the player may stop walking. Shorter: it is missed; longer: it begins somewhere else


class LookAround:
    """A turn of the camera about the player once round. It begins once no movement key is held, and ends at the next input."""

    def __init__(self):
        self._waits = self._passed = None  # [s]: time left to begin, and time since the beginning

    def begin(self):
        """Turn once round as soon as the player stands still."""
        self._waits, self._passed = PATIENCE, None

    def end(self):
        """End the turn at once: the camera looks ahead again."""
        self._waits = self._passed = None

    def update(self, seconds, moves):
        """Continue for a time [s]. `moves` is True while a movement key is held."""
        if self._passed is not None:
            self._passed += seconds
            if moves or self._passed >= ROUND:
                self.end()
        elif self._waits is not None:
            self._waits -= seconds
            if not moves:
                self._passed = 0.0
            elif self._waits <= 0.0:
                self.end()

    @property
    def rise(self):
        """The part of the camera's rise, 0 at both ends of the turn and 1 in its middle half."""
        part = min((self._passed or 0.0) / ROUND, 1.0)
        part = min(4.0 * min(part, 1.0 - part), 1.0)
        return part * part * (3.0 - 2.0 * part)

    @property
    def angle(self):
        """The angle from the player's heading to the camera's [rad], which begins and ends slowly."""
        part = min((self._passed or 0.0) / ROUND, 1.0)
        return 2.0 * pi * part * part * (3.0 - 2.0 * part)

    def turn_look(self, look):
        """Return the Look of the camera for the player's Look, which is the same object outside a turn."""
        if not self.angle:
            return look
        return Look(look.heading + self.angle, look.pitch + self.rise * (DOWNWARDS - look.pitch), look.frame)

    def raise_eye(self, eye, frame, sight):
        """Return the position (3,) [m] of the camera for the player's eye (3,): above it, below any ceiling.

        frame: (3, 3) frame of the player, or None
        sight: LineOfSight
        """
        if not self.rise:
            return eye
        up = up_of(frame)
        free = float(sight.raycast(np.array([eye]), np.array([up]), np.array([HEIGHT + BELOW]))[0]) - BELOW
        return tuple(e + self.rise * max(0.0, min(HEIGHT, free)) * u for e, u in zip(eye, up))
