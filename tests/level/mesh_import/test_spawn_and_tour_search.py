"""The spawn that is found in a mesh: on a floor, free, and inside rather than on the roof."""

import itertools

import numpy as np
import pytest

from game.collision import Ellipsoid, TriangleMesh, overlap
from game.level import Spawn, load_level
from game.level.mesh_import import spawn_and_tour_search
from game.level.mesh_import.spawn_and_tour_search import (
    FACES_DOWN,
    MOST_ROUNDS,
    NO_ROOM,
    find_spawn,
    plan_stroll,
    reached_cells,
    regions,
)
from game.level.parts import PARTS
from game.simulation import Ground, Intent, Simulation, parse_script
from tests.level.mesh_import.mesh_makers import FACES

BODY = Ellipsoid()


def mesh_of(name, **values):
    shape = PARTS[name].build(**values)
    return TriangleMesh(shape.vertices, shape.triangles)


def free(mesh, spawn):
    x, y, z = spawn.at
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
    spawn = find_spawn(mesh).spawn
    down = mesh.raycast(np.array([spawn.at]) + (0.0, 0.0, 0.2), np.array([[0.0, 0.0, -1.0]]), np.array([5.0]))
    assert down[0] == pytest.approx(0.2, abs=1e-6)
    assert free(mesh, spawn) or name == "terrain"  # on a slope the foot of the body is not below its middle


def test_inside_a_room_and_not_on_its_roof():
    mesh = mesh_of("room", size=(8.0, 8.0), ceiling=True, height=3.0)
    assert find_spawn(mesh).spawn.at[2] == pytest.approx(0.0)


def box_mesh(*boxes):
    """A TriangleMesh of solid boxes, each (low, high) [m]."""
    vertices = [list(itertools.product(*zip(low, high))) for low, high in boxes]
    triangles = [np.array(FACES) + 8 * number for number in range(len(boxes))]
    return TriangleMesh(np.concatenate(vertices), np.concatenate(triangles))


STEPS = [((-2.0, 2.0 + 0.28 * number, 0.0), (2.0, 6.0, 0.18 * (number + 1))) for number in range(8)]
SLAB = ((-10.0, -10.0, -0.5), (10.0, 10.0, 0.0))


@pytest.mark.parametrize("boxes", [[SLAB, *STEPS], [SLAB], [((-10.0, -10.0, -0.5), (10.0, -9.0, 0.0))]])
def test_a_mesh_that_is_inside_out_is_said_to_be(boxes):
    """Its unit was said to be another one."""
    solid = box_mesh(*boxes)
    assert find_spawn(solid).remarks == ()
    turned = TriangleMesh(solid.vertices, solid.triangles[:, ::-1])
    spawn, remarks = find_spawn(turned)
    assert remarks == (FACES_DOWN,)
    down = turned.raycast(np.array([spawn.at]) + (0.0, 0.0, 0.2), np.array([[0.0, 0.0, -1.0]]), np.array([5.0]))
    assert down[0] == pytest.approx(0.2, abs=1e-6) and free(turned, spawn), "it stands on the backs of the faces"


def test_a_floor_that_points_down_is_said_to():
    floor = TriangleMesh(np.array([[-5.0, -5, 0], [5, -5, 0], [5, 5, 0], [-5, 5, 0]]), np.array([[0, 2, 1], [0, 3, 2]]))
    assert find_spawn(floor).remarks == (FACES_DOWN,)


@pytest.mark.parametrize("size", [(4.0, 4.0, 2.5), (12.0, 9.0, 2.6), (40.0, 30.0, 4.0)])
def test_rooms_of_a_wrong_unit_are_said_to_be(size):
    """The walls of a room face inwards, as those of a solid that is inside out do."""
    x, y, z = (0.1 * length for length in size)
    inside = box_mesh(((-x / 2, -y / 2, 0.0), (x / 2, y / 2, z)))
    assert find_spawn(TriangleMesh(inside.vertices, inside.triangles[:, ::-1])).remarks == (NO_ROOM,)


