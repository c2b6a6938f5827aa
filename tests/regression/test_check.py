"""The verb `check`: same is same, every kind of difference is noticed, named, shown, and reported by the exit code."""

import re
import shlex
import shutil

import numpy as np
import pytest
from PIL import Image

from game.cli_commands import main
from game.core.input_errors import InputError
from game.regression import case_pictures
from game.regression.case_pictures import AFTER
from game.regression.golden_records import rows_from
from tests.commands import complaint
from tests.web.reading import read_scenes

# The same, and what differs


def test_an_unchanged_case_is_the_same(small, capsys):
    assert small.check() == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].split() == "small/up same: 60 ticks, 2 pictures, to the bit".split()
    assert printed[1].split() == "small/aside 20 ticks run".split()
    assert printed[2] == "2 cases, 2 shots: all same"
    assert "All 2 cases are the same" in small.page and 'class="slider"' not in small.page
    assert not list((small.folder / "out").glob("*.png"))


@pytest.mark.parametrize("change", ["set = { step_up = 0.1 }", "set = { speed = 5.000001 }", "hz = 61", 'rules = "fauerby"'])
def test_a_changed_run_is_caught_by_its_trajectory(small, capsys, change):
    small.rewrite('script = "60 forward=1"', f'script = "60 forward=1"\n{change}')
    assert small.check("up") == 1
    printed = capsys.readouterr().out.splitlines()[0]
    assert re.search(r"small/up +DIFFERENT: trajectory: tick [1-9]\d*: \w+ is .* instead of ", printed)


def test_the_first_tick_the_value_and_the_cause_are_named(small, capsys):
    small.rewrite('script = "60 forward=1"', 'script = "60 forward=1"\nset = { speed = 6.0 }')
    small.check("up")
    printed = capsys.readouterr().out
    assert "trajectory: tick 1: y is 0.1 m instead of 0.0833333333 m (+0.0167); another path, " in printed
    assert "speed=6.0 instead of 5.0" in printed


def test_another_overlay_is_caught_by_the_list_of_what_is_drawn(small, capsys, monkeypatch):
    from game.explain import palette, tick_overlay

    monkeypatch.setitem(palette.PASSES, tick_overlay.Pass.MOVE, (0.9, 0.1, 0.1))
    assert small.check("up") == 1
    printed = capsys.readouterr().out
    assert "DIFFERENT: overlays: tick 20: line " in printed and "colour (0.900000, 0.100000, 0.100000)" in printed
    assert "above it: picture" in printed


def spoil(small, x, y):
    """Change one pixel of one picture on record a little. Returns the picture's name."""
    path = small.golden / "20-third.webp"
    pixels = np.asarray(Image.open(path).convert("RGB")).copy()
    pixels[y, x] ^= 8
    Image.fromarray(pixels).save(path, lossless=True, quality=100)


def test_important_differences_come_first_and_raw_lists_are_closed(small, capsys):
    small.rewrite('[[cases]]\nname = "aside"\nmode = "run"', '[[cases]]\nname = "aside"')
    small.check(accept=["aside"])
    path = small.golden.parent / "aside" / "path.csv"
    path.write_text(path.read_text().replace("face of triangle", "edge of triangle"))  # other contacts on the same path
    small.rewrite('script = "60 forward=1"', 'script = "60 forward=0.9"')
    capsys.readouterr()
    assert small.check() == 1
    first, second, outcome, _ = capsys.readouterr().out.splitlines()
    assert first.startswith("small/up ") and second.startswith("small/aside ")
    assert outcome == "2 cases, 2 shots: 2 DIFFERENT (1 another path, 1 other contacts)"
    section = small.page.partition('id="small-up"')[2].partition('id="small-aside"')[0]
    cut = "the first that differs, now: the level cut open"
    parts = 'class="slider"', "<svg", 'class="ladder"', cut, '<details class="raw">', 'class="values"'
    order = [section.index(part) for part in parts]
    assert order == sorted(order) and '<details class="raw" open' not in section


