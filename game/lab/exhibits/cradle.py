"""Newton's cradle: equal balls on strings, with contacts resolved in pairs or all at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from typing import Annotated, NamedTuple

import numpy as np

from ...core.shapes import Arrow, Balls, Boxes, Lines, Shape
from ...core.value_rules import Number
from ..physics.one_dimension import solve_at_once, solve_in_pairs, swing
from .board_content import BoardContent, BoardRow, Curve, Plot, number
from .exhibit import Actor, Chosen, ExhibitKind, ExhibitState, Incident, IncidentKind, Readout, button, dial, exhibit, switch

COUNT = 5
SOLVERS = (solve_in_pairs, solve_at_once)
SAMPLE_EVERY = 4  # ticks between two points of the plot
LEAST = 1e-9  # [m/s] of a velocity that counts. Smaller: rounding is a velocity; larger: a slow ball counts as at rest


class CradleBodies(NamedTuple):
    """The balls of the cradle, 1 kg each."""

    offsets: tuple[float, ...]  # displacement of each ball from its position at rest [m]
    velocities: tuple[float, ...]  # [m/s]
    before: tuple[float, ...] = ()  # velocities before the first collision [m/s], empty until then
    after: tuple[float, ...] = ()  # after it
    energy: float = 1.0  # at the start [J]
    collisions: int = 0  # number of collisions so far
    time: float = 0.0  # since the start [s]


@exhibit("cradle")
@dataclass(frozen=True)
class Cradle(ExhibitKind[CradleBodies]):
    """Five balls on strings."""

    swing: Annotated[float, Number(0.05, 1.0, "m")] = 0.5  # displacement of the lifted balls at the start [m]
    period: Annotated[float, Number(0.2, 10.0, "s")] = 1.6  # of a swing [s]

    TITLE = "The cradle: order decides"
    CONTROLS = (
        dial("lifted", (1.0, 2.0, 3.0, 4.0), 1.0, "", "how many balls are lifted and released"),
        switch("contacts", ("in pairs", "all at once"), "how contacts at the same time are resolved"),
        button("lift", "lift the balls again"),
    )
    FIGURES = {"momentum": "kg m/s", "energy": "J", "collisions": "", "time": "s"}

    def begin(self, values: Chosen) -> CradleBodies:
        lifted = int(values["lifted"])
        offsets = tuple(-self.swing if ball < lifted else 0.0 for ball in range(COUNT))
        bodies = CradleBodies(offsets, (0.0,) * COUNT)
        return bodies._replace(energy=self.energy(bodies))

    def energy(self, bodies: CradleBodies) -> float:
        """Return the kinetic and potential energy of all balls [J]."""
        frequency = 2.0 * pi / self.period
        return sum(0.5 * (v * v + (frequency * x) ** 2) for x, v in zip(bodies.offsets, bodies.velocities))

    def tick(
        self, values: Chosen, bodies: CradleBodies, used: frozenset[str], actor: Actor, hz: int
    ) -> tuple[CradleBodies, Readout]:
        if used:
            bodies = self.begin(values)
        solve = SOLVERS[int(values["contacts"])]
        seen: list[tuple[tuple[float, ...], tuple[float, ...]]] = []

        def resolve(velocities: Sequence[float], touching: Sequence[bool], restitution: float) -> list[float]:
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

    def bodies(self, before: ExhibitState[CradleBodies], after: ExhibitState[CradleBodies], part: float) -> list[Shape]:
        first = before.bodies if before.bodies.time <= after.bodies.time else after.bodies
        offsets = np.array(first.offsets) * (1.0 - part) + np.array(after.bodies.offsets) * part
        places, rest = ball_places(offsets)
        reach = COUNT * RADIUS + 0.5
        posts = [((side * reach, 0.0, BEAM / 2.0), (0.05, 0.05, BEAM / 2.0), STEEL) for side in (-1, 1)]
        beam, plate = ((0.0, 0.0, BEAM), (reach + 0.05, 0.05, 0.05), STEEL), ((0.0, 0.0, 0.05), (reach + 0.05, 0.35, 0.05), STEEL)
        ends = zip(rest, places.tolist())
        strings = np.array([[(x, side * 0.05, BEAM), place] for x, place in ends for side in (-1, 1)], float)
        return [
            Boxes.of([beam, *posts, plate]),
            Lines(strings, STRING, 0.006),
            Balls(places, np.full(COUNT, RADIUS), np.array(COLOURS)),
        ]

    def sheet(self, state: ExhibitState[CradleBodies]) -> BoardContent:
        """Make the board with the energy, and with velocities after the first collision over the first ball's before it."""
        bodies_, lifted, is_at_once = state.bodies, int(self.values(state)["lifted"]), bool(self.values(state)["contacts"])
        notes = (
            "Both keep momentum and energy: physics does not decide, order does.",
            "In pairs: as many leave as came. All at once: every ball moves.",
        )
        scale = next((v for v in bodies_.before if v > 1e-9), 1.0)
        after = ", ".join(f"{v / scale + 0.0:.2g}" for v in bodies_.after) if bodies_.after else "wait"
        expected = ", ".join("0" * (COUNT - lifted) + "1" * lifted)
        if is_at_once:
            expected = "-.6, .4, .4, .4, .4" if lifted == 1 else ""
        rows = (
            BoardRow("speeds after the first collision", expected, after),
            BoardRow("energy [J]", number(bodies_.energy), number(self.energy(bodies_))),
        )
        return BoardContent(self.TITLE, notes, rows, plot_of(self, state))

    def overlay(self, state: ExhibitState[CradleBodies]) -> list[Shape]:
        """Make an arrow for the velocity of each moving ball, 0.3 m for 1 m/s."""
        places, _ = ball_places(np.array(state.bodies.offsets))
        velocities = zip(places.tolist(), state.bodies.velocities)
        moving = [(x, z, v) for (x, _, z), v in velocities if abs(v) > 1e-6]
        return [Arrow((x, -0.2, z), (x + 0.3 * v, -0.2, z), (0.97, 0.84, 0.16), 0.02) for x, z, v in moving]


