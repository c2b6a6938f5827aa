"""Skins at rest, morph weights, and linear colours."""

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.level.mesh_import.mesh_file import load_model
from tests.level.mesh_import.mesh_makers import BOX, glb_bytes, gltf_document, with_accessor
from tests.level.solidity import volume


def load(file, made):
    return load_model(file("box.glb", glb_bytes(*made)), axis="z-up")


def skinned(joints, weights, places, inverse=None, **node):
    """The box with a skin. joints: (8, 4); places: translation of each joint"""
    made = gltf_document(node={"skin": 0, **node})
    made = with_accessor(with_accessor(made, np.asarray(joints, "<u1"), "VEC4"), np.asarray(weights, "<f4"), "VEC4")
    document, _ = made
    document["meshes"][0]["primitives"][0]["attributes"].update(JOINTS_0=2, WEIGHTS_0=3)
    first = len(document["nodes"])
    document["nodes"] += [{"translation": place} for place in places]
    document["scenes"][0]["nodes"] += range(first, first + len(places))
    document["skins"] = [{"joints": list(range(first, first + len(places)))}]
    if inverse is not None:
        made = with_accessor(made, np.asarray(inverse, "<f4").transpose(0, 2, 1), "MAT4")
        document["skins"][0]["inverseBindMatrices"] = len(document["accessors"]) - 1
    return made


def test_a_skin_is_where_its_joints_are_and_not_where_its_node_is(file):
    one = np.tile([1.0, 0, 0, 0], (8, 1))
    model = load(file, skinned(np.zeros((8, 4)), one, [[0, 0, 5]], translation=[100, 0, 0]))
    assert model.vertices.min(axis=0) == pytest.approx((0, 0, 5)) and volume(model) == pytest.approx(6.0)


def test_weights_and_inverse_matrices_count(file):
    high = BOX[:, 2] > 0
    joints = np.zeros((8, 4))
    joints[high, 0] = 1
    joints[:, 1] = 1
    weights = np.zeros((8, 4))
    weights[:, 0], weights[high, 1] = 1.0, 1.0  # both of joint 1 at the top, and not of sum 1
    back = np.eye(4)
    back[:3, 3] = 0, 0, -3
    model = load(file, skinned(joints, weights, [[0, 0, 0], [0, 0, 7]], [np.eye(4), back]))
    assert np.ptp(model.vertices, axis=0) == pytest.approx((2, 1, 7)) and volume(model) == pytest.approx(14.0)


@pytest.mark.parametrize(("fault", "words"), [
    ("joint", "names joint 9"), ("number", "does not exist"), ("ring", "its own ancestor"), ("weights", "weights"),
])  # fmt: skip
def test_a_faulty_skin_is_one_line(file, fault, words):
    joints = np.zeros((8, 4))
    joints[3, 0] = 9 if fault == "joint" else 0
    document, binary = skinned(joints, np.tile([1.0, 0, 0, 0], (8, 1)), [[0, 0, 5]])
    if fault == "number":
        document["skins"][0]["joints"] = [9]
    if fault == "ring":
        document["nodes"] += [{"children": [len(document["nodes"])]}]
        document["skins"][0]["joints"] = [len(document["nodes"]) - 1]
    if fault == "weights":
        del document["meshes"][0]["primitives"][0]["attributes"]["WEIGHTS_0"]
    with pytest.raises(InputError, match=words):
        load(file, (document, binary))


@pytest.mark.parametrize("parents", [0, 1, 3])
def test_a_joint_may_be_outside_the_scene(file, parents):
    document, binary = skinned(np.zeros((8, 4)), np.tile([1.0, 0, 0, 0], (8, 1)), [[0, 0, 5]])
    document["scenes"][0]["nodes"] = [0]
    joint = document["skins"][0]["joints"][0]
    for _ in range(parents):
        document["nodes"].append({"children": [joint], "translation": [0, 0, 1]})
        joint = len(document["nodes"]) - 1
    model = load(file, (document, binary))
    assert volume(model) == pytest.approx(6.0) and model.vertices[:, 2].min() == pytest.approx(5.0 + parents)


@pytest.mark.parametrize(("mesh", "node", "height"), [([], [], 3.0), ([0.5], [], 4.0), ([0.5], [2.0], 7.0), ([], [1.0], 5.0)])
def test_morph_weights_of_the_node_come_before_those_of_the_mesh(file, mesh, node, height):
    change = np.zeros((8, 3), "<f4")
    change[BOX[:, 2] > 0, 2] = 2.0
    document, binary = with_accessor(gltf_document(node={"weights": node} if node else {}), change, "VEC3")
    document["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 2}]
    document["meshes"][0].update({"weights": mesh} if mesh else {})
    assert np.ptp(load(file, (document, binary)).vertices, axis=0) == pytest.approx((2, 1, height))


def shown_colour(file, material, colours=None):
    made = gltf_document(materials=[material])
    made[0]["meshes"][0]["primitives"][0]["material"] = 0
    if colours is not None:
        made = with_accessor(made, colours, "VEC4", normalized=True)
        made[0]["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = 2
    return load(file, made).paints[0].colour


def test_linear_colours_are_shown_as_they_look(file):
    """Linear 0.2158 is a display value of one half, by the formula of sRGB."""
    half = {"pbrMetallicRoughness": {"baseColorFactor": [0.2158, 0.2158, 1.0, 1.0]}}
    assert shown_colour(file, half) == pytest.approx((0.5, 0.5, 0.9375))
    glossy = {"extensions": {"KHR_materials_pbrSpecularGlossiness": {"diffuseFactor": [0.2158, 1.0, 0.2158, 1.0]}}}
    assert shown_colour(file, glossy) == pytest.approx((0.5, 0.9375, 0.5))
    grey = np.tile(np.array([55, 55, 55, 255], "u1"), (8, 1))
    assert shown_colour(file, {}, grey) == pytest.approx((0.5, 0.5, 0.5))


def test_a_morph_target_of_another_length_is_refused(file):
    document, binary = with_accessor(gltf_document(node={"weights": [1.0]}), np.zeros((5, 3), "<f4"), "VEC3")
    document["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 2}]
    with pytest.raises(InputError, match="8 vertices, and a morph target for 5"):
        load(file, (document, binary))
