"""The head-up display while time runs: key hints that fade, numbers and a legend. Messages are shown in a pause, too."""

from ..explain.hud_text import hud_rows
from .canvas import balance_lines, draw_hint, hint_width
from .panel import Panel, PanelGroup
from .theme import ACCENT, ASIDE, HEADLINE, INK, LARGE, LINE_HEIGHT, NORMAL, NOTE, PANEL, RED, SCROLLED, SMALL, TextStyle

MARGIN, PADDING = 14, 12
NAME_WIDTH, PANEL_WIDTH, LEGEND_WIDTH = 92, 400, 210
ROW = round(SMALL * 1.5)
LINE, INDENT = 32, 18  # [units] height of a line at the lower left; from a square to its text
STOP, OTHER_RULES = "{record}  stop recording", "{next_rules}  next rules"
MESSAGE_WIDTH = 620  # [units] Wider: lines are hard to read
MOST_LINES = 2  # of a message, if the window is wide enough. More: in third person it covers the feet
APART = 0.02  # of the window's width, from the body to a message beside it. Less: the message moves often; more: it is narrower
NARROWEST = 160  # [units] width of a message beside the body. Smaller: too many lines; larger: it stays before the body


class NumbersPanel(Panel):
    """The numbers of a tick at the top left. The panel's data is (title of the level, ((name, value), ...)), all texts."""

    NAME = "hud"

    @property
    def height(self):
        """The height of the panel [units], 0.0 without data."""
        return 2 * PADDING + LARGE * LINE_HEIGHT + len(self._data[1]) * SMALL * LINE_HEIGHT if self._data else 0.0

    def draw(self, canvas, data):
        (title, rows), left, top = data, MARGIN + PADDING, MARGIN + PADDING
        names, values = zip(*rows)
        canvas.panel(MARGIN, MARGIN, PANEL_WIDTH, self.height)
        canvas.text(title, left, top - 3, HEADLINE)
        top += LARGE * LINE_HEIGHT
        canvas.text("\n".join(names), left, top, ASIDE)
        canvas.text("\n".join(values), left + NAME_WIDTH, top, TextStyle(SMALL, INK, mono=True))


class LegendPanel(Panel):
    """The legend of the overlay's colours. The panel's data are the sections for `draw_legend`."""

    NAME = "legend"

    def draw(self, canvas, data):
        draw_legend(canvas, data)


class MessagePanel(Panel):
    """A message at the bottom of the area that no panel covers, in the middle or beside the player's body.

    The panel's data is (text, left end, right end, lower end), the ends of its area in fractions of the window.
    """

    NAME, SORT, NEEDED = "message", 1, SCROLLED

    def put(self, text, area, body):
        """Show a message in an Area. "" removes it. Beside the body it stays there until it is over, so that it does not jump.

        body: Area of the window in which the player's body is drawn, or None. The message does not cover it if there is room.
        """
        if not text:
            self.show(None)
            return
        left, right = area.left, area.right
        if self._data and self._data[0] == text:
            left, right = max(left, self._data[1]), min(right, self._data[2])
        tall = (MOST_LINES * NORMAL * LINE_HEIGHT + 16) / self.canvas.height
        if body and body.bottom > area.bottom - tall and body.top < area.bottom and body.left < right and left < body.right:
            sides = (area.left, min(body.left - APART, area.right)), (max(body.right + APART, area.left), area.right)
            beside = max(sides, key=lambda side: side[1] - side[0])
            if (beside[1] - beside[0]) * self.canvas.width - 2 * MARGIN >= NARROWEST:
                left, right = beside
        self.show((text, left, right, area.bottom))

    def draw(self, canvas, data):
        text, left, right, bottom = data
        width, middle = (right - left) * canvas.width, (left + right) / 2 * canvas.width
        widest = width - 2 * MARGIN - 2 * PADDING
        lines = balance_lines(canvas, text, min(MESSAGE_WIDTH, widest))
        if len(lines) > MOST_LINES:
            lines = balance_lines(canvas, text, widest)
        box = max(canvas.text_width(line) for line in lines) + 2 * PADDING
        height = len(lines) * NORMAL * LINE_HEIGHT + 10
        top = bottom * canvas.height - height - 6
        canvas.box(middle - box / 2, top, box, height, PANEL)
        canvas.text("\n".join(lines), middle, top + 5, TextStyle(NORMAL, ACCENT), align="centre")


