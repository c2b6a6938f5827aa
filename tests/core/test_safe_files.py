"""Files that are kept: whole or not at all, never over a file of another program, and errors that say what to do."""

import os
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path

import pytest

from game.core import safe_files
from game.core.input_errors import InputError
from game.core.safe_files import free_number, restored_on_failure, write_file, write_files
from game.core.user_and_cache_folders import keep
from tests.commands import LEVEL, complaint, output_of, written

ROOT = Path(__file__).resolve().parents[2]
MARK = "made by us"
posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and limits are POSIX's")


@pytest.fixture
def full(monkeypatch):
    """A disk that is full as soon as something waits for it."""

    def fail(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_replaced_and_keeps_its_mode(tmp_path):
    path = tmp_path / "a.txt"
    write_file(path, "new")
    plain = path.stat().st_mode
    (tmp_path / "usual").write_text("")
    assert plain == (tmp_path / "usual").stat().st_mode
    path.chmod(0o640)
    write_file(path, "again")
    assert path.read_text() == "again" and (path.stat().st_mode & 0o777 == 0o640 or os.name != "posix")


def test_a_full_disk_leaves_the_old_file_and_says_what_to_do(tmp_path, full):
    path = tmp_path / "a.txt"
    path.write_text("old")
    with pytest.raises(InputError, match=r"a\.txt: cannot be written: No space left on device; free some disk space"):
        write_file(path, "new")
    assert path.read_text() == "old" and names(tmp_path) == ["a.txt"]


@posix
def test_a_link_still_leads_to_the_file(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a.txt").write_text("old")
    (tmp_path / "link.txt").symlink_to(tmp_path / "real" / "a.txt")
    write_file(tmp_path / "link.txt", "new")
    assert (tmp_path / "link.txt").is_symlink() and (tmp_path / "real" / "a.txt").read_text() == "new"


@posix
def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    said = []
    reader = threading.Thread(target=lambda: said.append((tmp_path / "pipe").read_text()))
    reader.start()
    write_file(tmp_path / "pipe", "through", "through")
    reader.join(10)
    assert said == ["through"] and (tmp_path / "pipe").is_fifo()


@posix
@pytest.mark.parametrize("out", ["file", "pipe"])
def test_the_output_stream_is_a_place_to_write_to(tmp_path, out):
    """Also where it is a file: what the command prints behind it must not be lost."""
    level = written(tmp_path / "small.toml", LEVEL)
    command = [sys.executable, str(ROOT / "main.py"), "sim", level, "--csv", "/dev/stdout"]
    with open(tmp_path / "out.csv", "w+") as file:
        done = subprocess.run(
            command, stdout=file if out == "file" else subprocess.PIPE, env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, text=True
        )
        text = (tmp_path / "out.csv").read_text() if out == "file" else done.stdout
    assert text.startswith("tick,time,x") and "state hash" in text and done.returncode == 0


def test_nothing_is_written_over_a_file_of_another_program(tmp_path):
    path = tmp_path / "a.txt"
    for content, is_ours in (("theirs", False), ("", True), (f"also {MARK}, before", True), (1001 * "x" + MARK, False)):
        path.write_text(content)
        if is_ours:
            write_file(path, MARK, MARK)
        else:
            with pytest.raises(InputError, match="Glissade did not write it: name another file, or delete it"):
                write_file(path, MARK, MARK)
        assert path.read_text() == (MARK if is_ours else content)


@posix
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everything")
def test_a_protected_file_stays(tmp_path):
    (tmp_path / "a.txt").write_text("old")
    (tmp_path / "a.txt").chmod(0o444)
    with pytest.raises(InputError, match="protected"):
        write_file(tmp_path / "a.txt", "new")


# Each verb that writes, and a file of another program where it is to write
WRITERS = (
    ("sim", "LEVEL", "--csv", "OUT.csv"),
    ("sim", "LEVEL", "--record", "OUT.txt"),
    ("shot", "LEVEL", "--size", "64x64", "--out", "OUT.png"),
    ("shot", "LEVEL", "--size", "64x64", "--out", "OUT.py"),
    ("explain", "LEVEL", "--tick", "1", "--html", "OUT.html"),
    ("bench", "--eyes", "OUT.svg"),
)


@pytest.mark.parametrize("words", WRITERS, ids=lambda words: words[-1])
def test_no_verb_replaces_a_file_that_glissade_did_not_write(elsewhere, capsys, words):
    level, out = written(elsewhere / "small.toml", LEVEL), elsewhere / words[-1]
    out.write_bytes(b"import this\n")
    words = [level if word == "LEVEL" else word for word in words]
    assert f"{words[-1]}: exists already, and Glissade did not write it" in complaint(capsys, *words)
    assert out.read_bytes() == b"import this\n" and names(elsewhere) == sorted(["small.toml", words[-1]])


@pytest.mark.parametrize("words", [WRITERS[0], WRITERS[1], WRITERS[2]], ids=lambda words: words[-1])
def test_files_of_glissade_are_replaced(elsewhere, capsys, words):
    level, out = written(elsewhere / "small.toml", LEVEL), elsewhere / words[-1]
    words = [level if word == "LEVEL" else word for word in words]
    output_of(capsys, *words)
    first = out.read_bytes()
    out.write_bytes(first + b"\n")
    output_of(capsys, *words)
    assert out.read_bytes() == first


def test_several_files_are_written_or_none(tmp_path, monkeypatch):
    old = {"a": "1", "b": "2", "c": "3"}
    for name, text in old.items():
        (tmp_path / name).write_text(text)
    contents = {tmp_path / name: "new" for name in ("a", "b", "new")}
    for place, failing, call in ((os, "fsync", 2), (os, "replace", 2), (os, "replace", 3), (Path, "unlink", 1)):
        with monkeypatch.context() as patch, pytest.raises(InputError):
            fail_at(patch, place, failing, call)
            write_files(contents, obsolete=[tmp_path / "c"])
        assert {path.name: path.read_text() for path in tmp_path.iterdir()} == old
    write_files(contents, obsolete=[tmp_path / "c"])
    assert names(tmp_path) == ["a", "b", "new"] and (tmp_path / "a").read_text() == "new"


def fail_at(patch, place, name, call):
    """Let one call of a function fail."""
    real, calls = getattr(place, name), count(1)

    def function(*arguments, **options):
        if next(calls) == call:
            raise OSError(28, "No space left on device")
        return real(*arguments, **options)

    patch.setattr(place, name, function)


@pytest.mark.parametrize("existed", [True, False])
def test_a_file_is_put_back_even_where_the_disk_is_full(tmp_path, monkeypatch, existed):
    path = tmp_path / "a.toml"
    if existed:
        path.write_text("old")
    with pytest.raises(KeyboardInterrupt), restored_on_failure(path):
        write_file(path, "new")
        monkeypatch.setattr(safe_files, "write_file", None)
        monkeypatch.setattr(os, "fsync", None)
        raise KeyboardInterrupt
    assert {found.name: found.read_text() for found in tmp_path.iterdir()} == ({"a.toml": "old"} if existed else {})


def test_a_failed_write_does_not_stop_the_game(tmp_path, full):
    keep(None, "x")
    keep(tmp_path / "folder" / "a.json", "x")
    (tmp_path / "file").write_text("")
    keep(tmp_path / "file" / "a.json", "x")
    assert names(tmp_path) == ["file", "folder"] and names(tmp_path / "folder") == []


def test_numbers_go_on_behind_the_highest(tmp_path):
    for name in ("shot-002.png", "shot-010.png", "shot-x.png"):
        (tmp_path / name).touch()
    assert (free_number(tmp_path, "shot-*.png"), free_number(tmp_path / "none", "*")) == (11, 1)


FROM_NOWHERE = """
import os, sys
os.rmdir(os.getcwd())
sys.path.insert(0, sys.argv[1])
from game.cli_commands import main
sys.exit(main(["list"]))
"""


@posix
def test_a_deleted_working_folder_is_named(tmp_path):
    (tmp_path / "gone").mkdir()
    command, environment = [sys.executable, "-c", FROM_NOWHERE, str(ROOT)], os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(command, cwd=tmp_path / "gone", env=environment, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and "the working folder (deleted" in done.stderr
