"""The head-up display: level and numbers at the top left, the legend at the top right, what is going on at the bottom."""

from game.overlay import Switches, hud_rows, legend, step_lines

from ..menu.menu_panel import wrapped
from .canvas import ACCENT, CROWDED, DIM, FOCUS, INK, LARGE, LINE_HEIGHT, NORMAL, PANEL, RED, SMALL, Canvas, set_text
from .status import Status
from .timeline import Layout

MARGIN, PADDING = 14, 12
NAME_WIDTH, PANEL_WIDTH = 104, 452
ROW = NORMAL * LINE_HEIGHT
HINT_ROW = 18
MESSAGE_WIDTH, LEAST_MESSAGE = 664, 240  # [units]; less than the latter would be words one above the other
RIGHT_COLUMN = 434  # [units] that panels at the right take while time stands
STEP_ROW, LEAST_STEPS = SMALL * 1.6, 3  # lines of iterations shown when paused


class HudPanel:
    """parent: pixel2d or a Studio's overlay; size: (width, height) [pixels]."""

    def __init__(self, parent, size):
        self._canvas = Canvas(parent, size, "hud")
        self._legend = Canvas(parent, size, "legend")
        self._steps = Canvas(parent, size, "steps")
        self._bottom = Canvas(parent, size, "bottom", sort=1, needed=CROWDED)
        self._legend_shown = self._steps_shown = self._bottom_shown = None
        self._title = self._values = None
        self._below, self._first = 0.0, 0  # where the numbers end; the first iteration that is listed

    def show(self, sim, record, switches, status):
        """status: text lines for the bottom, a StatusLine; record: StepRecord or None."""
        if record is None:
            return
        rows = hud_rows(record, sim)
        if self._values is None:
            self._draw_numbers([name for name, _ in rows])
        set_text(self._title, sim.level.title)
        set_text(self._values, "\n".join(value for _, value in rows))
        self._show_legend(switches if status.iteration is None else Switches.none())
        self._show_steps(record if status.paused else None, status.iteration)
        self._show_bottom(status)

    def _draw_numbers(self, names):
        canvas, left, top = self._canvas, MARGIN + PADDING, MARGIN + PADDING
        self._below = MARGIN + 2 * PADDING + LARGE * LINE_HEIGHT + len(names) * ROW
        canvas.panel(MARGIN, MARGIN, PANEL_WIDTH, self._below - MARGIN)
        self._title = canvas.text("", left, top - 3, LARGE, INK, bold=True)
        top += LARGE * LINE_HEIGHT
        canvas.text("\n".join(names), left, top, NORMAL, DIM)
        self._values = canvas.text("", left + NAME_WIDTH, top)

    def _show_legend(self, switches):
        if switches == self._legend_shown:
            return
        self._legend_shown = switches
        self._legend.clear()
        sections = legend(switches)
        if sections:
            draw_legend(self._legend, sections)

    def _show_steps(self, record, chosen):
        lines = step_lines(record) if record else []
        if (lines, chosen) == self._steps_shown:
            return
        self._steps_shown = lines, chosen
        self._steps.clear()
        if lines:
            most = self._steps_that_fit()
            self._first = first = max(0, min((chosen or 0) - most // 2, len(lines) - most))
            marked = None if chosen is None else chosen - first
            draw_steps(self._steps, lines[first : first + most], self._below + MARGIN, marked)

    def step_at(self, x, y):
        """The number of the iteration whose line is at a place of the window [pixels], or None."""
        if self._steps.root.isHidden() or not self._steps_shown or not self._steps_shown[0]:
            return None
        x, row = x / self._steps.scale, (y / self._steps.scale - self._below - MARGIN - PADDING + 2) / STEP_ROW
        shown = min(self._steps_that_fit(), len(self._steps_shown[0]) - self._first)
        return self._first + int(row) if MARGIN <= x <= MARGIN + PANEL_WIDTH and 0 <= row < shown else None

    def _steps_that_fit(self):
        """Lines between the numbers and the timeline."""
        top = Layout(self._bottom.width, self._bottom.height).top * self._bottom.scale / self._steps.scale
        room = top - MARGIN - (self._below + MARGIN) - 2 * PADDING + 4
        return max(LEAST_STEPS, int(room / STEP_ROW))

    def _show_bottom(self, status):
        if status == self._bottom_shown:
            return
        self._bottom_shown = status
        self._bottom.clear()
        draw_bottom(self._bottom, status)

    def show_message(self, message, hint=""):
        """Only that, while the display is switched off."""
        self._bottom.root.show()
        self._show_bottom(Status(message=message, hint=hint))

    def set_numbers_visible(self, visible):
        """What stands at the left only."""
        for canvas in (self._canvas, self._steps):
            canvas.root.show() if visible else canvas.root.hide()

    def set_visible(self, visible):
        for canvas in (self._canvas, self._legend, self._steps, self._bottom):
            canvas.root.show() if visible else canvas.root.hide()

    def remove(self):
        for canvas in (self._canvas, self._legend, self._steps, self._bottom):
            canvas.remove()


def draw_legend(canvas, sections):
    """Headings, and under each a coloured square and a name an entry."""
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


def draw_steps(canvas, lines, top, marked):
    """The iterations of the tick that is shown, each in its pass's colour. marked: place of the one looked into, or None"""
    row = STEP_ROW
    canvas.box(MARGIN, top, PANEL_WIDTH, len(lines) * row + 2 * PADDING - 4, PANEL)
    for number, (colour, text) in enumerate(lines):
        y = top + PADDING - 2 + number * row
        if number == marked:
            canvas.box(MARGIN, y - 2, PANEL_WIDTH, row, FOCUS)
        canvas.box(MARGIN + PADDING, y + 3, 10, 10, (*colour, 1.0))
        canvas.text(text, MARGIN + PADDING + 18, y, SMALL, INK)


def draw_bottom(canvas, status):
    """The hint, and the last message above it, or above the timeline."""
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
    """(its middle, how wide it may be) [units]: while time stands between the panels at the sides, if there is room."""
    left, right = 2 * MARGIN + PANEL_WIDTH, width - RIGHT_COLUMN - MARGIN
    if not paused:
        left, right = 0.0, width
    elif right - left < LEAST_MESSAGE:
        left, right = layout.left, layout.left + layout.width
    return (left + right) / 2, min(right - left, MESSAGE_WIDTH)


def draw_message(canvas, message, bottom, middle, most):
    """In as many lines as it needs. most: wide [units]"""
    lines = wrapped(message, int((most - 2 * PADDING) / canvas.text_width("0", NORMAL)))
    height, width = len(lines) * ROW + 8, canvas.text_width("\n".join(lines), NORMAL) + 2 * PADDING
    canvas.box(middle - width / 2, bottom - 8 - height, width, height, PANEL)
    canvas.text("\n".join(lines), middle, bottom - 3 - height, NORMAL, ACCENT, align="centre")


def draw_hint(canvas, hint, middle, bottom):
    """Returns its top."""
    width = canvas.text_width(hint, SMALL) + 2 * PADDING
    y = bottom - 8 - HINT_ROW * len(hint.split("\n"))
    canvas.box(middle - width / 2, y, width, bottom - y, PANEL)
    canvas.text(hint, middle, y + 5, SMALL, DIM, align="centre")
    return y


def draw_recording(canvas, text, middle, y):
    """A red mark and for how long, where the hint is else. Returns its top."""
    width = canvas.text_width(text, SMALL) + 2 * PADDING + 18
    canvas.box(middle - width / 2, y, width, 26, PANEL)
    canvas.box(middle - width / 2 + PADDING, y + 8, 10, 10, RED)
    canvas.text(text, middle - width / 2 + PADDING + 18, y + 6, SMALL, INK)
    return y
