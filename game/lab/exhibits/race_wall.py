"""Race wall: bullets are fired together, and each lane tests its pane, two panes or ball by a different method.

The last lane shows our sweep on another machine, which gets the news late.
"""

from dataclasses import dataclass, replace
from math import ceil, dist, floor
from typing import Annotated, NamedTuple

import numpy as np

from ...core.elementary_functions import cos, each, sin
from ...core.shapes import Balls, Boxes, Lines, Shape, Skin
from ...core.value_rules import Length, Number, Whole
from ...core.vec3 import Vector, along
from ...level.contents.exhibit_place import ExhibitPlace
from ..physics.bullet_tests import (
    BISECT,
    GOMEZ,
    LOOK,
    SUBDIVIDE,
    SWEEP,
    Lane,
    lane,
    missed_at_sphere,
    noticed_at_plate,
    plate,
    shoot,
    shoot_many,
    sphere,
)
from .board_content import BoardContent, BoardRow, Caption, Plot, speed_plot
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
    ring,
    switch,
)

REMOTE = 5  # our sweep, as another machine shows it
LANES = (SWEEP, GOMEZ, BISECT, SUBDIVIDE, LOOK, REMOTE)
NAMES = ("our sweep", "Gomez", "bisection", "8 overlap tests", "overlap test", "150 ms late")
PANE, PANES, BALL = range(3)
RADII = (0.005, 0.02, 0.04, 0.08, 0.15, 0.3)  # [m] of a bullet
RATES = (5.0, 15.0, 30.0, 60.0, 120.0, 240.0)  # [tests/s]
SPEEDS = (2.0, 5.0, 10.0, 12.0, 15.0, 20.0, 30.0, 50.0, 100.0, 200.0, 400.0, 1000.0)
SHOTS = 10_000  # of one use of the button. Fewer: the share is a guess; more: the tick takes long
FLIGHT = 1.5  # [s] in which a flight is shown, at any speed. Shorter: it is not followed; longer: a long wait
BETWEEN = 1.2  # [m] between two panes: less than a step at 100 m/s
MOST_STEPS = 13_000  # of one shot: 100 m at 2 m/s and 240 tests/s. Fewer: slow bullets never arrive; more: only takes time


class Packet(NamedTuple):
    """The state of a body that another machine gets: at intervals, and late."""

    time: float  # at which the packet was sent, since packet 0 [s]
    position: Vector  # of the body at that time [m]
    velocity: Vector  # [m/s]


class Connection(NamedTuple):
    """A network connection between two machines."""

    interval: float  # between two packets [s]
    latency: float  # of each packet [s]


LINK = Connection(interval=0.05, latency=0.15)  # as is usual in network games


def newest_packet(link: Connection, now: float) -> int:
    """Return the number k of the newest packet that has arrived, below 0 for none. now: since packet 0 was sent [s]"""
    return floor((now - link.latency) / link.interval)


def reckoned(packet: Packet, now: float, gravity: Vector) -> Vector:
    """Return the position [m] at which a receiver shows the body of a packet at a time [s]: dead reckoning.

    It flies on without collisions until the next packet (Tang's lecture, limits of intersection testing), in a `gravity` [m/s2].
    """
    elapsed = now - packet.time
    return along(along(packet.position, packet.velocity, elapsed), gravity, 0.5 * elapsed * elapsed)


def error_without_gravity(gravity: float, elapsed: float) -> float:
    """Return the error of a reckoned position if the receiver assumes no gravity, a time after the packet was sent: g t^2 / 2."""
    return 0.5 * gravity * elapsed * elapsed


def error_after_bounce(before: Vector, after: Vector, elapsed: float) -> float:
    """Return the error [m] of a reckoned position a time after a bounce that no packet reports: |dV| t."""
    return elapsed * dist(before, after)


class LaneShot(NamedTuple):
    obstacle: int = -1  # index of the obstacle that the tests noticed, -1 for none
    distance: float = 0.0  # from the barrel to the impact, or to the last test [m]
    tests: int = 0  # number of tests


