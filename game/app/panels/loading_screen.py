"""The loading screen and the small panel of background work: a bar and the current step, drawn at each report of progress."""

from time import monotonic

from direct.showbase.EventManagerGlobal import eventMgr
from panda3d.core import EventQueue, GraphicsWindow

from ...panels.panel import Panel
from ...panels.theme import ACCENT, ASIDE, DIM, INK, LARGE, LINE, NORMAL, NOTE, PANEL, TITLE, TextStyle

BACKGROUND = (0.09, 0.11, 0.15, 1.0)
WIDTH = 420
CLOSE = "close-window"  # the event of closing the window
WINDOW_EVENT = "window-event"  # of Panda3D, after a change of a window
OF_THE_WINDOW = (CLOSE, WINDOW_EVENT)
PAUSE = 0.05  # [s] between two drawings at least, so that drawing does not slow loading down


class LoadingPanel(Panel):
    """The panel with the progress bar. Its data is (title of the level, finished fraction 0..1, current step as text)."""

    NAME, SORT = "loading", 50

    def draw(self, canvas, data):
        title, fraction, text = data
        left, y = (canvas.width - WIDTH) / 2, canvas.height * 0.42
        canvas.box(0, 0, canvas.width, canvas.height, BACKGROUND)
        canvas.text("Glissade", left, y - 74, TextStyle(TITLE, INK, bold=True))
        canvas.box(left, y - 14, 48, 3, ACCENT)
        canvas.text(title, left, y, TextStyle(LARGE, INK))
        canvas.text(text, left, y + 34, TextStyle(NORMAL, DIM))
        canvas.box(left, y + 66, WIDTH, 3, LINE)
        canvas.box(left, y + 66, WIDTH * max(0.004, min(1.0, fraction)), 3, ACCENT)


class LoadingScreen:
    """The picture while a level loads.

    app: ShowBase
    title: of the level
    """

    def __init__(self, app, title):
        self._app, self._title, self._text, self._drawn_at = app, title, "", 0.0
        self._panel = LoadingPanel(app.pixel2d, (app.win.getXSize(), app.win.getYSize()))

    def progress(self, fraction, text):
        """Draw a frame with the progress, because no other code draws frames during loading.

        A frame soon after the last one is left out, unless the text has changed or the work is finished.
        fraction: finished fraction of the whole, 0..1
        text: the current step
        Raises SystemExit if the user has closed the window.
        """
        if monotonic() - self._drawn_at < PAUSE and fraction < 1.0 and text == self._text:
            return
        self._text = text
        self._panel.show((self._title, fraction, text))
        self._app.graphicsEngine.renderFrame()
        self._app.graphicsEngine.flipFrame()  # otherwise the next frame shows this one
        self._drawn_at = monotonic()
        if CLOSE in drop_keys() or self._app.win.isClosed():
            raise SystemExit(0)

    def remove(self):
        self._panel.remove()


def drop_keys():
    """Remove all events from Panda3D's queue, except those of the window. Return the names of the remaining events.

    An event that reports a closed window is returned as CLOSE.
    """
    queue, waiting = EventQueue.getGlobalEventQueue(), []
    while not queue.isQueueEmpty():
        waiting.append(queue.dequeueEvent())
    kept = [event for event in waiting if event.getName() in OF_THE_WINDOW]
    for event in kept:
        queue.queueEvent(event)
    return [CLOSE if is_of_closed_window(event) else event.getName() for event in kept]


def is_of_closed_window(event):
    """True if an event of Panda3D reports a closed window, which need not be the game's window.

    Panda3D treats a window as failed if the user closes it while it opens. It then opens another window.
    """
    windows = map(eventMgr.parseEventParameter, event.getParameters()) if event.getName() == WINDOW_EVENT else ()
    return any(isinstance(window, GraphicsWindow) and window.isClosed() for window in windows)


HEIGHT, MARGIN, PADDING = 24, 16, 10


class BackgroundPanel(Panel):
    """The panel with the line of text.

    The panel's data is (text, right end of the window's free area). The right end is a fraction of the window's width.
    """

    NAME, SORT = "background", 21  # above the menu, for the light of the front page is baked behind it

    def draw(self, canvas, data):
        text, right = data
        width = canvas.text_width(text, NOTE) + 2 * PADDING
        left = right * canvas.width - MARGIN - width
        canvas.box(left, MARGIN, width, HEIGHT, PANEL)
        canvas.text(text, left + PADDING, MARGIN + 2, ASIDE)


class BackgroundLine:
    """The line that names the current background work, one of the views of Interface.

    background: Background, whose `text` is shown
    area(): returns the Area of the window that no panel covers
    """

    def __init__(self, background, area):
        self._background, self._area, self._panel = background, area, None

    def build(self, parent, size):
        self._panel = BackgroundPanel(parent, size)

    def update(self, is_uncovered):
        """Update the line once a frame. It is drawn as long as there is background work, also behind an open menu.

        is_uncovered: False while a menu or the help panel covers the panels. Then the line is at the right edge of the window.
        """
        text = self._background.text
        self._panel.show((text, self._area().right if is_uncovered else 1.0) if text else None)
        self._panel.visible = True  # also if a more important panel was in its place

    def remove(self):
        self._panel.remove()
