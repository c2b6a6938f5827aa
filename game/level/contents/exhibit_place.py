"""The places of exhibits of the lab, their desks and boards, and the rays that hit them."""

import math
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated

from ...core.elementary_functions import cos_sin
from ...core.value_rules import NAME, Heading, Length, Point, Size2, Size3, TableOf
from ...core.vec3 import Vector
from .mover import Pose

# The desk: a slanted top with a row of controls. A visitor in front of it looks along its heading. All in [m].
DESK_DEPTH, DESK_LOW, DESK_HIGH = 0.6, 0.86, 1.06  # depth; heights of the top at its front and its back
CONTROL_SPACING = 0.46  # between two controls. Smaller: their names overlap; larger: the outer ones are out of reach
VISITOR = 0.95  # distance of a visitor from a desk's centre. Smaller: the body is in the desk; larger: controls are out of reach
LIFT = 0.05  # height of a control's middle above the top [m]


@dataclass(frozen=True)
class Desk:
    at: Point  # centre of its bottom in the world (3,) [m]
    heading: Heading = 0.0  # view direction of a visitor in front of it [rad]
    width: Length = 2.0  # [m]

    def control_place(self, number: int, count: int) -> Vector:
        """Return the centre (3,) [m] in the world of control `number`, from 0 at the left, of `count` controls."""
        across = (number - (count - 1) / 2.0) * CONTROL_SPACING
        return self.to_world((across, 0.0, (DESK_LOW + DESK_HIGH) / 2.0 + LIFT))

    @property
    def visitor_feet(self) -> Vector:
        """The position (3,) [m] in the world of the feet of a visitor in front of the desk's middle."""
        return self.to_world((0.0, -VISITOR, 0.0))

    @cached_property
    def pose(self) -> Pose:
        return Pose.at(self.at, self.heading)

    def to_world(self, position: Vector) -> Vector:
        return self.pose.to_world(position)

    def distance(self, position: Vector) -> float:
        """Return the horizontal distance [m] from the desk's centre line, which is as long as the desk is wide."""
        across, forward, _ = self.pose.to_own(position)
        return math.hypot(max(abs(across) - self.width / 2.0, 0.0), forward)

    def is_hit(self, origin: Vector, direction: Vector, reach: float) -> bool:
        """True if a ray of the length `reach` [m] hits the bounding box of the desk and its controls, or begins in it."""
        pose = self.pose
        start, way = pose.to_own(origin), pose.vector_to_own(direction)
        enter, leave = 0.0, reach
        box = (-self.width / 2.0, self.width / 2.0), (-DESK_DEPTH / 2.0, DESK_DEPTH / 2.0), (0.0, DESK_HIGH + 2.0 * LIFT)
        for a, d, (low, high) in zip(start, way, box):
            if abs(d) < 1e-12:
                if not low <= a <= high:
                    return False
                continue
            first, last = sorted(((low - a) / d, (high - a) / d))
            enter, leave = max(enter, first), min(leave, last)
        return enter <= leave


@dataclass(frozen=True)
class Board:
    """The board of an exhibit, which shows its diagrams. Its front faces along `heading`, like the front of a Sign."""

    at: Point  # centre of the front in the world (3,) [m]
    heading: Heading = math.pi  # [rad]
    size: Size2 = (6.0, 3.6)  # width, height [m]

    def to_world(self, across: float, up: float, lift: float = 0.0) -> Vector:
        """Return the world position of a point `across` and `up` from the centre, `lift` towards the reader, all in [m]."""
        return Pose.at(self.at, self.heading + math.pi).to_world((across, -lift, up))

    def is_hit(self, origin: Vector, direction: Vector, reach: float) -> bool:
        """True if a ray of the length `reach` [m] hits the front of the board. A ray from behind does not hit it."""
        c, s = cos_sin(self.heading)
        towards = s * direction[0] - c * direction[1]  # against the front's normal (-s, c)
        away = c * (origin[1] - self.at[1]) - s * (origin[0] - self.at[0])
        if towards <= 0.0 or not 0.0 <= away <= reach * towards:
            return False
        x, y, z = (a + away / towards * d - b for a, d, b in zip(origin, direction, self.at))
        return abs(c * x + s * y) <= self.size[0] / 2.0 and abs(z) <= self.size[1] / 2.0


@dataclass(frozen=True)
class ExhibitTable:
    """The keys of every table [[exhibits]], before those of its kind. Desk and board are in the exhibit's frame."""

    kind: Annotated[str, NAME]  # as registered in game/lab
    name: Annotated[str, NAME]  # unique in the level
    at: Point  # of the exhibit's frame in the world (3,) [m]
    heading: Heading = 0.0  # [rad]
    room: Size3 = (12.0, 12.0, 6.0)  # width, depth, height of a box that turns with the exhibit [m]
    room_at: Point = (0.0, 0.0, 0.0)  # centre of the room's floor in the exhibit's frame (3,) [m]
    desk: Annotated[Desk | None, TableOf(Desk)] = None
    board: Annotated[Board | None, TableOf(Board)] = None


@dataclass(frozen=True)
class ExhibitPlace(ExhibitTable):
    """An exhibit of a level, with desk and board in the world. It is simulated while the player is in its room or uses its
    controls, and while it is busy.
    """

    keys: tuple[tuple[str, object], ...] = ()  # the kind's own keys, checked when the exhibit is built
    where: str = field(default="", repr=False)  # its table in errors

    @cached_property
    def pose(self) -> Pose:
        return Pose.at(self.at, self.heading)

    def vector_to_world(self, vector: Vector) -> Vector:
        return self.pose._replace(x=0.0, y=0.0, z=0.0).to_world(vector)

    @cached_property
    def _reach(self) -> float:
        """A distance along x and y [m] beyond which nothing is in the room."""
        return 2.0 * (self.room[0] + self.room[1] + abs(self.room_at[0]) + abs(self.room_at[1]))

    def is_in_room(self, position: Vector) -> bool:
        if abs(position[0] - self.at[0]) + abs(position[1] - self.at[1]) > self._reach:  # most are far: saves the turn
            return False
        width, depth, height = self.room
        x, y, z = (a - b for a, b in zip(self.pose.to_own(position), self.room_at))
        return abs(x) <= width / 2.0 and abs(y) <= depth / 2.0 and 0.0 <= z <= height
