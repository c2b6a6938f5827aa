"""The help: the keys that work in each mode of the game, and then sheets with all keys and the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from panda3d.core import NodePath

from ...panels.bindings import BY_ACTION, DESK, FLYING, LESSON, Binding, ChosenKeys, groups, name_of, shown_keys
from ...panels.canvas import Canvas
from ...panels.panel import Panel, PanelGroup
from ...panels.theme import ACCENT, ASIDE, HEADLINE, INK, LINE, NORMAL, NOTE, SHADE, SMALL, Size, TextStyle
from ..session.play_session import Session

WALK = "forward", "left", "back", "right"
LOOKS = "The mouse looks."
ORBITS = "The mouse points. Right button: turn the view. Wheel: nearer or farther."


KeyRow = tuple[list[str], str]  # names of keys, and their effect
KeyGroup = tuple[str, list[Binding]]  # name of a group, and its bindings


class Mode(NamedTuple):
    title: str  # its name for the user
    actions: tuple[str, ...]  # names of the actions that the help shows, most important first
    mouse: str = LOOKS  # what the mouse does
    situation: str = ""  # in which the actions have other names
    off: tuple[str, ...] = ()  # actions that are named by what they do while they are on


PLAYING = Mode(
    "while you walk",
    (*WALK, "run", "jump", "crouch", "third_person", "pause", "reverse", "inspector", "contact", "twins", "slower", "restart")
    + ("noclip", "hud", "lessons", "menu"),
)
# In a level with exhibits, the keys at a desk come before rarer ones. Twins and rules stay on the page of all keys.
VISITING = Mode(
    "while you walk",
    (*WALK, "run", "jump", "crouch", "play_sweep", "turn_down", "turn_up", "overlay_exhibits", "pause", "reverse", "inspector")
    + ("slower", "restart", "noclip", "hud", "lessons", "menu"),
    "The mouse looks. At a desk: click to use, wheel to turn a dial.",
    DESK,
)
IN_FLIGHT = Mode(
    "in flight",
    (*WALK, "jump", "crouch", "run", "noclip", "restart", "pause", "third_person", "menu"),
    situation=FLYING,
    off=("noclip",),
)
FILM = Mode("while time runs again", ("pause", "watch", "reverse", "slower", "faster", "oldest", "newest", "menu"))
PAUSED = Mode(
    "while time stands",
    ("pause", "scrub_back", "step", "jump_back", "jump_ahead", "reverse", "watch", "inspector", "hud", "third_person")
    + ("contact", "flat", "pick", "undo", "free_pointer", "next_space", "minkowski", "restart", "help", "menu"),
    ORBITS,
    off=("pause",),
)
INSPECTING = Mode(
    "inside a tick",
    ("previous_iteration", "next_iteration", "play_sweep", "inspector", "pause", "inspector_panel", "hud", "break_rule")
    + ("contact", "flat", "pick", "step", "scrub_back", "reverse", "next_space", "minkowski", "menu"),
    ORBITS,
    off=("pause", "inspector"),
)
LESSON_PAGE = Mode(
    "in a lesson",
    ("next_page", "previous_page", "restart", "lessons", "pause", "scrub_back", "step", "reverse", "inspector", "contact")
    + ("menu",),
    f"Left and Right turn the pages while time stands. {ORBITS}",
    LESSON,
    ("pause",),
)
MODES = PLAYING, VISITING, IN_FLIGHT, FILM, PAUSED, INSPECTING, LESSON_PAGE


def mode_of(session: Session, is_flying: bool, inspects: bool, is_lesson: bool) -> Mode:
    """Return the Mode of the game. The first that fits counts: tick inspector, lesson, pause, film, flight."""
    if inspects:
        return INSPECTING
    if is_lesson:
        return LESSON_PAGE
    if session.paused:
        return PAUSED
    if not session.live:
        return FILM
    if is_flying:
        return IN_FLIGHT
    return VISITING if session.sim and session.sim.lab else PLAYING


def mode_rows(mode: Mode) -> list[tuple[Binding, str]]:
    return [(BY_ACTION[action], name_of(action, mode.situation, mode.off)) for action in mode.actions]


ROW, INSET, GAP = 20, 22, 24
CAP_ROW, CAP_GAP = 30, 6  # [units] of a row with key caps; after a cap
HEAD, HEADING, BETWEEN = 60, 24, 8  # [units] above the columns, of a group's name, and between groups
MOST_COLUMNS = 3
SMALLER = 0.97
READABLE = 0.8  # least scale of the letters. Smaller: not readable in a low window; larger: two pages instead of one
LEAST_WIDTH = 360  # [units] for the heading
EDGE = 6  # [units] least distance between the sheet and the edges of the window


class HelpPanel(PanelGroup):
    """The pages with keys, hidden at first: those of `mode`, then all. They are laid out when the first one is shown."""

    mode: Mode | None = None

    def __init__(self, parent: NodePath, size: Size, changed: ChosenKeys | None = None):
        super().__init__()
        self._place, self._changed = (parent, size), changed or {}
        self._page: int | None = None
        self._now: Mode | None = None

    @property
    def visible(self) -> bool:
        return self._page is not None

    @visible.setter
    def visible(self, visible: bool) -> None:
        if visible:
            self._now = self.mode
        self._turn_to(0 if visible and self._sheets else None)

    def show_next_page(self) -> None:
        page = 0 if self._page is None else self._page + 1
        if page == 0:
            self._now = self.mode
        self._turn_to(page if page < len(self._pages) else None)

    @cached_property
    def _sheets(self) -> list[HelpSheet]:
        shade, sheets = Shade(*self._place), make_sheets(*self._place, self._changed)
        self._first = ModeSheet(*self._place, self._changed)
        shade.show(True)
        for number, sheet in enumerate(sheets, 1):
            following = f"{{help}}: page {number + 1} of {len(sheets)}, {{menu}}: close"
            sheet.show("{help} or {menu}: close" if number == len(sheets) else following)
        self._panels = shade, self._first, *sheets
        return sheets

    @property
    def _pages(self) -> list[Panel]:
        return [*([self._first] if self._sheets and self._now else []), *self._sheets]

    def _turn_to(self, page: int | None) -> None:
        self._page = page
        if self._now and self._sheets:
            self._first.show(self._now)
        shown = None if page is None else self._pages[page]
        for panel in self._panels:
            panel.visible = panel is shown
        if self._panels:
            self._panels[0].visible = page is not None  # the shade


class Shade(Panel[bool]):
    """A panel that darkens the picture behind the keys. The panel's data is True."""

    NAME, SORT = "shade", 14

    def draw(self, canvas: Canvas, data: bool) -> None:
        canvas.box(0, 0, canvas.width + 1, canvas.height + 1, SHADE)


