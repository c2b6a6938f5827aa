"""Some 250 files, each feature alone and mixed, by hand and by trimesh's writers: the right triangles, area and extents."""

import numpy as np
import pytest

from game.level.mesh_import.mesh_file import load_model
from tests.level.mesh_import.mesh_makers import (
    BOX,
    FACES,
    glb_bytes,
    gltf_document,
    meshopt_box,
    obj_text,
    off_text,
    ply_text,
    stl_bytes,
    stl_text,
    with_accessor,
    with_view,
)
from tests.level.solidity import areas


def ball(rows=8):
    """A closed ball of quads and caps, as triangles: no two of one size in a row."""
    angles = np.linspace(0.0, np.pi, rows + 1)[1:-1]
    around = np.arange(2 * rows) * np.pi / rows
    ring = [[np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)] for a in angles for b in around]
    count, faces = 2 * rows, []
    for row in range(rows - 2):
        for place in range(count):
            a, b = row * count + place, row * count + (place + 1) % count
            faces += [[a, a + count, b], [b, a + count, b + count]]
    top, bottom = len(ring), len(ring) + 1
    last = (rows - 2) * count
    for place in range(count):
        after = (place + 1) % count
        faces += [[top, place, after], [bottom, last + after, last + place]]
    return np.round(np.array([*ring, [0, 0, 1], [0, 0, -1]]) * 64) / 64, np.array(faces)  # exact in four bytes


def ramp():
    corners = np.array([[0, 0, 0], [4, 0, 0], [4, 2, 0], [0, 2, 0], [4, 0, 1.5], [4, 2, 1.5]], float)
    return corners, np.array([[0, 2, 1], [0, 3, 2], [1, 2, 5], [1, 5, 4], [0, 4, 5], [0, 5, 3], [0, 1, 4], [2, 3, 5]])


SHAPES = {"box": (BOX, FACES), "ball": ball(), "ramp": ramp()}

# How a mesh is stored in glTF


def plain(points, faces):
    return gltf_document(points, faces)


def in_bytes(kind):
    def made(points, faces):
        document, binary = with_accessor(gltf_document(points, faces), np.ravel(faces).astype(kind), "SCALAR")
        document["meshes"][0]["primitives"][0]["indices"] = 2
        return document, binary

    return made


def without_indices(points, faces):
    return gltf_document(points[np.ravel(faces)], np.arange(np.size(faces)).reshape(-1, 3), indexed=False)


def interleaved(points, faces):
    document, binary = gltf_document(points, faces)
    rows = np.concatenate([np.asarray(points, "<f4"), np.full((len(points), 2), 7.0, "<f4")], axis=1)
    document, binary = with_view((document, binary), rows.tobytes(), byteStride=20)
    document["accessors"][0]["bufferView"] = 2
    return document, binary


def quantised(points, faces):
    document, binary = gltf_document(points, faces)
    whole = np.pad(np.round(np.asarray(points) * 64), ((0, 0), (0, 1))).astype("<i2")
    document, binary = with_view((document, binary), whole.tobytes(), byteStride=8)
    document["accessors"][0].update(bufferView=2, componentType=5122)
    document["extensionsRequired"] = ["KHR_mesh_quantization"]
    return document, binary


def sparse(points, faces):
    document, binary = gltf_document(np.zeros_like(points), faces)
    rows = np.arange(len(points)).astype("<u2")
    document, binary = with_view((document, binary), rows.tobytes())
    document, binary = with_view((document, binary), np.asarray(points, "<f4").tobytes())
    named, values = {"bufferView": 2, "componentType": 5123}, {"bufferView": 3}
    document["accessors"][0]["sparse"] = {"count": len(points), "indices": named, "values": values}
    return document, binary


def in_fans(points, faces):
    """A fan for each triangle."""
    document, binary = in_bytes("<u4")(points, faces)
    (primitive,) = document["meshes"][0]["primitives"]
    accessor = document["accessors"][primitive["indices"]]
    document["accessors"] += [{**accessor, "byteOffset": 12 * number, "count": 3} for number in range(len(faces))]
    document["meshes"][0]["primitives"] = [{**primitive, "mode": 6, "indices": 3 + number} for number in range(len(faces))]
    return document, binary


