"""The frame of a picture: a rectangle of the window, and the camera that shows given points in the middle of it."""

from collections.abc import Sequence
from math import dist, radians, tan
from typing import NamedTuple

import numpy as np

from ..collision import Ellipsoid, Iteration
from ..core.right_forward_up_frame import Frame, to_frame, up_of
from ..core.vec3 import Vector, VectorLike, along
from ..explain.section import Plane, plane_of, sideways
from ..explain.spaces import CHOICES, WORLD, Space, body_axes, space_between
from ..lesson import Page
from ..level.contents.level import SECTION, LevelRaycast
from ..simulation import PlayerState, Simulation, TickRecord
from .look_and_spring_arm import NEAR, Look, look_at


class Area(NamedTuple):
    """A rectangle of the window. Its sides are in fractions of the window, measured from the top left corner."""

    left: float = 0.0
    top: float = 0.0
    right: float = 1.0
    bottom: float = 1.0

    @property
    def middle(self) -> tuple[float, float]:
        return (self.left + self.right) / 2.0, (self.top + self.bottom) / 2.0

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


WHOLE = Area()


SIDE_FIELD = 40.0  # [degrees] horizontal, of a side view. Smaller: the camera is far behind walls; larger: near things bulge
MARGIN = 0.82  # fraction of the free area that a subject may fill. Larger: bodies touch the panels; smaller: contacts are tiny
LEVEL = 0.1  # length of the part of a unit normal across up, below which a contact counts as floor or ceiling
CUT = 0.02  # [m] between a wall that is cut away and the near plane behind it
SAMPLES = np.array([(x, y, z) for x in (-1, 0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if x or y or z], float)
SAMPLES /= np.linalg.norm(SAMPLES, axis=1)[:, None]


class Subject(NamedTuple):
    """The subject of a picture: a body with its centre and radii [m], and its contact.

    frame: of the player, or None if its up is +z; normal: unit, towards the body; displacement: of the sweep to the contact [m]
    """

    centre: Vector
    radii: Vector
    heading: float
    frame: Frame | None = None
    contact: Vector | None = None
    normal: Vector | None = None
    displacement: Vector = (0.0, 0.0, 0.0)
    others: tuple[Vector, ...] = ()  # centres [m] of the bodies that are drawn beside it: at the start and the end of the tick

    def points(self, space: Space = WORLD) -> np.ndarray:
        """Return points (n, 3) of the body's surface, and the contact point if there is one, in a Space. World: [m]"""
        surface = SAMPLES * self.radii @ body_axes(self.heading, self.frame) + np.array(self.centre)
        return space.points(surface if self.contact is None else np.vstack([surface, self.contact]))


class Framing(NamedTuple):
    """The position, direction and field of view of a camera.

    pivot: point [m] ahead, about which it orbits; field_of_view: horizontal [degrees]; near: distance of the near plane [m];
    is_flat: True for a picture without perspective
    """

    place: Vector
    look: Look
    pivot: Vector
    field_of_view: float
    near: float = NEAR
    is_flat: bool = False


class Screen(NamedTuple):
    """The proportions of the window. area: that no panel covers; is_split: True for two pictures side by side"""

    aspect: float = 16.0 / 9.0
    area: Area = WHOLE
    is_split: bool = False

    def slopes(self, field_of_view: float) -> tuple[float, float]:
        """Return (across, up), half the sizes [m] of the free area 1 m ahead, for a horizontal field of view [degrees]."""
        wide = tan(radians(field_of_view) / 2.0)
        if not self.is_split:
            return self.area.width * wide, self.area.height * wide / self.aspect
        half = self.area.width / 2.0
        wide *= half**0.5  # as SplitScreen.aim does
        return wide, self.area.height * wide / (self.aspect * half)


def subject_of(record: TickRecord, iteration: Iteration | None = None) -> Subject:
    """Return the Subject of a tick with the first contact, in the move pass if possible, or of an iteration."""
    after, body = record.after, record.body
    # The first contact of the move pass, if there is one: the gravity pass touches the ground in every tick.
    iteration = iteration or min(record.contacts, key=lambda found: found.pass_, default=None)
    if iteration is None:
        return Subject(after.position, body.radii, body.heading, after.frame)
    point, normal = (iteration.point, iteration.normal) if iteration.hit else (None, None)
    others = record.before.position, after.position
    return Subject(iteration.end, body.radii, body.heading, record.trace.frame, point, normal, iteration.displacement, others)


def subject_at(state: PlayerState, body: Ellipsoid) -> Subject:
    return Subject(state.position, body.radii, state.heading, state.frame)


def least_distance(
    points: VectorLike | Sequence[VectorLike], target: VectorLike, look: Look, slopes: tuple[float, float]
) -> float:
    """Return the least distance [m] from a target (3,) [m] at which a camera shows all points (n, 3) [m].

    They then fill the fraction MARGIN of the free area. look: at the target; slopes: (across, up), a result of `Screen.slopes`
    """
    offsets = np.asarray(points) - target
    along, right, up = offsets @ np.array(look.forward()), offsets @ np.array(look.across()), offsets @ np.array(look.upwards())
    return float(max((np.abs(right) / (MARGIN * slopes[0]) - along).max(), (np.abs(up) / (MARGIN * slopes[1]) - along).max()))


def is_in_view(points: np.ndarray, framing: Framing, screen: Screen) -> bool:
    """True if the camera of a Framing, drawn with perspective, has all points (n, 3) [m] in the free area."""
    offsets = np.asarray(points) - framing.place
    along, right, up = (offsets @ np.array(axis()) for axis in (framing.look.forward, framing.look.across, framing.look.upwards))
    across, upwards = screen.slopes(framing.field_of_view)
    return bool((np.abs(right) <= across * along).all() and (np.abs(up) <= upwards * along).all())


def frame_points(
    eye: Vector, target: Vector, points: VectorLike | Sequence[VectorLike], field_of_view: float, screen: Screen
) -> Framing:
    """Return the Framing of a camera from `eye` or farther to `target` [m], with all points (n, 3) [m] in the free area."""
    look, given = look_at(eye, target), float(np.linalg.norm(np.subtract(target, eye)))
    distance = max(given, least_distance(points, target, look, screen.slopes(field_of_view)))
    return Framing(along(target, look.forward(), -distance), look, target, field_of_view)


def side_view(subject: Subject, sight: LevelRaycast, screen: Screen, nearest: VectorLike | None = None) -> Framing:
    """Return the side view of a Subject, perpendicular to its displacement and normal, so that the sweep has full length.

    nearest: position [m] of the camera now, which decides between two sides equally free of walls, or None
    """
    points = subject.points()
    target = (points.min(axis=0) + points.max(axis=0)) / 2.0
    side = sideways(subject.displacement, subject.normal, subject.heading, subject.frame)
    views = [side_at(points, target, direction, subject.frame, sight, screen) for direction in (side, -side)]
    here = target if nearest is None else np.array(nearest)
    return min(views, key=lambda view: (round(view.near, 1), float(np.linalg.norm(np.subtract(view.place, here)))))


# Parts of the direction from a wall's contact to the camera of its view: off the wall, along it, and up in it. They are a unit
# vector. Off the wall, less: its disc is a line; more: the body is before the contact.
WALL_VIEW = 0.4, 0.7, 0.59


def wall_view(subject: Subject, reach: float, sight: LevelRaycast, screen: Screen) -> Framing:
    """Return the view of a contact that shows body, disc and arrow, each at an angle, however the wall was met.

    The camera is ahead of the body on its way along the wall, unless more walls stand there. The body and what is within `reach`
    [m] of the contact are in the picture.
    """
    contact, normal, upwards = np.array(subject.contact), np.array(subject.normal), np.array(up_of(subject.frame))
    across = np.cross(upwards, normal)
    if np.linalg.norm(across) < LEVEL:
        across = body_axes(subject.heading, subject.frame)[0]
        across -= (across @ normal) * normal
    across /= np.linalg.norm(across)
    onwards = across if across @ np.array(subject.displacement) >= 0.0 else -across
    raised = np.cross(normal, across)
    raised = raised if raised @ upwards >= 0.0 else -raised
    rim = [contact + reach * side for side in (across, -across, raised, -raised)]
    points = np.vstack([subject.points(), rim])
    target = (points.min(axis=0) + points.max(axis=0)) / 2.0
    off, on, up = WALL_VIEW
    directions = (off * normal + on * side + up * raised for side in (onwards, -onwards))
    views = [side_at(points, target, direction, subject.frame, sight, screen) for direction in directions]
    return min(views, key=lambda view: round(view.near, 1))


def side_at(
    points: np.ndarray, target: np.ndarray, direction: np.ndarray, frame: Frame | None, sight: LevelRaycast, screen: Screen
) -> Framing:
    """Return the Framing of points (n, 3) [m] from one side. Walls in front of them are cut away by the near plane.

    target: centre of the points' bounding box (3,) [m]; direction: unit vector (3,) from the points to the camera
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


WIDE = 1.5  # [m] across the free area in the near view of a section. Smaller: no step is seen; larger: the contact is a dot
WIDER = 4.0  # [m] in the Minkowski view. Smaller: no ramp over several steps is seen; larger: one sweep is a dot
WIDEST = 10.0  # [m] for a large body. Smaller: more bodies are seen in part; larger: what was cut open ends in the picture
RAISED = 0.42  # height of the contact in the near view, as a part of the free area. Smaller: less ground; larger: less body
# Part of the free area that a body may fill in a section, and in which the contact is: the middle third, less rounding. Smaller:
# all is smaller; larger: bodies touch the panels, contacts are in corners.
FILLED, CENTRAL = 0.92, 0.33


class Extent(NamedTuple):
    """Places (n,) [m] along an axis of the picture, and their depths (n,) [m], from one point of it.

    parts: (n,), the part of the free area in which each must be; slope: half the size [m] of this area 1 m ahead
    """

    places: np.ndarray
    depths: np.ndarray
    parts: np.ndarray
    slope: float

    def least_distance(self) -> float:
        """Return the least distance [m] of a camera that shows all places in their parts, for the best middle of its picture."""
        weights = self.parts * self.depths
        apart = (self.places[:, None] - self.places) / self.slope - weights[:, None] - weights
        return float((apart / (self.parts[:, None] + self.parts)).max())

    def middle(self, distance: float, wanted: float | None = None) -> float:
        """Return where [m] the middle of the picture is: at a wanted place, or else so that the places are in the middle.

        At a distance that is too small for all, those of the smallest part are in it.
        """
        reach = self.parts * self.slope * (distance + self.depths)
        low, high = self.places - reach, self.places + reach
        first = self.parts == self.parts.min()
        at = (low.max() + high.min()) / 2.0 if wanted is None else wanted
        return float(min(max(at, low[first].max()), high[first].min()))


def section_view(
    subject: Subject,
    plane: Plane,
    screen: Screen,
    nearest: VectorLike | None = None,
    is_central: bool = False,
    spaces: Sequence[Space] = (WORLD,),
    is_near: bool = False,
) -> Framing:
    """Return the view of a section, perpendicular to its Plane, with the contact, or the body's foot, in the middle third.

    The whole body is in it, in each of `spaces`, and the near plane cuts away what lies before it. nearest: position [m] of the
    camera now, which decides the side, or None; is_central: True for a plane of the Minkowski view, with the body's centre in the
    middle; is_near: True for a view WIDE across, in which the body may be seen in part
    """
    foot = np.subtract(subject.centre, subject.radii[2] * np.array(up_of(subject.frame)))
    place = plane.origin if is_central else foot if subject.contact is None else np.array(subject.contact)
    at = spaces[0].points(place)
    here = at + plane.towards if nearest is None else np.array(nearest)
    direction = plane.towards if (here - at) @ plane.towards >= 0.0 else -plane.towards
    look = look_along(-direction, subject.frame)
    ends = [along(subject.centre, subject.displacement, part) for part in (-1.0, 1.0)]  # beyond both ends of the sweep
    body = np.empty((0, 3)) if is_near or is_central else np.vstack([subject.points(), ends])
    points = np.concatenate([space.points(np.array([place])) for space in spaces] + [space.points(body) for space in spaces]) - at
    parts = np.where(np.arange(len(points)) < len(spaces), CENTRAL, FILLED)
    right, up, ahead = (np.array(axis()) for axis in (look.across, look.upwards, look.forward))
    slopes = screen.slopes(SIDE_FIELD)
    extents = [Extent(points @ axis, points @ ahead, parts, slope) for axis, slope in zip((right, up), slopes)]
    needed = max((WIDER if is_central and not is_near else WIDE) / 2.0 / slopes[0], *(one.least_distance() for one in extents))
    distance = min(needed, WIDEST / 2.0 / slopes[0])
    raised = (1.0 - 2.0 * RAISED) * slopes[1] * distance if is_near and not is_central else None
    target = at + extents[0].middle(distance) * right + extents[1].middle(distance, raised) * up
    eye = target - distance * ahead
    centres = np.array([subject.centre, *subject.others])  # a player off a corner moves out of the plane
    radii = body_axes(subject.heading, subject.frame) * np.array(subject.radii)[:, None]
    fronts = [space.points(centres) @ direction + np.linalg.norm(radii @ space.matrix.T @ direction) for space in spaces]
    near = max(distance - float(np.max(fronts) - target @ direction) - CUT, NEAR)
    return Framing(tuple(eye.tolist()), look, tuple(target.tolist()), SIDE_FIELD, near)


def look_along(direction: VectorLike, frame: Frame | None) -> Look:
    local = tuple(direction) if frame is None else to_frame(frame, tuple(direction))
    look = look_at((0.0, 0.0, 0.0), local)
    return Look(look.heading, look.pitch, frame)


NEAR_TARGET = 4.0  # [m] from the page's target. A body farther away is not its subject, such as a visitor before an exhibit


def page_points(page: Page, subject: Subject) -> np.ndarray:
    """Return points (n, 3) [m] of the subject of a page with a free camera: of the body, or the page's target and marks."""
    target = page.shot.target
    assert target is not None  # as the reader of lessons ensures
    if dist(subject.centre, target) < NEAR_TARGET:
        return subject.points()
    return np.array([target, *(mark.at[1] for mark in page.marks if mark.is_fixed)])


def page_framing(
    page: Page, record: TickRecord | None, simulation: Simulation, field_of_view: float, screen: Screen
) -> Framing | None:
    """Return the Framing of a lesson page, or None for a camera in or behind the player. field_of_view: [degrees]"""
    iteration = record.trace.iterations[page.inside] if record and page.inside is not None else None
    subject = subject_of(record, iteration) if record else subject_at(simulation.state, simulation.body)
    shot = page.shot
    if shot.camera == "free":
        assert shot.eye is not None and shot.target is not None
        return frame_points(shot.eye, shot.target, page_points(page, subject), field_of_view, screen)
    if record is None or iteration is None:
        return None
    if shot.camera == SECTION:
        spaces = [space_between(record.body, record.after.frame, record.after.position, part) for part in CHOICES[page.space]]
        return section_view(subject, plane_of(record, iteration), screen, spaces=spaces)
    return side_view(subject, LevelRaycast(simulation.level, record.tick / simulation.hz), screen)
