"""Poses, and movers: rigid bodies that move by themselves along a path of poses with pauses, and a steady rotation."""

from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import dist
from typing import Annotated, NamedTuple

import numpy as np

from ...collision import TriangleMesh
from ...collision.mesh.triangle_mesh import place_triangles
from ...core.elementary_functions import cos_sin, smooth
from ...core.input_errors import InputError
from ...core.jit import called_often, inlined, result_maker, shared
from ...core.value_rules import Angle, Heading, ImpossibleShape, ListOf, Number, OneOf, Point, Point2, TableOf
from ...core.vec3 import Vector, add, get3
from .mesh_pictures_and_colours import MeshLook

LOOP, PING_PONG, ONCE = MODES = ("loop", "ping-pong", "once")
LINEAR, SMOOTH = EASES = ("linear", "smooth")


@inlined
def pose_to_world(pose: tuple, point: Vector) -> Vector:
    """Return the world position (3,) [m] of a point (3,) [m] in the frame of a body at a Pose."""
    (x, y, z, _, c, s), (u, v, w) = pose, point
    return x + c * u - s * v, y + s * u + c * v, z + w


@inlined
def pose_to_own(pose: tuple, point: Vector) -> Vector:
    """Return a position of the world (3,) [m] in the frame of a body at a Pose."""
    (a, b, d, _, c, s), (u, v, w) = pose, point
    x, y, z = u - a, v - b, w - d
    return c * x + s * y, c * y - s * x, z


class Pose(NamedTuple):
    """The position and heading of a body in the world: a mover at one time, an exhibit, or its desk or board."""

    x: float  # position of the body's origin [m]
    y: float
    z: float
    heading: float  # about z [rad], counter-clockwise seen from above
    c: float  # cosine and sine of the heading
    s: float

    @classmethod
    def at(cls, place: Vector, heading: float = 0.0) -> "Pose":
        c, s = cos_sin(heading) if heading != 0.0 else (1.0, 0.0)  # most bodies do not turn
        return tuple.__new__(cls, (*place, heading, c, s))  # the constructor takes twice as long

    def to_world(self, point: Vector) -> Vector:
        return pose_to_world(self, point)

    def to_own(self, point: Vector) -> Vector:
        return pose_to_own(self, point)

    def vector_to_own(self, vector: Vector) -> Vector:
        x, y, z = vector
        return self.c * x + self.s * y, self.c * y - self.s * x, z

    def world_corners(self, corners: np.ndarray) -> np.ndarray:
        """Return corners of triangles (n, 9) [m] of the body's own frame in the world."""
        world = np.empty_like(corners)
        place_triangles(corners, (self.x, self.y, self.z), self.c, self.s, world)
        return world


make_pose = result_maker(Pose)
# Columns of a path table, for compiled code. The first row is of the motion: fields of Motion, the duration of a cycle [s], 1.0
# for the mode "once", and 1.0 for the ease "smooth". The others are of its segments: start, end, duration [s], end in the cycle
# [s], and 1.0 for a pause. A motion at rest has one pause.
AT, HEADING, TURN, AXIS, PHASE, CYCLE, IS_ONCE, IS_SMOOTH = 0, 3, 4, 5, 7, 8, 9, 10
START, START_HEADING, END, END_HEADING, SECONDS, UNTIL, IS_PAUSE = 0, 3, 4, 7, 8, 9, 10


@called_often
def pose_at(table: np.ndarray, time: float) -> Pose:
    """Return the Pose of a body at a time [s]. table: of its Motion"""
    return make_pose(pose_in_table(table, 0, table.shape[0], time))


@shared
def pose_in_table(table: np.ndarray, first: int, end: int, time: float) -> tuple[float, float, float, float, float, float]:
    """Return the fields of the Pose of a body at a time [s], whose path is in rows `first` to `end` - 1 of a path table."""
    moment, row = time + float(table[first, PHASE]), first + 1
    turned, cycle = float(table[first, TURN]) * moment, float(table[first, CYCLE])
    if cycle > 0.0:
        moment = time_in_cycle(moment, cycle, table[first, IS_ONCE] != 0.0)
        while row < end - 1 and table[row, UNTIL] <= moment:
            row += 1
    (x, y, z), heading = get3(table, row, START), float(table[row, START_HEADING])
    if table[row, IS_PAUSE] == 0.0:
        share = min(max(1.0 - (float(table[row, UNTIL]) - moment) / float(table[row, SECONDS]), 0.0), 1.0)
        if table[first, IS_SMOOTH] != 0.0:
            share = smooth(share)
        u, v, w = get3(table, row, END)
        x, y, z = x + (u - x) * share, y + (v - y) * share, z + (w - z) * share
        heading = heading + (float(table[row, END_HEADING]) - heading) * share
    heading = float(table[first, HEADING]) + heading + turned
    x, y, z = add(get3(table, first, AT), (x, y, z))
    u, v = float(table[first, AXIS]), float(table[first, AXIS + 1])
    c, s = cos_sin(heading) if heading != 0.0 else (1.0, 0.0)
    if u == 0.0 and v == 0.0:
        return x, y, z, heading, c, s
    return x + u - c * u + s * v, y + v - s * u - c * v, z, heading, c, s


