"""A place for the player in a solid is noted when the level is read; what cannot be decided is not."""

import pytest

from game.level import level_names, load_level
from tests.level.mesh_import.scene_makers import ground, node, scene_bytes

SLAB = '[[parts]]\npart = "box"\nat = [0.0, 6.0, {low}]\nsize = [3.0, 3.0, {thick}]\n'
HEAD = 'title = "p"\nabout = "x"\n[spawn]\nat = [0.0, {y}, 0.0]\n[[parts]]\npart = "floor"\nsize = [40.0, 40.0]\n'
PORTAL = '[[volumes]]\nkind = "portal"\nat = [0.0, 2.0, 0.0]\nsize = [2.0, 1.0, 2.0]\nto = [0.0, 6.0, 0.0]\n'
POINT = '[[volumes]]\nkind = "checkpoint"\nat = [0.0, 6.0, 0.0]\nradius = 0.5\nheight = 1.2\n'


def notes_of(tmp_path, text):
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return load_level(path).notes


@pytest.mark.parametrize("low, thick, is_inside", [(0.0, 1.0, True), (0.2, 0.5, True), (1.3, 1.0, False), (-1.0, 1.0, False)])
def test_each_kind_of_place_is_noted_in_one_line(tmp_path, low, thick, is_inside):
    slab = SLAB.format(low=low, thick=thick)
    for y, volumes, name in ((6.0, "", "spawn"), (0.0, PORTAL, "portal"), (0.0, POINT, "checkpoint")):
        notes = notes_of(tmp_path, HEAD.format(y=y) + slab + volumes)
        assert len(notes) == is_inside and all(name in note and "\n" not in note for note in notes)


@pytest.mark.parametrize("name", level_names())
def test_no_level_of_the_game_has_such_a_place(name):
    assert load_level(name).notes == ()


def test_a_mesh_file_with_its_spawn_in_a_box_has_the_note_and_one_in_the_open_has_none(tmp_path):
    path = tmp_path / "house.glb"
    for at, count in (((5.0, 5.0, 0.1), 1), ((-5.0, 5.0, 0.0), 0)):
        path.write_bytes(scene_bytes(ground(), node("Crate", (5.0, 5.0, 1.0), (2.0, 2.0, 2.0)), node("spawn", at)))
        assert len([note for note in load_level(path).notes if "solid" in note]) == count
