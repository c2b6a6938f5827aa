"""The game: one window, one session in it, and what happens every frame."""

from dataclasses import replace

from panda3d.core import AntialiasAttrib

from game.errors import InputError
from game.lesson import level_of
from game.overlay import Switches

from .camera.camera_modes import Viewpoint
from .feedback.ambient_sounds import ambient_loudness
from .feedback.event_sounds import event_sounds
from .feedback.respawn_messages import respawn_message
from .feedback.sound_player import SoundPlayer
from .input.actions import Actions, ProgramActions, RunActions, RunHost, TimeActions, ViewActions
from .input.controls import Controls
from .input.intents import Intents
from .input.pointer import Pointer
from .loading.background_line import BackgroundLine
from .loading.level_loading import STARTED, open_level
from .loading.loading_screen import LoadingScreen
from .menu.cards import FIRST_LEVEL
from .menu.main_pages import MenuPages
from .menu.menu import Menu
from .menu.menu_view import MenuView
from .panels.hud.key_hints import hint_of
from .panels.user_interface import Frame, Interface
from .pictures.offscreen import FAR, NEAR
from .progress import Progress
from .quality import QualityControl
from .race.overlay_visibility import OverlayVisibility
from .race.race_tracker import RaceTracker
from .recorder import Recorder
from .scene.moment import Moment
from .scene.scene import Scene
from .teaching.guide import GOAL, Guide
from .teaching.lesson_player import LessonHost, LessonPlayer
from .teaching.lesson_view import LessonView
from .teaching.minkowski_view import MinkowskiView
from .teaching.prompt_panel import PromptView
from .teaching.space_choice import SpaceChoice
from .teaching.teaching_views import Explanations
from .teaching.tick_inspector import TickInspector
from .teaching.twin_manager import TwinManager
from .time_control import Session
from .window import Window

# [pixels] OpenGL samples text where texels meet: moved by a quarter of a pixel it is crisp. Not for the software renderer.
OFF_THE_EDGE = (0.25, 0.0, 0.25)
BEFORE_DRAWING = 10  # sort of the frame's task: Panda3D reads input at -50 and draws at 50


