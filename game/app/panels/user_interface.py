"""All panels of the window: which are visible, where they are, and the area that they leave to the player's body."""

from math import radians, tan
from typing import Any, NamedTuple

import numpy as np

from ...collision import Rules
from ...explain.rule_explanations import describe_preset
from ...explain.tick_overlay import legend
from ...panels.canvas import set_chosen_keys, set_text_size
from ...panels.hud_panel import FLASHES, MARGIN, HintPanel, HudPanel, MessagePanel, ScreenFlash, SpaceTitles, UnderwaterTint
from ...panels.label_layer import LabelLayer
from ...panels.panel import PanelGroup, free_area
from ...panels.side_panel import ACT, SidePanel
from ...panels.theme import unit_of
from ...panels.tick_sheets import iteration_sheet, tick_note, tick_sheet
from ...panels.twin_distance_panel import DistancePanel
from ...scene.framing import Area, Screen, subject_at
from ...scene.moment import Moment
from ...scene.scene import Scene
from ..session.play_session import SLOWER
from ..teaching.tick_inspector import HIDDEN, LARGE
from .help_panel import HelpPanel, mode_of
from .inspector_panel import InspectorPanel
from .timeline_panel import TimelinePanel
from .timer_panel import TimerPanel

CLOSEST = 0.05  # [m] before the camera; nearer points count as this far. Less: they are drawn far outside of the window


def area_of_body(moment, aspect):
    """Return the Area in which the body of a Moment is drawn. Return None without a body, or without one usual picture.

    Two pictures side by side, and pictures without perspective or aimed at a point, are not usual.
    aspect: width of the window over its height
    """
    if moment.is_first_person or moment.is_split or moment.flat_height is not None or moment.target is not None:
        return None
    points = subject_at(moment.state, moment.body).points() - moment.eye
    right, ahead, up = (points @ np.array(axis()) for axis in (moment.look.across, moment.look.forward, moment.look.upwards))
    scale = 0.5 / (tan(radians(moment.field_of_view) / 2.0) * np.maximum(ahead, CLOSEST))
    (x, y), across, down = moment.area.middle, right * scale, -up * scale * aspect
    return Area(x + across.min(), y + down.min(), x + across.max(), y + down.max())


# Names of canvases, the most important first. Canvases of one row are layers of one panel.
ORDER = (
    ("inside", "lesson", "side", "timeline", "timeline front"),  # they share the window's edges without overlap
    ("message",),
    ("desk",),
    ("prompt",),
    ("timer",),
    ("results",),
    ("spaces",),
    ("hint",),
    ("hud",),
    ("legend",),
    ("distances",),
    ("goal",),
    ("background",),
)
ENDS_LOW = (("legend",), ("distances",))  # hidden when its end is below the window
SEAM = 1.0  # [pixels] that panels may share: places are rounded


def hide_overlapped(root, height=None):
    """Hide each panel that overlaps a more important panel.

    root: NodePath `pixel2d`, with all its panels visible
    height: height of the window [pixels]. Panels of ENDS_LOW that end below it are hidden, too. With None they stay.
    """
    taken = []
    for names in ORDER:
        panel = [canvas for canvas in root.getChildren() if canvas.getName() in names and not canvas.isHidden()]
        own = [rectangle for canvas in panel for rectangle in rectangles_of(root, canvas)]
        is_low = names in ENDS_LOW and height is not None and any(bottom > height for _, _, _, bottom in own)
        if is_low or any(overlap(one, other) for one in own for other in taken):
            for canvas in panel:
                canvas.hide()
        else:
            taken += own


def rectangles_of(root, canvas):
    """Return [(left, right, top, bottom)] of a canvas's content [pixels], or [] for an empty canvas.

    root: NodePath whose unit is a pixel
    canvas: NodePath of the Canvas
    """
    bounds = [canvas.getTightBounds(root)]
    return [(low.x, high.x, -high.z, -low.z) for low, high in (found for found in bounds if found)]


def overlap(one, other):
    """True if two rectangles (left, right, top, bottom) overlap by more than SEAM [pixels]."""
    (left, right, top, bottom), (a, b, c, d) = one, other
    return min(right, b) - max(left, a) > SEAM and min(bottom, d) - max(top, c) > SEAM


