"""Billiards: fifteen balls and a cue ball on a level table, with their momentum, energy and losses."""

from dataclasses import dataclass
from math import isnan, nan, radians, sqrt
from typing import NamedTuple

import numpy as np

from ...core.elementary_functions import cos, sin
from ...core.shapes import Arrow, Balls, Boxes, Shape
from ...core.vec3 import length
from ..physics import balls_in_box_step
from ..physics.ball_array import BallRules, BallWorld, balls_at, energy, momentum
from ..physics.contact_impulses import slide
from ..physics.ellipsoid_among_balls import NO_OBSTACLE
from ..physics.event_driven import LOST, MEETINGS, WALL_HITS
from ..physics.walls_of_turning_box import box
from .ball_room import COLOURS, GRAVITY
from .board_content import BoardContent, BoardRow, Curve, Plot
from .exhibit import Actor, Chosen, ExhibitKind, ExhibitState, Incident, IncidentKind, Readout, button, dial, exhibit, switch

HALF = (1.6, 0.8, 0.5)  # [m], half of the space in which the balls move
RADIUS, MASS = 0.06, 0.17  # of a ball [m], [kg]
HEIGHT = 0.9  # of the balls' centres over the floor [m]
RACK_GAP = 1e-4  # between two balls of the triangle [m]. Smaller: rounding makes them overlap; larger: the triangle looks loose
UP = (0.0, 0.0, 1.0)
SAMPLE_EVERY = 6  # ticks between two points of the plot


class Impact(NamedTuple):
    """The collisions of one tick in which balls met each other, and no ball met a cushion."""

    before: tuple[float, ...]  # sum of momenta (3,) [kg m/s]
    after: tuple[float, ...]
    predicted: float  # energy lost [J], nan if the simultaneous solver took part
    measured: float
    is_cut: bool = False  # True if there were too many collisions in the tick, so that the simultaneous solver finished it


class TableBodies(NamedTuple):
    """The balls of the table. The solver "all at once" has no formula here for its losses."""

    balls: np.ndarray  # (16,) of BALL, the cue ball first, relative to the point HEIGHT over the exhibit's origin
    collisions: int = 0  # between balls since the start; for "all at once", pairs that came together in a tick
    predicted: float = 0.0  # energy lost by formula in the last tick with a collision [J], nan for "all at once"
    measured: float = 0.0
    time: float = 0.0  # since the start [s]
    impact: Impact | None = None  # the last Impact, or None before the first
    cut: float = 0.0  # part of the time since the last shot that this solver computed for too many collisions in order [s]


