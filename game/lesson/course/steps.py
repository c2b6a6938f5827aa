"""Lesson "steps": the first steps of explicit Euler, energies of springs, errors of flights, steps that are too long."""

from math import ceil, cos, log10, pi
from typing import Annotated

import numpy as np

from ...core.value_rules import ListOf, Number, OneOf, Text
from ...lab.exhibits.cannon import GRAVITY
from ...lab.exhibits.cannon import METHODS as CANNON_METHODS
from ...lab.exhibits.cannon import NAMES as METHOD_NAMES
from ...lab.exhibits.springs import NAMES
from ...lab.physics.integrators import METHODS, VERLET, ParticleForces, fly, particle_at
from ..tools.exhibit_measures import LANE_COLOURS, bodies_at, bodies_until, kind_at, values_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import Index, Seconds, Tick, drawing, measure
from ..tools.svg_canvas import BODY, CONTACT, FAINT, INK, NORMAL, PLANE, T1, SvgSheet, diagram, hex_of

MethodName = Annotated[str, OneOf(tuple(METHODS))]
Rate = Annotated[float, Number(1.0, 1000.0, "steps/s")]
LaneNames = Annotated[tuple, ListOf(OneOf(NAMES), least=1)]
EXACT_COLOUR = hex_of((0.25, 0.55, 0.88))  # as the low arc in the scene
TOO_LONG = hex_of((0.95, 0.35, 0.28))


# Measures


