"""A turn of the camera once round, at a place with a view. This module uses no renderer."""

from math import pi

from .camera_motion import Look

ROUND = 9.0  # [s] of the turn. Shorter: things fly past; longer: players turn away before its end
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
    def angle(self):
        """The angle from the player's heading to the camera's [rad], which begins and ends slowly."""
        part = min((self._passed or 0.0) / ROUND, 1.0)
        return 2.0 * pi * part * part * (3.0 - 2.0 * part)

    def turned(self, look):
        """Return the Look of the camera for the player's Look, which is the same object outside a turn."""
        return Look(look.heading + self.angle, look.pitch, look.frame) if self.angle else look
