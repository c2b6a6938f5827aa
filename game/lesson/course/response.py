"""Lesson "response": the impulse at a wall, a ball in a penalty floor, the energy that a bounce keeps."""

from math import dist, log10, pi
from typing import Annotated

import numpy as np

from ...core.value_rules import OneOf, Text
from ...lab.exhibits import springs
from ...lab.exhibits.court import HALF_THICK, RADIUS
from ...lab.exhibits.penalty_floor import COLOURS, LANES, NAMES, BouncingBall
from ...lab.physics.motion_and_stability_formulas import energy_factor
from ..tools.exhibit_measures import board, bodies_at, bodies_until, readout
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import Tick, drawing, measure
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, XY, SvgSheet, hex_of

Method = Annotated[str, OneOf(NAMES)]
SPEED_SCALE = 0.2  # [m] drawn for 1 m/s
WIDEST, MOST_KEPT = 0.6, 3.0  # ends of the axes of the kept energy: step angle [rad], and part of the energy
DECADES = 12  # of the energy's axis, up and down: at 1e12 the exhibit stops a mass


# Measures


def lane_of(run: Run, exhibit: str, method: str, until: int = 0) -> list[BouncingBall]:
    """Return the ball of a method after each tick from 1 to `until`, or to the shot's tick for 0."""
    return [bodies.balls[NAMES.index(method)] for bodies in bodies_until(run, exhibit, until)]


@measure
def flier_impulse(run: Run, exhibit: Text) -> float:
    """Return the magnitude of the impulse [N s] on the court's projectile of 1 kg, from the first tick to the tick."""
    return dist(bodies_at(run, exhibit, 1).velocity, bodies_at(run, exhibit).velocity)


@measure
def in_wall(run: Run, exhibit: Text) -> float:
    """Return the number of ticks after which the court's projectile overlaps the wall."""
    fliers = [bodies.flier for bodies in bodies_until(run, exhibit)]
    return float(sum(flier is not None and abs(flier[1]) < RADIUS + HALF_THICK for flier in fliers))


@measure
def deepest(run: Run, exhibit: Text, method: Method) -> float:
    """Return the greatest depth [m] of a method's ball in the penalty floor up to the tick, negative if it is always above."""
    return -min(ball.height for ball in lane_of(run, exhibit, method))


@measure
def bounce_by_formula(run: Run, exhibit: Text, method: Method) -> float:
    """Return the energy left after a bounce on the penalty floor: (energy factor of a step) ** (pi / step angle)."""
    angle = board(run.record(), exhibit)["step_angle"]
    return energy_factor(LANES[NAMES.index(method)], angle) ** (pi / angle)


@measure
def ratio(run: Run, exhibit: Text, reading: Text, since: Tick, until: Tick = 0) -> float:
    """Return a figure of the exhibit's board after the tick `since`, divided by that after the tick `until`."""
    return readout(run, exhibit, reading, since) / readout(run, exhibit, reading, until)


# Drawings


@drawing
def wall_impulse(run: Run, exhibit: Text) -> Svg:
    """Draw the court's ball at its contact with the wall, the normal n, and the ball's velocities at tick 1 and the shot."""
    first, last = bodies_at(run, exhibit, 1).velocity[1], bodies_at(run, exhibit).velocity[1]
    before, after = SPEED_SCALE * abs(first), SPEED_SCALE * abs(last)
    sheet = SvgSheet((-0.3, -0.6, 2.1, 0.6), height=170, margin=10)
    sheet.wall((0.0, -0.75), (0.0, 0.75), -0.3)
    sheet.circle((RADIUS, 0.0), RADIUS, BODY, 2.0)
    sheet.dot((0.0, 0.0), CONTACT, 4.0, text="contact", towards=(-1, -1.0))
    sheet.arrow((RADIUS, 0.0), (RADIUS + 0.45, 0.0), NORMAL, text="$n$", towards=(1, 0))
    sheet.arrow((RADIUS + before, 0.38), (RADIUS, 0.38), BEFORE, text=f"before: {abs(first):.3g} m/s", towards=(0, 1), part=0.4)
    sheet.arrow((RADIUS, -0.38), (RADIUS + after, -0.38), AFTER, text=f"after: {abs(last):.3g} m/s", towards=(0, -1), part=0.6)
    return sheet.svg(f"A ball at a wall: {abs(first):.3g} m/s towards it before, {abs(last):.3g} m/s away from it after.")


@drawing
def passing_ball(run: Run, exhibit: Text) -> Svg:
    """Draw the court's projectile from the side as it passes through the wall, every sixth tick, up to the shot's tick."""
    fliers = [bodies.flier for bodies in bodies_until(run, exhibit)]
    places = [(tick, -flier[1]) for tick, flier in enumerate(fliers, 1) if flier is not None and abs(flier[1]) < 1.1]
    sheet = SvgSheet((-1.2, -0.5, 1.2, 0.55), height=120, margin=6)
    sheet.rectangle((-HALF_THICK, -0.7, HALF_THICK, 0.7), PLANE, 1.6, fill=PLANE, opacity=0.25)
    reach = RADIUS + HALF_THICK
    inside = [tick for tick, y in places if abs(y) < reach]
    for tick, y in places:
        if (tick - inside[0]) % 6 == 0:
            meets = abs(y) < reach
            sheet.circle((y, 0.0), RADIUS, CONTACT if meets else BODY, 1.6, fill=CONTACT if meets else "none", opacity=0.15)
    start = dict(places)[inside[0]]
    sheet.dot((start, 0.0), CONTACT, 4.0)
    sheet.letter((start, 0.22), f"tick {inside[0]}: prologue, sound", CONTACT, (-0.2, 1))
    sheet.letter((0.0, -0.24), f"in the wall for {len(inside)} ticks", CONTACT, (0, -1))
    return sheet.svg(f"A ball passes a wall: it overlaps the wall after {len(inside)} ticks, and meets it once.")


