"""The first rungs of the ladder: is it the same run, and if not, where do the two paths part, and how far do they get?"""

from dataclasses import dataclass
from math import dist

ROUNDING = 1e-9  # [m] what another machine's mathematics library may do to a whole tour
WITHIN_SKIN = 1e-4  # [m] farther apart than the skin, and a player stands somewhere else
GROUNDS = {"F": "floor", "S": "steep", "A": "air"}


@dataclass(frozen=True)
class PathDifference:
    """first: the first tick that differs; farthest [m], reached at `tick`: `here` instead of `there` (centres [m]).

    ground_ticks: ticks on another ground; ground: the first of them as (tick, what it is, what is on record), or None
    ticks: (now, on record), how long the runs are
    """

    first: int
    farthest: float
    tick: int
    here: tuple
    there: tuple
    ground_ticks: int
    ground: tuple | None
    ticks: tuple

    @property
    def rung(self):
        """How bad it is, in words."""
        if self.ticks[0] != self.ticks[1]:
            return "another length"
        if self.farthest <= ROUNDING:
            return "within rounding (1e-9 m)"
        return "within the skin (1e-4 m)" if self.farthest <= WITHIN_SKIN else "another way"

    def __str__(self):
        now, recorded = self.ticks
        parts = [f"{now} ticks instead of {recorded}"] if now != recorded else []
        parts.append(f"{self.rung}: differs from tick {self.first} on")
        place = ", ".join(f"{x:.3f}" for x in self.here)
        parts.append(f"at most {self.farthest:.3g} m apart, at tick {self.tick} ({place})" if self.farthest else "same places")
        if self.ground:
            tick, here, there = self.ground
            parts.append(f"another ground in {self.ground_ticks} ticks, first in {tick} ({here} instead of {there})")
        return ", ".join(parts)


def path_difference(now, recorded):
    """What tells two Goldens' paths apart; None when their states are equal to the bit."""
    if now.state_hash == recorded.state_hash and now.ticks == recorded.ticks:
        return None
    apart, tick = farthest_apart(now.places, recorded.places)
    other = [tick for tick, (a, b) in enumerate(zip(now.grounds, recorded.grounds)) if a != b]
    return PathDifference(
        first_difference(now.marks, recorded.marks),
        apart,
        tick,
        now.places[tick],
        recorded.places[tick],
        len(other),
        (other[0], GROUNDS[now.grounds[other[0]]], GROUNDS[recorded.grounds[other[0]]]) if other else None,
        (now.ticks, recorded.ticks),
    )


def first_difference(marks, others):
    """The first tick whose marks differ, or the end of the shorter run."""
    return next((tick for tick, (a, b) in enumerate(zip(marks, others)) if a != b), min(len(marks), len(others)))


def farthest_apart(places, others):
    """(distance [m], tick), over the ticks whose positions are known in both."""
    apart = {tick: dist(place, others[tick]) for tick, place in places.items() if tick in others}
    tick = max(apart, key=apart.get)
    return apart[tick], tick


def causes(now, recorded):
    """What else is not as it was on record, as words: the first things to look at."""
    found = ["the level has changed"] if now.level_hash != recorded.level_hash else []
    if now.script_hash != recorded.script_hash:
        found.append("the tour has changed")
    if now.hz != recorded.hz:
        found.append(f"{now.hz} ticks a second instead of {recorded.hz}")
    return found + changed_words(now.player, recorded.player) + changed_words(now.rules, recorded.rules)


def changed_words(now, recorded):
    """["step_up=0.3 instead of 0.4"] from two texts of `name=value` words."""
    was = dict(word.split("=", 1) for word in recorded.split())
    words = (word.split("=", 1) for word in now.split())
    return [f"{name}={value} instead of {was.get(name, 'none')}" for name, value in words if was.get(name) != value]
