"""The tutorial through the first level: one prompt at a time, until the player has followed it, and the panel of the prompt."""

from __future__ import annotations

from collections.abc import Callable
from math import dist, radians
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...collision import Iteration
from ...collision.trace import Ending
from ...core.elementary_functions import wrapped_angle
from ...core.vec3 import Vector, dot
from ...explain.plain_sentences import is_head_on, slid
from ...level.contents.level import LevelRaycast
from ...panels.bindings import name_of
from ...panels.canvas import Canvas
from ...panels.panel import Panel, PanelView
from ...panels.theme import ACCENT, ASIDE, INK, LARGE, NOTE, PANEL, TextStyle
from ...simulation import PlayerState
from ..session.play_session import Session
from .tick_inspector import TickInspector

if TYPE_CHECKING:
    from ..camera import Viewpoint
    from ..menu.menu_model import Menu

TURNED, WALKED = radians(40.0), 2.0  # [rad], [m] after which turning and walking are done
# [s] for which a walker was in view, and [ticks] back in time with the crowd, after which both are done
MET, BACK = 2.0, 60
# Least cosine of the angle to the look, and most distance [m], of a walker in view. Wider, farther: it is not noticed
VIEW, NEAR = 0.7, 12.0  # 0.7: to the edges of the usual picture
TERRACE, BLOCK, BEYOND = 1.6, 12.6, 19.2  # [m] height of the feet on the terrace; y on the block and behind the beam
GOAL = "first steps"
# [ticks] since a contact with a wall. Fewer: it is forgotten before the next wall; more: a frame of a pause takes longer.
RECENT = 600
# [s] that a prompt is shown at least, and of each of its letters more. Less: one that is followed at once is not read; more: a
# wait after it.
LEAST, READING = 1.0, 0.035


UPRIGHT = 0.3  # sine of the slope of its normal, below which a wall is upright. Larger: the edge of a stair is one


class Prompt(NamedTuple):
    text: str
    actions: tuple[str, ...]  # names of the actions whose keys are shown
    done: Callable[[Tutorial], bool]  # True once the player has followed the instruction
    pad: str | None = None  # name of a gamepad's stick, shown instead of the buttons of the actions, or None
    why: str = ""  # what one sees, or why it matters
    stays: float = 0.0  # [s] for which it is shown after the player has followed it, to look at what the key has done


def slides_far(contact: Iteration, up: Vector) -> bool:
    """True if the contact is with an upright wall, and an arrow along it shows the way: enough of the displacement is left."""
    return contact.ending == Ending.SLID and not is_head_on(contact) and abs(dot(contact.normal, up)) < UPRIGHT


def feet_height(tutorial: Tutorial) -> float:
    return tutorial.state.position[2] - tutorial.session.params.at(tutorial.state.crouched).feet


def looked_around(tutorial: Tutorial) -> bool:
    """True if the player has turned the view, or has walked off without doing so."""
    return tutorial.turned > TURNED or tutorial.walked > 2.0 * WALKED


def has_run(tutorial: Tutorial) -> bool:
    """True if the player has run, or has climbed the stairs without doing so."""
    return tutorial.ran > WALKED or feet_height(tutorial) > TERRACE


class Seen(NamedTuple):
    """The player and the view in a frame."""

    heading: float  # of the view [rad]
    pitch: float
    position: Vector
    tick: int
    inspected: tuple[int, int | None] | None  # (index of the tick, number of the iteration) in the tick inspector
    third_person: bool


