"""OBJ as programs write it, OFF, 3DS, and corners that are not numbers."""

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.level import load_level
from game.level.mesh_import.mesh_file import OTHER_PROGRAMS, load_model
from tests.level.mesh_import.mesh_makers import (
    BOX,
    FACES,
    obj_text,
    off_text,
    ply_bytes,
    ply_text,
    stl_bytes,
    stl_text,
    threeds_bytes,
)
from tests.level.solidity import areas, volume


@pytest.mark.parametrize("change", [
    lambda text: "\n".join(line + "  # a remark / with - signs" for line in text.splitlines()),
    lambda text: "\n".join("\t  " + line for line in text.splitlines()),
    lambda text: text.replace("\n", "\r\n"),
    lambda text: "# v 1 2 3\n" + text.replace("f ", "f   "),
])
def test_obj_may_have_remarks_indentation_and_spaces(file, change):
    model = load_model(file("box.obj", change(obj_text())), axis="z-up")
    assert (model.vertices[model.triangles] == BOX[FACES]).all()


@pytest.mark.parametrize("fourth", ["", "1.0"])
@pytest.mark.parametrize(("white", "named"), [("1.0", ""), ("255", ""), ("1.0", "mtllib paint.mtl\nusemtl half\n")])
def test_obj_has_the_colours_of_its_vertices(file, white, named, fourth):
    file("paint.mtl", "newmtl half\nKd 0.5 0.5 0.5\n")
    lines = [f"v {x} {y} {z} {fourth} {white} {white} 0" for x, y, z in BOX]
    text = "\n".join([*lines, named + obj_text().partition("\nf")[1].strip() + obj_text().partition("\nf")[2]])
    bright = 0.5 if named else 0.9375
    assert load_model(file("box.obj", text)).paints[0].colour == (bright, bright, 0.0625)


@pytest.mark.parametrize(("name", "change", "words"), [
    ("box.obj", lambda text: "# a box\n" + text.replace("v 0", "v 0,0", 1), r":\d+: is a broken OBJ file: '0,0\S*' is not a n"),
    ("box.obj", lambda text: text + "\n\nf 1 2 \\\n3\nf 1 2 30\n", r":\d+: is a broken OBJ file: a face names vertex 30, there"),
    ("box.obj", lambda text: "vt a b\n" + text + "\nf 1 2 30\n", r":\d\d: is a broken OBJ file: a face names vertex 30, there"),
    ("box.obj", lambda text: "v 1 0\n" + text, r":1: is a broken OBJ file: 'v 1 0' has fewer than three numbers"),
    ("box.gltf", lambda text: '{"asset": }', r"broken at line 1, column 11 .*; save it again as glTF 2.0"),
    ("box.off", lambda text: off_text().replace("0", "0,0"), r"'\S+' is not a (whole )?number"),
    ("box.stl", lambda text: stl_text().replace("vertex ", "vertex 0,"), r"'0,\S+' is not a number"),
])
def test_a_word_that_is_no_number_is_named(file, name, change, words):
    """Python's own words were shown, and no line was."""
    with pytest.raises(InputError, match=words):
        load_model(file(name, change(obj_text())))


def test_the_line_of_a_fault_counts_lines_that_go_on(file):
    with pytest.raises(InputError, match="box.obj:6: .*vertex 30"):
        load_model(file("box.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 \\\n3\nf 1 2 30\n"))


def with_hole(value):
    points = BOX.copy()
    points[7] = value
    return points


NOT_FINITE = {
    "box.obj": lambda points: obj_text(points),
    "box.off": lambda points: off_text(points),
    "box.ply": lambda points: ply_text(points),
    "box.stl": lambda points: stl_bytes(points),
}


@pytest.mark.parametrize("value", [np.nan, np.inf, (0.0, np.nan, 0.0)])
@pytest.mark.parametrize("name", NOT_FINITE)
def test_triangles_without_numbers_are_dropped_and_counted(file, name, value):
    touched = (FACES == 7).any(axis=1)
    path = file(name, NOT_FINITE[name](with_hole(value)))
    model = load_model(path, axis="z-up")
    assert len(model.triangles) == (~touched).sum() and np.isfinite(model.vertices).all()
    assert areas(model).sum() == pytest.approx(np.linalg.norm(np.cross(*corner_edges(FACES[~touched])), axis=1).sum() / 2)
    assert f"{touched.sum()} triangles dropped for corners that are not finite numbers" in load_level(path).notes


def corner_edges(faces):
    a, b, c = (BOX[faces[:, corner]] for corner in range(3))
    return b - a, c - a


def test_a_polygon_without_numbers_is_dropped_and_the_others_are_cut(file):
    outline = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nv nan 0 0\nf 1 2 3 4 5\nf 1 2 3 4 6\n"
    assert areas(load_model(file("concave.obj", outline))).sum() == pytest.approx(10.0)


@pytest.mark.parametrize("text", [
    off_text(), off_text().replace("OFF\n", "OFF "), "# first\n" + off_text().replace("\n", " # and a remark\n"),
    off_text().replace("OFF", "COFF").replace(".0\n", ".0 255 0 0 255\n"),
])
def test_off_is_read(file, text):
    model = load_model(file("box.off", text))
    assert volume(model) == pytest.approx(6.0) and np.ptp(model.vertices, axis=0) == pytest.approx((2, 1, 3))


