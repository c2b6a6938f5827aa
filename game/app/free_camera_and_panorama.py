"""The free camera of a pause and of noclip, a circle around the level, and a full turn about the player."""

from enum import Enum, auto
from math import atan2, dist, hypot, pi, radians

import numpy as np

from ..core.elementary_functions import smooth, wrapped_angle
from ..core.right_forward_up_frame import Frame, up_of
from ..core.vec3 import Vector, VectorLike, add, along, sub
from ..level.contents.level import LevelRaycast
from ..scene.framing import Framing
from ..scene.look_and_spring_arm import FAR, NEAR, Look
from .player_controls import Controls

GLIDE_TIME = 0.35  # [s] from view to view. Smaller: viewers lose their place; larger: the player walks before the camera is back
NEARER, FARTHER = 0.3, 40.0  # [m] limits of the distance to the pivot
ZOOM = 0.88  # factor of the distance for a turn of the wheel. Smaller: jumps; larger: many turns
AWAY = 3.2  # [m] from the body, for an orbit that begins in the player's eyes


class CameraView(Enum):
    """The kinds of views of a FreeCamera. A view that the user changes becomes OWN or ORBIT."""

    PLAYER = auto()  # no view: the camera follows the player
    OWN = auto()  # chosen by the user, with keys or mouse
    ORBIT = auto()  # the user's orbit or zoom, which is carried with the body
    SIDE = auto()  # the side view of a tick or an iteration
    NEAR = auto()  # the near view of a contact
    SECTION = auto()  # of an iteration
    PAGE = auto()  # a lesson's page as it was opened, with the body in it
    PAGE_MOVED = auto()  # the same, moved after the body
    PAGE_ELSEWHERE = auto()  # a lesson's page without the body in it


class FreeCamera:
    """A camera that can leave the player while the game is paused. In all methods, `following` is the player's Framing.

    framing: of the camera, or at the end of its glide. It is None while the camera follows the player.
    """

    def __init__(self) -> None:
        self.framing: Framing | None = None
        self.view = CameraView.PLAYER
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

    def put(self, framing: Framing, view: CameraView = CameraView.OWN) -> None:
        self.framing, self.view, self._from = framing, view, None

    def glide(self, start: Framing, framing: Framing, view: CameraView = CameraView.OWN) -> None:
        """Move the camera smoothly within GLIDE_TIME, from the Framing `start` that it has now to the Framing `framing`."""
        self.framing, self.view, self._from, self._passed = framing, view, start, 0.0

    def turn(self, left: float, up: float) -> None:
        """Turn the camera to the left and upwards by angles [rad], without moving it. It must have left the player before."""
        at = self.framing
        assert at is not None
        distance = dist(at.place, at.pivot)
        at.look.turn(left, up)
        self.framing, self.view = at._replace(pivot=along(at.place, at.look.forward(), distance)), CameraView.OWN

    def orbit(self, following: Framing, centre: Vector, left: float, up: float) -> None:
        """Orbit about the pivot, so that the view turns to the left and upwards by angles [rad]."""
        at = self._leave(following, centre)
        distance = dist(at.place, at.pivot)
        at.look.turn(left, up)
        self.framing, self.view = at._replace(place=along(at.pivot, at.look.forward(), -distance), near=NEAR), CameraView.ORBIT

    def zoom(self, following: Framing, centre: Vector, turns: float) -> None:
        """Move towards the pivot, to NEARER at least and FARTHER at most, by a number of turns of the mouse wheel."""
        at = self._leave(following, centre)
        distance = max(NEARER, min(dist(at.place, at.pivot) * ZOOM**turns, FARTHER))
        moved = distance - dist(at.place, at.pivot)
        near = max(NEAR, at.near + moved) if at.near > NEAR else NEAR
        self.framing, self.view = at._replace(place=along(at.pivot, at.look.forward(), -distance), near=near), CameraView.ORBIT

    def fly(self, following: Framing, controls: Controls, seconds: float) -> None:
        """Move by the movement keys for `seconds` [s]. Keys held since before the pause count after their release."""
        moved = any(controls.axes())
        self._released |= not moved
        if not (moved and self._released):
            return
        at = self.framing or copy_of(following)
        place = flown_place(at.place, at.look, controls, seconds)
        pivot = add(at.pivot, sub(place, at.place))
        self.framing, self.view = at._replace(place=place, pivot=pivot, near=NEAR), CameraView.OWN

    def _leave(self, following: Framing, centre: Vector) -> Framing:
        """Detach the camera from the player, with the body as its pivot, and behind it. Return its Framing."""
        if self.framing is not None:
            return self.framing
        at = copy_of(following)
        distance = dist(at.place, centre)
        is_near = distance < AWAY / 2.0
        framing = at._replace(pivot=centre, place=along(centre, at.look.forward(), -AWAY if is_near else -distance))
        self.glide(following, framing) if is_near else self.put(framing)
        return framing

    def return_to_player(self) -> None:
        self._released = False
        if self.framing is not None:
            self._from, self._passed, self.framing, self.view = self.framing, 0.0, None, CameraView.PLAYER

    def framing_after(self, following: Framing, seconds: float) -> Framing:
        """Continue a glide by `seconds` [s], and return the Framing."""
        to = self.framing or following
        if self._from is None:
            return to
        self._passed += seconds
        part = self._passed / GLIDE_TIME
        if part >= 1.0:
            self._from = None
            return to
        return framing_between(self._from, to, smooth(part))


