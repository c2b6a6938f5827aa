"""Walking: from a wish to a velocity to a way along the ground."""

from math import hypot, sqrt

from .state import Ground


def walk_velocity(state, intent, params, dt):
    """The walking velocity (x, y) [m/s]: the wish's, at once or as fast as the acceleration allows."""
    x, y = intent.wish
    size = max(hypot(x, y), 1.0)
    speed = params.run_speed if intent.run else params.speed
    x, y = x / size * speed, y / size * speed
    dx, dy = x - state.walk[0], y - state.walk[1]
    change, most = hypot(dx, dy), params.acceleration * dt
    if change <= most:
        return x, y
    return state.walk[0] + dx * most / change, state.walk[1] + dy * most / change


def along_ground(walk, state, params, rules, dt):
    """The way of this tick (3,) [m]: level in the air, turned along the slope on the floor."""
    x, y = walk[0] * dt, walk[1] * dt
    if state.ground != Ground.FLOOR or not rules.climb_steps or (x == 0.0 and y == 0.0):
        return x, y, 0.0
    nx, ny, nz = state.normal
    z = -(x * nx + y * ny) / nz
    if z < 0.0 and params.step_down == 0.0:
        return x, y, 0.0  # it does not stick to the floor, so a slope downwards is left
    if params.keep_horizontal_speed:
        return x, y, z
    level = x * x + y * y
    shorter = sqrt(level / (level + z * z))
    return x * shorter, y * shorter, z * shorter
