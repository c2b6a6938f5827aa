"""Mesh files of every format as levels: the right triangles, upright, in metres; and one line for broken ones."""

import math
import shutil
import time
import warnings

import numpy as np
import pytest

from game.core.input_errors import InputError, counted
from game.level import load_level
from game.level.mesh_import.mesh_file import FORMATS, load_model
from tests.level.mesh_import.mesh_makers import (
    BOX,
    FACES,
    bam_bytes,
    brush,
    dae_text,
    egg_text,
    entity,
    glb_bytes,
    gltf_document,
    obj_text,
    off_text,
    ply_text,
    stl_bytes,
    stl_text,
    threeds_bytes,
)
from tests.level.solidity import areas, volume

UPRIGHT, LYING = (2.0, 1.0, 3.0), (2.0, 3.0, 1.0)  # extents when the file's z is up, and when its y is
CONTENTS = {
    "box.obj": (obj_text(), LYING),
    "box.glb": (glb_bytes(*gltf_document()), LYING),
    "box.stl": (stl_bytes(), UPRIGHT),
    "text.stl": (stl_text(), UPRIGHT),
    "box.ply": (ply_text(), UPRIGHT),
    "box.egg": (egg_text(), UPRIGHT),
    "zup.dae": (dae_text(), UPRIGHT),
    "yup.dae": (dae_text(up="Y_UP"), LYING),
    "box.off": (off_text(), UPRIGHT),
    "box.3ds": (threeds_bytes(), UPRIGHT),  # the format has z up, and Panda3D turns it
    "box.map": (entity("worldspawn", brush((0, 0, 0), (64, 32, 96))), UPRIGHT),
}


@pytest.mark.parametrize(("name", "made"), CONTENTS.items(), ids=CONTENTS.keys())
def test_each_format_gives_the_box_upright_and_wound_outward(file, name, made):
    model = load_model(file(name, made[0]))
    assert np.ptp(model.vertices, axis=0) == pytest.approx(made[1])
    assert len(model.triangles) == 12
    assert volume(model) == pytest.approx(6.0)


@pytest.mark.parametrize("as_root", [False, True])
def test_bam_gives_the_box(tmp_path, file, as_root):
    model = load_model(file("box.bam", bam_bytes(tmp_path, as_root=as_root)))
    assert np.ptp(model.vertices, axis=0) == pytest.approx(UPRIGHT) and volume(model) == pytest.approx(6.0)


def test_a_mirroring_node_moves_and_never_turns_inside_out(tmp_path, file):
    model = load_model(file("box.bam", bam_bytes(tmp_path, scale=(-1.0, 2.0, 1.0), position=(0.0, 0.0, 5.0))))
    assert model.vertices.min(axis=0) == pytest.approx((-2.0, 0.0, 5.0)) and volume(model) == pytest.approx(12.0)


def test_every_format_is_tested():
    assert {ending for ending in FORMATS if not ending.endswith(".pz")} == (
        {"." + name.split(".")[1] for name in CONTENTS} | {".gltf", ".bam"})


@pytest.mark.parametrize(("axis", "extent"), [("z-up", UPRIGHT), ("y-up", LYING)])
def test_axis_and_scale_can_be_said(file, axis, extent):
    model = load_model(file("box.obj", obj_text()), axis=axis, scale=0.5)
    assert np.ptp(model.vertices, axis=0) == pytest.approx(np.array(extent) / 2)


@pytest.mark.parametrize(("options", "words"), [({"axis": "zup"}, 'did you mean "z-up"'), ({"scale": 0.0}, "scale = 0"),
                                               ({"scale": float("nan")}, "scale = nan")])
def test_impossible_options_are_reported(file, options, words):
    with pytest.raises(InputError, match=words):
        load_level(file("box.obj", obj_text()), **options)


def test_a_flat_room_stored_on_its_side_is_stood_upright(file):
    slab = BOX * (10.0, 20.0, 0.2)  # flat along z: by the book glTF's y is up, but then the floor would be a wall
    model = load_model(file("slab.glb", glb_bytes(*gltf_document(vertices=slab))))
    assert np.ptp(model.vertices, axis=0) == pytest.approx((20.0, 20.0, 0.6))
    assert "taken as z-up" in load_level(file("slab.glb", glb_bytes(*gltf_document(vertices=slab)))).about


