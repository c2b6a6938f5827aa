"""Twins: copies of the player with other rules. They get the same intents and so show the effect of the rules.

They share the level and its mesh. They follow the player's history through rewinds, branches and teleports.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from math import dist
from typing import TYPE_CHECKING, Any, NamedTuple

from ..collision import Rules
from ..core.value_rules import nearest
from ..lab.forum_collision import Repairs
from ..player.player_state import PlayerState
from .forum_player import ForumPlayer
from .intent_and_tick_record import TickRecord
from .respawn_and_portals import was_teleported
from .simulation import HISTORY, Simulation

if TYPE_CHECKING:
    from ..core.vec3 import Vector

# Distances [m] at which a twin has diverged. ROUNDING: the rules made a difference. Smaller: the last bits count; larger: the
# first difference is missed. SEEN: the difference is visible. Smaller: it is not visible yet; larger: the marker comes late.
ROUNDING, SEEN = 1e-9, 0.01
# Ticks that are caught up at once when the player has another history. Fewer: a short replayed run is not followed; more: a
# noticeable pause.
CATCH_UP = 900
COMBINED = "combined gravity"
# The choice of a twin that the forum's program moves, as printed (forum_player.py). After it may stand repairs, as in
# "forum, step repaired, normal repaired".
FORUM, REPAIRED = "forum", " repaired"


def choices() -> tuple[str, ...]:
    alone = (choice_without(switch) for switch in Rules.SWITCHES)
    return (*Rules.NAMES, *alone)


def twin_choices() -> tuple[str, ...]:
    """Return all that a Twin can be: the rules of `choices()`, and FORUM."""
    return (*choices(), FORUM)


def choice_without(switch: str) -> str:
    return COMBINED if switch == "separate_gravity" else f"no {switch.replace('_', ' ')}"


def rules_of(choice: str, what: str = "rules", others: tuple[str, ...] = ()) -> Rules:
    """Return the Rules of a name in `choices()`, or of several names of rules with a switch off, joined by ", ".

    Raises ValueError for any other text, about `what`, with the names that may stand there, of which `others` are no rules.
    """
    if choice in Rules.NAMES:
        return Rules.named(choice)
    parts = choice.split(", ")
    off = [switch for switch in Rules.SWITCHES if choice_without(switch) in parts]
    if len(off) != len(parts):
        known = (*choices(), *others)
        raise ValueError(f"{what}: {choice!r} is not one of {', '.join(known)}{nearest(choice, known)}")
    return Rules(**dict.fromkeys(off, False))


def forum_repairs(choice: str) -> Repairs | None:
    """Return the Repairs of a choice such as "forum, step repaired", or None without FORUM. Raises ValueError for others."""
    name, *parts = choice.split(", ")
    if name != FORUM:
        return None
    repaired = {part.removesuffix(REPAIRED) for part in parts if part.endswith(REPAIRED)}
    if len(repaired) != len(parts) or not repaired <= set(Repairs._fields):
        allowed = ", ".join(field + REPAIRED for field in Repairs._fields)
        raise ValueError(f"twin: after {FORUM!r} may stand {allowed}, not {choice!r}")
    return Repairs(**dict.fromkeys(repaired, True))


class Parting(NamedTuple):
    """The first tick after which a twin was farther from the player than a limit."""

    tick: int
    place: Vector  # the player's centre after this tick (3,) [m]


class TwinMark(NamedTuple):
    """A mark in the level: its position (3,) [m], and the text of its label."""

    place: Vector
    text: str


class TwinMoment(NamedTuple):
    record: TickRecord  # the player's
    states: tuple[PlayerState, ...]  # of each twin after the tick
    distances: tuple[float, ...]  # of each from the player [m]


class Twin:
    """A twin of a Simulation's player, which begins in a PlayerState of the player.

    player: Simulation; choice: the name of the twin's rules, as for `rules_of`, or FORUM
    parted: {limit [m]: Parting} for the limits of distance, ROUNDING and SEEN, that were exceeded since the twin's start
    """

    def __init__(self, player: Simulation, choice: str, state: PlayerState):
        self.choice = choice
        self.parted: dict[float, Parting] = {}
        self._hz = player.hz
        self._sim = walker_of(player, choice)
        self._sim.restore(state)
        self._sim.lab = None  # the exhibits are the player's; a twin does not work them again

    def tick(self, record: TickRecord) -> tuple[PlayerState, float]:
        """Advance by one tick with the player's intent. Returns the state after it, and the distance from the player [m]."""
        solids = record.lab.solids if record.lab else None  # twins meet the same bodies as the player
        after = self._sim.tick(record.intent._replace(actions=()), solids).after
        distance = dist(after.position, record.after.position)
        for limit in (ROUNDING, SEEN):
            if distance > limit and limit not in self.parted:
                self.parted[limit] = Parting(record.tick, record.after.position)
        return after, distance

    def go_back(self, state: PlayerState) -> None:
        """Go back to an earlier PlayerState of this twin, and remove later entries of `parted`."""
        self._sim.restore(state)
        self._sim.lab = None
        self.parted = {limit: parting for limit, parting in self.parted.items() if parting.tick <= state.tick}

    def marks(self, tick: int) -> list[TwinMark]:
        """Return [TwinMark] for the position at which the twin visibly left the player's path, or [] if it did not by `tick`."""
        seen = self.parted.get(SEEN)
        if seen is None or seen.tick > tick:
            return []
        return [TwinMark(seen.place, f"parts from you here: {time_text(seen.tick, self._hz)}")]

    def status(self, tick: int) -> str:
        """Return a line of text for a tick: when the paths visibly parted and first differed, if they did so until then."""
        first, seen = (self.parted.get(limit) for limit in (ROUNDING, SEEN))
        if first is None or first.tick > tick:
            return "same path as you so far"
        began = time_text(first.tick, self._hz)
        if seen is None or seen.tick > tick:
            return f"same path to less than 1 cm; differs since {began}"
        return f"parted at {time_text(seen.tick, self._hz)}" + (f"; first differed at {began}" if first.tick < seen.tick else "")


