"""Bad input of every kind gets one line that says what and where, exit code 2, and no traceback."""

import json
import struct

import pytest

from tests.commands import LEVEL, complaint, output_of, written

# Bad words on the command line


@pytest.mark.parametrize(
    "words, named",
    [
        ("dance", "dance"),
        ("sim", "LEVEL"),
        ("sim stairs --sript x", "--sript"),
        ("sim stairs --hz sixty", "--hz: 'sixty' is not a whole number"),
        ("sim stairs --hz 20", "hz"),
        ("sim stairs --hz 481", "hz"),
        ("sim stairs --hz nan", "--hz"),
        ("sim stairs --rules newton", "newton"),
        ("sim stairs --set sped=5", "speed"),
        ("sim stairs --set speed", "NAME=VALUE"),
        ("sim stairs --set speed=fast", "speed"),
        ("sim stairs --set speed=-1", "speed"),
        ("sim stairs --set speed=nan", "speed"),
        ("sim stairs --set radii=1,2", "radii"),
        ("sim stairs --set radii=0,1,1", "radii"),
        ("sim stairs --set radii=1e99,1e99,1e99", "radii"),
        ("sim stairs --set max_slope=90", "max_slope"),
        ("sim stairs --set keep_horizontal_speed=maybe", "keep_horizontal_speed"),
        ("sim stairs --spawn here", "--spawn: 'here' is not X,Y,Z"),
        ("sim stairs --spawn 1,2", "--spawn"),
        ("sim stairs --spawn nan,0,0", "nan"),
        ("sim stairs --spawn inf,0,0", "inf"),
        ("sim stairs --heading north", "--heading: 'north' is not a finite number"),
        ("sim stairs --heading nan", "nan"),
        ("check --processes 0", "1 to 64"),
        ("play stairs --crowd many", "--crowd: 'many' is not a whole number"),
        ("sim stairs --axis q-up", "--axis"),
        ("sim stairs --axis z-up", "axis"),
        ("sim stair", "stairs"),
        ("sim nowhere", "nowhere"),
        ("sim nowhere.toml", "nowhere.toml"),
        ("sim nowhere.glb", "nowhere.glb"),
        ("sim models/nowhere", "models/nowhere"),
        ("sim .", "."),
        ("sim stairs --script nowhere.txt", "nowhere.txt"),
        ("sim stairs --script .", "."),
        ("sim stairs --csv nowhere/run.csv", "nowhere/run.csv"),
        ("sim stairs --record nowhere/run.rec", "nowhere/run.rec"),
        ("sim stairs --csv .", "."),
        ("sim stairs --csv new.out --record ./new.out", "--record new.out: is the file of --csv, too"),
        ("sim stairs --route nowhere.json", "nowhere.json"),
        ("sim stairs --route nowhere.json --script a.txt", "--script"),
        ("sim stairs --route nowhere.json --spawn 1,2,3", "--spawn"),
        ("explain stairs --html a.html", "--html: needs --tick"),
        ("explain stairs --tick 0", "tick"),
        ("explain stairs --tick -1", "tick"),
        ("explain stairs --tick 1000000", "1000000"),
        ("explain stairs --tick soon", "--tick"),
        ("explain --tick 5", "LEVEL"),
        ("explain --seed -1", "--seed -1"),
        ("explain --seed many", "--seed"),
        ("explain stairs --seed 1", "LEVEL: has no effect beside --seed"),
        ("explain --seed 1 --hz 30", "--hz: needs LEVEL"),
        ("explain --seed 1 --set speed=3", "--set: needs LEVEL"),
        ("play --scale 2", "--scale: needs LEVEL or --ghost"),
        ("play --look grid", "--look: needs LEVEL"),
        ("replay a.rec --html a.html --verify", "--verify: has no effect beside --html"),
        ("lesson stairs --html a --shots", "--shots: has no effect beside --html"),
        ("bench --robustness --lab", "--lab: has no effect beside --robustness"),
        ("bench --eyes a.svg --json a.json", "--json: has no effect beside --eyes"),
        ("bench --peers --frames", "--frames: has no effect beside --peers"),
        ("lesson wedge", "wedges"),
        ("lesson 99", "lessons are 1 to 26, or "),
        ("web --level stairs out", "FOLDER; put it before --level"),
        ("shot --out a.png --twins Bullet stairs", "LEVEL; put it before --twins"),
        ("lesson nowhere.toml --shots", "nowhere.toml"),
        ("lesson wedges --shots --size 1x1", "--size"),
        ("shot stairs", "--out"),
        ("shot stairs --size 1x1 --out a.png", "1x1"),
        ("shot stairs --size big --out a.png", "big"),
        ("shot stairs --tick -5 --out a.png", "-5"),
        ("shot stairs --tick 5 --out a.png --twins newton", "newton"),
        ("shot stairs --tick 5 --out a.png --twins bullet", 'did you mean "Bullet"?'),
        ("shot stairs --tick 5 --out a.png --twins RAPIER", 'did you mean "Rapier"?'),
        ("shot stairs --tick 5 --out x", "x: cannot be written: its name has no ending; take .png"),
        ("shot stairs --tick 5 --out a.png --twins no climb steps", "--twins"),
        ("replay nowhere.rec", "nowhere.rec"),
        ("replay nowhere.rec --verify", "nowhere.rec"),
        ("replay . --verify", "."),
        ("bench --steps many", "--steps"),
        ("dance", "(see python main.py --help)"),
        ("sim stairs --hz sixty", "(see python main.py sim --help)"),
        ("sim stairs --sript x", "(see python main.py sim --help)"),
        ("bench --robustness --steps -1", "--steps"),
        ("bench --steps 5", "--robustness"),
        ("bench --steps 0", "--robustness"),
        ("bench --seed 3", "--robustness"),
        ("bench --meshes a", "--routes"),
        ("bench --eyes a.svg --json a.json", "--json"),
        ("play stairs --crowd -1", "--crowd"),
        ("lesson --all", "--html"),
        ("lesson --shots", "LESSON"),
        ("lesson wedges --out a", "--shots"),
        ("lesson wedges --size 64x64", "--shots or --html"),
        ("explain --seed 1 --html a.html", "--html: needs --tick"),
        ("shot stairs --tick -3 --out a.png", "1202 ticks, from 1 on"),
        ("shot stairs --tick 5 --out a.png --twins foo", ", forum, "),
        ("play nowhere", "no display"),
        ("shot corners --section --out a.png", "--section: this picture has no sweep to cut the level at"),
    ],
)
def test_bad_words(capsys, elsewhere, no_display, words, named):
    assert named in complaint(capsys, *words.split())


