"""Movers in compiled code: which are near a position, and how a mover carries the player that stands on it (base motion).

Each call from Python costs as much as the poses of twenty movers, so these are few and whole questions.
"""

from math import sqrt
from typing import NamedTuple

import numpy as np

from ..core.jit import called_often, inlined
from ..core.vec3 import ZERO, Vector, add, along, dot, get3, hypot, length, put, sub, vec
from ..level.contents.mover import pose_in_table, pose_to_own, pose_to_world
from ..player.forces import forces_on
from ..player.obstacles_and_one_way_walls import reach_of_any_tick
from ..player.player_params import ParamsRow
from ..player.player_state import AIR, FLOOR, PlayerRow, Rows, frame_of, row_dtype, vec2
from ..player.tick import Players
from ..player.volume_containment import Surroundings

# Part of a tick in which a turning mover's path is nearly straight. Smaller: rounding; larger: a jump off it leads inwards.
TURN_PART = 1.0 / 128.0
# How much faster than a free fall the ground may drop under a player that follows it. The excess is the speed of a fall through
# this part of half the body's height, 1.5 m/s. Smaller: a lift that reverses within one tick throws the player off; larger: a
# falling lift drags the player along.
FALL_TOLERANCE = 0.1274
NOTHING_NEAR = -1  # returned by `prepare_carried` if no mover is near or under the player
# The mover under a player in one tick. displacement, velocity: of the player with it (3,) [m], [m/s]; reach: distances (3,) [m]
# from the player within which a mover can affect its tick; turn: of the view [rad], counter-clockwise about the player's up
CARRIED = row_dtype(("displacement velocity reach", "f8", 3), ("turn", "f8"))


class MoverTables(NamedTuple):
    """The movers of a level.

    ranges: (m, 8) low and high corner of the space that each mover never leaves [m]. Then the square of its fastest turn in a
    tick [rad]. Then the largest distance [m] of its rotation axis from places in that space, plus that of its own origin.
    """

    paths: np.ndarray  # path tables of all movers, one behind the other
    firsts: np.ndarray  # (m + 1,) row of each mover's first, then that behind the last
    boxes: np.ndarray  # (m, 6) low and high corner of each mover in its own frame [m]
    ranges: np.ndarray
    turns_view: np.ndarray  # (m,) bool
    rates: np.ndarray  # ticks per second, and an upper bound of the speed of any point of any mover [m/s]
    no_input: Rows  # one row of INPUT, as if no key were pressed


class Carrying(NamedTuple):
    """The player that a mover carries: what `prepare_carried` writes, and parameters."""

    prepared: Rows  # one row of PLAYER
    carried: Rows  # one row of CARRIED
    near: np.ndarray  # (m,) int64, numbers of movers
    params: Rows  # of PARAMS, the first of a standing player


@inlined
def pose_of(movers: MoverTables, number: int, tick: float) -> tuple[float, float, float, float, float, float]:
    """Return the fields of the Pose of a mover at a tick, which may be a fraction."""
    return pose_in_table(movers.paths, movers.firsts[number], movers.firsts[number + 1], tick / movers.rates[0])


@called_often
def may_meet(movers: MoverTables, number: int, start: Vector, end: Vector, extents: Vector, tick: float) -> bool:
    """True if the box of a mover may come near a moving point. The parameters are those of `Movers.may_meet`."""
    old, new = pose_of(movers, number, tick - 1.0), pose_of(movers, number, tick)
    (x, y, z), (u, v, w) = pose_to_own(old, start), pose_to_own(new, end)
    wide, deep, high = extents
    if new[3] != old[3]:
        turn = new[3] - old[3]
        aside = max(hypot(x, y), hypot(u, v)) * (turn * turn)  # of the arc from its chord [m]
        wide, deep, high = wide + aside, deep + aside, high + aside
    (low_x, low_y, low_z), (high_x, high_y, high_z) = get3(movers.boxes, number, 0), get3(movers.boxes, number, 3)
    return (
        max(x, u) >= low_x - wide
        and min(x, u) <= high_x + wide
        and max(y, v) >= low_y - deep
        and min(y, v) <= high_y + deep
        and max(z, w) >= low_z - high
        and min(z, w) <= high_z + high
    )


@called_often
def find_near(movers: MoverTables, near: np.ndarray, position: Vector, extents: Vector, tick: float) -> int:
    """Write the numbers of the movers that `may_meet` finds at a position (3,) [m] to `near` (m,). Returns how many there are.

    A mover whose whole path is too far needs no pose.
    """
    (x, y, z), (wide, deep, high), count = position, extents, 0
    for number in range(movers.boxes.shape[0]):
        (low_x, low_y, low_z), (high_x, high_y, high_z) = get3(movers.ranges, number, 0), get3(movers.ranges, number, 3)
        out_x, out_y, out_z = max(low_x - x, x - high_x, 0.0), max(low_y - y, y - high_y, 0.0), max(low_z - z, z - high_z, 0.0)
        aside = (out_x + out_y + float(movers.ranges[number, 7])) * float(movers.ranges[number, 6])
        if max(out_x, out_y) > wide + deep + aside or out_z > high + aside:
            continue
        if may_meet(movers, number, position, position, extents, tick):
            near[count] = number
            count += 1
    return count


