"""TrenchBroom's .map: entities that say what happens in the level."""

import math
import time

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.level import load_level
from game.level.contents.volume import Kill, Portal, Water
from game.level.mesh_import.mesh_file import load_model
from game.level.mesh_import.model import heading_of
from game.simulation import Intent, Simulation
from tests.level.mesh_import.mesh_makers import brush, entity
from tests.level.solidity import volume

FLOOR = brush((-512, -512, -32), (512, 512, 0))
START = entity("info_player_start", origin="0 -320 24", angle="90")


def test_the_newer_format_remarks_and_patches(file):
    valve = FLOOR.replace(" 0 0 0 1 1", " [ 1 0 0 0 ] [ 0 -1 0 0 ] 0 1 1")
    patch = "{\npatchDef2\n{\nstone\n( 3 3 0 0 0 )\n(\n( ( 0 0 0 0 0 ) )\n)\n}\n}\n"
    model = load_model(file("new.map", "// Game: Quake\n" + entity("worldspawn", valve, patch)))
    assert volume(model) == pytest.approx(32 * 32 * 1) and "1 curved patches left out" in model.notes


def test_the_spawn_is_where_the_map_says_and_looks_along_its_angle(file):
    level = load_level(file("start.map", entity("worldspawn", FLOOR) + START))
    assert level.spawn.at == pytest.approx((0.0, -10.0, 0.0)) and level.spawn.heading == pytest.approx(0.0)
    assert "spawn as in the file" in level.notes
    turned = load_level(file("start.map", entity("worldspawn", FLOOR) + START.replace('"90"', '"0"')))
    assert turned.spawn.heading == pytest.approx(-math.pi / 2)


@pytest.mark.parametrize("kinds", [
    ("info_player_deathmatch",), ("info_player_coop",), ("info_player_start2",), ("info_player_team1",), ("team_CTF_redplayer",),
    ("info_player_start", "info_player_deathmatch"), ("info_player_coop", "info_player_deathmatch"),
    ("info_player_deathmatch", "info_player_deathmatch"), ("info_player_deathmatch", "info_player_teamspawn"),
])  # fmt: skip
def test_a_map_for_several_players_has_a_spawn(file, kinds):
    first, *others = [entity(kind, origin=f"{64 * number} -320 24", angle="180") for number, kind in enumerate(kinds)]
    orders = ([first, *others], [*others, first]) if len(set(kinds)) > 1 else ([first, *others],)
    for order in orders:
        level = load_level(file("many.map", entity("worldspawn", FLOOR) + "".join(order)))
        assert level.spawn.at == pytest.approx((0.0, -10.0, 0.0)) and level.spawn.heading == pytest.approx(math.pi / 2)
        assert "spawn as in the file" in level.notes


def test_where_a_camera_waits_is_no_spawn(file):
    text = entity("worldspawn", FLOOR) + entity("info_player_intermission", origin="0 -320 24")
    assert "spawn as in the file" not in load_level(file("camera.map", text)).notes


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


WALLS = [brush((-512, 496, 0), (512, 512, 128), "wall")]
WORLD = entity("worldspawn", FLOOR, *WALLS)


def heading_in(model):
    """The heading of the spawn in degrees."""
    return math.degrees(heading_of(next(one for one in model.objects if one.name == "spawn")))


