"""The panels over the scene: numbers, legend, key hints that fade, messages, titles of spaces, tints, twins."""

from collections.abc import Callable, Sequence
from math import inf

from panda3d.core import NodePath

from ..core.shapes import Colour, Rgba
from ..core.vec3 import Vector
from ..explain.hud_text import hud_rows
from ..explain.minkowski import REACH
from ..explain.twin_paths_and_distances import DistancePlot, distance_plot
from ..scene.framing import Area
from ..simulation import EventKind, Simulation, TickRecord, Twins
from .bindings import hint_for
from .canvas import Canvas, balance_lines, draw_hint, hint_lines, hint_width, shortened
from .panel import Panel, PanelGroup, PanelView
from .theme import (
    ACCENT,
    ASIDE,
    CODE,
    DIM,
    HEADING,
    HEADLINE,
    INK,
    LARGE,
    LINE,
    LINE_HEIGHT,
    NORMAL,
    NOTE,
    PANEL,
    RED,
    SCROLLED,
    SMALL,
    Size,
    TextStyle,
)

MARGIN, PADDING = 14, 12
NAME_WIDTH, PANEL_WIDTH, LEGEND_WIDTH = 92, 400, 210
ROW = round(SMALL * 1.5)
HINT_HEIGHT, INDENT = 32, 18  # [units] height of a line at the lower left; from a square to its text
STOP = hint_for("record", off=("record",))
MESSAGE_WIDTH = 620  # [units] Wider: lines are hard to read
MOST_LINES = 2  # of a message, if the window is wide enough. More: in third person it covers the feet
APART = 0.02  # of the window's width, from the body to a message beside it. Less: the message moves often; more: it is narrower
NARROWEST = 160  # [units] width of a message beside the body. Smaller: too many lines; larger: it stays before the body


Legend = Sequence[tuple[str, Sequence[tuple[Colour, str]]]]  # headings, each with the colours and names of its entries


class NumbersPanel(Panel[tuple[str, Sequence[tuple[str, str]], float]]):
    """The numbers of a tick at the left: title of the level, ((name, value), ...) as texts, and the panel's top [units]."""

    NAME = "hud"

    @property
    def height(self) -> float:
        return 2 * PADDING + LARGE * LINE_HEIGHT + len(self._data[1]) * SMALL * LINE_HEIGHT if self._data else 0.0

    @property
    def bottom(self) -> float:
        return self._data[2] + self.height if self._data else 0.0

    def draw(self, canvas: Canvas, data: tuple[str, Sequence[tuple[str, str]], float]) -> None:
        (title, rows, upper), left = data, MARGIN + PADDING
        top = upper + PADDING + LARGE * LINE_HEIGHT
        names, values = zip(*rows)
        mono = TextStyle(SMALL, INK, mono=True)
        widest = max(canvas.text_width(value, mono) for value in values)
        width = max(PANEL_WIDTH, NAME_WIDTH + widest + 2 * PADDING)
        canvas.panel(MARGIN, upper, width, self.height)
        canvas.text(shortened(canvas, title, width - 2 * PADDING, HEADLINE), left, upper + PADDING - 3, HEADLINE)
        canvas.text("\n".join(names), left, top, ASIDE)
        canvas.text("\n".join(values), left + NAME_WIDTH, top, mono)


class LegendPanel(Panel[Legend]):
    """The legend of the overlay's colours at the top right: headings, and below each its entries with a square and a name."""

    NAME = "legend"

    def draw(self, canvas: Canvas, data: Legend) -> None:
        lines = sum(len(entries) + 1 for _, entries in data)
        left, top = canvas.width - MARGIN - LEGEND_WIDTH, MARGIN
        canvas.box(left, top, LEGEND_WIDTH, lines * ROW + 2 * PADDING - 4 + 4 * (len(data) - 1), PANEL)
        y = top + PADDING - 2
        for heading, entries in data:
            canvas.text(heading, left + PADDING, y, ASIDE)
            y += ROW
            for colour, name in entries:
                canvas.box(left + PADDING, y + 5, 10, 10, (*colour, 1.0))
                canvas.text(name, left + PADDING + 18, y, NOTE)
                y += ROW
            y += 4


