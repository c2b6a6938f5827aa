"""The frame of a picture: a rectangle of the window, and the camera that shows given points in the middle of it."""

from math import dist, radians, tan
from typing import Any, NamedTuple

import numpy as np

from ..core.right_forward_up_frame import to_frame
from ..explain.spaces import WORLD, body_axes
from .look_and_spring_arm import NEAR, LevelRaycast, Look, look_at


class Area(NamedTuple):
    """A rectangle of the window. Its sides are in fractions of the window, measured from the top left corner."""

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0

    @property
    def middle(self):
        """The middle (x, y), in fractions of the window."""
        return (self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0

    @property
    def width(self):
        """The width, in fractions of the window's width."""
        return self.right - self.left

    @property
    def height(self):
        """The height, in fractions of the window's height."""
        return self.bottom - self.top


WHOLE = Area()


SIDE_FIELD = 40.0  # [degrees] horizontal, of a side view. Smaller: the camera is far behind walls; larger: near things bulge
MARGIN = 0.82  # fraction of the free area that a subject may fill. Larger: bodies touch the panels; smaller: contacts are tiny
CUT = 0.02  # [m] between a wall that is cut away and the near plane behind it
SAMPLES = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if x or y or z], float)
SAMPLES /= np.linalg.norm(SAMPLES, axis=1)[:, None]


class Subject(NamedTuple):
    """The subject of a picture: a body and its contact.

    centre: of the body (3,) [m]
    radii: of its Ellipsoid (3,) [m]
    heading: of the body [rad]
    frame: (3, 3) right, forward and up of the player in the world, or None if its up is +z
    contact, normal: point (3,) [m] and unit normal (3,) of the contact, towards the body, or None
    displacement: displacement (3,) [m] of the sweep that led to the contact
    """

    centre: tuple
    radii: tuple
    heading: float
    frame: Any = None
    contact: tuple | None = None
    normal: tuple | None = None
    displacement: tuple = (0.0, 0.0, 0.0)

    def points(self, space=WORLD):
        """Return points (n, 3) of the body's surface, and the contact point if there is one, in the Space `space`.

        In the world they are in metres.
        """
        surface = SAMPLES * self.radii @ body_axes(self.heading, self.frame) + np.array(self.centre)
        return space.points(surface if self.contact is None else np.vstack([surface, self.contact]))


class Framing(NamedTuple):
    """The position, direction and field of view of a camera.

    place: position (3,) [m]
    look: Look (heading, pitch and frame)
    pivot: point (3,) [m] ahead of the camera, about which it orbits
    field_of_view: horizontal [degrees]
    near: distance of the near plane [m]
    is_flat: True for a picture without perspective
    """

    place: tuple
    look: Look
    pivot: tuple
    field_of_view: float
    near: float = NEAR
    is_flat: bool = False


class Screen(NamedTuple):
    """The proportions of the window, from which a Framing is computed.

    aspect: width divided by height
    area: Area that no panel covers
    is_split: True for two pictures side by side
    """

    aspect: float = 16.0 / 9.0
    area: Area = WHOLE
    is_split: bool = False

    def slopes(self, field_of_view):
        """Return (across, up): half the width and height [m] that a picture shows in the free area, 1 m ahead of the camera.

        field_of_view: horizontal, of a picture as wide as the window [degrees]
        """
        wide = tan(radians(field_of_view) / 2.0)
        if not self.is_split:
            return self.area.width * wide, self.area.height * wide / self.aspect
        half = self.area.width / 2.0
        wide *= half**0.5  # as SplitScreen.aim does
        return wide, self.area.height * wide / (self.aspect * half)


def subject_of(record, iteration=None):
    """Return the Subject of a TickRecord.

    iteration: Iteration to show, or None for the first one with a contact, in the move pass if possible. The body is shown at
    its end, or after the tick if it has no contact or there is none.
    """
    after, body = record.after, record.body
    hits = [found for found in record.trace.iterations if found.hit] if record.trace else []
    # The first contact of the move pass, if there is one: the gravity pass touches the ground in every tick.
    iteration = iteration or min(hits, key=lambda found: found.pass_, default=None)
    if iteration is None:
        return Subject(after.position, body.radii, body.heading, after.frame)
    ended = iteration.end if iteration.hit else after.position
    found = (iteration.point, iteration.normal) if iteration.hit else (None, None)
    return Subject(ended, body.radii, body.heading, record.trace.frame, *found, iteration.displacement)


def subject_at(state, body):
    """Return the Subject of a PlayerState, without a contact. `body` is the player's Ellipsoid in that state."""
    return Subject(state.position, body.radii, state.heading, state.frame)


def least_distance(points, target, look, slopes):
    """Return the least distance [m] from a target (3,) [m] at which a camera shows all points (n, 3) [m] with a margin.

    The points then fill at most the fraction MARGIN of the width and of the height of the free area.
    look: Look of the camera, which looks at the target
    slopes: (across, up), a result of `Screen.slopes`
    """
    offsets = np.asarray(points) - target
    along, right, up = offsets @ np.array(look.forward()), offsets @ np.array(look.across()), offsets @ np.array(look.upwards())
    return float(max((np.abs(right) / (MARGIN * slopes[0]) - along).max(), (np.abs(up) / (MARGIN * slopes[1]) - along).max()))


