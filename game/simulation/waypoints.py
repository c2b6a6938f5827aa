"""Routes: waypoints through a level, and a walker who follows them by turning towards the next one.

A routes file is JSON: `zones[].routes[].pts` are the waypoints' feet [m]; `agent.climb` [m] is the step that they ask for, and
`scale` that of the mesh file they lie in, both of which may be left out. Anything else in it is for whoever made it.
"""

import json
from collections import deque
from itertools import pairwise
from math import atan2, dist, hypot, inf, isfinite
from typing import NamedTuple

from ..errors import InputError
from .state import Ground, Intent

# How near a waypoint counts as reached [m, seen from above]. Smaller: a tick may step over it; larger: corners are cut.
NEAR = 0.15
# How far above or below it the feet may be [m]. Smaller: one that floats above stairs is missed; larger: storeys mix.
STOREY = 0.6
# Who gets less far in so long [s] than so much of the wished way is stuck. Shorter or more: so is who rubs along a wall.
STUCK_TIME, STUCK_SHARE = 1.0, 0.1
# Who takes so many times longer than the path's length at full speed is late. Smaller: a way around a pillar is; larger: no bar.
LATEST = 1.3


class Routes(NamedTuple):
    """paths: waypoints of each route, feet (x, y, z) [m]; step_up: that they ask for [m]; scale: of the mesh file; or None"""

    paths: tuple
    step_up: float | None = None
    scale: float | None = None


class Walked(NamedTuple):
    """How one route went.

    failure: what went wrong, or None; leg: the one walked last, from 1; feet: where the walk ended [m]
    seconds: it took; straight: [s] what the path's length takes at full speed
    """

    failure: str | None
    leg: int
    feet: tuple
    seconds: float
    straight: float


# The file


def parse_routes(text, name="routes"):
    """Read a routes file. Returns Routes; raises InputError that says what is wrong."""
    try:
        found = json.loads(text)
        paths = tuple(tuple(map(waypoint, route["pts"])) for zone in found["zones"] for route in zone["routes"])
        routes = Routes(paths, amount(found.get("agent", {}).get("climb")), amount(found.get("scale")))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        wanted = 'JSON such as {"zones": [{"routes": [{"pts": [[0, 0, 0], [0, 5, 0]]}]}]}'
        raise InputError(f"{name}: not a routes file, which is {wanted}: {error or type(error).__name__}") from None
    if not paths or any(len(set(path)) < 2 for path in paths):
        raise InputError(f"{name}: a routes file needs a route, and each route two different waypoints")
    return routes


def waypoint(values):
    x, y, z = map(finite, values)
    return x, y, z


def amount(value):
    """A number that need not be said."""
    return None if value is None else finite(value)


def finite(value):
    if not isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return float(value)


# The walker


def follow(sim, path):
    """Walk a path (feet of the waypoints [m]) at the walking speed, always turned towards the next waypoint. Returns Walked."""
    x, y, z = path[0]
    sim.teleport((x, y, z + sim.params.feet + sim.params.skin))
    straight = sum(dist(a, b) for a, b in pairwise(path)) / sim.params.speed
    watch, leg = Watch(sim), 1
    while True:
        while leg < len(path) and reached(sim, path[leg]):
            leg += 1
        failure = watch.failure or ("late" if sim.time > LATEST * straight else None)
        if leg == len(path) or failure:
            return Walked(failure, min(leg, len(path) - 1), feet(sim), sim.time, straight)
        watch.look(sim.tick(towards(sim, path[leg])))


def feet(sim):
    x, y, z = sim.state.position
    return x, y, z - sim.params.feet


def reached(sim, goal):
    x, y, z = feet(sim)
    return hypot(goal[0] - x, goal[1] - y) < NEAR and abs(goal[2] - z) < STOREY


def towards(sim, goal):
    """The intent to walk straight at a waypoint, looking at it, and in this tick no farther than it."""
    x, y = goal[0] - sim.state.position[0], goal[1] - sim.state.position[1]
    away = max(hypot(x, y), sim.params.speed / sim.hz)
    return Intent((x / away, y / away), heading=atan2(-x, y))


class Watch:
    """What must never happen to a walker: `failure` names the first of it that did."""

    def __init__(self, sim):
        self.sim, self.failure = sim, None
        ticks = round(STUCK_TIME * sim.hz)
        self._ways = deque([sim.params.speed / sim.hz] * ticks, maxlen=ticks)  # of the last ticks [m]

    def look(self, record):
        self._ways.append(dist(record.before.position, record.after.position))
        if record.after.returns or self._is_below():
            self.failure = self.failure or "below the mesh"
        elif sum(self._ways) < STUCK_SHARE * STUCK_TIME * self.sim.params.speed:
            self.failure = self.failure or "stuck"

    def _is_below(self):
        """In the air, with nothing of the level beneath."""
        state, lowest = self.sim.state, self.sim.mesh.bounds[0][2]
        return state.ground == Ground.AIR and self.sim.near.drop(state.position, state.position[2] - lowest + 1.0) == inf


# The report


def told(walks, speed):
    """Lines on how the routes went: the share that arrived, the time it took, and where each failure happened."""
    arrived = [walk for walk in walks if walk.failure is None]
    lines = [f"{len(arrived)} of {len(walks)} routes arrived ({100 * len(arrived) / len(walks):.3g} %)"]
    if arrived:
        seconds, straight = sum(walk.seconds for walk in arrived), sum(walk.straight for walk in arrived)
        slowest = max(walk.seconds / walk.straight for walk in arrived)
        lines[0] += f": {straight * speed:.0f} m in {seconds:.1f} s"
        lines[0] += f", {seconds / straight:.3f} of what their length takes at {speed:g} m/s, the slowest {slowest:.3f}"
    for number, walk in enumerate(walks, 1):
        if walk.failure:
            place = ", ".join(f"{x:.4f}" for x in walk.feet)
            lines.append(f"route {number}, leg {walk.leg}: {walk.failure}, feet at {place} after {walk.seconds:.2f} s")
    return lines