@pytest.mark.parametrize("words", [
    "sim stairs --csv", "sim stairs --record", "sim stairs --html", "sim stairs --script", "sim stairs --route", "sim", "play",
    "play stairs --ghost", "convert", "replay", "check", "check --accept", "check --add a.rec", "explain stairs --tick 1 --html",
    "shot stairs --out", "lesson", "lesson wedges --html", "lesson wedges --shots --out", "web", "web a --level", "bench --json",
    "bench --eyes", "bench --routes", "bench --routes a.json --meshes",
])  # fmt: skip
def test_an_empty_name_is_refused(capsys, elsewhere, no_display, words):
    """It was ignored: the run was not written, and the exit code was 0."""
    assert "is empty" in complaint(capsys, *words.split(), "")


@pytest.mark.parametrize("verb", ["sim", "convert"])
@pytest.mark.parametrize("name, content, named", [
    ("notes.md", b"# Notes", ".glb .gltf .obj"),
    ("scene.fbx", b"Kaydara FBX Binary", "Blender"),
    *((f"picture.{kind}", b"\x89PNG\r\n\x1a\n\0\0", "a PNG picture") for kind in ("glb", "gltf", "obj", "stl", "bam", "egg.pz")),
    ("scene.obj", b"PK\x03\x04", "a zip archive"),
    ("wild.glb", b"\x89\xff\xfe\x80", "neither binary glTF nor text"),
    ("wild.gltf", b"{\x89\xff", "neither binary glTF nor text"),
])  # fmt: skip
def test_a_file_of_another_kind_is_said_to_be(capsys, elsewhere, verb, name, content, named):
    assert named in complaint(capsys, verb, written(elsewhere / name, content))


def test_a_mesh_part_of_another_kind_lists_those_that_can_be_loaded(capsys, elsewhere):
    written(elsewhere / "notes.md", "# Notes")
    level = written(elsewhere / "bad.toml", LEVEL + '[[parts]]\npart = "mesh"\nfile = "notes.md"\n')
    assert ".glb .gltf .obj" in complaint(capsys, "sim", level)


