"""The characters of other engines by their names, each also as a twin of the player, and where it sticks, falls or sinks."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import lru_cache
from math import ceil, dist, hypot
from typing import NamedTuple, Protocol

from ..collision import Ellipsoid, Nearby, Rules, TriangleMesh
from ..core.input_errors import InputError
from ..core.vec3 import Vector
from ..level import Level
from ..simulation import PlayerParams, PlayerState, Simulation, TickRecord
from ..simulation.forum_player import has_turned_gravity
from ..simulation.respawn_and_portals import was_teleported
from ..simulation.twins import FORUM, Twin, TwinMark, forum_repairs, rules_of, time_text
from . import bullet, rapier
from .capsule_shape import Capsule

BULLET, RAPIER = "Bullet", "Rapier"
NAMES = BULLET, RAPIER
INSTALL = "Rapier is not installed; python -m pip install rapier3d adds it"


class Character(Protocol):
    def step(self, velocity: tuple[float, float], jump: bool = False) -> None:
        """Walk for one tick with a horizontal velocity (x, y) [m/s]."""

    def position(self) -> Vector:
        """Return the position of the centre [m]."""


def installed() -> tuple[str, ...]:
    return NAMES if rapier.installed() else (BULLET,)


def check(name: str, level: Level) -> None:
    """Raise InputError if a peer is not installed, or if gravity in the level is not along -z everywhere."""
    if name == RAPIER and not rapier.installed():
        raise InputError(INSTALL)
    if has_turned_gravity(level):
        raise InputError(f"{name} cannot walk in {level.name}: its gravity is not straight down everywhere")


def features_without_collision(level: Level) -> list[str]:
    return [name for name in ("movers", "volumes", "exhibits") if getattr(level, name)]


def new_characters(name: str, mesh: TriangleMesh, params: PlayerParams, hz: int) -> Callable[[Vector], Character]:
    """Return a function of a centre [m] that makes a peer's character. Bullet's last one is removed first."""
    if name == RAPIER:
        colliders = rapier_world(mesh)
        return lambda position: rapier.RapierPlayer(colliders, position, params, hz)
    world = bullet_world(mesh).copy()
    last: list[bullet.BulletCharacter] = []

    def character(position: Vector) -> Character:
        while last:
            last.pop().remove()
        last.append(bullet.BulletCharacter(world, position, params, hz))
        return last[0]

    return character


# A world takes as long to build as the level's own tree, and twins begin again often. So that of the last mesh is kept.


@lru_cache(maxsize=1)
def bullet_world(mesh: TriangleMesh) -> bullet.BulletWorld:
    return bullet.BulletWorld(mesh.vertices, mesh.triangles)


@lru_cache(maxsize=1)
def rapier_world(mesh: TriangleMesh) -> rapier.RapierWorld:
    return rapier.RapierWorld(mesh.vertices, mesh.triangles)


STICKS, FALLS, SINKS = "sticks", "falls", "sinks"
# A peer sticks if in BLOCKED_TIME [s] it gets less than BLOCKED_SHARE as far as the player. The player must walk at least
# BLOCKED_WAY of its speed. Shorter, or more: it sticks at every corner; longer, or less: one that trembles in a gap never sticks.
BLOCKED_TIME, BLOCKED_SHARE, BLOCKED_WAY = 1.0, 0.2, 0.3
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
    """A failure of a peer: STICKS, FALLS or SINKS, when it was detected, and where [m], or where the fall began."""

    kind: str
    tick: int
    place: Vector


class PeerFailureWatch:
    """A detector of the failures of one peer's character. A new character at the player's place needs a new one.

    nearby: of the level's mesh, not shared with other code; params: for the size and the speed of the body
    """

    def __init__(self, nearby: Nearby, params: PlayerParams, hz: int):
        self._interior = CapsuleDepth(nearby, Capsule.of(params))
        self._hz, self._least_way = hz, BLOCKED_WAY * BLOCKED_TIME * params.speed
        self._watched = round(BLOCKED_TIME * hz)  # ticks
        # (own place, player's own walk [m]) of the last ticks
        self._steps: deque[tuple[Vector, tuple[float, float]]] = deque(maxlen=self._watched)
        self._path: deque[Vector] = deque(maxlen=round(REMEMBERED * hz))  # of the player
        self._footing: Vector | None = None  # last place where it did not fall
        self._deep = 0  # ticks that it is too deep

    def detect(self, tick: int, own: Vector, player: Vector, walked: tuple[float, float]) -> list[Failure]:
        """Return the failures in the tick after the last call's. One that lasts is returned again (`is_new`).

        own, player: centres [m] after the tick; walked: (x, y) of the player by its own walk [m], without base motion
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
        if len(self._steps) < self._watched:
            return False
        way = hypot(*(sum(walked[axis] for _, walked in self._steps) for axis in (0, 1)))
        if way < self._least_way or dist(own[:2], self._steps[0][0][:2]) >= BLOCKED_SHARE * way:
            return False
        return any(dist(own, place) < BESIDE for place in self._path)


def is_new(failure: Failure, earlier: list[Failure]) -> bool:
    return all(failure.kind != one.kind or dist(failure.place, one.place) >= APART for one in earlier)


class CapsuleDepth:
    """The depth of a capsule in a mesh, measured with Glissade's own contact test. nearby: not shared with other code"""

    def __init__(self, nearby: Nearby, capsule: Capsule):
        radius = capsule.radius
        self._nearby, self._capsule = nearby.use(Ellipsoid((radius, radius, radius)), Rules.modern()), capsule

    def depth(self, position: Vector) -> float:
        """Return the deepest penetration [m] of the capsule's spheres, at most 0 if it is free, or -inf."""
        return max(map(self._nearby.depth, sphere_centres(self._capsule, position)))


