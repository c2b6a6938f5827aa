"""One-way walls: volumes whose triangles do not stop a player that may pass. Contacts with these triangles are refused.

A triangle belongs to such a volume if it is wholly inside.
"""

from math import hypot

import numpy as np

from ...collision.engine.compiling.jit import inlined
from ...collision.engine.elementary_functions import cos_sin, product
from ...collision.engine.vec3 import sub, vec
from .volume_rows import WALL

TOLERANCE = 1e-3  # [m] by which a triangle may stick out of its volume. Smaller: rounding leaves a triangle solid


def wall_rows(volumes, mesh, params):
    """Return rows (w,) of WALL for the one-way walls of a level, and the numbers (t,) of their triangles.

    volumes: the level's Volumes with the effect MagicWall
    mesh: TriangleMesh of the level
    params: PlayerParams
    """
    triangles = [triangles_in(volume, mesh) for volume in volumes]
    rows, ends = np.zeros(len(volumes), WALL), np.cumsum([0, *map(len, triangles)])
    for row, volume, first, end in zip(rows, volumes, ends, ends[1:]):
        width = max(volume.size[0] / 2.0, volume.radius) + TOLERANCE
        row["at"], (row["c"], row["s"]) = volume.at, cos_sin(volume.heading)
        row["behind"] = max(volume.size[1] / 2.0, volume.radius) + max(params.radii[:2])
        row["reach"] = row["behind"] + hypot(width, volume.height) + 2.0 * params.feet + params.run_speed
        row["first"], row["end"], row["one_way"] = first, end, volume.effect.one_way
    return rows, np.concatenate([*triangles, np.empty(0, np.int64)]).astype(np.int64)


def triangles_in(volume, mesh):
    """Return the numbers (t,) of the triangles of a TriangleMesh that are wholly inside a Volume."""
    local, half = local_points(mesh.vertices, volume), max(volume.size[1] / 2.0, volume.radius)
    width = max(volume.size[0] / 2.0, volume.radius) + TOLERANCE
    inside = (np.abs(local) <= (width, half + TOLERANCE, volume.height / 2.0 + TOLERANCE)).all(axis=1)
    if volume.radius > 0.0:
        inside &= np.sqrt(local[:, 0] * local[:, 0] + local[:, 1] * local[:, 1]) <= width
    return np.flatnonzero(inside[mesh.triangles].all(axis=1))


@inlined
def open_walls(surroundings, position, refused):
    """Open the walls that let the player pass: add 1 to `refused` for each of their triangles.

    surroundings: Surroundings. `is_open` of each wall becomes True if it lets the player pass, otherwise False.
    position: centre of the player (3,) [m]
    refused: (t,) number of reasons for which each triangle of the level stops no player
    """
    for number in range(surroundings.walls.shape[0]):
        wall = surroundings.walls[number]
        wall.is_open = lets_through(wall, position)
        if wall.is_open:
            for place in range(wall.first, wall.end):
                refused[surroundings.wall_triangles[place]] += 1


@inlined
def close_walls(surroundings, refused):
    """Undo the last `open_walls`: subtract 1 from `refused` (t,) for each triangle of the open walls."""
    for number in range(surroundings.walls.shape[0]):
        wall = surroundings.walls[number]
        if wall.is_open:
            for place in range(wall.first, wall.end):
                refused[surroundings.wall_triangles[place]] -= 1


@inlined
def lets_through(wall, position):
    """True if a wall lets the player pass.

    wall: row of WALL; position: centre of the player (3,) [m]

    A one-way wall stops only a player that is wholly behind it, on the side towards which the wall's heading points. A wall
    that is not `one_way` can be passed from both sides. The result is False beyond the wall's reach, where the player cannot
    touch it.
    """
    x, y, z = sub(position, vec(wall.at))
    if max(abs(x), abs(y), abs(z)) > wall.reach:
        return False  # too far away to matter
    return not wall.one_way or y * wall.c - x * wall.s < wall.behind


def local_points(points, volume):
    """Return points (n, 3) [m] of the world in the frame of a Volume, relative to its centre."""
    across, along = volume.rotate((1.0, 0.0, 0.0)), volume.rotate((0.0, 1.0, 0.0))
    offset = points - np.add(volume.at, (0.0, 0.0, volume.height / 2.0))
    return product(offset, np.array([across, along, (0.0, 0.0, 1.0)]).T)
