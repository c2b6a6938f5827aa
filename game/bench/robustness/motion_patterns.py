"""The displacements of the bodies in a robustness run: walking, running, falling, jittering, and moves of any size.

Each pattern is a function of a random generator and the number of ticks. It returns displacements (ticks, 3) [m] for one body.
"""

from __future__ import annotations

import numpy as np

TICK = 1.0 / 60.0  # [s]
# Gravity of one tick [m]: none, of a standing body, after half a second of fall, at terminal speed.
GRAVITIES = ((0.0, 0.0, 0.0), (0.0, 0.0, -9.81 * TICK * TICK), (0.0, 0.0, -0.08), (0.0, 0.0, -1.0))


def drive(rng: np.random.Generator, bodies: int, ticks: int, turn: np.ndarray) -> np.ndarray:
    """Return random displacements of all bodies (ticks, bodies, 3) [m]. Each body follows one pattern.

    turn: rotation matrix (3, 3) from room space to the world (Room), for moves along the room's walls
    """
    kinds = rng.integers(len(PATTERNS) + 1, size=bodies)
    return np.stack([PATTERNS[k](rng, ticks) if k < len(PATTERNS) else grazing(rng, ticks, turn) for k in kinds], axis=1)


def grazing(rng: np.random.Generator, ticks: int, turn: np.ndarray) -> np.ndarray:
    """Return displacements (ticks, 3) [m] of about 1e-4 to 10 m, each along a random axis of the room.

    They deviate from the axis by about 1e-12 to 1e-2 of their length.
    turn: rotation matrix (3, 3) from room space to the world
    """
    axes = turn.T[rng.integers(3, size=ticks)] * rng.choice([-1, 1], (ticks, 1))
    aside = rng.normal(size=(ticks, 3)) * 10 ** rng.uniform(-12, -2, (ticks, 1))
    return (axes + aside) * 10 ** rng.uniform(-4, 1, (ticks, 1))


def walking(rng: np.random.Generator, ticks: int, speed: float = 5.0) -> np.ndarray:
    """Return horizontal displacements (ticks, 3) [m] with slow turns and some stops.

    speed: [m/s]
    """
    heading = rng.uniform(0, 2 * np.pi) + np.cumsum(rng.normal(0, 0.2, ticks))
    size = speed * TICK * (rng.random(ticks) > 0.1)
    return np.stack([np.cos(heading) * size, np.sin(heading) * size, np.zeros(ticks)], axis=1)


def running(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Return fast horizontal displacements (ticks, 3) [m], as at a low tick rate."""
    return walking(rng, ticks, speed=8.0 * rng.choice([1, 2, 8]))


def falling(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Return displacements (ticks, 3) [m] downwards with growing speed and a little drift."""
    down = -9.81 * TICK * TICK * np.arange(ticks)
    return np.stack([rng.normal(0, 0.01, ticks), rng.normal(0, 0.01, ticks), down], axis=1)


def jittering(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Return displacements (ticks, 3) [m] back and forth along a line, by random lengths."""
    line = rng.normal(size=3)
    return line / np.linalg.norm(line) * rng.choice([-1, 1], (ticks, 1)) * rng.uniform(0, 0.2, (ticks, 1))


def pressing(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Return the same displacement (ticks, 3) [m] for each tick, such as into a corner."""
    line = rng.normal(size=3)
    return np.repeat((line / np.linalg.norm(line) * 10 ** rng.uniform(-4, 0))[None], ticks, axis=0)


def any_size(rng: np.random.Generator, ticks: int) -> np.ndarray:
    """Return displacements (ticks, 3) [m] in any direction, with lengths of 1e-4 to 30 m."""
    moves = rng.normal(size=(ticks, 3))
    return moves / np.linalg.norm(moves, axis=1, keepdims=True) * 10 ** rng.uniform(-4, np.log10(30), (ticks, 1))


PATTERNS = (walking, running, falling, jittering, pressing, any_size)
