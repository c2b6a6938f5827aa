"""The recent path of each twin as shapes, with marks where it diverged from the player, or where a peer failed."""

import numpy as np

from game.simulation.environment.respawn import was_teleported

from .geometry.overlay_shapes import Label, Point, Polyline
from .palette import PLAYER, TWINS

TRACE = 4.0  # [s] of the path that is drawn. Shorter: it ends before the point of divergence; longer: too many lines
POINTS = 30  # per second of a trace. Fewer: corners are cut; more: only slower
RADIUS = 0.014  # [m], of a trace
PALER = 0.4  # part of white in a label's letters. Less: dark colours are hard to read; more: all look alike
# [m] A point nearer than this to the middle of its neighbours is left out. Smaller: rounding keeps such points; larger: wide
# arcs become straight.
STRAIGHT = 1e-6
MARK = 0.07  # [m], radius of the mark at the divergence


def twin_shapes(twins, record, hz):
    """Return the recent paths of player and twins and the marks of divergence and failure, as a list of shapes.

    twins: Twins
    record: StepRecord of the tick at which the paths end
    hz: ticks per second
    """
    if twins.at(record) is None:
        return []
    moments = twins.span(record.tick - round(TRACE * hz), record.tick)
    paths = [(PLAYER, [moment.record.after for moment in moments])]
    paths += [(colour, [moment.states[number] for moment in moments]) for number, colour in enumerate(TWINS[: len(twins)])]
    traces = [trace for colour, states in paths for trace in traces_of(states, colour, max(1, hz // POINTS))]
    return traces + [shape for number, twin in enumerate(twins.all) for shape in marks(twin, record.tick, number)]


def traces_of(states, colour, every):
    """Return Polylines through the positions of states. A new line begins after each teleport.

    every: number of ticks between two points of a line
    """
    pieces = [[]]
    for before, state in zip([states[0], *states], states):
        if was_teleported(before, state):
            pieces.append([])
        if state.tick % every == 0 or state is states[-1]:
            pieces[-1].append(state.position)
    return [Polyline(without_straight(np.array(piece)), colour, RADIUS) for piece in pieces if len(piece) > 1]


def without_straight(points):
    """Return the points (n, 3) [m] without those halfway on a straight line between their neighbours."""
    bends = np.abs(points[2:] - 2.0 * points[1:-1] + points[:-2]).max(axis=1) > STRAIGHT
    return points[np.concatenate(([True], bends, [True]))]


def marks(twin, tick, number):
    """Return a Point and a Label at each Mark of a twin up to a tick. The view moves labels apart.

    twin: Twin or PeerTwin
    number: index of the twin, which sets the colour
    """
    colour = tuple(part + PALER * (1.0 - part) for part in TWINS[number])
    shapes = []
    for place, text in twin.marks(tick):
        shapes += [Point(place, TWINS[number], MARK), Label(place, text, colour)]
    return shapes
