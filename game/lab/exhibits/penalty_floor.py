"""Penalty floor: balls bounce between a stiff spring and a hard lid. The energy after a bounce depends on the integrator."""

from dataclasses import dataclass
from functools import cache
from math import isfinite, pi
from typing import Annotated, NamedTuple

import numpy as np

from ...core.shapes import Balls, Boxes, Lines, Shape
from ...core.value_rules import Number
from ...level.contents.exhibit_place import ExhibitPlace
from ..physics.integrators import EXPLICIT, IMPLICIT, SEMI_IMPLICIT
from ..physics.overlap_response import bounce_energy, floor_step
from .board_content import BoardContent, BoardRow, Caption, Curve, Plot, quarter_marks
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
    height: float  # above the floor at rest [m]
    speed: float = -SPEED  # upwards [m/s]
    entered: float = 1.0  # energy after the last bounce over the energy at the start, 1.0 before the first bounce
    kept: float | None = None  # energy after the last bounce, of this round or one before by itself, over that before it
    bounces: int = 0  # number of bounces since the throw
    is_wild: bool = False  # True if the ball was stopped because its energy grew beyond WILD


class FloorBodies(NamedTuple):
    """The state of all balls since they were thrown."""

    balls: tuple[BouncingBall, ...]  # a BouncingBall for each method of LANES
    steps: int = 0  # number of integration steps
    time: float = 0.0  # since the throw [s]
    end: float = ROUND  # time at which all balls are thrown again [s]


@exhibit("penalty_floor")
@dataclass(frozen=True)
class PenaltyFloor(ExhibitKind[FloorBodies]):
    """Three equal balls over one floor, each moved by a different integrator."""

    lid: Annotated[float, Number(0.2, 5.0, "m")] = 1.2  # height of the hard lid, which reverses the velocity of a ball [m]

    TITLE = "A floor that is a spring"
    CONTROLS = (
        dial("frequency", FREQUENCIES, 2.0, "Hz", "how stiff the floor is: a stiffer spring swings faster"),
        dial("rate", RATES, 60.0, "steps/s", "steps of time a second; fewer means longer steps"),
        button("throw", "throw all balls down again"),
    )
    FIGURES = {"step_angle": "", **{f"{name}, kept": "of a bounce's energy" for name in NAMES}}

    def begin(self, values: Chosen) -> FloorBodies:
        return FloorBodies((BouncingBall(0.6 * self.lid),) * len(LANES))

    def tick(
        self, values: Chosen, bodies: FloorBodies, used: frozenset[str], actor: Actor, hz: int
    ) -> tuple[FloorBodies, Readout]:
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
        """Return the ball after a number of steps of length `h` [s]. A wild one stays the same. omega: of the floor [rad/s]"""
        for _ in range(0 if ball.is_wild else steps):
            height, speed = floor_step(method, (omega * omega, 0.0), (ball.height, ball.speed), h)
            if height > self.lid:
                height, speed = max(2.0 * self.lid - height, 0.0), -speed
            if ball.height < 0.0 <= height:
                energy = (speed / SPEED) ** 2
                ball = ball._replace(kept=energy / ball.entered, bounces=ball.bounces + 1, entered=energy)
            ball = ball._replace(height=height, speed=speed)
            if height >= 0.0 and ball.entered > WILD:
                return ball._replace(is_wild=True)
        return ball

    def bodies(self, before: ExhibitState[FloorBodies], after: ExhibitState[FloorBodies], part: float) -> list[Shape]:
        first, last = before.bodies, after.bodies
        starts = first.balls if last.time > first.time else last.balls
        boxes, springs, balls = [], [], []
        for x, a, b, colour in zip(XS, starts, last.balls, COLOURS):
            height = (1.0 - part) * a.height + part * b.height
            plate = REST + max(min(height, 0.0), 0.1 - REST)
            boxes += [((x, 0.0, plate - THICK), (HALF, HALF, THICK), PLATE), ((x, 0.0, 0.02), (HALF, HALF, 0.02), METAL)]
            zigzag = [(x + (0.25 if turn % 2 else -0.25), 0.0, 0.04 + (plate - 0.06) * turn / 8.0) for turn in range(9)]
            boxes.append(((x, 0.0, REST + self.lid + 2.0 * RADIUS + 0.04), (HALF, HALF, 0.04), METAL))
            springs += list(zip(zigzag, zigzag[1:]))
            balls.append(((x, 0.0, max(REST + height, 0.1) + RADIUS), RADIUS, colour))
        return [Boxes.of(boxes), Lines(np.array(springs), METAL, 0.02), Balls.of(balls)]

    def sheet(self, state: ExhibitState[FloorBodies]) -> BoardContent:
        """Make the board with each method's part of the energy kept in a bounce: least and greatest by formula, measured."""
        values = self.values(state)
        angle = 2.0 * pi * values["frequency"] / values["rate"]
        wild = next((name for name, ball in zip(NAMES, state.bodies.balls) if ball.is_wild), None)
        notes = (
            "No gravity here: watch the speed after the bounce. Right is 1.",
            f"{wild}: too fast, so it is stopped. Soon all are thrown again."
            if wild
            else f"The range: the floor may be met anywhere in a step. \u03c9h = {angle:.3f}.",
        )
        rows = []
        for name, method, ball in zip(NAMES, LANES, state.bodies.balls):
            least, greatest = range_of_bounce(method, angle)
            kept = "no bounce yet" if ball.kept is None else f"{ball.kept:.3f}"
            by_formula = f"{np.floor(1e3 * least) / 1e3:.3f} to {np.ceil(1e3 * greatest) / 1e3:.3f}"
            rows.append(BoardRow(f"{name}: energy kept", by_formula, kept))
        return BoardContent(self.TITLE, notes, tuple(rows), plot_of(state, angle))

    def captions(self, state: ExhibitState[FloorBodies], place: ExhibitPlace) -> list[Caption]:
        """Make the names of the methods over the balls, and the hint that there is no gravity."""
        top = REST + self.lid + 2.0 * RADIUS
        names = [Caption(name, (x, -HALF - 0.02, top + 0.2), colour) for name, x, colour in zip(NAMES, XS, COLOURS)]
        return [*names, Caption("no gravity here: watch the speed after the bounce", (0.0, -HALF - 0.02, top + 0.5))]

    def overlay(self, state: ExhibitState[FloorBodies]) -> list[Shape]:
        balls = state.bodies.balls
        places = [(x, -RADIUS, max(REST + ball.height, 0.1) + RADIUS) for x, ball in zip(XS, balls)]
        return speed_arrows(places, [ball.speed for ball in balls], COLOURS, 0.02)


