"""Files that are no regular files, and files of too many bytes: one line, and nothing is read."""

import os

import pytest

from game.core.input_errors import InputError
from game.core.safe_files import MOST_BYTES, MOST_WORDS
from game.level import load_level
from tests.commands import complaint


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
@pytest.mark.parametrize("name", ["a.obj", "a.glb", "a.stl", "a.ply", "a.dae", "a.egg", "a.bam", "a.toml"])
def test_a_pipe_is_not_waited_for(tmp_path, name):
    os.mkfifo(tmp_path / name)
    with pytest.raises(InputError, match=f"{name}: .*not a regular file"):
        load_level(tmp_path / name)


@pytest.mark.parametrize("name", ["a.obj", "a.glb", "a.stl", "a.ply", "a.dae", "a.toml"])
def test_a_file_that_is_too_large_is_not_read(tmp_path, name):
    with (tmp_path / name).open("wb") as large:
        large.truncate(MOST_BYTES + 1)  # a hole: it takes no room on the disk
    with pytest.raises(InputError, match=rf"{name}: .* MB can be read"):
        load_level(tmp_path / name)


def test_text_that_is_too_long(capsys, elsewhere):
    with open("long.txt", "wb") as large:
        large.truncate(MOST_WORDS + 1)
    assert "long.txt" in complaint(capsys, "sim", "stairs", "--script", "long.txt")
    assert "long.txt" in complaint(capsys, "replay", "long.txt", "--verify")
