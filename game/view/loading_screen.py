"""The loading screen: what is being done, and how far it is. It draws itself at every step of the work."""

from time import monotonic

from panda3d.core import EventQueue

from .panels.canvas import ACCENT, DIM, INK, LARGE, LINE, NORMAL, TITLE, Canvas, set_text

BACKGROUND = (0.09, 0.11, 0.15, 1.0)
WIDTH = 420
CLOSE = "close-window"  # the event of a player who closes the window
OF_THE_WINDOW = (CLOSE, "window-event")
PAUSE = 0.05  # [s] between two drawings at least: showing the progress must not be what takes the time


class LoadingScreen:
    """app: ShowBase; title: of the level. SystemExit is raised as soon as the player closes the window."""

    def __init__(self, app, title):
        self._app = app
        self._canvas = canvas = Canvas(app.pixel2d, (app.win.getXSize(), app.win.getYSize()), "loading", sort=50)
        self._left, self._y = (canvas.width - WIDTH) / 2, canvas.height * 0.42
        canvas.box(0, 0, canvas.width, canvas.height, BACKGROUND)
        canvas.text("Glissade", self._left, self._y - 74, TITLE, INK, bold=True)
        canvas.box(self._left, self._y - 14, 48, 3, ACCENT)
        canvas.text(title, self._left, self._y, LARGE, INK)
        self._text = canvas.text("", self._left, self._y + 34, NORMAL, DIM)
        canvas.box(self._left, self._y + 66, WIDTH, 3, LINE)
        self._bar, self._drawn_at = None, 0.0

    def progress(self, fraction, text):
        """fraction: 0..1 of the whole; text: what is being done."""
        if monotonic() - self._drawn_at < PAUSE and fraction < 1.0 and text == self._text.node().getText():
            return
        if self._bar:
            self._bar.removeNode()
        self._bar = self._canvas.box(self._left, self._y + 66, WIDTH * max(0.004, min(1.0, fraction)), 3, ACCENT)
        set_text(self._text, text)
        self.draw()

    def rest(self, done):
        """The same as `progress`, for work that is the rest when a part of the whole, 0..1, is done."""
        return lambda fraction, text: self.progress(done + (1.0 - done) * fraction, text)

    def draw(self):
        """Show it now: while loading, nothing else draws frames or handles events."""
        self._app.graphicsEngine.renderFrame()
        self._app.graphicsEngine.renderFrame()
        self._drawn_at = monotonic()
        if CLOSE in drop_keys() or self._app.win.isClosed():
            raise SystemExit(0)

    def remove(self):
        self._canvas.remove()


def drop_keys():
    """Take all waiting events out of Panda3D's queue but those of the window itself. Returns the names of these."""
    queue, waiting = EventQueue.getGlobalEventQueue(), []
    while not queue.isQueueEmpty():
        waiting.append(queue.dequeueEvent())
    kept = [event for event in waiting if event.getName() in OF_THE_WINDOW]
    for event in kept:
        queue.queueEvent(event)
    return [event.getName() for event in kept]
