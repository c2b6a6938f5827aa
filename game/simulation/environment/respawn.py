"""Respawn: a player that left the level returns to its last safe position; after a crush or a death to the last checkpoint.

Without a checkpoint it returns to the level's spawn.
"""

from ...collision.engine.orientation_frame import up_of
from ...collision.engine.vec3 import UP, along, dot

# Depth [of half the body's height] of the feet below the lowest point of the level at which the player counts as fallen out.
# Smaller: the printed listing, which sinks in, counts too; larger: a long fall into nothing.
FALL_MARGIN = 5.0 / 9.0
ZERO = (0.0, 0.0, 0.0)
TELEPORT_COUNTS = ("returns", "crushed", "deaths", "ported")  # fields of a state that count teleports


def respawn_if_lost(state, bounds, params, volumes=None):
    """Return the state, or that at the last safe position, at rest, when the feet are below the level.

    bounds: two corners of the box around the level [m], paths of movers included
    volumes: Volumes, or None when the level has none; in a level with checkpoints or a finish the fall counts as a death
    """
    up, feet = up_of(state.frame), params.at(state.crouched).feet
    lowest = dot([(low if part > 0.0 else high) for part, low, high in zip(up, *bounds)], up)
    if state.stood is None or dot(state.position, up) - feet > lowest - FALL_MARGIN * params.feet:
        return state
    if volumes is not None and volumes.have_checkpoints:
        return volumes.respawn(state)._replace(returns=state.returns + 1)
    return at_rest(state, state.stood)._replace(returns=state.returns + 1)


def was_teleported(before, after):
    """True if the player was teleported between the two states."""
    return any(getattr(before, name) != getattr(after, name) for name in TELEPORT_COUNTS)


def at_rest(state, position):
    """The state at another position [m], at rest."""
    return state._replace(position=position, velocity=ZERO, walk=(0.0, 0.0), fall=ZERO, flow=ZERO)


def respawn_point(level, state, up_at):
    """The last checkpoint or the level's spawn: (position of the feet [m], heading [rad]).

    up_at: returns the unit vector against gravity at a position. In a checkpoint the feet are at the middle of the side towards
    which gravity pulls; with reversed gravity that is its top.
    """
    if state.checkpoint < 0:
        return level.spawn.feet, level.spawn.heading
    volume = level.volumes[state.checkpoint]
    x, y, z = volume.at
    middle = x, y, z + 0.5 * volume.height
    up = up_at(middle)
    return volume.at if up == UP else along(middle, up, -volume.depth_along(up)), volume.heading
