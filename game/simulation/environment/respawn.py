"""A player who walked or fell out of the level is put back where he last stood; one who was crushed or killed, to the last
checkpoint, or where he began."""

from ...collision.engine.frames import up_of
from ...collision.engine.vec3 import UP, along, dot

# How far [of half his height] the feet may be below the lowest point of the level. Smaller: the printed listing, which sinks in,
# counts as lost; larger: a long fall into nothing.
LOST = 5.0 / 9.0
ZERO = (0.0, 0.0, 0.0)
# What of a state counts how often somebody was put somewhere else.
TIMES_PUT = ("returns", "crushed", "deaths", "ported")


def put_back(state, bounds, params, volumes=None):
    """The same state, or the one where he last stood, at rest, when his feet are below everything there is.

    bounds: two corners of the box around the level [m], movers' ways included
    volumes: Volumes, or None when the level has none; where there are checkpoints or a finish, it counts as dying
    """
    up, feet = up_of(state.frame), params.at(state.crouched).feet
    if state.stood is None or dot(state.position, up) - feet > lowest(bounds, up) - LOST * params.feet:
        return state
    if volumes is not None and volumes.have_checkpoints:
        return volumes.died(state)._replace(returns=state.returns + 1)
    return sent_to(state, state.stood)._replace(returns=state.returns + 1)


def was_put_back(before, after):
    """Was a player put somewhere else between two states, without a way there?"""
    return any(getattr(before, name) != getattr(after, name) for name in TIMES_PUT)


def lowest(bounds, up):
    """How high the lowest corner of a box is along a unit vector [m]."""
    return dot([(low if part > 0.0 else high) for part, low, high in zip(up, *bounds)], up)


def sent_to(state, position):
    """The state at another place, at rest."""
    return state._replace(position=position, velocity=ZERO, walk=(0.0, 0.0), fall=ZERO, flow=ZERO)


def home(level, state, up_at):
    """Where the feet go back to [m], and the heading there [rad]: the last checkpoint, or the level's spawn.

    up_at: says of a position against which unit vector gravity pulls there. In a checkpoint it is the middle of that side to
    which things fall, on a ceiling its top.
    """
    if state.checkpoint < 0:
        return level.spawn.feet, level.spawn.heading
    volume = level.volumes[state.checkpoint]
    x, y, z = volume.at
    middle = x, y, z + 0.5 * volume.height
    up = up_at(middle)
    return volume.at if up == UP else along(middle, up, -volume.depth_along(up)), volume.heading
