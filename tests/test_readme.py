"""The READMEs, held against the code: their commands, tables, links, keys and figures."""

import ast
import re
import shlex
import subprocess
from functools import cache
from pathlib import Path

import pytest

from game.collision import Rules
from game.lesson import lesson_names
from tests.readme_tables import TABLE, TABLES, blocks, readmes, renewed
from tests.sources import sources

ROOT = Path(__file__).resolve().parents[1]
READMES = readmes()
FIRST = READMES["README.md"]
ALL = "\n".join(READMES.values())
PLACES = {
    "README.md",
    "game/README.md",
    "game/bench/README.md",
    "game/collision/README.md",
    "game/lab/README.md",
    "game/lesson/course/README.md",
    "game/regression/README.md",
    "game/web/README.md",
    "game/simulation/README.md",
    "game/app/README.md",
    "levels/README.md",
    "levels/lessons/README.md",
}
LINK = re.compile(r"\[(?:`([\w.]+)`)?[^\]]*\]\(([^)]+)\)")
PAPER_ROWS = [
    line for line in READMES["game/collision/README.md"].splitlines() if re.match(r"\| (\d|[A-F]:)", line) and ".py" in line
]
each_readme = pytest.mark.parametrize("name", READMES)


@cache
def names_in(path):
    """All functions and classes of a Python file, and the names that its top level gives values to."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    values = {target.id for node in tree.body if isinstance(node, ast.Assign) for target in node.targets if hasattr(target, "id")}
    return values | {node.name for node in statements(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def statements(node):
    """Yield all statements in a node of a syntax tree. To visit their expressions, too, would take four times as long."""
    for field in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(node, field, ())
        for one in inner if isinstance(inner, list) else ():
            yield one
            yield from statements(one)


def links(name):
    """(text in backticks or "", path, heading or "") of each link of a README to a file."""
    found = [(text, *target.partition("#")[::2]) for text, target in LINK.findall(READMES[name]) if not target.startswith("http")]
    return [(text, ((ROOT / name).parent / path).resolve() if path else ROOT / name, heading) for text, path, heading in found]


def test_there_is_one_for_each_kind_of_reader():
    assert set(READMES) == PLACES


@pytest.mark.parametrize("name", sorted(PLACES - {"README.md"}))
def test_the_first_one_links_to_it(name):
    assert (ROOT / name).resolve() in [path for _, path, _ in links("README.md")]


def test_it_counts_the_lessons():
    """Each count of its sentence, in words: fourteen, eight, two, two."""
    sentence = re.findall(r"Fourteen lessons [^.]*", FIRST)[0].lower()
    counts = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "fourteen": 14}
    assert sum(counts.get(word, 0) for word in re.findall(r"\w+", sentence)) == len(lesson_names())


# The two commands


def test_the_commands_come_first_and_are_one_line_each():
    play, test = blocks("sh", FIRST)[:2]
    make = "python3 -m venv .venv && .venv/bin/pip install -r {}requirements.txt && .venv/bin/python {}\n"
    assert (play, test) == (make.format("", "main.py"), make.format("tests/", "-m pytest"))
    assert re.findall(r"^## .*", FIRST, re.MULTILINE)[0] == "## Two commands"


def test_ci_runs_the_very_test_command():
    shown = subprocess.run(["bash", ".ci/run", "--show"], cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert shown.returncode == 0, shown.stderr
    command, packages = shown.stdout.splitlines()
    assert command + "\n" == blocks("sh", FIRST)[1]
    for_tests = ["xvfb", "openbox", "xdotool", "chromium"]
    assert packages.split() == re.findall(r"apt-get install -y ([\w\d -]+)", FIRST)[0].split() + for_tests


REQUIREMENTS = ROOT / "requirements.txt", ROOT / "tests" / "requirements.txt"


def test_everything_named_in_requirements_is_used():
    names = re.findall(r"^([A-Za-z][\w-]*)", "".join(path.read_text(encoding="utf-8") for path in REQUIREMENTS), re.MULTILINE)
    imported = {"resvg-py": "resvg_py", "panda3d-gltf": "gltf", "Pillow": "PIL"}
    text = "\n".join(path.read_text(encoding="utf-8") for top in ("game", "tests") for path in sources(ROOT / top))
    used = {name for name in names if re.search(rf"(import |from |importorskip\(.|-m., .){imported.get(name, name)}\b", text)}
    options = {"pytest-xdist"} if " -n " in (ROOT / ".pytest.ini").read_text(encoding="utf-8") else set()
    assert set(names) == used | options


# The tables


@each_readme
def test_every_table_is_as_the_code_has_it(name):
    """`python -m tests.readme_tables` renews them."""
    tables = {table.__name__: table for table in TABLES.get(name, ())}
    assert sorted(found[2] for found in TABLE.finditer(READMES[name])) == sorted(tables)
    for found in TABLE.finditer(READMES[name]):
        assert found[3] == tables[found[2]]()
    assert renewed(name, READMES[name]) == READMES[name]


def test_every_table_has_a_place():
    assert set(TABLES) <= set(READMES)


@pytest.mark.parametrize("row", PAPER_ROWS, ids=lambda row: row.split("|")[1].strip())
def test_names_in_the_paper_table_exist(row):
    _, _, functions, tests, see, _ = row.split("|")
    assert LINK.findall(functions) and LINK.findall(tests)
    for function, path in LINK.findall(functions) + LINK.findall(tests):
        assert function in names_in((ROOT / "game" / "collision" / path).resolve()), f"{function} is not in {path}"
    assert all(test.startswith("test_") for test, _ in LINK.findall(tests))
    assert not see.strip() or "<kbd>" in see or "rule *" in see


FOLLOWED = READMES["game/README.md"].partition("## Follow one tick")[2].partition("## Add to it")[0]
CALL_TREES = re.findall(r"^```\n(.*?)^```$", FOLLOWED, re.DOTALL | re.MULTILINE)
JS_FUNCTION = re.compile(r"^(?:  )?(?:(?:async|static|function|class) )*(\w+)(?:\(.*\))? \{", re.MULTILINE)


@cache
def bodies_of(path):
    """{name: body} of all functions and classes of a source file, without Python's docstrings and comments."""
    text, found = path.read_text(encoding="utf-8"), {}
    if path.suffix == ".js":
        starts = list(JS_FUNCTION.finditer(text))
        ends = [*(one.start() for one in starts[1:]), len(text)]
        for start, end in zip(starts, ends):
            found[start[1]] = found.get(start[1], "") + text[start.end() : end]
        return found
    for node in statements(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            found[node.name] = "\n".join([found.get(node.name, ""), *map(ast.unparse, body)])
    return found


def is_called(name, callers, path, shown):
    """True if a function of a file names another, or does so through functions of its file that its tree does not show."""
    bodies, seen, waiting = bodies_of(path), set(), list(callers)
    while waiting:
        caller = waiting.pop()
        words = set(re.findall(r"\w+", bodies.get(caller, "")))
        if name in words:
            return True
        seen.add(caller)
        waiting += [word for word in words if word in bodies and word not in seen | shown]
    return False


def is_handed_over(name, callers, path, shown):
    """True if such a function names another without a call."""
    bodies = bodies_of(path)
    handing = [caller for caller in bodies if re.search(rf"\b{name}\b(?!\()", bodies[caller])]
    return any(caller in callers or is_called(caller, callers, path, shown) for caller in handing)


def test_all_trees_of_calls_are_found():
    assert [tree.split()[0] for tree in CALL_TREES] == [
        *("Game._frame", "load_level", "Game._draw", "LessonPlayer.show_page", "Simulation._tick_lab", "write_site")
    ]


@pytest.mark.parametrize("tree", CALL_TREES, ids=lambda tree: tree.split()[0])
def test_the_calls_of_a_tree_are_those_of_the_code(tree):
    """Each name is in the file beside it. The nearest line further to the left calls it, or the line before that hands it over.

    The tree of a tick had `mark_if_ground` below `step_up_or_stop`, whose file has the name, but in another function of the tree.
    """
    lines = [(line, *re.split(" {2,}", line.strip())[:2]) for line in tree.strip().splitlines()]
    shown = {name.split(".")[-1] for _, names, _ in lines for name in names.split(", ")}
    callers: list[tuple[int, Path, list[str]]] = []
    for line, names, file in lines:
        depth, path = len(line) - len(line.lstrip()), ROOT / "game" / file
        callers = [caller for caller in callers if caller[0] < depth]
        for part in re.findall(r"\w+", names):
            assert part in bodies_of(path), line
        own = [name.split(".")[-1] for name in names.split(", ")]
        for name in own if callers else ():
            (_, place, nearest), before = callers[-1], callers[-2:-1]
            is_given = any(is_handed_over(name, above, where, shown) for _, where, above in before)
            assert is_called(name, nearest, place, shown) or is_given, line
        callers.append((depth, path, own))


def test_the_paper_table_has_every_step():
    steps = " ".join(row.split("|")[1] for row in PAPER_ROWS)
    for section in ("2.4", "3.1", "3.2", "3.3", "3.4", "3.5", "4.1", "4.2", "4.3", "C:", "D:", "E:", "F:"):
        assert section in steps


def test_every_switch_has_a_test_of_its_name():
    files = ("tests/collision/test_response.py", "tests/player/test_rule_switches.py")
    tests = set().union(*(names_in(ROOT / file) for file in files))
    assert [name for name in Rules.SWITCHES if f"test_{name}" not in tests] == []


# Links, names and keys


@each_readme
def test_every_link_leads_somewhere(name):
    for text, path, heading in links(name):
        assert path.exists(), f"{text}: there is no {path}"
        if heading:
            assert heading in headings(path.relative_to(ROOT).as_posix()), heading


def headings(name):
    """The headings of a README as links name them."""
    lines = re.findall(r"^#+ (.*)", READMES[name], re.MULTILINE)
    return {re.sub(r"[^\w -]", "", line).strip().lower().replace(" ", "-") for line in lines}


def test_there_are_links():
    assert sum(len(links(name)) for name in READMES) > 40


@each_readme
def test_every_name_in_a_link_to_a_source_is_there(name):
    """A link's text is a path, or what the file defines."""
    for text, path, _ in links(name):
        if path.suffix == ".py" and text and not text.endswith(".py"):
            assert text.rpartition(".")[2] in names_in(path), f"{text} is not in {path}"


BEFORE_LINK = re.compile(r"`([\w.]+)`(?:\s+(?:in|of))?\s+\[[^\]]*\]\(([^)#]+\.py)\)")  # `carry_player` in [`carrying.py`](...)


@each_readme
def test_every_name_before_a_link_to_a_source_is_there(name):
    """A README named a function in a file from which it had been moved."""
    for text, target in BEFORE_LINK.findall(READMES[name]):
        path = ((ROOT / name).parent / target).resolve()
        assert text.rpartition(".")[2] in names_in(path), f"{text} is not in {target}"


def test_names_stand_before_links():
    text = "`push` in\n[`a.py`](b/a.py), `c` [d](d.py), `e`, [f](f.py)"
    assert BEFORE_LINK.findall(text) == [("push", "b/a.py"), ("c", "d.py")]
    assert sum(len(BEFORE_LINK.findall(text)) for text in READMES.values()) > 10


def test_every_picture_is_shown():
    pictures = {path.resolve() for path in (ROOT / "assets" / "pictures").iterdir() if path.is_file()}
    assert pictures == {path for name in READMES for _, path, _ in links(name) if path.parent == ROOT / "assets" / "pictures"}


def test_every_test_that_is_named_is_there():
    tests = set().union(*(names_in(path) for path in sources(ROOT / "tests", "test_*.py")))
    files = {path.name for path in sources(ROOT / "tests", "test_*.py")}
    named = {name for name in re.findall(r"`(test_\w+(?:\.py)?)`", ALL) if name != "test_"}
    assert named <= tests | files


def test_every_key_is_bound():
    from game.panels.bindings import BINDINGS

    bound = {key for binding in BINDINGS for key in binding.shown.split("  ")}
    assert set(re.findall(r"<kbd>(.*?)</kbd>", ALL)) <= bound


# Commands and figures


@each_readme
def test_its_commands_run(name, elsewhere, capsys):
    """Each `.venv/bin/python main.py ...` line of its shell blocks, in their order, in an empty folder with a script."""
    from game.cli_commands import main

    lines = re.findall(r"^\.venv/bin/python main\.py .*", "\n".join(blocks("sh", READMES[name])), re.MULTILINE)
    (elsewhere / "walk.txt").write_text("100 forward=1\n")
    for line in lines:
        assert main(shlex.split(line.split("main.py ")[1])) == 0, line
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines() if line.startswith("run.txt: ")] == (
        ["same"] * sum("--verify" in line for line in lines)
    )


