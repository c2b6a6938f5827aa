"""Penalty floor: balls bounce between a stiff spring and a hard lid. The energy after a bounce depends on the integrator."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import pi
from typing import Annotated, ClassVar, NamedTuple

from ...core.value_rules import Number
from ..controls import Control, button, dial
from ..exhibit_kinds import exhibit
from ..particles.integrators import EXPLICIT, IMPLICIT, SEMI_IMPLICIT
from ..particles.penalty_floor import bounce_energy, floor_step
from ..step_input_and_output import Actor, Incident, IncidentKind, Readout

LANES = (SEMI_IMPLICIT, IMPLICIT, EXPLICIT)
NAMES = ("semi-implicit", "implicit", "explicit")
SPEED = 3.0  # [m/s] downwards at the start. There is no gravity, whose own error in a step would be added to that of the bounce
FREQUENCIES = (1.0, 1.5, 2.0, 3.0, 5.0, 8.0, 12.0, 18.0)  # [Hz] of a ball on the floor's spring
RATES = (30.0, 60.0, 120.0, 240.0)
WILD = 6.0  # energy over the first energy at which a ball is stopped. Smaller: one bounce may; larger: it leaves the hall
# After a ball was stopped, and after a throw, the time until all balls are thrown again [s]. Shorter: the numbers are not read;
# longer: nothing moves, or the slowest ball creeps, while a visitor watches.
PAUSE, ROUND = 3.0, 10.0
PHASES = 33  # of the first step in the floor, for the range of one bounce. Fewer: bounces outside of it; more: takes longer
END = 1e-6  # the first and last phase are this far from a whole step. Smaller: rounding decides on which side they are
MOST_STEPS = 10_000  # of a bounce. Fewer: slow ones count as balls that stay in the floor
ROUNDING = 1e-6  # steps. Smaller: the sum of many ticks falls short of a step; larger: a step comes early


class BouncingBall(NamedTuple):
    """A ball on the penalty floor.

    height: above the floor at rest [m]; speed: upwards [m/s]
    entered: energy after the last bounce over the energy at the start, 1.0 before the first bounce
    kept: energy after the last bounce over the energy before it, None before the first one. A round that begins by itself takes
    the value of the round before.
    bounces: number of bounces since the throw
    is_wild: True if the ball was stopped because its energy grew beyond WILD
    """

    height: float
    speed: float = -SPEED
    entered: float = 1.0
    kept: float | None = None
    bounces: int = 0
    is_wild: bool = False


class FloorBodies(NamedTuple):
    """The state of all balls since they were thrown.

    balls: a BouncingBall for each method of LANES
    steps: number of integration steps
    time: since the throw [s]
    end: time at which all balls are thrown again [s]
    """

    balls: tuple[BouncingBall, ...]
    steps: int = 0
    time: float = 0.0
    end: float = ROUND


@exhibit("penalty_floor")
@dataclass(frozen=True)
class PenaltyFloor:
    """Three equal balls over one floor, each moved by a different integrator.

    lid: height of the hard lid, which reverses the velocity of a ball [m]
    """

    lid: Annotated[float, Number(0.2, 5.0, "m")] = 1.2

    TITLE: ClassVar[str] = "A floor that is a spring"
    CONTROLS: ClassVar[tuple[Control, ...]] = (
        dial("frequency", FREQUENCIES, 2.0, "Hz", "how stiff the floor is: a stiffer spring swings faster"),
        dial("rate", RATES, 60.0, "steps/s", "steps of time a second; fewer means longer steps"),
        button("throw", "throw all balls down again"),
    )
    FIGURES: ClassVar[Mapping[str, str]] = {"step_angle": "", **{f"{name}, kept": "of a bounce's energy" for name in NAMES}}
    CURVES: ClassVar[tuple[str, ...]] = ()

    def begin(self, values: Mapping[str, float]) -> FloorBodies:
        return FloorBodies((BouncingBall(0.6 * self.lid),) * len(LANES))

    def step(self, values: Mapping[str, float], bodies: FloorBodies, used: frozenset[str], actor: Actor, hz: int):
        if used & {"throw", "frequency", "rate"}:
            bodies = self.begin(values)
        elif bodies.time >= bodies.end:
            start = self.begin(values)
            bodies = start._replace(balls=tuple(new._replace(kept=old.kept) for new, old in zip(start.balls, bodies.balls)))
        time, omega, h = bodies.time + 1.0 / hz, 2.0 * pi * values["frequency"], 1.0 / values["rate"]
        due = int(time * values["rate"] + ROUNDING) - bodies.steps
        balls = tuple(self._advanced(ball, method, omega, h, due) for ball, method in zip(bodies.balls, LANES))
        incidents = tuple(
            Incident(IncidentKind.BURST if ball.is_wild else IncidentKind.STRUCK, (0.0, 0.0, 0.0), 1.0, (number,))
            for number, (ball, before) in enumerate(zip(balls, bodies.balls))
            if ball.bounces > before.bounces or ball.is_wild > before.is_wild
        )
        kept = {f"{name}, kept": float("nan") if ball.kept is None else ball.kept for name, ball in zip(NAMES, balls)}
        end = min(bodies.end, time + PAUSE) if any(ball.is_wild for ball in balls) else bodies.end
        return FloorBodies(balls, bodies.steps + due, time, end), Readout({"step_angle": omega * h, **kept}, incidents)

    def _advanced(self, ball: BouncingBall, method: int, omega: float, h: float, steps: int) -> BouncingBall:
        """Return the BouncingBall after a number of steps. A wild ball stays the same.

        method: integrator, one of LANES
        omega: angular frequency of the floor [rad/s]
        h: length of a step [s]; steps: their number
        """
        for _ in range(0 if ball.is_wild else steps):
            height, speed = floor_step(method, (omega * omega, 0.0), 0.0, (ball.height, ball.speed), h)
            if height > self.lid:
                height, speed = max(2.0 * self.lid - height, 0.0), -speed
            if ball.height < 0.0 <= height:
                energy = (speed / SPEED) ** 2
                ball = ball._replace(kept=energy / ball.entered, bounces=ball.bounces + 1, entered=energy)
            ball = ball._replace(height=height, speed=speed)
            if height >= 0.0 and ball.entered > WILD:
                return ball._replace(is_wild=True)
        return ball


@cache
def range_of_bounce(method: int, step_angle: float) -> tuple[float, float]:
    """Return (least, greatest) ratio of the energy after a bounce to the energy before it, over PHASES phases.

    A phase is the depth at which the first step into the floor would end without the floor's force, in paths of one step.
    method: integrator; step_angle: angular frequency of the floor times step [rad]
    A ratio is inf for a ball that stays in the floor.
    """
    phases = (min(max(phase / (PHASES - 1), END), 1.0 - END) for phase in range(PHASES))
    parts = [bounce_energy(method, step_angle, phase, MOST_STEPS) for phase in phases]
    return min(parts), max(parts)
