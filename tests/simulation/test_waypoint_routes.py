"""Routes that a navigation mesh found through strangers' levels: a player steered from waypoint to waypoint gets there.

143 routes through five levels, at 5 m/s, with the step height that the file asks for: every player arrives in at most 1.3 times
its length's time, is never below the mesh, and never stuck for a second (waypoint_routes_and_walks.py checks all three).
The meshes and routes are no part of this project; they are read where they lie beside the checkout.
"""

import json
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from game.level import load_level
from game.simulation import PlayerParams, Simulation
from game.simulation.waypoint_routes_and_walks import parse_routes, walk_route

SHARED = Path(__file__).parents[3] / "shared"
ROUTES = sorted((SHARED / "routes").glob("*.json"))
AXES = {"simple_room.glb": "z-up"}  # its author stored it against the standard of its format
USUAL = 1.02  # part of the path's time that today's walkers take at most: no detour, no rubbing, no catching anywhere

if not ROUTES:
    pytest.skip(f"no routes beside the checkout, in {SHARED.name}/routes", allow_module_level=True)


def mesh_file(name):
    """The path of the level of a routes file: beside the routes, or in Panda3D's wheel."""
    if name != "environment.egg":
        return SHARED / "meshes" / name
    spec = find_spec("panda3d")
    if spec is None:
        pytest.skip("panda3d, which brings this level, is not installed")
    return Path(spec.origin).parent / "models" / "environment.egg.pz"


@lru_cache
def level_of_routes(path, scale):
    name = json.loads(path.read_text())["file"]
    return load_level(str(mesh_file(name)), axis=AXES.get(name), scale=scale)


@pytest.mark.parametrize("hz", [30, 60, 120])
@pytest.mark.parametrize("path", ROUTES, ids=lambda path: path.stem)
def test_every_route_arrives(path, hz):
    routes = parse_routes(path.read_text(), path.name)
    params = PlayerParams(speed=5.0, step_up=routes.step_up)
    sim = Simulation(level_of_routes(path, routes.scale), params, hz=hz, history=1)
    walks = [walk_route(sim, way) for way in routes.paths]
    assert [walk for walk in walks if walk.failure] == []
    assert max(walk.seconds / walk.straight for walk in walks) < USUAL
