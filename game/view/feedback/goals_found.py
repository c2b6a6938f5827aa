"""Goals of a level without a clock: the goals found so far, and a message and a sound for each. This module uses no renderer."""

from math import dist

from ...core.right_forward_up_frame import up_of
from ...core.vec3 import along
from .sound_cues import SoundCue

LOUDNESS = 0.8  # of the bell, 0..1
REACH = 1.3  # [m] from the feet to the goal. Less: the player walks past it; more: it is found through a wall


class Goals:
    """The goals of a level: golden marks that the player finds by coming near them.

    level: Level
    progress: Progress, which stores the goals found
    show_view(): called when the player finds a goal that has a view
    found: set of the names of the goals found
    """

    def __init__(self, level, progress, show_view=lambda: None):
        self._level, self._progress, self._show_view = level, progress, show_view
        self.found = progress.goals(level.name) & {goal.name for goal in level.goals}  # a goal may have been renamed

    def update(self, record, is_players):
        """Check if the player finds a goal in one tick. Return ([SoundCue, ...], message) if so, else ([], None).

        record: StepRecord of the tick
        is_players: False for a tick in which no goal can be found: of a recording, a script or a lesson
        """
        goal = self._find(record) if is_players and not self.is_complete else None
        if goal is None:
            return [], None
        if goal.view:
            self._show_view()
        count = f"{len(self.found)} of {len(self._level.goals)} golden marks, which show what is worth a visit"
        bell = SoundCue("medal" if self.is_complete else "checkpoint", LOUDNESS)
        return [bell], f"You found {goal.name}: {count}. {goal.found}"

    @property
    def invitation(self):
        """A sentence with the number of goals not found yet, or "" if all are found."""
        left = len(self._level.goals) - len(self.found)
        return f"Golden marks to find: {left}. A golden arrow points to the nearest." if left else ""

    def _find(self, record):
        """Return the Goal that the player finds in a StepRecord, and store it as found. Return None without a new goal."""
        state = record.after
        feet = along(state.position, up_of(state.frame), -record.params.at(state.crouched).feet)
        for goal in self._level.goals:
            if goal.name not in self.found and dist(feet, goal.at) < REACH:
                self.found.add(goal.name)
                self._progress.store_goal(self._level.name, goal.name)
                return goal
        return None

    @property
    def is_complete(self):
        """True once all goals of the level are found, and in a level without goals."""
        return len(self.found) == len(self._level.goals)
