"""glTF: transforms, strips, accessors of every layout, and buffers wherever they lie."""

import base64
import json
import warnings

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.level import load_level
from game.level.mesh_import.mesh_file import load_model
from tests.level.mesh_import.mesh_makers import BOX, FACES, glb_bytes, gltf_document
from tests.level.solidity import volume

LYING = (2.0, 3.0, 1.0)  # extents of the box once its y is up
QUARTER = [0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]  # about z


@pytest.mark.parametrize(("node", "low", "high"), [
    ({"translation": [10, 0, 0]}, (10, 0, 0), (12, 1, 3)),
    ({"scale": [2, 1, 1]}, (0, 0, 0), (4, 1, 3)),
    ({"scale": [-1, 1, 1]}, (-2, 0, 0), (0, 1, 3)),
    ({"rotation": QUARTER}, (-1, 0, 0), (0, 2, 3)),
    ({"matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]}, (5, 6, 7), (7, 7, 10)),
])
def test_the_transform_of_a_node_moves_and_never_turns_inside_out(file, node, low, high):
    model = load_model(file("moved.glb", glb_bytes(*gltf_document(node=node))), axis="z-up")
    assert model.vertices.min(axis=0) == pytest.approx(low, abs=1e-6)
    assert model.vertices.max(axis=0) == pytest.approx(high, abs=1e-6)
    assert volume(model) > 0.0


@pytest.mark.parametrize(("mode", "triangles"), [(5, [[0, 1, 2], [2, 1, 3]]), (6, [[0, 1, 2], [0, 2, 3]])])
def test_strips_and_fans_are_taken_apart(file, mode, triangles):
    points = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0]], float)
    model = load_model(file("strip.glb", glb_bytes(*gltf_document(points, [[0, 1, 2, 3]], mode))), axis="z-up")
    assert sorted(sorted(t) for t in model.triangles.tolist()) == sorted(sorted(t) for t in triangles)
    corners = model.vertices[model.triangles]
    if mode == 5:
        assert (np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] > 0).all()


def test_a_gltf_without_indices_or_with_its_buffer_beside_it_is_read(file):
    document, binary = gltf_document(BOX[FACES.ravel()], np.arange(36).reshape(-1, 3), indexed=False)
    document["buffers"][0]["uri"] = "the%20buffer.bin"
    document["images"], document["textures"] = [{"uri": "missing.png"}], [{"source": 0}]
    file("the buffer.bin", binary)
    assert volume(load_model(file("box.gltf", json.dumps(document)))) == pytest.approx(6.0)


def test_a_gltf_without_its_buffer_is_an_error(file):
    document, _ = gltf_document()
    document["buffers"][0]["uri"] = "gone.bin"
    with pytest.raises(InputError, match=r"box\.gltf.*gone\.bin"):
        load_level(file("box.gltf", json.dumps(document)))


def sparse_box():
    """The box of which one corner, stored at the origin, is moved to its place by a sparse change."""
    points = BOX.copy()
    points[7] = 0.0
    document, binary = gltf_document(points)
    document["bufferViews"] += [{"buffer": 0, "byteOffset": len(binary), "byteLength": 4},
                                {"buffer": 0, "byteOffset": len(binary) + 4, "byteLength": 12}]
    document["accessors"][0]["sparse"] = {
        "count": 1, "indices": {"bufferView": 2, "componentType": 5123}, "values": {"bufferView": 3}}
    return document, binary + np.array([7, 0], "<u2").tobytes() + BOX[7].astype("<f4").tobytes()


def quantised_box():
    """The box in hundredths as whole numbers, eight bytes a corner, made small by its node."""
    document, binary = gltf_document(node={"scale": [0.01, 0.01, 0.01]})
    points = np.zeros((8, 4), "<u2")
    points[:, :3] = BOX * 100
    document["bufferViews"][0].update(byteLength=64, byteStride=8)
    document["bufferViews"][1]["byteOffset"] = 64
    document["accessors"][0]["componentType"] = 5123
    document["extensionsRequired"] = ["KHR_mesh_quantization"]
    return document, points.tobytes() + binary[8 * 12 :]


def box_inside_a_view():
    """The box without corner numbers, its positions not at the start of their view."""
    document, binary = gltf_document(BOX[FACES.ravel()], np.arange(36).reshape(-1, 3), indexed=False)
    document["bufferViews"][0].update(byteLength=120 + 36 * 12)
    document["accessors"] = [{**document["accessors"][0], "byteOffset": 120}]
    return document, bytes(120) + binary[: 36 * 12]


def box_without_scene():
    document, binary = gltf_document()
    return {name: value for name, value in document.items() if name not in ("scene", "scenes")}, binary


@pytest.mark.parametrize("made", [sparse_box, quantised_box, box_inside_a_view, box_without_scene])
def test_gltf_that_panda3d_gltf_cannot_read_is_read(file, made):
    model = load_model(file("rare.glb", glb_bytes(*made())))
    assert np.ptp(model.vertices, axis=0) == pytest.approx(LYING) and volume(model) == pytest.approx(6.0)


