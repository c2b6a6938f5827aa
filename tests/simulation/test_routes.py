"""Routes that a navigation mesh found through strangers' levels: a player steered from waypoint to waypoint gets there.

The meshes and routes are no part of this project; they are read where they lie beside the checkout.
"""

import json
from importlib.util import find_spec
from math import hypot, isfinite
from pathlib import Path

import pytest

from game.level import load_level
from game.simulation import Intent, Simulation

SHARED = Path(__file__).parents[3] / "shared"
ROUTES = sorted((SHARED / "routes").glob("*.json"))
AXES = {"simple_room.glb": "z-up"}  # its author stored it against the standard of its format
NEAR = 0.15  # from a waypoint [m], seen from above
SLOWER = 1.5  # part of the time that a straight walk takes

if not ROUTES:
    pytest.skip(f"no routes beside the checkout, in {SHARED.name}/routes", allow_module_level=True)


def mesh_file(name):
    """Where the level of a routes file lies: with the routes, or in Panda3D's wheel."""
    if name != "environment.egg":
        return SHARED / "meshes" / name
    spec = find_spec("panda3d")
    if spec is None:
        pytest.skip("panda3d, which brings this level, is not installed")
    return Path(spec.origin).parent / "models" / "environment.egg.pz"


def walk_to(sim, goal, dt=1 / 60):
    """Steer straight to a waypoint, feet (x, y, z) [m]; says whether the player got there in time."""
    x, y, _ = sim.state.position
    for _ in range(int((SLOWER * hypot(goal[0] - x, goal[1] - y) / sim.params.speed + 1.0) / dt)):
        dx, dy, dz = (g - p for g, p in zip(goal, sim.state.position))
        away = hypot(dx, dy)
        if away < NEAR and abs(dz + sim.params.feet) < 0.5:
            return True
        slow = max(away, sim.params.speed * dt)
        sim.tick(Intent((dx / slow, dy / slow)))
        assert all(isfinite(p) for p in sim.state.position)
    return False


def lost_legs(sim, points):
    """The legs of a route that the player did not walk; he is put at the start of the one after a lost leg."""
    lost, (x, y, z) = [], points[0]
    sim.teleport((x, y, z + sim.params.feet + 0.02))
    for number, goal in enumerate(points[1:]):
        if not walk_to(sim, goal):
            lost.append((number, goal, sim.state.position))
            sim.teleport((goal[0], goal[1], goal[2] + sim.params.feet + 0.02))
    return lost


@pytest.mark.parametrize("path", ROUTES, ids=lambda path: path.stem)
def test_every_leg_of_every_route_is_walked(path):
    routes = json.loads(path.read_text())
    level = load_level(str(mesh_file(routes["file"])), axis=AXES.get(routes["file"]), scale=routes["scale"])
    sim = Simulation(level, history=1)
    legs = [lost_legs(sim, route["pts"]) for zone in routes["zones"] for route in zone["routes"]]
    assert [lost for lost in legs if lost] == []
