"""The tutorial through the first level: one prompt at a time, until the player has followed it. This module uses no renderer."""

from collections.abc import Callable
from math import dist, pi, radians, tau
from typing import NamedTuple

from ...collision import Pass

TURNED, WALKED = radians(40.0), 2.0  # [rad], [m] after which turning and walking are done
TERRACE, BLOCK, BEYOND = 1.6, 12.6, 19.2  # [m] height of the feet on the terrace; y on the block and behind the beam
GOAL = "first steps"
# [ticks] since a contact with a wall. Fewer: it is forgotten before the next wall; more: a frame of a pause takes longer.
RECENT = 600
# [s] that a prompt is shown at least, and of each of its letters more. Less: one that is followed at once is not read; more: a
# wait after it.
LEAST, READING = 1.0, 0.035


class Prompt(NamedTuple):
    """An instruction to the player.

    text: the instruction
    actions: names of the actions whose keys are shown
    done(tutorial): True once the player has followed the instruction
    pad: name of a gamepad's stick, shown instead of the buttons of the actions, or None
    """

    text: str
    actions: tuple[str, ...]
    done: Callable
    pad: str | None = None


def feet_height(tutorial):
    """Return the height of the player's feet [m]. `tutorial` is the Tutorial, which knows the player's state."""
    return tutorial.state.position[2] - tutorial.session.params.at(tutorial.state.crouched).feet


def looked_around(tutorial):
    """True if the player has turned the view, or has walked off without doing so. `tutorial` is the Tutorial."""
    return tutorial.turned > TURNED or tutorial.walked > 2.0 * WALKED


PROMPTS = (
    Prompt("look around", ("mouse",), looked_around, "right stick"),
    Prompt("walk", ("forward", "left", "back", "right"), lambda now: now.walked > WALKED, "left stick"),
    Prompt("climb the stairs: just walk on", ("forward",), lambda now: feet_height(now) > TERRACE, "left stick"),
    Prompt("jump onto the red block", ("jump",), lambda now: now.state.position[1] > BLOCK),
    Prompt("hold to crouch, and go under the beam", ("crouch",), lambda now: now.state.position[1] > BEYOND),
    Prompt("stop time while you walk into a wall", ("pause",), lambda now: now.session.paused and not now.lacks_contact),
    Prompt("your last contact: go a tick (1/60 s) back and forward", ("scrub_back", "step"), lambda now: now.stepped > 1),
    Prompt("look inside this tick: what did the body touch, and where did it go?", ("inspector",), lambda now: now.inspects),
    Prompt(
        "a move up to a contact is an iteration: choose another, or leave",
        ("previous_iteration", "next_iteration", "inspector"),
        lambda now: now.iteration_changed or not now.inspects,
    ),
)
# while time stands at the prompt before that, without a contact to show
NO_CONTACT = Prompt("no contact yet: let time go on, and walk into a wall", ("pause", "forward"), lambda now: False)
AGAIN = Prompt("stop time again", ("pause",), lambda now: False)  # while time runs, at a prompt that needs a pause
END = Prompt("done! The menu says what comes next", ("menu",), lambda now: now.menu.is_open)
STOPPED = 6  # index of the first prompt that needs a pause
SHOWS_CONTACT = 6, 7  # indices of the prompts at whose start the newest tick with a contact is shown


