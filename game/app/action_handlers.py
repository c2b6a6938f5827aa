"""The handlers of actions: time, runs, camera, tick inspector, views, window and sound.

An action is named in the table of bindings, such as "pause". Its handler is the method of that name of a class in GROUPS.
The actions "overlay_..." have one handler, `toggle_overlay`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial, partialmethod
from math import degrees, dist, radians
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from ..collision import Rules
from ..core.input_errors import InputError
from ..core.safe_files import free_number
from ..explain.rule_explanations import describe_preset, preset_name, rule_at_work
from ..explain.tick_overlay import Switches
from ..explain.twin_paths_and_distances import metres
from ..lesson import level_of
from ..level import load_level
from ..level.contents.exhibit_place import Desk
from ..level.contents.mesh_pictures_and_colours import GRID, OWN
from ..panels.bindings import BINDINGS, name_of
from ..pictures.clip import begin_clip
from ..scene.framing import Framing
from ..simulation.race_clock_and_medals import finish_of
from .exhibit_interaction import Hand
from .menu.main_pages import MenuPages, level_entry, names_by_delight
from .menu.menu_model import Menu, MenuPage
from .menu.menu_panel import FIRST_LEVEL
from .player_controls import Controls, Intents, Pointer
from .session.play_session import BACKWARD, FORWARD, SLOWER, Session
from .session.race import RaceTracker
from .session.run_recorder import Recorder, save_run
from .session.saved_progress import UserProgress
from .session.settings import Settings
from .teaching.lesson_player import LessonPlayer
from .teaching.teaching_views import OverlayVisibility, TickViews, TwinManager, is_overlay_action
from .teaching.tick_inspector import TickInspector
from .teaching.tutorial import Tutorial
from .window import QualityControl

if TYPE_CHECKING:
    from .background_jobs import Background
    from .camera import Viewpoint
    from .free_camera_and_panorama import CameraView, FreeCamera
    from .panels.user_interface import Interface
    from .sound import SoundPlayer
    from .window import Window

FROM_ABOVE = radians(60)  # pitch of a side view that a message explains. Smaller: at slopes, too; larger: not in all corners


class CameraActions:
    def __init__(
        self, session: Session, settings: Settings, inspector: TickInspector, viewpoint: Viewpoint,
        show_message: Callable[[str], None]
    ):
        self._session, self._settings, self._inspector = session, settings, inspector
        self._viewpoint, self._show_message = viewpoint, show_message
        # the camera, its framing and its view before T switched the tick inspector on
        self._before: tuple[FreeCamera, Framing | None, CameraView] | None = None
        inspector.left = self._return_camera

    def third_person(self) -> None:
        """Show the player from behind, also from a camera that has left it. From behind, return to its eyes."""
        has_left = self._viewpoint.free.framing is not None
        self._viewpoint.free.return_to_player()
        self._settings.third_person = has_left or not self._settings.third_person
        self._viewpoint.keeps_eyes = not self._settings.third_person
        self._show_message(name_of("third_person", off=() if self._settings.third_person else ("third_person",)))

    def noclip(self) -> None:
        self._show_message(self._viewpoint.toggle_flying())

    def inspector(self) -> None:
        viewpoint = self._viewpoint
        self._inspector.toggle()
        if not self._inspector.on:
            self._session.end_trial()
            self._show_message("")
            self._return_camera()
            return
        self._before, iteration = (viewpoint.free, viewpoint.free.framing, viewpoint.free.view), self._inspector.find_iteration()
        if viewpoint.is_plain():
            viewpoint.show_side(iteration)
        elif iteration is not None:
            viewpoint.show_section(iteration)
            look = viewpoint.free.look
            if look and abs(look.pitch) > FROM_ABOVE:
                self._show_message("You look down on it, as on a map.")

    def _return_camera(self) -> None:
        """Return to the view from before the tick inspector, or to the player where time goes on.

        Another level has another FreeCamera. A click on a triangle or a lesson's page switches the inspector on without T.
        """
        before, self._before = self._before, None
        if before is not None and before[0] is self._viewpoint.free and not self._session.live:
            self._viewpoint.return_to(*before[1:])
        else:
            self._viewpoint.free.return_to_player()

    def contact(self) -> None:
        """Pause, and show the near view of the inspected iteration's or displayed tick's contact, or end this view."""
        if self._session.record is not None:
            self._session.pause()
            iteration = self._inspector.find_iteration()
            if not self._viewpoint.show_contact(iteration):
                self._show_message(f"this {'tick' if iteration is None else 'iteration'} has no contact")

    def flat(self) -> None:
        """Pause, and toggle the side view without perspective. Do nothing before the first tick."""
        if self._session.record is not None:
            self._session.pause()
            self._show_message(self._viewpoint.toggle_perspective(self._inspector.find_iteration()))


PICTURES = Path("out")


class ProgramActions:
    open_page: Callable[[MenuPage], None]

    def __init__(
        self, settings: Settings, window: Window, interface: Interface, player: SoundPlayer, quality: QualityControl,
        controls: Controls, show_title: Callable[[], None], show_message: Callable[[str], None]
    ):
        self.settings, self.interface, self.quality = settings, interface, quality
        self.controls, self.show_title = controls, show_title
        self._window, self._player, self.show_message = window, player, show_message

    @property
    def sound_problem(self) -> str:
        return self._player.problem

    def sounds(self) -> None:
        settings = self.settings
        settings.sounds = not settings.sounds
        problem = f", but {self.sound_problem}" if settings.sounds and self.sound_problem else ""
        self.show_message(f"{name_of('sounds')}: {on_off(settings.sounds)}{problem}")

    def fullscreen(self) -> None:
        self.settings.fullscreen = not self.settings.fullscreen
        self._window.set_fullscreen(self.settings.fullscreen)

    def screenshot(self) -> None:
        path = PICTURES / f"screenshot-{free_number(PICTURES, 'screenshot-*.png'):03d}.png"
        try:
            self._window.save_picture(path)
        except InputError as problem:
            self.show_message(str(problem))
        else:
            self.show_message(f"saved {path}")

    @staticmethod
    def quit() -> None:
        sys.exit(0)


def on_off(value: bool) -> str:
    return "on" if value else "off"


IN_MENU = ("menu", "lessons", "fullscreen", "screenshot")  # actions that also work while the menu is open


class ActionDispatcher:
    """The dispatcher of actions. `groups` has an object of each class in GROUPS. An action without a handler is an error."""

    def __init__(self, menu: Menu, overlay_visibility: OverlayVisibility, groups: Sequence[object]):
        self._menu, self._overlay_visibility = menu, overlay_visibility
        self._handlers = {binding.action: self._handler_of(binding.action, groups) for binding in BINDINGS if not binding.held}

    @staticmethod
    def _handler_of(action: str, groups: Sequence[object]) -> Callable[[], None]:
        name = "toggle_overlay" if action.startswith("overlay_") else action
        group = next(group for group in groups if hasattr(type(group), name))  # not its attributes, such as lessons
        handler = getattr(group, name)
        return handler if name == action else partial(handler, action.removeprefix("overlay_"))

    def act(self, action: str) -> None:
        """Perform an action by its name in the table of bindings. Only the actions of IN_MENU work while the menu is open."""
        if self._menu.is_open and action not in IN_MENU:
            return
        if is_overlay_action(action) and self._overlay_visibility.intercept(action):
            return
        self._handlers[action]()


class TimeActions:
    def __init__(
        self, session: Session, intents: Intents, viewpoint: Viewpoint, pointer: Pointer, show_message: Callable[[str], None]
    ):
        self._session, self._intents, self._viewpoint = session, intents, viewpoint
        self._pointer, self._show_message = pointer, show_message
        self._is_held = False  # True if the key of `reverse` was down in the last frame

    def pause(self) -> None:
        """Pause, or continue from the displayed tick. Later ticks are kept for `undo`."""
        session = self._session
        if session.paused:
            tick = session.state.tick
            self._viewpoint.free.return_to_player()
            if session.resume():
                self._intents.end_script()
                kept = "What you did after it is kept: {pause} and {undo} bring it back."
                self._show_message(f"You play on from tick {tick}. {kept}")
        else:
            session.pause()
        self._pointer.update()

    def step(self) -> None:
        self._session.step(self._intents.repeat_last)

    def scrub_back(self) -> None:
        self._session.scrub(-1)

    def jump_ahead(self) -> None:
        if self._session.cursor:
            self._session.scrub(10)
            return
        for _ in range(10):  # there is nothing to scrub to after the newest tick
            self._session.step(self._intents.repeat_last)

    def jump_back(self) -> None:
        self._session.scrub(-10)

    def oldest(self) -> None:
        self._session.show_tick(len(self._session.sim.history))

    def newest(self) -> None:
        self._session.show_tick(0)

    def reverse(self) -> None:
        """Play the history backwards, or stop. With a key it lasts until `follow_key` sees its release."""
        self._play_film(BACKWARD)

    def follow_key(self, is_down: bool) -> None:
        """Stop the film that a key plays backwards, in the first frame in which the key is not down any more."""
        if self._is_held and not is_down and self._session.film == BACKWARD:
            self._play_film(BACKWARD)
        self._is_held = is_down

    def watch(self) -> None:
        """Play the history forwards from a tick in the past, or stop. After the finish of a race, play its run from the start."""
        session = self._session
        if session.live and session.sim.state.finished < 0:
            self._show_message("nothing to play again: go back in time before, with {reverse}")
            return
        if session.live:
            session.show_tick(len(session.sim.history))
        self._play_film(FORWARD)

    def _play_film(self, direction: int) -> None:
        session = self._session
        if session.film == direction:
            session.pause()
        else:
            session.play_film(direction)

    def _change_speed(self, places: int) -> None:
        session = self._session
        session.slow_down(places)
        medal = ". A run in slow motion earns no medal" if finish_of(session.sim.level) else ""
        self._show_message(f"slow motion: 1/{SLOWER[session.slower]}{medal}" if session.slower else "normal speed")

    slower, faster = partialmethod(_change_speed, 1), partialmethod(_change_speed, -1)

    def pick(self) -> None:
        self._session.pause()
        self._pointer.pick()

    def free_pointer(self) -> None:
        self._session.pause()
        self._pointer.set_free(not self._pointer.is_free)

    def undo(self) -> None:
        self._show_message("back on the run before this one" if self._session.undo() else "there is no run before this one")

    def redo(self) -> None:
        self._show_message("on the run that was undone" if self._session.redo() else "no run was undone")


AGAIN = 2.0  # [s] in which a key is pressed again to leave the level. Shorter: missed; longer: a stray press still counts
WALKED_OFF = 2.5  # [m] from the spawn's feet to the body's centre. Less: a jump counts as walking; more: a start is not noticed


class LevelActions:
    """The changes of level that the user can choose. All but a new crowd end an open lesson and the tutorial.

    is_invited(): True while a card says that the key leads to the next level
    """

    def __init__(
        self, load: Callable[..., None], session: Session, lessons: LessonPlayer, tutorial: Tutorial, progress: UserProgress,
        show_message: Callable[[str], None], is_invited: Callable[[], bool] = lambda: False
    ):
        self._load, self._session, self._lessons = load, session, lessons
        self._tutorial, self._progress, self.show_message, self.is_invited = tutorial, progress, show_message, is_invited
        # places of the last call of `visit_neighbour`, and time [s] until which it can be confirmed
        self._asked: tuple[int | None, float] = None, 0.0

    def visit(self, name: str) -> None:
        """Start the level with a name or path, unless it is invalid, and store the level that is then played as the last one."""
        is_other = self._session.sim is None or name != self._session.sim.level.name
        crowd = {"crowd": 0} if is_other else {}  # a crowd is an experiment with one level: it blocked the doors of a race
        self._load(name, leaving=self._leave, **crowd, **self._lessons.options_before)
        self._progress.store_level(self._session.sim.level.name)

    def visit_neighbour(self, places: int) -> None:
        """Start the level `places` on in the menu's order. If that ends something, only the second call within AGAIN does it."""
        names, now = names_by_delight(), self._session.sim.level.name
        name = names[(names.index(now) + places if now in names else 0) % len(names)]
        asked, until = self._asked
        self._asked = places, monotonic() + AGAIN
        if self._ended_by_leaving and not (places == 1 and self.is_invited()) and (asked != places or monotonic() > until):
            which = "next" if places > 0 else "previous"
            self.show_message(f"Press it again to leave {self._ended_by_leaving}: {which} level, {level_entry(name).title}.")
            return
        self._asked = None, 0.0
        self.visit(name)

    @property
    def _ended_by_leaving(self) -> str:
        """The lesson, run or level that another level would end, as text. It is "" while the player is near the spawn."""
        state = self._session.state
        if self._lessons.is_open:
            return "the lesson"
        if state.started >= 0 and state.finished < 0:
            return "your timed run"
        return "this level" if dist(state.position, self._session.sim.level.spawn.at) > WALKED_OFF else ""

    def begin_tutorial(self) -> None:
        self._load(level_of(FIRST_LEVEL), crowd=0, leaving=self._leave, **self._lessons.options_before)
        self._tutorial.begin()
        self.show_message("")

    @property
    def is_tutorial_done(self) -> bool:
        return self._tutorial.is_done

    def restart_tutorial(self) -> None:
        if self._tutorial.is_on:
            self._tutorial.begin()

    def set_crowd(self, number: int) -> None:
        self._load(self._session.sim.level, crowd=number)

    @property
    def look(self) -> str:
        """The look of the level's mesh files: "own" for their own textures and colours, or "grid" for plain ones with a grid."""
        return self._session.sim.level.reading.get("look", OWN)

    def next_look(self) -> None:
        """Read the present level again in its other look, and restart it. If that fails, show the error and change nothing."""
        level = self._session.sim.level
        try:
            other = load_level(level.path, **level.reading | {"look": GRID if self.look == OWN else OWN})
        except InputError as problem:
            self.show_message(str(problem))
        else:
            self._load(other, leaving=self._leave)

    def _leave(self) -> None:
        self._lessons.close()
        self._tutorial.end()


