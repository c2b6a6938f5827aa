"""Material files of OBJ as programs write them: statements, options, names of files, and what cannot be read."""

import numpy as np
import pytest
from PIL import Image

from game.level.contents.level import Material
from game.level.contents.mesh_pictures_and_colours import linear_colour
from game.level.mesh_import.files_beside import FilesBeside
from game.level.mesh_import.mesh_file import load_model
from game.scene.light.texture_decoding import level_pictures

OBJ = "v 0 0 0\nv 4 0 0\nv 0 0 -4\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl one\nf 1/1 2/2 3/3\nusemtl two\nf 1/1 3/3 2/2\n"
BLUE = "newmtl two\nKd 0 0 1\n"


@pytest.fixture
def load(tmp_path):
    """A function that writes an OBJ file, a material file and a picture, and gives (model read from it, {name: paint})."""

    def write(material, mtllib="m.mtl", name="m.mtl", picture="t.png", mode="RGB"):
        (tmp_path / picture).parent.mkdir(exist_ok=True)
        Image.new(mode, (2, 2)).save(tmp_path / picture, "PNG")
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(material.encode() if isinstance(material, str) else material)
        (tmp_path / "a.obj").write_text(f"mtllib {mtllib}\n{OBJ}")
        model = load_model(tmp_path / "a.obj")
        return model, {paint.name: paint for paint in model.paints}

    return write


@pytest.mark.parametrize(("line", "colour"), [
    ("Kd 0.5", (0.5, 0.5, 0.5)), ("kd 0.5 0.25 0.5 # half", (0.5, 0.25, 0.5)), ("Kd\t.5  .25\t.5", (0.5, 0.25, 0.5)),
    ("Kd xyz 0.9505 1 1.089", (0.9375, 0.9375, 0.9375)), ("Kd xyz 0.2140", None), ("Kd spectral red.rfl 1", None), ("Kd", None),
    ("Kd red", None), ("Kd nan nan nan", None), ("Kd 1 0", None), ("Kd 0,5 0,5 0,5", None), ("map_Kd", None), ("d x", None),
])  # fmt: skip
def test_a_line_that_cannot_be_read_is_noted_and_the_next_ones_are_read(load, line, colour):
    model, paints = load(f"newmtl one\n{line}\n{BLUE}")
    assert paints["two"].colour == (0.0625, 0.0625, 0.9375)
    is_read = colour or line == "Kd xyz 0.2140"
    assert any(note.startswith("m.mtl:2: ") for note in model.notes) != bool(is_read)
    assert paints["one"].colour == colour or is_read


@pytest.mark.parametrize(("options", "scale", "offset", "repeats"), [
    ("-s 2 3", (2, 3), (0, 0), True), ("-s 2 3 4", (2, 3), (0, 0), True), ("-s 2", (2, 1), (0, 0), True),
    ("-o 0.5 0.25 0", (1, 1), (0.5, 0.25), True), ("-o .5 -s 2 2 1", (2, 2), (0.5, 0), True), ("-t 1 1 1", (1, 1), (0, 0), True),
    ("-clamp on", (1, 1), (0, 0), False), ("-clamp off", (1, 1), (0, 0), True), ("-mm 0 1 -bm 1", (1, 1), (0, 0), True),
    ("-blendu on -blendv off -cc on", (1, 1), (0, 0), True), ("-imfchan l -texres 512 -boost 3", (1, 1), (0, 0), True),
    ("-mm 0.5", (1, 1), (0, 0), True), ("-S 2 2", (2, 2), (0, 0), True), ("-type sphere", (1, 1), (0, 0), True), ("", (1, 1),
    (0, 0), True),
])  # fmt: skip
@pytest.mark.parametrize("name", ["t.png", "my picture 2.png"])
def test_options_before_a_picture(load, options, scale, offset, repeats, name):
    model, paints = load(f"newmtl one\nmap_Kd {options} {name}\n{BLUE}", picture=name)
    finish = paints["one"].finish
    assert finish.picture.name == name and finish.repeats == (repeats, repeats)
    at = model.look.coordinates[0]
    assert at == pytest.approx(np.array([(0, 0), (1, 0), (0, 1)]) * scale + offset)