RADIUS, LENGTH, BEAM = 0.17, 1.35, 2.3  # of a ball and of its string; height of the beam [m]
COLOURS = ((0.85, 0.22, 0.16), (0.90, 0.62, 0.18), (0.30, 0.66, 0.32), (0.25, 0.55, 0.88), (0.56, 0.42, 0.80))
STEEL, STRING = (0.42, 0.44, 0.48), (0.30, 0.30, 0.32)


def ball_places(offsets: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions (n, 3) of the balls on circles about the beam, and their x at rest (n,) [m]. offsets: (n,) [m]"""
    rest = (np.arange(COUNT) - (COUNT - 1) / 2.0) * 2.0 * RADIUS
    offsets = np.clip(offsets, -0.95 * LENGTH, 0.95 * LENGTH)
    return np.column_stack([rest + offsets, np.zeros(COUNT), BEAM - np.sqrt(LENGTH**2 - offsets**2)]), rest


def plot_of(kind: Cradle, state: ExhibitState[CradleBodies]) -> Plot:
    """Make the plot of the displacement of each ball from its position at rest [m], over time."""
    samples, first = state.plotted(COUNT + 1)
    across, reach = (samples[:, 0] - first) / 16.0, 2.0 * kind.swing
    curves = tuple(
        Curve(f"ball {ball + 1}", COLOURS[ball], np.column_stack([across, np.clip(0.5 + samples[:, ball + 1] / reach, 0.0, 1.0)]))
        for ball in range(COUNT)
    )
    marks = ((0.0, f"{-kind.swing:g}"), (0.5, "0"), (1.0, f"{kind.swing:g}"))
    return Plot("distance from rest [m]", curves, marks, f"{first:.0f} to {first + 16:.0f} s")
