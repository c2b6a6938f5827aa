"""The head-up display: level and numbers at the top left, the legend at the top right, messages and hints at the bottom."""

from game.overlay import hud_rows, legend, step_lines

from ...menu.menu_panel import wrapped
from ..canvas import (
    ACCENT,
    CROWDED,
    DIM,
    FOCUS,
    INK,
    LARGE,
    LINE_HEIGHT,
    NORMAL,
    PANEL,
    RED,
    SMALL,
    text_size_of,
    unit_of,
)
from ..layout.timeline_layout import Layout
from ..panel import Panel, PanelGroup
from .status_line import Status

MARGIN, PADDING = 14, 12
NAME_WIDTH, PANEL_WIDTH = 104, 452
ROW = NORMAL * LINE_HEIGHT
HINT_ROW = 18
MESSAGE_WIDTH, LEAST_MESSAGE = 648, 240  # [units]. Wider: it covers the plot of the twins; narrower: one word a line
RIGHT_COLUMN = 434  # [units] of the panels at the right while the game is paused
STEP_ROW, LEAST_STEPS = SMALL * 1.6, 3  # STEP_ROW: height of a line; LEAST_STEPS: lines of iterations at least


class NumbersPanel(Panel):
    """The panel of numbers. Its data: (title of the level, ((name, value), ...))."""

    NAME = "hud"

    def draw(self, canvas, data):
        (title, rows), left, top = data, MARGIN + PADDING, MARGIN + PADDING
        names, values = zip(*rows)
        canvas.panel(MARGIN, MARGIN, PANEL_WIDTH, below_numbers(len(rows)) - MARGIN)
        canvas.text(title, left, top - 3, LARGE, INK, bold=True)
        top += LARGE * LINE_HEIGHT
        canvas.text("\n".join(names), left, top, NORMAL, DIM)
        canvas.text("\n".join(values), left + NAME_WIDTH, top)


def below_numbers(rows):
    """Lower end of the numbers [units]."""
    return MARGIN + 2 * PADDING + LARGE * LINE_HEIGHT + rows * ROW


class LegendPanel(Panel):
    """The panel of the legend. Its data: the result of `legend`."""

    NAME = "legend"

    def draw(self, canvas, data):
        draw_legend(canvas, data)


