"""The timer of a race, the card with a run's results, and the pictures of medals: a disc on a ribbon."""

from functools import partial
from typing import NamedTuple

import numpy as np
from panda3d.core import NodePath
from PIL import Image

from ...core.shapes import Colour, Rgba
from ...panels.bindings import RACE, hint_for
from ...panels.canvas import SAMPLES, Canvas, draw_hint, hint_width, smoothed, texture_of
from ...panels.panel import Panel, PanelGroup
from ...panels.theme import ACCENT, ASIDE, INK, LARGE, LINE_HEIGHT, NORMAL, PANEL, SMALL, Size, TextStyle
from ...simulation import PlayerState
from ...simulation.race_clock_and_medals import MEDALS, checkpoint_count, clock_text, medal_of, run_seconds
from ..session.race import RaceResult, RaceTracker, delta_text, respawn_count, result_rows, verdict_lines

SIDE, SMALL_SIDE = 96, 32  # sides of the large and small picture [pixels]
ICON = 1.5  # side of a medal before a text, in text sizes
RIBBON, EDGE = (0.20, 0.42, 0.78), 0.86  # colour; radius of the raised rim, as a fraction of the disc's
MEDAL_COLOURS = {"gold": (0.97, 0.80, 0.28), "silver": (0.80, 0.85, 0.90), "bronze": (0.85, 0.56, 0.33)}


def medal_picture(colour: Colour, side: int) -> Image.Image:
    """Return a medal as a square RGBA image with a transparent background. `side`: of the picture [pixels]"""
    y, x = (np.mgrid[: side * SAMPLES, : side * SAMPLES] + 0.5) / (side * SAMPLES)
    picture = np.zeros((*x.shape, 4))
    for lean in (-1.0, 1.0):
        picture[(np.abs(x - 0.5 - lean * (0.42 - y) * 0.55) < 0.11) & (y < 0.5)] = (*RIBBON, 1.0)
    distance = np.hypot(x - 0.5, y - 0.64) / 0.33
    shine = 0.80 + 0.20 * np.clip((0.64 - y + 0.5 - x) / 0.33, -1.0, 1.0)
    shine = np.where(np.abs(distance - EDGE) < 0.04, 0.62, shine)
    disc = distance < 1.0
    picture[disc] = np.concatenate((np.array(colour) * shine[..., None], np.ones((*x.shape, 1))), axis=-1)[disc]
    return smoothed(picture, 1.0)


MEDAL_PICTURES = {name: partial(medal_picture, colour, SIDE) for name, colour in MEDAL_COLOURS.items()}
MEDAL_ICONS = {name: partial(medal_picture, colour, SMALL_SIDE) for name, colour in MEDAL_COLOURS.items()}


def draw_value(canvas: Canvas, value: str, right: float, y: float, style: TextStyle) -> float:
    """Draw a text such as "gold 0:28.72", the medal as a picture, to the left of `right` [units]. Return its width [units]."""
    medal, _, rest = value.partition(" ")
    if medal not in MEDAL_ICONS:
        canvas.text(value, right, y, style, align="right")
        return canvas.text_width(value, style)
    canvas.text(rest, right, y, style, align="right")
    width, icon = canvas.text_width(rest, style), ICON * style.size
    canvas.image(texture_of(MEDAL_ICONS[medal]), right - width - icon - 3, y + (LINE_HEIGHT * style.size - icon) / 2, icon, icon)
    return width + icon + 3


ROW, PADDING, MEDAL = 22, 14, 72  # [units]; MEDAL: side of its drawing
TIME_RIGHT, DELTA_RIGHT = 0.66, 0.97  # right ends of the columns of times and differences, in fractions of the width
KEYS = hint_for("restart", "watch", situation=RACE), hint_for("record", "next_level", situation=RACE)
KEYS_UNCOUNTED = f"{hint_for('restart')}: the new run counts", KEYS[1]
AHEAD, BEHIND = (0.45, 0.87, 0.52, 1.0), (0.97, 0.52, 0.45, 1.0)


def delta_colour(delta: float) -> Rgba:
    """Return the colour for a time difference [s]. It is positive behind the best run, negative ahead of it."""
    return BEHIND if delta > 0.0 else AHEAD


WIDTH, HEIGHT, TOP, LEFT = 312, 88, 14, 14  # [units] of the clock, at the upper left: in the middle it lies over the way ahead
CARD_TOP = TOP + HEIGHT  # [units] of the results


