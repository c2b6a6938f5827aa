"""The keys of each mode: actions that exist, each named once, and the mode follows the state of the game."""

from types import SimpleNamespace

import pytest

from game.app.panels.help_panel import (
    FILM,
    IN_FLIGHT,
    INSPECTING,
    LESSON_PAGE,
    MODES,
    PAUSED,
    PLAYING,
    VISITING,
    mode_of,
    mode_rows,
)
from game.panels.bindings import BINDINGS

TIMES = (False, True), (True, False), (False, False)
LEVEL, LAB = (SimpleNamespace(lab=lab) for lab in (None, object()))
LIVE, STILL, SHOWN = (SimpleNamespace(paused=paused, live=live, sim=LEVEL) for paused, live in TIMES)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.title)
def test_every_action_exists_and_is_listed_once(mode):
    assert set(mode.off) <= set(mode.actions) <= {binding.action for binding in BINDINGS}
    assert len(set(mode.actions)) == len(mode.actions) == len(mode_rows(mode)) <= 20
    assert "menu" in mode.actions and "flight" not in dict((b.action, does) for b, does in mode_rows(mode)).get("jump", "")


def test_the_mode_follows_the_game():
    assert [mode_of(session, False, False, False) for session in (LIVE, STILL, SHOWN)] == [PLAYING, PAUSED, FILM]
    assert mode_of(LIVE, True, False, False) is IN_FLIGHT and mode_of(STILL, True, False, False) is PAUSED
    assert mode_of(STILL, False, True, True) is INSPECTING and mode_of(LIVE, False, False, True) is LESSON_PAGE


def test_among_exhibits_the_help_has_the_keys_of_a_desk():
    mode = mode_of(SimpleNamespace(paused=False, live=True, sim=LAB), False, False, False)
    assert mode is VISITING
    words = {binding.action: does for binding, does in mode_rows(mode)}
    assert words["play_sweep"] == "use" and words["turn_up"] == "dial up" and "overlay_exhibits" in words
    assert "desk" in mode.mouse


@pytest.mark.parametrize("mode", (PLAYING, VISITING, PAUSED, INSPECTING, LESSON_PAGE), ids=lambda mode: mode.title)
def test_going_back_in_time_is_on_every_page_of_keys(mode):
    assert "reverse" in mode.actions


def test_words_of_a_mode_replace_those_of_the_table():
    words = {binding.action: does for binding, does in mode_rows(PAUSED)}
    assert words["pause"] == "go on" and words["step"] == "one tick forward"