@pytest.mark.parametrize(("keys", "degrees"), [
    ({"angle": "90"}, 0.0), ({"angles": "0 90 0"}, 0.0), ({"angles": "20 180 5"}, 90.0), ({"mangle": "0 270 0"}, 180.0),
    ({"angle": "0", "angles": "0 90 0"}, 0.0), ({"angles": "0 90 0", "angle": "0"}, -90.0), ({"angles": "x"}, -90.0),
    ({"angles": "-30.5 45 0"}, -45.0), ({"rotation": "0 1 0 -1 0 0 0 0 1"}, 0.0), ({"angle": " 135 "}, 45.0), ({}, -90.0),
])  # fmt: skip
def test_a_spawn_looks_along_any_of_the_keys_for_a_direction(file, keys, degrees):
    model = load_model(file("turned.map", WORLD + entity("info_player_start", origin="0 0 24", **keys)))
    assert math.remainder(heading_in(model) - degrees, 360.0) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize(("keys", "way"), [
    ({"angle": "-1"}, (0, 0, 3)), ({"angle": "-2"}, (0, 0, -3)), ({"angles": "0 -1 0"}, (0, 0, 3)),
    ({"angles": "-90 0 0"}, (0, 0, 3)),
    ({"angles": "90 0 0"}, (0, 0, -3)), ({"angles": "0 90 0"}, (0, 0.5, 0)), ({"angle": "180"}, (-4, 0, 0)),
])  # fmt: skip
def test_a_door_moves_along_its_angles(file, keys, way):
    model = load_model(file("door.map", WORLD + entity("func_door", brush((-64, 0, 0), (64, 16, 96)), lip="0", **keys)))
    path = next(one for one in model.objects if one.name.endswith("-path"))
    assert path.matrix[:3, 3] == pytest.approx(way, abs=1e-9)


TWO = {"_tb_type": "_tb_layer", "_tb_name": "scratch", "_tb_id": "1", "_tb_layer_omit_from_export": "1"}
KEPT = {"_tb_type": "_tb_layer", "_tb_name": "house", "_tb_id": "2"}
GROUP = {"_tb_type": "_tb_group", "_tb_name": "crate", "_tb_id": "3"}
CRATE = brush((0, 0, 0), (32, 32, 32), "crate")


@pytest.mark.parametrize(("entities", "boxes"), [
    ([entity("func_group", CRATE, **TWO)], 0),
    ([entity("func_group", CRATE, **KEPT)], 1),
    ([entity("func_group", CRATE, **{**TWO, "_tb_layer_omit_from_export": "0"})], 1),
    ([entity("func_group", **TWO), entity("func_wall", CRATE, _tb_layer="1"), entity("func_wall", CRATE, _tb_layer="2")], 1),
    ([entity("func_wall", CRATE, _tb_layer="1"), entity("func_group", **TWO)], 0),
    ([entity("func_group", **TWO), entity("func_group", CRATE, **GROUP, _tb_layer="1")], 0),
    ([entity("func_group", **TWO), entity("func_group", **GROUP, _tb_layer="1"), entity("func_wall", CRATE, _tb_group="3")], 0),
    ([entity("func_group", **KEPT), entity("func_group", **GROUP, _tb_layer="2"), entity("func_wall", CRATE, _tb_group="3")], 1),
    ([entity("func_group", CRATE, **GROUP, _tb_group="3")], 1),  # a group in itself
    ([entity("func_group", CRATE, _tb_layer="9")], 1),  # there is no such layer
])  # fmt: skip
def test_layers_that_are_omitted_from_export_are_left_out(file, entities, boxes):
    model = load_model(file("layers.map", WORLD + "".join(entities)))
    assert len(model.triangles) == 24 + 12 * boxes
    assert any("omitted layers" in note for note in model.notes) == (not boxes or "9" not in entities[-1] and len(entities) == 3
                                                                     and "_tb_layer_omit_from_export" in entities[0])  # fmt: skip


def test_the_default_layer_may_be_omitted(file):
    world = entity("worldspawn", FLOOR, _tb_layer_omit_from_export="1")
    other = entity("func_group", CRATE, **KEPT) + entity("func_wall", CRATE, _tb_layer="2") + entity("func_wall", CRATE)
    assert len(load_model(file("default.map", world + other)).triangles) == 24


