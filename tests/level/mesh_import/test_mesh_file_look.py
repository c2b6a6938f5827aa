"""The look of mesh files: pictures, texture coordinates and colours of vertices arrive corner by corner."""

import io

import numpy as np
import pytest
from PIL import Image

from game.core.input_errors import InputError
from game.level import load_level
from game.level.contents.mesh_pictures_and_colours import SurfaceFinish, linear_colour
from tests.level.mesh_import.look_makers import PALETTE_COLOURS, GlbWriter, coloured_hill, level_of, palette_kit, textured_house

FLOOR = np.array([(-5, 0, 5), (5, 0, 5), (5, 0, -5), (-5, 0, -5)], float)
CORNERS = [(0, 1, 2), (0, 2, 3)]
PLACES = np.array([(0, 1), (1, 1), (1, 0), (0, 0)], float)  # from the upper left
RED = np.full((2, 2, 3), (200, 30, 30), np.uint8)


def floor(**material):
    """A .glb of a floor with a picture."""
    file = GlbWriter()
    file.mesh(FLOOR, CORNERS, file.material(file.texture(RED), **material), PLACES)
    return file


def test_coordinates_count_from_the_lower_left(tmp_path):
    level = level_of(tmp_path, floor().bytes())
    at = level.vertices[level.triangles]  # z up: north is +y, and the file's -z
    expected = np.stack([(at[..., 0] + 5) / 10, (at[..., 1] + 5) / 10], axis=2)
    assert level.look.coordinates == pytest.approx(expected)
    assert level.look.tints == pytest.approx(1.0)
    (material,) = {level.materials[number] for number in level.surfaces}
    assert material.finish.picture.data[1:4] == b"PNG"


def test_a_texture_transform_moves_and_scales_them(tmp_path):
    file = floor()
    moved = {"offset": [0.25, 0.5], "scale": [2.0, 3.0]}
    file.document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"] = {"KHR_texture_transform": moved}
    plain, other = level_of(tmp_path, floor().bytes()), level_of(tmp_path, file.bytes())
    from_top = plain.look.coordinates * (1, -1) + (0, 1)
    assert other.look.coordinates == pytest.approx((from_top * (2, 3) + (0.25, 0.5)) * (1, -1) + (0, 1), abs=1e-6)


def test_base_colour_and_colours_of_vertices_multiply_as_linear_colours(tmp_path):
    file = GlbWriter()
    colours = np.array([(1, 0, 0), (0, 1, 0), (0, 0, 1), (0.5, 0.5, 0.5)], float)
    file.mesh(FLOOR, CORNERS, file.material(factor=(0.5, 0.25, 1.0, 1.0)), colours=colours)
    level = level_of(tmp_path, file.bytes())
    assert level.look.tints == pytest.approx((colours * (0.5, 0.25, 1.0))[np.array(CORNERS)])
    assert [material.finish for material in level.materials][level.surfaces[0]] == SurfaceFinish()


BLACK, WHITE = (0.0, 0.0, 0.0, 1.0), (1.0, 1.0, 1.0, 1.0)
DIM = np.full((4, 3), (0.5, 0.25, 0.0))


def lamp(base=BLACK, picture=False, emissive_picture=False, colours=None, **material):
    """A .glb of a floor that emits light. picture, emissive_picture: True to have that texture, or the pixels of it"""
    file = GlbWriter()
    texture = None if picture is False else file.texture(RED if picture is True else picture)
    if emissive_picture:
        material["emissiveTexture"] = {"index": file.texture(255 - RED)}
    file.mesh(FLOOR, CORNERS, file.material(texture, base, **material), PLACES, colours)
    return file.bytes()


def strength(value):
    return {"KHR_materials_emissive_strength": {"emissiveStrength": value}}