@inlined
def time_in_cycle(time: float, cycle: float, is_once: bool) -> float:
    """Return the time [s] since the start of the current cycle, or 0 at rest (`cycle` 0). time: since that of the first [s]"""
    if cycle == 0.0:
        return 0.0
    return min(max(time, 0.0), cycle) if is_once else time % cycle


Phase = Annotated[float, Number(-3600.0, 3600.0, "s")]


class Waypoint(NamedTuple):
    to: Point = (0.0, 0.0, 0.0)  # (3,) [m], along the level's axes
    heading: Heading = 0.0  # [rad], added to the placement's
    time: Annotated[float, Number(0.01, 3600.0, "s")] | None = None  # of the leg that ends here [s]; None: by the mover's speed
    pause: Annotated[float, Number(0.0, 3600.0, "s")] = 0.0  # [s]


class Segment(NamedTuple):
    start: Waypoint
    end: Waypoint
    seconds: float  # duration [s]


@dataclass(frozen=True)
class Motion:
    """A path of waypoints and a steady rotation. Raises ImpossibleShape for a leg that only turns the mover and has no time."""

    at: Point = (0.0, 0.0, 0.0)  # placement in the level (3,) [m]
    heading: Heading = 0.0  # [rad]; it does not rotate the path
    path: Annotated[tuple[Waypoint, ...], ListOf(TableOf(Waypoint), least=1)] = (Waypoint(),)
    speed: Annotated[float, Number(0.001, 1000.0, "m/s")] = 1.0  # along legs without their own time [m/s]
    mode: Annotated[str, OneOf(MODES)] = PING_PONG
    ease: Annotated[str, OneOf(EASES)] = LINEAR  # "smooth": legs start and stop at rest
    turn: Annotated[float, Angle(-3600.0, 3600.0, "degrees/s")] = 0.0  # [rad/s], above 0 for counter-clockwise
    axis: Point2 = (0.0, 0.0)  # (x, y) [m] in the mover's own frame, of all rotations, also that by `heading`
    phase: Phase = 0.0  # time [s] by which the motion is ahead at time 0

    def __post_init__(self) -> None:
        if any(end.time is None and start.to == end.to and start.heading != end.heading for start, end in self._legs()):
            raise ImpossibleShape("path: a waypoint that only turns needs a time, as in {heading = 90, time = 2}")

    def pose(self, time: float) -> Pose:
        """Return the mover's Pose at a time [s], which may be below 0."""
        return pose_at.with_same_types(self.table, float(time))

    @cached_property
    def table(self) -> np.ndarray:
        """The motion as a path table, for `pose_in_table`."""
        switches = self.mode == ONCE, self.ease == SMOOTH
        rows: list[tuple] = [(*self.at, self.heading, self.turn, *self.axis, self.phase, self.cycle, *switches)]
        for (start, end, seconds), until in zip(self.segments if self.cycle > 0.0 else (), self._ends):
            rows.append((*start.to, start.heading, *end.to, end.heading, seconds, until, start is end))
        return np.array(rows if len(rows) > 1 else [*rows, (*self.path[0].to, self.path[0].heading, *(0.0,) * 6, True)], float)

    def cycle_time(self, time: float) -> float:
        """Return the time since the start of the current cycle [s]. In the mode "once" it stays within the only cycle."""
        return time_in_cycle(time + self.phase, self.cycle, self.mode == ONCE)

    @cached_property
    def segments(self) -> tuple[Segment, ...]:
        """The legs and pauses of one cycle in order, without those of zero duration. "ping-pong" goes there and back."""
        pauses = [Segment(point, point, point.pause) for point in self.path]
        legs = [
            Segment(start, end, dist(start.to, end.to) / self.speed if end.time is None else end.time)
            for start, end in self._legs()
        ]
        cycle = [segment for pair in zip(pauses, [*legs, None]) for segment in pair if segment]
        if self.mode == PING_PONG:
            cycle += [Segment(segment.end, segment.start, segment.seconds) for segment in cycle[-2:0:-1]]
        return tuple(segment for segment in cycle if segment.seconds > 0.0)

    def _legs(self) -> list[tuple[Waypoint, Waypoint]]:
        last = [(self.path[-1], self.path[0])] if self.mode == LOOP else []
        return [*pairwise(self.path), *last]

    @cached_property
    def fastest(self) -> tuple[float, float]:
        """The largest speed [m/s] of the rotation axis along the path, and the largest turning rate [rad/s]."""
        factor = 1.5 if self.ease == SMOOTH else 1.0  # the steepest slope of `eased`
        segments = self.segments if self.cycle > 0.0 else ()
        speeds = [factor * dist(segment.start.to, segment.end.to) / segment.seconds for segment in segments]
        rates = [factor * abs(segment.end.heading - segment.start.heading) / segment.seconds for segment in segments]
        return max(speeds, default=0.0), abs(self.turn) + max(rates, default=0.0)

    @cached_property
    def _ends(self) -> tuple[float, ...]:
        return tuple(accumulate(segment.seconds for segment in self.segments))

    @cached_property
    def cycle(self) -> float:
        """The duration of one cycle [s], or 0 if the path has one waypoint or takes no time."""
        return self._ends[-1] if self.segments and len(self.path) > 1 else 0.0


