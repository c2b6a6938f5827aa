"""The cache of baked light: read back, rebuilt when damaged or stale, not needed where it cannot be written."""

import ast
import os
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest

from game.core.user_and_cache_folders import KeptFolder
from game.scene.light import bake as cache
from game.scene.light.bake import baked_level, cache_key
from tests.app.table_level import table_level


@pytest.fixture
def level(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path / "cache"))
    return table_level(tmp_path)


@pytest.fixture
def bakes(monkeypatch):
    """A list with one entry for each bake."""
    count = []
    bake = cache.bake
    monkeypatch.setattr(cache, "bake", lambda *args: count.append(1) or bake(*args))
    return count


def files(tmp_path):
    return list((tmp_path / "cache" / "light").glob("*.npz"))


def test_the_second_time_light_comes_from_the_cache(level, bakes, tmp_path):
    first, second = baked_level(level), baked_level(level)
    assert len(bakes) == 1 and len(files(tmp_path)) == 1
    assert (first.colours == second.colours).all() and (first.triangles == second.triangles).all()
    assert first.positions.dtype == second.positions.dtype == np.float32


@pytest.mark.parametrize("damage", [b"", b"nonsense", None])
def test_a_damaged_file_is_baked_again_and_replaced(level, bakes, tmp_path, damage):
    good = baked_level(level)
    (path,) = files(tmp_path)
    path.write_bytes(path.read_bytes()[:1000] if damage is None else damage)
    assert (baked_level(level).colours == good.colours).all()
    assert (baked_level(level).colours == good.colours).all()
    assert len(bakes) == 2


def test_a_flipped_byte_is_noticed(level, bakes, tmp_path):
    baked_level(level)
    (path,) = files(tmp_path)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0xFF
    path.write_bytes(bytes(content))
    baked_level(level)
    assert len(bakes) == 2


def test_another_sun_is_another_key(tmp_path):
    assert cache_key(table_level(tmp_path, sun=90)) != cache_key(table_level(tmp_path, sun=91))


def test_all_sources_of_the_light_are_in_its_key():
    """Not those that only run the others, or that read what the level's hash already has."""
    without_effect = {"core/jit", "core/machine_code_cache", "core/progress_bar", "core/user_and_cache_folders"}
    folder, imported = Path(cache.__file__).parent, set()
    for path in folder.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 3 and node.module:
                imported.add(node.module.replace(".", "/"))
    imported = {name for name in imported if name.startswith(("core/", "collision/"))}
    assert imported - without_effect == set(cache.OTHER_SOURCES)


def test_a_cache_that_cannot_be_written_does_no_harm(level, bakes, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert len(baked_level(level).triangles)
    assert len(baked_level(level).triangles)
    assert len(bakes) == 2


def test_the_oldest_files_are_forgotten(tmp_path):
    folder = KeptFolder(tmp_path / "light", cache.LIGHT)
    baked = cache.bake(table_level(tmp_path), None)
    for number in range(cache.MOST_FILES + 5):
        cache.write(folder, f"{number:024x}.npz", baked)
    assert len(folder.names()) == cache.MOST_FILES


WRONG = {
    "other shape": {"triangles": np.zeros((4, 2), np.int32)},
    "one dimension": {"positions": np.zeros(12, np.float32)},
    "other type": {"colours": np.zeros((4, 3), np.int64)},
    "fewer": {"solid": np.zeros(3, bool)},
    "no vertex": {"triangles": np.array([(0, 1, 4)], np.int32)},
    "below the first vertex": {"triangles": np.array([(0, 1, -1)], np.int32)},
    "no material": {"materials": np.full(4, 2, np.int32)},
    "not a number": {"positions": np.full((4, 3), np.nan, np.float32)},
    "objects": {"texture": np.array([[None, None]] * 4)},
}
SQUARE = cache.Baked(
    np.zeros((4, 3), np.float32),
    np.zeros((4, 2), np.float32),
    np.zeros((4, 3), np.uint8),
    np.zeros(4, np.int32),
    np.zeros(4, bool),
    np.array([(0, 1, 2), (0, 2, 3)], np.int32),
)
NAME = f"{0:024x}.npz"


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_arrays_that_fit_no_level_count_as_none(tmp_path, change, capsys):
    """Even in a file that is whole."""
    folder = KeptFolder(tmp_path / "light", cache.LIGHT)
    cache.write(folder, NAME, SQUARE)
    assert cache.read(folder, NAME, 2) is not None and capsys.readouterr().err == ""
    cache.write(folder, NAME, replace(SQUARE, **change))
    assert cache.read(folder, NAME, 2) is None and capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("is_sealed", [True, False])
def test_no_damage_is_more_than_none(tmp_path, is_sealed):
    """Bytes flipped, cut, put in and written over at random; also where the seal is good, so that numpy has to read them."""
    folder, random = KeptFolder(tmp_path / "light", cache.LIGHT), Random(14)
    folder._has_complained = True
    cache.write(folder, NAME, SQUARE)
    sound = folder.read(NAME) if is_sealed else (folder.path / NAME).read_bytes()
    for _ in range(int(os.environ.get("GLISSADE_DAMAGES", "150"))):
        content = damaged(sound, random)
        folder.write(NAME, content) if is_sealed else (folder.path / NAME).write_bytes(content)
        found = cache.read(folder, NAME, 2)
        assert found is None or (is_sealed and cache.is_intact(found, 2)) or content == sound


def damaged(content, random):
    content = bytearray(content)
    for _ in range(random.randint(1, 4)):
        place, length = random.randrange(len(content) or 1), random.randint(1, 40)
        kind = random.randrange(4)
        if kind == 0:
            content[place : place + 1] = bytes([random.randrange(256)])
        elif kind == 1:
            del content[place : place + length]
        elif kind == 2:
            content[place:place] = random.randbytes(length)
        else:
            content[place : place + length] = random.randbytes(length)
    return bytes(content)
