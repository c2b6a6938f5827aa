"""Springs: equal masses on equal springs, pulled and released together, each computed by a different method."""

from dataclasses import dataclass
from math import cos, inf, isfinite, log, pi, sin
from typing import Annotated, NamedTuple

import numpy as np

from ...core.shapes import Arrow, Balls, Boxes, Lines, Polyline, Shape
from ...core.value_rules import Number
from ...core.vec3 import Vector
from ...level.contents.exhibit_place import ExhibitPlace
from ..physics.integrators import EXPLICIT, IMPLICIT, RUNGE_KUTTA, SEMI_IMPLICIT, VERLET, Particle, ParticleForces, fly
from ..physics.motion_and_stability_formulas import damped_swing, energy_bounds, energy_factor, stable_below
from .board_content import METHOD_WORDS, BoardContent, BoardRow, Caption, Curve, Plot, decades_of, log_height, number, power_text
from .exhibit import (
    Actor,
    Chosen,
    ExhibitKind,
    ExhibitState,
    Incident,
    IncidentKind,
    Readout,
    button,
    dial,
    exhibit,
    lane_places,
    switch,
)

# The lanes: methods in the order of their places. The switch begins with one that is right and ends with the one that fails.
LANES = (RUNGE_KUTTA, VERLET, SEMI_IMPLICIT, IMPLICIT, EXPLICIT)
NAMES = ("Runge-Kutta", "Verlet", "semi-implicit", "implicit", "explicit")
# Energy over the first energy at which a lane is stopped. Smaller: a lane that only looks wild is stopped; larger: numbers of no
# meaning, and in the end infinity.
BURST = 1e12
ROUNDING = 1e-6  # steps. Smaller: the sum of many ticks falls short of a step; larger: a step comes early
SAMPLE_EVERY = 3  # ticks. Fewer: the plot is too short for a slow spring; more: corners at fast ones
FREQUENCIES = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0, 16.0, 19.0, 20.0, 24.0)
RATES = (5.0, 10.0, 15.0, 20.0, 30.0, 60.0, 90.0, 120.0, 240.0)
DAMPINGS = (0.0, 0.1, 0.2, 0.5, 1.0, 2.0)  # [1/s], below twice the least angular frequency: more would not swing
STEP = 1.1  # [m] between two lanes
LEFT, *XS = lane_places(1 + len(LANES), STEP)  # the exact solution is to the left of the lanes
REST, BEAM = 2.35, 3.9  # heights of the masses at rest and of the beam [m]
RADIUS = 0.24  # of a mass [m]
FARTHEST = 1.45  # [m] largest distance from rest at which a mass is drawn. Larger: masses in the floor or the beam
TURNS, COIL, WIRE = 9, 0.11, 0.016  # of a spring; radii of its coil and its wire [m]
BESIDE, TUBE = 0.34, 0.32  # [m] from a spring to its damper; half the height of a damper's cylinder
COLOURS = ((0.30, 0.66, 0.32), (0.25, 0.55, 0.88), (0.56, 0.42, 0.80), (0.90, 0.62, 0.18), (0.85, 0.22, 0.16))
TRUE, METAL, GONE, INK = (0.62, 0.63, 0.65), (0.45, 0.47, 0.50), (0.20, 0.06, 0.05), (0.12, 0.13, 0.15)


class SpringLane(NamedTuple):
    """One mass and its energies, as ratios to the energy at the start."""

    particle: Particle  # Particle of the mass; its position [m] is relative to the position at rest, with z up
    energy: float = 1.0  # after the last step
    before: float = 1.0  # energy one step earlier
    least: float = 1.0  # since the start
    greatest: float = 1.0
    burst: bool = False  # True if the mass was stopped because its energy grew beyond BURST


class SpringBodies(NamedTuple):
    """The state of all masses since they were released."""

    lanes: tuple[SpringLane, ...]  # a SpringLane for each method of LANES
    ticks: int = 0  # number of ticks
    steps: int = 0  # number of integration steps
    time: float = 0.0  # since the release [s]


