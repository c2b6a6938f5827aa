"""How the bodies of a robustness run are driven: walking, running, falling, jittering, and steps of any size."""

from __future__ import annotations

import numpy as np

TICK = 1.0 / 60.0  # [s]
# Gravity of one tick [m]: none, standing, half a second fallen, terminal speed.
GRAVITIES = ((0.0, 0.0, 0.0), (0.0, 0.0, -9.81 * TICK * TICK), (0.0, 0.0, -0.08), (0.0, 0.0, -1.0))


def drive(rng: np.random.Generator, bodies: int, ticks: int, turn: np.ndarray) -> np.ndarray:
    """Displacements (ticks, bodies, 3) [m]; each body is driven in one way, some of them straight along the room's walls."""
    ways = rng.integers(len(WAYS) + 1, size=bodies)
    return np.stack([WAYS[way](rng, ticks) if way < len(WAYS) else grazing(rng, ticks, turn) for way in ways], axis=1)


def grazing(rng: np.random.Generator, ticks: int, turn: np.ndarray) -> np.ndarray:
    """Along an axis of the room, but for 1e-12 to 1e-2 of it."""
    axes = turn.T[rng.integers(3, size=ticks)] * rng.choice([-1, 1], (ticks, 1))
    aside = rng.normal(size=(ticks, 3)) * 10 ** rng.uniform(-12, -2, (ticks, 1))
    return (axes + aside) * 10 ** rng.uniform(-4, 1, (ticks, 1))


def walking(rng: np.random.Generator, ticks: int, speed: float = 5.0) -> np.ndarray:
    """Level, turning slowly, stopping now and then."""
    heading = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.2, ticks))
    size = speed * TICK * (rng.random(ticks) > 0.1)
    return np.stack([np.cos(heading) * size, np.sin(heading) * size, np.zeros(ticks)], axis=1)


def running(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Level and fast, at few ticks a second."""
    return walking(rng, ticks, speed=8.0 * rng.choice([1, 2, 8]))


def falling(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Ever faster downwards, with a little drift."""
    down = -9.81 * TICK * TICK * np.arange(ticks)
    return np.stack([rng.normal(0, 0.01, ticks), rng.normal(0, 0.01, ticks), down], axis=1)


def jittering(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """To and fro along one line, never the same length."""
    line = rng.normal(size=3)
    return line / np.linalg.norm(line) * rng.choice([-1, 1], (ticks, 1)) * rng.uniform(0, 0.2, (ticks, 1))


def pressing(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Always the same way: into a corner, and on into it."""
    line = rng.normal(size=3)
    return np.repeat((line / np.linalg.norm(line) * 10 ** rng.uniform(-4, 0))[None], ticks, axis=0)


def any_size(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Any way, from 1e-4 to 30 m."""
    ways = rng.normal(size=(ticks, 3))
    return ways / np.linalg.norm(ways, axis=1, keepdims=True) * 10 ** rng.uniform(-4, np.log10(30), (ticks, 1))


WAYS = (walking, running, falling, jittering, pressing, any_size)
