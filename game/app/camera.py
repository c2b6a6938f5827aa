"""The camera of the window, in play and in a pause: from which view to which it goes, and what it follows."""

from collections.abc import Callable
from math import cos, dist, exp, hypot, pi, radians, tan
from typing import NamedTuple

import numpy as np

from ..collision import Iteration, Pass
from ..core.right_forward_up_frame import WORLD, Frame, own_to_world, to_frame, up_of
from ..core.vec3 import Vector, add, along, sub
from ..explain.plain_sentences import plain_subject
from ..explain.section import plane_of
from ..explain.spaces import CHOICES, space_between
from ..explain.tick_overlay import PLANE_RADIUS
from ..level.contents.level import LevelRaycast
from ..panels.bindings import name_of
from ..scene.framing import (
    Framing,
    Screen,
    Subject,
    is_in_view,
    least_distance,
    look_along,
    section_view,
    side_view,
    subject_at,
    subject_of,
    wall_view,
)
from ..scene.look_and_spring_arm import NEAR, Look, SpringArm
from ..simulation import TickRecord
from .contact_camera import contact_view, is_contact_visible
from .free_camera_and_panorama import (
    AWAY,
    DOWN_TO_PLANET,
    DOWNWARDS,
    CameraView,
    FreeCamera,
    PanoramaTurn,
    circling_camera,
    flown_place,
    keep_near,
)
from .player_controls import Controls
from .session.play_session import Session
from .session.settings import FIELD_OF_VIEW, Settings

# [m] largest distance of a wall before the eyes at which a pause leaves the eyes. Smaller: the picture of a pause is one wall;
# larger: the camera leaves where there is enough to see.
WALL_AHEAD = 1.0
# Part of a body's radius at which points must be visible. Smaller: a head over a wall counts as hidden; larger: they touch walls
VISIBLE_PART = 0.7
PLAIN_DISTANCE = 1.8  # [m] from the camera to a contact whose disc alone is drawn. Smaller: the disc fills the picture
# [rad] turn to the left and pitch of the first look on a planet. No turn: what it leads to hides it; a pitch nearer 0: the ground
# falls off out of the picture; steeper: no sky
ASIDE, ON_PLANET = 0.5 * pi, -0.5
BENT = 0.1  # length between the unit vectors up of two places a metre apart, above which the ground is a planet's
DIPS, RISES = 0.15, 0.3  # [s] of the view after a landing, down and up again, as in Quake III
# [m/s] of the landing after a jump of 1 m without a faster fall; twice that dips twice as deep, and no landing deeper.
USUAL_LANDING, DEEPEST_LANDING = 4.43, 2.0
WIDEST = float(FIELD_OF_VIEW[1])  # [degrees]
FOLLOWING = CameraView.SIDE, CameraView.PAGE, CameraView.PAGE_MOVED  # views that go after a body that leaves them
WIDENS = 0.15  # [s] in which the view becomes wider or narrower. Smaller: it jerks; larger: a short run is not noticed


def dip_after_landing(seconds: float, speed: float) -> float:
    """Return how deep the eyes are `seconds` after a landing [of the dip after a jump of 1 m]. speed: of the landing [m/s]"""
    down = seconds / DIPS if seconds < DIPS else 1.0 - (seconds - DIPS) / RISES
    return 0.5 * (1.0 - cos(pi * min(max(down, 0.0), 1.0))) * min(speed / USUAL_LANDING, DEEPEST_LANDING)


def run_share(session: Session) -> float:
    """Return how far the player's speed is from walking, 0, to a full run, 1."""
    params = session.params
    return min(max((hypot(*session.state.walk) - params.speed) / max(params.run_speed - params.speed, 1e-9), 0.0), 1.0)


class SectionView(NamedTuple):
    """Content and place of a view of a section. parts: of the drawn spaces, as in `Moment`; is_near: as in `section_view`"""

    iteration: Iteration | None = None
    is_minkowski: bool = False
    parts: tuple[float, ...] = ()
    screen: Screen = Screen()
    is_near: bool = False


