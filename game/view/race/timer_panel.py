"""The clock of a timed run at the top of the window: time, best time, times of the medals, and the results below."""

from typing import NamedTuple

from ...simulation.runs.race_times_and_checkpoints import MEDALS, checkpoint_count, clock_text, medal_of, run_seconds
from ..panels.canvas.theme import ACCENT, ASIDE, INK, LARGE, NORMAL, PANEL, TextStyle
from ..panels.panel import Panel, PanelGroup
from .medal_picture import draw_value
from .race_results import delta_text, respawn_count
from .results_card import ResultsCard, delta_colour

WIDTH, HEIGHT, TOP = 312, 88, 14
MEDALS_DOWN = 65  # [units] of the medals below TOP. Less: their ribbons touch the line above; more: they leave the panel
MEDAL_WIDTH = 84  # [units] from the time of a medal to that of the next
CARD_TIME = 20.0  # [s] after the finish. Shorter: the card is not read; longer: it covers what the player looks at next
COLOURS = {"gold": (0.97, 0.80, 0.28, 1.0), "silver": (0.80, 0.85, 0.90, 1.0), "bronze": (0.85, 0.56, 0.33, 1.0)}


class Clock(NamedTuple):
    """The texts and colours of the clock.

    time: the time of the run, as text
    colour: (4,) of the time
    behind: time behind the ghost at the last checkpoint [s], negative if ahead of it, or None
    below: line of text below the time
    medals: texts below that line, such as "gold 0:40", drawn with pictures of the medals
    middle: of the panel, as a fraction of the window's width
    """

    time: str
    colour: tuple
    behind: float | None
    below: str
    medals: tuple
    middle: float


class ClockPanel(Panel):
    """The panel of the clock. The panel's data is a Clock."""

    NAME = "timer"

    def draw(self, canvas, data):
        middle = data.middle * canvas.width
        canvas.box(middle - WIDTH / 2, TOP, WIDTH, HEIGHT, PANEL)
        canvas.box(middle - WIDTH / 2, TOP, WIDTH, 3, ACCENT)
        canvas.text(data.time, middle, TOP + 10, TextStyle(LARGE, data.colour, bold=True), align="centre")
        if data.behind is not None:
            colour = delta_colour(data.behind)
            canvas.text(delta_text(data.behind), middle + WIDTH / 2 - 14, TOP + 14, TextStyle(NORMAL, colour), align="right")
        canvas.text(data.below, middle, TOP + 40, ASIDE, align="centre")
        for place, medal in enumerate(data.medals, 1):
            draw_value(canvas, medal, middle + (place - 0.5 * len(data.medals)) * MEDAL_WIDTH - 14, TOP + MEDALS_DOWN, ASIDE)


class TimerPanel(PanelGroup):
    """The clock of a timed run, and the card with its results.

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    """

    def __init__(self, parent, size):
        self._clock, self._card = ClockPanel(parent, size), ResultsCard(parent, size, WIDTH, TOP + HEIGHT)
        super().__init__(self._clock, self._card)

    def show(self, state, hz, tracker, area=None):
        """Draw the clock, and after the finish the card with the results. Both are hidden in a level without a finish.

        The card is hidden CARD_TIME after the finish, and when the player respawns.

        state: PlayerState
        hz: ticks per second
        tracker: RaceTracker of the level
        area: Area that the panels of a pause leave free, where the card would cover the body, or None without such panels
        """
        if tracker.finish is None:
            self._clock.show(None)
            self._card.show(None)
            return
        seconds, is_done = run_seconds(state, hz), state.finished >= 0
        result = tracker.result if is_done else None
        medal = result.medal if result else medal_of(tracker.finish, seconds)
        won = medal or "no medal"
        if result and result.reason:
            won = "recording" if result.is_replay else "not counted"
        clock = Clock(
            clock_text(seconds) + (f"  {won}" if is_done else ""),
            COLOURS.get(medal, INK) if is_done else INK,
            None if is_done else tracker.delta(state.checkpoint),
            goals_text(tracker, checkpoint_count(tracker.level, state.checkpoint)),
            tuple(f"{medal} {clock_text(getattr(tracker.finish, medal))[:-3]}" for medal in MEDALS),
            0.5 if area is None else area.middle[0],
        )
        self._clock.show(clock)
        is_early = area is None and state.tick - state.finished < CARD_TIME * hz
        self._card.show(result if result and is_early and respawn_count(state) == result.respawns else None)

    @property
    def bottom(self):
        """The lower end [units] of the card, or of the clock while no card is shown. A hidden clock keeps its place."""
        return self._card.bottom


def goals_text(tracker, checkpoints):
    """Return the line of text below the time: checkpoints, and before them the best time, or that the run does not count.

    tracker: RaceTracker
    checkpoints: (number of checkpoints reached, number of checkpoints in the level)
    """
    best = f"best {clock_text(tracker.best.seconds)}" if tracker.best else "first run"
    return ("not counted" if tracker.reason else best) + ("   checkpoint {} of {}".format(*checkpoints) if checkpoints[1] else "")
