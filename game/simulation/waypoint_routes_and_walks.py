"""Routes of waypoints through a level, and a walker that always walks towards the next waypoint.

A routes file is JSON. `zones[].routes[].pts` are the positions of the feet at the waypoints [m]. Optional are `agent.climb`, the
highest step on the routes [m], and `file` and `scale`, the name of the mesh file and its metres per unit. Other content is
ignored.
"""

import json
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import dist, hypot, inf, isfinite
from typing import NamedTuple

from ..core.elementary_functions import atan2
from ..core.input_errors import InputError
from ..core.vec3 import DOWN, Vector
from ..player.player_state import Ground
from .intent_and_tick_record import Intent, TickRecord
from .simulation import Simulation

# Horizontal distance at which a waypoint is reached [m]. Smaller: a tick may step over it; larger: corners are cut.
GOAL_RADIUS = 0.15
# Vertical distance of the feet at which it is reached [m]. Smaller: a waypoint that floats above stairs is missed; larger: the
# storey below counts.
GOAL_HEIGHT = 0.6
# A walker is stuck when it covers less than STUCK_SHARE of the full distance in STUCK_TIME [s]. Shorter or more: a walker that
# rubs along a wall is stuck, too.
STUCK_TIME, STUCK_SHARE = 1.0, 0.1
# A walker is late when it takes this many times the time of the path's length at full speed. Smaller: a detour around a pillar is
# late; larger: no walker is ever late.
LATE_FACTOR = 1.3


class Routes(NamedTuple):
    """Paths of waypoints through a level. Other fields are None if the file does not say them."""

    paths: tuple[tuple[Vector, ...], ...]  # for each route its waypoints, positions (x, y, z) of the feet [m]
    step_up: float | None = None  # highest step [m]
    scale: float | None = None  # metres per unit of the mesh file
    file: str | None = None  # its name


class RouteResult(NamedTuple):
    failure: str | None  # "late", "stuck" or "below the mesh", or None if the walker arrived
    leg: int  # number of the last leg walked, from 1; a leg leads from one waypoint to the next
    feet: Vector  # position of the feet at the end (3,) [m]
    seconds: float  # duration of the walk [s]
    straight: float  # length of the path, divided by the walking speed [s]


# The file


def parse_routes(text: str, name: str = "routes") -> Routes:
    """Return the Routes in the text of a routes file. Raise InputError that names the fault. name: the file's name in errors"""
    try:
        found = json.loads(text)
        paths = tuple(tuple(map(waypoint, route["pts"])) for zone in found["zones"] for route in zone["routes"])
        routes = Routes(paths, amount(found.get("agent", {}).get("climb")), amount(found.get("scale")), found.get("file"))
    except (ValueError, TypeError, KeyError, AttributeError, OverflowError, RecursionError) as error:
        wanted = 'JSON such as {"zones": [{"routes": [{"pts": [[0, 0, 0], [0, 5, 0]]}]}]}'
        raise InputError(f"{name}: not a routes file, which is {wanted}: {error or type(error).__name__}") from None
    if not paths or any(len(set(path)) < 2 for path in paths):
        raise InputError(f"{name}: a routes file must contain a route, and each route two different waypoints")
    return routes


def waypoint(values: Iterable[float]) -> Vector:
    x, y, z = map(finite, values)
    return x, y, z


def amount(value: float | None) -> float | None:
    """Return a number of a routes file as a float, or None for None. Raises ValueError, or TypeError for no number."""
    return None if value is None else finite(value)


def finite(value: float) -> float:
    if not isfinite(value):
        raise ValueError(f"{value} is not a finite number")
    return float(value)


# The walker


def walk_route(sim: Simulation, path: Sequence[Vector]) -> RouteResult:
    """Walk along the path of the feet [m], from its first waypoint on, until the player arrives or fails."""
    x, y, z = path[0]
    sim.teleport((x, y, z + sim.params.feet + sim.params.skin))
    straight = sum(dist(a, b) for a, b in pairwise(path)) / sim.params.speed
    watch, leg = WalkFailureWatch(sim), 1
    while True:
        while leg < len(path) and is_reached(sim, path[leg]):
            leg += 1
        failure = watch.failure or ("late" if sim.time > LATE_FACTOR * straight else None)
        if leg == len(path) or failure:
            return RouteResult(failure, min(leg, len(path) - 1), feet_of(sim), sim.time, straight)
        watch.update(sim.tick(intent_towards(sim, path[leg])))


def feet_of(sim: Simulation) -> Vector:
    """Return the position of the feet (3,) [m] of a Simulation's player, which is not crouched and whose up is +z."""
    x, y, z = sim.state.position
    return x, y, z - sim.params.feet


def is_reached(sim: Simulation, goal: Vector) -> bool:
    """True if the feet are within GOAL_RADIUS and GOAL_HEIGHT of a waypoint."""
    x, y, z = feet_of(sim)
    return hypot(goal[0] - x, goal[1] - y) < GOAL_RADIUS and abs(goal[2] - z) < GOAL_HEIGHT


def intent_towards(sim: Simulation, goal: Vector) -> Intent:
    """Return the Intent with which the player turns and walks straight to a waypoint, and does not pass it in this tick."""
    x, y = goal[0] - sim.state.position[0], goal[1] - sim.state.position[1]
    away = max(hypot(x, y), sim.params.speed / sim.hz)
    return Intent((x / away, y / away), heading=atan2(-x, y))


class WalkFailureWatch:
    """A detector of a walker's first failure: "stuck" or "below the mesh"."""

    def __init__(self, sim: Simulation):
        self.sim = sim
        self.failure: str | None = None
        ticks = round(STUCK_TIME * sim.hz)
        self._distances = deque([sim.params.speed / sim.hz] * ticks, maxlen=ticks)  # of the last ticks [m]

    def update(self, record: TickRecord) -> None:
        """Set `failure` if the walker fails in the tick of a TickRecord. The first failure stays."""
        self._distances.append(dist(record.before.position, record.after.position))
        if record.after.returns or self._is_below():
            self.failure = self.failure or "below the mesh"
        elif sum(self._distances) < STUCK_SHARE * STUCK_TIME * self.sim.params.speed:
            self.failure = self.failure or "stuck"

    def _is_below(self) -> bool:
        """True if the walker is in the air and has no triangle of the level below."""
        state, nearby, lowest = self.sim.state, self.sim.nearby, self.sim.mesh.bounds[0][2]
        return state.ground == Ground.AIR and nearby.raycast(state.position, DOWN, state.position[2] - lowest + 1.0) == inf


# The report


def report_lines(walks: Sequence[RouteResult], speed: float) -> list[str]:
    """Return the lines of a report: the share of routes that arrived, their times, and the position of each failure."""
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