@pytest.mark.parametrize(("statement", "name"), [
    ("a.mtl b.mtl", "b.mtl"), ("gone.mtl b.mtl", "b.mtl"), ("my file.mtl", "my file.mtl"), ("my file.mtl other.mtl",
    "my file.mtl"),
    ("A.MTL", "a.mtl"), ("./a.mtl", "a.mtl"), (".\\a.mtl", "a.mtl"), ("C:\\work\\a.mtl", "a.mtl"), ("/srv/me/a.mtl", "a.mtl"),
    ("a.mtl\t# by hand", "a.mtl"), ("a.mtl # not old.mtl", "a.mtl"),
    ("Mats\\A.mtl", "mats/a.mtl"), ("\\\\server\\share\\a.mtl", "a.mtl"), ('"a.mtl"', "a.mtl"), ("a.mtl # by hand", "a.mtl"),
])  # fmt: skip
def test_names_of_material_files(load, statement, name):
    _, paints = load(f"newmtl one\nKd 0.5 0.5 0.5\n{BLUE}", mtllib=statement, name=name)
    assert paints["two"].colour == (0.0625, 0.0625, 0.9375)


@pytest.mark.parametrize("statement", [
    "./x.mtl ./m.mtl", ".\\x.mtl .\\m.mtl", "C:\\x\\x.mtl /srv/u/m.mtl", "../a/x.mtl ../a/m.mtl", "mats/x.mtl mats/m.mtl",
    "x.mtl\tm.mtl # both", '"x.mtl" "m.mtl"', "words m.mtl", "C:\\my files\\x.mtl C:\\my files\\m.mtl",
])  # fmt: skip
def test_all_material_files_in_a_statement_are_read(load, tmp_path, statement):
    for name in ("x.mtl", "words"):
        (tmp_path / name).write_text("newmtl one\nKd 0 1 0\n")
    model, paints = load(BLUE, mtllib=statement)
    assert paints["one"].colour == (0.0625, 0.9375, 0.0625) and paints["two"].colour == (0.0625, 0.0625, 0.9375)
    assert not any("m.mtl" in note or "material" in note for note in model.notes)


@pytest.mark.parametrize("statement", [
    '"x y.mtl" "my m.mtl"', '"x y.mtl" my m.mtl', '"./x y.mtl"\t".\\my m.mtl"', '"C:\\a b\\x y.mtl" "C:\\a b\\my m.mtl" # both',
    '"x y.mtl" "my m.mtl" gone.mtl',
])  # fmt: skip
def test_quoted_names_of_material_files_may_have_blanks(load, tmp_path, statement):
    (tmp_path / "x y.mtl").write_text("newmtl one\nKd 0 1 0\n")
    model, paints = load(BLUE, mtllib=statement, name="my m.mtl")
    assert paints["one"].colour == (0.0625, 0.9375, 0.0625) and paints["two"].colour == (0.0625, 0.0625, 0.9375)
    assert not any("m.mtl" in note for note in model.notes if "gone" not in note)


@pytest.mark.parametrize(("name", "encoding"), [
    ("müller.mtl", "latin-1"), ("été d’or.mtl", "cp1252"), ("材質.mtl", "shift-jis"), ("表.mtl", "shift-jis"),
    ("材质.mtl", "gbk"), ("재질.mtl", "euc-kr"), ("краска.mtl", "cp1251"), ("žluť.mtl", "cp1250"), ("材質.mtl", "utf-8"),
])  # fmt: skip
def test_names_of_files_in_an_older_encoding_are_found(tmp_path, name, encoding):
    """The text has no mark of its encoding. It is the one by which the files are found."""
    picture = name.replace(".mtl", ".png")
    Image.new("RGB", (2, 2)).save(tmp_path / picture, "PNG")
    (tmp_path / name).write_bytes(f"newmtl one\nKd 0 1 0\nmap_Kd -s 1 1 {picture}\n{BLUE}".encode(encoding))
    (tmp_path / "a.obj").write_bytes(f"mtllib {name}\n{OBJ}".encode(encoding))
    model = load_model(tmp_path / "a.obj")
    paints = {paint.name: paint for paint in model.paints}
    assert paints["two"].colour == (0.0625, 0.0625, 0.9375)
    assert paints["one"].finish.picture.name == picture


def test_a_missing_file_beside_others_is_named(load):
    model, paints = load(BLUE, mtllib="./gone.mtl ./m.mtl")
    assert paints["two"].colour == (0.0625, 0.0625, 0.9375)
    assert "a.obj:1: the material file ./gone.mtl is missing or cannot be read" in model.notes