class Tutorial:
    """The tutorial: it watches the player, and shows one Prompt after the other.

    lacks_contact: True at the prompt for the first pause, without a slide to show in the last RECENT ticks; turned [rad],
    walked and ran [m], met [s with a walker in view], stepped [ticks in a pause]: sums
    since the prompt's start; went_back, came_back: True after ticks back in a pause, and after that forward
    finished(): called when the player has followed all PROMPTS; END is shown then
    bring_crowd(), walkers(): called at the prompt CROWD, which is left out if the first returns False; centres [m] of the crowd
    """

    def __init__(
        self, session: Session, viewpoint: Viewpoint, inspector: TickInspector, menu: Menu,
        finished: Callable[[], None] = lambda: None, bring_crowd: Callable[[], bool] = lambda: False,
        walkers: Callable[[], np.ndarray] = lambda: np.empty((0, 3))
    ):
        self.session, self.inspector, self.menu, self._viewpoint = session, inspector, menu, viewpoint
        self.finished, self.bring_crowd, self.walkers = finished, bring_crowd, walkers
        self.number: int | None = None  # index of the prompt in PROMPTS, their number for END, or None without a prompt
        self.is_on = self.lacks_contact = False
        self.is_followed, self._shown, self._looked = False, 0.0, 0.0  # [s] for which the prompt was shown, and also followed
        self._level = ""  # name of the level in which the tutorial began

    def begin(self) -> None:
        self.inspector.show(None)
        self.is_on, self.number, self._level = True, 0, self.session.sim.level.name
        self._begin_prompt()

    def end(self) -> None:
        self.is_on, self.number, self.lacks_contact, self.is_followed = False, None, False, False

    def _begin_prompt(self) -> None:
        """Reset the measurements since the prompt's start, and show a contact if the prompt needs one."""
        self.turned = self.walked = self.ran = self.met = 0.0
        self.stepped = 0
        self._someone: int | None = None  # the walker that the prompt MEET leads to
        self.went_back = self.came_back = False
        self.is_followed, self._shown, self._looked = False, 0.0, 0.0
        self.iteration_changed = self.view_changed = False
        self._seen: Seen | None = None  # in the frame before
        if self.number in SHOWS_CONTACT:
            self._show_contact()

    def _last_contact(self, most: int, is_slanted: bool = True) -> tuple[int, Iteration] | None:
        """Return (cursor, Iteration) of the last tick, of `most`, with a contact in the move pass and more than one iteration.

        is_slanted: only of one after which the body slid along the wall
        """
        session = self.session
        for cursor in range(session.cursor, min(session.cursor + most, len(session.sim.history))):
            record = session.sim.history[-1 - cursor]
            contact = record.wall_contact
            is_wanted = contact is not None and (slid(record) and slides_far(contact, record.trace.up) or not is_slanted)
            if contact is not None and is_wanted and len(record.trace.iterations) > 1:
                return cursor, contact
        return None

    def _show_contact(self) -> None:
        """Show the tick of `_last_contact` among all stored ticks, seen from the side. Without one, nothing changes."""
        found = self._last_contact(len(self.session.sim.history))
        if found is not None:
            cursor, contact = found
            self.session.show_tick(cursor, glance=True)
            self._viewpoint.show_side(contact)

    @property
    def prompt(self) -> Prompt | None:
        return None if self.number is None or self.is_interrupted else self._prompt_of(self.number)

    def _prompt_of(self, number: int) -> Prompt:
        if self.lacks_contact:
            return STRAIGHT if self._last_contact(RECENT, is_slanted=False) else NO_CONTACT
        if number == CROWD and self.session.live:
            return MEET
        if number < STOPPED - 1 and not self.session.live:
            return TIME_STANDS
        return AGAIN if self.session.live and STOPPED <= number < CROWD else (*PROMPTS, END)[number]

    @property
    def is_interrupted(self) -> bool:
        """True while a lesson shows another level. The tutorial goes on after the lesson."""
        return self.session.sim.level.name != self._level

    @property
    def is_done(self) -> bool:
        return self.is_on and self.number in (None, len(PROMPTS))

    @property
    def state(self) -> PlayerState:
        return self.session.state

    @property
    def inspects(self) -> bool:
        return self.inspector.tick is not None

    @property
    def aim(self) -> tuple[str, Vector] | None:
        """The place [m] and the name of what the prompt leads to, or None: one of the crowd, which may come behind the player."""
        crowd = self.walkers() if self.prompt is MEET else ()
        if not len(crowd):
            return None
        if self._someone is None or self._someone >= len(crowd):
            self._someone = int(np.linalg.norm(crowd - np.asarray(self.session.eye()), axis=1).argmin())
        x, y, z = crowd[self._someone]
        return "the crowd", (x, y, z)

    def _sees_walker(self) -> bool:
        """True if a walker is near before the player's eyes, with nothing between them."""
        session = self.session
        eye, sight = np.asarray(session.eye()), LevelRaycast(session.sim.level, session.time())
        to = self.walkers() - eye
        far = np.linalg.norm(to, axis=1)
        seen = (far > 0.0) & (far < NEAR) & (to @ self._viewpoint.look.forward() > VIEW * far)
        to, far = to[seen], far[seen]
        return bool(len(to)) and bool(np.isinf(sight.raycast(np.tile(eye, (len(to), 1)), to / far[:, None], far)).any())

    def update(self, seconds: float) -> None:
        """Measure the player's turn, path and ticks once a frame. Begin the next prompt once this one is followed and read."""
        if self.number is None or self.is_interrupted:
            self._seen = None
            return
        self._look_for_contact()
        self._measure(seconds)
        prompt = self._prompt_of(self.number)
        self.is_followed = self.is_followed or prompt.done(self)
        if not self.menu.is_open:
            self._shown += seconds
            self._looked += seconds * self.is_followed
        is_read = self._shown >= LEAST + READING * len(prompt.text + prompt.why) and self._looked >= prompt.stays
        if self.is_followed and (self.number == len(PROMPTS) or is_read):
            self._begin_next_prompt(self.number)

    def _look_for_contact(self) -> None:
        """Note if the first pause lacks a slide to show. Then show the last contact of a body that ran straight at a wall."""
        session, lacked = self.session, self.lacks_contact
        wants = self.number == STOPPED - 1 and session.paused
        self.lacks_contact = wants and self._last_contact(RECENT) is None
        if self.lacks_contact and not lacked and (straight := self._last_contact(RECENT, is_slanted=False)):
            session.show_tick(straight[0], glance=True)  # the disc on the wall shows what stopped the body
            self._viewpoint.show_side(straight[1])

    def _measure(self, seconds: float) -> None:
        """Add a frame to the measurements since the prompt's start."""
        session, look = self.session, self._viewpoint.look
        inspected = (session.cursor, self.inspector.number) if self.inspects else None
        state, third = self.state, self._viewpoint.third_person
        now = Seen(look.heading, look.pitch, state.position, state.tick, inspected, third)
        if was := self._seen:
            self.view_changed = self.view_changed or now.third_person != was.third_person
            self.turned += abs(wrapped_angle(now.heading - was.heading)) + abs(now.pitch - was.pitch)
            if session.live:
                far = dist(now.position[:2], was.position[:2])
                self.walked += far
                self.met += seconds if self.number == CROWD and self._sees_walker() else 0.0
                self.ran += far if session.record and session.record.intent.run else 0.0
            else:
                self.stepped += abs(now.tick - was.tick)
                self.came_back = self.came_back or (self.went_back and now.tick > was.tick)
                self.went_back = self.went_back or now.tick < was.tick
            self.iteration_changed = self.iteration_changed or (was.inspected is not None and inspected != was.inspected)
        self._seen = now

    def _begin_next_prompt(self, number: int) -> None:
        self.number = number + 1 if number < len(PROMPTS) else None
        if self.number == CROWD and not self.bring_crowd():
            self.number = len(PROMPTS)
        self._begin_prompt()
        if self.number == len(PROMPTS):
            self.finished()


