"""Drawings of the penalty floor and of energies: a ball's height, the energy that a bounce keeps, energies of springs.

exhibit: name of the exhibit in its level
"""

from math import log10, pi

import numpy as np

from ....core.value_rules import Text
from ....lab.exhibits import penalty_floor, springs
from ....lab.exhibits import penalty_floor as floor_picture
from ....lab.exhibits import springs as springs_picture
from ....lab.physics.motion_and_stability_formulas import energy_factor
from ...measures.argument_types import Tick
from ...measures.lab.court_wall_and_penalty_floor import Method, lane_of
from ...measures.lab.exhibits import bodies_of
from ..registry import drawing
from ..svg_canvas import CONTACT, FAINT, INK, SOLID, Sheet, hex_of

WIDEST, MOST_KEPT = 0.6, 3.0  # ends of the axes of the kept energy: step angle [rad], and part of the energy
DECADES = 12  # of the energy's axis, up and down: at 1e12 the exhibit stops a mass


def axes(sheet, across, up, names):
    """Draw a horizontal and a vertical axis from the point (across[0], up[0]).

    across, up: (start, end) of the horizontal and of the vertical axis
    names: (horizontal, vertical), written at the ends
    """
    start = (across[0], up[0])
    for end, name, towards in (((across[1], up[0]), names[0], (-0.6, -1)), ((across[0], up[1]), names[1], (1, -0.1))):
        sheet.arrow(start, end, FAINT, 1.4)
        sheet.letter(end, name, INK, towards)


@drawing
def penalty_bounce(run, exhibit: Text, method: Method, until: Tick = 0):
    """Draw, over time, the height of a method's ball above the penalty floor. Entry, exit and greatest depth are marked."""
    heights = [ball.height for ball in lane_of(run, exhibit, method, until)]
    times = [tick / run.page.hz for tick in range(1, len(heights) + 1)]
    low, high, end = min(heights), max(heights), times[-1]
    sheet = Sheet((0.0, low, end, high), height=170, stretched=True, margin=24)
    sheet.path([(0.0, 0.0), (end, 0.0), (end, 1.5 * low), (0.0, 1.5 * low)], "none", fill=SOLID, opacity=0.28, closed=True)
    sheet.path([(0.0, 0.0), (end, 0.0)], SOLID, 2.4)
    sheet.path(list(zip(times, heights)), hex_of(floor_picture.COLOURS[penalty_floor.NAMES.index(method)]), 2.2)
    inside = [time for time, height in zip(times, heights) if height < 0.0]
    deepest = times[int(np.argmin(heights))]
    sheet.path([(deepest, 0.0), (deepest, low)], INK, 1.2, dashed=True)
    sheet.letter((deepest, 1.3 * low), f"{-low:.2f} m deep", INK, (1.0, 0))
    sheet.dot((deepest, low), CONTACT, 4.0)
    sheet.letter((0.0, high), "height", INK, (1, 0.4))
    sheet.letter((end, 0.0), "time", INK, (-1, 1))
    sheet.letter((inside[0], 0.0), "enters", INK, (-1, -1))
    sheet.letter((inside[-1], 0.0), "leaves", INK, (1, -1))
    return sheet.svg(f"A ball's height: it is in the floor for {len(inside)} ticks, at most {-low:.2f} m deep.")


@drawing
def bounce_energies(run, exhibit: Text):
    """Draw the fraction of energy that a bounce keeps, as a function of the step angle.

    The curves are those of three integrators. The dots are the bounces of this run.
    """
    sheet = Sheet((0.0, 0.0, WIDEST, MOST_KEPT), height=190, stretched=True, margin=24)
    axes(sheet, (0.0, 1.04 * WIDEST), (0.0, 1.06 * MOST_KEPT), (r"$\omega h$", "energy kept"))
    sheet.path([(0.0, 1.0), (WIDEST, 1.0)], FAINT, 1.2, dashed=True)
    sheet.letter((0.0, 1.0), "1", INK, (-0.6, 0))
    angles, balls = np.linspace(0.01, WIDEST, 40), bodies_of(run, exhibit)[1].balls
    here = run.record().lab.readouts[exhibit].figures["step_angle"]
    sheet.path([(here, 0.0), (here, 0.8 * MOST_KEPT)], FAINT, 1.2, dashed=True)
    sheet.letter((here, 0.0), f"{here:.3f}", INK, (0.8, 1))
    for number, (name, method) in enumerate(zip(penalty_floor.NAMES, penalty_floor.LANES)):
        colour, kept = hex_of(floor_picture.COLOURS[number]), [energy_factor(method, angle) ** (pi / angle) for angle in angles]
        curve = [(angle, part) for angle, part in zip(angles, kept) if part <= MOST_KEPT]
        sheet.path(curve, colour, 2.2)
        x, y = curve[-1]
        sheet.letter((x, y), name, colour, (1, -0.6) if y > 2.0 else (-1, 0.9))
        if balls[number].kept is not None:
            sheet.dot((here, balls[number].kept), colour, 4.5)
    return sheet.svg("Energy that a bounce keeps: explicit Euler makes some, implicit Euler loses some.")


@drawing
def spring_energies(run, exhibit: Text):
    """Draw the energies of the springs' masses on a logarithmic axis over the steps up to the shot, for each integrator."""
    records, names = run.records[: run.page.shot.tick], springs.NAMES
    steps = [bodies_of(run, exhibit, tick)[1].steps for tick in range(1, len(records) + 1)]
    sheet = Sheet((0.0, -DECADES, steps[-1] + 1, DECADES), height=200, stretched=True, margin=34)
    axes(sheet, (0.0, steps[-1] + 2), (-DECADES, 1.3 * DECADES), ("steps", "energy"))
    for power in (-DECADES, 0, DECADES):
        sheet.path([(0.0, power), (steps[-1], power)], FAINT, 1.0, dashed=True)
        sheet.letter((0.0, power), "1" if power == 0 else f"$10^{{{power}}}$", INK, (-1, 0))
    for name, colour in zip(names, springs_picture.COLOURS):
        powers = [log10(max(record.lab.readouts[exhibit].figures[name], 1e-99)) for record in records]
        curve = [(step, power) for step, power in zip(steps, powers) if abs(power) <= DECADES]
        last = next((n for n, power in enumerate(powers) if n and power == powers[n - 1]), len(curve))
        curve = curve[: max(last, 2)]
        sheet.path([(0, 0.0), *curve], hex_of(colour), 2.2)
        place = (0.78 * steps[-1], {"explicit": 9.5, "semi-implicit": 6.3, "Verlet": 3.1}.get(name, 0.0))
        towards = (0, 1.8) if curve[-1][0] == steps[-1] else (1, 0.8)
        sheet.letter(place if place[1] else curve[-1], name, hex_of(colour), (1, 0) if place[1] else towards)
    return sheet.svg("Energies of five springs: three grow without limit, two fall.")
