"""The counting wall: two blocks and a wall whose collisions count the digits of pi."""

from dataclasses import dataclass
from math import floor, pi
from typing import NamedTuple

import numpy as np

from ...core.shapes import Arrow, Boxes, Shape
from ..physics.one_dimension import Blocks, advance_blocks, blocks
from .board_content import BoardContent, BoardRow, Curve, Plot
from .exhibit import Actor, Chosen, ExhibitKind, ExhibitState, Incident, IncidentKind, Readout, button, dial, exhibit

FARTHEST = 5.0  # [m] of the heavy block at which both stop after the last collision. Nearer: too early to see; farther: no room
EXPONENTS = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)
SAMPLE_EVERY = 4  # ticks between two points of the plot


class WallBodies(NamedTuple):
    blocks: Blocks  # positions and velocities, as Blocks
    energy: float  # kinetic energy at the start [J]
    time: float = 0.0  # since the start [s]


@exhibit("counting_wall")
@dataclass(frozen=True)
class CountingWall(ExhibitKind[WallBodies]):
    """A light block of 1 kg between a wall and a heavy block, which approaches at 1 m/s."""

    TITLE = "The counting wall: digits of pi"
    CONTROLS = (
        dial("k", EXPONENTS, 2.0, "", "mass of the heavy block: 1, 100, 10 000 ... for k = 0, 1, 2 ..."),
        button("push", "push the heavy block again"),
    )
    FIGURES = {"collisions": "", "predicted": "", "energy change": "of the first energy"}

    def begin(self, values: Chosen) -> WallBodies:
        start = blocks(int(values["k"]))
        return WallBodies(start, energy_of(start))

    def tick(self, values: Chosen, bodies: WallBodies, used: frozenset[str], actor: Actor, hz: int) -> tuple[WallBodies, Readout]:
        if used:
            bodies = self.begin(values)
        before, time = bodies.blocks, bodies.time + 1.0 / hz
        is_out = before.places[1] > FARTHEST and is_over(before)
        after = before if is_out else Blocks(*advance_blocks(before, 1.0 / hz))
        new = WallBodies(after, bodies.energy, time)
        change = (energy_of(after) - bodies.energy) / bodies.energy
        figures = {"collisions": float(after.collisions), "predicted": float(predicted(values["k"])), "energy change": change}
        is_new = after.collisions > before.collisions
        incidents = (Incident(IncidentKind.STRUCK, (0.0, 0.0, 1.0), 1.0),) if is_new else ()
        sample = (time, *after.places) if round(time * hz) % SAMPLE_EVERY == 0 else None
        return new, Readout(figures, incidents, sample, bool(used))

    def bodies(self, before: ExhibitState[WallBodies], after: ExhibitState[WallBodies], part: float) -> list[Shape]:
        values, last = self.values(after), after.bodies
        first = before.bodies if before.bodies.time <= last.time and before.values == after.values else last
        near, far = (a * (1.0 - part) + b * part for a, b in zip(first.blocks.places, last.blocks.places))
        (light, heavy), half = centres(values, (near, far)), half_side(values)
        boxes = [
            ((LEFT - 0.15, 0.0, 0.5 * HEIGHT + 0.5), (0.15, 0.6, 0.5 * HEIGHT + 0.5), STONE),
            ((LEFT + 0.5 * FARTHEST + 0.6, 0.0, 0.5 * HEIGHT), (0.5 * FARTHEST + 0.9, 0.25, 0.5 * HEIGHT), STEEL),
            ((light, 0.0, HEIGHT + SMALL), (SMALL, SMALL, SMALL), LIGHT),
            ((heavy, 0.0, HEIGHT + half), (half, half, half), HEAVY),
        ]
        return [Boxes.of(boxes)]

    def sheet(self, state: ExhibitState[WallBodies]) -> BoardContent:
        values, last = self.values(state), state.bodies
        notes = (
            f"The blue block has {100.0 ** values['k']:g} times the mass. Collisions with the wall count, too.",
            "Their number has the digits of \u03c0, if each comes at its exact time.",
        )
        counted = predicted(values["k"])
        is_wrong = is_over(last.blocks) and last.blocks.collisions != counted
        goes_on = "" if is_over(last.blocks) else ", goes on"
        row = BoardRow("collisions: digits of pi", str(counted), f"{last.blocks.collisions}{goes_on}", is_wrong)
        return BoardContent(self.TITLE, notes, (row,), plot_of(state))

    def overlay(self, state: ExhibitState[WallBodies]) -> list[Shape]:
        """Make an arrow for the velocity of each moving block: 0.5 m for 1 m/s, at most 2 m."""
        values, blocks = self.values(state), state.bodies.blocks
        shapes: list[Shape] = []
        for middle, speed, colour in zip(centres(values, blocks.places), blocks.velocities, (LIGHT, HEAVY)):
            length = float(np.clip(0.5 * speed, -2.0, 2.0))
            if abs(length) > 1e-3:
                shapes.append(Arrow((middle, -0.5, HEIGHT + 0.8), (middle + length, -0.5, HEIGHT + 0.8), colour, 0.025))
        return shapes


def predicted(exponent: float) -> int:
    """Return the number of collisions for masses in the ratio 100^k: floor(pi 10^k) (Galperin, Playing Pool with pi, 2003)."""
    return floor(pi * 10 ** int(exponent))


def is_over(state: Blocks) -> bool:
    """True if no collision can follow: the light block does not approach the wall, and is not faster than the heavy block."""
    light, heavy = state.velocities
    return 0.0 <= light <= heavy


def energy_of(state: Blocks) -> float:
    """Return the kinetic energy of both blocks [J]."""
    light, heavy = state.velocities
    return 0.5 * (light * light + state.ratio * heavy * heavy)


LEFT, HEIGHT = -2.6, 1.0  # [m] of the wall; of the rail
LIGHT, HEAVY = (0.90, 0.62, 0.18), (0.25, 0.55, 0.88)
STEEL, STONE = (0.42, 0.44, 0.48), (0.62, 0.60, 0.56)
SMALL = 0.14  # half side of the light block [m]


def half_side(values: Chosen) -> float:
    """Return half of the heavy block's drawn side [m]. It grows linearly with k, for a ratio of masses of 100^k."""
    return 0.18 + 0.08 * values["k"]


def centres(values: Chosen, places: tuple[float, float]) -> tuple[float, float]:
    """Return the x positions (light, heavy) of both blocks' centres [m], by their distances from the wall.

    The blocks of the simulation have no width. Here they touch when their distances are equal.
    """
    light, heavy = (LEFT + min(place, FARTHEST) for place in places)
    return light + SMALL, heavy + 2.0 * SMALL + half_side(values)


def plot_of(state: ExhibitState[WallBodies]) -> Plot:
    """Make the plot of both blocks' distances from the wall [m], over time."""
    samples, first = state.plotted(3)
    across = (samples[:, 0] - first) / 16.0
    curves = tuple(
        Curve(name, colour, np.column_stack([across, np.clip(samples[:, column] / FARTHEST, 0.0, 1.0)]))
        for name, colour, column in (("light", LIGHT, 1), ("heavy", HEAVY, 2))
    )
    return Plot("distance from the wall [m]", curves, ((0.0, "0"), (1.0, f"{FARTHEST:g}")), f"{first:.0f} to {first + 16:.0f} s")
