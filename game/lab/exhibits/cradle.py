"""Newton's cradle: equal balls on strings, with contacts resolved in pairs or all at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import pi
from typing import Annotated, ClassVar, NamedTuple

from ...core.value_rules import Number
from ..controls import Control, button, dial, switch
from ..exhibit_kinds import exhibit
from ..one_dimension.newtons_cradle_solvers import solve_at_once, solve_in_pairs, swing
from ..step_input_and_output import Actor, Incident, IncidentKind, Readout

COUNT = 5
SOLVERS = (solve_in_pairs, solve_at_once)
SAMPLE_EVERY = 4  # ticks between two points of the plot
LEAST = 1e-9  # [m/s] of a velocity that counts. Smaller: rounding is a velocity; larger: a slow ball counts as at rest


class CradleBodies(NamedTuple):
    """The balls of the cradle, 1 kg each.

    offsets: displacement of each ball from its position at rest [m]; velocities: [m/s]
    before, after: velocities at the first collision, before and after it [m/s]; empty until then
    energy: at the start [J]
    collisions: number of collisions so far
    time: since the start [s]
    """

    offsets: tuple[float, ...]
    velocities: tuple[float, ...]
    before: tuple[float, ...] = ()
    after: tuple[float, ...] = ()
    energy: float = 1.0
    collisions: int = 0
    time: float = 0.0


@exhibit("cradle")
@dataclass(frozen=True)
class Cradle:
    """Five balls on strings.

    swing: displacement of the lifted balls at the start [m]
    period: of a swing [s]
    """

    swing: Annotated[float, Number(0.05, 1.0, "m")] = 0.5
    period: Annotated[float, Number(0.2, 10.0, "s")] = 1.6

    TITLE: ClassVar[str] = "The cradle: order decides"
    CONTROLS: ClassVar[tuple[Control, ...]] = (
        dial("lifted", (1.0, 2.0, 3.0, 4.0), 1.0, "", "how many balls are lifted and released"),
        switch("contacts", ("in pairs", "all at once"), "how contacts at the same time are resolved"),
        button("lift", "lift the balls again"),
    )
    FIGURES: ClassVar[Mapping[str, str]] = {"momentum": "kg m/s", "energy": "J", "collisions": "", "time": "s"}
    CURVES: ClassVar[tuple[str, ...]] = ("time", *(f"ball {number}" for number in range(1, COUNT + 1)))

    def begin(self, values: Mapping[str, float]) -> CradleBodies:
        lifted = int(values["lifted"])
        offsets = tuple(-self.swing if ball < lifted else 0.0 for ball in range(COUNT))
        bodies = CradleBodies(offsets, (0.0,) * COUNT)
        return bodies._replace(energy=self.energy(bodies))

    def energy(self, bodies: CradleBodies) -> float:
        """Return the kinetic and potential energy of all balls [J]. Each ball has 1 kg."""
        frequency = 2.0 * pi / self.period
        return sum(0.5 * (v * v + (frequency * x) ** 2) for x, v in zip(bodies.offsets, bodies.velocities))

    def step(self, values: Mapping[str, float], bodies: CradleBodies, used: frozenset[str], actor: Actor, hz: int):
        if used:
            bodies = self.begin(values)
        solve = SOLVERS[int(values["contacts"])]
        seen: list[tuple[tuple[float, ...], tuple[float, ...]]] = []

        def resolve(velocities, touching, restitution):
            after = solve(velocities, touching, restitution)
            seen.append((tuple(velocities), tuple(after)))
            return after

        balls = list(bodies.offsets), list(bodies.velocities)
        offsets, velocities, made = swing(*balls, 2.0 * pi / self.period, 1.0 / hz, resolve)
        first = seen[0] if seen and not bodies.after else (bodies.before, bodies.after)
        time = bodies.time + 1.0 / hz
        new = CradleBodies(tuple(offsets), tuple(velocities), *first, bodies.energy, bodies.collisions + made, time)
        figures = {"momentum": sum(velocities), "energy": self.energy(new), "collisions": float(new.collisions), "time": time}
        sample = (time, *offsets) if round(time * hz) % SAMPLE_EVERY == 0 else None
        change = max((abs(b - a) for before, after in seen for a, b in zip(before, after)), default=0.0)
        incidents = (Incident(IncidentKind.STRUCK, (0.0, 0.0, 1.0), change),) if change > LEAST else ()
        return new, Readout(figures, incidents, sample, bool(used))
