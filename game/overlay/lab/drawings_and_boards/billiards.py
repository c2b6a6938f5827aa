"""The drawing of billiards: the table and its balls, and the momentum arrows tip to tail."""

from math import isnan

import numpy as np

from ....lab.balls.conserved_quantities import energy
from ....lab.exhibits.billiards import HALF, HEIGHT, RADIUS
from ...geometry.shape_types import Arrow, Balls, Boxes
from ..board_types import Curve, Plot, Row, Sheet
from .ball_room import COLOURS

CLOTH, WOOD, SUM, INK = (0.12, 0.42, 0.26), (0.42, 0.26, 0.14), (0.94, 0.80, 0.20), (0.25, 0.55, 0.88)
WHITE = (0.95, 0.95, 0.92)
SCALE = 1.0  # [m] of an arrow for 1 kg m/s
ABOVE = 0.4  # [m] of the arrows over the balls' centres
LEAST = 1e-6  # [kg m/s] of an arrow that is drawn
MOST_ENERGY = tuple(digit * 10.0**power for power in range(-1, 4) for digit in (1, 2, 5))  # [J] ends of the axis of energy
KEPT = 1e-9  # [kg m/s] of a change of momentum that is only rounding


def bodies(exhibit, before, after, part):
    """Make the overlay shapes of table and balls at a moment within a tick.

    exhibit: Exhibit; before, after: its ExhibitStates at both ends of the tick; part: fraction of the tick, 0..1
    """
    first, last = before.bodies, after.bodies
    start = first if first.time <= last.time else last
    centres = start.balls["position"] * (1.0 - part) + last.balls["position"] * part + (0.0, 0.0, HEIGHT)
    (x, y, _), top = HALF, HEIGHT - RADIUS
    middles = [(0, 0, top / 2), (x + 0.06, 0, top), (-x - 0.06, 0, top), (0, y + 0.06, top), (0, -y - 0.06, top)]
    halves = [(x, y, top / 2), *[(0.06, y + 0.12, 0.08)] * 2, *[(x, 0.06, 0.08)] * 2]
    table = Boxes(np.array(middles, float), np.array(halves), np.array([CLOTH, *[WOOD] * 4]))
    return [table, Balls(centres, last.balls["radius"], np.array([WHITE, *COLOURS[1:16]]))]


def sheet(exhibit, state):
    """Make the Sheet with the last Impact (collisions of balls): the momenta before and after it, and the energy lost.

    It also has the energy of all balls now, and the Plot of this energy.

    exhibit: Exhibit; state: its ExhibitState
    """
    shown = state.bodies
    notes = (
        "A collision of balls keeps the sum of momenta. A cushion changes it.",
        f"{shown.collisions} collisions so far. By formula: the sum before. Measured: after.",
    )
    if exhibit.values(state)["solver"]:
        notes = (
            "All at once is for heaps: a ball that would overlap is held back.",
            f"This takes energy and changes the sum. {shown.collisions} collisions so far.",
        )
    elif shown.cut:
        notes = f"{shown.cut:.2f} s had too many collisions and ended all at once.", "That changes momenta and energy."
    rows = (*impact_rows(shown.impact), Row("energy of all balls now", "", f"{energy(shown.balls):.4f} J"))
    samples = np.array(state.samples, float).reshape(-1, 2)
    top = next((end for end in MOST_ENERGY if samples[:, 1].max(initial=0.0) <= end), MOST_ENERGY[-1])
    first, last = (samples[0, 0], max(samples[-1, 0], samples[0, 0] + 1.0)) if len(samples) else (0.0, 1.0)
    points = np.column_stack([(samples[:, 0] - first) / (last - first), np.minimum(samples[:, 1] / top, 1.0)])
    marks = tuple((part, f"{top * part:g}") for part in (0.0, 0.5, 1.0))
    plot = Plot("energy [J]", (Curve("energy", INK, points, True),), marks, f"{first:.0f} to {last:.0f} s")
    return Sheet(exhibit.kind.TITLE, notes, rows, plot)


def impact_rows(impact):
    """Return two Rows: the sums of momenta before and after an Impact, and the energy lost in it.

    impact: None before the first collision of balls. The Rows then say so.
    """
    names = "sum of momenta, before and after", "energy lost in that collision"
    if impact is None:
        return tuple(Row(name, "", "no collision yet") for name in names)
    before, after = np.array(impact.before), np.array(impact.after)
    is_kept = bool(np.abs(after - before).max() < KEPT)
    lost = "" if isnan(impact.predicted) or impact.is_cut else f"{impact.predicted:.4f} J"
    return (
        Row(names[0], f"{np.linalg.norm(before):.4f} kg m/s", f"{np.linalg.norm(after):.4f} kg m/s", not is_kept),
        Row(names[1], lost, f"{round(impact.measured, 4) + 0.0:.4f} J"),
    )


def overlay(exhibit, state):
    """Make the arrows of all momenta, tip to tail, and of their sum. exhibit: Exhibit; state: its ExhibitState"""
    balls, shapes = state.bodies.balls, []
    tail = start = np.array([0.0, 0.0, HEIGHT + ABOVE])
    for velocity, mass, kind in zip(balls["velocity"], balls["mass"], range(16)):
        if mass * np.linalg.norm(velocity) > LEAST:
            tip = tail + SCALE * mass * velocity
            shapes.append(Arrow(tuple(tail), tuple(tip), tuple(COLOURS[kind])))
            tail = tip
    if np.linalg.norm(tail - start) > LEAST:
        shapes.append(Arrow(tuple(start), tuple(tail), SUM, 0.02))
    return shapes