@dataclass(frozen=True, eq=False)
class Mover:
    """A kinematic rigid body of triangles: it follows a fixed motion, and nothing stops it."""

    name: str  # in messages
    vertices: np.ndarray  # (v, 3) [m] in the mover's own frame
    triangles: np.ndarray  # (t, 3), counter-clockwise seen from outside
    surfaces: np.ndarray  # (t,) indices of the level's materials
    motion: Motion
    turns_view: bool = False  # the view of a player on it turns with it
    look: MeshLook | None = None  # None to draw the colours of the materials

    @cached_property
    def mesh(self) -> TriangleMesh:
        """The mesh in the mover's own frame. Raises InputError if it cannot be built."""
        try:
            return TriangleMesh(self.vertices, self.triangles, self.surfaces)
        except ValueError as problem:
            raise InputError(f"the mover {self.name} cannot be used: {problem}") from None

    @cached_property
    def corners(self) -> np.ndarray:
        return self.vertices[self.triangles]

    def pose(self, time: float) -> Pose:
        return self.motion.pose(time)

    @cached_property
    def range(self) -> tuple[np.ndarray, np.ndarray]:
        """Opposite corners (low, high) in the world, each (3,) [m], of a box that the mover never leaves."""
        places = np.add([point.to for point in self.motion.path], self.motion.at) + (*self.motion.axis, 0.0)
        low, high = self._around_axis
        return places.min(axis=0) + low, places.max(axis=0) + high

    @cached_property
    def _around_axis(self) -> tuple[Vector, Vector]:
        """Opposite corners of a box around the mover at any heading, with x and y relative to the rotation axis [m]."""
        (_, _, low), (_, _, high) = self.mesh.bounds
        return (-self._radius, -self._radius, low), (self._radius, self._radius, high)

    @cached_property
    def _radius(self) -> float:
        return float(np.linalg.norm((self.vertices[:, :2] - self.motion.axis), axis=1).max())

    def bounds_at(self, pose: Pose) -> tuple[Vector, Vector]:
        """Return opposite corners in the world [m] of a box around the mover at a Pose, large enough for any heading."""
        place, (low, high) = pose.to_world((*self.motion.axis, 0.0)), self._around_axis
        return add(place, low), add(place, high)

    @cached_property
    def fastest(self) -> float:
        """An upper bound of the speed of any point of the mover [m/s]."""
        speed, rate = self.motion.fastest
        return speed + rate * self._radius

    def digest(self) -> bytes:
        """Return bytes for the level's hash: the triangles, the motion, and `turns_view`."""
        arrays = [np.ascontiguousarray(self.vertices + 0.0, dtype="<f8"), np.ascontiguousarray(self.triangles, dtype="<i8")]
        return b"".join(array.tobytes() for array in arrays) + repr((self.motion, self.turns_view)).encode()