def primitives(text, name="brushDef"):
    """A brush with the faces' textures as brush primitives have them: behind a matrix."""
    matrix = ") ( ( 0.03125 0 0 ) ( 0 0.03125 0 ) ) base/"
    faces = text.replace(") wall", matrix + "wall").replace(") stone", matrix + "stone").replace("0 0 0 1 1", "0 0 0")
    return faces.replace("{\n", f"{{\n{name}\n{{\n").replace("}\n", "}\n}\n")


def planes(low, high, textures='"textures/base/wall"', flags=" 0 0 0", name="brushDef3"):
    """A box as idTech 4 writes it: a plane for each face, counted from the entity's origin."""
    rows = []
    for axis in range(3):
        for sign, corner in ((1, high), (-1, low)):
            normal = [sign * (axis == one) for one in range(3)]
            row = f"( {normal[0]} {normal[1]} {normal[2]} {-sign * corner[axis]} )"
            rows.append(f"{row} ( ( 0.03 0 0 ) ( 0 0.03 0 ) ) {textures}{flags}")
    return "{\n" + f" {name}\n {{\n  " + "\n  ".join(rows) + "\n }\n}\n"


def test_brush_primitives_of_quake_3(file):
    model = load_model(file("primitives.map", entity("worldspawn", *map(primitives, (FLOOR, *WALLS)))))
    assert volume(model) == pytest.approx(32 * 32 * 1 + 32 * 0.5 * 4)


@pytest.mark.parametrize("flags", [" 0 0 0", "", " 134217728 0 0"])
@pytest.mark.parametrize("name", ["brushDef3", "brushDef2"])
def test_planes_of_doom_3_and_quake_4(file, flags, name):
    world = entity("worldspawn", planes((-512, -512, -32), (512, 512, 0), flags=flags, name=name))
    mover = entity("func_static", planes((-16, -16, -16), (16, 16, 16), flags=flags, name=name), origin="64 0 16")
    model = load_model(file("doom.map", "Version 2\n// entity 0\n" + world + "// entity 1\n" + mover))
    assert volume(model) == pytest.approx(32 * 32 * 1 + 1)
    box = model.vertices[model.triangles[model.owners == 1]]
    assert box.reshape(-1, 3).min(axis=0) == pytest.approx((1.5, -0.5, 0)) and box.max() == pytest.approx(2.5)


def test_patches_of_doom_3_are_counted_and_a_portal_is_no_wall(file):
    patch = '{\n patchDef3\n {\n  "textures/a{b"\n  ( 3 3 4 4 0 0 0 )\n  (\n ( ( 0 0 0 0 0 ) )\n )\n }\n}\n'
    text = entity("worldspawn", planes((-512, -512, -32), (512, 512, 0)), patch, patch.replace("patchDef3", "patchDef2"))
    door = planes((0, 0, 0), (64, 8, 64), textures='"textures/editor/visportal"')
    model = load_model(file("patch.map", "Version 2\n" + text.removesuffix("}\n") + door + "}\n"))
    assert len(model.triangles) == 12 and "2 curved patches left out" in model.notes


def patch(points, texture="arch", name="patchDef2", numbers="0 0 0"):
    """A curved patch of control points (w, h, 3)."""
    columns = "\n".join("( " + " ".join("( {} {} {} 0 0 )".format(*point) for point in column) + " )" for column in points)
    width, height = np.shape(points)[:2]
    return f"{{\n {name}\n {{\n  {texture}\n  ( {width} {height} {numbers} )\n(\n{columns}\n)\n }}\n}}\n"


# A quarter of a pipe of radius 128 along y, from the ground up and to the right, and the same as a whole arch.
QUARTER = [[(0, y, 0), (0, y, 128), (128, y, 128)][i] for y in (0, 64, 128) for i in range(3)]
QUARTER = np.array(QUARTER).reshape(3, 3, 3).swapaxes(0, 1)
ARCH = np.concatenate([QUARTER, [[(256, y, 128) for y in (0, 64, 128)], [(256, y, 0) for y in (0, 64, 128)]]])


