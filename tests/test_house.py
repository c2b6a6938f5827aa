"""The house rules: imports along one arrow, allowed libraries, running without panda3d and numba, places of files."""

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.sources import sources

ROOT = Path(__file__).resolve().parents[1]
GAME = ROOT / "game"
TOP_LEVEL = {"main.py", "game", "assets", "levels", "tests", "requirements.txt", "README.md", "findings"}
MADE_BY_RUNNING = {"out", "build"}

# Which packages of game/ each may import (itself always), and which libraries beside the standard one.
DRAWN = {"numpy", "panda3d", "direct", "PIL"}
BELOW_VIEW = {"core", "collision", "level", "lab", "player", "simulation", "explain"}
TABLE = {
    "core": (set(), {"numpy"}),
    "collision": ({"core"}, {"numpy"}),
    "level": ({"core", "collision"}, {"numpy"}),
    "lab": ({"core", "collision", "level"}, {"numpy"}),
    "player": ({"core", "collision", "level"}, {"numpy"}),
    "simulation": ({"core", "collision", "level", "lab", "player"}, {"numpy"}),
    "explain": (BELOW_VIEW - {"explain"}, {"numpy"}),
    "lesson": (BELOW_VIEW, {"numpy"}),
    "other_engines": ({"core", "collision", "level", "player", "simulation"}, {"numpy"}),
    "scene": (BELOW_VIEW | {"lesson", "other_engines"}, DRAWN),
    "web": (BELOW_VIEW | {"lesson", "scene"}, {"numpy"}),
    "panels": (BELOW_VIEW | {"lesson", "scene"}, DRAWN),
    "pictures": (BELOW_VIEW | {"lesson", "scene", "web", "panels"}, DRAWN),
    "app": (BELOW_VIEW | {"lesson", "other_engines", "scene", "panels", "pictures"}, DRAWN),
    "regression": (BELOW_VIEW, {"numpy", "PIL"}),
    "bench": (BELOW_VIEW | {"other_engines", "scene", "panels", "pictures", "app"}, {"numpy"}),
    "cli_options": ({"core"}, set()),
    "cli_commands": ({"core", "cli_options"}, set()),
}
# The files that may import a library beside those of their package. Nothing imports the example, which is a program.
ALSO = {f"game/core/{name}.py": {"numba", "llvmlite"} for name in ("numba_compiler", "numba_boxing", "wasm_compiler")}
ALSO["game/collision/example_game.py"] = {"panda3d", "direct"}
# What may be imported inside functions only, so that it is there when it is asked for and not needed otherwise.
WHEN_ASKED_FOR = {
    "game/core/machine_code_cache.py": {"llvmlite", "numba"},
    "game/core/jit.py": {"game.core.numba_compiler"},
    "game/lesson/tools/latex_to_svg.py": {"ziamath"},
    "game/panels/canvas.py": {"resvg_py"},
    "game/level/mesh_import/native_worker.py": {"panda3d", "DracoPy"},
    "game/level/contents/mesh_pictures_and_colours.py": {"PIL"},
    "game/bench/speed.py": {"scipy"},
    "game/other_engines/bullet.py": {"panda3d"},
    "game/other_engines/panda.py": {"panda3d"},
    "game/other_engines/rapier.py": {"rapier3d"},
    "game/cli_commands.py": {f"game.{home}" for home in TABLE} - {"game.cli_commands"},
    "game/regression": {"game.pictures", "game.scene", "game.web"},
}


class Import(NamedTuple):
    """library: "numpy", or "game.level" for a package of game/; late: in a function, or for the type checker only."""

    library: str
    late: bool


parsed = cache(ast.parse)  # each file's imports are read for the table, and for the circles