# The material, and the tint (linear), the glow and the picture's first pixel that are expected.
EMISSION = [
    ({"emissiveFactor": (1, 1, 1), "emissive_picture": True}, (1, 1, 1), 1.0, (55, 225, 225)),
    ({"base": None, "emissiveFactor": (1, 1, 1), "emissive_picture": True}, (1, 1, 1), 1.0, (55, 225, 225)),
    ({"picture": True, "emissiveFactor": (1, 1, 1), "emissive_picture": True}, (1, 1, 1), 1.0, (55, 225, 225)),
    ({"base": WHITE, "picture": True, "emissiveFactor": (1, 1, 1), "emissive_picture": True}, (1, 1, 1), 0.0, (200, 30, 30)),
    ({"base": WHITE, "picture": True, "emissiveFactor": (0.5, 0, 0)}, (1, 1, 1), 0.5, (200, 30, 30)),
    ({"picture": True, "emissiveFactor": (0.0, 1, 0)}, (0, 1, 0), 1.0, None),
    ({"emissiveFactor": (1, 0.8, 0.2)}, (1, 0.8, 0.2), 1.0, None),
    ({"emissiveFactor": (1, 0.8, 0.2), "extensions": strength(20)}, (1, 0.8, 0.2), 1.0, None),
    ({"emissiveFactor": (1, 0.8, 0.2), "extensions": strength(0.5)}, (0.5, 0.4, 0.1), 0.5, None),
    ({"emissiveFactor": (1, 1, 1), "emissive_picture": True, "extensions": strength(0.5)}, (0.5,) * 3, 0.5, (55, 225, 225)),
    ({"base": (0.2, 0.2, 0.2, 1.0), "emissiveFactor": (0, 0, 0.4)}, (0.2, 0.2, 0.6), 0.4, None),
    ({"base": (0.2, 0.4, 0.2, 1.0), "extensions": {"KHR_materials_unlit": {}}}, (0.2, 0.4, 0.2), 1.0, None),
    ({"base": (0.2, 0.4, 0.2, 1.0), "emissiveFactor": (0, 0, 0), "extensions": strength(9)}, (0.2, 0.4, 0.2), 0.0, None),
    # a black picture, or one that is black where it is seen: the emission
    *(({"base": None, "picture": dark, "emissiveFactor": (1, 1, 1), "emissive_picture": True}, (1, 1, 1), 1.0, (55, 225, 225))
      for dark in (0 * RED, 0 * RED + 30, np.full((2, 2, 4), (255, 255, 255, 0), np.uint8))),
    ({"base": WHITE, "picture": 0 * RED, "emissiveFactor": (1, 0.8, 0.2)}, (1, 0.8, 0.2), 1.0, None),
    ({"base": WHITE, "picture": 0 * RED + 60, "emissiveFactor": (1, 1, 1), "emissive_picture": True}, (1, 1, 1), 0.0, (60,) * 3),
    # colours of vertices multiply the base colour, and not the emission
    ({"colours": DIM, "emissiveFactor": (1, 1, 1), "emissive_picture": True}, (1, 1, 1), 1.0, (55, 225, 225)),
    ({"base": None, "colours": DIM, "emissiveFactor": (1, 1, 1), "emissive_picture": True}, (1, 1, 1), 1.0, (55, 225, 225)),
    ({"colours": DIM, "emissiveFactor": (0.5, 0, 0)}, (0.5, 0, 0), 0.5, None),
    ({"base": (0.4, 0.4, 0.8, 1.0), "colours": DIM, "emissiveFactor": (0.5, 0, 0)}, (0.7, 0.1, 0), 0.5, None),
    ({"base": None, "colours": DIM, "emissiveFactor": (0.5, 0, 0)}, (1, 0.25, 0), 0.5, None),
    ({"base": WHITE, "picture": True, "colours": DIM, "emissiveFactor": (1, 1, 1), "emissive_picture": True}, (0.5, 0.25, 0),
     0.0, (200, 30, 30)),
]  # fmt: skip


@pytest.mark.parametrize("material, tint, glow, pixel", EMISSION)
def test_emission_is_seen(tmp_path, material, tint, glow, pixel):
    level = level_of(tmp_path, lamp(**material))
    (finish,) = {level.materials[number].finish for number in level.surfaces}
    assert level.look.tints == pytest.approx(np.broadcast_to(tint, level.look.tints.shape))
    assert finish.glow == glow and (finish.picture is None) == (pixel is None)
    if pixel:
        assert Image.open(io.BytesIO(finish.picture.data)).getpixel((0, 0)) == pixel


@pytest.mark.parametrize("factor", [[1, 1], "white", [1, None, 1], [float("inf")] * 3])
def test_a_wrong_emission_is_one_line(tmp_path, factor):
    with pytest.raises(InputError, match="emissiveFactor of materials"):
        level_of(tmp_path, lamp(emissiveFactor=factor))


@pytest.mark.parametrize(("alphas", "is_said"), [((0.0,), True), ((0.0, 0.001), True), ((0.0, 1.0), False), ((0.3,), False)])
def test_a_file_that_is_wholly_transparent_says_so(tmp_path, alphas, is_said):
    file = GlbWriter()
    for number, alpha in enumerate(alphas):
        file.mesh(FLOOR + (0, number, 0), CORNERS, file.material(factor=(0.5, 0.5, 0.5, alpha), alphaMode="BLEND"))
    notes = level_of(tmp_path, file.bytes()).notes
    assert any("all of it is transparent" in note for note in notes) == is_said