@pytest.mark.parametrize(("used", "defined"), [
    ("one", "one # red"), ("one # floor", "one"), ("one\t#floor", "one"), ("one", "one \t # red # green"), ("one # a", "one # b"),
    ("one # a", "one # a"), ("C#", "C#"), ("wall #1", "wall #1"), ("#1", "#1"), ("#1", "#1 # red"), ("one#1", "one#1 # red"),
])  # fmt: skip
def test_a_remark_behind_the_name_of_a_material(load, tmp_path, used, defined):
    load(f"newmtl {defined}\nKd 0 1 0\nmap_Kd t.png\n{BLUE}")
    path = tmp_path / "named.obj"
    path.write_text(f"mtllib m.mtl\n{OBJ}".replace("usemtl one", f"usemtl {used}"))
    model = load_model(path)
    assert model.paints[0].colour == (0.0625, 0.9375, 0.0625) and model.paints[0].finish.picture
    assert model.look.coordinates[0] == pytest.approx(np.array([(0, 0), (1, 0), (0, 1)]))
    assert not any("material" in note for note in model.notes)


def test_names_that_differ_by_what_looks_like_a_remark_are_kept_apart(load, tmp_path):
    load("newmtl wall #1\nKd 0 1 0\nnewmtl wall #2\nKd 0 0 1\n")
    for used, colour in (("wall #1", (0.0625, 0.9375, 0.0625)), ("wall #3", None)):
        path = tmp_path / "named.obj"
        path.write_text(f"mtllib m.mtl\n{OBJ}".replace("usemtl one", f"usemtl {used}").replace("two", "wall #2"))
        model = load_model(path)
        assert [paint.colour for paint in model.paints] == [colour, (0.0625, 0.0625, 0.9375)]
        assert ("its material 'wall #3' is in none of its material files" in model.notes) == (colour is None)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_remark_does_not_go_on_in_the_next_line(load, tmp_path, end):
    load(f"# made in C:\\x\\\nnewmtl one # C:\\\nKd 0 1 0 # not 1 \\\n{BLUE}".replace("\n", end))
    path = tmp_path / "remark.obj"
    path.write_bytes(f"# made in C:\\x\\\nmtllib m.mtl # in C:\\\n{OBJ}".replace("\n", end).encode())
    model = load_model(path)
    assert [paint.colour for paint in model.paints] == [(0.0625, 0.9375, 0.0625), (0.0625, 0.0625, 0.9375)]


@pytest.mark.parametrize(("statement", "picture"), [
    ("T.PNG", "t.png"), ("t.png", "T.PNG"), ("C:\\work\\t.png", "t.png"), ("/srv/me/t.png", "t.png"), ("C:t.png", "t.png"),
    ("d:/art/textures/T.png", "textures/t.png"), ("textures/t.png", "t.png"), ("\\\\nas\\x\\t.png", "t.png"),
    ("a/../t.png", "t.png"),
    ('"t.png"', "t.png"), ("t.png # the floor", "t.png"), ("t.png\t#the floor", "t.png"),
    ("a #1.png", "a #1.png"), ("-t.png", "-t.png"),
])  # fmt: skip
def test_names_of_pictures(load, statement, picture):
    model, paints = load(f"newmtl one\nmap_Kd {statement}\n{BLUE}", picture=picture)
    assert paints["one"].finish and paints["one"].finish.picture, model.notes


@pytest.mark.parametrize(("lines", "mode", "opacity"), [
    ("d 0", "blend", 0.0), ("d 0.5", "blend", 0.5), ("d -halo 0.25", "blend", 0.25), ("Tr 0.75", "blend", 0.25),
    ("d 1", None, 1.0),
    ("Tr 0", None, 1.0), ("d 1\nTr 1", None, 1.0), ("Tr 1\nd 1.0", None, 1.0), ("d 0.5\nTr 0.5", "blend", 0.5),
    ("d 7", None, 1.0),
    ("d 0.5\nmap_Kd t.png", "blend", 0.5), ("map_Kd t.png", "opaque", 1.0),
])  # fmt: skip
def test_opacity(load, lines, mode, opacity):
    _, paints = load(f"newmtl one\n{lines}\n{BLUE}")
    finish = paints["one"].finish
    assert (finish is None) == (mode is None)
    assert finish is None or (finish.mode, finish.opacity) == (mode, pytest.approx(opacity))


