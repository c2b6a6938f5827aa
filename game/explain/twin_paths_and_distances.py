"""Twins beside the player: their recent paths as shapes, with marks where one diverged or failed, and their distances."""

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import NamedTuple

import numpy as np

from ..core.shapes import Colour, Label, Point, Polyline, Shape
from ..core.vec3 import UP, Vector, along
from ..simulation import PlayerState, TickRecord, Twins
from ..simulation.respawn_and_portals import was_teleported
from ..simulation.twins import ROUNDING, Twin, TwinMoment
from .palette import PLAYER, TWIN_NAMES, TWINS, mixed_with_white
from .rule_explanations import describe_choice

TRACE = 4.0  # [s] of the path that is drawn. Shorter: it ends before the point of divergence; longer: too many lines
POINTS = 30  # per second of a trace. Fewer: corners are cut; more: only slower
RADIUS = 0.014  # [m], of a trace
PALER = 0.4  # part of white in a label's letters. Less: dark colours are hard to read; more: all look alike
# [m] A point nearer than this to the middle of its neighbours is left out. Smaller: rounding keeps such points; larger: wide
# arcs become straight.
STRAIGHT = 1e-6
# [m]: radius of the mark at the divergence, radius of the pole on it, and its height. Thinner: lost from ten metres away; lower:
# labels lie on the bodies.
MARK, POLE, RAISED = 0.08, 0.012, 0.9
HEAD = 0.15  # [m] from the top of a twin to its label
BESIDE = 0.35  # [m] from the player, beyond which a twin gets a label. Smaller: it hides the player; larger: a twin has none


def twin_shapes(twins: Twins, record: TickRecord, hz: int, is_marked: bool = True) -> list[Shape]:
    """Return the recent paths of player and twins, and if `is_marked` divergence, failures and names. hz: ticks per second"""
    now = twins.at(record)
    if now is None:
        return []
    moments = twins.span(record.tick - round(TRACE * hz), record.tick)
    paths = [(PLAYER, [moment.record.after for moment in moments])]
    paths += [(colour, [moment.states[number] for moment in moments]) for number, colour in enumerate(TWINS[: len(twins)])]
    traces = [trace for colour, states in paths for trace in traces_of(states, colour, max(1, hz // POINTS))]
    if not is_marked:
        return traces
    return [
        *traces,
        *(shape for number, twin in enumerate(twins.all) for shape in marks(twin, record.tick, number)),
        *name_labels(now),
    ]


def name_labels(moment: TwinMoment) -> list[Shape]:
    """Label the head of each twin that is farther than BESIDE from the player."""
    labels: list[Shape] = []
    height = moment.record.body.radii[2] + HEAD
    for number, (state, distance) in enumerate(zip(moment.states, moment.distances)):
        if distance > BESIDE:
            up = UP if state.frame is None else state.frame[2]
            labels.append(Label(along(state.position, up, height), TWIN_NAMES[number], mixed_with_white(TWINS[number], PALER)))
    return labels


def traces_of(states: Sequence[PlayerState], colour: Colour, every: int) -> list[Shape]:
    """Return lines through every `every`th of successive states, at least one. A new one begins after each teleport."""
    pieces: list[list[Vector]] = [[]]
    for before, state in zip([states[0], *states], states):
        if was_teleported(before, state):
            pieces.append([])
        if state.tick % every == 0 or state is states[-1]:
            pieces[-1].append(state.position)
    return [Polyline(without_straight(np.array(piece)), colour, RADIUS) for piece in pieces if len(piece) > 1]


def without_straight(points: np.ndarray) -> np.ndarray:
    """Return the points (n, 3) [m] without those halfway on a straight line between their neighbours."""
    bends = np.abs(points[2:] - 2.0 * points[1:-1] + points[:-2]).max(axis=1) > STRAIGHT
    return points[np.concatenate(([True], bends, [True]))]


def marks(twin: Twin, tick: int, number: int) -> list[Shape]:
    """Return a Point, a pole and a Label at each mark of a twin up to a tick. The view moves labels apart."""
    shapes: list[Shape] = []
    for (x, y, z), text in twin.marks(tick):
        top = x, y, z + RAISED
        pole = Polyline(np.array([(x, y, z), top]), TWINS[number], POLE)
        label = Label(top, f"{TWIN_NAMES[number]} {text}", mixed_with_white(TWINS[number], PALER))
        shapes += [Point((x, y, z), TWINS[number], MARK), pole, label]
    return shapes


SECONDS, SHORTEST = 10.0, 1.0  # [s] largest and least width of the plot. A short run fills it
AHEAD = 0.2  # part of the plot after the tick shown, if there are so many later ticks
NUMBERS = 5  # of the time axis at most. More: they touch; fewer: times between them must be guessed
LEAST = 0.01  # [m], the least height of the axis. Smaller: rounding looks like a large difference; larger: differences vanish


class TwinCurve(NamedTuple):
    """The curve of a twin: points ((x, y), ...) 0..1, name, rules in words, distance, and since when it is apart."""

    colour: Colour
    points: tuple[tuple[float, float], ...]
    name: str
    rules: str
    distance: str
    status: str


class DistancePlot(NamedTuple):
    """A plot of the distances between the player and its twins over time.

    height: of the axis [m]; seconds: over the width; cursor: displayed tick, 0..1; times: ((0..1 from the left, time as text),
    ...)
    """

    curves: tuple[TwinCurve, ...]
    height: float
    seconds: float
    cursor: float
    times: tuple[tuple[float, str], ...]


def distance_plot(twins: Twins, record: TickRecord | None, newest: TickRecord | None, hz: int) -> DistancePlot | None:
    """Return the plot around a displayed tick, or None without twins then. `newest`: the player's newest record"""
    here = twins.at(record)
    if here is None or record is None or newest is None:
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
        curves.append(TwinCurve(TWINS[number], points, TWIN_NAMES[number], describe_choice(twin.choice), distance, status))
    return DistancePlot(tuple(curves), height, seconds, (record.tick - first) / ticks, times_of(first / hz, seconds))


def times_of(first: float, seconds: float) -> tuple[tuple[float, str], ...]:
    """Return the numbers of a time axis of `seconds` that begins at `first` [s]: ((position, 0..1 from the left, text), ...)."""
    every = next(step for step in (0.1, 0.2, 0.5, 1.0, 2.0, 5.0) if seconds / step <= NUMBERS)
    counts = range(max(0, ceil(first / every)), floor((first + seconds) / every + 1e-9) + 1)
    return tuple(((count * every - first) / seconds, f"{count * every:.3g}") for count in counts)


def axis_height(most: float) -> float:
    """Return the height of the axis [m]: the smallest 1, 2 or 5 times a power of ten that is at least `most` and LEAST."""
    most = max(most, LEAST)
    power = 10.0 ** floor(log10(most))
    return next(round(step * power, 6) for step in (1, 2, 5, 10) if step * power >= most * (1.0 - 1e-12))


def metres(distance: float) -> str:
    """Return a distance [m] as short text, such as "1.80 m", "4.2 mm" or "< 0.1 mm". Up to ROUNDING the text is "in step"."""
    if distance <= ROUNDING:
        return "in step"
    if distance < 0.01:
        return f"{1000.0 * distance:.1f} mm" if distance >= 5e-5 else "< 0.1 mm"
    return f"{distance:.2f} m"
