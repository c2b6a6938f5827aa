"""A full turn of the camera about the player, at a place with a view. This module uses no renderer."""

from math import pi

import numpy as np

from ...core.right_forward_up_frame import up_of
from .look_and_spring_arm import Look

ROUND = 9.0  # [s] of the turn. Shorter: things fly past; longer: players turn away before its end
HEIGHT, BELOW = 2.6, 0.3  # [m] of the camera over the eyes; below a ceiling. Lower: a parapet hides the view
DOWNWARDS = -0.3  # [rad], pitch of the raised camera
PATIENCE = 4.0  # [s] in which the player may stop walking. Shorter: it is missed; longer: it begins somewhere else


class PanoramaTurn:
    """A full turn of the camera about the player. After `begin` it starts once no movement key is held.

    It ends at the next input, or after ROUND seconds.
    """

    def __init__(self):
        self._waits = self._passed = None  # [s]: time left to begin, and time since the beginning

    def begin(self):
        """Prepare a turn, which starts as soon as no movement key is held. It is cancelled if that takes longer than PATIENCE."""
        self._waits, self._passed = PATIENCE, None

    def end(self):
        """End the turn at once, or cancel one that has not begun. The camera looks ahead again."""
        self._waits = self._passed = None

    def update(self, seconds, moves):
        """Start, continue or end the turn.

        seconds: time since the last call [s]
        moves: True while a movement key is held or the game is paused
        """
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
        """The height of the camera above the eyes as a fraction of HEIGHT: 0 at both ends of the turn, 1 in its middle half."""
        part = min((self._passed or 0.0) / ROUND, 1.0)
        part = min(4.0 * min(part, 1.0 - part), 1.0)
        return part * part * (3.0 - 2.0 * part)

    @property
    def angle(self):
        """The angle [rad], to the left, from the player's heading to the camera's. It changes slowly at both ends of the turn."""
        part = min((self._passed or 0.0) / ROUND, 1.0)
        return 2.0 * pi * part * part * (3.0 - 2.0 * part)

    def turn_look(self, look):
        """Return the Look of the camera for the player's Look. Outside a turn, return `look` itself."""
        if not self.angle:
            return look
        return Look(look.heading + self.angle, look.pitch + self.rise * (DOWNWARDS - look.pitch), look.frame)

    def raise_eye(self, eye, frame, sight):
        """Return the position (3,) [m] of the camera: raised above the player's eye (3,) [m] in a turn, but below any ceiling.

        frame: (3, 3) frame of the player, or None if its up is +z
        sight: LevelRaycast
        """
        if not self.rise:
            return eye
        up = up_of(frame)
        free = float(sight.raycast(np.array([eye]), np.array([up]), np.array([HEIGHT + BELOW]))[0]) - BELOW
        return tuple(e + self.rise * max(0.0, min(HEIGHT, free)) * u for e, u in zip(eye, up))
