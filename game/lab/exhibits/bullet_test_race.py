"""Race wall: bullets are fired together, and each lane tests its obstacle (a pane, two panes or a ball) by a different method.

The last lane shows our sweep on another machine, which gets the news late.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Annotated, ClassVar, NamedTuple

import numpy as np

from ...core.elementary_functions import cos, each, sin
from ...core.value_rules import Length, Number, Whole
from ..controls import Control, button, dial, switch
from ..exhibit_kinds import exhibit
from ..network_dead_reckoning import Connection, Packet, newest_packet, reckoned
from ..step_input_and_output import Actor, Incident, IncidentKind, Readout
from ..sweeps.bullet_tests import BISECT, GOMEZ, LOOK, SUBDIVIDE, SWEEP, Lane, lane, shoot, shoot_many
from ..sweeps.overlap_tests import missed_at_sphere, noticed_at_plate, plate, sphere

REMOTE = 5  # our sweep, as another machine shows it
LANES = (SWEEP, GOMEZ, BISECT, SUBDIVIDE, LOOK, REMOTE)
NAMES = ("our sweep", "Gomez", "bisection", "8 overlap tests", "overlap test", "150 ms late")
LINK = Connection(interval=0.05, latency=0.15)  # to the other machine, as is usual in network games
PANE, PANES, BALL = range(3)
SPEEDS = (2.0, 5.0, 10.0, 12.0, 15.0, 20.0, 30.0, 50.0, 100.0, 200.0, 400.0, 1000.0)
SHOTS = 10_000  # of one use of the button. Fewer: the share is a guess; more: the tick takes long
FLIGHT = 1.5  # [s] in which a flight is shown, at any speed. Shorter: it is not followed; longer: a long wait
BETWEEN = 1.2  # [m] between two panes: less than a step at 100 m/s
MOST_STEPS = 13_000  # of one shot: 100 m at 2 m/s and 240 tests/s. Fewer: slow bullets never arrive; more: only takes time


class Shot(NamedTuple):
    """The result of one lane.

    obstacle: index of the obstacle that the tests noticed, -1 for none
    distance: from the barrel to the impact, or to the last test [m]
    tests: number of tests
    """

    obstacle: int = -1
    distance: float = 0.0
    tests: int = 0


class RaceBodies(NamedTuple):
    """The last shot of each lane, and the results of many shots.

    shots: a Shot for each lane of LANES
    first: random distance of the first test from the barrel [m]
    age: time since the shot [s]
    speed: of the shot [m/s]; target: PANE, PANES or BALL
    seed: of the random numbers of the next shot
    measured: ((speed [m/s], target, (share of shots noticed in each lane)), ...)
    """

    shots: tuple[Shot, ...] = (Shot(),) * len(LANES)
    first: float = 0.0
    age: float = 1e9
    speed: float = 20.0
    target: int = PANE
    seed: int = 1
    measured: tuple = ()


@exhibit("race_wall")
@dataclass(frozen=True)
class RaceWall:
    """Six barrels and their obstacles. The last lane shows the bullet of our sweep as another machine draws it (dead reckoning).

    radius: of a bullet [m]
    thickness: of a pane [m]
    ball: radius of the ball that is a target [m]
    range: distance from the barrels to the obstacles [m]
    rate: tests per second
    seed: of the random numbers
    """

    radius: Length = 0.08
    thickness: Length = 0.04
    ball: Length = 0.3
    range: Annotated[float, Number(2.0, 100.0, "m")] = 7.0
    rate: Annotated[float, Number(5.0, 240.0, "tests/s")] = 60.0
    seed: Annotated[int, Whole(0, 1_000_000)] = 1

    TITLE: ClassVar[str] = "Six ways to notice a bullet"
    CONTROLS: ClassVar[tuple[Control, ...]] = (
        dial("speed", SPEEDS, 20.0, "m/s", "of all bullets"),
        switch("target", ("pane", "two panes", "ball"), "what the bullets should hit"),
        button("fire", "fire all barrels together"),
        button("many", "fire 10 000 times at this speed, and count"),
    )
    FIGURES: ClassVar[Mapping[str, str]] = {
        "shots": "", "predicted": "share", "put back, predicted": "m", "put back": "m",
        **{f"{name}, noticed": "share" for name in NAMES}, **{f"{name}, tests": "of the last shot" for name in NAMES},
    }  # fmt: skip
    CURVES: ClassVar[tuple[str, ...]] = ()

    def begin(self, values: Mapping[str, float]) -> RaceBodies:
        return self._fired(RaceBodies(seed=self.seed), values)

    def step(self, values: Mapping[str, float], bodies: RaceBodies, used: frozenset[str], actor: Actor, hz: int):
        bodies, incidents = bodies._replace(age=bodies.age + 1.0 / hz), ()
        if "many" in used:
            bodies = self._counted(bodies, values)
        if used & {"fire", "speed", "target"}:
            bodies = self._fired(bodies, values)
        elif bodies.age - 1.0 / hz < FLIGHT <= bodies.age:
            kinds = [IncidentKind.BROKE if shot.obstacle >= 0 else IncidentKind.PASSED for shot in bodies.shots]
            incidents = tuple(Incident(kind, (0.0, self.range, 1.0), bodies=(n,)) for n, kind in enumerate(kinds))
        shares = next((row[2] for row in bodies.measured if row[:2] == (bodies.speed, bodies.target)), None)
        figures = {"shots": float(bodies.seed - self.seed), "predicted": self.predicted(bodies.speed, bodies.target)}
        figures["put back, predicted"], figures["put back"] = self.put_back(bodies)
        for number, name in enumerate(NAMES):
            figures[f"{name}, noticed"] = shares[number] if shares else float("nan")
            figures[f"{name}, tests"] = float(bodies.shots[number].tests)
        return bodies, Readout(figures, incidents, busy=bodies.age < FLIGHT)

    def predicted(self, speed: float, target: int) -> float:
        """Return the share of shots (0..1) that the single overlap test of each step notices (LOOK), by formula.

        speed: [m/s]; target: PANE, PANES or BALL. With two panes, a shot counts if either of them is noticed.
        """
        path = speed / self.rate
        if target == BALL:
            return 1.0 - missed_at_sphere(self.radius + self.ball, path)
        share = noticed_at_plate(self.thickness, self.radius, path)
        if target == PANE:
            return share
        # Both panes are noticed at the same first tests if their distance is nearly a multiple of the path between two tests.
        apart = BETWEEN / path % 1.0
        return min(1.0, 2.0 * share - max(0.0, share - apart) - max(0.0, share - (1.0 - apart)))

    def impact(self, bodies: RaceBodies) -> float:
        """Return the time from the shot to the impact that our sweep finds [s]."""
        return bodies.shots[0].distance / bodies.speed

    def news(self, bodies: RaceBodies) -> float:
        """Return the time from the shot until the other machine gets the first packet sent at or after the impact [s]."""
        return ceil(self.impact(bodies) / LINK.interval) * LINK.interval + LINK.latency

    def put_back(self, bodies: RaceBodies) -> tuple[float, float]:
        """Return (distance by formula, distance as shown) [m] by which the other machine puts the bullet back.

        This happens when the first packet that was sent after the impact arrives.
        """
        news = self.news(bodies)
        shown = self.shown_remotely(bodies, float(np.nextafter(news, 0.0)))
        return bodies.speed * (news - self.impact(bodies)), shown - bodies.shots[0].distance

    def shown_remotely(self, bodies: RaceBodies, now: float) -> float:
        """Return the distance from the barrel at which the other machine shows the bullet [m], 0 before the first packet.

        now: time since the shot [s]
        """
        sent = newest_packet(LINK, now) * LINK.interval
        if sent < 0.0:
            return 0.0
        flies = sent < self.impact(bodies)
        at = bodies.speed * sent if flies else bodies.shots[0].distance
        packet = Packet(sent, (0.0, at, 0.0), (0.0, bodies.speed if flies else 0.0, 0.0))
        return reckoned(packet, now, (0.0, 0.0, 0.0))[1]

    def lane_of(self, target: int, steps: int) -> Lane:
        """Return a Lane with the obstacles of a target. target: PANE, PANES or BALL; steps: greatest number of steps of a shot"""
        if target == BALL:
            rows = [sphere((0.0, self.range, 0.0), self.ball)]
        else:
            places = (self.range, self.range + BETWEEN)[: 1 + (target == PANES)]
            rows = [plate((0.0, y, 0.0), (0.0, -1.0, 0.0), self.thickness) for y in places]
        return lane(rows, self.radius, steps)

    def _fired(self, bodies: RaceBodies, values: Mapping[str, float]) -> RaceBodies:
        """Return the RaceBodies after one shot of each lane.

        The first test is at a random distance from the barrel, less than one step. values: of the controls, by name
        """
        speed, target, seed = values["speed"], int(values["target"]), bodies.seed
        step = speed / self.rate
        first = float(np.random.default_rng(seed).random()) * step
        past = self.range + BETWEEN + 2.0
        tested = self.lane_of(target, min(int(past / step) + 2, MOST_STEPS))
        shots = []
        for method in LANES:
            found = shoot(SWEEP if method == REMOTE else method, tested, (0.0, first - step, 0.0), (0.0, step, 0.0))
            distance = first - step + (found.step + found.fraction) * step
            shots.append(Shot(int(found.obstacle), float(distance), int(found.tests)))
        return bodies._replace(shots=tuple(shots), first=first, age=0.0, speed=speed, target=target, seed=seed + 1)

    def _counted(self, bodies: RaceBodies, values: Mapping[str, float]) -> RaceBodies:
        """Return the RaceBodies after SHOTS shots at the chosen speed and target, with the share that each lane notices.

        Each shot starts at a random distance before the target. Shots at a ball are spread over its cross section, which
        is enlarged by the bullet's radius.
        values: of the controls, by name
        """
        speed, target = values["speed"], int(values["target"])
        step, random = speed / self.rate, np.random.default_rng(bodies.seed)
        reach = self.radius + (self.ball if target == BALL else self.thickness / 2.0)
        starts = np.zeros((SHOTS, 3))
        starts[:, 1] = self.range - reach - step * (1.0 + random.random(SHOTS))
        if target == BALL:
            aside, angles = reach * np.sqrt(random.random(SHOTS)), 2.0 * np.pi * random.random(SHOTS)
            starts[:, 0], starts[:, 2] = aside * each(cos, angles), aside * each(sin, angles)
        ends = self.range + reach + BETWEEN * (target == PANES)
        tested, times = self.lane_of(target, int((ends - starts[:, 1].min()) / step) + 2), np.empty(SHOTS)
        methods = [SWEEP if method == REMOTE else method for method in LANES]
        shares = tuple(shoot_many(method, tested, starts, (0.0, step, 0.0), times) / SHOTS for method in methods)
        others = tuple(row for row in bodies.measured if row[:2] != (speed, target))
        return bodies._replace(measured=tuple(sorted((*others, (speed, target, shares)))), seed=bodies.seed + SHOTS)
