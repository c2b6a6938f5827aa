"""The first difference of a run from the record, on each rung of the ladder: the comparisons, in the order of their cost.

A rung is one comparison. The first rung that differs narrows down the cause.

trajectory   the player's position, velocity and ground after each tick, which must have exactly the same bits
lab          the figures of the lab's exhibits after each tick, which must have exactly the same bits
trace        the iterations of each tick, and the text of `explain` for the ticks of shots
overlays     the list of shapes drawn in a shot
picture      the shot as the software renderer draws it, in which each pixel must be the same
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from math import dist
from typing import NamedTuple

import numpy as np

from ..core.input_errors import counted
from .case_pictures import picture_difference
from .golden_records import MOTION, TRACED, UNITS, CsvRow, FigureRow, Golden

RUNGS = ("trajectory", "lab", "trace", "overlays", "picture")
Rows = Sequence[CsvRow]
Figures = Sequence[FigureRow]
ROUNDING = 1e-9  # [m] largest change of a whole tour by another machine's mathematics library
WITHIN_SKIN = 1e-4  # the default skin [m], above which paths differ visibly


class Finding(NamedTuple):
    """The difference on one rung of the ladder: the first different tick and value as text.

    farthest: largest distance between the two paths [m], for "trajectory"; worst: mean difference of the worst tile, for
    "picture"
    """

    rung: str
    tick: int
    words: str
    farthest: float = 0.0
    worst: float = 0.0

    def __str__(self) -> str:
        return f"{self.rung}: tick {self.tick}: {self.words}"


def findings_of(now: Golden, was: Golden) -> list[Finding]:
    """Return the findings between today's run and the record, the lowest rung first. Pictures are not compared."""
    motion, other = trajectory_finding(now.rows, was.rows), first_other_figure(now.figures, was.figures)
    lab = other and Finding("lab", *other)
    found = motion, lab, trace_finding(now, was), overlay_finding(now.overlays, was.overlays)
    return [finding for finding in found if finding]


# The rungs


def trajectory_finding(now: Rows, was: Rows) -> Finding | None:
    """Find the first tick in which the motion differs, and the largest distance of the paths, unless one is longer."""
    tick = first_difference(now, was, MOTION)
    if tick is None:
        return None
    if tick >= min(len(now), len(was)):
        return Finding("trajectory", tick, f"{counted(len(now) - 1, 'tick')} instead of {len(was) - 1}")
    farthest, at = max((dist(a.place, b.place), a.tick) for a, b in zip(now, was))
    words = f"{value_words(now[tick], was[tick])}; {how_far(farthest)}"
    return Finding("trajectory", tick, words + (f", {farthest:.3g} m apart at tick {at}" if farthest else ""), farthest)


def first_other_figure(now: Figures, was: Figures) -> tuple[int, str] | None:
    """Return (tick, text with exhibit, figure and change) of the first row that differs, or None if all are equal."""
    for here, there in zip_longest(now, was):
        if here == there:
            continue
        if here is None or there is None:
            return (here or there).tick, f"{here or there}, {'not on record' if there is None else 'on record only'}"
        if here[:3] == there[:3]:
            return here.tick, f"{here} instead of {there.value}"
        if here.tick <= there.tick:
            return here.tick, f"{here}, unchanged on record"
        return there.tick, f"{there} on record, unchanged now"
    return None


def trace_finding(now: Golden, was: Golden) -> Finding | None:
    """Find the first tick with other iterations or, first in the same tick, another text. None for the length alone."""
    tick = first_difference(now.rows, was.rows, TRACED)
    named = next((number for number in sorted(was.words) if now.words.get(number) != was.words[number]), None)
    if named is not None and (tick is None or named <= tick):
        return Finding("trace", named, line_words(now.words.get(named, ""), was.words[named]))
    if tick is None or tick >= min(len(now.rows), len(was.rows)):
        return None
    return Finding("trace", tick, f'"{now.rows[tick].story}" instead of "{was.rows[tick].story}"')


def overlay_finding(now: Mapping[str, str], was: Mapping[str, str]) -> Finding | None:
    for name in sorted(was, key=tick_of):
        if now.get(name) != was[name]:
            return Finding("overlays", tick_of(name), line_words(now.get(name, ""), was[name]))
    return None


def picture_finding(name: str, now: np.ndarray, was: np.ndarray) -> Finding | None:
    """Compare pictures (h, w, 3) uint8 of a shot such as "120-third". Raises InputError for different sizes."""
    difference = picture_difference(now, was)
    if difference is None:
        return None
    return Finding("picture", tick_of(name), f"{name.partition('-')[2]}: {difference}", worst=difference.worst)


# In words


def tick_of(name: str) -> int:
    return int(name.partition("-")[0])


def first_difference(now: Rows, was: Rows, columns: Iterable[str]) -> int | None:
    """Return the first tick that differs in these columns, or the one after the shorter run, or None."""
    for a, b in zip(now, was):
        if any(getattr(a, name) != getattr(b, name) for name in columns):
            return a.tick
    return None if len(now) == len(was) else min(len(now), len(was))


def value_words(now: CsvRow, was: CsvRow) -> str:
    """Return text with the first different value of a tick's motion, and its change. There must be one."""
    name = next(name for name in MOTION if getattr(now, name) != getattr(was, name))
    here, there, unit = getattr(now, name), getattr(was, name), UNITS.get(name, "")
    if isinstance(here, str):
        return f"{name} is {here} instead of {there}"
    if f"{here:.9g}" == f"{there:.9g}":
        return f"{name} is {abs(here - there):.2g}{unit} {'more' if here > there else 'less'} than {there:.9g}{unit}"
    return f"{name} is {here:.9g}{unit} instead of {there:.9g}{unit} ({here - there:+.3g})"


def how_far(farthest: float) -> str:
    """Return the meaning of the largest distance between two paths [m], such as "within the skin (1e-4 m)"."""
    if not farthest:
        return "the same positions"
    if farthest <= ROUNDING:
        return "within rounding (1e-9 m)"
    return "within the skin (1e-4 m)" if farthest <= WITHIN_SKIN else "another path"


def line_words(now: str, was: str) -> str:
    lines, others = now.splitlines(), was.splitlines()
    number = next((i for i, (a, b) in enumerate(zip(lines, others)) if a != b), min(len(lines), len(others)))
    here, there = ((texts[number].strip() if number < len(texts) else "nothing") for texts in (lines, others))
    return f'line {number + 1}: "{here}" instead of "{there}"'
