"""All that lies flat over the scene: head-up display, labels, help, menu; and the mouse in the menu."""

from ..feedback.screen_flash import COLOURS, ScreenFlash
from ..feedback.underwater_tint import UnderwaterTint
from ..menu.menu_panel import MenuPanel, MenuState
from ..race.timer_panel import TimerPanel
from ..teaching.lesson_view import LessonView
from .canvas import set_text_size
from .distance_panel import DistancePanel
from .help_panel import HelpPanel
from .hud_panel import HudPanel
from .inspector_panel import InspectorPanel
from .key_hints import RACING, hint_of
from .label_layer import LabelLayer
from .panel_priority import hide_overlapped
from .space_titles import MARGIN, SpaceTitles
from .status import Status
from .timeline_panel import TimelinePanel

MESSAGE_TIME = 3.5  # [s]
NUMBERS_EVERY = 0.1  # [s]; oftener nobody can read them, and each change costs a layout


class Interface:
    """game: Game."""

    def __init__(self, game):
        self._game, self._base = game, game.base
        self._message, self._message_until, self._numbers_at = "", 0.0, 0.0
        self._flashed, self._flashed_at = None, 0.0
        self._pointer, self._lesson = None, LessonView(game)
        self._build()
        self._accept_menu_keys()

    def _build(self):
        root, size = self._base.pixel2d, self._game.window.size
        set_text_size(root, self._game.settings.text_size / 100)
        self._tint, self._flash = UnderwaterTint(root, size), ScreenFlash(root, size)
        self._labels = [LabelLayer(root, size, camera) for camera in self._game.window.screen.cameras]
        self._titles = SpaceTitles(root, size)
        self._hud = HudPanel(root, size)
        self._lesson.build(root, size)
        self.timeline = TimelinePanel(root, size)
        self._timer = TimerPanel(root, size)
        self._distances = DistancePanel(root, size)
        self._inside = InspectorPanel(root, size)
        self.help = HelpPanel(root, size)
        self._menu = MenuPanel(root, size)

    def rebuild(self):
        """The window changed its size, or the text is to be larger."""
        was_visible = self.help.visible
        flat = self._titles, self._hud, self._lesson, self.timeline, self._timer, self._distances, self._inside
        for part in (self._tint, self._flash, *self._labels, *flat, self.help, self._menu):
            part.remove()
        self._build()
        self.help.visible = was_visible
        self.draw_menu()

    def tell(self, message):
        """Show a line for some seconds."""
        self._message, self._message_until = message, self._base.clock.getFrameTime() + MESSAGE_TIME

    def flash(self, events):
        """Events of a tick that was just played."""
        kinds = [event.kind for event in events if event.kind in COLOURS]
        if kinds:
            self._flashed, self._flashed_at = kinds[-1], self._base.clock.getFrameTime()

    def show(self, under_water=False):
        """Once a frame. under_water: are the eyes?"""
        game, now = self._game, self._base.clock.getFrameTime()
        over_all = game.menu.is_open or self.help.visible
        visible = game.settings.hud and not game.race_view.is_clear and not over_all
        for panel in (self._hud, self._distances, self.timeline, self._inside):
            panel.visible = visible
        self._timer.visible = self._titles.visible = not over_all
        self._tint.show(under_water or None)
        self._flash.show(self._flashed, now - self._flashed_at)
        self._lesson.show(not over_all)
        if visible and (now >= self._numbers_at or not game.session.live):
            self._numbers_at = now + NUMBERS_EVERY
            self._hud.show(game.session.sim, game.session.record, game.minkowski.told(game.overlays), self._status(now))
            self._distances.show(game.twins.twins, game.session.record, game.session.newest, game.session.sim.hz)
        elif not visible and not over_all:
            self._hud.show_message(self._message if now < self._message_until else "", self._race_hint())
        self._show_timeline()
        self._timer.show(game.session.state, game.session.sim.hz, game.race_tracker)
        self._show_spaces(visible)
        inspector = game.inside if visible and game.inside.tick is not None else None
        self._inside.show(inspector, game.window.screen.across(0), self._titles.bottom)
        hide_overlapped(self._base.pixel2d, game.window.size)
        if game.menu.is_open:
            self._follow_pointer()

    @property
    def left(self):
        """How much of the width a lesson's text takes."""
        return self._titles.beside / self._game.window.size[0] if self._game.guide.is_open else 0.0

    def _show_spaces(self, labels):
        """Titles of the spaces, and the labels in each of them. While there are two, their pictures take the numbers' place."""
        game, screen = self._game, self._game.window.screen
        self._hud.set_numbers_visible(labels and not screen.is_split and not game.guide.is_open)
        body, top = game.session.body, self._timer.bottom + MARGIN if game.race_tracker.finish else MARGIN
        self._titles.show(game.space.parts, body.radii, game.minkowski.on, top, [screen.across(number)[0] for number in (0, 1)])
        for number, layer in enumerate(self._labels):
            shown = labels and number < len(game.scene.spaces)
            layer.show(game.scene.spaces[number].shapes if shown else (), screen.across(number))

    def _show_timeline(self):
        session = self._game.session
        is_wanted = not session.live and session.record
        self.timeline.show(session if is_wanted else None, self._game.pointer.at, self._game.recorder.clock)

    def take_click(self, x, y):
        """A click on an iteration's line looks into it, one on the panel makes that large or small; says whether it was one of
        these, and not meant for the world behind them. x, y: in the window [pixels]"""
        inside, number = self._game.inside, self._hud.step_at(x, y)
        if number is not None:
            inside.choose(number)
        elif self._inside.covers(x, y):
            inside.enlarge()
        else:
            return False
        return True

    def _race_hint(self):
        """While the clock runs nothing but the race is shown."""
        state = self._game.session.state
        return RACING if self._game.race_view.is_clear and (state.started < 0 or state.finished >= 0) else ""

    def _status(self, now):
        game = self._game
        return Status(
            paused=not game.session.live,
            message=self._message if now < self._message_until else "",
            recording=game.recorder.clock,
            iteration=game.inside.number if game.inside.tick else None,
            hint=hint_of(game.session, game.viewpoint.flying is not None, game.pointer.is_free, game.inside.tick is not None),
        )

    # The menu

    def draw_menu(self, message=""):
        """Draw the menu's page as it is now; nothing while it is closed. message: what the last change came to"""
        self._menu.show(MenuState.of(self._game.menu, message))
        if not self._game.menu.is_open:
            self._pointer = None

    def _accept_menu_keys(self):
        menu = self._game.menu
        moves = {"arrow_up": (menu.move, -1), "arrow_down": (menu.move, 1), "wheel_up": (menu.move, -1)}
        moves |= {"wheel_down": (menu.move, 1), "arrow_left": (menu.change, -1), "arrow_right": (menu.change, 1)}
        for key, (method, amount) in moves.items():
            for event in (key, f"{key}-repeat"):
                self._base.accept(event, self._in_menu, [method, amount])
        self._base.accept("enter", self._in_menu, [menu.activate])
        self._base.accept("mouse1", self._click)

    def _in_menu(self, method, *amount):
        if self._game.menu.is_open:
            self._message = ""
            method(*amount)
            self.draw_menu(self._message)

    def _click(self):
        row = self._row_under_pointer()
        if row is None:
            return
        menu = self._game.menu
        menu.focus_on(row)
        chosen = menu.page.rows[row]
        if chosen.change and not chosen.activate:
            self._in_menu(menu.change, self._menu.side_at(self._base.win.getPointer(0).getX()))
        else:
            self._in_menu(menu.activate)

    def _row_under_pointer(self):
        pointer = self._base.win.getPointer(0)
        return self._menu.row_at(pointer.getX(), pointer.getY()) if self._game.menu.is_open else None

    def _follow_pointer(self):
        """The row under a pointer that moved gets the focus."""
        pointer = self._base.win.getPointer(0)
        here = (pointer.getX(), pointer.getY())
        moved, self._pointer = self._pointer not in (None, here), here
        row = self._row_under_pointer() if moved else None
        if row is not None and row != self._game.menu.focus:
            self._game.menu.focus_on(row)
            self.draw_menu()
