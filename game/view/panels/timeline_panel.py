"""The timeline while time stands: what is remembered, the marks on it, the tick shown, and buttons for all of it."""

from game.overlay.timeline_marks import LOOKS

from ..session import BACKWARD, SLOWER
from .canvas import ACCENT, CROWDED, DIM, INK, LINE, SMALL, Canvas, set_text
from .timeline import (
    BAR,
    BAR_HEIGHT,
    HEIGHT,
    KEY_HEIGHT,
    KEYS,
    LEGEND,
    SIGNS,
    STATE,
    WORDS,
    Layout,
    legend_of,
    spot_at,
    spots_of,
)

HEAD = 4  # width of the mark at the tick shown
LEGEND_ROW = 18


class TimelinePanel:
    """parent: pixel2d; size: (width, height) [pixels]. Hidden until it is shown."""

    def __init__(self, parent, size):
        self._ground = Canvas(parent, size, "timeline", sort=2, needed=CROWDED)  # what changes with the history only
        self._front = Canvas(parent, size, "timeline front", sort=3, needed=CROWDED)  # what moves
        self._layout = Layout(self._ground.width, self._ground.height)
        self._drawn, self._spots, self._scale = None, [], None
        self._draw_front()
        self.hide()

    def hide(self):
        self.visible = False
        for canvas in (self._ground, self._front):
            canvas.root.hide()

    def show(self, session, pointer=None, recording=""):
        """session: Session with a history; pointer: (x, y) in the window [pixels], None: there is none to be seen

        recording: as Status's
        """
        marks, records = session.marks(), session.sim.history
        if self._drawn is not marks:
            self._drawn, self._scale = marks, self._layout.scale(records)
            self._draw_ground(marks)
        self._place_head(session)
        self._tell(session, pointer, recording)
        for canvas in (self._ground, self._front):
            canvas.root.show()
        self.visible = True

    # What changes with the history

    def _draw_ground(self, marks):
        canvas, layout = self._ground, self._layout
        self._spots = spots_of(marks, self._scale)
        canvas.clear()
        canvas.panel(layout.left, layout.top, layout.width, HEIGHT)
        canvas.box(layout.x, layout.top + BAR, layout.inside, BAR_HEIGHT, (*DIM[:3], 0.45))
        for spot in self._spots:
            sign, colour, _ = LOOKS[spot.kind]
            canvas.text(sign, layout.x + spot.x, layout.top + SIGNS, SMALL, (*colour, 1.0), align="centre")
        for _, label, x, width in layout.buttons():
            draw_button(canvas, label, x, layout.top + KEYS, width)
        self._draw_legend(legend_of(marks))

    def _draw_legend(self, entries):
        """As many entries a line as fit, two lines."""
        canvas, layout = self._ground, self._layout
        x, y, right = layout.x, layout.top + LEGEND, layout.x + layout.inside
        for sign, colour, name in entries:
            width = canvas.text_width(f"{sign} {name}  ", SMALL)
            if x + width > right:
                x, y = layout.x, y + LEGEND_ROW
            canvas.text(sign, x, y, SMALL, (*colour, 1.0))
            canvas.text(name, x + canvas.text_width("  ", SMALL), y, SMALL, DIM)
            x += width

    # What moves

    def _draw_front(self):
        canvas, layout = self._front, self._layout
        top, right = layout.top + STATE, layout.x + layout.inside
        self._mode = canvas.text("", layout.x, top, SMALL, ACCENT, bold=True)
        self._words = canvas.text("", (layout.x + right) / 2, layout.top + WORDS, SMALL, INK, align="centre")
        self._time = canvas.text("", right, top, SMALL, DIM, align="right")
        self._past = canvas.box(layout.x, layout.top + BAR, layout.inside, BAR_HEIGHT, ACCENT)
        self._head = canvas.box(0, layout.top + BAR - 4, HEAD, BAR_HEIGHT + 8, INK)
        self._speed, self._go_on = (self._label(action) for action in ("speed", "pause"))

    def _label(self, wanted):
        """A text that changes, on a button."""
        middle = next(x + width / 2 for action, _, x, width in self._layout.buttons() if action == wanted)
        return self._front.text("", middle, self._layout.top + KEYS + 4, SMALL, INK, align="centre")

    def _place_head(self, session):
        x, canvas = self._scale.x_of(session.record.before.tick + session.part), self._front
        self._head.setX(round((self._layout.x + x - HEAD / 2) * canvas.scale))
        self._past.setSx(max(x, 0.01) / self._layout.inside)
        self._past.setX(round(self._layout.x * canvas.scale) * (1.0 - self._past.getSx()))

    def _tell(self, session, pointer, recording):
        set_text(self._mode, f"{mode_of(session)}  {recording}".rstrip())
        set_text(self._speed, f"1/{SLOWER[session.slower]}" if session.slower else "1")
        set_text(self._go_on, "go on" if session.paused else "stop")
        set_text(self._time, f"tick {session.state.tick}, {session.state.tick / session.sim.hz:.2f} s")
        set_text(self._words, self._words_at(session, pointer))

    def _words_at(self, session, pointer):
        """What is under the pointer, or else at the tick shown."""
        if pointer is not None and self.part_at(*pointer) == "bar":
            x = pointer[0] / self._front.scale - self._layout.x
            spot = spot_at(self._spots, x)
            tick = self._scale.tick_at(x)
            return spot.words if spot else f"tick {tick}, {tick / session.sim.hz:.2f} s"
        return ", ".join(mark.words for mark in session.marks() if mark.tick == session.record.tick)

    # The mouse

    def part_at(self, x, y):
        """As Layout's, of a place in the window [pixels]; None while it is hidden."""
        scale = self._front.scale
        return self._layout.part_at(x / scale, y / scale) if self.visible else None

    def cursor_at(self, x):
        """How many ticks behind the newest one a place on the bar is [pixels]."""
        return self._scale.newest - self._scale.tick_at(x / self._front.scale - self._layout.x)

    def remove(self):
        for canvas in (self._ground, self._front):
            canvas.remove()


def draw_button(canvas, label, x, y, width):
    canvas.box(x, y, width, KEY_HEIGHT, LINE)
    canvas.text(label, x + width / 2, y + 4, SMALL, INK, align="centre")


def mode_of(session):
    """What time does, in a word or two."""
    if session.paused:
        return "PAUSED"
    return "BACKWARDS" if session.film == BACKWARD else "WATCHING"