@pytest.mark.parametrize("mode", ["RGBA", "LA"])
@pytest.mark.parametrize("more", ["", "\nmap_d t.png", "\nmap_d -imfchan m T.png"])
def test_the_opacity_of_a_picture_cuts_holes(load, mode, more):
    model, paints = load(f"newmtl one\nmap_Kd t.png{more}\n{BLUE}", mode=mode)
    assert paints["one"].finish.mode == "mask" and not any("map_d" in note for note in model.notes)


@pytest.mark.parametrize(("mode", "closed", "opened"), [
    ("L", 0, 255), ("RGB", (0, 0, 0), (255, 255, 255)), ("RGBA", (255, 255, 255, 0), (9, 9, 9, 255)), ("LA", (255, 0), (9, 255)),
])  # fmt: skip
def test_a_map_of_opacity_in_another_picture_cuts_holes(load, tmp_path, mode, closed, opened):
    holes = Image.new(mode, (4, 4), closed)
    holes.paste(opened, (2, 0, 4, 2))  # the upper right
    holes.save(tmp_path / "holes.png")
    model, paints = load("newmtl one\nmap_Kd t.png\nmap_d holes.png\nnewmtl two\nmap_Kd t.png\n")
    finish, plain = paints["one"].finish, paints["two"].finish
    assert finish.mode == "mask" and plain.mode == "opaque" and finish.picture != plain.picture
    assert not any("map_d" in note for note in model.notes)
    found = level_pictures(tuple(Material(name, (1, 1, 1), "grid", paint.finish) for name, paint in paints.items()), "tiny")
    assert found[finish.picture][..., 3].tolist() == [[0, 0], [0, 255]] and (found[plain.picture][..., 3] == 255).all()


@pytest.mark.parametrize(("statements", "place"), [
    ("map_Kd t.png\nmap_d holes.png", 3), ("map_d t.png", 2), ("map_Kd t.png\nmap_d -s 2 2 holes.png", 3),
    ("map_Kd -s 2 2 t.png\nmap_d t.png", 3),
])  # fmt: skip
def test_a_map_of_opacity_that_cannot_be_drawn_is_noted(load, tmp_path, statements, place):
    if "-s" in statements:
        Image.new("L", (2, 2)).save(tmp_path / "holes.png")
    model, _ = load(f"newmtl one\n{statements}\n{BLUE}")
    assert any(note.startswith(f"m.mtl:{place}: ") for note in model.notes)


LAMP = (1.0, 0.8125, 0.1875)  # displayed
LINEAR = linear_colour(np.array(LAMP))


@pytest.mark.parametrize(("lines", "tint", "glow", "picture"), [
    ("Kd 0 0 0\nKe 1 0.8125 0.1875", LINEAR, 1.0, None),
    ("Ke 1 0.8125 0.1875", LINEAR, 1.0, None),
    ("Kd 0 0 0\nKe 10 8.125 1.875", LINEAR, 1.0, None),
    ("Kd 0 0 0\nKe 0.5", linear_colour(np.full(3, 0.5)), float(linear_colour(np.array(0.5))), None),
    ("Kd 0.5 0.5 0.5\nKe 0 0 0.5", linear_colour(np.full(3, 0.5)) * (1, 1, 2), float(linear_colour(np.array(0.5))), None),
    ("Kd 0 0 0\nKe 1 1 1\nmap_Ke -s 2 2 lit.png", (1, 1, 1), 1.0, "lit.png"),
    ("Kd 0 0 0\nmap_Ke -s 2 2 lit.png", (1, 1, 1), 1.0, "lit.png"),
    ("Kd 0 0 0\nKe 0 0 0\nmap_Ke -s 2 2 lit.png", (1, 1, 1), 1.0, "lit.png"),
    ("Ke 1 0.8125 0.1875\nmap_Ke -s 2 2 lit.png", LINEAR, 1.0, "lit.png"),
    ("map_Kd black.png\nKe 1 1 1\nmap_Ke -s 2 2 lit.png", (1, 1, 1), 1.0, "lit.png"),
    ("map_Kd black.png\nKe 1 0.8125 0.1875", LINEAR, 1.0, None),
    ("Kd 0 0 0\nmap_Kd -s 2 2 lit.png\nKe 1 1 1\nmap_Ke black.png", (1, 1, 1), 0.0, "lit.png"),
    ("map_Kd -s 2 2 lit.png\nKe 0 0 0", (1, 1, 1), 0.0, "lit.png"),
    ("Kd 0 0 0\nKe 1 1 1\nmap_Ke gone.png", (1, 1, 1), 1.0, None),
])  # fmt: skip
def test_emission(load, tmp_path, lines, tint, glow, picture):
    Image.new("RGB", (2, 2), (40, 90, 200)).save(tmp_path / "lit.png")
    Image.new("RGB", (2, 2)).save(tmp_path / "black.png")
    model, paints = load(f"newmtl one\n{lines}\n{BLUE}")
    finish = paints["one"].finish
    assert finish.glow == pytest.approx(glow) and (finish.picture.name if finish.picture else None) == picture
    assert model.look.tints[0] == pytest.approx(np.broadcast_to(tint, (3, 3)), abs=1e-6)
    assert model.look.coordinates[0].max() == (2.0 if picture else 0.0)
    assert paints["two"].finish.glow == 0.0


