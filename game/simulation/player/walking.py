"""Walking: the wish becomes a velocity, and the velocity a displacement along the ground."""

from math import inf, sqrt

from ...collision.engine.jit import inlined
from ...collision.engine.vec3 import get3, hypot
from ...collision.plane_set import ZERO
from .columns import (
    ACCELERATION,
    AIR_CONTROL,
    CLIMB_DOWN,
    CLIMB_STEPS,
    FLOOR,
    FOOTING,
    FOOTING_NORMAL,
    FRICTION,
    KEEP_HORIZONTAL_SPEED,
    RUN,
    RUN_SPEED,
    SPEED,
    TICK,
    WALK,
    WISH,
)

# A shorter displacement of a tick [m] counts as zero. Smaller: products of its parts underflow, and zero is divided by zero;
# larger: nothing is lost up to the rounding of places.
NEGLIGIBLE = 1e-100


@inlined
def walk(players, inputs, i, params):
    """Write and return the walking velocity (x, y) [m/s]: it follows the wish as fast as acceleration and friction allow."""
    x, y = inputs[i, WISH], inputs[i, WISH + 1]
    size = max(hypot(x, y), 1.0)
    speed = params[RUN_SPEED] if inputs[i, RUN] != 0.0 else params[SPEED]
    x, y = x / size * speed, y / size * speed
    was_x, was_y = players[i, WALK], players[i, WALK + 1]
    dx, dy = x - was_x, y - was_y
    change, most = hypot(dx, dy), acceleration_limit(players, i, x, y, params) * params[TICK]
    if change > most:
        x, y = was_x + dx * most / change, was_y + dy * most / change
    players[i, WALK], players[i, WALK + 1] = x, y
    return x, y


@inlined
def acceleration_limit(players, i, x, y, params):
    """The largest change of the walking velocity towards (x, y) [m/s2]: less in the air, more to a stop on the floor."""
    if players[i, FOOTING] != FLOOR and params[ACCELERATION] < inf:
        return params[ACCELERATION] * params[AIR_CONTROL]
    return params[ACCELERATION] + (params[FRICTION] if x == 0.0 and y == 0.0 else 0.0)


@inlined
def along_ground(players, i, velocity, params):
    """The displacement of a velocity (x, y) in this tick [m]: level in the air, turned along the slope on the floor."""
    x, y = velocity[0] * params[TICK], velocity[1] * params[TICK]
    if abs(x) + abs(y) < NEGLIGIBLE:
        return ZERO
    if players[i, FOOTING] != FLOOR or params[CLIMB_STEPS] == 0.0:
        return x, y, 0.0
    nx, ny, nz = get3(players, i, FOOTING_NORMAL)
    z = -(x * nx + y * ny) / nz
    if z < 0.0 and params[CLIMB_DOWN] == 0.0:
        return x, y, 0.0  # it does not snap to the ground, so it leaves a slope downwards
    if params[KEEP_HORIZONTAL_SPEED] != 0.0:
        return x, y, z
    level = x * x + y * y
    shorter = sqrt(level / (level + z * z))
    return x * shorter, y * shorter, z * shorter
