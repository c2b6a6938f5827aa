"""The shapes of exhibits and of their desks, as pure data made from the state of an exhibit alone.

bodies(exhibit, before, after, part): shapes that are always drawn; part: fraction of the tick, 0..1
sheet(exhibit, state): the BoardContent beside its desk
overlay(exhibit, state): shapes that key 9 adds
captions(exhibit): the Captions beside its bodies; a module may have none
Shapes are in the exhibit's own frame. `before` and `after` are its ExhibitStates at both ends of a tick.
"""

import sys
from math import cos, pi, sin

import numpy as np

from ..core.shapes import Balls, Lines, Polyline, mapped
from ..level.contents.exhibit_place import DESK_DEPTH, DESK_HIGH, DESK_LOW
from .exhibits.exhibit import ControlKind


class OwnFrame:
    """The map from an exhibit's frame to the world: a rotation about z and a translation. place: ExhibitPlace of the exhibit"""

    is_world = False

    def __init__(self, place):
        c, s = cos(place.heading), sin(place.heading)
        self._axes, self._at = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]), np.array(place.at)

    def points(self, places):
        """Transform positions (..., 3) from the exhibit's frame to the world [m]."""
        return np.asarray(places, float) @ self._axes + self._at

    def normal(self, normal):
        """Rotate a unit normal (3,) from the exhibit's frame to the world."""
        return np.asarray(normal, float) @ self._axes

    def widening(self, normal):
        """Return the factor by which lengths in a plane with this unit normal grow in the world: always 1."""
        return 1.0


def drawing_of(exhibit):
    """Return the module that draws an Exhibit: the file of its kind."""
    return sys.modules[type(exhibit.kind).__module__]


def lab_shapes(record, sim):
    """Make the shapes that key 9 adds to exhibits, in world coordinates. Return a list, which may be empty.

    record: TickRecord of the tick. Only the exhibits that were simulated in this tick have shapes.
    sim: not used
    """
    if record.lab is None:
        return []
    shapes = []
    for exhibit, state in zip(record.lab.exhibits, record.lab.after):
        if exhibit.place.name in record.lab.readouts:
            shapes += mapped(drawing_of(exhibit).overlay(exhibit, state), OwnFrame(exhibit.place))
    return shapes


READY, POINTED, DARK = (0.80, 0.22, 0.18), (0.97, 0.84, 0.16), (0.22, 0.24, 0.28)
HALF_TURN = 0.75 * pi  # [rad] of a dial from its middle to each end
UP = np.array((0.0, DESK_LOW - DESK_HIGH, DESK_DEPTH)) / np.hypot(DESK_LOW - DESK_HIGH, DESK_DEPTH)  # off the desk's top
AWAY = np.array((0.0, DESK_DEPTH, DESK_HIGH - DESK_LOW)) / np.hypot(DESK_LOW - DESK_HIGH, DESK_DEPTH)  # up along it
ACROSS = np.array((1.0, 0.0, 0.0))


def control_shapes(exhibit, values, pointed=None):
    """Make the shapes of an Exhibit's controls in world coordinates. Return a list, which is empty without a desk.

    values: the value of each control, in the order of the controls
    pointed: number of the control under the crosshair, or None
    """
    desk = exhibit.place.desk
    if desk is None:
        return []
    shapes, count = [], len(exhibit.controls)
    for number, (control, value) in enumerate(zip(exhibit.controls, values)):
        middle = np.array(desk.control_place(number, count))
        turn = np.array([desk.to_world(tuple(axis)) for axis in (ACROSS, AWAY, UP)]) - desk.at
        colour = POINTED if number == pointed else READY
        shapes += SHAPES[control.kind](control, value, middle, turn, colour)
    return shapes


def rod(start, end, colour, radius):
    """Make a tube between two positions (3,) [m], as a Polyline. colour: (red, green, blue), each 0..1; radius: [m]"""
    return Polyline(np.array([start, end]), colour, radius)


def ball(place, radius, colour):
    """Make one ball, as Balls. place: its centre (3,) [m]; radius: [m]; colour: (red, green, blue), each 0..1"""
    return Balls(np.array([place]), np.array([radius]), np.array([colour]))


def button_shapes(control, value, middle, turn, colour):
    """Make the shapes of a button on its base, as a list.

    control: Control; value: of the control, not used here; middle: position of the control in the world (3,) [m]
    turn: (3, 3) rows of unit vectors in the world: to the right, up the slope of the desk's top, and out of this top
    colour: of the control, (red, green, blue), each 0..1
    """
    _, _, up = turn
    return [rod(middle - 0.07 * up, middle - 0.03 * up, DARK, 0.085), ball(middle - 0.03 * up, 0.075, colour)]


def switch_shapes(control, value, middle, turn, colour):
    """Make the shapes of a lever. It leans to the left at the first position of the control, and to the right at the last one.

    The lever is upright if the value is none of the positions.

    Arguments and result: those of `button_shapes`.
    """
    across, _, up = turn
    part = control.positions.index(value) / max(len(control.positions) - 1, 1) - 0.5 if value in control.positions else 0.0
    foot = middle - 0.06 * up
    tip = foot + 0.15 * (cos(1.6 * part) * up + sin(1.6 * part) * across)
    slot = rod(foot - 0.1 * across, foot + 0.1 * across, DARK, 0.028)
    return [slot, rod(foot, tip, DARK, 0.016), ball(tip, 0.04, colour)]


def dial_shapes(control, value, middle, turn, colour):
    """Make the shapes of a knob. Its pointer shows the position nearest to the value, clockwise from lower left to lower right.

    Arguments and result: those of `button_shapes`.
    """
    across, away, up = turn
    place = min(range(len(control.positions)), key=lambda number: abs(control.positions[number] - value))
    angle = HALF_TURN * (2.0 * place / max(len(control.positions) - 1, 1) - 1.0)
    pointer = sin(angle) * across + cos(angle) * away
    top = middle - 0.01 * up
    ticks = [HALF_TURN * (2.0 * n / max(len(control.positions) - 1, 1) - 1.0) for n in range(len(control.positions))]
    marks = np.array([[middle - 0.055 * up + r * (sin(a) * across + cos(a) * away) for r in (0.1, 0.125)] for a in ticks])
    return [
        Lines(marks, DARK, 0.005),
        ball(middle - 0.05 * up, 0.075, colour),
        rod(top + 0.04 * up, top + 0.01 * up + 0.085 * pointer, (0.97, 0.95, 0.90), 0.012),
    ]


SHAPES = {ControlKind.BUTTON: button_shapes, ControlKind.SWITCH: switch_shapes, ControlKind.DIAL: dial_shapes}
