"""The modes of the window's camera: first person, third person, flying through walls, free in a paused game, circling."""

from math import dist, radians, tan

from .camera import Look, SpringArm, fly
from .framing import Framing, contact_view, side_view, subject_of
from .line_of_sight import LineOfSight
from .orbit_camera import orbit
from .pause_camera import FreeCamera


class Viewpoint:
    """The position and direction of the camera in the current mode.

    session: Session; settings: Settings; screen(): the Screen of the window. No renderer.

    look: Look of the player, which mouse and keys turn; free: FreeCamera
    screen(): the Screen of the window; flying: position of a camera that flies through everything [m], None: the body walks
    circling_since: when the camera began to circle the level [s], None: it does not
    """

    def __init__(self, session, settings, screen):
        self._session, self._settings, self.screen = session, settings, screen
        self.look, self.free, self._spring_arm = Look(), FreeCamera(), SpringArm()
        self.flying = self.circling_since = None
        self._heading = 0.0  # of the body in the frame before [rad]

    def look_as_player(self):
        """Look in the player's direction again; end the flight."""
        self.look.heading, self.look.pitch = self._session.state.heading, 0.0
        self.free, self._heading = FreeCamera(), self.look.heading

    def toggle_flying(self):
        """Begin to fly, or end the flight with the body at the camera's position. A paused game keeps the body in place.

        Returns the message for the player.
        """
        if self.flying is None:
            self.flying, self.free = self.camera(0.0, 0.0).place, FreeCamera()
            return "noclip: flying"
        eye, self.flying = self.flying, None
        if self._session.live:
            self._session.move_eye_to(eye, self.look.heading)
        return "walking"

    def turn(self, left, up, orbits=False):
        """Turn the camera by angles [rad]. orbits: about what it looks at, while time stands"""
        if (left or up) and orbits and not self._session.live and self.flying is None:
            self.free.orbit(self._body_camera(0.0), self._session.position(), left, up)
        elif self.free.framing is not None:
            self.free.turn(left, up)
        else:
            self.look.turn(left, up)

    def zoom(self, turns):
        """Come nearer to what the camera looks at, while time stands. turns: of the wheel"""
        if not self._session.live and self.flying is None:
            self.free.zoom(self._body_camera(0.0), self._session.position(), turns)

    def show_side(self, step=None):
        """Glide to the side view of the tick shown. step: TraceStep that is inspected, or None"""
        self._glide(self._side_of(subject_of(self._session.record, step)))

    def show_contact(self, step=None):
        """Glide to the contact of the tick shown, seen from the side."""
        subject = subject_of(self._session.record, step)
        self._glide(contact_view(subject, self._side_of(subject)))

    def toggle_perspective(self, step=None):
        """Show the side view without perspective, or a view with perspective again. Returns the message."""
        framing = self.free.framing
        if framing is not None and framing.is_flat:
            self.free.put(framing._replace(is_flat=False))
            return "with perspective"
        side = self._side_of(subject_of(self._session.record, step))
        self.free.put(side._replace(is_flat=True))
        return "side view without perspective"

    def _side_of(self, subject):
        session, here = self._session, self.free.place
        return side_view(subject, LineOfSight(session.sim.level, session.time()), self.screen(), here)

    def _glide(self, framing):
        self.free.glide(self.free.view(self._body_camera(0.0), 0.0), framing)

    def flat_height(self, framing):
        """Height of the window [m] for a Framing without perspective: as large as with it; None with perspective."""
        if not framing.is_flat:
            return None
        wide = 2.0 * dist(framing.place, framing.pivot) * tan(radians(framing.field_of_view) / 2.0)
        return wide / self.screen().aspect

    def fly(self, controls, seconds):
        """Move a camera outside the body by the held keys. A camera in the body turns with it, also in the history."""
        session = self._session
        heading = session.state.heading if session.live else session.heading()
        if self.flying is not None:
            self.flying = fly(self.flying, self.look, controls, seconds)
        elif not session.live:
            self.look.heading += heading - self._heading
            self.free.fly(self._body_camera(0.0), controls, seconds)
        self._heading = heading
        if self.flying is not None or not session.live:
            controls.take_taps()

    def camera(self, seconds, now):
        """The Framing of the camera at a time `now` [s], `seconds` after the last frame."""
        if self.circling_since is not None:
            return self._usual(*orbit(self._session.sim.mesh.bounds, now - self.circling_since))
        body = self._body_camera(seconds)
        return self._usual(self.flying, self.look) if self.flying is not None else self.free.view(body, seconds)

    def _usual(self, place, look):
        """The Framing of a camera with the player's field of view."""
        return Framing(tuple(place), look, self._session.position(), float(self._settings.field_of_view))

    def _body_camera(self, seconds):
        """The Framing of a camera in the eyes or behind the back."""
        session, look = self._session, self.look
        eye, look.frame = session.eye(), session.frame()
        if not self._settings.third_person:
            return self._usual(eye, look)
        return self._usual(*self._spring_arm.place(LineOfSight(session.sim.level, session.time()), eye, look, seconds))