def is_for_types(node):
    """True for `if TYPE_CHECKING`, whose imports are made by the type checker only."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def statements_in(node):
    """The parts of a node that may import something. No expression does, and most nodes are expressions."""
    return [child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr)]


def library_of(module):
    """The name that the table knows a dotted module by."""
    parts = module.split(".")
    return ".".join(parts[:2]) if parts[0] == "game" else parts[0]


def imports_of(source, package):
    """All imports of a source text; package: the dotted package it lies in, for relative ones."""
    found = []

    def visit(node, late):
        late = late or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or is_for_types(node)
        if isinstance(node, ast.Import):
            found.extend(Import(library_of(alias.name), late) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            found.extend(Import(library_of(module), late) for module in modules_from(node, package))
        for child in statements_in(node):
            visit(child, late)

    visit(parsed(source), False)
    return found


def modules_from(node, package):
    """The modules that a `from ... import ...` may bring in."""
    parents = package.split(".")
    base = ".".join([*parents[: len(parents) - node.level + 1], *filter(None, [node.module])]) if node.level else node.module
    return [f"{base}.{alias.name}" for alias in node.names] if base == "game" else [base]


def late_allowed(file):
    return {library for place, libraries in WHEN_ASKED_FOR.items() if file.startswith(place) for library in libraries}


def faults_of(file, source):
    """The imports of game/... that the table forbids, as sentences. file: path from the checkout, with slashes."""
    home = Path(file).parts[1].removesuffix(".py")
    package = ".".join(Path(file).parent.parts)
    inside, libraries = TABLE[home]
    allowed = libraries | ALSO.get(file, set()) | {f"game.{name}" for name in inside | {home}} | set(sys.stdlib_module_names)
    return [
        f"{file} imports {library}{' inside a function' if late else ''}"
        for library, late in imports_of(source, package)
        if library not in allowed and not (late and library in late_allowed(file))
    ]


def shown(path):
    return path.relative_to(ROOT).as_posix()


# The dependency table


HOMES = {path.relative_to(GAME).parts[0].removesuffix(".py") for path in sources(GAME)} - {"__init__"}


@pytest.mark.parametrize("home", sorted(HOMES))
def test_imports_keep_to_the_table(home):
    files = sources(GAME / home) if (GAME / home).is_dir() else [GAME / f"{home}.py"]
    assert [fault for path in files for fault in faults_of(shown(path), path.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize(
    "file, line",
    [
        ("game/collision/new.py", "import panda3d.core"),
        ("game/collision/new.py", "from numba import njit"),
        ("game/core/jit.py", "import numba"),
        ("game/collision/new.py", "from ..level import load_level"),
        ("game/collision/new.py", "from game import lesson"),
        ("game/level/new.py", "from game.simulation import Intent"),
        ("game/level/mesh_import/native_worker.py", "from panda3d.core import NodePath"),
        ("game/level/new.py", "def f():\n    from panda3d.core import NodePath"),
        ("game/simulation/new.py", "from ..explain.tick_overlay import along"),
        ("game/explain/new.py", "def f():\n    import game.scene.scene"),
        ("game/app/new.py", "from ..bench import run"),
        ("game/cli_commands.py", "from .app.game import play"),
        ("game/level/new.py", "if TYPE_CHECKING:\n    from game.simulation import Intent"),
    ],
)
def test_the_table_notices(file, line):
    assert len(faults_of(file, line)) == 1


@pytest.mark.parametrize(
    "file, line",
    [
        ("game/core/numba_compiler.py", "import numba"),
        ("game/collision/new.py", "from ..core.vec3 import dot\nfrom . import entry_points\nimport math"),
        ("game/level/mesh_import/native_worker.py", "def f():\n    from panda3d.core import NodePath"),
        ("game/level/parts/new.py", "from ..geometry.shape import Shape\nfrom ...core.input_errors import InputError"),
        ("game/app/new.py", "from game.explain.tick_overlay import Switches\nfrom direct.showbase.ShowBase import ShowBase"),
        ("game/cli_commands.py", "def f():\n    from .app.game import play"),
        ("game/cli_commands.py", "if TYPE_CHECKING:\n    from .level import Level"),
    ],
)
def test_the_table_lets_through(file, line):
    assert faults_of(file, line) == []


# No circle of folders


def folder_imports():
    """{dotted folder of game/: the folders that its files import when they are imported}, without itself."""
    packages = {".".join(path.relative_to(ROOT).parent.parts): path for path in sources(GAME, "__init__.py")}
    found = {name: set() for name in packages}
    for path in sources(GAME):
        package = ".".join(path.relative_to(ROOT).parent.parts)
        for module in modules_imported_at_once(path.read_text(encoding="utf-8"), package):
            folder = module if module in packages else module.rpartition(".")[0]
            if folder in packages and folder != package:
                found[package].add(folder)
    return found


def modules_imported_at_once(source, package):
    """The dotted modules that a file imports outside of functions and of `if TYPE_CHECKING`, and the names from them."""

    def visit(node):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            return
        if is_for_types(node):
            return
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            parents = package.split(".")
            kept = parents[: len(parents) - node.level + 1] if node.level else []
            base = ".".join([*kept, *filter(None, [node.module])])
            yield from (base, *(f"{base}.{alias.name}" for alias in node.names))
        for child in statements_in(node):
            yield from visit(child)

    return list(visit(parsed(source)))


def circles(graph):
    """The sorted names that can be reached from themselves along the arrows of {name: names}."""
    reached = {name: set(to) for name, to in graph.items()}
    for through in graph:
        for name in graph:
            if through in reached[name]:
                reached[name] |= reached[through]
    return sorted(name for name in graph if name in reached[name])


def test_no_circle_of_folders():
    assert circles(folder_imports()) == []


def test_a_circle_is_found():
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"a"}}) == ["b", "c"]


# What runs without panda3d, and without numba

BLOCK = """
import importlib.abc, sys

