"""glTF's extensions: compression, instances, visibility, and unknown ones."""

import sys

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.level.mesh_import import sandboxed_loaders
from game.level.mesh_import.mesh_file import load_model
from game.level.mesh_import.sandboxed_loaders import DRACO_EXTENSION
from tests.level.mesh_import.mesh_makers import BOX, FACES, glb_bytes, gltf_document, meshopt_box, with_accessor, with_view
from tests.level.solidity import volume

TURNED = [0.0, 0.0, np.sqrt(0.5), np.sqrt(0.5)]  # a quarter about z


def load(file, made):
    return load_model(file("box.glb", glb_bytes(*made)), axis="z-up")


@pytest.mark.parametrize("name", ["EXT_meshopt_compression", "KHR_meshopt_compression"])
def test_meshopt_is_decoded(file, name):
    model = load(file, meshopt_box(name=name))
    assert (model.vertices[model.triangles] == BOX[FACES]).all()


def test_meshopt_that_is_damaged_is_one_line(file):
    document, binary = meshopt_box()
    with pytest.raises(InputError, match=r"bufferViews\[0\]: compressed data begins with 00"):
        load(file, (document, b"\0" + binary[1:]))


def test_meshopt_beyond_the_limit_is_refused_before_it_is_decoded(file):
    document, binary = meshopt_box()
    document["bufferViews"][0]["extensions"]["EXT_meshopt_compression"].update(count=2**31)
    with pytest.raises(InputError, match="bytes in buffers"):
        load(file, (document, binary))


def draco_box(module, **numbers):
    data = module.encode(BOX, FACES, quantization_bits=20, preserve_order=True, **numbers)
    document, _ = gltf_document(extensionsRequired=[DRACO_EXTENSION], extensionsUsed=[DRACO_EXTENSION])
    for accessor in document["accessors"]:
        accessor.pop("bufferView")
    document["bufferViews"], (primitive,) = [], document["meshes"][0]["primitives"]
    position = next(one["unique_id"] for one in module.decode(data).attributes if one["attribute_type"] == 0)
    primitive["extensions"] = {DRACO_EXTENSION: {"bufferView": 0, "attributes": {"POSITION": position}}}
    return with_view((document, b""), data)


def test_draco_is_decoded(file):
    made = draco_box(pytest.importorskip("DracoPy"))
    model = load(file, made)
    assert len(model.triangles) == 12 and volume(model) == pytest.approx(6.0, abs=1e-4)
    assert np.ptp(model.vertices, axis=0) == pytest.approx((2.0, 1.0, 3.0), abs=1e-5)


def test_draco_that_is_damaged_is_one_line(file):
    document, binary = draco_box(pytest.importorskip("DracoPy"))
    with pytest.raises(InputError, match="cannot be decoded with Draco: block 0"):
        load(file, (document, b"\0" * 20 + binary[20:]))


def test_draco_without_its_decoder_names_it(file, monkeypatch):
    monkeypatch.setitem(sys.modules, "DracoPy", None)
    monkeypatch.setattr(sandboxed_loaders, "find_spec", lambda name: None)
    document, binary = with_view(gltf_document(extensionsRequired=[DRACO_EXTENSION]), b"DRACO")
    document["meshes"][0]["primitives"][0]["extensions"] = {DRACO_EXTENSION: {"bufferView": 2, "attributes": {"POSITION": 0}}}
    with pytest.raises(InputError, match="compressed with Draco.*pip install DracoPy"):
        load(file, (document, binary))


def test_draco_that_is_not_required_leaves_the_plain_data(file):
    document, binary = with_view(gltf_document(extensionsUsed=[DRACO_EXTENSION]), b"no Draco at all")
    document["meshes"][0]["primitives"][0]["extensions"] = {DRACO_EXTENSION: {"bufferView": 2, "attributes": {"POSITION": 0}}}
    assert volume(load(file, (document, binary))) == pytest.approx(6.0)


def instanced(attributes, **node):
    made = gltf_document(node=node, extensionsRequired=["EXT_mesh_gpu_instancing"])
    numbers = {}
    for name, values in attributes.items():
        numbers[name] = len(made[0]["accessors"])
        made = with_accessor(made, np.asarray(values, "<f4"), f"VEC{len(values[0])}")
    made[0]["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": numbers}}
    return made


def test_instances_are_all_shown_below_their_node(file):
    made = instanced(
        {"TRANSLATION": [[0, 0, 0], [10, 0, 0], [0, 20, 0]], "ROTATION": [[0, 0, 0, 1], TURNED, [0, 0, 0, 1]],
         "SCALE": [[1, 1, 1], [1, 1, 1], [2, -1, 1]]}, translation=[100, 0, 0])
    model = load(file, made)
    assert len(model.triangles) == 36 and volume(model) == pytest.approx(6.0 + 6.0 + 12.0)
    boxes = model.vertices.reshape(3, 8, 3)
    assert boxes.min(axis=1) == pytest.approx(np.array([[100, 0, 0], [109, 0, 0], [100, 19, 0]]))
    assert boxes.max(axis=1) == pytest.approx(np.array([[102, 1, 3], [110, 2, 3], [104, 20, 3]]))


