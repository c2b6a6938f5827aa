"""`check --add`: a recording as a case of its level, to the same hash, with shots where something happens; or one clear line."""

import tomllib
from dataclasses import replace

import pytest

from game.collision import Rules
from game.level import load_level
from game.regression import add_case_command
from game.regression.add_case_command import case_of, in_degrees, moments, quoted
from game.regression.case_simulation import run_case
from game.regression.check_command import accept
from game.simulation import Intent, PlayerParams, Recording, Simulation, parse_script
from tests.commands import complaint, output_of
from tests.simulation.scenes import box, floor, level_of, staircase

UP = "60 forward=1\n20\n"
MESH = "v -9 0 9\nv 9 0 9\nv 0 0 -9\nf 1 2 3\n"


def played(level, script=UP, feet=None, heading=None, **options):
    """A simulation after the script."""
    sim = Simulation(level, **options)
    sim.begin_at(feet, heading)
    for intent in parse_script(script).intents(sim.state.heading):
        sim.tick(intent)
    return sim


@pytest.fixture
def recording(small):
    """A recording up the stairs of the small level, as a file beside it."""
    path = small.folder / "up.txt"
    path.write_text(str(Recording.of(played(load_level(str(small.path))))))
    return path


def add(small, recording, name="mine"):
    """Add it as the command does. Returns the exit code."""
    return add_case_command.add_case(str(recording), name, lambda word: accept([word], processes=1))


def test_the_whole_loop(small, recording, capsys):
    before = small.path.read_text()
    small.path.write_text(before.rstrip("\n") + "  # a remark")
    assert add(small, recording) == 0
    printed = capsys.readouterr().out
    assert "case 'mine' added, 80 ticks, 3 shots" in printed and "small/mine" in printed and "on record now" in printed
    text = small.path.read_text()
    assert text.startswith(before.rstrip("\n") + "  # a remark\n\n[[cases]]\nname = \"mine\"\n")
    level = load_level(str(small.path))
    walked = run_case(level, level.cases[-1])
    assert walked.simulation.state_hash() == Recording.parse(recording.read_text()).final_hash
    assert small.check("mine") == 0 and "same: 80 ticks, 3 pictures, to the bit" in capsys.readouterr().out


def test_line_endings_stay(small, recording):
    small.path.write_bytes(small.path.read_bytes().replace(b"\n", b"\r\n"))
    add(small, recording)
    content = small.path.read_bytes()
    assert content.count(b"\n") == content.count(b"\r\n") and load_level(str(small.path)).cases[-1].name == "mine"


PLAYER = PlayerParams(speed=4.2, acceleration=30.0, radii=(0.35, 0.45, 0.85), keep_horizontal_speed=True, max_slope=0.7)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"hz": 120, "params": PLAYER, "feet": (0.1, 0.3, 0.02)},
        {"rules": Rules.fauerby(), "heading": 12.5},
        {"rules": Rules.thebigh(), "hz": 30, "feet": (-1.23456, -0.98765, 0.1), "heading": 359.9},
        {"params": PlayerParams().with_feel("smooth"), "script": "9 jump\n40 crouch x=0.1234567 y=0.7654321 radians=0.3\n9"},
    ],
    ids=["plain", "own player", "fauerby", "thebigh", "smooth, crouching"],
)
def test_a_case_walks_as_the_recording_did(small, options):
    level = load_level(str(small.path))
    sim = played(level, **options)
    case, values = case_of(Recording.of(sim), level, "mine", "up.txt")
    (table,) = tomllib.loads(add_case_command.case_text(case, values))["cases"]
    (again,) = add_case_command.read_cases([table], "", "small.toml")
    assert run_case(level, again).simulation.state_hash() == sim.state_hash()
    assert again == case and set(table.get("set", {})) == set(values)


def test_a_comment_in_a_script_may_hold_any_letters(small):
    level = load_level(str(small.path))
    case, values = case_of(Recording.of(played(level)), level, "mine", "up.txt")
    script = '9 forward=1  # C:\\new """three"""\n9'
    (table,) = tomllib.loads(add_case_command.case_text(replace(case, script=script), values))["cases"]
    assert table["script"].strip() == script


@pytest.mark.parametrize("angle", [0.1, 1.0, -2.5, 0.8726646259971648])
def test_degrees_are_short_and_exact_where_they_can_be(angle):
    assert abs(in_degrees(angle) - angle * 57.29577951308232) < 1e-12
    assert in_degrees(0.8726646259971648) == 50.0


# A mesh, and a level without cases


def test_a_mesh_gets_a_file_of_cases(elsewhere, capsys):
    (elsewhere / "wall.obj").write_text(MESH)
    (elsewhere / "w.txt").write_text("20 forward=1\n")
    output_of(capsys, "sim", "wall.obj", "--script", "w.txt", "--record", "run.txt")
    output_of(capsys, "check", "--accept", "wall.obj")
    assert "wall.cases.toml: case 'first' added" in output_of(capsys, "check", "--add", "run.txt", "first")
    names = [table["name"] for table in tomllib.loads((elsewhere / "wall.cases.toml").read_text())["cases"]]
    assert names == ["tour", "first"]  # what was on record before stays a case
    assert "2 cases" in output_of(capsys, "check", "wall.obj")


