"""Lesson "particle": a flight's slopes, forces on a mass, the cycle of motion, swings, falls and slides."""

from math import pi
from typing import Annotated

import numpy as np

from ...core.value_rules import TEXT, ListOf, Number, OneOf, Text
from ...lab.exhibits.billiards import GRAVITY
from ...lab.exhibits.exhibit import IncidentKind
from ...lab.exhibits.springs import NAMES
from ...lab.physics import motion_and_stability_formulas as formulas
from ...lab.physics.integrators import RUNGE_KUTTA, ParticleForces, fly, particle_at
from ...lab.physics.motion_and_stability_formulas import sliding_distance, terminal_speed
from ..tools.exhibit_measures import LANE_COLOURS, bodies_at, bodies_of, bodies_until, kind_at, number_in, values_at
from ..tools.latex_to_svg import Svg
from ..tools.lesson_records import Run
from ..tools.registry import Index, Seconds, Tick, drawing, measure, names_of
from ..tools.svg_canvas import AFTER, BEFORE, BODY, CONTACT, FAINT, INK, NORMAL, PLANE, T1, SvgSheet, diagram

KindName = Annotated[str, OneOf(names_of(IncidentKind))]
RESULTS = ("terminal_speed", "sliding_distance")
MASS = 2.0  # [kg] of a mass in drawings. The exhibit only knows stiffness / mass


# Measures


@measure
def ball_gap(run: Run, exhibit: Text, ball: Index, other: Index, tick: Tick = 0) -> float:
    """Return the distance [m] between the surfaces of two balls of a table after a tick, negative if they overlap."""
    balls = bodies_at(run, exhibit, tick).balls[[ball, other]]
    return float(np.linalg.norm(balls["position"][0] - balls["position"][1]) - balls["radius"].sum())


@measure
def incidents(run: Run, exhibit: Text, kind: KindName, since: Tick = 0, until: Tick = 0) -> float:
    """Return the number of an exhibit's incidents of a kind, such as "struck", in the ticks after `since`, up to `until`."""
    last, wanted = until or run.page.shot.tick, IncidentKind[kind.upper()]
    readouts = [record.lab.readouts.get(exhibit) for record in run.records[since:last] if record.lab]
    return float(sum(one.kind == wanted for found in readouts if found for one in found.incidents))


@measure
def exhibit_slope(run: Run, exhibit: Text, path: Text, tick: Tick = 0) -> float:
    """Return the change of a number in an exhibit's state during a tick, per second. path: as in `exhibit_number`"""
    before, after = bodies_of(run, exhibit, tick)
    change = number_in(after, path) - number_in(before, path)
    return change * run.simulation.hz


@measure
def flight_slope(run: Run, exhibit: Text, column: Index, step: Index) -> float:
    """Return the change per second of a column of a cannon's flight after row `step`. Column 2: height, 5: upward velocity."""
    shot = bodies_at(run, exhibit)
    return float(shot.flight[step + 1, column] - shot.flight[step, column]) * shot.rate


def falls_of(run: Run, exhibit: str) -> tuple[np.ndarray, np.ndarray]:
    """Return (times [s] from the highest point, downward speeds [m/s]) of a cannon's flight after this point, each (n,)."""
    shot = bodies_at(run, exhibit)
    top = int(shot.flight[:, 2].argmax())
    return np.arange(len(shot.flight) - top) / shot.rate, -shot.flight[top:, 5]


@measure
def fall_ratio(run: Run, exhibit: Text, other: Text, after: Seconds) -> float:
    """Return the speed of a cannon's ball `after` seconds [s] after its highest point, divided by that at the cannon `other`."""
    speed, others = (float(np.interp(after, *falls_of(run, name))) for name in (exhibit, other))
    return speed / others


@measure
def by_formula(run: Run, result: Annotated[str, OneOf(RESULTS)], numbers: Annotated[tuple, ListOf(Number(0.0, 1e6))]) -> float:
    """Return a result of game.lab.physics.motion_and_stability_formulas. result: name of the function; numbers: its arguments"""
    return float(getattr(formulas, result)(*numbers))


