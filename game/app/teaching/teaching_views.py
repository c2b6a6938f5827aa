"""The displayed space and its animated change, the twins beside the player, the tick inspector, and the record of all of them."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...collision import Iteration
from ...core.input_errors import InputError
from ...core.shapes import Point, Shape
from ...explain.iteration_overlay import (
    BODY_ENTRIES,
    BODY_POINT,
    InspectedTick,
    Named,
    iteration_labels,
    legend_of,
    named,
    picked_shapes,
    shapes_of,
)
from ...explain.minkowski import MinkowskiView
from ...explain.palette import BODY, PLAYER
from ...explain.spaces import CHOICES
from ...explain.tick_overlay import Entries, Switches, plain_marks, plain_marks_of_tick
from ...explain.triangle_picking import Pick, pick, pick_message
from ...other_engines.engine_twin import NAMES, features_without_collision, twin_of
from ...simulation import PlayerState, Simulation, TickRecord, Twins
from ...simulation.twins import twin_choices
from ..session.play_session import Session
from ..session.settings import Settings

MORPH_TIME = 1.0  # [s] Smaller: too fast to follow; larger: a long wait


class SpaceChoice:
    """The displayed space. `name` is "world", "ellipsoid", or "both" for two pictures side by side."""

    def __init__(self, name: str = "world"):
        self.name = name
        self._morph = CHOICES[name][0]

    def choose(self, name: str) -> None:
        """Choose a space by its name. A change to two pictures is immediate, and `advance` changes a single one smoothly."""
        self.name = name
        if len(CHOICES[name]) > 1:
            self._morph = 0.0

    def next(self, places: int = 1) -> None:
        names = list(CHOICES)
        self.choose(names[(names.index(self.name) + places) % len(names)])

    def advance(self, seconds: float) -> None:
        target, most = CHOICES[self.name][0], seconds / MORPH_TIME
        self._morph += max(-most, min(most, target - self._morph))

    @property
    def blends(self) -> tuple[float, ...]:
        """A number for each picture: 0 for world space, 1 for ellipsoid space, or between during the change."""
        return (self._morph**2 * (3.0 - 2.0 * self._morph), *CHOICES[self.name][1:])


BEGIN = "twins on: they start inside you, and become visible as they leave you"


class TwinManager:
    """The player's twins: bodies with the player's input and other rules or engines. `problem`: why they cannot walk, or """""

    def __init__(self) -> None:
        self.choices, self._wanted, self.problem = ["fauerby", "thebigh"], False, ""
        self.twins: Twins | None = None  # None while switched off

    def begin(self, sim: Simulation, state: PlayerState | None = None) -> None:
        """Make new twins at a state, by default the player's newest, if they are on. `problem` says why this is not possible."""
        self.twins, self.problem = None, ""
        try:
            self.twins = Twins(sim, self.choices, twin_of) if self._wanted else None
        except InputError as problem:
            self.problem = str(problem)
        if self.twins and state is not None:
            self.twins.begin(state)
            self.twins.update()

    def toggle(self, session: Session) -> str:
        """Start twins at the displayed state of the Session's player, or remove the twins. Return the message for the user."""
        self._wanted = self.twins is None
        self.begin(session.sim, session.state)
        if self.twins is None:
            return self.problem or "twins: off"
        peers, unmet = [name for name in self.choices if name in NAMES], features_without_collision(session.sim.level)
        note = f". {' and '.join(peers)}: no {' or '.join(unmet)}" if peers and unmet else ""
        return BEGIN + note

    @property
    def configuration(self) -> tuple[list[str], bool]:
        return list(self.choices), self._wanted

    def configure(self, choices: Sequence[str], wanted: bool) -> None:
        """Set the twins' rules or engines by name, and switch the twins on or off. The next `begin` applies both."""
        self.choices, self._wanted = list(choices), wanted

    def choose(self, number: int, places: int, session: Session) -> str:
        """Give a twin the rules or engine `places` after its present one, and start all again. Return `problem`."""
        names, before = (*twin_choices(), *NAMES), self.choices[number]
        place = names.index(before) + places if before in names else 0
        self.choices[number] = names[place % len(names)]
        self.begin(session.sim, self.twins.start if self.twins and session.paused else session.state)
        return self.problem

    def update(self) -> None:
        if self.twins:
            self.twins.update()


