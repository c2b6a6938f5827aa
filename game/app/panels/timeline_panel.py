"""The timeline: positions of ticks, marks and buttons, drawn at the lower edge. Lengths are units of a Canvas.

In Scale and Spot, x is measured from the left end of the bar. In Layout it is measured from the window's top left corner.
"""

from collections.abc import Sequence
from typing import NamedTuple

from panda3d.core import NodePath

from ...explain.timeline_marks import LOOKS, Mark, MarkKind, summary
from ...panels.bindings import name_of
from ...panels.canvas import Canvas
from ...panels.panel import Panel, PanelGroup, strip_height
from ...panels.theme import ACCENT, DIM, INK, LINE, NOTE, PANEL, SCROLLED, SMALL, Size, TextStyle
from ...simulation import TickRecord
from ...simulation.race_clock_and_medals import finish_of
from ..session.play_session import BACKWARD, SLOWER, Session

SIGN = 10.0  # least distance of two signs. Smaller: signs cover each other; larger: more marks share one sign


class Scale(NamedTuple):
    """The map from ticks to x positions on the bar, with its width, and the first and last tick on it."""

    oldest: int
    newest: int
    width: float

    def x_of(self, tick: float) -> float:
        return self.width * (tick - self.oldest) / max(self.newest - self.oldest, 1)

    def tick_at(self, x: float) -> int:
        part = min(max(x / self.width, 0.0), 1.0)
        return self.oldest + round(part * (self.newest - self.oldest))


class Spot(NamedTuple):
    """A sign on the timeline, for one mark or for several marks close together."""

    x: float  # position of its middle
    kind: MarkKind
    ticks: tuple[int, int]  # (first, last) tick of its marks
    words: str  # description of its marks


def spots_of(marks: Sequence[Mark], scale: Scale) -> list[Spot]:
    """Return the signs of marks sorted by tick. Marks with overlapping signs share that of the most important one."""
    groups: list[list[Mark]] = []
    for mark in marks:
        if groups and scale.x_of(mark.tick) - scale.x_of(groups[-1][0].tick) < SIGN:
            groups[-1].append(mark)
        else:
            groups.append([mark])
    spots = []
    for group in groups:
        middle = (scale.x_of(group[0].tick) + scale.x_of(group[-1].tick)) / 2.0
        kind = min(mark.kind for mark in group)
        spots.append(Spot(middle, kind, (group[0].tick, group[-1].tick), summary(group)))
    return spots


def spot_at(spots: Sequence[Spot], x: float) -> Spot | None:
    near = min(spots, key=lambda spot: abs(spot.x - x), default=None)
    return near if near and abs(near.x - x) <= SIGN / 2.0 else None


# The layout

PADDING, GAP = 12, 4  # at the ends, and between two buttons
KEY_HEIGHT, BAR_HEIGHT = 28, 6
SIGN_HEIGHT = 18  # above the bar
TIME_WIDTH = 150  # of the text at the right
LEAST_BAR = 176  # narrower: buttons are left out. At the largest text, which is that of SCROLLED, all are there
BUTTONS = (  # action, label, width; in a narrow window the last ones are left out first, except the menu
    ("oldest", "|◀", 34),
    ("reverse", "◀◀", 34),
    ("scrub_back", "−1", 34),
    ("pause", "", 62),
    ("step", "+1", 34),
    ("watch", "▶▶", 34),
    ("newest", "▶|", 34),
    ("slower", "−", 26),
    ("speed", "", 40),
    ("faster", "+", 26),
    ("undo", name_of("undo"), 48),
    ("menu", name_of("menu"), 48),
)