SEEN = 0.001  # [m] between a tick with a rule and without it. Less: a difference that no picture shows is called one


AT_FULL_SPEED = ". You walk at full speed at once, as in the paper"


def walks_at_once(rules: Rules, twins: TwinManager) -> bool:
    """True if a player reaches full speed in a tick, as the printed programs do: by their rules, and beside twins."""
    return twins.twins is not None or preset_name(rules) in Rules.NAMES[1:]


class RunActions:
    """The handlers of the actions that start or record a run, or change its level, lesson page or rules."""

    def __init__(
        self, session: Session, lessons: LessonPlayer, viewpoint: Viewpoint, recorder: Recorder, progress: UserProgress,
        level_actions: LevelActions, views: TickViews, background: Background, race: Callable[[], RaceTracker],
        crowd_size: Callable[[], int]
    ):
        self.session, self.lessons, self.progress = session, lessons, progress
        self.level_actions, self.show_message = level_actions, level_actions.show_message
        self.background, self.race, self.crowd_size = background, race, crowd_size
        self._viewpoint, self._recorder, self._views = viewpoint, recorder, views

    def restart(self) -> None:
        if self.lessons.is_open:
            self.lessons.restart_page()
            return
        self.session.restart()
        self._viewpoint.look_as_player()
        self.level_actions.restart_tutorial()
        is_usual = self.session.rules == Rules.modern()
        self.show_message("started again" if is_usual else f"started again, still with: {describe_preset(self.session.rules)}")

    def visit_desk(self, desk: Desk) -> None:
        self.session.begin_at(desk.visitor_feet, degrees(desk.heading))
        self._viewpoint.look_as_player()

    def record(self) -> None:
        """Save a race's run after its finish; during a race only say so, because every run is recorded. Else start or stop."""
        race, sim = self.race(), self.session.sim
        if race.finish is not None and sim.state.started >= 0 and not self._recorder.is_on and not race.is_replay:
            self.show_message(save_run(race, sim))
            return
        self.show_message(self._recorder.toggle(self.session, self._viewpoint.flying is not None))

    def clip(self) -> None:
        sim, eyes = self.session.sim, self._viewpoint
        end = len(sim.history) - self.session.cursor
        self.show_message(begin_clip(sim, end, eyes.third_person, eyes.look.pitch, self.background.draw_clip))

    def next_level(self) -> None:
        self.level_actions.visit_neighbour(1)

    def previous_level(self) -> None:
        self.level_actions.visit_neighbour(-1)

    def turn_page(self, places: int) -> None:
        """Go to the next (1) or previous (-1) page of the lesson. Without a lesson, change the level."""
        turn = self.lessons.turn_pages if self.lessons.is_open else self.level_actions.visit_neighbour
        turn(places)

    next_page, previous_page = partialmethod(turn_page, 1), partialmethod(turn_page, -1)

    def next_rules(self, places: int = 1) -> None:
        self.session.end_trial()
        name = preset_name(self.session.rules)
        place = Rules.NAMES.index(name) if name in Rules.NAMES else -places  # after own rules come the usual ones
        name = Rules.NAMES[(place + places) % len(Rules.NAMES)]
        rules, feel = Rules.named(name), self.session.params.feel
        params = self.session.params_for(walks_at_once(rules, self._views.twins))
        self.branch(rules=rules, params=params)
        self.show_message(describe_preset(self.session.rules) + (AT_FULL_SPEED if params.feel != feel == "smooth" else ""))

    def break_rule(self) -> None:
        """Simulate the inspected tick again without the rule at work in it, or with it again."""
        session, record, iteration = self.session, self.session.record, self._views.inspector.find_iteration()
        if session.trial is not None:
            name = session.trial.name
            session.end_trial()
            self.show_message(f"with {name} again")
        elif record is None or not self._views.inspector.on or self.lessons.is_open:
            self.show_message("{inspector} looks inside a tick, and then {break_rule} switches off the rule at work in it")
        elif rule := rule_at_work(record, iteration):
            ticks = session.cursor
            apart, now = session.begin_trial(rule), session.record
            here = dist(record.after.position, now.after.position) if now else 0.0
            far = f"you are {metres(here)} from where you are with it, the outline" if here > SEEN else "it hardly shows here"
            later = f", and {ticks} tick{'s' * (ticks > 1)} later {metres(apart)} away" if ticks and apart > SEEN else ""
            self.show_message(f"Without {rule.name}, {rule.seen}: {far}{later}. {{break_rule}}: with it again")
        else:
            self.show_message("no rule decides much here: look at a contact with a wall, a step or a slope")

    def branch(self, **options: Any) -> None:
        try:
            self.session.branch(**options)
        except InputError as problem:
            self.show_message(str(problem))