class HintPanel(Panel):
    """Key hints at the lower left, the length of a recording, and the name of unusual rules.

    The panel's data is (hint, length of the recording, rules), three texts that may be "".
    """

    NAME, SORT = "hint", 1

    def draw(self, canvas, data):
        hint, recording, rules = data
        y = canvas.height - MARGIN
        if recording:
            y = draw_status(canvas, recording, STOP, RED, y)
        if rules:
            y = draw_status(canvas, rules, OTHER_RULES, ACCENT, y)
        if hint:
            y -= LINE
            canvas.box(MARGIN, y, hint_width(canvas, hint) + 2 * PADDING, LINE, PANEL)
            draw_hint(canvas, hint, MARGIN + PADDING, y + 4)

    def fade(self, opacity):
        """Set the opacity of the panel, 0..1."""
        self.canvas.root.setAlphaScale(opacity)


class HudPanel(PanelGroup):
    """The panels with the numbers of a tick and the legend of the overlay.

    parent: NodePath `pixel2d`, or the overlay of a Studio
    size: (width, height) of the window [pixels]
    """

    def __init__(self, parent, size):
        self._numbers, self._legend = NumbersPanel(parent, size), LegendPanel(parent, size)
        super().__init__(self._numbers, self._legend)

    def show(self, sim, record, legend):
        """Draw the numbers and the legend of a tick.

        sim: the Simulation
        record: the tick's TickRecord, or None to hide both panels
        legend: [(heading, [(colour (3,), name), ...]), ...], a result of `game.overlay.legend`. [] hides the legend.
        """
        self._numbers.show((sim.level.title, tuple(hud_rows(record, sim))) if record else None)
        self._legend.show(tuple((heading, tuple(entries)) for heading, entries in legend) or None if record else None)

    @property
    def bottom(self):
        """The lower end of the numbers and of the margin below them [units]. Without numbers it is the height of the margin."""
        return MARGIN + (self._numbers.height + MARGIN if self._numbers.height else 0.0)


def draw_legend(canvas, sections):
    """Draw a legend at the top right: headings, and below each its entries with a coloured square and a name.

    sections: [(heading, [(colour (3,), name), ...]), ...]
    """
    lines = sum(len(entries) + 1 for _, entries in sections)
    left, top = canvas.width - MARGIN - LEGEND_WIDTH, MARGIN
    canvas.box(left, top, LEGEND_WIDTH, lines * ROW + 2 * PADDING - 4 + 4 * (len(sections) - 1), PANEL)
    y = top + PADDING - 2
    for heading, entries in sections:
        canvas.text(heading, left + PADDING, y, ASIDE)
        y += ROW
        for colour, name in entries:
            canvas.box(left + PADDING, y + 5, 10, 10, (*colour, 1.0))
            canvas.text(name, left + PADDING + 18, y, NOTE)
            y += ROW
        y += 4


def draw_status(canvas, words, hint, colour, bottom):
    """Draw a coloured square, words and a key hint at the left edge. Return the `bottom` for the next line above this one.

    hint: text in the format of canvas/key_hints.py
    colour: (4,) red, green, blue, opacity, each 0..1
    bottom: y of the lower end of this line [units]
    """
    left, y = MARGIN + PADDING, bottom - LINE
    width = canvas.text_width(words, NOTE) + INDENT + PADDING
    canvas.box(MARGIN, y, width + hint_width(canvas, hint) + 2 * PADDING, LINE, PANEL)
    canvas.box(left, y + 11, 10, 10, colour)
    canvas.text(words, left + INDENT, y + 5, NOTE)
    draw_hint(canvas, hint, left + width, y + 4)
    return y - 4
