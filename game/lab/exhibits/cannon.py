"""The cannon: two launch angles that hit a target, and the distance by which each integration method misses it."""

from dataclasses import dataclass
from functools import cached_property
from math import cos, isnan, nan, pi, sin
from typing import Annotated, NamedTuple

import numpy as np

from ...core.shapes import Arrow, Balls, Boxes, Label, Lines, Polyline, Shape
from ...core.value_rules import Length, Number, Yes
from ..physics.bullet_tests import noticed_at_plate
from ..physics.integrators import (
    EXACT,
    EXPLICIT,
    RUNGE_KUTTA,
    SEMI_IMPLICIT,
    VERLET,
    VERLET_WRONG,
    ParticleForces,
    fly,
    particle_at,
)
from ..physics.motion_and_stability_formulas import free_fall_error
from ..physics.targeting import Aim, Launch, aim, passing_height
from .board_content import METHOD_WORDS, BoardContent, BoardRow, Curve, Plot
from .exhibit import (
    Actor,
    Chosen,
    Control,
    ExhibitKind,
    ExhibitState,
    Incident,
    IncidentKind,
    Readout,
    button,
    dial,
    exhibit,
    ring,
    switch,
)

GRAVITY = 9.81  # [m/s2]
DRAG = 0.02  # [1/m] of a ball with a parachute: it falls at 22 m/s at most. Less: it cannot be seen; more: it drops down at once
MUZZLE = 1.3  # [m] height of the muzzle over the ground
TARGETS = (20.0, 30.0, 40.0, 50.0, 60.0)  # [m] distances that the dial can have
SPEEDS = (15.0, 20.0, 25.0, 30.0)
RATES = (5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 240.0)
# The methods of the switch: it begins with one that is right and ends with the one that fails most visibly.
METHODS = (EXACT, RUNGE_KUTTA, VERLET, VERLET_WRONG, SEMI_IMPLICIT, EXPLICIT)
NAMES = ("exact", "Runge-Kutta", "Verlet", "wrong Verlet", "semi-implicit", "explicit")
FIRST_RATE = 10.0  # steps a second of the cannon with a switch for methods. More: the misses are too small to be seen
LONGEST = 12.0  # [s] of a flight. Shorter: high arcs are cut off; longer: only takes memory


class CannonBodies(NamedTuple):
    """The last shot."""

    flight: np.ndarray  # (n, 6) place (ahead, aside, up) from the muzzle [m], velocity [m/s], at the launch and after each step
    rate: float  # integration steps per second
    method: int  # index of METHODS
    target: float  # distance of the target from the muzzle [m]
    hit_time: float  # time from the launch until the ball passes the target's distance [s], nan if it does not
    height: float  # of the ball over the target's centre at that time [m], nan if it does not pass
    predicted: float  # the same height by the formula of the method's error, nan with air or without a launch
    noticed: bool  # True if the ball overlaps the target's plate after one of the steps
    age: float = LONGEST  # time since the shot, at most LONGEST [s]


