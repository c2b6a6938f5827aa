"""The game: one window, one session in it, and what happens every frame."""

import sys
from dataclasses import replace

from panda3d.core import AntialiasAttrib

from game.errors import InputError
from game.overlay import Switches

from .camera.viewpoint import Viewpoint
from .feedback.ambient_sounds import ambient_loudness
from .feedback.event_sounds import event_sounds
from .feedback.respawn_messages import respawn_message
from .feedback.sound_player import SoundPlayer
from .input.actions import Actions
from .input.controls import Controls
from .input.intents import Intents
from .input.pointer import Pointer
from .level_loading import COMPILED, open_level
from .loading_screen import LoadingScreen
from .menu.menu import Menu
from .menu.pages import title_page
from .panels.interface import Interface
from .pictures.offscreen import FAR, NEAR
from .race.race_tracker import RaceTracker
from .race.race_view import RaceView
from .recorder import Recorder
from .scene.moment import Moment
from .scene.scene import Scene
from .session import Session
from .teaching.lesson_player import LessonPlayer
from .teaching.minkowski_view import MinkowskiView
from .teaching.space_choice import SpaceChoice
from .teaching.tick_inspector import TickInspector
from .teaching.twin_manager import TwinManager
from .window import Window

# OpenGL samples text where texels meet, and rounds either way: a quarter of a pixel aside it is crisp. Tiny is as it is.
OFF_THE_EDGE = (0.25, 0.0, 0.25)
BEFORE_DRAWING = 10  # sort of the frame's task: Panda3D reads input at -50 and draws at 50