@pytest.mark.parametrize("written", [
    patch(QUARTER), patch(QUARTER, '"textures/base/a{b"', "patchDef3", "4 4 0 0 0"), patch(QUARTER).replace("\n", " // ( 1\n"),
    " ".join(patch(QUARTER).split()), patch(QUARTER).replace("( ", "(").replace(" )", ")"),
    patch(QUARTER).replace("128", "1.28e2"), patch(QUARTER).replace("\n", " # ( 1 {\n"),
    patch(QUARTER).replace("\n", " /* ( 1 { */\n"), patch(QUARTER).replace("\n", " ; } (\n"),
])  # fmt: skip
def test_a_curved_patch_is_built_within_a_sixtieth_of_a_metre(file, written):
    model = load_model(file("patch.map", entity("worldspawn", FLOOR, written)))
    rows = model.triangles[12:]
    a, b, c = (model.vertices[rows[:, i]] for i in range(3))
    samples = np.concatenate([(a * i + b * j + c * (8 - i - j)) / 8 for i in range(9) for j in range(9 - i)])
    t = np.linspace(0.0, 1.0, 4001)
    curve = np.stack([4 * t * t, 4 * (2 * t * (1 - t) + t * t)], axis=1)  # x, z of the Bezier curve
    away = np.sqrt(((samples[:, None, [0, 2]] - curve) ** 2).sum(axis=2)).min(axis=1)
    assert away.max() < 0.5 / 32 and samples[:, 1].min() == 0.0 and samples[:, 1].max() == 4.0
    normals = np.cross(b - a, c - a)
    assert np.linalg.norm(normals, axis=1).sum() / 2 == pytest.approx(4 * 4 * 1.6232, rel=1e-2)
    assert (normals[:, 2] >= 0.0).all() and (normals[:, 0] <= 0.0).all()
    assert not any("patches" in note for note in model.notes)


def test_a_saddle_is_as_near_to_its_triangles_as_an_arch(file):
    points = np.array([[(x, y, x * y / 64) for y in (0, 256, 512)] for x in (0, 256, 512)])  # its two bends are 0
    model = load_model(file("saddle.map", entity("worldspawn", patch(points))))
    x, y, z = np.mean(model.vertices[model.triangles], axis=1).T * 32
    assert np.abs(z - x * y / 64).max() < 0.5


