"""The recent path of each twin as shapes, with marks where it diverged from the player, or where a peer failed."""

import numpy as np

from ..core.vec3 import UP
from ..simulation.environment.respawn_and_portals import was_teleported
from .geometry.shape_types import Label, Point, Polyline
from .palette import PLAYER, TWIN_NAMES, TWINS

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


def twin_shapes(twins, record, hz, is_marked=True):
    """Return a list of shapes: the recent paths of player and twins, marks of divergence and failure, and the twins' names.

    The list is empty if there are no twins at this tick.
    twins: Twins
    record: StepRecord of the tick at which the paths end
    hz: ticks per second
    is_marked: False to return only the paths
    """
    if twins.at(record) is None:
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
        *name_labels(twins.at(record)),
    ]


def name_labels(moment):
    """Return a Label over the head of each twin that is farther than BESIDE from the player. `moment` is a Moment of Twins."""
    labels, height = [], moment.record.body.radii[2] + HEAD
    for number, (state, distance) in enumerate(zip(moment.states, moment.distances)):
        if distance > BESIDE:
            up = UP if state.frame is None else state.frame[2]
            place = tuple(p + height * u for p, u in zip(state.position, up))
            labels.append(Label(place, TWIN_NAMES[number], paler(TWINS[number])))
    return labels


def paler(colour):
    """Return a colour mixed with white, for letters."""
    return tuple(part + PALER * (1.0 - part) for part in colour)


def traces_of(states, colour, every):
    """Return Polylines through the positions of successive PlayerStates. A new line begins after each teleport.

    states: at least one PlayerState
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
    """Return a Point, a pole and a Label at each Mark of a twin up to a tick. The view moves labels apart.

    twin: Twin or PeerTwin
    number: index of the twin, which sets the colour
    tick: the last tick whose marks are drawn
    """
    shapes = []
    for (x, y, z), text in twin.marks(tick):
        top = x, y, z + RAISED
        pole = Polyline(np.array([(x, y, z), top]), TWINS[number], POLE)
        shapes += [Point((x, y, z), TWINS[number], MARK), pole, Label(top, f"{TWIN_NAMES[number]} {text}", paler(TWINS[number]))]
    return shapes