def test_a_gltf_with_its_buffer_embedded_is_read(file):
    document, binary = gltf_document()
    document["buffers"][0]["uri"] = "data:application/x-mesh;base64," + base64.b64encode(binary).decode()
    assert volume(load_model(file("embedded.gltf", json.dumps(document)))) == pytest.approx(6.0)


def test_our_gltf_reader_agrees_with_panda3d_gltf(file, capfd):
    """An independent reader, on a file it can read."""
    gltf = pytest.importorskip("gltf")
    from panda3d.core import NodePath

    node = {"translation": [1, 2, 3], "rotation": [0.5, 0.5, 0.5, 0.5], "scale": [1, -2, 3]}
    path = file("moved.glb", glb_bytes(*gltf_document(node=node)))
    low, high = NodePath(gltf.load_model(str(path))).get_tight_bounds()
    model = load_model(path)
    assert model.vertices.min(axis=0) == pytest.approx(tuple(low), abs=1e-5)
    assert model.vertices.max(axis=0) == pytest.approx(tuple(high), abs=1e-5)


BROKEN = {
    "a node with two parents": (lambda d: d["nodes"].extend([{"children": [2, 2]}, {"mesh": 0}])
                                or d["scenes"][0].update(nodes=[1]), r"nodes\[2\] is shown more than once"),
    "a node that is its own child": (lambda d: d["nodes"][0].update(children=[0]), "shown more than once"),
    "2^32 vertices": (lambda d: d["accessors"][0].update(count=2**32), "4 294 967 296"),
    "2^28 zeros": (lambda d: d["accessors"][0].update(count=2**28) or d["accessors"][0].pop("bufferView"), "268 435 456"),
    "more vertices than bytes": (lambda d: d["accessors"][0].update(count=10**6), "ends before"),
    "a huge stride": (lambda d: d["bufferViews"][0].update(byteStride=10**30), "byteStride"),
    "a stride of 0": (lambda d: d["bufferViews"][0].update(byteStride=0), "ends before"),
    "a matrix of 500 digits": (lambda d: d["nodes"][0].update(matrix=[10**500] + 15 * [0]), "matrix of nodes"),
    "a matrix of nan": (lambda d: d["nodes"][0].update(matrix=16 * [float("nan")]), "matrix of nodes"),
    "a matrix of 1e300": (lambda d: d["nodes"][0].update(matrix=16 * [1e300]), "matrix of nodes"),
    "a rotation of three": (lambda d: d["nodes"][0].update(rotation=[0, 0, 1]), "rotation of nodes"),
    "a scale of words": (lambda d: d["nodes"][0].update(scale=["a", 1, 1]), "scale of nodes"),
    "corners in floats": (lambda d: d["accessors"][1].update(componentType=5126, count=9), "whole numbers"),
    "corners in pairs": (lambda d: d["accessors"][1].update(type="VEC2", count=9), "must be SCALAR"),
    "a negative node": (lambda d: d["scenes"][0].update(nodes=[-1]), "-1"),
    "a scene that is not there": (lambda d: d.update(scene=7), r"scenes\[7\] is used, there are 1"),
    "a mesh that is not there": (lambda d: d["nodes"][0].update(mesh=9), r"meshes\[9\] is used"),
    "a colour of one number": (lambda d: d.update(materials=[{"pbrMetallicRoughness": {"baseColorFactor": [0.5]}}])
                               or d["meshes"][0]["primitives"][0].update(material=0), "baseColorFactor"),
    "a device as a buffer": (lambda d: d["buffers"][0].update(uri=20 * "../" + "dev/zero"), "not a regular file"),
    "a buffer from the root": (lambda d: d["buffers"][0].update(uri="/" + "dev/zero"), "begins at a root"),
    "a folder as a buffer": (lambda d: d["buffers"][0].update(uri="."), "not a regular file"),
    "a name with a zero": (lambda d: d["buffers"][0].update(uri="a\0b"), "must name a file"),
    "meshes as a number": (lambda d: d.update(meshes=3), "must be a list"),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_broken_is_one_line_before_room_is_made(file, name):
    change, said = BROKEN[name]
    document, binary = gltf_document()
    change(document)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(InputError, match=r"a\.glb: .*" + said):
            load_level(file("a.glb", glb_bytes(document, binary)))


def test_a_chain_of_nodes_each_with_two_ways_to_the_next_is_refused_at_once(file):
    document, binary = gltf_document()
    document["nodes"] = [{"children": [i + 1, i + 1]} for i in range(60)] + [{"mesh": 0}]
    with pytest.raises(InputError, match="shown more than once"):
        load_level(file("dag.glb", glb_bytes(document, binary)))


def test_a_mesh_shown_by_many_nodes_counts_each_time(file, monkeypatch):
    monkeypatch.setattr("game.level.mesh_import.gltf_importer.MOST_TRIANGLES", 12 * 5)
    for count in (5, 6):
        document, binary = gltf_document()
        document["nodes"] = [{"mesh": 0, "translation": [9 * i, 0, 0]} for i in range(count)]
        document["scenes"][0]["nodes"] = list(range(count))
        path = file("many.glb", glb_bytes(document, binary))
        if count == 5:
            assert len(load_model(path).triangles) == 60
        else:
            with pytest.raises(InputError, match="72 triangles in all its nodes"):
                load_model(path)
