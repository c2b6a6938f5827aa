"""Ground: a height field made of hills and noise, or of heights in the level file, and a planet."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from ...core.elementary_functions import cos, each, smooth, tan
from ...core.value_rules import METRES, Height, ImpossibleShape, Length, ListOf, Offset, Size2, TableOf, Values, Whole
from ...core.vec3 import triangle_normals, vec
from ..contents.limits import MOST_NUMBERS, MOST_TRIANGLES, require
from ..contents.part_shape import Face, PartShape, from_faces
from . import part


@dataclass(frozen=True)
class Hill:
    at: Annotated[tuple[float, float], Values(METRES, 2)]  # centre (x, y) [m], relative to the terrain's centre
    radius: Length  # distance from the centre at which it ends [m]
    height: Offset
    plateau: Height = 0.0  # distance from the centre up to which it is flat [m]


Cells = Annotated[tuple[int, int], Values(Whole(1, 500), 2)]
Heights = Annotated[tuple[tuple[float, ...], ...], ListOf(ListOf(METRES, least=2), least=2)]


@part("terrain", ground="grass", steep="earth", side="earth")
def terrain(
    size: Size2 = (20.0, 20.0),
    cells: Cells = (20, 20),
    hills: Annotated[tuple[Hill, ...], ListOf(TableOf(Hill))] = (),
    roughness: Height = 0.0,
    grain: Length = 4.0,
    seed: Annotated[int, Whole(0, 10**9)] = 0,
    edge: Height = 0.0,
    heights: Heights = (),
    base: Length = 1.0,
    steep: Annotated[float, METRES] = 35.0,
) -> PartShape:
    """Build ground of `size` metres around `at`, divided into `cells`, on a block that reaches `base` metres down.

    cells: numbers of cells along x and along y
    roughness: largest height of random noise [m], with a grid of `grain` metres and the random seed `seed`
    edge: width [m] over which the heights fade to 0 at the border
    heights: rows of heights [m] from -y to +y, each from -x to +x, which replace `cells` and `hills`. Noise is added to these,
    and they fade, too.
    steep: slope [degrees] above which triangles have the role "steep"
    Raises ImpossibleShape if the ground is not above the bottom of the block, or if the rows of `heights` differ in length.
    """
    if heights and len({len(row) for row in heights}) > 1:
        raise ImpossibleShape("heights: every row must have as many numbers as the first")
    columns, rows = (len(heights[0]) - 1, len(heights) - 1) if heights else cells
    require(2 * columns * rows, MOST_TRIANGLES, "triangles of terrain", "give it fewer cells")
    require(columns * rows * len(hills), MOST_NUMBERS, "heights of hills to add up", "give it fewer hills or cells")
    across, along = size[0] / grain + 2, size[1] / grain + 2
    require(round(across * along), MOST_NUMBERS, "cells of noise", "make grain coarser or the terrain smaller")
    x, y = np.meshgrid(np.linspace(-size[0] / 2, size[0] / 2, columns + 1), np.linspace(-size[1] / 2, size[1] / 2, rows + 1))
    z = np.array(heights) if heights else sum((hill_heights(hill, x, y) for hill in hills), np.zeros_like(x))
    z = (z + roughness * noise(x, y, grain, seed)) * fade(x, y, size, edge)
    if z.min() <= -base:
        raise ImpossibleShape(f"base = {base:g} must be deeper than the lowest ground at {z.min():.2f}")
    return block_under(np.stack([x, y, z], axis=-1), base, steep)


def hill_heights(hill: Hill, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the heights [m] of a hill at x, y [m], arrays of one shape: a cosine bell with a flat plateau."""
    dx, dy = x - hill.at[0], y - hill.at[1]
    distance = np.sqrt(dx * dx + dy * dy)
    outside = np.clip((distance - hill.plateau) / max(hill.radius - hill.plateau, 1e-6), 0.0, 1.0)
    return hill.height * (1.0 + each(cos, math.pi * outside)) / 2.0


def noise(x: np.ndarray, y: np.ndarray, grain: float, seed: int) -> np.ndarray:
    """Return smooth noise from -1 to 1 at points x, y [m]: random numbers on a grid of `grain` metres, interpolated smoothly."""
    column, row = (x - x.min()) / grain, (y - y.min()) / grain
    i, j = column.astype(int), row.astype(int)
    numbers = np.random.default_rng(seed).uniform(-1.0, 1.0, (int(j.max()) + 2, int(i.max()) + 2))
    u, v = smooth(column - i), smooth(row - j)
    low = numbers[j, i] * (1 - u) + numbers[j, i + 1] * u
    high = numbers[j + 1, i] * (1 - u) + numbers[j + 1, i + 1] * u
    return low * (1 - v) + high * v


