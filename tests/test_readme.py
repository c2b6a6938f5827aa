"""The README, held against the code: its commands, tables, links, keys and examples."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

from game.collision import Rules
from tests.readme_tables import TABLE, TABLES, rewritten

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINK = re.compile(r"\[(?:`(\w+)`)?[^\]]*\]\(([^)]+)\)")
PAPER_ROWS = [line for line in README.splitlines() if re.match(r"\| (\d|[A-F]:)", line) and "game/" in line]


def blocks(language):
    """The contents of the fenced blocks of a language, in order; "" for those without."""
    fences = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [text for name, text in fences if name == language]


def names_in(path):
    """All functions and classes of a Python file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


# The two commands


def test_the_commands_come_first_and_are_one_line_each():
    play, test = blocks("sh")[:2]
    make = "python3 -m venv .venv && .venv/bin/pip install -r requirements.txt && .venv/bin/python "
    assert (play, test) == (make + "main.py\n", make + "-m pytest\n")


def test_ci_runs_the_very_test_command():
    said = subprocess.run(["bash", ".ci/run", "--show"], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert said.returncode == 0, said.stderr
    command, packages = said.stdout.splitlines()
    assert command + "\n" == blocks("sh")[1]
    assert packages.split() == re.findall(r"apt-get install -y ([\w\d -]+)", README)[0].split() + ["xvfb", "openbox", "xdotool"]


def test_everything_named_in_requirements_is_used():
    names = re.findall(r"^([A-Za-z][\w-]*)", (ROOT / "requirements.txt").read_text(encoding="utf-8"), re.MULTILINE)
    imported = {"panda3d-gltf": "gltf", "Pillow": "PIL"}
    sources = "\n".join(path.read_text(encoding="utf-8") for top in ("game", "tests") for path in (ROOT / top).rglob("*.py"))
    used = {name for name in names if re.search(rf"(import |from |importorskip\(.){imported.get(name, name)}\b", sources)}
    options = {"pytest-xdist"} if " -n " in (ROOT / ".pytest.ini").read_text(encoding="utf-8") else set()
    assert set(names) == used | options


# The tables


def test_every_table_is_as_the_code_has_it():
    """`python -m tests.readme_tables` rewrites them."""
    assert {found[2] for found in TABLE.finditer(README)} == set(TABLES)
    for found in TABLE.finditer(README):
        assert found[3] == TABLES[found[2]]()
    assert rewritten(README) == README


@pytest.mark.parametrize("row", PAPER_ROWS, ids=lambda row: row.split("|")[1].strip())
def test_what_the_paper_table_names_exists(row):
    _, _, functions, tests, see, _ = row.split("|")
    assert LINK.findall(functions) and LINK.findall(tests)
    for name, path in LINK.findall(functions) + LINK.findall(tests):
        assert name in names_in(path), f"{name} is not in {path}"
    assert all(name.startswith("test_") for name, _ in LINK.findall(tests))
    assert not see.strip() or "<kbd>" in see or "rule *" in see


def test_the_paper_table_has_every_step():
    told = " ".join(row.split("|")[1] for row in PAPER_ROWS)
    for section in ("2.4", "3.1", "3.2", "3.3", "3.4", "3.5", "4.1", "4.2", "4.3", "C:", "D:", "E:", "F:"):
        assert section in told


def test_every_switch_has_a_test_of_its_name():
    tests = names_in("tests/collision/test_response.py") | names_in("tests/simulation/player/test_rule_switches.py")
    assert [name for name in Rules.SWITCHES if f"test_{name}" not in tests] == []


# Links and keys


def test_every_link_leads_somewhere():
    paths = [path for _, path in LINK.findall(README) if not path.startswith("http")]
    assert len(paths) > 40
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_every_key_is_bound():
    from game.view.input.bindings import BINDINGS

    bound = {key for binding in BINDINGS for key in binding.shown.split("  ")}
    assert set(re.findall(r"<kbd>(.*?)</kbd>", README)) <= bound


# The examples


def test_the_level_loads_and_its_tour_walks(tmp_path):
    from game.level import load_level
    from game.simulation import Simulation, parse_script

    text = next(block for block in blocks("toml") if "[[parts]]" in block)
    (tmp_path / "yours.toml").write_text(text, encoding="utf-8")
    level = load_level(tmp_path / "yours.toml")
    simulation = Simulation(level)
    for intent in parse_script(level.tour).intents(simulation.state.heading):
        simulation.tick(intent)
    assert simulation.state.position[1] > 5.0


def test_movers_and_volumes_can_be_pasted_below_it(tmp_path):
    """The lift is stepped on and goes up, the updraft lifts, the belt carries, the checkpoint is reached."""
    from game.level import load_level
    from game.simulation import Intent, Simulation

    wanted = ("[[parts]]", "[[movers]]", "[[volumes]]")
    text = "".join(next(block for block in blocks("toml") if table in block) for table in wanted)
    (tmp_path / "yours.toml").write_text(text, encoding="utf-8")
    simulation = Simulation(load_level(tmp_path / "yours.toml"))

    def after(feet, walked, seconds):
        """The state after some ticks of walking ahead from there, and so many seconds of standing."""
        simulation.begin_at(feet)
        for intent in [Intent((0.0, 1.0))] * walked + [Intent()] * round(60 * seconds):
            simulation.tick(intent)
        return simulation.state

    assert after((6.0, 0.0, 0.0), 20, 5.0).position[2] > 4.5 and simulation.state.ground_body == 0
    assert after((6.0, -7.0, 0.0), 24, 3.0).position[2] > 3.0
    assert after((-6.0, -7.0, 0.0), 0, 1.0).position[1] > -5.1
    assert after((0.0, -9.0, 0.0), 20, 0.0).checkpoint >= 0


def test_the_page_of_a_lesson_is_true(tmp_path):
    from game.lesson import load_lesson, play

    text = next(block for block in blocks("toml") if "[[pages]]" in block)
    (tmp_path / "yours.toml").write_text(f'title = "Yours"\norder = 1\nabout = ""\n{text}', encoding="utf-8")
    page = load_lesson(tmp_path / "yours.toml").pages[0]
    claim = page.claims[0]
    assert page.text == (f"Along the wall he keeps {claim.figure} of his speed.",)
    assert f"{claim.measure(play(page)):.2f}" == claim.figure


def test_the_script_is_a_script():
    from game.simulation import parse_script

    text = next(block for block in blocks("") if "TICKS" in block)
    assert parse_script(text).ticks == 91


def test_the_columns_are_those_of_the_table():
    from game.simulation.csv_table import COLUMNS

    assert f"`{','.join(COLUMNS)}`" in README


def test_the_part_builds():
    from game.level.geometry.shape import Shape
    from game.level.parts import registry
    from game.level.parts.blocks import box, from_faces
    from game.level.schema import Length, Size2

    source = next(block for block in blocks("python") if "@part" in block)
    known = {"part": registry.part, "Size2": Size2, "Length": Length, "Shape": Shape, "box": box, "from_faces": from_faces}
    try:
        exec(source, known)
        assert len(registry.PARTS["plinth"].build((2.0, 1.0)).triangles) == 12
    finally:
        registry.PARTS.pop("plinth", None)


def test_the_module_example_runs(capsys):
    exec(next(block for block in blocks("python") if "collide_and_slide" in block), {})
    assert "FACE" in capsys.readouterr().out


def test_the_rule_opens_a_wall(capsys):
    exec(next(block for block in blocks("python") if "refuse" in block), {})
    opened, place = capsys.readouterr().out.split(" triangles opened, at y = ")
    assert int(opened) >= 1 and float(place) > 4.0  # the wall stops him at 3.2


def test_the_commands_of_the_command_line_section_run(elsewhere, capsys):
    """Each `main.py ...` line of the shell blocks, in their order, in an empty folder."""
    from game.cli import main

    lines = [line for block in blocks("sh") for line in block.splitlines() if line.startswith(".venv/bin/python main.py ")]
    (elsewhere / "walk.txt").write_text("100 forward=1\n")
    assert len(lines) >= 3
    for line in lines:
        assert main(line.split("main.py ")[1].split()) == 0
    assert "same" in capsys.readouterr().out
