"""Movers: rigid bodies that move by themselves along a path of poses.

A motion consists of a path of waypoints with pauses, and a steady rotation about a vertical axis. The path repeats unless the
mode is "once".
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import dist
from typing import NamedTuple

import numpy as np

from ...collision import TriangleMesh
from ...core.input_errors import InputError
from ...core.value_rules import ImpossibleShape
from ...core.vec3 import add
from .level import Vector
from .mesh_file_look import MeshLook
from .pose_transform import Pose

LOOP, PING_PONG, ONCE = MODES = ("loop", "ping-pong", "once")
LINEAR, SMOOTH = EASES = ("linear", "smooth")


class Waypoint(NamedTuple):
    """A pose on the path, relative to the placement of the Motion.

    to: displacement (3,) [m] from the placement `at`, along the level's axes
    heading: rotation about z [rad], added to the placement's `heading`
    time: duration of the leg that ends here [s], or None to use the mover's speed
    pause: duration of the stop here [s]
    """

    to: Vector = (0.0, 0.0, 0.0)
    heading: float = 0.0
    time: float | None = None
    pause: float = 0.0


class Segment(NamedTuple):
    """A leg of the path between two waypoints, or a pause if both are the same waypoint.

    seconds: duration [s]
    start, end: the Waypoints
    """

    start: Waypoint
    end: Waypoint
    seconds: float


@dataclass(frozen=True)
class Motion:
    """A path of waypoints and a steady rotation.

    Raises ImpossibleShape (a ValueError) for a leg that only turns the mover and has no time.
    at, heading: placement of the mover in the level, position (3,) [m] and heading [rad]. The heading does not rotate the path.
    path: at least one Waypoint
    speed: speed along legs without their own time [m/s]
    mode: "loop", "ping-pong" or "once"
    ease: "linear" for constant speed, or "smooth" for legs that start and stop at rest
    turn: rate of the steady rotation [rad/s], above 0 for counter-clockwise
    axis: (x, y) [m] of the vertical axis, in the mover's own frame. All rotations are about it, also that by `heading`.
    phase: time [s] by which the motion is ahead at time 0
    """

    at: Vector = (0.0, 0.0, 0.0)
    heading: float = 0.0
    path: tuple[Waypoint, ...] = (Waypoint(),)
    speed: float = 1.0
    mode: str = PING_PONG
    ease: str = LINEAR
    turn: float = 0.0
    axis: tuple[float, float] = (0.0, 0.0)
    phase: float = 0.0

    def __post_init__(self):
        if any(end.time is None and start.to == end.to and start.heading != end.heading for start, end in self._legs()):
            raise ImpossibleShape("path: a waypoint that only turns needs a time, as in {heading = 90, time = 2}")

    def pose(self, time):
        """Return the mover's Pose at a time [s], which may be below 0."""
        (x, y, z), heading = self.along_path(self.cycle_time(time))
        (a, b, c), heading = self.at, self.heading + heading + self.turn * (time + self.phase)
        pose = Pose.at((a + x, b + y, c + z), heading)
        if self.axis == (0.0, 0.0):
            return pose
        u, v = self.axis
        return pose._replace(x=pose.x + u - pose.c * u + pose.s * v, y=pose.y + v - pose.s * u - pose.c * v)

    def cycle_time(self, time):
        """Return the time since the start of the current cycle [s], or 0 if the duration of a cycle is 0.

        time: time since the start of the simulation [s]
        In the mode "once" there is one cycle, and the result is limited to the range from 0 to its duration.
        """
        if self.cycle == 0.0:
            return 0.0
        time += self.phase
        return min(max(time, 0.0), self.cycle) if self.mode == ONCE else time % self.cycle

    def along_path(self, time):
        """Return the displacement (3,) [m] and the heading [rad] by the path alone, without the steady rotation.

        Both are relative to the placement.
        time: time since the start of the cycle [s]
        """
        if self.cycle == 0.0:
            return self.path[0].to, self.path[0].heading
        number = min(bisect_right(self._ends, time), len(self.segments) - 1)
        start, end, seconds = self.segments[number]
        if start is end:
            return start.to, start.heading
        share = self.eased(1.0 - (self._ends[number] - time) / seconds)
        (x, y, z), (u, v, w) = start.to, end.to
        position = (x + (u - x) * share, y + (v - y) * share, z + (w - z) * share)
        return position, start.heading + (end.heading - start.heading) * share

    def eased(self, share):
        """Return the fraction of a segment's distance that is covered after the fraction `share` of its time. Both are 0..1."""
        share = min(max(share, 0.0), 1.0)
        return share * share * (3.0 - 2.0 * share) if self.ease == SMOOTH else share

    @cached_property
    def segments(self):
        """The legs and pauses of one cycle as Segments, in order, without those of zero duration.

        In the mode "ping-pong" a cycle also contains the path back to the first waypoint.
        """
        pauses = [Segment(point, point, point.pause) for point in self.path]
        legs = [
            Segment(start, end, dist(start.to, end.to) / self.speed if end.time is None else end.time)
            for start, end in self._legs()
        ]
        cycle = [segment for pair in zip(pauses, [*legs, None]) for segment in pair if segment]
        if self.mode == PING_PONG:
            cycle += [Segment(segment.end, segment.start, segment.seconds) for segment in cycle[-2:0:-1]]
        return tuple(segment for segment in cycle if segment.seconds > 0.0)

    def _legs(self):
        """Return the waypoints (start, end) of each leg as a list. A loop has one more leg, back to its first waypoint."""
        last = [(self.path[-1], self.path[0])] if self.mode == LOOP else []
        return [*pairwise(self.path), *last]

    @cached_property
    def fastest(self):
        """The largest speed along the path [m/s], and the largest turning rate [rad/s], as a pair.

        The speed is that of the rotation axis. Other points of the mover also turn around this axis.
        """
        factor = 1.5 if self.ease == SMOOTH else 1.0  # the steepest slope of `eased`
        segments = self.segments if self.cycle > 0.0 else ()
        speeds = [factor * dist(segment.start.to, segment.end.to) / segment.seconds for segment in segments]
        rates = [factor * abs(segment.end.heading - segment.start.heading) / segment.seconds for segment in segments]
        return max(speeds, default=0.0), abs(self.turn) + max(rates, default=0.0)

    @cached_property
    def _ends(self):
        """The time in the cycle at which each segment ends [s]."""
        return tuple(accumulate(segment.seconds for segment in self.segments))

    @cached_property
    def cycle(self):
        """The duration of one cycle [s], or 0 if the path has one waypoint or takes no time."""
        return self._ends[-1] if self.segments and len(self.path) > 1 else 0.0