class RaceBodies(NamedTuple):
    """The last shot of each lane, and the results of many shots."""

    shots: tuple[LaneShot, ...] = (LaneShot(),) * len(LANES)  # a LaneShot for each lane of LANES
    first: float = 0.0  # random distance of the first test from the barrel [m]
    age: float = 1e9  # time since the shot [s]
    speed: float = 20.0  # of the shot [m/s]
    target: int = PANE  # PANE, PANES or BALL
    seed: int = 1  # of the random numbers of the next shot
    measured: tuple = ()  # ((speed [m/s], target, (share of shots noticed in each lane)), ...)


@exhibit("race_wall")
@dataclass(frozen=True)
class RaceWall(ExhibitKind[RaceBodies]):
    """Six barrels and their obstacles. The last lane shows the bullet of our sweep as another machine draws it."""

    radius: Annotated[float, Number(RADII[0], RADII[-1], "m")] = 0.08  # first value of the dial, of a bullet [m]
    thickness: Length = 0.04  # of a pane [m]
    ball: Length = 0.3  # radius of the ball that is a target [m]
    range: Annotated[float, Number(2.0, 100.0, "m")] = 7.0  # distance from the barrels to the obstacles [m]
    rate: Annotated[float, Number(RATES[0], RATES[-1], "tests/s")] = 60.0  # first value of the dial
    seed: Annotated[int, Whole(0, 1_000_000)] = 1  # of the random numbers

    TITLE = "Six ways to notice a bullet"
    CONTROLS = (
        dial("speed", SPEEDS, 20.0, "m/s", "of all bullets"),
        dial("radius", RADII, 0.08, "m", "of all bullets; a thick one is in the pane for longer"),
        dial("rate", RATES, 60.0, "tests/s", "how often each lane tests"),
        switch("target", ("pane", "two panes", "ball"), "what the bullets should hit"),
        button("fire", "fire all barrels together"),
        button("many", "fire 10 000 times at this speed, and count"),
    )
    FIGURES = {
        "shots": "", "predicted": "share", "put back, predicted": "m", "put back": "m",
        **{f"{name}, noticed": "share" for name in NAMES}, **{f"{name}, tests": "of the last shot" for name in NAMES},
    }  # fmt: skip

    def starts(self) -> dict[str, float]:
        return {"radius": self.radius, "rate": self.rate}

    def set_by(self, values: Chosen) -> "RaceWall":
        """Return the same wall with the radius and the rate of the dials."""
        return replace(self, radius=values["radius"], rate=values["rate"])

    def begin(self, values: Chosen) -> RaceBodies:
        return self.set_by(values)._fired(RaceBodies(seed=self.seed), values)

    def tick(self, values: Chosen, bodies: RaceBodies, used: frozenset[str], actor: Actor, hz: int) -> tuple[RaceBodies, Readout]:
        wall = self.set_by(values)
        if used & {"radius", "rate"}:
            bodies = bodies._replace(measured=())
        bodies = bodies._replace(age=bodies.age + 1.0 / hz)
        incidents: tuple[Incident, ...] = ()
        if "many" in used:
            bodies = wall._counted(bodies, values)
        if used & {"fire", "speed", "target", "radius", "rate"}:
            bodies = wall._fired(bodies, values)
        elif bodies.age - 1.0 / hz < FLIGHT <= bodies.age:
            kinds = [IncidentKind.BROKE if shot.obstacle >= 0 else IncidentKind.PASSED for shot in bodies.shots]
            incidents = tuple(Incident(kind, (0.0, self.range, 1.0), bodies=(n,)) for n, kind in enumerate(kinds))
        shares = next((row[2] for row in bodies.measured if row[:2] == (bodies.speed, bodies.target)), None)
        figures = {"shots": float(bodies.seed - self.seed), "predicted": wall.predicted(bodies.speed, bodies.target)}
        figures["put back, predicted"], figures["put back"] = wall.put_back(bodies)
        for number, name in enumerate(NAMES):
            figures[f"{name}, noticed"] = shares[number] if shares else float("nan")
            figures[f"{name}, tests"] = float(bodies.shots[number].tests)
        return bodies, Readout(figures, incidents, busy=bodies.age < FLIGHT)

    def predicted(self, speed: float, target: int) -> float:
        """Return the share of shots (0..1) that LOOK notices, by formula. With PANES, either pane counts."""
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
        """Return the distance (by formula, as shown) [m] by which the bullet jumps back when news of its impact arrives."""
        news = self.news(bodies)
        shown = self.shown_remotely(bodies, float(np.nextafter(news, 0.0)))
        return bodies.speed * (news - self.impact(bodies)), shown - bodies.shots[0].distance

    def shown_remotely(self, bodies: RaceBodies, now: float) -> float:
        """Return the distance from the barrel at which the other machine shows the bullet [m], 0 before the first packet."""
        sent = newest_packet(LINK, now) * LINK.interval
        if sent < 0.0:
            return 0.0
        flies = sent < self.impact(bodies)
        at = bodies.speed * sent if flies else bodies.shots[0].distance
        packet = Packet(sent, (0.0, at, 0.0), (0.0, bodies.speed if flies else 0.0, 0.0))
        return reckoned(packet, now, (0.0, 0.0, 0.0))[1]

    def lane_of(self, target: int, steps: int) -> Lane:
        """Return a Lane with the obstacles of a target: PANE, PANES or BALL."""
        if target == BALL:
            rows = [sphere((0.0, self.range, 0.0), self.ball)]
        else:
            places = (self.range, self.range + BETWEEN)[: 1 + (target == PANES)]
            rows = [plate((0.0, y, 0.0), (0.0, -1.0, 0.0), self.thickness) for y in places]
        return lane(rows, self.radius, steps)

    def _fired(self, bodies: RaceBodies, values: Chosen) -> RaceBodies:
        """Return the bodies after one shot of each lane. The first test is at a random part of a step from the barrel."""
        speed, target, seed = values["speed"], int(values["target"]), bodies.seed
        step = speed / self.rate
        first = float(np.random.default_rng(seed).random()) * step
        past = self.range + BETWEEN + 2.0
        tested = self.lane_of(target, min(int(past / step) + 2, MOST_STEPS))
        shots = []
        for method in LANES:
            found = shoot(SWEEP if method == REMOTE else method, tested, (0.0, first - step, 0.0), (0.0, step, 0.0))
            distance = first - step + (found.step + found.fraction) * step
            shots.append(LaneShot(int(found.obstacle), float(distance), int(found.tests)))
        return bodies._replace(shots=tuple(shots), first=first, age=0.0, speed=speed, target=target, seed=seed + 1)

    def _counted(self, bodies: RaceBodies, values: Chosen) -> RaceBodies:
        """Return the bodies after SHOTS shots at random places, with the share that each lane notices."""
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

    def bodies(self, before: ExhibitState[RaceBodies], after: ExhibitState[RaceBodies], part: float) -> list[Shape]:
        kind, last = self.set_by(self.values(after)), after.bodies
        start = flown(before.bodies) if before.bodies.age <= last.age else 0.0
        done = start + (flown(last) - start) * part
        reach = kind.range + BETWEEN + 1.6
        shapes, boxes, balls = [], [], []
        for x, method, shot in zip(XS, LANES, last.shots):
            colour = COLOURS[method]
            boxes.append(((x, -0.5, HEIGHT), (0.11, 0.5, 0.11), STEEL))
            boxes.append(((x, -0.6, HEIGHT / 2.0), (0.06, 0.06, HEIGHT / 2.0), STEEL))
            if method == REMOTE:
                now = done * reach / last.speed
                is_over = done >= 1.0 or now >= kind.news(last)  # a flight may end before the news: then it is shown at last
                at = shot.distance if is_over and shot.obstacle >= 0 else min(kind.shown_remotely(last, now), reach)
            else:
                at, is_over = min(done * reach, end_of(kind, shot)), done * reach >= shot.distance
                places = [y for y in tested_distances(kind, last, method, shot) if y <= done * reach]
                balls += [((x, y, HEIGHT), 0.3 * kind.radius, TESTED) for y in places[:MOST_TESTED]]
            balls.append(((x, at, HEIGHT), kind.radius, colour))
            shapes += target_shapes(kind, last, x, shot, is_over)
        return [*shapes, Boxes.of(boxes), Balls.of(balls)]

    def sheet(self, state: ExhibitState[RaceBodies]) -> BoardContent:
        """Make the board with the shares that an overlap test and our sweep notice, and how far late news shows the bullet."""
        shown, kind = state.bodies, self.set_by(self.values(state))
        path = shown.speed / kind.rate
        shares = next((row[2] for row in shown.measured if row[:2] == (shown.speed, shown.target)), None)
        size = 2.0 * (kind.radius + kind.ball) if shown.target == BALL else kind.thickness + 2.0 * kind.radius
        tests = f"Our sweep: {shown.shots[0].tests} tests, the parts: {shown.shots[3].tests}."
        notes = (
            f"{shown.speed:g} m/s, {kind.rate:g} tests a second: {path:.3g} m from test to test.",
            f"Bullet and target are {size:.2g} m deep. {tests}",
        )
        counted = [f"{100.0 * share:.4g} %" for share in shares] if shares else ['press "many"'] * len(LANES)
        by_formula, far = kind.put_back(shown)
        waits = kind.news(shown) - kind.impact(shown) - LINK.latency  # [s] until the next packet leaves
        late = f"shown {1e3 * LINK.latency:.0f} ms + {1e3 * waits:.0f} ms to a packet late: too far by"
        rows = (
            BoardRow(
                "overlap test notices", f"{100.0 * kind.predicted(shown.speed, shown.target):.4g} %", counted[LANES.index(LOOK)]
            ),
            BoardRow("our sweep notices", "100 %", counted[0]),
            BoardRow(late, f"{by_formula:.3g} m", f"{far:.3g} m"),
        )
        return BoardContent(kind.TITLE, notes, rows, plot_of(kind, shown))

    def captions(self, state: ExhibitState[RaceBodies], place: ExhibitPlace) -> list[Caption]:
        """Make two texts with the name of each lane's test: under the barrel and over the target."""
        made, far = [], self.range
        for x, method, name in zip(XS, LANES, NAMES):
            made.append(Caption(name, (x, -0.7, HEIGHT - 0.3), COLOURS[method], 0.115))
            made.append(Caption(name, (x, far, HEIGHT + HALF_PANE + 0.2), COLOURS[method], 0.14))
        return made

    def overlay(self, state: ExhibitState[RaceBodies]) -> list[Shape]:
        """Make at most MOST_TESTED outlines of each lane's bullet where it is tested, and the volume of sweeps as glass."""
        kind = self.set_by(self.values(state))
        shapes: list[Shape] = []
        for x, method, shot in zip(XS, LANES, state.bodies.shots):
            end = end_of(kind, shot)
            rim = ring((x, 0.0, HEIGHT), kind.radius, 17)
            places = [] if method == REMOTE else tested_distances(kind, state.bodies, method, shot)[:MOST_TESTED]
            rings = [np.stack([rim[:-1], rim[1:]], axis=1) + (0.0, y, 0.0) for y in places]
            if method in (SWEEP, GOMEZ):
                far = rim + (0.0, end, 0.0)
                sides = [(rim[n], rim[n + 1], far[n + 1], rim[n], far[n + 1], far[n]) for n in range(16)]
                shapes.append(Skin(np.array(sides).reshape(-1, 3, 3), np.tile((*COLOURS[method], 0.3), (32, 3, 1))))
            if rings:
                shapes.append(Lines(np.concatenate(rings), COLOURS[method], 0.005))
        return shapes