@measure
def spring_period(run: Run, exhibit: Text, lane: Text) -> float:
    """Return the time [s] until a lane's mass is at the bottom again. Raises StopIteration if the shot comes earlier."""
    number = NAMES.index(lane)
    speeds = [bodies.lanes[number].particle.velocity[2] for bodies in bodies_until(run, exhibit)]
    last = next(k for k in range(1, len(speeds)) if speeds[k - 1] < 0.0 <= speeds[k])
    return (last + speeds[last - 1] / (speeds[last - 1] - speeds[last])) / run.simulation.hz


# Drawings


@drawing
def flight_slopes(run: Run, exhibit: Text, step: Index) -> Svg:
    """Draw height and vertical velocity of a cannon's ball over time, each with a line through points `step` and `step` + 1."""
    shot = bodies_at(run, exhibit)
    last = int(np.flatnonzero(shot.flight[:, 0] <= shot.target)[-1])
    times, rows = np.arange(last + 1) / shot.rate, shot.flight[: last + 1]
    sheet = SvgSheet((0.0, 0.0, 2.3, 1.0), 400, 190, stretched=True, margin=14)
    for left, column, name, colour, slope in ((0.0, 2, "$p_z$", PLANE, "$V_z$"), (1.25, 5, "$V_z$", NORMAL, "$a_z$")):
        values = rows[:, column]
        low, high = min(values.min(), 0.0), values.max()
        points = [(left + t / times[-1], 0.1 + 0.72 * (v - low) / (high - low)) for t, v in zip(times.tolist(), values.tolist())]
        base = 0.1 + 0.72 * (0.0 - low) / (high - low)
        sheet.arrow((left, base), (left + 1.05, base), FAINT, 1.4)
        sheet.arrow((left, 0.05), (left, 0.98), FAINT, 1.4)
        sheet.letter((left, 0.95), name, colour, (1, 0))
        sheet.letter((left + 1.05, base), "$t$", INK, (-0.5, -1))
        for point in points:
            sheet.dot(point, colour, 3.0)
        a, b = points[step], points[step + 1]
        reach = [tuple(np.add(a, np.subtract(b, a) * share)) for share in (-1.2, 3.0)]
        sheet.path(reach, CONTACT, 1.8)
        for point in (a, b):
            sheet.dot(point, CONTACT, 4.2)
        sheet.letter(reach[1] if column == 2 else b, f"slope {slope}", CONTACT, (0.2, 1.0) if column == 2 else (1, 0.6))
    return sheet.svg("Height and vertical velocity over time. The slopes are the velocity, and the acceleration of -9.81 m/s².")


@drawing
def motion_cycle(run: Run, exhibit: Text) -> Svg:
    """Draw the cycle of motion of a spring's mass of 2 kg in one tick of semi-implicit Euler: F, a, V, p, and F again."""
    lane = NAMES.index("semi-implicit")
    old, new = (bodies.lanes[lane].particle for bodies in bodies_of(run, exhibit))
    squared = (2.0 * pi * values_at(run, exhibit)["frequency"]) ** 2
    pull = -squared * old.position[2]
    sheet = SvgSheet((0.0, 0.0, 400.0, 190.0), 400, 190, margin=0)
    boxes = {
        (90, 150): ("force", f"$F$ = {MASS * pull:.2f} N", BEFORE),
        (310, 150): ("acceleration", f"$a$ = {pull:.2f} m/s²", AFTER),
        (310, 40): ("velocity", f"$V$: {old.velocity[2]:.3f} to {new.velocity[2]:.3f} m/s", NORMAL),
        (90, 40): ("position", f"$p$: {old.position[2]:.3f} to {new.position[2]:.3f} m", PLANE),
    }
    for (x, y), (name, words, colour) in boxes.items():
        sheet.rectangle((x - 86, y - 28, x + 86, y + 28), colour, 1.8, fill=colour, opacity=0.14)
        sheet.letter((x, y + 12), name, colour, (0, 0))
        sheet.letter((x, y - 10), words, INK, (0, 0))
    arrows = (
        ((178, 150), (222, 150), (200, 163), "$/ m$"), ((310, 120), (310, 70), (328, 95), r"$\times h$"),
        ((222, 40), (178, 40), (200, 53), r"$\times h$"), ((90, 70), (90, 120), (150, 95), "forces there"),
    )  # fmt: skip
    for start, end, place, words in arrows:
        sheet.arrow(start, end, INK)
        sheet.letter(place, words, INK, (0, 0))
    return sheet.svg("The cycle of motion: force, acceleration, velocity, position, and the force there.")


