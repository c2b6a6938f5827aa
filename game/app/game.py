"""The game in its window, and its start for a level, a recording or a lesson. The functions that start it return after it.
They raise InputError if no window can be opened.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout, suppress
from functools import partial
from math import inf
from time import sleep
from typing import Any

from direct.showbase.ShowBase import ShowBase
from direct.task.Task import Task

from ..core.input_errors import InputError
from ..core.progress_bar import show_bar
from ..explain.describe_trace import respawn_message
from ..explain.minkowski import MinkowskiView
from ..explain.spaces import CHOICES
from ..explain.tick_overlay import Switches
from ..lesson import Lesson, level_of
from ..level import Level, notes_on_spawn
from ..panels.bindings import ITERATION_ARROWS, PAGE_ARROWS
from ..panels.hud_panel import FLASH_TIMES, FlashView, TintView
from ..panels.theme import Size
from ..scene.event_sounds import event_sounds
from ..scene.framing import Framing
from ..scene.moment import Moment
from ..scene.scene import Scene
from ..simulation import Event, EventKind, Intent, PlayerParams, Recording, Simulation, TickRecord
from . import window
from .action_handlers import ActionDispatcher, CameraActions, LevelActions, ProgramActions, RunActions, TimeActions, ViewActions
from .background_jobs import LOOK_AGAIN, Background
from .camera import Viewpoint
from .exhibit_interaction import Hand, HandView
from .menu.main_pages import MenuPages, count_marks, level_entry, next_place
from .menu.menu_model import Menu
from .menu.menu_panel import FIRST_LEVEL, MenuView
from .panels.loading_screen import BackgroundLine, LoadingScreen
from .panels.sign_and_goal_panels import FoundView, GoalView, SignView
from .panels.user_interface import Interface, PanelInput
from .player_controls import Controls, Gamepad, Intents, Pointer, PointerHandlers
from .session.goals_to_find import FoundMark, Goals
from .session.level_loading_and_reloading import STARTED, LevelWatch, open_level
from .session.play_session import Session
from .session.race import SLOWED, STOPPED, RaceTracker, TourRun
from .session.run_recorder import Recorder
from .session.saved_progress import BestRun, UserProgress
from .session.settings import BEST, Quality, Settings
from .sound import Captions, SoundPlayer, ambient_loudness
from .teaching.lesson_player import LessonCallbacks, LessonPanelControl, LessonPlayer
from .teaching.teaching_views import OverlayVisibility, PlainView, SpaceChoice, TickViews, TwinManager
from .teaching.tick_inspector import TickInspector
from .teaching.tutorial import GOAL, Tutorial, TutorialView
from .window import QualityControl, Window

# [s] of a frame in which the tour of a race is simulated. Shorter: ghosts of medals come late; longer: the picture stutters
TOUR_TIME = 0.002
KEEP_EVERY = 0.5  # [s] between two checks for changed settings. Longer: a crash loses more; shorter: costs time
FEW = 12  # walkers in the tutorial. Fewer: no crowd; more: they stand in its way
BEFORE_DRAWING = 10  # sort of the frame's task: Panda3D reads input at -50 and draws at 50


def session_moment(session: Session, views: TickViews, framing: Framing, **shown: Any) -> Moment:
    """Return the Moment that a Session displays, seen by a camera. `shown` are the other fields of Moment."""
    return Moment(
        sim=session.sim,
        record=session.record,
        state=session.state.replace(position=session.position(), frame=session.frame()),
        body=session.body,
        eye=framing.place,
        look=framing.look,
        field_of_view=framing.field_of_view,
        near=framing.near,
        time=session.time(),
        part=session.part,
        crowd_part=session.part if session.live else 1.0,
        is_live=not session.paused,
        spaces=views.space.blends,
        twins=views.twins.twins,
        **shown,
    )


class Game:
    """The game in its window. `base` has an open window, and `renderer` is "gl", "llvmpipe" or "tiny".

    Parts that are made later, or again for each level, are given to other parts as functions that return them.
    """

    scene: Scene
    _race: RaceTracker
    _moment: Moment
    _goals: Goals
    interface: Interface
    actions: ActionDispatcher
    level_actions: LevelActions
    pointer: Pointer
    inspector: TickInspector
    views: TickViews
    plain: PlainView
    tutorial: Tutorial

    def __init__(self, base: ShowBase, settings: Settings, renderer: str, background: Background):
        self.base, self.settings, self._renderer, self.progress = base, settings, renderer, UserProgress()
        self.scene = self._race = self._moment = None  # type: ignore[assignment]  # until a level is loaded
        self._options: dict[str, Any] = {}
        self._crowd_size, self.background, self._watch = 0, background, LevelWatch()
        self._spawn_notes, self._died_at = tuple[str, ...](), -inf  # why no one can begin there; [s] of the last death
        self.rival: BestRun | None = None  # to race against in its level
        self._tours: dict[str, TourRun] = {}  # {hash of a level: the run of its tour}
        session = self.session = Session(on_tick=self._handle_tick)
        self.viewpoint = Viewpoint(
            session, settings, lambda: self.interface.screen, lambda: CHOICES[self.views.space.name], self._is_plain
        )
        self.menu, self.recorder = Menu(self._menu_closed, self._menu_changed), Recorder()
        self.sounds, self.captions = SoundPlayer(base, settings), Captions(settings, base.clock.getFrameTime)
        self.inspector = TickInspector(session, lambda *place: self.scene.ray(*place), self.show_message)
        self.views = TickViews(SpaceChoice(), MinkowskiView(), TwinManager(), self.inspector)
        pad = Gamepad(base.devices.getDevices, settings, self._act, base.messenger.send, lambda: self.menu.is_open)
        self.controls = Controls(base, settings, pad, self._act)
        self.window = Window(base, self._resized, self._keyboard_changed, ProgramActions.quit)
        self.hand = Hand(session, self.viewpoint.look, lambda: self.viewpoint.flying is not None)
        self.intents = Intents(session, self.controls, self.viewpoint.look, self.hand, self.show_message)
        handlers = PointerHandlers(
            click=lambda *place: self.interface.click(*place),
            scroll=lambda *turned: self.interface.scroll(*turned),
            click_world=lambda *place: self.inspector.pick(*self.window.screen.place_in_picture(*place)),
            zoom=self.viewpoint.zoom,
            stop_time=lambda: self._time.pause(),
        )
        pointer = self.pointer = Pointer(base, session, self.menu, self.window, self.controls, self.hand, handlers)
        host = LessonCallbacks(
            self.load, self.replay, self.intents, self.show_title, self.show_message, pointer.update, lambda: self._race
        )
        self.lessons = LessonPlayer(session, settings, self.viewpoint, self.views, self.progress, host)
        self.overlay_visibility = OverlayVisibility(session, settings, self._is_race, self._is_explained, self.show_message)
        self.tutorial = Tutorial(
            session, self.viewpoint, self.inspector, self.menu, partial(self.progress.store_goal, FIRST_LEVEL, GOAL),
            self._bring_crowd, lambda: self.scene.walkers
        )
        self.plain = PlainView(session, settings, self._is_explained)
        self._quality = QualityControl(base, settings, renderer, self._apply_quality)
        self._make_interface()
        self._make_actions()
        self.window.prepare(renderer)
        base.taskMgr.add(self._frame, "game", sort=BEFORE_DRAWING)
        base.taskMgr.doMethodLater(KEEP_EVERY, self._keep_settings, "settings")

    def _make_interface(self) -> None:
        base, settings, area = self.base, self.settings, lambda: self.interface.area
        lesson_control = LessonPanelControl(self.lessons, self.menu, self.session, self.views, self._act)
        self._menu_view = MenuView(base, self.menu, self.show_message, lambda: self.controls.is_catching)
        prompt, hand = TutorialView(self.tutorial, self.controls.names_of), HandView(self.hand, self.window)
        line, goal = BackgroundLine(self.background, area), GoalView(lambda: self._moment, base.cam, area)
        self._found = FoundView(base.clock.getFrameTime, lambda: self.inspector.tick is not None)
        sign = SignView(lambda: self._moment, base.cam, lambda: self._quality.drawn.scale)
        tint = TintView(lambda: self.scene.is_under_water(self._moment.eye))
        self._flash = FlashView(base.clock.getFrameTime)
        views = tint, self._flash, lesson_control, self._menu_view, prompt, self.captions, hand, line, goal, sign, self._found
        self.interface = Interface(base, self.window, settings, self.session, self.inspector, views, prompt.height, self._act)

    def _make_actions(self) -> None:
        session, settings, viewpoint, show_message = self.session, self.settings, self.viewpoint, self.show_message
        time = self._time = TimeActions(session, self.intents, viewpoint, self.pointer, show_message)
        self.level_actions = LevelActions(
            self.load, session, self.lessons, self.tutorial, self.progress, show_message, lambda: self._found.invites
        )
        run = RunActions(
            session, self.lessons, viewpoint, self.recorder, self.progress, self.level_actions, self.views, self.background,
            lambda: self._race, lambda: self._crowd_size
        )
        view = ViewActions(session, settings, self.views, self.hand, show_message)
        camera = CameraActions(session, settings, self.inspector, viewpoint, show_message)
        program = ProgramActions(
            settings, self.window, self.interface, self.sounds, self._quality, self.controls, self.show_title, show_message
        )
        self._pages = MenuPages(self.menu, run, view, camera, program)
        self.actions = ActionDispatcher(self.menu, self.overlay_visibility, (time, run, view, camera, program, self._pages))

    def _act(self, action: str) -> None:
        self.actions.act(action)

    def _is_plain(self) -> bool:
        """True while the picture shows a newcomer disc and arrow of a contact alone."""
        return self.plain.is_on and (self.tutorial.prompt is not None or not self.inspector.on)

    def _is_race(self) -> bool:
        return self._race.finish is not None

    def _is_explained(self) -> bool:
        """True if a lesson, twins or the Minkowski view explain something, with drawings of their own."""
        return bool(self.lessons.is_open or self.views.twins.twins or self.views.minkowski.on)

    def run(self) -> None:
        """Play until the window is closed. Then end background work, and write the settings and an unfinished recording."""
        interrupt_silently(self.base.taskMgr)
        with suppress(SystemExit):
            self.base.run()
        with suppress(SystemExit):  # the window is closed while it waits
            self._finish_clip()
        self.background.end()
        self._keep_settings()
        if self.recorder.is_on:
            print(self.recorder.end())

    def _finish_clip(self) -> None:
        """Wait for a clip that is being drawn, with a bar in the window, or in the terminal if the window is closed."""
        if self.background.clip_progress is None:
            return
        is_open = self.base.win is not None and not self.base.win.isClosed()
        screen = LoadingScreen(self.base, "Your clip is finished first. Close the window to lose it") if is_open else None
        while (part := self.background.clip_progress) is not None:
            (screen.progress if screen else show_bar)(part, self.background.text)
            sleep(LOOK_AGAIN)
        print(self.background.text)

    # Levels

    def load(
        self, level: Level | str, crowd: int | None = None, leaving: Callable[[], None] | None = None, **options: Any
    ) -> None:
        """Load a level and play it. If it is invalid, show the error and keep the current one.

        crowd: number of agents, None for as many as before; leaving(): called before the old level is removed; options: of the
        Simulation
        """
        self._options |= options
        self._crowd_size = self._crowd_size if crowd is None else crowd
        is_first = self.session.sim is None
        if is_first:
            self._options.setdefault("params", PlayerParams().with_feel(self.settings.feel))
        else:
            self._options |= self.session.options | options
        screen = LoadingScreen(self.base, level_entry(level).title if isinstance(level, str) else level.title)
        try:
            sim = open_level(level, screen, self.background, self._crowd_size > 0, **self._options)
            if leaving:
                leaving()
            self._begin(sim, screen)
        except InputError as problem:
            if is_first:
                raise
            self.show_message(str(problem))
        finally:
            screen.remove()
            self.controls.drop_waiting()

    def _begin(self, sim: Simulation, screen: LoadingScreen) -> None:
        screen.progress(STARTED, "drawing the level")
        self._draw(sim)
        if sim.state.frame is not None:  # gravity has a direction of its own: one sees the planet from above it alone
            self.viewpoint.around.begin()
        briefing = f"{sim.level.about or sim.level.title} {self._goals.invitation}".strip()
        if self._is_race():
            briefing += " A run counts if time never stands still in it."
        self.show_message(self.views.twins.problem or sim.note_on_room() or "; ".join(self._spawn_notes) or briefing)

    def _reload_saved_level(self) -> None:
        """Load the level again if its file was just saved. Lessons and scripts are not interrupted."""
        if not self.lessons.is_open and not self.intents.is_scripted:
            self._watch.reload_if_saved(self.session, self.base.clock.getFrameTime(), self._draw, self.show_message)

    def _draw(self, sim: Simulation) -> None:
        """Replace the scene by a new one for a Simulation's level, and play the Simulation."""
        old = self.scene
        baked = self.background.start_lighting(sim.level)
        self.scene = Scene(self.window.screen, sim, self._renderer, crowd=self._crowd_size, baked=baked)
        self.scene.show_marks(sim, *count_marks(self.progress))
        self._apply_quality(self._quality.drawn)
        if old:
            old.remove()
        self.viewpoint.flying = self.viewpoint.circling_since = None
        self.replay(sim, None)
        self.pointer.update()

    def replay(self, sim: Simulation, script: Iterable[Intent] | None) -> None:
        """Play a Simulation of the loaded level. `script`: for its first ticks, before the controls work, or None."""
        self.session.begin(sim)
        self._spawn_notes = notes_on_spawn(sim.level, sim.level.spawn.at)
        self.hand.pop_actions()  # uses that waited for a tick of the run before
        self.intents.play(script)
        self._race = RaceTracker(sim, lambda: self.settings.ghost)
        if self.rival and self.rival.level_hash == sim.level.hash:
            self._race.rival = self.rival
        if self._race.finish and sim.level.hash not in self._tours and sim.level.tour.strip():
            self._tours[sim.level.hash] = TourRun.of_level(sim.level)
        self._goals = Goals(sim.level, self.progress, self.viewpoint.around.begin, next_place)
        self.views.twins.begin(sim)
        self.viewpoint.begin_level() if script is None else self.viewpoint.look_as_player()

    def _handle_tick(self, record: TickRecord, events: Sequence[Event]) -> None:
        """Handle a new tick: play sounds, update timed run, goals and lesson."""
        sim = self.session.sim
        self.viewpoint.landings += [(sim.state.tick / sim.hz, one.amount) for one in events if one.kind == EventKind.LANDED]
        words = self._race.update(record, not self.intents.is_scripted)
        if words and record.before.finished < 0 <= record.after.finished:
            self.viewpoint.around.begin()  # a look over the course
        mark = self._goals.update(record, not self.intents.is_scripted and not self.lessons.is_open)
        events = self._without_repeated_deaths(events)
        cues, flashes = event_sounds(events, record, sim.level, sim.hz), [event.kind for event in events]
        if isinstance(mark, FoundMark):
            self.scene.show_marks(sim, *count_marks(self.progress))
            self._found.put(mark)
            cues, flashes = [*cues, mark.bell], [*flashes, EventKind.FINISHED]  # of gold
        self._flash.put(flashes)
        self.sounds.play(cues)
        self.captions.add(cues)
        if message := mark if isinstance(mark, str) else words:
            self.show_message(message)
        self.lessons.handle_tick(record)

    def _without_repeated_deaths(self, events: Sequence[Event]) -> Sequence[Event]:
        """Leave out a death that follows another at once, as at a spawn in a kill volume: the picture would stay dark."""
        if not any(event.kind == EventKind.DIED for event in events):
            return events
        before, self._died_at = self._died_at, self.base.clock.getFrameTime()
        is_repeated = self._died_at - before < FLASH_TIMES[EventKind.DIED]
        return [event for event in events if not (is_repeated and event.kind == EventKind.DIED)]

    def _bring_crowd(self) -> bool:
        """Let a few walkers come, if machine code is there for them. Return False without."""
        if not self.background.is_ready:
            return False
        self._crowd_size = FEW
        self.scene.add_crowd(self.session.sim, FEW)
        return True

    def show_title(self) -> None:
        self.viewpoint.circling_since = self.base.clock.getFrameTime()
        self._pages.open_title()

    def show_message(self, message: str) -> None:
        self.interface.show_message(message)
        self._menu_view.message = message

    # Event handlers

    def _menu_changed(self) -> None:
        if self.menu.is_open:
            self.controls.forget()
        self._menu_view.page_changed()
        self.pointer.update()

    def _menu_closed(self) -> None:
        self.viewpoint.circling_since = None

    def _keep_settings(self, task: Task | None = None) -> int | None:
        self.lessons.settings_to_keep().save()
        return task and task.again

    def _apply_quality(self, quality: Quality) -> None:
        self.window.screen.scale.set(quality.scale)
        self.base.camNode.setLodScale(max(1.0 / quality.scale, 1.0))  # signs are pictures where their letters have few pixels
        if self.scene:
            self.scene.show_edges(quality.edges)

    def _resized(self) -> None:
        self.controls.forget()
        self.interface.rebuild()

    def _keyboard_changed(self) -> None:
        self.controls.forget()
        self.pointer.update()

    # Every frame

    def _frame(self, task: Task) -> int:
        self.controls.pad.update()
        if self.session.sim:
            seconds = self.base.clock.getDt()
            self._reload_saved_level()
            self._play(seconds)
            self._play_tour()
            disturbed = STOPPED if self.session.paused or self._waits else SLOWED if self.session.slower else ""
            if disturbed and (words := self._race.disturb(disturbed)):
                self.show_message(words)
            if ended := self.recorder.update(self.session.sim):
                self.show_message(ended)
            self.tutorial.update(seconds)
            self._show(seconds)
            plays = self.session.live and not self._waits
            self.sounds.play_loops(ambient_loudness(self.session, self._moment.eye) if plays else {}, seconds)
        return task.cont

    @property
    def _waits(self) -> bool:
        """True while the menu or the help is shown, or another window has the keyboard: time stands still."""
        return self.menu.is_open or self.window.away or self.interface.help.visible

    def _play(self, seconds: float) -> None:
        if self._waits:
            return
        self.pointer.update_frame()
        self._time.follow_key(self.controls.down("reverse"))
        self.viewpoint.turn(*self.controls.turn_angles(min(seconds, 0.1)), orbits=self.pointer.is_free)
        if not self.session.live or (self.viewpoint.flying is None and not self.background.must_wait(self.session.sim)):
            before = self.session.state
            self.scene.tick_crowd(self.session.sim, self.session.advance(seconds, self.intents.next))
            if self.session.live and (words := respawn_message(before, self.session.state, self._is_race())):
                again = self._spawn_notes if self.session.state.stood is None else ()  # a return to the spawn will not help
                self.show_message("; ".join([words, *again]))
        self.viewpoint.update(self.controls, seconds, self.inspector.find_iteration(), self._cuts_expanded)

    def _play_tour(self) -> None:
        """Simulate a part of the level's tour, from which the ghosts of medals are made, once machine code is in use."""
        tour = self._tours.get(self.session.sim.level.hash)
        if tour and self._race.tour is None and self.background.is_ready:
            tour.advance(TOUR_TIME)
            self._race.tour = tour.run if tour.is_done else None

    def _show(self, seconds: float) -> None:
        if light := self.background.pop_lit_nodes(self.session.sim.level):
            self.scene.replace_lit_nodes(*light)
            self._apply_quality(self._quality.drawn)
        self.views.space.advance(seconds)
        clear = self.overlay_visibility.is_clear
        self.inspector.is_plain = is_plain = self.plain.is_on
        self.inspector.is_first = self.tutorial.prompt is not None
        overlays = Switches.none() if is_plain else self.overlay_visibility.shown
        framing = self.viewpoint.framing_after(seconds, self.base.clock.getFrameTime())
        self._update_views(overlays)
        self._moment = self._moment_of(overlays, framing)
        self._quality.see(self._moment, self.session.live or self.inspector.tick is not None, seconds)
        self.scene.draw(self._moment)
        frame = PanelInput(
            moment=self._moment,
            scene=self.scene,
            overlays=overlays,
            race=self._race,
            recording=self.recorder.clock,
            flying=self.viewpoint.flying is not None,
            menu_open=self.menu.is_open,
            lesson_open=self.lessons.is_open,
            clear=clear,
            is_plain=is_plain,
            minkowski=self.views.minkowski.on and not self._cuts_expanded,
            pointer=self.pointer.at,
            hides_body=self.viewpoint.hides_body(),
        )
        self.interface.show(frame)

    @property
    def _cuts_expanded(self) -> bool:
        """True if the inspector shows the section of the expanded triangles: it is on in the Minkowski view."""
        return self.inspector.on and self.inspector.cuts and self.views.minkowski.on

    def _update_views(self, overlays: Switches) -> None:
        """Update the twins, the tick inspector, and what the arrow keys do."""
        self.views.twins.update()
        self.inspector.update(self.base.clock.getFrameTime(), overlays.labels, self._cuts_expanded)
        turning = PAGE_ARROWS if self.lessons.is_read else {}
        choosing = ITERATION_ARROWS if self.inspector.tick is not None else {}
        answering = dict.fromkeys(ITERATION_ARROWS, "") if self.lessons.is_asking else {}
        self.controls.arrows = turning | choosing | answering

    def _moment_of(self, overlays: Switches, framing: Framing) -> Moment:
        session, views = self.session, self.views
        is_cut = self._cuts_expanded and self.inspector.shapes is not None
        grown = None if is_cut else views.minkowski.shapes(session.record, session.sim, overlays, session.paused, at_once=False)
        return session_moment(
            session,
            views,
            framing,
            overlays=overlays,
            shapes=self.inspector.shapes if grown is None else grown,
            ghost=self._race.ghost_at(session.time()),
            found=None if self.lessons.is_open else self._goals.found,
            marks=self.plain.marks if self.inspector.is_plain and self.inspector.tick is None else self.lessons.marks,
            aim=self.lessons.aim if self.lessons.is_open else self.tutorial.aim or self._goals.aim,
            area=self.interface.area,
            flat_height=self.viewpoint.flat_height(framing),
            pointed=self.hand.find_control(),
            is_marked=not self.lessons.is_open,  # a page says what it shows
            is_section=grown is None and self.inspector.shows_section,
        )


