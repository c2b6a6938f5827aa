"""Zeno row: six balls, each with its own restitution. With a restitution below 1, all bounces are over in a finite time."""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...core.shapes import Balls, Boxes, Lines, Shape
from ...level.contents.exhibit_place import ExhibitPlace
from ..physics.one_dimension import Bouncing, bounce, last_bounce
from .board_content import BoardContent, BoardRow, Caption, Curve, Plot
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
    speed_arrows,
)

RESTITUTIONS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
NAMES = tuple(f"e = {restitution:g}" for restitution in RESTITUTIONS)
HEIGHTS = (0.25, 0.5, 1.0, 1.5)  # [m]
GRAVITY = 9.81  # [m/s2]
SAMPLE_EVERY = 2  # ticks between two points of the plot
MOVING_TIME = 5.5  # [s] in which the balls move, also while the player is elsewhere
RADIUS, TOP = 0.16, 0.35  # [m] of a ball; of the plate on which they bounce
XS = lane_places(len(RESTITUTIONS), 0.72)
COLOURS = (
    (0.55, 0.57, 0.60), (0.25, 0.55, 0.88), (0.30, 0.66, 0.32), (0.56, 0.42, 0.80), (0.90, 0.62, 0.18), (0.85, 0.22, 0.16),
)  # fmt: skip
STONE, MARK = (0.42, 0.44, 0.48), (0.94, 0.93, 0.90)
ON_BOARD = (2, 3, 4)  # indices of the balls whose numbers the board has: e = 0.4 to 0.8


class ZenoBodies(NamedTuple):
    """The state of all balls since they were dropped."""

    balls: tuple[Bouncing, ...]  # a Bouncing for each of RESTITUTIONS
    height: float  # of the drop [m]
    ticks: int = 0  # number of ticks since the drop


@exhibit("zeno_row")
@dataclass(frozen=True)
class ZenoRow(ExhibitKind[ZenoBodies]):
    """Six balls that are dropped together from one height."""

    TITLE = "Zeno: infinitely many bounces"
    CONTROLS = (
        dial("height", HEIGHTS, 1.0, "m", "the height from which the balls fall"),
        button("drop", "drop all balls again"),
    )
    FIGURES = {
        **{f"{name}, last bounce": "s" for name in NAMES}, **{f"{name}, bounces": "" for name in NAMES}
    }  # fmt: skip

    def begin(self, values: Chosen) -> ZenoBodies:
        return ZenoBodies((Bouncing(values["height"]),) * len(RESTITUTIONS), values["height"])

    def tick(self, values: Chosen, bodies: ZenoBodies, used: frozenset[str], actor: Actor, hz: int) -> tuple[ZenoBodies, Readout]:
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
        sample = (time, *(ball.height for ball in balls)) if after.ticks % SAMPLE_EVERY == 0 and time <= MOVING_TIME else None
        return after, Readout(figures, incidents, sample, bool(used), time < MOVING_TIME)

    def bodies(self, before: ExhibitState[ZenoBodies], after: ExhibitState[ZenoBodies], part: float) -> list[Shape]:
        first, last = before.bodies, after.bodies
        starts = first.balls if last.ticks > first.ticks else last.balls
        heights = [(1.0 - part) * a.height + part * b.height for a, b in zip(starts, last.balls)]
        centres = np.array([(x, 0.0, TOP + RADIUS + height) for x, height in zip(XS, heights)])
        wide = XS[-1] + 0.4
        plate = Boxes.of([((0.0, 0.0, TOP / 2.0), (wide, 0.35, TOP / 2.0), STONE)])
        line = TOP + RADIUS + last.height
        mark = Lines(np.array([[(-wide, 0.0, line), (wide, 0.0, line)]]), MARK, 0.008)
        return [plate, mark, Balls(centres, np.full(len(centres), RADIUS), np.array(COLOURS))]

    def sheet(self, state: ExhibitState[ZenoBodies]) -> BoardContent:
        shown = state.bodies
        notes = (
            "e: part of the speed left after a bounce. Each bounce is shorter.",
            "After infinitely many, at sqrt(2H/g) (1 + e)/(1 - e), it is at rest.",
        )
        rows = []
        for number in ON_BOARD:
            ball, time = shown.balls[number], last_bounce(shown.height, GRAVITY, RESTITUTIONS[number])
            measured = f"{ball.time:.4f} s" if ball.is_at_rest else f"bounce {ball.bounces}"
            rows.append(BoardRow(f"{NAMES[number]}: at rest after", f"{time:.4f} s", measured))
        return BoardContent(self.TITLE, notes, tuple(rows), plot_of(state))

    def captions(self, state: ExhibitState[ZenoBodies], place: ExhibitPlace) -> list[Caption]:
        """Make a Caption with the restitution of each ball, behind the ball and so high that it is seen over the desk."""
        return [Caption(name, (x, 0.3, TOP + 1.42), colour, 0.1) for name, x, colour in zip(NAMES, XS, COLOURS)]

    def overlay(self, state: ExhibitState[ZenoBodies]) -> list[Shape]:
        balls = state.bodies.balls
        places = [(x, -RADIUS, TOP + RADIUS + ball.height) for x, ball in zip(XS, balls)]
        return speed_arrows(places, [ball.speed for ball in balls], COLOURS, 0.015)


def plot_of(state: ExhibitState[ZenoBodies]) -> Plot:
    samples, first = state.plotted(len(RESTITUTIONS) + 1)
    heights = samples[:, 1:] / (1.1 * state.bodies.height)
    across = (samples[:, 0] - first) / MOVING_TIME
    lines = (np.column_stack([across, heights[:, number]]) for number in range(len(NAMES)))
    curves = tuple(Curve(*drawn) for drawn in zip(NAMES, COLOURS, lines))
    marks = tuple((part / 1.1, f"{part * state.bodies.height:g} m") for part in (0.0, 0.5, 1.0))
    return Plot("height", curves, marks, f"{first:.0f} to {first + MOVING_TIME:.1f} s")
