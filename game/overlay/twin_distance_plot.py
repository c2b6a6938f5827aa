"""The plot of the distances between the player and its twins: curves, axis and text, without a renderer."""

from math import ceil, floor, log10
from typing import NamedTuple

from ..explain.rule_switch_descriptions import describe_choice
from ..simulation.twins import ROUNDING
from .palette import TWIN_NAMES, TWINS

SECONDS, SHORTEST = 10.0, 1.0  # [s] largest and least width of the plot. A short run fills it
AHEAD = 0.2  # part of the plot after the tick shown, if there are so many later ticks
NUMBERS = 5  # of the time axis at most. More: they touch; fewer: times between them must be guessed
LEAST = 0.01  # [m], the least height of the axis. Smaller: rounding looks like a large difference; larger: differences vanish


class Curve(NamedTuple):
    """The curve of one twin in the plot.

    colour: (red, green, blue), each 0..1
    points: ((x, y), ...), each 0..1 from the left and from the bottom
    name: name of the twin, such as "blue twin"
    rules: its rules or its engine in plain words
    distance: distance from the player at the displayed tick, as text
    status: the time at which twin and player parted, or at which the other engine failed, as text
    """

    colour: tuple
    points: tuple
    name: str
    rules: str
    distance: str
    status: str


class Plot(NamedTuple):
    """A plot of the distances between the player and its twins over time.

    curves: a Curve for each twin
    height: distance at the top of the axis [m]
    seconds: duration over the width of the plot [s]
    cursor: position of the displayed tick, 0..1 from the left
    times: ((position, 0..1 from the left, time of the level [s] as text), ...) of the time axis
    """

    curves: tuple
    height: float
    seconds: float
    cursor: float
    times: tuple


def distance_plot(twins, record, newest, hz):
    """Return the Plot around a displayed tick, or None if there are no twins at this tick, or no newest record.

    twins: Twins of the player
    record: StepRecord of the displayed tick
    newest: the player's newest StepRecord, or None before the first tick
    hz: ticks per second
    """
    here = twins.at(record)
    if here is None or newest is None:
        return None
    seconds = min(SECONDS, max(SHORTEST, newest.tick / hz))
    ticks = round(seconds * hz)
    end = min(newest.tick, record.tick + round(AHEAD * ticks))
    moments = twins.span(end - ticks + 1, end)
    height = axis_height(max(max(moment.distances) for moment in moments))
    first, curves = end - ticks, []
    for number, twin in enumerate(twins.all):
        points = tuple(((moment.record.tick - first) / ticks, moment.distances[number] / height) for moment in moments)
        distance, status = metres(here.distances[number]), twin.status(here.record.tick)
        curves.append(Curve(TWINS[number], points, TWIN_NAMES[number], describe_choice(twin.choice), distance, status))
    return Plot(tuple(curves), height, seconds, (record.tick - first) / ticks, times_of(first / hz, seconds))


def times_of(first, seconds):
    """Return the numbers of a time axis that begins at `first` [s]: ((position, 0..1 from the left, text), ...).

    seconds: length of the axis [s]
    Times before the level's start have no number.
    """
    every = next(step for step in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0) if seconds / step <= NUMBERS)
    counts = range(max(0, ceil(first / every)), floor((first + seconds) / every + 1e-9) + 1)
    return tuple(((count * every - first) / seconds, f"{count * every:.3g}") for count in counts)


def axis_height(most):
    """Return the height of the axis [m]: the smallest 1, 2 or 5 times a power of ten that is at least `most` and LEAST."""
    most = max(most, LEAST)
    power = 10.0 ** floor(log10(most))
    return next(round(step * power, 6) for step in (1, 2, 5, 10) if step * power >= most * (1.0 - 1e-12))


def metres(distance):
    """Return a distance [m] as short text, such as "1.80 m", "4.2 mm" or "< 0.1 mm". Up to ROUNDING the text is "in step"."""
    if distance <= ROUNDING:
        return "in step"
    if distance < 0.01:
        return f"{1000.0 * distance:.1f} mm" if distance >= 5e-5 else "< 0.1 mm"
    return f"{distance:.2f} m"