@measure
def fall_error(run: Run, method: MethodName, rate: Rate, time: Seconds) -> float:
    """Return the height [m] of a stone above the exact parabola after a fall of `time` [s], by a method with `rate` steps/s."""
    steps = round(time * rate)
    rows = np.empty((steps + 1, 6))
    still = particle_at((0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    end = fly(METHODS[method], ParticleForces((0.0, 0.0, -GRAVITY)), still, np.full(steps, 1.0 / rate), rows)
    return end[0][2] + 0.5 * GRAVITY * time * time


@measure
def energy_factor(run: Run, exhibit: Text, lane: Text) -> float:
    """Return the energy of a spring's mass after its last step, divided by that before the step. `lane`: see spring_period."""
    found = bodies_at(run, exhibit).lanes[NAMES.index(lane)]
    return found.energy / found.before


@measure
def verlet_start(run: Run, exhibit: Text) -> float:
    """Return the height [m] that Verlet needs one step before a cannon's launch, so that the flight is exact."""
    shot = bodies_at(run, exhibit)
    h = 1.0 / shot.rate
    return float(shot.flight[0, 2] - h * shot.flight[0, 5] - 0.5 * GRAVITY * h * h)


# Drawings


@drawing
def euler_steps(run: Run, exhibit: Text, count: Index = 3) -> Svg:
    """Draw the first `count` steps of a cannon's flight, the exact parabola, and the errors after the first and last step."""
    shot = bodies_at(run, exhibit)
    rows = shot.flight[: count + 1]
    (_, _, _, ahead, _, up), h = rows[0], 1.0 / shot.rate
    times = np.linspace(0.0, count * h, 60)
    curve = [(float(ahead * t), float((up - 0.5 * GRAVITY * t) * t)) for t in times]
    points = [(float(row[0]), float(row[2])) for row in rows]
    top = max(y for _, y in points)
    sheet = SvgSheet((-0.5, -0.12 * top, 1.04 * points[-1][0], 1.12 * top), 400, 210, stretched=True, margin=12)
    sheet.path(curve, EXACT_COLOUR, 2.4)
    for start, end in zip(points, points[1:]):
        sheet.arrow(start, end, CONTACT, 2.0)
    for number, (x, y) in enumerate(points):
        sheet.dot((x, y), BODY, 4.0)
        exact = (up - 0.5 * GRAVITY * number * h) * number * h
        if number:
            sheet.path([(x, exact), (x, y)], T1, 1.4, dashed=True)
        if number in (1, count):
            sheet.letter((x, exact if number == 1 else y), f"{y - exact:.3f} m", T1, (1, -0.9) if number == 1 else (-0.6, 1.2))
    sheet.letter(curve[40], "exact", EXACT_COLOUR, (0.4, -1.6))
    sheet.letter(points[1], "explicit Euler", CONTACT, (-0.6, 1.2))
    return sheet.svg("Each step of explicit Euler is straight, so the chain of steps leaves the parabola.")


@drawing
def energies(run: Run, exhibit: Text, lanes: LaneNames) -> Svg:
    """Draw the energies of springs' masses over time on a logarithmic axis, as ratios to the first energy. lanes: methods"""
    states = bodies_until(run, exhibit)
    times = [state.time for state in states]
    curves = {name: [max(state.lanes[NAMES.index(name)].energy, 1e-12) for state in states] for name in lanes}
    powers = [log10(value) for values in curves.values() for value in values]
    low, high = min(*powers, -0.5), max(*powers, 0.5)
    sheet = diagram((0.0, low, times[-1], high), "$t$", "energy / first energy")
    for power in range(int(np.ceil(low)), int(high) + 1):
        sheet.path([(0.0, power), (times[-1], power)], FAINT, 0.6, dashed=True)
        sheet.letter((0.0, power), f"{10.0**power:g}", FAINT, (1, 0.7) if power else (-1, 0))
    for name, values in curves.items():
        sheet.path(list(zip(times, map(log10, values))), LANE_COLOURS[name], 2.4)
        side = (-1.0, 0.9) if values[-1] >= 0.9 else (-1, -0.9)
        sheet.letter((times[-1], log10(values[-1])), f"{name}: {values[-1]:.4g}", LANE_COLOURS[name], side)
    return sheet.svg("; ".join(f"{name}: {values[-1]:.4g}" for name, values in curves.items()))


@drawing
def spring_orbits(run: Run, exhibit: Text, lanes: LaneNames, until: Tick = 0) -> Svg:
    """Draw velocity over position of springs' masses, scaled so that the exact motion is a circle. lanes: methods"""
    states, amplitude = bodies_until(run, exhibit, until), kind_at(run, exhibit).amplitude
    omega = 2.0 * pi * values_at(run, exhibit, until)["frequency"]
    reach = 1.9 * amplitude
    sheet = SvgSheet((-reach, -reach, reach, reach), 400, 230, margin=6)
    left, bottom, right, top = sheet.box
    sheet.arrow((left * 0.92, 0.0), (right * 0.92, 0.0), FAINT, 1.2)
    sheet.arrow((0.0, bottom * 0.97), (0.0, top * 0.97), FAINT, 1.2)
    sheet.letter((right * 0.92, 0.0), "$z$", INK, (-0.5, -1))
    sheet.letter((0.0, top * 0.97), r"$V/\omega$", INK, (1, -0.6))
    sheet.circle((0.0, 0.0), amplitude, INK, 1.2, dashed=True)
    for row, name in enumerate(lanes):
        particles = [state.lanes[NAMES.index(name)].particle for state in states if state.steps]
        points = [(-amplitude, 0.0), *((one.position[2], one.velocity[2] / omega) for one in particles)]
        sheet.path(points, LANE_COLOURS[name], 1.8)
        sheet.dot(points[-1], LANE_COLOURS[name], 4.0)
        sheet.letter((right, top - row * 22 * (top - bottom) / sheet.height), name, LANE_COLOURS[name], (-1, -1))
    sheet.letter((left, top), "exact: dashed", INK, (1, -1))
    sheet.dot((-amplitude, 0.0), INK, 4.0)
    return sheet.svg("Velocity over position of a mass on a spring, by several methods.")


@drawing
def flight_errors(run: Run, exhibit: Text, methods: Annotated[tuple, ListOf(OneOf(METHOD_NAMES), least=1, most=3)]) -> Svg:
    """Draw the height of a cannon's flight above the exact parabola over time, for one to three methods, up to the target."""
    shot = bodies_at(run, exhibit)
    _, _, _, ahead, _, up = shot.flight[0].tolist()
    steps, h = ceil(shot.target / ahead * shot.rate), 1.0 / shot.rate
    times, found = np.arange(steps + 1) * h, {}
    for name in methods:
        rows = np.empty((steps + 1, 6))
        start = particle_at((0.0, 0.0, 0.0), (ahead, 0.0, up))
        fly(CANNON_METHODS[METHOD_NAMES.index(name)], ParticleForces((0.0, 0.0, -GRAVITY)), start, np.full(steps, h), rows)
        found[name] = rows[:, 2] - (up - 0.5 * GRAVITY * times) * times
    low, high = min(map(min, found.values())), max(map(max, found.values()))
    sheet = diagram((0.0, min(low, -0.2), times[-1], max(high, 0.2)), "$t$", "height above the exact flight")
    for name, errors, colour in zip(found, found.values(), (NORMAL, BODY, PLANE)):
        for point in zip(times.tolist(), errors.tolist()):
            sheet.dot(point, colour, 3.0)
        end = round(float(errors[-1]), 9)
        sheet.letter((times[-1], end), f"{name}: {end + 0.0:.2f} m", colour, (-1, 1.2) if end >= -0.01 else (-1.4, 0.0))
    return sheet.svg("; ".join(f"{name}: {round(float(errors[-1]), 9) + 0.0:.2f} m" for name, errors in found.items()))


@drawing
def too_long_steps(run: Run, angles: Annotated[tuple, ListOf(Number(0.01, 3.0), least=1)]) -> Svg:
    """Draw a spring's mass after each of 24 Verlet steps. angles: products of angular frequency and step, one a row [rad]"""
    sheet = SvgSheet((0.0, 0.0, 1.0, 2.0 * len(angles)), 400, 105 * len(angles), stretched=True, margin=8)
    count = 24
    for row, angle in enumerate(angles):
        rows = np.empty((count + 1, 6))
        fly(VERLET, ParticleForces(stiffness=angle * angle), particle_at((0.0, 0.0, -1.0), (0.0, 0.0, 0.0)), np.ones(count), rows)
        most, middle = max(1.0, float(np.abs(rows[:, 2]).max())), 2.0 * (len(angles) - row) - 1.0
        colour = NORMAL if angle < 2.0 else TOO_LONG
        points = [(k / count, middle - 0.1 + 0.6 * z / most) for k, z in enumerate(rows[:, 2].tolist())]
        turns = np.linspace(0.0, count, 40 * count)
        sheet.path([(t / count, middle - 0.1 - 0.6 * cos(angle * t) / most) for t in turns.tolist()], FAINT, 0.6)
        sheet.path([(0.0, middle - 0.1), (1.0, middle - 0.1)], FAINT, 1.0)
        sheet.path(points, colour, 1.6)
        for point in points:
            sheet.dot(point, colour, 2.8)
        sheet.letter((0.0, middle + 1.0), f"$\\omega h$ = {angle:g}", colour, (1, -0.6))
    return sheet.svg("Positions after each step: bounded below 2, growing above.")
