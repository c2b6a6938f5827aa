"""The golden marks of a level, which a player finds by walking to them."""

from collections.abc import Callable
from math import cos, dist, hypot, sin
from typing import NamedTuple

from ...core.right_forward_up_frame import up_of
from ...core.vec3 import Vector, VectorLike, along, sub
from ...level import Level
from ...level.contents.level import FOUND_WITHIN, Goal
from ...scene.event_sounds import SoundCue
from ...simulation import PlayerState, TickRecord
from .race import START_RADIUS
from .saved_progress import UserProgress

LOUDNESS = 0.8  # of the bell, 0..1
AHEAD = 0.7  # cosine of the angle to what is ahead. Larger: a mark in view does not count; smaller: one at the side does
# [m] within which a stop before a mark is passed; how far below a stop the player has fallen from the way. Larger: the
# arrow leads through a corner; smaller: a stop is missed
PASSED, FALLEN = 1.3, 1.5
UNWALKED = "Golden marks count if you walk to them from the start. {restart}: start again"


class FoundMark(NamedTuple):
    """A golden mark that the player has just found, with the words for it."""

    name: str
    number: int  # of the level's marks that are found now
    total: int  # number of the level's marks
    words: str  # what it shows
    onward: str  # what is next

    @property
    def bell(self) -> SoundCue:
        return SoundCue("medal" if self.number == self.total else "checkpoint", LOUDNESS)


class Goals:
    """The goals of a level: golden marks that the player finds by walking to them. `found` holds the names of those found."""

    def __init__(
        self, level: Level, progress: UserProgress, show_view: Callable[[], None] = lambda: None,
        next_place: Callable[[str, UserProgress], str] = lambda name, progress: "",
    ):  # fmt: skip
        self._level, self._progress, self._show_view, self._next_place = level, progress, show_view, next_place
        self.found = progress.goals(level.name) & {goal.name for goal in level.goals}  # a goal may have been renamed
        # the mark that arrow and card name until it is found, or None; the first is ahead of the player, if one is
        self.next = self._nearest(level.spawn.at, level.spawn.heading)
        self._has_walked = True  # False in a run that began elsewhere than at the level's start: after noclip, or at a desk
        self._passed = 0  # number of stops before the next mark that are passed
        self._refused: set[str] = set()  # names of the marks that did not count in such a run

    def update(self, record: TickRecord, is_players: bool) -> FoundMark | str | None:
        """Return the mark found in a tick, or why one does not count, or None. is_players: False for recordings and lessons"""
        state, feet = record.before, feet_in_tick(record, record.after)
        self._follow_way(feet)
        if state.tick == 0:
            self._has_walked = dist(feet_in_tick(record, state), self._level.spawn.at) < START_RADIUS
            self._refused = set()
        goal = self._near(record) if is_players else None
        if goal is None:
            return None
        if not self._has_walked:
            is_new, self._refused = goal.name not in self._refused, self._refused | {goal.name}
            return UNWALKED if is_new else None
        self.found.add(goal.name)
        self._progress.store_goal(self._level.name, goal.name)
        if self.next is None or self.next.name in self.found:
            self.next, self._passed = self._nearest(feet), 0
        if goal.view:
            self._show_view()
        return FoundMark(goal.name, len(self.found), len(self._level.goals), goal.found, self._onward())

    def _onward(self) -> str:
        """Return what is next: another goal of the level, or another level."""
        if self.next is None:
            return self._next_place(self._level.name, self._progress)
        return f"Next: {self.next.name}. Follow the golden arrow."  # which names the distance

    def _nearest(self, feet: VectorLike, heading: float | None = None) -> Goal | None:
        """Return the goal nearest to the feet [m] that is not found yet, or None. Those ahead of a heading [rad] come first."""

        def order(goal: Goal) -> tuple[bool, float]:
            x, y, _ = sub(goal.at, feet)
            ahead = hypot(x, y) if heading is None else y * cos(heading) - x * sin(heading)
            return ahead < AHEAD * hypot(x, y), dist(goal.at, feet)

        return min((goal for goal in self._level.goals if goal.name not in self.found), key=order, default=None)

    def _follow_way(self, feet: Vector) -> None:
        """Count the stops that are passed before the next mark: after a fall fewer, after a short cut more."""
        way = self.next.way if self.next else ()
        while self._passed and feet[2] < way[self._passed - 1].at[2] - FALLEN:
            self._passed -= 1
        self._passed = next((number for number, stop in enumerate(way, 1) if dist(feet, stop.at) < PASSED), self._passed)

    @property
    def aim(self) -> tuple[str, Vector] | None:
        """The next mark, or the stop before it: its name, and where it is [m]."""
        if self.next is None or self._passed >= len(self.next.way):
            return (self.next.name, self.next.at) if self.next else None
        stop = self.next.way[self._passed]
        return f"{self.next.name}: {stop.name}" if stop.name else self.next.name, stop.at

    @property
    def invitation(self) -> str:
        left = len(self._level.goals) - len(self.found)
        return f"Golden marks to find in this level: {left}. A golden arrow points to the next." if left else ""

    def _near(self, record: TickRecord) -> Goal | None:
        """Return the goal that the player is at after a tick and that is not found yet, or None."""
        feet, left = feet_in_tick(record, record.after), (goal for goal in self._level.goals if goal.name not in self.found)
        return next((goal for goal in left if dist(feet, goal.at) < FOUND_WITHIN), None)

    @property
    def is_complete(self) -> bool:
        return len(self.found) == len(self._level.goals)


def feet_in_tick(record: TickRecord, state: PlayerState) -> Vector:
    return along(state.position, up_of(state.frame), -record.params.at(state.crouched).feet)
