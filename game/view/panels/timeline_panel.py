"""The timeline while the game is paused or played back: stored ticks, their marks, the tick that is shown, and buttons."""

from typing import NamedTuple

from ...explain.timeline_marks import LOOKS
from ..play_session import BACKWARD, SLOWER
from .canvas.theme import ACCENT, DIM, INK, LINE, NOTE, PANEL, SCROLLED, SMALL, TextStyle
from .layout.timeline_layout import BAR_HEIGHT, KEY_HEIGHT, PADDING, Layout, spot_at, spots_of
from .layout.uncovered_area import strip_height
from .panel import Panel, PanelGroup

HEAD = 4  # [units] width of the mark at the tick shown


class TimelineGround(Panel):
    """The lower layer of the timeline, which changes only with the history. The panel's data is (list of Marks, Scale).

    parent: NodePath `pixel2d`
    size: (width, height) of the window [pixels]
    """

    NAME, SORT, NEEDED = "timeline", 4, SCROLLED

    def __init__(self, parent, size):
        super().__init__(parent, size)
        self.layout = layout_of(self.canvas, size)
        self.spots = []

    def draw(self, canvas, data):
        (marks, scale), layout = data, self.layout
        self.spots = spots_of(marks, scale)
        canvas.box(0, layout.top, canvas.width + 1, layout.height + 1, PANEL)
        canvas.box(layout.x, layout.bar, layout.inside, BAR_HEIGHT, (*DIM[:3], 0.45))
        for spot in self.spots:
            sign, colour, _ = LOOKS[spot.kind]
            canvas.text(sign, layout.x + spot.x, layout.signs, TextStyle(SMALL, (*colour, 1.0)), align="centre")
        for _, label, x, width in layout.buttons():
            canvas.box(x, layout.keys, width, KEY_HEIGHT, LINE)
            canvas.text(label, x + width / 2, layout.keys + 5, NOTE, align="centre")


def layout_of(canvas, size):
    """Return the Layout of the timeline on a Canvas. `size` is (width, height) of the window [pixels]."""
    return Layout(canvas.width, canvas.height, strip_height(size) / canvas.scale)


class TimelineState(NamedTuple):
    """The data of TimelineFront.

    x: position on the bar of the tick that is shown [units]
    mode: result of `mode_of`, and the length of a recording while one is made
    tip_x: position on the bar of the middle of the text below the bar [units]
    words: text below the bar, or ""
    time: number and time of the displayed tick, as text
    speed: text of the speed, such as "1/4"
    resume: label of the pause button, "play on" or "stop"
    """

    x: float
    mode: str
    tip_x: float
    words: str
    time: str
    speed: str
    resume: str


class TimelineFront(Panel):
    """The upper layer of the timeline, which changes in each frame. The panel's data is a TimelineState.

    parent: NodePath `pixel2d`
    size: (width, height) of the window [pixels]
    """

    NAME, SORT, NEEDED = "timeline front", 5, SCROLLED

    def __init__(self, parent, size):
        super().__init__(parent, size)
        self._layout = layout_of(self.canvas, size)

    def draw(self, canvas, data):
        layout, right = self._layout, canvas.width - PADDING
        middle = layout.top + layout.height / 2
        canvas.text(data.time, right, middle - 20, NOTE, align="right")
        canvas.text(data.mode, right, middle, TextStyle(SMALL, ACCENT, bold=True), align="right")
        past = canvas.box(layout.x, layout.bar, layout.inside, BAR_HEIGHT, ACCENT)
        past.setSx(max(data.x, 0.01) / layout.inside)
        past.setX(round(layout.x * canvas.scale) * (1.0 - past.getSx()))
        canvas.box(layout.x + data.x - HEAD / 2, layout.bar - 4, HEAD, BAR_HEIGHT + 8, INK)
        middles = {action: x + width / 2 for action, _, x, width in layout.buttons()}
        for action, text in (("speed", data.speed), ("pause", data.resume)):
            if action in middles:
                canvas.text(text, middles[action], layout.keys + 5, NOTE, align="centre")
        if data.words:
            width = canvas.text_width(data.words, NOTE) + 2 * PADDING
            left = max(min(layout.x + data.tip_x - width / 2, layout.x + layout.inside - width), 0)
            canvas.text(data.words, left + PADDING, layout.bar + BAR_HEIGHT, NOTE)  # below the bar, where it covers nothing


class TimelinePanel(PanelGroup):
    """The panel with the timeline: stored ticks, their marks, the displayed tick and buttons.

    parent: NodePath `pixel2d`
    size: (width, height) of the window [pixels]
    """

    def __init__(self, parent, size):
        self._ground, self._front, self._scale = TimelineGround(parent, size), TimelineFront(parent, size), None
        super().__init__(self._ground, self._front)
        self._layout = self._ground.layout

    def show(self, session, pointer=None, recording=""):
        """Draw the timeline of a Session, or hide it.

        session: Session with at least one stored tick, or None to hide the timeline
        pointer: position (x, y) of the mouse in the window [pixels], or None while the pointer is hidden
        recording: length of the recording as text, or ""
        """
        if session is None:
            self._ground.show(None)
            self._front.show(None)
            return
        self._scale = self._layout.scale(session.sim.history)
        self._ground.show((session.marks(), self._scale))
        tip_x, words = self._words_at(session, pointer)
        state = TimelineState(
            self._scale.x_of(session.record.before.tick + session.part),
            f"{mode_of(session)}  {recording}".rstrip(),
            tip_x,
            words,
            f"tick {session.state.tick}   {session.state.tick / session.sim.hz:.2f} s",
            f"1/{SLOWER[session.slower]}" if session.slower else "1",
            "play on" if session.paused else "stop",
        )
        self._front.show(state)

    def _words_at(self, session, pointer):
        """Return the x position [units] and the text for the mark or tick under the pointer. Elsewhere the text is "".

        pointer: (x, y) in the window [pixels], or None
        """
        if pointer is None or self.part_at(*pointer) != "bar":
            return 0.0, ""
        x = self._front.units(*pointer)[0] - self._layout.x
        spot, tick = spot_at(self._ground.spots, x), self._scale.tick_at(x)
        return x, spot.words if spot else f"tick {tick}, {tick / session.sim.hz:.2f} s"

    # The mouse

    def part_at(self, x, y):
        """Return the timeline's element at the point (x, y) of the window [pixels].

        The result is "bar", the action of a button, or "" for other points of the timeline. It is None outside of the timeline,
        and while the timeline is hidden.
        """
        return self._layout.part_at(*self._ground.units(x, y)) if self._ground.visible else None

    def cursor_at(self, x):
        """Return the tick at an x position in the window [pixels], as the number of ticks before the newest tick.

        A position beside the bar counts as the nearer end.
        """
        return self._scale.newest - self._scale.tick_at(x / self._front.canvas.scale - self._layout.x)


def mode_of(session):
    """Return "PAUSED", "BACKWARDS" or "WATCHING" for the state of a Session."""
    if session.paused:
        return "PAUSED"
    return "BACKWARDS" if session.film == BACKWARD else "WATCHING"
