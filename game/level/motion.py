"""The motion of a mover: a pure function of the time, so that any moment can be asked for in any order.

A motion is a path of waypoints, gone through with pauses and over again, plus a steady turn about an upright axis.
"""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from math import dist
from typing import NamedTuple

from game.level.level import Vector
from game.level.pose import Pose
from game.level.schema import ImpossibleShape

LOOP, PING_PONG, ONCE = MODES = ("loop", "ping-pong", "once")
LINEAR, SMOOTH = EASES = ("linear", "smooth")


class Waypoint(NamedTuple):
    """A place on the way, counted from where the mover is placed.

    to [m]; heading [rad]; time: how long the way to it takes [s], None: by the mover's speed; pause: how long it stays [s]
    """

    to: Vector = (0.0, 0.0, 0.0)
    heading: float = 0.0
    time: float | None = None
    pause: float = 0.0


class Stretch(NamedTuple):
    """A part of the way: from one waypoint to another in so many seconds; a pause when both are the same."""

    start: Waypoint
    end: Waypoint
    seconds: float


@dataclass(frozen=True)
class Motion:
    """at [m], heading [rad]: where the path begins; axis (x, y) [m]: of the mover's own frame, what it turns about

    path: at least one Waypoint; speed [m/s]; mode, ease: words of MODES, EASES
    turn: steady turning [rad/s]; phase: how far into its motion it is at time 0 [s]
    Raises ImpossibleShape (a ValueError) for a way that takes no time.
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
            raise ImpossibleShape("path: a way that only turns needs a time, as in {heading = 90, time = 2}")

    def pose(self, time):
        """Where the mover is at a time [s], also before 0."""
        (x, y, z), heading = self.along_path(self.in_round(time))
        pose = Pose.at((self.at[0] + x, self.at[1] + y, self.at[2] + z), self.heading + heading + self.turn * (time + self.phase))
        if self.axis == (0.0, 0.0):
            return pose
        u, v = self.axis
        return pose._replace(x=pose.x + u - pose.c * u + pose.s * v, y=pose.y + v - pose.s * u - pose.c * v)

    def in_round(self, time):
        """How far into a round of its path it is at a time [s]; 0 for a mover that has no path."""
        if self.cycle == 0.0:
            return 0.0
        time += self.phase
        return min(max(time, 0.0), self.cycle) if self.mode == ONCE else time % self.cycle

    def along_path(self, time):
        """(place [m], heading [rad]) of the path alone, at a time of `in_round`."""
        if self.cycle == 0.0:
            return self.path[0].to, self.path[0].heading
        number = min(bisect_right(self._ends, time), len(self.stretches) - 1)
        start, end, seconds = self.stretches[number]
        return between(start, end, self.eased(1.0 - (self._ends[number] - time) / seconds))

    def eased(self, share):
        """The share of a way gone after this share of its time: smooth starts and stops at rest."""
        share = min(max(share, 0.0), 1.0)
        return share * share * (3.0 - 2.0 * share) if self.ease == SMOOTH else share

    @cached_property
    def stretches(self):
        """All ways and pauses of one round, in order; those of no time are left out."""
        rests = [Stretch(point, point, point.pause) for point in self.path]
        ways = [self._way(start, end) for start, end in self._legs()]
        round_trip = [stretch for pair in zip(rests, [*ways, None]) for stretch in pair if stretch]
        if self.mode == PING_PONG:
            round_trip += [reverse(stretch) for stretch in round_trip[-2:0:-1]]
        return tuple(stretch for stretch in round_trip if stretch.seconds > 0.0)

    def _legs(self):
        """(start, end) of all ways of one round; a loop has one more, back to where it began."""
        last = [(self.path[-1], self.path[0])] if self.mode == LOOP else []
        return [*pairwise(self.path), *last]

    def _way(self, start, end):
        return Stretch(start, end, dist(start.to, end.to) / self.speed if end.time is None else end.time)

    @cached_property
    def fastest(self):
        """The fastest that it ever goes [m/s] and turns [rad/s]."""
        hurry = 1.5 if self.ease == SMOOTH else 1.0  # the steepest slope of `eased`
        ways = self.stretches if self.cycle > 0.0 else ()
        speeds = [hurry * dist(way.start.to, way.end.to) / way.seconds for way in ways]
        rates = [hurry * abs(way.end.heading - way.start.heading) / way.seconds for way in ways]
        return max(speeds, default=0.0), abs(self.turn) + max(rates, default=0.0)

    @cached_property
    def _ends(self):
        return tuple(accumulate(stretch.seconds for stretch in self.stretches))

    @cached_property
    def cycle(self):
        """How long one round takes [s]; 0 for a mover that has no path."""
        return self._ends[-1] if self.stretches and len(self.path) > 1 else 0.0


def reverse(stretch):
    return Stretch(stretch.end, stretch.start, stretch.seconds)


def between(start, end, share):
    """Place and heading at a share of the way between two waypoints."""
    if start is end:
        return start.to, start.heading
    place = tuple(a + (b - a) * share for a, b in zip(start.to, end.to))
    return place, start.heading + (end.heading - start.heading) * share
