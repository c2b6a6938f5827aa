"""The user's folders: where they are, and what may be deleted in them."""

import os
import sys
import tempfile
from pathlib import Path

import pytest

from game.core.machine_code_cache import VERSIONS
from game.core.user_and_cache_folders import MARK, cache_folder, private_cache_folder, user_folder


def test_folders_of_earlier_sources_are_tidied_only_where_glissade_made_the_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("GLISSADE_CACHE", raising=False)
    names = [f"{number:016x}" for number in range(7)]
    for top in (tmp_path / "glissade", tmp_path / "elsewhere"):
        for age, name in enumerate(["photos", *names]):
            (top / "compiled" / name).mkdir(parents=True)
            os.utime(top / "compiled" / name, (age, age))
    (tmp_path / "glissade" / "compiled" / MARK).touch()
    cache_folder("compiled", VERSIONS).delete_oldest(3, spared=names[0])
    assert kept_names(tmp_path / "glissade") == {"photos", names[0], *names[4:]}
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path / "elsewhere"))
    cache_folder("compiled", VERSIONS).delete_oldest(3)
    assert kept_names(tmp_path / "elsewhere") == {"photos", *names}


def kept_names(top):
    return {path.name for path in (top / "compiled").iterdir()} - {MARK}


@pytest.mark.parametrize(
    ("system", "variables", "kind", "path"),
    [
        ("linux", {}, "cache", ".cache/glissade"),
        ("linux", {}, "data", ".local/share/glissade"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, "settings", ".config/glissade"),
        ("darwin", {}, "cache", "Library/Caches/glissade"),
        ("darwin", {}, "settings", "Library/Application Support/glissade"),
        ("win32", {}, "settings", "AppData/Roaming/glissade"),
    ],
)
def test_the_platforms_own_places(tmp_path, monkeypatch, system, variables, kind, path):
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "platform", system)
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert user_folder(kind) == tmp_path / path


def test_a_variable_goes_before_the_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert user_folder("data") == tmp_path / "data" / "glissade"


def test_processes_started_by_this_one_share_its_private_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", "/etc/passwd")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert cache_folder("compiled", "x") is None
    folder = private_cache_folder("compiled", "x")
    assert folder.path.parent == Path(os.environ["GLISSADE_CACHE"]) and folder.path.parent.parent == tmp_path
    assert cache_folder("light", "x").path.parent == folder.path.parent


def test_no_other_user_can_know_the_private_folder_before(tmp_path, monkeypatch):
    """A folder of a known name could have been made, and filled, by another user of the same temporary folder."""
    monkeypatch.setenv("GLISSADE_CACHE", "/etc/passwd")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    homes = {private_cache_folder("compiled", "x").path.parent for _ in range(2)}
    assert len(homes) == 2 and (os.name != "posix" or {home.stat().st_mode & 0o077 for home in homes} == {0})
