"""The clock of a timed run, at the top of the picture: time, best time, times of the medals, and the card of results."""

from game.simulation.checkpoints import count_of
from game.simulation.race import MEDALS, clock_text, medal_of, run_seconds

from ..panels.canvas import ACCENT, DIM, INK, LARGE, NORMAL, PANEL, SMALL, Canvas, set_text
from .race_results import delta_text
from .results_card import ResultsCard, delta_colour

WIDTH, HEIGHT, TOP = 312, 82, 14
COLOURS = {"gold": (0.97, 0.80, 0.28, 1.0), "silver": (0.80, 0.85, 0.90, 1.0), "bronze": (0.85, 0.56, 0.33, 1.0)}


class TimerPanel:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]."""

    def __init__(self, parent, size):
        self._canvas, self._card = Canvas(parent, size, "timer"), ResultsCard(parent, size, WIDTH, TOP + HEIGHT)
        self._time = self._delta = self._goals = None

    def show(self, state, hz, tracker):
        """Draw the clock, or nothing in a level without a finish. state: PlayerState; tracker: RaceTracker of the level"""
        if tracker.finish is None:
            self._canvas.clear()
            self._card.show(None)
            self._time = None
            return
        if self._time is None:
            self._draw()
        seconds = run_seconds(state, hz)
        medal = medal_of(tracker.finish, seconds)
        done = state.finished >= 0
        set_text(self._time, clock_text(seconds) + (f"  {medal or 'no medal'}" if done else ""))
        self._time.node().setTextColor(*(COLOURS.get(medal, INK) if done else INK))
        self._show_delta(None if done else tracker.delta(state.checkpoint))
        self._card.show(tracker.result if done else None)
        set_text(self._goals, goals_text(tracker, count_of(tracker.level, state.checkpoint)))

    def _show_delta(self, seconds):
        """Draw the time behind the best run at the last checkpoint. seconds: None for none"""
        set_text(self._delta, "" if seconds is None else delta_text(seconds))
        self._delta.node().setTextColor(*delta_colour(seconds or 0.0))

    def _draw(self):
        middle = self._canvas.width / 2
        self._canvas.box(middle - WIDTH / 2, TOP, WIDTH, HEIGHT, PANEL)
        self._canvas.box(middle - WIDTH / 2, TOP, WIDTH, 3, ACCENT)
        self._time = self._canvas.text("", middle, TOP + 10, LARGE, INK, bold=True, align="centre")
        self._delta = self._canvas.text("", middle + WIDTH / 2 - 14, TOP + 14, NORMAL, INK, align="right")
        self._goals = self._canvas.text("", middle, TOP + 40, SMALL, DIM, align="centre")

    def set_visible(self, visible):
        self._canvas.root.show() if visible else self._canvas.root.hide()
        self._card.set_visible(visible)

    @property
    def bottom(self):
        """Lower end of the clock and its card [units]."""
        return self._card.bottom

    def remove(self):
        self._canvas.remove()
        self._card.remove()


def goals_text(tracker, checkpoints):
    """Two lines: best time and checkpoints; times of the medals. checkpoints: (reached, all)"""
    best = f"best {clock_text(tracker.best.seconds)}" if tracker.best else "first run"
    best += "   checkpoint {} of {}".format(*checkpoints) if checkpoints[1] else ""
    return best + "\n" + "  ".join(f"{medal} {clock_text(getattr(tracker.finish, medal))[:-3]}" for medal in MEDALS)