class Game:
    """Makes all parts of the window, and runs its frames. base: ShowBase, its window open; settings: Settings

    renderer: "gl", "llvmpipe" or "tiny"; background: Background
    """

    def __init__(self, base, settings, renderer, background):
        self.base, self.settings, self._renderer = base, settings, renderer
        self.scene = self._race = self._moment = None
        self._options, self._crowd_size = {}, 0
        self.background = background
        self.session, self.progress = Session(on_tick=self._hear), Progress()
        session = self.session
        self.viewpoint = Viewpoint(session, settings)
        self.menu, self.recorder = Menu(self._menu_closed, self._menu_changed), Recorder()
        self.sounds = SoundPlayer(base, settings)
        self.inspector = TickInspector(session, lambda *place: self.scene.ray(*place), self.tell)
        self.views = Explanations(SpaceChoice(), MinkowskiView(), TwinManager(), self.inspector)
        host = LessonHost(self.load, self.replay, self._drop_script, self.show_title, self.tell, self._update_pointer)
        self.lessons = LessonPlayer(session, settings, self.viewpoint, self.views, self.progress, host)
        self.controls = Controls(base, settings, lambda action: self.actions.act(action))
        self.window = Window(base, self._resized, self._keyboard_changed, ProgramActions.quit)
        self.intents = Intents(session, self.controls, self.viewpoint.look, self.tell)
        self.pointer = Pointer(base, session, self.menu, self.window, self.controls, self.lessons)
        is_race = lambda: self._race.finish is not None  # noqa: E731
        self.overlay_visibility = OverlayVisibility(session, settings, is_race, self._is_explained, self.tell)
        self.guide = Guide(session, self.viewpoint.look, self.inspector, self._guide_finished)
        lesson_view, self._menu_view = LessonView(self.lessons, self.menu), MenuView(base, self.menu, self.tell)
        views = lesson_view, self._menu_view, PromptView(self.guide, self.controls.names_of), BackgroundLine(background)
        self.interface = Interface(base, self.window, settings, session, self.inspector, views)
        self._quality = QualityControl(base, settings, renderer, self._apply_quality)
        self._make_actions()
        self.pointer.click_handlers += [
            self.interface.timeline_handler(self.pointer, self.actions.act),
            lesson_view.click,
            self.interface.click,
        ]
        self.pointer.world_click = lambda x, y: self.inspector.pick(*self.window.screen.place_in_picture(x, y))
        self._configure_base()

    def _make_actions(self):
        session, settings, viewpoint, tell = self.session, self.settings, self.viewpoint, self.tell
        time = TimeActions(session, self.intents, viewpoint, self.pointer, tell)
        host = RunHost(self.visit, self.begin_guide, lambda: self._crowd_size, self._set_crowd, tell)
        run = RunActions(session, self.lessons, viewpoint, self.recorder, self.progress, host)
        view = ViewActions(session, settings, self.views, viewpoint, tell)
        program = ProgramActions(settings, self.window, self.interface, self.sounds, self._quality, tell)
        self._pages = MenuPages(self.menu, run, view, program)
        self.actions = Actions(self.menu, self.overlay_visibility, (time, run, view, program, self._pages))

    def _configure_base(self):
        base = self.base
        base.disableMouse()
        base.camLens.setNearFar(NEAR, FAR)
        if self._renderer == "gl":
            for root in self.window.screen.roots:
                root.setAntialias(AntialiasAttrib.MAuto)
        if self._renderer != "tiny":
            base.pixel2d.setPos(base.pixel2d, *OFF_THE_EDGE)
        base.taskMgr.add(self._frame, "game", sort=BEFORE_DRAWING)

    def run(self):
        """Play until the window is closed."""
        try:
            self.base.run()
        except SystemExit:
            pass
        self.background.end()
        self.lessons.settings_to_keep().save()
        if self.recorder.is_on:
            print(self.recorder.end())

    # Levels

    def load(self, level, crowd=None, leaving=None, **options):
        """Go to another level. If it is invalid, show the error and keep the current one; raise InputError if there is none yet.

        crowd: number of walkers, None: as many as before; options: as Simulation's
        leaving(): called once it is certain that the old level is left
        """
        self._options |= options
        self._crowd_size = self._crowd_size if crowd is None else crowd
        is_first = self.session.sim is None
        if not is_first:
            self._options |= self.session.options | options
        screen = LoadingScreen(self.base, level if isinstance(level, str) else level.title)
        try:
            sim = open_level(level, screen, self.background, self._crowd_size > 0, **self._options)
            if leaving:
                leaving()
            self._begin(sim, screen)
        except InputError as problem:
            if is_first:
                raise
            self.tell(str(problem))
        finally:
            screen.remove()
            self.controls.drop_waiting()

    def _begin(self, sim, screen):
        old = self.scene
        screen.progress(STARTED, "drawing the level")
        baked = self.background.plain_light(sim.level)
        self.scene = Scene(self.window.screen, sim, self._renderer, crowd=self._crowd_size, baked=baked)
        self._apply_quality(self._quality.level)
        if old:
            old.remove()
        self.viewpoint.flying = self.viewpoint.circling_since = None
        self.replay(sim, None)
        self.tell(sim.level.about or sim.level.title)
        self.pointer.update()

    def replay(self, sim, script):
        """Play a Simulation of the loaded level. script: Intents to play before the player's own, or None"""
        self.session.begin(sim)
        self.intents.play(script)
        self._race = RaceTracker(sim)
        self.views.twins.begin(sim)
        self.viewpoint.look_as_player()

    def _drop_script(self):
        self.intents.play(None)

    def _hear(self, record, events):
        """Take a tick that was played: its sounds, and what it means for a timed run and for a lesson."""
        sim = self.session.sim
        self.sounds.play(event_sounds(events, record, sim.level, sim.hz))
        self.interface.flash(events)
        words = self._race.update(record, not self.intents.is_scripted)
        if words:
            self.tell(words)
        self.lessons.hear(record)

    def visit(self, name):
        """Go to a level of the player's choice, out of a lesson if one is open."""
        self.load(name, leaving=self._leave, **self.lessons.options_before)
        self.progress.play(self.session.sim.level.name)

    def _leave(self):
        self.lessons.close()
        self.guide.end()

    def begin_guide(self):
        """Go to the first level, and guide the player through it."""
        self.load(level_of(FIRST_LEVEL), leaving=self._leave, **self.lessons.options_before)
        self.guide.begin()
        self.tell("")

    def _guide_finished(self):
        self.progress.reach(FIRST_LEVEL, GOAL)
        self.tell("That is all you need. Esc: the menu, with levels and lessons.")

    def _set_crowd(self, number):
        """Begin the level again with a number of walkers."""
        self.load(self.session.sim.level, crowd=number)

    def show_title(self):
        """Open the level chooser over a view that circles the level loaded."""
        self.viewpoint.circling_since = self.base.clock.getFrameTime()
        self._pages.open_title()

    def tell(self, message):
        """Show a message for some seconds, and in the menu."""
        self.interface.tell(message)
        self._menu_view.message = message

    # What the parts report

    def _menu_changed(self):
        if self.menu.is_open:
            self.controls.forget()
        self._menu_view.page_changed()
        self.pointer.update()

    def _menu_closed(self):
        self.viewpoint.circling_since = None
        self.lessons.settings_to_keep().save()

    def _apply_quality(self, quality):
        self.window.screen.scale.set(quality.scale)
        if self.scene:
            self.scene.show_edges(quality.edges)

    def _resized(self):
        self.controls.forget()
        self.interface.rebuild()

    def _keyboard_changed(self):
        self.controls.forget()
        self.pointer.update()

    def _update_pointer(self):
        self.pointer.update()

    def _is_explained(self):
        """True if a lesson, twins or the Minkowski view are shown."""
        return bool(self.lessons.is_open or self.views.twins.twins or self.views.minkowski.on)

    # Every frame

    def _frame(self, task):
        if self.session.sim:
            seconds = self.base.clock.getDt()
            self._play(seconds)
            ended = self.recorder.watch(self.session.sim)
            if ended:
                self.tell(ended)
            self.guide.follow()
            self._show(seconds)
            plays = self.session.live and not self.menu.is_open and not self.window.away
            self.sounds.play_loops(ambient_loudness(self.session, self._moment.eye) if plays else {}, seconds)
        return task.cont

    def _play(self, seconds):
        if self.menu.is_open or self.window.away:
            return
        self.pointer.follow()
        self.viewpoint.turn(*self.controls.look(min(seconds, 0.1)))
        if self.viewpoint.flying is None or not self.session.live:
            before = self.session.state
            self._let_crowd_walk(self.session.advance(seconds, self.intents.next))
            if self.session.live:
                words = respawn_message(before, self.session.state, self._race.finish is not None)
                if words:
                    self.tell(words)
        self.viewpoint.fly(self.controls, seconds)

    def _let_crowd_walk(self, ticks):
        """Let the crowd make the player's last ticks, too."""
        sim = self.session.sim
        for tick in range(sim.state.tick - ticks + 1, sim.state.tick + 1) if self.scene.crowd else ():
            self.scene.crowd.tick(sim.hz, tick)

    def _show(self, seconds):
        light = self.background.take_light(self.session.sim.level)
        if light:
            self.scene.take_light(*light)
            self._apply_quality(self._quality.level)
        self.views.space.advance(seconds)
        clear = self.overlay_visibility.is_clear
        overlays = Switches.none() if clear else self.settings.overlays
        self._moment = self._moment_of(overlays, *self.viewpoint.camera(seconds, self.base.clock.getFrameTime()))
        self.scene.draw(self._moment)
        frame = Frame(
            moment=self._moment,
            scene=self.scene,
            legend=self.views.minkowski.legend_switches(overlays),
            race=self._race,
            recording=self.recorder.clock,
            hint=hint_of(self.session, self.viewpoint.flying is not None, self.pointer.is_free, self.inspector.tick is not None),
            menu_open=self.menu.is_open,
            lesson_open=self.lessons.is_open,
            clear=clear,
            minkowski=self.views.minkowski.on,
            pointer=self.pointer.at,
        )
        self.interface.show(frame)

    def _moment_of(self, overlays, eye, look):
        """The Moment that the window shows. overlays: Switches; eye: position of the camera [m]; look: Look"""
        session, views = self.session, self.views
        views.twins.follow()
        moment = Moment(
            sim=session.sim,
            record=session.record,
            state=session.state._replace(position=session.position(), frame=session.frame()),
            body=session.body,
            eye=eye,
            look=look,
            field_of_view=self.settings.field_of_view,
            time=session.time(),
            part=session.part,
            crowd_part=session.part if session.live else 1.0,
            overlays=overlays,
            spaces=views.space.parts,
            text_width=self.interface.text_width if self.lessons.is_open else 0.0,
            twins=views.twins.twins,
            ghost=self._race.ghost_at(session.time()),
        )
        self.inspector.follow(self.base.clock.getFrameTime(), moment.is_first_person, overlays.labels)
        self.controls.arrows_act = self.inspector.tick is not None
        grown = views.minkowski.shapes(session.record, session.sim, overlays, session.paused)
        return replace(moment, shapes=self.inspector.shapes if grown is None else grown)
