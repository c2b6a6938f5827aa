"""The shape of the body in a tick, and crouching: a lower body, where it fits, on the same feet."""

from math import inf, sqrt

import numpy as np

from ..collision.candidates_and_nearest_contact import NUMBER
from ..collision.ellipsoid_and_espace import space_of_radii
from ..collision.entry_points import Scratch, find_penetrations
from ..core.elementary_functions import cos_sin
from ..core.jit import inlined, shared
from ..core.vec3 import ZERO, put, vec
from .obstacles_and_one_way_walls import Obstacles, gather_around
from .player_params import CURRENT, STANDING, ParamsRow
from .player_state import InputRow, PlayerRow, Rows, heading_of_body

# Depth [skins] that counts as inside. Smaller: rounding at a touch counts, far from the origin; larger: penetration is visible.
DEEP = 1e-4
ROUNDING = 1e-9  # added to the crouching of a tick. Smaller: rounding costs one more tick; larger: crouching is visibly faster


@inlined
def write_body(settings: np.ndarray, params: Rows, player: PlayerRow, heading: float) -> None:
    """Write the body of a row of PLAYER to a row of BODY_AND_RULES, its crouched parameters to `params[CURRENT]`.

    heading: of the body [rad]
    """
    params[CURRENT] = params[STANDING]
    own, row = params[CURRENT], settings[0]
    if player.crouched != 0.0:
        own.feet = feet_at(own, player.crouched)
        own.speed = own.standing_speed + (own.crouch_speed - own.standing_speed) * player.crouched
        own.run_speed = own.standing_run_speed + (own.crouch_speed - own.standing_run_speed) * player.crouched
    c, s = cos_sin(heading) if heading != 0.0 else (1.0, 0.0)
    rx, ry, _ = vec(own.radii)
    space, extents = row.space, row.extents
    space[0], space[1], space[2], space[3], space[4], space[5] = space_of_radii(c, s, (rx, ry, own.feet))
    extents[0] = sqrt(c * rx * (c * rx) + s * ry * (s * ry))
    extents[1] = sqrt(s * rx * (s * rx) + c * ry * (c * ry))
    extents[2] = own.feet


@inlined
def feet_at(params: ParamsRow, crouched: float) -> float:
    """Return the height of the centre above the feet [m] of a player that is crouched, 0 to 1."""
    return params.standing_feet + (params.crouched_feet - params.standing_feet) * crouched


@shared
def crouch(obstacles: Obstacles, scratch: Scratch, params: Rows, player: PlayerRow, intent: InputRow, first_mover: int) -> int:
    """Crouch down or stand up for one tick, as far as there is space. The feet stay in place. Changes `player`.

    On a slope a lower body may not fit, because it is rounder. Its centre then stays in place instead of the feet. A player
    that has no space to stand up stays as it is.

    params: rows STANDING and CURRENT of PARAMS
    first_mover: triangles with this number or a larger one belong to movers
    Returns the number of candidates. If it exceeds the capacity, nothing is changed.
    """
    own, before, (x, y, z) = params[STANDING], player.crouched, vec(player.position)
    change = own.dt / own.crouch_time + ROUNDING if own.crouch_time > own.dt else 1.0
    after = min(before + change, 1.0) if intent.crouch else max(before - change, 0.0)
    deep = DEEP * scratch.settings[0].skin
    player.crouched = after
    put(player.position, (x, y, z - (feet_at(own, before) - feet_at(own, after))))
    count, mesh, others = depths_of(obstacles, scratch, params, player, first_mover)
    if count <= scratch.candidates.shape[0] and max(mesh, others) <= deep:
        return count
    there = vec(player.position)
    player.crouched = before
    put(player.position, (x, y, z))
    if count > scratch.candidates.shape[0]:
        return count
    count, mesh_before, others_before = depths_of(obstacles, scratch, params, player, first_mover)
    if count > scratch.candidates.shape[0]:
        return count
    fits = mesh <= max(mesh_before, deep) and others <= max(others_before, deep)
    if fits:
        put(player.position, there)
    if fits or intent.crouch:
        player.crouched = after
    return count


@inlined
def depths_of(
    obstacles: Obstacles, scratch: Scratch, params: Rows, player: PlayerRow, first_mover: int
) -> tuple[int, float, float]:
    """Return (number of candidates, deepest penetration into the level's mesh [m], deepest into movers [m]) of a player.

    A penetration is negative for a gap, and -inf without a triangle nearby. With more candidates than the capacity, it is
    undefined.
    """
    write_body(scratch.settings, params, player, heading_of_body(player, params[STANDING].turns, player.heading))
    count, capacity = gather_around(obstacles, scratch, vec(player.position), ZERO), scratch.candidates.shape[0]
    if count > capacity:
        return count, inf, inf
    in_mesh = 0
    while in_mesh < count and scratch.candidates[in_mesh, NUMBER] < first_mover:
        in_mesh += 1
    mesh, _, _, _ = find_penetrations(scratch.candidates, in_mesh, scratch.settings, False)
    others, _, _, _ = find_penetrations(scratch.candidates[in_mesh:], count - in_mesh, scratch.settings, False)
    return count, mesh, others


@inlined
def first_of_movers(obstacles: Obstacles) -> int:
    """Return the least number of the triangles that movers have in Obstacles, larger than any number without one."""
    least = 2**31
    for number in obstacles.moving[1]:
        least = min(least, int(number) if number >= 0 else ~int(number))
    return least
