"""The unit tube, ball, disc and rings that all shapes are made of: triangles, three vertices each."""

from functools import cache

import numpy as np

DISC_SIDES = 48
RIM = 0.035  # width of a disc's rim, in parts of its radius
RING_PARTS = 32
LATITUDES = (-0.75, -0.4, 0.0, 0.4, 0.75)  # heights of the horizontal rings, in parts of the vertical radius
MERIDIANS = 4  # circles through both poles


def circle(parts):
    """Points (parts + 1, 2) around the unit circle. The last one equals the first."""
    angles = np.linspace(0.0, 2.0 * np.pi, parts + 1)
    return np.column_stack([np.cos(angles), np.sin(angles)])


@cache
def tube(sides):
    """The unit tube (6 * sides, 3): cosine, sine, and 0 at one end or 1 at the other."""
    around = circle(sides)
    low = np.column_stack([around, np.zeros(len(around))])
    high = np.column_stack([around, np.ones(len(around))])
    return np.stack([low[:-1], low[1:], high[1:], low[:-1], high[1:], high[:-1]], axis=1).reshape(-1, 3)


@cache
def ball():
    """The unit sphere (96, 3): an octahedron with faces that are subdivided once."""
    x, y, z = np.eye(3)
    faces = [(a * x, b * y, c * z) for a in (1, -1) for b in (1, -1) for c in (1, -1)]
    points = np.array([part for a, b, c in faces for part in quartered(a, b, c)]).reshape(-1, 3)
    return points / np.linalg.norm(points, axis=1, keepdims=True)


def quartered(a, b, c):
    ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
    return (a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)


@cache
def disc():
    """The fan (3 * DISC_SIDES, 2) inside the rim, and the rim (6 * DISC_SIDES, 2)."""
    around = circle(DISC_SIDES)
    a, b = around[:-1], around[1:]
    inner_a, inner_b = a * (1.0 - RIM), b * (1.0 - RIM)
    fan = np.stack([np.zeros_like(a), inner_a, inner_b], axis=1).reshape(-1, 2)
    rim = np.stack([inner_a, a, b, inner_a, b, inner_b], axis=1).reshape(-1, 2)
    return fan, rim


@cache
def rings(up_to=1.0):
    """The straight pieces (n, 2, 3) of the rings of the unit sphere below the height `up_to`."""
    around = circle(RING_PARTS)
    level = [np.column_stack([around * np.sqrt(1.0 - z * z), np.full(len(around), z)]) for z in LATITUDES]
    upright = [meridian(around, np.pi * number / MERIDIANS) for number in range(MERIDIANS)]
    pieces = np.concatenate([np.stack([ring[:-1], ring[1:]], axis=1) for ring in (*level, *upright)])
    return pieces[(pieces[:, :, 2] <= up_to + 1e-9).all(axis=1)]


def meridian(around, turn):
    """A circle through the poles, turned about the vertical by `turn` [rad]."""
    return np.column_stack([around[:, 0] * np.cos(turn), around[:, 0] * np.sin(turn), around[:, 1]])
