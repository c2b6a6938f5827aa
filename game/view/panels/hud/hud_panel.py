"""The head-up display of a walking player: a hint that fades and messages; numbers and a legend when they are asked for."""

from game.overlay import hud_rows

from ..canvas import ACCENT, ASIDE, DIM, HEADLINE, INK, LARGE, LINE_HEIGHT, NORMAL, NOTE, PANEL, RED, SCROLLED, SMALL, TextStyle
from ..panel import Panel, PanelGroup

MARGIN, PADDING = 14, 12
NAME_WIDTH, PANEL_WIDTH, LEGEND_WIDTH = 92, 400, 210
ROW = round(SMALL * 1.5)
MESSAGE_WIDTH = 620  # [units]. Wider: it cannot be read at a glance


class NumbersPanel(Panel):
    """Data: (title of the level, ((name, value), ...))."""

    NAME = "hud"

    def draw(self, canvas, data):
        (title, rows), left, top = data, MARGIN + PADDING, MARGIN + PADDING
        names, values = zip(*rows)
        canvas.panel(MARGIN, MARGIN, PANEL_WIDTH, 2 * PADDING + LARGE * LINE_HEIGHT + len(rows) * SMALL * LINE_HEIGHT)
        canvas.text(title, left, top - 3, HEADLINE)
        top += LARGE * LINE_HEIGHT
        canvas.text("\n".join(names), left, top, TextStyle(SMALL, DIM, mono=True))
        canvas.text("\n".join(values), left + NAME_WIDTH, top, TextStyle(SMALL, INK, mono=True))


class LegendPanel(Panel):
    """Data: as `legend` returns them."""

    NAME = "legend"

    def draw(self, canvas, data):
        draw_legend(canvas, data)


class MessagePanel(Panel):
    """A message at the bottom of the free area. Data: (text, right and lower end of the area in parts of the window)."""

    NAME, SORT, NEEDED = "message", 1, SCROLLED

    def draw(self, canvas, data):
        text, right, bottom = data
        width = right * canvas.width
        lines = wrapped_to(canvas, text, min(MESSAGE_WIDTH, width - 2 * MARGIN - 2 * PADDING))
        box = max(canvas.text_width(line) for line in lines) + 2 * PADDING
        height = len(lines) * NORMAL * LINE_HEIGHT + 10
        top = bottom * canvas.height - height - 6
        canvas.box(width / 2 - box / 2, top, box, height, PANEL)
        canvas.text("\n".join(lines), width / 2, top + 5, TextStyle(NORMAL, ACCENT), align="centre")


class HintPanel(Panel):
    """Key hints at the lower left, and the length of a recording. Data: (hint or "", recording or "")."""

    NAME, SORT = "hint", 1

    def draw(self, canvas, data):
        hint, recording = data
        y = canvas.height - MARGIN
        if recording:
            y = draw_line(canvas, f"{recording}     F5  stop recording", y, INK, RED)
        if hint:
            draw_line(canvas, hint, y, INK)

    def fade(self, opacity):
        """opacity: 0..1"""
        self.canvas.root.setAlphaScale(opacity)


class HudPanel(PanelGroup):
    """The head-up display.

    parent: pixel2d or a Studio's overlay; size: (width, height) [pixels].
    """

    def __init__(self, parent, size):
        self._numbers, self._legend = NumbersPanel(parent, size), LegendPanel(parent, size)
        super().__init__(self._numbers, self._legend)

    def show(self, sim, record, legend):
        """sim: Simulation; record: StepRecord, None: nothing is shown; legend: as `legend` returns it"""
        self._numbers.show((sim.level.title, tuple(hud_rows(record, sim))) if record else None)
        self._legend.show(tuple((heading, tuple(entries)) for heading, entries in legend) or None if record else None)


def draw_legend(canvas, sections):
    """Draw headings, and below each a coloured square and a name for each entry, at the top right."""
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


def wrapped_to(canvas, text, width):
    """The lines of a text that are at most so wide [units], where its words allow it."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and canvas.text_width(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def draw_line(canvas, text, bottom, colour, mark=None):
    """Draw a line of text at the left edge above the y `bottom`. Returns the bottom for the next line.

    mark: colour of a square before the text, or None
    """
    indent = 18 if mark else 0
    width, y = canvas.text_width(text, NOTE) + 2 * PADDING + indent, bottom - 28
    canvas.box(MARGIN, y, width, 28, PANEL)
    if mark:
        canvas.box(MARGIN + PADDING, y + 9, 10, 10, mark)
    canvas.text(text, MARGIN + PADDING + indent, y + 4, TextStyle(SMALL, colour))
    return y - 4
