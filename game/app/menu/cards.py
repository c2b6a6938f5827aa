"""Rows of a menu page drawn as cards in a grid. Each card has a picture, a name, a progress bar and a value."""

from collections.abc import Sequence
from pathlib import Path

from ...panels.canvas import Canvas, texture_of, wrap_to_width
from ...panels.theme import ACCENT, DIM, FOCUS, INK, LINE, LINE_HEIGHT, NOTE, PANEL, SMALL, TextStyle
from ..panels.timer_panel import draw_value
from .menu_model import MenuPage, MenuRow

PICTURES = Path(__file__).resolve().parents[3] / "assets" / "pictures"
FIRST_LEVEL = "first_steps"
GAP, EDGE, TOP, FOOT = 12, 24, 96, 84  # [units] between cards, at the sides, above and below them
CAPTION, BAR = 26, 4  # [units] heights of a name of one line and of the bar of progress
INSET, BETWEEN = 8, 8  # [units] from a card's side to its texts; between its name and its value
NAME = TextStyle(SMALL, DIM, bold=True)
NO_PICTURE = (0.16, 0.19, 0.24, 1.0)


def picture_of(name: str, kind: str = "levels") -> Path:
    """Return the path of a picture that `python -m tests.menu_cards` makes. `kind` is "levels" or "lessons"."""
    return PICTURES / kind / f"{name}.webp"


def shown_picture(name: str, kind: str = "levels") -> Path | None:
    """Return the path of a card's picture, or None if the file is missing."""
    path = picture_of(name, kind)
    return path if path.is_file() else None


class CardGrid:
    """The positions of a page's cards in the area of a Canvas. `width` and `height` are those of a card [units]."""

    def __init__(self, canvas: Canvas, count: int, columns: int):
        lines = -(-count // columns)
        self._columns, self.count = columns, count
        self.width = (canvas.width - 2 * EDGE - (columns - 1) * GAP) / columns
        most = (canvas.height - TOP - FOOT - (lines - 1) * GAP) / lines
        self.height = min(most, self.width * 9 / 16 + CAPTION)
        self.has_values_in_pictures = False

    def place(self, card_index: int) -> tuple[float, float]:
        """Return the upper left corner of a card [units]. `card_index` counts row by row from 0."""
        line, column = divmod(card_index, self._columns)
        return EDGE + column * (self.width + GAP), TOP + line * (self.height + GAP)

    def card_at(self, x: float, y: float) -> int | None:
        for number in range(self.count):
            left, top = self.place(number)
            if left <= x < left + self.width and top <= y < top + self.height:
                return number
        return None


def draw_cards(canvas: Canvas, page: MenuPage, values: Sequence[str], focus: int) -> CardGrid:
    """Draw the rows of a page as cards, with the texts of their values. `focus` is the index of the row in focus."""
    grid = CardGrid(canvas, len(page.rows), page.columns)
    pairs = [(row.name, value) for row, value in zip(page.rows, values) if value]
    widest = max((canvas.text_width(name, NAME) + canvas.text_width(value, NOTE) for name, value in pairs), default=0)
    grid.has_values_in_pictures = widest + BETWEEN + 2 * INSET > grid.width
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
    free, value_width = width - 2 * INSET, canvas.text_width(value, NOTE)
    if value and not grid.has_values_in_pictures:
        free -= value_width + BETWEEN
    lines = [shortened(canvas, line, free) for line in wrap_to_width(canvas, row.name, free, NAME)]
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
        canvas.box(x + width - value_width - 2 * INSET, y, value_width + 2 * INSET, CAPTION, PANEL)
    canvas.text("\n".join(lines), x + INSET, top + inset, NAME._replace(colour=INK if focused else DIM))
    draw_value(canvas, value, x + width - INSET, value_top, TextStyle(SMALL, ACCENT))


def shortened(canvas: Canvas, name: str, width: float) -> str:
    """Return a name in the style NAME, with an ellipsis in place of its end if it is wider than `width` [units]."""
    while canvas.text_width(name, NAME) > width and len(name) > 2:
        name = name[:-2] + "…"
    return name