STORED = {
    "plain": plain, "bytes": in_bytes("<u1"), "words": in_bytes("<u4"), "unindexed": without_indices, "interleaved": interleaved,
    "quantised": quantised, "sparse": sparse, "meshopt": meshopt_box, "fans": in_fans,
}  # fmt: skip

# The places in the scene: (change of the document, the places (n, 4, 4) at which it must be)

TURN = np.array([[0.0, -1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])  # a quarter about z
MOVE = np.eye(4)
MOVE[:3, 3] = 5.0, -6.0, 7.0
QUARTER = {"rotation": [0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]}


def once(made):
    return made, [np.eye(4)]


def moved(made):
    made[0]["nodes"][0].update(translation=[5, -6, 7], scale=[2, 3, 0.5], **QUARTER)
    return made, [MOVE @ TURN @ np.diag([2, 3, 0.5, 1])]


def mirrored(made):
    made[0]["nodes"][0]["matrix"] = np.diag([-1.0, 1, 1, 1]).T.ravel().tolist()
    return made, [np.diag([-1.0, 1, 1, 1])]


def below_others(made):
    nodes = made[0]["nodes"]
    nodes += [{"children": [2], **QUARTER}, {"children": [0], "translation": [5, -6, 7]}]
    made[0]["scenes"][0]["nodes"] = [1]
    return made, [TURN @ MOVE]


def instanced(made):
    places = np.array([[0, 0, 0], [9, 0, 0], [0, 9, 9]], "<f4")
    number = len(made[0]["accessors"])
    document, binary = with_accessor(made, places, "VEC3")
    document["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": number}}}
    matrices = np.tile(np.eye(4), (3, 1, 1))
    matrices[:, :3, 3] = places
    return (document, binary), matrices


def with_hidden_twin(made):
    made[0]["nodes"].append({"mesh": 0, "scale": [50, 50, 50], "extensions": {"KHR_node_visibility": {"visible": False}}})
    made[0]["scenes"][0]["nodes"].append(1)
    return made, [np.eye(4)]


def with_other_scene(made):
    made[0]["nodes"].append({"mesh": 0, "scale": [50, 50, 50]})
    made[0]["scenes"].append({"nodes": [1]})
    return made, [np.eye(4)]


def on_a_joint(made):
    document, binary = made
    count = document["accessors"][0]["count"]
    made = with_accessor(made, np.zeros((count, 4), "u1"), "VEC4")
    made = with_accessor(made, np.tile(np.array([1, 0, 0, 0], "<f4"), (count, 1)), "VEC4")
    last = len(document["accessors"])
    for primitive in document["meshes"][0]["primitives"]:
        primitive["attributes"].update(JOINTS_0=last - 2, WEIGHTS_0=last - 1)
    document["nodes"][0].update(skin=0, translation=[100, 0, 0])
    document["nodes"].append({"translation": [5, -6, 7], **QUARTER})
    document["scenes"][0]["nodes"].append(1)
    document["skins"] = [{"joints": [1]}]
    return made, [MOVE @ TURN]


def morphed(made):
    document, binary = made
    count = document["accessors"][0]["count"]
    number = len(document["accessors"])
    made = with_accessor(made, np.tile(np.array([10, -12, 14], "<f4"), (count, 1)), "VEC3")
    for primitive in document["meshes"][0]["primitives"]:
        primitive["targets"] = [{"POSITION": number}]
    document["nodes"][0]["weights"] = [0.5]
    return made, [MOVE]


SHOWN = {
    "once": once, "moved": moved, "mirrored": mirrored, "below others": below_others, "instanced": instanced,
    "hidden": with_hidden_twin, "other scene": with_other_scene, "skinned": on_a_joint, "morphed": morphed,
}  # fmt: skip