OTHERS = "{third_person}  from behind    {pause}  stop time    {help}  keys    {menu}  menu"
PLAYING = "{forward} {left} {back} {right}  walk    " + OTHERS
RACING = "{restart}  begin again    " + OTHERS
SLOWLY = "{faster}  faster    {slower}  slower    {pause}  stop time"
FLYING = (
    "{forward} {left} {back} {right} {jump} {crouch}  fly    {run}  faster    {noclip}  walk from here    "
    "{restart}  back to the start"
)
FILM = "{pause}  stop here    {slower} {faster}  speed    {reverse}  backwards    {watch}  forwards"
SHOWN, FADING = 8.0, 1.5  # [s] duration of a hint, and of its fading. Shorter: it is not read; longer: it covers the view


def hint_of(session, flying, is_race=False):
    """Return the hint for the state of the game, in the format of canvas/key_hints.py, or "" while time is paused.

    session: Session
    flying: True in noclip
    is_race: True in a timed run with hidden numbers and overlays
    """
    if session.paused:
        return ""
    if not session.live:
        return FILM
    if flying:
        return FLYING
    if session.slower:
        return f"slow motion 1/{SLOWER[session.slower]}    {SLOWLY}"
    return RACING if is_race else PLAYING


def opacity_of(seconds, flying=False):
    """Return the opacity 0..1 of a hint that appeared `seconds` [s] ago. In noclip it does not fade: it says how to come back.

    flying: True in noclip
    """
    return 1.0 if flying else min(max((SHOWN + FADING - seconds) / FADING, 0.0), 1.0)


MESSAGE_TIME, READING = 3.0, 0.07  # [s] duration of a message, and of each of its letters. Shorter: not read; longer: annoying
USUAL_RULES = describe_preset(Rules.modern())
NUMBERS_EVERY = 0.1  # [s]; more often they could not be read, and each change costs a layout


class PanelInput(NamedTuple):
    """The data for the panels in one displayed picture (a frame of the window).

    moment: the Moment that was drawn
    scene: the Scene that drew it
    overlays: the Switches that the legend explains
    race: the RaceTracker
    recording: length of the recording as text, or ""
    flying: True in noclip
    menu_open, lesson_open: True while a menu is open, and while a lesson is open
    clear: True in a timed run with hidden numbers and overlays
    minkowski: True in the Minkowski view
    pointer: position (x, y) of the mouse in the window [pixels], or None while the pointer is hidden
    """

    moment: Moment
    scene: Scene
    overlays: Any
    race: Any
    recording: str
    flying: bool
    menu_open: bool
    lesson_open: bool
    clear: bool
    minkowski: bool
    pointer: tuple | None


