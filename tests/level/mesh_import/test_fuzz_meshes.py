"""Mutated mesh files of every format: a level or one line."""

import json

import numpy as np
import pytest

from game.level import load_level
from game.level.mesh_import import sandboxed_loaders
from tests.level.mesh_import.mesh_makers import (
    BOX,
    bam_bytes,
    dae_text,
    egg_text,
    glb_bytes,
    gltf_document,
    meshopt_box,
    obj_text,
    ply_bytes,
    ply_text,
    stl_bytes,
    stl_text,
    with_accessor,
)
from tests.tools.fuzzing import answers, cases, mutated, mutated_json

QUADS = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7, 3]]
RICH_OBJ = obj_text() + "mtllib a.mtl\nusemtl red\nvt 0 0\nvn 0 1 0\nf 1/1/1 2/1/1 4/1/1 3\nf -1 -2 \\\n -3\nf 1 2 4 3 7 8\n"
PLAIN = {
    "a.obj": [RICH_OBJ.encode(), obj_text().encode()],
    "a.stl": [stl_bytes(), stl_text().encode()],
    "a.ply": [ply_text().encode(), ply_bytes(">", QUADS), ply_bytes(), ply_bytes(strips=[[0, 1, 2, -1, 3, 4, 5]])],
}


def read_as(path):
    def read(content):
        path.write_bytes(content)
        load_level(path)

    return read


@pytest.mark.parametrize("name", PLAIN)
def test_plain_formats(tmp_path, name):
    sources = cases(name)
    good, bad = answers(sources, lambda chance: mutated(chance, chance.choice(PLAIN[name])), read_as(tmp_path / name))
    assert bad > good / 20  # the mutations do break files


def rich_document():
    document, binary = gltf_document(node={"rotation": [0.0, 0.0, 0.0, 1.0], "scale": [1.0, 2.0, 1.0], "children": [1]})
    document["nodes"].append({"mesh": 0, "matrix": np.eye(4).ravel().tolist()})
    document["accessors"][0]["sparse"] = {
        "count": 1, "indices": {"bufferView": 2, "componentType": 5123}, "values": {"bufferView": 3, "byteOffset": 0}}
    document["bufferViews"] += [{"buffer": 0, "byteOffset": len(binary), "byteLength": 4},
                                {"buffer": 0, "byteOffset": len(binary) + 4, "byteLength": 12, "byteStride": 12}]
    document["materials"] = [{"pbrMetallicRoughness": {"baseColorFactor": [1.0, 0.5, 0.2, 1.0]}}]
    document["meshes"][0]["primitives"][0].update(material=0)
    document["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = 0
    return document, binary + np.array([7, 0], "<u2").tobytes() + BOX[7].astype("<f4").tobytes()


def compressed_document():
    """The box compressed with meshopt, shown three times, with a skin and with morph weights."""
    made = meshopt_box(node={"skin": 0, "weights": [0.5]})
    for numbers, kind in ((np.zeros((8, 4), "u1"), "VEC4"), (np.ones((8, 4), "<f4"), "VEC4"), (BOX.astype("<f4"), "VEC3")):
        made = with_accessor(made, numbers, kind)
    document, binary = made
    (primitive,) = document["meshes"][0]["primitives"]
    primitive["attributes"].update(JOINTS_0=2, WEIGHTS_0=3)
    primitive["targets"], document["skins"] = [{"POSITION": 4}], [{"joints": [1]}]
    instances = {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 4}}, "KHR_node_visibility": {"visible": True}}
    document["nodes"].append({"mesh": 0, "translation": [0, 0, 9], "extensions": instances})
    document["scenes"][0]["nodes"].append(1)
    return document, binary


@pytest.mark.parametrize("made", [rich_document, compressed_document])
def test_gltf_documents(tmp_path, made):
    document, binary = made()
    read = read_as(tmp_path / "a.glb")
    good, bad = answers(cases(made.__name__), lambda chance: glb_bytes(mutated_json(chance, document), binary), read)
    assert bad > good / 20


def test_glb_bytes_and_gltf_text(tmp_path):
    (tmp_path / "the.bin").write_bytes(rich_document()[1])
    document = rich_document()[0]
    document["buffers"][0]["uri"] = "the.bin"
    for name, content in (("a.glb", glb_bytes(*rich_document())), ("a.gltf", json.dumps(document, indent=1).encode())):
        answers(cases(name), lambda chance, content=content: mutated(chance, content), read_as(tmp_path / name))


@pytest.mark.parametrize("name", ["a.egg", "a.dae", "a.bam"])
def test_formats_that_panda3d_reads(tmp_path, monkeypatch, name):
    monkeypatch.setattr(sandboxed_loaders, "CHILD_SECONDS", 2)  # some of these hang
    content = {"a.egg": egg_text().encode, "a.dae": dae_text().encode, "a.bam": lambda: bam_bytes(tmp_path)}[name]()
    answers(cases(name, 2, 0.12), lambda chance: mutated(chance, content), read_as(tmp_path / name))
