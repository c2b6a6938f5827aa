"""Respawn and portals: the placement of the player after an event that ends a tick.

After a fall out of the level the player returns to the last safe position, after a crush or a death to the farthest checkpoint.
Without a checkpoint it returns to the level's spawn. In a level with checkpoints or a finish, a fall counts as a death. These
events are rare, so this code is not compiled.
"""

from ...collision.engine.right_forward_up_frame import frame_at, up_of
from ...collision.engine.vec3 import UP, along
from ..player.crouch_and_body_turn import body_of
from ..player.gravity_aligned_frame import rotate_about_z
from ..player.tick_rows import DIED, LOST, PORTED
from ..tick_input_and_output import Ground
from .oriented_collider import OrientedBody
from .surroundings import volumes_at
from .teleport_placement import position_outside_movers, standing_position

ZERO = (0.0, 0.0, 0.0)
TELEPORT_COUNTS = ("returns", "crushed", "deaths", "ported")  # fields of a state that count teleports


def was_teleported(before, after):
    """True if the player was teleported between two PlayerStates."""
    return any(getattr(before, name) != getattr(after, name) for name in TELEPORT_COUNTS)


def apply_event(world, state, event, volume, is_crushed):
    """Return the PlayerState after the event that ended a tick: death, portal, fall out of the level or crush.

    world: World
    state: PlayerState at the end of the tick
    event: DIED, PORTED, LOST or NOTHING of player/tick_rows.py
    volume: index of the portal in the level's volumes. Only PORTED uses it.
    is_crushed: True if a mover crushed the player
    A fall out of a level with checkpoints or a finish counts as a death.
    """
    before = state
    if event == DIED:
        state = respawn(world, state)
    if event == PORTED:
        state = pass_portal(world, state, world.level.volumes[volume])
    if is_crushed:
        feet, _ = respawn_point(world, state)
        place = standing_position(world.mesh, feet, world.up_at(feet), world.params.at(state.crouched))
        state = put_at_rest(state, place)._replace(ground=Ground.AIR, crushed=state.crushed + 1)
    elif event == LOST:
        state = respawn(world, state) if world.is_course else put_at_rest(state, state.stood)
        state = state._replace(returns=state.returns + 1)
    return finish_teleport(world, state) if was_teleported(before, state) else state


def put_at_rest(state, position):
    """Return a PlayerState with the body's centre at `position` (3,) [m] and all velocities zero. The rest is unchanged."""
    return state._replace(position=position, velocity=ZERO, walk=(0.0, 0.0), fall=ZERO, flow=ZERO)


def respawn(world, state):
    """Return the PlayerState after a death, at rest at the farthest checkpoint reached or at the spawn. world: World"""
    feet, heading = respawn_point(world, state)
    state = state._replace(deaths=state.deaths + 1, heading=heading, ground=Ground.AIR)
    placed = place_at(world, state, feet)
    return put_at_rest(placed, placed.position)


def respawn_point(world, state):
    """Return (position of the feet (3,) [m], heading [rad]) at the farthest checkpoint reached, or at the level's spawn.

    world: World; state: PlayerState
    In a checkpoint the feet are at the centre of the side towards which gravity pulls, which is its top for reversed gravity.
    """
    if state.checkpoint < 0:
        return world.level.spawn.feet, world.level.spawn.heading
    volume = world.level.volumes[state.checkpoint]
    x, y, z = volume.at
    middle = x, y, z + 0.5 * volume.height
    up = world.up_at(middle)
    return volume.at if up == UP else along(middle, up, -volume.depth_along(up)), volume.heading


def pass_portal(world, state, portal):
    """Return the PlayerState at the exit of a portal. Velocity and heading are rotated by the angle from the portal to its exit.

    world: World; state: PlayerState at the entry; portal: Volume
    """
    turn = portal.effect.heading - portal.heading
    state = state._replace(
        heading=state.heading + turn,
        walk=rotate_about_z(state.walk, turn),
        fall=rotate_about_z(state.fall, turn),
        velocity=rotate_about_z(state.velocity, turn),
        flow=rotate_about_z(state.flow, turn),
        ground=Ground.AIR,
        ported=state.ported + 1,
    )
    return place_at(world, state, portal.effect.to)


def place_at(world, state, feet):
    """Return a PlayerState with the player's feet at `feet` (3,) [m], see `standing_position`. `stood` becomes None.

    world: World
    """
    position = standing_position(world.mesh, feet, world.up_at(feet), world.params.at(state.crouched))
    return state._replace(position=position, stood=None)


def finish_teleport(world, state):
    """Return the PlayerState after a teleport: upright, outside movers, and with the volumes that contain the player.

    world: World; state: PlayerState at its new position
    """
    state = state._replace(frame=frame_at(world.up_at(state.position), state.frame))
    params = world.params.at(state.crouched)
    if world.movers is not None:
        body = OrientedBody(body_of(state, world.params, world.rules), state.frame)
        position = position_outside_movers(world.movers, world.mesh, body, state.position, state.tick, params)
        state = state._replace(position=position)
    return state._replace(inside=volumes_at(world.surroundings, state.position, up_of(state.frame), params.feet))