BROKEN = {
    "empty.obj": b"", "empty.glb": b"", "empty.gltf": b"", "empty.stl": b"", "empty.ply": b"", "empty.dae": b"",
    "empty.egg": b"", "empty.bam": b"",
    "garbage.obj": b"\x00\x01garbage", "garbage.glb": b"garbage", "garbage.gltf": b"{]", "garbage.stl": b"garbage",
    "garbage.ply": b"garbage", "garbage.dae": b"garbage", "garbage.egg": b"garbage", "garbage.bam": b"garbage",
    "cut.glb": glb_bytes(*gltf_document())[:-40], "cut.stl": stl_bytes()[:-7], "cut.dae": dae_text()[:700].encode(),
    "cut.ply": ply_text()[:250].encode(), "header.glb": glb_bytes(*gltf_document())[:10],
    "no_vertex.obj": b"v 0 0 0\nf 1 2 3\n", "text.obj": b"v 0 zero 0\n", "short.obj": b"v 0 0\n",
    "points.obj": b"v 0 0 0\nv 1 0 0\n", "nan.obj": b"v 0 nan 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
    "flat.obj": b"v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n",
    "list.gltf": b"[]", "bare.gltf": b"{}",
    "far.glb": glb_bytes(*gltf_document(faces=[[0, 1, 90]])),
    "lines.glb": glb_bytes(*gltf_document(mode=1)),
}  # fmt: skip


@pytest.mark.parametrize(("name", "content"), BROKEN.items(), ids=BROKEN.keys())
def test_a_broken_file_is_one_line(file, capfd, name, content):
    with pytest.raises(InputError) as caught:
        load_level(file(name, content))
    assert name in str(caught.value) and "\n" not in str(caught.value)
    printed = capfd.readouterr()
    assert printed.err == "" and printed.out == ""


def test_a_missing_texture_costs_nothing_and_says_nothing(file, capfd):
    level = load_level(file("box.egg", egg_text(texture='"nowhere.png"')))
    assert len(level.triangles) == 12
    printed = capfd.readouterr()
    assert printed.err == "" and printed.out == ""


def test_concave_faces_are_cut_and_not_fanned(file):
    text = "v 0 0 0\nv 4 0 0\nv 4 4 0\nv 2 1 0\nv 0 4 0\nf 1 2 3 4 5\n"  # a notch at the top, 10 square metres
    dart = "v 9 0 0\nv 13 0 0\nv 10 1 0\nv 9 4 0\nf 6 7 8 9\nf 7 8 9 6\n"  # a quad with one corner bent inward: 4, twice
    model = load_model(file("concave.obj", text + dart))
    corners = model.vertices[model.triangles]
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]) / 2
    assert np.linalg.norm(normals, axis=1).sum() == pytest.approx(10.0 + 4.0 + 4.0)
    assert np.linalg.norm(normals.sum(axis=0)) == pytest.approx(18.0)  # and none is turned over


def test_obj_takes_textures_backward_numbers_and_long_lines(file):
    text = "v 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 1 1 0 1 0 0\nv 0 1 0\nf -4/1/1 -3//2 \\\n -2\nf 1/7 3/8/9 4"
    model = load_model(file("odd.obj", text), axis="z-up")
    assert model.triangles.tolist() == [[0, 1, 2], [0, 2, 3]]


def test_obj_takes_the_colours_of_its_materials(file, tmp_path):
    file("paint.mtl", "newmtl red\nKd 0.75 0.25 0.25\nnewmtl other\n")
    square = "v 0 0 0\nv 1 0 0\nv 1 0 1\nv 0 0 1\n"
    text = f"mtllib paint.mtl\nmtllib missing.mtl\n{square}usemtl red\nf 1 2 3\nusemtl other\nf 1 3 4\n"
    level = load_level(file("painted.obj", text))
    assert (0.75, 0.25, 0.25) in [material.colour for material in level.materials]
    assert len(set(level.surfaces.tolist())) == 2


def test_a_doorway_in_a_face_stays_open(file):
    """A wall of 10 x 10 around a doorway of 2 x 5, one face of eleven corners, three of them on straight edges."""
    outline = [(0, 4), (5, 4), (5, 6), (0, 6), (0, 10), (5, 10), (10, 10), (10, 5), (10, 0), (5, 0), (0, 0)]
    corners = "".join(f"v 0 {up} {along}\n" for up, along in outline)
    model = load_model(file("doorway.obj", corners + "f " + " ".join(str(i + 1) for i in range(11)) + "\n"), axis="z-up")
    a, b, c = (model.vertices[model.triangles[:, i]] for i in range(3))
    assert np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2 == pytest.approx(90.0)


def test_a_model_of_panda3d_itself_loads_by_its_name():
    level = load_level("models/environment", scale=0.25)
    assert len(level.triangles) > 900
    assert np.ptp(level.vertices, axis=0) == pytest.approx((307.65, 307.4, 73.92), abs=0.05)