def test_a_picture_that_cannot_be_written(capsys, elsewhere, no_display):
    written(elsewhere / "file", "")
    level = written(elsewhere / "small.toml", LEVEL)
    for out in ("file/picture.png", "picture.abc", "."):
        assert out in complaint(capsys, "shot", level, "--size", "64x64", "--out", out)


# Bad files


LEVELS = {
    "a slip in the TOML": (LEVEL.replace("size = [", "size = "), "line"),
    "no title": (LEVEL.replace("title", "titel"), "titel"),
    "an unknown part": (LEVEL.replace('"floor"', '"flor"'), "floor"),
    "an unknown key": (LEVEL.replace("size", "sice"), "size"),
    "a negative size": (LEVEL.replace("[8.0, 8.0]", "[8.0, -8.0]"), "size"),
    "a size that is no number": (LEVEL.replace("[8.0, 8.0]", '[8.0, "8"]'), "size"),
    "a size of nan": (LEVEL.replace("[8.0, 8.0]", "[8.0, nan]"), "size"),
    "a spawn of inf": (LEVEL.replace("at = [0.0", "at = [inf"), "spawn"),
    "no spawn": (LEVEL.replace("[spawn]\nat = [0.0, 0.0, 0.0]", ""), "spawn"),
    "no parts": (LEVEL.split("[[parts]]")[0], "parts"),
    "an unknown material": (LEVEL + 'material = "velvet"\n', "velvet"),
    "a bad tour": ('tour = "60 forwards=1"\n' + LEVEL, "forwards"),
    "a missing mesh file": (LEVEL + '[[parts]]\npart = "mesh"\nfile = "gone.obj"\n', "gone.obj"),
    "nothing": ("", "parts"),
    "no text": (b"\xff\xfe\x00\xd8", "text"),
    "lists in lists": ("deep = " + 9999 * "[", "not valid TOML"),
    "a number without end": (LEVEL.replace("8.0, 8.0", 5000 * "8"), "not valid TOML"),
}


@pytest.mark.parametrize("fault", LEVELS)
def test_faulty_levels(capsys, elsewhere, fault):
    text, named = LEVELS[fault]
    said = complaint(capsys, "sim", written(elsewhere / "bad.toml", text))
    assert "bad.toml" in said or fault == "a bad tour"
    assert named in said