def test_off_cuts_concave_faces(file):
    points = [(0, 0, 0), (4, 0, 0), (4, 4, 0), (2, 1, 0), (0, 4, 0)]
    model = load_model(file("notch.off", off_text(points, [[0, 1, 2, 3, 4]])))
    assert areas(model).sum() == pytest.approx(10.0) and len(model.triangles) == 3


@pytest.mark.parametrize("text", ["", "OFF", "OFF\n8 12", "4OFF\n1 1 1\n", "OFF\n1 1 0\n0 0 0\n3 0 0 9\n",
                                  "OFF\n1 1 0\n0 0 0\n9 0 0\n", "OFF\n-1 0 0\n",
                                  "OFF\n1000000000 0 0\n", "OFF\n1 0 0\n0 zero 0\n", "OFF\n1 0 0\n0 0\n"])
def test_a_broken_off_is_one_line(file, text):
    with pytest.raises(InputError, match=r"bad\.off: ") as caught:
        load_model(file("bad.off", text))
    assert "\n" not in str(caught.value)


def test_3ds_is_read_by_panda3d(file):
    model = load_model(file("box.3ds", threeds_bytes()), axis="z-up")
    assert volume(model) == pytest.approx(6.0) and len(model.triangles) == 12


def test_ply_strips_are_whole(file):
    model = load_model(file("strip.ply", ply_bytes(faces=[], strips=[[0, 1, 2, 3], [4, 5, 6, -1, 0, 4, 1]])))
    assert len(model.triangles) == 4


@pytest.mark.parametrize("ending", OTHER_PROGRAMS)
def test_files_of_other_programs_are_refused_with_a_way_to_get_there(tmp_path, ending):
    path = tmp_path / f"house{ending.upper()}"
    path.write_bytes(b"x")
    with pytest.raises(InputError, match="cannot load this kind of file; .*(export|open|unpack|convert|Export)"):
        load_level(str(path))


@pytest.mark.parametrize("face", ["f 0 1 2", "f 0 -1 -2"])
def test_obj_has_no_vertex_of_number_0(file, face):
    with pytest.raises(InputError):
        load_level(file("zero.obj", f"v 0 0 0\nv 4 0 0\n{face}\nv 0 0 4\nf 1 2 3\n".encode()))


ENCODINGS = ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32")  # with a mark: utf-8-sig, utf-16 and utf-32
TEXTS = {"box.obj": obj_text, "box.off": off_text, "box.ply": ply_text, "box.stl": stl_text}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("name", TEXTS)
def test_text_formats_in_every_encoding(file, name, encoding, ending):
    model = load_model(file(name, TEXTS[name]().replace("\n", ending).encode(encoding)), axis="z-up")
    assert (model.vertices[model.triangles] == BOX[FACES]).all()


@pytest.mark.parametrize("name", ["one vertex welded", "facet normal 1", "endfacet", "vertex", "solid",
"endsolid facet normal vertex", "",
                                  "a facet", "outer loop endloop endfacet"])  # fmt: skip
@pytest.mark.parametrize("change", [str, str.upper, lambda text: text.replace("\n", "\r\n  "),
lambda text: text.replace("\n", "\r"),
                                    lambda text: text.replace("outer loop\n", "outer loop ")])  # fmt: skip
def test_stl_may_have_any_name(file, name, change):
    text = stl_text().replace("solid box", f"solid {name}")
    model = load_model(file("box.stl", change(text + text.replace("endsolid box", "endsolid"))))
    assert volume(model) == pytest.approx(12.0)


@pytest.mark.parametrize("name", ["box", "vertex", "solid vertex", "", "endfacet a vertex"])
def test_stl_in_one_line(file, name):
    text = stl_text().replace("solid box", f"solid {name}")
    assert volume(load_model(file("box.stl", " ".join((text + text).split())))) == pytest.approx(12.0)


@pytest.mark.parametrize("head", [b"solid", b"solid facet vertex", b"\n\nsolid\0", b"\xef\xbb\xbfsolid", b"made by hand"])
@pytest.mark.parametrize("behind", [b"", b"\n", b"\0" * 4, b"endsolid vertex"])
def test_binary_stl_may_begin_with_solid_and_go_on_behind_its_facets(file, head, behind):
    data = head.ljust(80) + stl_bytes()[80:] + behind
    assert volume(load_model(file("box.stl", data))) == pytest.approx(6.0)


@pytest.mark.parametrize("remark", ["comment the numbers follow after end_header", "comment end_header", "obj_info end_header 3",
                                    "comment\nobj_info num_cols 512", "comment property float w"])  # fmt: skip
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_ply_may_have_remarks_about_its_header(file, remark, ending):
    text = ply_text().replace("element vertex", remark + "\nelement vertex")
    assert volume(load_model(file("box.ply", text.replace("\n", ending)))) == pytest.approx(6.0)
    head, _, rows = ply_bytes().partition(b"end_header\n")
    head = head.replace(b"comment a box", remark.encode()) + b"end_header\n"
    assert volume(load_model(file("box.ply", head.replace(b"\n", ending.encode()) + rows))) == pytest.approx(6.0)


