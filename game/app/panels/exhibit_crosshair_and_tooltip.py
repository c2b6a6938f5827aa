"""The crosshair near an exhibit's desk, and a panel with the text of the control or board that it points at.

The panel repeats the numbers of the exhibit's board, which is too far away to be read from the desk.
"""

from ...panels.canvas import draw_hint, hint_width, wrap_to_width
from ...panels.panel import Panel
from ...panels.theme import ACCENT, ASIDE, INK, LARGE, LINE_HEIGHT, PANEL, TEXT, TextStyle

DOT, PADDING = 3, 10  # [units]: half of the crosshair, around the words
# Part of the window's height below the panel. Boards hang in the upper half. Less: it touches the edge; more: it covers a board.
BELOW = 0.07
MARGIN = 14  # [units] from the right edge: in the middle the panel would cover the exhibit
KEYS = 30  # [units] height of the line of keys
WIDEST = 360  # [units] of a line. Wider: the panel covers the board behind it; narrower: more lines cover the desk
TITLE = TextStyle(LARGE, ACCENT)


class CrosshairDot(Panel):
    """The dot at the crosshair during play.

    The panel's data is ((x, y), colour). The dot's position x, y is in fractions of the window, from its upper left corner.
    """

    NAME, SORT = "dot", 3

    def draw(self, canvas, data):
        (across, down), colour = data
        canvas.box(across * canvas.width - DOT, down * canvas.height - DOT, 2 * DOT, 2 * DOT, colour)


class DeskPanel(Panel):
    """The text of a control or of a board, at the lower right. The panel's data is `Hand.text`.

    It is a panel of its own, because a message in its place hides it, but not the crosshair.
    """

    NAME, SORT = "desk", 3

    def draw(self, canvas, text):
        lines = [(text.title, TITLE)]
        lines += [(line, TEXT) for paragraph in text.lines for line in wrap_to_width(canvas, paragraph, WIDEST)]
        keys, table = [text.keys] if text.keys else [], text.rows
        widths = [max((canvas.text_width(row[column], TEXT) for row in table), default=0) + PADDING for column in range(3)]
        across = [sum(widths), *(canvas.text_width(*line) for line in lines), *(hint_width(canvas, hint) for hint in keys)]
        width, row_height = max(across) + 2 * PADDING, TEXT.size * LINE_HEIGHT
        height = sum(style.size for _, style in lines) * LINE_HEIGHT + len(table) * row_height + KEYS * len(keys) + 2 * PADDING
        left, top = canvas.width - width - MARGIN, (1.0 - BELOW) * canvas.height - height
        canvas.box(left, top, width, height, PANEL)
        top += PADDING
        for line, style in lines:
            canvas.text(line, left + PADDING, top - 2, style)
            top += style.size * LINE_HEIGHT
        for hint in keys:
            draw_hint(canvas, hint, left + PADDING, top + 4)
            top += KEYS
        for number, row in enumerate(table):
            for column, cell in enumerate(row):
                at = left + PADDING + sum(widths[:column])
                canvas.text(cell, at, top - 2, TEXT if number else ASIDE)
            top += row_height


class HandView:
    """The CrosshairDot and the DeskPanel as one of the views of Interface.

    They are shown near a desk, and while the player looks at a board or a control.

    hand: the Hand, which finds the control under the crosshair
    window: the Window
    """

    def __init__(self, hand, window):
        self._hand, self._window, self._panels = hand, window, ()

    def build(self, parent, size):
        """Make the panels. `parent` is the NodePath `pixel2d`, `size` is (width, height) of the window [pixels]."""
        self._panels = CrosshairDot(parent, size), DeskPanel(parent, size)

    def update(self, is_uncovered):
        """Update the panels once a frame. `is_uncovered` is False while a menu or the help panel covers them."""
        hand, text = self._hand, self._hand.text
        is_shown = is_uncovered and (hand.is_near or text is not None)
        crosshair, desk = self._panels
        crosshair.show((self._window.screen.middle, ACCENT if text and text.keys else INK) if is_shown else None)
        desk.show(text if is_shown else None)
        desk.visible = True  # also if a message was in its place

    def remove(self):
        for panel in self._panels:
            panel.remove()
