"""Files for Panda3D's loaders are read by a child process: its crash, endless loop or lack of memory is one line of error."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from game.core.input_errors import InputError
from game.level import load_level
from game.level.mesh_import import native_worker, sandboxed_loaders
from game.level.mesh_import.mesh_file import load_model
from tests.commands import complaint
from tests.level.mesh_import.mesh_makers import bam_bytes, dae_text, egg_text


def child(monkeypatch, tmp_path, body):
    """Put other code in the place of the child process. It gets the same words and the same limits."""
    script = tmp_path / "child.py"
    folder = os.path.dirname(native_worker.__file__)
    script.write_text(f"import os, sys, time\nsys.path.insert(0, {folder!r})\nimport native_worker\n"
                      f"native_worker.limit_itself(*map(int, sys.argv[4:]))\n{body}\n")
    monkeypatch.setattr(native_worker, "__file__", str(script))


FATES = {
    "a crash": ("os.abort()", "ends Panda3D's reader"),
    "a hang": ("while True: pass", "more than 1 s"),
    "sleep": ("time.sleep(60)", "more than 3 s"),
    "hunger": ("a = [bytes(2**24) for _ in range(10**6)]", "needs more than"),
    "a traceback": ("raise KeyError(3)", "ends Panda3D's reader"),
    "nothing": ("pass", "returned nothing"),
    "half of it": ("open(sys.argv[3], 'wb').write(b'\\x93NUMPY')", "returned nothing"),
    "a pickle": ("import numpy, pickle; numpy.save(open(sys.argv[3], 'wb'), numpy.array([{}], object))", "returned nothing"),
    "a reason": ("print('no such format'); sys.exit(1)", "no such format"),
}


@pytest.mark.parametrize("fate", FATES)
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere only the clock is a limit")
def test_a_failing_child_process_is_one_line(capsys, elsewhere, monkeypatch, fate):
    body, said = FATES[fate]
    monkeypatch.setattr(sandboxed_loaders, "CHILD_SECONDS", 1)
    if fate == "sleep":
        monkeypatch.setattr(sandboxed_loaders, "CHILD_CLOCK", 3.0)
    child(monkeypatch, elsewhere, body)
    (elsewhere / "a.egg").write_text(egg_text())
    line = complaint(capsys, "sim", "a.egg")
    assert "a.egg: cannot be read as a mesh" in line and said in line


def test_panda3d_is_not_loaded_by_reading_a_mesh_file(tmp_path, file):
    path = file("a.egg", egg_text())
    load = f"load_model(__import__('pathlib').Path({str(path)!r}))"
    code = f"import sys; from game.level.mesh_import.mesh_file import load_model; {load}"
    words = [sys.executable, "-c", f"{code}; sys.exit('panda3d' in sys.modules)"]
    subprocess.run(words, check=True, cwd=Path(sandboxed_loaders.__file__).parents[3])


def test_a_bam_that_ends_the_loader_leaves_the_game_running(tmp_path, file, monkeypatch):
    monkeypatch.setattr(sandboxed_loaders, "CHILD_SECONDS", 2)  # one of them hangs
    good = bam_bytes(tmp_path)
    cut = good.replace(b"GeomNode", b"GeomNod\xff", 1)
    for content in (cut, good[: len(good) // 2]):
        with pytest.raises(InputError, match=r"a\.bam: "):
            load_level(file("a.bam", content))
    assert len(load_model(file("a.bam", good)).triangles) == 12


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_an_egg_file_may_have_any_mark(file, encoding):
    assert len(load_model(file("a.egg", egg_text().encode(encoding))).triangles) == 12


MATERIAL = """<library_images><image id="i"><init_from>t.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
<technique sid="c"><lambert><emission>{}</emission><diffuse>{}</diffuse></lambert></technique></profile_COMMON></effect>
</library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries>"""
BOUND = """<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="s" target="#m"/>
</technique_common></bind_material></instance_geometry>"""
PICTURE = '<texture texture="t" texcoord="UV"/>'


@pytest.mark.parametrize(("emission", "diffuse", "colour", "glow"), [
    ("0 0 0", "0.5 0.25 0.25", (0.5, 0.25, 0.25), None), ("1 0.8125 0.1875", "0 0 0", (0.9375, 0.8125, 0.1875), 1.0),
    ("0.5 0 0", "0 0 0.5", (0.5, 0.0625, 0.5), 0.2140), ("1 1 0", PICTURE, None, None), (PICTURE, "0 0 0", None, None),
])  # fmt: skip
def test_colour_and_emission_of_a_material(tmp_path, file, emission, diffuse, colour, glow):
    """A picture is not read: neither is then the colour with which it is multiplied."""
    Image.new("RGB", (2, 2), (200, 30, 30)).save(tmp_path / "t.png")
    words = (word if word == PICTURE else f"<color>{word} 1</color>" for word in (emission, diffuse))
    text = dae_text().replace("<library_geometries>", MATERIAL.format(*words)).replace('<instance_geometry url="#g"/>', BOUND)
    (paint,) = load_model(file("a.dae", text.replace("<triangles ", '<triangles material="s" '))).paints
    assert paint.colour == colour
    assert (paint.finish.glow if paint.finish else None) == (None if glow is None else pytest.approx(glow, abs=1e-4))


def asset(metres):
    return f'<asset><created>2026-01-01T00:00:00Z</created><unit name="other" meter="{metres}"/></asset>'


GEOMETRY, LIBRARY, NODE = '<geometry id="g">', "<library_geometries>", '<node id="n">'
MOVED = NODE + "<translate>4 0 0</translate><scale>2 2 2</scale>"
MATRIX = NODE + "<matrix>1 0 0 4 0 1 0 0 0 0 1 0 0 0 0 1</matrix>"


@pytest.mark.parametrize(("places", "size", "left"), [
    ({}, (2, 1, 3), 0), ({GEOMETRY: GEOMETRY + asset(0.01)}, (0.02, 0.01, 0.03), 0),
    ({LIBRARY: LIBRARY + asset(0.0254)}, (0.0508, 0.0254, 0.0762), 0),
    ({LIBRARY: LIBRARY + asset(0.01), GEOMETRY: GEOMETRY + asset(10)}, (20, 10, 30), 0),
    ({LIBRARY: LIBRARY + asset(0.01), GEOMETRY: GEOMETRY + asset(1)}, (2, 1, 3), 0),
    ({NODE: MOVED}, (4, 2, 6), 4), ({NODE: MOVED.replace(NODE, NODE + asset(0.1))}, (4, 2, 6), 0.4),
    ({NODE: MATRIX.replace(NODE, NODE + asset(0.1))}, (2, 1, 3), 0.4),
    ({'meter="1"': 'meter="0.1"', GEOMETRY: GEOMETRY + asset(1)}, (2, 1, 3), 0),
    ({'meter="1"': 'meter="0.1"', NODE: MOVED.replace(NODE, NODE + asset(1))}, (0.4, 0.2, 0.6), 4),
    ({'<unit name="meter" meter="1"/>': "", LIBRARY: LIBRARY + asset(0.01)}, (0.02, 0.01, 0.03), 0),
])  # fmt: skip
def test_a_unit_of_a_part_of_a_collada_file_holds_in_this_part(file, places, size, left):
    text = dae_text()
    for before, after in places.items():
        text = text.replace(before, after)
    model = load_model(file("a.dae", text), axis="y-up")
    assert np.ptp(model.vertices, axis=0) == pytest.approx(size) and model.vertices[:, 0].min() == pytest.approx(left)


@pytest.mark.parametrize(("about", "left"), [("", 4.0), (asset(1), 4.0), (asset(0.1), 0.4), ("<asset><title/></asset>", 4.0)])
def test_a_library_of_nodes_may_have_an_asset(file, about, left):
    nodes = f'<library_nodes>{about}<node id="m"><translate>4 0 0</translate><instance_geometry url="#g"/></node></library_nodes>'
    text = dae_text().replace('<instance_geometry url="#g"/>', '<instance_node url="#m"/>')
    model = load_model(file("a.dae", text.replace("<library_visual_scenes>", nodes + "<library_visual_scenes>")), axis="y-up")
    assert np.ptp(model.vertices, axis=0) == pytest.approx((2, 1, 3)) and model.vertices[:, 0].min() == pytest.approx(left)


SKIN = """<controller id="c"><skin source="#{source}"><bind_shape_matrix>1 0 0 4 0 1 0 0 0 0 1 0 0 0 0 1</bind_shape_matrix>
<source id="j"><Name_array id="k" count="1">n</Name_array><technique_common><accessor source="#k" count="1" stride="1">
<param name="JOINT" type="Name"/></accessor></technique_common></source>
<joints><input semantic="JOINT" source="#j"/></joints></skin></controller>"""
MORPH = """<controller id="m"><morph source="#g" method="NORMALIZED"><source id="t"><IDREF_array id="u" count="1">g</IDREF_array>
<technique_common><accessor source="#u" count="1" stride="1"><param name="MORPH_TARGET" type="IDREF"/></accessor>
</technique_common></source><source id="w"><float_array id="x" count="1">0</float_array><technique_common>
<accessor source="#x" count="1" stride="1"><param name="MORPH_WEIGHT" type="float"/></accessor></technique_common></source>
<targets><input semantic="MORPH_TARGET" source="#t"/><input semantic="MORPH_WEIGHT" source="#w"/></targets></morph>
</controller>"""


@pytest.mark.parametrize(("used", "about", "geometry", "size", "left"), [
    ("c", "", "", (2, 1, 3), 4), ("c", asset(0.01), "", (2, 1, 3), 0.04), ("c", "", asset(0.01), (0.02, 0.01, 0.03), 4),
    ("c", asset(0.1), asset(0.01), (0.02, 0.01, 0.03), 0.4), ("m", "", "", (2, 1, 3), 0),
    ("m", asset(0.1), asset(0.01), (0.02, 0.01, 0.03), 0), ("cm", "", "", (2, 1, 3), 4), ("cm", asset(0.1), "", (2, 1, 3), 0.4),
])  # fmt: skip
def test_skins_and_morphs_of_a_collada_file_are_read_as_they_were_bound(file, used, about, geometry, size, left):
    skin, node = SKIN.replace("{source}", "m" if used == "cm" else "g"), '<instance_controller url="#' + used[0] + '"/>'
    text = dae_text().replace(GEOMETRY, GEOMETRY + geometry).replace('<instance_geometry url="#g"/>', node)
    library = f"<library_controllers>{about}{skin}{MORPH}</library_controllers><library_visual_scenes>"
    model = load_model(file("a.dae", text.replace("<library_visual_scenes>", library)), axis="y-up")
    assert len(model.triangles) == 12 and np.ptp(model.vertices, axis=0) == pytest.approx(size)
    assert model.vertices[:, 0].min() == pytest.approx(left)


@pytest.mark.parametrize("unit", ["x", "0", "-1", "nan", "inf"])
def test_a_unit_that_is_no_length_is_one_line(file, unit):
    with pytest.raises(InputError, match=r"a\.dae: cannot be read") as caught:
        load_model(file("a.dae", dae_text().replace(GEOMETRY, GEOMETRY + asset(unit))))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("declared", ["", ' encoding="UTF-16"'])
def test_a_collada_file_in_utf_16_is_read(file, declared):
    text = dae_text().replace(' version="1.0"?', f' version="1.0"{declared}?')
    for encoded in (text.encode("utf-16"), b"\xfe\xff" + text.encode("utf-16-be")):
        assert len(load_model(file("a.dae", encoded)).triangles) == 12
