"""A clip: the last seconds before the tick shown, drawn by another process into a new file."""

import time

import pytest
from PIL import Image

from game.app import background_jobs
from game.app.background_jobs import Background
from game.app.session.play_session import Session
from game.core.input_errors import InputError
from game.pictures import clip
from game.simulation import Intent, Simulation
from tests.app.prepared_cache import use_prepared_cache
from tests.app.table_level import table_level

PATIENCE = 240.0  # [s]


@pytest.fixture
def session(tmp_path, monkeypatch):
    use_prepared_cache(tmp_path / "cache", monkeypatch)
    monkeypatch.chdir(tmp_path)
    return Session(Simulation(table_level(tmp_path)))


@pytest.fixture
def beside(monkeypatch):
    monkeypatch.setattr(Background, "_load_code", lambda self: None)
    monkeypatch.setattr(background_jobs.jit, "interpret_meanwhile", lambda wanted=True: None)
    monkeypatch.setattr(background_jobs, "SHOWN", 0.0)
    made = Background("tiny")
    yield made
    made.end()


def play(session, ticks):
    for _ in range(ticks):
        session.sim.tick(Intent(wish=(0.0, 1.0)))


def begin(session, draw):
    return clip.begin_clip(session.sim, len(session.sim.history) - session.cursor, True, 0.0, draw)


def test_a_clip_shows_the_run_and_overwrites_nothing(session, beside, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "clip-001.webp").write_text("mine")
    assert begin(session, beside.draw_clip) == "there is nothing to film yet"
    play(session, 12)
    assert "the last 0.2 s" in begin(session, beside.draw_clip)
    assert begin(session, beside.draw_clip) == "one clip is being drawn already"
    until = time.monotonic() + PATIENCE
    while beside.text and time.monotonic() < until:
        time.sleep(0.05)
    with Image.open(tmp_path / "out" / "clip-002.webp") as made:
        assert (made.size, made.n_frames) == (clip.SIZE, 12 * clip.RATE // session.sim.hz)
    assert (tmp_path / "out" / "clip-001.webp").read_text() == "mine"


def test_the_clip_ends_with_the_tick_shown(session):
    """After scrubbing back, the ticks after it are not in the picture."""
    jobs = []
    play(session, 40)
    session.pause()
    session.scrub(-10)
    begin(session, lambda folder, out: jobs.append((folder, out)) or True)
    (folder, _), = jobs
    *_, records = clip.pickle.loads((clip.Path(folder.name) / clip.JOB).read_bytes())
    assert [record.tick for record in records] == [record.tick for record in session.sim.history][:-10]
    folder.cleanup()


def test_a_file_that_came_meanwhile_stays(tmp_path):
    (tmp_path / "clip.webp").write_text("mine")
    with pytest.raises(InputError, match="clip.webp: cannot be written"):
        clip.write_clip([Image.new("RGB", (4, 4))], tmp_path / "clip.webp")
    assert (tmp_path / "clip.webp").read_text() == "mine"