def is_in_view(points, framing, screen):
    """True if the camera of a Framing, drawn with perspective, has all points (n, 3) [m] in the free area of a Screen."""
    offsets = np.asarray(points) - framing.place
    along, right, up = (offsets @ np.array(axis()) for axis in (framing.look.forward, framing.look.across, framing.look.upwards))
    across, upwards = screen.slopes(framing.field_of_view)
    return bool((np.abs(right) <= across * along).all() and (np.abs(up) <= upwards * along).all())


def frame_points(eye, target, points, field_of_view, screen):
    """Return the Framing of a camera that looks from `eye` to `target`, both (3,) [m], with all points in the free area.

    The camera is farther from the target than `eye` if this is necessary.
    points: (n, 3) [m]
    field_of_view: horizontal [degrees]
    screen: Screen
    """
    look, given = look_at(eye, target), float(np.linalg.norm(np.subtract(target, eye)))
    distance = max(given, least_distance(points, target, look, screen.slopes(field_of_view)))
    place = tuple(t - distance * f for t, f in zip(target, look.forward()))
    return Framing(place, look, tuple(target), field_of_view)


def side_view(subject, sight, screen, nearest=None):
    """Return the side view of a Subject: a Framing perpendicular to its displacement and normal.

    The sweep is then seen at full length. Walls in front of the subject are cut away.
    sight: LevelRaycast
    screen: Screen
    nearest: position (3,) [m] of the camera now, or None for no preference. Of two sides equally free of walls, the side nearer
    to it is taken.
    """
    points = subject.points()
    target = (points.min(axis=0) + points.max(axis=0)) / 2.0
    side = sideways(subject)
    views = [side_at(points, target, direction, subject.frame, sight, screen) for direction in (side, -side)]
    here = target if nearest is None else np.array(nearest)
    return min(views, key=lambda view: (round(view.near, 1), float(np.linalg.norm(np.subtract(view.place, here)))))


def sideways(subject):
    """Return a unit vector (3,) perpendicular to a Subject's displacement and normal.

    It is perpendicular to displacement and up without a normal, or if displacement and normal are nearly parallel. It is the
    direction to the body's right if displacement and up are nearly parallel, too, or if the displacement is zero.
    """
    right, ahead, up = body_axes(subject.heading, subject.frame)
    pairs = [(subject.displacement, subject.normal or up), (subject.displacement, up), (ahead, up)]
    for one, other in pairs:
        side = np.cross(one, other)
        if np.linalg.norm(side) > 0.1 * np.linalg.norm(one) > 0.0:
            return side / np.linalg.norm(side)
    return right


def side_at(points, target, direction, frame, sight, screen):
    """Return the Framing of points (n, 3) [m] seen from one side. Walls in front of them are cut away by the near plane.

    target: centre of the points' bounding box (3,) [m]
    direction: unit vector (3,) from the points to the camera
    frame: (3, 3) frame of the player, or None if its up is +z
    sight: LevelRaycast
    screen: Screen
    """
    look = look_along(-direction, frame)
    distance = least_distance(points, target, look, screen.slopes(SIDE_FIELD))
    eye = target + distance * direction
    starts = target + 0.9 * (points - target)  # inside the body, off the faces that it touches
    away = eye - starts
    lengths = np.linalg.norm(away, axis=1)
    free = np.minimum(sight.raycast(starts, away / lengths[:, None], lengths), lengths)
    depths = (eye - starts - free[:, None] * away / lengths[:, None]) @ direction  # of the walls before the points
    hidden = free < lengths
    body = ((eye - points) @ direction).min()  # depth of the nearest point
    near = min(max(depths[hidden].max() + CUT, NEAR), body - CUT) if hidden.any() else NEAR
    return Framing(tuple(eye.tolist()), look, tuple(target.tolist()), SIDE_FIELD, max(near, NEAR))


def look_along(direction, frame):
    """Return the Look along a direction (3,).

    frame: (3, 3) frame of the player, in which the Look's angles are measured, or None if its up is +z
    """
    local = tuple(direction) if frame is None else to_frame(frame, tuple(direction))
    look = look_at((0.0, 0.0, 0.0), local)
    return Look(look.heading, look.pitch, frame)


NEAR_TARGET = 4.0  # [m] from the page's target. A body farther away need not be in the picture yet


def page_framing(page, record, simulation, field_of_view, screen):
    """Return the Framing (camera position and direction) of a lesson Page, or None for a camera in or behind the player.

    page: Page
    record: TickRecord, or None before the first tick
    simulation: Simulation
    field_of_view: horizontal, for a page that states a camera position [degrees]
    screen: Screen, with the proportions of the window
    """
    iteration = record.trace.iterations[page.inside] if record and page.inside is not None else None
    subject = subject_of(record, iteration) if record else subject_at(simulation.state, simulation.body)
    shot = page.shot
    if shot.camera == "free":
        is_there = record is not None and record.tick >= shot.tick or dist(subject.centre, shot.target) < NEAR_TARGET
        points = subject.points() if is_there else [shot.target]
        return frame_points(shot.eye, shot.target, points, field_of_view, screen)
    if iteration is None:
        return None
    return side_view(subject, LevelRaycast(simulation.level, record.tick / simulation.hz), screen)
