"""Routes walked by several controllers: how many each one walks, and the positions where it fails."""

from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np

from ..collision import Nearby, TriangleMesh
from ..core.input_errors import InputError
from ..core.safe_files import read_text
from ..level import Level, load_level
from ..other_engines.engine_twins_and_failures import GAP, installed, new_characters
from ..simulation import Ground, Intent, PlayerParams, Simulation
from ..simulation.waypoint_routes_and_walks import RouteResult, Routes, parse_routes, report_lines, walk_route
from .harness import ResultTable

HZ = 60
ABOVE, BELOW = 1.0, 2.0  # [m] a waypoint has a floor if a ray from this far above it meets one before this far below that
SHOWN = 3  # failures of a controller in one level that the note names
PACKED = ".pz"  # ending of Panda3D's compressed files
NOTE = "The walker heads for the next waypoint at 5 m/s; it fails when it is stuck, late, or below the mesh."


def routes_table(files: list[str], folder: str | None = None) -> ResultTable:
    """Return the number of routes that each controller walks in each file, with a note of the first SHOWN failures.

    folder: of their mesh files, None for that of each routes file. Raises InputError that names the first fault in a file.
    """
    names, rows, notes = ["Glissade", *installed()], [], [NOTE]
    for path in files:
        routes = parse_routes(read_text(path), path)
        level = level_of(routes, path, folder)
        params = PlayerParams() if routes.step_up is None else PlayerParams(step_up=routes.step_up)
        row = [Path(path).stem, len(routes.paths)]
        for name in names:
            players = (cast(Simulation, one) for one in simulations(name, level, params))  # peers have what `walk_route` reads
            walks = [walk_route(player, route) for player, route in zip(players, routes.paths)]
            row.append(sum(walk.failure is None for walk in walks))
            notes += failures(f"{row[0]}, {name}", walks, params.speed)
        rows.append(tuple(row))
    return ResultTable("Routes walked", ("level", "routes", *names), rows, "\n".join(notes))


def failures(label: str, walks: list[RouteResult], speed: float) -> list[str]:
    """Return lines about the first SHOWN failures among walks at a speed [m/s], and a line with the number of others, if any."""
    lines = report_lines(walks, speed)[1:]
    rest = [f"{label}: {len(lines) - SHOWN} more"] if len(lines) > SHOWN else []
    return [f"{label}: {line}" for line in lines[:SHOWN]] + rest


def level_of(routes: Routes, path: str, folder: str | None) -> Level:
    """Return the level of routes, by the up axis with the most floors (`floors_below`). Raises InputError."""
    if not routes.file:
        raise InputError(f'{path}: does not name its mesh file, as in "file": "hall.obj"')
    place = Path(folder) if folder else Path(path).parent
    found = [mesh for mesh in (place / routes.file, place / (routes.file + PACKED)) if mesh.is_file()]
    if not found:
        raise InputError(f"{path}: there is no {routes.file} in {place}; give its folder by --meshes")
    levels = [load_level(str(found[0]), axis=axis, scale=routes.scale) for axis in (None, "y-up", "z-up")]
    return max(levels, key=lambda level: floors_below(level.mesh, routes))


def floors_below(mesh: TriangleMesh, routes: Routes) -> int:
    """Return the number of waypoints that have a floor at most ABOVE [m] over them, or at most BELOW [m] under them."""
    places = np.array([point for route in routes.paths for point in route]) + (0.0, 0.0, ABOVE)
    return int(np.isfinite(mesh.raycast(places, np.tile((0.0, 0.0, -1.0), (len(places), 1)), ABOVE + BELOW)).sum())


def simulations(name: str, level: Level, params: PlayerParams) -> Iterator["Simulation | PeerSimulation"]:
    """Yield a simulation for each route, any number of times: for Glissade the same one, for a peer a new PeerSimulation."""
    if name == "Glissade":
        simulation = Simulation(level, params, hz=HZ, history=1)
        while True:
            yield simulation
    characters, nearby = new_characters(name, level.mesh, params, HZ), Nearby(level.mesh)
    while True:
        yield PeerSimulation(characters, nearby, params)


class PeerSimulation:
    """A peer's character as a Simulation for `walk_route`. The first `teleport` makes the character."""

    def __init__(self, characters: Callable, nearby: Nearby, params: PlayerParams):
        self.characters, self.nearby, self.mesh = characters, nearby, nearby.mesh
        self.params, self.hz, self.ticks = params, HZ, 0

    @property
    def time(self) -> float:
        return self.ticks / HZ

    @property
    def state(self) -> SimpleNamespace:
        """The state of the character. A peer counts as in the air, so that a fall below the mesh is detected."""
        return SimpleNamespace(position=self.character.position(), ground=Ground.AIR, returns=0)

    def teleport(self, position: tuple[float, float, float]) -> None:
        x, y, z = position
        self.character = self.characters((x, y, z + GAP))

    def tick(self, intent: Intent) -> SimpleNamespace:
        before, speed = self.state, self.params.speed
        self.character.step((intent.wish[0] * speed, intent.wish[1] * speed))
        self.ticks += 1
        return SimpleNamespace(before=before, after=self.state)