def copy_of(following: Framing) -> Framing:
    """Return a copy with a copy of the Look, because a following camera's Look is the player's own."""
    look = following.look
    return following._replace(look=Look(look.heading, look.pitch, look.frame))


def framing_between(start: Framing, end: Framing, part: float) -> Framing:
    """Return a Framing between two, `part` 0..1 of the way. Its pivot, `is_flat` and the frame of its Look are those of `end`."""
    turn = wrapped_angle(end.look.heading - start.look.heading)
    place = along(start.place, sub(end.place, start.place), part)
    pitch = start.look.pitch + (end.look.pitch - start.look.pitch) * part
    field = start.field_of_view + (end.field_of_view - start.field_of_view) * part
    look = Look(start.look.heading + turn * part, pitch, end.look.frame)
    return Framing(place, look, end.pivot, field, end.near if part > 0.5 else NEAR, end.is_flat)


TURN = radians(4.0)  # [rad/s]
DISTANCE, FRONT_HEIGHT = 0.50, 0.26  # as fractions of the diagonal of the level's ground plan
START = radians(215.0)


def circling_camera(bounds: tuple[VectorLike, VectorLike], seconds: float) -> tuple[Vector, Look]:
    """Return the position [m] and the Look of a camera that has circled the bounds (low, high) [m] for `seconds` [s]."""
    low, high = np.asarray(bounds[0]), np.asarray(bounds[1])
    middle, size = (low + high) / 2, hypot(*(high - low)[:2])
    angle = START + TURN * seconds
    out = size * DISTANCE * np.array([-np.sin(angle), np.cos(angle)])
    eye = (middle[0] + out[0], middle[1] + out[1], low[2] + size * FRONT_HEIGHT)
    drop = eye[2] - (low[2] + (high[2] - low[2]) * 0.3)
    return eye, Look(atan2(out[0], -out[1]), -atan2(drop, size * DISTANCE))


ROUND = 9.0  # [s] of the turn. Shorter: things fly past; longer: players turn away before its end
HEIGHT, BELOW = 2.6, 0.3  # [m] of the camera over the eyes; below a ceiling. Lower: a parapet hides the view
# [rad], pitch of the raised camera: in a level, and on a planet, whose ground falls off all around. There, higher: it is not seen
DOWNWARDS, DOWN_TO_PLANET = -0.3, -0.95
PATIENCE = 4.0  # [s] in which the player may stop walking. Shorter: it is missed; longer: it begins somewhere else


class PanoramaTurn:
    """A full turn of the camera about the player. It starts once no movement key is held, and ends at the next input."""

    def __init__(self) -> None:
        self._waits: float | None = None  # [s] left to begin
        self._passed: float | None = None  # [s] since the beginning

    def begin(self) -> None:
        """Prepare a turn, which starts as soon as no movement key is held. It is cancelled if that takes longer than PATIENCE."""
        self._waits, self._passed = PATIENCE, None

    def end(self) -> None:
        self._waits = self._passed = None

    def update(self, seconds: float, moves: bool) -> None:
        """Start, continue or end the turn. `moves` is True while a movement key is held or the game is paused."""
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
    def rise(self) -> float:
        """The height of the camera above the eyes as a fraction of HEIGHT: 0 at both ends of the turn, 1 in its middle half."""
        part = min((self._passed or 0.0) / ROUND, 1.0)
        part = min(4.0 * min(part, 1.0 - part), 1.0)
        return smooth(part)

    @property
    def angle(self) -> float:
        """The angle [rad], to the left, from the player's heading to the camera's. It changes slowly at both ends of the turn."""
        part = min((self._passed or 0.0) / ROUND, 1.0)
        return 2.0 * pi * part * part * (3.0 - 2.0 * part)

    def turn_look(self, look: Look, downwards: float = DOWNWARDS) -> Look:
        if not self.angle:
            return look
        return Look(look.heading + self.angle, look.pitch + self.rise * (downwards - look.pitch), look.frame)

    def raise_eye(self, eye: Vector, frame: Frame | None, sight: LevelRaycast) -> Vector:
        """Return the position [m] of the camera: raised above the player's eye [m] in a turn, but below any ceiling."""
        if not self.rise:
            return eye
        up = up_of(frame)
        free = float(sight.raycast(np.array([eye]), np.array([up]), np.array([HEIGHT + BELOW]))[0]) - BELOW
        return along(eye, up, self.rise * max(0.0, min(HEIGHT, free)))


FLY_SPEED, FLY_FAST = 6.0, 18.0  # [m/s]
# How far noclip leads out of the level, in diagonals of its bounding box. Less: the level does not fit into the picture from
# there; more: it is a speck, which the player does not find again.
OUTSIDE = 1.0


def flown_place(position: Vector, look: Look, controls: Controls, seconds: float) -> Vector:
    """Return the next position [m] of a camera that flies without collision for so many seconds."""
    forward, right, up = controls.axes()
    speed = (FLY_FAST if controls.down("run") else FLY_SPEED) * seconds
    moves = zip(position, look.forward(), look.across(), up_of(look.frame))
    x, y, z = (p + speed * (forward * f + right * r + up * u) for p, f, r, u in moves)
    return x, y, z


def keep_near(place: Vector, bounds: tuple[Vector, Vector]) -> Vector:
    """Return the point nearest to `place` [m] that is at most OUTSIDE diagonals out of the level's bounds (low, high) [m]."""
    most = min(OUTSIDE * dist(*bounds), FAR / 2.0)  # from farther away, the camera would not draw the level
    x, y, z = (max(low - most, min(p, high + most)) for p, low, high in zip(place, *bounds))
    return x, y, z
