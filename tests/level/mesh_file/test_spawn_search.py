"""The spawn that is found in a mesh: on a floor, free, and inside rather than on the roof."""

import numpy as np
import pytest

from game.collision import Ellipsoid, TriangleMesh, overlap
from game.level import load_level
from game.level.mesh_file.spawn_search import find_spawn
from game.level.mesh_file.tour_planner import plan_stroll
from game.level.parts import PARTS
from game.simulation import Ground, Intent, Simulation, parse_script

BODY = Ellipsoid()


def mesh_of(name, **values):
    shape = PARTS[name].build(**values)
    return TriangleMesh(shape.vertices, shape.triangles)


def free(mesh, spawn):
    x, y, z = spawn.feet
    return overlap(mesh, BODY, (x, y, z + BODY.radii[2] + 1e-4)) <= 1e-9


@pytest.mark.parametrize(("name", "values"), [
    ("floor", {}),
    ("room", {"size": (6.0, 9.0), "ceiling": True, "height": 3.0}),
    ("terrain", {"size": (30.0, 30.0), "roughness": 0.5, "cells": (30, 30), "seed": 4}),
    ("stairs", {"steps": 12, "width": 6.0, "landing": 5.0}),
    ("corridor", {"path": ((0.0, 0.0), (0.0, 8.0), (6.0, 8.0)), "width": 1.5}),
])
def test_the_player_starts_free_on_a_floor(name, values):
    mesh = mesh_of(name, **values)
    spawn = find_spawn(mesh)
    down = mesh.raycast(np.array([spawn.feet]) + (0.0, 0.0, 0.2), np.array([[0.0, 0.0, -1.0]]), np.array([5.0]))
    assert down[0] == pytest.approx(0.2, abs=1e-6)
    assert free(mesh, spawn) or name == "terrain"  # on a slope the foot of the body is not below its middle


def test_inside_a_room_and_not_on_its_roof():
    mesh = mesh_of("room", size=(8.0, 8.0), ceiling=True, height=3.0)
    assert find_spawn(mesh).feet[2] == pytest.approx(0.0)


def test_not_under_a_low_ceiling():
    mesh = mesh_of("room", size=(8.0, 8.0), ceiling=True, height=1.5)
    assert find_spawn(mesh).feet[2] > 1.0


def test_a_mesh_wound_inside_out_has_floors_too():
    shape = PARTS["room"].build(ceiling=True)
    mesh = TriangleMesh(shape.vertices, shape.triangles[:, ::-1])
    assert free(mesh, find_spawn(mesh))


def test_a_mesh_without_floors_is_started_above():
    wall = TriangleMesh([[0, 0, 0], [4, 0, 0], [4, 0, 3], [0, 0, 3]], [[0, 1, 2], [0, 2, 3]])
    assert find_spawn(wall).feet == (2.0, 0.0, 3.0)


def test_the_first_look_is_along_the_corridor():
    mesh = mesh_of("corridor", path=((0.0, 0.0), (0.0, 40.0)), width=1.5)
    heading, _ = plan_stroll(mesh, find_spawn(mesh))
    assert abs(np.sin(heading)) < 1e-9


def test_a_stroll_never_leaves_an_island(tmp_path):
    path = tmp_path / "island.obj"
    path.write_text("v -4 0 4\nv 4 0 4\nv 4 0 -4\nv -4 0 -4\nv -3 -9 0\nv -2 -9 0\nv -3 -9 1\nf 1 2 3 4\nf 5 6 7\n")
    level = load_level(path)
    simulation = Simulation(level)
    for intent in parse_script(level.tour, "tour").intents(level.spawn.heading):
        assert simulation.tick(intent).after.ground == Ground.FLOOR
    assert simulation.state.tick > 200


def test_standing_there_is_standing(tmp_path):
    path = tmp_path / "hill.obj"
    path.write_text("v -9 0 9\nv 9 0 9\nv 9 3 -9\nv -9 3 -9\nf 1 2 3 4\n")
    simulation = Simulation(load_level(path))
    before = simulation.state.position
    for _ in range(60):
        simulation.tick(Intent(wish=(0.0, 0.0)))
    assert simulation.state.ground == Ground.FLOOR
    assert np.linalg.norm(np.subtract(simulation.state.position, before)) < 0.15
