"""The user interface: all panels of the window, their visibility, and their content in a frame."""

from typing import Any, NamedTuple

from ..feedback.screen_flash import COLOURS, ScreenFlash
from ..feedback.underwater_tint import UnderwaterTint
from ..race.timer_panel import TimerPanel
from ..scene.moment import Moment
from ..scene.scene import Scene
from .canvas import set_text_size
from .distance_panel import DistancePanel
from .help_panel import HelpPanel
from .hud.hud_panel import HudPanel
from .hud.key_hints import RACING
from .hud.status_line import Status
from .inspector_panel import InspectorPanel
from .label_layer import LabelLayer
from .layout.panel_priority import hide_overlapped
from .space_titles import MARGIN, SpaceTitles
from .timeline_panel import TimelinePanel

MESSAGE_TIME = 3.5  # [s]
NUMBERS_EVERY = 0.1  # [s]; more often they could not be read, and each change costs a layout


class Frame(NamedTuple):
    """The content of the panels in one frame.

    moment: Moment that was drawn; scene: Scene that drew it; legend: Switches that the legend explains
    race: RaceTracker; recording: its length as text, or ""; hint: lines on keys
    clear: True while only the race is shown; minkowski: True in the Minkowski view
    pointer: (x, y) in the window [pixels], None while it is hidden
    """

    moment: Moment
    scene: Scene
    legend: Any
    race: Any
    recording: str
    hint: str
    menu_open: bool
    lesson_open: bool
    clear: bool
    minkowski: bool
    pointer: tuple | None


class Interface:
    """All panels of the window.

    base: ShowBase; window: Window; settings: Settings; session: Session; inspector: TickInspector

    views: objects with panels of their own, such as LessonView, made again when the window changes its size
    `help`: HelpPanel
    """

    def __init__(self, base, window, settings, session, inspector, views):
        self._base, self._window, self._settings = base, window, settings
        self._session, self._inspector, self._views = session, inspector, views
        self._message, self._message_until, self._numbers_at = "", 0.0, 0.0
        self._flashed, self._flashed_at = None, 0.0
        self._build()

    def _build(self):
        root, size = self._base.pixel2d, self._window.size
        set_text_size(root, self._settings.text_size / 100)
        self._tint, self._flash = UnderwaterTint(root, size), ScreenFlash(root, size)
        self._labels = [LabelLayer(root, size, camera) for camera in self._window.screen.cameras]
        self._titles, self._hud, self._timeline = SpaceTitles(root, size), HudPanel(root, size), TimelinePanel(root, size)
        self._timer, self._distances = TimerPanel(root, size), DistancePanel(root, size)
        self._iteration, self.help = InspectorPanel(root, size), HelpPanel(root, size, self._settings.keys)
        for view in self._views:
            view.build(root, size)

    def rebuild(self):
        """Make all panels again, for another size of the window or of the text."""
        was_visible = self.help.visible
        panels = self._titles, self._hud, self._timeline, self._timer, self._distances, self._iteration, self.help
        for panel in (self._tint, self._flash, *self._labels, *panels, *self._views):
            panel.remove()
        self._build()
        self.help.visible = was_visible

    def tell(self, message):
        """Show a message for some seconds."""
        self._message, self._message_until = message, self._base.clock.getFrameTime() + MESSAGE_TIME

    def flash(self, events):
        """Flash for the last of the events of a tick that was just played."""
        kinds = [event.kind for event in events if event.kind in COLOURS]
        if kinds:
            self._flashed, self._flashed_at = kinds[-1], self._base.clock.getFrameTime()

    @property
    def text_width(self):
        """The part of the window's width that a lesson's text takes."""
        return self._titles.beside / self._window.size[0]

    def show(self, frame):
        """Show a Frame."""
        now, moment = self._base.clock.getFrameTime(), frame.moment
        covered = frame.menu_open or self.help.visible
        visible = self._settings.hud and not frame.clear and not covered
        for panel in (self._hud, self._distances, self._timeline, self._iteration):
            panel.visible = visible
        self._timer.visible = self._titles.visible = not covered
        self._tint.show(frame.scene.is_under_water(moment.eye) or None)
        self._flash.show(self._flashed, now - self._flashed_at)
        for view in self._views:
            view.show(not covered)
        self._show_numbers(frame, now, visible, covered)
        self._show_time(frame)
        self._show_spaces(frame, visible)
        hide_overlapped(self._base.pixel2d, self._window.size)

    def _show_numbers(self, frame, now, visible, covered):
        """Show the head-up display and the plot of the twins, or the messages alone."""
        session, moment = self._session, frame.moment
        message = self._message if now < self._message_until else ""
        if visible and (now >= self._numbers_at or not session.live):
            self._numbers_at = now + NUMBERS_EVERY
            iteration = self._inspector.number if self._inspector.tick else None
            status = Status(not session.live, message, frame.hint, frame.recording, iteration)
            self._hud.show(moment.sim, moment.record, frame.legend, status)
            self._distances.show(moment.twins, moment.record, session.newest, moment.sim.hz)
        elif not visible and not covered:
            state = session.state
            is_running = 0 <= state.started and state.finished < 0
            self._hud.show_message(message, RACING if frame.clear and not is_running else "")

    def _show_time(self, frame):
        """Show the timeline in a paused game, and the clock of a race. The clock stays if the numbers are switched off."""
        session = self._session
        is_wanted = not session.live and session.record
        self._timeline.show(session if is_wanted else None, frame.pointer, frame.recording)
        self._timer.show(session.state, session.sim.hz, frame.race)

    def _show_spaces(self, frame, visible):
        """Show the titles of the spaces, their labels, and the iteration. Two pictures use the space of the numbers."""
        moment, screen = frame.moment, self._window.screen
        self._hud.set_numbers_visible(visible and not screen.is_split and not frame.lesson_open)
        top = self._timer.bottom + MARGIN if frame.race.finish else MARGIN
        lefts = [screen.across(number)[0] for number in (0, 1)]
        self._titles.show(moment.spaces, moment.body.radii, frame.minkowski, top, lefts)
        for number, layer in enumerate(self._labels):
            shown = visible and number < len(frame.scene.spaces)
            layer.show(frame.scene.spaces[number].shapes if shown else (), screen.across(number))
        is_inspected = visible and self._inspector.tick is not None
        self._iteration.show(self._inspector if is_inspected else None, screen.across(0), self._titles.bottom)

    # The mouse

    def timeline_handler(self, pointer, act):
        """A click handler for a Pointer: shows a tick of the timeline, and others while it is dragged.

        act(action): called for a button of the timeline
        """

        def show_tick_at(x, y):
            self._session.show_tick(self._timeline.cursor_at(x))

        def click(x, y):
            part = self._timeline.part_at(x, y) if pointer.at else None
            if part == "bar":
                show_tick_at(x, y)  # at once: a short click ends before the next frame
                return show_tick_at
            if part:
                act(part)
            return part is not None

        return click

    def click(self, x, y):
        """Handle a click at a place of the window [pixels]. Returns True if it was on the line or the panel of an iteration."""
        number = self._hud.step_at(x, y)
        if number is not None:
            self._inspector.choose(number)
        elif self._iteration.covers(x, y):
            self._inspector.enlarge()
        else:
            return False
        return True
