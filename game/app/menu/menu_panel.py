"""The menu as drawn over the scene or the focused row's picture, rows or cards, and the keys and the mouse that work it."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from direct.showbase.DirectObject import DirectObject
from direct.showbase.ShowBase import ShowBase
from panda3d.core import NodePath
from PIL import Image

from ...panels.canvas import SAMPLES, Canvas, draw_hint, shortened, smoothed, texture_of, wrap_text, wrap_to_width
from ...panels.panel import Panel, PanelView
from ...panels.theme import (
    ACCENT,
    ASIDE,
    DIM,
    FOCUS,
    INK,
    LARGE,
    LINE,
    LINE_HEIGHT,
    NORMAL,
    NOTE,
    PANEL,
    SHADE,
    SMALL,
    TITLE,
    Size,
    TextStyle,
)
from ..panels.race_panels import draw_value
from .menu_model import Menu, MenuPage, MenuRow

PICTURES = Path(__file__).resolve().parents[3] / "assets" / "pictures"
FIRST_LEVEL = "first_steps"
CARD_GAP, EDGE, CARDS_TOP, FOOT = 12, 24, 96, 84  # [units] between cards, at the sides, above and below them
CAPTION, BAR = 26, 4  # [units] heights of a name of one line and of the bar of progress
CARDS_ABOUT = 4  # most lines of the text below them. More: no room for the cards
CARD_INSET, BETWEEN = 8, 8  # [units] from a card's side to its texts; between its name and its value
NAME = TextStyle(SMALL, DIM, bold=True)
NO_PICTURE = (0.16, 0.19, 0.24, 1.0)


def picture_path(name: str, kind: str = "levels") -> Path:
    """Return the path of a picture that `python -m tests.menu_cards` makes. `kind` is "levels" or "lessons"."""
    return PICTURES / kind / f"{name}.webp"


def shown_picture(name: str, kind: str = "levels") -> Path | None:
    """Return the path of a card's picture, or None if the file is missing."""
    path = picture_path(name, kind)
    return path if path.is_file() else None


