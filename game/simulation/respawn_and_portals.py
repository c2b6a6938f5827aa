"""Placement after a fall out of the level, a crush, a death or a portal, and the volumes at a place.

After a fall out of the level the player returns to the last safe position, after a crush or a death to the farthest checkpoint.
Without such a place it returns to the level's spawn. In a level with checkpoints or a finish, a fall counts as a death. These
events are rare, so this code is not compiled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..core.right_forward_up_frame import up_of
from ..core.vec3 import UP, ZERO, Vector, along
from ..level.contents.volume import Portal, Volume
from ..player.gravity_aligned_frame import rotate_about_z
from ..player.player_state import DIED, LOST, PORTED, Ground, PlayerState
from ..player.volume_containment import Surroundings, find_volumes
from .teleport_placement import onto_ground, place_body, standing_position

if TYPE_CHECKING:
    from .world import World


def volumes_at(surroundings: Surroundings, position: Vector, up: Vector, half: float) -> tuple[int, ...]:
    """Return the indices of the volumes that contain a player with its centre at a position [m]. half: of its height [m]"""
    inside = np.zeros(len(surroundings.volumes), np.bool_)
    find_volumes(surroundings.volumes, position, up, half, inside)
    return tuple(np.flatnonzero(inside).tolist())


TELEPORT_COUNTS = ("returns", "crushed", "deaths", "ported")  # fields of a state that count teleports


def was_teleported(before: PlayerState, after: PlayerState) -> bool:
    return any(getattr(before, name) != getattr(after, name) for name in TELEPORT_COUNTS)


def apply_event(world: World, state: PlayerState, is_crushed: bool) -> PlayerState:
    """Return the PlayerState after the event that ended a tick: death, portal, fall out of the level, or crush by a mover."""
    before = state
    if state.event == DIED:
        state = respawn(world, state)
    if state.event == PORTED:
        state = pass_portal(world, state, world.level.volumes[state.volume])
    if is_crushed:
        feet, _ = respawn_point(world, state)
        state = put_at_rest(state, standing_at(world, state, feet))
        state = with_clock_at_zero(state).replace(ground=Ground.AIR, crushed=state.crushed + 1)
    elif before.event == LOST:
        deaths = state.deaths + world.is_course
        is_safe = state.stood is not None and not world.is_course
        state = return_to_floor(world, state) if is_safe else respawn(world, state)
        state = state.replace(returns=state.returns + 1, deaths=deaths)
    return finish_teleport(world, state) if was_teleported(before, state) else state


def put_at_rest(state: PlayerState, position: Vector) -> PlayerState:
    """Return a PlayerState with the body's centre at `position` (3,) [m] and all velocities zero. The rest is unchanged."""
    return state.replace(position=position, velocity=ZERO, walk=(0.0, 0.0), fall=ZERO, flow=ZERO)


def return_to_floor(world: World, state: PlayerState) -> PlayerState:
    """Return the PlayerState after a fall out of the level, at rest where the whole body last stood, in its posture there.

    The body may hang on an edge there, and slide off it once more. It is moved to ground below its centre.
    """
    assert state.stood is not None
    return onto_ground(world, put_at_rest(state.replace(crouched=state.stood_crouched), state.stood))


def respawn(world: World, state: PlayerState) -> PlayerState:
    """Return the PlayerState after a death, at rest at the farthest checkpoint reached or at the spawn."""
    feet, heading = respawn_point(world, state)
    state = state.replace(deaths=state.deaths + 1, heading=heading, ground=Ground.AIR)
    return with_clock_at_zero(put_at_rest(state, standing_at(world, state, feet))).replace(stood=None)


def with_clock_at_zero(state: PlayerState) -> PlayerState:
    """Return the PlayerState with its timed run forgotten, if it has no checkpoint and begins again at the spawn."""
    return state.replace(started=-1) if state.checkpoint < 0 and state.finished < 0 else state


def respawn_point(world: World, state: PlayerState) -> tuple[Vector, float]:
    """Return (position of the feet (3,) [m], heading [rad]) at the farthest checkpoint reached, or at the level's spawn.

    In a checkpoint the feet are at the centre of the side towards which gravity pulls, which is its top for reversed gravity.
    """
    if state.checkpoint < 0:
        return world.level.spawn.at, world.level.spawn.heading
    volume = world.level.volumes[state.checkpoint]
    x, y, z = volume.at
    middle = x, y, z + 0.5 * volume.height
    up = world.up_at(middle)
    return volume.at if up == UP else along(middle, up, -volume.depth_along(up)), volume.heading


def pass_portal(world: World, state: PlayerState, portal: Volume) -> PlayerState:
    """Return the PlayerState at the exit of a portal. The angle to the exit rotates velocity and heading."""
    assert isinstance(portal.effect, Portal)
    turn = portal.effect.heading - portal.heading
    state = state.replace(
        heading=state.heading + turn,
        walk=rotate_about_z(state.walk, turn),
        fall=rotate_about_z(state.fall, turn),
        velocity=rotate_about_z(state.velocity, turn),
        flow=rotate_about_z(state.flow, turn),
        ground=Ground.AIR,
        ported=state.ported + 1,
    )
    return state.replace(position=standing_at(world, state, portal.effect.to), stood=None)


def standing_at(world: World, state: PlayerState, feet: Vector) -> Vector:
    """Return the `standing_position` of a player in the posture of a PlayerState with its feet at `feet` (3,) [m]."""
    return standing_position(world.mesh, feet, world.up_at(feet), world.params.at(state.crouched))


def finish_teleport(world: World, state: PlayerState) -> PlayerState:
    """Return the PlayerState after a teleport to its position: the whole body in free space, and in the volumes there."""
    state = place_body(world, state.replace(facing=None))
    feet = world.params.at(state.crouched).feet
    return state.replace(inside=volumes_at(world.surroundings, state.position, up_of(state.frame), feet))
