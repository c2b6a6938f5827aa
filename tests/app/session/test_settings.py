"""Settings are kept; what is damaged or out of range counts as none."""

import json
import os

import pytest

from game.app.session.settings import Settings
from game.explain.tick_overlay import Switches


def test_kept_and_read_again(tmp_path):
    path = tmp_path / "out" / "settings.json"
    settings = Settings(sensitivity=1.7, keys={"jump": ["raw-b"]}, overlays=Switches().toggled("planes"))
    settings.save(path)
    assert Settings.load(path) == settings


def test_they_are_the_users_wherever_the_game_is_started(elsewhere, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(elsewhere / "config"))
    Settings(volume=9).save()
    assert Settings.load() == Settings(volume=9)
    assert (elsewhere / "config" / "glissade" / "settings.json").exists()


def test_the_view_is_not_kept(tmp_path):
    path = tmp_path / "settings.json"
    Settings(third_person=True, volume=8).save(path)
    assert Settings.load(path) == Settings(volume=8)


def test_two_copies_keep_both_changes(tmp_path):
    path = tmp_path / "settings.json"
    Settings(volume=50).save(path)
    one, other = Settings.load(path), Settings.load(path)
    one.sensitivity = 2.0
    one.save(path)
    other.field_of_view = 100
    other.save(path)
    assert Settings.load(path) == Settings(volume=50, sensitivity=2.0, field_of_view=100)
    one.volume = 60
    one.save(path)
    assert Settings.load(path) == Settings(volume=60, sensitivity=2.0, field_of_view=100)


def test_without_a_change_nothing_is_written(tmp_path):
    path = tmp_path / "settings.json"
    Settings(volume=50).save(path)
    settings = Settings.load(path)
    path.unlink()
    settings.save(path)
    assert not path.exists()


def test_half_a_write_leaves_the_old_ones(tmp_path, monkeypatch):
    path = tmp_path / "settings.json"
    Settings(volume=7).save(path)
    monkeypatch.setattr(os, "replace", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    Settings(volume=9).save(path)
    assert Settings.load(path) == Settings(volume=7)


def test_none_there(tmp_path):
    assert Settings.load(tmp_path / "none.json") == Settings()


@pytest.mark.parametrize(
    "change",
    [
        {"sensitivity": 99},
        {"sensitivity": "fast"},
        {"field_of_view": 0},
        {"hud": "yes"},
        {"text_size": 110},
        {"volume": 101},
        {"colour": 1},
        {"dead_zone": 0},
        {"keys": {"jump": "b"}},
        {"overlays": {"plains": True}},
    ],
)
def test_damaged_ones_are_not_used(tmp_path, change):
    path = tmp_path / "settings.json"
    Settings().save(path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    assert Settings.load(path) == Settings()


def test_half_a_file(tmp_path):
    path = tmp_path / "settings.json"
    for text in ('{"sensitivity": 1.', "[]", 9999 * "["):
        path.write_text(text)
        assert Settings.load(path) == Settings()


def test_a_disk_that_cannot_be_written_is_no_reason_to_stop(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    Settings(volume=9).save(blocked / "settings.json")
    assert blocked.read_text() == "" and Settings.load(blocked / "settings.json") == Settings()