@exhibit("billiards")
@dataclass(frozen=True)
class Billiards(ExhibitKind[TableBodies]):
    """A table of fifteen balls and a cue ball."""

    TITLE = "Billiards: what a collision keeps"
    CONTROLS = (
        dial("aim", (-12.0, -6.0, -3.0, -1.0, 0.0, 1.0, 3.0, 6.0, 12.0), 1.0, "degrees", "direction of the shot"),
        dial("strength", (1.0, 2.0, 4.0, 8.0), 4.0, "m/s", "speed of the shot"),
        dial("mass", (1.0, 2.0, 5.0, 20.0), 1.0, "times", "mass of the cue ball, by that of the others"),
        dial("bounce", (0.0, 0.5, 0.8, 0.95, 1.0), 1.0, "", "part of the closing speed that is left after a collision"),
        dial("friction", (0.0, 0.05, 0.2), 0.0, "", "friction of the cloth: a ball slides, then rolls"),
        switch("solver", ("in order of time", "all at once"), "how collisions are resolved"),
        button("shoot", "strike the cue ball"),
        button("turn", "turn all velocities round: without friction and losses, all runs back"),
        button("rack", "set up the balls again"),
    )
    FIGURES = {
        "momentum": "kg m/s", "energy": "J", "loss by formula": "J", "loss": "J", "collisions": "", "momentum before": "kg m/s",
        "momentum after": "kg m/s", "cut": "s",
    }  # fmt: skip

    def begin(self, values: Chosen) -> TableBodies:
        return TableBodies(balls_at(places(), np.zeros((16, 3)), RADIUS, MASS))

    def tick(
        self, values: Chosen, bodies: TableBodies, used: frozenset[str], actor: Actor, hz: int
    ) -> tuple[TableBodies, Readout]:
        if "rack" in used:
            bodies = self.begin(values)
        balls, dt, angle = bodies.balls.copy(), 1.0 / hz, radians(values["aim"])
        if "turn" in used:
            balls["velocity"] *= -1.0
            balls["spin"] *= -1.0
        if "shoot" in used:
            balls["mass"][0] = MASS * values["mass"]
            balls["velocity"][0] = values["strength"] * cos(angle), values["strength"] * sin(angle), 0.0
            balls["spin"][0] = 0.0
        slide(balls, UP, values["friction"], GRAVITY, dt / 2.0)
        before, total, memory = energy(balls), momentum(balls), balls_in_box_step.memory_for(len(balls))
        world = BallWorld(box(HALF, dt), BallRules(restitution=values["bounce"]), NO_OBSTACLE)
        is_simultaneous = bool(values["solver"])
        velocities, ahead = balls["velocity"].copy(), collisions_ahead(balls, dt) if is_simultaneous else None
        method = balls_in_box_step.SIMULTANEOUS if is_simultaneous else balls_in_box_step.EVENT_DRIVEN
        done = balls_in_box_step.step(method, balls, memory, world)
        change = float(np.abs(balls["velocity"] - velocities).max())
        predicted, measured, impact, made = bodies.predicted, bodies.measured, bodies.impact, 0
        if change > 0.0:
            predicted = nan if is_simultaneous or done.cut > 0.0 else float(memory.events.sums[LOST])
            measured = before - energy(balls)
            made, at_cushions = ahead if ahead is not None else memory.events.counts[[MEETINGS, WALL_HITS]].tolist()
            if made and not at_cushions:  # a cushion changes the sum of momenta
                impact = Impact(tuple(total.tolist()), tuple(momentum(balls).tolist()), predicted, measured, done.cut > 0.0)
        slide(balls, UP, values["friction"], GRAVITY, dt / 2.0)
        cut = (0.0 if "shoot" in used else bodies.cut) + done.cut
        after = TableBodies(balls, bodies.collisions + made, predicted, measured, bodies.time + dt, impact, cut)
        figures = {
            "momentum": length(momentum(balls).tolist()), "energy": energy(balls), "loss by formula": predicted,
            "loss": measured, "collisions": float(after.collisions),
            "momentum before": length(impact.before) if impact else nan,
            "momentum after": length(impact.after) if impact else nan, "cut": after.cut,
        }  # fmt: skip
        incidents = (Incident(IncidentKind.STRUCK, (0.0, 0.0, HEIGHT), change),) if change > 0.0 else ()
        sample = (after.time, figures["energy"]) if round(after.time * hz) % SAMPLE_EVERY == 0 else None
        return after, Readout(figures, incidents, sample, "rack" in used)

    def bodies(self, before: ExhibitState[TableBodies], after: ExhibitState[TableBodies], part: float) -> list[Shape]:
        first, last = before.bodies, after.bodies
        start = first if first.time <= last.time else last
        centres = start.balls["position"] * (1.0 - part) + last.balls["position"] * part + (0.0, 0.0, HEIGHT)
        (x, y, _), top = HALF, HEIGHT - RADIUS
        middles = [(0, 0, top / 2), (x + 0.06, 0, top), (-x - 0.06, 0, top), (0, y + 0.06, top), (0, -y - 0.06, top)]
        halves = [(x, y, top / 2), *[(0.06, y + 0.12, 0.08)] * 2, *[(x, 0.06, 0.08)] * 2]
        table = Boxes(np.array(middles, float), np.array(halves), np.array([CLOTH, *[WOOD] * 4]))
        return [table, Balls(centres, last.balls["radius"], np.array([WHITE, *COLOURS[1:16]]))]

    def sheet(self, state: ExhibitState[TableBodies]) -> BoardContent:
        """Make the board with momenta before and after the last Impact, the energy lost in it, and the energy of all balls."""
        shown = state.bodies
        notes = (
            "A collision of balls keeps the sum of momenta. A cushion changes it.",
            f"{shown.collisions} collisions so far. By formula: the sum before. Measured: after.",
        )
        if self.values(state)["solver"]:
            notes = (
                "All at once is for heaps: a ball that would overlap is held back.",
                f"This takes energy and changes the sum. {shown.collisions} collisions so far.",
            )
        elif shown.cut:
            notes = f"{shown.cut:.2f} s had too many collisions and ended all at once.", "That changes momenta and energy."
        rows = (*impact_rows(shown.impact), BoardRow("energy of all balls now", "", f"{energy(shown.balls):.4f} J"))
        samples = np.array(state.samples, float).reshape(-1, 2)
        top = next((end for end in MOST_ENERGY if samples[:, 1].max(initial=0.0) <= end), MOST_ENERGY[-1])
        first, last = (samples[0, 0], max(samples[-1, 0], samples[0, 0] + 1.0)) if len(samples) else (0.0, 1.0)
        points = np.column_stack([(samples[:, 0] - first) / (last - first), np.minimum(samples[:, 1] / top, 1.0)])
        marks = tuple((part, f"{top * part:g}") for part in (0.0, 0.5, 1.0))
        plot = Plot("energy [J]", (Curve("energy", INK, points, True),), marks, f"{first:.0f} to {last:.0f} s")
        return BoardContent(self.TITLE, notes, rows, plot)

    def overlay(self, state: ExhibitState[TableBodies]) -> list[Shape]:
        """Make the arrows of all momenta, tip to tail, and of their sum."""
        balls = state.bodies.balls
        shapes: list[Shape] = []
        tail = start = np.array([0.0, 0.0, HEIGHT + ABOVE])
        for velocity, mass, kind in zip(balls["velocity"], balls["mass"], range(16)):
            if mass * np.linalg.norm(velocity) > LEAST:
                tip = tail + mass * velocity  # 1 m for 1 kg m/s
                shapes.append(Arrow(tuple(tail), tuple(tip), tuple(COLOURS[kind])))
                tail = tip
        if np.linalg.norm(tail - start) > LEAST:
            shapes.append(Arrow(tuple(start), tuple(tail), SUM, 0.02))
        return shapes


