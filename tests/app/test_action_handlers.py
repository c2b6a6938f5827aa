"""The actions of the keys for overlays."""

from types import SimpleNamespace

import pytest

from game.app.action_handlers import ViewActions
from game.app.session.settings import Settings
from game.explain.tick_overlay import Switches


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