SWEEP_TIME = 1.2  # [s] duration of an animated sweep. Smaller: too fast to follow; larger: a long wait


class TickInspector:
    """The tick inspector in the window.

    ray(x, y, number): `Scene.ray`; number: index of the iteration; phase: of the sweep, 0..1
    cuts: True if it shows a section, False for a page of a lesson with another camera; is_plain: draw what a newcomer is shown
    is_first: True in the tutorial, whose picture is not cut open; is_large: True while a page shows all numbers
    shapes: overlay shapes to draw instead of the tick's, or None. The list is the same object until it changes.
    """

    def __init__(self, session: Session, ray: Callable[[float, float, int], tuple], show_message: Callable[[str], None]):
        self._session, self._ray, self._show_message = session, ray, show_message
        self.on, self.cuts, self.number, self.phase = False, True, 0, 1.0
        self.is_plain = self.is_first = self.is_large = False
        self.tick: InspectedTick | None = None  # the displayed tick, or None
        self.shapes: list[Shape] | None = None
        self.legend: Entries = []  # of the shapes
        self.picked: Pick | None = None  # the picked triangle, or None
        self.left: Callable[[], None] = lambda: None  # called when time goes on, runs again or starts again while it is on
        self._is_of_page = False  # True while a page of a lesson shows it: the page's run ends inside its tick
        self._begun: float | None = None  # [s]
        self._static: tuple[tuple, list[Named]] | None = None  # inputs, and the shapes that do not move

    # Keys and clicks

    def toggle(self) -> None:
        """Switch the inspector on or off. Switching it on pauses the game, and begins with the first iteration."""
        self.on, self.cuts, self.picked, self.is_large, self._is_of_page = not self.on, True, None, False, False
        if self.on:
            self._session.pause()
            self._show_message("")  # such as a level's first words, over the picture
            self.number = 0
            self.play()

    def show(self, number: int | None, cuts: bool = False) -> None:
        """Show the iteration with index `number`, from the start of its sweep. For None, switch the inspector off."""
        self.on, self.cuts, self.number, self.picked = number is not None, cuts, number or 0, None
        self._is_of_page = self.on
        self.play()

    def play(self) -> None:
        self._begun = None

    def move(self, places: int) -> None:
        """Inspect the next (1) or previous (-1) iteration, also in the next or previous tick. Without a tick, do nothing."""
        if self.tick is None:
            return
        session, number = self._session, self.number + places
        if not 0 <= number < len(self.tick.iterations):
            cursor = session.cursor
            session.scrub(places)
            record = session.record
            if session.cursor == cursor or record is None:
                end = "the newest tick: there is no next one yet" if places > 0 else "the oldest tick that is kept"
                return self._show_message(end)
            number = 0 if places > 0 else len(record.trace.iterations) - 1
            self._show_message(f"on to the {'next' if places > 0 else 'previous'} tick, {record.tick}")
        self.number = number
        self.play()

    def choose(self, number: int) -> None:
        if not self.on:
            self.toggle()
        self.number = number
        self.play()

    def toggle_size(self) -> None:
        """Show all numbers on a large page, or the panel beside the picture again. Without a tick, say what is needed."""
        self.is_large = self.tick is not None and not self.is_large
        if self.tick is None:
            self._show_message("{inspector} looks inside a tick, and then {inspector_panel} shows all its numbers")

    def pick(self, x: float = 0.0, y: float = 0.0, number: int = 0) -> None:
        """Pause, and pick or release the triangle at a point (-1..1) of a picture. That switches the inspector on."""
        session = self._session
        session.pause()
        before, found = self.picked, pick(session.sim, session.state.tick, *self._ray(x, y, number))
        self.picked = None if before and found and before.triangle == found.triangle else found
        self.on = self.on or found is not None
        self._show_message(pick_message(found, session.record, self.number) if found else "nothing there")

    # Every frame

    def update(self, now: float, labels: bool = False, minkowski: bool = False) -> None:
        """Update tick, sweep and shapes for a frame. Both are None while it is off, and without iterations.

        It is switched off when time does not stand still, except in a page of a lesson: the next stop shows a whole tick.
        """
        session = self._session
        if self.on and not (session.paused or self._is_of_page):
            self.on = False
            self.left()
        record = session.record if self.on and session.paused else None
        if record is None or record.trace is None or not record.trace.iterations:
            self.tick = self.shapes = self._static = None
            self.is_large = False
            self.picked = self.picked if session.paused else None
            return
        if self.tick is None or self.tick.record is not record:
            self.tick = InspectedTick(record, session.sim)
            self.number = min(self.number, len(self.tick.iterations) - 1)
            self.play()
        self._begun = now if self._begun is None else self._begun
        self._draw(self.tick, min((now - self._begun) / SWEEP_TIME, 1.0), labels, minkowski)

    def _draw(self, tick: InspectedTick, phase: float, labels: bool, minkowski: bool) -> None:
        """Make the shapes for a phase 0..1 of the sweep: only the swept body if nothing else has changed."""
        kept = self._session.before_trial
        wanted = tick, self.number, self.picked, labels, self.shows_section, minkowski, self.is_plain, kept
        if self._static is None or self._static[0] != wanted:
            marks = picked_shapes(self.picked.corners) if self.picked else []
            marks += [Named(label, []) for label in iteration_labels(tick.iterations[self.number])] if labels else []
            candidate = tick.candidate_of(self.picked.triangle) if self.picked else None  # None also for no candidate
            if minkowski:
                self._static = wanted, tick.expanded_shapes(self.number)
            elif self.is_plain and self.picked is None:
                marks = [Named(mark, []) for mark in plain_marks(tick.iterations[self.number])]  # a newcomer has no legend
                self._static = wanted, (tick.section(self.number) if self.shows_section else []) + marks
            else:
                section = tick.section(self.number) if self.cuts else []
                self._static = wanted, [*section, *tick.drawn(self.number, candidate), *marks]
            if kept is not None and kept.tick == tick.record.tick:
                self._static[1].append(named(tick.outline(kept.after.position, PLAYER), "body before the trial of a rule"))
            self.legend = legend_of(self._static[1]) + ([(BODY, "body, as a point")] if minkowski else BODY_ENTRIES)
            self.shapes = None
        if self.shapes is None or phase != self.phase:
            self.phase = phase
            body = tick.swept_body(self.number, phase)
            self.shapes = [*shapes_of(self._static[1]), Point(body.centre, BODY, BODY_POINT) if minkowski else body]

    @property
    def shows_section(self) -> bool:
        return self.cuts and self.tick is not None and not (self.is_first and self.is_plain and self.picked is None)

    @property
    def iteration(self) -> Iteration | None:
        return self.tick.iterations[self.number] if self.tick else None


class PlainView:
    """The plain picture of a stop, for newcomers: one sentence, and its contact, disc and arrow.

    is_explained(): True in a lesson, with twins and in the Minkowski view, which have drawings of their own
    """

    def __init__(self, session: Session, settings: Settings, is_explained: Callable[[], bool]):
        self._session, self._settings, self._is_explained = session, settings, is_explained
        self._marked: tuple[TickRecord | None, list[Shape]] = None, []

    @property
    def is_on(self) -> bool:
        """True while time stands or runs again, unless the user has chosen details or overlays: newcomers were lost in those."""
        is_chosen = self._settings.hud or self._settings.overlays != Switches()
        return not (self._session.live or is_chosen or self._is_explained())

    @property
    def marks(self) -> list[Shape]:
        """The marks of the displayed tick's contact: the same list for the same tick, which is then drawn once."""
        record = self._session.record
        if record is not None and record is not self._marked[0]:
            self._marked = record, plain_marks_of_tick(record)
        return self._marked[1]


class TickViews(NamedTuple):
    space: SpaceChoice
    minkowski: MinkowskiView
    twins: TwinManager
    inspector: TickInspector
