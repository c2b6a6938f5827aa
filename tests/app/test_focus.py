"""The window without the keyboard, or minimised. test_window_keys_menu_and_focus.py does it with a real window."""

from types import SimpleNamespace

import pytest
from panda3d.core import WindowProperties

from game.app import window as window_module
from game.app.window import Window


class Shown:
    """A window of Panda3D's, as far as its properties go."""

    def __init__(self, **properties):
        self.properties = WindowProperties(**properties)
        self.setClearColor = self.setCloseRequestEvent = lambda value: None
        self.getXSize, self.getYSize, self.isClosed = lambda: 640, lambda: 360, lambda: False

    def getProperties(self):
        return self.properties


def window_on(shown, monkeypatch):
    """(the Window, what Panda3D calls when its properties change)"""
    monkeypatch.setattr(window_module, "SplitScreen", lambda win, cam: None)
    events = {}
    base = SimpleNamespace(win=shown, cam=None, accept=events.__setitem__, windowEvent=lambda value: None)
    window = Window(base, None, lambda: None, None)

    def change(**properties):
        shown.properties = WindowProperties(**properties)
        events["window-event"](shown)

    return window, change


@pytest.mark.parametrize("early", [True, False])
def test_the_focus_can_be_lost_whenever_it_came(early, monkeypatch):
    window, change = window_on(Shown(foreground=early), monkeypatch)
    if not early:
        change(foreground=True)
    assert not window.away
    change(foreground=False)
    assert window.away
    change(foreground=True)
    assert not window.away


def test_without_a_window_manager_the_keyboard_is_not_lost_until_the_window_is_minimised(monkeypatch):
    window, change = window_on(Shown(foreground=False), monkeypatch)
    change(foreground=False)
    assert not window.away
    change(foreground=False, minimized=True)
    assert window.away
