"""The triangles that a tick can meet. They are gathered once, in a box as large as the tick's reach.

One-way walls are volumes whose triangles do not stop a player that may pass. Contacts with these triangles are refused.
A triangle belongs to such a volume if it is wholly inside.
"""

from collections.abc import Sequence
from math import nan
from typing import NamedTuple

import numpy as np

from ..collision import TriangleMesh
from ..collision.candidates_and_nearest_contact import append, gather, rotate_candidates, triangle_of
from ..collision.ellipsoid_and_espace import Sweep, space_of_radii, to_espace
from ..collision.entry_points import Scratch, half_sides, remove_refused
from ..collision.mesh.bvh import Tree
from ..collision.robust_detection import closest_on_triangle, sweep_triangle
from ..collision.rules import space_of
from ..collision.trace import HIT
from ..core.elementary_functions import cos_sin, kept_cos, product
from ..core.jit import inlined, shared
from ..core.right_forward_up_frame import to_frame
from ..core.vec3 import ZERO, Vector, add, hypot, length, put, scale, sub, vec
from ..level.contents.volume import MagicWall, Volume
from .player_params import ParamsRow, PlayerParams
from .player_state import InputRow, PlayerRow, PlayerState, frame_of, heading_of_body, vec2
from .volume_containment import WALL, Surroundings, WallRow

METRES = (1.0, 0.0, 0.0, 1.0, 1.0, 1.0)  # the change of basis of a unit sphere
# Part of all displacements that slides may turn aside, for boxes that must hold any tick. A slide never makes a displacement
# longer. The projection of one that points straight down leads aside by half of its length at most. Smaller: walls are missed;
# larger only costs time.
TURNED_ASIDE = 0.5
# Margin [greatest radii] around the centre: for the body, and for the tread behind an edge. Smaller: treads are not seen; larger:
# only costs time.
AROUND = 1.5
# Margin [m] around the box of a player whose up is not +z, for triangles whose own box overlaps the tick's in the frame alone.
# Smaller: the trace lists fewer candidates, without effect; larger: only costs time.
FRAME_ROOM = 1.0


MovingTriangles = tuple[np.ndarray, np.ndarray]  # corners (n, 9) [m] and numbers (n,). ~number: reversed


class Obstacles(NamedTuple):
    """The triangles that a tick can meet.

    refused: (t,) uint8, above 0 for triangles of the mesh that stop no body, or an empty array if all triangles stop bodies
    """

    mesh: Tree
    moving: MovingTriangles  # triangles outside the tree, of movers and exhibits. As an argument of a tick, room for them
    refused: np.ndarray


NOTHING_MOVES = (np.empty((0, 9)), np.empty(0, np.int32))
NONE_REFUSED = np.empty(0, np.uint8)


@inlined
def reach(walk: float, fall: float, up: float, down: float, turned_aside: float) -> Vector:
    """Return the greatest distances (aside, down, up) [m] that the centre of a body can move in a tick.

    walk, fall: lengths of the displacements of walking and falling [m]
    up, down: greatest heights of a step up and a step down [m]. Their sum counts instead of a shorter fall.
    turned_aside: part of these lengths that sliding may turn to any other direction
    The arguments are numbers, or arrays of many bodies.
    """
    straight = walk + fall
    turned = turned_aside * (straight + up + down)
    return straight + turned, walk + np.maximum(up + down, fall) + turned, straight + up + turned


@inlined
def reach_of_any_tick(params: ParamsRow, walk: float, speed: float, gravity: float) -> tuple[float, float]:
    """Return the distances (horizontal, vertical) [m] from a player's centre within which a tick can meet a triangle.

    The vertical distance is the larger of those up and down.

    walk: walking speed [m/s]; speed: of falling and of the flow (wind, water or belt) together [m/s]
    gravity: acceleration of falling [m/s2]
    Speeds and gravity may be arrays of many players.
    """
    dt, radii = params.dt, vec(params.radii)
    walked = (walk + max(params.standing_run_speed, params.standing_speed) + speed) * params.steepest * dt
    fall = (speed + params.jump_speed + abs(gravity) * max(params.fall_gravity, 1.0) * dt) * dt
    aside, down, up = reach(walked, fall, params.step_up, params.step_down, TURNED_ASIDE)
    return AROUND * max(radii[0], radii[1]) + aside, AROUND * radii[2] + np.maximum(down, up)


def reach_for_exhibits(state: PlayerState, params: PlayerParams, dt: float) -> Vector:
    """Return the distances (aside, down, up) [m] from a player's centre within which a tick of dt [s] can meet a triangle.

    A player whose up is not +z has the greatest distance in each direction.
    """
    steepest = 1.0 / kept_cos(params.max_slope) if params.keep_horizontal_speed else 1.0
    speed = length(state.fall) + 2.0 * length(state.flow)
    walked = (max(hypot(*state.walk), params.run_speed, params.speed) * steepest + speed) * dt
    fall = (speed + params.jump_speed + params.gravity * max(params.fall_gravity, 1.0) * dt) * dt
    aside, down, up = reach(walked, fall, params.step_up, params.step_down, TURNED_ASIDE)
    wide, high = max(params.radii[:2]), params.radii[2]
    if state.frame is None:
        return wide + aside, high + down, high + up
    far = max(params.radii) + max(aside, down, up)
    return far, far, far