def glb(document, chunk=b""):
    """A binary glTF file around a JSON text."""
    body = document.encode().ljust(-(-len(document) // 4) * 4)
    parts = struct.pack("<II", len(body), 0x4E4F534A) + body
    parts += struct.pack("<II", len(chunk), 0x004E4942) + chunk if chunk else b""
    return struct.pack("<III", 0x46546C67, 2, 12 + len(parts)) + parts


TRIANGLE_GLB = glb(
    json.dumps(
        {
            "asset": {"version": "2.0"},
            "scenes": [{"nodes": [0]}],
            "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "buffers": [{"byteLength": 36}],
        }
    ),
    struct.pack("<9f", -9, 0, 9, 9, 0, 9, 0, 0, -9),
)
FOLDED = glb('{"asset": {"version": "2.0"}, "extensionsRequired": ["ACME_folded_space"]}')
MESHES = {
    "NaN vertices": ("bad.obj", "v nan 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n", "not finite numbers"),
    "infinite vertices": ("bad.obj", "v 0 0 0\nv 1e999 0 0\nv 0 0 1\nf 1 2 3\n", "not finite numbers"),
    "a vertex that does not exist": ("bad.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n", "3"),
    "words for numbers": ("bad.obj", "v a b c\nf 1 1 1\n", ""),
    "vertices only": ("bad.obj", "v 0 0 0\n", "no triangles"),
    "an empty file": ("bad.obj", "", "no triangles"),
    "no area": ("bad.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "area"),
    "a GLB cut short": ("bad.glb", TRIANGLE_GLB[:-20], ""),
    "a GLB cut in its head": ("bad.glb", TRIANGLE_GLB[:10], ""),
    "an empty GLB": ("bad.glb", b"", ""),
    "a GLB of other bytes": ("bad.glb", bytes(range(200)), ""),
    "a GLB that requires an unknown extension": ("bad.glb", FOLDED, "ACME_folded_space"),
    "a broken glTF": ("bad.gltf", "{", ""),
    "a glTF of a list": ("bad.gltf", "[]", ""),
    "an empty STL": ("bad.stl", b"", ""),
    "an STL cut short": ("bad.stl", bytes(80) + struct.pack("<I", 9) + bytes(50), ""),
    "an empty PLY": ("bad.ply", b"", ""),
    "an empty DAE": ("bad.dae", b"", ""),
    "a DAE of words": ("bad.dae", "hello", ""),
    "an egg of words": ("bad.egg", "hello", ""),
    "a BAM of words": ("bad.bam", "hello", ""),
    "another kind of file": ("bad.docx", "hello", "kind"),
}


@pytest.mark.parametrize("fault", MESHES)
def test_faulty_meshes(capsys, elsewhere, fault):
    name, content, named = MESHES[fault]
    said = complaint(capsys, "sim", written(elsewhere / name, content))
    assert name in said and named.lower() in said.lower()


def test_the_good_glb_loads(capsys, elsewhere, script):
    """The commands from which the faulty ones are made are valid."""
    assert "floor" in output_of(capsys, "sim", written(elsewhere / "good.glb", TRIANGLE_GLB), "--script", script)


SCRIPTS = {
    "words": ("walk around a bit", "line 1"),
    "nothing": ("", "script"),
    "only a comment": ("# later\n", ""),
    "an unknown word": ("10 forward=1\n10 dance\n", "line 2"),
    "an unknown amount": ("10 speed=1\n", "speed"),
    "too much": ("10 forward=2\n", "forward"),
    "nan": ("10 forward=nan\n", "forward"),
    "a heading of inf": ("10 heading=inf\n", "heading"),
    "no ticks": ("0 forward=1\n", "0"),
    "ticks below zero": ("-5 forward=1\n", "-5"),
    "ticks without end": ("99999999999999\n", "99999999999999"),
    "more digits than Python reads": (5000 * "9" + "\n", "must begin with a number of ticks"),
    "half a tick": ("1.5 forward=1\n", "1.5"),
    "twice the same": ("10 forward=1 forward=0\n", "forward"),
    "a flag with a value": ("10 jump=1\n", "jump"),
    "no text": (b"\xff\xfe\x00\xd8", "text"),
}


@pytest.mark.parametrize("fault", SCRIPTS)
def test_faulty_scripts(capsys, elsewhere, fault):
    content, named = SCRIPTS[fault]
    said = complaint(capsys, "sim", "stairs", "--script", written(elsewhere / "bad.txt", content))
    assert "bad.txt" in said and named in said


RECORDINGS = {
    "another level": (("level-hash: ", "level-hash: 0"), "another version of level stairs"),
    "an unknown level": (("source: stairs", "source: nowhere"), "nowhere"),
    "no recording": (("glissade recording", "something"), "not a recording"),
    "no rate": (("rate: ", "rat: "), "rate"),
    "a bad rate": (("rate: 60", "rate: often"), "damaged"),
    "a rate of 1": (("rate: 60", "rate: 1"), "hz"),
    "an unknown rule": (("two_sided=", "three_sided="), "three_sided"),
    "an unknown parameter": ((" speed=", " sped="), "sped"),
    "a speed that no float holds": ((" speed=", " speed=" + 400 * "9"), "speed must be"),
    "a position of two numbers": (("position: 0.0 ", "position: "), "position"),
    "a position of nan": (("position: 0.0 ", "position: nan "), "nan"),
    "ticks left out": (("ticks: 100", "ticks: 99"), "damaged"),
    "a body of words": (("---\n", "---\nhello\n"), "line 1"),
    "no body": (("---\n", ""), "not a recording"),
}


@pytest.mark.parametrize("fault", RECORDINGS)
def test_faulty_recordings(capsys, elsewhere, script, fault):
    (good, bad), named = RECORDINGS[fault]
    output_of(capsys, "sim", "stairs", "--script", script, "--record", "run.rec")
    text = (elsewhere / "run.rec").read_text()
    assert good in text
    assert named in complaint(capsys, "replay", written(elsewhere / "bad.rec", text.replace(good, bad, 1)), "--verify")


def test_other_files_are_no_recordings(capsys, elsewhere):
    for content in (b"", b"\xff\xfe", b"hello", b"glissade recording 1\n"):
        assert "bad.rec" in complaint(capsys, "replay", written(elsewhere / "bad.rec", content), "--verify")