@pytest.mark.parametrize("size", [5.0, 8.0, 14.0])
def test_in_the_rooms_of_a_house_whose_roof_is_reached_by_stairs(size):
    s, top = 0.5 * size, 2.7
    walls = [((-s, s - 0.2, 0), (s, s, top)), ((-s, -s, 0), (-s + 0.2, s, top)), ((s - 0.2, -s, 0), (s, s, top)),
             ((-s, -s, 0), (-0.6, -s + 0.2, top)), ((0.6, -s, 0), (s, -s + 0.2, top))]  # fmt: skip
    stairs = [((s, -s + 0.3 * k, 0), (s + 1.2, -s + 0.3 * k + 0.3, 0.3 * (k + 1))) for k in range(10)]
    roof, ground = ((-s, -s, top), (s, s, top + 0.3)), ((-s - 2, -s - 2, -0.5), (s + 2, s + 2, 0))
    assert find_spawn(box_mesh(ground, roof, *walls, *stairs)).spawn.at[2] == pytest.approx(0.0, abs=1e-6)


def test_not_under_a_low_ceiling():
    mesh = mesh_of("room", size=(8.0, 8.0), ceiling=True, height=1.5)
    assert find_spawn(mesh).spawn.at[2] > 1.0


def test_a_mesh_wound_inside_out_has_floors_too():
    shape = PARTS["room"].build(ceiling=True)
    mesh = TriangleMesh(shape.vertices, shape.triangles[:, ::-1])
    assert free(mesh, find_spawn(mesh).spawn)


def test_a_mesh_without_floors_is_started_above():
    wall = TriangleMesh([[0, 0, 0], [4, 0, 0], [4, 0, 3], [0, 0, 3]], [[0, 1, 2], [0, 2, 3]])
    assert find_spawn(wall).spawn.at == (2.0, 0.0, 3.0)


def test_the_first_look_is_along_the_corridor():
    mesh = mesh_of("corridor", path=((0.0, 0.0), (0.0, 40.0)), width=1.5)
    heading, _ = plan_stroll(mesh, find_spawn(mesh).spawn)
    assert abs(np.sin(heading)) < 1e-9


LOOKS = [((20.0, 5.0), (-8.0, 1.0, 0.0)), ((4.0, 16.0), (0.5, 3.0, 0.0)), ((12.0, 12.0), (5.0, 5.0, 0.0))]


@pytest.mark.parametrize("size, feet", LOOKS)
def test_the_first_look_in_a_room_is_along_its_longest_free_line(size, feet):
    mesh = mesh_of("room", size=size, ceiling=True, height=3.0)
    heading, _ = plan_stroll(mesh, Spawn(feet, 0.0))
    headings = np.arange(24) * np.pi / 12.0
    ways = np.stack([-np.sin(headings), np.cos(headings), 0.0 * headings], axis=1)
    free = mesh.raycast(np.tile(np.add(feet, (0, 0, 1.6)), (24, 1)), ways, np.full(24, 99.0))
    assert free[int(np.argmin(np.abs(headings - heading % (2 * np.pi))))] > 0.9 * free.max()


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


def town(*boxes):
    """A floor of 30 x 30 and boxes on it: (middle of the bottom, size)."""
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 1.0)])
    places = [((0, 0, -1), (30, 30, 1)), *boxes]
    vertices = np.concatenate([corners * size + middle for middle, size in places])
    return TriangleMesh(vertices, np.concatenate([FACES + 8 * number for number in range(len(places))]))


def test_the_ground_and_not_the_roof_in_its_middle():
    tower = ((0, 0, 0), (12, 12, 8))
    crenels = [((x, y, 8), (0.5, 0.5, 2.5)) for x in (-5.7, 0.0, 5.7) for y in (-5.7, 5.7)]  # something to see from the roof
    assert find_spawn(town(tower, *crenels)).spawn.at[2] == pytest.approx(0.0)


