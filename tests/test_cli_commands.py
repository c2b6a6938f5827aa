"""The command line: every verb does what it says, without a display."""

import io
import json
import re
import subprocess
import sys

import pytest

from game.cli_commands import VERBS, main, parse
from game.level import library
from tests.commands import LEVEL, TRIANGLE, complaint, output_of, written

EXAMPLES = [[], ["list"],
    ["convert", "house.glb"], ["sim", "a"], ["play"], ["check"], ["bench"], ["replay", "a"], ["explain", "a", "--tick", "1"]]
EXAMPLES += [["shot", "a", "--out", "b"], ["lesson"], ["claims"], ["web", "a"]]

# Every verb


def test_list(capsys):
    lines = output_of(capsys, "list").splitlines()
    names = [line.split()[0] for line in lines]
    assert {"stairs", "ramps", "corridors", "terrain", "corners", "playground"} <= set(names)
    assert all("triangles)" in line for line in lines)


def test_sim_prints_a_summary_and_the_hash(capsys, script):
    summary, state_hash = output_of(capsys, "sim", "stairs", "--script", script).splitlines()
    assert summary.startswith("stairs: 100 ticks at 60 a second")
    assert sum(int(number) for number in re.findall(r"(\d+) (?:floor|steep|air)", summary)) == 100
    assert state_hash.startswith("state hash ") and len(state_hash.split()[-1]) == 16
    assert output_of(capsys, "sim", "stairs", "--script", script).splitlines() == [summary, state_hash]


@pytest.mark.parametrize("more, feel", [([], "smooth"), (["--rules", "fauerby"], "exact"), (["--rules", "thebigh"], "exact"),
    (["--rules", "fauerby", "--feel", "smooth"], "smooth"), (["--rules", "no climb steps"], "smooth")])  # fmt: skip
def test_play_by_printed_rules_walks_at_full_speed_at_once(monkeypatch, more, feel):
    """A body that speeds up stays below the first step by these rules, against their lesson."""
    played = []
    monkeypatch.setattr("game.app.window.require_display", lambda *renderer: None)
    monkeypatch.setattr("game.app.game.play", lambda level, **options: played.append(options["params"].feel))
    assert main(["play", "stairs", *more]) == 0 and played == [feel]


def test_sim_without_a_script_plays_the_tour(capsys):
    assert output_of(capsys, "sim", "corners").startswith("corners: ")


def test_a_level_without_a_tour_is_stood_in(capsys, elsewhere):
    assert output_of(capsys, "sim", written(elsewhere / "small.toml", LEVEL)).startswith("small: 60 ticks")


def test_the_options_of_sim_matter(capsys, script):
    plain = ["sim", "stairs", "--script", script]
    more = [[], ["--hz", 120], ["--set", "speed=4"], ["--rules", "fauerby"], ["--spawn", "-1,-1,0"], ["--heading", -90]]
    hashes = {output_of(capsys, *plain, *options).splitlines()[-1] for options in more}
    assert len(hashes) == len(more)


def test_a_start_without_a_floor_below_it_is_noted(capsys, script):
    """The feet were 1015 m below the level at the end, without a word."""
    note, summary, _ = output_of(capsys, "sim", "stairs", "--script", script, "--spawn", "1000,2,3").splitlines()
    assert note.startswith("stairs: the spawn at (1000, 2, 3) m has no floor below it")
    assert "100 air" in summary


def test_sim_writes_a_table(capsys, script, elsewhere):
    output_of(capsys, "sim", "stairs", "--script", script, "--csv", "run.csv")
    head, *rows = (elsewhere / "run.csv").read_text().splitlines()
    assert head == "tick,time,x,y,z,vx,vy,vz,ground,nx,ny,nz,contacts,iterations"
    assert [int(row.split(",")[0]) for row in rows] == list(range(101))
    assert {row.split(",")[8] for row in rows} <= {"floor", "steep", "air"}


def test_a_recording_verifies(capsys, script, elsewhere):
    output_of(capsys, "sim", "stairs", "--script", script, "--record", "run.rec", "--rules", "thebigh", "--set", "speed=3")
    assert output_of(capsys, "replay", "run.rec", "--verify").endswith("same\n")


