"""The handlers of actions: time, runs, camera, tick inspector, views, window and sound.

An action is named in the table of bindings, such as "pause". Its handler is the method of that name of a class in GROUPS.
The actions "overlay_..." have one handler, `toggle_overlay`.
"""

import sys
from math import degrees, radians
from pathlib import Path

from ...collision import Rules
from ...core.input_errors import InputError
from ...core.safe_files import free_number
from ...explain.rule_explanations import preset_name
from ...explain.tick_overlay import Switches
from ...pictures.clip import begin_clip
from ..menu.main_pages import MenuPages
from ..session.play_session import BACKWARD, FORWARD, SLOWER
from ..session.race import is_overlay_action

FROM_ABOVE = radians(60)  # pitch of a side view that a message explains. Smaller: at slopes, too; larger: not in all corners


class CameraActions:
    """The handlers of the actions on the camera and on the tick inspector, which has a side view of its own.

    session: Session
    settings: Settings
    inspector: TickInspector
    viewpoint: Viewpoint
    show_message(message): shows a message
    """

    def __init__(self, session, settings, inspector, viewpoint, show_message):
        self._session, self._settings, self._inspector = session, settings, inspector
        self._viewpoint, self._show_message = viewpoint, show_message
        self._before = None, None  # FreeCamera and its Framing before T switched the tick inspector on

    def third_person(self):
        self._viewpoint.free.return_to_player()
        self._settings.third_person = not self._settings.third_person
        self._show_message("third person" if self._settings.third_person else "first person")

    def noclip(self):
        self._show_message(self._viewpoint.toggle_flying())

    def inspector(self):
        inspector = self._inspector
        inspector.toggle()
        if inspector.on:
            self._before = self._viewpoint.free, self._viewpoint.free.framing
        if inspector.on and self._step() is not None:
            self._viewpoint.show_side(self._step())
            if abs(self._viewpoint.free.look.pitch) > FROM_ABOVE:
                self._show_message("seen from above, because motion and normal are level. {flat}: without perspective")
        elif not inspector.on:
            camera, before = self._before
            # Another level has another FreeCamera. A click on a triangle or a lesson's page switches the inspector on without T.
            self._viewpoint.return_to(before if camera is self._viewpoint.free else None)
            self._before = None, None

    def _step(self):
        """Return the Iteration of the inspected iteration, or None."""
        inspector, record = self._inspector, self._session.record
        if not inspector.on or record is None or not record.trace or not record.trace.iterations:
            return None
        return record.trace.iterations[min(inspector.number, len(record.trace.iterations) - 1)]

    def contact(self):
        """Pause, and show the near view of a contact, or end this view. Do nothing before the first tick.

        It is the contact of the inspected iteration. Without the tick inspector it is the first contact of the displayed tick,
        in the move pass if possible. Without a contact, a message says so.
        """
        if self._session.record is not None:
            self._session.pause()
            if not self._viewpoint.show_contact(self._step()):
                self._show_message("this iteration has no contact" if self._step() is not None else "this tick has no contact")

    def flat(self):
        """Pause, and toggle the side view without perspective. Do nothing before the first tick."""
        if self._session.record is not None:
            self._session.pause()
            self._show_message(self._viewpoint.toggle_perspective(self._step()))


PICTURES = Path("out")


class ProgramActions:
    """The handlers of the actions on the window, the sound and the program. A handler has the name of its action.

    settings: Settings
    window: Window
    interface: Interface
    player: SoundPlayer
    quality: QualityControl
    show_message(message): shows a message
    controls: Controls, set later
    open_page(page): opens a Page of the menu, set later
    show_title(): opens the front page, set later
    """

    def __init__(self, settings, window, interface, player, quality, show_message):
        self.settings, self.interface, self.quality = settings, interface, quality
        self._window, self._player, self.show_message = window, player, show_message
        self.controls = self.open_page = self.show_title = None

    @property
    def sound_problem(self):
        """The reason why there is no sound, or ""."""
        return self._player.problem

    def sounds(self):
        settings = self.settings
        settings.sounds = not settings.sounds
        problem = f", but {self.sound_problem}" if settings.sounds and self.sound_problem else ""
        self.show_message(f"sound: {on_off(settings.sounds)}{problem}")

    def fullscreen(self):
        self.settings.fullscreen = not self.settings.fullscreen
        self._window.set_fullscreen(self.settings.fullscreen)

    def screenshot(self):
        path = PICTURES / f"screenshot-{free_number(PICTURES, 'screenshot-*.png'):03d}.png"
        try:
            self._window.save_picture(path)
        except InputError as problem:
            self.show_message(str(problem))
        else:
            self.show_message(f"saved {path}")

    def help(self):
        self.interface.help.show_next_page()

    @staticmethod
    def quit():
        sys.exit(0)