def test_colours_of_vertices_do_not_change_the_emission(tmp_path):
    (tmp_path / "m.mtl").write_text("newmtl one\nKd 0 0 0\nKe 1 0.8125 0.1875\n")
    (tmp_path / "a.obj").write_text("mtllib m.mtl\nv 0 0 0 1 0 0\nv 4 0 0 0 1 0\nv 0 0 -4 0 0 0\nusemtl one\nf 1 2 3\n")
    assert load_model(tmp_path / "a.obj").look.tints == pytest.approx(np.broadcast_to(LINEAR, (1, 3, 3)), abs=1e-6)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_material_file_may_have_any_mark(load, encoding):
    _, paints = load(f"newmtl one\r\nKd 0 1 0\r\n{BLUE}".encode(encoding))
    assert paints["one"].colour == (0.0625, 0.9375, 0.0625) and paints["two"].colour == (0.0625, 0.0625, 0.9375)


def test_missing_files_are_named_with_file_and_line(load):
    model, _ = load(BLUE, mtllib="gone.mtl")
    assert "a.obj:1: the material file gone.mtl is missing or cannot be read" in model.notes
    model, _ = load("newmtl one\nmap_Kd gone.png\n")
    assert "m.mtl:2: the picture gone.png cannot be read" in model.notes


def test_a_file_of_wrong_lines_has_few_notes(load):
    pictures = "".join(f"newmtl m{i}\nmap_Kd {i}.png\n" for i in range(20_000))
    model, paints = load("newmtl one\n" + "Kd red\n" * 10_000 + pictures + BLUE)
    assert len(model.notes) < 20 and paints["two"].colour == (0.0625, 0.0625, 0.9375)


def test_files_beside_a_file(tmp_path):
    (tmp_path / "in").mkdir()
    for name in ("a.txt", "in/B.txt"):
        (tmp_path / name).write_text("")
    beside = FilesBeside(tmp_path)
    for name in ("a.txt", "A.TXT", "x/y/a.txt", "/a.txt", "c:/in/b.txt", "in\\b.txt", "../" + tmp_path.name + "/a.txt"):
        assert beside.find(name), name
    for name in ("", ".", "..", "in", "b.txt", "a.txt\0", "x" * 5000, "/", "c:", "//a.txt/share", "../" * 3000 + "a"):
        assert beside.find(name) is None, name
    assert FilesBeside(tmp_path / "in").find("/../a.txt") is None


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_statement_may_go_on_in_the_next_line(load, end):
    model, paints = load(f"newmtl one\nKd 0 \\\n1 0\nKd red\n{BLUE}".replace("\n", end))
    assert paints["one"].colour == (0.0625, 0.9375, 0.0625) and paints["two"].colour == (0.0625, 0.0625, 0.9375)
    assert any(note.startswith("m.mtl:4: ") for note in model.notes)


@pytest.mark.parametrize(("before", "after"), [("usemtl", "USEMTL"), ("f ", "fo "), ("f 1/1 ", "f 1/1 \\\r"), ("\n", "\r")])
def test_an_object_file_may_be_written_in_many_ways(load, tmp_path, before, after):
    load(BLUE)
    path = tmp_path / "ways.obj"
    path.write_bytes(f"mtllib m.mtl\n{OBJ}".replace(before, after).encode())
    model = load_model(path)
    assert len(model.triangles) == 2 and {paint.name: paint.colour for paint in model.paints}["two"] == (0.0625, 0.0625, 0.9375)
