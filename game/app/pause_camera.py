"""The camera while time is paused, and its near view of a contact, from a direction that shows contact, normal and body."""

from collections.abc import Sequence
from math import cos, dist, pi, radians, sin

import numpy as np

from ..core.vec3 import Vector
from ..scene.framing import Framing, Screen, Subject, is_in_view, look_along
from ..scene.look_and_spring_arm import NEAR, LevelRaycast, Look, fly
from .input.player_controls import Controls

# [m] from the camera to a contact, the usual one first. Nearer ones are tried where walls stand closer.
DISTANCES = (1.3, 0.9, 0.6, 0.4)
OFF = 0.02  # [m] from the contact to the first point that must be visible. Smaller: rounding puts it into the surface
NORMAL, BODY = 0.25, 0.3  # [m] from the contact along the normal, and towards the body's centre: the other two points
TURNS = (0, 20, -20, 40, -40, 60, -60, 90, -90, 120, -120, 150, -150, 180)  # [degrees] about the normal, from the side
RAISED = (0, 20, 40, 60, 80)  # [degrees] from the sliding plane towards the normal
AGAIN = 25  # [degrees] of a turn that the next smaller distance is worth
# [m] of free space around a camera, and the turn [degrees] that is worth it. Smaller: walls fill half of the picture; larger: the
# camera leaves narrow rooms.
SPACE, CROWDED = 0.15, 60

# Sine of the angle between sliding plane and view from which on the body hides a contact. Smaller: in a side view that is not far
# away, it does; larger: it covers more.
THROUGH = 0.5


def contact_view(subject: Subject, framing: Framing, sight: LevelRaycast) -> Framing:
    """Return a Framing from a point near the Subject's contact, as `best_direction` finds it. framing: the side view's"""
    pivot = subject.contact or subject.centre
    usual = -np.array(framing.look.forward())
    place, look = point_at(pivot, usual, DISTANCES[0]), framing.look
    if subject.contact is not None:
        direction, distance = best_direction(subject, usual, sight)
        place, look = point_at(pivot, direction, distance), look_along(-direction, subject.frame)
    return framing._replace(place=place, look=look, pivot=pivot, near=NEAR)


def point_at(pivot: Sequence[float], direction: np.ndarray, distance: float) -> Vector:
    x, y, z = (float(p + distance * d) for p, d in zip(pivot, direction))
    return x, y, z


def best_direction(subject: Subject, usual: np.ndarray, sight: LevelRaycast) -> tuple[np.ndarray, float]:
    """Return the unit vector (3,) and the distance [m] from a Subject's contact to the best camera.

    It sees most of contact, normal and body. Among equal ones it turns least from the side view, whose unit vector is `usual`.
    Walls close to the camera, and a distance below the usual one, count as an additional turn.
    """
    contact = subject.contact
    assert contact is not None
    best: tuple[int, float, np.ndarray, float] | None = None
    for number, distance in enumerate(DISTANCES):
        for turned, direction in directions(usual, np.array(subject.normal)):
            cost = turned + AGAIN * number
            if best is not None and best[0] == -3 and cost >= best[1]:
                continue
            place = point_at(contact, direction, distance)
            cost += 0 if has_space(place, sight) else CROWDED
            seen = seen_points(subject, place, sight)
            if best is None or (-seen, cost) < best[:2]:
                best = -seen, cost, direction, distance
    assert best is not None
    return best[2:]


def directions(usual: np.ndarray, normal: np.ndarray) -> list[tuple[float, np.ndarray]]:
    """Return directions to try: [(angle [degrees] from the side view, unit vector (3,) from the contact to the camera), ...].

    Each is turned from `usual`, the side view's, about the contact's normal, and then raised towards it. The angle is their sum.
    """
    side = usual - (usual @ normal) * normal
    side = side / np.linalg.norm(side) if np.linalg.norm(side) > 1e-6 else np.cross(normal, np.eye(3)[np.argmin(np.abs(normal))])
    side /= np.linalg.norm(side)
    across = np.cross(normal, side)
    found: list[tuple[float, np.ndarray]] = []
    for turn in TURNS:
        flat = cos(radians(turn)) * side + sin(radians(turn)) * across
        found += [(abs(turn) + up, cos(radians(up)) * flat + sin(radians(up)) * normal) for up in RAISED]
    return found


def has_space(place: Vector, sight: LevelRaycast) -> bool:
    """True if no surface is nearer than SPACE to a place [m] along the six axis directions."""
    rays = np.vstack((np.eye(3), -np.eye(3)))
    return bool((sight.raycast(np.tile(place, (6, 1)), rays, np.full(6, SPACE)) >= SPACE).all())


def is_contact_visible(subject: Subject, framing: Framing, sight: LevelRaycast, screen: Screen) -> bool:
    """True if the camera of a Framing shows the Subject's contact in the free area, neither behind a wall nor behind the body."""
    contact, normal = np.array(subject.contact), np.array(subject.normal)
    away = np.array(framing.place) - contact
    length = float(np.linalg.norm(away))
    if length == 0.0 or not is_in_view(contact[None], framing, screen):
        return False
    direction = away / length
    if direction @ normal > THROUGH:
        return False
    free = float(sight.raycast((contact + OFF * normal)[None], direction[None], np.array([length]))[0])
    depth = (length - free) * -(direction @ np.array(framing.look.forward()))  # of the wall; before the near plane it is cut away
    return depth <= framing.near


def seen_points(subject: Subject, place: Vector, sight: LevelRaycast) -> int:
    """Return how many of contact, a point on its normal and a point in the body are visible from a place [m]. In a solid: 0"""
    contact, normal = np.array(subject.contact), np.array(subject.normal)
    inwards = np.array(subject.centre) - contact
    points = contact + np.array([OFF * normal, NORMAL * normal, BODY * inwards / max(float(np.linalg.norm(inwards)), 1e-9)])
    away = np.array(place) - points
    lengths = np.linalg.norm(away, axis=1)
    free = sight.raycast(points, away / lengths[:, None], lengths)
    return int((free >= lengths).sum())