def axes(sheet: SvgSheet, across: XY, up: XY, names: tuple[str, str]) -> None:
    """Draw a horizontal and a vertical axis from (across[0], up[0]), named at the ends. across, up: (start, end)"""
    start = (across[0], up[0])
    for end, name, towards in (((across[1], up[0]), names[0], (-0.6, -1)), ((across[0], up[1]), names[1], (1, -0.1))):
        sheet.arrow(start, end, FAINT, 1.4)
        sheet.letter(end, name, INK, towards)


@drawing
def penalty_bounce(run: Run, exhibit: Text, method: Method, until: Tick = 0) -> Svg:
    """Draw, over time, the height of a method's ball above the penalty floor. Entry, exit and greatest depth are marked."""
    heights = [ball.height for ball in lane_of(run, exhibit, method, until)]
    times = [tick / run.page.hz for tick in range(1, len(heights) + 1)]
    low, high, end = min(heights), max(heights), times[-1]
    sheet = SvgSheet((0.0, low, end, high), height=170, stretched=True, margin=24)
    sheet.wall((0.0, 0.0), (end, 0.0), -1.5 * low)
    sheet.path(list(zip(times, heights)), hex_of(COLOURS[NAMES.index(method)]), 2.2)
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
def bounce_energies(run: Run, exhibit: Text) -> Svg:
    """Draw the fraction of energy that a bounce keeps over the step angle: curves of integrators, and this run's bounces."""
    sheet = SvgSheet((0.0, 0.0, WIDEST, MOST_KEPT), height=190, stretched=True, margin=24)
    axes(sheet, (0.0, 1.04 * WIDEST), (0.0, 1.06 * MOST_KEPT), (r"$\omega h$", "energy kept"))
    sheet.path([(0.0, 1.0), (WIDEST, 1.0)], FAINT, 1.2, dashed=True)
    sheet.letter((0.0, 1.0), "1", INK, (-0.6, 0))
    angles, balls = np.linspace(0.01, WIDEST, 40), bodies_at(run, exhibit).balls
    here = board(run.record(), exhibit)["step_angle"]
    sheet.path([(here, 0.0), (here, 0.8 * MOST_KEPT)], FAINT, 1.2, dashed=True)
    sheet.letter((here, 0.0), f"{here:.3f}", INK, (0.8, 1))
    for number, (name, method) in enumerate(zip(NAMES, LANES)):
        colour, kept = hex_of(COLOURS[number]), [energy_factor(method, angle) ** (pi / angle) for angle in angles]
        curve = [(angle, part) for angle, part in zip(angles, kept) if part <= MOST_KEPT]
        sheet.path(curve, colour, 2.2)
        x, y = curve[-1]
        sheet.letter((x, y), name, colour, (1, -0.6) if y > 2.0 else (-1, 0.9))
        if balls[number].kept is not None:
            sheet.dot((here, balls[number].kept), colour, 4.5)
    return sheet.svg("Energy that a bounce keeps: explicit Euler makes some, implicit Euler loses some.")


@drawing
def spring_energies(run: Run, exhibit: Text) -> Svg:
    """Draw the energies of the springs' masses on a logarithmic axis over the steps up to the shot, for each integrator."""
    records = run.records[: run.page.shot.tick]
    steps = [bodies.steps for bodies in bodies_until(run, exhibit)]
    sheet = SvgSheet((0.0, -DECADES, steps[-1] + 1, DECADES), height=200, stretched=True, margin=34)
    axes(sheet, (0.0, steps[-1] + 2), (-DECADES, 1.3 * DECADES), ("steps", "energy"))
    for power in (-DECADES, 0, DECADES):
        sheet.path([(0.0, power), (steps[-1], power)], FAINT, 1.0, dashed=True)
        sheet.letter((0.0, power), "1" if power == 0 else f"$10^{{{power}}}$", INK, (-1, 0))
    for name, colour in zip(springs.NAMES, springs.COLOURS):
        powers = [log10(max(board(record, exhibit)[name], 1e-99)) for record in records]
        curve = [(step, power) for step, power in zip(steps, powers) if abs(power) <= DECADES]
        last = next((n for n, power in enumerate(powers) if n and power == powers[n - 1]), len(curve))
        curve = curve[: max(last, 2)]
        sheet.path([(0, 0.0), *curve], hex_of(colour), 2.2)
        place = (0.78 * steps[-1], {"explicit": 9.5, "semi-implicit": 6.3, "Verlet": 3.1}.get(name, 0.0))
        towards = (0, 1.8) if curve[-1][0] == steps[-1] else (1, 0.8)
        sheet.letter(place if place[1] else curve[-1], name, hex_of(colour), (1, 0) if place[1] else towards)
    return sheet.svg("Energies of five springs: three grow without limit, two fall.")
