"""The counting wall: two blocks and a wall whose collisions count the digits of pi."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor, pi
from typing import ClassVar, NamedTuple

from ..controls import Control, button, dial
from ..exhibit_kinds import exhibit
from ..one_dimension.colliding_blocks import Blocks, advance, blocks
from ..step_input_and_output import Actor, Incident, IncidentKind, Readout

FARTHEST = 5.0  # [m] of the heavy block at which both stop after the last collision. Nearer: too early to see; farther: no room
EXPONENTS = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0)
SAMPLE_EVERY = 4  # ticks between two points of the plot


class WallBodies(NamedTuple):
    """The blocks of the counting wall.

    blocks: positions and velocities, as Blocks
    energy: kinetic energy at the start [J]
    time: since the start [s]
    """

    blocks: Blocks
    energy: float
    time: float = 0.0


@exhibit("counting_wall")
@dataclass(frozen=True)
class CountingWall:
    """A light block of 1 kg between a wall and a heavy block, which approaches at 1 m/s."""

    TITLE: ClassVar[str] = "The counting wall: digits of pi"
    CONTROLS: ClassVar[tuple[Control, ...]] = (
        dial("k", EXPONENTS, 2.0, "", "mass of the heavy block: 1, 100, 10 000 ... for k = 0, 1, 2 ..."),
        button("push", "push the heavy block again"),
    )
    FIGURES: ClassVar[Mapping[str, str]] = {"collisions": "", "predicted": "", "energy change": "of the first energy"}
    CURVES: ClassVar[tuple[str, ...]] = ("time", "light", "heavy")

    def begin(self, values: Mapping[str, float]) -> WallBodies:
        start = blocks(int(values["k"]))
        return WallBodies(start, energy_of(start))

    def step(self, values: Mapping[str, float], bodies: WallBodies, used: frozenset[str], actor: Actor, hz: int):
        if used:
            bodies = self.begin(values)
        before, time = bodies.blocks, bodies.time + 1.0 / hz
        is_out = before.places[1] > FARTHEST and is_over(before)
        after = before if is_out else Blocks(*advance(before, 1.0 / hz))
        new = WallBodies(after, bodies.energy, time)
        change = (energy_of(after) - bodies.energy) / bodies.energy
        figures = {"collisions": float(after.collisions), "predicted": float(predicted(values["k"])), "energy change": change}
        is_new = after.collisions > before.collisions
        incidents = (Incident(IncidentKind.STRUCK, (0.0, 0.0, 1.0), 1.0),) if is_new else ()
        sample = (time, *after.places) if round(time * hz) % SAMPLE_EVERY == 0 else None
        return new, Readout(figures, incidents, sample, bool(used))


def predicted(exponent: float) -> int:
    """Return the number of collisions for a ratio of masses of 100^exponent: floor(pi 10^exponent).

    Source: Galperin, Playing Pool with pi, 2003.
    """
    return floor(pi * 10 ** int(exponent))


def is_over(state: Blocks) -> bool:
    """True if no collision can follow: the light block does not approach the wall, and is not faster than the heavy block."""
    light, heavy = state.velocities
    return 0.0 <= light <= heavy


def energy_of(state: Blocks) -> float:
    """Return the kinetic energy of both blocks [J]."""
    light, heavy = state.velocities
    return 0.5 * (light * light + state.ratio * heavy * heavy)