def walker_of(player: Simulation, choice: str) -> Simulation | ForumPlayer:
    """Return what moves a twin, once it has restored a state. Raises ValueError, or InputError if it cannot walk in the level."""
    repairs = forum_repairs(choice)
    if repairs is not None:
        return ForumPlayer(player.level, player.mesh, player.params, player.hz, repairs)
    return Simulation(player.level, player.params, rules_of(choice), player.hz, history=1, refuse=player.refuse)


def time_text(tick: int, hz: int) -> str:
    """Return the time of a tick since the start of the run as text, such as "2.43 s". hz: ticks per second"""
    return f"{tick / hz:.2f} s"


Start = Callable[[Simulation, str, PlayerState], Any]  # a class as Twin, by its arguments: player, name, first state


class Twins:
    """The twins of a simulation's player. They begin in the player's newest state."""

    start: PlayerState  # the PlayerState in which the twins began
    all: tuple[Any, ...]  # of Twin, or of what `start_twin` returns
    _moments: deque[TwinMoment]

    def __init__(self, player: Simulation, choices: Iterable[str] = ("fauerby", "thebigh"), start_twin: Start = Twin):
        self._player, self.choices, self._start_twin = player, tuple(choices), start_twin
        self.begin(player.state)

    @classmethod
    def of_history(cls, player: Simulation, choices: Iterable[str], start_twin: Start = Twin) -> Twins:
        """Return Twins that have repeated all ticks in the history of a player. The arguments are those of the class."""
        twins = cls(player, choices, start_twin)
        twins.begin(player.history[0].before if player.history else player.state)
        twins.update()
        return twins

    def begin(self, state: PlayerState) -> None:
        self.start, self._moments = state, deque(maxlen=HISTORY)
        self._physics = self._player.params, self._player.hz
        self.all = tuple(self._start_twin(self._player, choice, state) for choice in self.choices)

    def update(self) -> None:
        """Rewind the twins as the player did, then repeat the player's new ticks.

        All twins start again if the player has another history, parameters or rate: at the start of a new history of at most
        CATCH_UP ticks, otherwise in the player's newest state.
        """
        history = self._player.history
        while self._moments and not is_in(history, self._moments[-1].record):
            self._go_back()
        followed = self._moments[-1].record.after if self._moments else self.start
        records = records_after(history, followed)
        if not records and self._player.state is not followed:  # another history: follow it from its start if it is short
            records = [] if self._moments or len(history) > CATCH_UP else list(history)
            self.begin(records[0].before if records else self._player.state)
        elif self._physics != (self._player.params, self._player.hz):
            self.begin(self._player.state)
            records = []
        for record in records:
            self._moments.append(TwinMoment(record, *zip(*(twin.tick(record) for twin in self.all))))

    def _go_back(self) -> None:
        self._moments.pop()
        states = self._moments[-1].states if self._moments else [self.start] * len(self.all)
        for twin, state in zip(self.all, states):
            twin.go_back(state)

    # Access

    def __len__(self) -> int:
        return len(self.all)

    def at(self, record: TickRecord | None) -> TwinMoment | None:
        """Return the TwinMoment of a TickRecord of the player, or None if `record` is None or the twins have not repeated it."""
        place = self._index_of(record)
        return None if place is None else self._moments[place]

    def between(self, record: TickRecord | None, part: float) -> list[tuple[Vector, PlayerState]] | None:
        """Return (centre at the part 0..1 of a record's tick [m], state after it) for each twin, or None as `at` does."""
        place = self._index_of(record)
        if place is None:
            return None
        ends = self._moments[place].states
        starts = self._moments[place - 1].states if place else [self.start] * len(ends)
        return [(between(start, end, part), end) for start, end in zip(starts, ends)]

    def span(self, first: int, last: int) -> list[TwinMoment]:
        """Return the TwinMoments of the ticks from `first` to `last` that the twins have repeated, oldest first."""
        before = self._moments[0].record.tick if self._moments else 0
        return list(islice(self._moments, max(0, first - before), max(0, last + 1 - before)))

    def _index_of(self, record: TickRecord | None) -> int | None:
        if record is None or not self._moments:
            return None
        place = record.tick - self._moments[0].record.tick
        return place if 0 <= place < len(self._moments) and self._moments[place].record is record else None


def is_in(history: Sequence[TickRecord], record: TickRecord) -> bool:
    place = record.tick - history[0].tick if history else -1
    return 0 <= place < len(history) and history[place] is record


def records_after(history: Sequence[TickRecord], state: PlayerState) -> list[TickRecord]:
    """Return the TickRecords after a PlayerState, oldest first, or [] if this object is not the `before` of any record."""
    place = state.tick + 1 - history[0].tick if history else -1
    if not 0 <= place < len(history) or history[place].before is not state:
        return []
    return list(islice(history, place, None))


def between(start: PlayerState, end: PlayerState, part: float) -> Vector:
    """Return the centre [m] at the part 0..1 from `start` to `end`. It is that of `end` if the player was teleported."""
    if was_teleported(start, end):
        return end.position
    x, y, z = (a + (b - a) * part for a, b in zip(start.position, end.position))
    return x, y, z
