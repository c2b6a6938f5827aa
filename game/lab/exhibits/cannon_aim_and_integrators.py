"""The cannon: two launch angles that hit a target, and the distance by which each integration method misses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import nan
from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from ...core.value_rules import Exactly, Length, Number
from ..controls import Control, button, dial, switch
from ..exhibit_kinds import exhibit
from ..particles.forces import Forces
from ..particles.integrators import (  # fmt: skip
    EXACT,
    EXPLICIT,
    RUNGE_KUTTA,
    SEMI_IMPLICIT,
    VERLET,
    VERLET_WRONG,
    fly,
    particle_at,
)
from ..particles.motion_and_stability_formulas import free_fall_error
from ..particles.targeting import Aim, Launch, aim, passing_height
from ..step_input_and_output import Actor, Incident, IncidentKind, Readout
from ..sweeps.overlap_tests import noticed_at_plate

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
    """The last shot.

    flight: (n, 6) position (ahead, aside, up) from the muzzle [m] and velocity [m/s], at the launch and after each step
    rate: integration steps per second
    method: index of METHODS
    target: distance of the target from the muzzle [m]
    hit_time: time from the launch until the ball passes the target's distance [s], nan if it does not
    height: of the ball over the target's centre at that time [m], nan if it does not pass
    predicted: the same height by the formula of the method's error, nan with air or without a launch
    noticed: True if the ball overlaps the target's plate after one of the steps
    age: time since the shot, at most LONGEST [s]
    """

    flight: np.ndarray
    rate: float
    method: int
    target: float
    hit_time: float
    height: float
    predicted: float
    noticed: bool
    age: float = LONGEST


@exhibit("cannon")
@dataclass(frozen=True)
class Cannon:
    """A cannon, and a target at the height of its muzzle.

    steps: True if the desk sets the method and its rate, False if it sets the target and the speed
    radius: of the ball [m]
    thickness: of the target, a plate [m]
    size: radius of the target [m]
    drag: of a ball with a parachute: density x drag coefficient x area / (2 mass) [1/m]
    """

    steps: Annotated[bool, Exactly(bool, "true or false")] = False
    radius: Length = 0.1
    thickness: Length = 0.05
    size: Length = 1.0
    drag: Annotated[float, Number(0.0, 1.0, "1/m")] = DRAG

    FIGURES: ClassVar[Mapping[str, str]] = {
        "radicand": "m2", "low angle": "degrees", "high angle": "degrees", "low time": "s", "high time": "s",
        "height at the target": "m", "predicted height": "m", "noticed by overlap tests": "", "predicted share": "of all shots",
    }  # fmt: skip
    CURVES: ClassVar[tuple[str, ...]] = ()

    @property
    def TITLE(self) -> str:
        return "Steps in time: where the ball goes" if self.steps else "Target practice: two angles"

    @property
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

    def begin(self, values: Mapping[str, float]) -> CannonBodies:
        return self._fired(values)._replace(age=LONGEST)

    def step(self, values: Mapping[str, float], bodies: CannonBodies, used: frozenset[str], actor: Actor, hz: int):
        before, incidents = bodies.age, ()
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

    def aims(self, values: Mapping[str, float]) -> Aim:
        """Return the Aim at the target: the launches that hit it, if there are any, and the radicand of their formula.

        values: of the controls, by name
        """
        return aim(values.get("target", 40.0), 0.0, values.get("speed", 25.0), GRAVITY)

    def launch(self, values: Mapping[str, float]) -> Launch | None:
        """Return the Launch of the chosen arc, None if the target is out of reach. values: of the controls, by name"""
        aims = self.aims(values)
        return aims.high if values["arc"] else aims.low

    def _fired(self, values: Mapping[str, float]) -> CannonBodies:
        """Return the CannonBodies at the start of a shot. A flight to a target out of reach has no steps.

        values: of the controls, by name
        """
        rate, method, target = values.get("rate", 60.0), int(values.get("method", 0.0)), values.get("target", 40.0)
        launch, air = self.launch(values), bool(values.get("air", 0.0))
        if launch is None:
            return CannonBodies(np.zeros((1, 6)), rate, method, target, nan, nan, nan, False)
        speed, (cosine, sine) = values.get("speed", 25.0), launch.direction
        rows = np.empty((int(LONGEST * rate) + 1, 6))
        forces = Forces((0.0, 0.0, -GRAVITY), drag=self.drag if air else 0.0)
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


def ahead_speed(values: Mapping[str, float], launch: Launch) -> float:
    """Return the horizontal component of the ball's velocity at the launch [m/s].

    values: of the controls, by name; launch: Launch
    """
    return values.get("speed", 25.0) * launch.direction[0]
