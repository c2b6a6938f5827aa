"""The level data in a modelling program's names and custom properties: spawn, volumes, movers, and solid objects."""

import math
from dataclasses import replace

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.level import load_level, mesh_level
from game.level.contents.level import NOTHING_DRAWN
from game.level.contents.volume import Checkpoint, Finish, Kill, Portal, Water
from game.level.mesh_import.object_roles import VOLUMES
from game.level.volume_table import KINDS
from game.scene.light.bake import bake
from game.simulation import Ground, Intent, Simulation
from tests.level.mesh_import.scene_makers import ground, node, scene_bytes
from tests.level.solidity import volume


def load(file, *nodes, **extra):
    return load_level(file("house.glb", scene_bytes(*nodes, **extra)))


def test_the_kinds_of_volumes_are_those_of_a_level_file():
    assert set(VOLUMES) == set(KINDS)


@pytest.mark.parametrize("name", ["spawn", "Spawn.001", "PlayerStart", "Front-spawn", "info_player_start"])
def test_an_empty_is_the_spawn(file, name):
    level = load(file, ground(), node(name, (3.0, -4.0, 0.0), heading=90.0))
    assert level.spawn.at == pytest.approx((3.0, -4.0, 0.0)) and level.spawn.heading == pytest.approx(math.pi / 2)
    assert "spawn as in the file" in level.notes


def test_a_mesh_of_that_name_is_no_mark_unless_it_says_so(file):
    meshes = node("garden-path", (0, 0, 0.5), (1, 1, 1)), node("spawn", (5, 5, 0.5), (1, 1, 1))
    assert len(load(file, ground(), *meshes).triangles) == 36
    marked = load(file, ground(), node("Arrow", (5, 5, 0.5), (1, 1, 1), kind="spawn"))
    assert len(marked.triangles) == 12 and marked.spawn.at == pytest.approx((5.0, 5.0, 0.5))


def test_volumes_are_the_boxes_of_their_objects_and_not_solid(file):
    level = load(
        file, ground(),
        node("Lake-water", (5.0, 5.0, 1.0), (4.0, 2.0, 2.0), heading=30.0, buoyancy=0.9, current=[0.0, 1.5, 0.0], colour="blue"),
        node("Pit", (0.0, 0.0, -3.0), (9.0, 9.0, 1.0), kind="kill"),
        node("End-goal", (-5.0, 0.0, 1.0), (2.0, 2.0, 2.0), gold=5.0),
        node("Flag-checkpoint.002", (2.0, 0.0, 1.0), (1.0, 1.0, 2.0)),
        node("Flag-checkpoint.001", (3.0, 0.0, 1.0), (1.0, 1.0, 2.0), ahead="mind the gap"),
    )
    assert len(level.triangles) == 12 and "with 5 volumes" in level.notes
    found = {volume.kind: volume for volume in level.volumes}
    lake = found["water"]
    assert lake.at == pytest.approx((5.0, 5.0, 0.0), abs=1e-5) and (*lake.size, lake.height) == pytest.approx((4.0, 2.0, 2.0))
    assert lake.heading == pytest.approx(math.radians(30.0)) and lake.effect.buoyancy == 0.9
    assert lake.effect.current == (0.0, 1.5, 0.0) and isinstance(lake.effect, Water)
    assert isinstance(found["kill"].effect, Kill) and found["finish"].effect == Finish(5.0, 60.0, 120.0)
    checkpoints = [volume for volume in level.volumes if isinstance(volume.effect, Checkpoint)]
    assert [round(one.at[0]) for one in checkpoints] == [3, 2] and checkpoints[0].effect.ahead == "mind the gap"


def test_an_empty_is_a_volume_of_two_metres_times_its_scale(file):
    empty = node("Gate-checkpoint", (1.0, 2.0, 1.0)) | {"scale": [2.0, 1.0, 0.5]}
    (volume,) = load(file, ground(), empty).volumes
    assert volume.at == pytest.approx((1.0, 2.0, 0.0)) and (*volume.size, volume.height) == pytest.approx((4.0, 1.0, 2.0))


def test_a_portal_leads_to_the_object_of_its_name(file):
    gate = node("Gate-portal", (0.0, 5.0, 1.0), (2.0, 0.5, 2.0))
    (volume,) = load(file, ground(), gate, node("Gate-to", (7.0, 7.0, 0.0), heading=-90.0)).volumes
    assert volume.effect == Portal((7.0, 7.0, 0.0), pytest.approx(-math.pi / 2))
    assert load(file, ground(), gate).volumes == ()  # to nowhere