def test_a_mirrored_mesh_keeps_the_look_of_each_corner(tmp_path):
    file = floor()
    file.document["nodes"][0]["scale"] = [-1, 1, 1]
    level = level_of(tmp_path, file.bytes())
    at = level.vertices[level.triangles]
    assert level.look.coordinates[..., 0] == pytest.approx((5 - at[..., 0]) / 10)


def test_a_kit_keeps_its_one_picture_once(tmp_path):
    level = level_of(tmp_path, palette_kit())
    pictures = {material.finish.picture for material in level.materials if material.finish}
    assert len(pictures) == 1
    assert len(np.unique(level.look.coordinates.reshape(-1, 2), axis=0)) == len(PALETTE_COLOURS)


def test_cut_out_and_transparent_surfaces_are_known(tmp_path):
    modes = {material.finish.mode: material.finish.opacity for material in level_of(tmp_path, textured_house()).materials[2:]}
    assert modes == {"opaque": 1.0, "mask": 1.0, "blend": 0.35}


@pytest.mark.parametrize("uri", ["gone.png", "data:image/png;base64,###", "../.."])
def test_a_missing_picture_is_a_note_and_the_colour_stays(tmp_path, uri):
    file = floor(factor=(0.5, 0.1, 0.1, 1.0))
    file.document["images"][0] = {"uri": uri}
    level = level_of(tmp_path, file.bytes())
    assert any("cannot be read" in note for note in level.notes) or uri.startswith("data")
    assert level.look.tints[0, 0] == pytest.approx((0.5, 0.1, 0.1))