class ResultsCard(Panel[RaceResult]):
    """The panel with the results of a run, or why it does not count, below the clock."""

    NAME = "results"

    _height = 0.0  # [units]

    @property
    def bottom(self) -> float:
        return CARD_TOP + (self._height if self._data else 0)

    def draw(self, canvas: Canvas, data: RaceResult) -> None:
        rows, words = result_rows(data), verdict_lines(data)
        drawn = MEDAL if data.medal else 0
        keys = KEYS_UNCOUNTED if data.reason and not data.is_replay else KEYS
        y, self._height = CARD_TOP + 8 + drawn, (len(rows) + len(words) + len(keys)) * ROW + 4 * len(words) + 20 + drawn
        canvas.box(LEFT, CARD_TOP, WIDTH, self._height, PANEL)
        if data.medal:
            picture = texture_of(MEDAL_PICTURES[data.medal])
            canvas.image(picture, LEFT + (WIDTH - MEDAL) / 2, CARD_TOP + 8, MEDAL, MEDAL)
        for row in rows:
            self._draw_row(y, *row)
            y += ROW
        for text, colour in zip(words, (INK, ACCENT, INK)):
            y += 4
            canvas.text(text, LEFT + WIDTH / 2, y, TextStyle(SMALL, colour), align="centre")
            y += ROW
        for hint in keys:
            draw_hint(canvas, hint, LEFT + (WIDTH - hint_width(canvas, hint)) / 2, y + 4, ASIDE)
            y += ROW

    def _draw_row(self, y: float, name: str, time: str, delta: float | None) -> None:
        self.canvas.text(name, LEFT + PADDING, y, ASIDE)
        self.canvas.text(time, LEFT + TIME_RIGHT * WIDTH, y - 1, align="right")
        if delta is not None:
            right = LEFT + DELTA_RIGHT * WIDTH
            self.canvas.text(delta_text(delta), right, y - 1, TextStyle(NORMAL, delta_colour(delta)), align="right")


MEDALS_DOWN = 65  # [units] of the medals below TOP. Less: their ribbons touch the line above; more: they leave the panel
MEDAL_WIDTH = 84  # [units] from the time of a medal to that of the next
CARD_TIME = 20.0  # [s] after the finish. Shorter: the card is not read; longer: it covers what the player looks at next


class Clock(NamedTuple):
    time: str  # the time of the run, as text
    colour: Rgba
    behind: float | None  # time behind the ghost at the last checkpoint [s], negative if ahead of it, or None
    below: str  # line of text below the time
    medals: tuple[str, ...]  # texts below that line, such as "gold 0:40", drawn with pictures of the medals


class ClockPanel(Panel[Clock]):
    NAME = "timer"

    def draw(self, canvas: Canvas, data: Clock) -> None:
        middle = LEFT + WIDTH / 2
        canvas.box(LEFT, TOP, WIDTH, HEIGHT, PANEL)
        canvas.box(LEFT, TOP, WIDTH, 3, ACCENT)
        canvas.text(data.time, middle, TOP + 10, TextStyle(LARGE, data.colour, bold=True), align="centre")
        if data.behind is not None:
            colour = delta_colour(data.behind)
            canvas.text(delta_text(data.behind), middle + WIDTH / 2 - 14, TOP + 14, TextStyle(NORMAL, colour), align="right")
        canvas.text(data.below, middle, TOP + 40, ASIDE, align="centre")
        for place, medal in enumerate(data.medals, 1):
            draw_value(canvas, medal, middle + (place - 0.5 * len(data.medals)) * MEDAL_WIDTH - 14, TOP + MEDALS_DOWN, ASIDE)


class TimerPanel(PanelGroup):
    def __init__(self, parent: NodePath, size: Size):
        self._clock, self._card = ClockPanel(parent, size), ResultsCard(parent, size)
        super().__init__(self._clock, self._card)

    def show(self, state: PlayerState, hz: int, tracker: RaceTracker, is_paused: bool = False) -> None:
        """Draw the clock in a level with a finish, and for CARD_TIME after it the card with the results.

        is_paused: True in a pause, in which the card could cover the body
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
            (*MEDAL_COLOURS[medal], 1.0) if medal and is_done else INK,
            None if is_done else tracker.delta(state.checkpoint),
            goals_text(tracker, checkpoint_count(tracker.level, state.checkpoint)),
            tuple(f"{medal} {clock_text(getattr(tracker.finish, medal))[:-3]}" for medal in MEDALS),
        )
        self._clock.show(clock)
        is_early = not is_paused and state.tick - state.finished < CARD_TIME * hz
        self._card.show(result if result and is_early and respawn_count(state) == result.respawns else None)

    @property
    def bottom(self) -> float:
        """The lower end [units] of the card, or of the clock while no card is shown. A hidden clock keeps its place."""
        return self._card.bottom


def goals_text(tracker: RaceTracker, checkpoints: tuple[int, int]) -> str:
    best = f"best {clock_text(tracker.best.seconds)}" if tracker.best else "first run"
    if tracker.ghost is not None and tracker.ghost is not tracker.best:
        best += f"   ghost: {'of a file' if tracker.ghost is tracker.rival else tracker.ghost_name}"
    return ("not counted" if tracker.reason else best) + ("   checkpoint {} of {}".format(*checkpoints) if checkpoints[1] else "")
