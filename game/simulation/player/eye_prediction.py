"""Where the ground leads: the solver itself is asked where the body will be if the player goes on wanting the same.

So the eyes meet what is coming as somebody's do who sees it: stairs, kerbs, ramps, what moves, whatever stops him. It goes no
further than to where he leaves the floor or is put somewhere else, and it changes nothing of the run.
"""

from collections import deque

from ..environment.respawn import was_teleported
from ..state import Ground
from .eye_climb import climbed


class Foresight:
    """Asks a Simulation for the next `seconds` after any of its records.

    While the player does as expected, and mostly he does, that is one tick more for each that goes by.
    """

    def __init__(self, simulation, seconds):
        self._simulation, self._seconds = simulation, seconds
        self._asked = None  # (intent, params, rules, hz)
        self._coming = deque()  # (PlayerState, how far it climbed [m]) of each tick

    def climb(self, record):
        """How far the feet will be above where they are [m], on average over that time."""
        asked = record.intent, record.params, record.rules, self._simulation.hz
        expected = self._coming.popleft()[0] if self._coming and asked == self._asked else None
        if expected != record.after:
            self._coming.clear()
        self._asked = asked
        ticks = max(round(self._seconds * self._simulation.hz), 1)
        self._look_on(record, ticks)
        return mean([climb for _, climb in self._coming], ticks)

    def _look_on(self, record, ticks):
        """Ask for what is not known yet, as far as the floor goes, when what the record went by still holds."""
        simulation, coming = self._simulation, self._coming
        if (record.params, record.rules) != (simulation.params, simulation.rules):
            return
        state = coming[-1][0] if coming else record.after
        while len(coming) < ticks and state.ground == Ground.FLOOR:
            before = state
            state, begun = simulation.next(before, record.intent)
            if was_teleported(before, state):
                return
            coming.append((state, climbed(before, state, begun.ride, simulation.params)))


def mean(climbs, ticks):
    """Mean height [m] over so many ticks of a way that climbs so far in each, and then no more."""
    return sum(climb * (ticks - number - 0.5) for number, climb in enumerate(climbs)) / ticks