class MessagePanel(Panel[tuple[str, float, float, float]]):
    """A message at the bottom of an area (left, right, lower end, in fractions of the window), or beside the player's body."""

    NAME, SORT, NEEDED = "message", 1, SCROLLED
    _area: Area | None = None  # of the last message

    def put(self, text: str, area: Area, body: Area | None) -> None:
        """Show a message in an Area, or beside the body if there is room, where it stays until it is over. "" removes it."""
        if not text:
            self.show(None)
            return
        left, right = area.left, area.right
        was, self._area = self._area, area
        if self._data and self._data[0] == text and area == was:  # in another area, such as after a pause, its place is new
            left, right = max(left, self._data[1]), min(right, self._data[2])
        tall = (MOST_LINES * NORMAL * LINE_HEIGHT + 16) / self.canvas.height
        if body and body.bottom > area.bottom - tall and body.top < area.bottom and body.left < right and left < body.right:
            sides = (area.left, min(body.left - APART, area.right)), (max(body.right + APART, area.left), area.right)
            beside = max(sides, key=lambda side: side[1] - side[0])
            if (beside[1] - beside[0]) * self.canvas.width - 2 * MARGIN >= NARROWEST:
                left, right = beside
        self.show((text, left, right, area.bottom))

    def draw(self, canvas: Canvas, data: tuple[str, float, float, float]) -> None:
        text, left, right, bottom = data
        width, middle = (right - left) * canvas.width, (left + right) / 2 * canvas.width
        widest = width - 2 * MARGIN - 2 * PADDING
        lines = balance_lines(canvas, text, min(MESSAGE_WIDTH, widest))
        if len(lines) > MOST_LINES:
            lines = balance_lines(canvas, text, widest)
        box = max(canvas.text_width(line) for line in lines) + 2 * PADDING
        height = len(lines) * NORMAL * LINE_HEIGHT + 8
        top = bottom * canvas.height - height - 4
        canvas.box(middle - box / 2, top, box, height, PANEL)
        canvas.text("\n".join(lines), middle, top + 4, TextStyle(NORMAL, ACCENT), align="centre")


class HintPanel(Panel[tuple[str, str, str, str]]):
    """Key hints at the lower left, the length of a recording, and unusual rules, which may be "", and how to leave them."""

    NAME, SORT = "hint", 1

    def draw(self, canvas: Canvas, data: tuple[str, str, str, str]) -> None:
        hint, recording, rules, keys = data
        y = canvas.height - MARGIN
        if recording:
            y = draw_status(canvas, recording, STOP, RED, y)
        if rules:
            y = draw_status(canvas, rules, keys, ACCENT, y)
        lines = hint_lines(canvas, hint, canvas.width - 2 * MARGIN - 2 * PADDING) if hint else []
        if lines:
            y -= HINT_HEIGHT * len(lines)
            width = max(hint_width(canvas, line) for line in lines)
            canvas.box(MARGIN, y, width + 2 * PADDING, HINT_HEIGHT * len(lines), PANEL)
        for number, line in enumerate(lines):
            draw_hint(canvas, line, MARGIN + PADDING, y + HINT_HEIGHT * number + 4)

    def fade(self, opacity: float) -> None:
        self.canvas.root.setAlphaScale(opacity)


class HudPanel(PanelGroup):
    def __init__(self, parent: NodePath, size: Size):
        self._numbers, self._legend = NumbersPanel(parent, size), LegendPanel(parent, size)
        super().__init__(self._numbers, self._legend)

    def show(
        self, sim: Simulation, record: TickRecord | None, legend: Legend, frame_rate: float | None = None, top: float = MARGIN
    ) -> None:
        """Draw the numbers of a tick and a legend.

        frame_rate: [1/s], or None for a picture that is no frame of a window; top: upper end of the numbers [units]
        """
        frames = [] if frame_rate is None else [("frames", f"{frame_rate:.0f} a second")]
        self._numbers.show((sim.level.title, (*(hud_rows(record, sim)), *frames), top) if record else None)
        self._legend.show(tuple((heading, tuple(entries)) for heading, entries in legend) or None if record else None)

    @property
    def bottom(self) -> float:
        return MARGIN + self._numbers.bottom


def draw_status(canvas: Canvas, words: str, hint: str, colour: Rgba, bottom: float) -> float:
    """Draw a square, words and a key hint at the left edge, above `bottom` [units]. Return the `bottom` of the next line."""
    left, y = MARGIN + PADDING, bottom - HINT_HEIGHT
    width = canvas.text_width(words, NOTE) + INDENT + PADDING
    canvas.box(MARGIN, y, width + hint_width(canvas, hint) + 2 * PADDING, HINT_HEIGHT, PANEL)
    canvas.box(left, y + 11, 10, 10, colour)
    canvas.text(words, left + INDENT, y + 5, NOTE)
    draw_hint(canvas, hint, left + width, y + 4)
    return y - 4


TITLE_PADDING, TITLE_ROW = 6, 20  # [units]
GROWN = ("triangles grown by the body, shown", f"up to {REACH:g} radii from its centre,", "body a point, its sweep a ray")


