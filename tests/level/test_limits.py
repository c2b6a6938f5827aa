"""Files that ask for more than they hold, or for more than the limits: one line, before room is made for it."""

import time

import pytest

from game.core.input_errors import InputError
from game.level import library, load_level
from tests.commands import complaint

HEAD = 'title = "A"\n[spawn]\nat = [0, 0, 1]\n'
FLOOR = '[[parts]]\npart = "floor"\n'
DISCS = 'repeat = {count = 1000, step = [30, 0, 0]}\n[[movers.parts]]\npart = "disc"\nsides = 64\n'
MANY = "repeat = {count = 1000, step = [0, 0, 1]}\n"
GREEDY = {
    "terrain a thousand times": ('[[parts]]\npart = "terrain"\ncells = [500, 500]\n' + MANY, "triangles"),
    "a thousand movers of a thousand parts": (FLOOR + '[[movers]]\nname = "m"\n' + DISCS + MANY, "triangles"),
    "twenty thousand movers": (FLOOR + 20 * f"[[movers]]\n{DISCS}", "movers"),
    "fine noise": ('[[parts]]\npart = "terrain"\nsize = [10000, 10000]\nroughness = 1\ngrain = 0.001\n', "grain"),
    "hills in every cell": ('[[parts]]\npart = "terrain"\ncells = [500, 500]\nhills = ['
                            + 300 * "{at = [0, 0], radius = 1, height = 1}," + "]\n", "hills"),
    "a wave of too many corners": ('[[parts]]\npart = "bumps"\ncount = 1000\nsegments = 200\n', "corners"),
    "a wall of windows": ('[[parts]]\npart = "wall"\npath = [[0, 0], [9000, 0]]\nheight = 999\nopenings = ['
                          + ",".join(f"{{at = {i}, sill = {i}, width = 0.5}}" for i in range(900)) + "]\n", "divide"),
    "a battlement of kilometres": ('[[parts]]\npart = "room"\nsize = [9999, 9999]\nbattlements = true\n', "battlements"),
    "too many tables": (31_000 * "[[parts]]\n", "tables [[parts]]"),
}  # fmt: skip


@pytest.mark.parametrize("name", GREEDY)
def test_greedy_levels_are_refused_before_room_is_made(file, name):
    text, said = GREEDY[name]
    path = file("greedy.toml", HEAD + text)
    begun = time.process_time()
    with pytest.raises(InputError, match=r"greedy\.toml") as caught:
        load_level(path)
    assert said in str(caught.value)
    assert time.process_time() - begun < 5.0


def test_the_limit_is_of_all_parts_together(file, monkeypatch):
    monkeypatch.setattr("game.level.level_reader.MOST_TRIANGLES", 12 * 7)
    load_level(file("seven.toml", HEAD + FLOOR + FLOOR + "repeat = {count = 6}\n"))
    with pytest.raises(InputError, match=r"parts\[2\] floor: with it the level has 96 triangles"):
        load_level(file("eight.toml", HEAD + FLOOR + FLOOR + "repeat = {count = 7}\n"))


def test_memory_that_is_not_there_is_one_line(capsys, elsewhere, monkeypatch):
    def full(*arguments, **options):
        raise MemoryError

    monkeypatch.setattr(library, "read_mesh_level", full)
    (elsewhere / "a.obj").write_text("v 0 0 0\n")
    assert "a.obj: needs more memory" in complaint(capsys, "sim", "a.obj")
    monkeypatch.setattr("game.level.load_level", full)
    assert "not enough memory" in complaint(capsys, "sim", "a.obj")


# Long values


LONG = 5000 * "9"
ECHOES = {
    "script": ("bad.txt", f"60 forward={LONG}\n"), "flag": ("bad.txt", f"60 {LONG}\n"), "ticks": ("bad.txt", f"{LONG}\n"),
    "twice": ("bad.txt", f"60 {LONG}=1 {LONG}=1\n"),
    "recording": ("bad.rec", f"glissade recording 1\n{LONG}: 1\n---\n60\n"),
    "number": ("bad.toml", HEAD + FLOOR + f"thickness = {LONG}\n"),
    "text": ("bad.toml", HEAD + FLOOR + f'thickness = "{LONG}"\n'),
    "key": ("bad.toml", HEAD + FLOOR + f"k{LONG} = 1\n"), "part": ("bad.toml", HEAD + f'[[parts]]\npart = "{LONG}"\n'),
    "material": ("bad.toml", HEAD + FLOOR + f'material = "{LONG}"\n'),
    "mesh": ("bad.toml", HEAD + f'[[parts]]\npart = "mesh"\nfile = "{LONG}.obj"\n'),
    "vertex": ("bad.obj", f"v 0 0 {LONG}x\n"), "face": ("bad.obj", f"v 0 0 0\nf 1 1 {LONG}\n"),
    "face backwards": ("bad.obj", f"f -{LONG} 1 1\n"), "head": ("bad.ply", f"ply\nformat {LONG} 1.0\nend_header\n"),
    "matrix": ("bad.gltf", '{"scenes": [{"nodes": [0]}], "nodes": [{"matrix": [1e99' + 999 * ",1" + "]}]}"),
}  # fmt: skip


@pytest.mark.parametrize("name", ECHOES)
def test_a_refusal_never_echoes_a_long_value_whole(capsys, elsewhere, name):
    file, text = ECHOES[name]
    (elsewhere / file).write_text(text)
    words = {"bad.txt": ["sim", "stairs", "--script", file], "bad.rec": ["replay", file, "--verify"]}.get(file, ["sim", file])
    assert len(complaint(capsys, *words)) < 1200


# The list of levels


def test_the_list_goes_on_past_a_broken_level(capsys, monkeypatch, tmp_path):
    from game.cli_commands import main

    for name, text in (("a_good", HEAD + FLOOR), ("b_bad", HEAD), ("c_good", HEAD + FLOOR)):
        (tmp_path / f"{name}.toml").write_text(text)
    monkeypatch.setattr(library, "LEVELS", tmp_path)
    assert main(["list"]) == 2
    said = capsys.readouterr()
    assert [line.split()[0] for line in said.out.splitlines()] == ["a_good", "c_good"]
    assert said.err.count("\n") == 1 and "b_bad.toml: parts is missing" in said.err
    (tmp_path / "b_bad.toml").unlink()
    assert main(["list"]) == 0
