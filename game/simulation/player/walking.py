"""Walking: from a wish to a velocity to a way along the ground, and what walls leave of it."""

from math import inf, sqrt

from ...collision.columns import IS_HIT, NORMAL, PLANES, WALKABLE
from ...collision.engine.jit import inlined
from ...collision.engine.vec3 import hypot
from ...collision.nearest_contact import get3
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

# A shorter way of a tick [m] is none. Smaller: products of its parts underflow, and zero is divided by zero; larger: nothing is
# lost up to the rounding of places.
SHORTEST_WAY = 1e-100


@inlined
def walk(players, inputs, i, params):
    """Write and return the walking velocity (x, y) [m/s]: the wish's, at once or as fast as acceleration and friction allow."""
    x, y = inputs[i, WISH], inputs[i, WISH + 1]
    size = max(hypot(x, y), 1.0)
    speed = params[RUN_SPEED] if inputs[i, RUN] != 0.0 else params[SPEED]
    x, y = x / size * speed, y / size * speed
    was_x, was_y = players[i, WALK], players[i, WALK + 1]
    dx, dy = x - was_x, y - was_y
    change, most = hypot(dx, dy), grip(players, i, x, y, params) * params[TICK]
    if change > most:
        x, y = was_x + dx * most / change, was_y + dy * most / change
    players[i, WALK], players[i, WALK + 1] = x, y
    return x, y


@inlined
def grip(players, i, x, y, params):
    """How fast the walking velocity can change towards (x, y) [m/s2]: less in the air, more to a stop on the floor."""
    if players[i, FOOTING] != FLOOR and params[ACCELERATION] < inf:
        return params[ACCELERATION] * params[AIR_CONTROL]
    return params[ACCELERATION] + (params[FRICTION] if x == 0.0 and y == 0.0 else 0.0)


@inlined
def along_ground(players, i, velocity, params):
    """The displacement of a velocity (x, y) in this tick [m]: level in the air, turned along the slope on the floor."""
    x, y = velocity[0] * params[TICK], velocity[1] * params[TICK]
    if abs(x) + abs(y) < SHORTEST_WAY:
        return ZERO
    if players[i, FOOTING] != FLOOR or params[CLIMB_STEPS] == 0.0:
        return x, y, 0.0
    nx, ny, nz = get3(players, i, FOOTING_NORMAL)
    z = -(x * nx + y * ny) / nz
    if z < 0.0 and params[CLIMB_DOWN] == 0.0:
        return x, y, 0.0  # it does not stick to the floor, so a slope downwards is left
    if params[KEEP_HORIZONTAL_SPEED] != 0.0:
        return x, y, z
    level = x * x + y * y
    shorter = sqrt(level / (level + z * z))
    return x * shorter, y * shorter, z * shorter


@inlined
def stop_at_walls(players, i, steps, first, end):
    """Take from the walking velocity what the walls met by the iterations `first` .. `end` stop."""
    x, y = players[i, WALK], players[i, WALK + 1]
    for row in range(first, end):
        nx, ny, _ = get3(steps, row, NORMAL)
        size = hypot(nx, ny)
        if steps[row, IS_HIT] == 0.0 or steps[row, PLANES] == 0.0 or steps[row, WALKABLE] != 0.0 or size == 0.0:
            continue
        into = (x * nx + y * ny) / size
        if into < 0.0:
            x, y = x - into * nx / size, y - into * ny / size
    players[i, WALK], players[i, WALK + 1] = x, y