class ViewActions:
    def __init__(self, session: Session, settings: Settings, views: TickViews, hand: Hand, show_message: Callable[[str], None]):
        self.session, self.settings, self.views, self._hand, self.show_message = session, settings, views, hand, show_message
        self._hidden = Switches.all()  # that `all_overlays` shows again

    def toggle_overlay(self, name: str) -> None:
        settings = self.settings
        settings.overlays = settings.overlays.toggled(name)
        self.show_message(f"{name}: {on_off(getattr(settings.overlays, name))}")

    def all_overlays(self) -> None:
        """Hide all overlays if any is shown, else show those hidden last. The tick inspector has no overlays."""
        settings = self.settings
        if self.views.inspector.on:
            self.show_message("inside a tick there is another drawing; {inspector} leaves it")
        elif settings.overlays.any():
            self._hidden, settings.overlays = settings.overlays, Switches.none()
            self.show_message("all overlays: off. {all_overlays} brings them back")
        else:
            settings.overlays = self._hidden
            self.show_message("overlays: back on")

    def hud(self) -> None:
        self.settings.hud = not self.settings.hud

    def next_space(self, places: int = 1) -> None:
        self.views.space.next(places)

    def explain_picking(self) -> None:
        self.session.pause()
        self.show_message("click on a triangle to see its test")

    def minkowski(self) -> None:
        view = self.views.minkowski
        view.on = not view.on
        in_eyes = view.on and not self.settings.third_person
        self.show_message(f"{name_of('minkowski')}: {on_off(view.on)}" + ". {third_person} shows it from behind" * in_eyes)

    def twins(self) -> None:
        words, twins = self.views.twins.toggle(self.session), self.views.twins
        feel, params = self.session.params.feel, self.session.params_for(walks_at_once(self.session.rules, twins))
        if params.feel != feel:
            self.session.branch(params=params)
            twins.begin(self.session.sim, self.session.state)
        self.show_message(words + (AT_FULL_SPEED if params.feel != feel == "smooth" else ""))

    def previous_iteration(self) -> None:
        self.views.inspector.move(-1)

    def next_iteration(self) -> None:
        self.views.inspector.move(1)

    def play_sweep(self) -> None:
        """Use an exhibit's control, as `Hand.use` does. Without a control, play the sweep of the inspected iteration again."""
        if not self._hand.use():
            self.views.inspector.play()

    def turn_down(self) -> None:
        self._hand.turn(-1)

    def turn_up(self) -> None:
        self._hand.turn(1)

    def inspector_panel(self) -> None:
        self.views.inspector.toggle_size()


GROUPS = TimeActions, RunActions, ViewActions, CameraActions, ProgramActions, MenuPages