class Layout:
    """Positions of the bar, marks and buttons of the timeline, which is a strip along the bottom of the window.

    strip: its height; top, keys, bar, signs: upper ends of strip, buttons, bar and signs; x, inside: left end and width of the
    bar
    """

    def __init__(self, width: float, height: float, strip: float):
        self.width, self.height, self.top = width, strip, height - strip
        self.keys = self.top + (strip - KEY_HEIGHT) / 2
        self._buttons = list(BUTTONS)
        while len(self._buttons) > 1 and self._left_of_bar() + LEAST_BAR + TIME_WIDTH > width:
            self._buttons.pop(-2)
        self.x, right = self._left_of_bar(), width - PADDING - TIME_WIDTH
        self.inside, self.bar = right - self.x, self.top + strip / 2 + SIGN_HEIGHT / 2 - BAR_HEIGHT / 2
        self.signs = self.bar - SIGN_HEIGHT - 3

    def _left_of_bar(self) -> float:
        return PADDING + sum(width + GAP for _, _, width in self._buttons) + PADDING

    def scale(self, records: Sequence[TickRecord]) -> Scale:
        return Scale(records[0].tick, records[-1].tick, self.inside)

    def buttons(self) -> list[tuple[str, str, float, float]]:
        """Return [(action, label, x, width), ...] of the buttons. The entry "speed" is a text and no button."""
        x: float = PADDING
        placed: list[tuple[str, str, float, float]] = []
        for action, label, width in self._buttons:
            placed.append((action, label, x, width))
            x += width + GAP
        return placed

    def part_at(self, x: float, y: float) -> str | None:
        """Return the element at a point: "bar", the action of a button, "" elsewhere on the timeline, None outside of it."""
        if not (0 <= x <= self.width and 0 <= y - self.top <= self.height):
            return None
        if self.x - PADDING / 2 <= x <= self.x + self.inside + PADDING / 2:
            return "bar"
        on_a_key = 0 <= y - self.keys <= KEY_HEIGHT
        found = [action for action, _, left, width in self.buttons() if on_a_key and left <= x <= left + width]
        return found[0] if found and found[0] != "speed" else ""


HEAD = 4  # [units] width of the mark at the tick shown


class TimelineGround(Panel[tuple[Sequence[Mark], Scale]]):
    NAME, SORT, NEEDED = "timeline", 4, SCROLLED

    def __init__(self, parent: NodePath, size: Size):
        super().__init__(parent, size)
        self.layout = layout_of(self.canvas, size)
        self.spots: list[Spot] = []

    def draw(self, canvas: Canvas, data: tuple[Sequence[Mark], Scale]) -> None:
        (marks, scale), layout = data, self.layout
        self.spots = spots_of(marks, scale)
        canvas.box(0, layout.top, canvas.width + 1, layout.height + 1, PANEL)
        canvas.box(layout.x, layout.bar, layout.inside, BAR_HEIGHT, (*DIM[:3], 0.45))
        for spot in self.spots:
            sign, colour, _ = LOOKS[spot.kind]
            canvas.text(sign, layout.x + spot.x, layout.signs, TextStyle(SMALL, (*colour, 1.0)), align="centre")
        for _, label, x, width in layout.buttons():
            canvas.box(x, layout.keys, width, KEY_HEIGHT, LINE)
            canvas.text(label, x + width / 2, layout.keys + 5, NOTE, align="centre")


def layout_of(canvas: Canvas, size: Size) -> Layout:
    return Layout(canvas.width, canvas.height, strip_height(size) / canvas.scale)


class TimelineState(NamedTuple):
    x: float  # position on the bar of the tick that is shown [units]
    mode: str  # result of `mode_words`, and the length of a recording while one is made
    tip_x: float  # position on the bar of the middle of the text below the bar [units]
    words: str  # text below the bar, or ""
    time: str  # number and time of the displayed tick, as text
    speed: str  # text of the speed, such as "1/4"
    resume: str  # label of the pause button