def test_a_broken_reference_to_a_texture_is_one_line(tmp_path):
    file = floor()
    file.document["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["index"] = 7
    with pytest.raises(Exception, match=r"textures\[7\] is used"):
        level_of(tmp_path, file.bytes())


def test_the_grid_look_has_neither_pictures_nor_colours_of_vertices_and_the_same_triangles(tmp_path):
    own, grid = level_of(tmp_path, coloured_hill()), level_of(tmp_path, coloured_hill(), look="grid")
    assert own.look is not None and grid.look is None
    assert all(material.finish is None for material in grid.materials)
    assert own.hash == grid.hash
    assert load_level(grid.path, **grid.reading).look is None  # a level that is read again keeps its look


OBJ = """mtllib m.mtl
v -5 0 5
v 5 0 5
v 5 0 -5
v -5 0 -5
vt 0 0
vt 1 0
vt 1 1
vt 0 1
usemtl brick
f {face}
"""


@pytest.mark.parametrize("face", ["1/1 2/2 3/3 4/4", "-4/-4/1 -3/-3/1 -2/-2/1 -1/-1/1"])
def test_an_obj_shows_the_picture_of_its_material(tmp_path, face):
    Image.fromarray(RED).save(tmp_path / "a red.png")
    (tmp_path / "m.mtl").write_text("newmtl brick\nKd .5 .5 .5\nmap_Kd -s 1 1 1 a red.png\n")
    (tmp_path / "model.obj").write_text(OBJ.format(face=face))
    level = load_level(tmp_path / "model.obj")
    at = level.vertices[level.triangles]
    assert level.look.coordinates == pytest.approx((at[..., :2] + 5) / 10)
    assert level.look.tints == pytest.approx(float(linear_colour(np.array(0.5))))
    assert level.materials[level.surfaces[0]].finish.picture.name == "a red.png"


def test_an_obj_without_its_picture_says_so(tmp_path):
    (tmp_path / "m.mtl").write_text("newmtl brick\nmap_Kd gone.png\n")
    (tmp_path / "model.obj").write_text(OBJ.format(face="1/1 2/2 3/3 4/4"))
    assert "m.mtl:2: the picture gone.png cannot be read" in load_level(tmp_path / "model.obj").notes


def pictured_obj(folder, names):
    """Write an OBJ file whose materials have these pictures. Returns its path and the size of each picture [bytes]."""
    for name in names:
        Image.fromarray(RED).save(folder / name)
    (folder / "m.mtl").write_text("".join(f"newmtl {name}\nmap_Kd {name}\n" for name in names))
    (folder / "model.obj").write_text(OBJ.replace("brick", names[0]).format(face="1/1 2/2 3/3 4/4"))
    return folder / "model.obj", (folder / names[0]).stat().st_size


def test_all_pictures_of_an_obj_together_have_a_limit(tmp_path, monkeypatch):
    path, size = pictured_obj(tmp_path, ["a.png", "b.png"])
    budget = 2 * size + (tmp_path / "m.mtl").stat().st_size
    monkeypatch.setattr("game.level.mesh_import.files_beside.MOST_BYTES", budget)
    assert load_level(path).look is not None
    monkeypatch.setattr("game.level.mesh_import.files_beside.MOST_BYTES", budget - 1)
    with pytest.raises(InputError, match=r"model\.obj: \d+ bytes .* with b\.png, \d+ can be read; make its pictures smaller"):
        load_level(path)


def test_a_material_file_named_many_times_counts_each_time_it_is_read(tmp_path, monkeypatch):
    path, size = pictured_obj(tmp_path, ["a.png"])
    path.write_text("mtllib m.mtl\n" * 100 + path.read_text())
    monkeypatch.setattr("game.level.mesh_import.files_beside.MOST_BYTES", size + 20 * (tmp_path / "m.mtl").stat().st_size)
    with pytest.raises(InputError, match=r"model\.obj: .* with m\.mtl, "):
        load_level(path)


def test_all_pictures_of_a_gltf_together_have_the_same_limit(tmp_path, monkeypatch):
    Image.fromarray(RED).save(tmp_path / "red.png")
    file, path = floor(), tmp_path / "model.glb"
    file.document["images"][0] = {"uri": "red.png"}
    path.write_bytes(file.bytes())
    assert load_level(path).look is not None
    monkeypatch.setattr("game.level.mesh_import.files_beside.MOST_BYTES", (tmp_path / "red.png").stat().st_size - 1)
    with pytest.raises(InputError, match=r"model\.glb: .* with red\.png, "):
        load_level(path)


def test_a_ply_shows_the_colour_of_each_vertex(tmp_path):
    colours = np.array([(255, 0, 0), (0, 255, 0), (0, 0, 255), (255, 255, 255)])
    rows = [f"{x} {-z} {y} {r} {g} {b}" for (x, y, z), (r, g, b) in zip(FLOOR.tolist(), colours.tolist())]
    head = "ply\nformat ascii 1.0\nelement vertex 4\n" + "".join(f"property float {axis}\n" for axis in "xyz")
    head += "".join(f"property uchar {name}\n" for name in ("red", "green", "blue"))
    head += "element face 2\nproperty list uchar int vertex_indices\nend_header\n"
    (tmp_path / "model.ply").write_text(head + "\n".join([*rows, "3 0 1 2", "3 0 2 3"]) + "\n")
    assert load_level(tmp_path / "model.ply").look.tints == pytest.approx((colours / 255.0)[np.array(CORNERS)])


def test_a_part_keeps_the_look_of_its_file_and_loses_it_for_a_material(tmp_path):
    level_of(tmp_path, floor().bytes())
    part = '[[parts]]\npart = "mesh"\nfile = "model.glb"\n'
    header = 'title = "T"\nabout = "A"\nspawn = {at = [0, 0, 0], heading = 0}\n'
    (tmp_path / "own.toml").write_text(header + part + '\n[[parts]]\npart = "box"\nsize = [1, 1, 1]\nat = [3, 3, 0]\n')
    (tmp_path / "wood.toml").write_text(header + part + 'material = "wood"\n')
    own = load_level(tmp_path / "own.toml")
    assert np.isnan(own.look.tints).any(axis=(1, 2)).tolist() == [False] * 2 + [True] * 12
    assert load_level(tmp_path / "wood.toml").look is None


@pytest.mark.parametrize("place", ["{folder}/red.png", "//server/share/red.png", "\\\\server\\share\\red.png", "c:/red.png"])
def test_a_file_from_a_root_or_a_server_is_not_read(tmp_path, place):
    """Opening a mesh file of others must not read files from anywhere. OBJ takes the file beside it, and there is none."""
    (tmp_path / "elsewhere").mkdir()
    Image.fromarray(RED).save(tmp_path / "elsewhere" / "red.png")
    name = place.format(folder=tmp_path / "elsewhere")
    file = floor(factor=(0.5, 0.1, 0.1, 1.0))
    file.document["images"][0] = {"uri": name}
    (tmp_path / "level").mkdir()
    (tmp_path / "level" / "m.mtl").write_text(f"newmtl brick\nmap_Kd {name}\n")
    (tmp_path / "level" / "floor.obj").write_text(
        "mtllib m.mtl\nusemtl brick\nv -5 0 5\nv 5 0 5\nv 5 0 -5\nvt 0 0\nf 1/1 2/1 3/1\n"
    )
    for level in (level_of(tmp_path, file.bytes()), load_level(tmp_path / "level" / "floor.obj")):
        assert any("cannot be read" in note for note in level.notes)
        assert not any(material.finish and material.finish.picture for material in level.materials)
