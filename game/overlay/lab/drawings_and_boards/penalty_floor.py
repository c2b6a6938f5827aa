"""The drawing of the penalty floor: balls of three methods, and the floor's springs, which a ball compresses."""

from functools import cache
from math import isfinite, pi

import numpy as np

from ....lab.exhibits.penalty_floor import LANES, NAMES, range_of_bounce
from ...geometry.shape_types import Arrow, Balls, Boxes, Lines
from ..board_types import Caption, Curve, Plot, Row, Sheet

STEP, REST, RADIUS = 1.2, 1.15, 0.2  # [m] between two balls; height of the floor at rest; of a ball
HALF, THICK = 0.42, 0.03  # [m] half width and half thickness of a plate
WIDEST = (1.0, 4.0)  # ends of the plot's axis of the step angle [rad]: the first one beyond the present angle
MOST_KEPT = (2.0, 4.0, 20.0, 100.0, 1e3, 1e4, 1e6, 1e9)  # ends of the axis of kept energy: the first one beyond the numbers
COLOURS = ((0.56, 0.42, 0.80), (0.90, 0.62, 0.18), (0.85, 0.22, 0.16))
PLATE, METAL = (0.62, 0.63, 0.65), (0.45, 0.47, 0.50)


def lane_x(number):
    """Return the x position of a ball in the exhibit's frame [m]. number: index of LANES"""
    return (number - (len(LANES) - 1) / 2.0) * STEP


def bodies(exhibit, before, after, part):
    """Make the overlay shapes of balls, lids, plates and springs at a moment within a tick.

    exhibit: Exhibit; before, after: its ExhibitStates at both ends of the tick; part: fraction of the tick, 0..1
    """
    first, last = before.bodies, after.bodies
    starts = first.balls if last.time > first.time else last.balls
    boxes, springs, centres, colours = [], [], [], []
    for number, (a, b) in enumerate(zip(starts, last.balls)):
        x, height = lane_x(number), (1.0 - part) * a.height + part * b.height
        plate = REST + max(min(height, 0.0), 0.1 - REST)
        boxes += [((x, 0.0, plate - THICK), (HALF, HALF, THICK), PLATE), ((x, 0.0, 0.02), (HALF, HALF, 0.02), METAL)]
        zigzag = [(x + (0.25 if turn % 2 else -0.25), 0.0, 0.04 + (plate - 0.06) * turn / 8.0) for turn in range(9)]
        boxes.append(((x, 0.0, REST + exhibit.kind.lid + 2.0 * RADIUS + 0.04), (HALF, HALF, 0.04), METAL))
        springs += list(zip(zigzag, zigzag[1:]))
        centres.append((x, 0.0, max(REST + height, 0.1) + RADIUS))
        colours.append(COLOURS[number])
    balls = Balls(np.array(centres), np.full(len(centres), RADIUS), np.array(colours))
    return [Boxes(*(np.array(column) for column in zip(*boxes))), Lines(np.array(springs), METAL, 0.02), balls]


def sheet(exhibit, state):
    """Make the Sheet with the ratio of a ball's energies after and before a bounce, by formula and measured, for each method.

    The formula gives the least and the greatest ratio.
    exhibit: Exhibit; state: its ExhibitState
    """
    values = exhibit.values(state)
    angle = 2.0 * pi * values["frequency"] / values["rate"]
    wild = next((name for name, ball in zip(NAMES, state.bodies.balls) if ball.is_wild), None)
    notes = (
        "No gravity here: watch the speed after the bounce. Right is 1.",
        f"{wild}: too fast, so it is stopped. Soon all are thrown again."
        if wild
        else f"The range: the floor may be met anywhere in a step. \u03c9h = {angle:.3f}.",
    )
    rows = []
    for name, method, ball in zip(NAMES, LANES, state.bodies.balls):
        least, greatest = range_of_bounce(method, angle)
        kept = "no bounce yet" if ball.kept is None else f"{ball.kept:.3f}"
        by_formula = f"{np.floor(1e3 * least) / 1e3:.3f} to {np.ceil(1e3 * greatest) / 1e3:.3f}"
        rows.append(Row(f"{name}: energy kept", by_formula, kept))
    return Sheet(exhibit.kind.TITLE, notes, tuple(rows), plot_of(state, angle))


@cache
def curve_of(method, widest, top):
    """Return points (n, 2) of a curve: the step angle and the kept energy, both as fractions 0..1 of the plot's axes.

    The kept energy is the ratio of the energies after and before a bounce. It is the mean of both results of `range_of_bounce`.
    The curve ends at the top of the plot.
    method: integrator, one of LANES
    widest, top: ends of the axes of the step angle [rad] and of the kept energy
    """
    angles = np.linspace(0.02, 1.0, 33) * widest
    kept = np.array([sum(range_of_bounce(method, float(angle))) / 2.0 for angle in angles])
    beyond = np.flatnonzero(~(kept <= top))
    points = np.column_stack([angles / widest, kept / top])
    return points[: beyond[0] if len(beyond) else len(points)]


def plot_of(state, angle):
    """Make the Plot of the kept energy of a bounce as a function of the step angle.

    state: ExhibitState; angle: present step angle, the angular frequency of the floor times the step [rad]
    """
    seen = [ball.kept for ball in state.bodies.balls if ball.kept is not None]
    seen += [kept for method in LANES for kept in range_of_bounce(method, angle) if isfinite(kept)]
    widest, top = next(end for end in WIDEST if angle <= end), next((end for end in MOST_KEPT if max(seen) <= end), MOST_KEPT[-1])
    curves = [Curve(name, COLOURS[number], curve_of(LANES[number], widest, top)) for number, name in enumerate(NAMES)]
    for number, ball in enumerate(state.bodies.balls):
        if ball.kept is not None:
            curves.append(Curve("", COLOURS[number], np.array([(angle / widest, min(ball.kept / top, 1.0))]), is_dots=True))
    marks = tuple((part, f"{top * part:g}") for part in (0.0, 0.25, 0.5, 0.75, 1.0))
    return Plot("energy after a bounce / before it", tuple(curves), marks, f"\u03c9h from 0 to {widest:g}")


def captions(exhibit):
    """Make the names of the methods over the balls, and the hint that there is no gravity. exhibit: Exhibit"""
    top = REST + exhibit.kind.lid + 2.0 * RADIUS
    names = [Caption(name, (lane_x(number), -HALF - 0.02, top + 0.2), COLOURS[number]) for number, name in enumerate(NAMES)]
    return [*names, Caption("no gravity here: watch the speed after the bounce", (0.0, -HALF - 0.02, top + 0.5))]


def overlay(exhibit, state):
    """Make an arrow for the displacement of each ball in the next tenth of a second.

    exhibit: Exhibit; state: its ExhibitState
    """
    shapes = []
    for number, ball in enumerate(state.bodies.balls):
        x, z = lane_x(number), max(REST + ball.height, 0.1) + RADIUS
        shapes.append(Arrow((x, -RADIUS, z), (x, -RADIUS, z + 0.1 * ball.speed), COLOURS[number], 0.02))
    return shapes
