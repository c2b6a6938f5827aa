"""The folder and core as a package of its own: what pyproject.toml says is there, and a copy by another name works."""

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from game.core import machine_code_cache
from tests.sources import NOT_SOURCES, sources

GAME = Path(__file__).resolve().parents[2] / "game"
HOMES = "core", "collision"
QUESTION = """
import sys
from another.collision import Ellipsoid, TriangleMesh, collide_and_slide
mesh = TriangleMesh([(-9, -9, 0), (9, -9, 0), (0, 9, 0)], [(0, 1, 2)])
print(collide_and_slide(mesh, Ellipsoid(), (0.0, 0.0, 2.0), (0.1, 0.0, 0.0), (0.0, 0.0, -2.0)).position)
from another.core import background_compiling
print(background_compiling.ROOT)
print([name for name in sys.modules if name.split(".")[0] in ("game", "panda3d")])
"""


def test_pyproject_names_all_folders():
    settings = tomllib.loads((GAME / "collision" / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = [path.parent.relative_to(GAME).parts for home in HOMES for path in sources(GAME / home, "__init__.py")]
    assert sorted(settings["packages"]) == sorted(".".join(("glissade", *parts)) for parts in folders)
    assert all((GAME / "collision" / place).is_dir() for place in settings["package-dir"].values())


def test_a_copy_by_another_name_works(tmp_path, monkeypatch):
    for home in HOMES:
        shutil.copytree(GAME / home, tmp_path / "another" / home, ignore=NOT_SOURCES)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    run = subprocess.run([sys.executable, "-c", QUESTION], cwd=tmp_path, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    position, second, foreign = run.stdout.splitlines()
    assert position.startswith("(0.1, 0.0, 0.900") and foreign == "[]"
    assert second == str(tmp_path.resolve())


def test_what_an_installation_leaves_is_not_a_source(tmp_path, monkeypatch, root):
    """`pip install ./game/collision` leaves a copy of the packages in `build`, and a folder `.egg-info`."""
    for home in HOMES:
        shutil.copytree(GAME / home, tmp_path / home, ignore=NOT_SOURCES)
    folder = tmp_path / "collision"
    monkeypatch.setattr(machine_code_cache, "SOURCES", tmp_path)
    before = sources(folder, "*"), machine_code_cache.sources_hash()
    shutil.copytree(GAME / "collision", folder / "build" / "lib" / "glissade" / "collision", ignore=NOT_SOURCES)
    left = folder / "glissade_collision.egg-info" / "SOURCES.txt"
    left.parent.mkdir()
    left.write_text("README.md")
    assert (sources(folder, "*"), machine_code_cache.sources_hash()) == before
    ignored = (root / ".gitignore").read_text().splitlines()
    assert "build/" in ignored and "*.egg-info/" in ignored