def collisions_ahead(balls: np.ndarray, step: float) -> tuple[int, int]:
    """Predict the collisions in a step from straight paths. Returns (pairs that meet, hits of cushions)."""
    first, second = np.triu_indices(len(balls), 1)
    apart = balls["position"][first] - balls["position"][second]
    distance = np.sqrt((apart * apart).sum(axis=1))
    closing = balls["velocity"][first] - balls["velocity"][second]
    speed = (apart * closing).sum(axis=1) / distance
    gap = distance - balls["radius"][first] - balls["radius"][second]
    moved = balls["position"] + step * balls["velocity"]
    ends = np.abs(moved) + balls["radius"][:, None]
    return int(((gap + step * speed < 0.0) & (speed < 0.0)).sum()), int((ends > HALF).sum())


def places() -> np.ndarray:
    """Return the centres (16, 3) [m] of the cue ball and of the triangle of fifteen balls, as in TableBodies."""
    apart, found = 2.0 * RADIUS + RACK_GAP, [(-0.8, 0.0, 0.0)]
    for row in range(5):
        found += [(0.4 + row * apart * sqrt(0.75), (k - row / 2.0) * apart, 0.0) for k in range(row + 1)]
    return np.array(found)


CLOTH, WOOD, SUM, INK = (0.12, 0.42, 0.26), (0.42, 0.26, 0.14), (0.94, 0.80, 0.20), (0.25, 0.55, 0.88)
WHITE = (0.95, 0.95, 0.92)
ABOVE = 0.4  # [m] of the arrows over the balls' centres
LEAST = 1e-6  # [kg m/s] of an arrow that is drawn
MOST_ENERGY = tuple(digit * 10.0**power for power in range(-1, 4) for digit in (1, 2, 5))  # [J] ends of the axis of energy
KEPT = 1e-9  # [kg m/s] of a change of momentum that is only rounding


def impact_rows(impact: Impact | None) -> tuple[BoardRow, ...]:
    """Return two rows: the sums of momenta before and after an Impact, and the energy lost in it. Without one they say so."""
    names = "sum of momenta, before and after", "energy lost in that collision"
    if impact is None:
        return tuple(BoardRow(name, "", "no collision yet") for name in names)
    before, after = np.array(impact.before), np.array(impact.after)
    is_kept = bool(np.abs(after - before).max() < KEPT)
    lost = "" if isnan(impact.predicted) or impact.is_cut else f"{impact.predicted:.4f} J"
    return (
        BoardRow(names[0], f"{np.linalg.norm(before):.4f} kg m/s", f"{np.linalg.norm(after):.4f} kg m/s", not is_kept),
        BoardRow(names[1], lost, f"{round(impact.measured, 4) + 0.0:.4f} J"),
    )