def test_a_number_of_binary_ply_may_begin_with_the_byte_of_a_line_end(file):
    points = BOX.copy()
    points[0, 0] = np.frombuffer(b"\n\0\0\x3f", "<f4")[0]
    head, _, rows = ply_bytes().partition(b"end_header\n")
    whole = (head + b"end_header\n").replace(b"\n", b"\r") + b"\n\0\0\x3f" + rows[4:]
    model = load_model(file("box.ply", whole), axis="z-up")
    assert model.vertices[0, 0] == points[0, 0] and len(model.triangles) == 12


def off_words(head, rows, faces=FACES, blank="\n"):
    """An OFF file of a head, rows of vertices and faces, with a blank between its rows."""
    words = [" ".join(map(repr, map(float, row))) for row in rows] + [f"{len(face)} {' '.join(map(str, face))}" for face in faces]
    return f"{head}{blank}{len(rows)} {len(faces)} 0{blank}" + blank.join(words) + "\n"


BESIDE = {"": 0, "N": 3, "C": 4, "CN": 7, "ST": 2, "STC": 6, "STCN": 9, "STN": 5}


@pytest.mark.parametrize("blank", ["\n", " ", "\n# a remark\n", "\n\n"])
@pytest.mark.parametrize("kind", BESIDE)
@pytest.mark.parametrize("fourth", [False, True])
def test_off_of_all_kinds_in_lines_and_in_one(file, kind, fourth, blank):
    rows = np.hstack([BOX, np.ones((8, 1))]) * 2.0 if fourth else BOX
    text = off_words(f"{kind}{'4' * fourth}OFF", np.hstack([rows, np.full((8, BESIDE[kind]), 0.5)]), blank=blank)
    model = load_model(file("box.off", text), axis="z-up")
    assert (model.vertices[model.triangles] == BOX[FACES]).all()


@pytest.mark.parametrize("head", ["", "OFF", "off", "nOFF\n3", "nOFF 3"])
def test_off_without_its_word_or_with_dimensions(file, head):
    assert volume(load_model(file("box.off", off_words(head, BOX).lstrip()))) == pytest.approx(6.0)


def two_on_a_line_and_colours(text):
    """The text of an OFF file with two vertices on a line, and a colour behind each face."""
    lines = text.splitlines()
    vertices, faces = lines[2:10], [f"{line} 255 0 0" for line in lines[10:]]
    return "\n".join([*lines[:2], *map(" ".join, zip(vertices[::2], vertices[1::2])), *faces])


@pytest.mark.parametrize("change", [
    lambda text: text.replace("OFF\n", "OFF "), lambda text: text.replace("8 12 0", "8 12"),
    lambda text: text.replace("\n", " # x\n"),
    lambda text: text.replace("8 12 0\n", "8\n12 0\n").replace("\n", " \n"), lambda text: text + "# the end",
    lambda text: "\n".join(line + " 255 0 0" if line[:2] == "3 " else line for line in text.splitlines()),
    lambda text: "\n".join(text.replace("OFF\n", "").split()),  # one word on each line
    two_on_a_line_and_colours,
])  # fmt: skip
def test_off_as_programs_write_it(file, change):
    assert volume(load_model(file("box.off", change(off_words("OFF", BOX))))) == pytest.approx(6.0)


@pytest.mark.parametrize(("text", "words"), [
    ("OFF BINARY\n\0\0", "binary"), ("nOFF 5\n1 0 0\n1 2 3 4 5", "5 dimensions"), ("MESH 3 1", "begin with the word OFF"),
    ("OFF\n3 1 0\n0 0 0 1 0 0 0 1 0", "ends before"), ("OFF 3 1 0 0 0 0 1 0 0 0 1 0 9 0 1 2", "declares 9 corners"),
    ("OFF", "early"),
])  # fmt: skip
def test_off_that_cannot_be_read_is_one_line(file, text, words):
    with pytest.raises(InputError, match=words):
        load_model(file("bad.off", text))


LONG = "1" * 100_000  # a whole number of more digits than Python converts


@pytest.mark.parametrize(("name", "text"), [
    ("a.obj", f"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 {LONG}\n"), ("a.obj", f"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 -{LONG}\n"),
    ("a.off", f"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 {LONG}\n"), ("a.off", f"OFF\n{LONG} 1 0\n0 0 0\n"),
    ("a.off", f"OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n{LONG} 0 1 2\n"), ("a.ply", ply_text().replace("vertex 8", f"vertex {LONG}")),
    ("a.gltf", f'{{"asset": {{"version": "2.0"}}, "scene": {LONG}}}'), ("a.toml", f'title = "t"\nabout = {LONG}\n'),
])  # fmt: skip
def test_a_number_of_many_digits_is_one_plain_line(file, name, text):
    with pytest.raises(InputError, match="a whole number has more than 4300 digits$") as caught:
        load_level(file(name, text))
    assert len(str(caught.value)) < 400
