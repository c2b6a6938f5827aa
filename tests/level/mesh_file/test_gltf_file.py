"""glTF: transforms, strips, accessors of every layout, and buffers wherever they lie."""

import base64
import json

import numpy as np
import pytest

from game.errors import InputError
from game.level import load_level
from game.level.mesh_file.mesh_file import load_model

from ..solidity import volume
from .mesh_makers import BOX, FACES, glb_bytes, gltf_document

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


def test_a_gltf_whose_buffer_is_missing_is_told(file):
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