PROMPTS = (
    Prompt("look around", ("mouse",), looked_around, "right stick"),
    Prompt(
        "walk",
        ("forward", "left", "back", "right"),
        lambda now: now.walked > WALKED,
        "left stick",
    ),
    Prompt("run: hold it while you walk", ("run",), has_run),
    Prompt("climb the stairs: just walk on", ("forward",), lambda now: feet_height(now) > TERRACE, "left stick"),
    Prompt(  # here, where nothing is close to the back: under the beam the camera would be pushed into the body
        f"look {name_of('third_person')}",
        ("third_person",),
        lambda now: now.view_changed,
        why="This body is you. The same key again: through the eyes.",
        stays=3.0,
    ),
    Prompt("jump onto the red block", ("jump",), lambda now: now.state.position[1] > BLOCK),
    Prompt("crouch: hold it while you walk under the beam", ("crouch",), lambda now: now.state.position[1] > BEYOND),
    Prompt(
        f"{name_of('pause')} while you slide along a wall",
        ("pause",),
        lambda now: now.session.paused and not now.lacks_contact,
        why="Run into a wall at a slant: you slide along it. The next steps show how.",
    ),
    Prompt(
        "one tick back, and forward again",
        ("scrub_back", "step"),
        lambda now: now.came_back,
        why="The game moves you once in each tick, 60 times a second.",
    ),
    Prompt(
        f"{name_of('inspector')} this tick",
        ("inspector",),
        lambda now: now.inspects,
        why="It shows what the body touched, and where it went.",
    ),
    Prompt(
        "choose another move, or leave",
        ("previous_iteration", "next_iteration", "inspector"),
        lambda now: now.iteration_changed or not now.inspects,
        why="A tick is made of such moves: up to the wall, then along it, then down to the ground.",
    ),
    Prompt(
        f"{name_of('pause', off=('pause',))}: a crowd comes",
        ("pause",),
        lambda now: now.met > MET,
    ),
    Prompt(
        f"hold it to {name_of('reverse')}",
        ("reverse",),
        lambda now: now.stepped > BACK,
        why="All go back in time, you and the crowd.",
    ),
)
MEET = Prompt("go and look at the crowd", ("forward",), lambda now: now.met > MET, "left stick", "A golden label leads to it.")
# while time stands at the prompt before that, without a contact to show
SLANT, GO_ON = "go on, and run into a wall at a slant", ("pause", "forward")
NO_CONTACT = Prompt(SLANT, GO_ON, lambda now: False, why="You touched no wall yet.")
STRAIGHT = Prompt(SLANT, GO_ON, lambda now: False, why="You ran straight at this one, and it stopped you.")
# at a prompt that is about walking: the keys would fly the camera away
TIME_STANDS = Prompt(f"{name_of('pause', off=('pause',))}: time stands still", ("pause",), lambda now: False)
AGAIN = Prompt(f"{name_of('pause')} again", ("pause",), lambda now: False)  # while time runs, at a prompt that needs a pause
END = Prompt("done! The menu says what comes next", ("menu",), lambda now: now.menu.is_open)
STOPPED, CROWD = 8, 11  # indices of the first prompt that needs a pause, and of the one after the last that does
SHOWS_CONTACT = 8, 9  # indices of the prompts at whose start the newest tick with a contact is shown

