"""The timeline of a paused game: stored ticks, their marks, the displayed tick, and buttons."""

from typing import NamedTuple

from game.overlay.timeline_marks import LOOKS

from ..time_control import BACKWARD, SLOWER
from .canvas import ACCENT, CROWDED, DIM, INK, LINE, SMALL
from .layout.timeline_layout import (
    BAR,
    BAR_HEIGHT,
    HEIGHT,
    KEY_HEIGHT,
    KEYS,
    LEGEND,
    SIGNS,
    STATE,
    WORDS,
    Layout,
    legend_of,
    spot_at,
    spots_of,
)
from .panel import Panel, PanelGroup

HEAD = 4  # width of the mark at the tick shown
LEGEND_ROW = 18


class TimelineGround(Panel):
    """The background of the timeline, which changes with the history only. Its data: (Marks, Scale)."""

    NAME, SORT, NEEDED = "timeline", 2, CROWDED

    def __init__(self, parent, size):
        super().__init__(parent, size)
        self.layout, self.spots = Layout(self.canvas.width, self.canvas.height), []

    def draw(self, canvas, data):
        (marks, scale), layout = data, self.layout
        self.spots = spots_of(marks, scale)
        canvas.panel(layout.left, layout.top, layout.width, HEIGHT)
        canvas.box(layout.x, layout.top + BAR, layout.inside, BAR_HEIGHT, (*DIM[:3], 0.45))
        for spot in self.spots:
            sign, colour, _ = LOOKS[spot.kind]
            canvas.text(sign, layout.x + spot.x, layout.top + SIGNS, SMALL, (*colour, 1.0), align="centre")
        for _, label, x, width in layout.buttons():
            canvas.box(x, layout.top + KEYS, width, KEY_HEIGHT, LINE)
            canvas.text(label, x + width / 2, layout.top + KEYS + 4, SMALL, INK, align="centre")
        self._draw_legend(legend_of(marks))

    def _draw_legend(self, entries):
        """Draw entries in lines, as many in each as fit."""
        canvas, layout = self.canvas, self.layout
        x, y, right = layout.x, layout.top + LEGEND, layout.x + layout.inside
        for sign, colour, name in entries:
            width = canvas.text_width(f"{sign} {name}  ", SMALL)
            if x + width > right:
                x, y = layout.x, y + LEGEND_ROW
            canvas.text(sign, x, y, SMALL, (*colour, 1.0))
            canvas.text(name, x + canvas.text_width("  ", SMALL), y, SMALL, DIM)
            x += width


class TimelineState(NamedTuple):
    """The state of the timeline as it is drawn. x: of the tick shown [units]; others: texts"""

    x: float
    mode: str
    words: str
    time: str
    speed: str
    go_on: str


class TimelineFront(Panel):
    """The moving part of the timeline. Its data: TimelineState."""

    NAME, SORT, NEEDED = "timeline front", 3, CROWDED

    def __init__(self, parent, size):
        super().__init__(parent, size)
        self._layout = Layout(self.canvas.width, self.canvas.height)

    def draw(self, canvas, data):
        layout = self._layout
        top, right = layout.top + STATE, layout.x + layout.inside
        canvas.text(data.mode, layout.x, top, SMALL, ACCENT, bold=True)
        canvas.text(data.words, (layout.x + right) / 2, layout.top + WORDS, SMALL, INK, align="centre")
        canvas.text(data.time, right, top, SMALL, DIM, align="right")
        past = canvas.box(layout.x, layout.top + BAR, layout.inside, BAR_HEIGHT, ACCENT)
        past.setSx(max(data.x, 0.01) / layout.inside)
        past.setX(round(layout.x * canvas.scale) * (1.0 - past.getSx()))
        canvas.box(layout.x + data.x - HEAD / 2, layout.top + BAR - 4, HEAD, BAR_HEIGHT + 8, INK)
        middles = {action: x + width / 2 for action, _, x, width in layout.buttons()}
        for action, text in (("speed", data.speed), ("pause", data.go_on)):
            canvas.text(text, middles[action], layout.top + KEYS + 4, SMALL, INK, align="centre")


class TimelinePanel(PanelGroup):
    """The timeline, drawn while the game is paused.

    parent: pixel2d; size: (width, height) [pixels].
    """

    def __init__(self, parent, size):
        self._ground, self._front, self._scale = TimelineGround(parent, size), TimelineFront(parent, size), None
        super().__init__(self._ground, self._front)
        self._layout = self._ground.layout

    def show(self, session, pointer=None, recording=""):
        """Show the timeline. session: Session with a history, None: nothing is drawn; recording: as Status's

        pointer: (x, y) in the window [pixels], None while it is hidden
        """
        if session is None:
            self._ground.show(None)
            self._front.show(None)
            return
        self._scale = self._layout.scale(session.sim.history)
        self._ground.show((session.marks(), self._scale))
        state = TimelineState(
            self._scale.x_of(session.record.before.tick + session.part),
            f"{mode_of(session)}  {recording}".rstrip(),
            self._words_at(session, pointer),
            f"tick {session.state.tick}, {session.state.tick / session.sim.hz:.2f} s",
            f"1/{SLOWER[session.slower]}" if session.slower else "1",
            "go on" if session.paused else "stop",
        )
        self._front.show(state)

    def _words_at(self, session, pointer):
        """The text about the position under the pointer, or about the displayed tick."""
        if pointer is not None and self.part_at(*pointer) == "bar":
            x = self._front.units(*pointer)[0] - self._layout.x
            spot = spot_at(self._ground.spots, x)
            tick = self._scale.tick_at(x)
            return spot.words if spot else f"tick {tick}, {tick / session.sim.hz:.2f} s"
        return ", ".join(mark.words for mark in session.marks() if mark.tick == session.record.tick)

    # The mouse

    def part_at(self, x, y):
        """The timeline's part at a place in the window [pixels], as Layout names it; None while it is hidden."""
        return self._layout.part_at(*self._ground.units(x, y)) if self._ground.visible else None

    def cursor_at(self, x):
        """Number of ticks from a place on the bar [pixels] to the newest one."""
        return self._scale.newest - self._scale.tick_at(x / self._front.canvas.scale - self._layout.x)


def mode_of(session):
    """The state of the clock in one word."""
    if session.paused:
        return "PAUSED"
    return "BACKWARDS" if session.film == BACKWARD else "WATCHING"
