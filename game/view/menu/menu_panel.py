"""The menu on the screen: a column at the left with the row in focus highlighted, and its explanation below."""

from ..panels.canvas import ACCENT, DIM, FOCUS, INK, LINE, LINE_HEIGHT, NORMAL, PANEL, SHADE, SMALL, TITLE, Canvas

LEFT, TOP, WIDTH, INSET = 56, 48, 520, 18
ROW, GAP = 32, 22
LONGEST = 66  # letters in a line of the explanation


class MenuPanel:
    """parent: pixel2d; size: (width, height) [pixels]; menu: Menu."""

    def __init__(self, parent, size, menu):
        self._canvas = Canvas(parent, size, "menu", sort=20)
        self._menu = menu
        self._first = 0  # number of the top row shown: longer pages scroll

    def draw(self, message=""):
        """Draw the page; call it after each change. message: the result of the last change, drawn beside the page"""
        canvas, page = self._canvas, self._menu.page
        canvas.clear()
        canvas.box(0, 0, canvas.width, canvas.height, SHADE)
        canvas.box(LEFT - INSET, 0, WIDTH + 2 * INSET, canvas.height, PANEL)
        canvas.text("Glissade", LEFT, TOP, TITLE, INK, bold=True)
        canvas.box(LEFT, TOP + 58, 48, 3, ACCENT)
        canvas.text(page.title, LEFT, TOP + 74, NORMAL, DIM)
        self._draw_rows(page)
        self._draw_about(page)
        if message:
            self._draw_message(message)

    def _draw_rows(self, page):
        capacity = self._capacity()
        self._first = max(0, min(self._first, self._menu.focus, len(page.rows) - capacity), self._menu.focus - capacity + 1)
        for place, row in enumerate(page.rows[self._first : self._first + capacity]):
            self._draw_row(row, self._top_of_rows() + place * ROW, self._first + place == self._menu.focus)
        if len(page.rows) > capacity:
            self._draw_scroll_mark(len(page.rows), capacity)

    def _draw_row(self, row, y, focused):
        canvas, value = self._canvas, row.value()
        if focused:
            canvas.box(LEFT - INSET, y, WIDTH + 2 * INSET, ROW, FOCUS)
            canvas.box(LEFT - INSET, y, 3, ROW, ACCENT)
        canvas.text(row.name, LEFT, y + 6, NORMAL, INK if focused else DIM, bold=focused)
        if row.change and focused:
            value = f"< {value} >"
        canvas.text(value, LEFT + WIDTH, y + 6, NORMAL, ACCENT if focused else INK, align="right")

    def _draw_scroll_mark(self, rows, capacity):
        height, top = capacity * ROW, self._top_of_rows()
        x = LEFT + WIDTH + INSET - 3
        self._canvas.box(x, top + height * self._first / rows, 3, height * capacity / rows, (*DIM[:3], 0.6))

    def _draw_about(self, page):
        about = page.rows[self._menu.focus].about or page.about
        y = self._canvas.height - 92
        self._canvas.box(LEFT, y - 10, WIDTH, 1, LINE)
        self._canvas.text("\n".join(wrapped(about, LONGEST)), LEFT, y, SMALL, INK)
        keys = "Up Down  choose    Left Right  change    Enter  select    Esc  back"
        self._canvas.text(keys, LEFT, self._canvas.height - 32, SMALL, DIM)

    def _draw_message(self, message):
        lines = wrapped(message, LONGEST)
        left, height = LEFT + WIDTH + 2 * INSET + GAP, len(lines) * SMALL * LINE_HEIGHT + 16
        width = max(self._canvas.text_width(line, SMALL) for line in lines) + 24
        self._canvas.box(left, self._canvas.height - 32 - height, width, height, PANEL)
        self._canvas.text("\n".join(lines), left + 12, self._canvas.height - 24 - height, SMALL, ACCENT)

    def _top_of_rows(self):
        return TOP + 74 + NORMAL * LINE_HEIGHT + GAP

    def _capacity(self):
        """Number of rows that fit."""
        return max(3, int((self._canvas.height - 110 - self._top_of_rows()) / ROW))

    def row_at(self, x, y):
        """Number of the row at a point [pixels], or None."""
        x, y = x / self._canvas.scale, y / self._canvas.scale
        place = int((y - self._top_of_rows()) // ROW)
        inside = LEFT - INSET <= x <= LEFT + WIDTH + INSET and 0 <= place < self._capacity()
        number = self._first + place
        return number if inside and number < len(self._menu.page.rows) else None

    def side_at(self, x):
        """The direction that a click on a value changes it in: -1 at its `<`, else 1. x [pixels]"""
        return -1 if LEFT + WIDTH * 0.6 < x / self._canvas.scale < LEFT + WIDTH * 0.88 else 1

    def hide(self):
        self._canvas.clear()

    def remove(self):
        self._canvas.remove()


def wrapped(text, longest):
    """Break a text into lines of at most `longest` letters."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + 1 + len(word) > longest:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
