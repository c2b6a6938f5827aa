"""The clock of a timed run, at the top of the picture: time, the best one, what the medals want; and how the run ended."""

from game.simulation.checkpoints import checkpoint_count
from game.simulation.race import MEDALS, clock_text, medal_of, run_seconds

from ..panels.canvas import ACCENT, DIM, INK, LARGE, NORMAL, PANEL, SMALL, Canvas, set_text
from .race_results import apart_text
from .results_card import ResultsCard, colour_of

WIDTH, HEIGHT, TOP = 312, 82, 14
COLOURS = {"gold": (0.97, 0.80, 0.28, 1.0), "silver": (0.80, 0.85, 0.90, 1.0), "bronze": (0.85, 0.56, 0.33, 1.0)}


class TimerPanel:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]."""

    def __init__(self, parent, size):
        self._canvas, self._card = Canvas(parent, size, "timer"), ResultsCard(parent, size, WIDTH, TOP + HEIGHT)
        self._time = self._apart = self._wanted = None

    def show(self, state, hz, keeper):
        """state: PlayerState; keeper: RunKeeper of the level"""
        if keeper.finish is None:
            self._canvas.clear()
            self._card.show(None)
            self._time = None
            return
        if self._time is None:
            self._draw()
        seconds = run_seconds(state, hz)
        done = state.finished >= 0
        is_replay = done and keeper.result is not None and keeper.result.is_replay
        medal = None if is_replay else medal_of(keeper.finish, seconds)
        won = "recording" if is_replay else medal or "no medal"
        set_text(self._time, clock_text(seconds) + (f"  {won}" if done else ""))
        self._time.node().setTextColor(*(COLOURS.get(medal, INK) if done else INK))
        self._show_apart(None if done else keeper.apart(state.checkpoint))
        self._card.show(keeper.result if done else None)
        set_text(self._wanted, wanted_text(keeper, checkpoint_count(keeper.level, state.checkpoint)))

    def _show_apart(self, seconds):
        """How far behind the best run the last checkpoint was reached."""
        set_text(self._apart, "" if seconds is None else apart_text(seconds))
        self._apart.node().setTextColor(*colour_of(seconds or 0.0))

    def _draw(self):
        middle = self._canvas.width / 2
        self._canvas.box(middle - WIDTH / 2, TOP, WIDTH, HEIGHT, PANEL)
        self._canvas.box(middle - WIDTH / 2, TOP, WIDTH, 3, ACCENT)
        self._time = self._canvas.text("", middle, TOP + 10, LARGE, INK, bold=True, align="centre")
        self._apart = self._canvas.text("", middle + WIDTH / 2 - 14, TOP + 14, NORMAL, INK, align="right")
        self._wanted = self._canvas.text("", middle, TOP + 40, SMALL, DIM, align="centre")

    def set_visible(self, visible):
        self._canvas.root.show() if visible else self._canvas.root.hide()
        self._card.set_visible(visible)

    @property
    def bottom(self):
        """Where it ends [units]."""
        return self._card.bottom

    def remove(self):
        self._canvas.remove()
        self._card.remove()


def wanted_text(keeper, checkpoints):
    """The best time and how many checkpoints are reached (of how many), and below them the times of the medals."""
    best = f"best {clock_text(keeper.best.seconds)}" if keeper.best else "first run"
    best += "   checkpoint {} of {}".format(*checkpoints) if checkpoints[1] else ""
    return best + "\n" + "  ".join(f"{medal} {clock_text(getattr(keeper.finish, medal))[:-3]}" for medal in MEDALS)