def test_a_difference_has_a_scene_with_the_path_on_record_beside_the_new_one(small, monkeypatch):
    monkeypatch.setattr(case_pictures, "AFTER", AFTER)  # as in the program: the fixture has made it shorter
    small.rewrite('script = "60 forward=1"', 'script = "60 forward=0.9"')
    assert small.check("up") == 1
    (scene,) = read_scenes(small.page, "scene-small-up")["scenes"]
    rows = rows_from((small.golden / "path.csv").read_text())
    bodies = scene["rows"]["bodies"].reshape(-1, 2, 16)[:, 1, :3].astype(float)  # of each step: the player, and the one on record
    there = np.array([rows[scene["ticks"][step["tick"]]["number"]].place for step in scene["steps"]])
    assert np.abs(bodies - bodies[0] - (there - there[0])).max() < 1e-4 and np.ptp(there, axis=0).max() > 1.0
    assert len(np.unique(scene["always"]["rods"].reshape(-1, 11)[:, 8:], axis=0)) == 2, "two paths, in two colours"
    assert "data-later" in small.page and "class Scene" in small.page


def test_without_a_difference_the_page_has_no_scripts_of_scenes(small):
    assert small.check("up") == 0
    assert "class Scene" not in small.page


def test_rounding_is_one_folded_line(small, capsys):
    path = small.golden / "path.csv"
    path.write_text(re.sub(r" at 0\.0", " at 0.1", path.read_text()))
    assert small.check() == 1
    printed = capsys.readouterr().out
    assert "1 DIFFERENT (1 rounding or other candidates)" in printed
    assert '<details class="minor">' in small.page and 'class="summary"' not in small.page
    assert re.search(r'<details class="case different" id="small-up"><summary>', small.page), "closed"


def test_one_pixel_is_caught_by_the_picture(small, capsys):
    spoil(small, x=50, y=20)
    assert small.check() == 1
    printed = capsys.readouterr().out
    assert "DIFFERENT: picture: tick 20: third: 1 pixel differs, worst tile" in printed and "x 48..63, y 16..31" in printed
    assert small.page.count('type="range"') == 1 and small.page.count('<li class="broken">') == 1
    assert {path.name for path in (small.folder / "out").glob("*.png")} == {
        f"small-up-20-third-{kind}.png" for kind in ("expected", "actual", "difference")
    }


def test_pictures_of_before_are_cleared_away(small):
    spoil(small, x=50, y=20)
    small.check("up")
    spoil(small, x=50, y=20)  # ^ 8 twice: as it was
    assert small.check("up") == 0 and not list((small.folder / "out").glob("*.png"))


def test_words_of_a_named_tick_that_differ_are_caught_by_the_trace(small, capsys):
    path = small.golden / "40.trace.txt"
    path.write_text(path.read_text().replace("candidate triangles", "candidates"))
    assert small.check("up") == 1
    assert "DIFFERENT: trace: tick 40: line 1:" in capsys.readouterr().out
    assert 'class="sides"' in small.page and 'class="changed"' in small.page


def test_the_page_needs_no_other_file(small):
    small.check()
    assert not re.search(r"""(?:src|href)="(?!data:|#)""", small.page) and "url(" not in small.page


def test_another_player_is_tried_without_touching_the_cases(small, capsys, no_renderer, elsewhere):
    assert main(["check", f"{small.path}/up", "--set", "step_up=0.1"]) == 1
    printed = capsys.readouterr().out
    assert "DIFFERENT: trajectory: tick " in printed and "step_up=0.1 instead of 0.4" in printed
    assert "--set step_up=0.1" in complaint(capsys, "check", "--accept", f"{small.path}/up", "--set", "step_up=0.1")
    assert "stepup" in complaint(capsys, "check", f"{small.path}/up", "--set", "stepup=0.1")


def test_without_a_renderer_the_numbers_are_compared(small, capsys, no_renderer):
    assert small.check("up") == 0
    printed = capsys.readouterr().out
    assert "same: 60 ticks, to the bit" in printed
    assert printed.count("pictures were not compared: the renderer does not start") == 1
    small.rewrite('script = "60 forward=1"', 'script = "60 forward=0.9"')
    assert small.check("up") == 1


