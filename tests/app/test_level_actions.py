"""Changes of level: the other look of a mesh file, and the keys for the next and the previous level."""

from types import SimpleNamespace
from unittest.mock import MagicMock

import pytest

from game.app import action_handlers as module
from game.app.action_handlers import AGAIN, LevelActions
from game.app.menu.settings_page import look_row
from game.app.session.play_session import Session
from game.level import load_level
from game.simulation import Intent, Simulation
from tests.level.mesh_import.scene_makers import ground, scene_bytes
from tests.shipped_levels import shipped


def test_the_look_of_a_mesh_file_changes_there_and_back(tmp_path):
    """The axis and the scale of its first reading stay."""
    (tmp_path / "house.glb").write_bytes(scene_bytes(ground()))
    session, told = SimpleNamespace(sim=SimpleNamespace(level=load_level(tmp_path / "house.glb", scale=0.25))), []
    lessons = SimpleNamespace(close=lambda: None)
    tutorial = SimpleNamespace(end=lambda: None)

    def load(level, leaving):
        session.sim = SimpleNamespace(level=level)

    row = look_row(LevelActions(load, session, lessons, tutorial, None, told.append))
    before = session.sim.level.vertices.tolist()
    for wanted in ("grid", "own"):
        row.change(1)
        assert row.value() == wanted and session.sim.level.reading["scale"] == 0.25
    assert session.sim.level.vertices.tolist() == before
    (tmp_path / "house.glb").unlink()
    row.change(1)
    assert told and row.value() == "own"


class Keys:
    """The keys for other levels in a level that is played, with a clock that the test sets."""

    def __init__(self, level, monkeypatch):
        self.session, self.visited, self.messages, self.now = Session(Simulation(shipped(level))), [], [], 0.0
        self.lessons = SimpleNamespace(is_open=False, options_before={})
        load = lambda name, **_: self.visited.append(name)  # noqa: E731
        self.actions = LevelActions(load, self.session, self.lessons, None, MagicMock(), self.messages.append)
        monkeypatch.setattr(module, "monotonic", lambda: self.now)

    def walk(self, ticks):
        for _ in range(ticks):
            self.session.advance(1.0 / 60.0, lambda: Intent((0.0, 1.0)))


def test_before_the_player_has_walked_off_one_press_is_enough(monkeypatch):
    keys = Keys("stairs", monkeypatch)
    keys.walk(5)
    keys.actions.visit_neighbour(1)
    assert keys.visited == ["platforms"] and keys.messages == []


@pytest.mark.parametrize("level, ticks, ended", [("gauntlet", 5, "your timed run"), ("stairs", 90, "this level")])
def test_a_run_ends_only_after_a_second_press(level, ticks, ended, monkeypatch):
    """A newcomer pressed PgDn in a timed run, and the run was gone."""
    keys = Keys(level, monkeypatch)
    keys.walk(ticks)
    keys.actions.visit_neighbour(1)
    (message,) = keys.messages
    assert keys.visited == [] and message.startswith(f"Press it again to leave {ended}: next level, ")
    keys.now += AGAIN + 0.1
    keys.actions.visit_neighbour(1)
    assert keys.visited == [], "too late, it is asked again"
    keys.actions.visit_neighbour(-1)
    assert keys.visited == [], "another key"
    keys.now += 0.5 * AGAIN
    keys.actions.visit_neighbour(-1)
    assert len(keys.visited) == 1


def test_one_press_is_enough_while_a_card_invites(monkeypatch):
    """The card said "Next: Terrain, N", and the first N only asked."""
    keys = Keys("stairs", monkeypatch)
    keys.walk(90)
    keys.actions.is_invited = lambda: True
    keys.actions.visit_neighbour(-1)
    assert keys.visited == [], "the card names the other key"
    keys.actions.visit_neighbour(1)
    assert keys.visited == ["platforms"]


def test_a_lesson_is_left_only_after_a_second_press(monkeypatch):
    keys = Keys("stairs", monkeypatch)
    keys.lessons.is_open = True
    keys.actions.visit_neighbour(1)
    assert keys.visited == [] and "the lesson" in keys.messages[-1]
    keys.actions.visit_neighbour(1)
    assert keys.visited == ["platforms"]
