"""The triangles that a tick can meet. They are gathered once, in a box as large as the tick's reach."""


from typing import NamedTuple

import numpy as np

from ..collision.entry_points import Scratch, half_sides, remove_refused
from ..collision.gather import append, gather, rotate_candidates
from ..collision.mesh.bvh import Tree
from ..collision.rules import space_of
from ..core.elementary_functions import kept_cos
from ..core.jit import inlined, shared
from ..core.vec3 import Vector, add, hypot, length, put, sub, vec
from .player_params import PlayerParams
from .player_state import PlayerState
from .tick_rows import InputRow, ParamsRow, PlayerRow, frame_of, vec2
from .walking_and_jumping import reach_out_of_water

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
def with_moving(obstacles: Obstacles, count: int) -> Obstacles:
    """Return Obstacles with the first `count` moving triangles alone."""
    corners, order = obstacles.moving
    return Obstacles(obstacles.mesh, (corners[:count], order[:count]), obstacles.refused)


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
def reach_of_any(params: ParamsRow, walk: float, speed: float, gravity: float) -> tuple[float, float]:
    """Return the distances (horizontal, vertical) [m] from a player's centre within which a tick can meet a triangle.

    The vertical distance is the larger of those up and down.

    params: row of PARAMS; walk: walking speed [m/s]; speed: of falling and of the flow (wind, water or belt) together [m/s]
    gravity: acceleration of falling [m/s2]
    Speeds and gravity may be arrays of many players.
    """
    dt, radii = params.dt, vec(params.radii)
    walked = (walk + max(params.standing_run_speed, params.standing_speed) + speed) * params.steepest * dt
    fall = (speed + params.jump_speed + abs(gravity) * max(params.fall_gravity, 1.0) * dt) * dt
    aside, down, up = reach(walked, fall, params.step_up, params.step_down, TURNED_ASIDE)
    return AROUND * max(radii[0], radii[1]) + aside, AROUND * radii[2] + np.maximum(down, up)


def reach_in_tick(state: PlayerState, params: PlayerParams, dt: float) -> Vector:
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
def gather_around(obstacles: Obstacles, scratch: Scratch, origin: Vector, distances: Vector) -> int:
    """Gather triangles once for all sweeps of the tick, without refused ones. Returns the number of candidates.

    The number may exceed the capacity. Then not all candidates are written, and refused ones count.
    scratch: Scratch, to which the candidates are written
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

    origin: position of the body (3,) [m]; space: change of basis, six numbers (ellipsoid_and_espace.py)
    box: its corners (low, high), each (3,) [m]; candidates: (capacity, COLUMNS), overwritten
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
    aside, high = reach_of_any(params, hypot(*vec2(player.walk)), speed, intent.pull)
    (rx, ry, rz), (fx, fy, fz), (ux, uy, uz) = frame_of(player)
    x = (abs(rx) + abs(fx)) * aside + abs(ux) * high
    y = (abs(ry) + abs(fy)) * aside + abs(uy) * high
    put(player.sides, (x, y, (abs(rz) + abs(fz)) * aside + abs(uz) * high))


@shared
def turn_triangles(player: PlayerRow, obstacles: Obstacles, candidates: np.ndarray, turned: tuple[np.ndarray, np.ndarray]) -> int:
    """Rotate the triangles near a player about its pivot until the player's up is +z.

    Returns the number of these triangles, which may exceed the capacity.
    candidates: (capacity, COLUMNS), overwritten
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
    nodes, standing, numbers = obstacles.mesh
    empty = Tree(nodes[:1], standing[:0], numbers[:0])
    return Obstacles(empty, (corners[:count], order[:count]), obstacles.refused[:0])
