"""Golden records and levels survive a full disk, and files of others are never changed."""

import os

import pytest

from game.core.input_errors import InputError
from game.level import load_level
from game.regression import add_case_command
from game.regression.check_command import accept
from game.simulation import Intent, Recording, Simulation


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def full(monkeypatch):
    """The disk is full after so many files."""

    def fill(files):
        real, written = os.fsync, []

        def fsync(handle):
            written.append(handle)
            if len(written) > files:
                raise OSError(28, "No space left on device")
            real(handle)

        monkeypatch.setattr(os, "fsync", fsync)

    return fill


@pytest.mark.parametrize("files", [0, 3])
def test_the_old_record_survives(small, full, files):
    small.rewrite('script = "60 forward=1"', 'script = "59 forward=1"')
    before = contents(small.folder)
    full(files)
    with pytest.raises(InputError, match="No space left on device; free some disk space"):
        small.check(accept=["up"])
    assert contents(small.folder) == before


@pytest.mark.parametrize("files", [0, 1, 4])
def test_the_level_is_as_it_was(small, full, files):
    """No case without a record, and no record without a case."""
    sim = Simulation(load_level(str(small.path)))
    for _ in range(20):
        sim.tick(Intent((0.0, 1.0)))
    recording = small.folder / "walk.txt"
    recording.write_text(str(Recording.of(sim)))
    before = contents(small.folder)
    full(files)
    with pytest.raises(InputError, match="No space left on device; free some disk space"):
        add_case_command.add_case(str(recording), "mine", lambda word: accept([word], processes=1))
    assert contents(small.folder) == before


def test_files_of_others_stay(small):
    (small.golden / "notes.md").write_text("mine")
    small.rewrite('script = "60 forward=1"', 'script = "59 forward=1"')
    small.check(accept=["up"])
    assert (small.golden / "notes.md").read_text() == "mine"
    (small.golden / "notes.md").unlink()
    (small.folder / "out").mkdir()
    for name in ("photo.png", "small-up-20-third-actual.png"):
        (small.folder / "out" / name).write_text("mine")
    assert small.check("up") == 0
    assert all((small.folder / "out" / name).exists() for name in ("photo.png", "small-up-20-third-actual.png"))


def test_a_page_of_others_stays(small, capsys):
    (small.folder / "out").mkdir()
    (small.folder / "out" / "index.html").write_text("<title>My page</title>")
    small.check("up")
    assert "report: none, because" in (said := capsys.readouterr().out)
    assert "index.html: exists already, and Glissade did not write it" in said
    assert (small.folder / "out" / "index.html").read_text() == "<title>My page</title>"
