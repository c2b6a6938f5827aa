"""Level files: what is read, and each kind of mistake in one line."""

import math

import numpy as np
import pytest

from game.core.input_errors import InputError
from game.level import load_level
from game.level.contents.volume import Down

HEAD = 'title = "A"\n[spawn]\nat = [0, 0, 0]\n'
STAIRS = '[[parts]]\npart = "stairs"\n'


MISTAKES = {
    "not TOML": ("title = \n", ["is not valid TOML", "line 1"]),
    "no parts": (HEAD, ["parts is missing"]),
    "no title": ("[spawn]\nat=[0,0,0]\n" + STAIRS, ["title is missing"]),
    "no spawn": ('title = "A"\n' + STAIRS, [".toml: spawn is missing; add a table [spawn] with at, "]),
    "a typo at the top": ('titel = "A"\n' + HEAD + STAIRS, ['"titel"', 'did you mean "title"?']),
    "a typo in spawn": (HEAD + "headin = 3\n" + STAIRS, ["spawn", '"headin"', 'did you mean "heading"?']),
    "an unknown part": (HEAD + '[[parts]]\npart = "stair"\n', [":4:", "parts[1]", '"stair"', 'did you mean "stairs"?']),
    "a part without a kind": (HEAD + "[[parts]]\nrise = 1\n", ["parts[1]", "part is missing", "spiral_stairs"]),
    "a part that is a number": (HEAD + "[[parts]]\npart = 3\n", ["parts[1]", "unknown part"]),
    "a typo in a part": (HEAD + STAIRS + "rize = 1\n", [":4:", "parts[1] stairs", '"rize"', 'did you mean "rise"?', "run"]),
    "the second part": (HEAD + STAIRS + STAIRS + "rise = -1\n", [":6:", "parts[2] stairs", "rise = -1:", "from 0.001"]),
    "a negative size": (HEAD + STAIRS + "rise = -0.1\n", ["rise = -0.1", "allowed is a number from 0.001 to 10000 m"]),
    "not a number": (HEAD + STAIRS + "rise = nan\n", ["rise = nan"]),
    "infinite": (HEAD + STAIRS + "at = [0, inf, 0]\n", ["at[1] = inf"]),
    "text for a number": (HEAD + STAIRS + 'rise = "high"\n', ["rise = 'high'"]),
    "true for a number": (HEAD + STAIRS + "rise = true\n", ["rise = True"]),
    "gravity without a direction": (HEAD + "[gravity]\n" + STAIRS, ["gravity needs direction", "towards"]),
    "gravity along nothing": (HEAD + "[gravity]\ndirection = [0, 0, 0]\n" + STAIRS, ["gravity", "is not a direction"]),
    "gravity both ways": (HEAD + "[gravity]\ndirection = [0, 0, 1]\ntowards = [0, 0, 0]\n" + STAIRS, ["gravity", "not both"]),
    "a typo in gravity": (HEAD + "[gravity]\ntoward = [0, 0, 0]\n" + STAIRS, ['"toward"', 'did you mean "towards"?']),
    "a part that stands nowhere": (
        HEAD + STAIRS + "upwards = [0, 0, 0]\n",
        ["parts[1] stairs", "upwards = [0, 0, 0]", "[0, 0, 1] is up"],
    ),
    "half a step": (HEAD + STAIRS + "steps = 2.5\n", ["steps = 2.5", "a whole number from 1 to 1000"]),
    "too many steps": (HEAD + STAIRS + "steps = 100000\n", ["steps = 100000"]),
    "an unknown style": (HEAD + STAIRS + 'style = "clsed"\n', ["style", '"closed", "surface", "open"', 'did you mean "closed"?']),
    "two numbers for a point": (HEAD + STAIRS + "at = [1, 2]\n", ["at = [1, 2]", "[_, _, _]"]),
    "an unknown material": (HEAD + STAIRS + 'material = "wod"\n', ["material", "'wod'", 'did you mean "wood"?']),
    "an unknown role": (HEAD + STAIRS + 'material = {tred = "wood"}\n', ["'tred'", "tread", "riser"]),
    "a bad colour": (HEAD + '[materials.mud]\ncolour = "brown"\n' + STAIRS, ["materials.mud: colour = 'brown'", "#rrggbb"]),
    "a bad pattern": (HEAD + '[materials.mud]\ncolour = "#aabbcc"\npattern = "dots"\n' + STAIRS, ["pattern", '"stripes"']),
    "values that do not go together": (HEAD + '[[parts]]\npart = "disc"\ninner = 4\nouter = 3\n', ["parts[1] disc", "inner = 4"]),
    "a path that is missing": (HEAD + '[[parts]]\npart = "wall"\n', ["parts[1] wall", "path is missing"]),
    "a bad opening": (
        HEAD + '[[parts]]\npart = "wall"\npath = [[0,0],[0,5]]\nopenings = [{widht = 1}]\n',
        ["openings[0]", '"widht"', 'did you mean "width"?'],
    ),
    "a repeat without a count": (HEAD + STAIRS + "repeat = {step = [1,0,0]}\n", ["repeat", "count is missing"]),
    "parts that are no tables": (HEAD + STAIRS.replace("[[parts]]", "[parts]"), [":4: parts must be tables [[parts]]", "one"]),
    "movers in one bracket": (HEAD + STAIRS + "[movers]\n", [":6: movers must be tables [[movers]]", "bracket"]),
    "volumes in one bracket": (HEAD + STAIRS + "[volumes]\n", [":6: volumes must be tables [[volumes]]", "bracket"]),
    "cases in one bracket": (HEAD + STAIRS + "[cases]\n", [":6: cases must be tables [[cases]]", "bracket"]),
    "exhibits in one bracket": (HEAD + STAIRS + "[exhibits]\n", [":6: exhibits must be tables [[exhibits]]", "bracket"]),
    "signs in one bracket": (HEAD + STAIRS + "[signs]\n", [":6: signs must be tables [[signs]]", "bracket"]),
    "goals in one bracket": (HEAD + STAIRS + "[goals]\n", [":6: goals must be tables [[goals]]", "bracket"]),
    "a sign without text": (HEAD + '[[signs]]\ntext = " "\nat = [0, 0, 1]\n' + STAIRS, ["signs[0]: text", "one character"]),
    "a sign with an unknown word": (HEAD + '[[signs]]\ntext = "{foo}"\nat = [0, 0, 1]\n' + STAIRS, ["'{foo}'", "only {marks}"]),
    "a part with an empty sign": (HEAD + STAIRS + 'sign = ""\n', ["sign = ''", "true, false or a text"]),
    "a view without a target": (HEAD + '[[views]]\nname = "x"\neye = [0,0,0]\n' + STAIRS, ["views[0]", "target is missing"]),
    "a mesh that is not there": (HEAD + '[[parts]]\npart = "mesh"\nfile = "no.obj"\n', ["parts[1] mesh", "no.obj: no such"]),
}