class Blocked(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {blocked!r}:
            raise ModuleNotFoundError("blocked: " + name, name=name)

sys.meta_path.insert(0, Blocked())
"""
IMPORT_ALL = """
import importlib, pkgutil
import game
names = [found.name for found in pkgutil.walk_packages(game.__path__, "game.", onerror=lambda name: None)
         if not found.name.startswith(("game.scene", "game.web", "game.panels",
                                        "game.pictures", "game.app", "game.collision.example"))]
for name in names:
    importlib.import_module(name)
from game.level import load_level
from game.simulation import Intent, Simulation
sim = Simulation(load_level("stairs"))
sim.tick(Intent((0.0, 1.0)))
print(len(names), sim.level.name, sim.state.tick)
"""


def run_blocked(blocked, code, *arguments):
    """The output of `code` in a process in which these libraries cannot be imported."""
    command = [sys.executable, "-c", BLOCK.format(blocked=blocked) + code, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_but_what_draws_and_the_example_run_without_panda3d():
    count, name, tick = run_blocked(("panda3d", "direct", "PIL", "gltf"), IMPORT_ALL).split()
    assert int(count) > 40 and (name, tick) == ("stairs", "1")


def test_the_block_blocks():
    with pytest.raises(AssertionError, match="blocked: panda3d"):
        run_blocked(("panda3d",), "import panda3d.core")


UP_THE_STAIRS = "100 forward=1\n10 jump forward=1\n20 right=1 run\n"
SIMULATE = """
from game.cli_commands import main
from game.core import jit
code = main(sys.argv[1:])
print(jit.COMPILED)
sys.exit(code)
"""


def test_without_numba_the_same_bits(tmp_path):
    script = tmp_path / "up.txt"
    script.write_text(UP_THE_STAIRS)
    arguments = ("sim", "stairs", "--script", str(script))
    *slow, slow_compiled = run_blocked(("numba",), SIMULATE, *arguments).splitlines()
    *fast, fast_compiled = run_blocked((), SIMULATE, *arguments).splitlines()
    assert (slow_compiled, fast_compiled) == ("False", "True")
    assert slow == fast and slow[-1].startswith("state hash ")


# Places


def test_top_level_holds_only_what_belongs_there():
    found = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    assert found - MADE_BY_RUNNING - {"__pycache__"} == TOP_LEVEL


def test_tests_mirror_the_game():
    beside = {"oracle", "golden", "tools", "__pycache__"}
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir()} - beside
    assert folders <= {path.name for path in GAME.iterdir() if path.is_dir()}


TEXTS = {".py", ".md", ".toml", ".txt", ".ini", ".json", ".csv", ""}
MACHINE_PATH = re.compile(r"(?<![\w.~$}])/(?:home|root|tmp|work|Users|opt|mnt)/\w|[A-Za-z]:\\Users\\\w")


def repository_texts():
    dotted = [path for path in ROOT.glob(".*") if path.is_file() and path.name != ".git"]  # which is a file in a worktree
    tops = [ROOT / name for name in TOP_LEVEL] + dotted + [ROOT / ".ci"]
    files = [path for top in tops for path in ([top] if top.is_file() else sources(top, "*"))]
    return [path for path in files if path.is_file() and path.suffix in TEXTS and ".git" not in path.parts]


def test_no_file_knows_a_machine():
    texts = {path: path.read_text(encoding="utf-8", errors="replace") for path in repository_texts()}
    assert len(texts) > 100
    assert [f"{shown(path)}: {found.group()}" for path, text in texts.items() for found in MACHINE_PATH.finditer(text)] == []


@pytest.mark.parametrize("line", ["/" + "tmp/x", "open('/" + "home/me/a')", "C:" + "\\Users\\me"])
def test_machine_paths_are_recognised(line):
    assert MACHINE_PATH.search(line)


def test_no_fastmath():
    """It would break "compiled and interpreted to the same bits"."""
    asked = re.compile(r"fastmath\s*=")
    assert [shown(path) for path in sources(GAME) if asked.search(path.read_text(encoding="utf-8"))] == []


def test_no_group_of_a_pattern_is_possessive():
    """Python 3.11.0 to 3.11.4 finds too little with one, as in `(a|b)*+`. Debian 12 has 3.11.2."""
    possessive = re.compile(r"""(?<!\\)\)(?:[*+?]|\{\d+(?:,\d*)?\})\+(?!\+?\s)""")
    assert possessive.search(r"(?:a|b)*+") and not possessive.search(r"(?>(?:a|b)*)")
    assert [shown(path) for path in sources(GAME) if possessive.search(path.read_text(encoding="utf-8"))] == []


# HTML


def test_one_writer_of_html():
    tag = re.compile(r"""<(?:[a-z]+[0-6]?[ >]|/)|\bfrom html import""")
    assert [shown(path) for path in sources(GAME) if tag.search(path.read_text(encoding="utf-8"))] == ["game/core/html_writer.py"]
