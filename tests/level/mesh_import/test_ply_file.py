"""PLY and STL by readers of our own: every kind of number, polygons, strips, colours, and what is broken."""

import pytest

from game.core.input_errors import InputError
from game.level.mesh_import.mesh_file import load_model
from tests.level.mesh_import.mesh_makers import BOX, FACES, ply_bytes, ply_text, stl_bytes, stl_text
from tests.level.solidity import areas, volume

QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]


@pytest.mark.parametrize("order", ["<", ">"])
@pytest.mark.parametrize("numbers", ["float f4", "double f8", "float32 f4", "float64 f8", "short i2", "int i4"])
@pytest.mark.parametrize("counts, corners", [("uchar u1", "int i4"), ("int i4", "uint u4"), ("ushort u2", "uchar u1"),
                                             ("int8 i1", "int16 i2"), ("uint32 u4", "uint16 u2")])
def test_every_kind_of_number(file, order, numbers, counts, corners):
    model = load_model(file("box.ply", ply_bytes(order, FACES, numbers, counts, corners)))
    assert (model.vertices == BOX).all() and (model.triangles == FACES).all()


@pytest.mark.parametrize("faces", [QUADS, QUADS[:3] + FACES.tolist()[6:], FACES.tolist()[:6] + QUADS[3:]])
def test_faces_of_several_sizes_in_the_order_of_the_file(file, faces):
    for content in (ply_bytes("<", faces), ply_bytes(">", faces), ply_text(faces=faces)):
        model = load_model(file("box.ply", content))
        assert len(model.triangles) == 12 and volume(model) == pytest.approx(6.0)
        firsts = [triangle[0] for triangle in model.triangles.tolist()]
        assert firsts[0] == faces[0][0] and firsts[-1] == faces[-1][0]


def test_a_concave_polygon_is_cut_and_not_fanned(file):
    points = [[0, 0, 0], [4, 0, 0], [4, 4, 0], [2, 1, 0], [0, 4, 0]]  # a notch at the top, 10 square metres
    assert areas(load_model(file("notch.ply", ply_text(points, [[0, 1, 2, 3, 4]])))).sum() == pytest.approx(10.0)


def test_strips_end_at_minus_one_and_keep_their_winding(file):
    points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 2, 0], [5, 0, 0], [6, 0, 0], [5, 1, 0]]
    text = ply_text(points, [[0, 1, 2, 3, 4, -1, 5, 6, 7]]).replace("element face", "element tristrips").replace("\n3 0", "\n9 0")
    model = load_model(file("strips.ply", text))
    assert model.triangles.tolist() == [[0, 1, 2], [2, 1, 3], [2, 3, 4], [5, 6, 7]]
    binary = load_model(file("both.ply", ply_bytes(faces=[[0, 1, 3]], strips=[[0, 1, 2, -1, 3, 4, 5], [5, 6, 7]])))
    assert binary.triangles.tolist() == [[0, 1, 3], [0, 1, 2], [3, 4, 5], [5, 6, 7]]


def test_the_mean_colour_of_the_vertices(file):
    model = load_model(file("red.ply", ply_bytes(colours=[[255, 0, 128]] * 4 + [[127, 0, 128]] * 4)))
    assert model.paints[0].colour == (0.75, 0.0625, 0.5)
    assert load_model(file("plain.ply", ply_bytes())).paints[0].colour is None


HEAD = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
ROWS = "0 0 0\n1 0 0\n0 1 0\n"
FACE = "element face 1\nproperty list uchar int vertex_indices\nend_header\n"
BROKEN = {
    "no end of the head": (HEAD + ROWS, "end_header"),
    "an unknown format": (HEAD.replace("ascii", "utf-8") + FACE + ROWS + "3 0 1 2\n", "format utf-8"),
    "an unknown kind": (HEAD.replace("float z", "half z") + FACE + ROWS + "3 0 1 2\n", "property half z"),
    "a list counted in floats": (HEAD + FACE.replace("uchar", "float") + ROWS + "3 0 1 2\n", "property list float"),
    "no z": (HEAD.replace("property float z\n", "") + FACE + "0 0\n1 0\n0 1\n3 0 1 2\n", "no numbers x, y and z"),
    "4294967295 vertices": (HEAD.replace("vertex 3", "vertex 4294967295") + FACE + ROWS, "4294967295"),
    "a face of 2147483647": (HEAD + FACE + ROWS + "2147483647 0 1 2\n", "2147483647"),
    "a list of -1": (HEAD + FACE + ROWS + "-1 0 1 2\n", "-1"),
    "a vertex that does not exist": (HEAD + FACE + ROWS + "3 0 1 3\n", "vertex 3"),
    "half a vertex": (HEAD + FACE + ROWS + "3 0 1 1.5\n", "not whole"),
    "nan": (HEAD + FACE + ROWS.replace("1 0 0", "1 nan 0") + "3 0 1 2\n", "contains no triangles; 1 triangle dropped"),
    "a word": (HEAD + FACE + ROWS.replace("1 0 0", "1 zero 0") + "3 0 1 2\n", "zero"),
    "bytes left out": (ply_bytes()[:-3], "ends"),
    "lists of every length left out": (ply_bytes(">", QUADS[:2] + FACES.tolist())[:-3], "ends"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_one_line(file, name):
    content, said = BROKEN[name]
    with pytest.raises(InputError, match=r"a\.ply: ") as caught:
        load_model(file("a.ply", content))
    assert said in str(caught.value) and "\n" not in str(caught.value)


def test_a_binary_stl_may_say_solid_and_hold_more(file):
    for content in (b"solid" + stl_bytes()[5:], stl_bytes() + b"more"):
        assert volume(load_model(file("a.stl", content))) == pytest.approx(6.0)
    assert volume(load_model(file("a.stl", stl_text().upper()))) == pytest.approx(6.0)


@pytest.mark.parametrize("content", [stl_bytes()[:-1], bytes(83), bytes(80) + b"\xff" * 4, stl_text()[:-200],
                                     stl_text().replace("vertex 0.0", "vertex zero")])
def test_a_broken_stl_is_one_line(file, content):
    with pytest.raises(InputError, match=r"a\.stl: "):
        load_model(file("a.stl", content))