class SpaceTitles(Panel[tuple[tuple[float, ...], Vector, bool, float, tuple[float, ...]]]):
    """The titles over the pictures of world space and ellipsoid space, with the size of a unit, down to `bottom` [units].

    covered: the height [units] of the window's upper part that they cover, 0 without titles
    """

    NAME, NEEDED = "spaces", SCROLLED

    def __init__(self, parent: NodePath, size: Size):
        super().__init__(parent, size)
        self.bottom: float = MARGIN
        self.covered = 0.0

    def put(
        self, parts: tuple[float, ...], radii: Vector, minkowski: bool = False, top: float = MARGIN,
        lefts: Sequence[float] = (0.0, 0.5)
    ) -> None:
        """Draw the titles, if they have changed. A single picture of world space has none, unless `minkowski` is True.

        parts: for each picture, 0 for world space, 1 for ellipsoid space, or between; radii: of the body [m]
        top: upper end of the titles [units]; lefts: left ends of the two pictures, in fractions of the window's width
        """
        self.show((parts, radii, minkowski, top, tuple(lefts)))

    def draw(self, canvas: Canvas, data: tuple[tuple[float, ...], Vector, bool, float, tuple[float, ...]]) -> None:
        parts, radii, minkowski, top, lefts = data
        self.bottom, self.covered = top, 0.0
        if parts == (0.0,) and not minkowski:
            return
        for number, part in enumerate(parts):
            left = MARGIN + (lefts[number] * canvas.width if len(parts) > 1 else 0.0)
            self._draw_title((*lines_of(part, radii), *(GROWN if minkowski else ())), left, top)

    def _draw_title(self, lines: Sequence[str], left: float, top: float) -> None:
        canvas = self.canvas
        title = TextStyle(bold=True)
        width = max(canvas.text_width(lines[0], title), *(canvas.text_width(line, NOTE) for line in lines[1:]))
        canvas.box(left, top, width + 2 * TITLE_PADDING, len(lines) * TITLE_ROW + 2 * TITLE_PADDING, PANEL)
        self.bottom = max(self.bottom, top + len(lines) * TITLE_ROW + 2 * TITLE_PADDING + MARGIN)
        self.covered = self.bottom
        canvas.box(left, top, width + 2 * TITLE_PADDING, 3, ACCENT)
        canvas.text(lines[0], left + TITLE_PADDING, top + 7, title)
        for number, line in enumerate(lines[1:], 1):
            canvas.text(line, left + TITLE_PADDING, top + 8 + number * TITLE_ROW, ASIDE)


def lines_of(part: float, radii: Vector) -> tuple[str, ...]:
    rx, ry, rz = radii
    if part == 0.0:
        return "World, metres", f"the body's radii are {rx:.2f}, {ry:.2f}, {rz:.2f} m"
    if part < 1.0:
        return "World to ellipsoid space", "all is stretched with the body", "until the body is a sphere"
    unit = [f"1 unit = {rx:.2f} m sideways, {rz:.2f} m up"]
    if rx != ry:
        unit = [f"1 unit = {rx:.2f} m sideways,", f"{ry:.2f} m along, {rz:.2f} m up"]
    return "Ellipsoid space", "the body: a sphere, radius 1", *unit


WATER = (0.10, 0.34, 0.52, 0.45)


class UnderwaterTint(Panel[bool]):
    """A blue tint over the picture, behind all panels. The panel's data is True under water, and None above it."""

    NAME, SORT = "tint", -10

    def draw(self, canvas: Canvas, data: bool) -> None:
        canvas.box(0, 0, canvas.width + 1, canvas.height + 1, WATER)


class TintView(PanelView[UnderwaterTint]):
    PANEL = UnderwaterTint

    def __init__(self, is_under_water: Callable[[], bool]):
        self._is_under_water = is_under_water

    def update(self, is_uncovered: bool) -> None:
        self._panel.show(self._is_under_water() or None)


FLASHES = {  # (red, green, blue, opacity at the start)
    EventKind.CHECKPOINT: (0.25, 0.85, 0.90, 0.28),
    EventKind.FINISHED: (0.98, 0.82, 0.35, 0.40),
    EventKind.DIED: (0.07, 0.01, 0.01, 1.0),
}
# [s]. Shorter: flashes are not noticed; longer: they hide the level. After a death the picture fades in from dark.
FLASH_TIMES = {EventKind.CHECKPOINT: 0.45, EventKind.FINISHED: 0.45, EventKind.DIED: 0.9}


class ScreenFlash(Panel[tuple[EventKind, float]]):
    """A flash of colour over the whole picture, behind all panels. The panel's data is (EventKind, time since the event [s])."""

    NAME, SORT = "flash", -9

    def draw(self, canvas: Canvas, data: tuple[EventKind, float]) -> None:
        kind, since = data
        red, green, blue, opacity = FLASHES[kind]
        colour = red, green, blue, opacity * (1.0 - since / FLASH_TIMES[kind])
        canvas.box(0, 0, canvas.width + 1, canvas.height + 1, colour)