HEIGHT = 1.3  # [m] of the barrels
XS = lane_places(len(LANES), 1.45)
COLOURS = {
    SWEEP: (0.30, 0.66, 0.32), GOMEZ: (0.25, 0.55, 0.88), BISECT: (0.56, 0.42, 0.80), SUBDIVIDE: (0.90, 0.62, 0.18),
    LOOK: (0.85, 0.22, 0.16), REMOTE: (0.50, 0.52, 0.56),
}  # fmt: skip
STEEL, GLASS, TESTED = (0.30, 0.32, 0.36), (0.72, 0.88, 0.95), (0.96, 0.94, 0.86)
HALF_PANE = 0.62  # [m]
MOST_TESTED = 60  # most outlines drawn in a lane. More: they become a solid bar
SHARDS = ((-0.5, 0.35), (0.2, 0.5), (0.5, -0.1), (-0.15, -0.45), (-0.45, -0.2), (0.4, -0.5), (0.05, 0.05))


def flown(bodies: RaceBodies) -> float:
    """Return the fraction, 0..1, of the flight that was shown so far."""
    return min(bodies.age / FLIGHT, 1.0)


def end_of(kind: RaceWall, shot: LaneShot) -> float:
    """Return the distance from the barrel at which a bullet stops [m]: at its impact, or in the wall behind the targets."""
    return shot.distance if shot.obstacle >= 0 else kind.range + BETWEEN + 1.6


