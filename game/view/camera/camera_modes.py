"""The modes of the window's camera: first person, third person, flying through walls, free in a paused game, circling."""

from .camera import Look, SpringArm, fly
from .line_of_sight import LineOfSight
from .orbit_camera import orbit
from .pause_camera import FreeCamera


class Viewpoint:
    """The position and direction of the camera in the current mode.

    session: Session; settings: Settings. No renderer.

    look: Look of the player, which mouse and keys turn; free: FreeCamera
    flying: position of a camera that flies through everything [m], None: the body walks
    circling_since: time at which the camera began to circle the level [s], None: it does not circle
    """

    def __init__(self, session, settings):
        self._session, self._settings = session, settings
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
            self.flying, self.free = self.camera(0.0, 0.0)[0], FreeCamera()
            return "noclip: flying"
        eye, self.flying = self.flying, None
        if self._session.live:
            self._session.move_eye_to(eye, self.look.heading)
        return "walking"

    def turn(self, left, up):
        """Turn the camera by angles [rad]."""
        (self.free.look or self.look).turn(left, up)

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
        """(position [m], Look) of the camera at a time `now` [s], `seconds` after the last frame."""
        if self.circling_since is not None:
            return orbit(self._session.sim.mesh.bounds, now - self.circling_since)
        body = self._body_camera(seconds)
        return (self.flying, self.look) if self.flying is not None else self.free.view(body, seconds)

    def _body_camera(self, seconds):
        """(position [m], Look) of a camera in the eyes or behind the back."""
        session, look = self._session, self.look
        eye, look.frame = session.eye(), session.frame()
        if not self._settings.third_person:
            return eye, look
        return self._spring_arm.place(LineOfSight(session.sim.level, session.time()), eye, look, seconds)