def test_triangles_without_area_are_counted(file):
    level = load_level(file("dirty.obj", obj_text(faces=[*FACES.tolist(), [0, 0, 1], [0, 1, 1]])))
    assert counted(1, "triangle") == "1 triangle" and counted(0, "triangle") == "0 triangles"
    assert level.report == "dirty: 12 triangles kept, 2 dropped for having no area"
    assert level.about.startswith("12 triangles kept, 2 dropped for having no area, 2 x 3 x 1 m, y-up, 1 m a unit")


def test_a_large_mesh_loads_quickly(file):
    side = 300  # 180 000 triangles
    x, y = np.meshgrid(np.arange(side + 1.0), np.arange(side + 1.0))
    vertices = np.stack([x, y, np.sin(x / 9)], axis=-1).reshape(-1, 3)
    n = np.arange((side + 1) ** 2).reshape(side + 1, side + 1)
    a, b, c, d = n[:-1, :-1].ravel(), n[:-1, 1:].ravel(), n[1:, 1:].ravel(), n[1:, :-1].ravel()
    faces = np.concatenate([np.stack([a, b, c], 1), np.stack([a, c, d], 1)])
    paths = [file("large.stl", stl_bytes(vertices, faces)), file("large.glb", glb_bytes(*wide(vertices, faces)))]
    for path in paths:
        start = time.process_time()
        assert len(load_model(path).triangles) == len(faces)
        assert time.process_time() - start < 2.0


def wide(vertices, faces):
    """A document with four-byte corner numbers, which large meshes need."""
    document, binary = gltf_document(vertices, faces)
    corners = faces.astype("<u4").tobytes()
    points = len(vertices) * 12
    document["accessors"][1]["componentType"] = 5125
    document["bufferViews"][1]["byteLength"] = len(corners)
    return document, binary[:points] + corners


def test_a_file_is_read_afresh_after_an_edit(file, tmp_path):
    path = file("box.ply", ply_text())
    first = load_model(path)
    shutil.copy(file("other.ply", ply_text(BOX * 2.0)), path)
    assert np.ptp(load_model(path).vertices, axis=0) == pytest.approx(2.0 * np.ptp(first.vertices, axis=0))


OBJ_FAULTS = {
    "a vertex number of 20 digits": ("v 0 0 0\nv 9 0 0\nv 9 0 9\nf 1 2 99999999999999999999\n", "18 digits"),
    "a polygon that overflows": ("v 0 0 0\nv 9e200 0 0\nv 9e200 0 9e200\nv 0 0 9\nv 0 3e200 0\nf 1 2 3 4 5\n", "vertex 1"),
    "a quad that overflows": ("v 0 1e308 0\nv 9 0 0\nv 9 0 9\nv 0 0 9\nf 1 2 3 4\n", "vertex 0"),
    "a word for a corner": ("v 0 0 0\nv 9 0 0\nv 9 9 9\nf 1/1/1 true/2/1 3\n", "true"),
    "corner 0": ("v 0 0 0\nv 9 0 0\nv 9 0 9\nf 0 1 2\n", "vertex 0"),
}


@pytest.mark.parametrize("name", OBJ_FAULTS)
def test_faults_of_obj_are_one_line(file, name):
    content, said = OBJ_FAULTS[name]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InputError, match=r"a\.obj(:\d+)?: .*" + said):
            load_level(file("a.obj", content))


def test_a_concave_face_of_thousands_of_corners_takes_a_second(file):
    count = 3000
    radii, angles = 5.0 + 3.0 * (np.arange(count) % 2), np.linspace(0.0, math.tau, count, endpoint=False)
    text = "".join(f"v {r * math.cos(a)!r} {r * math.sin(a)!r} 0\n" for r, a in zip(radii.tolist(), angles.tolist()))
    begun = time.process_time()
    model = load_model(file("star.obj", text + "f " + " ".join(str(i + 1) for i in range(count)) + "\n"), axis="z-up")
    assert time.process_time() - begun < 5.0
    assert areas(model).sum() == pytest.approx(count * 5.0 * 8.0 * math.sin(math.tau / count) / 2)


def test_a_face_of_too_many_corners_is_refused(file):
    text = "".join(f"v {i} {i % 2} 0\n" for i in range(20_001))
    with pytest.raises(InputError, match=r"star\.obj: .*20001 corners, at most 20000"):
        load_model(file("star.obj", text + "f " + " ".join(str(i + 1) for i in range(20_001)) + "\n"))
