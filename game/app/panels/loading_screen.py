"""The loading screen, whose bar and text are drawn at each report of progress, and the line of background work."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from direct.showbase.EventManagerGlobal import eventMgr
from direct.showbase.ShowBase import ShowBase
from panda3d.core import Event, EventQueue, GraphicsWindow

from ...panels.canvas import Canvas, shortened
from ...panels.panel import Panel, PanelView
from ...panels.theme import ACCENT, ASIDE, DIM, INK, LARGE, LINE, NORMAL, NOTE, PANEL, TITLE, TextStyle
from ...scene.framing import Area

if TYPE_CHECKING:
    from ..background_jobs import Background

BACKGROUND = (0.09, 0.11, 0.15, 1.0)
WIDTH = 420
CLOSE = "close-window"  # the event of closing the window
WINDOW_EVENT = "window-event"  # of Panda3D, after a change of a window
OF_THE_WINDOW = (CLOSE, WINDOW_EVENT)
PAUSE = 0.05  # [s] between two drawings at least, so that drawing does not slow loading down


class LoadingPanel(Panel[tuple[str, float, str]]):
    """The panel with the progress bar: title of the level, finished fraction 0..1, present part of the work as text."""

    NAME, SORT = "loading", 50

    def draw(self, canvas: Canvas, data: tuple[str, float, str]) -> None:
        title, fraction, text = data
        left, y = (canvas.width - WIDTH) / 2, canvas.height * 0.42
        canvas.box(0, 0, canvas.width, canvas.height, BACKGROUND)
        canvas.text("Glissade", left, y - 74, TextStyle(TITLE, INK, bold=True))
        canvas.box(left, y - 14, 48, 3, ACCENT)
        large = TextStyle(LARGE, INK)
        canvas.text(shortened(canvas, title, WIDTH, large), left, y, large)
        canvas.text(text, left, y + 34, TextStyle(NORMAL, DIM))
        canvas.box(left, y + 66, WIDTH, 3, LINE)
        canvas.box(left, y + 66, WIDTH * max(0.004, min(1.0, fraction)), 3, ACCENT)


class LoadingScreen:
    def __init__(self, app: ShowBase, title: str):
        self._app, self._title, self._text, self._drawn_at = app, title, "", 0.0
        self._panel = LoadingPanel(app.pixel2d, (app.win.getXSize(), app.win.getYSize()))

    def progress(self, fraction: float, text: str) -> None:
        """Draw a frame now, unless it is too early and shows nothing new. Raises SystemExit if the window was closed."""
        if monotonic() - self._drawn_at < PAUSE and fraction < 1.0 and text == self._text:
            return
        self._text = text
        self._panel.show((self._title, fraction, text))
        self._app.graphicsEngine.renderFrame()
        self._app.graphicsEngine.flipFrame()  # otherwise the next frame shows this one
        self._drawn_at = monotonic()
        if CLOSE in drop_keys() or self._app.win.isClosed():
            raise SystemExit(0)

    def remove(self) -> None:
        self._panel.remove()


def drop_keys() -> list[str]:
    """Remove all events but the window's from Panda3D's queue. Return the names of those, CLOSE for a closed window."""
    queue, waiting = EventQueue.getGlobalEventQueue(), []
    while not queue.isQueueEmpty():
        waiting.append(queue.dequeueEvent())
    kept = [event for event in waiting if event.getName() in OF_THE_WINDOW]
    for event in kept:
        queue.queueEvent(event)
    return [CLOSE if is_of_closed_window(event) else event.getName() for event in kept]


def is_of_closed_window(event: Event) -> bool:
    """True if an event reports a closed window. Panda3D opens another if the user closes one that opens: it need not be ours."""
    windows = map(eventMgr.parseEventParameter, event.getParameters()) if event.getName() == WINDOW_EVENT else ()
    return any(isinstance(window, GraphicsWindow) and window.isClosed() for window in windows)


LINE_TALL, LINE_MARGIN, LINE_PADDING = 24, 16, 10  # [units] of the line of background work


class BackgroundPanel(Panel[tuple[str, float]]):
    """The line that names the current background work. Its right end is a fraction of the window's width."""

    NAME, SORT = "background", 21  # above the menu, for the light of the front page is baked behind it

    def draw(self, canvas: Canvas, data: tuple[str, float]) -> None:
        text, right = data
        width = canvas.text_width(text, NOTE) + 2 * LINE_PADDING
        left = right * canvas.width - LINE_MARGIN - width
        canvas.box(left, LINE_MARGIN, width, LINE_TALL, PANEL)
        canvas.text(text, left + LINE_PADDING, LINE_MARGIN + 2, ASIDE)


class BackgroundLine(PanelView[BackgroundPanel]):
    """The view of the background work, also over an open menu. area(): that no panel covers"""

    PANEL = BackgroundPanel

    def __init__(self, background: Background, area: Callable[[], Area]):
        self._background, self._area = background, area

    def update(self, is_uncovered: bool) -> None:
        text = self._background.text
        self._panel.show((text, self._area().right if is_uncovered else 1.0) if text else None)
