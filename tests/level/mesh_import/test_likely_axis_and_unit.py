"""The frame of a mesh file: its up axis with the evidence, its size, and a likely unit."""

import numpy as np
import pytest

from game.level import load_level
from game.level.mesh_import.mesh_file import load_model
from game.level.mesh_level import level_file_text
from tests.level.mesh_import.mesh_makers import (
    BOX,
    FACES,
    dae_text,
    egg_text,
    glb_bytes,
    gltf_document,
    obj_text,
    off_text,
    ply_text,
)

UNIT = BOX / (2.0, 1.0, 3.0) - (0.5, 0.5, 0.0)


def boxes(*places):
    """(vertices, faces) of boxes: (middle of its bottom, size)."""
    vertices = np.concatenate([UNIT * size + middle for middle, size in places])
    return vertices, np.concatenate([FACES + 8 * number for number in range(len(places))])


def hall(height):
    """A floor of 20 x 16 with walls of a height and steps inside, z up: 120 triangles."""
    walls = [((0, y, 0), (20, 0.4, height)) for y in (8, -8)] + [((x, 0, 0), (0.4, 16, height)) for x in (10, -10)]
    steps = [((x, 0, 0), (1, 3, 0.2 * x + 1.1)) for x in range(-4, 1)]
    return boxes(((0, 0, -0.5), (20, 16, 0.5)), *walls, *steps)


@pytest.mark.parametrize(("height", "axis"), [(3.0, "z-up"), (6.0, "z-up"), (14.0, "y-up")])
def test_a_hall_that_lies_on_its_side_is_stood_upright_unless_it_may_be_a_tower(file, height, axis):
    model = load_model(file("hall.obj", obj_text(*hall(height))))
    assert f", {axis}, " in model.notes[0]
    extents = (20.4, 16.4, height + 0.5) if axis == "z-up" else (20.4, height + 0.5, 16.4)
    assert np.ptp(model.vertices, axis=0) == pytest.approx(extents)


def test_a_hall_that_stands_is_left_so(file):
    vertices, faces = hall(3.0)
    lying = np.stack([vertices[:, 0], vertices[:, 2], -vertices[:, 1]], axis=1)
    assert load_model(file("hall.obj", obj_text(lying, faces))).notes == ("20.4 x 16.4 x 3.5 m, y-up, 1 m a unit",)


def test_the_evidence_is_shown_when_the_axis_is_turned_or_uncertain(file):
    turned = load_model(file("hall.obj", obj_text(*hall(3.0)))).notes[1]
    assert turned.startswith("taken as z-up, as its floors face along it (") and "of floor against" in turned
    block = boxes(((0, 0, 0), (10, 9.2, 4.4)))
    close = load_model(file("block.obj", obj_text(*block))).notes
    assert "though it is flat along the other axis" in close[1] and "--axis z-up turns it" in close[1]
    assert load_model(file("block.obj", obj_text(*block)), axis="z-up").notes == ("10 x 9.2 x 4.4 m, z-up, 1 m a unit",)


@pytest.mark.parametrize(("factor", "words"), [(100.0, "centimetres, use --scale 0.01"), (1e4, "millimetres, use --scale 0.001"),
                                               (0.01, "use --scale 1000"), (1e7, "--scale changes its size"), (10.0, "")])
def test_a_likely_unit_is_proposed_for_an_unlikely_size(file, factor, words):
    vertices, faces = hall(3.0)
    notes = load_model(file("hall.obj", obj_text(vertices * factor, faces))).notes
    remarks = [note for note in notes if note.startswith("very ")]
    assert words in remarks[0] if words else not remarks
    given = load_model(file("hall.obj", obj_text(vertices * factor, faces)), scale=1.0).notes
    assert not [note for note in given if note.startswith("very ")]  # the user knows


