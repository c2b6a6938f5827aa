"""The camera while the game is paused. It flies, orbits, zooms, glides to views, and glides back when play resumes.

This module uses no renderer.
"""

from math import dist, pi

from .framing import Framing
from .look_and_spring_arm import NEAR, Look, fly

GLIDE_TIME = 0.35  # [s] from view to view. Smaller: viewers lose their place; larger: the player walks before the camera is back
NEARER, FARTHER = 0.3, 40.0  # [m] limits of the distance to the pivot
ZOOM = 0.88  # factor of the distance for a turn of the wheel. Smaller: jumps; larger: many turns
AWAY = 3.2  # [m] from the body, for an orbit that begins in the player's eyes


class FreeCamera:
    """A camera that can leave the player while the game is paused.

    framing: Framing of the camera, or during a glide the one at its end. It is None while the camera follows the player.
    """

    def __init__(self):
        self.framing = self._from = None
        self._passed = 0.0  # [s] of the glide
        # True if the movement keys were up since the pause began: a key held from walking must not move the camera.
        self._released = False

    @property
    def place(self):
        """The position (3,) [m] in `framing`, or None while the camera follows the player."""
        return self.framing and self.framing.place

    @property
    def look(self):
        """The Look in `framing`, or None while the camera follows the player."""
        return self.framing and self.framing.look

    def put(self, framing):
        """Move the camera to a Framing at once."""
        self.framing, self._from = framing, None

    def glide(self, view, framing):
        """Move the camera smoothly within GLIDE_TIME, from the Framing `view` that it has now to the Framing `framing`."""
        self._from, self._passed = view, 0.0
        self.framing = framing

    def turn(self, left, up):
        """Turn the camera to the left and upwards by angles [rad], without moving it. It must have left the player before."""
        at = self.framing
        distance = dist(at.place, at.pivot)
        at.look.turn(left, up)
        self.framing = at._replace(pivot=ahead(at.place, at.look, distance))

    def orbit(self, view, centre, left, up):
        """Orbit about the pivot, so that the view turns to the left and upwards by angles [rad].

        view: Framing of the camera that follows the player
        centre: centre (3,) [m] of the body, the pivot of a camera that leaves the player in this call
        """
        self._leave(view, centre)
        at, distance = self.framing, dist(self.framing.place, self.framing.pivot)
        at.look.turn(left, up)
        self.framing = at._replace(place=ahead(at.pivot, at.look, -distance), near=NEAR)

    def zoom(self, view, centre, turns):
        """Move towards the pivot by a number of turns of the mouse wheel, or away from it if `turns` is negative.

        A camera that still follows the player is detached first; its pivot is then `centre`.
        The distance to the pivot stays between NEARER and FARTHER.
        view: Framing of the camera that follows the player
        centre: centre (3,) [m] of the body
        """
        self._leave(view, centre)
        at = self.framing
        distance = max(NEARER, min(dist(at.place, at.pivot) * ZOOM**turns, FARTHER))
        moved = distance - dist(at.place, at.pivot)
        near = max(NEAR, at.near + moved) if at.near > NEAR else NEAR
        self.framing = at._replace(place=ahead(at.pivot, at.look, -distance), near=near)

    def fly(self, view, controls, seconds):
        """Move by the movement keys of Controls. Keys held since before the pause have no effect until they are released.

        view: Framing of the camera that follows the player
        seconds: time since the last frame [s]
        """
        moved = any(controls.axes())
        self._released |= not moved
        if not (moved and self._released):
            return
        if self.framing is None:
            self.framing = copy_of(view)
        at = self.framing
        place = fly(at.place, at.look, controls, seconds)
        shift = [new - old for new, old in zip(place, at.place)]
        self.framing = at._replace(place=place, pivot=tuple(p + s for p, s in zip(at.pivot, shift)), near=NEAR)

    def _leave(self, view, centre):
        """Detach the camera from the player, unless it is detached already. From the player's eyes, it glides behind the body.

        view: Framing of the camera that follows the player
        centre: centre (3,) [m] of the body, the new pivot
        """
        if self.framing is not None:
            return
        at = copy_of(view)._replace(pivot=tuple(centre))
        if dist(at.place, centre) < AWAY / 2.0:
            self.glide(view, at._replace(place=ahead(centre, at.look, -AWAY)))
        else:
            self.framing = at._replace(place=ahead(centre, at.look, -dist(at.place, centre)))

    def return_to_player(self):
        """Start to glide back to the camera that follows the player, if the camera has left it."""
        self._released = False
        if self.framing is not None:
            self._from, self._passed, self.framing = self.framing, 0.0, None

    def framing_after(self, following, seconds):
        """Continue a glide by `seconds`, and return the Framing of the camera.

        following: Framing of the camera that follows the player
        seconds: time since the last call [s]
        """
        to = self.framing or following
        if self._from is None:
            return to
        self._passed += seconds
        part = self._passed / GLIDE_TIME
        if part >= 1.0:
            self._from = None
            return to
        return between(self._from, to, part * part * (3.0 - 2.0 * part))


def copy_of(view):
    """Return a copy of the Framing `view` with a copy of its Look, because a following camera's Look is the player's own."""
    return view._replace(look=Look(view.look.heading, view.look.pitch, view.look.frame))


def ahead(place, look, distance):
    """Return the point (3,) [m] that is `distance` [m] from the position `place` (3,) [m] along a Look."""
    return tuple(p + distance * f for p, f in zip(place, look.forward()))


def between(start, end, part):
    """Return a Framing between the Framings `start` and `end`. `part` is 0 at the start and 1 at the end.

    Its pivot, `is_flat` and the frame of its Look are always those of `end`.
    """
    turn = (end.look.heading - start.look.heading + pi) % (2.0 * pi) - pi
    place = tuple(a + (b - a) * part for a, b in zip(start.place, end.place))
    pitch = start.look.pitch + (end.look.pitch - start.look.pitch) * part
    field = start.field_of_view + (end.field_of_view - start.field_of_view) * part
    look = Look(start.look.heading + turn * part, pitch, end.look.frame)
    return Framing(place, look, end.pivot, field, end.near if part > 0.5 else NEAR, end.is_flat)