GAP, PADDING, HEIGHT = 8, 18, 74  # [units]
TOP, PAUSED_TOP = 64, 10  # [units] top of the panel: below messages of a race; in a pause, above the scene


# Index of the prompt, True if the player has followed it, names of the keys, both texts. Then the middle of the free area as a
# fraction of the window's width, and the top [units].
PromptData = tuple[int, bool, tuple[str, ...], str, str, float, float]


class TutorialPanel(Panel[PromptData]):
    """The panel with the tutorial's prompt: key caps and a line of text, at the top."""

    NAME, SORT = "prompt", 5

    def draw(self, canvas: Canvas, data: PromptData) -> None:
        number, is_followed, keys, text, why, middle, y = data
        caps = sum(canvas.cap_width(key, LARGE) + GAP for key in keys)
        count = f"{'✓ ' if is_followed else ''}{number + 1} of {len(PROMPTS)}" if number < len(PROMPTS) else ""
        below = canvas.text_width(why, NOTE) + GAP + canvas.text_width(count, ASIDE) + (PADDING if why else 0)
        width = max(max(caps + GAP + canvas.text_width(text, TextStyle(LARGE)), below) + 2 * PADDING, 320)
        x = max(0.0, canvas.width * middle - width / 2)
        canvas.box(x, y, width, HEIGHT, PANEL)
        canvas.box(x, y, width * min((number + 1) / len(PROMPTS), 1.0), 3, ACCENT)
        style = ASIDE._replace(colour=ACCENT) if is_followed else ASIDE
        canvas.text(count, x + width - PADDING, y + HEIGHT - 24, style, align="right")
        canvas.text(why, x + PADDING, y + HEIGHT - 24, NOTE)
        place = x + PADDING
        for key in keys:
            place += canvas.key_cap(key, place, y + 14, LARGE) + GAP
        canvas.text(text, place + GAP, y + 16, TextStyle(LARGE, INK))


class TutorialView(PanelView[TutorialPanel]):
    """The view of the tutorial's prompt. names_of(prompt): returns the names of the prompt's keys"""

    PANEL = TutorialPanel

    def __init__(self, tutorial: Tutorial, names_of: Callable[[Prompt], tuple[str, ...]]):
        self._tutorial, self._names_of = tutorial, names_of

    def update(self, is_uncovered: bool) -> None:
        prompt = self._tutorial.prompt if is_uncovered else None
        middle, top = (0.5, TOP) if self._tutorial.session.live else (1.0 / 3.0, PAUSED_TOP)  # the side panel takes a third
        number, is_followed = self._tutorial.number, self._tutorial.is_followed
        data = None
        if prompt is not None and number is not None:
            data = number, is_followed, self._names_of(prompt), prompt.text, prompt.why, middle, top
        self._panel.show(data)

    def height(self) -> float:
        return 0.0 if self._tutorial.prompt is None else PAUSED_TOP + HEIGHT