class CardGrid:
    """The positions of a page's cards in the area of a Canvas. `width` and `height` are those of a card [units]."""

    def __init__(self, canvas: Canvas, count: int, columns: int, foot: float = FOOT):
        lines = -(-count // columns)
        self._columns, self.count = columns, count
        self.width = (canvas.width - 2 * EDGE - (columns - 1) * CARD_GAP) / columns
        most = (canvas.height - CARDS_TOP - foot - (lines - 1) * CARD_GAP) / lines
        self.height = min(most, self.width * 9 / 16 + CAPTION)
        self.has_values_in_pictures = False

    def place(self, card_index: int) -> tuple[float, float]:
        line, column = divmod(card_index, self._columns)
        return EDGE + column * (self.width + CARD_GAP), CARDS_TOP + line * (self.height + CARD_GAP)

    def row_at(self, x: float, y: float) -> int | None:
        for number in range(self.count):
            left, top = self.place(number)
            if left <= x < left + self.width and top <= y < top + self.height:
                return number
        return None


def first_lines(canvas: Canvas, text: str, width: float, most: int) -> list[str]:
    """Break a text into lines of at most a width [units]. What is behind the last of `most` lines is left out, with dots."""
    lines = [shortened(canvas, line, width, NOTE) for line in wrap_to_width(canvas, text, width, NOTE)]
    if len(lines) > most:
        lines[most - 1 :] = [shortened(canvas, f"{lines[most - 1]} …", width, NOTE)]
    return lines


def lines_about(canvas: Canvas, page: MenuPage) -> list[list[str]]:
    """Return the lines that are shown below the cards of a page, for each row. They begin with its name: a card may cut it."""
    texts = (f"{row.name}: {row.about or page.about}" for row in page.rows)
    return [first_lines(canvas, text, canvas.width - 2 * EDGE, CARDS_ABOUT) for text in texts]


def draw_cards(canvas: Canvas, page: MenuPage, values: Sequence[str], focus: int, foot: float = FOOT) -> CardGrid:
    """Draw the rows of a page as cards, with the texts of their values. `focus` is the index of the row in focus.

    foot: the room below them [units]
    """
    grid = CardGrid(canvas, len(page.rows), page.columns, foot)
    pairs = [(row.name, value) for row, value in zip(page.rows, values) if value]
    widest = max((canvas.text_width(name, NAME) + canvas.text_width(value, NOTE) for name, value in pairs), default=0)
    grid.has_values_in_pictures = widest + BETWEEN + 2 * CARD_INSET > grid.width
    for number, (row, value) in enumerate(zip(page.rows, values)):
        draw_card(canvas, grid, grid.place(number), row, value, number == focus)
    return grid


def draw_card(canvas: Canvas, grid: CardGrid, place: tuple[float, float], row: MenuRow, value: str, focused: bool) -> None:
    """Draw one card at `place`, its upper left corner [units]. A long name covers the lower end of the picture."""
    (x, y), width, height = place, grid.width, grid.height
    if focused:
        canvas.box(x - 3, y - 3, width + 6, height + 6, ACCENT)
    canvas.box(x, y, width, height, (*PANEL[:3], 1.0))
    drawn = height - CAPTION
    if row.picture:
        canvas.image(texture_of(row.picture), x, y, width, drawn, 1.0 if focused else 0.72)
    else:
        canvas.box(x, y, width, drawn, NO_PICTURE)
    free, value_width = width - 2 * CARD_INSET, canvas.text_width(value, NOTE)
    if value and not grid.has_values_in_pictures:
        free -= value_width + BETWEEN
    lines = [shortened(canvas, line, free, NAME) for line in wrap_to_width(canvas, row.name, free, NAME)]
    caption = CAPTION + (len(lines) - 1) * SMALL * LINE_HEIGHT
    top = y + height - caption
    if len(lines) > 1:
        canvas.box(x, top, width, caption, (*PANEL[:3], 1.0))
    if row.share is not None:
        canvas.box(x, top - BAR, width, BAR, LINE)
        if row.share > 0.0:
            canvas.box(x, top - BAR, width * row.share, BAR, ACCENT)
    if focused:
        canvas.box(x, top, width, caption, FOCUS)
    inset = (CAPTION - SMALL * LINE_HEIGHT) / 2
    value_top = top + inset
    if value and grid.has_values_in_pictures:
        value_top = y + inset
        canvas.box(x + width - value_width - 2 * CARD_INSET, y, value_width + 2 * CARD_INSET, CAPTION, PANEL)
    canvas.text("\n".join(lines), x + CARD_INSET, top + inset, NAME._replace(colour=INK if focused else DIM))
    draw_value(canvas, value, x + width - CARD_INSET, value_top, TextStyle(SMALL, ACCENT))


HEADS_TOP, TABLE_TOP = 78, 104  # [units] from the upper edge to the heads of a table, and to its rows
COLUMN_GAP, ROW_INSET = 20, 7  # [units] between two columns; above and below the texts of a row
CELL = TextStyle(NORMAL)


class RowTable:
    """The rows of a table that are in view, and their places in the area of a Canvas. Rows are as high as their texts."""

    def __init__(self, canvas: Canvas, page: MenuPage, focus: int, first: int):
        """first: index of the top row drawn before; it changes only as far as the row in focus needs"""
        self._canvas, self._page = canvas, page
        wide = canvas.width - 2 * EDGE - COLUMN_GAP * (len(page.table) - 1)
        self._widths = [wide * share for _, share in page.table]
        self._lefts = [EDGE + sum(self._widths[:column]) + column * COLUMN_GAP for column in range(len(page.table))]
        self._room = canvas.height - FOOT - TABLE_TOP
        self._lines, self._height = cache(self._broken_lines), cache(self._height_of)
        last = len(page.rows) - 1
        first = min(first, focus)
        while first < focus and self._length(first, focus) > self._room:
            first += 1
        while first > 0 and self._length(first - 1, last) <= self._room:
            first -= 1
        self.first, self.end = first, first + 1
        while self.end <= last and self._length(first, self.end) <= self._room:
            self.end += 1
        self._tops = {number: TABLE_TOP + self._length(first, number - 1) for number in range(first, self.end)}

    def _broken_lines(self, number: int) -> list[tuple[list[str], list[str]]]:
        """Return the lines of the text and of the note of each cell of a row."""
        cells = list(zip(self._page.rows[number].cells, self._widths))
        texts = [wrap_to_width(self._canvas, cell.text, width, CELL) for cell, width in cells]
        notes = [wrap_to_width(self._canvas, cell.note, width, NOTE) if cell.note else [] for cell, width in cells]
        return list(zip(texts, notes))

    def _length(self, first: int, last: int) -> float:
        """Return the height [units] of the rows from `first` to `last`."""
        return sum(self._height(number) for number in range(first, last + 1))

    def _height_of(self, number: int) -> float:
        most = max(len(lines) * CELL.size + len(note) * SMALL for lines, note in self._lines(number))
        return 2 * ROW_INSET + LINE_HEIGHT * most

    def row_at(self, x: float, y: float) -> int | None:
        inside = range(self.first, self.end) if EDGE <= x <= self._canvas.width - EDGE else ()
        return next((number for number in inside if 0.0 <= y - self._tops[number] < self._height(number)), None)

    def draw(self, focus: int) -> None:
        canvas, rows, inner = self._canvas, self._page.rows, self._canvas.width - 2 * EDGE
        for left, (head, _) in zip(self._lefts, self._page.table):
            canvas.text(head, left, HEADS_TOP, ASIDE)
        for number in range(self.first, self.end):
            y, height = self._tops[number], self._height(number)
            canvas.box(EDGE, y, inner, 1, LINE)
            if number == focus:
                canvas.box(0, y, canvas.width, height, FOCUS)
                canvas.box(0, y, 3, height, ACCENT)
            for cell, left, (lines, note) in zip(rows[number].cells, self._lefts, self._lines(number)):
                colour = cell.colour or INK
                canvas.text("\n".join(lines), left, y + ROW_INSET, CELL._replace(colour=colour, bold=cell.colour is not None))
                canvas.text("\n".join(note), left, y + ROW_INSET + len(lines) * CELL.size * LINE_HEIGHT, ASIDE)
        if self.end - self.first < len(rows):
            start, share = self._room * self.first / len(rows), (self.end - self.first) / len(rows)
            canvas.box(canvas.width - 6, TABLE_TOP + start, 3, self._room * share, (*DIM[:3], 0.6))


BODY, LIGHT, PLANE, LOGO_LINE = (238, 118, 32), (255, 214, 150), (70, 150, 235), (24, 32, 46)  # red, green, blue
CENTRE, RADII = (0.5, 0.40), (0.20, 0.36)  # of the ellipse, in fractions of the picture
SLOPE, TOUCH, THICK = -0.38, 0.725, 0.075  # of the plane: slope of its line; y below the ellipse's centre; thickness. It ends
# above the lower edge: the software renderer would repeat its end at the upper edge.


def logo(pixels: int = 128) -> Image.Image:
    """Return the logo as a square RGBA image with a transparent background. `pixels` is the length of its side."""
    y, x = (np.mgrid[: pixels * SAMPLES, : pixels * SAMPLES] + 0.5) / (pixels * SAMPLES)
    colours = np.zeros((*x.shape, 4))
    below = y - (TOUCH + SLOPE * (x - CENTRE[0]))
    colours[(below > 0.0) & (below < THICK) & (np.abs(x - 0.5) < 0.46)] = (*PLANE, 255)
    across, along = (x - CENTRE[0]) / RADII[0], (y - CENTRE[1]) / RADII[1]
    distance = np.hypot(across, along)
    inside = distance < 1.0
    shine = np.clip(1.0 - np.hypot(across + 0.35, along + 0.45), 0.0, 1.0)[..., None]
    shade = 0.72 + 0.28 * np.clip(-along - 0.4 * across, -1.0, 1.0)[..., None]
    body = np.array(BODY) * shade * (1.0 - shine) + np.array(LIGHT) * shine
    colours[inside] = np.concatenate((body, np.full((*x.shape, 1), 255.0)), axis=-1)[inside]
    visor = inside & (np.abs(along + 0.42) < 0.13) & (across > -0.1)
    colours[visor] = (*LOGO_LINE, 255)
    return smoothed(colours, 255.0)


LEFT, TOP, WIDTH, INSET = 56, 48, 520, 18
ROW, LARGE_ROW, GAP = 32, 44, 22
LEAST_ROW = NORMAL * LINE_HEIGHT  # [units] height of a row, if the page then fits in the window. Lower: lines touch
LOGO = 64  # [units] side of the logo beside the name
ROOMY = 8  # largest number of rows of a page with larger letters, if the window is high enough
ABOUT, ROWS_ABOUT = 102, 3  # [units] from the description to the lower edge: so many lines, then the key hints
HINTS = 30  # [units] from the key hints to the lower edge. More: they touch the third line; less: they touch the edge
BESIDE = 150  # [units] below the drawing beside the rows: the message of a change
DARKENED = 0.55  # brightness of a picture behind cards. Brighter: the cards do not stand out; darker: it is not recognised
ABOUT_CARDS = 74  # [units] from the lower edge to the text below cards or a table
LINES_ABOUT = 2  # of this text that have room there. Those of cards may be more, in a higher foot
LONGEST = 66  # letters in a line of the description


class MenuState(NamedTuple):
    page: MenuPage
    values: tuple[str, ...]  # texts of the rows' values
    focus: int  # index of the row in focus
    message: str = ""  # result of the last change, or ""
    way_back: str = "back"  # effect of Esc as text, `Menu.way_back`

    @classmethod
    def of(cls, menu: Menu, message: str = "") -> "MenuState | None":
        if not menu.is_open:
            return None
        return cls(menu.page, tuple(row.value() for row in menu.page.rows), menu.focus, message, menu.way_back)


class MenuPanel(Panel[MenuState]):
    NAME, SORT = "menu", 20

    def __init__(self, parent: NodePath, size: Size):
        super().__init__(parent, size)
        self._first = 0  # number of the top row shown: longer pages scroll
        self._row: float = ROW  # height of a row [units]
        self._grid: CardGrid | RowTable | None = None  # of the page drawn, None: it has rows

    def draw(self, canvas: Canvas, data: MenuState) -> None:
        row, self._grid = data.page.rows[data.focus], None
        if row.picture:
            left = 0 if data.page.columns else LEFT + WIDTH + INSET
            canvas.image(texture_of(row.picture), *self._covering(left), DARKENED if data.page.columns else 1.0)
        elif data.page.table:
            canvas.box(0, 0, canvas.width, canvas.height, PANEL)
        else:
            canvas.box(0, 0, canvas.width, canvas.height, SHADE)
        if data.page.columns or data.page.table:
            self._draw_wide(data)
        else:
            canvas.box(0, 0, LEFT + WIDTH + INSET, canvas.height, PANEL)
            canvas.image(texture_of(logo), LEFT, TOP - 8, LOGO, LOGO)
            canvas.text("Glissade", LEFT + LOGO + 14, TOP, TextStyle(TITLE, INK, bold=True))
            title = TextStyle(NORMAL, DIM)
            canvas.text(shortened(canvas, data.page.title, WIDTH, title), LEFT, TOP + 74, title)
            self._draw_rows(data)
            self._draw_about(data)
            if row.draw:
                left = LEFT + WIDTH + 2 * INSET + GAP
                row.draw(canvas, left, TOP, canvas.width - left - GAP, canvas.height - TOP - BESIDE)
        if data.message:
            self._draw_message(data.message)

    def _covering(self, left: float) -> tuple[float, float, float, float]:
        width = max(self.canvas.width - left, self.canvas.height * 16 / 9)
        height = width * 9 / 16
        return (self.canvas.width + left - width) / 2, (self.canvas.height - height) / 2, width, height

    def _draw_wide(self, state: MenuState) -> None:
        """Draw a page of cards or a table, which takes the whole window."""
        canvas, page, row = self.canvas, state.page, state.page.rows[state.focus]
        if page.columns:
            canvas.box(0, 0, canvas.width, canvas.height, SHADE)
        canvas.image(texture_of(logo), EDGE, 18, 0.75 * LOGO, 0.75 * LOGO)
        title = TextStyle(LARGE * 1.4, INK, bold=True)
        canvas.text(shortened(canvas, page.title, canvas.width - 2 * EDGE - LOGO, title), EDGE + LOGO, 22, title)
        y = canvas.height - ABOUT_CARDS
        if page.columns:
            texts = lines_about(canvas, page)  # as high for all rows, so that no card moves with the focus
            y -= max(max(map(len, texts)) - LINES_ABOUT, 0) * SMALL * LINE_HEIGHT
            lines = texts[state.focus]
            self._grid = draw_cards(canvas, page, state.values, state.focus, canvas.height - y + FOOT - ABOUT_CARDS)
        else:
            longest = int((canvas.width - 2 * EDGE) / canvas.text_width("0", NOTE))
            lines = wrap_text(row.about or page.about, lambda line: len(line) <= longest)
            self._grid = RowTable(canvas, page, state.focus, self._first)
            self._first = self._grid.first
            self._grid.draw(state.focus)
        canvas.box(0, y - 8, canvas.width, canvas.height - y + 8, PANEL)
        canvas.text("\n".join(lines), EDGE, y, NOTE)
        arrows = "Arrows" if page.columns else "Up Down"
        draw_hint(canvas, f"{arrows}  choose    Enter  select    Esc  back", EDGE, canvas.height - 32, ASIDE)

    def _draw_rows(self, state: MenuState) -> None:
        rows = state.page.rows
        self._row = self._row_height(len(rows))
        capacity = self._capacity()
        self._first = max(0, min(self._first, state.focus, len(rows) - capacity), state.focus - capacity + 1)
        shown = list(zip(rows, state.values))[self._first : self._first + capacity]
        for place, (row, value) in enumerate(shown):
            self._draw_row(row, value, self._top_of_rows() + place * self._row, self._first + place == state.focus)
        if len(rows) > capacity:
            self._draw_scroll_mark(len(rows), capacity)

    def _draw_row(self, row: MenuRow, value: str, y: float, focused: bool) -> None:
        canvas = self.canvas
        if focused:
            canvas.box(0, y, LEFT + WIDTH + INSET, self._row, FOCUS)
            canvas.box(0, y, 3, self._row, ACCENT)
        size = LARGE if self._row == LARGE_ROW else NORMAL
        y += (self._row - size * LINE_HEIGHT) / 2
        if row.change and focused:
            value = f"< {value} >"
        name_style = TextStyle(size, INK if focused else DIM, bold=focused)
        value_style = TextStyle(size, ACCENT if focused else INK)
        room = WIDTH - canvas.text_width(value, value_style) - BETWEEN if value else WIDTH
        canvas.text(shortened(canvas, row.name, room, name_style), LEFT, y, name_style)
        canvas.text(value, LEFT + WIDTH, y, value_style, align="right")

    def _draw_scroll_mark(self, rows: int, capacity: int) -> None:
        height, top = capacity * self._row, self._top_of_rows()
        x = LEFT + WIDTH + INSET - 3
        self.canvas.box(x, top + height * self._first / rows, 3, height * capacity / rows, (*DIM[:3], 0.6))

    def _draw_about(self, state: MenuState) -> None:
        about = state.page.rows[state.focus].about or state.page.about
        y = self.canvas.height - ABOUT
        self.canvas.box(LEFT, y - 8, WIDTH, 1, LINE)
        self.canvas.text("\n".join(first_lines(self.canvas, about, WIDTH, ROWS_ABOUT)), LEFT, y, NOTE)
        change = "Left Right  change    " if any(row.change for row in state.page.rows) else ""
        keys = f"Up Down  choose    {change}Enter  select    Esc  {state.way_back}"
        draw_hint(self.canvas, keys, LEFT, self.canvas.height - HINTS, ASIDE)

    def _draw_message(self, message: str) -> None:
        left = LEFT + WIDTH + 2 * INSET + GAP
        longest = min(LONGEST, int((self.canvas.width - left - 30) / self.canvas.text_width("x", NOTE)))
        lines = wrap_text(message, lambda line: len(line) <= longest)
        height = len(lines) * SMALL * LINE_HEIGHT + 16
        width = max(self.canvas.text_width(line, NOTE) for line in lines) + 24
        self.canvas.box(left, self.canvas.height - 32 - height, width, height, PANEL)
        self.canvas.text("\n".join(lines), left + 12, self.canvas.height - 24 - height, TextStyle(SMALL, ACCENT))

    def _top_of_rows(self) -> float:
        return TOP + 74 + NORMAL * LINE_HEIGHT + GAP

    def _row_height(self, count: int) -> float:
        """Return the height [units] of each of `count` rows. Rows are lower if the page then fits without scrolling."""
        if count <= ROOMY and ROOMY * LARGE_ROW <= self._room():
            return LARGE_ROW
        most = self._room() / count
        return min(most, ROW) if most >= LEAST_ROW else ROW

    def _room(self) -> float:
        return self.canvas.height - ABOUT - 14 - self._top_of_rows()

    def _capacity(self) -> int:
        return max(3, int(self._room() / self._row + 1e-6))

    def row_at(self, x: float, y: float) -> int | None:
        """Return the index of the row at a point (x, y) of the window [pixels], or None."""
        x, y = self.units(x, y)
        if self._data and self._grid:
            return self._grid.row_at(x, y)
        place = int((y - self._top_of_rows()) // self._row)
        inside = 0 <= x <= LEFT + WIDTH + INSET and 0 <= place < self._capacity()
        number = self._first + place
        return number if self._data and inside and number < len(self._data.values) else None

    def side_at(self, x: float) -> int:
        """Return the direction of a click on a value: -1 near its `<`, else 1. `x` is the position of the click [pixels]."""
        return -1 if LEFT + WIDTH * 0.6 < x / self.canvas.scale < LEFT + WIDTH * 0.88 else 1


class MenuView(PanelView[MenuPanel]):
    """The view of the menu. is_blocked(): True while a key is caught, which must not move the focus"""

    PANEL = MenuPanel

    def __init__(
        self, base: ShowBase, menu: Menu, show_message: Callable[[str], None], is_blocked: Callable[[], bool] = lambda: False
    ):
        self._base, self._menu, self._show_message, self.is_blocked = base, menu, show_message, is_blocked
        self._pointer: tuple[float, float] | None = None
        self.message = ""  # the result of the last change, drawn beside the page
        moves: dict[str, tuple[Callable[[int], None], int]] = {}
        moves |= {"arrow_up": (menu.move, -1), "arrow_down": (menu.move, 1), "wheel_up": (menu.move, -1)}
        moves |= {"wheel_down": (menu.move, 1), "arrow_left": (menu.change, -1), "arrow_right": (menu.change, 1)}
        # An object of its own: the game accepts some of these keys on `base`, too, and others once the user has chosen them.
        self._keys = DirectObject()
        for key, (method, amount) in moves.items():
            for event in (key, f"{key}-repeat"):
                self._keys.accept(event, self._change, [method, amount])
        for key, place in (("home", 0), ("end", -1)):
            self._keys.accept(key, self._change, [menu.focus_on, place])
        self._keys.accept("enter", self._change, [menu.activate])
        self._keys.accept("delete", self._change, [menu.restore])
        self._keys.accept("mouse1", self._click)
        self._keys.accept("mouse3", self._change, [menu.back])

    def build(self, parent: NodePath, size: Size) -> None:
        super().build(parent, size)
        self.draw()

    def draw(self) -> None:
        self._panel.show(MenuState.of(self._menu, self.message))

    def page_changed(self) -> None:
        self.message = ""
        if not self._menu.is_open:
            self._pointer = None
        self.draw()

    def _change(self, method: Callable[..., None], *amount: Any) -> None:
        """Clear the message, call a method of the menu, and draw the page. A closed or blocked menu ignores the call."""
        if self._menu.is_open and not self.is_blocked():
            self._show_message("")
            method(*amount)
            self.draw()

    def _click(self) -> None:
        row = self._row_under_pointer()
        if row is None or self.is_blocked():
            return
        menu = self._menu
        menu.focus_on(row)
        chosen = menu.page.rows[row]
        if chosen.change and not chosen.activate:
            self._change(menu.change, self._panel.side_at(self._base.win.getPointer(0).getX()))
        else:
            self._change(menu.activate)

    def _row_under_pointer(self) -> int | None:
        pointer = self._base.win.getPointer(0)
        return self._panel.row_at(pointer.getX(), pointer.getY()) if self._menu.is_open else None

    def update(self, is_uncovered: bool) -> None:
        """Give the focus to the row under a moved pointer. The menu is always drawn, whatever `is_uncovered` is."""
        if not self._menu.is_open:
            return
        pointer = self._base.win.getPointer(0)
        here = (pointer.getX(), pointer.getY())
        moved, self._pointer = self._pointer not in (None, here), here
        row = self._row_under_pointer() if moved else None
        if row is not None and row != self._menu.focus:
            self._menu.focus_on(row)
            self.message = ""
            self.draw()