def on_off(value):
    return "on" if value else "off"


IN_MENU = ("menu", "lessons", "fullscreen", "screenshot")  # actions that also work while the menu is open


class ActionDispatcher:
    """The dispatcher of actions: it calls the handler of each action.

    menu: Menu
    overlay_visibility: OverlayVisibility
    groups: one object of each class in GROUPS, whose methods are the handlers
    """

    def __init__(self, menu, overlay_visibility, groups):
        self._menu, self._overlay_visibility, self._groups = menu, overlay_visibility, groups

    def act(self, action):
        """Perform an action by its name in the table of bindings, such as "pause".

        Only the actions of IN_MENU work while the menu is open. In a timed run, actions on overlays may be replaced
        by `OverlayVisibility.intercept`.
        """
        if self._menu.is_open and action not in IN_MENU:
            return
        if is_overlay_action(action) and self._overlay_visibility.intercept(action):
            return
        name, arguments = action, ()
        if action.startswith("overlay_"):
            name, arguments = "toggle_overlay", (action.removeprefix("overlay_"),)
        group = next(group for group in self._groups if hasattr(type(group), name))  # not its attributes, such as lessons
        getattr(group, name)(*arguments)


class TimeActions:
    """The handlers of the actions that control time and the pointer.

    session: Session
    intents: Intents
    viewpoint: Viewpoint
    pointer: Pointer
    show_message(message): shows a message
    """

    def __init__(self, session, intents, viewpoint, pointer, show_message):
        self._session, self._intents, self._viewpoint = session, intents, viewpoint
        self._pointer, self._show_message = pointer, show_message

    def pause(self):
        """Pause, or continue from the displayed tick. Ticks after this one are kept as a branch for `undo`.

        At a wall, a pause moves the camera out of the player's eyes, because the wall would fill the picture.
        """
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
            self._viewpoint.leave_wall()
        self._pointer.update()

    def step(self):
        self._session.step(self._intents.repeat_last)

    def scrub_back(self):
        self._session.scrub(-1)

    def jump_ahead(self):
        if self._session.cursor:
            self._session.scrub(10)
            return
        for _ in range(10):  # there is nothing to scrub to after the newest tick
            self._session.step(self._intents.repeat_last)

    def jump_back(self):
        self._session.scrub(-10)

    def oldest(self):
        self._session.show_tick(len(self._session.sim.history))

    def newest(self):
        self._session.show_tick(0)

    def reverse(self):
        self._play_film(BACKWARD)

    def watch(self):
        self._play_film(FORWARD)

    def _play_film(self, direction):
        session = self._session
        session.pause() if session.film == direction else session.play_film(direction)

    def slower(self):
        self._change_speed(1)

    def faster(self):
        self._change_speed(-1)

    def _change_speed(self, places):
        session = self._session
        session.slow_down(places)
        self._show_message(f"slow motion: 1/{SLOWER[session.slower]}" if session.slower else "normal speed")

    def pick(self):
        self._session.pause()
        self._pointer.pick()

    def free_pointer(self):
        self._session.pause()
        self._pointer.set_free(not self._pointer.is_free)

    def undo(self):
        self._show_message("back on the run before this one" if self._session.undo() else "no branch to undo")

    def redo(self):
        self._show_message("forward to the branch that was undone" if self._session.redo() else "no branch to redo")