@pytest.mark.parametrize(("text", "words"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_one_line_with_its_place(refused_in_a_line, text, words):
    refused_in_a_line(text, words)


def test_a_file_that_is_no_text_is_an_error(tmp_path):
    path = tmp_path / "binary.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match="UTF-8"):
        load_level(path)


@pytest.mark.parametrize(("name", "words"), [
    ("stirs", 'did you mean "stairs"'),
    ("nothing/at/all.toml", "no such file"),
    ("nothing.obj", "no such file"),
    ("game", "is a folder"),
    ("main.py", "cannot load this kind of file"),
])
def test_a_missing_level_is_reported(monkeypatch, root, name, words):
    monkeypatch.chdir(root)
    with pytest.raises(InputError, match=words):
        load_level(name)


@pytest.mark.parametrize(("name", "wrong"), [("source", None), ("source", 5), ("look", "x"), ("look", None), ("scale", "2"),
                                             ("scale", []), ("axis", 3)])
def test_an_argument_of_a_wrong_kind_is_named(tmp_path, name, wrong):
    (tmp_path / "a.obj").write_text("v 0 0 0\nv 9 0 0\nv 0 0 -9\nf 1 2 3\n")
    with pytest.raises(ValueError, match=f"{name} "):
        load_level(**{"source": tmp_path / "a.obj"} | {name: wrong})


def test_axis_and_scale_are_for_meshes(level_file):
    with pytest.raises(InputError, match="mesh files"):
        load_level(level_file(HEAD + STAIRS), axis="z-up")


def test_a_part_is_placed_by_position_and_heading(level_file):
    level = load_level(level_file(HEAD + '[[parts]]\npart = "box"\nat = [10, 0, 1]\nheading = 90\nsize = [1, 4, 2]\n'))
    assert level.vertices.min(axis=0).tolist() == [8.0, -0.5, 1.0]  # heading 90 looks along -x, so the depth lies along x
    assert level.vertices.max(axis=0).tolist() == [12.0, 0.5, 3.0]


def test_repeats_step_and_turn(level_file):
    text = HEAD + '[[parts]]\npart = "pillar"\nat = [4, 0, 0]\nrepeat = {count = 4, turn = 90, step = [0, 0, 1]}\n'
    level = load_level(level_file(text))
    pillars = level.vertices.reshape(4, -1, 3)
    middles = pillars.mean(axis=1)
    assert np.allclose(middles[:, :2], [[4, 0], [0, 4], [-4, 0], [0, -4]])
    assert np.allclose(np.diff(middles[:, 2]), 1.0)


def test_materials_signs_sun_and_views_are_read(level_file):
    text = (
        'title = "A"\nabout = "b"\ntour = "10 forward=1"\n[spawn]\nat = [1, 2, 3]\nheading = 90\n'
        "[sun]\nheading = 180\nelevation = 30\n[sky]\nzenith = \"#000000\"\nhorizon = [1, 1, 1]\n"
        '[materials.mud]\ncolour = [0.5, 0.25, 0.0]\npattern = "plain"\n'
        '[[signs]]\ntext = "hello"\nat = [0, 0, 1]\n[[views]]\nname = "v"\neye = [0, 0, 0]\ntarget = [0, 1, 0]\n'
        '[[parts]]\npart = "stairs"\nmaterial = {tread = "mud"}\n[[parts]]\npart = "stairs"\nsign = false\n'
        '[[parts]]\npart = "stairs"\nheading = 90\nsign = "mine"\n'
    )
    level = load_level(level_file(text))
    assert level.spawn.at == (1.0, 2.0, 3.0) and level.spawn.heading == pytest.approx(math.pi / 2)
    assert level.sun.elevation == pytest.approx(math.pi / 6) and level.sky.horizon == (1.0, 1.0, 1.0)
    assert [sign.text for sign in level.signs] == ["hello", "rise .18 m\nrun .28 m", "mine"]
    assert level.signs[1].heading == pytest.approx(math.pi) and level.signs[2].heading == pytest.approx(1.5 * math.pi)
    mud = [m.name for m in level.materials].index("mud")
    assert level.materials[mud].colour == (0.5, 0.25, 0.0) and level.materials[mud].pattern == "plain"
    assert np.count_nonzero(level.surfaces == mud) == 20  # two triangles on each of ten treads
    assert level.views[0].name == "v" and level.tour == "10 forward=1" and level.about == "b"


def test_a_part_may_stand_on_a_ceiling(level_file):
    standing = load_level(level_file(HEAD + STAIRS)).vertices
    hanging = load_level(level_file(HEAD + STAIRS + "at = [1, 2, 9]\nupwards = [0, 0, -3]\n")).vertices
    assert hanging == pytest.approx(standing * (-1.0, 1.0, -1.0) + (1.0, 2.0, 9.0))


def test_gravity_is_read_and_part_of_the_hash(level_file):
    plain = load_level(level_file(HEAD + STAIRS))
    turned = load_level(level_file(HEAD + "[gravity]\ntowards = [0, 0, -5]\n" + STAIRS))
    assert plain.gravity is None and turned.gravity == Down(towards=(0.0, 0.0, -5.0))
    assert plain.hash != turned.hash


def test_a_mesh_file_can_be_a_part(level_file, tmp_path):
    (tmp_path / "roof.obj").write_text("v 0 0 0\nv 2 0 0\nv 0 0 -2\nf 1 2 3\n")
    level = load_level(level_file(HEAD + '[[parts]]\npart = "mesh"\nfile = "roof.obj"\nat = [0, 0, 5]\nscale = 2.0\n'))
    assert np.allclose(level.vertices, [[0, 0, 5], [4, 0, 5], [0, 4, 5]])


def test_a_triangle_knows_its_part(level_file):
    level = load_level(level_file(HEAD + '[[parts]]\npart = "floor"\n' + STAIRS + "repeat = {count = 2, step = [9, 0, 0]}\n"))
    names = [level.part_of(triangle) for triangle in range(len(level.triangles))]
    assert names[0] == names[11] == "floor" and set(names[12:]) == {"stairs"} and len(level.parts) == 3