class Interface:
    """All panels of the window.

    base: ShowBase
    window: Window
    settings: Settings
    session: Session
    inspector: TickInspector
    views: objects that own further panels, such as LessonPanelControl. They have the methods build(parent, size),
    update(is_uncovered) and remove(), as in HandView. They may have scroll(x, y, turns), which returns True if it was used.
    help: the HelpPanel
    prompt_height(): returns the height of the tutorial's prompt at the upper edge in a pause [units], 0.0 without one; set later
    """

    def __init__(self, base, window, settings, session, inspector, views):
        self._base, self._window, self._settings = base, window, settings
        self._session, self._inspector, self._views = session, inspector, views
        self._message, self._message_until, self._numbers_at = "", 0.0, 0.0
        self._hint, self._hint_since = "", 0.0
        self._flashed, self._flashed_at = None, 0.0
        self._sheet_of, self._lesson_open, self._act = None, False, lambda action: None
        self.prompt_height = lambda: 0.0
        self._build()

    def _build(self):
        root, size = self._base.pixel2d, self._window.size
        set_text_size(root, self._settings.text_size / 100)
        set_chosen_keys(root, self._settings.keys)
        self._tint, self._flash = UnderwaterTint(root, size), ScreenFlash(root, size)
        self._labels = [LabelLayer(root, size, camera) for camera in self._window.screen.cameras]
        self._titles, self._hud, self._timeline = SpaceTitles(root, size), HudPanel(root, size), TimelinePanel(root, size)
        self._messages, self._hints, self._side = MessagePanel(root, size), HintPanel(root, size), SidePanel(root, size)
        self._timer, self._distances = TimerPanel(root, size), DistancePanel(root, size)
        self._iteration, self.help = InspectorPanel(root, size), HelpPanel(root, size, self._settings.keys)
        still = self._titles, self._hud, self._timeline, self._messages, self._hints, self._side, self._timer, self._distances
        self._panels = PanelGroup(*still, self._iteration)
        self._sheet_of = None
        for view in self._views:
            view.build(root, size)

    def rebuild(self):
        """Make all panels again, after a change of the window's size or of the text size."""
        was_visible = self.help.visible
        for panel in (self._tint, self._flash, *self._labels, self._panels, self.help, *self._views):
            panel.remove()
        self._build()
        self.help.visible = was_visible

    def show_message(self, message):
        """Show a message (text). A message with more letters stays longer."""
        shown = MESSAGE_TIME + READING * len(message)
        self._message, self._message_until = message, self._base.clock.getFrameTime() + shown

    def flash(self, events):
        """Flash the screen for the last of a tick's Events (a list) whose kind is in FLASHES. Most kinds are not."""
        kinds = [event.kind for event in events if event.kind in FLASHES]
        if kinds:
            self._flashed, self._flashed_at = kinds[-1], self._base.clock.getFrameTime()

    # Visibility and content

    @property
    def has_strip(self):
        """True while the timeline along the bottom is shown."""
        return not self._session.live and self._session.record is not None

    @property
    def has_side(self):
        """True while a panel covers the right side."""
        return self._lesson_open or (self.has_strip and self._session.paused and self._inspector.panel != HIDDEN)

    @property
    def area(self):
        """The Area of the window that no panel covers."""
        top = self.prompt_height() if self.has_strip else 0.0
        return free_area(self._window.size, self._settings.text_size / 100, self.has_strip, self.has_side, top)

    @property
    def text_scale(self):
        """The scale of menu text, 1 for normal. It is smaller than the setting if such text does not fit."""
        size = self._window.size
        return unit_of(size, self._settings.text_size / 100) / unit_of(size, 1.0)

    @property
    def screen(self):
        """The Screen of the window: its proportions and free Area, from which framings are computed."""
        width, height = self._window.size
        return Screen(width / max(height, 1), self.area, self._window.screen.is_split)

    def show(self, frame):
        """Draw all panels for a PanelInput."""
        now, moment = self._base.clock.getFrameTime(), frame.moment
        self._lesson_open = frame.lesson_open
        self.help.mode = mode_of(self._session, frame.flying, self._inspector.tick is not None, frame.lesson_open)
        covered = frame.menu_open or self.help.visible
        self._panels.visible = not covered
        self._tint.show(frame.scene.is_under_water(moment.eye) or None)
        self._flash.put(self._flashed, now - self._flashed_at)
        for view in self._views:
            view.update(not covered)
        self._show_numbers(frame, now)
        self._show_messages(frame, now)
        self._timeline.show(self._session if self.has_strip else None, frame.pointer, frame.recording)
        self._timer.show(self._session.state, self._session.sim.hz, frame.race, self.area if self.has_side else None)
        self._show_spaces(frame)
        self._show_side(frame)
        hide_overlapped(self._base.pixel2d, self._window.size[1])

    def _show_numbers(self, frame, now):
        """Draw numbers and legend for a PanelInput while time runs, if they are switched on, and the plot of the twins.

        They change at most once in NUMBERS_EVERY. `now` is the time of the frame [s].
        """
        session, moment = self._session, frame.moment
        if not session.live:
            self._hud.show(moment.sim, None, ())
            self._distances.put(None, None, None, None)
        elif now >= self._numbers_at:
            self._numbers_at = now + NUMBERS_EVERY
            is_wanted = self._settings.hud and not frame.clear and not frame.lesson_open
            record = moment.record if is_wanted else None
            self._hud.show(moment.sim, record, legend_of(frame, record) if record else ())
            top = max(self._hud.bottom, self._titles.bottom)
            self._distances.put(moment.twins, moment.record, session.newest, moment.sim.hz, top)

    def _show_messages(self, frame, now):
        """Draw message, fading key hint, length of a recording and unusual rules for a PanelInput. `now` is its time [s]."""
        message, size = self._message if now < self._message_until else "", self._window.size
        area = self.area if self.has_strip else self.area._replace(bottom=1.0 - MARGIN / size[1])
        self._messages.put(message, area, area_of_body(frame.moment, size[0] / max(size[1], 1)) if message else None)
        hint = hint_of(self._session, frame.flying, frame.clear)
        if hint != self._hint:
            self._hint, self._hint_since = hint, now
        opacity = opacity_of(now - self._hint_since, frame.flying)
        is_wanted = self._session.live and not frame.lesson_open
        rules = describe_preset(self._session.rules)
        signs = frame.recording, "" if rules == USUAL_RULES else f"rules: {rules}"
        shown = self._hint if opacity and not message else "", *signs
        self._hints.show(shown if is_wanted and any(shown) else None)
        self._hints.fade(1.0 if any(signs) else opacity)

    def _show_spaces(self, frame):
        """Draw the titles and labels of the spaces, and the tick inspector's large page and crosshair, for a PanelInput."""
        moment, screen = frame.moment, self._window.screen
        top = self._timer.bottom + MARGIN if frame.race.finish else MARGIN
        self._titles.put(moment.spaces, moment.body.radii, frame.minkowski, top, [screen.across(number)[0] for number in (0, 1)])
        for number, layer in enumerate(self._labels):
            shown = self._panels.visible and number < len(frame.scene.spaces)
            layer.show(frame.scene.spaces[number].shapes if shown else (), screen.across(number))
        inspector = self._inspector
        is_large = inspector.tick is not None and inspector.panel == LARGE
        has_cross = inspector.tick is not None and frame.pointer is None and not frame.lesson_open
        self._iteration.show(inspector if inspector.tick else None, is_large, screen.middle if has_cross else None)

    def _show_side(self, frame):
        """Draw the side panel of a paused tick or of the inspected iteration. Unchanged inputs change nothing."""
        session, inspector = self._session, self._inspector
        if not self.has_side or frame.lesson_open:
            self._side.show(None)
            self._sheet_of = None
            return
        minkowski, twins = frame.minkowski, frame.moment.twins
        moving = self._settings.hud, frame.recording, minkowski, frame.moment.is_first_person
        wanted = session.record, inspector.tick, inspector.number, inspector.picked, frame.overlays, twins, moving
        if wanted == self._sheet_of:
            return
        self._sheet_of = wanted
        if inspector.tick is not None:
            self._side.show(iteration_sheet(inspector))
        else:
            words = legend_of(frame, session.record)
            note = tick_note(frame.recording, frame.moment.is_first_person)
            self._side.show(tick_sheet(session, words, self._settings.hud, twins, note, frame.overlays))

    # The mouse

    def timeline_handler(self, pointer, act):
        """Return a click handler for the timeline, a function of the point (x, y) of the window [pixels].

        A click on the bar shows the tick there. The handler then returns a function of (x, y), which shows further ticks
        during the drag. Elsewhere it returns True if the timeline covers the point, otherwise False.

        pointer: the Pointer whose clicks are handled
        act(action): called with the action of a button of the timeline or of the side panel
        """
        self._act = act

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
        """Handle a click on the side panel or the inspector's large page. Return True if one of them covers the point.

        x, y: the point of the window [pixels]
        """
        kind, number = self._side.action_at(x, y) or (None, None) if self._side.visible else (None, None)
        if kind == "iteration":
            self._inspector.choose(number)
        elif kind == ACT:
            self._act(number)
        return self._side.covers(x, y) or self._iteration.covers(x, y)

    def scroll(self, x, y, turns):
        """Handle the mouse wheel at the point (x, y) of the window [pixels]. Return True if a panel used it.

        turns: steps of the wheel, positive away from the user
        """
        if self._timeline.part_at(x, y) is not None:
            self._session.scrub(turns)
        elif self._iteration.covers(x, y):
            self._iteration.scroll(turns)
        elif self._side.covers(x, y):
            self._side.scroll(turns)
        else:
            return any(view.scroll(x, y, turns) for view in self._views if hasattr(view, "scroll"))
        return True


def legend_of(frame, record):
    """Return the legend [(heading, [(colour (3,), name), ...]), ...] of a TickRecord for the picture of a PanelInput."""
    overlays = frame.overlays.quiet() if frame.moment.is_first_person else frame.overlays
    return legend(overlays, record, frame.minkowski)