@exhibit("springs")
@dataclass(frozen=True)
class Springs(ExhibitKind[SpringBodies]):
    """Five equal masses on springs, each moved by a different integrator, so that their energies can be compared."""

    amplitude: Annotated[float, Number(0.05, 2.0, "m")] = 0.6  # by which the masses are pulled down before their release [m]
    frequency: Annotated[float, Number(FREQUENCIES[0], FREQUENCIES[-1], "Hz")] = 1.0  # first value of the frequency dial [Hz]
    rate: Annotated[float, Number(RATES[0], RATES[-1], "steps/s")] = 60.0

    TITLE = "Five methods beside the exact spring"
    CONTROLS = (
        dial("frequency", FREQUENCIES, 1.0, "Hz", "how fast the springs swing: stiffer ones swing faster"),
        dial("rate", RATES, 60.0, "steps/s", "steps of time a second; fewer means longer steps"),
        dial("damping", DAMPINGS, 0.0, "/s", "a damper beside each spring: its force by mass and speed"),
        switch("method", NAMES, "the method whose numbers are shown; all five swing", len(NAMES) - 1),
        button("pull", "pull all masses down and release them"),
    )
    FIGURES = {"time": "s", "step_angle": "", **dict.fromkeys(NAMES, "of the first energy")}

    def starts(self) -> dict[str, float]:
        return {"frequency": self.frequency, "rate": self.rate}

    def begin(self, values: Chosen) -> SpringBodies:
        start = Particle((0.0, 0.0, -self.amplitude), (0.0, 0.0, 0.0), (0.0, 0.0, -self.amplitude), 0.0)
        return SpringBodies((SpringLane(start),) * len(LANES))

    def tick(
        self, values: Chosen, bodies: SpringBodies, used: frozenset[str], actor: Actor, hz: int
    ) -> tuple[SpringBodies, Readout]:
        restarted = bool(used & {"pull", "frequency", "rate", "damping"})
        if restarted:
            bodies = self.begin(values)
        ticks, time = bodies.ticks + 1, bodies.time + 1.0 / hz
        due = int(time * values["rate"] + ROUNDING) - bodies.steps
        omega, h = 2.0 * pi * values["frequency"], 1.0 / values["rate"]
        forces = ParticleForces(stiffness=omega * omega, damping=values["damping"])
        lanes = tuple(self._advanced(lane, method, forces, h, due) for lane, method in zip(bodies.lanes, LANES))
        incidents = tuple(
            Incident(IncidentKind.BURST, (0.0, 0.0, 0.0), bodies=(number,))
            for number, (lane, earlier) in enumerate(zip(lanes, bodies.lanes))
            if lane.burst and not earlier.burst
        )
        energies = tuple(lane.energy for lane in lanes)
        figures = {"time": time, "step_angle": omega * h, **dict(zip(NAMES, energies))}
        sample = (time, *energies) if ticks % SAMPLE_EVERY == 0 else None
        return SpringBodies(lanes, ticks, bodies.steps + due, time), Readout(figures, incidents, sample, restarted)

    def _advanced(self, lane: SpringLane, method: int, forces: ParticleForces, h: float, steps: int) -> SpringLane:
        """Return the lane after steps of length `h` [s]. One that bursts keeps its numbers."""
        if lane.burst or not steps:
            return lane
        rows = np.empty((steps + 1, 6))
        particle = Particle(*fly(method, forces, lane.particle, np.full(steps, h), rows))
        whole = forces.stiffness * self.amplitude * self.amplitude
        energies = ((rows[:, 5] ** 2 + forces.stiffness * rows[:, 2] ** 2) / whole).tolist()
        if not isfinite(energies[-1]) or energies[-1] > BURST:
            return lane._replace(burst=True)
        least, greatest = min(lane.least, *energies), max(lane.greatest, *energies)
        return SpringLane(particle, energies[-1], energies[-2], least, greatest)

    def bodies(self, before: ExhibitState[SpringBodies], after: ExhibitState[SpringBodies], part: float) -> list[Shape]:
        """Make masses, springs and beam. A ring marks the chosen method."""
        first, last = before.bodies, after.bodies
        starts = first.lanes if last.ticks > first.ticks else last.lanes
        heights = [
            height_of((1.0 - part) * a.particle.position[2] + part * b.particle.position[2]) for a, b in zip(starts, last.lanes)
        ]
        values, began = self.values(after), first.time if last.ticks > first.ticks else 0.0
        exact, _ = damped_swing(2.0 * pi * values["frequency"], values["damping"], began + (last.time - began) * part)
        heights.insert(0, height_of(-self.amplitude * exact))
        places = [(x, 0.0, height) for x, height in zip((LEFT, *XS), heights)]
        colours = [TRUE, *(GONE if lane.burst else colour for lane, colour in zip(last.lanes, COLOURS))]
        beam = Boxes.of([((0.0, 0.0, BEAM + 0.06), ((len(LANES) / 2.0 + 1.0) * STEP, 0.08, 0.06), METAL)])
        springs = [Polyline(coil(place), METAL, WIRE) for place in places]
        rest = np.array([[(x - 0.35, 0.0, REST), (x + 0.35, 0.0, REST)] for x, _, _ in places])
        shapes: list[Shape] = [beam, Balls(np.array(places), np.full(len(places), RADIUS), np.array(colours)), *springs]
        chosen = XS[int(values["method"])]
        ring = np.array([(chosen + 0.42 * cos(a), 0.42 * sin(a), 0.02) for a in np.linspace(0.0, 2.0 * pi, 25)])
        shapes += [Lines(rest, TRUE, 0.006), Polyline(ring, COLOURS[int(values["method"])], 0.03)]
        return [*shapes, *dampers(places)] if values["damping"] else shapes

    def sheet(self, state: ExhibitState[SpringBodies]) -> BoardContent:
        """Make the board with all energies over time, and with the factor or the bounds of the chosen method's energy."""
        values, chosen = self.values(state), int(self.values(state)["method"])
        angle, braking = 2.0 * pi * values["frequency"] / values["rate"], values["damping"] / values["rate"]
        words = stability(LANES[chosen], angle, braking)
        name, step = NAMES[chosen], f"\u03c9h = 2\u03c0 {values['frequency']:g} / {values['rate']:g} = {angle:.3f}"
        exact_words = (
            f"Grey is exact: a tenth of its energy is left after {log(10.0) / values['damping']:.3g} s."
            if braking
            else "Six equal pulls. Grey is exact: its energy stays 1."
        )
        is_cut = any(abs(lane.particle.position[2]) > FARTHEST for lane in state.bodies.lanes)
        notes = (
            "The drawing of a swing is cut off at the beam. The numbers go on. Grey is exact: energy 1."
            if is_cut
            else f"{exact_words} The colours are five methods.",
            f"{name}: {METHOD_WORDS[name]}. {step}: {words}",
        )
        exact = damped_swing(2.0 * pi * values["frequency"], values["damping"], state.bodies.steps / values["rate"])[1]
        return BoardContent(self.TITLE, notes, rows_of(state.bodies, chosen, angle, braking, exact), plot_of(state, chosen))

    def captions(self, state: ExhibitState[SpringBodies], place: ExhibitPlace) -> list[Caption]:
        """Make the name of its method over each spring, and "exact" over the grey mass."""
        names = (("exact", INK), *zip(NAMES, COLOURS))
        return [Caption(name, (x, -0.1, BEAM + 0.28), colour) for x, (name, colour) in zip((LEFT, *XS), names)]

    def overlay(self, state: ExhibitState[SpringBodies]) -> list[Shape]:
        """Make an arrow for each mass's velocity times the step, and lines at the amplitudes of the energy's bounds."""
        values = self.values(state)
        shapes: list[Shape] = []
        h, angle = 1.0 / values["rate"], 2.0 * pi * values["frequency"] / values["rate"]
        for x, lane, method, colour in zip(XS, state.bodies.lanes, LANES, COLOURS):
            z, speed = lane.particle.position[2], lane.particle.velocity[2]
            end = (x, -RADIUS, height_of(z + h * speed))
            shapes.append(Arrow((x, -RADIUS, height_of(z)), end, colour, 0.02))
            for bound in (not values["damping"] and energy_bounds(method, angle)) or ():
                reach = self.amplitude * bound**0.5
                lines = [[(x + across, -RADIUS, height_of(side * reach)) for across in (-0.3, 0.3)] for side in (-1, 1)]
                shapes.append(Lines(np.array(lines), colour, 0.008))
        return shapes