def test_pieces_of_a_patch_share_their_edges(file):
    model = load_model(file("arch.map", entity("worldspawn", patch(ARCH))))
    edges = np.sort(np.concatenate([model.triangles[:, [i, i - 2]] for i in range(3)]), axis=1)
    _, counts = np.unique(edges, axis=0, return_counts=True)
    border = int((counts == 1).sum())
    assert set(counts.tolist()) == {1, 2} and border == 2 * (len(model.triangles) // 2 + 1)


# A quarter of a cone beside QUARTER: it shares its curve at y = 128, and ends in a curve of four times the size.
END = QUARTER[:, 2]
CONE = np.stack([END, END * (2.5, 0, 2.5) + (0, 192, 0), END * (4, 0, 4) + (0, 256, 0)], axis=1)
LONGER = np.concatenate([CONE, CONE[:, 2:] + (0, 64, 0), CONE[:, 2:] + (0, 128, 0)], axis=1)


@pytest.mark.parametrize("beside", [CONE, CONE[::-1], CONE.swapaxes(0, 1), CONE[::-1, ::-1], LONGER])
@pytest.mark.parametrize("owner", ["worldspawn", "func_detail"])
def test_patches_that_share_a_curve_are_divided_alike(file, beside, owner):
    """Their curves are divided by their bend. The wider end of the second patch needs more parts."""
    blocks = [entity("worldspawn", patch(QUARTER), patch(beside))]
    if owner != "worldspawn":
        blocks = [entity("worldspawn", patch(QUARTER)), entity(owner, patch(beside))]
    model = load_model(file("two.map", "".join(blocks)))
    corners = model.vertices[np.unique(model.triangles)]
    curve = corners[(corners[:, 1] == 4.0) & (corners[:, 2] > 0.0)]
    _, counts = np.unique(curve.round(5), axis=0, return_counts=True)
    assert len(curve) > 8 and set(counts.tolist()) == {2}


def test_a_player_walks_over_a_curved_bridge_and_hidden_patches_are_solid_and_not_drawn(file):
    deck = np.array([[(x, y, z) for y, z in ((-256, 0), (0, 128), (256, 0))] for x in (-64, 0, 64)])
    for texture, seen in (("stone", True), ("common/clip", False)):
        start = entity("info_player_start", origin="0 -400 24", angle="90")
        level = load_level(file("bridge.map", entity("worldspawn", FLOOR, patch(deck, texture)) + start))
        assert (len(level.drawn.triangles) > 12) == seen and len(level.triangles) > 12
        simulation, highest = Simulation(level), 0.0
        for _ in range(400):
            simulation.tick(Intent(wish=(0.0, 1.0)))
            highest = max(highest, simulation.state.position[2])
        assert highest > 2.0 + 0.9 - 0.05 and simulation.state.position[1] > 8.0


@pytest.mark.parametrize("broken", [
    patch(QUARTER).replace("( 3 3", "( 3 4"), patch(QUARTER).replace("( 3 3", "( 1 9"), patch(QUARTER).replace("128", "x"),
    patch(QUARTER).replace("128", "1e999"), patch(QUARTER, name="patchTerrainDef3"), patch(QUARTER[:, :2]),
])  # fmt: skip
def test_a_curve_that_is_no_bezier_surface_is_counted(file, broken):
    model = load_model(file("broken.map", entity("worldspawn", FLOOR, broken)))
    assert len(model.triangles) == 12 and "1 curved patches left out" in model.notes


@pytest.mark.parametrize(("factor", "said"), [
    (1e12, "triangles in its curved patches"), (1e29, "lies more than"), (1e300, "lies more than"),
])  # fmt: skip
def test_a_patch_of_too_many_triangles_is_refused_before_it_is_built(file, factor, said):
    with pytest.raises(InputError, match=said):
        load_model(file("large.map", entity("worldspawn", FLOOR, patch(QUARTER * factor))))


@pytest.mark.parametrize("change", [
    lambda text: " ".join(text.split()),  # the whole map in a line
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("\n", " // a remark { \" ( 1\n"),
    lambda text: text.replace("\n", " /* a remark { \" ( 1\n ** / */\n"),
    lambda text: text.replace("\n", " # a remark { \" ( 1\n"),
    lambda text: text.replace("\n", " ; a remark { \" ( 1\n"),
    lambda text: "/* by a tool */# one\n  # two\n; three\n" + text + "# the end",
    lambda text: text.replace(" wall ", " /**/wall /** /**/ ").replace("( ", "(/*(*/ ") + "/* open { ",
    lambda text: text.replace(" wall ", " #wall "),
    lambda text: text.replace("( ", "(").replace(" )", ")"),
    lambda text: text.replace("{\n", "{ ").replace("\n}", " }"),
    lambda text: text.replace(" wall ", "\n wall\n").replace(") (", ")\n("),
    lambda text: "\ufeff" + text,
    lambda text: ("\ufeff" + text).encode("utf-16-le"),
    lambda text: text.encode("utf-16-be"),
    lambda text: text.replace('"classname" "worldspawn"', '"classname" "worldspawn" "message" "A \\"wall\\""'),
    lambda text: text.replace('"classname" "worldspawn"', '"wad" "c:\\quake\\"\n"classname" "worldspawn"'),
    lambda text: text.replace(" 0 0 0 1 1", " 0 0 0 1 1 0 4 0"),  # flags of Quake 2
    lambda text: text.replace(" wall ", ' "my wall" ').replace(" 0 0 0 1 1", " [ 1 0 0 -8 ] [ 0 -1 0 .5 ] 0 1e0 +1"),
    lambda text: text.replace(" wall ", " {fence ").replace(" stone ", " +0button "),
])  # fmt: skip
def test_a_map_may_be_written_in_many_ways(file, change):
    model = load_model(file("ways.map", change(WORLD + START)))
    assert volume(model) == pytest.approx(32 * 32 * 1 + 32 * 0.5 * 4) and heading_in(model) == pytest.approx(0.0)


@pytest.mark.parametrize(("name", "is_solid", "is_drawn"), [
    *((name, True, False) for name in (
        "clip", "common/clip", "playerclip", "player_clip", "tools/toolsclip", "tools/toolsplayerclip", "common/full_clip",
        "common/weapclip", "textures/common/metalclip", "common/missileclip", "clip_nosight_wood", "clipmetal", "cliphull1",
        "clip_missile", "CLIP", "common/caulk")),
    *((name, False, False) for name in ("common/botclip", "monsterclip", "monster_clip", "tools/toolsnpcclip", "clipshot")),
    *((name, True, True) for name in ("paperclip", "office/paperclip", "hairclip", "videoclip", "clipboard", "eclipse", "clips",
                                      "clip_art", "noclip")),
])  # fmt: skip
def test_only_clips_that_tools_mean_are_not_drawn(file, name, is_solid, is_drawn):
    level = load_level(file("clip.map", entity("worldspawn", FLOOR, brush((0, 0, 0), (32, 32, 32), name)) + START))
    assert (len(level.triangles), len(level.drawn.triangles)) == (12 + 12 * is_solid, 12 + 12 * is_drawn)


@pytest.mark.parametrize(("name", "is_sky"), [
    ("sky", True), ("sky1", True), ("SKY4", True), ("sky_night", True), ("skyblack", True), ("e1u1/sky1", True),
    ("skybox01", True),
    ("textures/skies/tim_hell", True), ("skies/hellsky", True), ("tools/toolsskybox", True), ("common/sky", True),
    ("city/skyscraper_01", False), ("skyscraper", False), ("skylight2", False), ("base/skylight", False), ("whisky", False),
    ("skydome", True), ("skyblue2", True), ("skynight", True), ("skystars_01", True), ("tools/skydome", True),
    ("skytower", False), ("skyway1", False), ("skydeck_floor", False), ("skyhook_metal", False), ("skyrise", False),
    ("skyblue_door", False), ("skywalk", False), ("sky_tower", True),
    ("city/skyline", False), ("skies_house/wall", False), ("my/whiskey1", False), ("city/skyblue_door", False),
])  # fmt: skip
def test_only_the_sky_is_not_drawn(file, name, is_sky):
    model = load_model(file("sky.map", entity("worldspawn", FLOOR, brush((0, 0, 0), (32, 32, 32), name))))
    assert any(one.name.endswith("-colonly") for one in model.objects) == is_sky


@pytest.mark.parametrize("text", [
    "( 0 0 0 ) ( 1 0 0 ) ( " + "9" * 100_000, "( 0 0 0 ) ( 1 0 0 ) ( 0 " + "1." * 50_000, "( 0 0 0 " * 20_000,
    "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) " + "( ( 1 0 0 " * 20_000, "// " * 100_000, '"' + "\\" * 100_000, '"a" ' * 20_001 + "(",
    "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a " + "/ " * 100_000, "( 0 0 0 ) //" + " //" * 50_000, "patchDef2 " + "{ " * 50_000,
])  # fmt: skip
def test_a_hostile_line_is_refused_at_once(file, text):
    path, begin = file("long.map", '{\n"classname" "worldspawn"\n{\n' + text + "\n(\n"), time.process_time()
    with pytest.raises(InputError, match="broken .map"):
        load_model(path)
    assert time.process_time() - begin < 2.0
