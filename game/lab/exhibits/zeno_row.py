"""Zeno row: six balls, each with its own restitution. With a restitution below 1, all bounces are over in a finite time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isinf
from typing import ClassVar, NamedTuple

from ..controls import Control, button, dial
from ..exhibit_kinds import exhibit
from ..one_dimension.bouncing_ball import Bouncing, bounce, dropped, last_bounce
from ..step_input_and_output import Actor, Incident, IncidentKind, Readout

RESTITUTIONS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
NAMES = tuple(f"e = {restitution:g}" for restitution in RESTITUTIONS)
HEIGHTS = (0.25, 0.5, 1.0, 1.5)  # [m]
GRAVITY = 9.81  # [m/s2]
SAMPLE_EVERY = 2  # ticks between two points of the plot
SHOWN = 5.5  # [s] in which the balls move, also while the player is elsewhere


class ZenoBodies(NamedTuple):
    """The state of all balls since they were dropped.

    balls: a Bouncing for each of RESTITUTIONS
    height: of the drop [m]
    ticks: number of ticks since the drop
    """

    balls: tuple[Bouncing, ...]
    height: float
    ticks: int = 0


@exhibit("zeno_row")
@dataclass(frozen=True)
class ZenoRow:
    """Six balls that are dropped together from one height."""

    TITLE: ClassVar[str] = "Zeno: infinitely many bounces"
    CONTROLS: ClassVar[tuple[Control, ...]] = (
        dial("height", HEIGHTS, 1.0, "m", "the height from which the balls fall"),
        button("drop", "drop all balls again"),
    )
    FIGURES: ClassVar[Mapping[str, str]] = {
        **{f"{name}, last bounce": "s" for name in NAMES}, **{f"{name}, bounces": "" for name in NAMES}
    }  # fmt: skip
    CURVES: ClassVar[tuple[str, ...]] = ("time", *NAMES)

    def begin(self, values: Mapping[str, float]) -> ZenoBodies:
        return ZenoBodies((dropped(values["height"]),) * len(RESTITUTIONS), values["height"])

    def step(self, values: Mapping[str, float], bodies: ZenoBodies, used: frozenset[str], actor: Actor, hz: int):
        if used:
            bodies = self.begin(values)
        h, now = 1.0 / hz, bodies.ticks / hz
        balls = tuple(
            Bouncing(*bounce(ball, GRAVITY, restitution, now, h)) for ball, restitution in zip(bodies.balls, RESTITUTIONS)
        )
        incidents = tuple(
            Incident(IncidentKind.STRUCK, (0.0, 0.0, 0.0), ball.speed, (number,))
            for number, (ball, before) in enumerate(zip(balls, bodies.balls))
            if ball.bounces > before.bounces
        )
        after = ZenoBodies(balls, bodies.height, bodies.ticks + 1)
        figures = {f"{name}, last bounce": ball.time for name, ball in zip(NAMES, balls)}
        figures |= {f"{name}, bounces": float(ball.bounces) for name, ball in zip(NAMES, balls)}
        time = after.ticks * h
        sample = (time, *(ball.height for ball in balls)) if after.ticks % SAMPLE_EVERY == 0 and time <= SHOWN else None
        return after, Readout(figures, incidents, sample, bool(used), time < SHOWN)


def predicted(height: float, restitution: float) -> float | None:
    """Return the time from the drop to the last bounce [s], or None for a ball that never stops.

    height: of the drop [m]; restitution: 0..1
    """
    time = last_bounce(height, GRAVITY, restitution)
    return None if isinf(time) else time