def test_not_in_a_sealed_room():
    walls = [((x, 0, 0), (0.3, 5, 3)) for x in (-2.5, 2.5)] + [((0, y, 0), (5, 0.3, 3)) for y in (-2.5, 2.5)]
    choice = find_spawn(town(*walls))
    assert max(map(abs, choice.spawn.at[:2])) > 2.5 and choice.remarks == ()


@pytest.mark.parametrize("unit, seed", [(3.0, 1), (30.0, 2), (100.0, 3)])
def test_outside_of_the_closed_houses_of_a_town(unit, seed):
    random = np.random.default_rng(seed)
    lows = [np.array((x, y, 0.0)) for x in range(-18, 18, 6) for y in range(-18, 18, 6)]
    houses = [(low * unit, (low + random.uniform((0.5, 0.5, 1), (4, 4, 6))) * unit) for low in lows]
    mesh = box_mesh(((-20 * unit, -20 * unit, -unit), (20 * unit, 20 * unit, 0.0)), *houses)
    choice = find_spawn(mesh)
    assert not any((np.array(choice.spawn.at) > low - 1e-6).all() and (choice.spawn.at < high).all() for low, high in houses)
    assert choice.spawn.at[2] == pytest.approx(0.0) and choice.remarks == ()


def test_a_start_in_a_solid_is_said_where_there_is_no_other(tmp_path):
    base = [(-4, -4, 0), (4, -4, 0), (4, 4, 0), (-4, 4, 0)]
    pyramids = [np.array([*base, (0, 0, 8)]) + (12 * number, 0, 0) for number in range(2)]  # too steep to stand on
    sheet = np.array(base) / 2.0 + (0, 0, 0.1)
    sides = np.array([(0, 2, 1), (0, 3, 2), (0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4)])
    lines = [f"v {x} {z} {-y}" for x, y, z in np.concatenate([*pyramids, sheet]).tolist()]
    faces = [f"f {a + 1} {b + 1} {c + 1}" for a, b, c in [*sides.tolist(), *(sides + 5).tolist(), (10, 11, 12), (10, 12, 13)]]
    (tmp_path / "pyramids.obj").write_text("\n".join(lines + faces))
    notes = load_level(tmp_path / "pyramids.obj").notes
    assert spawn_and_tour_search.IN_SOLID in notes and not any("lies in a solid" in note for note in notes)


def test_a_small_reach_and_missing_floors_are_said():
    islands = [((x, y, 0), (3.0, 3.0, 5.0)) for x in (0, 6, 12, 18) for y in (0, 6, 12)]
    corners = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (0.0, 1.0)])
    vertices = np.concatenate([corners * size + middle for middle, size in islands])
    mesh = TriangleMesh(vertices, np.concatenate([FACES + 8 * number for number in range(len(islands))]))
    assert find_spawn(mesh).remarks == ("begins where 8% of its floors can be reached on foot",)
    wall = TriangleMesh([(0, 0, 0), (4, 0, 0), (4, 0, 3)], [(0, 1, 2)])
    assert "no floor to stand on" in find_spawn(wall).remarks[0]
    slot = TriangleMesh([(0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 1), (4, 0, 1), (0, 4, 1)], [(0, 1, 2), (5, 4, 3)])
    low = find_spawn(slot)
    assert low.remarks == () or "room for the player" in low.remarks[0]


def test_stairs_ramps_and_doors_connect():
    stairs = mesh_of("stairs", steps=10, landing=3.0)
    cells = reached_cells(stairs, np.array([0.0, 4.0, 1.8])).cells
    assert cells.are_reached(np.array([[0.0, 0.3, 0.36]]))
    walls = [((x, 0, 0), (0.3, 5, 3)) for x in (-2.5, 2.5)] + [((0, 2.5, 0), (5, 0.3, 3))]
    halves, lintel = [((x, -2.5, 0), (2.0, 0.3, 3)) for x in (-1.5, 1.5)], ((0, -2.5, 2.0), (1.0, 0.3, 1.0))
    outside = np.array([0.0, -4.0, 0.0])
    assert reached_cells(town(*walls, *halves, lintel), np.zeros(3)).cells.are_reached(outside[None])
    low = ((0, -2.5, 1.5), (1.0, 0.3, 1.5))
    assert not reached_cells(town(*walls, *halves, low), np.zeros(3)).cells.are_reached(outside[None])


