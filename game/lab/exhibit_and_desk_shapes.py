"""The shapes of exhibits in the world, and of their desks, as pure data. Each kind draws itself (`ExhibitKind`)."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Protocol

import numpy as np

from ..core.shapes import Balls, Colour, Lines, Polyline, Shape, mapped
from ..level.contents.exhibit_place import DESK_DEPTH, DESK_HIGH, DESK_LOW, ExhibitPlace
from .exhibits.exhibit import Control, ControlKind, Exhibit
from .lab_run import LabRecord


class OwnFrame:
    """The map from an exhibit's frame to the world: a rotation about z and a translation."""

    is_world = False

    def __init__(self, place: ExhibitPlace) -> None:
        c, s = cos(place.heading), sin(place.heading)
        self._axes, self._at = np.array([[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]]), np.array(place.at)

    def points(self, places: np.ndarray | Sequence[float]) -> np.ndarray:
        """Transform positions (..., 3) from the exhibit's frame to the world [m]."""
        return np.asarray(places, float) @ self._axes + self._at

    def normal(self, normal: np.ndarray | Sequence[float]) -> np.ndarray:
        """Rotate a unit normal (3,) from the exhibit's frame to the world."""
        return np.asarray(normal, float) @ self._axes

    def widening(self, normal: np.ndarray | Sequence[float]) -> float:
        """Return the factor by which lengths in a plane with this unit normal grow in the world: always 1."""
        return 1.0


class TickWithLab(Protocol):
    """A record of a tick. Its `lab` is None in a level without exhibits."""

    @property
    def lab(self) -> LabRecord | None: ...


def lab_shapes(record: TickWithLab) -> list[Shape]:
    """Make the shapes that key 9 adds to exhibits that were simulated in a tick, in world coordinates."""
    if record.lab is None:
        return []
    shapes: list[Shape] = []
    for exhibit, state in zip(record.lab.exhibits, record.lab.after):
        if exhibit.place.name in record.lab.readouts:
            shapes += mapped(exhibit.kind.overlay(state), OwnFrame(exhibit.place))
    return shapes


READY, POINTED, DARK = (0.80, 0.22, 0.18), (0.97, 0.84, 0.16), (0.22, 0.24, 0.28)
HALF_TURN = 0.75 * pi  # [rad] of a dial from its middle to each end
UP = np.array((0.0, DESK_LOW - DESK_HIGH, DESK_DEPTH)) / np.hypot(DESK_LOW - DESK_HIGH, DESK_DEPTH)  # off the desk's top
AWAY = np.array((0.0, DESK_DEPTH, DESK_HIGH - DESK_LOW)) / np.hypot(DESK_LOW - DESK_HIGH, DESK_DEPTH)  # up along it
ACROSS = np.array((1.0, 0.0, 0.0))


def control_shapes(exhibit: Exhibit, values: Sequence[float], pointed: int | None = None) -> list[Shape]:
    """Make the shapes of an exhibit's controls in world coordinates; none without a desk. pointed: number under the crosshair"""
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


def rod(start: np.ndarray, end: np.ndarray, colour: Colour, radius: float) -> Polyline:
    return Polyline(np.array([start, end]), colour, radius)


def button_shapes(control: Control, value: float, middle: np.ndarray, turn: np.ndarray, colour: Colour) -> list[Shape]:
    """Make a button at a place (3,) [m]. turn: (3, 3) unit vectors to the right, up the desk's slope, and out of its top"""
    _, _, up = turn
    return [rod(middle - 0.07 * up, middle - 0.03 * up, DARK, 0.085), Balls.of([(middle - 0.03 * up, 0.075, colour)])]


def switch_shapes(control: Control, value: float, middle: np.ndarray, turn: np.ndarray, colour: Colour) -> list[Shape]:
    """Make a lever that leans left at the first position, right at the last one. It is upright if the value is no position."""
    across, _, up = turn
    part = control.positions.index(value) / max(len(control.positions) - 1, 1) - 0.5 if value in control.positions else 0.0
    foot = middle - 0.06 * up
    tip = foot + 0.15 * (cos(1.6 * part) * up + sin(1.6 * part) * across)
    slot = rod(foot - 0.1 * across, foot + 0.1 * across, DARK, 0.028)
    return [slot, rod(foot, tip, DARK, 0.016), Balls.of([(tip, 0.04, colour)])]


def dial_shapes(control: Control, value: float, middle: np.ndarray, turn: np.ndarray, colour: Colour) -> list[Shape]:
    """Make a knob. Its pointer shows the position nearest to the value, clockwise from lower left to lower right."""
    across, away, up = turn
    place = min(range(len(control.positions)), key=lambda number: abs(control.positions[number] - value))
    angle = HALF_TURN * (2.0 * place / max(len(control.positions) - 1, 1) - 1.0)
    pointer = sin(angle) * across + cos(angle) * away
    top = middle - 0.01 * up
    ticks = [HALF_TURN * (2.0 * n / max(len(control.positions) - 1, 1) - 1.0) for n in range(len(control.positions))]
    marks = np.array([[middle - 0.055 * up + r * (sin(a) * across + cos(a) * away) for r in (0.1, 0.125)] for a in ticks])
    return [
        Lines(marks, DARK, 0.005),
        Balls.of([(middle - 0.05 * up, 0.075, colour)]),
        rod(top + 0.04 * up, top + 0.01 * up + 0.085 * pointer, (0.97, 0.95, 0.90), 0.012),
    ]


SHAPES = {ControlKind.BUTTON: button_shapes, ControlKind.SWITCH: switch_shapes, ControlKind.DIAL: dial_shapes}
