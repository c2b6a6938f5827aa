"""The ladder: what a run is compared by, cheapest first. The first rung that differs says where to look.

trajectory   where the player was after each tick, to the bit
trace        how each tick came there: its iterations; and at the named ticks every word of `explain`
overlays     the list of what is drawn at a named tick
picture      the named tick as the software renderer draws it, to the bit
"""

from math import dist
from typing import NamedTuple

from .image_diff import picture_difference
from .trajectory import MOTION, TRACED, UNITS

RUNGS = ("trajectory", "trace", "overlays", "picture")
ROUNDING = 1e-9  # [m] what another machine's mathematics library may do to a whole tour
WITHIN_SKIN = 1e-4  # [m] farther apart than the skin, and a player stands somewhere else


class Finding(NamedTuple):
    """What differs on one rung. tick: the first that does; words: which value, by how much; farthest: of the paths [m]."""

    rung: str
    tick: int
    words: str
    farthest: float = 0.0

    def __str__(self):
        return f"{self.rung}: tick {self.tick}: {self.words}"


def findings_of(now, was):
    """What differs between two Goldens without their pictures, the lowest rung first. A list of Finding."""
    found = (trajectory_finding(now.rows, was.rows), trace_finding(now, was), overlay_finding(now.overlays, was.overlays))
    return [finding for finding in found if finding]


# The rungs


def trajectory_finding(now, was):
    """The first tick in which the motion differs, the value that differs most there, and how far the paths get apart."""
    tick = first_tick(now, was, MOTION)
    if tick is None:
        return None
    if tick >= min(len(now), len(was)):
        return Finding("trajectory", tick, f"{len(now) - 1} ticks instead of {len(was) - 1}")
    farthest, at = max((dist(a.place, b.place), a.tick) for a, b in zip(now, was))
    words = f"{value_words(now[tick], was[tick])}; {how_far(farthest)}"
    return Finding("trajectory", tick, words + (f", {farthest:.3g} m apart at tick {at}" if farthest else ""), farthest)


def trace_finding(now, was):
    """The first tick whose iterations differ, or the first named tick told in other words."""
    tick = first_tick(now.rows, was.rows, TRACED)
    named = next((number for number in sorted(was.words) if now.words.get(number) != was.words[number]), None)
    if named is not None and (tick is None or named <= tick):
        return Finding("trace", named, line_words(now.words.get(named, ""), was.words[named]))
    if tick is None or tick >= min(len(now.rows), len(was.rows)):
        return None
    return Finding("trace", tick, f'"{now.rows[tick].story}" instead of "{was.rows[tick].story}"')


def overlay_finding(now, was):
    """The first named shot in which something else is drawn."""
    for name in sorted(was, key=tick_of):
        if now.get(name) != was[name]:
            return Finding("overlays", tick_of(name), line_words(now.get(name, ""), was[name]))
    return None


def picture_finding(name, now, was):
    """What tells two pictures (h, w, 3) uint8 apart, with the place of the worst tile; None when they are equal."""
    difference = picture_difference(now, was)
    return difference and Finding("picture", tick_of(name), f"{name.partition('-')[2]}: {difference}")


# In words


def tick_of(name):
    return int(name.partition("-")[0])


def first_tick(now, was, columns):
    """The first tick in which one of these columns differs; the end of the shorter run; None when nothing does."""
    for a, b in zip(now, was):
        if any(getattr(a, name) != getattr(b, name) for name in columns):
            return a.tick
    return None if len(now) == len(was) else min(len(now), len(was))


def value_words(now, was):
    """The first value of a tick that differs, and by how much."""
    name = next(name for name in MOTION if getattr(now, name) != getattr(was, name))
    here, there, unit = getattr(now, name), getattr(was, name), UNITS.get(name, "")
    if isinstance(here, str):
        return f"{name} is {here} instead of {there}"
    return f"{name} is {here:.9g}{unit} instead of {there:.9g}{unit} ({here - there:+.3g})"


def how_far(farthest):
    """How bad it is."""
    if not farthest:
        return "the same places"
    if farthest <= ROUNDING:
        return "within rounding (1e-9 m)"
    return "within the skin (1e-4 m)" if farthest <= WITHIN_SKIN else "another way"


def line_words(now, was):
    """The first line that differs between two texts."""
    lines, others = now.splitlines(), was.splitlines()
    number = next((i for i, (a, b) in enumerate(zip(lines, others)) if a != b), min(len(lines), len(others)))
    here, there = ((texts[number].strip() if number < len(texts) else "nothing") for texts in (lines, others))
    return f'line {number + 1}: "{here}" instead of "{there}"'