def test_a_recording_finds_its_level_beside_it(capsys, script, elsewhere, monkeypatch):
    """From another folder the level is found as it lay beside the recording, also before another level of this name."""
    for folder in ("a", "a/levels", "b", "c", "d"):
        (elsewhere / folder).mkdir()
    monkeypatch.chdir(elsewhere / "a")
    written(elsewhere / "a/levels/mine.toml", LEVEL)
    output_of(capsys, "sim", "levels/mine.toml", "--script", script, "--record", "run.rec")
    for folder in ("b", "c", "d"):
        monkeypatch.chdir(elsewhere / folder)
        if folder == "c":
            (elsewhere / "c/levels").mkdir()
            written(elsewhere / "c/levels/mine.toml", LEVEL.replace("8.0, 8.0", "9.0, 9.0"))
        assert output_of(capsys, "replay", "../a/run.rec", "--verify").endswith("same\n")
    (elsewhere / "a/run.rec").rename(elsewhere / "b/run.rec")
    error = complaint(capsys, "replay", "../b/run.rec", "--verify")
    assert "levels/mine.toml is not here; put mine.toml beside the recording, or run this in the folder" in error
    (elsewhere / "a/levels/mine.toml").rename(elsewhere / "b/mine.toml")
    assert output_of(capsys, "replay", "../b/run.rec", "--verify").endswith("same\n")


def test_a_recording_knows_a_level_with_the_name_of_a_shipped_one(capsys, script, elsewhere):
    written(elsewhere / "stairs.toml", LEVEL)
    output_of(capsys, "sim", "./stairs.toml", "--script", script, "--record", "run.rec")
    assert output_of(capsys, "replay", "run.rec", "--verify").endswith("same\n")


def test_many_levels_are_not_all_listed(monkeypatch, capsys, elsewhere):
    """A level that is there is found without reading all names, and an error names the nearest ten."""
    for number in range(30):
        written(elsewhere / f"small_{number}.toml", LEVEL)
    listed = []
    monkeypatch.setattr(library, "LEVELS", elsewhere)
    monkeypatch.setattr(library, "level_names", lambda: listed.append(1) or [f"small_{number}" for number in range(30)])
    assert library.load_level("small_7").name == "small_7" and not listed
    error = complaint(capsys, "sim", "smal_11")
    assert 'did you mean "small_11"?' in error and error.count("small_") == 11 and "and 20 more" in error


def test_a_changed_recording_differs(capsys, script, elsewhere):
    output_of(capsys, "sim", "stairs", "--script", script, "--record", "run.rec")
    recording = (elsewhere / "run.rec").read_text()
    written(elsewhere / "run.rec", recording.replace("forward=1.0", "forward=0.5"))
    assert "DIFFERENT" in output_of(capsys, "replay", "run.rec", "--verify", code=1)


def test_sim_walks_the_routes_of_a_file(capsys, elsewhere):
    level, there = written(elsewhere / "small.toml", LEVEL), [[0, 0, 0], [0, 3, 0]]
    both = {"agent": {"climb": 0.1}, "zones": [{"routes": [{"pts": there}, {"pts": [*there, [9, 3, 0]]}]}]}
    printed = output_of(capsys, "sim", level, "--route", written(elsewhere / "way.json", json.dumps(both)), code=1).splitlines()
    assert printed[0].startswith("1 of 2 routes arrived (50 %): 3 m in 0.6 s")
    assert printed[1].startswith("route 2, leg 2: below the mesh, feet at 4.") and len(printed) == 2
    one = written(elsewhere / "way.json", json.dumps({"zones": [{"routes": [{"pts": there}]}]}))
    assert output_of(capsys, "sim", level, "--route", one).startswith("1 of 1 routes arrived (100 %)")


def test_explain_without_a_tick_lists_what_happens(capsys, tmp_path):
    listed = output_of(capsys, "explain", "stairs").splitlines()
    assert listed[0].split() == ["54", "to", "87", "step", "up"] and any("step down of 7 cm" in line for line in listed)
    (tmp_path / "wait.txt").write_text("5\n")
    assert output_of(capsys, "explain", "stairs", "--script", tmp_path / "wait.txt").endswith("nothing happens in 5 ticks\n")


def test_explain_prints_the_steps(capsys, script):
    printed = output_of(capsys, "explain", "stairs", "--script", script, "--tick", 60)
    assert "tick 60" in printed and "iteration 1" in printed and "eSpace" in printed


def test_the_trace_distinguishes_the_rules(capsys, elsewhere):
    up = written(elsewhere / "up.txt", "60 forward=1\n")
    plain = ["explain", "stairs", "--script", up, "--tick", 40]
    modern, fauerby = (output_of(capsys, *plain, "--rules", rules) for rules in ("modern", "fauerby"))
    assert modern.splitlines()[1:] != fauerby.splitlines()[1:]