def height_of(z: float) -> float:
    """Return the height at which a mass is drawn [m]: its rest height plus its displacement [m], limited to +-FARTHEST."""
    return REST + float(np.clip(z, -FARTHEST, FARTHEST))


def dampers(places: list[Vector]) -> list[Shape]:
    """Make a damper beside the spring of each mass at a place [m]: a cylinder under the beam, and a rod in it."""
    xs = np.array([x for x, _, _ in places]) + BESIDE
    cylinders = Boxes(np.column_stack([xs, 0.0 * xs, 0.0 * xs + BEAM - TUBE]), np.tile((0.05, 0.05, TUBE), (len(xs), 1)),
                      np.tile(INK, (len(xs), 1)))  # fmt: skip
    rods = np.array([[(x, 0.0, z), (x, 0.0, BEAM - TUBE)] for x, (_, _, z) in zip(xs.tolist(), places)])
    arms = np.array([[(place[0], 0.0, place[2]), (x, 0.0, place[2])] for x, place in zip(xs.tolist(), places)])
    return [cylinders, Lines(np.concatenate([rods, arms]), METAL, 0.02)]


def coil(place: Vector) -> np.ndarray:
    """Return the points (n, 3) of a spring from the beam to the top of its mass, whose centre is at a place [m]."""
    x, y, z = place
    angles = np.linspace(0.0, 2.0 * pi * TURNS, 6 * TURNS + 1)
    heights = np.linspace(BEAM, z + RADIUS, len(angles))
    points = np.column_stack([x + COIL * np.sin(angles), y + COIL * np.cos(angles), heights])
    points[0, :2] = points[-1, :2] = x, y
    return points