@pytest.mark.parametrize("shown", SHOWN)
@pytest.mark.parametrize("stored", STORED)
@pytest.mark.parametrize("shape", ["box", "ramp"])
def test_gltf_of_every_kind_shown_in_every_way(file, shape, stored, shown):
    points, faces = SHAPES[shape]
    made, places = SHOWN[shown](STORED[stored](points, faces))
    if stored == "quantised":  # its whole numbers are 64 to a metre
        places = [place @ np.diag([64.0, 64, 64, 1]) if shown != "morphed" else place for place in places]
    model = load_model(file("made.glb", glb_bytes(*made)), axis="z-up")
    if stored == "quantised" and shown == "morphed":
        points = points * 64
    check(model, [points @ place[:3, :3].T + place[:3, 3] for place in map(np.asarray, places)], faces)


def check(model, placed, faces, tolerance=1e-6):
    """The model has these copies of a mesh: as many triangles, the same area and extents, and no corner elsewhere."""
    corners = np.concatenate([points[faces] for points in placed])
    crossed = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    size = np.abs(corners).max()
    assert len(model.triangles) == len(corners)
    assert areas(model).sum() == pytest.approx(np.linalg.norm(crossed, axis=1).sum() / 2, rel=1e-5)
    found = model.vertices[model.triangles].reshape(-1, 3)
    assert found.min(axis=0) == pytest.approx(corners.reshape(-1, 3).min(axis=0), abs=tolerance * size)
    assert found.max(axis=0) == pytest.approx(corners.reshape(-1, 3).max(axis=0), abs=tolerance * size)
    signed = np.einsum("ij,ij->i", corners[:, 0], crossed).sum() / 6
    got = np.einsum("ij,ij->i", *[model.vertices[model.triangles][:, 0], np.cross(*edges_of(model))]).sum() / 6
    assert got == pytest.approx(abs(signed), rel=1e-4)  # and none is turned inside out


def edges_of(model):
    a, b, c = (model.vertices[model.triangles[:, corner]] for corner in range(3))
    return b - a, c - a


WRITTEN = {
    "obj": obj_text, "off": off_text, "ply": ply_text, "stl": stl_bytes, "text.stl": stl_text,
    "crlf.obj": lambda v, f: obj_text(v, f).replace("\n", "\r\n"),
    "remarks.obj": lambda v, f: obj_text(v, f).replace("\n", "  # what\n"),
    "backward.obj": lambda v, f: obj_text(v, np.asarray(f) - len(v) - 1),
    "glb": lambda v, f: glb_bytes(*gltf_document(v, f)),
}  # fmt: skip


@pytest.mark.parametrize("written", WRITTEN)
@pytest.mark.parametrize("shape", SHAPES)
def test_every_format_by_hand(file, shape, written):
    points, faces = SHAPES[shape]
    check(load_model(file(f"made.{written}", WRITTEN[written](points, faces)), axis="z-up"), [points], faces)


MADE = {"box": (), "icosphere": (2,), "cylinder": (1.0, 3.0), "capsule": (), "annulus": (1.0, 2.0, 3.0), "torus": (3.0, 1.0)}
EXPORTS = {"glb": {}, "obj": {}, "ply": {}, "text.ply": {"encoding": "ascii"}, "stl": {}, "stl_ascii": {}, "off": {}}


@pytest.mark.parametrize("export", EXPORTS)
@pytest.mark.parametrize("made", MADE)
def test_every_format_by_trimesh(tmp_path, made, export):
    mesh = getattr(pytest.importorskip("trimesh").creation, made)(*MADE[made])
    kind = export.split(".")[-1]
    path = tmp_path / f"made.{kind.split('_')[0]}"
    mesh.export(path, file_type=kind, **EXPORTS[export])
    check(load_model(path, axis="z-up"), [np.asarray(mesh.vertices)], np.asarray(mesh.faces), tolerance=1e-5)


def test_there_are_more_than_200_of_them():
    assert 2 * len(STORED) * len(SHOWN) + len(SHAPES) * len(WRITTEN) + len(MADE) * len(EXPORTS) > 200
