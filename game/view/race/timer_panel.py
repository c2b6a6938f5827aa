"""The clock of a timed run, at the top of the picture: time, the best one, what the medals want; and how the run ended."""

from typing import NamedTuple

from game.simulation.checkpoints import count_of
from game.simulation.race import MEDALS, clock_text, medal_of, run_seconds

from ..panels.canvas import ACCENT, DIM, INK, LARGE, NORMAL, PANEL, SMALL
from ..panels.panel import Panel, PanelGroup
from .race_results import apart_text
from .results_card import ResultsCard, colour_of

WIDTH, HEIGHT, TOP = 312, 82, 14
COLOURS = {"gold": (0.97, 0.80, 0.28, 1.0), "silver": (0.80, 0.85, 0.90, 1.0), "bronze": (0.85, 0.56, 0.33, 1.0)}


class Clock(NamedTuple):
    """What the clock says: texts, the colour of the time, and how far behind the best run the last checkpoint was [s] or None."""

    time: str
    colour: tuple
    behind: float | None
    below: str


class ClockPanel(Panel):
    """Data: Clock."""

    NAME = "timer"

    def draw(self, canvas, data):
        middle = canvas.width / 2
        canvas.box(middle - WIDTH / 2, TOP, WIDTH, HEIGHT, PANEL)
        canvas.box(middle - WIDTH / 2, TOP, WIDTH, 3, ACCENT)
        canvas.text(data.time, middle, TOP + 10, LARGE, data.colour, bold=True, align="centre")
        if data.behind is not None:
            colour = colour_of(data.behind)
            canvas.text(apart_text(data.behind), middle + WIDTH / 2 - 14, TOP + 14, NORMAL, colour, align="right")
        canvas.text(data.below, middle, TOP + 40, SMALL, DIM, align="centre")


class TimerPanel(PanelGroup):
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]."""

    def __init__(self, parent, size):
        self._clock, self._card = ClockPanel(parent, size), ResultsCard(parent, size, WIDTH, TOP + HEIGHT)
        super().__init__(self._clock, self._card)

    def show(self, state, hz, keeper):
        """state: PlayerState; keeper: RunKeeper of the level"""
        if keeper.finish is None:
            self._clock.show(None)
            self._card.show(None)
            return
        seconds, is_done = run_seconds(state, hz), state.finished >= 0
        medal = medal_of(keeper.finish, seconds)
        clock = Clock(
            clock_text(seconds) + (f"  {medal or 'no medal'}" if is_done else ""),
            COLOURS.get(medal, INK) if is_done else INK,
            None if is_done else keeper.apart(state.checkpoint),
            wanted_text(keeper, count_of(keeper.level, state.checkpoint)),
        )
        self._clock.show(clock)
        self._card.show(keeper.result if is_done else None)

    @property
    def bottom(self):
        """Where it ends [units]."""
        return self._card.bottom


def wanted_text(keeper, checkpoints):
    """The best time and how many checkpoints are reached (of how many), and below them the times of the medals."""
    best = f"best {clock_text(keeper.best.seconds)}" if keeper.best else "first run"
    best += "   checkpoint {} of {}".format(*checkpoints) if checkpoints[1] else ""
    return best + "\n" + "  ".join(f"{medal} {clock_text(getattr(keeper.finish, medal))[:-3]}" for medal in MEDALS)
