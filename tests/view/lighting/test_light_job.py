"""Light baked beside the game: coarse first, then the very light that waiting would have given; errors reach the game."""

import time

import pytest

from game.view.lighting import light_job
from game.view.lighting.bake_cache import baked_level
from game.view.lighting.light_job import LightJob
from tests.view.table_level import table_level


@pytest.fixture
def level(tmp_path, monkeypatch):
    monkeypatch.setenv("GLISSADE_CACHE", str(tmp_path / "cache"))
    return table_level(tmp_path)


def next_of(job):
    while (made := job.newer()) is None:
        time.sleep(0.01)
    return made


def test_coarse_light_comes_first_and_fine_light_follows(level):
    job = LightJob(level, lambda baked: baked)
    coarse, fine = job.first(), next_of(job)
    expected = baked_level(level)
    assert len(coarse.triangles) < len(fine.triangles)
    assert (fine.positions == expected.positions).all() and (fine.colours == expected.colours).all()
    assert job.newer() is None


def test_kept_light_comes_at_once_and_alone(level):
    kept = baked_level(level)
    job = LightJob(level, lambda baked: baked)
    assert (job.first().colours == kept.colours).all()
    while job.fraction < 1.0:
        time.sleep(0.01)
    assert job.newer() is None


def test_progress_is_reported_while_the_first_light_is_waited_for(level):
    reports = []
    LightJob(level, lambda baked: baked).first(lambda fraction, text: reports.append((fraction, text)))
    assert reports and all(0.0 <= fraction <= 1.0 and text for fraction, text in reports)


def test_an_error_is_raised_where_the_light_is_asked_for(level, monkeypatch):
    def fail(level, threads):
        raise MemoryError("no room")

    monkeypatch.setattr(light_job, "coarse_light", fail)
    with pytest.raises(MemoryError, match="no room"):
        LightJob(level, lambda baked: baked).first()


def test_a_stopped_job_hands_out_no_fine_light(level, monkeypatch):
    def bake(level, report, threads):
        job.stop()
        report(0.5, "half")
        raise AssertionError("still baking")

    monkeypatch.setattr(light_job, "baked_level", bake)
    monkeypatch.setattr(light_job, "coarse_light", lambda level, threads: time.sleep(0.2) or "coarse")
    job = LightJob(level, lambda baked: baked)
    assert job.first() == "coarse"
    while job.fraction < 1.0:
        time.sleep(0.01)
    assert job.newer() is None
