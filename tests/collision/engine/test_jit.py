"""Compiling: where machine code is kept, that edits are noticed, and that a second process finds it there."""

import shutil

import pytest

from game.collision.engine import jit
from tests.forks import output_of_fork
from tests.processes import output_of_process


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A copy of the package's sources that may be edited."""
    copy = tmp_path / "sources"
    shutil.copytree(jit.SOURCES, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "SOURCES", copy)
    return copy


def test_the_folder_changes_with_every_edit(sources):
    """Also with an edit in an imported file, which numba's own cache would not notice."""
    seen = {jit.sources_hash()}
    for name in ("engine/vec3.py", "response.py", "engine/entry_points.py"):
        with open(sources / name, "a", encoding="utf-8") as file:
            file.write("# edited\n")
        seen.add(jit.sources_hash())
    (sources / "another.py").write_text("")
    seen.add(jit.sources_hash())
    assert len(seen) == 5


def test_equal_sources_have_one_folder(sources):
    assert jit.sources_hash() == jit.sources_hash() and len(jit.sources_hash()) == 16


def test_the_cache_is_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path / "cache"))
    folder = jit.compiled_folder()
    assert folder.path == tmp_path / "cache" / "compiled" / jit.sources_hash() and folder.path.is_dir()


def test_old_versions_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path))
    jit.compiled_folder()
    for number in range(7):
        (tmp_path / "compiled" / f"{number:016x}").mkdir()
    jit.compiled_folder()
    versions = {path.name for path in (tmp_path / "compiled").iterdir() if path.is_dir()}
    assert jit.sources_hash() in versions and len(versions) in (jit.MOST_VERSIONS, jit.MOST_VERSIONS + 1)


TICK = """
from game.collision import Ellipsoid, TriangleMesh, collide_and_slide
from game.collision.engine import entry_points, jit
mesh = TriangleMesh([(-9, -9, 0), (9, -9, 0), (0, 9, 0)], [(0, 1, 2)])
move = collide_and_slide(mesh, Ellipsoid(), (0.0, 0.0, 1.0), (0.1, 0.2, 0.0), (0.0, 0.0, -0.3))
print(jit.COMPILED, [float(x).hex() for x in move.position])
if jit.COMPILED:
    print(sum(entry_points.step.stats.cache_hits.values()), sum(entry_points.step.stats.cache_misses.values()))
"""

def tick_in_process(**environment):
    return output_of_fork(TICK, **environment).splitlines()


def test_a_second_process_compiles_nothing():
    tick_in_process(NUMBA_DISABLE_JIT="0")
    assert tick_in_process(NUMBA_DISABLE_JIT="0")[1] == "1 0"


def test_the_environment_switches_compiling_off():
    plain, fast = tick_in_process(NUMBA_DISABLE_JIT="1"), tick_in_process(NUMBA_DISABLE_JIT="0")
    assert plain[0].split(" ", 1) == ["False", fast[0].split(" ", 1)[1]]


BROKEN = {
    "numba needs another\n numpy": "raise ImportError('numba needs another\\n numpy')",
    "No module named 'llvmlite_of_old'": "import llvmlite_of_old",
}


@pytest.mark.parametrize("cause, source", BROKEN.items())
def test_a_broken_numba_is_one_clear_line(tmp_path, cause, source):
    """It is not taken for a missing one, which would make everything slow without a word."""
    (tmp_path / "numba.py").write_text(source)
    code = "import sys; sys.path.insert(0, sys.argv[1])\ntry: import game.collision\nexcept ImportError as error: print(error)"
    line = output_of_process(code, tmp_path, NUMBA_DISABLE_JIT="0")
    assert " ".join(cause.split()) in line and "NUMBA_DISABLE_JIT=1" in line and line.count("\n") == 1


def test_without_numba_all_runs_interpreted():
    code = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "numba":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
""" + TICK
    assert output_of_process(code, NUMBA_DISABLE_JIT="0").startswith("False")