@drawing
def spring_forces(run: Run, exhibit: Text) -> Svg:
    """Draw the forces on a spring's mass of 2 kg at rest and at the start: those of spring and weight, and their sum."""
    stiffness = MASS * (2.0 * pi * values_at(run, exhibit)["frequency"]) ** 2
    low, scale = -kind_at(run, exhibit).amplitude, 0.009  # [m] of an arrow for 1 N
    sheet = SvgSheet((-0.2, -1.0, 3.1, 0.72), 400, 230, margin=4)
    sheet.path([(0.0, 0.0), (3.0, 0.0)], FAINT, 1.0, dashed=True)
    sheet.letter((0.0, 0.0), "$z$ = 0", INK, (1, 1))
    sheet.path([(0.0, low), (3.0, low)], FAINT, 1.0, dashed=True)
    sheet.letter((0.0, low), f"$z$ = {low:g} m", INK, (1, 1))
    weight = MASS * GRAVITY
    for x, z in ((1.15, 0.0), (2.15, low)):
        spring = weight - stiffness * z
        turns = [(x + 0.07 * (-1) ** k, z + (0.7 - z) * (1.0 - k / 12.0)) for k in range(1, 12)]
        sheet.path([(x, 0.7), *turns, (x, z)], FAINT, 1.2)
        sheet.circle((x, z), 0.1, BODY, 1.6, fill=BODY, opacity=0.5)
        for shift, force, colour in ((-0.05, spring, PLANE), (0.05, -weight, T1)):
            sheet.arrow((x + shift, z), (x + shift, z + scale * force), colour, 2.6)
        sheet.letter((x + 0.1, z - scale * weight), f"{weight:.1f} N", T1, (1, 0.5))
        sheet.letter((x - 0.1, z + scale * spring), f"{spring:.1f} N", PLANE, (-1, 1) if z else (-1, 0))
        if z < 0.0:
            sheet.arrow((x + 0.2, z), (x + 0.2, z + scale * (spring - weight)), AFTER, 2.6)
            sheet.letter((x + 0.2, z + 0.5 * scale * (spring - weight)), f"sum {spring - weight:.1f} N", AFTER, (1, 0))
    return sheet.svg("Spring and weight on a mass: in balance at rest, upwards below it.")


@drawing
def swings(run: Run, exhibit: Text, damping: Annotated[float, Number(0.0, 100.0, "1/s")]) -> Svg:
    """Draw the height of the Runge-Kutta mass over time up to the shot, and with a damper, its constant over the mass [1/s]."""
    lane, frequency = NAMES.index("Runge-Kutta"), values_at(run, exhibit)["frequency"]
    shown = [bodies for bodies in bodies_until(run, exhibit) if bodies.steps]
    times = [bodies.time for bodies in shown]
    heights = [bodies.lanes[lane].particle.position[2] for bodies in shown]
    steps, h = round(times[-1] * 240), 1.0 / 240.0
    rows = np.empty((steps + 1, 6))
    most = max(map(abs, heights))
    start = particle_at((0.0, 0.0, -most), (0.0, 0.0, 0.0))
    fly(RUNGE_KUTTA, ParticleForces(stiffness=(2.0 * pi * frequency) ** 2, damping=damping), start, np.full(steps, h), rows)
    sheet = diagram((0.0, -most, 1.06 * times[-1], most), "$t$", "$z$")
    sheet.path(list(zip(times, heights)), LANE_COLOURS["Runge-Kutta"], 2.0)
    sheet.path(list(zip((np.arange(steps + 1) * h).tolist(), rows[:, 2].tolist())), CONTACT, 2.4)
    period = 1.0 / frequency
    sheet.measure((0.0, -most), (period, -most), "one period", FAINT, side=-1)
    sheet.letter((0.5 * period, most), "spring alone", LANE_COLOURS["Runge-Kutta"], (1.1, 0))
    sheet.letter((1.5 * period, -most), "with damper", CONTACT, (0, -1))
    return sheet.svg("A mass on a spring swings for ever; with a damper its swing shrinks.")


