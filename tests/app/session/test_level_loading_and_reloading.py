"""Loading of a level: keys are ignored, and the window can be closed."""

from threading import Event as Signal
from types import SimpleNamespace

import pytest
from panda3d.core import Event, EventParameter, EventQueue, NodePath

from game.app.panels import loading_screen
from game.app.panels.loading_screen import CLOSE, LoadingScreen, drop_keys
from game.app.session.level_loading_and_reloading import open_level, run_in_thread
from tests.app.table_level import table_level

EVENT = Signal()


@pytest.fixture
def queue():
    queue = EventQueue.getGlobalEventQueue()
    queue.clear()
    yield queue
    queue.clear()


@pytest.fixture
def app(queue):
    """A window with what a loading screen needs. `frames`: number of drawn frames; the last of `events` calls a function."""
    events, app = [], SimpleNamespace(pixel2d=NodePath("pixel2d"), frames=0, is_closed=False)

    def draw():
        app.frames += 1
        for name in events[app.frames - 1 : app.frames]:
            queue.queueEvent(Event(name))

    app.events = events
    app.win = SimpleNamespace(getXSize=lambda: 640, getYSize=lambda: 360, isClosed=lambda: app.is_closed)
    app.graphicsEngine = SimpleNamespace(renderFrame=draw, flipFrame=lambda: None)
    return app


def test_keys_are_dropped_and_what_happens_to_the_window_is_not(queue):
    for name in ("w", "window-event", "mouse1", CLOSE, "escape"):
        queue.queueEvent(Event(name))
    assert drop_keys() == ["window-event", CLOSE]
    assert drop_keys() == ["window-event", CLOSE]  # they are still there for the game


def test_closing_the_window_ends_the_loading(app):
    app.events += ["w", CLOSE]
    screen = LoadingScreen(app, "Level")
    screen.progress(0.1, "reading the level")
    with pytest.raises(SystemExit):
        screen.progress(0.2, "compiling")
    assert app.frames == 2


class ClosedWindow(loading_screen.GraphicsWindow):
    """A window that the player has closed, without one on the screen."""

    def __init__(self):
        """Panda3D makes windows by its engine alone."""

    def isClosed(self):  # noqa: N802, as Panda3D calls it
        return True


def test_a_window_that_was_closed_as_it_opened_ends_it(app, queue, monkeypatch):
    """Panda3D opens another one in its place, which is there and open."""
    monkeypatch.setattr(loading_screen.eventMgr, "parseEventParameter", lambda parameter: ClosedWindow())
    event = Event("window-event")
    event.addParameter(EventParameter(1))
    queue.queueEvent(event)
    with pytest.raises(SystemExit):
        LoadingScreen(app, "Level").progress(0.1, "reading the level")


def test_a_window_that_is_gone_ends_it_too(app):
    app.is_closed = True
    with pytest.raises(SystemExit):
        LoadingScreen(app, "Level").progress(0.1, "reading the level")


def test_a_player_alone_does_not_wait_for_machine_code_and_a_crowd_does(app, tmp_path):
    """Loading it from the cache takes tenths of a second, and interpreted ticks have the same bits."""
    waits = []
    background = SimpleNamespace(wait=lambda report: waits.append(report))
    for needs_speed in (False, True):
        open_level(table_level(tmp_path), LoadingScreen(app, "Table"), background, needs_speed)
        assert len(waits) == needs_speed


def test_the_work_beside_is_not_waited_for(app):
    """Compiling takes many seconds."""
    app.events += ["w", "w", CLOSE]
    screen, ended = LoadingScreen(app, "Level"), []
    with pytest.raises(SystemExit):
        run_in_thread(lambda report: (EVENT.wait(10), ended.append(True)), screen)
    assert not ended
    EVENT.set()