class Tutorial:
    """The tutorial: it watches the player, and shows one Prompt after the other.

    session: Session
    viewpoint: Viewpoint
    inspector: TickInspector
    menu: Menu
    finished(): called when the player has followed all PROMPTS; END is shown then
    is_on: True from `begin` until `end`, also after the last prompt
    number: index of the prompt in PROMPTS, their number for END, or None without a prompt
    is_followed: True from when the player has followed the prompt, until it was shown long enough to be read
    lacks_contact: True while time stands at the prompt for the first pause, without a contact to show in the last RECENT ticks
    turned: sum of the turns of the view, left, right, up and down, since the prompt's start [rad]
    walked: length of the player's path since the prompt's start [m]
    stepped: number of ticks stepped in a pause since the prompt's start
    iteration_changed: True once the player has changed the inspected iteration or has left the inspector
    """

    def __init__(self, session, viewpoint, inspector, menu):
        self.session, self.inspector, self.menu, self._viewpoint = session, inspector, menu, viewpoint
        self.finished, self.is_on, self.number, self.lacks_contact = lambda: None, False, None, False
        self.is_followed, self._shown = False, 0.0  # [s] for which the prompt was shown
        self._level = ""  # name of the level in which the tutorial began

    def begin(self):
        """Start with the first prompt, with the tick inspector switched off."""
        self.inspector.show(None)
        self.is_on, self.number, self._level = True, 0, self.session.sim.level.name
        self._begin_prompt()

    def end(self):
        """End the tutorial and hide its prompt."""
        self.is_on, self.number, self.lacks_contact, self.is_followed = False, None, False, False

    def _begin_prompt(self):
        """Reset the measurements since the prompt's start, and show a contact if the prompt needs one."""
        self.turned = self.walked = self.stepped = 0
        self.is_followed, self._shown = False, 0.0
        self.iteration_changed, self._seen = False, None
        if self.number in SHOWS_CONTACT:
            self._show_contact()

    def _last_contact(self, most):
        """Return (cursor, Iteration) of the last tick with a contact in the move pass and more than one iteration, or None.

        most: number of ticks that are searched, from the displayed one backwards
        """
        session = self.session
        for cursor in range(session.cursor, min(session.cursor + most, len(session.sim.history))):
            iterations = session.sim.history[-1 - cursor].trace.iterations
            contact = next((iteration for iteration in iterations if iteration.hit and iteration.pass_ == Pass.MOVE), None)
            if contact is not None and len(iterations) > 1:
                return cursor, contact
        return None

    def _show_contact(self):
        """Show the tick of `_last_contact` among all stored ticks, seen from the side. Without one, nothing changes."""
        found = self._last_contact(len(self.session.sim.history))
        if found is not None:
            cursor, contact = found
            self.session.show_tick(cursor, glance=True)
            self._viewpoint.show_side(contact)

    @property
    def prompt(self):
        """The Prompt to show, or None."""
        if self.number is None or self.is_interrupted:
            return None
        if self.lacks_contact:
            return NO_CONTACT
        return AGAIN if self.session.live and STOPPED <= self.number < len(PROMPTS) else (*PROMPTS, END)[self.number]

    @property
    def is_interrupted(self):
        """True while a lesson shows another level. The tutorial goes on after the lesson."""
        return self.session.sim.level.name != self._level

    @property
    def is_done(self):
        """True once the player has followed all PROMPTS, until `begin` or `end`."""
        return self.is_on and self.number in (None, len(PROMPTS))

    @property
    def state(self):
        """The PlayerState at the displayed tick."""
        return self.session.state

    @property
    def is_live(self):
        """True while new ticks are simulated: not in a pause, and not during a film of stored ticks."""
        return self.session.live

    @property
    def inspects(self):
        """True while the tick inspector shows a tick."""
        return self.inspector.tick is not None

    def update(self, seconds):
        """Measure the player's turn, path and steps. Begin the next prompt once this one is followed and could be read.

        seconds: time since the last call [s], once a frame
        """
        if self.number is None or self.is_interrupted:
            self._seen = None
            return
        session, look = self.session, self._viewpoint.look
        self.lacks_contact = self.number == STOPPED - 1 and session.paused and self._last_contact(RECENT) is None
        inspected = (session.cursor, self.inspector.number) if self.inspects else None
        now = look.heading, look.pitch, self.state.position, self.state.tick, inspected
        if self._seen is not None:
            heading, pitch, position, tick, was_inspected = self._seen
            self.turned += abs((now[0] - heading + pi) % tau - pi) + abs(now[1] - pitch)  # a heading jumps from pi to -pi
            if session.live:
                self.walked += dist(now[2][:2], position[:2])
            else:
                self.stepped += abs(now[3] - tick)
            self.iteration_changed = self.iteration_changed or (was_inspected is not None and inspected != was_inspected)
        self._seen = now
        self.is_followed = self.is_followed or self.prompt.done(self)
        self._shown += 0.0 if self.menu.is_open else seconds
        if self.is_followed and (self.number == len(PROMPTS) or self._shown >= LEAST + READING * len(self.prompt.text)):
            self.number = self.number + 1 if self.number < len(PROMPTS) else None
            self._begin_prompt()
            if self.number == len(PROMPTS):
                self.finished()
