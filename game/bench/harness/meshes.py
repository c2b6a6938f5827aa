"""The meshes of the measurements: a small level, and terrain of any size, each with stairs and boxes.

They are computed from formulas, so that every machine and every engine gets the same triangles.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

CELL = 1.0  # [m] edge of a terrain cell; a body of .4 m radius has some ten triangles below it
BLOCK = 16  # [cells] each block of this size has one flight of stairs and two boxes
SMALL = 1_800  # requested triangles of the small level. Whole blocks make 2624 of them, as a hand-made test level has

BOX_CORNERS = np.array([[x, y, z] for z in (0, 1) for y in (0, 1) for x in (0, 1)], dtype=float)
BOX_TRIANGLES = np.array([
    [0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4],
    [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5],
])  # fmt: skip


class Course(NamedTuple):
    """A mesh for measurements, and the square in which bodies walk on it."""

    name: str
    vertices: np.ndarray  # (v, 3) float64 [m]
    triangles: np.ndarray  # (t, 3) int64
    low: tuple[float, float]  # [m] the walkable square, in x and y
    high: tuple[float, float]


def height(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the height of the terrain [m] at points x, y [m], arrays of one shape.

    Its hills are about 20 m apart, and at no point steeper than 44 degrees.
    """
    return 1.5 * np.sin(0.31 * x) * np.cos(0.27 * y) + 0.5 * np.sin(0.9 * x + 0.4 * y)


def terrain(triangles: int) -> Course:
    """Return terrain with a flight of ten steps and two boxes in each block of the ground.

    triangles: requested number, which is rounded to a square of whole blocks
    """
    per_block = 2 * BLOCK**2 + 12 * (STEPS + 2)
    blocks = max(1, round((triangles / per_block) ** 0.5))
    parts = [_ground(blocks * BLOCK)]
    for row in range(blocks):
        for column in range(blocks):
            parts += _obstacles(column * BLOCK * CELL, row * BLOCK * CELL)
    vertices, faces = joined(parts)
    edge = blocks * BLOCK * CELL - 2.0
    return Course(f"terrain {len(faces) / 1000:.0f} k", vertices, faces, (2.0, 2.0), (edge, edge))


def small_level() -> Course:
    """Return a walkable level of some 2600 triangles."""
    return terrain(SMALL)._replace(name="small level")


STEPS = 10  # steps of a flight of stairs


def _ground(cells: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices (v, 3) [m] and triangles (t, 3) of a square of terrain, `cells` cells wide."""
    axis = np.arange(cells + 1) * CELL
    x, y = np.meshgrid(axis, axis, indexing="ij")
    vertices = np.stack([x, y, height(x, y)], axis=-1).reshape(-1, 3)
    corner = (np.arange(cells)[:, None] * (cells + 1) + np.arange(cells)).ravel()
    right, up, across = corner + cells + 1, corner + 1, corner + cells + 2
    return vertices, np.concatenate([np.stack([corner, right, across], 1), np.stack([corner, across, up], 1)])


def _obstacles(x: float, y: float) -> list[tuple[np.ndarray, np.ndarray]]:
    """Return the meshes (vertices, triangles) of ten steps, .18 m high and .28 m deep, and of two boxes.

    x, y: least coordinates of the block of ground on which they are [m]
    """
    foot = float(height(np.float64(x + 5), np.float64(y + 3))) - 0.5
    steps = [box((x + 4, y + 3 + 0.28 * i, foot), (2.0, 0.28, 0.68 + 0.18 * i)) for i in range(STEPS)]
    boxes = [box((x + a, y + b, foot - 1.0), (1.0, 1.5, 3.5)) for a, b in ((10.0, 4.0), (7.0, 11.0))]
    return steps + boxes


def box(low: tuple[float, float, float], size: tuple[float, float, float]) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices (8, 3) [m] and triangles (12, 3) of a closed box, counter-clockwise seen from outside.

    low: lowest corner (3,) [m]
    size: lengths along x, y and z [m]
    """
    return np.asarray(low) + BOX_CORNERS * np.asarray(size), BOX_TRIANGLES


def joined(parts: list[tuple[np.ndarray, np.ndarray]]) -> tuple[np.ndarray, np.ndarray]:
    """Join meshes (vertices, triangles) into one. Returns vertices (v, 3) float64 and triangles (t, 3) int64."""
    sizes = np.cumsum([0] + [len(vertices) for vertices, _ in parts])
    faces = [triangles + offset for (_, triangles), offset in zip(parts, sizes)]
    return np.concatenate([vertices for vertices, _ in parts]), np.concatenate(faces)
