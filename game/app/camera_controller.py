"""The camera of the window: behind or in the player, circling a level behind the front page, or turned for a panorama."""

from math import atan2, dist, hypot, pi, radians, tan

import numpy as np

from ..core.right_forward_up_frame import up_of
from ..scene.framing import Framing, is_in_view, side_view, subject_at, subject_of
from ..scene.look_and_spring_arm import LevelRaycast, Look, SpringArm, fly, keep_near
from .pause_camera import FreeCamera, ahead, contact_view, is_contact_visible

TURN = radians(4.0)  # [rad/s]
DISTANCE, FRONT_HEIGHT = 0.50, 0.26  # as fractions of the diagonal of the level's ground plan
START = radians(215.0)


def orbit(bounds, seconds):
    """Return the position (3,) [m] and the Look of a camera that has circled a level for `seconds` [s].

    bounds: (low, high) corners (3,) of the level's bounding box [m]
    """
    low, high = np.asarray(bounds[0]), np.asarray(bounds[1])
    middle, size = (low + high) / 2, hypot(*(high - low)[:2])
    angle = START + TURN * seconds
    out = size * DISTANCE * np.array([-np.sin(angle), np.cos(angle)])
    eye = (middle[0] + out[0], middle[1] + out[1], low[2] + size * FRONT_HEIGHT)
    drop = eye[2] - (low[2] + (high[2] - low[2]) * 0.3)
    return eye, Look(atan2(out[0], -out[1]), -atan2(drop, size * DISTANCE))


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


# [m] largest distance of a wall before the eyes at which a pause leaves the eyes. Smaller: the picture of a pause is one wall;
# larger: the camera leaves where there is enough to see.
WALL_AHEAD = 1.0


