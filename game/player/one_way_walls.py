"""One-way walls: volumes whose triangles do not stop a player that may pass. Contacts with these triangles are refused.

A triangle belongs to such a volume if it is wholly inside.
"""

from collections.abc import Sequence
from math import hypot

import numpy as np

from ..collision import TriangleMesh
from ..collision.ellipsoid_and_espace import to_espace
from ..collision.gather import triangle_of
from ..collision.paper_detection import Sweep
from ..collision.robust_detection import closest_on_triangle, sweep_triangle
from ..collision.trace import HIT
from ..core.elementary_functions import cos_sin, product
from ..core.jit import inlined, shared
from ..core.right_forward_up_frame import to_frame
from ..core.vec3 import length, scale, sub, vec
from ..level.contents.volume import MagicWall, Volume
from .player_params import PlayerParams
from .tick_rows import ParamsRow, PlayerRow, WallRow, frame_of
from .volumes import WALL, Surroundings

TOLERANCE = 1e-3  # [m] by which a triangle may stick out of its volume. Smaller: rounding leaves a triangle solid
# Size of the body that is swept towards a one-way wall [of the player's]. Nearer to 1: a player that touches the wall from behind
# counts as inside it, and passes back; smaller: a player that is not yet wholly through is pushed out, visibly.
SWEPT_SIZE = 1.0 - 1e-4


def wall_rows(volumes: Sequence[Volume], mesh: TriangleMesh, params: PlayerParams) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return rows (w,) of WALL for the one-way walls of a level, and the numbers (t,) and corners (t, 9) [m] of their triangles.

    volumes: the level's Volumes with the effect MagicWall
    """
    triangles = [triangles_in(volume, mesh) for volume in volumes]
    rows, ends = np.zeros(len(volumes), WALL), np.cumsum([0, *map(len, triangles)])
    for row, volume, first, end in zip(rows, volumes, ends, ends[1:]):
        assert isinstance(volume.effect, MagicWall)
        width = max(volume.size[0] / 2.0, volume.radius) + TOLERANCE
        row["at"], (row["c"], row["s"]) = volume.at, cos_sin(volume.heading)
        depth, fastest = max(volume.size[1] / 2.0, volume.radius), params.run_speed + params.terminal_speed
        row["reach"] = depth + hypot(width, volume.height) + 2.0 * max(params.radii) + fastest
        row["first"], row["end"], row["one_way"] = first, end, volume.effect.one_way
    numbers = np.concatenate([*triangles, np.empty(0, np.int64)]).astype(np.int64)
    corners = mesh.vertices[mesh.triangles[numbers]].reshape(-1, 9) if len(numbers) else np.empty((0, 9))
    return rows, numbers, corners


def triangles_in(volume: Volume, mesh: TriangleMesh) -> np.ndarray:
    """Return the numbers (t,) of the triangles of a TriangleMesh that are wholly inside a Volume."""
    local, half = local_points(mesh.vertices, volume), max(volume.size[1] / 2.0, volume.radius)
    width = max(volume.size[0] / 2.0, volume.radius) + TOLERANCE
    inside = (np.abs(local) <= (width, half + TOLERANCE, volume.height / 2.0 + TOLERANCE)).all(axis=1)
    if volume.radius > 0.0:
        inside &= np.sqrt(local[:, 0] * local[:, 0] + local[:, 1] * local[:, 1]) <= width
    return np.flatnonzero(inside[mesh.triangles].all(axis=1))


@inlined
def open_walls(surroundings: Surroundings, player: PlayerRow, params: ParamsRow, refused: np.ndarray) -> None:
    """Open the walls that let the player pass: add 1 to `refused` for each of their triangles.

    surroundings: Surroundings. `is_open` of each wall becomes True if it lets the player pass, otherwise False.
    player, params: rows of PLAYER and PARAMS (of a standing player) before the tick
    refused: (t,) number of reasons for which each triangle of the level stops no player
    """
    for number in range(surroundings.walls.shape[0]):
        wall = surroundings.walls[number]
        wall.is_open = lets_through(surroundings, wall, player, params)
        if wall.is_open:
            for place in range(wall.first, wall.end):
                refused[surroundings.wall_triangles[place]] += 1


@inlined
def close_walls(surroundings: Surroundings, refused: np.ndarray) -> None:
    """Undo the last `open_walls`: subtract 1 from `refused` (t,) for each triangle of the open walls."""
    for number in range(surroundings.walls.shape[0]):
        wall = surroundings.walls[number]
        if wall.is_open:
            for place in range(wall.first, wall.end):
                refused[surroundings.wall_triangles[place]] -= 1


@inlined
def lets_through(surroundings: Surroundings, wall: WallRow, player: PlayerRow, params: ParamsRow) -> bool:
    """True if a wall lets the player pass.

    A one-way wall stops only a player that is clear of it, with no part of it ahead in the direction of the wall's heading. The
    player is then behind the wall, above it, below it or beside it. A wall that is not `one_way` can be passed from both sides.
    The result is False beyond the wall's reach, where the player cannot touch it.
    """
    x, y, z = sub(vec(player.position), vec(wall.at))
    if max(abs(x), abs(y), abs(z)) > wall.reach:
        return False  # too far away to matter
    return not wall.one_way or is_ahead(surroundings, wall, player, params)


@shared
def is_ahead(surroundings: Surroundings, wall: WallRow, player: PlayerRow, params: ParamsRow) -> bool:
    """True if the player's body overlaps a wall, or would meet it on the way along the wall's heading.

    The body is the one that the player has before the tick, slightly smaller (SWEPT_SIZE).
    """
    frame, position = frame_of(player), vec(player.position)
    heading = 0.0
    if params.turns:
        heading = player.heading if player.facing != player.facing else player.facing
    (c, s), (rx, ry, rz) = cos_sin(heading), vec(params.radii)
    rx, ry, rz = rx * SWEPT_SIZE, ry * SWEPT_SIZE, (rz + (params.crouched_feet - rz) * player.crouched) * SWEPT_SIZE
    space = c / rx, s / rx, -s / ry, c / ry, 1.0 / rz, rx * ry
    way = to_espace(space, to_frame(frame, (-2.0 * wall.reach * wall.s, 2.0 * wall.reach * wall.c, 0.0)))
    far = length(way)
    sweep = Sweep((0.0, 0.0, 0.0), scale(way, 1.0 / far), far)
    for place in range(wall.first, wall.end):
        corners = surroundings.wall_corners[place]
        p1 = to_espace(space, to_frame(frame, sub(vec(corners[0:3]), position)))
        p2 = to_espace(space, to_frame(frame, sub(vec(corners[3:6]), position)))
        p3 = to_espace(space, to_frame(frame, sub(vec(corners[6:9]), position)))
        triangle = triangle_of(p1, p2, p3, place)
        if closest_on_triangle(sweep.base, triangle)[0] < 1.0 or sweep_triangle(triangle, sweep, True).outcome == HIT:
            return True
    return False


def local_points(points: np.ndarray, volume: Volume) -> np.ndarray:
    """Return points (n, 3) [m] of the world in the frame of a Volume, relative to its centre."""
    across, along = volume.rotate((1.0, 0.0, 0.0)), volume.rotate((0.0, 1.0, 0.0))
    offset = points - np.add(volume.at, (0.0, 0.0, volume.height / 2.0))
    return product(offset, np.array([across, along, (0.0, 0.0, 1.0)]).T)