@cache
def range_of_bounce(method: int, step_angle: float) -> tuple[float, float]:
    """Return (least, greatest) ratio of energies after and before a bounce, over PHASES phases of the first step.

    step_angle: omega h [rad]. A ratio is inf for a ball that stays in the floor.
    """
    phases = (min(max(phase / (PHASES - 1), END), 1.0 - END) for phase in range(PHASES))
    parts = [bounce_energy(method, step_angle, phase, MOST_STEPS) for phase in phases]
    return min(parts), max(parts)


REST, RADIUS = 1.15, 0.2  # [m] height of the floor at rest; of a ball
XS = lane_places(len(LANES), 1.2)
HALF, THICK = 0.42, 0.03  # [m] half width and half thickness of a plate
WIDEST = (1.0, 4.0)  # ends of the plot's axis of the step angle [rad]: the first one beyond the present angle
MOST_KEPT = (2.0, 4.0, 20.0, 100.0, 1e3, 1e4, 1e6, 1e9)  # ends of the axis of kept energy: the first one beyond the numbers
COLOURS = ((0.56, 0.42, 0.80), (0.90, 0.62, 0.18), (0.85, 0.22, 0.16))
PLATE, METAL = (0.62, 0.63, 0.65), (0.45, 0.47, 0.50)


@cache
def curve_of(method: int, widest: float, top: float) -> np.ndarray:
    """Return a curve's points (n, 2): step angle and mean of `range_of_bounce`, as fractions of axes up to `widest` and `top`."""
    angles = np.linspace(0.02, 1.0, 33) * widest
    kept = np.array([sum(range_of_bounce(method, float(angle))) / 2.0 for angle in angles])
    beyond = np.flatnonzero(~(kept <= top))
    points = np.column_stack([angles / widest, kept / top])
    return points[: beyond[0] if len(beyond) else len(points)]


def plot_of(state: ExhibitState[FloorBodies], angle: float) -> Plot:
    """Make the plot of the kept energy of a bounce over the step angle, with the present one [rad]."""
    seen = [ball.kept for ball in state.bodies.balls if ball.kept is not None]
    seen += [kept for method in LANES for kept in range_of_bounce(method, angle) if isfinite(kept)]
    widest, top = next(end for end in WIDEST if angle <= end), next((end for end in MOST_KEPT if max(seen) <= end), MOST_KEPT[-1])
    curves = [Curve(name, COLOURS[number], curve_of(LANES[number], widest, top)) for number, name in enumerate(NAMES)]
    for number, ball in enumerate(state.bodies.balls):
        if ball.kept is not None:
            curves.append(Curve("", COLOURS[number], np.array([(angle / widest, min(ball.kept / top, 1.0))]), is_dots=True))
    return Plot("energy after a bounce / before it", tuple(curves), quarter_marks("{:g}", top), f"\u03c9h from 0 to {widest:g}")