def test_instances_of_unequal_lists_are_refused(file):
    with pytest.raises(InputError, match="lists of 1 and of 2 places"):
        load(file, instanced({"TRANSLATION": [[0, 0, 0], [1, 0, 0]], "SCALE": [[1, 1, 1]]}))


def test_nodes_that_are_hidden_are_not_shown_nor_their_children(file):
    document, binary = gltf_document(node={"children": [1]})
    hidden = {"extensions": {"KHR_node_visibility": {"visible": False}}}
    document["nodes"].append({"mesh": 0, "translation": [10, 0, 0], "children": [2], **hidden})
    document["nodes"].append({"mesh": 0, "translation": [0, 20, 0]})
    assert load(file, (document, binary)).vertices.max(axis=0) == pytest.approx((2.0, 1.0, 3.0))
    hidden["extensions"]["KHR_node_visibility"]["visible"] = True
    assert load(file, (document, binary)).vertices.max(axis=0) == pytest.approx((12.0, 21.0, 3.0))


@pytest.mark.parametrize("name", ["KHR_materials_unlit", "KHR_texture_transform", "EXT_texture_webp", "KHR_lights_punctual",
                                  "EXT_mesh_manifold", "KHR_implicit_shapes", "KHR_physics_rigid_bodies", "MSFT_lod", "VRM",
                                  "VRMC_vrm",
                                  "FB_ngon_encoding", "MOZ_hubs_components", "KHR_techniques_webgl",
                                  "OMI_physics_body", "FB_geometry_metadata", "MSFT_packing_occlusionRoughnessMetallic",
                                  "MSFT_packing_normalRoughnessMetallic", "EXT_property_animation", "KHR_collision_shapes",
                                  "KHR_rigid_bodies", "ASOBO_normal_map_convention", "ASOBO_tags", "GRIFFEL_bim_data",
                                  "MAXAR_temporal_light_traits"])  # fmt: skip
def test_required_extensions_that_only_change_the_look_are_no_obstacle(file, name):
    assert volume(load(file, gltf_document(extensionsRequired=[name]))) == pytest.approx(6.0)


@pytest.mark.parametrize("name", ["ACME_folded_space", "KHR_gaussian_splatting", "CESIUM_RTC", "KHR_accessor_float64",
                                  "EXT_mesh_primitive_restart", "WEB3D_quantized_attributes", "EXT_implicit_ellipsoid_region"])
def test_other_required_extensions_are_refused_by_name(file, name):
    with pytest.raises(InputError, match=f"requires the extension {name}"):
        load(file, gltf_document(extensionsRequired=[name]))


@pytest.mark.parametrize("needed", [[{}], [3], [None], [["KHR_materials_unlit"]]])
def test_a_required_extension_without_a_name_is_one_line(file, needed):
    with pytest.raises(InputError, match="extensionsRequired of the file has") as caught:
        load(file, gltf_document(extensionsRequired=needed))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("asset", "words"), [({"version": "1.0"}, "version 1.0, only 2 is known"),
({"version": "1.1"}, "version 1.1"),
                                              ({"version": "3.0"}, "version 3.0"), ({"version": 1.0},
                                              "version 1.0")])  # fmt: skip
def test_another_version_is_named_before_what_it_has(file, asset, words):
    document, binary = gltf_document(asset=asset)
    with pytest.raises(InputError, match=words):
        load(file, ({**document, "buffers": {"b": {"uri": "x.bin"}}}, binary))


@pytest.mark.parametrize("key", ["scenes", "nodes", "meshes", "accessors", "buffers"])
@pytest.mark.parametrize("asset", [None, {}, {"generator": "an old one"}])
def test_a_file_of_version_1_need_not_say_so(file, key, asset):
    document = {"scene": "d", key: {"d": {}}} | ({} if asset is None else {"asset": asset})
    with pytest.raises(InputError, match=r"version 1\.0, only 2 is known"):
        load(file, (document, b""))


@pytest.mark.parametrize("least", ["2.1", "3.0", 2.5])
def test_a_file_that_needs_a_newer_reader_is_one_line(file, least):
    with pytest.raises(InputError, match=r"needs a reader of version (2\.1|3\.0|2\.5)"):
        load(file, gltf_document(asset={"version": "2.1", "minVersion": least}))


@pytest.mark.parametrize("asset", [{}, {"version": "2.0"}, {"version": "2.1", "minVersion": "2.0"}, {"minVersion": "2.0"}])
def test_versions_that_are_read(file, asset):
    assert volume(load(file, gltf_document(asset=asset))) == pytest.approx(6.0)