def tested_distances(kind: RaceWall, shown: RaceBodies, method: int, shot: LaneShot) -> list[float]:
    """Return at most 400 distances from the barrel at which a lane tests, or where its sweeps end [m], up to the hit or wall."""
    step = shown.speed / kind.rate
    last = shot.distance if shot.obstacle >= 0 and method in (SUBDIVIDE, LOOK) else end_of(kind, shot)
    parts = 8 if method == SUBDIVIDE else 1
    count = int((last - shown.first) / step * parts + 1e-6) + 1
    return [shown.first + step * n / parts for n in range(max(min(count, 400), 0))]


def target_shapes(kind: RaceWall, shown: RaceBodies, x: float, shot: LaneShot, is_over: bool) -> list[Shape]:
    """Make the pane, panes or ball of a lane. A pane breaks, or a ball turns yellow, if the lane's test noticed the hit."""
    if shown.target == BALL:
        colour = (0.95, 0.80, 0.25) if is_over and shot.obstacle >= 0 else (0.55, 0.60, 0.66)
        return [Balls.of([((x, kind.range, HEIGHT), kind.ball, colour)])]
    shapes: list[Shape] = []
    for pane, y in enumerate((kind.range, kind.range + BETWEEN)[: 1 + (shown.target == PANES)]):
        frame = np.array([(x - HALF_PANE, y, HEIGHT - HALF_PANE), (x + HALF_PANE, y, HEIGHT - HALF_PANE),
                          (x + HALF_PANE, y, HEIGHT + HALF_PANE), (x - HALF_PANE, y, HEIGHT + HALF_PANE)])  # fmt: skip
        shapes.append(Lines(np.stack([frame, np.roll(frame, -1, axis=0)], axis=1), STEEL, 0.02))
        if is_over and shot.obstacle == pane:
            centres = np.array([(x + a, y - 0.15 - 0.2 * abs(b), 0.03) for a, b in SHARDS])
            shapes.append(Boxes(centres, np.full((len(SHARDS), 3), (0.12, 0.09, 0.01)), np.tile(GLASS, (len(SHARDS), 1))))
        else:
            shapes.append(Skin(frame[[0, 1, 2, 0, 2, 3]].reshape(2, 3, 3), np.tile((*GLASS, 0.45), (2, 3, 1))))
    return shapes


def plot_of(kind: RaceWall, shown: RaceBodies) -> Plot:
    rows = [row for row in shown.measured if row[1] == shown.target and row[0] in SPEEDS]
    curves = [(NAMES[number], COLOURS[method], [(row[0], row[2][number]) for row in rows]) for number, method in enumerate(LANES)]
    return speed_plot("shots that each test notices", SPEEDS, lambda speed: kind.predicted(speed, shown.target), curves)
