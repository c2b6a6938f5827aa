"""The cache of machine code: its folder lies where the environment says, and each edit of a source has another."""

import shutil

import pytest

from game.core import machine_code_cache
from game.core.machine_code_cache import MOST_VERSIONS, SOURCES, compiled_folder, sources_hash
from tests.sources import NOT_SOURCES


@pytest.fixture
def sources(tmp_path, monkeypatch):
    """A copy of the package's sources that may be edited."""
    copy = tmp_path / "sources"
    shutil.copytree(SOURCES, copy, ignore=NOT_SOURCES)
    monkeypatch.setattr(machine_code_cache, "SOURCES", copy)
    return copy


def test_the_folder_changes_with_every_edit(sources):
    """Also with an edit in an imported file, which numba's own cache would not notice."""
    seen = {sources_hash()}
    for name in ("core/vec3.py", "collision/response.py", "collision/mesh/bvh.py"):
        with open(sources / name, "a", encoding="utf-8") as file:
            file.write("# edited\n")
        seen.add(sources_hash())
    (sources / "collision" / "another.py").write_text("")
    seen.add(sources_hash())
    assert len(seen) == 5


def test_equal_sources_have_one_folder(sources):
    assert sources_hash() == sources_hash() and len(sources_hash()) == 16


def test_the_cache_is_where_the_environment_says(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path / "cache"))
    folder = compiled_folder()
    assert folder.path == tmp_path / "cache" / "compiled" / sources_hash() and folder.path.is_dir()


def test_old_versions_are_forgotten(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path))
    compiled_folder()
    for number in range(7):
        (tmp_path / "compiled" / f"{number:016x}").mkdir()
    compiled_folder()
    versions = {path.name for path in (tmp_path / "compiled").iterdir() if path.is_dir()}
    assert sources_hash() in versions and len(versions) in (MOST_VERSIONS, MOST_VERSIONS + 1)