@drawing
def fall_speeds(run: Run, exhibits: Annotated[tuple[str, ...], ListOf(TEXT, least=1)]) -> Svg:
    """Draw the fall speeds of cannons' balls over the time since their highest points, and their terminal speeds, dashed."""
    falls = [falls_of(run, name) for name in exhibits]
    limits = [terminal_speed(GRAVITY, kind_at(run, name).drag) for name in exhibits]
    longest, top = max(times[-1] for times, _ in falls), 1.12 * max(limits)
    sheet = diagram((0.0, 0.0, longest, top), "time since the top", "speed of the fall", height=175)
    for name, (times, speeds), limit, colour in zip(exhibits, falls, limits, (NORMAL, BODY, PLANE)):
        sheet.path([(0.0, limit), (longest, limit)], colour, 1.3, dashed=True)
        sheet.path(list(zip(times.tolist(), speeds.tolist())), colour, 2.6)
        left = 0.0 if limit < max(limits) else 0.4 * longest
        sheet.letter((left, limit), f"$V_t$ = {limit:.2f} m/s", colour, (1, 0.8))
        sheet.letter((times[-1], float(speeds[-1])), name, colour, (-1, -1.2))
    free = min(longest, top / GRAVITY)
    sheet.line((0.0, 0.0), (free, GRAVITY * free), FAINT, 1.6, text="no air", towards=(-1, 0.7), part=0.72)
    sheet.path([(1.0, 0.0), (1.0, 0.03 * top)], FAINT, 1.4)
    sheet.letter((1.0, 0.0), "1 s", INK, (0, -1))
    return sheet.svg("The speeds of two falls with drag: each approaches its terminal speed.")


@drawing
def sliding_speeds(run: Run, exhibit: Text, since: Tick = 0) -> Svg:
    """Draw the cue ball's speed against its distance from its place after `since`, and that of a particle that only slides."""
    states = [bodies_at(run, exhibit, number).balls[0] for number in range(since, run.page.shot.tick + 1)]
    places = [float(state["position"][0] - states[0]["position"][0]) for state in states]
    speeds = [float(state["velocity"][0]) for state in states]
    values = values_at(run, exhibit)
    start, friction = values["strength"], values["friction"]
    whole = sliding_distance(start, friction, GRAVITY)
    sheet = diagram((0.0, 0.0, 1.12 * whole, start), "distance", "speed", height=160)
    sheet.path([(whole * s, start * (1.0 - s) ** 0.5) for s in np.linspace(0.0, 1.0, 60).tolist()], PLANE, 2.2)
    for point in zip(places[1:], speeds[1:]):
        sheet.dot(point, BODY, 3.4)
    sheet.dot((whole, 0.0), PLANE, 4.0, text=f"{whole:.2f} m", towards=(-1.4, 0.7))
    sheet.letter((0.62 * whole, start * 0.38**0.5), "particle: slides", PLANE, (-1, -1.2))
    sheet.letter((places[-1], speeds[-1]), "ball: rolls", BODY, (0, 1.2))
    return sheet.svg(f"A particle that slides stops after {whole:.2f} m. A ball begins to roll.")