@pytest.mark.parametrize("change, code", [("60 forward=1", 0), ("60 forward=0.9", 1)])
def test_a_report_that_cannot_be_written_leaves_the_result(small, capsys, no_renderer, change, code):
    (small.folder / "out").write_text("a file where the folder would be")
    small.rewrite('script = "60 forward=1"', f'script = "{change}"')
    assert small.check("up") == code
    *_, outcome, report = capsys.readouterr().out.splitlines()
    assert outcome.endswith("all same") == (code == 0)
    assert report.startswith("report: none, because ") and "cannot be written" in report


# The program fails


@pytest.fixture
def no_lists(monkeypatch):
    """A program that fails where it lists what is drawn in a shot."""

    def fail(*_, **__):
        raise ZeroDivisionError("no\nradius")

    monkeypatch.setattr("game.regression.golden_records.overlay_list", fail)


def test_an_exception_is_reported_for_its_case_and_the_others_are_judged(small, capsys, no_lists):
    assert small.check() == 1
    printed = capsys.readouterr()
    aside, up, outcome, _ = printed.out.splitlines()
    assert re.fullmatch(r"small/up +BROKEN: ZeroDivisionError: no radius \(test_check.py, line \d+, in fail\)", up)
    assert aside.split() == "small/aside 20 ticks run".split() and outcome == "2 cases, 2 shots: 1 BROKEN"
    assert "1 of 2 cases is broken" in small.page and "Traceback" in small.page and 'class="badge broken"' in small.page
    assert "Traceback" not in printed.out + printed.err


def test_a_failing_program_is_not_accepted(small, no_lists):
    before = {path: path.read_bytes() for path in small.golden.iterdir()}
    with pytest.raises(InputError, match="small/up: not accepted, because it is BROKEN: ZeroDivisionError"):
        small.check(accept=["up"])
    assert {path: path.read_bytes() for path in small.golden.iterdir()} == before


# Accepting


def test_accepting_twice_changes_nothing(small, capsys):
    before = {path: path.read_bytes() for path in small.golden.iterdir()}
    assert small.check(accept=["up"]) == 0
    assert "is on record already" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in small.golden.iterdir()} == before


def test_an_accepted_case_is_reported_and_the_same_from_then_on(small, capsys):
    small.rewrite("{ tick = 20,", "{ tick = 21,")
    small.rewrite("60 forward=1", "60 forward=0.9")
    assert small.check(accept=["up"]) == 0
    assert "small/up" in capsys.readouterr().out and not list(small.golden.glob("20*"))
    assert small.check("up") == 0


def test_without_a_renderer_nothing_is_accepted(small, no_renderer):
    before = {path: path.read_bytes() for path in small.golden.iterdir()}
    small.rewrite("60 forward=1", "60 forward=0.9")
    with pytest.raises(InputError, match="small/up: not accepted"):
        small.check(accept=["up"])
    assert {path: path.read_bytes() for path in small.golden.iterdir()} == before


# One clear line


def test_nothing_on_record(small):
    for path in small.golden.iterdir():
        path.unlink()
    small.golden.rmdir()
    with pytest.raises(InputError, match=r"small/up: nothing is on record yet; `python main.py check --accept .*up`"):
        small.check()


@pytest.mark.parametrize("name", ["mine.toml", "my level.toml", "it's.toml"])
def test_the_advised_command_works_as_it_is_printed(small, name, elsewhere, capsys):
    (elsewhere / "a b").mkdir()
    path = shutil.copy(small.path, elsewhere / "a b" / name)
    error = complaint(capsys, "check", f"{path}/up")
    python, program, *words = shlex.split(error.partition("`")[2].partition("` puts")[0])
    assert (python, program) == ("python", "main.py")
    assert main([*words, "--processes", "1"]) == 0 and main(["check", f"{path}/up", "--processes", "1"]) == 0


def test_the_advised_command_reads_a_mesh_as_before(elsewhere, capsys):
    (elsewhere / "a wall.obj").write_text("v -9 -9 0\nv 9 -9 0\nv 0 9 0\nf 1 2 3\n")
    (elsewhere / "a wall.cases.toml").write_text('[[cases]]\nname = "walk"\nscript = "20 forward=1"\n')
    error = complaint(capsys, "check", "a wall.obj/walk", "--axis", "z-up", "--scale", "2")
    assert "`python main.py check --accept 'a wall.obj/walk' --axis=z-up --scale=2.0`" in error