def fade(x: np.ndarray, y: np.ndarray, size: tuple[float, float], edge: float) -> np.ndarray:
    """Return the factor, 0..1, of the heights: 0 at the border, 1 from `edge` metres inward. With `edge` 0 it is 1 everywhere."""
    inside = np.minimum(size[0] / 2 - np.abs(x), size[1] / 2 - np.abs(y))
    return smooth(np.clip(inside / edge, 0.0, 1.0)) if edge else np.ones_like(x)


def block_under(grid: np.ndarray, base: float, steep: float) -> PartShape:
    """Return the closed block under a grid (rows, columns, 3) [m] from -x and -y on, with a bottom at z = -base."""
    rows, columns = grid.shape[:2]
    numbers = np.arange(rows * columns).reshape(rows, columns)
    ground = grid_triangles(numbers, grid[..., 2])
    rim = np.concatenate([numbers[0, :-1], numbers[:-1, -1], numbers[-1, :0:-1], numbers[:0:-1, 0]])
    foot = np.arange(len(rim)) + rows * columns
    middle = np.full(len(rim), rows * columns + len(rim))
    rim2, foot2 = np.roll(rim, -1), np.roll(foot, -1)
    sides = np.concatenate([np.stack(t, axis=1) for t in ((foot, foot2, rim2), (foot, rim2, rim), (middle, foot2, foot))])
    below = grid.reshape(-1, 3)[rim] * (1.0, 1.0, 0.0) - (0.0, 0.0, base)
    vertices = np.concatenate([grid.reshape(-1, 3), below, [[0.0, 0.0, -base]]])
    roles = np.concatenate([ground_roles(vertices[ground], steep), np.full(len(sides), "side")])
    return PartShape(vertices, np.concatenate([ground, sides]), roles)


def grid_triangles(numbers: np.ndarray, z: np.ndarray) -> np.ndarray:
    """Return two triangles (t, 3) for each cell. Their diagonal differs less in height: valleys and ridges stay smooth."""
    a, b, c, d = numbers[:-1, :-1], numbers[:-1, 1:], numbers[1:, 1:], numbers[1:, :-1]
    along_ac = np.abs(z[:-1, :-1] - z[1:, 1:]) <= np.abs(z[:-1, 1:] - z[1:, :-1])
    first = np.where(along_ac[..., None], np.stack([a, b, c], -1), np.stack([a, b, d], -1))
    second = np.where(along_ac[..., None], np.stack([a, c, d], -1), np.stack([b, c, d], -1))
    return np.stack([first, second], axis=2).reshape(-1, 3)


def ground_roles(corners: np.ndarray, steep: float) -> np.ndarray:
    normals = triangle_normals(corners)
    upright = normals[:, 2] / np.linalg.norm(normals, axis=1)
    return np.where(upright < cos(math.radians(steep)), "steep", "ground")


@part("planet", ground="grass", patch="sand")
def planet(radius: Length = 5.0, cells: Annotated[int, Whole(2, 32)] = 12) -> PartShape:
    """Build a ball with its centre at `at`: a cube that is projected onto a sphere. Each side of the cube has `cells` by
    `cells` squares, in a chessboard pattern of the roles "ground" and "patch".
    """
    return from_faces(face for axis in range(3) for side in (-1.0, 1.0) for face in cap(axis, side, radius, cells))


def cap(axis: int, side: float, radius: float, cells: int) -> Iterator[Face]:
    """Yield the triangles of one side, -1.0 or 1.0 along an axis, of a cube that is projected onto a sphere."""
    at = each(tan, np.linspace(-math.pi / 4, math.pi / 4, cells + 1))
    grid = np.empty((cells + 1, cells + 1, 3))
    grid[..., axis], grid[..., (axis + 1) % 3], grid[..., (axis + 2) % 3] = side, at[:, None] * side, at[None, :]
    grid *= radius / np.linalg.norm(grid, axis=2, keepdims=True)
    for i in range(cells):
        for j in range(cells):
            a, b, c, d = (vec(grid[i + u, j + v]) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)))
            role = "ground" if (i + j) % 2 else "patch"
            yield [a, b, c], role
            yield [a, c, d], role