class StepsPanel(Panel):
    """The list of the displayed tick's iterations. Its data: (lines, number of the inspected one or None, top [units])."""

    NAME = "steps"

    def __init__(self, parent, size):
        super().__init__(parent, size)
        pixels = unit_of(size, text_size_of(parent), CROWDED)
        self._timeline = Layout(size[0] / pixels, size[1] / pixels).top * pixels / self.canvas.scale
        self._first = self._count = 0  # of the lines that are listed

    def draw(self, canvas, data):
        lines, chosen, top = data
        room = self._timeline - MARGIN - top - 2 * PADDING + 4
        most = max(LEAST_STEPS, int(room / STEP_ROW))
        self._first = first = max(0, min((chosen or 0) - most // 2, len(lines) - most))
        self._count = min(most, len(lines) - first)
        canvas.box(MARGIN, top, PANEL_WIDTH, self._count * STEP_ROW + 2 * PADDING - 4, PANEL)
        for number, (colour, text) in enumerate(lines[first : first + most]):
            y = top + PADDING - 2 + number * STEP_ROW
            if first + number == chosen:
                canvas.box(MARGIN, y - 2, PANEL_WIDTH, STEP_ROW, FOCUS)
            canvas.box(MARGIN + PADDING, y + 3, 10, 10, (*colour, 1.0))
            canvas.text(text, MARGIN + PADDING + 18, y, SMALL, INK)

    def step_at(self, x, y):
        """The number of the iteration whose line is at a place of the window [pixels], or None."""
        if not self.visible:
            return None
        x, y = self.units(x, y)
        row = (y - self._data[2] - PADDING + 2) / STEP_ROW
        return self._first + int(row) if MARGIN <= x <= MARGIN + PANEL_WIDTH and 0 <= row < self._count else None


class StatusPanel(Panel):
    """The panel at the bottom. Its data: Status."""

    NAME, SORT, NEEDED = "bottom", 1, CROWDED

    def draw(self, canvas, data):
        draw_bottom(canvas, data)


class HudPanel(PanelGroup):
    """The head-up display.

    parent: pixel2d or a Studio's overlay; size: (width, height) [pixels].
    """

    def __init__(self, parent, size):
        self._numbers, self._legend = NumbersPanel(parent, size), LegendPanel(parent, size)
        self._steps, self._status = StepsPanel(parent, size), StatusPanel(parent, size)
        super().__init__(self._numbers, self._legend, self._steps, self._status)
        self.step_at = self._steps.step_at

    def show(self, sim, record, switches, status):
        """Show a tick. record: StepRecord or None; switches: those that the legend explains; status: Status for the bottom."""
        if record is None:
            return
        rows = tuple(hud_rows(record, sim))
        lines = tuple(step_lines(record)) if status.paused else ()
        self._numbers.show((sim.level.title, rows))
        self._legend.show(legend(switches) or None if status.iteration is None else None)
        self._steps.show((lines, status.iteration, below_numbers(len(rows)) + MARGIN) if lines else None)
        self._status.show(status)

    def show_message(self, message, hint=""):
        """Show only the status; for the time when the display is switched off."""
        self._status.visible = True
        self._status.show(Status(message=message, hint=hint))

    def set_numbers_visible(self, visible):
        """Hide or show the panels at the left."""
        self._numbers.visible = self._steps.visible = visible


def draw_legend(canvas, sections):
    """Draw headings, and below each a coloured square and a name for each entry."""
    lines = sum(len(entries) + 1 for _, entries in sections)
    width, row = 186, SMALL * 1.6
    left, top = canvas.width - MARGIN - width, MARGIN
    canvas.box(left, top, width, lines * row + 2 * PADDING - 4 + 4 * (len(sections) - 1), PANEL)
    y = top + PADDING - 2
    for heading, entries in sections:
        canvas.text(heading, left + PADDING, y, SMALL, DIM)
        y += row
        for colour, name in entries:
            canvas.box(left + PADDING, y + 3, 10, 10, (*colour, 1.0))
            canvas.text(name, left + PADDING + 18, y, SMALL, INK)
            y += row
        y += 4


def draw_bottom(canvas, status):
    """Draw the hint, and the last message above it or above the timeline."""
    layout = Layout(canvas.width, canvas.height)
    middle, y = layout.middle if status.paused else canvas.width / 2, canvas.height - MARGIN
    if status.recording and not status.paused:
        y = draw_recording(canvas, f"{status.recording}     F5  stop recording", middle, y - 26)
    elif status.hint:
        y = draw_hint(canvas, status.hint, middle, y)
    if status.message:
        y = layout.top if status.paused else y
        draw_message(canvas, status.message, y, *message_place(canvas.width, layout, status.paused))


def message_place(width, layout, paused):
    """(middle, greatest width) of a message [units]. In a paused game it is between the panels at the sides, if there is room."""
    left, right = 2 * MARGIN + PANEL_WIDTH, width - RIGHT_COLUMN - MARGIN
    if not paused:
        left, right = 0.0, width
    elif right - left < LEAST_MESSAGE:
        left, right = layout.left, layout.left + layout.width
    return (left + right) / 2, min(right - left, MESSAGE_WIDTH)


def draw_message(canvas, message, bottom, middle, most):
    """Draw a message in as many lines as it needs. most: its greatest width [units]"""
    lines = wrapped(message, int((most - 2 * PADDING) / canvas.text_width("0", NORMAL)))
    height, width = len(lines) * ROW + 8, canvas.text_width("\n".join(lines), NORMAL) + 2 * PADDING
    canvas.box(middle - width / 2, bottom - 8 - height, width, height, PANEL)
    canvas.text("\n".join(lines), middle, bottom - 3 - height, NORMAL, ACCENT, align="centre")


def draw_hint(canvas, hint, middle, bottom):
    """Draw the hint. Returns its top."""
    width = canvas.text_width(hint, SMALL) + 2 * PADDING
    y = bottom - 8 - HINT_ROW * len(hint.split("\n"))
    canvas.box(middle - width / 2, y, width, bottom - y, PANEL)
    canvas.text(hint, middle, y + 5, SMALL, DIM, align="centre")
    return y


def draw_recording(canvas, text, middle, y):
    """Draw a red mark and the length of the recording in place of the hint. Returns its top."""
    width = canvas.text_width(text, SMALL) + 2 * PADDING + 18
    canvas.box(middle - width / 2, y, width, 26, PANEL)
    canvas.box(middle - width / 2 + PADDING, y + 8, 10, 10, RED)
    canvas.text(text, middle - width / 2 + PADDING + 18, y + 6, SMALL, INK)
    return y