SIZE = (1280, 720)
TITLE_LEVEL = "playground"  # behind the front page


def play(level: Level | str | None = None, *, crowd: int = 0, ghost: BestRun | None = None, **options: Any) -> None:
    """Play a level, given as for load_level, or open the front page of the menu. Raises InputError if it is invalid.

    crowd: number of agents that wander in the level; ghost: a run to race against; options: of the Simulation
    """
    game = open_game()
    game.rival = ghost
    game.load(level or TITLE_LEVEL, crowd=crowd, **options)
    if level is None:
        game.show_title()
    game.run()


def play_recording(recording: Recording, level: Level) -> None:
    """Play a Recording, then give the user control. Raises InputError if it was made in another level."""
    simulation = recording.simulation(level)
    game = open_game()
    game.load(level, params=simulation.params, rules=simulation.rules, hz=simulation.hz)
    game.replay(simulation, recording.intents(simulation))
    game.run()


def teach(lesson: Lesson) -> None:
    """Open a Lesson where the user left it. Raises InputError if that page's level is invalid."""
    game = open_game()
    game.load(level_of(lesson.pages[game.lessons.page_left(lesson)].level))
    game.lessons.open(lesson)
    game.run()


def interrupt_silently(tasks: Any) -> None:
    """Let Panda3D's task manager end at Ctrl-C as before, but without its remarks in the terminal."""
    handler = tasks.keyboardInterruptHandler

    def silent(number: int, frame: Any) -> None:
        with redirect_stdout(None):
            handler(number, frame)

    tasks.keyboardInterruptHandler = silent


