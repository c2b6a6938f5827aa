"""Folders of kept files: what is removed as damaged, what may be deleted, and files that are replaced whole or not at all."""

import os

import pytest

from game.core.safe_files import replace_file
from game.core.user_and_cache_folders import MARK, KeptFolder

DAMAGES = {
    "empty": lambda content: b"",
    "one byte": lambda content: content[:1],
    "half": lambda content: content[: len(content) // 2],
    "all but a byte": lambda content: content[:-1],
    "garbage": lambda content: bytes(range(256)) * 16,
    "flipped at first": lambda content: flipped(content, 0),
    "flipped code": lambda content: flipped(content, len(content) // 2),
    "flipped seal": lambda content: flipped(content, len(content) - 1),
}


def flipped(content, place):
    return content[:place] + bytes([content[place] ^ 0x40]) + content[place + 1 :]


@pytest.fixture
def kept(tmp_path):
    folder = KeptFolder(tmp_path / "kept", r"\w+\.nbc")
    folder.write("good.nbc", bytes(range(200)))
    return folder


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_file_is_thrown_away_with_one_line(kept, capsys, damage):
    path = kept.path / "good.nbc"
    path.write_bytes(damage(path.read_bytes()))
    assert kept.read("good.nbc") is None and not path.exists()
    assert capsys.readouterr().err == f"glissade: {path}: damaged; it is thrown away and made again\n"
    kept.write("good.nbc", b"new")
    assert kept.read("good.nbc") == b"new"


def test_only_names_of_the_pattern_are_deleted(kept):
    (kept.path / "notes.txt").write_text("mine")
    kept.discard("notes.txt")
    kept.delete_oldest(0)
    assert {path.name for path in kept.path.iterdir()} == {MARK, "notes.txt"}


def test_a_link_to_a_folder_is_unlinked_and_not_followed(kept, tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("mine")
    (kept.path / "link.nbc").symlink_to(tmp_path / "mine")
    assert kept.read("link.nbc") is None
    assert not (kept.path / "link.nbc").is_symlink() and (tmp_path / "mine" / "notes.txt").exists()


@pytest.mark.parametrize("failing", ["fsync", "replace", "chmod"])
def test_a_file_survives_its_replacement_failing(tmp_path, monkeypatch, failing):
    path = tmp_path / "kept.txt"
    path.write_bytes(b"old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, failing, fail)
    with pytest.raises(OSError):
        replace_file(path, b"new", 0o600)
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]
