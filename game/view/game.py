"""The game: one window, one session in it, and what happens every frame."""

import sys
from math import dist

from panda3d.core import AntialiasAttrib

from game.errors import InputError
from game.overlay import Switches

from .bodies.crowd_scene import CrowdScene
from .camera.camera import Look, SpringArm, fly
from .camera.free_camera import FreeCamera
from .camera.line_of_sight import LineOfSight
from .camera.orbit import orbit
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
from .scene.stage import Stage
from .session import Session
from .teaching.lesson_player import Guide
from .teaching.minkowski_view import MinkowskiView
from .teaching.space_choice import SpaceChoice
from .teaching.tick_inspector import Inside
from .teaching.twin_manager import TwinKeeper
from .window import Window

# OpenGL samples text where texels meet, and rounds either way: a quarter of a pixel aside it is crisp. Tiny is as it is.
OFF_THE_EDGE = (0.25, 0.0, 0.25)
BEFORE_DRAWING = 10  # sort of the frame's task: Panda3D reads input at -50 and draws at 50


class Game:
    """base: ShowBase, its window open; settings: Settings; renderer: "gl", "llvmpipe" or "tiny"."""

    def __init__(self, base, settings, renderer):
        self.base, self.settings, self.renderer = base, settings, renderer
        self.session = self.stage = self.race_tracker = self.flying = self.title_since = None
        self.look, self.spring_arm, self.free_camera = Look(), SpringArm(), FreeCamera()
        self._heading = 0.0  # of the body as it was shown last [rad]
        self.menu, self.twins = Menu(self._menu_closed), TwinKeeper()
        self.actions, self.guide, self.inside = Actions(self), Guide(self), Inside(self)
        self.controls = Controls(base, settings, self.actions.act)
        self.window, self.pointer = Window(base, self), Pointer(base, self)
        self.space, self.minkowski, self.race_view = SpaceChoice(), MinkowskiView(), RaceView(self)
        self.interface = Interface(self)
        self.pointer.click_handlers.append(self.interface.take_click)
        self.pointer.world_click = self.inside.click
        self.sounds, self.recorder = SoundPlayer(base, settings), Recorder()
        self._options, self.intents = {}, Intents(self)
        self.crowd, self._crowd_size = None, 0
        base.disableMouse()
        base.camLens.setNearFar(NEAR, FAR)
        if renderer == "gl":
            for root in (base.render, self.window.halves.scene):
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
        if self.session:
            self._options |= self.session.options | options
        screen, is_first = LoadingScreen(self.base, level if isinstance(level, str) else level.title), self.session is None
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
        old, self.stage = self.stage, Stage(self.base.render, sim, self.renderer, screen.rest(COMPILED))
        if old:
            old.remove()
        self.flying = self.title_since = None
        self.crowd = CrowdScene(self.stage.things, sim, self._crowd_size) if self._crowd_size else None
        self._play_on(sim, None)
        self.tell(sim.level.about or sim.level.title)
        self.window.update_pointer()

    def replay(self, sim, intents):
        """Play these intents before the player's own. sim: a Simulation of the loaded level."""
        self._play_on(sim, intents)
        self.stage.sim = sim

    def _play_on(self, sim, script):
        self.session, self.intents, self.race_tracker = Session(sim, self._hear), Intents(self, script), RaceTracker(sim)
        self.twins.begin(sim)
        self.look_as_player()

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
        self.title_since = self.base.clock.getFrameTime()
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
        self.title_since = None
        self.interface.hide_menu()
        self.window.update_pointer()
        self.guide.settings_to_keep().save()

    def show_help(self):
        self.menu.close()
        self.interface.help.set_visible(True)

    def tell(self, message):
        self.interface.tell(message)

    # Playing

    def look_as_player(self):
        self.look.heading, self.look.pitch = self.session.state.heading, 0.0
        self.free_camera, self._heading = FreeCamera(), self.look.heading

    def go_on(self):
        """Play on from the tick shown. What came after it is kept."""
        tick = self.session.state.tick
        self.free_camera.come_back()
        if self.session.go_on():
            self.intents.end_script()
            self.tell(f"a new branch from tick {tick}: Z goes back to the old one")

    def branch(self, **others):
        """Other rules, params or hz, as Session.branch takes them; says so when they are impossible."""
        try:
            self.session.branch(**others)
        except InputError as problem:
            self.tell(str(problem))

    def toggle_flying(self):
        """Out of the body, or down again where the camera is. A paused game is only looked at: its body stays."""
        if self.flying is None:
            self.flying, self.free_camera = self.camera(0.0)[0], FreeCamera()
            self.tell("noclip: flying")
            return
        eye, self.flying = self.flying, None
        if self.session.live:
            self.session.move_eye_to(eye, self.look.heading)
        self.tell("walking")

    def camera(self, seconds):
        """(position [m], Look) of the camera, `seconds` after the last frame."""
        if self.title_since is not None:
            return orbit(self.session.sim.mesh.bounds, self.base.clock.getFrameTime() - self.title_since)
        view = self._body_view(seconds)
        return (self.flying, self.look) if self.flying is not None else self.free_camera.view(view, seconds)

    def _body_view(self, seconds):
        """(position [m], Look) of a camera in the eyes or behind the back."""
        eye, self.look.frame = self.session.eye(), self.session.frame()
        if not self.settings.third_person:
            return eye, self.look
        return self.spring_arm.place(LineOfSight(self.session.sim.level, self.session.moment()), eye, self.look, seconds)

    @property
    def overlays(self):
        """The Switches of what is drawn of the algorithm now."""
        return Switches.none() if self.race_view.is_clear else self.settings.overlays

    # Every frame

    def _frame(self, task):
        if self.session:
            seconds = self.base.clock.getDt()
            self._play(seconds)
            ended = self.recorder.watch(self.session.sim)
            if ended:
                self.tell(ended)
            self._show(seconds)
            plays = self.session.live and not self.menu.is_open and not self.window.away
            self.sounds.play_loops(ambient_loudness(self.session, self.base.camera.getPos()) if plays else {}, seconds)
        return task.cont

    def _play(self, seconds):
        if self.menu.is_open or self.window.away:
            return
        self.pointer.follow()
        (self.free_camera.look or self.look).turn(*self.controls.look(min(seconds, 0.1)))
        if self.flying is None or not self.session.live:
            before = self.session.state
            self._let_crowd_walk(self.session.advance(seconds, self.intents.next))
            if self.session.live:
                words = respawn_message(before, self.session.state, self.race_tracker.finish is not None)
                if words:
                    self.tell(words)
        self._fly(seconds)

    def _fly(self, seconds):
        """The camera, where it is not the body that walks; in the body it turns with it, also through what is remembered."""
        session = self.session
        heading = session.state.heading if session.live else session.heading()
        if self.flying is not None:
            self.flying = fly(self.flying, self.look, self.controls, seconds)
        elif not session.live:
            self.look.heading += heading - self._heading
            self.free_camera.fly(self._body_view(0.0), self.controls, seconds)
        self._heading = heading
        if self.flying is not None or not session.live:
            self.controls.take_taps()

    def _let_crowd_walk(self, ticks):
        """The crowd makes the player's last ticks, too."""
        sim = self.session.sim
        for tick in range(sim.state.tick - ticks + 1, sim.state.tick + 1) if self.crowd else ():
            self.crowd.tick(sim.hz, tick)

    def _show(self, seconds):
        eye, look = self.camera(seconds)
        session, overlays = self.session, self.overlays
        outside = dist(eye, session.position()) > session.body.radii[2]
        self.space.advance(seconds)
        self.window.split(self.space.is_split, self.stage, self.interface.left)
        self.window.aim(eye, look, self.settings.field_of_view)
        self.stage.place_movers(session.moment(), session.state.checkpoint)
        self.stage.place_ghost(self.race_tracker.ghost_at(session.moment()), session.position())
        if self.crowd:
            self.crowd.place(session.part if session.live else 1.0, eye, None if any(self.space.parts) else look.forward())
        self.twins.follow()
        self.stage.place_twins(self.twins.between(session), session.position(), outside)
        shown = session.state._replace(frame=session.frame())
        spaces = self.stage.spaces(self.space.parts, session.body, shown.frame, session.position())
        self.inside.follow(self.base.clock.getFrameTime(), not outside, overlays.labels)
        self.controls.arrows_act = self.inside.tick is not None
        grown = self.minkowski.shapes(session.record, session.sim, overlays, session.paused)
        instead = self.inside.shapes if grown is None else grown
        self.stage.show(session.record, overlays, eye, not outside, spaces, self.twins.twins, instead)
        is_seen = outside and not overlays.ellipsoid and not instead
        self.stage.place_body(session.position(), shown, session.body, is_seen, session.moment())
        self.interface.show(self.stage.is_under_water(eye))
