"""Walking and jumping: the wish becomes a velocity, and the velocity a displacement along the ground.

Common arguments: player, intent and params are rows of PLAYER (player_state.py), INPUT and PARAMS (tick_rows.py).
Velocities and displacements are in the player's frame.
"""

from math import inf, sqrt

from ..collision.plane_set import ZERO
from ..core.jit import inlined
from ..core.vec3 import Vector, hypot, vec
from .tick_rows import AIR, FLOOR, LONG_AGO, InputRow, ParamsRow, PlayerRow, vec2

# A shorter displacement of a tick [m] counts as zero. Smaller: products of its parts underflow, and zero is divided by zero;
# larger: nothing is lost up to the rounding of places.
NEGLIGIBLE = 1e-100


@inlined
def walk(player: PlayerRow, intent: InputRow, params: ParamsRow) -> tuple[float, float]:
    """Change the walking velocity towards the wish, as fast as acceleration and friction allow. Return it, (x, y) [m/s]."""
    x, y = vec2(intent.wish)
    size = max(hypot(x, y), 1.0)
    speed = params.run_speed if intent.run else params.speed
    x, y = x / size * speed, y / size * speed
    was_x, was_y = vec2(player.walk)
    dx, dy = x - was_x, y - was_y
    change, most = hypot(dx, dy), acceleration_limit(player, x, y, params) * params.dt
    if change > most:
        x, y = was_x + dx * most / change, was_y + dy * most / change
    player.walk[0], player.walk[1] = x, y
    return x, y


@inlined
def acceleration_limit(player: PlayerRow, x: float, y: float, params: ParamsRow) -> float:
    """Return the largest acceleration [m/s2] of the walking velocity towards (x, y) [m/s].

    Off the floor a finite acceleration is multiplied by `air_control`. For a stop on the floor, the friction is added.
    """
    if player.ground != FLOOR and params.acceleration < inf:
        return params.acceleration * params.air_control
    return params.acceleration + (params.friction if x == 0.0 and y == 0.0 else 0.0)


@inlined
def along_ground(player: PlayerRow, velocity: tuple[float, float], params: ParamsRow) -> Vector:
    """Return the displacement (3,) [m] of a velocity (x, y) [m/s] in this tick: along the slope on the floor, level elsewhere.

    On the floor it is level in two more cases: without the rule `climb_steps`, and downhill if `step_down` is 0. Along a slope
    it is as long as on level ground, or longer with `keep_horizontal_speed`.
    """
    x, y = velocity[0] * params.dt, velocity[1] * params.dt
    if abs(x) + abs(y) < NEGLIGIBLE:
        return ZERO
    if player.ground != FLOOR or not params.climb_steps:
        return x, y, 0.0
    nx, ny, nz = vec(player.normal)
    z = -(x * nx + y * ny) / nz
    if z < 0.0 and params.step_down == 0.0:
        return x, y, 0.0  # the player does not snap to the ground, so it leaves a slope downwards
    if params.keep_horizontal_speed:
        return x, y, z
    level = x * x + y * y
    shorter = sqrt(level / (level + z * z))
    return x * shorter, y * shorter, z * shorter


# Jumping


@inlined
def update_jump_timers(player: PlayerRow, params: ParamsRow) -> None:
    """Advance the timers of jumping: time since the player left the floor, and time left for a buffered jump."""
    player.coyote = 0.0 if player.ground == FLOOR else player.coyote + params.dt
    player.buffered = max(player.buffered - params.dt, 0.0)


@inlined
def jump(player: PlayerRow, intent: InputRow, params: ParamsRow) -> None:
    """Start a jump if the key was pressed at most jump_buffer ago, on the floor or at most coyote_time after leaving it."""
    pressed = intent.jump and not player.jump_held
    if pressed:
        player.buffered = params.jump_buffer
    player.jump_held = intent.jump
    wanted = pressed or player.buffered > 0.0
    may_jump = player.ground == FLOOR or player.coyote <= params.coyote_time
    if wanted and may_jump and params.jump_speed != 0.0:
        player.fall[2], player.jumping = params.jump_speed, True
        player.ground, player.coyote, player.buffered = AIR, LONG_AGO, 0.0


@inlined
def cut_jump(player: PlayerRow, intent: InputRow, params: ParamsRow) -> None:
    """Reduce the speed of a jump once, if the jump key is released while the player rises."""
    if player.fall[2] <= 0.0:
        player.jumping = False
    if player.jumping and not intent.jump:
        player.fall[2] *= params.jump_release
        player.jumping = False


@inlined
def reach_out_of_water(intent: InputRow, params: ParamsRow) -> float:
    """Return the height [m] above the feet of the highest edge that a swimmer can climb, or 0 if it cannot climb out.

    The edge may be `step_up` above the water. The player must hold the jump key, and its head must be out of the water.
    """
    if not intent.jump or not -params.feet < intent.surface < params.feet:
        return 0.0
    return params.feet + intent.surface + params.step_up
