"""The places where a peer fails: it sticks, falls or sinks where the player does not."""

from __future__ import annotations

from collections import deque
from math import ceil, dist, hypot
from typing import NamedTuple

from ..collision import Ellipsoid, Nearby, Rules
from ..core.vec3 import Vector
from ..simulation import PlayerParams
from .capsule_shape import Capsule

STICKS, FALLS, SINKS = "sticks", "falls", "sinks"
# A peer sticks if in STUCK_TIME [s] it gets less than STUCK_SHARE as far as the player. The player must walk at least STUCK_WAY
# of its speed. Shorter, or more: it sticks at every corner; longer, or less: a peer that trembles in a gap never sticks.
STUCK_TIME, STUCK_SHARE, STUCK_WAY = 1.0, 0.2, 0.3
# [m] A peer farther than this from the player's path is not said to stick. Less: one beside a door is missed; more: one that took
# another way sticks at walls that the player never met.
BESIDE = 1.0
# A peer falls if it goes down faster than FAST [m/s] to FELL [m] below the lowest place of the player's path. Less: a leap from a
# kerb is a fall; more: a fall into a low room is missed.
FAST, FELL = 3.0, 2.0
FOOTING = 1.0  # [m/s] slower than this it does not fall yet. Slower: a walk down stairs is a fall; faster: the mark is late
# A peer sinks if its capsule is deeper than SUNK [m] in the mesh for SUNK_TIME [s]. Less: the margin of Bullet's shapes counts:
# it stands .04 m deep in most floors; more: a foot in the floor is missed.
SUNK, SUNK_TIME = 0.1, 0.1
REMEMBERED = 20.0  # [s] of the player's path. Shorter: a slow peer is not seen to stick; longer: only memory
APART = 1.0  # [m] between two marks of a kind. Less: a heap of labels; more: the next step's failure is missed
# Distance of the spheres that stand for a capsule, as a part of its radius. More: an edge between two of them seems less deep, at
# 0.5 by 3 % of the radius; less: only slower.
SPACING = 0.5


class Failure(NamedTuple):
    """A failure of a peer.

    kind: STICKS, FALLS or SINKS
    tick: tick in which the failure was detected
    place: centre of the peer's body (3,) [m] in this tick, but for FALLS at the beginning of the fall
    """

    kind: str
    tick: int
    place: Vector


class PeerFailureWatch:
    """A detector of the failures of one peer's character. A new character at the player's place needs a new detector.

    near: Nearby of the level's mesh, not shared with other code
    params: PlayerParams, for the size and the speed of the body
    hz: ticks per second
    """

    def __init__(self, near: Nearby, params: PlayerParams, hz: int):
        self._interior = CapsuleDepth(near, Capsule.of(params))
        self._hz, self._least_way = hz, STUCK_WAY * STUCK_TIME * params.speed
        self._steps = deque(maxlen=round(STUCK_TIME * hz))  # (own place, player's own walk [m]) of the last ticks
        self._path = deque(maxlen=round(REMEMBERED * hz))  # of the player
        self._footing, self._deep = None, 0  # last place where it did not fall; ticks that it is too deep

    def detect(self, tick: int, own: Vector, player: Vector, walked: tuple[float, float]) -> list[Failure]:
        """Return the Failures of a peer in a tick, which must follow the tick of the last call.

        A failure that lasts is returned in each of its ticks (see `is_new`).
        own, player: centres of the peer's and the player's body after the tick (3,) [m]
        walked: horizontal displacement (x, y) of the player by its own walk [m], without base motion
        """
        before = self._steps[-1][0] if self._steps else own
        self._steps.append((own, walked))
        self._path.append(player)
        sinking = (before[2] - own[2]) * self._hz
        if sinking < FOOTING or self._footing is None:
            self._footing = own
        self._deep = self._deep + 1 if self._interior.depth(own) > SUNK else 0
        found = []
        if self._is_stuck(own):
            found.append(Failure(STICKS, tick, own))
        if sinking > FAST and own[2] < min(place[2] for place in self._path) - FELL <= self._footing[2]:
            found.append(Failure(FALLS, tick, self._footing))
        if self._deep >= SUNK_TIME * self._hz:
            found.append(Failure(SINKS, tick, own))
        return found

    def _is_stuck(self, own: Vector) -> bool:
        if len(self._steps) < self._steps.maxlen:
            return False
        way = hypot(*(sum(walked[axis] for _, walked in self._steps) for axis in (0, 1)))
        if way < self._least_way or dist(own[:2], self._steps[0][0][:2]) >= STUCK_SHARE * way:
            return False
        return any(dist(own, place) < BESIDE for place in self._path)


def is_new(failure: Failure, earlier: list[Failure]) -> bool:
    """True if no earlier failure of the same kind is nearer than APART."""
    return all(failure.kind != one.kind or dist(failure.place, one.place) >= APART for one in earlier)


class CapsuleDepth:
    """The depth of a capsule in a mesh, measured with Glissade's own contact test.

    near: Nearby of the mesh, not shared with other code
    capsule: Capsule
    """

    def __init__(self, near: Nearby, capsule: Capsule):
        radius = capsule.radius
        self._near, self._capsule = near.use(Ellipsoid((radius, radius, radius)), Rules.modern()), capsule

    def depth(self, position: Vector) -> float:
        """Return the deepest penetration [m] of the capsule with its centre at `position` (3,) [m].

        It is the deepest one of the spheres of `sphere_centres`. It is at most 0 if the capsule is free, and -inf if no
        triangle is near.
        """
        return max(map(self._near.depth, sphere_centres(self._capsule, position)))


def sphere_centres(capsule: Capsule, position: Vector) -> list[Vector]:
    """Return the centres [(3,), ...] [m] of a row of spheres that stands for a capsule. They have the capsule's radius.

    position: centre of the capsule (3,) [m]
    """
    x, y, z = position
    gaps = ceil(2.0 * capsule.half_axis / (SPACING * capsule.radius)) or 1
    return [(x, y, z + capsule.half_axis * (2.0 * i / gaps - 1.0)) for i in range(gaps + 1)]