def test_an_impossible_property_is_named_with_its_object(file):
    with pytest.raises(InputError, match=r"house\.glb: Lake-water \[1\]: buoyancy = 9\.5: allowed is"):
        load(file, ground(), node("Lake-water", (0, 0, 1), (1, 1, 1), buoyancy=9.5))
    with pytest.raises(InputError, match=r"house\.glb: Lift: speed = -1\.0"):
        load(file, ground(), node("Lift", (0, 0, 1), (1, 1, 1), speed=-1.0), node("Lift-path", (0, 0, 3)))


@pytest.mark.parametrize(("suffix", "solid", "drawn"), [("-col", 24, 24), ("-colonly", 24, 12), ("-convcolonly", 24, 12),
                                                        ("-nocol", 12, 24), ("-noimp", 12, 12), ("-other", 24, 24),
                                                        ("-navmesh", 12, 12), ("-occonly", 12, 12), ("-occ", 24, 24),
                                                        ("_collider", 24, 12), ("_Collider.003", 24, 12), ("_COLLISION2", 24, 12),
                                                        ("-collision", 24, 12), ("_navmesh", 12, 12), ("_colonly_01", 24, 12),
                                                        ("$colonly", 24, 12), ("$navmesh", 12, 12), ("$col", 24, 24),
                                                        ("$occ", 24, 24), ("$noimp.001", 12, 12), ("$water", 24, 24),
                                                        ("_occ", 24, 24), ("_col", 24, 24), ("_water", 24, 24),
                                                        ("_colliders_pot", 24, 24)])
def test_what_is_solid_and_what_is_drawn(file, suffix, solid, drawn):
    level = load(file, ground(), node(f"Fence{suffix}", (0.0, 5.0, 1.0), (4.0, 0.2, 2.0)))
    assert (len(level.triangles), len(level.drawn.triangles)) == (solid, drawn)


@pytest.mark.parametrize("name", ["navmesh", "Collider", "collision.001", "colonly", "NavMesh_2"])
def test_a_word_alone_is_a_name_as_in_other_importers(file, name):
    level = load(file, ground(), node(name, (0.0, 5.0, 1.0), (4.0, 0.2, 2.0)))
    assert (len(level.triangles), len(level.drawn.triangles)) == (24, 24)


def test_unreals_names_and_children_count_too(file):
    parent = node("Hidden-noimp", (0, 0, 0)) | {"children": [2, 3]}
    level = load(file, ground(), parent, node("a", (0, 5, 1), (1, 1, 1)), node("UCX_Fence_01", (0, 7, 1), (1, 1, 1)))
    assert (len(level.triangles), len(level.drawn.triangles)) == (24, 12)


def test_an_object_with_a_path_moves_and_carries_its_children(file):
    lift = node("Lift", (4.0, 0.0, 0.25), (2.0, 2.0, 0.5), speed=2.0, pause=1.0, ease="smooth") | {"children": [4]}
    rail = {"name": "rail", "mesh": 0, "translation": [0.0, 2.0, 0.0], "scale": [0.1, 3.0, 0.1]}
    far, near = node("Lift-path.001", (4.0, 6.0, 3.25)), node("Lift-path", (4.0, 0.0, 3.25))
    level = load(file, ground(), lift, far, near, rail)
    (mover,) = level.movers
    assert len(level.triangles) == 12 and len(mover.triangles) == 24 and mover.name == "Lift"
    assert mover.motion.at == pytest.approx((4.0, 0.0, 0.25)) and mover.motion.ease == "smooth" and mover.motion.speed == 2.0
    assert [point.to for point in mover.motion.path] == [(0.0, 0.0, 0.0), (0.0, 0.0, 3.0), (0.0, 6.0, 3.0)]
    assert [point.pause for point in mover.motion.path] == [1.0, 1.0, 1.0]
    assert volume(replace(level, vertices=mover.vertices, triangles=mover.triangles)) == pytest.approx(2.0 + 0.2 * 0.2 * 1.5)
    assert np.ptp(mover.vertices[mover.triangles[:12]].reshape(-1, 3), axis=0) == pytest.approx((2.0, 2.0, 0.5))