def test_shot_writes_a_picture(capsys, script, elsewhere, no_display):
    from PIL import Image

    out, level = elsewhere / "new" / "picture.png", written(elsewhere / "small.toml", LEVEL)
    assert main(["shot", level, "--size", "160x90", "--out", str(out)]) == 0
    assert Image.open(out).size == (160, 90)
    assert str(out) in capsys.readouterr().out
    plain, rules = Image.open(out).tobytes(), ["--rules", "no climb steps", "--twins", "fauerby", "combined gravity"]
    assert main(["shot", level, "--size", "160x90", "--tick", "1", "--out", str(out), *rules]) == 0
    assert Image.open(out).tobytes() != plain  # the plot of their distances


def test_a_mesh_file_is_a_level(capsys, elsewhere, script):
    mesh = written(elsewhere / "floor.obj", TRIANGLE + "f 1 1 2\n")
    words = "sim", mesh, "--script", script, "--axis", "y-up", "--scale", "2"
    report, size, summary, _ = output_of(capsys, *words).splitlines()
    assert report == "floor: 1 triangle kept, 1 dropped for having no area" and size.endswith("m, y-up, 2 m a unit")
    assert summary.startswith("floor: 100 ticks")


def test_a_level_file_is_a_level(capsys, elsewhere, script):
    assert output_of(capsys, "sim", written(elsewhere / "small.toml", LEVEL), "--script", script).startswith("small: 100 ticks")


def test_lessons_are_listed(capsys):
    lines = output_of(capsys, "lesson").splitlines()
    assert len(lines) >= 2 and all(re.search(r"\(\d+ pages\)$", line) for line in lines)


def test_a_lesson_becomes_pictures(capsys, elsewhere, no_display):
    head = 'title = "Small"\norder = 1\nabout = "About."\n[[pages]]\ntitle = "One"\nsection = "4.1"\ntext = "Text."\n'
    page = f'level = "{written(elsewhere / "small.toml", LEVEL)}"\nshot = {{ tick = 2, look = "Look." }}\n'
    lesson = written(elsewhere / "one.toml", head + page)
    assert output_of(capsys, "lesson", lesson, "--shots", "--size", "160x90").endswith("from one-01.png to one-01.png\n")
    assert (elsewhere / "out" / "lessons" / "one-01.png").exists()


@pytest.mark.parametrize("arguments", [["play"], ["play", "stairs"], ["lesson", "wedges"]])
def test_play_needs_a_display(capsys, arguments, no_display):
    assert "display" in complaint(capsys, *arguments)


@pytest.mark.parametrize("verb", [[], *([name] for name in "play list sim replay check explain shot lesson bench".split())])
def test_every_verb_has_help(capsys, verb):
    with pytest.raises(SystemExit) as end:
        main([*verb, "--help"])
    assert end.value.code == 0
    assert "usage: main.py" in capsys.readouterr().out


def test_a_terminal_without_all_letters_is_no_obstacle(monkeypatch, elsewhere):
    plain = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", plain)
    up = written(elsewhere / "up.txt", "60 forward=1\n")
    assert main(["explain", "stairs", "--script", up, "--tick", "40"]) == 0
    plain.seek(0)
    assert "?" in plain.read()


# As users run it


def run_main(root, *arguments, cwd=None):
    command = [sys.executable, str(root / "main.py"), *arguments]
    return subprocess.run(command, cwd=cwd or root, capture_output=True, text=True, stdin=subprocess.DEVNULL)


def test_bad_input_ends_the_process_with_2(root):
    done = run_main(root, "sim", "stair")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


def test_it_runs_from_any_folder(root, elsewhere, script):
    done = run_main(root, "sim", "stairs", "--script", script, cwd=elsewhere)
    assert done.returncode == 0 and "state hash" in done.stdout and done.stderr == ""


def test_a_reader_that_leaves_early_is_no_error(root):
    command = f'"{sys.executable}" main.py explain stairs --tick 5 | head -1; exit ${{PIPESTATUS[0]}}'
    done = subprocess.run(["bash", "-c", command], cwd=root, capture_output=True, text=True)
    assert "Traceback" not in done.stderr and "Error" not in done.stderr


def test_every_verb_has_a_function():
    verbs = {words[0] if words else "start": parse(words).verb for words in EXAMPLES}
    assert verbs == {verb: verb for verb in VERBS}