class FlashView(PanelView[ScreenFlash]):
    """now(): time [s]"""

    PANEL = ScreenFlash

    def __init__(self, now: Callable[[], float]):
        self._now = now
        self._kind, self._begun_at = EventKind.DIED, -inf  # of the last flash, [s]

    def put(self, kinds: Sequence[EventKind]) -> None:
        """Flash for the last of some kinds that is in FLASHES. Most are not."""
        for kind in kinds:
            if kind in FLASHES:
                self._kind, self._begun_at = kind, self._now()

    def update(self, is_uncovered: bool) -> None:
        since = self._now() - self._begun_at
        self._panel.show((self._kind, since) if since < FLASH_TIMES[self._kind] else None)


PLOT_WIDTH, PLOT_HEIGHT, PLOT_INSET, PLOT_ROW, PLOT_HEAD = 430, 284, 12, 18, 30  # [units]; PLOT_HEAD: of the title
AXIS = 48  # from the left: room for the numbers of the axis
THICK = (4, 2)  # [units] width of each twin's curve. They differ, so both are visible where the curves coincide
TWINS_TITLE, DISTANCE, TIME = "Twins: distance from you", "distance [m]", "time [s]"
LAST = 0.84  # position of the last number of the time axis, 0..1. Further right is the axis's title
NUMBER = CODE._replace(colour=DIM)


PlotData = tuple[Twins, TickRecord, TickRecord | None, int, float]  # the arguments of `DistancePanel.put`


class DistancePanel(Panel[PlotData]):
    NAME = "distances"

    def put(
        self, twins: Twins | None, record: TickRecord | None, newest: TickRecord | None, hz: int, top: float = MARGIN
    ) -> None:
        """Draw the plot up to a record, or nothing without twins or record. top: its upper end [units], hz: ticks per second"""
        self.show((twins, record, newest, hz, top) if twins and record else None)

    def differs(self, data: PlotData | None) -> bool:
        """True if one of the data is another object than in the last call. To compare contents takes too long."""
        old = self._data
        return data is not old if data is None or old is None else any(a is not b for a, b in zip(data, old))

    def draw(self, canvas: Canvas, data: PlotData) -> None:
        plot = distance_plot(*data[:-1])
        if not plot:
            return
        left, upper = MARGIN, data[-1]
        top = upper
        canvas.box(left, top, PLOT_WIDTH, PLOT_HEIGHT, PANEL)
        canvas.text(TWINS_TITLE, left + PLOT_INSET, top + 6, HEADING)
        top += PLOT_HEAD
        for curve in plot.curves:
            style, x = NOTE._replace(colour=(*curve.colour, 1.0), bold=True), left + PLOT_INSET + 18
            canvas.box(left + PLOT_INSET, top + 4, 10, 10, (*curve.colour, 1.0))
            canvas.text(curve.name, x, top, style)
            canvas.text(shortened(canvas, curve.rules, PLOT_WIDTH - 2 * PLOT_INSET - 100, NOTE), x + 90, top, NOTE)
            canvas.text(curve.status, x, top + PLOT_ROW, ASIDE)
            canvas.text(curve.distance, left + PLOT_WIDTH - PLOT_INSET, top + PLOT_ROW, CODE, align="right")
            top += 2 * PLOT_ROW + 2
        draw_plot(canvas, plot, left + PLOT_INSET, top + 4, PLOT_WIDTH - 2 * PLOT_INSET, upper + PLOT_HEIGHT - top - 10)


def draw_plot(canvas: Canvas, plot: DistancePlot, left: float, top: float, width: float, height: float) -> None:
    """Draw the curves of a Plot with titled axes, in a rectangle with upper left corner (left, top) [units]."""
    canvas.text(DISTANCE, left, top, ASIDE)
    x, y, bottom = left + AXIS, top + PLOT_ROW + 8, top + height - PLOT_ROW - 4
    width, height = width - AXIS, bottom - y
    for part in (0.0, 0.5, 1.0):
        at = bottom - part * height
        canvas.box(x, at, width, 1, LINE)
        canvas.text(f"{part * plot.height:g}", x - 6, at - 10, NUMBER, align="right")
    for part, words in plot.times:
        canvas.box(x + part * width, bottom, 1, 5, DIM)
        if part < LAST:
            canvas.text(words, x + part * width, bottom + 4, NUMBER, align="centre")
    canvas.text(TIME, x + width, bottom + 4, ASIDE, align="right")
    for curve, thick in zip(plot.curves, THICK):
        canvas.curve([(x + at * width, bottom - up * height) for at, up in curve.points], thick, curve.colour)
    canvas.box(x + plot.cursor * width - 1, y - 4, 1, height + 8, INK)