def test_the_report_has_it_on_lines_of_its_own_and_the_menu_in_one(file, capsys):
    from game.cli_commands import main

    path = file("hall.obj", obj_text(*hall(3.0)))
    script = file("wait.txt", "1\n")
    assert main(["sim", str(path), "--script", str(script)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "hall: 20.4 x 16.4 x 3.5 m, z-up, 1 m a unit" and lines[2].startswith("hall: taken as z-up")
    assert "20.4 x 16.4 x 3.5 m, z-up" in load_level(path).about


# A wall 12 m wide and 4 m high, a sheet that stands along the format's axis, and the same with a thickness of 20 cm.
SHEET_FACES = np.array([(0, 1, 2), (0, 2, 3)])
SHEETS = {"y-up": np.array([(-6, 0, 0), (6, 0, 0), (6, 4, 0), (-6, 4, 0)], float),
          "z-up": np.array([(-6, 0, 0), (6, 0, 0), (6, 0, 4), (-6, 0, 4)], float)}
WALLS = {"y-up": UNIT[:, [0, 2, 1]] * (12, 4, 0.2), "z-up": UNIT * (12, 0.2, 4)}
PART = """title = "t"
spawn = {{ at = [0, -3, 0] }}
[[parts]]
part = "mesh"
file = "{}"
"""


@pytest.mark.parametrize("is_sheet", [True, False])
@pytest.mark.parametrize(("name", "axis", "written"), [
    ("wall.glb", "y-up", lambda v, f: glb_bytes(*gltf_document(v, f))), ("wall.egg", "z-up", egg_text),
    ("wall.dae", "y-up", lambda v, f: dae_text(v[:, [0, 2, 1]] * (1, -1, 1), f[:, ::-1])),
])  # fmt: skip
def test_a_part_stands_as_its_format_says(file, name, axis, written, is_sheet):
    vertices, faces = (SHEETS[axis], SHEET_FACES) if is_sheet else (WALLS[axis], FACES)
    file(name, written(vertices, faces))
    level = load_level(file("level.toml", PART.format(name)))
    assert np.ptp(level.vertices, axis=0) == pytest.approx((12, 0 if is_sheet else 0.2, 4))
    assert not any("taken as" in note for note in level.notes)


@pytest.mark.parametrize(("name", "axis", "written"), [
    ("wall.obj", "y-up", obj_text), ("wall.off", "z-up", off_text), ("wall.ply", "z-up", ply_text),
])  # fmt: skip
def test_a_part_that_is_turned_says_so_and_how_to_turn_it_back(file, name, axis, written):
    file(name, written(WALLS[axis], FACES))
    level = load_level(file("level.toml", PART.format(name)))
    assert np.ptp(level.vertices, axis=0)[2] == pytest.approx(0.2)
    assert any(f"{name}: taken as" in note and f'axis = "{axis}" turns it back' in note for note in level.notes)
    level = load_level(file("level.toml", PART.format(name) + f'axis = "{axis}"\n'))
    assert np.ptp(level.vertices, axis=0) == pytest.approx((12, 0.2, 4))
    assert not any("taken as" in note for note in level.notes)


def test_a_sheet_is_the_wall_that_gltf_says_and_a_level_of_a_turned_room_keeps_its_axis(file):
    sheet = load_level(file("sheet.glb", glb_bytes(*gltf_document(SHEETS["y-up"], SHEET_FACES))))
    assert np.ptp(sheet.vertices, axis=0) == pytest.approx((12, 0, 4))
    assert any("--axis z-up turns it" in note for note in sheet.notes)
    path = file("hall.glb", glb_bytes(*gltf_document(*hall(3.0))))
    level = load_level(file("hall.toml", level_file_text(path)))
    assert np.ptp(level.vertices, axis=0) == pytest.approx((20.4, 16.4, 3.5))


def test_a_room_in_centimetres_gets_the_hint(file):
    """Only above 2000 units did a file get one, and a room of 20 m in centimetres has just these."""
    wide = "v 0 0 0\nv 2000 0 0\nv 2000 0 2000\nv 0 0 2000\nf 4 3 2 1\n"
    notes = load_level(file("room.obj", wide)).notes
    assert any(note.startswith("large; if it is in centimetres, use --scale 0.01") for note in notes)
    assert not any("--scale" in note for note in load_level(file("hall.obj", wide.replace("2000", "400"))).notes)
