"""Balls as rows of one dtype, solid spheres: rows at given positions or at random in a box, their overlaps, rules and world."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ...core.vec3 import ZERO, Vector, dot
from .ellipsoid_among_balls import Obstacle
from .walls_of_turning_box import Box

# position: [m], relative to the centre of their box, in the world's directions; velocity: [m/s]; spin: angular velocity [rad/s];
# radius: [m]; mass: [kg]; kind: of the exhibit's own
BALL = np.dtype(
    [("position", "f8", 3), ("velocity", "f8", 3), ("spin", "f8", 3), ("radius", "f8"), ("mass", "f8"), ("kind", "i8")]
)
MOST_BALLS = 20_000  # of an exhibit. More: a tick takes longer than a frame; fewer: the goal of 10 000 is out of reach
MOST_CELLS_ALONG = 1 << 16  # of a grid, on each axis. More: the number of a cell has too many bits
ADJACENT = [(0, 0, 0), *((x, y, z) for x in (0, 1) for y in (-1, 0, 1) for z in (-1, 0, 1) if (x, y, z) > (0, 0, 0))]


class BallRules(NamedTuple):
    """The physics that all balls of a box share."""

    gravity: Vector = ZERO  # acceleration [m/s2]
    restitution: float = 1.0  # 0..1
    friction: float = 0.0  # Coulomb's coefficient, between balls and at walls


class BallWorld(NamedTuple):
    """All that acts on the balls in a step."""

    box: Box
    rules: BallRules
    obstacle: Obstacle  # NO_OBSTACLE if there is none


def balls_at(
    positions: np.ndarray | Sequence[Vector], velocities: np.ndarray | Sequence[Vector], radius: ArrayLike, mass: ArrayLike = 1.0
) -> np.ndarray:
    """Return rows of BALL (n,) without spin, of kind 0. positions, velocities: (n, 3) [m, m/s]; radius, mass: one or (n,)"""
    made = np.zeros(len(positions), BALL)
    made["position"], made["velocity"], made["radius"], made["mass"] = positions, velocities, radius, mass
    return made


def near_pairs(balls: np.ndarray) -> Iterator[tuple[np.ndarray, np.ndarray, np.ndarray]]:
    """Yield all pairs of balls that may overlap, once, in portions: (first (k,), second (k,), depths (k,) [m]).

    The balls of each cell of a grid, at least as wide as the largest ball, are compared with those of adjacent cells.
    """
    if len(balls) < 2:
        return
    places, radii = balls["position"], balls["radius"]
    side = max(2.0 * float(radii.max()), float(np.ptp(places, axis=0).max()) / MOST_CELLS_ALONG)
    cells = np.floor((places - places.min(axis=0)) / side).astype(np.int64) + 1
    widths = cells.max(axis=0) + 2
    keys = (cells[:, 0] * widths[1] + cells[:, 1]) * widths[2] + cells[:, 2]
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    for x, y, z in ADJACENT:
        target = keys + (x * widths[1] + y) * widths[2] + z
        starts, ends = np.searchsorted(keys, target, "left"), np.searchsorted(keys, target, "right")
        if (x, y, z) == (0, 0, 0):
            starts = np.arange(len(keys)) + 1  # of its own cell: the balls after it
        while (ones := np.flatnonzero(starts < ends)).size:
            first, second = order[ones], order[starts[ones]]
            apart = places[first] - places[second]
            yield first, second, radii[first] + radii[second] - np.sqrt((apart * apart).sum(axis=1))
            starts = starts + 1


def deepest_overlap(balls: np.ndarray) -> float:
    """Return the depth of the deepest overlap of two balls [m], 0.0 if none overlap."""
    return max([0.0, *(float(depths.max()) for _, _, depths in near_pairs(balls))])


def fill_box(half: Vector, count: int, radius: float, speed: float, seed: int) -> np.ndarray | None:
    """Return balls (count,) of 1 kg at random positions of a grid inside a box, with a speed [m/s], or None."""
    sides = np.asarray(half) - radius
    places = np.maximum((sides * (1.0 - 1e-6) / radius).astype(int) + 1, 1)
    if (sides <= 0.0).any() or places.prod() < count:
        return None
    while (shrunk := shrink(places, sides)).prod() >= count and (shrunk != places).any():
        places = shrunk
    lines = [np.linspace(-side, side, n) if n > 1 else np.zeros(1) for side, n in zip(sides * (1.0 - 1e-9), places)]
    grid = np.stack(np.meshgrid(*lines, indexing="ij"), -1).reshape(-1, 3)
    random = np.random.default_rng(seed)
    made = np.zeros(count, BALL)
    made["position"] = grid[np.sort(random.permutation(len(grid))[:count])]
    velocities = random.normal(size=(count, 3))
    made["velocity"] = velocities * (speed / np.linalg.norm(velocities, axis=1))[:, None]
    made["radius"], made["mass"] = radius, 1.0
    return made


def shrink(places: np.ndarray, sides: np.ndarray) -> np.ndarray:
    """Return the numbers of grid positions (3,), lowered by one, but not below 1, on the axis where they are closest together."""
    narrow = int(np.argmin(np.where(places > 1, sides / np.maximum(places - 1, 1), np.inf)))
    fewer = places.copy()
    fewer[narrow] = max(fewer[narrow] - 1, 1)
    return fewer


def ordered_sum(values: np.ndarray) -> np.ndarray:
    """Return the sum of values (n,) or (n, 3) over n, one after the other, so it has the same bits on every processor."""
    return np.add.accumulate(values, axis=0)[-1] if len(values) else np.zeros(values.shape[1:])


def momentum(balls: np.ndarray) -> np.ndarray:
    """Return the momentum (3,) of balls (n,) of BALL [kg m/s]."""
    return ordered_sum(balls["mass"][:, None] * balls["velocity"])


def angular_momentum(balls: np.ndarray) -> np.ndarray:
    """Return the angular momentum (3,) of balls (n,) of BALL about the origin, spins included [kg m2/s]."""
    (x, y, z), (a, b, c) = balls["position"].T, (balls["mass"][:, None] * balls["velocity"]).T
    orbital = np.stack([y * c - z * b, z * a - x * c, x * b - y * a], axis=1)  # np.cross takes four times as long
    own = (0.4 * balls["mass"] * balls["radius"] ** 2)[:, None] * balls["spin"]
    return ordered_sum(orbital + own)


def energy(balls: np.ndarray, gravity: Vector = (0.0, 0.0, 0.0)) -> float:
    """Return the energy [J] of balls (n,) of BALL: kinetic, with that of spins, plus potential energy, 0 at the origin."""
    velocity, spin = balls["velocity"].T, balls["spin"].T
    moving = dot(velocity, velocity) + 0.4 * balls["radius"] ** 2 * dot(spin, spin)
    return float(ordered_sum(balls["mass"] * (0.5 * moving - dot(balls["position"].T, gravity))))
