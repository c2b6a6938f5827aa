"""The content of an exhibit's board: a plot, and at most four rows of numbers, by formula and measured."""

from collections.abc import Callable, Iterable, Sequence
from math import log10, pi
from typing import NamedTuple

import numpy as np

from ...core.shapes import Colour

MOST_DECADES = 16.0  # most decades of a logarithmic axis above and below 1. More: numbers without meaning


class BoardRow(NamedTuple):
    name: str
    predicted: str  # the number by formula, or "" if there is none
    measured: str  # the number of this run
    wrong: bool = False  # True if the measured number is wrong
    wrong_prediction: bool = False  # True if the predicted number is wrong
    labels: tuple[str, str] | None = None  # names of its two numbers, None for those of the board


class Curve(NamedTuple):
    name: str
    colour: Colour  # (red, green, blue), each 0..1
    points: np.ndarray  # (n, 2), each 0..1 from the left and from the bottom
    is_bold: bool = False  # True for the curve that the rows describe
    is_dots: bool = False  # True for single points


class Plot(NamedTuple):
    title: str
    curves: tuple[Curve, ...]  # the Curves, drawn in this order
    marks: tuple[tuple[float, str], ...] = ()  # ((height 0..1, text), ...) of the vertical axis
    across: str = ""  # text of the horizontal axis


DotCurve = tuple[str, Colour, list[tuple[float, float]]]  # name, colour and (speed [m/s], share) of each dot


class Caption(NamedTuple):
    """A text beside the bodies of an exhibit. It is drawn always, not only with key 9."""

    text: str
    place: tuple[float, float, float]  # its centre in the exhibit's frame (3,) [m]
    colour: Colour = (0.12, 0.13, 0.15)  # of the letters (red, green, blue), each 0..1
    height: float = 0.13  # of a line [m]
    heading: float = pi  # that its front faces, in the exhibit's frame [rad]; pi is towards a desk in front of it


class BoardContent(NamedTuple):
    title: str
    notes: tuple[str, ...]  # lines under its title
    rows: tuple[BoardRow, ...]  # at most four
    plot: Plot | None = None  # None for a board without a plot
    labels: tuple[str, str] = ("by formula", "measured")  # names of the two numbers of a row


def quarter_marks(form: str, top: float) -> tuple[tuple[float, str], ...]:
    """Return the marks of a vertical axis from 0 to `top` at its quarters, formatted by `form`, such as "{:g} %"."""
    return tuple((part, form.format(top * part)) for part in (0.0, 0.25, 0.5, 0.75, 1.0))


def speed_plot(title: str, speeds: tuple[float, ...], predicted: Callable[[float], float], curves: Sequence[DotCurve]) -> Plot:
    """Make a plot of shares over the speed. The `speeds` [m/s] of a dial are at equal distances on the axis.

    predicted: from a speed to the share by formula; curves: of the measured shares
    """
    across = np.linspace(0.0, 1.0, 12 * len(speeds))
    between = np.exp(np.interp(across, np.linspace(0.0, 1.0, len(speeds)), np.log(speeds)))
    lines = [Curve("by formula", (0.35, 0.37, 0.40), np.column_stack([across, [predicted(speed) for speed in between]]))]
    for name, colour, shares in curves:
        points = [(speeds.index(speed) / (len(speeds) - 1), share) for speed, share in shares]
        lines.append(Curve(name, colour, np.array(points).reshape(-1, 2), is_dots=True))
    return Plot(title, tuple(lines), quarter_marks("{:g} %", 100.0), f"{speeds[0]:g} to {speeds[-1]:g} m/s")


def number(value: float) -> str:
    """Format a number with at most 5 significant digits, and with a power of ten from 100 000 on and below 0.0001."""
    return f"{value:.5g}"


def log_height(values: np.ndarray, decades: float) -> np.ndarray:
    """Return the heights (n,) 0..1 of positive values (n,) on a logarithmic axis from 10^-decades to 10^decades, clipped."""
    values = np.clip(np.asarray(values, float), 10.0**-MOST_DECADES, 10.0**MOST_DECADES)
    return np.clip((np.log10(values) + decades) / (2.0 * decades), 0.0, 1.0)


def decades_of(values: Iterable[float]) -> float:
    """Return the number of decades above and below 1 that an axis of positive numbers needs: 1, 2, 4, 8 or 16."""
    most = max((abs(log10(min(max(value, 1e-16), 1e16))) for value in values), default=0.0)
    return next(float(decades) for decades in (1, 2, 4, 8, 16) if most <= decades)


def power_text(power: float) -> str:
    """Format a whole power of ten, such as 0.001 or 1e4. Beyond -3..3 the text is "1e" and the exponent."""
    return f"{10.0**power:g}" if abs(power) <= 3 else f"1e{power:.0f}"


METHOD_WORDS = {
    "exact": "the formula of the flight",
    "Runge-Kutta": "a mean of four velocities and forces",
    "Verlet": "goes on from the last two places",
    "wrong Verlet": "Verlet from a wrong first place",
    "semi-implicit": "moves by the new velocity",
    "implicit": "takes the force at the step's end",
    "explicit": "moves by the old velocity",
}