def test_there_are_commands_to_run():
    assert len(re.findall(r"^\.venv/bin/python main\.py .*--verify", ALL, re.MULTILINE)) == 1
    assert len(re.findall(r"^\.venv/bin/python main\.py ", ALL, re.MULTILINE)) >= 5


@each_readme
def test_every_command_and_option_that_it_names_exists(name):
    """In backticks: `main.py VERB ...`, and `VERB ... --option`."""
    from game.cli_options import parser

    _, verbs = parser()
    for code in re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", READMES[name], flags=re.DOTALL | re.MULTILINE)):
        words = code.partition("main.py ")[2].split() or code.split()
        assert "main.py " not in code or words[0] in verbs or words[0] in ("VERB", "--help"), code
        if words and words[0] in verbs:
            known = verbs[words[0]]._option_string_actions
            assert [word for word in words if word.startswith("--") and word not in known] == [], code


FIGURE = re.compile(r"\d (µs|ns|ms)\b|\btimes as (long|fast)\b|\btimes faster\b|\d steps\b.*\bwithout a fault")


@each_readme
def test_figures_come_with_their_command_and_machine(name):
    """A section with measured figures says by which command they were measured, and on what."""
    for section in re.split(r"^(?=## )", TABLE.sub("", READMES[name]), flags=re.MULTILINE):
        if FIGURE.search(section):
            assert re.search(r"run of `python main\.py bench", section), section
            assert "machine" in section.lower(), section


def test_there_are_figures():
    assert FIGURE.search(READMES["game/bench/README.md"])


# Language


@each_readme
def test_its_words_are_plain(name):
    """Outside of tables made from the code and of examples."""
    text = re.sub(r"^```.*?^```$", "", TABLE.sub("", READMES[name]), flags=re.DOTALL | re.MULTILINE)
    strange = r"\b(he|him|his|himself|who(?:ever|m)|nobody|somebody|anew|aslant|whither|to and fro|told)\b"
    assert re.findall(strange, text, re.IGNORECASE) == []