class Game:
    """base: ShowBase, its window open; settings: Settings; renderer: "gl", "llvmpipe" or "tiny"."""

    def __init__(self, base, settings, renderer):
        self.base, self.settings, self.renderer = base, settings, renderer
        self.scene = self.race_tracker = None
        self.session = Session(told=self._hear)
        self.viewpoint = Viewpoint(self.session, settings)
        self.menu, self.twins = Menu(self._menu_closed), TwinManager()
        self.actions, self.guide, self.inside = Actions(self), LessonPlayer(self), TickInspector(self)
        self.controls = Controls(base, settings, self.actions.act)
        self.window, self.pointer = Window(base, self), Pointer(base, self)
        self.space, self.minkowski, self.race_view = SpaceChoice(), MinkowskiView(), RaceView(self)
        self.interface = Interface(self)
        self.pointer.click_handlers.append(self.interface.take_click)
        self.pointer.world_click = self.inside.click
        self.sounds, self.recorder = SoundPlayer(base, settings), Recorder()
        self._options, self.intents = {}, Intents(self)
        self._crowd_size = 0
        base.disableMouse()
        base.camLens.setNearFar(NEAR, FAR)
        if renderer == "gl":
            for root in self.window.screen.roots:
                root.setAntialias(AntialiasAttrib.MAuto)
        if renderer != "tiny":
            base.pixel2d.setPos(base.pixel2d, *OFF_THE_EDGE)
        base.taskMgr.add(self._frame, "game", sort=BEFORE_DRAWING)

    def run(self):
        """Play until the window is closed."""
        try:
            self.base.run()
        except SystemExit:
            pass
        self.guide.settings_to_keep().save()
        if self.recorder.is_on:
            print(self.recorder.end())

    def quit(self):
        sys.exit(0)

    # Levels

    def load(self, level, crowd=None, leaving=None, **options):
        """Go to another level. A faulty one is told and all stays as it is; InputError when there is none.

        crowd: how many walkers wander there, None: as many as before; options: as Simulation's
        leaving: called once it is certain that the old level is left
        """
        self._options |= options
        self._crowd_size = self._crowd_size if crowd is None else crowd
        is_first = self.session.sim is None
        if not is_first:
            self._options |= self.session.options | options
        screen = LoadingScreen(self.base, level if isinstance(level, str) else level.title)
        try:
            sim = open_level(level, screen, **self._options)
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
        self.scene = Scene(self.window.screen, sim, self.renderer, screen.rest(COMPILED), self._crowd_size)
        if old:
            old.remove()
        self.viewpoint.flying = self.viewpoint.circling_since = None
        self._play_on(sim, None)
        self.tell(sim.level.about or sim.level.title)
        self.window.update_pointer()

    def replay(self, sim, intents):
        """Play these intents before the player's own. sim: a Simulation of the loaded level."""
        self._play_on(sim, intents)

    def _play_on(self, sim, script):
        self.session.begin(sim)
        self.intents, self.race_tracker = Intents(self, script), RaceTracker(sim)
        self.twins.begin(sim)
        self.viewpoint.look_as_player()

    def _hear(self, record, events):
        """Every tick played: what it sounds like, and what it means for a timed run."""
        sim = self.session.sim
        self.sounds.play(event_sounds(events, record, sim.level, sim.hz))
        self.interface.flash(events)
        words = self.race_tracker.update(record)
        if words:
            self.tell(words)
        self.guide.hear(record)

    def visit(self, name):
        """To a level of the player's choice, out of a lesson if he was in one."""
        self.load(name, leaving=self.guide.close, **self.guide.options_before)

    def show_title(self):
        """The level chooser, over a view that turns of the level that is chosen first."""
        self.viewpoint.circling_since = self.base.clock.getFrameTime()
        self.open_menu(title_page(self))
        self.menu.focus_on(next((n for n, row in enumerate(self.menu.page.rows) if row.name == self.session.sim.level.title), 0))
        self.interface.draw_menu()

    # Menu, messages

    def open_menu(self, page):
        self.menu.open(page)
        self.controls.forget()
        self.window.update_pointer()
        self.interface.draw_menu()

    def menu_to(self, page):
        self.menu.open(page)
        self.interface.draw_menu()

    def _menu_closed(self):
        self.viewpoint.circling_since = None
        self.interface.draw_menu()
        self.window.update_pointer()
        self.guide.settings_to_keep().save()

    def show_help(self):
        self.menu.close()
        self.interface.help.visible = True

    def tell(self, message):
        self.interface.tell(message)

    # Playing

    def go_on(self):
        """Play on from the tick shown. What came after it is kept."""
        tick = self.session.state.tick
        self.viewpoint.free.come_back()
        if self.session.go_on():
            self.intents.end_script()
            self.tell(f"a new branch from tick {tick}: Z goes back to the old one")

    def branch(self, **others):
        """Other rules, params or hz, as Session.branch takes them; says so when they are impossible."""
        try:
            self.session.branch(**others)
        except InputError as problem:
            self.tell(str(problem))

    @property
    def overlays(self):
        """The Switches of what is drawn of the algorithm now."""
        return Switches.none() if self.race_view.is_clear else self.settings.overlays

    # Every frame

    def _frame(self, task):
        if self.session.sim:
            seconds = self.base.clock.getDt()
            self._play(seconds)
            ended = self.recorder.watch(self.session.sim)
            if ended:
                self.tell(ended)
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
                words = respawn_message(before, self.session.state, self.race_tracker.finish is not None)
                if words:
                    self.tell(words)
        self.viewpoint.fly(self.controls, seconds)

    def _let_crowd_walk(self, ticks):
        """The crowd makes the player's last ticks, too."""
        sim = self.session.sim
        for tick in range(sim.state.tick - ticks + 1, sim.state.tick + 1) if self.scene.crowd else ():
            self.scene.crowd.tick(sim.hz, tick)

    def _show(self, seconds):
        self.space.advance(seconds)
        self._moment = moment = self._moment_of(*self.viewpoint.camera(seconds, self.base.clock.getFrameTime()))
        self.scene.draw(moment)
        self.interface.show(self.scene.is_under_water(moment.eye))

    def _moment_of(self, eye, look):
        """The Moment that the window shows, seen by a camera at `eye` [m]. look: Look"""
        session, overlays = self.session, self.overlays
        self.twins.follow()
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
            spaces=self.space.parts,
            text_width=self.interface.left,
            twins=self.twins.twins,
            ghost=self.race_tracker.ghost_at(session.time()),
        )
        self.inside.follow(self.base.clock.getFrameTime(), moment.is_first_person, overlays.labels)
        self.controls.arrows_act = self.inside.tick is not None
        grown = self.minkowski.shapes(session.record, session.sim, overlays, session.paused)
        return replace(moment, shapes=self.inside.shapes if grown is None else grown)
