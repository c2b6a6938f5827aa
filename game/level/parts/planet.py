"""A ball of many facets, to walk around in the gravity of a planet."""

import math
from typing import Annotated

import numpy as np

from ...core.elementary_functions import each, tan
from ...core.value_rules import Length, Whole
from ..contents.shape import Shape, from_faces
from .registry import part


@part("planet", ground="grass", patch="sand")
def planet(radius: Length = 5.0, cells: Annotated[int, Whole(2, 32)] = 12) -> Shape:
    """Build a ball with its centre at `at`: a cube that is projected onto a sphere. Each side of the cube has `cells` by
    `cells` squares, in a chessboard pattern of the roles "ground" and "patch".
    """
    return from_faces(face for axis in range(3) for side in (-1.0, 1.0) for face in cap(axis, side, radius, cells))


def cap(axis: int, side: float, radius: float, cells: int):
    """Yield (corners [(x, y, z), ...] [m], role) for each triangle of one side of a cube that is projected onto a sphere.

    Each square of the side has two triangles, counter-clockwise seen from outside.
    axis: index 0 to 2 of the axis through the side
    side: -1.0 or 1.0, the direction along the axis
    radius: of the ball [m]
    cells: number of squares along an edge
    """
    at = each(tan, np.linspace(-math.pi / 4, math.pi / 4, cells + 1))
    grid = np.empty((cells + 1, cells + 1, 3))
    grid[..., axis], grid[..., (axis + 1) % 3], grid[..., (axis + 2) % 3] = side, at[:, None] * side, at[None, :]
    grid *= radius / np.linalg.norm(grid, axis=2, keepdims=True)
    for i in range(cells):
        for j in range(cells):
            a, b, c, d = (tuple(map(float, grid[i + u, j + v])) for u, v in ((0, 0), (1, 0), (1, 1), (0, 1)))
            role = "ground" if (i + j) % 2 else "patch"
            yield [a, b, c], role
            yield [a, c, d], role
