"""Springs: equal masses on equal springs, pulled and released together, each computed by a different method."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite, pi
from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from ...core.value_rules import Number
from ..controls import Control, button, dial, switch
from ..exhibit_kinds import exhibit
from ..particles.forces import Forces
from ..particles.integrators import EXPLICIT, IMPLICIT, RUNGE_KUTTA, SEMI_IMPLICIT, VERLET, Particle, fly
from ..step_input_and_output import Actor, Incident, IncidentKind, Readout

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


class Lane(NamedTuple):
    """One mass and its energies. Energies are ratios to the energy at the start.

    particle: Particle of the mass; its position [m] is relative to the position at rest, with z up
    energy: after the last step
    before: energy one step earlier
    least, greatest: extremes of the energy since the start
    burst: True if the mass was stopped because its energy grew beyond BURST
    """

    particle: Particle
    energy: float = 1.0
    before: float = 1.0
    least: float = 1.0
    greatest: float = 1.0
    burst: bool = False


class SpringBodies(NamedTuple):
    """The state of all masses since they were released.

    lanes: a Lane for each method of LANES
    ticks: number of ticks
    steps: number of integration steps
    time: since the release [s]
    """

    lanes: tuple[Lane, ...]
    ticks: int = 0
    steps: int = 0
    time: float = 0.0


@exhibit("springs")
@dataclass(frozen=True)
class Springs:
    """Five equal masses on springs, each moved by a different integrator, so that their energies can be compared.

    amplitude: distance by which the masses are pulled down before they are released [m]
    frequency: first value of the frequency dial [Hz]
    rate: first value of the dial for integration steps per second
    """

    amplitude: Annotated[float, Number(0.05, 2.0, "m")] = 0.6
    frequency: Annotated[float, Number(FREQUENCIES[0], FREQUENCIES[-1], "Hz")] = 1.0
    rate: Annotated[float, Number(RATES[0], RATES[-1], "steps/s")] = 60.0

    TITLE: ClassVar[str] = "Five methods beside the exact spring"
    CONTROLS: ClassVar[tuple[Control, ...]] = (
        dial("frequency", FREQUENCIES, 1.0, "Hz", "how fast the springs swing: stiffer ones swing faster"),
        dial("rate", RATES, 60.0, "steps/s", "steps of time a second; fewer means longer steps"),
        switch("method", NAMES, "the method whose numbers are shown; all five swing", len(NAMES) - 1),
        button("pull", "pull all masses down and release them"),
    )
    FIGURES: ClassVar[Mapping[str, str]] = {"time": "s", "step_angle": "", **dict.fromkeys(NAMES, "of the first energy")}
    CURVES: ClassVar[tuple[str, ...]] = ("time", *NAMES)

    def starts(self) -> dict[str, float]:
        return {"frequency": self.frequency, "rate": self.rate}

    def begin(self, values: Mapping[str, float]) -> SpringBodies:
        start = Particle((0.0, 0.0, -self.amplitude), (0.0, 0.0, 0.0), (0.0, 0.0, -self.amplitude), 0.0)
        return SpringBodies((Lane(start),) * len(LANES))

    def step(self, values: Mapping[str, float], bodies: SpringBodies, used: frozenset[str], actor: Actor, hz: int):
        restarted = bool(used & {"pull", "frequency", "rate"})
        if restarted:
            bodies = self.begin(values)
        ticks, time = bodies.ticks + 1, bodies.time + 1.0 / hz
        due = int(time * values["rate"] + ROUNDING) - bodies.steps
        omega, h = 2.0 * pi * values["frequency"], 1.0 / values["rate"]
        lanes = tuple(self._advanced(lane, method, omega, h, due) for lane, method in zip(bodies.lanes, LANES))
        incidents = tuple(
            Incident(IncidentKind.BURST, (0.0, 0.0, 0.0), bodies=(number,))
            for number, (lane, earlier) in enumerate(zip(lanes, bodies.lanes))
            if lane.burst and not earlier.burst
        )
        energies = tuple(lane.energy for lane in lanes)
        figures = {"time": time, "step_angle": omega * h, **dict(zip(NAMES, energies))}
        sample = (time, *energies) if ticks % SAMPLE_EVERY == 0 else None
        return SpringBodies(lanes, ticks, bodies.steps + due, time), Readout(figures, incidents, sample, restarted)

    def _advanced(self, lane: Lane, method: int, omega: float, h: float, steps: int) -> Lane:
        """Return the Lane after a number of steps. A lane that bursts in them keeps its earlier numbers.

        method: integrator, such as EXPLICIT
        omega: angular frequency of the spring [rad/s]
        h: length of a step [s]; steps: their number
        """
        if lane.burst or not steps:
            return lane
        rows = np.empty((steps + 1, 6))
        particle = Particle(*fly(method, Forces(stiffness=omega * omega), lane.particle, np.full(steps, h), rows))
        whole = omega * omega * self.amplitude * self.amplitude
        energies = ((rows[:, 5] ** 2 + omega * omega * rows[:, 2] ** 2) / whole).tolist()
        if not isfinite(energies[-1]) or energies[-1] > BURST:
            return lane._replace(burst=True)
        least, greatest = min(lane.least, *energies), max(lane.greatest, *energies)
        return Lane(particle, energies[-1], energies[-2], least, greatest)