@pytest.mark.parametrize("name", ["path.csv", "case.txt", "20.trace.txt", "20-third.overlays.txt", "40-free.webp"])
def test_a_missing_golden(small, name):
    (small.golden / name).unlink()
    with pytest.raises(InputError, match=rf"small/up: {re.escape(name)} is missing"):
        small.check()


@pytest.mark.parametrize("name", ["path.csv", "40-free.webp"])
@pytest.mark.parametrize("part", [0, 0.6], ids=["empty", "cut short"])
def test_a_damaged_golden(small, name, part):
    whole = (small.golden / name).read_bytes()
    (small.golden / name).write_bytes(whole[: int(part * len(whole))])
    with pytest.raises(InputError, match="small/up: .* damaged"):
        small.check()


@pytest.mark.parametrize("name", ["up/21.trace.txt", "down/path.csv", "stray.txt"])
def test_an_orphan(small, name):
    path = small.golden.parent / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("")
    with pytest.raises(InputError, match=rf"{re.escape(name)}: is on record, but belongs to no case"):
        small.check()


def test_unknown_levels_and_cases(capsys, elsewhere):
    assert "stairs" in complaint(capsys, "check", "stair")
    assert 'no case "up-81"; did you mean "up-18"?' in complaint(capsys, "check", "stairs/up-81")
    assert "stair/up" in complaint(capsys, "check", "stair/up")
    assert "--accept" in complaint(capsys, "check", "stairs", "--accept", "ramps")


FAULTS = {
    "a shot after the end": ("tick = 20", "tick = 90", "the script has only 60 ticks"),
    "an unknown overlay": ('["planes"]', '["plains"]', "no overlay 'plains'"),
    "an unknown parameter": ('name = "up"', 'name = "up"\nset = { sped = 5 }', "sped"),
    "a bad script": ("60 forward=1", "60 forwards=1", "script, line 1"),
    "a shot twice": ("tick = 40, camera", 'tick = 20, look = "a" }, { tick = 40, camera', "20-third"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_case_that_cannot_be(small, fault):
    old, new, named = FAULTS[fault]
    small.rewrite(f'name = "up"\nabout = "Up the stairs."\nscript = "{old}' if old == "60 forward=1" else old,
                  f'name = "up"\nabout = "Up the stairs."\nscript = "{new}' if old == "60 forward=1" else new)  # fmt: skip
    with pytest.raises(InputError, match=named):
        small.check(accept=["up"])


# Whatever can be walked in can be checked


def test_a_mesh_with_cases_beside_it(elsewhere, capsys):
    (elsewhere / "wall.obj").write_text("v -9 0 9\nv 9 0 9\nv 0 0 -9\nf 1 2 3\n")
    (elsewhere / "wall.cases.toml").write_text('[[cases]]\nname = "walk"\nscript = "20 forward=1"\n')
    assert main(["check", "--accept", "wall.obj/walk"]) == 0 and (elsewhere / "golden/wall/walk/path.csv").is_file()
    assert main(["check", "wall.obj"]) == 0
    assert main(["check", "wall.obj", "--scale", "0.5"]) == 1  # another mesh, another path


def test_two_processes_come_to_the_same(small, elsewhere, capsys):
    other = small.folder / "other.toml"
    other.write_text(small.path.read_text(encoding="utf-8"), encoding="utf-8")
    words = [str(other), str(small.path)]
    assert main(["check", "--accept", f"{other}/up"]) == 0
    outputs = []
    for processes in ("1", "2"):
        capsys.readouterr()
        assert main(["check", *words, "--processes", processes]) == 0
        outputs.append(capsys.readouterr().out)
    assert outputs[0] == outputs[1] and outputs[0].startswith("other/up")


def test_an_equal_picture_on_record_keeps_its_bytes(small):
    """Encoders of another version write other bytes for the same pixels, and version control would keep both."""
    picture = small.golden / "20-third.webp"
    with Image.open(picture) as same:
        same.copy().save(picture, lossless=True, quality=0, method=0)
    other = picture.read_bytes()
    small.check(accept=["up"])
    assert picture.read_bytes() == other
