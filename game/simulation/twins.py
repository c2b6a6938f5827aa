"""Twins: players of the same body by other rules, who get the very same intents and so show what the rules change.

They share the level, its mesh and its tree. They follow the player's history, wherever it goes: back, on another way, or to
another place.
"""

from collections import deque
from itertools import islice
from math import dist
from typing import NamedTuple

from ..collision import Rules
from .environment.respawn import was_put_back
from .simulation import HISTORY, Simulation
from .state import PlayerState, StepRecord

# How far apart [m] counts as parted. ROUNDING: the rules did something else. Smaller: the last bits count; larger: the first
# difference is missed. SEEN: one can see it. Smaller: nobody can; larger: the marker comes late.
ROUNDING, SEEN = 1e-9, 0.01
# Ticks that are caught up at once when the player's history is another one. Fewer: a short run played again is not followed;
# more: a pause that is felt.
CATCH_UP = 900
COMBINED = "combined gravity"


def choices():
    """The names of all rules that a twin may have: the named sets, then the default with one switch off."""
    alone = (choice_without(switch) for switch in Rules.SWITCHES)
    return (*Rules.NAMES, *alone)


def choice_without(switch):
    """The name of the default rules with one switch off."""
    return COMBINED if switch == "separate_gravity" else f"no {switch.replace('_', ' ')}"


def rules_of(choice):
    """Rules by one of `choices`, or by several of the latter, joined by commas. Raises ValueError that lists them."""
    if choice in Rules.NAMES:
        return Rules.named(choice)
    parts = choice.split(", ")
    off = [switch for switch in Rules.SWITCHES if choice_without(switch) in parts]
    if len(off) != len(parts):
        raise ValueError(f"rules: {choice!r} is not one of {', '.join(choices())}")
    return Rules(**dict.fromkeys(off, False))


class Parting(NamedTuple):
    """Where and when a twin was first farther from the player than a limit: tick, and the player's centre there [m]."""

    tick: int
    place: tuple


class Moment(NamedTuple):
    """One tick of all: the player's record; of each twin the state after it, and how far he is from the player then [m]."""

    record: StepRecord
    states: tuple
    apart: tuple


class Twin:
    """One twin. choice: the name of his rules; parted: {limit [m]: Parting} since he began, where he has"""

    def __init__(self, player, choice, state):
        self.choice, self.parted = choice, {}
        rules = (player.level, player.params, rules_of(choice), player.hz)
        self._sim = Simulation(*rules, history=1, refuse=player.refuse)
        self._sim.restore(state)

    def tick(self, record):
        """Do what the player did. Returns (state after it, distance [m])."""
        after = self._sim.tick(record.intent).after
        apart = dist(after.position, record.after.position)
        for limit in (ROUNDING, SEEN):
            if apart > limit and limit not in self.parted:
                self.parted[limit] = Parting(record.tick, record.after.position)
        return after, apart

    def go_back(self, state):
        """Be as in a state of one's own past."""
        self._sim.restore(state)
        self.parted = {limit: parting for limit, parting in self.parted.items() if parting.tick <= state.tick}


class Twins:
    """The twins of a simulation's player, beside him from his newest tick on.

    player: Simulation; choices: the names of their rules, one a twin; start: the player's state beside which they began
    """

    def __init__(self, player, choices=("fauerby", "thebigh")):
        self._player, self.choices = player, tuple(choices)
        self.begin(player.state)

    @classmethod
    def of_history(cls, player, choices):
        """Twins who have walked with a player from where his history begins."""
        twins = cls(player, choices)
        twins.begin(player.history[0].before if player.history else player.state)
        twins.follow()
        return twins

    def begin(self, state):
        """Put all where the player is in a state. state: PlayerState"""
        self.start, self._moments = state, deque(maxlen=HISTORY)
        self._by = self._player.params, self._player.hz
        self.all = tuple(Twin(self._player, choice, state) for choice in self.choices)

    def follow(self):
        """Do what the player did since; go back where he went back. Where that cannot be, begin beside him."""
        history = self._player.history
        while self._moments and not is_in(history, self._moments[-1].record):
            self._go_back()
        followed = self._moments[-1].record.after if self._moments else self.start
        news = after(history, followed)
        if not news and self._player.state is not followed:
            news = self._begin_anew(history)
        elif self._by != (self._player.params, self._player.hz):
            self.begin(self._player.state)
            news = []
        for record in news:
            self._moments.append(Moment(record, *zip(*(twin.tick(record) for twin in self.all))))

    def _begin_anew(self, history):
        """Begin where a short new history does, else beside the player. Returns the records to follow."""
        news = [] if self._moments or len(history) > CATCH_UP else list(history)
        self.begin(news[0].before if news else self._player.state)
        return news

    def _go_back(self):
        self._moments.pop()
        states = self._moments[-1].states if self._moments else [self.start] * len(self.all)
        for twin, state in zip(self.all, states):
            twin.go_back(state)

    # What is known of them

    def __len__(self):
        return len(self.all)

    def at(self, record):
        """The Moment of one of the player's records, or None when they were not there yet."""
        place = self._place_of(record)
        return None if place is None else self._moments[place]

    def between(self, record, part):
        """Where each is between two ticks: [((x, y, z), PlayerState), ...], or None. part: of the way, 0..1"""
        place = self._place_of(record)
        if place is None:
            return None
        ends = self._moments[place].states
        starts = self._moments[place - 1].states if place else [self.start] * len(ends)
        return [(between(start, end, part), end) for start, end in zip(starts, ends)]

    def span(self, first, last):
        """The Moments of the ticks from `first` to `last`, as far as they were there, the oldest first."""
        before = self._moments[0].record.tick if self._moments else 0
        return list(islice(self._moments, max(0, first - before), max(0, last + 1 - before)))

    def _place_of(self, record):
        if record is None or not self._moments:
            return None
        place = record.tick - self._moments[0].record.tick
        return place if 0 <= place < len(self._moments) and self._moments[place].record is record else None


def is_in(history, record):
    """Is this very record in the history?"""
    place = record.tick - history[0].tick if history else -1
    return 0 <= place < len(history) and history[place] is record


def after(history, state):
    """The records that follow on a state of the player, the oldest first; none when it is not in the history."""
    place = state.tick + 1 - history[0].tick if history else -1
    if not 0 <= place < len(history) or history[place].before is not state:
        return []
    return list(islice(history, place, None))


def between(start: PlayerState, end: PlayerState, part):
    """The centre a part of the way from one state to the next [m]."""
    if was_put_back(start, end):
        return end.position
    return tuple(a + (b - a) * part for a, b in zip(start.position, end.position))
