"""TrenchBroom's .map: entities that say what happens in the level."""

import math

import numpy as np
import pytest

from game.input_errors import InputError
from game.level import load_level
from game.level.mesh_file.mesh_file import load_model
from game.level.volume import Kill, Portal, Water
from game.simulation import Intent, Simulation

from ...solidity import volume
from ..mesh_makers import brush, entity

FLOOR = brush((-512, -512, -32), (512, 512, 0))
START = entity("info_player_start", origin="0 -320 24", angle="90")


def test_the_newer_format_remarks_and_patches(file):
    valve = FLOOR.replace(" 0 0 0 1 1", " [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1")
    patch = "{\npatchDef2\n{\nstone\n( 3 3 0 0 0 )\n(\n( ( 0 0 0 0 0 ) )\n)\n}\n}\n"
    model = load_model(file("new.map", "// Game: Quake\n" + entity("worldspawn", valve, patch)))
    assert volume(model) == pytest.approx(32 * 32 * 1) and "1 curved patches left out" in model.notes


def test_the_spawn_is_where_the_map_says_and_looks_along_its_angle(file):
    level = load_level(file("start.map", entity("worldspawn", FLOOR) + START))
    assert level.spawn.feet == pytest.approx((0.0, -10.0, 0.0)) and level.spawn.heading == pytest.approx(0.0)
    assert "spawn as in the file" in level.notes
    turned = load_level(file("start.map", entity("worldspawn", FLOOR) + START.replace('"90"', '"0"')))
    assert turned.spawn.heading == pytest.approx(-math.pi / 2)


def test_liquids_triggers_and_teleports_are_volumes(file):
    pool, lava = brush((64, 64, -16), (128, 128, 0), "*water1"), brush((192, 64, 0), (256, 128, 8), "*lava1")
    gate = entity("trigger_teleport", brush((-64, 0, 0), (64, 32, 64), "trigger"), target="there")
    text = entity("worldspawn", FLOOR, pool, lava) + START + gate
    text += entity("info_teleport_destination", targetname="there", origin="320 320 24", angle="180")
    text += entity("trigger_hurt", brush((0, 400, 0), (32, 432, 32), "trigger"))
    level = load_level(file("gates.map", text))
    effects = {type(volume.effect): volume for volume in level.volumes}
    assert [kind.__name__ for kind in effects] and set(effects) == {Water, Kill, Portal} and len(level.volumes) == 4
    assert effects[Water].at == pytest.approx((3.0, 3.0, -0.5)) and effects[Water].size == pytest.approx((2.0, 2.0))
    assert effects[Portal].effect.to == pytest.approx((10.0, 10.0, 0.0))
    assert effects[Portal].effect.heading == pytest.approx(math.pi / 2)
    assert len(level.triangles) == 12  # none of the volumes is solid
    simulation = Simulation(level)
    for _ in range(130):
        simulation.tick(Intent(wish=(0.0, 1.0)))
    assert simulation.state.position[:2] == pytest.approx((10.0, 10.0), abs=5.0)  # through the gate


def test_doors_and_lifts_move(file):
    door = entity("func_door", brush((-64, 0, 0), (64, 16, 96)), angle="-1", lip="0", speed="64", wait="2")
    lift = entity("func_plat", brush((200, 200, 0), (264, 264, 16)), height="128")
    level = load_level(file("doors.map", entity("worldspawn", FLOOR) + START + door + lift))
    assert [mover.name for mover in level.movers] == ["func_door 2", "func_plat 3"] and len(level.triangles) == 12
    first = level.movers[0]
    assert first.motion.speed == pytest.approx(2.0) and first.motion.path[1].to == pytest.approx((0, 0, 3))
    assert first.pose(2.0).z == pytest.approx(0.0) and first.pose(3.5).z == pytest.approx(3.0)
    assert level.movers[1].motion.path[1].to == pytest.approx((0, 0, -4))


def test_clips_are_solid_and_not_drawn_and_illusions_the_other_way_round(file):
    text = entity("worldspawn", FLOOR, brush((0, 0, 0), (8, 8, 8), "common/clip"), brush((9, 9, 9), (10, 10, 10), "hint"))
    level = load_level(file("clips.map", text + entity("func_illusionary", brush((99, 99, 0), (128, 128, 8))) + START))
    assert len(level.triangles) == 24 and len(level.drawn.triangles) == 24
    assert level.vertices.max() < level.drawn.vertices.max() + 1e-9 and not np.array_equal(level.vertices, level.drawn.vertices)


@pytest.mark.parametrize("text", ["", "{", "}", "{\n{\n}\n}", entity("worldspawn"), "{\nnonsense\n}", "{\n{\nnonsense\n}\n}",
                                  entity("worldspawn", brush((0, 0, 0), (8, 8, 8)).replace("( 0 0 0 )", "( 1e999 0 0 )"))])
def test_a_broken_map_is_one_line(file, text):
    with pytest.raises(InputError, match=r"bad\.map: ") as caught:
        load_level(file("bad.map", text))
    assert "\n" not in str(caught.value)


def test_too_many_faces_of_one_brush_are_refused_before_they_are_cut(file):
    plane = "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) stone 0 0 0 1 1\n"
    with pytest.raises(InputError, match="cuts of faces"):
        load_model(file("large.map", entity("worldspawn", "{\n" + 4000 * plane + "}\n")))