def strip(width, length):
    """A floor of `width` x `length` [m], two triangles."""
    return TriangleMesh([(0, 0, 0), (width, 0, 0), (width, length, 0), (0, length, 0)], [(0, 1, 2), (0, 2, 3)])


@pytest.mark.parametrize(("width", "length"), [(1.0, 1e4), (1.0, 1e6), (0.7, 1e8), (3.0, 1e6)])
def test_the_search_over_a_long_strip_has_few_rounds(width, length, monkeypatch):
    """Each round takes time of its own, so a narrow floor took seconds before it had many cells."""
    rounds = []
    found = spawn_and_tour_search.neighbours
    monkeypatch.setattr(spawn_and_tour_search, "neighbours", lambda *arguments: rounds.append(1) or found(*arguments))
    feet = np.array([width / 2, length / 2, 0.0])
    (region,) = regions(strip(width, length), feet[None])
    assert len(rounds) <= MOST_ROUNDS and region.is_cut


@pytest.mark.parametrize("length", [3.0, 100.0, 400.0])
def test_a_floor_that_ends_is_not_cut(length):
    assert not reached_cells(strip(1.0, length), np.array([0.5, length / 2, 0.0])).is_cut


def test_a_strip_that_is_not_reached_to_its_end_has_no_remark_about_its_reach():
    assert find_spawn(strip(1.0, 1e5)).remarks == ()


def building(size, height, *furniture, at=(0.0, 0.0)):
    """The boxes of a closed building around a room of a size (x, y) [m] and a height: floor, roof, four walls, furniture."""
    (x, y), (u, v), t = at, size, 0.2
    slabs = [((x - t, y - t, low), (x + u + t, y + v + t, low + t)) for low in (-t, height)]
    walls = [((x - t, y - t, 0), (x, y + v + t, height)), ((x + u, y - t, 0), (x + u + t, y + v + t, height)),
             ((x - t, y - t, 0), (x + u + t, y, height)), ((x - t, y + v, 0), (x + u + t, y + v + t, height))]  # fmt: skip
    return [*slabs, *walls, *(((x + a, y + b, 0), (x + c, y + d, h)) for (a, b), (c, d), h in furniture)]


TABLES = [((1.0, 1.0), (2.0, 2.0), 0.8)]
BUILDINGS = [
    building((6, 4), 3.0), building((1.2, 12), 3.0), building((3, 3), 3.0, *TABLES), building((12, 12), 2.0, *TABLES),
    building((10, 8), 3.0, ((3, 2), (7, 6), 0.9)), building((40, 2.5), 2.4), building((5, 5), 8.0),
    building((8, 8), 3.0) + building((3, 3), 3.0, at=(8.2, 0.0)),
]  # fmt: skip


@pytest.mark.parametrize("boxes", BUILDINGS)
def test_without_ground_around_it_a_closed_building_is_seen_from_inside(boxes):
    choice = find_spawn(box_mesh(*boxes))
    assert choice.spawn.at[2] == pytest.approx(0.0, abs=1e-6)
    assert free(box_mesh(*boxes), choice.spawn)


@pytest.mark.parametrize("boxes", BUILDINGS)
def test_with_ground_around_it_a_closed_building_is_seen_from_outside(boxes):
    low, high = np.min([low for low, _ in boxes], axis=0) - 12.0, np.max([high for _, high in boxes], axis=0) + 12.0
    ground = ((*low[:2], -0.5), (*high[:2], -0.2))
    assert find_spawn(box_mesh(ground, *boxes)).spawn.at[2] == pytest.approx(-0.2, abs=1e-6)
