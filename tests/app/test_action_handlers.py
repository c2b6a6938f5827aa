"""The actions of the keys for overlays and for time."""

from types import SimpleNamespace

import pytest

from game.app.action_handlers import TimeActions, ViewActions
from game.app.session.play_session import BACKWARD, FORWARD, Session
from game.app.session.settings import Settings
from game.explain.tick_overlay import Switches
from game.simulation import Intent, Simulation
from tests.shipped_levels import shipped


@pytest.mark.parametrize("shown", [Switches(), Switches.only(["path"]), Switches.all()], ids=["usual", "path", "all"])
def test_all_overlays_are_hidden_and_the_same_come_back(shown):
    settings, messages = Settings(overlays=shown), []
    actions = ViewActions(None, settings, SimpleNamespace(inspector=SimpleNamespace(on=False)), None, messages.append)
    actions.all_overlays()
    assert settings.overlays == Switches.none() and "{all_overlays}" in messages[-1]
    actions.all_overlays()
    assert settings.overlays == shown


def test_without_hidden_overlays_all_are_shown():
    settings = Settings(overlays=Switches.none())
    ViewActions(None, settings, SimpleNamespace(inspector=SimpleNamespace(on=False)), None, lambda message: None).all_overlays()
    assert settings.overlays == Switches.all()


def test_the_tick_inspector_keeps_its_own_drawing():
    settings, messages = Settings(), []
    before = settings.overlays
    ViewActions(None, settings, SimpleNamespace(inspector=SimpleNamespace(on=True)), None, messages.append).all_overlays()
    assert settings.overlays == before and "{inspector}" in messages[-1]


def test_at_the_newest_tick_there_is_nothing_to_play_again_and_time_runs_on():
    """A gamer pressed the key beside W: everything stood still, and W flew the camera through the door."""
    session, said = Session(Simulation(shipped("stairs"))), []
    session.advance(0.5, lambda: Intent((0.0, 1.0)))
    TimeActions(session, None, None, None, said.append).watch()
    assert session.live and "nothing to play again" in said[-1]
    session.show_tick(10)
    TimeActions(session, None, None, None, said.append).watch()
    assert session.film == FORWARD


@pytest.mark.parametrize("is_key", [True, False])
def test_a_key_rewinds_while_it_is_down_and_a_button_of_the_window_until_it_is_clicked_again(is_key):
    """Gamers hold the key to rewind: one press, and another one to stop, was taken for a fault."""
    session = Session(Simulation(shipped("stairs")))
    session.advance(0.5, lambda: Intent((0.0, 1.0)))
    time = TimeActions(session, None, None, None, lambda message: None)
    time.reverse()
    for _ in range(3):
        time.follow_key(is_key)
        session.advance(1 / 60, lambda: None)
    assert session.film == BACKWARD and session.cursor > 1
    time.follow_key(False)
    assert session.paused == is_key
    time.reverse()
    assert session.paused != is_key, "again: on from there, or stop"