@inlined
def velocity_between(old: tuple, new: tuple, part: float, rate: float, place: Vector) -> Vector:
    """Return the velocity [m/s] of a point of a mover from one Pose to another, `part` ticks later. place: at the later [m]"""
    (x, y, z), (u, v, w) = pose_to_world(old, pose_to_own(new, place)), place
    return (u - x) * rate / part, (v - y) * rate / part, (w - z) * rate / part


@inlined
def velocity_of(movers: MoverTables, number: int, tick: float, place: Vector) -> Vector:
    """Return the velocity (3,) [m/s] of a point of a mover. The parameters are those of `Movers.velocity`."""
    old, new, part = pose_of(movers, number, tick - 1.0), pose_of(movers, number, tick), 1.0
    if old[3] != new[3]:
        old, part = pose_of(movers, number, tick - TURN_PART), TURN_PART
    return velocity_between(old, new, part, float(movers.rates[0]), place)


@called_often
def prepare_carried(movers: MoverTables, surroundings: Surroundings, carrying: Carrying, players: Players, i: int) -> int:
    """Write player i to `carrying.prepared`, as its mover lets it be before the coming tick, and the rest to `carrying.carried`.

    Also writes the numbers of the movers near it to `carrying.near`. Returns how many there are, or NOTHING_NEAR if no mover is
    near or under the player. The player's position is not changed: walls and other movers may be in the way.
    """
    player, params, carried = players.before[i], carrying.params[0], carrying.carried[0]
    tick, fall, displacement = player.tick + 1.0, vec(player.fall), ZERO
    put(carried.displacement, displacement)
    put(carried.velocity, displacement)
    carried.turn = 0.0
    if player.ground_body >= 0:
        carrying.prepared[0] = players.before[i]
        player = carrying.prepared[0]
        if player.ground == FLOOR:
            gravity = forces_on(surroundings, player, movers.no_input[0], players.inside[i], params).gravity
            displacement = ride(movers, player, carried, gravity, params)
            fall = vec(player.fall)
    reach = reach_among_movers(player, fall, displacement, params, movers.rates)
    count = find_near(movers, carrying.near, vec(player.position), reach, tick)
    if players.before[i].ground_body < 0:
        if count == 0:
            return NOTHING_NEAR
        carrying.prepared[0] = players.before[i]
    put(carried.reach, reach)
    carrying.prepared[0].heading += carried.turn
    return count


@inlined
def ride(movers: MoverTables, player: PlayerRow, carried: Rows, gravity: float, params: ParamsRow) -> Vector:
    """Write a player's motion with the mover that it stands on to a row of CARRIED, and the changes to a row of PLAYER.

    gravity: mean acceleration of the player downwards in the tick [m/s2], as in Forces; params: row of PARAMS, standing
    Returns the displacement (3,) [m]. From a mover that falls faster than a free fall, by more than the speed of FALL_TOLERANCE,
    the player lifts off: it is in the air, and has no displacement.
    """
    number, tick, position, up = player.ground_body, player.tick + 1.0, vec(player.position), frame_of(player)[2]
    old, now, rate = pose_of(movers, number, tick - 1.0), pose_of(movers, number, tick), float(movers.rates[0])
    missed = ZERO
    if player.late != 0.0:  # how far the mover went on without the player after its landing, except along `up`
        then = pose_of(movers, number, tick - 1.0 - player.late)
        missed = sub(pose_to_world(old, pose_to_own(then, position)), position)
        missed = along(missed, up, -dot(missed, up))
    end = pose_to_world(now, pose_to_own(old, add(position, missed)))
    velocity = velocity_of(movers, number, tick, end)
    rising, rose = dot(velocity, up), dot(velocity_of(movers, number, tick - 1.0, position), up)
    loose = max(0.0, player.loose + rose - rising - max(gravity, 0.0) / rate)
    if loose > sqrt(2.0 * params.gravity * FALL_TOLERANCE * params.feet):
        put(player.fall, along(velocity, up, rose + player.loose - rising))
        player.ground, player.ground_body, player.loose, player.late = AIR, -1, 0.0, 0.0
        return ZERO
    player.loose, player.late = loose, 0.0
    displacement = sub(end, position)
    put(carried.displacement, displacement)
    put(carried.velocity, velocity)
    if movers.turns_view[number]:  # as far as the player's up is the mover's axis
        carried.turn = (now[3] - old[3]) * up[2]
    return displacement


@inlined
def reach_among_movers(player: PlayerRow, fall: Vector, displacement: Vector, params: ParamsRow, rates: np.ndarray) -> Vector:
    """Return the distances [m] from a player along x, y and z within which a mover can affect its tick. rates: of MoverTables"""
    speed, most = 2.0 * (length(fall) + length(vec(player.flow))), float(rates[1]) / float(rates[0]) + length(displacement)
    aside, high = reach_of_any_tick(params, hypot(*vec2(player.walk)), speed, params.gravity)
    aside, high = aside + most, high + most
    if player.has_frame:
        aside = high = max(aside, high)
    return aside, aside, high
