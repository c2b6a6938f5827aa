"""All panels of the window: which are visible, where they are, and the area that they leave to the player's body."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import radians, tan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from direct.showbase.ShowBase import ShowBase

from ...collision import Rules
from ...explain.rule_explanations import describe_preset, preset_name
from ...explain.tick_overlay import Switches, legend
from ...panels.bindings import FLYING, hint_for, name_of
from ...panels.canvas import set_chosen_keys, set_text_size
from ...panels.hud_panel import (
    MARGIN,
    DistancePanel,
    HintPanel,
    HudPanel,
    Legend,
    MessagePanel,
    SpaceTitles,
)
from ...panels.label_layer import LabelLayer
from ...panels.panel import Panel, PanelGroup, PanelView, free_area, hide_overlapped
from ...panels.side_panel import SidePanel
from ...panels.text_column_layout import ACT, NO_ACTION
from ...panels.theme import unit_of
from ...panels.tick_and_iteration_content import iteration_sheet, plain_sheet, tick_note, tick_sheet
from ...scene.framing import Area, Screen, subject_at
from ...scene.moment import Moment
from ...scene.scene import Scene
from ...simulation import TickRecord
from ..session.play_session import SLOWER, Session
from ..session.race import RaceTracker
from ..session.settings import Settings
from ..teaching.tick_inspector import InspectorPanel, TickInspector
from .help_panel import HelpPanel, mode_of
from .race_panels import TimerPanel
from .timeline_panel import TimelinePanel

if TYPE_CHECKING:
    from ..window import Window

CLOSEST = 0.05  # [m] before the camera; nearer points count as this far. Less: they are drawn far outside of the window


def area_of_body(moment: Moment, aspect: float) -> Area | None:
    """Return the Area in which the body of a Moment is drawn, or None without a body, or in a picture that is not usual."""
    if moment.is_first_person or moment.is_split or moment.flat_height is not None or moment.target is not None:
        return None
    points = subject_at(moment.state, moment.body).points() - moment.eye
    right, ahead, up = (points @ np.array(axis()) for axis in (moment.look.across, moment.look.forward, moment.look.upwards))
    scale = 0.5 / (tan(radians(moment.field_of_view) / 2.0) * np.maximum(ahead, CLOSEST))
    (x, y), across, down = moment.area.middle, right * scale, -up * scale * aspect
    return Area(x + across.min(), y + down.min(), x + across.max(), y + down.max())


LEAVING = hint_for("help", "menu")  # beside a prompt of the tutorial, which says the rest
MOVING = "run", "jump", "crouch", "third_person", "pause"
PLAYING = hint_for("forward left back right", *MOVING, "reverse", "help", "menu")
STOPS = name_of("pause"), name_of("menu")
RACING = "    ".join(
    hint + ": then no medal" * hint.endswith(STOPS) for hint in map(hint_for, ("restart", *MOVING, "help", "menu"))
)
SLOWLY = hint_for("faster", "slower", "pause")
IN_FLIGHT = hint_for("forward left back right jump crouch", "run", "noclip", "restart", situation=FLYING, off=("noclip",))
FILM = hint_for("pause", "slower", "faster", "reverse", "watch")
HIDDEN_BODY = f"{{third_person}}  {name_of('third_person')}: the body is in view again"
SHOWN, FADING = 8.0, 1.5  # [s] duration of a hint, and of its fading. Shorter: it is not read; longer: it covers the view


def hint_of(session: Session, flying: bool, is_race: bool = False) -> str:
    """Return the hint (panels/canvas.py) for the state of the game, or "" while time is paused."""
    if session.paused:
        return ""
    if not session.live:
        return FILM
    if flying:
        return IN_FLIGHT
    if session.slower:
        return f"slow motion 1/{SLOWER[session.slower]}    {SLOWLY}"
    return RACING if is_race else PLAYING


def presses_to_usual(rules: Rules) -> str:
    """Return the hint (panels/canvas.py) that says how often the key of `next_rules` is to be pressed for the usual rules."""
    name = preset_name(rules)
    presses = len(Rules.NAMES) - Rules.NAMES.index(name) if name in Rules.NAMES else 1
    return f"{' '.join(['{next_rules}'] * presses)}  usual rules"


def opacity_of(seconds: float, flying: bool = False) -> float:
    """Return the opacity 0..1 of a hint that appeared `seconds` [s] ago. In noclip it does not fade: it says how to come back."""
    return 1.0 if flying else min(max((SHOWN + FADING - seconds) / FADING, 0.0), 1.0)


MESSAGE_TIME, READING = 3.0, 0.07  # [s] duration of a message, and of each of its letters. Shorter: not read; longer: annoying
USUAL_RULES = describe_preset(Rules.modern())
NUMBERS_EVERY = 0.1  # [s]; more often they could not be read, and each change costs a layout


class PanelInput(NamedTuple):
    moment: Moment
    scene: Scene  # that drew the moment
    overlays: Switches  # that the legend explains
    race: RaceTracker
    recording: str  # length of the recording as text, or ""
    flying: bool  # True in noclip
    menu_open: bool
    lesson_open: bool
    clear: bool  # True in a timed run with hidden numbers and overlays
    is_plain: bool  # True if one sentence is shown instead of numbers, list and legend
    minkowski: bool  # True in the Minkowski view
    pointer: tuple[float, float] | None  # position of the mouse in the window [pixels], or None while the pointer is hidden
    hides_body: bool  # True if the camera of a pause shows no part of the body


class Interface:
    """All panels of the window. `views` are those with a panel and a subject of their own.

    prompt_height(): of the strip with the prompt of the tutorial [units], 0 without one
    act(action): called for a button of the timeline or the side panel
    """

    def __init__(
        self, base: ShowBase, window: Window, settings: Settings, session: Session, inspector: TickInspector,
        views: Sequence[PanelView], prompt_height: Callable[[], float], act: Callable[[str], None]
    ):
        self._base, self._window, self._settings = base, window, settings
        self._session, self._inspector, self._views = session, inspector, views
        self._prompt_height, self._act = prompt_height, act
        self._message, self._message_until, self._numbers_at = "", 0.0, 0.0
        self._hint, self._hint_since = "", 0.0
        self._sheet_of: tuple | None = None  # the inputs of the side panel
        self._lesson_open = False
        self._build()

    def _build(self) -> None:
        root, size = self._base.pixel2d, self._window.size
        set_text_size(root, self._settings.text_size / 100)
        set_chosen_keys(root, self._settings.keys)
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

    def rebuild(self) -> None:
        """Make all panels again, after a change of the window's size or of the text size."""
        was_visible = self.help.visible
        own: list[Panel | PanelGroup] = [*self._labels, self._panels, self.help]
        for panel in (*own, *self._views):
            panel.remove()
        self._build()
        self.help.visible = was_visible

    def show_message(self, message: str) -> None:
        shown = MESSAGE_TIME + READING * len(message)
        self._message, self._message_until = message, self._base.clock.getFrameTime() + shown

    # Visibility and content

    @property
    def has_strip(self) -> bool:
        return not self._session.live and self._session.record is not None

    @property
    def has_side(self) -> bool:
        return self._lesson_open or (self.has_strip and self._session.paused)

    @property
    def pictures(self) -> Area:
        """The Area that no panel covers but the titles of the spaces."""
        top = self._prompt_height() if self.has_strip else 0.0
        return free_area(self._window.size, self._settings.text_size / 100, self.has_strip, self.has_side, top)

    @property
    def area(self) -> Area:
        titles = self._titles.covered * self._titles.canvas.scale / self._window.size[1] if self.has_strip else 0.0
        uncovered = self.pictures
        return uncovered._replace(top=max(uncovered.top, titles))

    @property
    def text_scale(self) -> float:
        """The scale of menu text, 1 for normal. It is smaller than the setting if such text does not fit."""
        size = self._window.size
        return unit_of(size, self._settings.text_size / 100) / unit_of(size, 1.0)

    @property
    def screen(self) -> Screen:
        width, height = self._window.size
        return Screen(width / max(height, 1), self.area, self._window.screen.is_split)

    def show(self, frame: PanelInput) -> None:
        now = self._base.clock.getFrameTime()
        self._lesson_open = frame.lesson_open
        self.help.mode = mode_of(self._session, frame.flying, self._inspector.tick is not None, frame.lesson_open)
        covered = frame.menu_open or self.help.visible
        self._panels.visible = not covered
        for view in self._views:
            view.refresh(not (self.help.visible if view.IS_BESIDE_MENU else covered))
        self._show_numbers(frame, now)
        self._show_messages(frame, now)
        self._timeline.show(self._session if self.has_strip else None, frame.pointer, frame.recording)
        self._timer.show(self._session.state, self._session.sim.hz, frame.race, self.has_side)
        self._show_spaces(frame)
        self._show_side(frame)
        hide_overlapped(self._base.pixel2d, self._window.size[1])

    def _show_numbers(self, frame: PanelInput, now: float) -> None:
        """Draw numbers and legend while time runs, if they are on, and the plot of the twins, at most once in NUMBERS_EVERY."""
        session, moment = self._session, frame.moment
        if not session.live:
            self._hud.show(moment.sim, None, ())
            self._distances.show(None)
        elif now >= self._numbers_at:
            self._numbers_at = now + NUMBERS_EVERY
            is_wanted = self._settings.hud and not frame.clear and not frame.lesson_open
            record = moment.record if is_wanted else None
            rate = self._base.clock.getAverageFrameRate()
            self._hud.show(moment.sim, record, shown_legend(frame, record) if record else (), rate, self._below_clock(frame))
            top = max(self._hud.bottom, self._titles.bottom)
            self._distances.put(moment.twins, moment.record, session.newest, moment.sim.hz, top)

    def _show_messages(self, frame: PanelInput, now: float) -> None:
        message, size = self._message if now < self._message_until else HIDDEN_BODY * frame.hides_body, self._window.size
        area = self.area if self.has_strip else self.area._replace(bottom=1.0 - MARGIN / size[1])
        self._messages.put(message, area, area_of_body(frame.moment, size[0] / max(size[1], 1)) if message else None)
        hint = LEAVING if self._prompt_height() and self._session.live else hint_of(self._session, frame.flying, frame.clear)
        is_new = now - self._hint_since < SHOWN  # a message in its place does not take from its time
        if hint != self._hint or (message and is_new):
            self._hint, self._hint_since = hint, now
        opacity = opacity_of(now - self._hint_since, frame.flying)
        is_wanted = self._session.live and not frame.lesson_open
        rules = describe_preset(self._session.rules)
        signs = frame.recording, "" if rules == USUAL_RULES else rules  # a restart keeps them
        shown = self._hint if opacity and not message else "", *signs, presses_to_usual(self._session.rules)
        self._hints.show(shown if is_wanted and any(shown[:3]) else None)
        self._hints.fade(1.0 if any(signs) else opacity)

    def _below_clock(self, frame: PanelInput) -> float:
        """Return the upper end [units] of what is below the clock of a race, or at the window's edge in other levels."""
        return self._timer.bottom + MARGIN if frame.race.finish else MARGIN

    def _show_spaces(self, frame: PanelInput) -> None:
        moment, screen = frame.moment, self._window.screen
        top = self._below_clock(frame)
        self._titles.put(moment.spaces, moment.body.radii, frame.minkowski, top, [screen.across(number)[0] for number in (0, 1)])
        for number, layer in enumerate(self._labels):
            shown = self._panels.visible and number < len(frame.scene.spaces)
            layer.show(frame.scene.spaces[number].shapes if shown else (), screen.across(number))
        inspector = self._inspector
        has_cross = inspector.tick is not None and frame.pointer is None and not frame.lesson_open
        # The large page covers the titles, too, and so hides them: they would stand over a strip of sky, and point at nothing.
        self._iteration.show(inspector, inspector.is_large, screen.middle if has_cross else None, self.pictures.top)

    def _show_side(self, frame: PanelInput) -> None:
        """Draw the side panel of a paused tick or of the inspected iteration. Unchanged inputs change nothing."""
        session, inspector, record = self._session, self._inspector, self._session.record
        if record is None or not self.has_side or frame.lesson_open or inspector.is_large:
            self._side.show(None)
            self._sheet_of = None
            return
        minkowski, twins = frame.minkowski, frame.moment.twins
        moving = frame.is_plain, self._settings.hud, frame.recording, minkowski, frame.moment.is_first_person
        wanted = record, inspector.tick, inspector.number, inspector.picked, frame.overlays, twins, moving
        if wanted == self._sheet_of:
            return
        self._sheet_of = wanted
        note = tick_note(frame.recording, frame.moment.is_first_person)
        if frame.is_plain and inspector.picked is None:
            self._side.show(plain_sheet(record, inspector, session.trial, note))
        elif inspector.tick is not None:
            self._side.show(iteration_sheet(inspector, session.trial))
        else:
            words = shown_legend(frame, record)
            self._side.show(tick_sheet(session, words, self._settings.hud, twins, note, frame.overlays))

    # The mouse

    def click(self, x: float, y: float) -> Any:
        """Handle a click at a point [pixels], like `PointerHandlers.click`."""
        part = self._timeline.part_at(x, y)
        if part == "bar":
            self._show_tick_at(x, y)  # at once: a short click ends before the next frame
            return self._show_tick_at
        if part:
            self._act(part)
        return part is not None or any(view.click(x, y) for view in self._views) or self._click_side(x, y)

    def _show_tick_at(self, x: float, y: float) -> None:
        self._session.show_tick(self._timeline.cursor_at(x))

    def _click_side(self, x: float, y: float) -> bool:
        """Handle a click on the side panel or the inspector's large page. Return True if one covers the point [pixels]."""
        kind, number = self._side.action_at(x, y) or NO_ACTION if self._side.visible else NO_ACTION
        if kind == "iteration":
            self._inspector.choose(number)
        elif kind == ACT:
            self._act(number)
        return self._side.covers(x, y) or self._iteration.covers(x, y)

    def scroll(self, x: float, y: float, turns: int) -> bool:
        """Handle the mouse wheel at a point [pixels], positive away from the user. Return True if a panel used it."""
        if self._timeline.part_at(x, y) is not None:
            self._session.scrub(turns)
        elif self._iteration.covers(x, y):
            self._iteration.scroll(turns)
        elif self._side.covers(x, y):
            self._side.scroll(turns)
        else:
            return any(view.scroll(x, y, turns) for view in self._views)
        return True


def shown_legend(frame: PanelInput, record: TickRecord) -> Legend:
    overlays = frame.overlays.quiet() if frame.moment.is_first_person else frame.overlays
    return legend(overlays, record, frame.minkowski)