@inlined
def reach_of_tick(player: PlayerRow, intent: InputRow, walked: Vector, params: ParamsRow, turned_aside: float) -> Vector:
    """Return the distances (aside, down, up) [m] that the player's centre can move in this tick, as `reach` does.

    walked: displacement of walking (3,) [m]; turned_aside: as for `reach`
    """
    (fx, fy, fz), dt = vec(player.fall), params.dt
    flow = hypot(*vec2(intent.flow))
    distance = hypot(walked[0], walked[1]) + hypot(fx, fy) * dt + abs(walked[2]) + 2.0 * flow * dt
    fallen = abs(fz) * dt + max(params.gravity, abs(intent.pull)) * dt * dt
    up = max(params.step_up, reach_out_of_water(intent, params))
    return reach(distance, fallen, up, params.step_down, turned_aside)


@inlined
def reach_out_of_water(intent: InputRow, params: ParamsRow) -> float:
    """Return the height [m] above the feet of the highest edge that a swimmer can climb, or 0 if it cannot climb out.

    The edge may be `step_up` above the water. The player must hold the jump key, and its head must be out of the water.
    """
    if not intent.jump or not -params.feet < intent.surface < params.feet:
        return 0.0
    return params.feet + intent.surface + params.step_up


@inlined
def gather_around(obstacles: Obstacles, scratch: Scratch, origin: Vector, distances: Vector) -> int:
    """Gather triangles once for all sweeps of the tick, without refused ones. Returns the number of candidates.

    The number may exceed the capacity. Then not all candidates are written, and refused ones count.
    origin: the player's position (3,) [m]; distances: (aside, down, up) [m], from `reach_of_tick`
    """
    (aside, down, up), sides = distances, half_sides(scratch.settings)
    low = sub(sub(origin, sides), (aside, aside, down))
    high = add(add(origin, sides), (aside, aside, up))
    count = gather_all(obstacles, origin, space_of(scratch.settings), (low, high), scratch.candidates)
    if obstacles.refused.shape[0] > 0 and count <= scratch.candidates.shape[0]:
        count = remove_refused(scratch.candidates, count, obstacles.refused)
    return count


@shared
def gather_all(obstacles: Obstacles, origin: Vector, space: tuple, box: tuple[Vector, Vector], candidates: np.ndarray) -> int:
    """Gather the triangles of the mesh and of movers in a box, refused ones included.

    origin: position of the body (3,) [m]; box: its corners (low, high), each (3,) [m]
    Returns the number of triangles, which may exceed the capacity.
    """
    low, high = box
    count = gather(obstacles.mesh, origin, space, low, high, candidates)
    return append(obstacles.moving, origin, space, low, high, candidates, count)


@inlined
def write_sides(player: PlayerRow, intent: InputRow, flow: Vector, params: ParamsRow) -> None:
    """Write `player.sides`: half the sides (3,) [m] of a box around the player that contains all triangles a tick can meet.

    The sides are along the world's axes.
    flow: velocity of wind, water or belt (3,) [m/s]
    """
    speed = length(vec(player.fall)) + 2.0 * length(flow)
    aside, high = reach_of_any_tick(params, hypot(*vec2(player.walk)), speed, intent.pull)
    (rx, ry, rz), (fx, fy, fz), (ux, uy, uz) = frame_of(player)
    x = (abs(rx) + abs(fx)) * aside + abs(ux) * high
    y = (abs(ry) + abs(fy)) * aside + abs(uy) * high
    put(player.sides, (x, y, (abs(rz) + abs(fz)) * aside + abs(uz) * high))


@shared
def turn_triangles(player: PlayerRow, obstacles: Obstacles, candidates: np.ndarray, turned: tuple[np.ndarray, np.ndarray]) -> int:
    """Rotate the triangles near a player about its pivot until the player's up is +z.

    Returns the number of these triangles, which may exceed the capacity.
    turned: (corners (capacity, 9) [m], numbers (capacity,)), to which the triangles are written, relative to the pivot
    """
    corners, order = turned
    pivot, sides = vec(player.pivot), add(vec(player.sides), (FRAME_ROOM, FRAME_ROOM, FRAME_ROOM))
    count = gather_all(obstacles, pivot, METRES, (sub(pivot, sides), add(pivot, sides)), candidates)
    if count > candidates.shape[0]:
        return count
    if obstacles.refused.shape[0] > 0:
        count = remove_refused(candidates, count, obstacles.refused)
    rotate_candidates(candidates, count, frame_of(player), corners, order)
    return count


@inlined
def turned_obstacles(obstacles: Obstacles, turned: tuple[np.ndarray, np.ndarray], count: int) -> Obstacles:
    """Return Obstacles that contain only the first `count` rotated triangles. turned: as in `turn_triangles`"""
    corners, order = turned
    nodes, corners_of_mesh, numbers = obstacles.mesh
    empty = Tree(nodes[:1], corners_of_mesh[:0], numbers[:0])
    return Obstacles(empty, (corners[:count], order[:count]), obstacles.refused[:0])


# One-way walls

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
    params: of a standing player
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
    (c, s), (rx, ry, rz) = cos_sin(heading_of_body(player, params.turns, nan)), vec(params.radii)
    radii = scale((rx, ry, rz + (params.crouched_feet - rz) * player.crouched), SWEPT_SIZE)
    space = space_of_radii(c, s, radii)
    way = to_espace(space, to_frame(frame, (-2.0 * wall.reach * wall.s, 2.0 * wall.reach * wall.c, 0.0)))
    far = length(way)
    sweep = Sweep(ZERO, scale(way, 1.0 / far), far)
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