@dataclass(frozen=True, eq=False)
class Mover:
    """A kinematic rigid body of triangles: it follows a fixed motion, and nothing stops it.

    name: shown in messages
    vertices: (v, 3) [m] in the mover's own frame
    triangles: (t, 3) vertex indices, counter-clockwise seen from outside
    surfaces: (t,) indices of the level's materials
    motion: its pose as a function of time
    turns_view: True if the view of a player that stands on the mover turns with it
    look: textures and vertex colours of the triangles, or None to draw the colours of their materials
    """

    name: str
    vertices: np.ndarray
    triangles: np.ndarray
    surfaces: np.ndarray
    motion: Motion
    turns_view: bool = False
    look: MeshLook | None = None

    @cached_property
    def mesh(self):
        """The TriangleMesh in the mover's own frame. Raises InputError if it cannot be built."""
        try:
            return TriangleMesh(self.vertices, self.triangles, self.surfaces)
        except ValueError as problem:
            raise InputError(f"the mover {self.name} cannot be used: {problem}") from None

    @cached_property
    def corners(self):
        """The corners (t, 3, 3) [m] of the triangles in the mover's own frame, counter-clockwise seen from outside."""
        return self.vertices[self.triangles]

    def pose(self, time) -> Pose:
        """Return the Pose at a time [s]. The pose depends on nothing but the time."""
        return self.motion.pose(time)

    @cached_property
    def range(self):
        """The opposite corners (low, high) in the world, each (3,) [m], of a box that the mover never leaves."""
        places = np.add([point.to for point in self.motion.path], self.motion.at) + (*self.motion.axis, 0.0)
        low, high = self._around_axis
        return places.min(axis=0) + low, places.max(axis=0) + high

    @cached_property
    def _around_axis(self):
        """The opposite corners (low, high), each (3,) [m], of a box around the mover at any heading.

        In this box x and y are relative to the rotation axis, and z is relative to the mover's origin.
        """
        (_, _, low), (_, _, high) = self.mesh.bounds
        return (-self._radius, -self._radius, low), (self._radius, self._radius, high)

    @cached_property
    def _radius(self):
        """The distance of the mover's farthest vertex from its rotation axis [m]."""
        return float(np.linalg.norm((self.vertices[:, :2] - self.motion.axis), axis=1).max())

    def bounds_at(self, pose):
        """Return opposite corners (low, high) in the world, each (3,) [m], of a box around the mover at a Pose.

        The box is large enough for any heading.
        """
        place, (low, high) = pose.to_world((*self.motion.axis, 0.0)), self._around_axis
        return add(place, low), add(place, high)

    @cached_property
    def fastest(self):
        """An upper bound of the speed of any point of the mover [m/s]."""
        speed, rate = self.motion.fastest
        return speed + rate * self._radius

    def digest(self):
        """Return bytes for the level's hash: the triangles, the motion, and `turns_view`."""
        arrays = [np.ascontiguousarray(self.vertices + 0.0, dtype="<f8"), np.ascontiguousarray(self.triangles, dtype="<i8")]
        return b"".join(array.tobytes() for array in arrays) + repr((self.motion, self.turns_view)).encode()