class TimelineFront(Panel[TimelineState]):
    NAME, SORT, NEEDED = "timeline front", 5, SCROLLED

    def __init__(self, parent: NodePath, size: Size):
        super().__init__(parent, size)
        self._layout = layout_of(self.canvas, size)

    def draw(self, canvas: Canvas, data: TimelineState) -> None:
        layout, right = self._layout, canvas.width - PADDING
        middle = layout.top + layout.height / 2
        canvas.text(data.time, right, middle - 20, NOTE, align="right")
        canvas.text(data.mode, right, middle, TextStyle(SMALL, ACCENT, bold=True), align="right")
        past = canvas.box(layout.x, layout.bar, layout.inside, BAR_HEIGHT, ACCENT)
        past.setSx(max(data.x, 0.01) / layout.inside)
        past.setX(round(layout.x * canvas.scale) * (1.0 - past.getSx()))
        canvas.box(layout.x + data.x - HEAD / 2, layout.bar - 4, HEAD, BAR_HEIGHT + 8, INK)
        middles = {action: x + width / 2 for action, _, x, width in layout.buttons()}
        for action, text in (("speed", data.speed), ("pause", data.resume)):
            if action in middles:
                canvas.text(text, middles[action], layout.keys + 5, NOTE, align="centre")
        if data.words:
            width = canvas.text_width(data.words, NOTE) + 2 * PADDING
            left = max(min(layout.x + data.tip_x - width / 2, layout.x + layout.inside - width), 0)
            canvas.text(data.words, left + PADDING, layout.bar + BAR_HEIGHT, NOTE)  # below the bar, where it covers nothing


class TimelinePanel(PanelGroup):
    _scale: Scale  # of the ticks that `show` has drawn

    def __init__(self, parent: NodePath, size: Size):
        self._ground, self._front = TimelineGround(parent, size), TimelineFront(parent, size)
        super().__init__(self._ground, self._front)
        self._layout = self._ground.layout

    def show(self, session: Session | None, pointer: tuple[float, float] | None = None, recording: str = "") -> None:
        """Draw the timeline of a Session, or hide it. `pointer`: position of the mouse [pixels], or None while it is hidden"""
        if session is None:
            self._ground.show(None)
            self._front.show(None)
            return
        self._scale = self._layout.scale(session.sim.history)
        self._ground.show((session.marks(), self._scale))
        assert session.record is not None
        tip_x, words = self._words_at(session, pointer)
        tick, sim = f"tick {session.state.tick}", session.sim
        state = TimelineState(
            self._scale.x_of(session.record.before.tick + session.part),
            f"{mode_words(session)}  {recording}".rstrip(),
            tip_x,
            words,
            tick if finish_of(sim.level) else f"{tick}   {session.state.tick / sim.hz:.2f} s",  # a race has a clock of its own
            f"1/{SLOWER[session.slower]}" if session.slower else "1",
            name_of("pause", off=("pause",) if session.paused else ()),
        )
        self._front.show(state)

    def _words_at(self, session: Session, pointer: tuple[float, float] | None) -> tuple[float, str]:
        """Return the x position [units] and the text of the mark or tick under the pointer [pixels]. Elsewhere that is ""."""
        if pointer is None or self.part_at(*pointer) != "bar":
            return 0.0, ""
        x = self._front.units(*pointer)[0] - self._layout.x
        spot, tick = spot_at(self._ground.spots, x), self._scale.tick_at(x)
        time = "" if finish_of(session.sim.level) else f", {tick / session.sim.hz:.2f} s"
        return x, spot.words if spot else f"tick {tick}{time}"

    # The mouse

    def part_at(self, x: float, y: float) -> str | None:
        return self._layout.part_at(*self._ground.units(x, y)) if self._ground.visible else None

    def cursor_at(self, x: float) -> int:
        return self._scale.newest - self._scale.tick_at(x / self._front.canvas.scale - self._layout.x)


def mode_words(session: Session) -> str:
    if session.paused:
        return "TIME STANDS"
    return name_of("reverse" if session.film == BACKWARD else "watch").upper()