def test_a_turning_object_turns_and_a_player_rides_a_lift(file):
    disc = node("Disc", (-5.0, 0.0, 0.1), (3.0, 3.0, 0.2), turn=90.0)
    lift = node("Lift", (0.0, 0.0, 0.1), (2.0, 2.0, 0.2), speed=1.0)
    level = load(file, ground(), disc, lift, node("Lift-path", (0.0, 0.0, 2.1)), node("spawn", (0.0, 0.0, 0.2)))
    assert level.movers[0].motion.turn == pytest.approx(math.pi / 2)
    simulation = Simulation(level)
    for _ in range(60):
        simulation.tick(Intent())
    assert simulation.state.ground == Ground.FLOOR and simulation.state.position[2] == pytest.approx(0.2 + 1.0 + 0.9, abs=0.02)


def test_materials_are_known_by_a_word_of_their_names(file):
    materials = [{"name": "OakWood.001", "extras": {"pattern": "plain"}}, {"name": "Roof", "extras": {"kind": "grass"}},
                 {"name": "Cobble_Stone", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}]  # fmt: skip
    for material, name, pattern in zip(materials, ("wood", "grass", "stone"), ("plain", "checker", "blocks")):
        made = scene_bytes(ground(), materials=[material]).replace(b'"mode": 4', b'"material": 0')
        level = load_level(file("house.glb", lengthened(made)))
        used = level.materials[level.surfaces[0]]
        assert (used.name, used.pattern) == (name, pattern)
    assert used.colour == (0.9375, 0.0625, 0.0625)


def lengthened(data):
    """The .glb with the lengths in its heads made right after its JSON was changed."""
    start = 20
    end = data.index(b"BIN\0") - 4
    text = data[start:end].rstrip(b" ")
    text += b" " * (-len(text) % 4)
    rest = data[end:]
    whole = 20 + len(text) + len(rest)
    return data[:8] + whole.to_bytes(4, "little") + len(text).to_bytes(4, "little") + b"JSON" + text + rest


def test_triangles_have_the_names_of_their_objects(file):
    level = load(file, ground(), node("Fence", (0, 5, 1), (4, 0.2, 2)))
    assert level.part_of(0) == "Ground" and level.part_of(13) == "Fence"


def test_scale_holds_for_all_of_it(file):
    path = file("house.glb", scene_bytes(ground(), node("spawn", (3, -4, 0)), node("Lake-water", (5, 5, 1), (4, 2, 2))))
    level = load_level(path, scale=0.5)
    assert level.spawn.at == pytest.approx((1.5, -2.0, 0.0)) and level.volumes[0].size == pytest.approx((2.0, 1.0))


def test_scale_holds_for_volumes_of_empties(file):
    path = file("gate.glb", scene_bytes(ground(), node("Gate-checkpoint", (1.0, 2.0, 1.0))))
    (volume,) = load_level(path, scale=0.5).volumes
    assert (*volume.size, volume.height) == pytest.approx((1.0, 1.0, 1.0))


def test_too_many_movers_are_one_line(file, monkeypatch):
    monkeypatch.setattr(mesh_level, "MOST_MOVERS", -1)
    with pytest.raises(InputError, match="0 movers, -1 can be read"):
        load(file, ground())


@pytest.mark.parametrize("nodes", [
    [ground("Ground-colonly")],
    [ground("UCX_Ground")],
    [ground("Ground-noimp"), ground("UBX_Ground")],
    [ground("Ground-convcolonly"), node("Lift", (0, 0, 2), (1, 1, 1), turn=30.0)],
    [ground("Ground-colonly"), node("Flat-nocol", (0, 0, 0), (0.0, 0.0, 0.0))],
], ids=["colonly", "unreal", "noimp", "only movers drawn", "drawn without area"])  # fmt: skip
def test_a_file_in_which_nothing_is_drawn_shows_its_collision_shape(file, nodes):
    level = load(file, *nodes)
    assert level.drawn is level and len(level.triangles) == 12
    assert NOTHING_DRAWN in level.notes and NOTHING_DRAWN in level.about
    assert len(bake(level, plain=True).triangles) >= 12
    assert level.in_grid_look().drawn.look is None


def test_a_level_file_whose_only_part_is_not_drawn_shows_it(file):
    file("model.glb", scene_bytes(ground("Ground-colonly")))
    spawn = "spawn = {at = [0, 0, 0], heading = 0}"
    text = f'title = "T"\nabout = "A"\n{spawn}\n[[parts]]\npart = "mesh"\nfile = "model.glb"\n'
    level = load_level(file("level.toml", text.encode()))
    assert level.drawn is level and NOTHING_DRAWN in level.notes
    assert len(bake(level, plain=True).triangles) >= 12
