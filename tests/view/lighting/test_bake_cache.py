"""The cache of baked light: read back, rebuilt when damaged or stale, not needed where it cannot be written."""

import numpy as np
import pytest

from game.view.lighting import bake_cache
from game.view.lighting.bake_cache import baked_level, cache_key
from tests.view.table_level import table_level


@pytest.fixture
def level(tmp_path, monkeypatch):
    monkeypatch.setattr(bake_cache, "cache_home", lambda: tmp_path / "cache")
    return table_level(tmp_path)


@pytest.fixture
def bakes(monkeypatch):
    """A list with one entry for each bake."""
    count = []
    bake = bake_cache.bake
    monkeypatch.setattr(bake_cache, "bake", lambda level, progress: count.append(1) or bake(level, progress))
    return count


def files(tmp_path):
    return list((tmp_path / "cache" / "light").glob("*"))


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


def test_a_cache_that_cannot_be_written_does_no_harm(level, bakes, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert len(baked_level(level).triangles)
    assert len(baked_level(level).triangles)
    assert len(bakes) == 2


def test_the_oldest_files_are_forgotten(tmp_path):
    for number in range(bake_cache.MOST_FILES + 5):
        (tmp_path / f"{number}.npz").touch()
    bake_cache.forget_oldest(tmp_path)
    assert len(list(tmp_path.glob("*.npz"))) == bake_cache.MOST_FILES