def stability(method: int, angle: float, braking: float) -> str:
    """Return in words whether a method is stable at a step angle [rad], with a damping times step."""
    if braking:
        is_falling = energy_factor(method, angle, braking) < 1.0 and swings(method, angle, braking)
        return "energy falls" if is_falling else "TOO LONG A STEP"
    limit = stable_below(method)
    words = {0.0: "never stable", inf: "always stable"}.get(limit, f"stable below {limit:.3g}")
    return f"{words} - TOO LONG A STEP" if angle > limit > 0.0 else words


def swings(method: int, angle: float, braking: float) -> bool:
    """True if the mass swings in steps of an angle [rad], with a damping times step: a step's matrix has no real eigenvalues."""
    if method not in (SEMI_IMPLICIT, VERLET):
        return True
    trace = 2.0 - braking - angle * angle
    if method == VERLET:
        trace += 0.5 * braking * (braking + angle * angle)
    return trace * trace < 4.0 * energy_factor(method, angle, braking)


def rows_of(bodies: SpringBodies, chosen: int, angle: float, braking: float, exact: float) -> tuple[BoardRow, ...]:
    """Return the rows with the energy of the chosen method: factor and energy now, or the least and greatest one.

    exact: energy of the exact swing; with a damper that is what the method's energy stands beside
    """
    lane, method = bodies.lanes[chosen], LANES[chosen]
    factor = energy_factor(method, angle, braking)
    if lane.burst:
        return (BoardRow("energy", number(factor**bodies.steps), "stopped at 1e12", True),)
    if braking:
        by_formula = f"{factor:.5f}" if swings(method, angle, braking) else "grows"
        mean = lane.energy ** (1.0 / bodies.steps) if bodies.steps else 1.0
        return (
            BoardRow("each step: energy times, mean", by_formula, f"{mean:.5f}"),
            BoardRow("energy: exact, and here", number(exact), number(lane.energy), wrong=not 0.5 < lane.energy / exact < 2.0),
        )
    if method in (EXPLICIT, IMPLICIT, RUNGE_KUTTA):
        return (
            BoardRow("each step: energy times", f"{factor:.7g}", f"{lane.energy / lane.before:.7g}" if lane.before else "-"),
            BoardRow(f"energy after {bodies.steps} steps", number(factor**bodies.steps), number(lane.energy)),
        )
    bounds = energy_bounds(method, angle)
    least, greatest = (number(bound) for bound in bounds) if bounds else ("none", "none")
    return BoardRow("least energy", least, number(lane.least)), BoardRow("greatest energy", greatest, number(lane.greatest))


def plot_of(state: ExhibitState[SpringBodies], chosen: int) -> Plot:
    """Make the plot of the energies over time, as ratios to the first energy, on a logarithmic axis. The chosen curve is bold."""
    samples, first = state.plotted(len(LANES) + 1)
    decades = decades_of(samples[:, 1:].ravel().tolist())
    across = (samples[:, 0] - first) / 12.0
    curves = tuple(
        Curve(NAMES[lane], COLOURS[lane], np.column_stack([across, log_height(samples[:, lane + 1], decades)]), lane == chosen)
        for lane in range(len(LANES))
    )
    parts = (0.0, 0.5, 1.0) if decades == 1.0 else (0.0, 0.25, 0.5, 0.75, 1.0)
    marks = tuple((part, power_text((2.0 * part - 1.0) * decades)) for part in parts)
    return Plot("energy over the first energy", curves, marks, f"{first:.0f} to {first + 12.0:.0f} s")