@exhibit("cannon")
@dataclass(frozen=True)
class Cannon(ExhibitKind[CannonBodies]):
    """A cannon, and a target at the height of its muzzle. With `steps` the desk sets method and rate, else target and speed."""

    steps: Yes = False
    radius: Length = 0.1  # of the ball [m]
    thickness: Length = 0.05  # of the target, a plate [m]
    size: Length = 1.0  # radius of the target [m]
    drag: Annotated[float, Number(0.0, 1.0, "1/m")] = DRAG

    FIGURES = {
        "radicand": "m2", "low angle": "degrees", "high angle": "degrees", "low time": "s", "high time": "s",
        "height at the target": "m", "predicted height": "m", "noticed by overlap tests": "", "predicted share": "of all shots",
    }  # fmt: skip

    @property
    def TITLE(self) -> str:
        return "Steps in time: where the ball goes" if self.steps else "Target practice: two angles"

    @cached_property
    def CONTROLS(self) -> tuple[Control, ...]:
        arc = switch("arc", ("low", "high"), "which of the two angles")
        fire = button("fire", "fires one ball")
        if self.steps:
            return (
                switch("method", NAMES, "how each step of the flight is computed", len(NAMES) - 1),
                dial("rate", RATES, FIRST_RATE, "steps/s", "steps of time a second"),
                arc,
                switch("air", ("none", "parachute"), "air that brakes the ball, which the aim does not know"),
                fire,
            )
        return (
            dial("target", TARGETS, 40.0, "m", "distance of the target"),
            dial("speed", SPEEDS, 25.0, "m/s", "of the ball at the muzzle"),
            arc,
            fire,
        )

    def begin(self, values: Chosen) -> CannonBodies:
        return self._fired(values)._replace(age=LONGEST)

    def tick(
        self, values: Chosen, bodies: CannonBodies, used: frozenset[str], actor: Actor, hz: int
    ) -> tuple[CannonBodies, Readout]:
        before = bodies.age
        incidents: tuple[Incident, ...] = ()
        bodies = bodies._replace(age=min(bodies.age + 1.0 / hz, LONGEST))
        if used and self.launch(values) is not None:
            bodies, before = self._fired(values), -1.0
            incidents = (Incident(IncidentKind.BURST, (0.0, 0.0, MUZZLE)),)
        elif before < bodies.hit_time <= bodies.age:
            kind = IncidentKind.STRUCK if abs(bodies.height) <= self.size + self.radius else IncidentKind.PASSED
            incidents = (Incident(kind, (0.0, bodies.target, MUZZLE + bodies.height), 1.0),)
        aims, launch = self.aims(values), self.launch(values)
        low, high = (arc or Launch((nan, nan), nan, nan) for arc in (aims.low, aims.high))
        share = noticed_at_plate(self.thickness, self.radius, ahead_speed(values, launch) / bodies.rate) if launch else nan
        figures = {
            "radicand": aims.radicand, "low angle": low.angle, "high angle": high.angle, "low time": low.time,
            "high time": high.time, "height at the target": bodies.height, "predicted height": bodies.predicted,
            "noticed by overlap tests": float(bodies.noticed), "predicted share": share,
        }  # fmt: skip
        return bodies, Readout(figures, incidents, busy=bodies.age < self.flight_time(bodies))

    def flight_time(self, bodies: CannonBodies) -> float:
        """Return the duration of a shot's flight until the ball is on the ground [s], at most LONGEST; 0.0 without a launch."""
        return (len(bodies.flight) - 1) / bodies.rate

    def aims(self, values: Chosen) -> Aim:
        """Return the launches that hit the target, if there are any, and the radicand of their formula."""
        return aim(values.get("target", 40.0), 0.0, values.get("speed", 25.0), GRAVITY)

    def launch(self, values: Chosen) -> Launch | None:
        """Return the launch of the chosen arc, None if the target is out of reach."""
        aims = self.aims(values)
        return aims.high if values["arc"] else aims.low

    def _fired(self, values: Chosen) -> CannonBodies:
        """Return the bodies at the start of a shot. A flight to a target out of reach has no steps."""
        rate, method, target = values.get("rate", 60.0), int(values.get("method", 0.0)), values.get("target", 40.0)
        launch, air = self.launch(values), bool(values.get("air", 0.0))
        if launch is None:
            return CannonBodies(np.zeros((1, 6)), rate, method, target, nan, nan, nan, False)
        speed, (cosine, sine) = values.get("speed", 25.0), launch.direction
        rows = np.empty((int(LONGEST * rate) + 1, 6))
        forces = ParticleForces((0.0, 0.0, -GRAVITY), drag=self.drag if air else 0.0)
        start = particle_at((0.0, 0.0, 0.0), (speed * cosine, 0.0, speed * sine))
        fly(METHODS[method], forces, start, np.full(len(rows) - 1, 1.0 / rate), rows)
        landed = np.flatnonzero(rows[:, 2] < self.radius - MUZZLE)
        flight = rows[: int(landed[0]) + 1 if len(landed) else len(rows)].copy()
        height = passing_height(flight, target)
        passed = np.flatnonzero(flight[:, 0] >= target)
        hit_time, noticed = nan, False
        predicted = nan if air else free_fall_error(METHODS[method], GRAVITY, 1.0 / rate, launch.time)
        if height is not None:
            last = int(passed[0])
            before, after = flight[last - 1, 0], flight[last, 0]
            hit_time = (last - (after - target) / (after - before)) / rate
            near = np.abs(flight[:, 0] - target) <= self.radius + self.thickness / 2.0
            noticed = bool((near & (np.abs(flight[:, 2]) <= self.size + self.radius)).any())
        return CannonBodies(flight, rate, method, target, hit_time, nan if height is None else height, predicted, noticed, 0.0)

    def bodies(self, before: ExhibitState[CannonBodies], after: ExhibitState[CannonBodies], part: float) -> list[Shape]:
        """Make cannon, target, arcs, ball and its earlier positions. A red lamp replaces them if the target is out of reach."""
        last, values = after.bodies, self.values(after)
        aims, launch, speed = self.aims(values), self.launch(values), values.get("speed", 25.0)
        cosine, sine = launch.direction if launch else (cos(pi / 4.0), sin(pi / 4.0))
        muzzle, back = np.array((0.0, 0.0, MUZZLE)), np.array((0.0, -BARREL * cosine, MUZZLE - BARREL * sine))
        shapes: list[Shape] = [
            Polyline(np.array([back, muzzle]), IRON, BORE),
            Boxes.of([((x, back[1], 0.3), (0.08, 0.55, 0.3), WOOD) for x in (-0.35, 0.35)]),
            Balls.of([(back, 1.5 * BORE, IRON)]),
            *target_shapes(self, last, values.get("target", 40.0)),
        ]
        for arc, colour in ((aims.low, LOW), (aims.high, HIGH)):
            if arc:
                shapes.append(Polyline(arc_points(arc, speed), colour, 0.045 if arc is launch else 0.02))
        if launch is None:
            shapes.append(Balls.of([((0.0, -0.4, MUZZLE + 1.0), 0.2, LAMP)]))
            return shapes
        start = before.bodies.age if before.bodies.age <= last.age else 0.0
        age = start + (last.age - start) * part
        steps = age * last.rate
        points = flight_points(last.flight)
        done = min(int(steps + 1e-6), len(points) - 1)
        marks = points[: done + 1][:: max(1, len(points) // MOST_MARKS)]
        rest = min(steps - done, 1.0) if done < len(points) - 1 else 0.0
        ball = points[done] + rest * (points[min(done + 1, len(points) - 1)] - points[done])
        if last.age < LONGEST or before.bodies.age < LONGEST:
            shapes.append(Balls.of([(ball, SEEN, FLOWN)]))
        shapes.append(Balls(marks, np.full(len(marks), MARK), np.tile(FLOWN, (len(marks), 1))))
        return shapes

    def sheet(self, state: ExhibitState[CannonBodies]) -> BoardContent:
        """Make the board of the distance by which a method misses if `Cannon.steps` is True, else that of the two angles."""
        values, shot = self.values(state), state.bodies
        return steps_sheet(self, values, shot) if self.steps else angles_sheet(self, values, shot)

    def overlay(self, state: ExhibitState[CannonBodies]) -> list[Shape]:
        """Make a line for each step so far, a velocity every BETWEEN_ARROWS seconds, and labels with arcs' angles and times."""
        values, shot = self.values(state), state.bodies
        shapes: list[Shape] = []
        points = flight_points(shot.flight)
        last = min(int(shot.age * shot.rate + 1e-6), len(points) - 1)
        every = max(1, round(BETWEEN_ARROWS * shot.rate))
        ends = points + np.column_stack([np.zeros(len(points)), shot.flight[:, 3], shot.flight[:, 5]]) / shot.rate
        shapes.append(Lines(np.stack([points, ends], axis=1)[: last + 1], (0.97, 0.84, 0.16), 0.02))
        for point, row in zip(points[: last + 1 : every], shot.flight[: last + 1 : every]):
            tip = point + ARROW_TIME * np.array((0.0, row[3], row[5]))
            shapes.append(Arrow(tuple(point), tuple(tip), (0.30, 0.66, 0.32), 0.02))
        aims = self.aims(values)
        for arc, colour in ((aims.low, LOW), (aims.high, HIGH)):
            if arc:
                middle = arc_points(arc, values.get("speed", 25.0))[24]
                shapes.append(Label((0.0, middle[1], middle[2] + 0.5), f"{arc.angle:.2f} degrees, {arc.time:.2f} s", colour))
        return shapes


def ahead_speed(values: Chosen, launch: Launch) -> float:
    """Return the horizontal component of the ball's velocity at the launch [m/s]."""
    return values.get("speed", 25.0) * launch.direction[0]


BARREL, BORE = 1.5, 0.17  # [m] length and radius of the barrel
SEEN, MARK = 0.24, 0.11  # [m] radii at which the ball and its earlier positions are drawn. The ball's own is too small to be seen
# Times [s] between two velocity arrows, and by which a velocity is multiplied to give its arrow. The second is half of the first:
# larger, and an arrow covers the next one; smaller, and it is hidden by its ball.
BETWEEN_ARROWS, ARROW_TIME = 0.1, 0.05
MOST_MARKS = 150  # earlier positions that are drawn. More: the software renderer takes long
IRON, WOOD, LAMP = (0.22, 0.24, 0.28), (0.52, 0.36, 0.22), (0.92, 0.16, 0.10)
LOW, HIGH, FLOWN = (0.25, 0.55, 0.88), (0.56, 0.42, 0.80), (0.90, 0.42, 0.12)
RINGS = ((0.96, 0.94, 0.88), (0.80, 0.22, 0.18), (0.96, 0.94, 0.88), (0.80, 0.22, 0.18))
HIT, UNSEEN = (0.30, 0.72, 0.32), (0.97, 0.84, 0.16)


def flight_points(flight: np.ndarray) -> np.ndarray:
    """Return the ball's positions (n, 3) in the exhibit's frame [m]. flight: (n, 6), as in CannonBodies"""
    return np.column_stack([np.zeros(len(flight)), flight[:, 0], flight[:, 2] + MUZZLE])


def arc_points(launch: Launch, speed: float) -> np.ndarray:
    """Return points (49, 3) of the parabola of a launch [m], at equal times from muzzle to target. speed: at the muzzle [m/s]"""
    times = np.linspace(0.0, launch.time, 49)
    ahead, up = speed * launch.direction[0] * times, (speed * launch.direction[1] - 0.5 * GRAVITY * times) * times
    return np.column_stack([np.zeros(len(times)), ahead, MUZZLE + up])


def is_past_target(bodies: CannonBodies) -> bool:
    """True if the ball has passed the target's distance. False for a ball that never reaches it."""
    return bodies.age >= bodies.hit_time


def target_shapes(kind: Cannon, shot: CannonBodies, distance: float) -> list[Shape]:
    """Make a target on a post. After a hit the ball is there, and the centre's colour shows if a test after a step noticed it."""
    is_over, is_hit = is_past_target(shot) and distance == shot.target, abs(shot.height) <= kind.size + kind.radius
    colours = list(RINGS)
    if is_over and is_hit:
        colours[-1] = HIT if shot.noticed else UNSEEN
    shapes: list[Shape] = [Boxes.of([((0.0, distance + 0.1, 0.15), (0.12, 0.12, 0.15), WOOD)])]
    width = kind.size / len(colours)
    for number, colour in enumerate(colours):
        radius = kind.size - width * (number + 0.5)
        shapes.append(Polyline(ring((0.0, distance, MUZZLE), radius), colour, width / 2.0))
    if is_over and is_hit:
        shapes.append(Balls.of([((0.0, distance - 0.15, MUZZLE + shot.height), SEEN, FLOWN)]))
    return shapes


def angles_sheet(kind: Cannon, values: Chosen, shot: CannonBodies) -> BoardContent:
    """Make the board of the two launch angles that hit the target, or of the greatest range if the target is out of reach."""
    aims, target, speed = kind.aims(values), values["target"], values["speed"]
    k = GRAVITY * target * target / (2.0 * speed * speed)
    notes = (
        f"x = {target:g} m, v = {speed:g} m/s, k = gx\u00b2/2v\u00b2 = {k:.4g} m: "
        f"radicand x\u00b2 - 4k\u00b2 = {aims.radicand:.3f} m\u00b2.",
        "Two angles hit the target if it is positive, none if it is negative.",
    )
    if aims.low is None:
        notes = notes[0], "The red lamp over the cannon: no angle reaches the target."
        row = BoardRow("OUT OF REACH", f"{speed * speed / GRAVITY:.2f} m", f"{target:g} m", True)
        return BoardContent(kind.TITLE, notes, (row,), arcs_plot(kind, values), ("farthest shot", "the target is at"))
    launch, is_over = kind.launch(values), is_past_target(shot)
    assert launch is not None and aims.high is not None  # as there is a low one
    rows = (
        BoardRow("low and high angle", f"{aims.low.angle:.2f}\u00b0, {aims.high.angle:.2f}\u00b0", ""),
        BoardRow("time to the target", f"{launch.time:.4f} s", f"{shot.hit_time:.4f} s" if is_over else "in the air"),
        BoardRow("miss of the last ball", "0 m", f"{abs(round(shot.height, 9)):g} m" if is_over else "in the air"),
    )
    return BoardContent(kind.TITLE, notes, rows, arcs_plot(kind, values))


def arcs_plot(kind: Cannon, values: Chosen) -> Plot:
    """Make the plot of both parabolas, height over distance. It has no curves if the target is out of reach."""
    aims, speed = kind.aims(values), values["speed"]
    top = max(10.0, *(arc.apex for arc in (aims.low, aims.high) if arc), 10.0) * 1.1
    curves = []
    for name, arc, colour in (("low", aims.low, LOW), ("high", aims.high, HIGH)):
        if arc:
            points = arc_points(arc, speed)[:, 1:] - (0.0, MUZZLE)
            shown = np.column_stack([points[:, 0] / values["target"], points[:, 1] / top])
            curves.append(Curve(name, colour, np.clip(shown, 0.0, 1.0), arc is kind.launch(values)))
    marks = ((0.0, "0"), (0.5, f"{top / 2.0:.0f}"), (1.0, f"{top:.0f}"))
    return Plot("height [m]", tuple(curves), marks, f"0 to {values['target']:g} m")


def steps_sheet(kind: Cannon, values: Chosen, shot: CannonBodies) -> BoardContent:
    """Make the board of the distance by which a method of integration misses the target."""
    launch, name = kind.launch(values), NAMES[shot.method]
    assert launch is not None  # the desk sets no target out of reach
    path = ahead_speed(values, launch) / shot.rate
    notes = (
        f"{name}: {METHOD_WORDS[name]}. Euler misses by g h t / 2, h = 1/{shot.rate:g} s.",
        f"Plate and ball are {kind.thickness + 2.0 * kind.radius:.2g} m deep, a step is {path:.2g} m long.",
    )
    is_over = is_past_target(shot)
    predicted = "no formula: air" if isnan(shot.predicted) else f"{shot.predicted + 0.0:+.4f} m"
    measured = "in the air" if not is_over else f"{round(shot.height, 12) + 0.0:+.4f} m"
    if isnan(shot.hit_time):
        measured = "never there" if shot.age >= kind.flight_time(shot) else "in the air"
    hit = is_over and abs(shot.height) <= kind.size + kind.radius
    share = noticed_at_plate(kind.thickness, kind.radius, path)
    seen = ("yes" if shot.noticed else "no") if hit else ("no hit" if is_over else "in the air")
    rows = (
        BoardRow("height at the target", predicted, measured, is_over and abs(shot.height) > kind.size),
        BoardRow("tests after steps see the hit", f"{100.0 * share:.3g} % of shots", seen, hit and not shot.noticed),
        BoardRow("our sweep sees the hit", "100 % of shots", "yes" if hit else ("no hit" if is_over else "in the air")),
    )
    return BoardContent(kind.TITLE, notes, rows, error_plot(shot, values, launch))


def error_plot(shot: CannonBodies, values: Chosen, launch: Launch) -> Plot:
    """Make the plot of the ball's height above the exact parabola [m], over time."""
    times = np.arange(len(shot.flight)) / shot.rate
    climb = values.get("speed", 25.0) * launch.direction[1]
    errors = shot.flight[:, 2] - (climb - 0.5 * GRAVITY * times) * times
    last = min(int(shot.age * shot.rate + 1e-6), len(times) - 1)
    most = max(float(np.abs(errors).max()), 0.01)
    top = next(size for size in (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 50.0, 1e9) if most <= size)
    points = np.column_stack([times / max(times[-1], 1e-9), 0.5 + 0.5 * errors / top])[: last + 1]
    level = np.array([(0.0, 0.5), (1.0, 0.5)])
    curves = (Curve("exact", (0.6, 0.6, 0.6), level), Curve(NAMES[shot.method], FLOWN, points, True))
    marks = ((0.0, f"{-top:g}"), (0.5, "0"), (1.0, f"+{top:g}"))
    return Plot("height over the exact flight [m]", curves, marks, f"0 to {times[-1]:.1f} s")
