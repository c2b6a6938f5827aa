"""Benchmark of the lab's balls against other engines: the time of a tick, the energy that is left, and overlaps."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np

from ..core.vec3 import scale
from ..lab.physics import balls_in_box_step
from ..lab.physics.ball_array import BALL, energy, fill_box, near_pairs, rules
from ..lab.physics.moving_ellipsoid import NO_OBSTACLE, BallWorld
from ..lab.physics.turning_box import AXIS, axes_at, box
from ..other_engines import bullet, rapier
from .harness.timing import ResultTable

HZ, RADIUS, SPEED = 60, 0.1, 3.0  # ticks a second; [m]; [m/s] of each ball at the start
FILLED = 0.19  # share of the box that the balls fill
WARM, MEASURED = 60, 60  # ticks before the measurement, and measured. Fewer: the heap still falls; more: peers take minutes
TOUCHING = 1e-6  # [m] of an overlap that counts. Smaller: rounding of 32-bit numbers counts
COLUMNS = ("balls", "engine", "settings", "tick [ms]", "times ours", "energy", "pairs that overlap", "deepest [% of r]")
NOTE = (
    "CPU time of this thread, median tick. Energy: kinetic, over that at the start. Spheres of .1 m fill 19 % of a box, 3 m/s\n"
    "at the start; a heap has gravity, e = .5 and a box that turns .5 rad/s. Peers: defaults, 32-bit, no friction."
)


class BallEngine(Protocol):
    """An engine's simulation of balls."""

    def step(self) -> None: ...

    def state(self) -> tuple[np.ndarray, np.ndarray]: ...


class BallScene(NamedTuple):
    """A number of balls in a box."""

    number: int  # number of balls
    is_heap: bool  # True for balls with gravity and restitution .5 in a turning box, False for an elastic gas in a box at rest

    @property
    def half(self) -> float:
        """Half of the side of the box [m]."""
        return 0.5 * (self.number * 4.0 / 3.0 * np.pi * RADIUS**3 / FILLED) ** (1.0 / 3.0)

    @property
    def gravity(self) -> float:
        return -9.81 if self.is_heap else 0.0

    @property
    def restitution(self) -> float:
        return 0.5 if self.is_heap else 1.0

    @property
    def rate(self) -> float:
        return 0.5 if self.is_heap else 0.0


SCENES = (BallScene(1000, False), BallScene(1000, True), BallScene(10_000, True))


class OurBalls:
    """Glissade's simulation of a scene. A heap resolves all contacts at once, a gas collides in the order of time."""

    def __init__(self, scene: BallScene, balls: np.ndarray):
        self.scene, self.balls, self.ticks = scene, balls.copy(), 0
        self.method = balls_in_box_step.SIMULTANEOUS if scene.is_heap else balls_in_box_step.EVENT_DRIVEN
        self.memory, self.rules = balls_in_box_step.memory_of(len(balls)), rules((0.0, 0.0, scene.gravity), scene.restitution)

    def step(self) -> None:
        angles = [self.scene.rate * (self.ticks + n) / HZ for n in (0, 1)]
        turned = axes_at(angles[1]) if self.scene.rate else None
        around = box((self.scene.half,) * 3, 1.0 / HZ, axes_at(angles[0]), turned)
        balls_in_box_step.step(self.method, self.balls, self.memory, BallWorld(around, self.rules, NO_OBSTACLE))
        self.ticks += 1

    def state(self) -> tuple[np.ndarray, np.ndarray]:
        """Return positions (n, 3) [m] and velocities (n, 3) [m/s]."""
        return self.balls["position"], self.balls["velocity"]


def lab_table(scenes: Sequence[BallScene] = SCENES) -> ResultTable:
    return ResultTable("Balls in a box", COLUMNS, [row for scene in scenes for row in scene_rows(scene)], NOTE)


def scene_rows(scene: BallScene) -> list[tuple]:
    """Return a row of the table for each engine that is installed, Glissade's first."""
    balls = fill_box((scene.half,) * 3, scene.number, RADIUS, SPEED, seed=1)
    assert balls is not None  # `half` leaves room for all
    turn = scale(AXIS, scene.rate)
    own = "simultaneous, heap" if scene.is_heap else "order of time, elastic gas"
    peer = "e = .5, heap" if scene.is_heap else "e = 1, gas"
    engines: list[tuple[str, str, Any]] = [("Glissade", own, OurBalls(scene, balls))]
    if rapier.installed():
        engines.append(("Rapier", peer, rapier.RapierBalls(balls, scene.half, scene.gravity, scene.restitution, turn)))
    engines.append(("Bullet", peer, bullet.BulletBalls(balls, scene.half, scene.gravity, scene.restitution, turn)))
    rows, ours = [], 0.0
    for name, settings, engine in engines:
        tick = median_tick(engine)
        ours = ours or tick
        rows.append((scene.number, name, settings, 1e3 * tick, tick / ours, *faults(engine, balls)))
    return [(str(row[0]), *row[1:]) for row in rows]


def median_tick(engine: BallEngine) -> float:
    """Return the median CPU time of this thread in a tick of an engine [s]. The first WARM ticks are not measured."""
    times = []
    for tick in range(WARM + MEASURED):
        start = time.thread_time()
        engine.step()
        if tick >= WARM:
            times.append(time.thread_time() - start)
    return float(np.median(times))


def faults(engine: BallEngine, start: np.ndarray) -> tuple[float, int, float]:
    """Return (ratio of kinetic energies, number of pairs that overlap by more than TOUCHING, deepest overlap [% of a radius])."""
    now = np.zeros(len(start), BALL)
    now["position"], now["velocity"] = engine.state()
    now["radius"], now["mass"] = start["radius"], start["mass"]
    depths = [found for _, _, found in near_pairs(now)]
    overlaps = int(sum((found > TOUCHING).sum() for found in depths))
    deepest = max((float(found.max()) for found in depths), default=0.0)
    return energy(now) / energy(start), overlaps, 100.0 * max(deepest, 0.0) / RADIUS