# Refused, and nothing changed


def changed(recording, old, new):
    text = recording.read_text()
    assert old in text
    recording.write_text(text.replace(old, new, 1))


REFUSALS = {
    "a name that is taken": (None, "up", "there is a case of this name already"),
    "no name": (None, "a/b", "a name of letters"),
    "damaged": (("rate: 60", "rate: often"), "mine", "damaged"),
    "cut short": (("ticks: 80", "ticks: 81"), "mine", "damaged"),
    "another end": (("final-hash: ", "final-hash: 0"), "mine", "no longer reproduces its final hash"),
    "another level": (("level-hash: ", "level-hash: 0"), "mine", "another version of level small"),
    "own rules": (("keep_planes=True", "keep_planes=False"), "mine", "needs rules that are one of"),
    "another start": (("position: 0.0 0.0 ", "position: 0.1 0.0 "), "mine", "no longer reproduces its final hash"),
}


@pytest.mark.parametrize("fault", REFUSALS)
def test_refused_in_one_line(small, recording, capsys, fault):
    change, name, words = REFUSALS[fault]
    if change:
        changed(recording, *change)
    before = small.path.read_bytes()
    assert words in complaint(capsys, "check", "--add", str(recording), name)
    assert small.path.read_bytes() == before


def test_rules_changed_in_the_middle_are_refused(small, capsys):
    sim = played(load_level(str(small.path)))
    sim.set_rules(Rules.fauerby())
    sim.tick(Intent())
    path = small.folder / "changed.txt"
    path.write_text(str(Recording.of(sim)))
    assert "changed after tick 80" in complaint(capsys, "check", "--add", str(path), "mine")


def test_without_a_renderer_nothing_is_added(small, recording, capsys, no_renderer):
    before = small.path.read_bytes()
    assert main_fails(capsys, recording)
    assert small.path.read_bytes() == before and not (small.folder / "golden" / "small" / "mine").exists()


def main_fails(capsys, recording):
    from game.cli_commands import main

    return main(["check", "--add", str(recording), "mine"]) == 2 and "not accepted" in capsys.readouterr().err


def test_other_words_beside_it(capsys, elsewhere):
    assert "stairs" in complaint(capsys, "check", "stairs", "--add", "r.txt", "mine")
    assert "r.txt" in complaint(capsys, "check", "--add", "r.txt", "mine")
    assert "--add" in complaint(capsys, "check", "--add", "r.txt")


@pytest.mark.parametrize("text", ["two\nlines", "tab\t", 'a "quoted" \\ word', "bell \a, delete \x7f", "größer", ""])
def test_any_text_is_valid_toml(text):
    assert tomllib.loads(f"about = {quoted(text)}") == {"about": text}


# The shots of a new case are of its events: steps, a landing, a bump, a jump; or of the middle and the end.


def looks(level, script, feet=None, **options):
    """{word that a shot's sentence has: its record}."""
    sim = Simulation(level, **options)
    sim.begin_at(feet, None)
    records = [sim.tick(intent) for intent in parse_script(script).intents(sim.state.heading)]
    found = moments(records)
    assert 2 <= len(found) <= 5 and found == sorted(found)
    words = ("step up", "top", "step down", "landing", "ceiling", "bump", "take-off", "middle", "end")
    return {next(word for word in words if word in look): records[tick - 1] for tick, look in found}


def test_up_the_stairs():
    found = looks(level_of(staircase(10, 0.3, 0.3)), "100 forward=1\n", feet=(0.0, -1.0, 0.0))
    assert list(found) == ["step up", "top"]
    first, top = found.values()
    assert first.before.position[2] < 0.91 < 0.95 < first.after.position[2] < 1.21
    assert top.after.position[2] == pytest.approx(3.9, abs=1e-3)


def test_down_the_stairs_and_off_a_kerb():
    found = looks(level_of(staircase(10, 0.3, 0.3)), "80 heading=180 forward=1\n", feet=(0.0, 4.0, 3.0))
    assert 3.7 < found["step down"].after.position[2] < found["step down"].before.position[2] < 3.9


def test_a_jump_under_a_ceiling():
    roof = box((-2.0, -2.0, 2.2), (2.0, 2.0, 3.0))
    found = looks(level_of(floor(), roof), "10\n1 jump\n60\n")
    assert list(found) == ["take-off", "ceiling", "landing"]
    assert found["ceiling"].before.velocity[2] > 0.0 and found["landing"].before.velocity[2] < -1.0


def test_a_wall():
    found = looks(level_of(floor(), box((-2.0, 3.0, 0.0), (2.0, 4.0, 3.0))), "80 forward=1\n")
    assert found["bump"].after.position[1] == pytest.approx(2.6, abs=1e-3)
    assert found["bump"].before.position[1] < 2.59
    assert set(found) == {"bump", "middle", "end"}


def test_nothing_happens():
    assert list(looks(level_of(floor()), "30 forward=1\n")) == ["middle", "end"]