class RunActions:
    """The handlers of the actions that start or record a run, or change its level, lesson page or rules.

    session: Session
    lessons: LessonPlayer
    viewpoint: Viewpoint
    recorder: Recorder
    progress: Progress
    level_actions: LevelActions
    crowd_size(): returns the number of agents of the crowd; set later
    background: Background, in which clips are made; set later
    """

    def __init__(self, session, lessons, viewpoint, recorder, progress, level_actions):
        self.session, self.lessons, self.progress = session, lessons, progress
        self.level_actions, self.show_message, self.crowd_size = level_actions, level_actions.show_message, lambda: 0
        self.background = None
        self._viewpoint, self._recorder = viewpoint, recorder

    def restart(self):
        if self.lessons.is_open:
            self.lessons.restart_page()
            return
        self.session.restart()
        self._viewpoint.look_as_player()
        self.level_actions.restart_tutorial()
        self.show_message("restarted")

    def visit_desk(self, desk):
        """Start the level again in front of a Desk."""
        self.session.begin_at(desk.visitor_feet, degrees(desk.heading))
        self._viewpoint.look_as_player()

    def record(self):
        self.show_message(self._recorder.toggle(self.session, self._viewpoint.flying is not None))

    def clip(self):
        sim, eyes = self.session.sim, self._viewpoint
        end = len(sim.history) - self.session.cursor
        self.show_message(begin_clip(sim, end, eyes.third_person, eyes.look.pitch, self.background.draw_clip))

    def next_level(self):
        self.level_actions.visit_neighbour(1)

    def previous_level(self):
        self.level_actions.visit_neighbour(-1)

    def next_page(self):
        self.turn_page(1)

    def previous_page(self):
        self.turn_page(-1)

    def turn_page(self, places):
        """Go to the next page of the lesson if `places` is 1, or to the previous one if it is -1.

        Without a lesson, change the level.
        """
        turn = self.lessons.turn_pages if self.lessons.is_open else self.level_actions.visit_neighbour
        turn(places)

    def next_rules(self, places=1):
        name = preset_name(self.session.rules)
        place = Rules.NAMES.index(name) if name in Rules.NAMES else -places
        name = Rules.NAMES[(place + places) % len(Rules.NAMES)]
        self.branch(rules=Rules.named(name))
        self.show_message(f"rules: {name}")

    def branch(self, **options):
        """Change rules, params or hz, the keyword arguments of `Session.branch`. Show a message if a value is not valid.

        In a pause, the displayed tick and all later ticks are simulated again.
        """
        try:
            self.session.branch(**options)
        except InputError as problem:
            self.show_message(str(problem))


class ViewActions:
    """The handlers of the actions that change the view and the explanations, or use the controls of exhibits.

    session: Session
    settings: Settings
    views: TickViews
    hand: the player's Hand, which uses the control under the crosshair
    show_message(message): shows a message
    """

    def __init__(self, session, settings, views, hand, show_message):
        self.session, self.settings, self.views, self._hand, self.show_message = session, settings, views, hand, show_message
        self._hidden = Switches.all()  # that `all_overlays` shows again

    def toggle_overlay(self, name):
        settings = self.settings
        settings.overlays = settings.overlays.toggled(name)
        self.show_message(f"{name}: {on_off(getattr(settings.overlays, name))}")

    def all_overlays(self):
        """Hide all overlays if any is shown. Otherwise show those that were hidden last, or all if none were hidden yet.

        Only a message is shown while the tick inspector is on, because its drawing has no overlays.
        """
        settings = self.settings
        if self.views.inspector.on:
            self.show_message("the tick inspector has a drawing of its own; {inspector} leaves it")
        elif settings.overlays.any():
            self._hidden, settings.overlays = settings.overlays, Switches.none()
            self.show_message("all overlays: off. {all_overlays} brings them back")
        else:
            settings.overlays = self._hidden
            self.show_message("overlays: back on")

    def hud(self):
        self.settings.hud = not self.settings.hud

    def next_space(self, places=1):
        self.views.space.next(places)

    def explain_picking(self):
        """Pause, and show a message that explains how to pick a triangle."""
        self.session.pause()
        self.show_message("click on a triangle to see its test")

    def minkowski(self):
        view = self.views.minkowski
        view.on = not view.on
        self.show_message(f"Minkowski view: {on_off(view.on)}")

    def twins(self):
        self.show_message(self.views.twins.toggle(self.session))

    def previous_iteration(self):
        self.views.inspector.move(-1)

    def next_iteration(self):
        self.views.inspector.move(1)

    def play_sweep(self):
        """Use an exhibit's control, as `Hand.use` does. Without a control, play the sweep of the inspected iteration again."""
        if not self._hand.use():
            self.views.inspector.play()

    def turn_down(self):
        self._hand.turn(-1)

    def turn_up(self):
        self._hand.turn(1)

    def inspector_panel(self):
        self.views.inspector.next_panel()


GROUPS = TimeActions, RunActions, ViewActions, CameraActions, ProgramActions, MenuPages