class Viewpoint:
    """The window's camera: its mode, position and direction. `look` is the player's, `free` that of a paused game.

    parts(): of the spaces that are drawn, as in `Moment`
    is_plain(): True while a newcomer is shown disc and arrow of a contact alone
    """

    def __init__(
        self, session: Session, settings: Settings, screen: Callable[[], Screen],
        parts: Callable[[], tuple[float, ...]] = lambda: CHOICES["world"], is_plain: Callable[[], bool] = lambda: False
    ):
        self._session, self._settings, self.screen, self.parts, self.is_plain = session, settings, screen, parts, is_plain
        self.look, self.free, self._spring_arm = Look(), FreeCamera(), SpringArm(adapts=True)
        self.flying: Vector | None = None  # position [m] of the camera in noclip (flight through walls), None in other modes
        self.circling_since: float | None = None  # time at which the camera began to circle the level [s], or None
        self.around = PanoramaTurn()  # turns the camera once about the player at a place with a view
        self._heading = 0.0  # of the body in the frame before [rad]
        self._before_near: tuple[Framing | None, CameraView] = None, CameraView.PLAYER  # of the free camera
        self._inspected: tuple[Framing | None, Iteration | None] = None, None  # of the frame before
        self._section = SectionView()  # the last one
        self.landings: list[tuple[float, float]] = []  # the last ones: (time of the run [s], speed [m/s])
        self._run = 0.0  # how far the view is widened, 0..1
        self.keeps_eyes = False  # True in a pause in which the user has chosen the picture through the eyes
        self._displayed: TickRecord | None = None  # of a pause, in the frame before
        self._body: tuple[Vector, Frame | None] | None = None  # its centre [m] and axes in the last frame of a pause

    @property
    def third_person(self) -> bool:
        return self._settings.third_person

    def look_as_player(self) -> None:
        """Turn the view to the player's heading with a pitch of 0, and follow the player again without a glide. Noclip ends."""
        self.flying = None
        self.look.heading, self.look.pitch = self._session.state.heading, 0.0
        self.free, self._heading, self.landings = FreeCamera(), self.look.heading, []
        self.around.end()

    def begin_level(self) -> None:
        """Look as the player, or on a planet over its ground, and turn once round where the level's start has a view."""
        self.look_as_player()
        if not self._session.sim.level.spawn.view:
            return
        self.look.frame = self._session.frame()
        if self._is_on_planet():
            self.look.turn(ASIDE, ON_PLANET)
        self.around.begin()

    def toggle_flying(self) -> str:
        """Begin noclip, or end it and, unless the game is paused, move the player's eyes to the camera. Return the message."""
        if self.flying is None:
            view = self.framing_after(0.0, 0.0)
            look = look_along(view.look.forward(), self.look.frame)
            self.look.heading, self.look.pitch = look.heading, look.pitch
            self.flying, self.free = view.place, FreeCamera()
            return name_of("noclip")
        eye, self.flying = self.flying, None
        if self._session.live:
            self._session.move_eye_to(eye, self.look.heading)
        return name_of("noclip", off=("noclip",))

    def turn(self, left: float, up: float, orbits: bool = False) -> None:
        """Turn to the left and upwards by angles [rad], unless both are 0. `orbits`: about the pivot in a paused game"""
        if not (left or up):
            return  # the user has not changed the view
        self.around.end()
        if orbits and not self._session.live and self.flying is None:
            self._carry_orbit()
            self.free.orbit(self._body_framing(0.0), self._session.position(), left, up)
        elif self.free.framing is not None:
            self.free.turn(left, up)
        else:
            self.look.turn(left, up)

    def zoom(self, turns: float) -> None:
        """Move the camera of a paused game towards its pivot by turns of the mouse wheel. Not in noclip."""
        if not self._session.live and self.flying is None:
            self._carry_orbit()
            self.free.zoom(self._body_framing(0.0), self._session.position(), turns)

    def show_side(self, iteration: Iteration | None = None) -> None:
        """Glide to the side view of the displayed tick, which must exist, or of its inspected iteration."""
        self._glide(self._side_of(self._subject(iteration)), CameraView.SIDE)

    def show_section(self, iteration: Iteration) -> None:
        self._glide_to(SectionView(iteration, False, self.parts(), self.screen()), is_flat=False)

    def _glide_to(self, section: SectionView, is_flat: bool) -> None:
        self._glide(self._framing_of(section)._replace(is_flat=is_flat), CameraView.SECTION)
        self._section = section

    def _framing_of(self, section: SectionView) -> Framing:
        record, iteration = self._session.record, section.iteration
        assert record is not None and iteration is not None
        subject, plane, after = subject_of(record, iteration), plane_of(record, iteration, section.is_minkowski), record.after
        spaces = [space_between(record.body, after.frame, after.position, part) for part in section.parts]
        screen = section.screen._replace(is_split=len(spaces) > 1)
        return section_view(subject, plane, screen, self.free.place, section.is_minkowski, spaces, section.is_near)

    def _follow_section(self, iteration: Iteration | None, is_minkowski: bool) -> None:
        """Show the section of another iteration, tick or space, or in another area, unless the user has changed the view.

        A flat view stays flat.
        """
        section = self._section
        wanted = section._replace(iteration=iteration, is_minkowski=is_minkowski, parts=self.parts(), screen=self.screen())
        at = self.free.framing
        if at is None or self.free.view is not CameraView.SECTION or iteration is None:
            return
        if iteration is not section.iteration or wanted[1:] != section[1:]:
            self._glide_to(wanted, at.is_flat)

    def _subject(self, iteration: Iteration | None) -> Subject:
        record = self._session.record
        assert record is not None
        return subject_of(record, plain_subject(record) if iteration is None and self.is_plain() else iteration)

    def show_page(self, framing: Framing) -> None:
        """Show the Framing of a lesson's page at once. The camera follows a body that is in this picture now and leaves it."""
        self.free.put(framing, CameraView.PAGE if self._sees(framing, self._shown()) else CameraView.PAGE_ELSEWHERE)

    def _shown(self, iteration: Iteration | None = None) -> Subject | None:
        record = self._session.record
        if record is None:
            return None
        return subject_of(record, iteration) if iteration is not None else subject_at(record.after, record.body)

    def _sight(self) -> LevelRaycast:
        """Return the rays of sight through the level at the displayed time."""
        return LevelRaycast(self._session.sim.level, self._session.time())

    def _sees(self, framing: Framing, subject: Subject | None) -> bool:
        return subject is not None and is_in_view(subject.points(), framing, self.screen())

    def _carry_orbit(self) -> None:
        """Move an orbit with the body as the displayed time changes, so that angles and distance to its pivot stay the same.

        If body or contact would leave the free area, the body becomes the pivot, and the camera moves back as far as needed.
        """
        session, at, before = self._session, self.free.framing, self._body
        centre, axes = self._body = session.position(), session.frame()
        if at is None or self.free.view is not CameraView.ORBIT or before is None or self._body == before:
            return
        from_body = to_frame(before[1] or WORLD, sub(at.pivot, before[0]))
        look = Look(at.look.heading, at.look.pitch, axes)
        pivot, distance = add(centre, own_to_world(axes, from_body)), dist(at.place, at.pivot)
        moved = at._replace(place=along(pivot, look.forward(), -distance), look=look, pivot=pivot)
        record = session.record
        if record is not None:
            subject = subject_of(record)
            points = subject.points() if distance > AWAY / 2.0 else np.array([centre, subject.contact or centre])
            if not is_in_view(points, moved, self.screen()):
                distance = max(distance, least_distance(points, centre, look, self.screen().slopes(at.field_of_view)))
                moved = moved._replace(place=along(centre, look.forward(), -distance), pivot=centre)
        self.free.framing = moved

    def hides_body(self) -> bool:
        """True if a camera that has left the player in a pause shows no part of the body: it is out of view, or behind a wall."""
        at, body, is_page = self.free.framing, self._shown(), self.free.view in (CameraView.PAGE, CameraView.PAGE_ELSEWHERE)
        if at is None or is_page or body is None or self.flying is not None or self._session.live:
            return False
        right, _, up = body.frame or WORLD
        sides = VISIBLE_PART * np.array([right, up]) * ((body.radii[0],), (body.radii[2],))
        points = np.array(body.centre) + np.vstack([sides, -sides, (0.0, 0.0, 0.0)])
        away = np.array(at.place) - points
        lengths = np.maximum(np.linalg.norm(away, axis=1), 1e-9)
        directions = away / lengths[:, None]
        free = self._sight().raycast(points, directions, lengths)
        depths = (lengths - free) * -(directions @ np.array(at.look.forward()))  # of walls; the near plane cuts away nearer ones
        return not any(depth <= at.near and is_in_view(point[None], at, self.screen()) for point, depth in zip(points, depths))

    def _follow_body(self, iteration: Iteration | None) -> None:
        """Glide after a body that has left a side view or the view of a lesson's page, unless the user has changed the view."""
        at, body = self.free.framing, self._shown(iteration)
        if at is None or body is None or self.free.view not in FOLLOWING or self._sees(at, body):
            return
        if self.free.view is CameraView.SIDE:
            self.show_side(iteration)
        else:
            place = along(body.centre, at.look.forward(), -dist(at.place, at.pivot))
            self._glide(at._replace(place=place, pivot=body.centre), CameraView.PAGE_MOVED)

    def _follow_iteration(self, iteration: Iteration | None) -> None:
        """Glide to the contact of another inspected iteration, in the same kind of view, unless the user has changed the view."""
        at, (before, last) = self.free.framing, self._inspected
        self._inspected = at, iteration
        is_users = self.free.view not in (*FOLLOWING, CameraView.NEAR)
        if at is None or is_users or at is not before or iteration is None or last is None or iteration is last:
            return
        subject = self._subject(iteration)
        if subject.contact is None or is_contact_visible(subject, at, self._sight(), self.screen()):
            return
        if self.free.view is CameraView.NEAR:
            self._glide(self._near_of(subject), CameraView.NEAR)
        else:
            self.show_side(iteration)
        self._inspected = self.free.framing, iteration

    def _leave_eyes(self) -> None:
        """Glide to the side view of a tick that a pause begins to display, if the picture through the eyes does not show it.

        It does not if a wall near the eyes fills it, or if the contact that the sentence names is out of it.
        """
        session = self._session
        record, is_new = session.record, session.record is not self._displayed
        self._displayed = record if session.paused else None
        if record is None or not is_new or not session.paused or self.keeps_eyes or self.flying is not None:
            return
        if self._settings.third_person or self.free.framing is not None:
            return
        sight, named = self._sight(), plain_subject(record)
        eye, ahead = np.array([session.eye()]), np.array([self.look.forward()])
        is_before_wall = np.isfinite(sight.raycast(eye, ahead, np.array([WALL_AHEAD]))[0])
        if named is not None and named.pass_ == Pass.MOVE:
            is_seen = is_in_view(np.array([named.point]), self._body_framing(0.0), self.screen())
        else:
            is_seen = True  # the sentence names no contact
        if is_before_wall or not is_seen:
            self.show_side()

    def show_contact(self, iteration: Iteration | None = None) -> bool:
        """Glide to a near view of the contact of the iteration or the displayed tick, or back. Return False without a contact.

        A section stays one, and only comes nearer.
        """
        at, view = before = self.free.framing, self.free.view
        if view is CameraView.NEAR:
            self.return_to(*self._before_near)
            return True
        subject = self._subject(iteration)
        if at is not None and view is CameraView.SECTION and (subject.contact or self._section.is_near):
            self._glide_to(self._section._replace(is_near=not self._section.is_near), at.is_flat)
            return True
        if subject.contact is None:
            return False
        self._glide(self._near_of(subject), CameraView.NEAR)
        self._before_near = before
        return True

    def _near_of(self, subject: Subject) -> Framing:
        """Return the near view of a Subject's contact. A newcomer's has the angle of the view from farther off."""
        side = self._side_of(subject)
        if subject.contact is None or not self.is_plain():
            return contact_view(subject, side, self._sight())
        place = along(subject.contact, side.look.forward(), -PLAIN_DISTANCE)
        cut = side.near + PLAIN_DISTANCE - dist(side.place, side.pivot)
        return side._replace(place=place, pivot=subject.contact, near=max(NEAR, cut))

    def return_to(self, before: Framing | None, view: CameraView) -> None:
        """Glide to a Framing if it shows the displayed body, else to the camera that follows the player."""
        if before is not None and self._sees(before, self._shown()):
            self._glide(before, view)
        else:
            self.free.return_to_player()

    def toggle_perspective(self, iteration: Iteration | None = None) -> str:
        """Show an orbit, or else the side view or section of the displayed tick, without perspective, or return to perspective.

        A newcomer's picture is not cut open, and has no section. Return the message.
        """
        at, view, shown = self.free.framing, self.free.view, None if self.is_plain() else iteration
        is_near, was_flat = view is CameraView.SECTION and self._section.is_near, at is not None and at.is_flat
        section = SectionView(shown, False, self.parts(), self.screen(), is_near)
        stays = view is CameraView.ORBIT or was_flat or (shown is None and view is CameraView.SIDE)
        if at is None or not stays:
            at = self._side_of(self._subject(iteration)) if shown is None else self._framing_of(section)
        if view is not CameraView.ORBIT and shown is None:
            view = CameraView.SIDE
        elif view is not CameraView.ORBIT:
            view, self._section = CameraView.SECTION, section
        self.free.put(at._replace(is_flat=not was_flat), view)
        return "with perspective" if was_flat else "without perspective"

    def _side_of(self, subject: Subject) -> Framing:
        if subject.contact is not None and self.is_plain():
            return wall_view(subject, PLANE_RADIUS, self._sight(), self.screen())
        return side_view(subject, self._sight(), self.screen(), self.free.place)

    def _glide(self, framing: Framing, view: CameraView) -> None:
        self.free.glide(self.free.framing_after(self._body_framing(0.0), 0.0), framing, view)

    def flat_height(self, framing: Framing) -> float | None:
        """Return the height [m] of an orthographic picture, with the same scale at the pivot as with perspective, else None."""
        if not framing.is_flat:
            return None
        wide = 2.0 * dist(framing.place, framing.pivot) * tan(radians(framing.field_of_view) / 2.0)
        return wide / self.screen().aspect

    def update(self, controls: Controls, seconds: float, iteration: Iteration | None = None, is_minkowski: bool = False) -> None:
        """Move the camera in a frame: fly by the held keys, turn, or in a pause follow body and contact. Noclip ends far off."""
        session = self._session
        heading = session.state.heading if session.live else session.heading()
        self.around.update(seconds, not session.live or any(controls.axes()))
        if self.flying is not None:
            self.flying = keep_near(flown_place(self.flying, self.look, controls, seconds), session.sim.mesh.bounds)
        elif not session.live:
            self.look.heading += heading - self._heading
            self._carry_orbit()
            self.free.fly(self._body_framing(0.0), controls, seconds)
            self._follow_body(iteration)
            self._follow_iteration(iteration)
            self._follow_section(iteration, is_minkowski)
            self._leave_eyes()
        if session.live:
            self._body = self._displayed = None
            self.keeps_eyes = False
        self._heading = heading
        if self.flying is not None or not session.live:
            controls.clear_taps()

    def framing_after(self, seconds: float, now: float) -> Framing:
        """Advance glides and the arm by `seconds` [s], and return the Framing of the camera. `now`: the clock's time [s]"""
        if self.circling_since is not None:
            return self._usual(*circling_camera(self._session.sim.mesh.bounds, now - self.circling_since))
        body = self._body_framing(seconds)
        return self._usual(self.flying, self.look) if self.flying is not None else self.free.framing_after(body, seconds)

    def _usual(self, place: Vector, look: Look) -> Framing:
        return Framing(place, look, self._session.position(), float(self._settings.field_of_view))

    def _add_motion(self, eye: Vector, seconds: float) -> Vector:
        """Return the eyes' place [m] with the dip after a landing, and advance the wider view of a run, but not if exact."""
        session, now = self._session, self._session.time()
        is_felt = session.params.feel != "exact"
        self._run += ((run_share(session) if is_felt else 0.0) - self._run) * (1.0 - exp(-seconds / WIDENS))
        # the newest, unless the player went back in time; a tick ends after the time that is displayed
        self.landings = [landing for landing in self.landings[-1:] if not session.live or landing[0] < now + 0.1]
        dip = sum(dip_after_landing(now - then, speed) for then, speed in self.landings) if is_felt else 0.0
        return along(eye, up_of(session.frame()), -0.01 * self._settings.landing_dip * dip)

    def _is_on_planet(self) -> bool:
        """True if up is another direction a metre further on."""
        sim, here = self._session.sim, self._session.position()
        return dist(sim.up_at(here), sim.up_at(along(here, self.look.across(), 1.0))) > BENT

    def _body_framing(self, seconds: float) -> Framing:
        """Return the Framing of the camera in the player's eyes, or behind its back with an arm that grows for `seconds` [s]."""
        session = self._session
        eye, self.look.frame = self._add_motion(session.eye(), seconds), session.frame()
        look = self.around.turn_look(self.look, DOWN_TO_PLANET if self.around.angle and self._is_on_planet() else DOWNWARDS)
        eye = self.around.raise_eye(eye, look.frame, self._sight())
        place = eye
        if self._settings.third_person:
            place, look = self._spring_arm.advance(self._sight(), eye, look, seconds)
        wide = min(self._settings.field_of_view + self._run * self._settings.wider_run, WIDEST)
        return self._usual(place, look)._replace(field_of_view=wide)