def sphere_centres(capsule: Capsule, position: Vector) -> list[Vector]:
    """Return the centres [m] of a row of spheres that stands for a capsule around a position. They have the capsule's radius."""
    x, y, z = position
    gaps = ceil(2.0 * capsule.half_axis / (SPACING * capsule.radius)) or 1
    return [(x, y, z + capsule.half_axis * (2.0 * i / gaps - 1.0)) for i in range(gaps + 1)]


OUT = 10.0  # [m] below the mesh at which a fresh character begins. Less: the fall is hardly seen; more: it is gone for longer
SHOWN = 8  # marks of a peer. Fewer: earlier places vanish; more: labels hide the level
GAP = 0.02  # [m] above the player's feet at the start. Less: a peer begins inside its own margin; more: it drops visibly


class PeerTwin:
    """A character of another engine that gets the player's intents. It never alters the player.

    It collides only with the static mesh, and stays upright while the player crouches. Other engines cannot go back to an earlier
    state. So after a rewind, the path stays, and a fresh character continues from the player's place. So it does after a teleport
    of the player, and after the peer fell out of the level.
    failures: since the start, without those near an earlier one of the same kind. Raises InputError if the peer is not installed
    or cannot walk in this level.
    """

    def __init__(self, player: Simulation, choice: str):
        check(choice, player.level)
        self.choice = choice
        self.failures: list[Failure] = []
        self._params, self._hz, self._nearby = player.params, player.hz, Nearby(player.mesh)
        self._characters = new_characters(choice, player.mesh, player.params, player.hz)
        self._character: Character | None = None  # None: not begun
        self._begins = 0

    def tick(self, record: TickRecord) -> tuple[PlayerState, float]:
        """Repeat a tick of the player. Returns the peer's state, whose `ported` counts fresh ones, and its distance [m]."""
        character = self._character or self._begin(record.before)
        before, after, intent = character.position(), record.after, record.intent
        character.step(self._velocity(record), intent.jump and not record.before.jump_held)
        own = character.position()
        is_moved = was_teleported(record.before, after)
        if not is_moved:
            self._store_failures(record, own)
        if is_moved or own[2] < self._nearby.mesh.bounds[0][2] - OUT:
            before = own = self._begin(after).position()
        vx, vy, vz = ((b - a) * self._hz for a, b in zip(before, own))
        state = PlayerState(own, velocity=(vx, vy, vz), heading=after.heading, tick=after.tick, ported=self._begins)
        return state, dist(own, after.position)

    def _begin(self, state: PlayerState) -> Character:
        """Make a fresh character at the place of the player, its feet GAP above the player's, also if the player crouches."""
        x, y, z = state.position
        lift = GAP + self._params.feet - self._params.at(state.crouched).feet
        self._character = self._characters((x, y, z + lift))
        self._watch, self._begins = PeerFailureWatch(self._nearby, self._params, self._hz), self._begins + 1
        return self._character

    def _velocity(self, record: TickRecord) -> tuple[float, float]:
        """Return the horizontal velocity (x, y) [m/s] that the input of a tick requests, at most the walking or running speed."""
        params, (x, y) = self._params.at(record.after.crouched), record.intent.wish
        speed = (params.run_speed if record.intent.run else params.speed) / max(1.0, hypot(x, y))
        return x * speed, y * speed

    def _store_failures(self, record: TickRecord, own: Vector) -> None:
        """Store new failures with the peer at `own` [m], but none while the player crouches in too low a place."""
        before, after = record.before, record.after
        if after.crouched > 0.0:
            self._watch = PeerFailureWatch(self._nearby, self._params, self._hz)
            return
        x, y = (record.ride.displacement[axis] + after.flow[axis] / self._hz for axis in (0, 1))
        walked = after.position[0] - before.position[0] - x, after.position[1] - before.position[1] - y
        found = self._watch.detect(record.tick, own, after.position, walked)
        self.failures += [failure for failure in found if is_new(failure, self.failures)]

    def go_back(self, state: PlayerState) -> None:
        """Forget all failures after an earlier state of this twin. The next tick begins with a fresh character."""
        self._character = None
        self.failures = [failure for failure in self.failures if failure.tick <= state.tick]

    def marks(self, tick: int) -> list[TwinMark]:
        """Return the newest failures up to a tick, at most SHOWN."""
        known = [failure for failure in self.failures if failure.tick <= tick]
        return [TwinMark(place, f"{kind} here: {time_text(at, self._hz)}") for kind, at, place in known[-SHOWN:]]

    def status(self, tick: int) -> str:
        """Return a short text about the newest failure up to a tick, or "walks along so far" if there is none."""
        known = [failure for failure in self.failures if failure.tick <= tick]
        return f"{known[-1].kind} at {time_text(known[-1].tick, self._hz)}" if known else "walks along so far"


def twin_of(player: Simulation, choice: str, state: PlayerState) -> Twin | PeerTwin:
    """Return a PeerTwin for the name of a peer, or a Twin that begins in a state for the name of rules.

    Raises InputError if the peer is not installed or cannot walk in this level, and ValueError for an unknown name.
    """
    if choice in NAMES:
        return PeerTwin(player, choice)
    if forum_repairs(choice) is None:
        rules_of(choice, "twin", (FORUM, *NAMES))
    return Twin(player, choice, state)