class WindowBase(ShowBase):
    """A ShowBase whose window belongs to a renderer. ShowBase itself would take the one that was initialised first."""

    def __init__(self, renderer: str):
        self._renderer = renderer
        super().__init__()

    def makeDefaultPipe(self, *_: Any, **__: Any) -> None:  # noqa: N802, called by ShowBase
        self.pipe = window.window_pipe("tiny" if self._renderer == "tiny" else "gl")
        self.pipeList.append(self.pipe)


def open_game(renderer: str | None = None, size: Size = SIZE, fullscreen: bool | None = None) -> Game:
    """Open the window without a level. Raises InputError if that is not possible with the renderer.

    renderer: "gl", "tiny", or None for the best that works; size: of the window, or after full screen [pixels], reduced if the
    display is smaller; fullscreen: None for the user's setting
    """
    window.require_display(renderer)
    settings = Settings.load()
    settings.fullscreen = settings.fullscreen if fullscreen is None else fullscreen
    chosen = window.choose_renderer(renderer, smooth=settings.quality == BEST.name)
    background = Background(chosen)
    display = window.display_size(chosen)
    size = window.fit_to_display(size, display)
    # A window of another size is stretched by the window manager in its first frames, and the software renderer fails then.
    window.configure(chosen, display if settings.fullscreen and all(display) else size, settings.fullscreen)
    with window.silence_stderr():
        base = WindowBase(chosen)
    background.end_at_exit()
    handle = base.win.getWindowHandle()
    if handle:  # a window closed at once has none
        window.set_x11_icon(handle.getIntHandle())
    game = Game(base, settings, chosen, background)
    game.window.windowed_size = size
    if game.sounds.problem:
        print(game.sounds.problem)
    return game