class ModeSheet(Panel[Mode]):
    NAME, SORT = "help", 15

    def __init__(self, parent: NodePath, size: Size, changed: ChosenKeys):
        super().__init__(parent, size)
        self._changed, self._scale = changed, self.canvas.scale

    def draw(self, canvas: Canvas, data: Mode) -> None:
        canvas.zoom(self._scale / canvas.scale)  # the page before may have been smaller
        rows = [(shown_keys(binding, self._changed).split(), does) for binding, does in mode_rows(data)]
        while not self._fits(rows):
            canvas.zoom(SMALLER)
        half = -(-len(rows) // 2)
        columns = rows[:half], rows[half:]
        widths = [self._widths(column) for column in columns]
        width = max(sum(map(sum, widths)) + 2 * GAP, canvas.text_width(data.mouse, NOTE)) + 2 * INSET
        height = HEAD + (half + 1) * CAP_ROW + INSET
        x, y = (canvas.width - width) / 2, (canvas.height - height) / 2
        canvas.panel(x, y, width, height)
        canvas.text(f"Keys {data.title}", x + INSET, y + 15, HEADLINE)
        canvas.text("{help}: all keys, {menu}: close", x + width - INSET, y + 19, ASIDE, align="right")
        canvas.box(x + INSET, y + 48, width - 2 * INSET, 1, LINE)
        canvas.text(data.mouse, x + INSET, y + HEAD + half * CAP_ROW + 4, ASIDE)
        for column, (caps, words) in zip(columns, widths):
            for place, (keys, does) in enumerate(column):
                at, top = x + INSET, y + HEAD + place * CAP_ROW
                for key in keys:
                    at += canvas.key_cap(key, at, top, SMALL) + CAP_GAP
                canvas.text(does, x + INSET + caps + CAP_GAP, top + 1, NOTE)
            x += caps + words + 2 * GAP

    def _widths(self, column: Sequence[KeyRow]) -> tuple[float, float]:
        caps = max(sum(self.canvas.cap_width(key, SMALL) + CAP_GAP for key in keys) for keys, _ in column)
        return caps, max(self.canvas.text_width(does, NOTE) for _, does in column) + CAP_GAP

    def _fits(self, rows: Sequence[KeyRow]) -> bool:
        half = -(-len(rows) // 2)
        width = sum(sum(self._widths(column)) for column in (rows[:half], rows[half:])) + 2 * GAP + 2 * INSET + 2 * EDGE
        fits = width <= self.canvas.width and HEAD + (half + 1) * CAP_ROW + INSET + 2 * EDGE <= self.canvas.height
        return fits or self.canvas.scale < READABLE * self._scale


def make_sheets(parent: NodePath, size: Size, changed: ChosenKeys) -> list[HelpSheet]:
    """Return as few sheets of all groups of keys as possible with letters of at least the scale READABLE, if they fit at all."""
    names = groups()
    for count in range(1, len(names) + 1):
        edges = [len(names) * page // count for page in range(count + 1)]
        sheets = [HelpSheet(parent, size, names[first:last], changed) for first, last in zip(edges, edges[1:])]
        if all(sheet.zoomed >= READABLE for sheet in sheets) or count == len(names):
            return sheets
        for sheet in sheets:
            sheet.remove()
    return []


class HelpSheet(Panel[str]):
    """A page of the help panel with some groups of keys. `zoomed` is the scale of the letters, 1 is normal."""

    NAME, SORT = "help", 15

    def __init__(self, parent: NodePath, size: Size, names: Sequence[KeyGroup], changed: ChosenKeys):
        super().__init__(parent, size)
        self._names, self._changed, self.zoomed = names, changed, 1.0
        self._columns = self._best_columns()
        while self._fit(self._columns) < 1.0:  # little by little: letters are whole pixels wide
            self.canvas.zoom(SMALLER)
            self.zoomed *= SMALLER

    def _best_columns(self) -> list[list[KeyGroup]]:
        """Return the division into columns that allows the largest letters."""
        names = self._names
        every = (
            [[group for group, place in zip(names, (0, *places)) if place == column] for column in range(MOST_COLUMNS)]
            for places in product(range(MOST_COLUMNS), repeat=len(names) - 1)
        )
        return max(([column for column in columns if column] for columns in every), key=self._fit)

    def _fit(self, columns: Sequence[Sequence[KeyGroup]]) -> float:
        """Return the factor by which the page could grow and still fit in the window. It is below 1 if the page is too large."""
        width, height = self._extent(columns)
        return min((self.canvas.width - 2 * EDGE) / width, (self.canvas.height - 2 * EDGE) / height)

    def _extent(self, columns: Sequence[Sequence[KeyGroup]]) -> tuple[float, float]:
        width = sum(sum(self._widths(column)) + GAP for column in columns) - GAP + 2 * INSET
        heights = (sum(HEADING + BETWEEN + ROW * len(bindings) for _, bindings in column) - BETWEEN for column in columns)
        return max(width, LEAST_WIDTH), max(heights) + HEAD + INSET

    def _widths(self, column: Sequence[KeyGroup]) -> tuple[float, float]:
        letter, bindings = self.canvas.text_width("0", NOTE), [binding for _, group in column for binding in group]
        keys = max(len(shown_keys(binding, self._changed)) for binding in bindings) + 2
        return keys * letter, max(len(binding.does) for binding in bindings) * letter

    def draw(self, canvas: Canvas, data: str) -> None:
        width, height = self._extent(self._columns)
        x, y = (canvas.width - width) / 2, (canvas.height - height) / 2
        canvas.panel(x, y, width, height)
        canvas.text("Keys", x + INSET, y + 15, HEADLINE)
        canvas.text(f"the mouse looks; {data}", x + width - INSET, y + 19, ASIDE, align="right")
        canvas.box(x + INSET, y + 48, width - 2 * INSET, 1, LINE)
        for column in self._columns:
            self._draw_column(column, x + INSET, y + HEAD)
            x += sum(self._widths(column)) + GAP

    def _draw_column(self, column: Sequence[KeyGroup], x: float, y: float) -> None:
        keys, _ = self._widths(column)
        for name, bindings in column:
            self.canvas.text(name, x, y, TextStyle(NORMAL, ACCENT, bold=True))
            y += HEADING
            for binding in bindings:
                self.canvas.text(shown_keys(binding, self._changed), x, y, TextStyle(SMALL, INK, bold=True))
                self.canvas.text(binding.does, x + keys, y, ASIDE)
                y += ROW
            y += BETWEEN