GLIDE_TIME = 0.35  # [s] from view to view. Smaller: viewers lose their place; larger: the player walks before the camera is back
NEARER, FARTHER = 0.3, 40.0  # [m] limits of the distance to the pivot
ZOOM = 0.88  # factor of the distance for a turn of the wheel. Smaller: jumps; larger: many turns
AWAY = 3.2  # [m] from the body, for an orbit that begins in the player's eyes


class FreeCamera:
    """A camera that can leave the player while the game is paused. `view` is the Framing that follows the player.

    framing: of the camera, or at the end of its glide. It is None while the camera follows the player.
    """

    def __init__(self) -> None:
        self.framing: Framing | None = None
        self._from: Framing | None = None
        self._passed = 0.0  # [s] of the glide
        # True if the movement keys were up since the pause began: a key held from walking must not move the camera.
        self._released = False

    @property
    def place(self) -> Vector | None:
        return self.framing and self.framing.place

    @property
    def look(self) -> Look | None:
        return self.framing and self.framing.look

    def put(self, framing: Framing) -> None:
        self.framing, self._from = framing, None

    def glide(self, view: Framing, framing: Framing) -> None:
        """Move the camera smoothly within GLIDE_TIME, from the Framing `view` that it has now to the Framing `framing`."""
        self._from, self._passed = view, 0.0
        self.framing = framing

    def turn(self, left: float, up: float) -> None:
        """Turn the camera to the left and upwards by angles [rad], without moving it. It must have left the player before."""
        at = self.framing
        assert at is not None
        distance = dist(at.place, at.pivot)
        at.look.turn(left, up)
        self.framing = at._replace(pivot=ahead(at.place, at.look, distance))

    def orbit(self, view: Framing, centre: Vector, left: float, up: float) -> None:
        """Orbit about the pivot, so that the view turns to the left and upwards by angles [rad]."""
        at = self._leave(view, centre)
        distance = dist(at.place, at.pivot)
        at.look.turn(left, up)
        self.framing = at._replace(place=ahead(at.pivot, at.look, -distance), near=NEAR)

    def zoom(self, view: Framing, centre: Vector, turns: float) -> None:
        """Move towards the pivot, to NEARER at least and FARTHER at most, by a number of turns of the mouse wheel."""
        at = self._leave(view, centre)
        distance = max(NEARER, min(dist(at.place, at.pivot) * ZOOM**turns, FARTHER))
        moved = distance - dist(at.place, at.pivot)
        near = max(NEAR, at.near + moved) if at.near > NEAR else NEAR
        self.framing = at._replace(place=ahead(at.pivot, at.look, -distance), near=near)

    def fly(self, view: Framing, controls: Controls, seconds: float) -> None:
        """Move by the movement keys for `seconds` [s]. Keys held since before the pause count after their release."""
        moved = any(controls.axes())
        self._released |= not moved
        if not (moved and self._released):
            return
        at = self.framing or copy_of(view)
        place = fly(at.place, at.look, controls, seconds)
        shift = [new - old for new, old in zip(place, at.place)]
        x, y, z = (p + s for p, s in zip(at.pivot, shift))
        self.framing = at._replace(place=place, pivot=(x, y, z), near=NEAR)

    def _leave(self, view: Framing, centre: Vector) -> Framing:
        """Detach the camera from the player, with the body as its pivot, and behind it. Return its Framing."""
        if self.framing is not None:
            return self.framing
        at = copy_of(view)
        distance = dist(at.place, centre)
        is_near = distance < AWAY / 2.0
        framing = at._replace(pivot=centre, place=ahead(centre, at.look, -AWAY if is_near else -distance))
        self.glide(view, framing) if is_near else self.put(framing)
        return framing

    def return_to_player(self) -> None:
        """Start to glide back to the camera that follows the player, if the camera has left it."""
        self._released = False
        if self.framing is not None:
            self._from, self._passed, self.framing = self.framing, 0.0, None

    def framing_after(self, following: Framing, seconds: float) -> Framing:
        """Continue a glide by `seconds` [s], and return the Framing. `following` is that of the camera in the player's eyes."""
        to = self.framing or following
        if self._from is None:
            return to
        self._passed += seconds
        part = self._passed / GLIDE_TIME
        if part >= 1.0:
            self._from = None
            return to
        return between(self._from, to, part * part * (3.0 - 2.0 * part))


def copy_of(view: Framing) -> Framing:
    """Return a copy with a copy of the Look, because a following camera's Look is the player's own."""
    return view._replace(look=Look(view.look.heading, view.look.pitch, view.look.frame))


def ahead(place: Vector, look: Look, distance: float) -> Vector:
    x, y, z = (p + distance * f for p, f in zip(place, look.forward()))
    return x, y, z


def between(start: Framing, end: Framing, part: float) -> Framing:
    """Return a Framing between two, `part` 0..1 of the way. Its pivot, `is_flat` and the frame of its Look are those of `end`."""
    turn = (end.look.heading - start.look.heading + pi) % (2.0 * pi) - pi
    x, y, z = (a + (b - a) * part for a, b in zip(start.place, end.place))
    pitch = start.look.pitch + (end.look.pitch - start.look.pitch) * part
    field = start.field_of_view + (end.field_of_view - start.field_of_view) * part
    look = Look(start.look.heading + turn * part, pitch, end.look.frame)
    return Framing((x, y, z), look, end.pivot, field, end.near if part > 0.5 else NEAR, end.is_flat)