class Viewpoint:
    """The window's camera: its mode, position and direction. This class uses no renderer.

    session: Session
    settings: Settings
    screen(): returns the Screen, the proportions of the window
    look: Look of the player, which mouse and keys turn
    free: FreeCamera of a paused game
    around: PanoramaTurn, which turns the camera once about the player at a place with a view
    flying: position (3,) [m] of the camera in noclip (flight through walls), None in other modes
    circling_since: time at which the camera began to circle the level [s], or None
    """

    def __init__(self, session, settings, screen):
        self._session, self._settings, self.screen = session, settings, screen
        self.look, self.free, self._spring_arm = Look(), FreeCamera(), SpringArm()
        self.flying = self.circling_since = None
        self.around = PanoramaTurn()
        self._heading = 0.0  # of the body in the frame before [rad]
        self._near = None, None  # Framing of the last near view of a contact, and that of the free camera before it
        self._inspected = None, None  # Framing and inspected Iteration of the frame before
        self._side = self._page = None  # Framing of the last side view, and that of the lesson's page if the body is in it

    @property
    def third_person(self):
        """True if the player is seen from behind."""
        return self._settings.third_person

    def look_as_player(self):
        """Turn the view to the player's heading with a pitch of 0, and let the camera follow the player again without a glide.

        Noclip ends: a camera far away would not show that the player is somewhere else.
        """
        self.flying = None
        self.look.heading, self.look.pitch = self._session.state.heading, 0.0
        self.free, self._heading = FreeCamera(), self.look.heading
        self.around.end()

    def toggle_flying(self):
        """Begin noclip, or end it and move the player's eyes to the camera. Return the message for the user.

        The end of noclip does not move the player of a paused game.
        """
        if self.flying is None:
            self.flying, self.free = self.framing_after(0.0, 0.0).place, FreeCamera()
            return "noclip: flying"
        eye, self.flying = self.flying, None
        if self._session.live:
            self._session.move_eye_to(eye, self.look.heading)
        return "walking"

    def turn(self, left, up, orbits=False):
        """Turn the camera to the left and upwards by angles [rad], and end a turn of PanoramaTurn. Angles of 0 change nothing.

        orbits: True if the camera of a paused game orbits about its pivot, instead of turning in place
        """
        if not (left or up):
            return  # the view that the user has not changed stays the same object, by which other methods know it
        self.around.end()
        if orbits and not self._session.live and self.flying is None:
            self.free.orbit(self._body_framing(0.0), self._session.position(), left, up)
        elif self.free.framing is not None:
            self.free.turn(left, up)
        else:
            self.look.turn(left, up)

    def zoom(self, turns):
        """Move the camera of a paused game towards its pivot by turns of the mouse wheel, or away if `turns` is negative.

        Do nothing in noclip, or if the game is not paused.
        """
        if not self._session.live and self.flying is None:
            self.free.zoom(self._body_framing(0.0), self._session.position(), turns)

    def show_side(self, iteration=None):
        """Glide to the side view of the displayed tick, which must exist. `iteration` is the inspected Iteration, or None."""
        self._glide(self._side_of(subject_of(self._session.record, iteration)))
        self._side = self.free.framing

    def show_page(self, framing):
        """Show the Framing of a lesson's page at once.

        The camera follows a body that is in this picture now and leaves it as the user moves through time.
        """
        self.free.put(framing)
        self._page = framing if self._sees(framing, self._shown()) else None

    def _shown(self, iteration=None):
        """Return the Subject of the displayed tick, or None before the first tick.

        iteration: Iteration for `subject_of`, which shows the body at the end of a step, or None for the body after the tick
        """
        record = self._session.record
        if record is None:
            return None
        return subject_of(record, iteration) if iteration is not None else subject_at(record.after, record.body)

    def _sees(self, framing, subject):
        """True if a Framing shows the whole Subject in the free area of the window. False for None instead of a Subject."""
        return subject is not None and is_in_view(subject.points(), framing, self.screen())

    def _follow_body(self, iteration):
        """Glide after a body that has left the picture of a side view or of a lesson's page. `iteration` is the inspected one.

        A side view is computed again. The view of a page keeps its direction and distance. A view that the user has changed, by
        an orbit for example, stays where it is.
        """
        at = self.free.framing
        if at is None or (at is not self._side and at is not self._page):
            return
        body = self._shown(iteration)
        if body is None or self._sees(at, body):
            return
        if at is self._side:
            self.show_side(iteration)
        else:
            place = ahead(body.centre, at.look, -dist(at.place, at.pivot))
            self._glide(at._replace(place=place, pivot=tuple(body.centre)))
            self._page = self.free.framing

    def _follow_iteration(self, iteration):
        """Glide to the contact of another inspected iteration if the camera does not show it, if there is one.

        A near view becomes the near view of that contact, and another view its side view. A view that the user has changed stays.
        """
        at, (before, last) = self.free.framing, self._inspected
        self._inspected = at, iteration
        is_users = not any(at is view for view in (self._side, self._page, self._near[0]))
        if at is None or is_users or at is not before or iteration is None or last is None or iteration is last:
            return
        session, subject = self._session, subject_of(self._session.record, iteration)
        sight = LevelRaycast(session.sim.level, session.time())
        if subject.contact is None or is_contact_visible(subject, at, sight, self.screen()):
            return
        if at is self._near[0]:
            self._glide(contact_view(subject, self._side_of(subject), sight))
            self._near = self.free.framing, self._near[1]
        else:
            self.show_side(iteration)
        self._inspected = self.free.framing, iteration

    def leave_wall(self):
        """Glide to the side view of the displayed tick, if a wall near the player's eyes fills the picture of a pause."""
        session = self._session
        if self._settings.third_person or self.flying is not None or self.free.framing is not None or session.record is None:
            return
        sight = LevelRaycast(session.sim.level, session.time())
        eye, ahead = np.array([session.eye()]), np.array([self.look.forward()])
        if np.isfinite(sight.raycast(eye, ahead, np.array([WALL_AHEAD]))[0]):
            self.show_side()

    def show_contact(self, iteration=None):
        """Glide to a near view of the displayed tick's contact, or back from an unchanged near view to the view before it.

        There must be a displayed tick.
        iteration: the inspected one, or None
        Returns False if there is no contact. Then the view does not change.
        """
        near, before = self._near
        if near is not None and self.free.framing is near:
            self._near = None, None
            self.return_to(before)
            return True
        session, subject, before = self._session, subject_of(self._session.record, iteration), self.free.framing
        if subject.contact is None:
            return False
        self._glide(contact_view(subject, self._side_of(subject), LevelRaycast(session.sim.level, session.time())))
        self._near = self.free.framing, before
        return True

    def return_to(self, before):
        """Glide to the Framing `before` if it shows the displayed body, else to the camera that follows the player.

        before: Framing, or None for the camera that follows the player
        """
        if before is not None and self._sees(before, self._shown()):
            self._glide(before)
        else:
            self.free.return_to_player()

    def toggle_perspective(self, iteration=None):
        """Show the side view without perspective, or a view with perspective again. Return the message for the user.

        There must be a displayed tick.
        iteration: the inspected one, or None
        """
        framing = self.free.framing
        if framing is not None and framing.is_flat:
            self.free.put(framing._replace(is_flat=False))
            return "with perspective"
        side = self._side_of(subject_of(self._session.record, iteration))
        self.free.put(side._replace(is_flat=True))
        return "without perspective"

    def _side_of(self, subject):
        """Return the Framing of the side view of a Subject, with walls in front of it cut away."""
        session, here = self._session, self.free.place
        return side_view(subject, LevelRaycast(session.sim.level, session.time()), self.screen(), here)

    def _glide(self, framing):
        """Move the camera smoothly to a Framing."""
        self.free.glide(self.free.framing_after(self._body_framing(0.0), 0.0), framing)

    def flat_height(self, framing):
        """Return the height [m] that the window shows in an orthographic Framing, or None for one with perspective.

        At the pivot, both kinds of picture have the same scale.
        """
        if not framing.is_flat:
            return None
        wide = 2.0 * dist(framing.place, framing.pivot) * tan(radians(framing.field_of_view) / 2.0)
        return wide / self.screen().aspect

    def fly(self, controls, seconds, iteration=None):
        """Update the camera for a frame: fly by the held keys in noclip and in a pause, and continue a turn of PanoramaTurn.

        In a pause, the view also turns with the body as the displayed time changes. A side view and the view of a lesson's page
        also follow a body that leaves the picture. These and a near view follow the contact to another iteration. Noclip ends at
        a distance from which the level is still seen.
        controls: Controls
        seconds: time since the last frame [s]
        iteration: the inspected one, or None
        """
        session = self._session
        heading = session.state.heading if session.live else session.heading()
        self.around.update(seconds, not session.live or any(controls.axes()))
        if self.flying is not None:
            self.flying = keep_near(fly(self.flying, self.look, controls, seconds), session.sim.mesh.bounds)
        elif not session.live:
            self.look.heading += heading - self._heading
            self.free.fly(self._body_framing(0.0), controls, seconds)
            self._follow_body(iteration)
            self._follow_iteration(iteration)
        self._heading = heading
        if self.flying is not None or not session.live:
            controls.clear_taps()

    def framing_after(self, seconds, now):
        """Advance glides and the third-person arm by `seconds`, and return the Framing of the camera in its present mode.

        seconds: time since the last call [s]
        now: the clock's time [s]
        """
        if self.circling_since is not None:
            return self._usual(*orbit(self._session.sim.mesh.bounds, now - self.circling_since))
        body = self._body_framing(seconds)
        return self._usual(self.flying, self.look) if self.flying is not None else self.free.framing_after(body, seconds)

    def _usual(self, place, look):
        """Return the Framing of a camera at the position `place` (3,) [m] with a Look and the field of view of the settings."""
        return Framing(tuple(place), look, self._session.position(), float(self._settings.field_of_view))

    def _body_framing(self, seconds):
        """Return the Framing of the camera that follows the player: in its eyes, or behind its back in third person.

        seconds: time since the last call [s], in which the third-person arm grows
        """
        session = self._session
        eye, self.look.frame = session.eye(), session.frame()
        look = self.around.turn_look(self.look)
        eye = self.around.raise_eye(eye, look.frame, LevelRaycast(session.sim.level, session.time()))
        if not self._settings.third_person:
            return self._usual(eye, look)
        return self._usual(*self._spring_arm.advance(LevelRaycast(session.sim.level, session.time()), eye, look, seconds))
